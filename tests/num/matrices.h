/* A bench for random tests, and small dense matrices by the plain definitions: column-major, element (i, j) of an m x n
 * matrix is a[i + j*m]. Nothing here uses the code under test. */
#ifndef NH_TESTS_MATRICES_H
#define NH_TESTS_MATRICES_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "support.h"

#define EPS DBL_EPSILON

/* What a test works with: a context, an arena that is emptied after each case, random numbers. */
typedef struct bench {
    nh_context *context;
    nh_arena *arena;
    nh_random random;
} bench;

static inline bench bench_open(uint64_t stream) {
    bench b = {.context = test_context()};
    b.arena = nh_arena_create(b.context);
    b.random = nh_random_make(test_seed(), stream);
    return b;
}

static inline void bench_close(bench *b) {
    nh_arena_destroy(b->arena);
    nh_context_destroy(b->context);
}

/* Runs `one` count times, each in an empty arena. */
static inline void repeat(uint64_t stream, int count, void (*one)(nh_arena *arena, nh_random *random)) {
    bench b = bench_open(stream);
    for (int k = 0; k < test_count(count); k++) {
        nh_arena_mark mark = nh_arena_mark_here(b.arena);
        one(b.arena, &b.random);
        nh_arena_release(b.arena, mark);
    }
    bench_close(&b);
}

#define assert_below(value, bound)                                                                                     \
    do {                                                                                                               \
        double value_ = (value), bound_ = (bound);                                                                     \
        if (!(value_ <= bound_)) fail_msg("%s = %g, above %g", #value, value_, bound_);                                \
    } while (0)

static inline double *matrix_new(nh_arena *arena, int m, int n) {
    return NH_NEW_ARRAY(arena, double, (size_t)m *(size_t)n);
}

static inline double *matrix_copy(nh_arena *arena, int m, int n, const double *a) {
    double *copy = matrix_new(arena, m, n);
    for (int k = 0; k < m * n; k++) copy[k] = a[k];
    return copy;
}

static inline double *matrix_identity(nh_arena *arena, int n) {
    double *a = matrix_new(arena, n, n);
    for (int i = 0; i < n; i++) a[i + i * n] = 1;
    return a;
}

static inline double *matrix_transposed(nh_arena *arena, int m, int n, const double *a) {
    double *t = matrix_new(arena, n, m);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) t[j + i * n] = a[i + j * m];
    return t;
}

/* (m x k) (k x n). */
static inline double *matrix_product(nh_arena *arena, int m, int k, int n, const double *a, const double *b) {
    double *c = matrix_new(arena, m, n);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) c[i + j * m] += a[i + l * m] * b[l + j * k];
    return c;
}

static inline double matrix_norm(int count, const double *a) {
    double most = 0, sum = 0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(a[k]));
    if (most == 0) return 0;
    for (int k = 0; k < count; k++) sum += (a[k] / most) * (a[k] / most);
    return most * sqrt(sum);
}

/* Frobenius norm of a - b. */
static inline double matrix_distance(int count, const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum = hypot(sum, a[k] - b[k]);
    return sum;
}

/* How far the n columns are from orthonormal: |q^T q - 1|. */
static inline double matrix_skewness(nh_arena *arena, int m, int n, const double *q) {
    double *t = matrix_transposed(arena, m, n, q);
    return matrix_distance(n * n, matrix_product(arena, n, m, n, t, q), matrix_identity(arena, n));
}

static inline void matrix_symmetrise(int n, double *a) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) a[i + j * n] = a[j + i * n];
}

static inline void matrix_fill_upper(int n, double *a, double value) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) a[i + j * n] = value;
}

static inline double *random_gauss(nh_arena *arena, nh_random *random, int m, int n) {
    double *a = matrix_new(arena, m, n);
    for (int k = 0; k < m * n; k++) a[k] = nh_random_normal(random);
    return a;
}

/* a := H a with a random reflection H = 1 - 2 v v^T / v^T v. */
static inline void reflect(nh_random *random, nh_arena *arena, int m, int n, double *a) {
    double *v = random_gauss(arena, random, m, 1);
    double norm = matrix_norm(m, v);
    for (int j = 0; j < n; j++) {
        double dot = 0;
        for (int i = 0; i < m; i++) dot += v[i] * a[i + j * m];
        for (int i = 0; i < m; i++) a[i + j * m] -= 2 * dot / (norm * norm) * v[i];
    }
}

/* A random m x n matrix with these min(m, n) singular values: reflections of a diagonal matrix. */
static inline double *random_with_values(nh_arena *arena, nh_random *random, int m, int n, const double *values) {
    double *a = matrix_new(arena, m, n);
    for (int i = 0; i < m && i < n; i++) a[i + i * m] = values[i];
    for (int k = 0; k < 3; k++) reflect(random, arena, m, n, a);
    double *t = matrix_transposed(arena, m, n, a);
    for (int k = 0; k < 3; k++) reflect(random, arena, n, m, t);
    return matrix_transposed(arena, n, m, t);
}

/* A random symmetric n x n matrix with these eigenvalues. */
static inline double *random_symmetric(nh_arena *arena, nh_random *random, int n, const double *values) {
    double *a = matrix_new(arena, n, n);
    for (int i = 0; i < n; i++) a[i + i * n] = values[i];
    for (int k = 0; k < 3; k++) {
        nh_random same = *random;
        reflect(random, arena, n, n, a);
        a = matrix_transposed(arena, n, n, a);
        reflect(&same, arena, n, n, a);
    }
    matrix_symmetrise(n, a);
    return a;
}

/* Any m x n matrix, often a corner case: zero, identity, small integers, repeated rows, low rank, graded over many
 * powers of ten, near the ends of the range of double. */
static inline double *random_any(nh_arena *arena, nh_random *random, int m, int n) {
    double *a = random_gauss(arena, random, m, n);
    int kind = (int)nh_random_below(random, 10);
    double scale = kind == 6 ? 1e150 : kind == 7 ? 1e-150 : 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double *e = &a[i + j * m];
            if (kind == 0) *e = 0;
            if (kind == 1) *e = i == j;
            if (kind == 2) *e = (double)nh_random_between(random, -1, 1);
            if (kind == 3 && i % 2 == 1) *e = a[i - 1 + j * m];
            if (kind == 4) *e = a[i] * (j % 3 + 1);
            if (kind == 5) *e *= pow(10, (double)((i * 7 + j * 3) % 16 - 8));
            *e *= scale;
        }
    return a;
}

/* Mostly small, sometimes 0, sometimes so large that LAPACK works in blocks. */
static inline int random_size(nh_random *random) {
    if (nh_random_below(random, 40) == 0) return (int)nh_random_between(random, 65, 90);
    return (int)nh_random_between(random, 0, 9);
}

#endif
