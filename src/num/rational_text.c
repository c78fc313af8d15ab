/* Rationals as decimal text: exact both ways. */
#include "base/text/text.h"
#include "num/rational_private.h"

/* A decimal number taken apart: its digits, with perhaps a point among them, which does not count, and the power of ten
 * that they are to be multiplied with. */
typedef struct decimal {
    const char *digits;
    size_t count; /* bytes */
    int64_t exponent;
} decimal;

static bool is_digit(const char *text, size_t length, size_t at) {
    return at < length && text[at] >= '0' && text[at] <= '9';
}

static size_t skip_digits(const char *text, size_t length, size_t at) {
    while (is_digit(text, length, at)) at++;
    return at;
}

/* An exponent "e-3" at this place; values beyond any use stop counting. Returns the place after it. */
static size_t read_exponent(const char *text, size_t length, size_t at, int64_t *exponent) {
    if (at >= length || (text[at] != 'e' && text[at] != 'E')) return at;
    size_t first = at + 1;
    bool negative = first < length && text[first] == '-';
    if (first < length && (text[first] == '-' || text[first] == '+')) first++;
    if (!is_digit(text, length, first)) return at;
    int64_t value = 0;
    size_t end = skip_digits(text, length, first);
    for (size_t i = first; i < end; i++)
        if (value < INT64_C(1) << 40) value = 10 * value + (text[i] - '0');
    *exponent = negative ? -value : value;
    return end;
}

static bool is_nothing(char c) {
    return c == '0' || c == '.';
}

/* Drops zeros that carry nothing: those in front, and those after, which go into the exponent. */
static void trim_zeros(decimal *number) {
    for (; number->count > 0 && is_nothing(*number->digits); number->count--) number->digits++;
    for (; number->count > 0 && is_nothing(number->digits[number->count - 1]); number->count--)
        number->exponent += number->digits[number->count - 1] == '0';
}

static bool digits_as_word(const decimal *number, int64_t *word) {
    *word = 0;
    for (size_t i = 0; i < number->count; i++) {
        if (number->digits[i] == '.') continue;
        if (__builtin_mul_overflow(*word, 10, word) || __builtin_add_overflow(*word, number->digits[i] - '0', word))
            return false;
    }
    return true;
}

static bool power_of_ten_as_word(int64_t exponent, int64_t *power) {
    if (exponent > 18) return false;
    *power = 1;
    for (int64_t i = 0; i < exponent; i++) *power *= 10;
    return true;
}

static nh_rat value_of(nh_arena *arena, const decimal *number) {
    int64_t exponent = number->exponent, word, scale;
    if (number->count == 0) return nh_rat_int(0);
    if (!digits_as_word(number, &word) || !power_of_ten_as_word(exponent < 0 ? -exponent : exponent, &scale))
        return nh_big_read(arena, number->digits, number->count, exponent);
    if (exponent < 0) return nh_rat_make(word, scale);
    return nh_rat_mul(arena, nh_rat_int(word), nh_rat_int(scale));
}

size_t nh_rat_read(nh_arena *arena, const char *text, size_t length, nh_rat *value) {
    size_t whole = skip_digits(text, length, 0), end = whole;
    if (whole == 0) return 0;
    if (end < length && text[end] == '.' && is_digit(text, length, end + 1)) end = skip_digits(text, length, end + 1);
    decimal number = {.digits = text, .count = end};
    int64_t exponent = 0;
    size_t behind = read_exponent(text, length, end, &exponent);
    number.exponent = exponent - (end > whole ? (int64_t)(end - whole - 1) : 0);
    trim_zeros(&number);
    *value = value_of(arena, &number);
    return behind;
}

const char *nh_rat_text(nh_arena *arena, nh_rat a) {
    if (a.den == 0) return nh_big_text(arena, a);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%lld", (long long)a.num);
    if (a.den != 1) nh_text_format(&text, "/%lld", (long long)a.den);
    return nh_text_string(&text);
}

/* a = digits / 10^places with as few places as there can be. */
static bool as_decimal(nh_rat a, int64_t *digits, int *places) {
    if (a.den <= 1) return false;
    int64_t scale = 1;
    for (*places = 0; scale % a.den != 0; ++*places)
        if (*places == 18 || __builtin_mul_overflow(scale, 10, &scale)) return false;
    return !__builtin_mul_overflow(a.num, scale / a.den, digits);
}

const char *nh_rat_decimal(nh_arena *arena, nh_rat a) {
    enum { ZEROS_MOST = 3 }; /* after the point, before it is written with an exponent */
    int64_t digits;
    int places;
    if (!as_decimal(a, &digits, &places)) return NULL;
    nh_text all = nh_text_begin(arena), text = nh_text_begin(arena);
    nh_text_format(&all, "%llu", digits < 0 ? 0 - (unsigned long long)digits : (unsigned long long)digits);
    int count = (int)all.length, whole = count - places;
    if (digits < 0) nh_text_add(&text, "-");
    if (whole > 0) {
        nh_text_format(&text, "%.*s.%s", whole, all.bytes, all.bytes + whole);
    } else if (whole >= -ZEROS_MOST) {
        nh_text_format(&text, "0.%.*s%s", -whole, "000", nh_text_string(&all));
    } else {
        nh_text_format(&text, "%.1s%s%se%d", all.bytes, count > 1 ? "." : "", all.bytes + 1, whole - 1);
    }
    return nh_text_string(&text);
}
