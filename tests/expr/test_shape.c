/* Shapes: equal for members of a family, different for others. */
#include "expr/inspect.h"

#include "differences.h"
#include "support.h"

#include <stdio.h>

static uint64_t shape(nh_pool *pool, nh_expr e) {
    return nh_expr_shape(pool, NULL, e, NULL, NULL);
}

static void check_same(nh_pool *pool, nh_expr a, nh_expr b, bool same) {
    assert_int_equal(shape(pool, a) == shape(pool, b), same);
    assert_int_equal(nh_expr_same_shape(pool, a, b), same);
    assert_int_equal(nh_expr_same_shape(pool, b, a), same);
}

static nh_expr symbol(nh_pool *pool, nh_role role, const char *letter, int i, uint32_t order) {
    char name[32];
    snprintf(name, sizeof name, "%s[%d]", letter, i);
    return nh_expr_symbol(pool, role, nh_name_of_text(nh_pool_context(pool), name), order);
}

/* k/2 (x[i+1] - x[i])^2 sin(x[i] - x[i+1]) |x[i] - x[i+1]|^(1/3) + min(m[i] x[i]', x[i+1]): signs and orders come out in many
 * ways. */
static nh_expr member(nh_pool *p, int i) {
    nh_expr k = symbol(p, NH_ROLE_PARAMETER, "k", 0, 0), m = symbol(p, NH_ROLE_PARAMETER, "m", i, 0);
    nh_expr x = symbol(p, NH_ROLE_COORDINATE, "x", i, 0), y = symbol(p, NH_ROLE_COORDINATE, "x", i + 1, 0);
    nh_expr v = symbol(p, NH_ROLE_COORDINATE, "x", i, 1);
    nh_expr d = nh_expr_sub(p, y, x);
    nh_expr spring = nh_expr_product(p, 5,
                                     (const nh_expr[]){nh_expr_fraction(p, 1, 2), k, nh_expr_pow_int(p, d, 2),
                                                       nh_expr_apply1(p, NH_EXPR_SIN, nh_expr_neg(p, d)),
                                                       nh_expr_pow_rational(p, nh_expr_neg(p, d), nh_rat_make(1, 3))});
    nh_expr least = nh_expr_apply(p, NH_EXPR_MIN, 2, (const nh_expr[]){nh_expr_mul(p, m, v), y});
    nh_expr root = nh_expr_sqrt(p, nh_expr_mul(p, d, v));
    return nh_expr_sum(p, 3, (const nh_expr[]){spring, least, root});
}

enum { MEMBERS = 200 };

/* The symbols in the order of the family, as a model declares them. */
static void declare(nh_pool *pool) {
    symbol(pool, NH_ROLE_PARAMETER, "k", 0, 0);
    for (int i = 0; i <= MEMBERS; i++) symbol(pool, NH_ROLE_PARAMETER, "m", i, 0);
    for (int i = 0; i <= MEMBERS; i++) symbol(pool, NH_ROLE_COORDINATE, "x", i, 0);
    for (int i = 0; i <= MEMBERS; i++) symbol(pool, NH_ROLE_COORDINATE, "x", i, 1);
}

PROTECTED_TEST(family) {
    nh_pool *p = nh_pool_create(context);
    declare(p);
    nh_expr first = member(p, 0);
    int flipped = 0;
    for (int i = 1; i < MEMBERS; i++) {
        nh_expr other = member(p, i);
        check_same(p, first, other, true);
        flipped += nh_expr_args(p, first)[2] != nh_expr_args(p, other)[2];
        check_same(p, nh_expr_diff(p, first, symbol(p, NH_ROLE_COORDINATE, "x", 1, 0)),
                   nh_expr_diff(p, other, symbol(p, NH_ROLE_COORDINATE, "x", i + 1, 0)), true);
    }
    assert_true(flipped > MEMBERS / 5); /* the members do differ in the order of their terms */
    nh_pool_destroy(p);
}

PROTECTED_TEST(strangers) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = symbol(p, NH_ROLE_COORDINATE, "x", 1, 0), y = symbol(p, NH_ROLE_COORDINATE, "x", 2, 0);
    nh_expr z = symbol(p, NH_ROLE_COORDINATE, "x", 3, 0), v = nh_expr_dot(p, y),
            m = symbol(p, NH_ROLE_PARAMETER, "m", 1, 0);
    nh_expr two = nh_expr_int(p, 2), three = nh_expr_int(p, 3);
    check_same(p, x, y, true);
    check_same(p, x, v, false);
    check_same(p, x, m, false);
    check_same(p, two, three, false);
    check_same(p, nh_expr_mul(p, two, x), nh_expr_mul(p, two, y), true);
    check_same(p, nh_expr_mul(p, two, x), nh_expr_mul(p, three, x), false);
    check_same(p, nh_expr_pow_int(p, x, 2), nh_expr_pow_int(p, x, 3), false);
    check_same(p, nh_expr_add(p, x, y), nh_expr_add(p, y, z), true);
    check_same(p, nh_expr_sub(p, x, y), nh_expr_sub(p, y, z), true);
    check_same(p, nh_expr_sub(p, x, y), nh_expr_sub(p, z, y),
               false); /* the first minus the second, and the other way round */
    check_same(p, nh_expr_pow_int(p, nh_expr_sub(p, x, y), 2), nh_expr_pow_int(p, nh_expr_sub(p, z, y), 2), true);
    check_same(p, nh_expr_div(p, x, y), nh_expr_div(p, y, z), true);
    check_same(p, nh_expr_div(p, x, y), nh_expr_div(p, z, y), false);
    check_same(p, nh_expr_mul(p, x, y), nh_expr_mul(p, x, m), false);
    check_same(p, nh_expr_add(p, x, y), nh_expr_sum(p, 3, (const nh_expr[]){x, y, z}), false);
    check_same(p, nh_expr_apply1(p, NH_EXPR_SIN, x), nh_expr_apply1(p, NH_EXPR_COS, x), false);
    check_same(p, nh_expr_apply1(p, NH_EXPR_SINH, x), nh_expr_apply1(p, NH_EXPR_SINH, z), true);
    check_same(p, nh_expr_if(p, x, y, z), nh_expr_if(p, x, z, y), false);
    check_same(p, nh_expr_apply(p, NH_EXPR_MIN, 2, (const nh_expr[]){x, y}),
               nh_expr_apply(p, NH_EXPR_MAX, 2, (const nh_expr[]){x, y}), false);
    check_same(p, nh_expr_apply(p, NH_EXPR_ATAN2, 2, (const nh_expr[]){x, y}),
               nh_expr_apply(p, NH_EXPR_ATAN2, 2, (const nh_expr[]){y, x}), false);
    check_same(p, nh_expr_pow(p, x, y), nh_expr_pow(p, y, x), false);
    /* functions and names are symbols; how a function is differentiated counts */
    nh_expr f = nh_expr_function(p, nh_name_of_text(context, "f"), 1),
            g = nh_expr_function(p, nh_name_of_text(context, "g"), 1);
    nh_expr f1 = nh_expr_function_derivative(p, f, 0);
    check_same(p, nh_expr_call(p, f, 1, &x), nh_expr_call(p, g, 1, &y), true);
    check_same(p, nh_expr_call(p, f, 1, &x), nh_expr_call(p, f1, 1, &x), false);
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_apply1(p, NH_EXPR_SIN, x));
    nh_expr G = nh_expr_abbreviation(p, nh_name_of_text(context, "G"), nh_expr_pow_int(p, y, 2));
    check_same(p, F, G, true);
    check_same(p, F, x, false);
    check_same(p, nh_expr_apply1(p, NH_EXPR_SIN, x), F, false);
    nh_pool_destroy(p);
}

PROTECTED_TEST(symbols) {
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_pool_arena(p);
    nh_expr x = symbol(p, NH_ROLE_COORDINATE, "x", 1, 0), y = symbol(p, NH_ROLE_COORDINATE, "x", 2, 0);
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_pow_int(p, x, 2)), *list;
    uint32_t count;
    nh_expr e = nh_expr_mul(p, nh_expr_add(p, F, y), y);
    assert_true(nh_expr_shape(p, arena, e, &list, &count) == shape(p, e));
    const nh_expr expected[] = {y, F};
    assert_int_equal(count, 2);
    assert_memory_equal(list, expected, sizeof expected);
    nh_expr_shape(p, arena, NH_EXPR_PI, &list, &count);
    assert_int_equal(count, 0);
    nh_pool_destroy(p);
}

/* An expression and the same with other names, in a pool where these were made in the same order. */
static nh_expr renamed(nh_pool *pool, nh_expr e, nh_expr *fresh_of) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    uint32_t count;
    nh_expr *from = nh_expr_names(pool, arena, 1, &e, &count), *to = NH_NEW_ARRAY(arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) to[i] = fresh_of[from[i]];
    e = nh_expr_substitute(pool, e, count, from, to, false);
    nh_arena_destroy(arena);
    return e;
}

/* For each symbol of the generator another of its role and order, in the same order. */
static nh_expr *fresh_names(random_exprs *g, const char *suffix) {
    nh_expr *fresh = NH_NEW_ARRAY(nh_pool_arena(g->pool), nh_expr, 4096);
    nh_context *context = nh_pool_context(g->pool);
    for (nh_expr e = 0; e < nh_pool_count(g->pool) && e < 4096; e++) {
        if (nh_expr_kind_of(g->pool, e) != NH_EXPR_SYMBOL) continue;
        nh_symbol s = *nh_expr_symbol_of(g->pool, e);
        char name[64];
        snprintf(name, sizeof name, "%s%s%u", nh_name_text(context, s.name), suffix, e);
        nh_name other = nh_name_of_text(context, name);
        if (s.role == NH_ROLE_ABBREVIATION) fresh[e] = nh_expr_abbreviation(g->pool, other, s.definition);
        else if (s.role != NH_ROLE_FUNCTION) fresh[e] = nh_expr_symbol(g->pool, s.role, other, s.order);
        else fresh[e] = nh_expr_function(g->pool, other, s.by_count);
        for (uint32_t i = 0; s.role == NH_ROLE_FUNCTION && i < s.by_count; i++)
            for (uint32_t k = 0; k < s.by[i]; k++) fresh[e] = nh_expr_function_derivative(g->pool, fresh[e], i);
    }
    return fresh;
}

typedef struct trial {
    random_exprs g;
    nh_expr *fresh;
    nh_expr last;
    int same, given_up;
} trial;

static void random_body(nh_context *context, void *argument) {
    (void)context;
    trial *t = argument;
    nh_pool *pool = t->g.pool;
    nh_expr e = random_expr(&t->g, 12), other = renamed(pool, e, t->fresh);
    check_same(pool, e, other, true);
    t->same += e != other;
    if (nh_expr_operations(pool, 1, &e) != nh_expr_operations(pool, 1, &t->last)) check_same(pool, e, t->last, false);
    t->last = other;
}

PROTECTED_TEST(at_random) {
    nh_pool *pool = nh_pool_create(context);
    trial t = {.g = random_exprs_begin(pool, 1), .last = NH_EXPR_ZERO};
    t.g.symbol_count = 10; /* without a partial derivative of an abbreviation */
    t.fresh = fresh_names(&t.g, "_");
    int count = test_count(500);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, random_body, &t) != NH_OK) t.given_up++;
    assert_true(t.same > count / 2 && t.given_up < count / 20);
    nh_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(family),
        cmocka_unit_test(strangers),
        cmocka_unit_test(symbols),
        cmocka_unit_test(at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
