/* Sums by place and sparse matrices, against the same in full arrays of numbers. */
#include "../support/support.h"

#include <string.h>

#include "base/random.h"
#include "form/sums.h"

enum { MOST = 9 };

typedef struct bench {
    nh_pool *pool;
    nh_arena *arena;
    nh_random random;
} bench;

static bench bench_make(nh_context *context, uint64_t stream) {
    return (bench){nh_pool_create(context), nh_arena_create(context), nh_random_make(test_seed(), stream)};
}

static uint32_t below(bench *b, uint32_t count) {
    return (uint32_t)nh_random_below(&b->random, count);
}

static nh_expr number(const bench *b, int64_t value) {
    return nh_expr_number(b->pool, nh_rat_int(value));
}

/* A matrix with small numbers, many of them 0, in full and sparse. */
static nh_expr_matrix random_matrix(bench *b, uint32_t rows, uint32_t columns, int64_t full[MOST][MOST]) {
    nh_sums sums = nh_sums_begin(b->pool, b->arena);
    memset(full, 0, sizeof(int64_t[MOST][MOST]));
    for (uint32_t k = below(b, 2 * rows * columns + 1); k > 0; k--) {
        uint32_t i = below(b, rows), j = below(b, columns);
        int64_t value = (int64_t)below(b, 5) - 2;
        full[i][j] += value;
        nh_sums_add(&sums, i, j, number(b, value));
    }
    return nh_sums_matrix(&sums, rows, columns);
}

static void check_matrix(const bench *b, const nh_expr_matrix *a, uint32_t rows, uint32_t columns,
                         int64_t full[MOST][MOST]) {
    assert_int_equal(a->rows, rows);
    assert_int_equal(a->columns, columns);
    uint32_t entries = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            assert_int_equal(nh_matrix_at(a, i, j), number(b, full[i][j]));
            entries += full[i][j] != 0;
        }
    assert_int_equal(a->start[rows], entries);
}

static void check_round(bench *b) {
    int64_t f[MOST][MOST], g[MOST][MOST], h[MOST][MOST] = {{0}};
    uint32_t rows = 1 + below(b, MOST), middle = 1 + below(b, MOST), columns = 1 + below(b, MOST);
    nh_expr_matrix x = random_matrix(b, rows, middle, f), y = random_matrix(b, middle, columns, g);
    check_matrix(b, &x, rows, middle, f);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < middle; k++)
            for (uint32_t j = 0; j < columns; j++) h[i][j] += f[i][k] * g[k][j];
    nh_expr_matrix product = nh_matrix_product(b->pool, b->arena, &x, &y);
    check_matrix(b, &product, rows, columns, h);
    nh_expr_matrix turned = nh_matrix_transpose(b->pool, b->arena, &product);
    memset(g, 0, sizeof g);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) g[j][i] = h[i][j];
    check_matrix(b, &turned, columns, rows, g);
    nh_expr factors[MOST];
    for (uint32_t j = 0; j < columns; j++) factors[j] = number(b, (int64_t)j - 3);
    const nh_expr *times = nh_matrix_times(b->pool, b->arena, &product, factors);
    for (uint32_t i = 0; i < rows; i++) {
        int64_t sum = 0;
        for (uint32_t j = 0; j < columns; j++) sum += h[i][j] * ((int64_t)j - 3);
        assert_int_equal(times[i], number(b, sum));
    }
}

PROTECTED_TEST(matrices) {
    bench b = bench_make(context, 1);
    for (int round = 0; round < test_count(200); round++) check_round(&b);
}

PROTECTED_TEST(threefold) {
    bench b = bench_make(context, 2);
    for (int round = 0; round < test_count(50); round++) {
        int64_t full[4][4][4] = {{{0}}};
        nh_sums sums = nh_sums_begin(b.pool, b.arena);
        for (uint32_t k = below(&b, 150); k > 0; k--) {
            uint32_t i = below(&b, 4), j = below(&b, 4), l = below(&b, 4);
            int64_t value = (int64_t)below(&b, 3) - 1;
            full[i][j][l] += value;
            nh_sums_add_threefold(&sums, i, j, l, number(&b, value));
        }
        nh_sums_finish(&sums);
        size_t count = 0;
        for (uint32_t i = 0; i < 64; i++) {
            int64_t value = full[i / 16][i / 4 % 4][i % 4];
            assert_int_equal(nh_sums_at(&sums, i / 16, i / 4 % 4, i % 4), number(&b, value));
            count += value != 0;
        }
        assert_int_equal(sums.terms.count, count);
    }
}

PROTECTED_TEST(lists) {
    bench b = bench_make(context, 3);
    nh_expr x = nh_expr_symbol_text(b.pool, NH_ROLE_PARAMETER, "x");
    nh_sums sums = nh_sums_begin(b.pool, b.arena);
    nh_sums_add(&sums, 2, 0, x);
    nh_sums_add(&sums, 0, 0, x);
    nh_sums_add(&sums, 2, 0, x);
    nh_sums_add(&sums, 3, 0, x);
    nh_sums_add(&sums, 3, 0, nh_expr_neg(b.pool, x));
    const nh_expr *list = nh_sums_list(&sums, 5);
    const nh_expr wanted[] = {x, NH_EXPR_ZERO, nh_expr_add(b.pool, x, x), NH_EXPR_ZERO, NH_EXPR_ZERO};
    assert_memory_equal(list, wanted, sizeof wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices),
        cmocka_unit_test(threefold),
        cmocka_unit_test(lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
