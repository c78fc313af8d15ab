/* Text: the showcase, and that every expression is read back as the same one. */
#include "expr/print/print.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

#include "printing.h"
#include "showcase.h"

#ifdef __SANITIZE_ADDRESS__ /* ten times slower: a part will do */
enum { PART = 3 };
#else
enum { PART = 1 };
#endif

static nh_expr must_read(vocabulary *v, const char *text) {
    nh_expr e = NH_EXPR_UNDEFINED;
    bool good = vocabulary_read(v, text, &e);
    if (!good) print_error("'%s': %s\n", text, test_last_code(nh_pool_context(v->pool)));
    assert_true(good);
    return e;
}

/* Printed, read, and the same. */
static void check_round_trip(vocabulary *v, nh_expr e) {
    const char *text = vocabulary_print(v, e);
    nh_expr back = must_read(v, text);
    if (back != e) print_error("%s\n%s\n", text, vocabulary_print(v, back));
    assert_int_equal(back, e);
    nh_text decimals = nh_text_begin(v->arena);
    nh_expr_print_decimals(v->pool, &decimals, e);
    back = must_read(v, nh_text_string(&decimals));
    if (back != e) print_error("%s\n%s\n", nh_text_string(&decimals), vocabulary_print(v, back));
    assert_int_equal(back, e);
}

static void check_decimals(vocabulary *v, const char *input, const char *wanted) {
    nh_text text = nh_text_begin(v->arena);
    nh_expr_print_decimals(v->pool, &text, must_read(v, input));
    assert_string_equal(nh_text_string(&text), wanted);
}

PROTECTED_TEST(decimals) {
    vocabulary v = vocabulary_make(context);
    static const char *const same[] = {"0.9999", "0.0001", "1.5e-9", "-2.5",  "12.0625", "-0.75*x", "x/2", "x/3",
                                       "2/3*x",  "0.1*x",  "x^2/2",  "0.3/x", "7",       "1e-5",    "0.5"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) check_decimals(&v, same[i], same[i]);
    check_decimals(&v, "1 - 0.0001", "0.9999");
    check_decimals(&v, "x - 3/2*y", "x - 1.5*y");
    check_decimals(&v, "1/2^60", "1/1152921504606846976");
    check_decimals(&v, "1/2^70", "1/1180591620717411303424");
}

PROTECTED_TEST(the_showcase) {
    vocabulary v = vocabulary_make(context);
    for (int i = 0; i < SHOWCASE_COUNT; i++) {
        nh_expr e = must_read(&v, showcase[i].input);
        assert_string_equal(vocabulary_print(&v, e), showcase[i].text);
        check_round_trip(&v, e);
    }
}

/* The order does not depend on what was in the pool before. */
PROTECTED_TEST(the_order_is_that_of_names) {
    vocabulary v = {.pool = nh_pool_create(context), .arena = nh_arena_create(context)};
    vocabulary_add(&v, NH_ROLE_PARAMETER, "n c b a I3 I1 I k l g R m2 m1 M m");
    vocabulary_add(&v, NH_ROLE_COORDINATE, "theta phi z y x x2 x1 q2 q1");
    vocabulary_add(&v, NH_ROLE_MULTIPLIER, "lambda1");
    vocabulary_index(&v);
    for (int i = SHOWCASE_COUNT - 1; i >= 0; i--) {
        nh_expr e;
        if (vocabulary_read(&v, showcase[i].input, &e)) assert_string_equal(vocabulary_print(&v, e), showcase[i].text);
    }
}

/* x1 < x2 < x10 < y < alpha: digits are numbers, case does not count, Greek letters come last. */
PROTECTED_TEST(names_are_ordered_naturally) {
    vocabulary v = {.pool = nh_pool_create(context), .arena = nh_arena_create(context)};
    vocabulary_add(&v, NH_ROLE_COORDINATE, "y beta x[10] x[9] x10 B alpha x2 a x1 x007 alpha1 Z _w x");
    vocabulary_index(&v);
    nh_expr e = nh_expr_sum(v.pool, v.count, v.symbols);
    assert_string_equal(vocabulary_print(&v, e),
                        "_w + a + B + x + x1 + x2 + x007 + x10 + x[9] + x[10] + y + Z + alpha + alpha1 + beta");
}

PROTECTED_TEST(random_round_trips) {
    int rounds = test_count(30);
    for (int round = 0; round < rounds; round++) {
        vocabulary v = vocabulary_make(context);
        random_exprs g = printing_generator(&v, (uint64_t)round);
        for (int i = 0; i < 200; i++) check_round_trip(&v, random_expr(&g, 1 + random_below(&g, 40)));
        nh_pool_destroy(v.pool);
        nh_arena_destroy(v.arena);
    }
}

/* Products and powers of sums and functions with all signs, where the printer turns signs round. */
PROTECTED_TEST(round_trips_of_signs) {
    static const char *const pieces[] = {"(x - y)",
                                         "(y - x)",
                                         "(x - 2*y + 1)",
                                         "(-x - y)",
                                         "sin(x - y)",
                                         "sin(y - x)",
                                         "cos(y - x)",
                                         "abs(y - x)",
                                         "sign(y - x)",
                                         "(1 - x)",
                                         "cbrt(y - x)",
                                         "sqrt(y - x)",
                                         "sqrt(-x*y)",
                                         "sin(z*(y - x))",
                                         "atan(-x)",
                                         "(x - y)^n",
                                         "exp(y - x)",
                                         "log(y - x)",
                                         "sin(sin(y - x) - z)",
                                         "(sin(y - x) - sin(z))",
                                         "if(y < x, y - x, x)"};
    static const char *const exponents[] = {"1",    "2",   "3",   "-1",   "-2",  "1/2",
                                            "-1/2", "1/3", "2/3", "-5/3", "3/2", "1/4"};
    enum { PIECES = sizeof pieces / sizeof *pieces, EXPONENTS = sizeof exponents / sizeof *exponents };
    vocabulary v = vocabulary_make(context);
    nh_random random = nh_random_make(test_seed(), 5);
    for (int i = test_count(3000 / PART); i > 0; i--) {
        nh_text text = nh_text_begin(v.arena);
        nh_text_add(&text, nh_random_below(&random, 2) == 0 ? "-1" : "3/2");
        for (uint64_t k = 1 + nh_random_below(&random, 3); k > 0; k--)
            nh_text_format(&text, "*(%s)^(%s)", pieces[nh_random_below(&random, PIECES)],
                           exponents[nh_random_below(&random, EXPONENTS)]);
        if (nh_random_below(&random, 2) == 0) nh_text_format(&text, " - %s", pieces[nh_random_below(&random, PIECES)]);
        check_round_trip(&v, must_read(&v, nh_text_string(&text)));
    }
}

/* Roots of numbers are joined only where reading takes them apart again. */
PROTECTED_TEST(round_trips_of_roots) {
    vocabulary v = vocabulary_make(context);
    static const int64_t numbers[] = {2, 3, 5, 997, 1009, 1013, 1022117, 2147483647, 4294967291, 1000003};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    nh_random random = nh_random_make(test_seed(), 6);
    for (int i = test_count(2000 / PART); i > 0; i--) {
        nh_expr e = NH_EXPR_ONE;
        for (uint64_t k = nh_random_below(&random, 5); k > 0; k--) {
            nh_expr number = nh_expr_int(v.pool, numbers[nh_random_below(&random, NUMBERS)]);
            nh_rat exponent = nh_rat_make(nh_random_between(&random, -5, 5), nh_random_below(&random, 2) == 0 ? 2 : 6);
            e = nh_expr_mul(v.pool, e, nh_expr_pow_rational(v.pool, number, exponent));
        }
        check_round_trip(&v, e);
    }
    assert_string_equal(vocabulary_print(&v, must_read(&v, "sqrt(2)*sqrt(15)*x/sqrt(7)")), "sqrt(210)*x/7");
}

/* Text may go to any arena, the scratch arena too, and is added after what is there. */
PROTECTED_TEST(text_goes_anywhere) {
    vocabulary v = vocabulary_make(context);
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text text = nh_text_begin(scratch);
    nh_text_add(&text, "e = ");
    nh_expr_print(v.pool, &text, must_read(&v, "y*x + sin(x)"));
    nh_text_add(&text, ", ");
    nh_expr_print_latex(v.pool, &text, must_read(&v, "x'"));
    nh_text_add(&text, ", ");
    nh_expr_print_json(v.pool, &text, must_read(&v, "2"));
    assert_string_equal(nh_text_string(&text), "e = x*y + sin(x), \\dot{x}, \"2\"");
    nh_arena_release(scratch, mark);
}

PROTECTED_TEST(definitions) {
    vocabulary v = vocabulary_make(context);
    vocabulary_abbreviate(&v, "A", "x + y");
    vocabulary_abbreviate(&v, "B", "sin(A)*z");
    vocabulary_abbreviate(&v, "D", "A*B + x'");
    vocabulary_abbreviate(&v, "unused", "A");
    vocabulary_index(&v);
    nh_expr e[] = {must_read(&v, "diff(D, x)*2 + 1"), must_read(&v, "A")};
    nh_text text = nh_text_begin(v.arena);
    nh_expr_print_definitions(v.pool, &text, 2, e);
    assert_string_equal(nh_text_string(&text), "A = x + y\nB = z*sin(A)\nD = x' + A*B\n");
    nh_text latex = nh_text_begin(v.arena), json = nh_text_begin(v.arena);
    nh_expr_print_definitions_latex(v.pool, &latex, 2, e);
    assert_string_equal(nh_text_string(&latex), "A &= x + y \\\\\nB &= z \\sin A \\\\\nD &= \\dot{x} + A B");
    nh_expr_print_definitions_json(v.pool, &json, 1, &e[1]);
    assert_string_equal(nh_text_string(&json), "[{\"name\": {\"symbol\": \"A\"}, \"value\": {\"op\": \"+\", \"args\": "
                                               "[{\"symbol\": \"x\"}, {\"symbol\": \"y\"}]}}]");
    uint32_t count;
    const nh_expr *found = nh_expr_definitions(v.pool, v.arena, 2, e, &count);
    assert_int_equal(count, 3);
    assert_int_equal(found[0], must_read(&v, "A"));
    assert_int_equal(found[2], must_read(&v, "D"));
    e[0] = must_read(&v, "x*y");
    nh_expr_definitions(v.pool, v.arena, 1, e, &count);
    assert_int_equal(count, 0);
}

/* ---- depth ---- */

enum { DEEP = 1000000 };

static nh_expr deepen(vocabulary *v, int way, nh_expr e) {
    nh_pool *pool = v->pool;
    nh_expr x = v->symbols[0], y = v->symbols[1];
    switch (way) {
        case 0: return nh_expr_apply1(pool, NH_EXPR_SIN, e);
        case 1: return nh_expr_mul(pool, x, nh_expr_add(pool, e, NH_EXPR_ONE));
        case 2: return nh_expr_pow_int(pool, nh_expr_add(pool, e, x), -1);
        case 3: return nh_expr_pow(pool, nh_expr_sub(pool, e, y), x);
        default: return nh_expr_if(pool, nh_expr_sub(pool, e, y), x, nh_expr_sub(pool, x, e));
    }
}

/* Printed as LaTeX and JSON too, which are as deep. The last way has three branches of one depth:
 * of that only a little. */
PROTECTED_TEST(great_depth) {
    for (int way = 0; way < 5; way++) {
        vocabulary v = vocabulary_make(context);
        nh_expr e = v.symbols[0];
        for (int i = way == 4 ? 15 : DEEP / (way == 0 ? 1 : 10); i > 0; i--) e = deepen(&v, way, e);
        check_round_trip(&v, e);
        assert_true(strlen(vocabulary_latex(&v, e)) > 0 && strlen(vocabulary_json(&v, e)) > 0);
        nh_pool_destroy(v.pool);
        nh_arena_destroy(v.arena);
    }
}

/* ---- failures and limits ---- */

static void failing_body(nh_context *context, void *argument) {
    (void)argument;
    vocabulary v = vocabulary_make(context);
    nh_expr e = must_read(&v, "if(x < y, diff(F1, theta)*sin(y - x)^2, f'(t*x)/sqrt(6)) + diff(G, 1)(x, x)*1e30");
    assert_non_null(vocabulary_print(&v, e));
    assert_non_null(vocabulary_latex(&v, e));
    assert_non_null(vocabulary_json(&v, e));
    nh_text text = nh_text_begin(v.arena);
    nh_expr_print_definitions(v.pool, &text, 1, &e);
}

static void every_allocation_fails(void **state) {
    (void)state;
    test_every_failure(failing_body, NULL, (uint64_t)test_count(200));
}

/* x + x*x printed as a tree: 2^n from n. A limit on work or memory ends it. */
static void endless_body(nh_context *context, void *argument) {
    (void)argument;
    vocabulary v = vocabulary_make(context);
    nh_expr e = v.symbols[0];
    for (int i = 0; i < 64; i++)
        e = nh_expr_apply1(v.pool, NH_EXPR_SIN, nh_expr_add(v.pool, e, nh_expr_apply1(v.pool, NH_EXPR_COS, e)));
    vocabulary_print(&v, e);
}

static void limits_end_it(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    def.limits.work = 1000000;
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    assert_int_equal(test_protect(context, endless_body, NULL), NH_E_LIMIT);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_showcase),
        cmocka_unit_test(decimals),
        cmocka_unit_test(the_order_is_that_of_names),
        cmocka_unit_test(names_are_ordered_naturally),
        cmocka_unit_test(random_round_trips),
        cmocka_unit_test(round_trips_of_signs),
        cmocka_unit_test(round_trips_of_roots),
        cmocka_unit_test(text_goes_anywhere),
        cmocka_unit_test(definitions),
        cmocka_unit_test(great_depth),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(limits_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
