/* States from CSV: names in any order and spelling, exact numbers, and what is said about wrong files. */
#include <math.h>
#include <string.h>

#include "truth/eval/state_table.h"

#include "support.h"

static const char *const names[] = {"t", "x", "a[1]", "x'", "a[1]'"};
enum { NAMES = sizeof names / sizeof *names };

static nh_state_table *read_table(nh_arena *arena, const char *text, bool needs_time) {
    nh_state_table_def def = {NAMES, names, needs_time, true};
    return nh_state_table_read(arena, "s.csv", text, strlen(text), &def);
}

/* One state 1, 2, 3, 4, 5, however it is written. */
static const char *const same[] = {
    "t,x,a[1],x',a[1]'\n1,2,3,4,5\n",
    "a[1]',x',a[1],x,t\r\n5,4,3,2,1\r\n",
    "\xEF\xBB\xBFt,x,a[1],x',a[1]'\r1,2,3,4,5",
    "other,t,x,lambda.a,a[1],x',a[1]',E,other\nno,1,2,,3,4,5,\"a,b\",no\n",
    "\"t\",\"x\",\"a[1]\",\"x'\",\"a[1]'\"\n\"1\",\"2\",\"3\",\"4\",\"5\"\n",
    " t , x,a[1] ,\tx',a[1]'\n 1, 2 ,3\t,4,5\n",
    "t,x,a_1,x_d,a_1_d\n1,2,3,4,5\n",
    "t,x,a_1,a[1],x_d,x',a[1]'\n1,2,9,3,9,4,5\n",
    "\n\nt,x,a[1],x',a[1]'\n\n\n1.,+2,3e0,.4E+1,5000e-3\n\n",
    "t,x,a[1],x',a[1]'\n1.00000000000000000000,02,3.,4e-0,0.05e2",
};

PROTECTED_TEST(reads_the_same) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        nh_state_table *table = read_table(arena, same[i], true);
        assert_int_equal(table->states, 1);
        const nh_rat *exact = nh_state_table_exact(table, arena, 0);
        for (size_t k = 0; k < NAMES; k++) {
            assert_true(table->values[k] == (double)(k + 1));
            assert_true(nh_rat_eq(exact[k], nh_rat_int((int64_t)k + 1)));
        }
    }
    assert_int_equal(nh_context_diag_count(context), 0);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(keeps_digits) {
    nh_arena *arena = nh_arena_create(context);
    nh_state_table *table = read_table(arena,
                                       "t,x,a[1],x',a[1]'\n"
                                       "0.10, -0.1,-.25,-1e-400,123456789012345678901234567890\n"
                                       "-0,0,0,0,0\n",
                                       true);
    const nh_rat *exact = nh_state_table_exact(table, arena, 0);
    assert_int_equal(table->states, 2);
    assert_string_equal(table->times[0], "0.10");
    assert_string_equal(table->times[1], "-0");
    assert_true(nh_rat_eq(exact[1], nh_rat_make(-1, 10)));
    assert_true(nh_rat_eq(exact[2], nh_rat_make(-1, 4)));
    assert_true(table->values[3] == 0 && nh_rat_sign(exact[3]) == -1);
    assert_true(nh_rat_bits(exact[3]) > 1300);
    assert_string_equal(nh_rat_text(arena, exact[4]), "123456789012345678901234567890");
    assert_int_equal(table->lines[0], 2);
    assert_int_equal(table->lines[1], 3);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(time_may_be_missing) {
    nh_arena *arena = nh_arena_create(context);
    nh_state_table *table = read_table(arena, "x,a[1],x',a[1]'\n2,3,4,5\n", false);
    assert_true(table->values[0] == 0 && table->values[1] == 2);
    assert_string_equal(table->times[0], "0");
    assert_int_equal(nh_context_diag_count(context), 0); /* nothing depends on it: nothing is to be said */
    nh_arena_destroy(arena);
}

PROTECTED_TEST(no_states) {
    nh_arena *arena = nh_arena_create(context);
    assert_int_equal(read_table(arena, "t,x,a[1],x',a[1]'\n", true)->states, 0);
    nh_arena_destroy(arena);
}

/* ---- errors ---- */

typedef struct refusal {
    const char *text;
    uint32_t line, column;
    const char *sentence;
} refusal;

static const refusal bad[] = {
    {"", 1, 1, "the file is empty"},
    {"\n\r\n", 1, 1, "the file is empty"},
    {"\xEF\xBB\xBF", 1, 1, "the file is empty"},
    {"t,x,a[1],x'\n", 1, 1, "there is no column 'a[1]''"},
    {"x,a[1],x',a[1]'\n", 1, 1, "there is no column 't'"},
    {"t,x,a[1],x',a[1]\xE2\x80\x99\n", 1, 1, "there is no column 'a[1]'', did you mean 'a[1]\xE2\x80\x99'?"},
    {"t,x,a[1],x',a[2]'\n", 1, 1, "there is no column 'a[1]'', did you mean 'a[2]''?"},
    {"t,x,a[1],x',a[1]',x\n", 1, 19, "there are two columns 'x'"},
    {"t,x,a[1],x',a[1]'\n1,2,3,4\n", 2, 1, "this row has 4 fields, not 5 like the first line"},
    {"t,x,a[1],x',a[1]'\n1,2,3,4,5\n1,2,3,4,5,\n", 3, 1, "this row has 6 fields, not 5 like the first line"},
    {"t,x,a[1],x',a[1]'\n7\n", 2, 1, "this row has 1 field, not 5 like the first line"},
    {"t,x,a[1],x',a[1]'\n1,2,3,4,five\n", 2, 9, "'five' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,2,3,4,5x\n", 2, 9, "'5x' is not a number"},
    {"t,x,a[1],x',a[1]'\n1, 2 3,3,4,5\n", 2, 4, "'2 3' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,,3,4,5\n", 2, 3, "expected a number, found an empty field"},
    {"t,x,a[1],x',a[1]'\n1,nan,3,4,5\n", 2, 3, "'nan' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,-inf,3,4,5\n", 2, 3, "'-inf' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,-,3,4,5\n", 2, 3, "'-' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,1/2,3,4,5\n", 2, 3, "'1/2' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,2;3,3,4,5\n", 2, 3, "'2;3' is not a number"},
    {"t,x,a[1],x',a[1]'\n1,1e400,3,4,5\n", 2, 3, "'1e400' is too large"},
    {"t,x,a[1],x',a[1]'\n1,1e-99999,3,4,5\n", 2, 3, "'1e-99999' has too many digits, or an exponent beyond 10000"},
    {"t,x,a[1],x',a[1]'\n1,\"2,3,4,5\n", 2, 3, "missing closing quote"},
};

static void read_bad(nh_context *context, void *argument) {
    read_table(nh_arena_create(context), ((const refusal *)argument)->text, true);
}

static void refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        nh_context *context = test_context();
        assert_int_equal(test_protect(context, read_bad, (void *)&bad[i]), NH_E_IO);
        const nh_diag *diag = nh_context_diag(context, 0);
        if (diag->line != bad[i].line || diag->column != bad[i].column || strcmp(diag->sentence, bad[i].sentence) != 0)
            fail_msg("%s\n%u:%u: %s", bad[i].text, diag->line, diag->column, diag->sentence);
        nh_context_destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_the_same), cmocka_unit_test(keeps_digits),
                                       cmocka_unit_test(time_may_be_missing), cmocka_unit_test(no_states),
                                       cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
