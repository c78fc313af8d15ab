/* Sums, products and powers: the algebraic laws as equality of expressions where the canonical form promises them, and
 * values: no simplification may change one. */
#include "check_value.h"
#include "expr/canonical/canonical.h"
#include "random_expr.h"

#define same(a, b) assert_int_equal(a, b)

typedef struct world {
    nh_pool *pool;
    nh_expr x, y, z;
} world;

static world begin(nh_context *context) {
    nh_pool *pool = nh_pool_create(context);
    return (world){pool, nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"),
                   nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "y"),
                   nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, "z")};
}

static nh_expr times(world *w, int64_t num, int64_t den, nh_expr e) {
    return nh_expr_scale(w->pool, nh_rat_make(num, den), e);
}

static nh_expr power(world *w, nh_expr base, int64_t num, int64_t den) {
    return nh_expr_pow_rational(w->pool, base, nh_rat_make(num, den));
}

static nh_expr number_power(world *w, int64_t base, int64_t num, int64_t den) {
    return power(w, nh_expr_int(w->pool, base), num, den);
}

static nh_expr absolute(world *w, nh_expr e) {
    return nh_expr_apply1(w->pool, NH_EXPR_ABS, e);
}

/* Whether e is the one factor base^(num/den), not taken apart. */
static bool is_power(world *w, nh_expr e, nh_expr base, int64_t num, int64_t den) {
    return nh_expr_kind_of(w->pool, e) == NH_EXPR_PRODUCT && nh_expr_arity(w->pool, e) == 2 &&
           nh_expr_args(w->pool, e)[0] == base && nh_expr_args(w->pool, e)[1] == nh_expr_fraction(w->pool, num, den);
}

PROTECTED_TEST(test_sums) {
    world w = begin(context);
    nh_pool *p = w.pool;
    same(nh_expr_sum(p, 0, NULL), NH_EXPR_ZERO);
    same(nh_expr_sum(p, 1, &w.x), w.x);
    same(nh_expr_add(p, w.x, w.y), nh_expr_add(p, w.y, w.x));
    same(nh_expr_add(p, nh_expr_add(p, w.x, w.y), w.z), nh_expr_add(p, w.x, nh_expr_add(p, w.y, w.z)));
    same(nh_expr_sum(p, 3, (nh_expr[]){w.z, w.x, w.y}), nh_expr_sum(p, 3, (nh_expr[]){w.x, w.y, w.z}));
    same(nh_expr_add(p, w.x, NH_EXPR_ZERO), w.x);
    same(nh_expr_sub(p, w.x, w.x), NH_EXPR_ZERO);
    same(nh_expr_sub(p, NH_EXPR_ZERO, w.x), nh_expr_neg(p, w.x));
    same(nh_expr_neg(p, nh_expr_neg(p, w.x)), w.x);
    same(nh_expr_add(p, w.x, w.x), times(&w, 2, 1, w.x));
    same(nh_expr_add(p, times(&w, 1, 2, w.x), times(&w, 1, 2, w.x)), w.x);
    same(nh_expr_sub(p, times(&w, 5, 3, w.x), times(&w, 2, 3, w.x)), w.x);
    same(times(&w, 0, 1, w.x), NH_EXPR_ZERO);
    same(nh_expr_add(p, nh_expr_int(p, 2), nh_expr_fraction(p, -4, 2)), NH_EXPR_ZERO);
    nh_expr sum = nh_expr_sum(p, 3, (nh_expr[]){w.x, times(&w, 2, 1, w.y), nh_expr_int(p, 3)});
    same(times(&w, 2, 1, sum),
         nh_expr_sum(p, 3, (nh_expr[]){times(&w, 2, 1, w.x), times(&w, 4, 1, w.y), nh_expr_int(p, 6)}));
    same(nh_expr_mul(p, nh_expr_int(p, 2), sum), times(&w, 2, 1, sum));
    same(nh_expr_sub(p, sum, nh_expr_add(p, w.x, nh_expr_int(p, 3))), times(&w, 2, 1, w.y));
}

PROTECTED_TEST(test_products) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr xy = nh_expr_mul(p, w.x, w.y), sum = nh_expr_add(p, w.x, w.y);
    same(nh_expr_product(p, 0, NULL), NH_EXPR_ONE);
    same(nh_expr_product(p, 1, &w.x), w.x);
    same(xy, nh_expr_mul(p, w.y, w.x));
    same(nh_expr_mul(p, xy, w.z), nh_expr_mul(p, w.x, nh_expr_mul(p, w.y, w.z)));
    same(nh_expr_mul(p, w.x, NH_EXPR_ONE), w.x);
    same(nh_expr_mul(p, w.x, NH_EXPR_ZERO), NH_EXPR_ZERO);
    same(nh_expr_mul(p, w.x, NH_EXPR_MINUS_ONE), nh_expr_neg(p, w.x));
    same(nh_expr_div(p, w.x, w.x), NH_EXPR_ONE);
    same(nh_expr_div(p, xy, w.y), w.x);
    same(nh_expr_mul(p, w.x, w.x), power(&w, w.x, 2, 1));
    same(nh_expr_mul(p, power(&w, w.x, 1, 2), power(&w, w.x, 1, 3)), power(&w, w.x, 5, 6));
    same(nh_expr_mul(p, times(&w, 2, 3, w.x), times(&w, 3, 5, w.y)), times(&w, 2, 5, xy));
    same(power(&w, times(&w, 2, 1, xy), 3, 1),
         times(&w, 8, 1, nh_expr_mul(p, power(&w, w.x, 3, 1), power(&w, w.y, 3, 1))));
    /* what a sum has in common goes outside, with the sign of its first term */
    same(nh_expr_mul(p, times(&w, 2, 1, sum), w.z), times(&w, 2, 1, nh_expr_mul(p, sum, w.z)));
    same(nh_expr_mul(p, nh_expr_neg(p, sum), w.z), nh_expr_neg(p, nh_expr_mul(p, sum, w.z)));
    same(power(&w, times(&w, -1, 3, sum), -3, 1), times(&w, -27, 1, power(&w, sum, -3, 1)));
    same(nh_expr_div(p, times(&w, 2, 3, sum), sum), nh_expr_fraction(p, 2, 3));
    same(nh_expr_div(p, sum, nh_expr_neg(p, sum)), NH_EXPR_MINUS_ONE);
    /* a number times a sum only goes inside */
    same(nh_expr_kind_of(p, nh_expr_mul(p, nh_expr_int(p, 3), sum)), NH_EXPR_SUM);
    same(nh_expr_arity(p, nh_expr_mul(p, nh_expr_int(p, 3), sum)), 5);
}

static void check_split(world *w, nh_expr e, int64_t num, int64_t den, nh_expr rest) {
    nh_rat c;
    same(nh_expr_split(w->pool, e, &c), rest);
    assert_true(nh_rat_eq(c, nh_rat_make(num, den)));
}

PROTECTED_TEST(test_split) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr xy = nh_expr_mul(p, w.x, w.y), sum = nh_expr_add(p, w.x, times(&w, 2, 1, w.y));
    check_split(&w, NH_EXPR_ZERO, 0, 1, NH_EXPR_ONE);
    check_split(&w, nh_expr_fraction(p, -3, 7), -3, 7, NH_EXPR_ONE);
    check_split(&w, w.x, 1, 1, w.x);
    check_split(&w, times(&w, -2, 1, xy), -2, 1, xy);
    nh_rat sign; /* which of x and y comes first depends on their hashes */
    nh_expr primitive = nh_expr_split(p, sum, &sign);
    int64_t s = sign.num;
    assert_true((s == 1 || s == -1) && sign.den == 1);
    check_split(&w, times(&w, 6, 35, sum), 6 * s, 35, primitive);
    check_split(&w, times(&w, -6, 35, sum), -6 * s, 35, primitive);
    nh_expr halves = nh_expr_add(p, times(&w, 1, 2, w.x), NH_EXPR_ONE);
    check_split(&w, halves, 1, 2, nh_expr_add(p, w.x, nh_expr_int(p, 2)));
    nh_expr mixed = nh_expr_sum(p, 3, (nh_expr[]){times(&w, 4, 3, w.x), times(&w, 4, 5, w.y), nh_expr_int(p, 4)});
    nh_rat c;
    primitive = nh_expr_split(p, mixed, &c);
    assert_true(nh_rat_eq(nh_rat_abs(nh_pool_arena(p), c), nh_rat_make(4, 15)));
    same(nh_expr_scale(p, c, primitive), mixed);
    check_split(&w, primitive, 1, 1, primitive);
}

PROTECTED_TEST(test_roots) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr x = w.x, y = w.y, xy = nh_expr_mul(p, x, y), x2 = power(&w, x, 2, 1), sum = nh_expr_add(p, x, y);
    same(nh_expr_sqrt(p, x2), absolute(&w, x));
    same(nh_expr_root(p, power(&w, x, 3, 1), 3), x);
    same(nh_expr_root(p, x, 1), x);
    same(power(&w, power(&w, x, 1, 2), 2, 1), x);
    same(power(&w, x2, 3, 2), power(&w, absolute(&w, x), 3, 1));
    same(power(&w, power(&w, x, 6, 1), 1, 4), power(&w, absolute(&w, x), 3, 2));
    same(power(&w, power(&w, x, 4, 1), 1, 2), x2);
    same(power(&w, power(&w, x, 4, 1), 1, 6), power(&w, x, 2, 3));
    same(power(&w, power(&w, x, 3, 1), 1, 2), power(&w, x, 3, 2));
    same(power(&w, power(&w, x, 2, 3), 1, 2), power(&w, absolute(&w, x), 1, 3));
    same(power(&w, absolute(&w, x), 2, 1), x2);
    same(nh_expr_sqrt(p, nh_expr_sqrt(p, x)), nh_expr_root(p, x, 4));
    /* an even root of factors of unknown sign stays one; those that cannot be negative leave it */
    assert_true(is_power(&w, nh_expr_sqrt(p, xy), xy, 1, 2));
    same(nh_expr_sqrt(p, nh_expr_mul(p, x2, y)), nh_expr_mul(p, absolute(&w, x), nh_expr_sqrt(p, y)));
    same(nh_expr_root(p, xy, 3), nh_expr_mul(p, nh_expr_root(p, x, 3), nh_expr_root(p, y, 3)));
    same(nh_expr_mul(p, nh_expr_sqrt(p, xy), nh_expr_sqrt(p, xy)), xy);
    same(nh_expr_sqrt(p, times(&w, 4, 1, xy)), times(&w, 2, 1, nh_expr_sqrt(p, xy)));
    same(nh_expr_sqrt(p, times(&w, 2, 1, sum)), nh_expr_mul(p, number_power(&w, 2, 1, 2), nh_expr_sqrt(p, sum)));
    nh_expr exp = nh_expr_apply1(p, NH_EXPR_EXP, x);
    same(nh_expr_sqrt(p, nh_expr_mul(p, exp, y)), nh_expr_mul(p, nh_expr_sqrt(p, exp), nh_expr_sqrt(p, y)));
    /* what can be 0 on a whole region stays: there the root exists, whatever the sign of y */
    nh_expr cut = nh_expr_apply(p, NH_EXPR_MAX, 2, (nh_expr[]){x, NH_EXPR_ZERO}), cut_y = nh_expr_mul(p, cut, y);
    assert_true(is_power(&w, nh_expr_sqrt(p, cut_y), cut_y, 1, 2));
    nh_expr zeros[] = {nh_expr_abbreviation(p, nh_name_of_text(context, "Z"), NH_EXPR_ZERO),
                       nh_expr_pow(p, NH_EXPR_ZERO, w.z)};
    for (int i = 0; i < 2; i++) {
        nh_expr zero_y = nh_expr_mul(p, zeros[i], y);
        assert_true(is_power(&w, nh_expr_sqrt(p, zero_y), zero_y, 1, 2));
    }
    same(nh_expr_sqrt(p, nh_expr_mul(p, cut, x2)), nh_expr_mul(p, nh_expr_sqrt(p, cut), absolute(&w, x)));
    same(nh_expr_sqrt(p, nh_expr_mul(p, power(&w, cut, 2, 1), exp)), nh_expr_mul(p, cut, nh_expr_sqrt(p, exp)));
}

PROTECTED_TEST(test_signs_under_roots) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr x = w.x, y = w.y, minus_x = nh_expr_neg(p, x), sum = nh_expr_add(p, x, y), minus_sum = nh_expr_neg(p, sum);
    assert_true(is_power(&w, nh_expr_sqrt(p, minus_sum), minus_sum, 1, 2));
    same(nh_expr_root(p, minus_sum, 3), nh_expr_neg(p, nh_expr_root(p, sum, 3)));
    same(power(&w, minus_sum, 2, 3), power(&w, sum, 2, 3));
    assert_true(is_power(&w, nh_expr_sqrt(p, minus_x), minus_x, 1, 2));
    same(power(&w, power(&w, minus_x, 3, 1), 1, 2), power(&w, minus_x, 3, 2));
    same(nh_expr_mul(p, nh_expr_sqrt(p, minus_sum), nh_expr_sqrt(p, minus_sum)), minus_sum);
    same(nh_expr_mul(p, nh_expr_sqrt(p, minus_x), minus_x), power(&w, minus_x, 3, 2));
    nh_expr odd = nh_expr_neg(p, nh_expr_mul(p, power(&w, x, 2, 1), y));
    same(nh_expr_sqrt(p, odd), nh_expr_mul(p, absolute(&w, x), nh_expr_sqrt(p, nh_expr_neg(p, y))));
    /* -x^2 has a root at 0 only: no factor may be lost, whatever the power */
    nh_expr minus_square = nh_expr_neg(p, power(&w, x, 2, 1));
    for (int64_t n = -5; n <= 5; n += 2) {
        nh_expr root = power(&w, minus_square, n, 2);
        assert_true(is_absent(evaluate(p, root, &(point){.seed = 3})));
        same(power(&w, root, 2, 1), power(&w, minus_square, n, 1));
    }
    same(nh_expr_sqrt(p, nh_expr_neg(p, number_power(&w, 2, 1, 2))), NH_EXPR_UNDEFINED);
}

/* Products of factors that depend on each other have one form. */
PROTECTED_TEST(test_dependent_factors) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr x = w.x, y = w.y, xy = nh_expr_mul(p, x, y), root = nh_expr_sqrt(p, xy), size = absolute(&w, x);
    same(nh_expr_mul(p, nh_expr_mul(p, root, root), root), power(&w, root, 3, 1));
    same(nh_expr_mul(p, xy, root), power(&w, xy, 3, 2));
    assert_true(is_power(&w, power(&w, xy, 3, 2), xy, 3, 2));
    assert_true(is_power(&w, nh_expr_div(p, root, xy), xy, -1, 2));
    same(nh_expr_mul(p, power(&w, xy, 3, 2), power(&w, x, -1, 1)), nh_expr_mul(p, y, root));
    same(nh_expr_sqrt(p, power(&w, xy, 3, 1)), power(&w, xy, 3, 2));
    same(nh_expr_sqrt(p, power(&w, xy, -1, 1)), power(&w, xy, -1, 2));
    nh_expr xz = nh_expr_sqrt(p, nh_expr_mul(p, x, w.z));
    nh_expr left = nh_expr_mul(p, nh_expr_mul(p, root, xz), nh_expr_mul(p, xy, w.z));
    same(left, nh_expr_mul(p, nh_expr_mul(p, root, w.z), nh_expr_mul(p, xz, xy)));
    same(nh_expr_mul(p, nh_expr_mul(p, size, size), size), power(&w, size, 3, 1));
    same(nh_expr_mul(p, power(&w, x, 2, 1), size), power(&w, size, 3, 1));
    same(nh_expr_mul(p, power(&w, x, 2, 3), size), power(&w, size, 5, 3));
    same(nh_expr_mul(p, power(&w, x, 3, 1), size), nh_expr_mul(p, x, power(&w, size, 3, 1)));
    same(nh_expr_mul(p, size, power(&w, x, -1, 1)), nh_expr_mul(p, x, power(&w, size, -1, 1)));
    same(nh_expr_mul(p, power(&w, xy, 1, 384), power(&w, xy, 5, 384)), power(&w, xy, 1, 64));
    same(power(&w, power(&w, xy, 7, 3 << 20), 3 << 20, 1), power(&w, xy, 7, 1));
    same(nh_expr_mul(p, nh_expr_mul(p, power(&w, xy, 1, 6), x), y), power(&w, xy, 7, 6));
}

/* The form that is kept has a value wherever the factors have one, also where some of them are 0. */
PROTECTED_TEST(test_dependent_factors_at_zero) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr x = w.x, y = w.y, xy = nh_expr_mul(p, x, y), size = absolute(&w, x), symbols[] = {x, y, w.z};
    nh_expr cut = nh_expr_apply(p, NH_EXPR_MAX, 2, (nh_expr[]){x, NH_EXPR_ZERO});
    nh_expr cut_y = nh_expr_mul(p, cut, y), nested = nh_expr_mul(p, nh_expr_sqrt(p, cut_y), w.z);
    const struct {
        nh_expr e;
        long double x, y, z;
    } zeros[] = {
        {nh_expr_mul(p, nh_expr_root(p, x, 3), nh_expr_root(p, size, 3)), 0, 1, 1},
        {nh_expr_div(p, nh_expr_sqrt(p, xy), y), 0, 2, 1},
        {nh_expr_mul(p, nh_expr_sqrt(p, xy), x), 2, 0, 1},
        {nh_expr_mul(p, nh_expr_sqrt(p, xy), y), 0, 2, 1},
        {nh_expr_product(p, 4, (nh_expr[]){x, x, y, nh_expr_sqrt(p, xy)}), 2, 0, 1},
        {nh_expr_product(p, 4, (nh_expr[]){y, y, x, nh_expr_sqrt(p, xy)}), 0, 2, 1},
        {nh_expr_root(p, xy, 6), 0, -1, 1},
        {nh_expr_sqrt(p, cut_y), -1, -1, 1},
        {nh_expr_root(p, cut_y, 6), -1, -1, 1},
        {nh_expr_div(p, nh_expr_root(p, cut_y, 6), y), -1, -1, 1},
        {nh_expr_sqrt(p, nested), -1, -1, -1},
        {nh_expr_root(p, nested, 6), -1, -1, -1},
        {power(&w, nested, 7, 6), -1, -1, -1},
    };
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        long double values[] = {zeros[i].x, zeros[i].y, zeros[i].z};
        evaluated v = evaluate(p, zeros[i].e, &(point){.count = 3, .symbols = symbols, .values = values});
        if (!is_known(v) || v.value != 0) fail_msg("case %zu: %Lg instead of 0", i, v.value);
    }
}

/* An absolute value, or a root, inside a root. */
PROTECTED_TEST(test_nested_dependent_factors) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr cut = nh_expr_apply(p, NH_EXPR_MAX, 2, (nh_expr[]){w.x, NH_EXPR_ZERO}),
            shifted = nh_expr_sub(p, cut, NH_EXPR_ONE);
    nh_expr size = absolute(&w, shifted), inner = nh_expr_mul(p, power(&w, size, 3, 1), w.y),
            root = nh_expr_sqrt(p, inner);
    nh_expr more = nh_expr_product(p, 3, (nh_expr[]){root, power(&w, size, 5, 1), w.y});
    same(more, nh_expr_product(p, 3, (nh_expr[]){root, inner, power(&w, shifted, 2, 1)}));
    nh_expr nested = nh_expr_mul(p, nh_expr_sqrt(p, nh_expr_mul(p, cut, w.y)), w.z), outer = nh_expr_sqrt(p, nested);
    same(nh_expr_mul(p, outer, outer), nested);
    same(power(&w, nh_expr_root(p, nested, 8), 8, 1), nested);
    same(nh_expr_mul(p, power(&w, outer, 3, 1), power(&w, outer, 2, 1)), power(&w, outer, 5, 1));
    nh_expr_mul(p, outer, nh_expr_root(p, nested, 3));
    for (nh_expr e = 0; e < nh_pool_count(p); e++) assert_true(nh_expr_is_canonical(p, e));
}

PROTECTED_TEST(test_number_powers) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr root2 = number_power(&w, 2, 1, 2), root3 = number_power(&w, 3, 1, 2), six[] = {root2, root3};
    assert_true(is_power(&w, root2, nh_expr_int(p, 2), 1, 2));
    same(nh_expr_mul(p, root2, root2), nh_expr_int(p, 2));
    same(number_power(&w, 8, 1, 2), times(&w, 2, 1, root2));
    same(number_power(&w, 6, 1, 2), nh_expr_product(p, 2, six));
    same(power(&w, nh_expr_fraction(p, 2, 3), 1, 2), times(&w, 1, 3, nh_expr_product(p, 2, six)));
    same(number_power(&w, 2, -1, 2), times(&w, 1, 2, root2));
    same(number_power(&w, 12, 2, 3),
         times(&w, 2, 1, nh_expr_mul(p, number_power(&w, 2, 1, 3), number_power(&w, 3, 2, 3))));
    same(number_power(&w, 4, 1, 2), nh_expr_int(p, 2));
    same(number_power(&w, 4, 1, 4), root2);
    same(power(&w, nh_expr_fraction(p, 9, 4), -3, 2), nh_expr_fraction(p, 8, 27));
    same(number_power(&w, -8, 1, 3), nh_expr_int(p, -2));
    same(number_power(&w, -8, 2, 3), nh_expr_int(p, 4));
    same(number_power(&w, -8, -1, 3), nh_expr_fraction(p, -1, 2));
    same(number_power(&w, -8, 1, 2), NH_EXPR_UNDEFINED);
    same(number_power(&w, -1, 1, 2), NH_EXPR_UNDEFINED);
    same(number_power(&w, -1, 3, 4), NH_EXPR_UNDEFINED);
    same(number_power(&w, 1, 7, 9), NH_EXPR_ONE);
    same(number_power(&w, 1009 * 1009, 1, 2), nh_expr_int(p, 1009));
    same(number_power(&w, INT64_C(1000003) * 1000003, 3, 2), nh_expr_int(p, INT64_C(1000003) * 1000003 * 1000003));
    same(nh_expr_root(p, nh_expr_int(p, INT64_C(1009) * 1009 * 1009 * 1009 * 1009 * 1009), 6), nh_expr_int(p, 1009));
    same(nh_expr_mul(p, nh_expr_sqrt(p, NH_EXPR_PI), nh_expr_sqrt(p, NH_EXPR_PI)), NH_EXPR_PI);
    same(nh_expr_mul(p, nh_expr_add(p, root2, NH_EXPR_ONE), w.x),
         nh_expr_mul(p, w.x, nh_expr_add(p, NH_EXPR_ONE, root2)));
}

PROTECTED_TEST(test_large_number_powers) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_arena *arena = nh_pool_arena(p);
    nh_rat large = nh_rat_pow(arena, nh_rat_int(10), 40), huge = nh_rat_pow(arena, nh_rat_int(2), 101);
    same(nh_expr_sqrt(p, nh_expr_number(p, large)), nh_expr_number(p, nh_rat_pow(arena, nh_rat_int(10), 20)));
    nh_expr expected = nh_expr_scale(p, nh_rat_int(INT64_C(1) << 50), number_power(&w, 2, 1, 2));
    same(nh_expr_sqrt(p, nh_expr_number(p, huge)), expected);
    nh_rat ratio = nh_rat_div(arena, huge, nh_rat_pow(arena, nh_rat_int(3), 81));
    nh_expr parts[] = {
        nh_expr_sqrt(p, nh_expr_number(p, huge)),
        nh_expr_pow_rational(p, nh_expr_number(p, nh_rat_pow(arena, nh_rat_int(3), 81)), nh_rat_make(-1, 2))};
    same(nh_expr_sqrt(p, nh_expr_number(p, ratio)), nh_expr_product(p, 2, parts));
    nh_rat prime = nh_rat_sub(arena, nh_rat_pow(arena, nh_rat_int(2), 89), nh_rat_int(1)); /* a Mersenne prime */
    nh_expr fifth = nh_expr_pow_rational(p, nh_expr_number(p, nh_rat_pow(arena, prime, 7)), nh_rat_make(1, 5));
    nh_expr root = nh_expr_pow_rational(p, nh_expr_number(p, prime), nh_rat_make(2, 5));
    assert_true(is_power(&w, root, nh_expr_number(p, prime), 2, 5));
    same(fifth, nh_expr_scale(p, prime, root));
    same(power(&w, fifth, 5, 1), nh_expr_number(p, nh_rat_pow(arena, prime, 7)));
    same(nh_expr_root(p, nh_expr_number(p, nh_rat_neg(arena, nh_rat_pow(arena, prime, 3))), 3),
         nh_expr_number(p, nh_rat_neg(arena, prime)));
}

PROTECTED_TEST(test_zero_and_undefined) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr none = NH_EXPR_UNDEFINED;
    same(number_power(&w, 0, 0, 1), NH_EXPR_ONE);
    same(number_power(&w, 0, 1, 2), NH_EXPR_ZERO);
    same(number_power(&w, 0, -1, 3), none);
    same(power(&w, w.x, 0, 1), NH_EXPR_ONE);
    same(nh_expr_div(p, w.x, NH_EXPR_ZERO), none);
    same(nh_expr_div(p, NH_EXPR_ONE, NH_EXPR_ZERO), none);
    same(nh_expr_div(p, NH_EXPR_ZERO, NH_EXPR_ZERO), none);
    same(nh_expr_div(p, NH_EXPR_ZERO, w.x), NH_EXPR_ZERO);
    nh_expr with[] = {w.x, none, w.y, NH_EXPR_ZERO};
    same(nh_expr_sum(p, 4, with), none);
    same(nh_expr_product(p, 4, with), none);
    same(nh_expr_add(p, NH_EXPR_ZERO, none), none);
    same(nh_expr_sub(p, none, none), none);
    same(nh_expr_neg(p, none), none);
    same(nh_expr_scale(p, nh_rat_int(0), none), none);
    same(nh_expr_mul(p, NH_EXPR_ONE, none), none);
    same(nh_expr_mul(p, NH_EXPR_ZERO, none), none);
    same(nh_expr_pow(p, none, NH_EXPR_ZERO), none);
    same(nh_expr_pow(p, w.x, none), none);
    same(nh_expr_pow(p, NH_EXPR_ONE, none), none);
    same(power(&w, none, 0, 1), none);
}

PROTECTED_TEST(test_general_powers) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr e = nh_expr_pow(p, w.x, w.y);
    same(nh_expr_kind_of(p, e), NH_EXPR_POWER);
    same(nh_expr_pow(p, w.x, nh_expr_int(p, 3)), power(&w, w.x, 3, 1));
    same(nh_expr_pow(p, NH_EXPR_ONE, w.y), NH_EXPR_ONE);
    same(nh_expr_mul(p, e, e), power(&w, e, 2, 1));
    same(nh_expr_div(p, e, e), NH_EXPR_ONE);
    assert_false(nh_expr_is_nonnegative(p, e));
    assert_true(nh_expr_is_nonnegative(p, nh_expr_pow(p, absolute(&w, w.x), w.y)));
}

/* ---- what is too large ---- */

static void grow_exponent(nh_context *context, void *argument) {
    (void)context;
    world *w = argument;
    nh_expr large = nh_expr_pow_int(w->pool, w->x, INT64_C(1) << 62);
    nh_expr_mul(w->pool, large, large);
}

static void grow_number(nh_context *context, void *argument) {
    (void)context;
    world *w = argument;
    nh_expr_pow_int(w->pool, nh_expr_int(w->pool, 3), INT64_C(1) << 40);
}

static void grow_root(nh_context *context, void *argument) {
    (void)context;
    number_power(argument, 6, (INT64_C(1) << 40) + 1, 3);
}

static void grow_absolute(nh_context *context, void *argument) {
    (void)context;
    world *w = argument;
    nh_expr odd = nh_expr_pow_int(w->pool, w->x, INT64_MAX);
    nh_expr_mul(w->pool, odd, nh_expr_pow_int(w->pool, absolute(w, w->x), INT64_MAX - 2));
}

static void raise_to_large(nh_context *context, void *argument) {
    (void)context;
    world *w = argument;
    nh_arena *arena = nh_pool_arena(w->pool);
    nh_expr_pow(w->pool, w->x, nh_expr_number(w->pool, nh_rat_pow(arena, nh_rat_int(10), 30)));
}

PROTECTED_TEST(test_limits) {
    world w = begin(context);
    static const test_body bodies[] = {grow_exponent, grow_number, grow_root, grow_absolute, raise_to_large};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        assert_int_equal(test_protect(context, bodies[i], &w), NH_E_LIMIT);
        assert_string_equal(test_last_code(context), "number-size");
    }
    nh_expr large = nh_expr_pow_int(w.pool, w.x, INT64_C(1) << 62);
    same(nh_expr_div(w.pool, large, large), NH_EXPR_ONE);
    same(nh_expr_pow_rational(w.pool, large, nh_rat_make(1, INT64_C(1) << 62)), absolute(&w, w.x));
    same(nh_expr_pow_int(w.pool, NH_EXPR_MINUS_ONE, INT64_MAX), NH_EXPR_MINUS_ONE);
    same(nh_expr_pow_int(w.pool, nh_expr_neg(w.pool, w.x), INT64_MAX - 1), nh_expr_pow_int(w.pool, w.x, INT64_MAX - 1));
}

/* ---- laws for random expressions ---- */

/* The arguments multiplied (or added) pairwise, in the order of a random tree. */
static nh_expr in_tree(random_exprs *g, uint32_t count, const nh_expr *args,
                       nh_expr (*join)(nh_pool *, nh_expr, nh_expr)) {
    if (count == 1) return args[0];
    uint32_t left = 1 + random_below(g, count - 1);
    return join(g->pool, in_tree(g, left, args, join), in_tree(g, count - left, args + left, join));
}

/* Roots of the orders 2 and 4 only, whose products with absolute values have one form. */
static nh_expr random_factor(random_exprs *g) {
    nh_expr e = random_expr(g, 1 + random_below(g, 6));
    if (random_below(g, 4) == 0) e = nh_expr_neg(g->pool, e);
    if (random_below(g, 4) == 0) e = nh_expr_apply1(g->pool, NH_EXPR_ABS, e);
    if (random_below(g, 2) == 0 || !random_can_grow(g, e)) return e;
    nh_rat exponent = nh_rat_make(nh_random_between(&g->random, 1, 7), INT64_C(1) << random_below(g, 3));
    nh_expr root = nh_expr_pow_rational(g->pool, e, exponent);
    return root == NH_EXPR_UNDEFINED ? e : root;
}

static void check_laws(random_exprs *g, uint32_t count, const nh_expr *args, const nh_expr *shuffled) {
    nh_pool *p = g->pool;
    nh_expr sum = nh_expr_sum(p, count, args), product = nh_expr_product(p, count, args);
    same(sum, in_tree(g, count, shuffled, nh_expr_add));
    same(product, in_tree(g, count, shuffled, nh_expr_mul));
    same(nh_expr_sub(p, sum, args[0]), nh_expr_sum(p, count - 1, args + 1));
    nh_rat c = random_rational(g);
    same(nh_expr_scale(p, c, nh_expr_add(p, args[0], args[1])),
         nh_expr_add(p, nh_expr_scale(p, c, args[0]), nh_expr_scale(p, c, args[1])));
    if (product == NH_EXPR_ZERO || !random_can_grow(g, product)) return;
    same(nh_expr_div(p, product, args[0]), nh_expr_product(p, count - 1, args + 1));
    int64_t m = nh_random_between(&g->random, -4, 4), n = nh_random_between(&g->random, -4, 4);
    nh_expr power_m = nh_expr_pow_int(p, product, m), powers = NH_EXPR_ONE;
    for (uint32_t i = 0; i < count; i++) powers = nh_expr_mul(p, powers, nh_expr_pow_int(p, args[i], m));
    same(power_m, powers);
    same(nh_expr_mul(p, power_m, nh_expr_pow_int(p, product, n)), nh_expr_pow_int(p, product, m + n));
    same(nh_expr_pow_int(p, power_m, n), nh_expr_pow_int(p, product, m * n));
}

/* Few symbols, so that the arguments have much in common. */
static void make_dense(random_exprs *g) {
    g->symbol_count = 2;
    g->kinds = RANDOM_KIND(NH_EXPR_NUMBER) | RANDOM_KIND(NH_EXPR_SYMBOL) | RANDOM_KIND(NH_EXPR_SUM) |
               RANDOM_KIND(NH_EXPR_ABS) | RANDOM_KIND(NH_EXPR_MAX) | RANDOM_KIND(NH_EXPR_IF);
}

PROTECTED_TEST(test_random_laws) {
    for (int round = 0; round < test_count(30); round++) {
        nh_pool *pool = nh_pool_create(context);
        random_exprs g = random_exprs_begin(pool, 100 + (uint64_t)round);
        if (round % 2 == 0) make_dense(&g);
        g.kinds &= ~RANDOM_KIND(NH_EXPR_PRODUCT); /* no odd roots: see random_factor */
        for (int i = 0; i < 100; i++) {
            nh_expr args[5], shuffled[5];
            uint32_t count = 2 + random_below(&g, 4);
            for (uint32_t j = 0; j < count; j++) {
                args[j] = j > 0 && random_below(&g, 4) == 0 ? args[j - 1] : random_factor(&g);
                uint32_t k = random_below(&g, j + 1);
                shuffled[j] = shuffled[k];
                shuffled[k] = args[j];
            }
            check_laws(&g, count, args, shuffled);
        }
        for (nh_expr e = 0; e < nh_pool_count(pool); e++) assert_true(nh_expr_is_canonical(pool, e));
        nh_pool_destroy(pool);
    }
}

/* ---- values for random expressions ---- */

static void check_operations(value_checks *checks, random_exprs *g, nh_expr a, nh_expr b, const point *at) {
    nh_pool *p = g->pool;
    evaluated one = make_known(1, 0, 0), minus = make_known(-1, 0, 0), zero = make_known(0, 0, 0), settled;
    evaluated v[] = {evaluate(p, a, at), evaluate(p, b, at)};
    evaluated over[] = {v[0], value_of_power(v[1], nh_rat_int(-1))};
    check_value(checks, p, "a + b", nh_expr_add(p, a, b), value_of_sum(5, (evaluated[]){zero, v[0], one, v[1], one}),
                at);
    check_value(checks, p, "a - b", nh_expr_sub(p, a, b), value_of_sum(5, (evaluated[]){zero, v[0], one, v[1], minus}),
                at);
    check_value(checks, p, "a * b", nh_expr_mul(p, a, b), value_of_product(2, v), at);
    check_value(checks, p, "a / b", nh_expr_div(p, a, b), value_of_product(2, over), at);
    nh_rat r = random_exponent(g);
    nh_expr product = nh_expr_mul(p, a, b);
    if (random_can_grow(g, a))
        check_value(checks, p, "a ^ r", nh_expr_pow_rational(p, a, r), value_of_power(v[0], r), at);
    if (random_can_grow(g, product))
        check_value(checks, p, "(a b) ^ r", nh_expr_pow_rational(p, product, r),
                    value_of_power(value_of_product(2, v), r), at);
    if (!nh_expr_is_number(p, b)) {
        evaluated general = is_settled(2, v, &settled) ? settled : value_of_general_power(v[0], v[1]);
        check_value(checks, p, "a ^ b", nh_expr_pow(p, a, b), general, at);
    }
}

static void check_random_values(value_checks *checks, random_exprs *g, uint64_t seed) {
    for (uint64_t i = 0; i < 100; i++) {
        nh_expr a = random_expr(g, 1 + random_below(g, 12)), b = random_expr(g, 1 + random_below(g, 12));
        nh_expr root = random_power(g, a);
        if (random_below(g, 4) == 0 && root != NH_EXPR_UNDEFINED) b = root;
        check_operations(checks, g, a, b, &(point){.seed = seed + 2 * i});
        check_operations(checks, g, a, b, &(point){.seed = seed + 2 * i + 1});
    }
}

/* Every expression that is said to be nonnegative is. */
static void check_signs(nh_pool *pool, const point *at) {
    nh_arena *arena = nh_pool_arena(pool);
    uint32_t count = nh_pool_count(pool);
    nh_expr *all = NH_NEW_ARRAY(arena, nh_expr, count);
    evaluated *values = NH_NEW_ARRAY(arena, evaluated, count);
    for (uint32_t e = 0; e < count; e++) all[e] = e;
    evaluate_all(pool, count, all, at, values);
    for (uint32_t e = 0; e < count; e++)
        if (is_known(values[e]) && nh_expr_is_nonnegative(pool, e))
            assert_true(values[e].value >= -4 * values[e].error);
}

PROTECTED_TEST(test_random_values) {
    value_checks checks = {0, 0};
    for (int round = 0; round < test_count(20); round++) {
        nh_pool *pool = nh_pool_create(context);
        random_exprs g = random_exprs_begin(pool, 200 + (uint64_t)round);
        if (round % 2 == 0) make_dense(&g);
        g.kinds |= RANDOM_KIND(NH_EXPR_PRODUCT);
        check_random_values(&checks, &g, 1000 * (uint64_t)round);
        check_signs(pool, &(point){.seed = 1});
        for (nh_expr e = 0; e < nh_pool_count(pool); e++) assert_true(nh_expr_is_canonical(pool, e));
        nh_pool_destroy(pool);
    }
    check_decided(&checks, 60);
}

/* A product of powers of a few bases that depend on each other or can be 0 on a region. */
static nh_expr random_root_product(random_exprs *g, const nh_expr *bases, uint32_t count) {
    nh_expr product = NH_EXPR_ONE;
    for (uint32_t i = 1 + random_below(g, 4); i > 0; i--)
        product = nh_expr_mul(g->pool, product,
                              nh_expr_pow_rational(g->pool, bases[random_below(g, count)], random_exponent(g)));
    return product;
}

PROTECTED_TEST(test_random_roots) {
    value_checks checks = {0, 0};
    for (int round = 0; round < test_count(50); round++) {
        world w = begin(context);
        random_exprs g = {
            .pool = w.pool, .random = nh_random_make(test_seed(), 250 + (uint64_t)round), .kinds = RANDOM_ALL};
        nh_expr cut = nh_expr_apply(w.pool, NH_EXPR_MAX, 2, (nh_expr[]){w.x, NH_EXPR_ZERO});
        nh_expr bases[16] = {w.x,
                             w.y,
                             nh_expr_neg(w.pool, w.x),
                             cut,
                             nh_expr_if(w.pool, w.y, NH_EXPR_ZERO, w.x),
                             absolute(&w, w.x),
                             absolute(&w, nh_expr_sub(w.pool, cut, w.z)),
                             nh_expr_add(w.pool, w.x, w.y)};
        for (uint32_t count = 8; count < 16; count++) {
            nh_expr product = random_root_product(&g, bases, count);
            bases[count] = product == NH_EXPR_UNDEFINED || !random_can_grow(&g, product) ? w.z : product;
            nh_expr b = bases[random_below(&g, count)];
            for (uint64_t seed = 0; seed < 8; seed++)
                check_operations(&checks, &g, bases[count], b, &(point){.seed = seed});
        }
        for (nh_expr e = 0; e < nh_pool_count(w.pool); e++) assert_true(nh_expr_is_canonical(w.pool, e));
        nh_pool_destroy(w.pool);
    }
    check_decided(&checks, 30);
}

/* ---- rebuilding ---- */

/* e with other arguments in the places where any expression may be. */
static nh_expr rebuild_with(random_exprs *g, nh_expr e, nh_expr *args) {
    nh_expr_kind kind = nh_expr_kind_of(g->pool, e);
    uint32_t arity = nh_expr_arity(g->pool, e);
    for (uint32_t i = 0; i < arity; i++) {
        bool is_exponent = kind == NH_EXPR_PRODUCT && i % 2 == 1, is_function = kind == NH_EXPR_CALL && i == 0;
        if (is_exponent || is_function || random_below(g, 2) == 0) continue;
        nh_expr other = random_expr(g, 5);
        if (kind == NH_EXPR_PRODUCT && !random_can_grow(g, other)) continue;
        if (kind == NH_EXPR_POWER && i == 1 && nh_expr_is_number(g->pool, other)) continue;
        args[i] = other;
    }
    return nh_expr_rebuild(g->pool, e, args);
}

PROTECTED_TEST(test_rebuild) {
    value_checks checks = {0, 0};
    nh_pool *pool = nh_pool_create(context);
    nh_arena *arena = nh_pool_arena(pool);
    random_exprs g = random_exprs_begin(pool, 300);
    for (int i = 0; i < test_count(1000); i++) {
        nh_expr e = random_expr(&g, 20);
        uint32_t arity = nh_expr_arity(pool, e);
        nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, arity);
        evaluated *values = NH_NEW_ARRAY(arena, evaluated, arity);
        for (uint32_t j = 0; j < arity; j++) args[j] = nh_expr_args(pool, e)[j];
        same(nh_expr_rebuild(pool, e, args), e);
        same(nh_expr_rebuild(pool, e, nh_expr_args(pool, e)), e); /* arguments that lie in the pool */
        if (arity == 0) continue;
        nh_expr rebuilt = rebuild_with(&g, e, args);
        point at = {.seed = (uint64_t)i};
        evaluate_all(pool, arity, args, &at, values);
        check_value(&checks, pool, "rebuilt", rebuilt, value_of_node(pool, e, values, &at), &at);
    }
    check_decided(&checks, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_signs_under_roots),
        cmocka_unit_test(test_dependent_factors),
        cmocka_unit_test(test_dependent_factors_at_zero),
        cmocka_unit_test(test_nested_dependent_factors),
        cmocka_unit_test(test_number_powers),
        cmocka_unit_test(test_large_number_powers),
        cmocka_unit_test(test_zero_and_undefined),
        cmocka_unit_test(test_general_powers),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_random_laws),
        cmocka_unit_test(test_random_values),
        cmocka_unit_test(test_random_roots),
        cmocka_unit_test(test_rebuild),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
