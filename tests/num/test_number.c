/* Doubles as text: shortest against all shorter candidates, fixed digits against printf, reading against strtod.
 *
 * The C library is the judge, through a locale object of its own, so that the same tests run under locales whose
 * decimal mark is no point: a comma, and one of two bytes as in Pashto. */
#include "num/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

enum { EXACT = 1200 }; /* bytes that hold any double, written out exactly */

/* ---- the C library in the C locale ---- */

static locale_t c_locale;

static size_t c_printf(char *buffer, size_t size, const char *format, int digits, double value) {
    locale_t old = uselocale(c_locale);
    int length = snprintf(buffer, size, format, digits, value);
    uselocale(old);
    assert_in_range(length, 1, size - 1);
    return (size_t)length;
}

static double c_read(const char *text, size_t *length) {
    char *end;
    locale_t old = uselocale(c_locale);
    double value = strtod(text, &end);
    uselocale(old);
    if (length != NULL) *length = (size_t)(end - text);
    return value;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_same(double a, double b, const char *text) {
    if (bits_of(a) == bits_of(b) || (isnan(a) && isnan(b))) return;
    fail_msg("%.17g is not %.17g, for %.80s", a, b, text);
}

/* ---- numbers to try ---- */

static double random_corner(nh_random *random) {
    static const double corners[] = {
        5e-324,
        DBL_MIN,
        DBL_MAX,
        1e23,
        9007199254740993.0,
        1e22,
        1e21,
        9.5e-5,
        0.0001,
        1e-5,
        1e16,
        1e17,
        1e15,
        123456,
        0.1,
        0.3,
        2.0 / 3,
        5e-320,
        1,
        2,
        10,
        99999,
        0.5,
        1e300,
        4.35e-9,
        8.5e17,
        9.999e22,
        4503599627370496.5,
        2.2250738585072011e-308,
        1.7976931348623155e308,
    };
    double value = corners[nh_random_below(random, sizeof corners / sizeof corners[0])];
    int64_t steps = nh_random_between(random, -2, 2);
    for (; steps > 0 && value < DBL_MAX; steps--) value = nextafter(value, INFINITY);
    for (; steps < 0; steps++) value = nextafter(value, 0);
    return value;
}

/* Finite, of any sign; often where shortest digits are hard: powers of two and ten and their neighbours, subnormals. */
static double random_double(nh_random *random) {
    double value;
    switch (nh_random_below(random, 7)) {
        case 0: value = random_corner(random); break;
        case 1: value = ldexp(1, (int)nh_random_between(random, -1074, 1023)); break;
        case 2: value = pow(10, (double)nh_random_between(random, -323, 308)); break;
        case 3: value = from_bits(nh_random_below(random, UINT64_C(1) << nh_random_between(random, 1, 53))); break;
        case 4: value = (double)nh_random_between(random, -1000000, 1000000) / 1000; break;
        case 5: value = nh_random_normal(random); break;
        default:
            do value = from_bits(nh_random_u64(random));
            while (!isfinite(value));
    }
    if (nh_random_below(random, 4) == 0) value = nextafter(value, nh_random_below(random, 2) ? 0 : 2 * value);
    if (!isfinite(value)) value = DBL_MAX;
    return nh_random_below(random, 4) == 0 ? -value : value;
}

/* ---- printing ---- */

/* How many significant digits the text shows. */
static int digits_shown(const char *text) {
    int shown = 0, zeros = 0;
    for (const char *at = text; *at != '\0' && *at != 'e'; at++) {
        if (*at < '0' || *at > '9' || (shown == 0 && *at == '0')) continue;
        zeros = *at == '0' ? zeros + 1 : 0;
        shown++;
    }
    return shown - zeros;
}

/* Adds one in the last place of the digits, which occur in front of an "e". */
static void add_one(char *text, int count) {
    for (int i = count; i >= 0; i--) {
        if (text[i] == '.') continue;
        if (text[i] != '9') {
            text[i]++;
            return;
        }
        text[i] = '0';
    }
}

/* Whether some decimal with this many digits reads back. Those that do lie in an interval around the value, so that it
 * is enough to try the two neighbours of its exact expansion. */
static bool some_reads_back(double value, const char *exact, int count) {
    char below[64], above[64];
    const char *exponent = strchr(exact, 'e');
    int length = count > 1 ? count + 1 : 1; /* with the point */
    /* a zero in front takes the carry of 9.99 */
    snprintf(below, sizeof below, "0%.*s%s", length, exact, exponent);
    memcpy(above, below, sizeof above);
    add_one(above, length);
    return c_read(below, NULL) == fabs(value) || c_read(above, NULL) == fabs(value);
}

static void check_shortest(double value) {
    char text[NH_NUMBER_SIZE], exact[EXACT], plain[64];
    size_t length = nh_number_shortest(text, value), read;
    assert_int_equal(length, strlen(text));
    assert_true(length < NH_NUMBER_SIZE);
    assert_same(c_read(text, &read), value, text);
    assert_int_equal(read, length);
    double back;
    assert_int_equal(nh_number_read(text, length, &back), length);
    assert_same(back, value, text);
    int shown = digits_shown(text);
    c_printf(exact, sizeof exact, "%.*e", 1100, fabs(value));
    for (int count = 1; count < shown; count++)
        if (some_reads_back(value, exact, count)) fail_msg("%s: %d digits are enough", text, count);
    /* a shorter decimal is the one that %g shows with 15 digits, if that is not in another notation */
    if (shown > 15) return;
    c_printf(plain, sizeof plain, "%.*g", 15, value);
    if (strchr(plain, 'e') == NULL) assert_string_equal(text, plain);
}

static void check_digits(double value, int digits) {
    char text[NH_NUMBER_SIZE], expected[64];
    size_t length = nh_number_digits(text, value, digits);
    assert_int_equal(length, c_printf(expected, sizeof expected, "%.*g", digits, value));
    assert_string_equal(text, expected);
    if (digits < 17) return;
    assert_same(c_read(text, NULL), value, text);
}

static void all_shortest(int count) {
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < count; i++) check_shortest(random_double(&random));
    for (int e = -1074; e <= 1023; e++) check_shortest(ldexp(1, e));
    for (int e = -323; e <= 308; e++) check_shortest(pow(10, e));
}

static void all_digits(int count) {
    nh_random random = nh_random_make(test_seed(), 2);
    for (int i = 0; i < count; i++) check_digits(random_double(&random), (int)nh_random_between(&random, 1, 17));
    for (int digits = 1; digits <= 17; digits++)
        for (int e = -30; e <= 30; e++) {
            check_digits(pow(10, e), digits);
            check_digits(9.9999999999999999 * pow(10, e), digits);
            check_digits(9.5 * pow(10, e), digits);
        }
}

static const struct {
    double value;
    const char *text;
} printed[] = {
    {0, "0"},
    {-0.0, "-0"},
    {1, "1"},
    {0.1, "0.1"},
    {-2.5, "-2.5"},
    {100, "100"},
    {1e16, "10000000000000000"},
    {1e17, "1e+17"},
    {0.0001, "0.0001"},
    {0.00001, "1e-05"},
    {1e23, "1e+23"},
    {1e300, "1e+300"},
    {5e-324, "5e-324"},
    {9007199254740993.0, "9007199254740992"},
    {DBL_MAX, "1.7976931348623157e+308"},
    {DBL_MIN, "2.2250738585072014e-308"},
    {2e-44, "2e-44"},
    {9.5367431640625e-07, "9.5367431640625e-07"},
    {INFINITY, "inf"},
    {-INFINITY, "-inf"},
    {NAN, "nan"},
};

static void all_fixed(void) {
    char text[NH_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        assert_int_equal(nh_number_shortest(text, printed[i].value), strlen(printed[i].text));
        assert_string_equal(text, printed[i].text);
    }
    assert_int_equal(nh_number_shortest(text, -NAN), 3);
    assert_string_equal(text, "nan");
    assert_int_equal(nh_number_digits(text, NAN, 5), 3);
    assert_int_equal(nh_number_digits(text, -INFINITY, 5), 4);
    assert_string_equal(text, "-inf");
    assert_int_equal(nh_number_digits(text, -0.0, 17), 2);
}

/* ---- reading ---- */

/* The text must be one that strtod reads as a decimal; it occurs in the middle of other bytes. */
static void check_read(const char *text, size_t length) {
    char *inside = malloc(length + 2); /* no NUL after it: only the length says where the text ends */
    assert_non_null(inside);
    memcpy(inside, text, length);
    inside[length] = '7';
    inside[length + 1] = '7';
    double value = -7;
    size_t expected;
    double right = c_read(text, &expected);
    size_t read = nh_number_read(inside, length, &value);
    assert_int_equal(read, expected);
    if (read > 0) assert_same(value, right, text);
    else assert_same(value, -7, text);
    free(inside);
}

/* Digits with now and then a point, an exponent, a sign, or something else. */
static void random_number_text(nh_random *random, char *text, size_t size) {
    static const char letters[] = "0000111599999.....eeE+--";
    size_t length = nh_random_below(random, 8) == 0 ? nh_random_below(random, size - 1) : nh_random_below(random, 24);
    bool many_digits = nh_random_below(random, 2);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[nh_random_below(random, many_digits && i % 16 != 3 ? 13 : sizeof letters - 1)];
    text[length] = '\0';
}

/* An exponent of a moderate size, so that results are finite. */
static void random_decimal_text(nh_random *random, char *text, size_t size) {
    size_t length = 1 + nh_random_below(random, size - 32), point = nh_random_below(random, 2 * length);
    for (size_t i = 0; i < length; i++) text[i] = (char)('0' + nh_random_below(random, 10));
    if (point < length) text[point] = '.';
    int64_t exponent = nh_random_between(random, -330, 310) - (int64_t)(point < length ? point : length);
    snprintf(text + length, 32, "e%+lld", (long long)exponent);
}

/* The middle between a double and the next, written out exactly, and what lies a trifle above and below it. */
static void check_tie(nh_random *random) {
    char text[EXACT + 40];
    double low = fabs(random_double(random));
    if (low >= DBL_MAX) low = nextafter(DBL_MAX, 0);
    long double middle = ((long double)low + (long double)nextafter(low, INFINITY)) / 2;
    locale_t old = uselocale(c_locale);
    snprintf(text, sizeof text, "%.*Le", 1100, middle);
    uselocale(old);
    check_read(text, strlen(text));
    char *exponent = strchr(text, 'e'), saved[16];
    strcpy(saved, exponent);
    snprintf(exponent, 32, "1%s", saved);
    check_read(text, strlen(text));
    double above;
    nh_number_read(text, strlen(text), &above);
    assert_same(above, nextafter(low, INFINITY), text);
    char *last = exponent; /* subtract one in the last place */
    *last = '0';
    while (*last == '0' || *last == '.') {
        if (*last == '0') *last = '9';
        last--;
    }
    --*last;
    check_read(text, strlen(text));
    double below;
    nh_number_read(text, strlen(text), &below);
    assert_same(below, low, text);
}

static const char *const readable[] = {
    "1",
    "12",
    "0.1",
    "1e-3",
    "2.5E+10",
    "1.",
    ".5",
    ".",
    "",
    "-",
    "+",
    "-1",
    "+1",
    "1e",
    "1e+",
    "1e-",
    "1.e5",
    ".5e1",
    ".e1",
    "1..5",
    "1e5.5",
    "--1",
    "-.5",
    "00012",
    "0",
    "-0",
    "0e9",
    "0.0",
    "1e99999",
    "1e-9999",
    "1E400",
    "e5",
    "abc",
    "1,5",
    "5e-324",
    "2e-324",
    "3e-324",
    "1e308",
    "2e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "9007199254740993",
    "1e23",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "0e99999999999999999999",
    "123456789012345678901234567890",
    "0.000000000000000000000000000001",
    "inf",
    "-inf",
    "nan",
    "+nan",
};

static void all_reading(int count) {
    char text[EXACT];
    nh_random random = nh_random_make(test_seed(), 3);
    for (size_t i = 0; i < sizeof readable / sizeof readable[0]; i++) check_read(readable[i], strlen(readable[i]));
    for (int i = 0; i < count; i++) {
        random_number_text(&random, text, sizeof text);
        check_read(text, strlen(text));
        random_decimal_text(&random, text, nh_random_below(&random, 8) == 0 ? sizeof text : 60);
        check_read(text, strlen(text));
        if (i % 8 == 0) check_tie(&random);
    }
}

/* Zeros in front, after the point and in the exponent that cancel each other, a million of them. */
static void all_long_reading(void) {
    enum { ZEROS = 1000000 };
    char *text = malloc(ZEROS + 64);
    assert_non_null(text);
    double value = 0;
    memset(text, '0', ZEROS);
    text[0] = '1';
    size_t length = ZEROS + (size_t)snprintf(text + ZEROS, 64, "e-%d", ZEROS - 1);
    assert_int_equal(nh_number_read(text, length, &value), length);
    assert_same(value, 1, "10...0e-n");
    memset(text, '0', ZEROS);
    text[1] = '.';
    length = ZEROS + (size_t)snprintf(text + ZEROS, 64, "25e%d", ZEROS - 1);
    assert_int_equal(nh_number_read(text, length, &value), length);
    assert_same(value, 2.5, "0.0...025en");
    free(text);
}

/* ---- the tests, in one locale after the other ---- */

static void all(int count) {
    all_fixed();
    all_shortest(count);
    all_digits(10 * count);
    all_reading(count);
    all_long_reading();
}

static void test_c_locale(void **state) {
    (void)state;
    all(test_count(2500));
}

/* A folder for locales that this test makes; removed after each test. */
static char folder[] = "/tmp/nonholo-locale-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[64];
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Makes a locale with this decimal mark and enters it; false when the system has not got the means. */
static bool enter_locale(const char *mark, const char *encoding) {
    char path[64], command[192];
    snprintf(path, sizeof path, "%s/source", folder);
    FILE *source = fopen(path, "w");
    assert_non_null(source);
    fprintf(source, "LC_NUMERIC\ndecimal_point \"%s\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n", mark);
    assert_int_equal(fclose(source), 0);
    snprintf(command, sizeof command, "localedef -c -i %s -f %s %s/made >/dev/null 2>&1", path, encoding, folder);
    if (system(command) == -1) return false; /* its own result only says whether there were warnings */
    setenv("LOCPATH", folder, 1);
    return setlocale(LC_NUMERIC, "made") != NULL;
}

static void run_in_locale(const char *mark, const char *encoding, const char *expected) {
    char text[32];
    if (!enter_locale(mark, encoding)) skip();
    snprintf(text, sizeof text, "%.1f", 1.5);
    assert_string_equal(text, expected);
    all(test_count(300));
}

static void test_comma_locale(void **state) {
    (void)state;
    run_in_locale(",", "ANSI_X3.4-1968", "1,5");
}

static void test_long_mark_locale(void **state) {
    (void)state;
    run_in_locale("<U066B>", "UTF-8", "1\u066b5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c_locale),
        cmocka_unit_test_setup_teardown(test_comma_locale, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_long_mark_locale, make_folder, remove_folder),
    };
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    freelocale(c_locale);
    return failed;
}
