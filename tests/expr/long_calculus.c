/* Derivatives of very large expressions: nothing recurses, and time and memory go with the size. */
#include "differences.h"
#include "expr/inspect.h"
#include "support.h"

/* f = x + 1/(x + 1/(x + ...)), a million deep: in the limit f = (x + sqrt(x^2 + 4))/2. */
PROTECTED_TEST(million_fractions) {
    enum { DEPTH = 1000000 };
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), f = x;
    for (int i = 0; i < DEPTH; i++) f = nh_expr_add(p, x, nh_expr_pow_int(p, f, -1));
    nh_expr d = nh_expr_diff(p, f, x), gradient;
    long double at_x = 1.5L;
    point at = {.count = 1, .symbols = &x, .values = &at_x};
    evaluated value = evaluate(p, d, &at);
    assert_true(is_known(value) && fabsl(value.value - (1 + at_x / sqrtl(at_x * at_x + 4)) / 2) < 1e-15L);
    assert_true(nh_pool_count(p) < 8 * DEPTH);
    assert_true(nh_context_memory(context) < (size_t)4 << 30);
    nh_expr_gradient(p, f, 1, &x, &gradient);
    assert_int_equal(gradient, d);
    assert_true(nh_expr_operations(p, 1, &d) < 8 * DEPTH);
    assert_int_equal(nh_expr_degree(p, f, 1, &x).kind, NH_DEGREE_NONE);
    nh_pool_destroy(p);
}

/* sin(sin(... sin(x))): the derivative is one product. */
PROTECTED_TEST(hundred_thousand_sines) {
    enum { FLOORS = 100000 };
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), f = x;
    for (int i = 0; i < FLOORS; i++) f = nh_expr_apply1(p, NH_EXPR_SIN, f);
    nh_expr d = nh_expr_diff(p, f, x);
    assert_int_equal(nh_expr_arity(p, d), 2 * FLOORS);
    assert_int_equal(nh_expr_total_derivative(p, f), nh_expr_mul(p, d, nh_expr_dot(p, x)));
    nh_pool_destroy(p);
}

/* T of many points in one sum, and its gradient: rows with three symbols of very many each. */
PROTECTED_TEST(hundred_thousand_rows) {
    enum { MANY = 100000 };
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_name name = nh_name_of_text(context, "x");
    nh_expr *x = NH_NEW_ARRAY(arena, nh_expr, MANY + 2), *e = NH_NEW_ARRAY(arena, nh_expr, MANY);
    for (uint32_t i = 0; i < MANY + 2; i++) x[i] = nh_expr_symbol(p, NH_ROLE_COORDINATE, name, i);
    for (uint32_t i = 0; i < MANY; i++) {
        nh_expr difference =
            nh_expr_sum(p, 3, (const nh_expr[]){x[i], x[i + 2], nh_expr_scale(p, nh_rat_int(-2), x[i + 1])});
        e[i] = nh_expr_apply1(p, NH_EXPR_COS, difference);
    }
    nh_expr_matrix m = nh_expr_jacobian(p, arena, MANY, e, MANY + 2, x);
    assert_int_equal(m.start[MANY], 3 * MANY);
    m = nh_expr_hessian(p, arena, nh_expr_sum(p, MANY, e), MANY + 2, x);
    assert_int_equal(m.start[MANY + 2], 5 * (MANY + 2) - 6);
    nh_arena_destroy(arena);
    nh_pool_destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(million_fractions),
        cmocka_unit_test(hundred_thousand_sines),
        cmocka_unit_test(hundred_thousand_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
