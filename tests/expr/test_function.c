/* Functions: exact values, signs, folding of several arguments, and values of random arguments. */
#include <string.h>

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

static nh_expr of(world *w, nh_expr_kind kind, nh_expr a) {
    return nh_expr_apply1(w->pool, kind, a);
}

static nh_expr of2(world *w, nh_expr_kind kind, nh_expr a, nh_expr b) {
    return nh_expr_apply(w->pool, kind, 2, (nh_expr[]){a, b});
}

static nh_expr number(world *w, int64_t num, int64_t den) {
    return nh_expr_fraction(w->pool, num, den);
}

static nh_expr pi_times(world *w, int64_t num, int64_t den) {
    return nh_expr_scale(w->pool, nh_rat_make(num, den), NH_EXPR_PI);
}

static uint32_t arguments_of(nh_expr_kind kind) {
    return kind >= NH_EXPR_ATAN2 ? 2 : 1;
}

PROTECTED_TEST(test_names) {
    (void)context;
    for (int kind = 0; kind < NH_EXPR_SIN; kind++) assert_null(nh_expr_function_name((nh_expr_kind)kind));
    for (int kind = NH_EXPR_SIN; kind < NH_EXPR_KINDS; kind++) {
        const char *name = nh_expr_function_name((nh_expr_kind)kind);
        same(nh_expr_function_kind(name, strlen(name)), kind);
    }
    same(nh_expr_function_kind("sinh", 3), NH_EXPR_SIN);
    same(nh_expr_function_kind("sinhh", 5), NH_EXPR_KINDS);
    same(nh_expr_function_kind("", 0), NH_EXPR_KINDS);
    same(nh_expr_function_kind("sqrt", 4), NH_EXPR_KINDS);
    assert_null(nh_expr_function_name(NH_EXPR_KINDS));
}

/* What is made of an exact angle has the value that libm has for the number next to it. */
static void check_angle(world *w, nh_expr_kind kind, int64_t num, int64_t den) {
    nh_expr e = of(w, kind, pi_times(w, num, den));
    long double angle = acosl(-1) * (long double)num / (long double)den;
    long double s = sinl(angle), c = cosl(angle);
    if (kind == NH_EXPR_TAN && fabsl(c) < 1e-10L) {
        same(e, NH_EXPR_UNDEFINED);
        return;
    }
    evaluated v = evaluate(w->pool, e, &(point){.seed = 0});
    assert_true(is_known(v));
    long double want = kind == NH_EXPR_SIN ? s : kind == NH_EXPR_COS ? c : s / c;
    assert_true(fabsl(v.value - want) < 1e-15L);
}

PROTECTED_TEST(test_angles) {
    world w = begin(context);
    for (nh_expr_kind kind = NH_EXPR_SIN; kind <= NH_EXPR_TAN; kind++)
        for (int64_t den = 1; den <= 13; den++)
            for (int64_t num = -60; num <= 60; num++) check_angle(&w, kind, num, den);
    same(of(&w, NH_EXPR_SIN, pi_times(&w, 1, 6)), number(&w, 1, 2));
    same(of(&w, NH_EXPR_SIN, pi_times(&w, -7, 6)), number(&w, 1, 2));
    same(of(&w, NH_EXPR_COS, NH_EXPR_PI), NH_EXPR_MINUS_ONE);
    same(of(&w, NH_EXPR_COS, pi_times(&w, 1, 2)), NH_EXPR_ZERO);
    same(of(&w, NH_EXPR_TAN, pi_times(&w, 3, 4)), NH_EXPR_MINUS_ONE);
    same(of(&w, NH_EXPR_SIN, pi_times(&w, INT64_MAX, 2)), NH_EXPR_MINUS_ONE);
    same(of(&w, NH_EXPR_COS, pi_times(&w, -INT64_MAX, 2)), NH_EXPR_ZERO);
    same(of(&w, NH_EXPR_COS, pi_times(&w, INT64_MAX / 2, 1)), NH_EXPR_MINUS_ONE);
    same(nh_expr_kind_of(w.pool, of(&w, NH_EXPR_SIN, pi_times(&w, 1, INT64_MAX))), NH_EXPR_SIN);
    same(nh_expr_kind_of(w.pool, of(&w, NH_EXPR_SIN, nh_expr_add(w.pool, NH_EXPR_PI, NH_EXPR_ONE))), NH_EXPR_SIN);
}

PROTECTED_TEST(test_exact_values) {
    world w = begin(context);
    static const struct {
        nh_expr_kind kind;
        nh_expr at, value;
    } known[] = {
        {NH_EXPR_SIN, NH_EXPR_ZERO, NH_EXPR_ZERO},      {NH_EXPR_COS, NH_EXPR_ZERO, NH_EXPR_ONE},
        {NH_EXPR_TAN, NH_EXPR_ZERO, NH_EXPR_ZERO},      {NH_EXPR_ASIN, NH_EXPR_ZERO, NH_EXPR_ZERO},
        {NH_EXPR_ACOS, NH_EXPR_ONE, NH_EXPR_ZERO},      {NH_EXPR_ACOS, NH_EXPR_MINUS_ONE, NH_EXPR_PI},
        {NH_EXPR_ATAN, NH_EXPR_ZERO, NH_EXPR_ZERO},     {NH_EXPR_SINH, NH_EXPR_ZERO, NH_EXPR_ZERO},
        {NH_EXPR_COSH, NH_EXPR_ZERO, NH_EXPR_ONE},      {NH_EXPR_TANH, NH_EXPR_ZERO, NH_EXPR_ZERO},
        {NH_EXPR_EXP, NH_EXPR_ZERO, NH_EXPR_ONE},       {NH_EXPR_LOG, NH_EXPR_ONE, NH_EXPR_ZERO},
        {NH_EXPR_LOG, NH_EXPR_ZERO, NH_EXPR_UNDEFINED}, {NH_EXPR_LOG, NH_EXPR_MINUS_ONE, NH_EXPR_UNDEFINED},
        {NH_EXPR_ABS, NH_EXPR_ZERO, NH_EXPR_ZERO},      {NH_EXPR_ABS, NH_EXPR_MINUS_ONE, NH_EXPR_ONE},
        {NH_EXPR_ABS, NH_EXPR_PI, NH_EXPR_PI},          {NH_EXPR_SIGN, NH_EXPR_ZERO, NH_EXPR_ZERO},
        {NH_EXPR_SIGN, NH_EXPR_ONE, NH_EXPR_ONE},       {NH_EXPR_SIGN, NH_EXPR_MINUS_ONE, NH_EXPR_MINUS_ONE},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) same(of(&w, known[i].kind, known[i].at), known[i].value);
    same(of(&w, NH_EXPR_ASIN, NH_EXPR_ONE), pi_times(&w, 1, 2));
    same(of(&w, NH_EXPR_ASIN, NH_EXPR_MINUS_ONE), pi_times(&w, -1, 2));
    same(of(&w, NH_EXPR_ACOS, NH_EXPR_ZERO), pi_times(&w, 1, 2));
    same(of(&w, NH_EXPR_ATAN, NH_EXPR_MINUS_ONE), pi_times(&w, -1, 4));
    same(of(&w, NH_EXPR_ASIN, number(&w, 3, 2)), NH_EXPR_UNDEFINED);
    same(of(&w, NH_EXPR_ACOS, number(&w, -10001, 10000)), NH_EXPR_UNDEFINED);
    same(nh_expr_kind_of(w.pool, of(&w, NH_EXPR_ACOS, number(&w, -9999, 10000))), NH_EXPR_ACOS);
    same(of(&w, NH_EXPR_LOG, of(&w, NH_EXPR_EXP, w.x)), w.x);
    same(of(&w, NH_EXPR_EXP, of(&w, NH_EXPR_LOG, w.x)), w.x);
    same(of(&w, NH_EXPR_SIGN, number(&w, -7, 3)), NH_EXPR_MINUS_ONE);
}

PROTECTED_TEST(test_parity) {
    world w = begin(context);
    nh_pool *p = w.pool;
    static const nh_expr_kind odd[] = {NH_EXPR_SIN,  NH_EXPR_TAN,  NH_EXPR_ASIN, NH_EXPR_ATAN,
                                       NH_EXPR_SINH, NH_EXPR_TANH, NH_EXPR_SIGN};
    static const nh_expr_kind even[] = {NH_EXPR_COS, NH_EXPR_COSH, NH_EXPR_ABS};
    nh_expr difference = nh_expr_sub(p, w.x, w.y);
    nh_expr arguments[] = {w.x,
                           difference,
                           nh_expr_mul(p, w.x, w.y),
                           nh_expr_add(p, w.x, NH_EXPR_ONE),
                           number(&w, 1, 3),
                           nh_expr_sum(p, 3, (nh_expr[]){w.x, w.y, nh_expr_neg(p, w.z)})};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        nh_expr a = arguments[i], minus = nh_expr_neg(p, a);
        for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
            same(of(&w, odd[k], minus), nh_expr_neg(p, of(&w, odd[k], a)));
        for (size_t k = 0; k < sizeof even / sizeof *even; k++) same(of(&w, even[k], minus), of(&w, even[k], a));
    }
    assert_int_not_equal(of(&w, NH_EXPR_ACOS, nh_expr_neg(p, w.x)), of(&w, NH_EXPR_ACOS, w.x));
    assert_int_not_equal(of(&w, NH_EXPR_EXP, nh_expr_neg(p, w.x)), of(&w, NH_EXPR_EXP, w.x));
}

PROTECTED_TEST(test_absolute_and_sign) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr size = of(&w, NH_EXPR_ABS, w.x), xy = nh_expr_mul(p, w.x, w.y), sum = nh_expr_add(p, w.x, w.y);
    same(of(&w, NH_EXPR_ABS, size), size);
    same(of(&w, NH_EXPR_ABS, nh_expr_scale(p, nh_rat_make(-2, 3), w.x)), nh_expr_scale(p, nh_rat_make(2, 3), size));
    same(of(&w, NH_EXPR_ABS, xy), nh_expr_mul(p, size, of(&w, NH_EXPR_ABS, w.y)));
    nh_expr square = nh_expr_pow_int(p, w.x, 2), root = nh_expr_sqrt(p, w.y);
    same(of(&w, NH_EXPR_ABS, nh_expr_mul(p, square, root)), nh_expr_mul(p, square, root));
    same(of(&w, NH_EXPR_ABS, nh_expr_mul(p, w.x, root)), nh_expr_mul(p, size, root));
    same(of(&w, NH_EXPR_ABS, nh_expr_pow_int(p, w.x, -3)), nh_expr_pow_int(p, size, -3));
    same(of(&w, NH_EXPR_ABS, nh_expr_add(p, square, NH_EXPR_ONE)), nh_expr_add(p, square, NH_EXPR_ONE));
    same(of(&w, NH_EXPR_ABS, nh_expr_scale(p, nh_rat_int(-4), sum)),
         nh_expr_scale(p, nh_rat_int(4), of(&w, NH_EXPR_ABS, sum)));
    same(of(&w, NH_EXPR_SIGN, nh_expr_scale(p, nh_rat_make(-5, 7), w.x)), nh_expr_neg(p, of(&w, NH_EXPR_SIGN, w.x)));
    same(of(&w, NH_EXPR_SIGN, nh_expr_scale(p, nh_rat_int(3), sum)), of(&w, NH_EXPR_SIGN, sum));
    static const nh_expr_kind positive[] = {NH_EXPR_EXP, NH_EXPR_COSH, NH_EXPR_ACOS, NH_EXPR_ABS};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++)
        assert_true(nh_expr_is_nonnegative(p, of(&w, positive[i], w.x)));
    static const nh_expr_kind any[] = {NH_EXPR_SIN, NH_EXPR_LOG, NH_EXPR_TANH, NH_EXPR_SIGN, NH_EXPR_ASIN};
    for (size_t i = 0; i < sizeof any / sizeof *any; i++) assert_false(nh_expr_is_nonnegative(p, of(&w, any[i], w.x)));
}

PROTECTED_TEST(test_extremes) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr three = number(&w, 3, 1), half = number(&w, 1, 2), xy = of2(&w, NH_EXPR_MIN, w.x, w.y);
    same(of2(&w, NH_EXPR_MIN, w.x, w.x), w.x);
    same(xy, of2(&w, NH_EXPR_MIN, w.y, w.x));
    same(of2(&w, NH_EXPR_MIN, three, half), half);
    same(of2(&w, NH_EXPR_MAX, three, half), three);
    same(of2(&w, NH_EXPR_MAX, number(&w, -1, 3), number(&w, -1, 2)), number(&w, -1, 3));
    same(of2(&w, NH_EXPR_MIN, xy, w.z), nh_expr_apply(p, NH_EXPR_MIN, 3, (nh_expr[]){w.z, w.x, w.y}));
    same(of2(&w, NH_EXPR_MIN, xy, w.x), xy);
    same(nh_expr_apply(p, NH_EXPR_MIN, 4, (nh_expr[]){three, w.x, half, w.y}), of2(&w, NH_EXPR_MIN, half, xy));
    same(of2(&w, NH_EXPR_MIN, of2(&w, NH_EXPR_MIN, w.x, half), three), of2(&w, NH_EXPR_MIN, half, w.x));
    assert_int_not_equal(of2(&w, NH_EXPR_MAX, w.x, w.y), xy);
    same(nh_expr_arity(p, of2(&w, NH_EXPR_MAX, xy, w.z)), 2); /* a minimum inside a maximum is no part of it */
    same(nh_expr_apply(p, NH_EXPR_MAX, 1, &w.x), w.x);
    nh_expr square = nh_expr_pow_int(p, w.x, 2);
    assert_true(nh_expr_is_nonnegative(p, of2(&w, NH_EXPR_MAX, square, w.y)));
    assert_false(nh_expr_is_nonnegative(p, of2(&w, NH_EXPR_MIN, square, w.y)));
    assert_true(nh_expr_is_nonnegative(p, of2(&w, NH_EXPR_MIN, square, three)));
    nh_expr many[40];
    for (uint32_t i = 0; i < 40; i++)
        many[i] = nh_expr_symbol_text(p, NH_ROLE_PARAMETER, (char[]){'p', (char)('0' + i), 0});
    nh_expr all = nh_expr_apply(p, NH_EXPR_MAX, 40, many);
    same(nh_expr_arity(p, all), 40);
    same(nh_expr_apply(p, NH_EXPR_MAX, 40, nh_expr_args(p, all)), all); /* arguments that lie in the pool */
}

PROTECTED_TEST(test_mod_and_atan2) {
    world w = begin(context);
    same(of2(&w, NH_EXPR_MOD, number(&w, 7, 1), number(&w, 3, 1)), NH_EXPR_ONE);
    same(of2(&w, NH_EXPR_MOD, number(&w, -7, 1), number(&w, 3, 1)), number(&w, 2, 1));
    same(of2(&w, NH_EXPR_MOD, number(&w, 7, 1), number(&w, -3, 1)), number(&w, -2, 1));
    same(of2(&w, NH_EXPR_MOD, number(&w, 7, 2), number(&w, 2, 3)), number(&w, 1, 6));
    same(of2(&w, NH_EXPR_MOD, w.x, NH_EXPR_ZERO), NH_EXPR_UNDEFINED);
    same(nh_expr_kind_of(w.pool, of2(&w, NH_EXPR_MOD, number(&w, 7, 1), w.x)), NH_EXPR_MOD);
    same(of2(&w, NH_EXPR_ATAN2, NH_EXPR_ZERO, number(&w, 3, 1)), NH_EXPR_ZERO);
    same(of2(&w, NH_EXPR_ATAN2, NH_EXPR_ZERO, number(&w, -3, 1)), NH_EXPR_PI);
    same(of2(&w, NH_EXPR_ATAN2, number(&w, 1, 3), NH_EXPR_ZERO), pi_times(&w, 1, 2));
    same(of2(&w, NH_EXPR_ATAN2, number(&w, -1, 3), NH_EXPR_ZERO), pi_times(&w, -1, 2));
    same(nh_expr_kind_of(w.pool, of2(&w, NH_EXPR_ATAN2, NH_EXPR_ZERO, w.x)), NH_EXPR_ATAN2);
    assert_int_not_equal(of2(&w, NH_EXPR_ATAN2, w.x, w.y), of2(&w, NH_EXPR_ATAN2, w.y, w.x));
}

PROTECTED_TEST(test_if) {
    world w = begin(context);
    nh_pool *p = w.pool;
    nh_expr e = nh_expr_if(p, w.x, w.y, w.z), none = NH_EXPR_UNDEFINED;
    same(nh_expr_kind_of(p, e), NH_EXPR_IF);
    same(nh_expr_if(p, NH_EXPR_MINUS_ONE, w.y, w.z), w.y);
    same(nh_expr_if(p, NH_EXPR_ZERO, w.y, w.z), w.z);
    same(nh_expr_if(p, number(&w, 1, 9), w.y, w.z), w.z);
    same(nh_expr_if(p, nh_expr_pow_int(p, w.x, 2), w.y, w.z), w.z);
    same(nh_expr_if(p, w.x, w.y, w.y), w.y);
    same(nh_expr_if(p, nh_expr_scale(p, nh_rat_make(3, 7), w.x), w.y, w.z), e);
    assert_int_not_equal(nh_expr_if(p, nh_expr_neg(p, w.x), w.y, w.z), e);
    same(nh_expr_if(p, nh_expr_scale(p, nh_rat_int(-3), w.x), w.y, w.z), nh_expr_if(p, nh_expr_neg(p, w.x), w.y, w.z));
    same(nh_expr_if(p, none, w.y, w.z), none);
    same(nh_expr_if(p, w.x, none, none), none);
    /* a branch without a value does not spoil the other */
    nh_expr half = nh_expr_if(p, w.x, none, w.z);
    point left = {.count = 1, .symbols = &w.x, .values = &(long double){-1}};
    point right = {.count = 1, .symbols = &w.x, .values = &(long double){0}};
    assert_true(is_absent(evaluate(p, half, &left)) && is_known(evaluate(p, half, &right)));
    same(nh_expr_if(p, NH_EXPR_ONE, none, w.z), w.z);
}

PROTECTED_TEST(test_undefined) {
    world w = begin(context);
    nh_expr none = NH_EXPR_UNDEFINED;
    for (int kind = NH_EXPR_SIN; kind < NH_EXPR_KINDS; kind++) {
        uint32_t count = arguments_of((nh_expr_kind)kind);
        for (uint32_t i = 0; i < count; i++) {
            nh_expr args[] = {w.x, w.y};
            args[i] = none;
            same(nh_expr_apply(w.pool, (nh_expr_kind)kind, count, args), none);
        }
    }
    nh_expr f = nh_expr_function(w.pool, nh_name_of_text(context, "f"), 2);
    same(nh_expr_call(w.pool, f, 2, (nh_expr[]){w.x, none}), none);
    same(nh_expr_kind_of(w.pool, nh_expr_call(w.pool, f, 2, (nh_expr[]){w.x, w.y})), NH_EXPR_CALL);
    assert_int_not_equal(nh_expr_call(w.pool, f, 2, (nh_expr[]){w.x, w.y}),
                         nh_expr_call(w.pool, f, 2, (nh_expr[]){w.y, w.x}));
}

static void check_functions(value_checks *checks, random_exprs *g, const nh_expr *args, const point *at) {
    nh_pool *p = g->pool;
    evaluated v[3];
    evaluate_all(p, 3, args, at, v);
    for (int kind = NH_EXPR_SIN; kind < NH_EXPR_KINDS; kind++) {
        bool is_extreme = kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
        uint32_t count = is_extreme ? 3 : arguments_of((nh_expr_kind)kind);
        nh_expr e = nh_expr_apply(p, (nh_expr_kind)kind, count, args);
        const char *name = nh_expr_function_name((nh_expr_kind)kind);
        check_value(checks, p, name, e, value_of_function((nh_expr_kind)kind, count, v), at);
    }
    check_value(checks, p, "if", nh_expr_if(p, args[0], args[1], args[2]), value_of_if(v), at);
}

PROTECTED_TEST(test_random_values) {
    value_checks checks = {0, 0};
    for (int round = 0; round < test_count(10); round++) {
        nh_pool *pool = nh_pool_create(context);
        random_exprs g = random_exprs_begin(pool, 400 + (uint64_t)round);
        if (round % 2 == 0) g.symbol_count = 2;
        for (uint64_t i = 0; i < 100; i++) {
            nh_expr args[3];
            for (int j = 0; j < 3; j++) args[j] = random_expr(&g, 1 + random_below(&g, 8));
            check_functions(&checks, &g, args, &(point){.seed = 1000 * (uint64_t)round + i});
        }
        for (nh_expr e = 0; e < nh_pool_count(pool); e++) assert_true(nh_expr_is_canonical(pool, e));
        nh_pool_destroy(pool);
    }
    check_decided(&checks, 55);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_angles),
        cmocka_unit_test(test_exact_values),
        cmocka_unit_test(test_parity),
        cmocka_unit_test(test_absolute_and_sign),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_mod_and_atan2),
        cmocka_unit_test(test_if),
        cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_random_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
