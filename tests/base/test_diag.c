/* Diagnostics that are taken back: those that repeat an earlier one. */
#include "base/diag.h"

#include <string.h>

#include "support.h"

static void say(nh_context *context, nh_severity severity, uint32_t line, const char *sentence) {
    nh_place place = {.file = "a.nh", .line = line, .column = 1, .length = 1};
    nh_remark remark = {.code = "test", .severity = severity, .place = line > 0 ? &place : NULL};
    nh_diag_add(context, &remark, "%s", sentence);
}

PROTECTED_TEST(repeated) {
    static const char *const kept[] = {"once", "again", "same", "once", "here", "new"};
    size_t before = nh_context_diag_count(context);
    say(context, NH_SEVERITY_NOTE, 0, "once");
    say(context, NH_SEVERITY_NOTE, 0, "again");
    say(context, NH_SEVERITY_NOTE, 3, "same");
    size_t first = nh_context_diag_count(context);
    say(context, NH_SEVERITY_WARNING, 0, "once"); /* not of that severity */
    say(context, NH_SEVERITY_NOTE, 3, "same");
    say(context, NH_SEVERITY_ERROR, 0, "here");
    say(context, NH_SEVERITY_NOTE, 0, "again");
    say(context, NH_SEVERITY_ERROR, 0, "here"); /* repeats one of the new ones */
    say(context, NH_SEVERITY_NOTE, 0, "new");
    assert_int_equal(nh_diag_errors(context), 2);
    nh_diag_forget_repeated(context, first);
    assert_int_equal(nh_context_diag_count(context) - before, sizeof kept / sizeof *kept);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_string_equal(nh_context_diag(context, before + i)->sentence, kept[i]);
    assert_int_equal(nh_diag_errors(context), 1);
    say(context, NH_SEVERITY_NOTE, 4, "same"); /* of another place */
    nh_diag_forget_repeated(context, first);
    assert_int_equal(nh_context_diag_count(context) - before, sizeof kept / sizeof *kept + 1);
}

/* What stood there before is left as it is. */
PROTECTED_TEST(earlier_ones_stay) {
    say(context, NH_SEVERITY_NOTE, 0, "a");
    say(context, NH_SEVERITY_NOTE, 0, "a");
    size_t count = nh_context_diag_count(context);
    nh_diag_forget_repeated(context, count);
    assert_int_equal(nh_context_diag_count(context), count);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(repeated), cmocka_unit_test(earlier_ones_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
