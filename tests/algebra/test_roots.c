/* Roots and absolute values in normal form: the value stays what it was, whatever rules were used; and what
 * must fall together does. */
#include "hidden.h"

#include "algebra/field/normal.h"

/* ---- values ---- */

static const hidden_class classes_with_roots[] = {
    HIDDEN_ROOT,     HIDDEN_CONJUGATE,       HIDDEN_SEVERAL_ROOTS,  HIDDEN_NESTED_ROOTS,
    HIDDEN_DENESTED, HIDDEN_ROOT_OF_PRODUCT, HIDDEN_ROOT_OF_SQUARE, HIDDEN_MIXED,
};
enum { CLASSES_WITH_ROOTS = sizeof classes_with_roots / sizeof *classes_with_roots };

/* Both sides of an identity, one of them under a root or an absolute value. */
static nh_expr some_expression(hidden *h) {
    hidden_class class = classes_with_roots[hidden_below(h, CLASSES_WITH_ROOTS)];
    hidden_sides sides = hidden_step(h, class, NULL);
    for (uint64_t more = hidden_below(h, 3); more > 0; more--) sides = hidden_step(h, class, &sides);
    nh_expr a = hidden_below(h, 2) ? sides.l : sides.r, b = hidden_operand(h);
    switch (hidden_below(h, 4)) {
        case 0: return nh_expr_apply1(h->pool, NH_EXPR_ABS, nh_expr_add(h->pool, a, b));
        case 1: return nh_expr_sqrt(h->pool, nh_expr_add(h->pool, nh_expr_pow_int(h->pool, a, 2), b));
        case 2: return nh_expr_add(h->pool, a, nh_expr_apply1(h->pool, NH_EXPR_ABS, nh_expr_sub(h->pool, a, b)));
        default: return a;
    }
}

/* A rule for signs that is wrong somewhere shows here, even where an identity is refuted before it could be proved. */
PROTECTED_TEST(values_stay) {
    nh_random random = nh_random_make(test_seed(), 31);
    int seen = 0, count = test_count(60);
    for (int i = 0; i < count; i++) {
        hidden h = hidden_begin(context, &random);
        nh_expr e = some_expression(&h);
        if (e != NH_EXPR_UNDEFINED && nh_expr_operations(h.pool, 1, &e) <= 60) {
            nh_expr normal = nh_expr_normal(h.pool, e), apart = nh_expr_sub(h.pool, e, normal);
            hidden_seen at = hidden_look(&h, apart, 40);
            if (at.nonzero > 0)
                fprintf(stderr, "not the same: %s\n  and %s\n", hidden_text(&h, e), hidden_text(&h, normal));
            assert_int_equal(at.nonzero, 0);
            seen += at.known > 0 && normal != e;
        }
        hidden_end(&h);
    }
    assert_true(seen > count / 5);
}

/* ---- what falls together ---- */

typedef struct row {
    const char *left, *right;
} row;

static const row equal_rows[] = {
    /* denested, without a word on which of the two is larger, and with both signs */
    {"sqrt(x + y + 2*sqrt(x*y))", "sqrt(x) + sqrt(y)"},
    {"sqrt(x + y - 2*sqrt(x*y))", "abs(sqrt(x) - sqrt(y))"},
    {"sqrt(x + z^2*y + 2*z*sqrt(x*y))", "abs(sqrt(x) + z*sqrt(y))"},
    {"sqrt(x + 2 + cos(y) + 2*sqrt(2*x + x*cos(y)))", "sqrt(x) + sqrt(2 + cos(y))"},
    /* squares that the relations hide, of sums with several roots */
    {"sqrt((x + sqrt(y))^2)", "abs(x + sqrt(y))"},
    {"sqrt(x^2 + y + 2*x*sqrt(y))", "abs(x + sqrt(y))"},
    {"sqrt((x*abs(y) + z*abs(k) - 5)^2)", "abs(x*abs(y) + z*abs(k) - 5)"},
    {"sqrt((x/(1 + sqrt(y)))^2 - 2*x*z/(1 + sqrt(y)) + z^2)", "abs(x/(1 + sqrt(y)) - z)"},
    /* products that are primes as polynomials */
    {"abs(8*x^3 + sin(y)^3)", "abs(2*x + sin(y))*abs(4*x^2 - 2*x*sin(y) + sin(y)^2)"},
    {"sqrt(x^2 - (2 + cos(y + z))^2)", "sqrt(x - 2 - cos(y + z))*sqrt(x + 2 + cos(y + z))"},
    {"abs(sin(x) + sin(y))", "2*abs(sin((x + y)/2))*abs(cos((x - y)/2))"},
    /* signs */
    {"abs(5 - cos(x))", "5 - cos(x)"},
    {"abs(x + sqrt(x)*abs(y))", "x + sqrt(x)*abs(y)"},
    {"abs(x^2 + 2*x*sin(y) + 1 + sin(y)^2)", "x^2 + 2*x*sin(y) + 1 + sin(y)^2"},
    {"abs(96*x^2 + 96*z^2 + 192*z*abs(x) + k^2)", "96*x^2 + 96*z^2 + 192*z*abs(x) + k^2"},
    {"abs(x)*sqrt(x*(2 + cos(y)))", "x*sqrt(2*x + x*cos(y))"},
    {"abs(1 - sqrt(x))*(1 + sqrt(x))", "abs(1 - x)"},
};

static const row different_rows[] = {
    {"sqrt(x + y - 2*sqrt(x*y))", "sqrt(x) - sqrt(y)"},
    {"sqrt(x + z^2*y + 2*z*sqrt(x*y))", "sqrt(x) + z*sqrt(y)"},
    {"sqrt((x + sqrt(y))^2)", "x + sqrt(y)"},
    {"abs(1 - sqrt(x))*(1 + sqrt(x))", "1 - x"},
    {"abs(x + abs(y - 2))", "1"}, /* x + |y - 2| divides its square */
    {"abs(x + sqrt(y)*abs(z))", "x + sqrt(y)*abs(z)"},
    {"abs(x)*sqrt(x*cos(y))", "x*sqrt(x*cos(y))"},
    {"abs(x^2 + 2*x*sin(y) + sin(y)^2 - 1)", "x^2 + 2*x*sin(y) + sin(y)^2 - 1"},
    {"abs(8*x^3 + sin(y)^3)", "(2*x + sin(y))*abs(4*x^2 - 2*x*sin(y) + sin(y)^2)"},
};

/* By the normal form only: no point refutes it. */
static void check_row(nh_context *context, const row *r, bool is_equal) {
    nh_random random = nh_random_make(1, 0);
    hidden h = hidden_begin(context, &random);
    nh_expr names[HIDDEN_COORDINATES + 1];
    memcpy(names, h.x, sizeof h.x);
    names[HIDDEN_COORDINATES] = nh_expr_symbol_text(h.pool, NH_ROLE_COORDINATE, "k");
    h.names = nh_read_names_of(h.pool, h.arena, HIDDEN_COORDINATES + 1, names);
    nh_expr left = hidden_read(&h, r->left), right = hidden_read(&h, r->right);
    bool is_zero = nh_expr_is_proved_zero(h.pool, nh_expr_sub(h.pool, left, right));
    if (is_zero != is_equal) fail_msg("%s and %s", r->left, r->right);
    hidden_end(&h);
}

PROTECTED_TEST(equal_ones_fall_together) {
    for (size_t i = 0; i < sizeof equal_rows / sizeof *equal_rows; i++) check_row(context, &equal_rows[i], true);
}

PROTECTED_TEST(different_ones_do_not) {
    for (size_t i = 0; i < sizeof different_rows / sizeof *different_rows; i++)
        check_row(context, &different_rows[i], false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay),
        cmocka_unit_test(equal_ones_fall_together),
        cmocka_unit_test(different_ones_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
