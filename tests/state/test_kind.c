/* Kinds of rows: known ones, what clearing does, and random polynomials whose kind is known by their making. */
#include "state/explicit/kind.h"

#include <string.h>

#include "expr/read/read.h"
#include "support.h"

/* Reads an expression in the coordinates x, y, z, w, their velocities, the parameters a, c and t. */
static nh_expr read(nh_pool *pool, const char *text) {
    static const char *const names[] = {"x", "y", "z", "w"};
    nh_expr symbols[7];
    for (int i = 0; i < 4; i++) symbols[i] = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, names[i]);
    symbols[4] = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "a");
    symbols[5] = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "c");
    symbols[6] = nh_expr_symbol_text(pool, NH_ROLE_TIME, "t");
    nh_read_names known = nh_read_names_of(pool, nh_pool_arena(pool), 7, symbols);
    nh_expr result = NH_EXPR_UNDEFINED;
    assert_true(nh_expr_read(pool, text, strlen(text), NULL, &known, &result));
    return result;
}

typedef struct known {
    const char *text;
    nh_row_kind kind;
    double degree;
    nh_truth homogeneous;
} known;

static void check_known(nh_pool *pool, const known *row) {
    nh_kind found = nh_kind_of(pool, read(pool, row->text));
    if (found.kind != row->kind || found.degree != row->degree || found.homogeneous != row->homogeneous)
        fail_msg("%s: %s, degree %g, homogeneous %d; expected %s, %g, %d", row->text, nh_row_kind_name(found.kind),
                 found.degree, (int)found.homogeneous, nh_row_kind_name(row->kind), row->degree, (int)row->homogeneous);
}

PROTECTED_TEST(polynomials) {
    nh_pool *pool = nh_pool_create(context);
    static const known rows[] = {
        {"x^2 + y^2 - 1", NH_ROW_GEOMETRIC, 0, NH_YES},
        {"x - sin(t)", NH_ROW_GEOMETRIC, 0, NH_YES},
        {"x' - y'*sin(z)", NH_ROW_LINEAR, 1, NH_YES},
        {"x'/a + t*y'", NH_ROW_LINEAR, 1, NH_YES},
        {"x' - c", NH_ROW_AFFINE, 1, NH_NO},
        {"x' - y", NH_ROW_AFFINE, 1, NH_NO},
        {"x'*y' - z'*w'", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"x'^2 - y*z'^2", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"(x' + y')^3 - x'^3", NH_ROW_HOMOGENEOUS, 3, NH_YES},
        {"x'^2 + y*y'^2 - c", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"x'^3 - t", NH_ROW_POWER_AFFINE, 3, NH_NO},
        {"x'*y' - c", NH_ROW_GENERAL, 2, NH_NO},
        {"x'^2 + y' - c", NH_ROW_GENERAL, 2, NH_NO},
        {"x'^2 + y'", NH_ROW_GENERAL, 2, NH_NO},
        {"(x' + y')^2 - x'^2 - 2*x'*y' - y'^2 + z' - x", NH_ROW_AFFINE, 1, NH_NO},
        {"(x' + y')^2 - x'^2 - 2*x'*y' - y'^2 + x", NH_ROW_UNKNOWN, 0, NH_UNKNOWN}, /* the velocities cancel */
        {"x' + sin(y)^2 + cos(y)^2 - 1", NH_ROW_LINEAR, 1, NH_YES},                 /* the free term is 0 */
        {"x'^2 + c*exp(y)", NH_ROW_POWER_AFFINE, 2, NH_NO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_known(pool, &rows[i]);
    nh_pool_destroy(pool);
}

PROTECTED_TEST(cleared) {
    nh_pool *pool = nh_pool_create(context);
    static const known rows[] = {
        {"sqrt(x'^2 + y'^2 + z'^2) - c", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"c - sqrt(x'^2 + a*y'^2)", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"sqrt(x'^2 + x'*y' + y'^2) - c", NH_ROW_GENERAL, 2, NH_NO},
        {"sqrt(x'^2 + y'^2) - z'", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"a*sqrt(x'^2 + y'^2) - c*z'", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"|x'| - c", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"a*|x'| + y*|x'| - c", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"a*sqrt(x'^2 + y'^2) + y*sqrt(x'^2 + y'^2) - c", NH_ROW_POWER_AFFINE, 2, NH_NO},
        {"1/y' + x'/y'^2 - c", NH_ROW_GENERAL, 2, NH_NO},
        {"x'/y' - 2", NH_ROW_LINEAR, 1, NH_YES},
        {"x'/y' - z'/w'", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"1/x' - c", NH_ROW_AFFINE, 1, NH_NO},
        {"(x' + a)/(y' + c) - 1", NH_ROW_AFFINE, 1, NH_NO},
        {"x'/sqrt(x'^2 + y'^2) - a", NH_ROW_HOMOGENEOUS, 2, NH_YES},
        {"sin(x') - y'", NH_ROW_GENERAL, 0, NH_NO},
        {"exp(x') - y'^2 + c", NH_ROW_GENERAL, 0, NH_NO},
        {"x'*atan(y') - z'", NH_ROW_GENERAL, 0, NH_NO},
        {"x' - sin(asin(y'))", NH_ROW_UNKNOWN, 0, NH_UNKNOWN}, /* x' = y' */
        {"exp(2*log(x')) - c", NH_ROW_UNKNOWN, 0, NH_NO},      /* x'^2 = c */
        {"exp(x'/y')*z' - w'", NH_ROW_HOMOGENEOUS, 1, NH_YES},
        {"max(x', y') - z'", NH_ROW_HOMOGENEOUS, 1, NH_YES},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_known(pool, &rows[i]);
    nh_pool_destroy(pool);
}

/* As they are written, unlike the kind. */
PROTECTED_TEST(linear) {
    nh_pool *pool = nh_pool_create(context);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x*x' - y'*sin(z) + t")), NH_YES);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x^2 - y")), NH_YES);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x'/y' - 2")), NH_NO);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x' - sin(y')")), NH_NO);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x'*y'")), NH_NO);
    assert_int_equal(nh_kind_linear(pool, read(pool, "sqrt(x'^2 + 2*x'*y' + y'^2) - 2")), NH_NO);
    assert_int_equal(nh_kind_linear(pool, read(pool, "max(x', y')")), NH_NO);
    assert_int_equal(nh_kind_linear(pool, read(pool, "x' - sin(asin(y'))")), NH_UNKNOWN);
    nh_pool_destroy(pool);
}

/* An abbreviation is looked through; a quasi-velocity in a row leaves it undecided. */
PROTECTED_TEST(other_symbols) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr speed = read(pool, "sqrt(x'^2 + y'^2)");
    nh_expr F = nh_expr_abbreviation(pool, nh_name_of_text(context, "F"), speed);
    nh_kind found = nh_kind_of(pool, nh_expr_sub(pool, F, nh_expr_int(pool, 2)));
    assert_int_equal(found.kind, NH_ROW_POWER_AFFINE);
    nh_expr eta = nh_expr_symbol_text(pool, NH_ROLE_QUASI, "eta");
    assert_int_equal(nh_kind_of(pool, nh_expr_add(pool, eta, speed)).kind, NH_ROW_UNKNOWN);
    nh_pool_destroy(pool);
}

/* A sum of random monomials in the velocities, multiplied out or as a product, divided by something. */
static nh_expr random_form(nh_pool *pool, nh_random *random, uint32_t degree) {
    static const char *const names[] = {"x'", "y'", "z'", "w'"};
    nh_expr sum = NH_EXPR_ZERO;
    for (int i = 0; i < 3; i++) {
        nh_expr term = nh_expr_int(pool, 1 + (int64_t)nh_random_below(random, 5));
        for (uint32_t k = 0; k < degree; k++)
            term = nh_expr_mul(pool, term, read(pool, names[nh_random_below(random, 4)]));
        sum = nh_expr_add(pool, sum, term);
    }
    return sum;
}

PROTECTED_TEST(random_rows) {
    nh_random random = nh_random_make(test_seed(), 1);
    nh_pool *pool = nh_pool_create(context);
    for (int i = test_count(300); i > 0; i--) {
        uint32_t degree = 1 + (uint32_t)nh_random_below(&random, 4);
        nh_expr form = random_form(pool, &random, degree);
        nh_kind pure = nh_kind_of(pool, form);
        assert_int_equal(pure.kind, degree == 1 ? NH_ROW_LINEAR : NH_ROW_HOMOGENEOUS);
        assert_true(pure.degree == degree && pure.homogeneous == NH_YES);
        nh_expr mixed = nh_expr_add(pool, form, random_form(pool, &random, degree + 1));
        nh_kind both = nh_kind_of(pool, mixed);
        assert_true(both.kind == NH_ROW_GENERAL && both.degree == degree + 1 && both.homogeneous == NH_NO);
        /* the same zeros over a denominator and under a root */
        nh_expr divided = nh_expr_div(pool, form, random_form(pool, &random, degree));
        assert_int_equal(nh_kind_of(pool, divided).homogeneous, NH_YES);
        nh_expr rooted = nh_expr_sub(pool, nh_expr_sqrt(pool, mixed), read(pool, "c"));
        nh_kind cleared = nh_kind_of(pool, rooted);
        assert_true(cleared.kind == NH_ROW_GENERAL && cleared.degree == degree + 1);
    }
    nh_pool_destroy(pool);
}

PROTECTED_TEST(quadratic) {
    nh_pool *pool = nh_pool_create(context);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "a*x'^2/2 + x*y' - cos(x)")), NH_YES);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "x^3")), NH_YES);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "x'^4 - c*y'^2")), NH_NO);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "(x'^2 + y')^2 - x'^4 - 2*x'^2*y'")), NH_YES);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "(sin(x)^2 + cos(x)^2 - 1)*x'^3")), NH_YES);
    assert_int_equal(nh_kind_quadratic(pool, read(pool, "sqrt(1 - x'^2)")), NH_UNKNOWN);
    nh_pool_destroy(pool);
}

PROTECTED_TEST(rheonomic) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr time = nh_expr_symbol_text(pool, NH_ROLE_TIME, "t");
    assert_int_equal(nh_kind_rheonomic(pool, read(pool, "x' - y*a"), time), NH_NO);
    assert_int_equal(nh_kind_rheonomic(pool, read(pool, "x' - y*sin(a*t)"), time), NH_YES);
    assert_int_equal(nh_kind_rheonomic(pool, read(pool, "x'*(sin(t)^2 + cos(t)^2) - y"), time), NH_NO);
    assert_int_equal(nh_kind_rheonomic(pool, read(pool, "x'*sin(2*t) - 2*x'*sin(t)*cos(t)"), time), NH_NO);
    assert_int_equal(nh_kind_rheonomic(pool, read(pool, "x'*(asin(t/9) + acos(t/9))^2"), time), NH_NO);
    nh_pool_destroy(pool);
}

static void names(void **state) {
    (void)state;
    assert_string_equal(nh_row_kind_name(NH_ROW_POWER_AFFINE), "power-affine");
    assert_string_equal(nh_row_kind_name(NH_ROW_UNKNOWN), "unknown");
    assert_string_equal(nh_row_kind_name((nh_row_kind)99), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials),   cmocka_unit_test(cleared),     cmocka_unit_test(linear),
        cmocka_unit_test(other_symbols), cmocka_unit_test(random_rows), cmocka_unit_test(quadratic),
        cmocka_unit_test(names),         cmocka_unit_test(rheonomic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
