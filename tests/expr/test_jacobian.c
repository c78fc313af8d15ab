/* Matrices of derivatives: entries, patterns, sizes. */
#include "differences.h"
#include "support.h"

#include <stdio.h>

static nh_expr symbol(nh_pool *pool, nh_role role, const char *letter, int i) {
    char name[32];
    snprintf(name, sizeof name, "%s[%d]", letter, i);
    return nh_expr_symbol_text(pool, role, name);
}

static void check_form(const nh_expr_matrix *m) {
    assert_int_equal(m->start[0], 0);
    for (uint32_t i = 0; i < m->rows; i++) {
        assert_true(m->start[i] <= m->start[i + 1]);
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++) {
            assert_true(m->column[k] < m->columns && m->entry[k] != NH_EXPR_ZERO);
            assert_true(k == m->start[i] || m->column[k - 1] < m->column[k]);
        }
    }
}

static nh_expr entry(const nh_expr_matrix *m, uint32_t i, uint32_t j) {
    for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++)
        if (m->column[k] == j) return m->entry[k];
    return NH_EXPR_ZERO;
}

/* x y, sin(z) with an abbreviation of z in it, 3, y^2/2 */
PROTECTED_TEST(pattern) {
    nh_pool *p = nh_pool_create(context);
    nh_expr x = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "x"), y = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "y");
    nh_expr z = nh_expr_symbol_text(p, NH_ROLE_COORDINATE, "z");
    nh_expr F = nh_expr_abbreviation(p, nh_name_of_text(context, "F"), nh_expr_pow_int(p, z, 3));
    nh_expr e[] = {nh_expr_mul(p, x, y), nh_expr_apply1(p, NH_EXPR_SIN, F), nh_expr_int(p, 3),
                   nh_expr_scale(p, nh_rat_make(1, 2), nh_expr_pow_int(p, y, 2)), NH_EXPR_UNDEFINED};
    const nh_expr by[] = {z, y, x};
    nh_expr_matrix m = nh_expr_jacobian(p, nh_pool_arena(p), 5, e, 3, by);
    check_form(&m);
    const uint32_t start[] = {0, 2, 3, 3, 4, 7}, column[] = {1, 2, 0, 1, 0, 1, 2};
    assert_memory_equal(m.start, start, sizeof start);
    assert_memory_equal(m.column, column, sizeof column);
    nh_expr slope = nh_expr_mul(p, nh_expr_apply1(p, NH_EXPR_COS, F), nh_expr_diff(p, F, z));
    const nh_expr entries[] = {x, y, slope, y, NH_EXPR_UNDEFINED, NH_EXPR_UNDEFINED, NH_EXPR_UNDEFINED};
    assert_memory_equal(m.entry, entries, sizeof entries);
    m = nh_expr_jacobian(p, nh_pool_arena(p), 0, NULL, 3, by);
    assert_int_equal(m.start[0], 0);
    m = nh_expr_jacobian(p, nh_pool_arena(p), 2, e, 0, NULL);
    assert_int_equal(m.start[2], 0);
    nh_pool_destroy(p);
}

typedef struct trial {
    random_exprs one, two; /* in two pools: what one remembers the other does not know */
    int given_up, entries;
} trial;

enum { ROWS = 6, COLUMNS = 9 };

/* Entry by entry what nh_expr_diff gives. */
static void jacobian_body(nh_context *context, void *argument) {
    trial *t = argument;
    nh_expr e[ROWS], same[ROWS];
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < ROWS; i++) {
        uint32_t size = 1 + random_below(&t->one, 12);
        e[i] = random_expr(&t->one, size);
        same[i] = random_expr(&t->two, 1 + random_below(&t->two, 12));
    }
    nh_expr_matrix m = nh_expr_jacobian(t->one.pool, arena, ROWS, e, COLUMNS, t->one.symbols);
    check_form(&m);
    assert_true(m.rows == ROWS && m.columns == COLUMNS);
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t j = 0; j < COLUMNS; j++) {
            nh_expr d = nh_expr_diff(t->two.pool, same[i], t->two.symbols[j]);
            assert_true(nh_expr_hash(t->one.pool, entry(&m, i, j)) == nh_expr_hash(t->two.pool, d));
            t->entries += d != NH_EXPR_ZERO;
        }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(same_as_diff) {
    trial t = {.one = calculus_exprs_begin(nh_pool_create(context), 1),
               .two = calculus_exprs_begin(nh_pool_create(context), 1)};
    int count = test_count(100);
    for (int k = 0; k < count; k++) {
        /* the generators must stay in step when one of them is given up */
        t.one.random = t.two.random = nh_random_make(test_seed(), 100 + (uint64_t)k);
        if (test_attempt(context, &(nh_budget){0}, jacobian_body, &t) != NH_OK) t.given_up++;
    }
    print_message("%d entries, %d given up\n", t.entries, t.given_up);
    assert_true(t.entries > 3 * count && t.given_up < count / 20 + 1);
}

static void hessian_body(nh_context *context, void *argument) {
    trial *t = argument;
    nh_pool *pool = t->one.pool;
    nh_arena *arena = nh_arena_create(context);
    nh_expr e = random_expr(&t->one, 12), gradient[COLUMNS];
    nh_expr_matrix h = nh_expr_hessian(pool, arena, e, COLUMNS, t->one.symbols);
    check_form(&h);
    nh_expr_gradient(pool, e, COLUMNS, t->one.symbols, gradient);
    nh_expr_matrix m = nh_expr_jacobian(pool, arena, COLUMNS, gradient, COLUMNS, t->one.symbols);
    point at = {.seed = nh_random_u64(&t->one.random)};
    int said = 0;
    for (uint32_t i = 0; i < COLUMNS; i++)
        for (uint32_t j = 0; j < COLUMNS; j++) {
            assert_int_equal(entry(&h, i, j), entry(&h, j, i));
            if (i <= j) assert_int_equal(entry(&h, i, j), entry(&m, i, j));
            else assert_true(is_same_value(pool, entry(&h, i, j), entry(&m, i, j), &at, &said));
        }
    t->entries += (int)h.start[COLUMNS];
    nh_arena_destroy(arena);
}

PROTECTED_TEST(hessians) {
    trial t = {.one = calculus_exprs_begin(nh_pool_create(context), 2)};
    int count = test_count(100);
    for (int k = 0; k < count; k++)
        if (test_attempt(context, &(nh_budget){0}, hessian_body, &t) != NH_OK) t.given_up++;
    print_message("%d entries, %d given up\n", t.entries, t.given_up);
    assert_true(t.entries > 2 * count && t.given_up < count / 20 + 1);
}

/* T of many points: the mass matrix is diagonal, and is found at once although T is one sum of all. */
PROTECTED_TEST(many_terms) {
    enum { MANY = 30000 };
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_expr *terms = NH_NEW_ARRAY(arena, nh_expr, MANY), *mass = NH_NEW_ARRAY(arena, nh_expr, MANY);
    nh_expr *v = NH_NEW_ARRAY(arena, nh_expr, MANY);
    for (int i = 0; i < MANY; i++) {
        v[i] = nh_expr_dot(p, symbol(p, NH_ROLE_COORDINATE, "x", i));
        mass[i] = symbol(p, NH_ROLE_PARAMETER, "m", i);
        terms[i] = nh_expr_scale(p, nh_rat_make(1, 2), nh_expr_mul(p, mass[i], nh_expr_pow_int(p, v[i], 2)));
    }
    nh_expr T = nh_expr_sum(p, MANY, terms);
    nh_expr_matrix h = nh_expr_hessian(p, arena, T, MANY, v);
    assert_int_equal(h.start[MANY], MANY);
    for (uint32_t i = 0; i < MANY; i++) assert_true(h.column[i] == i && h.entry[i] == mass[i]);
    nh_arena_destroy(arena);
    nh_pool_destroy(p);
}

/* (x[i] - x[i+1])^2 + sin(x[i+2]) for many i: three symbols of very many in each row, which costs three derivatives. */
PROTECTED_TEST(many_rows) {
    enum { MANY = 30000 };
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_expr *x = NH_NEW_ARRAY(arena, nh_expr, MANY + 2), *e = NH_NEW_ARRAY(arena, nh_expr, MANY);
    for (int i = 0; i < MANY + 2; i++) x[i] = symbol(p, NH_ROLE_COORDINATE, "x", i);
    for (int i = 0; i < MANY; i++) {
        nh_expr square = nh_expr_pow_int(p, nh_expr_sub(p, x[i], x[i + 1]), 2);
        e[i] = nh_expr_add(p, square, nh_expr_apply1(p, NH_EXPR_SIN, x[i + 2]));
    }
    nh_expr_matrix m = nh_expr_jacobian(p, arena, MANY, e, MANY + 2, x);
    assert_int_equal(m.start[MANY], 3 * MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_true(m.start[i] == 3 * i && m.column[3 * i] == i && m.column[3 * i + 1] == i + 1 &&
                    m.column[3 * i + 2] == i + 2);
        nh_expr slope = nh_expr_scale(p, nh_rat_int(2), nh_expr_sub(p, x[i], x[i + 1]));
        assert_int_equal(m.entry[3 * i], slope);
        assert_int_equal(m.entry[3 * i + 1], nh_expr_neg(p, slope));
        assert_int_equal(m.entry[3 * i + 2], nh_expr_apply1(p, NH_EXPR_COS, x[i + 2]));
    }
    nh_arena_destroy(arena);
    nh_pool_destroy(p);
}

/* Work is counted in steps: the Jacobian of the rows above takes a number of them that goes with the rows. */
static void chain_body(nh_context *context, void *argument) {
    int many = *(int *)argument;
    nh_pool *p = nh_pool_create(context);
    nh_arena *arena = nh_arena_create(context);
    nh_expr *x = NH_NEW_ARRAY(arena, nh_expr, (size_t)many + 1), *e = NH_NEW_ARRAY(arena, nh_expr, (size_t)many);
    for (int i = 0; i <= many; i++) x[i] = symbol(p, NH_ROLE_COORDINATE, "x", i);
    for (int i = 0; i < many; i++) e[i] = nh_expr_mul(p, x[i], nh_expr_apply1(p, NH_EXPR_EXP, x[i + 1]));
    nh_expr_jacobian(p, arena, (uint32_t)many, e, (uint32_t)many + 1, x);
    nh_arena_destroy(arena);
    nh_pool_destroy(p);
}

static void cost(void **state) {
    (void)state;
    nh_context_def def = nh_default_context();
    def.limits.work = 1000000;
    nh_context *context;
    assert_int_equal(nh_context_create(&def, &context), NH_OK);
    int few = 10000, more = 1000000;
    test_run(context, chain_body, &few);
    assert_int_equal(test_protect(context, chain_body, &more), NH_E_LIMIT);
    nh_context_destroy(context);
}

static void fail_body(nh_context *context, void *unused) {
    (void)unused;
    nh_pool *pool = nh_pool_create(context);
    random_exprs g = calculus_exprs_begin(pool, 7);
    nh_expr_hessian(pool, nh_pool_arena(pool), random_expr(&g, 20), COLUMNS, g.symbols);
    nh_pool_destroy(pool);
}

static void memory_failures(void **state) {
    (void)state;
    test_every_failure(fail_body, NULL, 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pattern),         cmocka_unit_test(same_as_diff), cmocka_unit_test(hessians),
        cmocka_unit_test(many_terms),      cmocka_unit_test(many_rows),    cmocka_unit_test(cost),
        cmocka_unit_test(memory_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
