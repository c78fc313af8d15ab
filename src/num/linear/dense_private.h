/* What the files of dense linear algebra share; only src/num/linear/dense_*.c see it.
 *
 * LAPACK is called through LAPACKE's *_work functions with LAPACK_COL_MAJOR only: these pass their arguments
 * on and neither allocate nor search for NaN. A wrong argument would make LAPACK print, so sizes of zero and
 * entries that are not finite are kept away from it here: leading dimensions are at least 1, norms that
 * overflowed are never handed on. */
#ifndef NH_NUM_LINEAR_DENSE_PRIVATE_H
#define NH_NUM_LINEAR_DENSE_PRIVATE_H

#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/assert.h"

_Static_assert(sizeof(lapack_int) == sizeof(int), "LAPACK counts in int");

static inline int nh_dense_least(int a, int b) {
    return a < b ? a : b;
}

static inline int nh_dense_most(int a, int b) {
    return a > b ? a : b;
}

static inline size_t nh_dense_count(int m, int n) {
    NH_ASSERT(m >= 0 && n >= 0);
    return (size_t)m * (size_t)n;
}

static inline double *nh_dense_new(nh_arena *arena, int m, int n) {
    return NH_NEW_ARRAY(arena, double, nh_dense_count(m, n));
}

/* LAPACK answers a query with the best length of a workspace, as a double. A workspace above INT_MAX cannot be asked
 * for; the routines used here need far less at the least, and then work in smaller blocks. */
static inline int nh_dense_length(double query) {
    return query < 1 ? 1 : query > INT_MAX ? INT_MAX : (int)query;
}

static inline bool nh_dense_finite(size_t count, const double *a) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(a[i])) return false;
    return true;
}

/* The same for the lower triangle of an n x n matrix. */
static inline bool nh_dense_lower_finite(int n, const double *a) {
    for (size_t j = 0, size = (size_t)n; j < size; j++)
        if (!nh_dense_finite(size - j, a + j + j * size)) return false;
    return true;
}

static inline void nh_dense_copy(size_t count, const double *from, double *to) {
    if (count > 0) memcpy(to, from, count * sizeof(double));
}

static inline void nh_dense_copy_lower(int n, const double *from, double *to) {
    for (size_t j = 0, size = (size_t)n; j < size; j++) {
        size_t corner = j + j * size;
        nh_dense_copy(size - j, from + corner, to + corner);
    }
}

#endif
