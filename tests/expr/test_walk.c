/* Walks: every expression that is reached once, arguments first, at a cost that does not depend on the pool. */
#include "expr/walk.h"

#include <time.h>

#include "base/limits.h"
#include "random_expr.h"

#define same(a, b) assert_int_equal(a, b)

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static nh_expr abbreviate(nh_pool *pool, const char *name, nh_expr e) {
    return nh_expr_abbreviation(pool, nh_name_of_text(nh_pool_context(pool), name), e);
}

/* What is reached from the roots, found without a walk: everything below the largest root, from high to low. */
static uint32_t mark_reached(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode, bool *reached) {
    uint32_t total = 0;
    for (size_t i = 0; i < count; i++) reached[roots[i]] = true;
    for (nh_expr e = nh_pool_count(pool); e-- > 0;) {
        if (!reached[e]) continue;
        total++;
        for (uint32_t i = 0; i < nh_expr_arity(pool, e); i++) reached[nh_expr_args(pool, e)[i]] = true;
        if (nh_expr_kind_of(pool, e) != NH_EXPR_SYMBOL || mode == NH_WALK_PLAIN) continue;
        const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
        if (symbol->role == NH_ROLE_ABBREVIATION) reached[symbol->definition] = true;
    }
    return total;
}

static void check_order(nh_walk *walk, nh_walk_mode mode) {
    nh_pool *pool = walk->pool;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr e = walk->order[i];
        same(nh_walk_place(walk, e), i);
        for (uint32_t j = 0; j < nh_expr_arity(pool, e); j++)
            assert_true(nh_walk_place(walk, nh_expr_args(pool, e)[j]) < i);
        bool is_symbol = nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL;
        if (mode == NH_WALK_DEFINITIONS && is_symbol && nh_expr_symbol_of(pool, e)->role == NH_ROLE_ABBREVIATION)
            assert_true(nh_walk_place(walk, nh_expr_symbol_of(pool, e)->definition) < i);
    }
}

static void check_walk(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode) {
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    bool *reached = NH_NEW_ARRAY(scratch, bool, nh_pool_count(pool));
    uint32_t total = mark_reached(pool, count, roots, mode, reached);
    nh_walk *walk = nh_walk_begin(pool, count, roots, mode);
    same(walk->count, total);
    for (nh_expr e = 0; e < nh_pool_count(pool); e++) assert_int_equal(nh_walk_has(walk, e), reached[e]);
    check_order(walk, mode);
    nh_walk_end(walk);
    nh_arena_release(scratch, mark);
}

PROTECTED_TEST(test_order) {
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = random_exprs_begin(pool, 1);
    for (int i = 0; i < test_count(100); i++) {
        nh_expr roots[4];
        uint32_t count = 1 + random_below(&g, 4);
        for (uint32_t j = 0; j < count; j++)
            roots[j] = j > 0 && random_below(&g, 4) == 0 ? roots[j - 1] : random_expr(&g, 30);
        check_walk(pool, count, roots, NH_WALK_PLAIN);
        check_walk(pool, count, roots, NH_WALK_DEFINITIONS);
    }
    check_walk(pool, 0, NULL, NH_WALK_PLAIN);
}

PROTECTED_TEST(test_modes) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
    nh_expr sine = nh_expr_apply1(pool, NH_EXPR_SIN, x);
    nh_expr a = abbreviate(pool, "A", sine), b = abbreviate(pool, "B", nh_expr_pow_int(pool, a, 2));
    nh_walk *walk = nh_walk_begin(pool, 1, &b, NH_WALK_PLAIN);
    same(walk->count, 1);
    assert_false(nh_walk_has(walk, a));
    nh_walk_end(walk);
    walk = nh_walk_begin(pool, 1, &b, NH_WALK_DEFINITIONS);
    same(walk->count, 6); /* x, sin(x), A, 2, A^2, B */
    assert_true(nh_walk_place(walk, x) < nh_walk_place(walk, sine) &&
                nh_walk_place(walk, sine) < nh_walk_place(walk, a));
    same(nh_walk_place(walk, b), 5);
    nh_walk_end(walk);
}

PROTECTED_TEST(test_shared_parts_come_once) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr e = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x");
    enum { LEVELS = 200 }; /* as a tree, this would have 2^200 leaves */
    for (int i = 0; i < LEVELS; i++)
        e = nh_expr_mul(pool, nh_expr_apply1(pool, NH_EXPR_SIN, e), nh_expr_apply1(pool, NH_EXPR_COS, e));
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    same(walk->count, 2 + 3 * LEVELS); /* x, 1, and each level's three */
    nh_walk_end(walk);
}

/* Walks inside walks, and expressions made meanwhile, more than the pool had room for. */
PROTECTED_TEST(test_nested) {
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = random_exprs_begin(pool, 2);
    nh_expr e = random_expr(&g, 60);
    nh_walk *outer = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    nh_expr *results = NH_NEW_ARRAY(nh_scratch(context), nh_expr, outer->count);
    for (uint32_t i = 0; i < outer->count; i++) {
        nh_expr grown =
            nh_expr_add(pool, nh_expr_apply1(pool, NH_EXPR_EXP, outer->order[i]), nh_expr_int(pool, 1000 + i));
        for (int64_t j = 0; j < 50; j++) grown = nh_expr_apply1(pool, NH_EXPR_TANH, grown);
        check_walk(pool, 1, &grown, NH_WALK_DEFINITIONS);
        nh_walk *inner = nh_walk_begin(pool, 1, &grown, NH_WALK_PLAIN);
        check_walk(pool, 1, &e, NH_WALK_PLAIN);
        same(nh_walk_place(inner, grown), inner->count - 1);
        nh_walk_end(inner);
        assert_false(nh_walk_has(outer, grown));
        results[i] = grown;
    }
    check_order(outer, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < outer->count; i++) assert_true(results[i] > outer->order[i]);
    nh_walk_end(outer);
}

/* A walk that is left by a jump leaves the pool as it was: thousands of them take no more memory than one. */
static void leave_walk(nh_context *context, void *argument) {
    random_exprs *g = argument;
    nh_expr e = g->symbols[0];
    nh_walk_begin(g->pool, 1, &e, NH_WALK_PLAIN);
    nh_walk_begin(g->pool, 1, &e, NH_WALK_PLAIN);
    nh_raise(context, NH_E_LIMIT);
}

PROTECTED_TEST(test_left_by_a_jump) {
    random_exprs g = random_exprs_begin(nh_pool_create(context), 3);
    for (int i = 0; i < 2000; i++) random_expr(&g, 20);
    test_attempt(context, &(nh_budget){0}, leave_walk, &g);
    size_t before = nh_context_memory(context);
    for (int i = 0; i < 2000; i++) same(test_attempt(context, &(nh_budget){0}, leave_walk, &g), NH_E_LIMIT);
    assert_true(nh_context_memory(context) <= before);
    nh_expr e = random_expr(&g, 50);
    check_walk(g.pool, 1, &e, NH_WALK_DEFINITIONS);
}

static void leave_walk_of_new_pool(nh_context *context, void *argument) {
    (void)argument;
    random_exprs g = random_exprs_begin(nh_pool_create(context), 4);
    leave_walk(context, &g);
}

PROTECTED_TEST(test_left_with_its_pool) {
    for (int i = 0; i < 3; i++) same(test_attempt(context, &(nh_budget){0}, leave_walk_of_new_pool, NULL), NH_E_LIMIT);
}

/* 10^5 walks of a few expressions in a pool of 10^6: were the cost that of the pool, this would take minutes. */
PROTECTED_TEST(test_cost) {
    nh_pool *pool = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"), e = NH_EXPR_ONE;
    enum { NODES = 1000000, WALKS = 100000 };
    while (nh_pool_count(pool) < NODES) {
        nh_expr terms[] = {x, nh_expr_int(pool, 2 + nh_pool_count(pool))};
        e = nh_expr_apply1(pool, NH_EXPR_SIN, nh_expr_sum(pool, 2, terms));
    }
    double before = cpu_seconds();
    uint64_t total = 0;
    for (int i = 0; i < WALKS; i++) {
        nh_expr root = e - 3 * (nh_expr)i;
        nh_walk *walk = nh_walk_begin(pool, 1, &root, NH_WALK_PLAIN);
        total += walk->count;
        nh_walk_end(walk);
    }
    assert_true(total < 10 * WALKS);
    assert_true(cpu_seconds() - before < 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_shared_parts_come_once),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_left_by_a_jump),
        cmocka_unit_test(test_left_with_its_pool),
        cmocka_unit_test(test_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
