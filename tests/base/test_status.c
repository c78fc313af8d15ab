/* The table of statuses: complete, and with the numbers that programs were compiled with. */
#include <nonholo/status.h>

#include <ctype.h>
#include <string.h>

#include "support.h"

/* ORDER STATUS: the numbers are part of the binary interface, so they are written out once more here. */
static const struct {
    nh_status status;
    int number;
    const char *name;
} expected[] = {
    {NH_OK, 0, "NH_OK"},
    {NH_E_MODEL, 1, "NH_E_MODEL"},
    {NH_E_USAGE, 2, "NH_E_USAGE"},
    {NH_E_NUMERIC, 3, "NH_E_NUMERIC"},
    {NH_E_IO, 4, "NH_E_IO"},
    {NH_E_MEMORY, 5, "NH_E_MEMORY"},
    {NH_E_LIMIT, 6, "NH_E_LIMIT"},
    {NH_E_UNSUPPORTED, 7, "NH_E_UNSUPPORTED"},
    {NH_E_INTERNAL, 8, "NH_E_INTERNAL"},
    {NH_E_INTERRUPT, 9, "NH_E_INTERRUPT"},
    {NH_E_HYPOTHESIS, 10, "NH_E_HYPOTHESIS"},
};

enum { COUNT = sizeof expected / sizeof *expected };

static void numbers_and_names(void **state) {
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(expected[i].number, i);
        assert_int_equal(expected[i].status, expected[i].number);
        assert_string_equal(nh_status_name(expected[i].status), expected[i].name);
    }
}

static void sentences(void **state) {
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        const char *text = nh_status_text(expected[i].status);
        assert_true(strlen(text) > 3 && islower((unsigned char)text[0]));
        assert_int_not_equal(text[strlen(text) - 1], '.');
        for (int j = 0; j < i; j++) assert_string_not_equal(text, nh_status_text(expected[j].status));
    }
    assert_string_equal(nh_status_text(NH_E_MEMORY), "out of memory");
}

/* Also says when the list above lacks a status. */
static void no_statuses(void **state) {
    (void)state;
    const int numbers[] = {COUNT, COUNT + 1, 1000, 0x7fffffff, -1, -0x7fffffff - 1};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_string_equal(nh_status_name((nh_status)numbers[i]), "NH_STATUS_INVALID");
        assert_true(strlen(nh_status_text((nh_status)numbers[i])) > 0);
    }
}

static void truths(void **state) {
    (void)state;
    assert_int_equal(NH_NO, 0);
    assert_int_equal(NH_YES, 1);
    assert_int_equal(NH_UNKNOWN, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_names),
        cmocka_unit_test(sentences),
        cmocka_unit_test(no_statuses),
        cmocka_unit_test(truths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
