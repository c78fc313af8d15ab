/* L D L^T without pivoting by the functions of SuiteSparse's LDL on arrays of the arena.
 *
 * With order p the factored matrix is C, c_kl = a_(p_k)(p_l) = (L D L^T)_kl, D diagonal, L with ones on its diagonal
 * kept by columns without them. The elimination tree and the lengths of the columns depend on the pattern only.
 *
 * Growth: the computed factors belong to a matrix that differs from C by at most about n eps |L||D||L|^T. The largest
 * entry of that is on its diagonal (Cauchy and Schwarz), so max_i sum_k l_ik^2 |d_k| / max |a| measures the loss. For a
 * definite matrix the sum is a_ii: no growth. */
#include "num/linear/sparse.h"

#include <ldl.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"

struct nh_sparse_ldl {
    int n;
    nh_pattern pattern;
    int *order, *inverse; /* n: order[inverse[i]] = i; ldl_symbolic makes the inverse */
    int *parent;          /* n: the elimination tree; -1 at a root */
    int *begin;           /* n + 1: column k of L is begin[k] .. begin[k+1]-1 */
    int *row;             /* begin[n] */
    double *lower;        /* begin[n] */
    double *diagonal;     /* n */
    bool factored;
    double most;   /* the largest |a| of the last factorisation */
    double growth; /* not a number: not computed yet */

    int *length, *path, *flag; /* n each, of ldl_numeric */
    double *work;              /* n */
};

/* The functions of LDL read what they do not declare const. */
static int *writable_numbers(const int *numbers) {
    return (int *)numbers;
}

static void set_order(nh_arena *arena, nh_sparse_ldl *ldl, const int *order) {
    size_t n = (size_t)ldl->n;
    ldl->order = NH_NEW_ARRAY(arena, int, n);
    ldl->inverse = NH_NEW_ARRAY(arena, int, n);
    if (order == NULL) nh_sparse_order(arena, &ldl->pattern, NULL, ldl->order);
    else if (n > 0) memcpy(ldl->order, order, n * sizeof(int));
    for (int k = 0; k < ldl->n; k++) NH_ASSERT(ldl->order[k] >= 0 && ldl->order[k] < ldl->n);
}

/* ldl_symbolic adds the lengths of the columns in int; a sum that does not fit is found here, before it is used. */
static void check_fill(nh_context *context, const nh_sparse_ldl *ldl) {
    uint64_t fill = 0;
    for (int k = 0; k < ldl->n; k++) fill += (uint64_t)ldl->length[k];
    nh_tick(context, fill);
    if (fill > INT_MAX)
        nh_fail(context, NH_E_LIMIT, "fill-limit", "the factors of a sparse matrix of size %d would have %llu entries",
                ldl->n, (unsigned long long)fill);
}

nh_sparse_ldl *nh_sparse_ldl_make(nh_arena *arena, const nh_pattern *pattern, const int *order) {
    NH_ASSERT(pattern->rows == pattern->columns);
    size_t n = (size_t)pattern->columns;
    nh_sparse_ldl *ldl = NH_NEW(arena, nh_sparse_ldl);
    ldl->n = pattern->columns;
    ldl->pattern = *pattern;
    set_order(arena, ldl, order);
    ldl->parent = NH_NEW_ARRAY(arena, int, n);
    ldl->begin = NH_NEW_ARRAY(arena, int, n + 1);
    ldl->length = NH_NEW_ARRAY(arena, int, n);
    ldl->path = NH_NEW_ARRAY(arena, int, n);
    ldl->flag = NH_NEW_ARRAY(arena, int, n);
    ldl->diagonal = NH_NEW_ARRAY(arena, double, n);
    ldl->work = NH_NEW_ARRAY(arena, double, n);
    ldl_symbolic(ldl->n, writable_numbers(pattern->start), writable_numbers(pattern->row), ldl->begin, ldl->parent,
                 ldl->length, ldl->flag, ldl->order, ldl->inverse);
    check_fill(nh_arena_context(arena), ldl);
    ldl->row = NH_NEW_ARRAY(arena, int, (size_t)ldl->begin[n]);
    ldl->lower = NH_NEW_ARRAY(arena, double, (size_t)ldl->begin[n]);
    return ldl;
}

/* The largest |value|, or infinity when one is not finite. */
static double largest_size(int count, const double *values) {
    double most = 0, nothing = 0; /* 0, or not a number as soon as a value is not finite */
    for (int p = 0; p < count; p++) {
        double size = fabs(values[p]);
        nothing += 0 * values[p];
        most = size > most ? size : most;
    }
    return nothing == 0 ? most : INFINITY;
}

/* max_i sum_k l_ik^2 |d_k|, infinite when a factor is not finite. */
static double largest_product(nh_sparse_ldl *ldl) {
    double *sum = ldl->work;
    for (int k = 0; k < ldl->n; k++) sum[k] = fabs(ldl->diagonal[k]);
    for (int k = 0; k < ldl->n; k++)
        for (int p = ldl->begin[k]; p < ldl->begin[k + 1]; p++)
            sum[ldl->row[p]] += fabs(ldl->lower[p] * ldl->diagonal[k]) * fabs(ldl->lower[p]);
    return largest_size(ldl->n, sum);
}

bool nh_sparse_ldl_factor(nh_sparse_ldl *ldl, const double *values) {
    const nh_pattern *pattern = &ldl->pattern;
    ldl->factored = false;
    ldl->growth = INFINITY;
    ldl->most = largest_size(pattern->start[ldl->n], values);
    if (!isfinite(ldl->most)) return false;
    int done = ldl_numeric(ldl->n, writable_numbers(pattern->start), writable_numbers(pattern->row), (double *)values,
                           ldl->begin, ldl->parent, ldl->length, ldl->row, ldl->lower, ldl->diagonal, ldl->work,
                           ldl->path, ldl->flag, ldl->order, ldl->inverse);
    if (done < ldl->n) return false;
    /* Each pivot takes in the squares of all entries of its row: when all pivots are finite, so are the factors. */
    if (!isfinite(largest_size(ldl->n, ldl->diagonal))) return false;
    ldl->growth = ldl->n == 0 ? 1 : NAN;
    return ldl->factored = true;
}

void nh_sparse_ldl_solve(nh_sparse_ldl *ldl, double *b) {
    NH_ASSERT(ldl->factored);
    ldl_perm(ldl->n, ldl->work, b, ldl->order);
    ldl_lsolve(ldl->n, ldl->work, ldl->begin, ldl->row, ldl->lower);
    ldl_dsolve(ldl->n, ldl->work, ldl->diagonal);
    ldl_ltsolve(ldl->n, ldl->work, ldl->begin, ldl->row, ldl->lower);
    ldl_permt(ldl->n, b, ldl->work, ldl->order);
}

double nh_sparse_ldl_growth(nh_sparse_ldl *ldl) {
    if (isnan(ldl->growth)) ldl->growth = largest_product(ldl) / ldl->most;
    return ldl->growth;
}

int nh_sparse_ldl_fill(const nh_sparse_ldl *ldl) {
    return ldl->begin[ldl->n];
}

double nh_sparse_ldl_pivot(const nh_sparse_ldl *ldl, int i) {
    NH_ASSERT(ldl->factored);
    return ldl->diagonal[ldl->inverse[i]];
}

int nh_sparse_ldl_negative(const nh_sparse_ldl *ldl) {
    NH_ASSERT(ldl->factored);
    int negative = 0;
    for (int k = 0; k < ldl->n; k++) negative += ldl->diagonal[k] < 0;
    return negative;
}
