/* Characters: decoding against a naive decoder on all and on random bytes, kinds, normal forms. */
#include "base/text/utf8.h"

#include <string.h>

#include "support.h"

/* The decoder as the table of RFC 3629 says it: 0 when the bytes begin with no character. */
static size_t naive_decode(const unsigned char *b, size_t length, uint32_t *code) {
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        size_t bytes;
    } rows[] = {
        {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows && length > 0; r++) {
        if (b[0] < rows[r].first_low || b[0] > rows[r].first_high) continue;
        if (rows[r].bytes > length) return 0;
        uint32_t value = rows[r].bytes == 1 ? b[0] : b[0] & (0x7FU >> rows[r].bytes);
        for (size_t i = 1; i < rows[r].bytes; i++) {
            unsigned char low = i == 1 ? rows[r].second_low : 0x80, high = i == 1 ? rows[r].second_high : 0xBF;
            if (b[i] < low || b[i] > high) return 0;
            value = value << 6 | (b[i] & 0x3FU);
        }
        *code = value;
        return rows[r].bytes;
    }
    return 0;
}

static void check_decoding(const unsigned char *bytes, size_t length) {
    uint32_t expected = 0, found = 0;
    size_t used = naive_decode(bytes, length, &expected);
    assert_int_equal(nh_utf8_decode((const char *)bytes, length, &found), used);
    if (used > 0) assert_int_equal(found, expected);
}

static void decodes_as_the_standard_says(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 1);
    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++) {
            unsigned char bytes[4] = {(unsigned char)first, (unsigned char)second, 0x80, 0xBF};
            for (size_t length = 0; length <= 4; length++) check_decoding(bytes, length);
        }
    for (int i = test_count(100000); i > 0; i--) {
        uint64_t bits = nh_random_u64(&random);
        unsigned char bytes[4];
        for (int k = 0; k < 4; k++) {
            bytes[k] = (unsigned char)(bits >> 8 * k);
            if ((bits >> (32 + k) & 1) != 0) bytes[k] = (unsigned char)(0x80 | (bytes[k] & 0x3F));
        }
        check_decoding(bytes, 1 + bits / 7 % 4);
    }
}

static void encodes_what_it_decodes(void **state) {
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code += code < 0x3000 ? 1 : 7) {
        if (code >= 0xD800 && code <= 0xDFFF) continue;
        char bytes[NH_UTF8_MAX];
        uint32_t back;
        size_t length = nh_utf8_encode(code, bytes);
        assert_int_equal(nh_utf8_decode(bytes, length, &back), length);
        assert_int_equal(back, code);
        assert_int_equal(nh_utf8_count(bytes, length), 1);
    }
    assert_int_equal(nh_utf8_count("a\xCE\xB8\xFF\xE2\x82", 6), 5);
    assert_int_equal(nh_utf8_count("", 0), 0);
}

static void kinds(void **state) {
    (void)state;
    static const uint32_t letters[] = {'a', 'Z', 0xE4, 0x3B8, 0x416, 0x5D0, 0x627, 0x4E2D, 0x1D465, 0xB5, 0x207F};
    static const uint32_t others[] = {'0', '_', ' ', '+', 0, 0xB2, 0x2212, 0x660, 0x301, 0x1F600, 0x10FFFF};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) assert_true(nh_utf8_is_letter(letters[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_false(nh_utf8_is_letter(others[i]));
    assert_true(nh_utf8_is_digit('7') && nh_utf8_is_digit(0x661) && !nh_utf8_is_digit(0xB2) && !nh_utf8_is_digit('a'));
    assert_true(nh_utf8_is_mark(0x307) && nh_utf8_is_mark(0x93E) && !nh_utf8_is_mark('x'));
    assert_true(nh_utf8_is_space(' ') && nh_utf8_is_space('\t') && nh_utf8_is_space(0xA0) && nh_utf8_is_space(0x2009));
    assert_false(nh_utf8_is_space('\n') || nh_utf8_is_space('\r') || nh_utf8_is_space(0x200B));
    static const uint32_t controls[] = {0, 7, 0x7F, 0x85, 0x200B, 0x2028, 0x202E, 0xFEFF};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) assert_true(nh_utf8_is_control(controls[i]));
    assert_false(nh_utf8_is_control('x') || nh_utf8_is_control(' ') || nh_utf8_is_control(0x3B8));
}

static void columns(void **state) {
    (void)state;
    assert_true(nh_utf8_width('x') == 1 && nh_utf8_width(0x3B8) == 1 && nh_utf8_width(0x65E5) == 2 &&
                nh_utf8_width(0x301) == 0);
    assert_int_equal(nh_utf8_columns(""), 0);
    assert_int_equal(nh_utf8_columns("x = \u03b8"), 5);
    assert_int_equal(nh_utf8_columns("\u65e5e\u0301"), 3);
    assert_int_equal(nh_utf8_columns("a\xFF\xE6"), 3); /* a byte that belongs to no character takes one */
}

static void marks_come_off(void **state) {
    (void)state;
    uint32_t letter = 0, mark = 0;
    assert_true(nh_utf8_take_mark(0x1E8B, &letter, &mark)); /* x with a dot */
    assert_int_equal(letter, 'x');
    assert_int_equal(mark, 0x307);
    assert_true(nh_utf8_take_mark(0x1E69, &letter, &mark)); /* s with a dot below and one above: the upper comes off */
    assert_int_equal(letter, 0x1E63);
    assert_int_equal(mark, 0x307);
    assert_false(nh_utf8_take_mark('x', &letter, &mark));
    assert_false(nh_utf8_take_mark(0x3B8, &letter, &mark));
    assert_false(nh_utf8_take_mark(0xAC00, &letter, &mark)); /* a Hangul syllable has parts, not marks */
}

static void check_nfc(nh_context *context, const char *text, const char *expected) {
    size_t length;
    nh_arena *arenas[] = {nh_arena_create(context), nh_scratch(context)};
    for (int i = 0; i < 2; i++) {
        const char *found = nh_utf8_nfc(arenas[i], text, strlen(text), &length);
        assert_string_equal(found, expected);
        assert_int_equal(length, strlen(expected));
    }
    nh_arena_destroy(arenas[0]);
}

PROTECTED_TEST(normal_forms) {
    nh_arena_mark mark = nh_arena_mark_here(nh_scratch(context));
    check_nfc(context, "", "");
    check_nfc(context, "plain_1", "plain_1");
    check_nfc(context, "x\xCC\x87", "\xE1\xBA\x8B");                 /* x, dot above */
    check_nfc(context, "\xCE\xB8\xCC\x87", "\xCE\xB8\xCC\x87");      /* theta, dot above: there is no such letter */
    check_nfc(context, "\xE2\x84\xA6", "\xCE\xA9");                  /* the ohm sign is Omega */
    check_nfc(context, "a\xCC\x81\xCC\xA3", "\xE1\xBA\xA1\xCC\x81"); /* acute, dot below: in their order */
    check_nfc(context, "\xE1\x84\x80\xE1\x85\xA1", "\xEA\xB0\x80");  /* Hangul */
    check_nfc(context, "\xC2\xB5", "\xC2\xB5");                      /* micro has only a compatible form */
    nh_arena_release(nh_scratch(context), mark);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_as_the_standard_says),
        cmocka_unit_test(encodes_what_it_decodes),
        cmocka_unit_test(kinds),
        cmocka_unit_test(columns),
        cmocka_unit_test(marks_come_off),
        cmocka_unit_test(normal_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
