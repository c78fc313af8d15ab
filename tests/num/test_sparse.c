/* Sparse linear algebra against dense: patterns, products, orderings, factorisations, on random matrices that are often
 * corner cases (no rows, no entries, repeated entries, explicit zeros, empty columns).
 *
 * Tolerances as in test_dense.c: SLACK n eps |a| |x| for a residual, times the growth where there is no pivoting. */
#include "num/linear/sparse.h"

#include <stdlib.h>

#include "num/linear/dense.h"
#include "support.h"

#include "counted_malloc.h"
#include "matrices.h"

#define SLACK 50
#define PIVOT 0.1 /* a pivot of LU may be this small against its column: so much growth in a step */
#define KEPT 1e-2 /* growth that is allowed when pivots are kept */

/* A sparse matrix and the same as a dense one. */
typedef struct sparse {
    int rows, columns;
    nh_pattern pattern;
    double *values, *dense;
} sparse;

static nh_pattern pattern_of_dense(nh_arena *arena, int rows, int columns, const double *dense) {
    int *i = NH_NEW_ARRAY(arena, int, (size_t)(rows * columns)),
        *j = NH_NEW_ARRAY(arena, int, (size_t)(rows * columns));
    int count = 0;
    for (int k = 0; k < rows * columns; k++)
        if (dense[k] != 0) i[count] = k % rows, j[count++] = k / rows;
    return nh_pattern_make(arena, rows, columns, count, i, j, NULL);
}

/* Reads the values of a pattern from a dense matrix. */
static double *gather(nh_arena *arena, const nh_pattern *pattern, const double *dense) {
    double *values = matrix_new(arena, pattern->start[pattern->columns], 1);
    for (int j = 0; j < pattern->columns; j++)
        for (int p = pattern->start[j]; p < pattern->start[j + 1]; p++)
            values[p] = dense[pattern->row[p] + j * pattern->rows];
    return values;
}

static sparse sparse_of_dense(nh_arena *arena, int rows, int columns, double *dense) {
    nh_pattern pattern = pattern_of_dense(arena, rows, columns, dense);
    return (sparse){rows, columns, pattern, gather(arena, &pattern, dense), dense};
}

/* Random entries at a random density. */
static double *random_thin(nh_arena *arena, nh_random *random, int m, int n) {
    double *a = random_gauss(arena, random, m, n), density = nh_random_unit(random);
    for (int k = 0; k < m * n; k++)
        if (nh_random_unit(random) > density) a[k] = 0;
    return a;
}

/* Diagonally dominant with a diagonal of the given signs: every ordering eliminates it stably. */
static double *random_dominant(nh_arena *arena, nh_random *random, int n, bool definite) {
    double *a = random_thin(arena, random, n, n);
    matrix_symmetrise(n, a);
    for (int j = 0; j < n; j++) {
        double sum = 1;
        for (int i = 0; i < n; i++) sum += i == j ? 0 : fabs(a[i + j * n]);
        a[j + j * n] = definite || nh_random_below(random, 2) == 0 ? sum : -sum;
    }
    return a;
}

/* [M A^T; A 0] with M definite n x n; every row i < n of A has an entry at column i, so that it has full rank. */
static double *random_kkt(nh_arena *arena, nh_random *random, int n, int m) {
    double *mass = random_dominant(arena, random, n, true), *a = random_thin(arena, random, m, n);
    int size = n + m;
    double *kkt = matrix_new(arena, size, size);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) kkt[i + j * size] = mass[i + j * n];
        for (int i = 0; i < m; i++) kkt[n + i + j * size] = 0.1 * a[i + j * m] + (i == j ? n : 0);
    }
    matrix_symmetrise(size, kkt);
    return kkt;
}

static int *random_permutation(nh_arena *arena, nh_random *random, int n) {
    int *order = NH_NEW_ARRAY(arena, int, (size_t)n);
    for (int k = 0; k < n; k++) {
        int other = (int)nh_random_below(random, (uint64_t)k + 1);
        order[k] = order[other];
        order[other] = k;
    }
    return order;
}

static void check_permutation(nh_arena *arena, int n, const int *order) {
    double *seen = matrix_new(arena, n, 1);
    for (int k = 0; k < n; k++) {
        assert_in_range(order[k], 0, n - 1);
        assert_true(seen[order[k]]++ == 0);
    }
}

static void check_pattern(const nh_pattern *pattern) {
    assert_int_equal(pattern->start[0], 0);
    for (int j = 0; j < pattern->columns; j++) {
        assert_true(pattern->start[j] <= pattern->start[j + 1]);
        for (int p = pattern->start[j]; p < pattern->start[j + 1]; p++) {
            assert_in_range(pattern->row[p], 0, pattern->rows - 1);
            assert_true(p == pattern->start[j] || pattern->row[p] > pattern->row[p - 1]);
        }
    }
}

/* Entries with repetitions, added up through place[] and into a dense matrix. */
static void pattern_once(nh_arena *arena, nh_random *random) {
    int m = random_size(random), n = random_size(random);
    int count = m * n == 0 ? 0 : (int)nh_random_below(random, (uint64_t)(2 * m * n));
    int *i = NH_NEW_ARRAY(arena, int, (size_t)count), *j = NH_NEW_ARRAY(arena, int, (size_t)count);
    int *place = NH_NEW_ARRAY(arena, int, (size_t)count);
    double *dense = matrix_new(arena, m, n), *hit = matrix_new(arena, m, n);
    for (int e = 0; e < count; e++) {
        i[e] = (int)nh_random_below(random, (uint64_t)m);
        j[e] = (int)nh_random_below(random, (uint64_t)n);
    }
    nh_pattern pattern = nh_pattern_make(arena, m, n, count, i, j, place);
    assert_true(pattern.rows == m && pattern.columns == n);
    check_pattern(&pattern);
    double *values = matrix_new(arena, pattern.start[n], 1);
    for (int e = 0; e < count; e++) {
        double value = nh_random_normal(random);
        values[place[e]] += value;
        dense[i[e] + j[e] * m] += value;
        hit[i[e] + j[e] * m] = 1;
    }
    int distinct = 0;
    for (int k = 0; k < m * n; k++) distinct += hit[k] != 0;
    assert_int_equal(pattern.start[n], distinct);
    assert_true(matrix_distance(distinct, values, gather(arena, &pattern, dense)) == 0);
}

static void patterns(void **state) {
    (void)state;
    repeat(21, 200, pattern_once);
}

/* The result may be wanted in the scratch arena, where the working memory is too. */
static void pattern_in_scratch(void **state) {
    (void)state;
    bench b = bench_open(22);
    nh_arena *scratch = nh_scratch(b.context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    int i[] = {2, 0, 2, 1, 0}, j[] = {1, 0, 1, 1, 0}, place[5];
    nh_pattern pattern = nh_pattern_make(scratch, 3, 2, 5, i, j, place);
    memset(nh_arena_alloc(scratch, 4096), 0xff, 4096);
    int start[] = {0, 1, 3}, row[] = {0, 1, 2}, expected[] = {2, 0, 2, 1, 0};
    assert_memory_equal(pattern.start, start, sizeof start);
    assert_memory_equal(pattern.row, row, sizeof row);
    assert_memory_equal(place, expected, sizeof expected);
    nh_arena_release(scratch, mark);
    bench_close(&b);
}

static void product_once(nh_arena *arena, nh_random *random) {
    int m = random_size(random), n = random_size(random);
    sparse a = sparse_of_dense(arena, m, n, random_thin(arena, random, m, n));
    double factor = nh_random_below(random, 3) == 0 ? 0 : nh_random_normal(random);
    double *x = random_gauss(arena, random, n, 1), *y = random_gauss(arena, random, m, 1);
    double *ax = matrix_product(arena, m, n, 1, a.dense, x), *sum = matrix_copy(arena, m, 1, y);
    double *aty = matrix_product(arena, n, m, 1, matrix_transposed(arena, m, n, a.dense), y);
    double *sum_t = matrix_copy(arena, n, 1, x);
    for (int i = 0; i < m; i++) sum[i] += factor * ax[i];
    for (int j = 0; j < n; j++) sum_t[j] += factor * aty[j];
    double *got = matrix_copy(arena, m, 1, y), *got_t = matrix_copy(arena, n, 1, x);
    nh_sparse_multiply(&a.pattern, a.values, factor, x, got);
    nh_sparse_multiply_transposed(&a.pattern, a.values, factor, y, got_t);
    double size =
        SLACK * EPS * (1 + fabs(factor) * matrix_norm(m * n, a.dense)) * (matrix_norm(n, x) + matrix_norm(m, y));
    assert_below(matrix_distance(m, got, sum), size);
    assert_below(matrix_distance(n, got_t, sum_t), size);
}

static void products(void **state) {
    (void)state;
    repeat(23, 200, product_once);
}

static void order_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    nh_pattern pattern = pattern_of_dense(arena, n, n, random_thin(arena, random, n, n));
    int *order = NH_NEW_ARRAY(arena, int, (size_t)n), *group = NH_NEW_ARRAY(arena, int, (size_t)n);
    nh_sparse_order(arena, &pattern, NULL, order);
    check_permutation(arena, n, order);
    uint64_t groups = n < 2 || nh_random_below(random, 2) == 0 ? (uint64_t)n : 2;
    for (int k = 0; k < n; k++) group[k] = (int)nh_random_below(random, groups);
    nh_sparse_order(arena, &pattern, group, order);
    check_permutation(arena, n, order);
    for (int k = 1; k < n; k++) assert_true(group[order[k - 1]] <= group[order[k]]);
}

static void orders(void **state) {
    (void)state;
    repeat(24, 200, order_once);
}

/* An arrow: row and column `hub` full, and the diagonal. */
static nh_pattern arrow(nh_arena *arena, int n, int hub) {
    int *i = NH_NEW_ARRAY(arena, int, (size_t)(3 * n)), *j = NH_NEW_ARRAY(arena, int, (size_t)(3 * n));
    for (int k = 0; k < n; k++) {
        i[k] = j[k] = k;
        i[n + k] = j[2 * n + k] = hub;
        j[n + k] = i[2 * n + k] = k;
    }
    return nh_pattern_make(arena, n, n, 3 * n, i, j, NULL);
}

/* Rows with more than 10 sqrt(n) entries are put aside by AMD; groups must hold for them too. */
static void groups_hold_for_full_rows(void **state) {
    (void)state;
    bench b = bench_open(25);
    int n = 500, hub = 7;
    nh_pattern pattern = arrow(b.arena, n, hub);
    int *group = NH_NEW_ARRAY(b.arena, int, (size_t)n), *order = NH_NEW_ARRAY(b.arena, int, (size_t)n);
    for (int first = 0; first <= 2; first++) {
        for (int k = 0; k < n; k++) group[k] = k == hub ? first : 1 + k % 3 / 2;
        nh_sparse_order(b.arena, &pattern, group, order);
        check_permutation(b.arena, n, order);
        for (int k = 1; k < n; k++) assert_true(group[order[k - 1]] <= group[order[k]]);
    }
    /* The hub first joins all others; last, it joins nothing. */
    nh_sparse_ldl *last = nh_sparse_ldl_make(b.arena, &pattern, order);
    assert_int_equal(nh_sparse_ldl_fill(last), n - 1);
    for (int k = 0; k < n; k++) group[k] = k != hub;
    nh_sparse_order(b.arena, &pattern, group, order);
    assert_int_equal(nh_sparse_ldl_fill(nh_sparse_ldl_make(b.arena, &pattern, order)), n * (n - 1) / 2);
    bench_close(&b);
}

/* The five-point Laplacian of a square grid with `side` points a side. */
static nh_pattern grid(nh_arena *arena, int side, double **values) {
    int n = side * side, count = 0, neighbours[2] = {1, side};
    int *i = NH_NEW_ARRAY(arena, int, (size_t)(5 * n)), *j = NH_NEW_ARRAY(arena, int, (size_t)(5 * n));
    for (int k = 0; k < n; k++) {
        i[count] = j[count] = k, count++;
        for (int d = 0; d < 2; d++) {
            bool inside = d == 0 ? k % side < side - 1 : k + side < n;
            if (!inside) continue;
            i[count] = j[count + 1] = k;
            j[count] = i[count + 1] = k + neighbours[d];
            count += 2;
        }
    }
    nh_pattern pattern = nh_pattern_make(arena, n, n, count, i, j, NULL);
    *values = matrix_new(arena, pattern.start[n], 1);
    for (int k = 0; k < n; k++)
        for (int p = pattern.start[k]; p < pattern.start[k + 1]; p++) (*values)[p] = pattern.row[p] == k ? 4 : -1;
    return pattern;
}

static int *natural(nh_arena *arena, int n) {
    int *order = NH_NEW_ARRAY(arena, int, (size_t)n);
    for (int k = 0; k < n; k++) order[k] = k;
    return order;
}

/* In natural order the band fills: about side^3 entries; a good order needs some 31/4 n log2 n / 4 of them (George's
 * nested dissection). Half of the band is requested. */
static void ordering_reduces_fill(void **state) {
    (void)state;
    bench b = bench_open(26);
    int n = 60, side = 40;
    nh_pattern pattern = arrow(b.arena, n, 0);
    assert_int_equal(nh_sparse_ldl_fill(nh_sparse_ldl_make(b.arena, &pattern, natural(b.arena, n))), n * (n - 1) / 2);
    assert_int_equal(nh_sparse_ldl_fill(nh_sparse_ldl_make(b.arena, &pattern, NULL)), n - 1);

    double *values;
    nh_pattern square = grid(b.arena, side, &values);
    int band = nh_sparse_ldl_fill(nh_sparse_ldl_make(b.arena, &square, natural(b.arena, side * side)));
    assert_true(band > side * side * (side - 2));
    assert_true(nh_sparse_ldl_fill(nh_sparse_ldl_make(b.arena, &square, NULL)) < band / 2);
    bench_close(&b);
}

/* |a x - b| relative to eps |a| |x| n. */
static double relative_residual(nh_arena *arena, int n, const double *a, const double *x, const double *b) {
    double size = EPS * n * matrix_norm(n * n, a) * matrix_norm(n, x);
    double distance = matrix_distance(n, matrix_product(arena, n, n, 1, a, x), b);
    return distance == 0 ? 0 : distance / size;
}

/* Elimination without pivoting by the definition, on a dense copy in the given order: the largest sum_k l_ik^2 |d_k|,
 * the number of negative pivots, and the entries below the diagonal that only the pattern makes nonzero. */
typedef struct elimination {
    double product;
    int negative, fill;
} elimination;

static elimination eliminate(nh_arena *arena, const sparse *a, const int *order) {
    int n = a->rows;
    double *c = matrix_new(arena, n, n), *linked = matrix_new(arena, n, n), *sum = matrix_new(arena, n, 1);
    for (int k = 0; k < n * n; k++) c[k] = a->dense[order[k % n] + order[k / n] * n];
    for (int k = 0; k < n * n; k++) linked[k] = c[k] != 0;
    elimination result = {0};
    for (int k = 0; k < n; k++) {
        double d = c[k + k * n];
        result.negative += d < 0;
        sum[k] += fabs(d);
        for (int i = k + 1; i < n; i++) {
            double l = c[i + k * n] / d;
            sum[i] += l * l * fabs(d);
            result.fill += linked[i + k * n] != 0;
            for (int j = k + 1; j < n; j++) {
                c[i + j * n] -= l * c[k + j * n];
                if (linked[i + k * n] != 0 && linked[k + j * n] != 0) linked[i + j * n] = 1;
            }
        }
    }
    for (int k = 0; k < n; k++) result.product = fmax(result.product, sum[k]);
    return result;
}

static double largest(int count, const double *values) {
    double most = 0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(values[k]));
    return most;
}

static void check_ldl(nh_arena *arena, nh_random *random, const sparse *a, const int *order) {
    int n = a->rows;
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(arena, &a->pattern, order);
    nh_ldl *dense = nh_ldl_make(arena, n);
    for (int pass = 0; pass < 2; pass++) { /* the second time on the same pattern with other values */
        double scale = pass == 0 ? 1 : -0.3;
        for (int p = 0; p < a->pattern.start[n]; p++) a->values[p] *= scale;
        for (int k = 0; k < n * n; k++) a->dense[k] *= scale;
        assert_true(nh_sparse_ldl_factor(ldl, a->values) && nh_ldl_factor(dense, a->dense));
        double growth = nh_sparse_ldl_growth(ldl);
        double *b = random_gauss(arena, random, n, 1), *x = matrix_copy(arena, n, 1, b),
               *y = matrix_copy(arena, n, 1, b);
        nh_sparse_ldl_solve(ldl, x);
        nh_ldl_solve(dense, y, 1);
        assert_below(relative_residual(arena, n, a->dense, x, b), SLACK * growth);
        double condition = 1 / nh_ldl_rcond(dense);
        assert_below(matrix_distance(n, x, y), SLACK * n * EPS * growth * condition * matrix_norm(n, y));
        assert_int_equal(nh_sparse_ldl_negative(ldl), nh_ldl_inertia(dense).negative);
        if (order == NULL) continue;
        elimination plain = eliminate(arena, a, order);
        assert_int_equal(nh_sparse_ldl_fill(ldl), plain.fill);
        assert_int_equal(nh_sparse_ldl_negative(ldl), plain.negative);
        double expected = n > 0 ? plain.product / largest(n * n, a->dense) : 1;
        assert_below(fabs(growth - expected), 1e-10 * growth);
    }
}

static void ldl_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    sparse a = sparse_of_dense(arena, n, n, random_dominant(arena, random, n, false));
    check_ldl(arena, random, &a, NULL);
    if (n < 30) check_ldl(arena, random, &a, random_permutation(arena, random, n));
    /* A definite matrix does not grow: sum_k l_ik^2 d_k = a_ii. */
    sparse definite = sparse_of_dense(arena, n, n, random_dominant(arena, random, n, true));
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(arena, &definite.pattern, NULL);
    assert_true(nh_sparse_ldl_factor(ldl, definite.values));
    assert_below(fabs(nh_sparse_ldl_growth(ldl) - 1), SLACK * n * EPS);
    assert_int_equal(nh_sparse_ldl_negative(ldl), 0);
}

static void ldl_solves(void **state) {
    (void)state;
    repeat(27, 150, ldl_once);
}

/* In a KKT matrix the multipliers go last: their zeros on the diagonal have become negative by then. */
static void kkt_once(nh_arena *arena, nh_random *random) {
    int n = (int)nh_random_between(random, 1, 12), m = (int)nh_random_between(random, 0, n), size = n + m;
    sparse a = sparse_of_dense(arena, size, size, random_kkt(arena, random, n, m));
    int *group = NH_NEW_ARRAY(arena, int, (size_t)size), *order = NH_NEW_ARRAY(arena, int, (size_t)size);
    for (int k = n; k < size; k++) group[k] = 1;
    nh_sparse_order(arena, &a.pattern, group, order);
    check_ldl(arena, random, &a, order);

    nh_sparse_lu *lu = nh_sparse_lu_make(arena, &a.pattern);
    assert_true(nh_sparse_lu_factor(lu, a.values));
    double *b = random_gauss(arena, random, size, 1), *x = matrix_copy(arena, size, 1, b);
    nh_sparse_lu_solve(lu, x);
    assert_below(relative_residual(arena, size, a.dense, x, b), SLACK / PIVOT);
}

static void kkt_solves(void **state) {
    (void)state;
    repeat(28, 100, kkt_once);
}

static void ldl_refuses(void **state) {
    (void)state;
    bench b = bench_open(29);
    double crossed[] = {0, 1, 1, 0}, values[] = {2, 1, 1, 3}, x[] = {4, 7};
    nh_pattern full = pattern_of_dense(b.arena, 2, 2, values);
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(b.arena, &full, NULL);
    double bad[] = {NAN, INFINITY, 0x1p-1074};
    for (int k = 0; k < 3; k++) {
        assert_false(nh_sparse_ldl_factor(ldl, crossed));
        assert_true(nh_sparse_ldl_growth(ldl) == INFINITY);
        /* Not finite in a place, or a pivot so small that the next one overflows. */
        double wrong[] = {bad[k], 1, 1, bad[k]};
        assert_false(nh_sparse_ldl_factor(ldl, wrong));
        assert_true(nh_sparse_ldl_factor(ldl, values));
        x[0] = 4, x[1] = 7;
        nh_sparse_ldl_solve(ldl, x);
        assert_below(fabs(x[0] - 1) + fabs(x[1] - 2), 10 * EPS);
    }
    /* A small pivot is not an error, but it is reported. */
    double tiny[] = {1e-12, 1, 1, 1};
    ldl = nh_sparse_ldl_make(b.arena, &full, natural(b.arena, 2));
    assert_true(nh_sparse_ldl_factor(ldl, tiny));
    assert_below(fabs(nh_sparse_ldl_growth(ldl) / 2e12 - 1), 1e-9);
    bench_close(&b);
}

/* A pattern that is regular for most values: a random permutation and other entries. */
static double *random_regular(nh_arena *arena, nh_random *random, int n) {
    double *a = random_thin(arena, random, n, n);
    int *order = random_permutation(arena, random, n);
    for (int k = 0; k < n; k++) a[k + order[k] * n] += 3;
    return a;
}

static void check_lu(nh_arena *arena, nh_random *random, nh_sparse_lu *lu, const sparse *a) {
    int n = a->rows;
    double *b = random_gauss(arena, random, n, 1), *x = matrix_copy(arena, n, 1, b), *y = matrix_copy(arena, n, 1, b);
    nh_sparse_lu_solve(lu, x);
    assert_below(relative_residual(arena, n, a->dense, x, b), SLACK / (PIVOT * KEPT));
    nh_sparse_lu_solve_transposed(lu, y);
    double *transposed = matrix_transposed(arena, n, n, a->dense);
    assert_below(relative_residual(arena, n, transposed, y, b), SLACK / (PIVOT * KEPT));
    nh_lu *dense = nh_lu_make(arena, n);
    assert_true(nh_lu_factor(dense, a->dense));
    double condition = 1 / nh_lu_rcond(dense);
    nh_lu_solve(dense, b, 1);
    assert_below(matrix_distance(n, x, b), SLACK / (PIVOT * KEPT) * n * EPS * condition * matrix_norm(n, b));
}

/* New values on the same pattern, some of them zero, some a thousand times as large: old pivots may fail. */
static void lu_once(nh_arena *arena, nh_random *random) {
    int n = random_size(random);
    sparse a = sparse_of_dense(arena, n, n, random_regular(arena, random, n));
    nh_sparse_lu *lu = nh_sparse_lu_make(arena, &a.pattern);
    nh_lu *dense = nh_lu_make(arena, n);
    for (int pass = 0; pass < 6; pass++) {
        bool exact = nh_sparse_lu_factor(lu, a.values),
             regular = nh_lu_factor(dense, a.dense) && nh_lu_rcond(dense) > 1e-10;
        if (regular) {
            assert_true(exact);
            assert_true(nh_sparse_lu_rcond(lu) > 0 && nh_sparse_lu_rcond(lu) <= 1);
            check_lu(arena, random, lu, &a);
        }
        if (!exact) assert_true(!regular && nh_sparse_lu_rcond(lu) == 0);
        for (int k = 0; k < n * n; k++) {
            uint64_t kind = nh_random_below(random, 12);
            a.dense[k] *= kind == 0 ? 0 : kind == 1 ? 1e3 : nh_random_normal(random);
        }
        a.values = gather(arena, &a.pattern, a.dense);
    }
}

static void lu_solves(void **state) {
    (void)state;
    repeat(30, 200, lu_once);
}

/* The first values put the pivots on the diagonal; the second make them tiny, the third zero. With the old pivots the
 * solution would lose all its digits, or divide by zero. */
static void lu_pivots_turn_bad(void **state) {
    (void)state;
    bench b = bench_open(31);
    int n = 20;
    for (int k = 0; k < test_count(10); k++) {
        double *dense = random_gauss(b.arena, &b.random, n, n), diagonal[] = {100, 1e-15, 0, 100, 1e-9};
        sparse a = sparse_of_dense(b.arena, n, n, dense);
        nh_sparse_lu *lu = nh_sparse_lu_make(b.arena, &a.pattern);
        for (int pass = 0; pass < 5; pass++) {
            for (int i = 0; i < n; i++) dense[i + i * n] = diagonal[pass];
            a.values = gather(b.arena, &a.pattern, dense);
            assert_true(nh_sparse_lu_factor(lu, a.values));
            check_lu(b.arena, &b.random, lu, &a);
        }
    }
    bench_close(&b);
}

static void lu_refuses(void **state) {
    (void)state;
    bench b = bench_open(32);
    /* A column that is empty, by its pattern and by its values; equal rows; not finite. Then good values again. */
    double holed[] = {1, 2, 0, 0, 0, 0, 1, 0, 3}, equal[] = {1, 1, 2, 2, 2, 5, 3, 3, 1};
    nh_pattern empty_column = pattern_of_dense(b.arena, 3, 3, holed), full = pattern_of_dense(b.arena, 3, 3, equal);
    nh_sparse_lu *lu = nh_sparse_lu_make(b.arena, &empty_column);
    assert_false(nh_sparse_lu_factor(lu, gather(b.arena, &empty_column, holed)));
    assert_true(nh_sparse_lu_rcond(lu) == 0);
    lu = nh_sparse_lu_make(b.arena, &full);
    double good[] = {4, 1, 0, 1, 4, 1, 0, 1, 4}, nan[] = {4, 1, NAN, 1, 4, 1, 0, 1, 4}, zero[9] = {0};
    double infinite[] = {4, 1, 1, 1, 4, 1, -INFINITY, 1, 4}, x[3];
    const double *bad[] = {holed, equal, nan, zero, infinite};
    for (int k = 0; k < 5; k++) {
        assert_false(nh_sparse_lu_factor(lu, bad[k]));
        assert_true(nh_sparse_lu_rcond(lu) == 0);
        assert_true(nh_sparse_lu_factor(lu, good));
        x[0] = 6, x[1] = 12, x[2] = 14;
        nh_sparse_lu_solve(lu, x);
        assert_below(fabs(x[0] - 1) + fabs(x[1] - 2) + fabs(x[2] - 3), 20 * EPS);
    }
    /* Outside the diagonal blocks of the block triangular form, where no pivot meets it. */
    double aside[] = {1, 0, NAN, 1};
    nh_pattern upper = pattern_of_dense(b.arena, 2, 2, aside);
    assert_false(nh_sparse_lu_factor(nh_sparse_lu_make(b.arena, &upper), gather(b.arena, &upper, aside)));
    /* Rows are scaled to 1 before pivots are compared: diag(1, -1e-20) is as good as the unit matrix. */
    double diagonal[] = {1, 0, 0, -1e-20}, almost[] = {1, 1, 1, 1 + 0x1p-30};
    nh_pattern corner = pattern_of_dense(b.arena, 2, 2, diagonal), square = pattern_of_dense(b.arena, 2, 2, almost);
    lu = nh_sparse_lu_make(b.arena, &corner);
    assert_true(nh_sparse_lu_factor(lu, gather(b.arena, &corner, diagonal)));
    assert_true(nh_sparse_lu_rcond(lu) == 1);
    lu = nh_sparse_lu_make(b.arena, &square);
    assert_true(nh_sparse_lu_factor(lu, almost));
    assert_below(fabs(nh_sparse_lu_rcond(lu) * 0x1p30 - 1), 1e-6);
    bench_close(&b);
}

static void nothing_at_all(void **state) {
    (void)state;
    bench b = bench_open(33);
    nh_pattern none = nh_pattern_make(b.arena, 0, 0, 0, NULL, NULL, NULL);
    double nothing[1] = {NAN};
    nh_sparse_order(b.arena, &none, NULL, NULL);
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(b.arena, &none, NULL);
    nh_sparse_lu *lu = nh_sparse_lu_make(b.arena, &none);
    assert_true(nh_sparse_ldl_factor(ldl, nothing) && nh_sparse_lu_factor(lu, nothing));
    nh_sparse_ldl_solve(ldl, nothing);
    nh_sparse_lu_solve(lu, nothing);
    nh_sparse_lu_solve_transposed(lu, nothing);
    assert_true(nh_sparse_ldl_growth(ldl) == 1 && nh_sparse_lu_rcond(lu) == 1);
    assert_int_equal(nh_sparse_ldl_fill(ldl) + nh_sparse_ldl_negative(ldl), 0);
    bench_close(&b);
}

/* tridiag(-1, 2.1, -1): well conditioned, so the solution itself can be compared. */
static nh_pattern tridiagonal(nh_arena *arena, int n, double **values) {
    int *i = NH_NEW_ARRAY(arena, int, (size_t)(3 * n)), *j = NH_NEW_ARRAY(arena, int, (size_t)(3 * n)), count = 0;
    for (int k = 0; k < n; k++)
        for (int other = k - 1; other <= k + 1; other++)
            if (other >= 0 && other < n) i[count] = k, j[count++] = other;
    nh_pattern pattern = nh_pattern_make(arena, n, n, count, i, j, NULL);
    *values = matrix_new(arena, count, 1);
    for (int k = 0; k < n; k++)
        for (int p = pattern.start[k]; p < pattern.start[k + 1]; p++) (*values)[p] = pattern.row[p] == k ? 2.1 : -1;
    return pattern;
}

static void large(void **state) {
    (void)state;
    bench b = bench_open(34);
    int n = 100000;
    double *values, *x = random_gauss(b.arena, &b.random, n, 1), *right = matrix_new(b.arena, n, 1);
    nh_pattern pattern = tridiagonal(b.arena, n, &values);
    nh_sparse_multiply(&pattern, values, 1, x, right);
    double *y = matrix_copy(b.arena, n, 1, right), *z = matrix_copy(b.arena, n, 1, right);
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(b.arena, &pattern, NULL);
    nh_sparse_lu *lu = nh_sparse_lu_make(b.arena, &pattern);
    assert_int_equal(nh_sparse_ldl_fill(ldl), n - 1);
    for (int pass = 0; pass < 2; pass++) {
        assert_true(nh_sparse_ldl_factor(ldl, values) && nh_sparse_lu_factor(lu, values));
        memcpy(y, right, (size_t)n * sizeof(double));
        memcpy(z, right, (size_t)n * sizeof(double));
        nh_sparse_ldl_solve(ldl, y);
        nh_sparse_lu_solve(lu, z);
        /* The condition is (2.1 + 2) / (2.1 - 2) = 41. */
        assert_below(matrix_distance(n, x, y), 41 * SLACK * EPS * matrix_norm(n, x));
        assert_below(matrix_distance(n, x, z), 41 * SLACK * EPS * matrix_norm(n, x));
    }
    bench_close(&b);
}

static void stepping_allocates_nothing(void **state) {
    (void)state;
    bench b = bench_open(35);
    double *values;
    nh_pattern pattern = grid(b.arena, 12, &values);
    double *x = random_gauss(b.arena, &b.random, pattern.rows, 1);
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(b.arena, &pattern, NULL);
    nh_sparse_lu *lu = nh_sparse_lu_make(b.arena, &pattern);
    assert_true(nh_sparse_lu_factor(lu, values));
    size_t memory = nh_context_memory(b.context);
    unsigned long calls = counted.calls;
    for (int pass = 0; pass < 3; pass++) {
        for (int p = 0; p < pattern.start[pattern.columns]; p++) values[p] *= 1.5;
        assert_true(nh_sparse_ldl_factor(ldl, values) && nh_sparse_lu_factor(lu, values));
        nh_sparse_lu_rcond(lu);
        nh_sparse_ldl_solve(ldl, x);
        nh_sparse_lu_solve(lu, x);
        nh_sparse_lu_solve_transposed(lu, x);
    }
    assert_int_equal(counted.calls, calls);
    assert_int_equal(nh_context_memory(b.context), memory);
    bench_close(&b);
}

/* Makes and uses everything; the second values make KLU choose its pivots anew. The matrix is not in
 * block triangular form. */
static void everything(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    double *values;
    nh_pattern pattern = grid(arena, 5, &values);
    int *order = natural(arena, pattern.rows), *group = NH_NEW_ARRAY(arena, int, (size_t)pattern.rows);
    nh_sparse_order(arena, &pattern, group, order);
    nh_sparse_ldl *ldl = nh_sparse_ldl_make(arena, &pattern, NULL);
    nh_sparse_lu *lu = nh_sparse_lu_make(arena, &pattern);
    assert_true(nh_sparse_ldl_factor(ldl, values) && nh_sparse_lu_factor(lu, values));
    for (int k = 0; k < pattern.columns; k++)
        for (int p = pattern.start[k]; p < pattern.start[k + 1]; p++)
            values[p] += pattern.row[p] == k ? -4 + 1e-9 * k : p;
    assert_true(nh_sparse_lu_factor(lu, values));
    nh_arena_destroy(arena);
}

static void memory_runs_out(void **state) {
    (void)state;
    assert_true(test_every_failure(everything, NULL, 0) > 0);
}

/* Every request fails once, also those of SuiteSparse; all blocks come back. */
static void memory_of_suitesparse_runs_out(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, everything, NULL);
    nh_context_clear_diags(context);
    unsigned long before = counted.calls;
    long live = counted.live;
    test_run(context, everything, NULL);
    unsigned long requests = counted.calls - before, failed = 0;
    for (unsigned long at = 1; at <= requests; at++) {
        counted.fail_at = counted.calls + at;
        nh_status status = test_protect(context, everything, NULL);
        counted.fail_at = 0;
        nh_context_clear_diags(context);
        assert_true(status == NH_OK || status == NH_E_MEMORY);
        failed += status == NH_E_MEMORY;
        assert_int_equal(counted.live, live);
    }
    if (NH_COUNTED_MALLOC) assert_true(failed > 20);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(pattern_in_scratch),
        cmocka_unit_test(products),
        cmocka_unit_test(orders),
        cmocka_unit_test(groups_hold_for_full_rows),
        cmocka_unit_test(ordering_reduces_fill),
        cmocka_unit_test(ldl_solves),
        cmocka_unit_test(kkt_solves),
        cmocka_unit_test(ldl_refuses),
        cmocka_unit_test(lu_solves),
        cmocka_unit_test(lu_pivots_turn_bad),
        cmocka_unit_test(lu_refuses),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(large),
        cmocka_unit_test(stepping_allocates_nothing),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(memory_of_suitesparse_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
