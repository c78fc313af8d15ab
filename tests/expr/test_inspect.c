/* Symbols, degrees and operations of expressions. */
#include "expr/inspect.h"

#include "differences.h"
#include "support.h"

typedef struct some {
    nh_pool *pool;
    nh_expr x, y, z, m; /* velocities, a parameter */
} some;

static some some_begin(nh_context *context) {
    some s = {.pool = nh_pool_create(context)};
    s.x = nh_expr_dot(s.pool, nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, "x"));
    s.y = nh_expr_dot(s.pool, nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, "y"));
    s.z = nh_expr_dot(s.pool, nh_expr_symbol_text(s.pool, NH_ROLE_COORDINATE, "z"));
    s.m = nh_expr_symbol_text(s.pool, NH_ROLE_PARAMETER, "m");
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

/* ---- symbols ---- */

PROTECTED_TEST(symbols) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_arena *arena = nh_pool_arena(p);
    nh_expr f = nh_expr_function(p, nh_name_of_text(context, "f"), 1);
    nh_expr F =
        nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_mul(p, s.z, nh_expr_call(p, f, 1, &s.m)));
    nh_expr e[] = {nh_expr_add(p, F, s.x), nh_expr_mul(p, s.x, nh_expr_int(p, 3))};
    uint32_t count;
    nh_expr *list = nh_expr_symbols(p, arena, 2, e, &count);
    const nh_expr all[] = {s.x, s.z, s.m, f};
    assert_int_equal(count, 4);
    assert_memory_equal(list, all, sizeof all);
    list = nh_expr_names(p, arena, 2, e, &count);
    const nh_expr names[] = {s.x, F};
    assert_int_equal(count, 2);
    assert_memory_equal(list, names, sizeof names);
    nh_expr_symbols(p, arena, 0, NULL, &count);
    assert_int_equal(count, 0);
    assert_true(nh_expr_depends_on(p, e[0], 1, &s.m) && nh_expr_depends_on(p, e[0], 2, (const nh_expr[]){s.y, s.z}));
    assert_false(nh_expr_depends_on(p, e[1], 1, &s.m));
    assert_false(nh_expr_depends_on(p, e[0], 1, &s.y));
    assert_false(nh_expr_depends_on(p, e[0], 0, NULL));
    nh_pool_destroy(p);
}

/* An expression without a symbol has the derivative 0 by it; one with a derivative has the symbol. */
PROTECTED_TEST(dependence) {
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = calculus_exprs_begin(pool, 1);
    int free = 0, count = test_count(300);
    for (int k = 0; k < count; k++) {
        nh_expr e = random_expr(&g, 10), x = g.symbols[random_below(&g, 8)];
        nh_expr d = nh_expr_diff(pool, e, x);
        bool depends = nh_expr_depends_on(pool, e, 1, &x);
        assert_true(depends || d == NH_EXPR_ZERO);
        free += !depends;
    }
    assert_true(free > count / 10 && free < count - count / 10);
    nh_pool_destroy(pool);
}

/* ---- degrees ---- */

static void check_degree(const some *s, nh_expr e, nh_degree_kind kind, int64_t num, int64_t den, bool polynomial) {
    nh_degree d = nh_expr_degree(s->pool, e, 3, (const nh_expr[]){s->x, s->y, s->z});
    assert_int_equal(d.kind, kind);
    if (kind != NH_DEGREE_NONE) assert_true(nh_rat_eq(d.degree, nh_rat_make(num, den)));
    assert_int_equal(d.polynomial, polynomial);
}

PROTECTED_TEST(degrees_of_arithmetic) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr xx = power(&s, s.x, 2, 1), yy = power(&s, s.y, 2, 1), one = NH_EXPR_ONE, xy = nh_expr_mul(p, s.x, s.y);
    check_degree(&s, NH_EXPR_ZERO, NH_DEGREE_ZERO, 0, 1, true);
    check_degree(&s, s.m, NH_DEGREE_HOMOGENEOUS, 0, 1, true);
    check_degree(&s, s.x, NH_DEGREE_HOMOGENEOUS, 1, 1, true);
    check_degree(&s, nh_expr_add(p, xx, nh_expr_mul(p, s.m, xy)), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    check_degree(&s, nh_expr_add(p, xy, s.x), NH_DEGREE_MIXED, 2, 1, true);
    check_degree(&s, nh_expr_add(p, xy, one), NH_DEGREE_MIXED, 2, 1, true);
    check_degree(&s, power(&s, nh_expr_add(p, xy, one), 3, 1), NH_DEGREE_MIXED, 6, 1, true);
    check_degree(&s, nh_expr_mul(p, nh_expr_add(p, xy, one), xx), NH_DEGREE_MIXED, 4, 1, true);
    check_degree(&s, nh_expr_sqrt(p, nh_expr_add(p, xx, yy)), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, nh_expr_div(p, xx, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, power(&s, nh_expr_add(p, xx, xy), -2, 3), NH_DEGREE_HOMOGENEOUS, -4, 3, false);
    check_degree(&s, nh_expr_sqrt(p, nh_expr_add(p, xx, one)), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_add(p, nh_expr_sqrt(p, nh_expr_add(p, xx, yy)), one), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_mul(p, nh_expr_add(p, xy, one), nh_expr_div(p, s.x, s.y)), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_pow(p, s.x, s.m), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_pow(p, nh_expr_div(p, s.x, s.y), s.m), NH_DEGREE_HOMOGENEOUS, 0, 1, false);
    check_degree(&s, nh_expr_pow(p, s.m, s.x), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, NH_EXPR_UNDEFINED, NH_DEGREE_NONE, 0, 1, false);
    /* what is free of the symbols is a coefficient, whatever it is */
    nh_expr c = apply(&s, NH_EXPR_SIN, nh_expr_sqrt(p, nh_expr_add(p, s.m, one)));
    check_degree(&s, nh_expr_mul(p, c, xy), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_mul(p, c, xx));
    check_degree(&s, nh_expr_add(p, F, xy), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    nh_expr Z = nh_expr_abbreviation(p, nh_name_of_text(context, "Z"), NH_EXPR_ZERO);
    check_degree(&s, nh_expr_add(p, nh_expr_mul(p, Z, s.x), xx), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    nh_pool_destroy(p);
}

PROTECTED_TEST(degrees_of_functions) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr xx = power(&s, s.x, 2, 1), one = NH_EXPR_ONE, ratio = nh_expr_div(p, s.x, s.y);
    check_degree(&s, apply(&s, NH_EXPR_ABS, nh_expr_add(p, s.x, s.y)), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, apply(&s, NH_EXPR_SIGN, nh_expr_add(p, s.x, s.y)), NH_DEGREE_HOMOGENEOUS, 0, 1, false);
    check_degree(&s, apply(&s, NH_EXPR_SIN, ratio), NH_DEGREE_HOMOGENEOUS, 0, 1, false);
    check_degree(&s, apply(&s, NH_EXPR_SIN, s.x), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, apply(&s, NH_EXPR_SIN, s.m), NH_DEGREE_HOMOGENEOUS, 0, 1, true);
    check_degree(&s, apply2(&s, NH_EXPR_MIN, s.x, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_MAX, s.x, NH_EXPR_ZERO), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_MAX, s.x, one), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_MAX, s.m, one), NH_DEGREE_HOMOGENEOUS, 0, 1, true);
    check_degree(&s, apply2(&s, NH_EXPR_MOD, s.x, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_MOD, s.x, one), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_ATAN2, xx, nh_expr_mul(p, s.x, s.y)), NH_DEGREE_HOMOGENEOUS, 0, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_ATAN2, xx, s.y), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, apply2(&s, NH_EXPR_ATAN2, s.m, one), NH_DEGREE_HOMOGENEOUS, 0, 1, true);
    check_degree(&s, nh_expr_if(p, xx, s.x, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, true); /* xx is never negative */
    check_degree(&s, nh_expr_if(p, s.z, s.x, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, false);
    check_degree(&s, nh_expr_if(p, s.z, s.x, xx), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_if(p, nh_expr_add(p, s.z, one), s.x, s.y), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_if(p, s.m, s.x, s.y), NH_DEGREE_HOMOGENEOUS, 1, 1, true);
    check_degree(&s, nh_expr_if(p, s.m, s.x, xx), NH_DEGREE_MIXED, 2, 1, true);
    check_degree(&s, nh_expr_if(p, s.m, NH_EXPR_ZERO, xx), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    check_degree(&s, nh_expr_if(p, s.m, NH_EXPR_UNDEFINED, xx), NH_DEGREE_HOMOGENEOUS, 2, 1, true);
    nh_expr f = nh_expr_function(p, nh_name_of_text(context, "f"), 2);
    check_degree(&s, nh_expr_call(p, f, 2, (const nh_expr[]){ratio, s.m}), NH_DEGREE_HOMOGENEOUS, 0, 1, false);
    check_degree(&s, nh_expr_call(p, f, 2, (const nh_expr[]){s.x, s.m}), NH_DEGREE_NONE, 0, 1, false);
    check_degree(&s, nh_expr_call(p, f, 2, (const nh_expr[]){one, s.m}), NH_DEGREE_HOMOGENEOUS, 0, 1, true);
    nh_pool_destroy(p);
}

typedef struct trial {
    random_exprs g;
    int found[NH_DEGREE_NONE + 1];
    int said, given_up;
} trial;

/* e(2 s) = 2^degree e(s) where e is said to be homogeneous, a polynomial has no derivative beyond its degree. */
static void degree_body(nh_context *context, void *argument) {
    (void)context;
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    enum { COUNT = 3 };
    const nh_expr *s = t->g.symbols + 5;
    nh_expr e = random_expr(&t->g, 1 + random_below(&t->g, 9)), twice[COUNT];
    nh_degree d = nh_expr_degree(pool, e, COUNT, s);
    t->found[d.kind]++;
    point at = {.seed = nh_random_u64(&t->g.random)};
    if (d.kind == NH_DEGREE_ZERO) assert_true(is_same_value(pool, e, NH_EXPR_ZERO, &at, &t->said));
    if (d.kind == NH_DEGREE_HOMOGENEOUS) {
        for (int i = 0; i < COUNT; i++) twice[i] = nh_expr_scale(pool, nh_rat_int(2), s[i]);
        nh_expr scaled = nh_expr_substitute(pool, nh_expr_expand_names(pool, e), COUNT, s, twice, true);
        nh_expr power = nh_expr_pow_rational(pool, nh_expr_int(pool, 2), d.degree);
        assert_true(is_same_value(pool, scaled, nh_expr_mul(pool, power, e), &at, &t->said));
    }
    int64_t degree;
    if (!d.polynomial || d.kind == NH_DEGREE_ZERO) return;
    assert_true(nh_rat_get_int(d.degree, &degree) && degree >= 0);
    if (degree > 5) return;
    for (int64_t i = 0; i <= degree; i++) e = nh_expr_diff(pool, e, s[0]);
    assert_true(is_same_value(pool, e, NH_EXPR_ZERO, &at, &t->said));
}

PROTECTED_TEST(degrees_by_scaling) {
    trial t = {.g = calculus_exprs_begin(nh_pool_create(context), 2)};
    int count = test_count(3000);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, degree_body, &t) != NH_OK) t.given_up++;
    print_message("%d zero, %d homogeneous, %d mixed, %d neither, %d checks, %d given up\n", t.found[0], t.found[1],
                  t.found[2], t.found[3], t.said, t.given_up);
    for (int i = NH_DEGREE_HOMOGENEOUS; i <= NH_DEGREE_NONE; i++) assert_true(t.found[i] > count / 50);
    assert_true(t.said > count / 3 && t.given_up < count / 20);
}

/* ---- operations ---- */

static void check_operations(const some *s, nh_expr e, uint64_t count) {
    assert_int_equal(nh_expr_operations(s->pool, 1, &e), count);
}

PROTECTED_TEST(operations) {
    some s = some_begin(context);
    nh_pool *p = s.pool;
    nh_expr x = s.x, y = s.y, one = NH_EXPR_ONE;
    nh_expr sum = nh_expr_add(p, x, y), product = nh_expr_mul(p, x, y);
    check_operations(&s, x, 0);
    check_operations(&s, nh_expr_int(p, 3), 0);
    check_operations(&s, sum, 1);
    check_operations(&s, nh_expr_sub(p, x, y), 1);
    check_operations(&s, nh_expr_neg(p, x), 1);
    check_operations(&s, nh_expr_neg(p, sum), 2);
    check_operations(&s, nh_expr_sub(p, one, x), 1);
    check_operations(&s, nh_expr_scale(p, nh_rat_int(-2), x), 1);
    check_operations(&s, nh_expr_add(p, nh_expr_scale(p, nh_rat_int(3), x), one), 2);
    check_operations(&s, product, 1);
    check_operations(&s, nh_expr_div(p, x, y), 1);
    check_operations(&s, power(&s, x, -1, 1), 1);
    check_operations(&s, power(&s, x, 2, 1), 1);
    check_operations(&s, power(&s, x, -2, 1), 2);
    check_operations(&s, power(&s, x, 3, 1), 2);
    check_operations(&s, power(&s, x, 15, 1), 6);
    check_operations(&s, power(&s, x, 16, 1), 4);
    check_operations(&s, power(&s, x, 1, 2), 1);
    check_operations(&s, power(&s, x, 3, 2), 2);
    check_operations(&s, power(&s, x, 2, 3), 1);
    check_operations(&s, power(&s, product, -1, 1), 2);
    check_operations(&s, nh_expr_pow(p, x, y), 1);
    check_operations(&s, apply(&s, NH_EXPR_SIN, x), 1);
    check_operations(&s, apply2(&s, NH_EXPR_ATAN2, x, y), 1);
    check_operations(&s, nh_expr_apply(p, NH_EXPR_MIN, 4, (const nh_expr[]){x, y, s.z, s.m}), 3);
    check_operations(&s, nh_expr_if(p, x, y, s.z), 1);
    /* constants cost nothing, and join in one operation */
    nh_expr root = nh_expr_sqrt(p, nh_expr_int(p, 6));
    check_operations(&s, root, 0);
    check_operations(&s, nh_expr_mul(p, root, x), 1);
    check_operations(&s, nh_expr_sum(p, 4, (const nh_expr[]){root, NH_EXPR_PI, one, x}), 1);
    check_operations(&s, nh_expr_neg(p, nh_expr_add(p, root, x)), 1);
    /* what is shared counts once, within one and between several; a definition counts too */
    nh_expr sine = apply(&s, NH_EXPR_SIN, sum);
    check_operations(&s, nh_expr_add(p, power(&s, sine, 2, 1), nh_expr_mul(p, sine, x)), 5);
    const nh_expr both[] = {sine, nh_expr_mul(p, sine, y), sine};
    assert_int_equal(nh_expr_operations(p, 3, both), 3);
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), sine);
    check_operations(&s, F, 2);
    check_operations(&s, nh_expr_mul(p, F, sine), 3);
    nh_expr C = nh_expr_abbreviation(p, nh_name_of_text(context, "C"), root);
    check_operations(&s, nh_expr_mul(p, C, x), 1);
    assert_int_equal(nh_expr_operations(p, 0, NULL), 0);
    nh_pool_destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols),
        cmocka_unit_test(dependence),
        cmocka_unit_test(degrees_of_arithmetic),
        cmocka_unit_test(degrees_of_functions),
        cmocka_unit_test(degrees_by_scaling),
        cmocka_unit_test(operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
