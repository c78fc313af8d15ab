/* Simplified expressions: equal, never longer, the same every time, under other names too; as short as a
 * person would write them. */
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/read/read.h"

typedef struct row {
    const char *text, *wanted; /* operations of this one are enough */
} row;

static const row rows[] = {
    {"sin(x)^2 + cos(x)^2", "1"},
    {"sin(x)^4 - cos(x)^4 + cos(x)^2", "sin(x)^2"},
    {"(x^2 - y^2)/(x - y)", "x + y"},
    {"(x^3 + 3*x^2*y + 3*x*y^2 + y^3)/(x + y)", "(x + y)^2"},
    {"x^2 + 2*x*y + y^2", "(x + y)^2"},
    {"1/(x*(x + 1)) + 1/(x + 1)", "1/x"},
    {"1/(1 + sqrt(2))", "sqrt(2) - 1"},
    {"sqrt(x)*sqrt(y)/sqrt(x*y)", "1"},
    {"tan(x)*cos(x)", "sin(x)"},
    {"exp(x)*exp(y)*exp(-x - y)", "1"},
    {"cosh(x)^2 - sinh(x)^2", "1"},
    {"(1 - cos(2*x))/(2*sin(x))", "sin(x)"},
    {"sin(x + y)*cos(y) - cos(x + y)*sin(y)", "sin(x)"},
    {"(z*cos(x) - w*sin(x))^2 + (z*sin(x) + w*cos(x))^2", "z^2 + w^2"},
    {"(x*y + x*z)/(x*w)", "(y + z)/w"},
    {"x + y", "x + y"},
    /* angles put together */
    {"cos(x)*cos(y) - sin(x)*sin(y)", "cos(x + y)"},
    {"sin(x)*cos(y) - cos(x)*sin(y)", "sin(x - y)"},
    {"cos(x)*cos(y) + sin(x)*sin(y)", "cos(x - y)"},
    {"cos(x)*cos(y)*cos(z) - sin(x)*sin(y)*cos(z) - sin(x)*cos(y)*sin(z) - cos(x)*sin(y)*sin(z)", "cos(x + y + z)"},
    {"a*cos(x)*cos(y) - a*sin(x)*sin(y) + b*cos(x)", "a*cos(x + y) + b*cos(x)"},
    {"cos(x)*cos(y) - sin(x)*sin(y) + 3*cos(x)*cos(z)", "cos(x + y) + 3*cos(x)*cos(z)"},
    {"cos(x)^2*cos(y) - sin(x)*cos(x)*sin(y)", "cos(x)*cos(x + y)"},
    {"sin(x)*cos(x)*cos(y) - (1 - cos(x)^2)*sin(y)", "sin(x)*cos(x + y)"},
    {"(1 - cos(x)^2)*cos(y) - sin(x)*cos(x)*sin(y)", "sin(x)*sin(x - y)"},
    {"sin(x)*sin(y)*cos(y) - cos(x)*(1 - cos(y)^2)", "sin(y)*sin(x - y)"},
    {"sin(x)*cos(x)*cos(y) + sin(y)*(1 - cos(x)^2)", "sin(x)*cos(x - y)"},
    {"sin(x + y)*cos(x - y)", "sin(x + y)*cos(x - y)"},
    {"a*sin(x + y) + b*sin(x) + m*cos(x + y)", "a*sin(x + y) + b*sin(x) + m*cos(x + y)"},
    {"sqrt(a^2 + b^2 + 2*a*b*(cos(x)*cos(y) + sin(x)*sin(y)))", "sqrt(a^2 + b^2 + 2*a*b*cos(x - y))"},
    {"(a*z*cos(x) + b*w*cos(y))^2 + (a*z*sin(x) + b*w*sin(y))^2", "a^2*z^2 + 2*a*b*z*w*cos(x - y) + b^2*w^2"},
    {"(a*sin(x + y) + b*sin(x))^2 + (a*cos(x + y) + b*cos(x))^2", "a^2 + b^2 + 2*a*b*cos(y)"},
    {"m*a*b*z*w*(cos(x)*cos(y) + sin(x)*sin(y)) - m*a*sin(x)", "m*a*(b*z*w*cos(x - y) - sin(x))"},
    {"(m*cos(x)*cos(y) + m*sin(x)*sin(y))/(a + b*(sin(x)*cos(y) - cos(x)*sin(y))^2)",
     "m*cos(x - y)/(a + b*sin(x - y)^2)"},
    {"(tan(x) + tan(y))/(1 - tan(x)*tan(y))", "sin(x + y)/cos(x + y)"},
    {"exp(x)*(cos(y)*cos(x) + sin(x)*sin(y))", "exp(x)*cos(x - y)"},
    {"atan2(sin(x)*cos(y) + cos(x)*sin(y), cos(x)*cos(y) - sin(x)*sin(y))", "atan2(sin(x + y), cos(x + y))"},
    /* multiples */
    {"2*sin(x)*cos(x)", "sin(2*x)"},
    {"cos(x)^2 - sin(x)^2", "cos(2*x)"},
    {"4*cos(x)^3 - 3*cos(x)", "cos(3*x)"},
    {"cos(x/2)^2 - sin(x/2)^2", "cos(x)"},
    {"2*sin(x)*cos(x) + a*sin(x) + b*cos(x)", "2*sin(x)*cos(x) + a*sin(x) + b*cos(x)"}, /* both are there anyway */
    /* squares */
    {"1 - cos(x)^2", "sin(x)^2"},
    {"m*(1 - cos(x)^2)*z^2 + m*w^2", "m*(z^2*sin(x)^2 + w^2)"},
    {"a*(1 - cos(x))*(1 + cos(x))/(b + cos(x))", "a*sin(x)^2/(b + cos(x))"},
    {"1/((1 - cos(x))*(1 + cos(x)))", "1/sin(x)^2"},
    {"m*z^2*sin(x)^2 + m*z^2*cos(x)^2*cos(y)^2 + m*w^2*cos(x)^2*sin(y)^2", "m*(z^2 + (w^2 - z^2)*cos(x)^2*sin(y)^2)"},
    /* signs */
    {"z*(y - x) - w*(x - y)", "(z + w)*(y - x)"},
    {"-(x - y)/z", "(y - x)/z"},
};

enum { SYMBOLS = 7, RENAMINGS = 3, POINTS = 6 };
static const char *const words[SYMBOLS] = {"x", "y", "z", "w", "a", "b", "m"};
/* Made in another order than the alphabet's, so that terms and factors occur in other orders. */
static const char *const renamed[RENAMINGS][SYMBOLS] = {{"x", "y", "z", "w", "a", "b", "m"},
                                                        {"theta", "phi", "r", "psi", "J", "k", "M"},
                                                        {"q9", "q2", "q7", "q1", "m2", "m1", "m0"}};

typedef struct fixture {
    nh_pool *pool;
    nh_arena *arena;
    nh_read_names names;
    nh_expr symbols[SYMBOLS], others[RENAMINGS][SYMBOLS];
    nh_random random;
} fixture;

static void begin(fixture *f, nh_context *context) {
    *f = (fixture){.arena = nh_arena_create(context), .pool = nh_pool_create(context)};
    f->random = nh_random_make(test_seed(), 7);
    for (int k = RENAMINGS; k-- > 0;)
        for (int i = SYMBOLS; i-- > 0;)
            f->others[k][i] =
                nh_expr_symbol_text(f->pool, i < 4 ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER, renamed[k][i]);
    for (int i = 0; i < SYMBOLS; i++)
        f->symbols[i] = nh_expr_symbol_text(f->pool, i < 4 ? NH_ROLE_COORDINATE : NH_ROLE_PARAMETER, words[i]);
    f->names = nh_read_names_of(f->pool, f->arena, SYMBOLS, f->symbols);
}

static void end(fixture *f) {
    nh_pool_destroy(f->pool);
    nh_arena_destroy(f->arena);
}

static nh_expr read_expr(fixture *f, const char *text, int renaming) {
    nh_expr e;
    if (!nh_expr_read(f->pool, text, strlen(text), NULL, &f->names, &e)) fail_msg("cannot read %s", text);
    return nh_expr_substitute(f->pool, e, SYMBOLS, f->symbols, f->others[renaming], false);
}

static uint64_t operations(fixture *f, nh_expr e) {
    return nh_expr_operations(f->pool, 1, &e);
}

/* Equal by the zero test, and at points by the evaluator of the tests. */
static void check_equal(fixture *f, nh_expr a, nh_expr b, int renaming, const char *text) {
    const nh_expr both[] = {a, b};
    int known = 0;
    if (nh_expr_are_equal(f->pool, a, b) != NH_YES) fail_msg("%s became another one", text);
    for (int k = 0; k < POINTS; k++) {
        long double values[SYMBOLS];
        evaluated v[2];
        for (int i = 0; i < SYMBOLS; i++) values[i] = nh_random_uniform(&f->random, 0.1, 1.3);
        evaluate_all(f->pool, 2, both, &(point){.count = SYMBOLS, .symbols = f->others[renaming], .values = values}, v);
        if (!is_known(v[0]) || !is_known(v[1])) continue;
        if (!is_near(v[0], v[1])) fail_msg("%s has other values", text);
        known++;
    }
    assert_true(known > 0);
}

static void check_row(fixture *f, const row *r, int renaming, nh_expr (*simplify)(nh_pool *, nh_arena *, nh_expr)) {
    nh_expr e = read_expr(f, r->text, renaming), wanted = read_expr(f, r->wanted, renaming);
    nh_expr found = simplify(f->pool, f->arena, e);
    check_equal(f, e, found, renaming, r->text);
    if (operations(f, found) > operations(f, wanted)) fail_msg("%s is not short, as %s", r->text, renamed[renaming][0]);
    assert_true(operations(f, found) <= operations(f, e));
    if (renaming > 0) return;
    assert_int_equal(simplify(f->pool, f->arena, e), found);
    assert_true(operations(f, simplify(f->pool, f->arena, found)) <= operations(f, found));
}

/* All forms that are chosen from. */
static void check_forms(fixture *f, nh_expr e, int renaming, const char *text) {
    nh_expr forms[2 * NH_FORMS];
    nh_expr_normal_forms(f->pool, e, forms);
    nh_expr_factored_forms(f->pool, e, forms + NH_FORMS);
    for (int i = 0; i < 2 * NH_FORMS; i++) check_equal(f, e, forms[i], renaming, text);
}

PROTECTED_TEST(forms) {
    fixture f;
    begin(&f, context);
    for (int renaming = 0; renaming < RENAMINGS; renaming++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            check_forms(&f, read_expr(&f, rows[i].text, renaming), renaming, rows[i].text);
    end(&f);
}

PROTECTED_TEST(known) {
    fixture f;
    begin(&f, context);
    for (int renaming = 0; renaming < RENAMINGS; renaming++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&f, &rows[i], renaming, nh_expr_simplify);
    end(&f);
}

/* For reading tan x + tan y is short, for a tape it is not. */
static const row readable_rows[] = {
    {"tan(x) + tan(y)", "tan(x) + tan(y)"},
    {"cos(x)^2 - sin(x)^2 + sin(x)", "cos(2*x) + sin(x)"},
    {"2*sin(x)*cos(x) + a*sin(x) + b*cos(x)", "sin(2*x) + a*sin(x) + b*cos(x)"},
    {"a*cos(x)*cos(y) + a*sin(x)*sin(y) + b*sin(x)*sin(z)", "a*cos(x - y) + b*sin(x)*sin(z)"},
    {"sqrt(z^2 + w^2 - 2*z*w*(cos(x)*cos(y) - sin(x)*sin(y)))", "sqrt(z^2 + w^2 - 2*z*w*cos(x + y))"},
};

PROTECTED_TEST(readable) {
    fixture f;
    begin(&f, context);
    for (int renaming = 0; renaming < RENAMINGS; renaming++)
        for (size_t i = 0; i < sizeof readable_rows / sizeof *readable_rows; i++)
            check_row(&f, &readable_rows[i], renaming, nh_expr_readable);
    end(&f);
}

/* A rotation undone: forms that are better together, and not one by one. */
PROTECTED_TEST(together) {
    fixture f;
    begin(&f, context);
    for (int renaming = 0; renaming < RENAMINGS; renaming++) {
        static const char *const left[] = {"cos(x)", "-sin(x)", "sin(x)", "cos(x)"}, *const right[] = {"cos(y)",
                                                                                                       "sin(y)"};
        nh_expr a[4], b[2], x[2];
        for (int i = 0; i < 4; i++) a[i] = read_expr(&f, left[i], renaming);
        for (int i = 0; i < 2; i++) b[i] = read_expr(&f, right[i], renaming);
        nh_linear_solution solution;
        assert_int_equal(nh_linear_solve(f.pool, f.arena, 2, a, 1, b, &solution), NH_LINEAR_DONE);
        for (int i = 0; i < 2; i++) x[i] = solution.x[i];
        nh_expr_simplify_all(f.pool, f.arena, 2, x);
        nh_expr_kind kinds[2];
        for (int i = 0; i < 2; i++) {
            nh_rat sign;
            kinds[i] = nh_expr_kind_of(f.pool, nh_expr_split(f.pool, x[i], &sign));
            check_equal(&f, x[i], solution.x[i], renaming, right[i]);
        }
        assert_int_equal(kinds[0], NH_EXPR_COS);
        assert_int_equal(kinds[1], NH_EXPR_SIN);
        assert_true(operations(&f, x[0]) == 2 && operations(&f, x[1]) <= 3);
    }
    end(&f);
}

/* Sums of products of sines, cosines and other things: never other values, never longer. */
static nh_expr random_sum(fixture *f) {
    nh_pool *pool = f->pool;
    nh_expr sum = NH_EXPR_ZERO;
    for (int64_t k = nh_random_between(&f->random, 1, 6); k-- > 0;) {
        nh_expr term = nh_expr_int(pool, nh_random_between(&f->random, -3, 3));
        for (int64_t i = nh_random_between(&f->random, 0, 3); i-- > 0;) {
            nh_expr u = f->symbols[nh_random_between(&f->random, 0, 2)],
                    v = f->symbols[nh_random_between(&f->random, 0, 2)];
            nh_expr angle =
                nh_random_between(&f->random, 0, 1) == 0 ? u : nh_expr_sub(pool, u, nh_expr_add(pool, v, v));
            bool is_sine = nh_random_between(&f->random, 0, 1) == 0;
            term = nh_expr_mul(pool, term, nh_expr_apply1(pool, is_sine ? NH_EXPR_SIN : NH_EXPR_COS, angle));
        }
        if (nh_random_between(&f->random, 0, 2) == 0)
            term = nh_expr_mul(pool, term, f->symbols[nh_random_between(&f->random, 3, 6)]);
        sum = nh_expr_add(pool, sum, term);
    }
    return sum;
}

PROTECTED_TEST(random_sums) {
    fixture f;
    begin(&f, context);
    for (int i = 0; i < test_count(25); i++) {
        nh_expr e = random_sum(&f), below = i % 4 == 0 ? random_sum(&f) : NH_EXPR_ONE;
        if (nh_expr_is_zero(f.pool, below) != NH_NO) continue;
        e = nh_expr_div(f.pool, e, below);
        nh_expr simple = nh_expr_simplify(f.pool, f.arena, e), readable = nh_expr_readable(f.pool, f.arena, e);
        check_equal(&f, e, simple, 0, "a random sum");
        check_equal(&f, e, readable, 0, "a random sum");
        assert_true(operations(&f, simple) <= operations(&f, e));
    }
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms), cmocka_unit_test(known), cmocka_unit_test(readable),
                                       cmocka_unit_test(together), cmocka_unit_test(random_sums)};
    return cmocka_run_group_tests_name("simplify", tests, NULL, NULL);
}
