/* Rationals as decimal text: exact both ways. */
#include <string.h>

#include "base/protect.h"
#include "base/text.h"
#include "num/rational_private.h"

/* A decimal number taken apart: its digits without the point, and the power of ten that they are to be multiplied with. */
typedef struct decimal {
    nh_text digits;
    int64_t exponent;
} decimal;

static bool is_digit(const char *text, size_t length, size_t at) {
    return at < length && text[at] >= '0' && text[at] <= '9';
}

static size_t skip_digits(const char *text, size_t length, size_t at) {
    while (is_digit(text, length, at)) at++;
    return at;
}

/* An exponent "e-3" at this place; values beyond any use stop counting. Returns the place behind it. */
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

/* Drops zeros that carry nothing: those in front, and those behind, which go into the exponent. */
static void trim(decimal *number, const char **digits, size_t *count) {
    const char *all = nh_text_string(&number->digits);
    size_t first = 0, end = number->digits.length;
    while (first < end && all[first] == '0') first++;
    for (; end > first && all[end - 1] == '0'; end--) number->exponent++;
    *digits = all + first;
    *count = end - first;
}

static bool power_of_ten_word(int64_t exponent, int64_t *power) {
    if (exponent < 0 || exponent > 18) return false;
    *power = 1;
    for (int64_t i = 0; i < exponent; i++) *power *= 10;
    return true;
}

static nh_rat value_of(nh_arena *arena, const char *digits, size_t count, int64_t exponent) {
    if (count == 0) return nh_rat_int(0);
    int64_t scale;
    if (count > 18 || !power_of_ten_word(exponent < 0 ? -exponent : exponent, &scale))
        return nh_big_read(arena, digits, count, exponent);
    int64_t number = 0;
    for (size_t i = 0; i < count; i++) number = 10 * number + (digits[i] - '0');
    if (exponent < 0) return nh_rat_make(number, scale);
    return nh_rat_mul(arena, nh_rat_int(number), nh_rat_int(scale));
}

size_t nh_rat_read(nh_arena *arena, const char *text, size_t length, nh_rat *value) {
    size_t whole = skip_digits(text, length, 0);
    if (whole == 0) return 0;
    nh_arena *scratch = nh_scratch(nh_arena_context(arena));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    decimal number = {.digits = nh_text_begin(scratch)};
    nh_text_add_bytes(&number.digits, text, whole);
    size_t end = whole;
    int64_t exponent = 0;
    if (end < length && text[end] == '.' && is_digit(text, length, end + 1)) {
        end = skip_digits(text, length, end + 1);
        nh_text_add_bytes(&number.digits, text + whole + 1, end - whole - 1);
        number.exponent = -(int64_t)(end - whole - 1);
    }
    end = read_exponent(text, length, end, &exponent);
    number.exponent += exponent;
    const char *digits;
    size_t count;
    trim(&number, &digits, &count);
    *value = value_of(arena, digits, count, number.exponent);
    nh_arena_release(scratch, mark);
    return end;
}

const char *nh_rat_text(nh_arena *arena, nh_rat a) {
    if (a.den == 0) return nh_big_text(arena, a);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%lld", (long long)a.num);
    if (a.den != 1) nh_text_format(&text, "/%lld", (long long)a.den);
    return nh_text_string(&text);
}
