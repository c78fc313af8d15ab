/* Partial derivatives: against tables, against differences, against each other. */
#include "expr/calculus/calculus.h"

#include "differences.h"
#include "support.h"

typedef struct some {
    nh_pool *pool;
    nh_expr x, y, v, m, t; /* coordinates, velocity of x, parameter, time */
} some;

static some some_begin(nh_context *context) {
    some s = {.pool = nh_pool_create(context)};
    s.x = nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, "x");
    s.y = nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, "y");
    s.v = nh_expr_dot(s.pool, s.x);
    s.m = nh_expr_symbol_text(s.pool, NH_ROLE_PARAMETER, "m");
    s.t = nh_expr_symbol_text(s.pool, NH_ROLE_TIME, "t");
    return s;
}

static nh_expr apply(const some *s, nh_expr_kind kind, nh_expr a) {
    return nh_expr_apply1(s->pool, kind, a);
}

static nh_expr apply2(const some *s, nh_expr_kind kind, nh_expr a, nh_expr b) {
    return nh_expr_apply(s->pool, kind, 2, (const nh_expr[]){a, b});
}

static nh_expr power(const some *s, nh_expr base, int64_t num, int64_t den) {
    return nh_expr_pow_rational(s->pool, base, nh_rat_make(num, den));
}

static nh_expr function(const some *s, const char *name, uint32_t arity) {
    return nh_expr_function(s->pool, nh_name_of_text(nh_pool_context(s->pool), name), arity);
}

static nh_expr name(const some *s, const char *text, nh_expr definition) {
    return nh_expr_abbreviation(s->pool, nh_name_of_text(nh_pool_context(s->pool), text), definition);
}

#define check_diff(s, e, symbol, expected) assert_int_equal(nh_expr_diff((s).pool, (e), (symbol)), (expected))

PROTECTED_TEST(leaves) {
    some s = some_begin(context);
    check_diff(s, s.x, s.x, NH_EXPR_ONE);
    check_diff(s, s.x, s.v, NH_EXPR_ZERO);
    check_diff(s, s.v, s.x, NH_EXPR_ZERO);
    check_diff(s, s.v, s.v, NH_EXPR_ONE);
    check_diff(s, s.m, s.m, NH_EXPR_ONE);
    check_diff(s, s.t, s.t, NH_EXPR_ONE);
    check_diff(s, nh_expr_fraction(s.pool, 7, 3), s.x, NH_EXPR_ZERO);
    check_diff(s, NH_EXPR_PI, s.x, NH_EXPR_ZERO);
    check_diff(s, NH_EXPR_UNDEFINED, s.x, NH_EXPR_UNDEFINED);
    nh_pool_destroy(s.pool);
}

/* d f(x)/dx as one would write it. */
PROTECTED_TEST(functions) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr x = s.x, one_minus = nh_expr_sub(p, NH_EXPR_ONE, power(&s, x, 2, 1));
    nh_expr one_plus = nh_expr_add(p, NH_EXPR_ONE, power(&s, x, 2, 1));
    check_diff(s, apply(&s, NH_EXPR_SIN, x), x, apply(&s, NH_EXPR_COS, x));
    check_diff(s, apply(&s, NH_EXPR_COS, x), x, nh_expr_neg(p, apply(&s, NH_EXPR_SIN, x)));
    check_diff(s, apply(&s, NH_EXPR_TAN, x), x,
               nh_expr_add(p, NH_EXPR_ONE, power(&s, apply(&s, NH_EXPR_TAN, x), 2, 1)));
    check_diff(s, apply(&s, NH_EXPR_ASIN, x), x, power(&s, one_minus, -1, 2));
    check_diff(s, apply(&s, NH_EXPR_ACOS, x), x, nh_expr_neg(p, power(&s, one_minus, -1, 2)));
    check_diff(s, apply(&s, NH_EXPR_ATAN, x), x, power(&s, one_plus, -1, 1));
    check_diff(s, apply(&s, NH_EXPR_SINH, x), x, apply(&s, NH_EXPR_COSH, x));
    check_diff(s, apply(&s, NH_EXPR_COSH, x), x, apply(&s, NH_EXPR_SINH, x));
    check_diff(s, apply(&s, NH_EXPR_TANH, x), x,
               nh_expr_sub(p, NH_EXPR_ONE, power(&s, apply(&s, NH_EXPR_TANH, x), 2, 1)));
    check_diff(s, apply(&s, NH_EXPR_EXP, x), x, apply(&s, NH_EXPR_EXP, x));
    check_diff(s, apply(&s, NH_EXPR_LOG, x), x, power(&s, x, -1, 1));
    check_diff(s, apply(&s, NH_EXPR_ABS, x), x, apply(&s, NH_EXPR_SIGN, x));
    check_diff(s, apply(&s, NH_EXPR_SIGN, x), x, NH_EXPR_ZERO);
    check_diff(s, apply(&s, NH_EXPR_SIN, apply(&s, NH_EXPR_SIGN, x)), x, NH_EXPR_ZERO);
    nh_pool_destroy(p);
}

PROTECTED_TEST(powers_and_products) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr x = s.x, y = s.y, m = s.m;
    check_diff(s, power(&s, x, 5, 1), x, nh_expr_scale(p, nh_rat_int(5), power(&s, x, 4, 1)));
    check_diff(s, power(&s, x, 2, 3), x, nh_expr_scale(p, nh_rat_make(2, 3), power(&s, x, -1, 3)));
    check_diff(s, nh_expr_mul(p, x, y), x, y);
    check_diff(s, nh_expr_div(p, x, y), y, nh_expr_neg(p, nh_expr_mul(p, x, power(&s, y, -2, 1))));
    nh_expr energy = nh_expr_scale(p, nh_rat_make(1, 2), nh_expr_mul(p, m, power(&s, s.v, 2, 1)));
    check_diff(s, energy, s.v, nh_expr_mul(p, m, s.v));
    check_diff(s, nh_expr_pow(p, x, m), x, nh_expr_mul(p, m, nh_expr_pow(p, x, nh_expr_sub(p, m, NH_EXPR_ONE))));
    check_diff(s, nh_expr_pow(p, m, x), x, nh_expr_mul(p, nh_expr_pow(p, m, x), apply(&s, NH_EXPR_LOG, m)));
    /* the radical of a base with a sign that must stay */
    nh_expr root = nh_expr_sqrt(p, nh_expr_sub(p, NH_EXPR_ONE, x));
    check_diff(s, root, x, nh_expr_scale(p, nh_rat_make(-1, 2), power(&s, nh_expr_sub(p, NH_EXPR_ONE, x), -1, 2)));
    nh_pool_destroy(p);
}

PROTECTED_TEST(choices) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr x = s.x, y = s.y, square = power(&s, x, 2, 1), less = nh_expr_sub(p, x, y);
    check_diff(s, nh_expr_if(p, less, square, x), x,
               nh_expr_if(p, less, nh_expr_scale(p, nh_rat_int(2), x), NH_EXPR_ONE));
    check_diff(s, nh_expr_if(p, x, y, s.m), x, NH_EXPR_ZERO);
    nh_expr half = nh_expr_if(p, x, NH_EXPR_UNDEFINED, square);
    check_diff(s, half, x, nh_expr_if(p, x, NH_EXPR_UNDEFINED, nh_expr_scale(p, nh_rat_int(2), x)));
    nh_expr nowhere = nh_expr_if(p, y, NH_EXPR_UNDEFINED, s.m),
            expected = nh_expr_if(p, y, NH_EXPR_UNDEFINED, NH_EXPR_ZERO);
    check_diff(s, nowhere, x, expected);
    nh_expr by_x[1];
    nh_expr_gradient(p, nh_expr_add(p, nowhere, x), 1, &x, by_x);
    assert_int_equal(by_x[0], nh_expr_add(p, NH_EXPR_ONE, expected));
    nh_expr angle = apply2(&s, NH_EXPR_ATAN2, y, x);
    nh_expr radius = nh_expr_add(p, square, power(&s, y, 2, 1));
    check_diff(s, angle, x, nh_expr_neg(p, nh_expr_div(p, y, radius)));
    check_diff(s, angle, y, nh_expr_div(p, x, radius));
    nh_expr mod = apply2(&s, NH_EXPR_MOD, x, y);
    check_diff(s, mod, x, NH_EXPR_ONE);
    check_diff(s, mod, y, nh_expr_div(p, nh_expr_sub(p, mod, x), y));
    nh_pool_destroy(p);
}

PROTECTED_TEST(calls) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr g = function(&s, "g", 2), g1 = nh_expr_function_derivative(p, g, 0),
            g2 = nh_expr_function_derivative(p, g, 1);
    nh_expr args[] = {nh_expr_mul(p, s.x, s.y), s.t};
    nh_expr call = nh_expr_call(p, g, 2, args);
    check_diff(s, call, s.x, nh_expr_mul(p, nh_expr_call(p, g1, 2, args), s.y));
    check_diff(s, call, s.t, nh_expr_call(p, g2, 2, args));
    check_diff(s, call, s.m, NH_EXPR_ZERO);
    nh_expr same[] = {s.x, s.x};
    nh_expr sum = nh_expr_add(p, nh_expr_call(p, g1, 2, same), nh_expr_call(p, g2, 2, same));
    check_diff(s, nh_expr_call(p, g, 2, same), s.x, sum);
    nh_pool_destroy(p);
}

/* F = x^2 sin(y), G = F^2 + x. */
PROTECTED_TEST(abbreviations) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr F = name(&s, "F", nh_expr_mul(p, power(&s, s.x, 2, 1), apply(&s, NH_EXPR_SIN, s.y)));
    nh_expr G = name(&s, "G", nh_expr_add(p, power(&s, F, 2, 1), s.x));
    nh_expr Fx = nh_expr_diff(p, F, s.x), Gx = nh_expr_diff(p, G, s.x);
    const nh_symbol *symbol = nh_expr_symbol_of(p, Fx);
    assert_int_equal(symbol->role, NH_ROLE_ABBREVIATION);
    assert_int_equal(symbol->of, F);
    assert_int_equal(symbol->by_count, 1);
    assert_int_equal(symbol->by[0], s.x);
    nh_expr definition = nh_expr_mul(p, nh_expr_scale(p, nh_rat_int(2), s.x), apply(&s, NH_EXPR_SIN, s.y));
    assert_int_equal(symbol->definition, definition);
    nh_expr inner = nh_expr_add(p, nh_expr_product(p, 3, (const nh_expr[]){nh_expr_int(p, 2), F, Fx}), NH_EXPR_ONE);
    assert_int_equal(nh_expr_symbol_of(p, Gx)->definition, inner);
    check_diff(s, F, s.m, NH_EXPR_ZERO);
    check_diff(s, apply(&s, NH_EXPR_SIN, F), s.x, nh_expr_mul(p, apply(&s, NH_EXPR_COS, F), Fx));
    check_diff(s, name(&s, "H", s.x), s.x, NH_EXPR_ONE);
    nh_pool_destroy(p);
}

/* The same partial derivative of an abbreviation is the same symbol, in whatever order. */
PROTECTED_TEST(abbreviations_in_any_order) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr inner = name(&s, "F", nh_expr_pow_int(p, nh_expr_sum(p, 3, (const nh_expr[]){s.x, s.v, NH_EXPR_ONE}), 5));
    nh_expr outer = nh_expr_sum(p, 3, (const nh_expr[]){inner, apply(&s, NH_EXPR_SIN, nh_expr_mul(p, s.x, s.y)), s.v});
    nh_expr G = name(&s, "G", nh_expr_pow_int(p, outer, -3));
    const nh_expr by[] = {s.x, s.y, s.v, s.x};
    nh_random random = nh_random_make(test_seed(), 1);
    nh_expr expected = NH_EXPR_ZERO;
    for (int k = 0; k < 12; k++) {
        nh_expr order[4], e = G;
        for (uint32_t i = 0; i < 4; i++) order[i] = by[i];
        for (uint32_t i = 3; i > 0; i--) {
            uint32_t j = (uint32_t)nh_random_below(&random, i + 1);
            nh_expr swapped = order[i];
            order[i] = order[j], order[j] = swapped;
        }
        for (uint32_t i = 0; i < 4; i++) e = nh_expr_diff(p, e, order[i]);
        if (k == 0) expected = e;
        assert_int_equal(e, expected);
    }
    assert_int_equal(nh_expr_symbol_of(p, expected)->of, G);
    assert_int_equal(nh_expr_symbol_of(p, expected)->by_count, 4);
    nh_pool_destroy(p);
}

/* min and max of many: at random points the derivative is that of the argument which is the extreme. */
PROTECTED_TEST(extremes) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    for (uint32_t count = 2; count <= 9; count++) {
        nh_expr args[9];
        for (uint32_t i = 0; i < count; i++)
            args[i] =
                nh_expr_mul(p, nh_expr_int(p, 3 + i),
                            apply(&s, i % 2 ? NH_EXPR_SIN : NH_EXPR_COS, nh_expr_scale(p, nh_rat_int(i + 1), s.x)));
        for (int kind = NH_EXPR_MIN; kind <= NH_EXPR_MAX; kind++) {
            nh_expr d = nh_expr_diff(p, nh_expr_apply(p, (nh_expr_kind)kind, count, args), s.x);
            for (uint64_t seed = 1; seed <= 10; seed++) {
                point at = {.seed = seed};
                uint32_t best = 0;
                for (uint32_t i = 1; i < count; i++) {
                    bool less = evaluate(p, args[i], &at).value < evaluate(p, args[best], &at).value;
                    if (less == (kind == NH_EXPR_MIN)) best = i;
                }
                assert_true(is_near(evaluate(p, d, &at), evaluate(p, nh_expr_diff(p, args[best], s.x), &at)));
            }
        }
    }
    nh_pool_destroy(p);
}

/* The kinds of expression in e, as a set. */
static uint64_t kinds_of(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < walk->count; i++) kinds |= RANDOM_KIND(nh_expr_kind_of(pool, walk->order[i]));
    nh_walk_end(walk);
    return kinds;
}

/* Every kind, at random. */
PROTECTED_TEST(differences) {
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = calculus_exprs_begin(pool, 2);
    uint64_t kinds = 0;
    int said = 0, nonzero = 0, count = test_count(2500);
    for (int k = 0; k < count; k++) {
        nh_expr e = random_expr(&g, 3 + random_below(&g, 12)), symbol = random_variable_of(&g, e);
        point at = {.seed = 1000 + (uint64_t)k};
        evaluated difference = partial_by_differences(pool, e, symbol, &at);
        nh_expr d = nh_expr_diff(pool, e, symbol);
        evaluated rule = evaluate(pool, d, &at);
        if (!is_known(rule) || !is_known(difference)) continue;
        assert_true(is_same_derivative(rule, difference));
        said++;
        if (d == NH_EXPR_ZERO) continue;
        nonzero++;
        kinds |= kinds_of(pool, e);
    }
    print_message("%d derivatives, %d of them not 0\n", said, nonzero);
    assert_true(said > count / 4 && nonzero > count / 8);
    assert_int_equal(kinds | RANDOM_KIND(NH_EXPR_NO_VALUE), RANDOM_KIND(NH_EXPR_KINDS) - 1);
    nh_pool_destroy(pool);
}

typedef struct law {
    random_exprs g;
    uint64_t seed; /* of the point */
    int mixed, product, chain, given_up;
} law;

/* Second derivatives do not depend on the order; (a b)' = a' b + a b'; (f(u))' = f'(u) u'. */
static void law_body(nh_context *context, void *argument) {
    (void)context;
    law *l = argument;
    nh_pool *pool = l->g.pool;
    point at = {.seed = l->seed};
    nh_expr a = random_expr(&l->g, 8), b = random_expr(&l->g, 6);
    nh_expr x = random_variable_of(&l->g, a), y = random_variable_of(&l->g, a);
    nh_expr xy = nh_expr_diff(pool, nh_expr_diff(pool, a, x), y), yx = nh_expr_diff(pool, nh_expr_diff(pool, a, y), x);
    assert_true(is_same_value(pool, xy, yx, &at, &l->mixed));
    nh_expr first = nh_expr_mul(pool, nh_expr_diff(pool, a, x), b),
            second = nh_expr_mul(pool, a, nh_expr_diff(pool, b, x));
    nh_expr whole = nh_expr_diff(pool, nh_expr_mul(pool, a, b), x);
    assert_true(is_same_value(pool, whole, nh_expr_add(pool, first, second), &at, &l->product));
    /* a(x, y) with b(x, ...) put in for y */
    if (x == y) return;
    nh_expr plain = nh_expr_expand_names(pool, a);
    nh_expr by_x = nh_expr_diff(pool, nh_expr_substitute(pool, plain, 1, &y, &b, true), x);
    nh_expr ax = nh_expr_substitute(pool, nh_expr_diff(pool, plain, x), 1, &y, &b, true);
    nh_expr ay = nh_expr_substitute(pool, nh_expr_diff(pool, plain, y), 1, &y, &b, true);
    nh_expr sum = nh_expr_add(pool, ax, nh_expr_mul(pool, ay, nh_expr_diff(pool, b, x)));
    assert_true(is_same_value(pool, by_x, sum, &at, &l->chain));
}

/* Exponents of random expressions outgrow their limit now and then. */
PROTECTED_TEST(laws) {
    nh_pool *pool = nh_pool_create(context);
    law l = {.g = calculus_exprs_begin(pool, 3)};
    int count = test_count(400);
    for (int k = 0; k < count; k++) {
        l.seed = 5000 + (uint64_t)k;
        if (test_attempt(context, &(nh_budget){0}, law_body, &l) != NH_OK) l.given_up++;
    }
    print_message("%d mixed, %d products, %d chains, %d given up\n", l.mixed, l.product, l.chain, l.given_up);
    assert_true(l.mixed > count / 6 && l.product > count / 6 && l.chain > count / 8 && l.given_up < count / 50);
    nh_pool_destroy(pool);
}

PROTECTED_TEST(gradient) {
    nh_pool *pool = nh_pool_create(context), *other = nh_pool_create(context);
    random_exprs g = calculus_exprs_begin(pool, 4), h = calculus_exprs_begin(other, 4);
    for (int k = 0; k < test_count(200); k++) {
        nh_expr e = random_expr(&g, 15), same = random_expr(&h, 15), result[9];
        nh_expr_gradient(pool, e, 9, g.symbols, result);
        for (uint32_t i = 0; i < 9; i++) {
            nh_expr single = nh_expr_diff(other, same, h.symbols[i]);
            assert_true(nh_expr_hash(pool, result[i]) == nh_expr_hash(other, single));
        }
    }
    nh_expr undefined[2];
    nh_expr_gradient(pool, NH_EXPR_UNDEFINED, 2, g.symbols, undefined);
    assert_true(undefined[0] == NH_EXPR_UNDEFINED && undefined[1] == NH_EXPR_UNDEFINED);
    nh_pool_destroy(other);
    nh_pool_destroy(pool);
}

/* f = x + 1/(x + 1/(x + ...)): in the limit f = (x + sqrt(x^2 + 4))/2. */
PROTECTED_TEST(deep_fraction) {
    some s = some_begin(context);
    nh_expr f = s.x;
    for (int i = 0; i < 50000; i++) f = nh_expr_add(s.pool, s.x, nh_expr_pow_int(s.pool, f, -1));
    nh_expr d = nh_expr_diff(s.pool, f, s.x);
    long double x = 1.5L;
    point at = {.count = 1, .symbols = &s.x, .values = &x};
    evaluated value = evaluate(s.pool, d, &at);
    assert_true(is_known(value) && fabsl(value.value - (1 + x / sqrtl(x * x + 4)) / 2) < 1e-15L);
    assert_true(nh_pool_count(s.pool) < 10 * 50000);
    nh_pool_destroy(s.pool);
}

/* sin(sin(... x)) */
PROTECTED_TEST(deep_tower) {
    enum { FLOORS = 30000 };
    some s = some_begin(context);
    nh_expr f = s.x;
    for (int i = 0; i < FLOORS; i++) f = nh_expr_apply1(s.pool, i % 2 ? NH_EXPR_SIN : NH_EXPR_ATAN, f);
    nh_expr d = nh_expr_diff(s.pool, f, s.x);
    assert_int_equal(nh_expr_kind_of(s.pool, d), NH_EXPR_PRODUCT);
    assert_int_equal(nh_expr_arity(s.pool, d), 2 * FLOORS);
    assert_true(nh_pool_count(s.pool) < 8 * FLOORS);
    nh_expr result[2];
    nh_expr_gradient(s.pool, f, 2, (const nh_expr[]){s.y, s.x}, result);
    assert_true(result[0] == NH_EXPR_ZERO && result[1] == d);
    nh_expr total = nh_expr_total_derivative(s.pool, f);
    assert_int_equal(total, nh_expr_mul(s.pool, d, s.v));
    nh_pool_destroy(s.pool);
}

/* Abbreviations of abbreviations of ..., differentiated twice against their order. */
PROTECTED_TEST(deep_names) {
    some s = some_begin(context);
    nh_expr F = nh_expr_mul(s.pool, s.x, s.y);
    for (int i = 0; i < 3000; i++) F = name(&s, "F", nh_expr_apply1(s.pool, NH_EXPR_SIN, nh_expr_add(s.pool, F, s.x)));
    nh_expr yx = nh_expr_diff(s.pool, nh_expr_diff(s.pool, F, s.y), s.x);
    nh_expr xy = nh_expr_diff(s.pool, nh_expr_diff(s.pool, F, s.x), s.y);
    assert_int_equal(xy, yx);
    nh_pool_destroy(s.pool);
}

static void fail_body(nh_context *context, void *unused) {
    (void)unused;
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = calculus_exprs_begin(pool, 5);
    nh_expr e = random_expr(&g, 30);
    nh_expr_diff(pool, nh_expr_diff(pool, e, g.symbols[0]), g.symbols[1]);
    nh_pool_destroy(pool);
}

static void memory_failures(void **state) {
    (void)state;
    test_every_failure(fail_body, NULL, 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves),     cmocka_unit_test(functions),       cmocka_unit_test(powers_and_products),
        cmocka_unit_test(choices),    cmocka_unit_test(calls),           cmocka_unit_test(abbreviations),
        cmocka_unit_test(extremes),   cmocka_unit_test(differences),     cmocka_unit_test(laws),
        cmocka_unit_test(gradient),   cmocka_unit_test(deep_fraction),   cmocka_unit_test(deep_tower),
        cmocka_unit_test(deep_names), cmocka_unit_test(memory_failures), cmocka_unit_test(abbreviations_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
