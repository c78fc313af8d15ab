/* Doubles as text and back.
 *
 * printf and strtod round correctly but follow the locale in their decimal mark. So digits are taken from "%.*e",
 * where the mark occurs in a known place and is skipped, and are read back as an integer with an exponent, "314e-2",
 * which has no mark at all. */
#include "num/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"

enum { MOST_DIGITS = 17 };

/* A positive finite double as d1 d2 ... dn * 10^(exponent - n + 1). */
typedef struct decimal {
    char digits[MOST_DIGITS + 1];
    int count;
    int exponent; /* of the first digit */
} decimal;

static decimal round_to(double value, int count) {
    char text[64];
    decimal number = {.count = 0};
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    const char *at = text;
    for (; *at != 'e'; at++)
        if (*at >= '0' && *at <= '9') number.digits[number.count++] = *at;
    number.exponent = (int)strtol(at + 1, NULL, 10);
    return number;
}

static double value_of(const decimal *number) {
    char text[64];
    snprintf(text, sizeof text, "%.*se%d", number->count, number->digits, number->exponent - number->count + 1);
    return strtod(text, NULL);
}

static void drop_zeros(decimal *number) {
    while (number->count > 1 && number->digits[number->count - 1] == '0') number->count--;
}

/* Adds one in the last place; a carry out of the first digit makes it 1000.. with the next exponent. */
static decimal next_up(decimal number) {
    int i = number.count - 1;
    while (i >= 0 && number.digits[i] == '9') number.digits[i--] = '0';
    if (i >= 0) {
        number.digits[i]++;
    } else {
        number.digits[0] = '1';
        number.exponent++;
    }
    return number;
}

/* With this many digits, a decimal that reads back: the nearest one, or the next above, which counts at powers of two
 * because the gap between doubles above is twice the one below. */
static bool reads_back(double value, int count, decimal *number) {
    *number = round_to(value, count);
    if (value_of(number) == value) return true;
    *number = next_up(*number);
    return value_of(number) == value;
}

/* Up to 15 digits determine a normal double, so that one try with 15 finds all shorter ones; a
 * subnormal one has fewer. */
static decimal shortest_decimal(double value) {
    decimal number;
    int first = value < 2.2250738585072014e-308 ? 1 : 15;
    for (int count = first; !reads_back(value, count, &number); count++) NH_ASSERT(count < MOST_DIGITS);
    drop_zeros(&number);
    return number;
}

typedef struct sink {
    char *buffer;
    size_t length;
} sink;

static void put_bytes(sink *to, const char *bytes, int count) {
    memcpy(to->buffer + to->length, bytes, (size_t)count);
    to->length += (size_t)count;
}

static void put_zeros(sink *to, int count) {
    for (int i = 0; i < count; i++) put_bytes(to, "0", 1);
}

static void put_scientific(sink *to, const decimal *number) {
    char exponent[8];
    put_bytes(to, number->digits, 1);
    if (number->count > 1) put_bytes(to, ".", 1);
    put_bytes(to, number->digits + 1, number->count - 1);
    int length = snprintf(exponent, sizeof exponent, "e%+03d", number->exponent);
    put_bytes(to, exponent, length);
}

static void put_plain(sink *to, const decimal *number) {
    int whole = number->exponent + 1; /* digits before the point */
    if (whole <= 0) {
        put_bytes(to, "0.", 2);
        put_zeros(to, -whole);
        put_bytes(to, number->digits, number->count);
    } else if (whole >= number->count) {
        put_bytes(to, number->digits, number->count);
        put_zeros(to, whole - number->count);
    } else {
        put_bytes(to, number->digits, whole);
        put_bytes(to, ".", 1);
        put_bytes(to, number->digits + whole, number->count - whole);
    }
}

/* What every printer shares: sign, zero, what is not a number, and the choice between the two notations. */
static size_t print_decimal(char *buffer, double value, const decimal *number, int precision) {
    sink to = {buffer, 0};
    if (signbit(value) && !isnan(value)) put_bytes(&to, "-", 1);
    if (isnan(value)) put_bytes(&to, "nan", 3);
    else if (isinf(value)) put_bytes(&to, "inf", 3);
    else if (value == 0) put_bytes(&to, "0", 1);
    else if (number->exponent < -4 || number->exponent >= precision) put_scientific(&to, number);
    else put_plain(&to, number);
    buffer[to.length] = '\0';
    return to.length;
}

static bool has_digits(double value) {
    return isfinite(value) && value != 0;
}

size_t nh_number_shortest(char *buffer, double value) {
    decimal number = {.count = 0};
    if (has_digits(value)) number = shortest_decimal(fabs(value));
    return print_decimal(buffer, value, &number, MOST_DIGITS);
}

size_t nh_number_digits(char *buffer, double value, int digits) {
    NH_ASSERT(digits >= 1 && digits <= MOST_DIGITS);
    decimal number = {.count = 0};
    if (has_digits(value)) number = round_to(fabs(value), digits);
    if (number.count > 0) drop_zeros(&number);
    return print_decimal(buffer, value, &number, digits);
}

static bool starts_with(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && memcmp(text, word, size) == 0;
}

static size_t digits_at(const char *text, size_t length, size_t at) {
    size_t end = at;
    while (end < length && text[end] >= '0' && text[end] <= '9') end++;
    return end - at;
}

enum {
    KEPT_DIGITS = 800
}; /* more than the longest tie between two doubles has; the rest only matters as "there is more" */

/* The digits of a number without its mark, as text for strtod: leading zeros dropped, the tail
 * replaced by one digit. */
typedef struct digit_reader {
    char digits[KEPT_DIGITS + 64];
    int count;
    long long exponent;
} digit_reader;

static void collect_digits(digit_reader *number, const char *text, size_t count, bool behind_point) {
    for (size_t i = 0; i < count; i++) {
        bool leading = number->count == 0 && text[i] == '0';
        bool kept = number->count < KEPT_DIGITS;
        if (!leading && kept) number->digits[number->count++] = text[i];
        else if (!leading && text[i] != '0') number->digits[KEPT_DIGITS - 1] = '1';
        if (behind_point && kept) number->exponent--; /* a leading zero counts as kept */
        if (!behind_point && !leading && !kept) number->exponent++;
    }
}

static size_t read_exponent(const char *text, size_t length, size_t at, long long *exponent) {
    if (at >= length || (text[at] != 'e' && text[at] != 'E')) return at;
    size_t first = at + 1;
    bool negative = first < length && text[first] == '-';
    if (first < length && (text[first] == '-' || text[first] == '+')) first++;
    size_t count = digits_at(text, length, first);
    if (count == 0) return at;
    long long value = 0;
    for (size_t i = first; i < first + count; i++)
        if (value < 1000000000) value = 10 * value + (text[i] - '0');
    *exponent += negative ? -value : value;
    return first + count;
}

static double value_read(digit_reader *number) {
    if (number->count == 0) return 0;
    long long exponent = number->exponent > 99999 ? 99999 : number->exponent < -99999 ? -99999 : number->exponent;
    snprintf(number->digits + number->count, 64, "e%lld", exponent);
    return strtod(number->digits, NULL);
}

/* An unsigned decimal number at this place; returns the place after it, or `at` when there is none. */
static size_t read_decimal(const char *text, size_t length, size_t at, double *value) {
    digit_reader number = {.count = 0};
    size_t whole = digits_at(text, length, at), part = 0;
    if (at + whole < length && text[at + whole] == '.') part = digits_at(text, length, at + whole + 1);
    if (whole + part == 0) return at;
    collect_digits(&number, text + at, whole, false);
    if (part > 0) collect_digits(&number, text + at + whole + 1, part, true);
    size_t end = at + whole + (at + whole < length && text[at + whole] == '.' ? 1 + part : 0);
    end = read_exponent(text, length, end, &number.exponent);
    *value = value_read(&number);
    return end;
}

size_t nh_number_read(const char *text, size_t length, double *value) {
    size_t at = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    bool negative = at > 0 && text[0] == '-';
    size_t end = at + 3;
    double size = 0;
    if (starts_with(text + at, length - at, "nan")) size = NAN;
    else if (starts_with(text + at, length - at, "inf")) size = INFINITY;
    else end = read_decimal(text, length, at, &size);
    if (end == at) return 0;
    *value = negative ? -size : size;
    return end;
}
