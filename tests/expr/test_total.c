/* The total derivative by time: along random curves, and as it is written. */
#include "differences.h"
#include "expr/inspect.h"
#include "support.h"

/* A curve: every coordinate, multiplier and quasi-velocity moves as a + b sin(c t + d), with numbers from its name. */
static long double value_on_curve(nh_pool *pool, nh_expr symbol, long double t) {
    nh_context *context = nh_pool_context(pool);
    nh_symbol s = *nh_expr_symbol_of(pool, symbol);
    uint64_t seed =
        nh_hash_bytes(nh_name_text(context, s.name), nh_name_length(context, s.name)) + s.role + test_seed();
    long double a = value_from(seed, 1), b = value_from(seed, 2), c = value_from(seed, 3), d = value_from(seed, 4);
    if (s.role == NH_ROLE_TIME) return t;
    if (s.role == NH_ROLE_PARAMETER) return a;
    long double turn = acosl(-1) / 2 * s.order;
    return (s.order == 0 ? a : 0) + b * powl(c, s.order) * sinl(c * t + d + turn);
}

typedef struct curve {
    nh_pool *pool;
    nh_arena *arena;
    nh_expr e;
    long double t;
} curve;

static evaluated value_along(void *user, long double offset) {
    curve *c = user;
    uint32_t count;
    nh_expr *symbols = nh_expr_symbols(c->pool, c->arena, 1, &c->e, &count);
    long double *values = NH_NEW_ARRAY(c->arena, long double, count);
    for (uint32_t i = 0; i < count; i++) values[i] = value_on_curve(c->pool, symbols[i], c->t + offset);
    point at = {.count = count, .symbols = symbols, .values = values};
    return evaluate(c->pool, c->e, &at);
}

/* Whole parts as in differences.h, along the curve. */
static bool floors_stay(curve *c) {
    size_t count;
    nh_expr e = c->e, *list = quotients_in(c->pool, c->arena, e, &count);
    bool same = true;
    for (size_t i = 0; i < count && same; i++) {
        c->e = list[i];
        evaluated before = value_along(c, -0x1p-12L), behind = value_along(c, 0x1p-12L);
        same = is_known(before) && is_known(behind) && floorl(before.value) == floorl(behind.value);
    }
    c->e = e;
    return same;
}

typedef struct trial {
    random_exprs g;
    int said, given_up;
} trial;

static void along_body(nh_context *context, void *argument) {
    trial *t = argument;
    curve c = {t->g.pool, nh_arena_create(context), random_expr(&t->g, 10), nh_random_uniform(&t->g.random, -2, 2)};
    evaluated difference = floors_stay(&c) ? derivative_by_differences(value_along, &c) : make_unknown();
    c.e = nh_expr_total_derivative(c.pool, c.e);
    evaluated rule = value_along(&c, 0);
    if (is_known(rule) && is_known(difference)) {
        assert_true(is_same_derivative(rule, difference));
        t->said++;
    }
    nh_arena_destroy(c.arena);
}

PROTECTED_TEST(along_curves) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 1)};
    int count = test_count(600);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, along_body, &t) != NH_OK) t.given_up++;
    print_message("%d derivatives, %d given up\n", t.said, t.given_up);
    assert_true(t.said > count / 4 && t.given_up < count / 20 + 1);
}

/* On expressions without names it is the sum of partial derivatives times rates, in value. */
static void sum_body(nh_context *context, void *argument) {
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    nh_arena *arena = nh_arena_create(context);
    nh_expr e = nh_expr_expand_names(pool, random_expr(&t->g, 10)), sum = NH_EXPR_ZERO;
    uint32_t count;
    nh_expr *symbols = nh_expr_symbols(pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_role role = nh_expr_symbol_of(pool, symbols[i])->role;
        if (role == NH_ROLE_PARAMETER || role == NH_ROLE_FUNCTION) continue;
        nh_expr rate = role == NH_ROLE_TIME ? NH_EXPR_ONE : nh_expr_dot(pool, symbols[i]);
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, nh_expr_diff(pool, e, symbols[i]), rate));
    }
    point at = {.seed = nh_random_u64(&t->g.random)};
    assert_true(is_same_value(pool, nh_expr_total_derivative(pool, e), sum, &at, &t->said));
    nh_arena_destroy(arena);
}

PROTECTED_TEST(sum_of_partials) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 2)};
    int count = test_count(300);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, sum_body, &t) != NH_OK) t.given_up++;
    assert_true(t.said > count / 4 && t.given_up < count / 20 + 1);
}

PROTECTED_TEST(as_written) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), y = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "y");
    nh_expr t = nh_expr_symbol_text(p, NH_ROLE_TIME, "t"), m = nh_expr_symbol_text(p, NH_ROLE_PARAMETER, "m");
    nh_expr v = nh_expr_dot(p, x), w = nh_expr_dot(p, y);
    assert_int_equal(nh_expr_total_derivative(p, x), v);
    assert_int_equal(nh_expr_symbol_of(p, nh_expr_total_derivative(p, v))->order, 2);
    assert_int_equal(nh_expr_total_derivative(p, t), NH_EXPR_ONE);
    assert_int_equal(nh_expr_total_derivative(p, m), NH_EXPR_ZERO);
    assert_int_equal(nh_expr_total_derivative(p, nh_expr_int(p, 5)), NH_EXPR_ZERO);
    assert_int_equal(nh_expr_total_derivative(p, NH_EXPR_UNDEFINED), NH_EXPR_UNDEFINED);
    nh_expr lambda = nh_expr_symbol_text(p, NH_ROLE_MULTIPLIER, "lambda"),
            eta = nh_expr_symbol_text(p, NH_ROLE_QUASI, "eta");
    assert_int_equal(nh_expr_total_derivative(p, lambda), nh_expr_dot(p, lambda));
    assert_int_equal(nh_expr_total_derivative(p, eta), nh_expr_dot(p, eta));
    nh_expr product = nh_expr_total_derivative(p, nh_expr_mul(p, m, nh_expr_mul(p, x, y)));
    nh_expr expected = nh_expr_add(p, nh_expr_product(p, 3, (const nh_expr[]){m, v, y}),
                                   nh_expr_product(p, 3, (const nh_expr[]){m, x, w}));
    assert_int_equal(product, expected);
    /* C(t)' is the call of the derivative; the names of abbreviations stay */
    nh_expr C = nh_expr_function(p, nh_name_of_text(context, "C"), 1), C1 = nh_expr_function_derivative(p, C, 0);
    assert_int_equal(nh_expr_total_derivative(p, nh_expr_call(p, C, 1, &t)), nh_expr_call(p, C1, 1, &t));
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"),
                                     nh_expr_sum(p, 3,
                                                 (const nh_expr[]){nh_expr_mul(p, nh_expr_pow_int(p, x, 2), y),
                                                                   nh_expr_apply1(p, NH_EXPR_SIN, t), m}));
    nh_expr terms[] = {nh_expr_mul(p, nh_expr_diff(p, F, x), v), nh_expr_mul(p, nh_expr_diff(p, F, y), w),
                       nh_expr_diff(p, F, t)};
    nh_expr rate = nh_expr_sum(p, 3, terms);
    assert_int_equal(nh_expr_total_derivative(p, F), rate);
    assert_int_equal(nh_expr_total_derivative(p, nh_expr_pow_int(p, F, 2)),
                     nh_expr_scale(p, nh_rat_int(2), nh_expr_mul(p, F, rate)));
    nh_pool_destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_curves),
        cmocka_unit_test(sum_of_partials),
        cmocka_unit_test(as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
