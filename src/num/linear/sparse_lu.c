/* LU with pivoting by KLU: block triangular form, then AMD and partial pivoting that prefers the diagonal in each
 * block, rows scaled by their largest entry.
 *
 * KLU's objects take memory of their own, given back by a cleanup of the arena. klu_factor chooses pivots and
 * allocates; klu_refactor keeps them and does not. Whether the kept pivots are still good is determined by the pivot
 * growth
 *     min_j max_i |c_ij| / max_i |u_ij|,   c: the scaled matrix,
 * which falls when a pivot has become small against what it eliminates. A fall by more than KEEP below its value at the
 * last choice costs about as many digits, and the pivots are chosen anew. */
#include "num/linear/sparse.h"

#include <klu.h>
#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"

#define KEEP 1e-2           /* two digits may be lost before a new choice */
#define PREFER_DIAGONAL 0.1 /* a diagonal entry this large against its column is taken as pivot, for sparsity */

struct nh_sparse_lu {
    nh_context *context;
    nh_pattern pattern;
    klu_common common;
    klu_symbolic *symbolic; /* NULL for size 0 */
    klu_numeric *numeric;   /* NULL before the first success */
    double chosen_growth;   /* reciprocal, when the pivots were chosen */
    bool factored;
};

static void give_back(void *object) {
    nh_sparse_lu *lu = object;
    if (lu->numeric != NULL) klu_free_numeric(&lu->numeric, &lu->common);
    if (lu->symbolic != NULL) klu_free_symbolic(&lu->symbolic, &lu->common);
}

/* The functions of KLU read what they do not declare const. */
static int *writable_numbers(const int *numbers) {
    return (int *)numbers;
}

/* A singular matrix is an answer; everything else ends the computation. */
static void check_status(const nh_sparse_lu *lu) {
    if (lu->common.status == KLU_OUT_OF_MEMORY) nh_raise(lu->context, NH_E_MEMORY);
    if (lu->common.status == KLU_TOO_LARGE)
        nh_fail(lu->context, NH_E_LIMIT, "fill-limit", "the factors of a sparse matrix of size %d are too large",
                lu->pattern.columns);
    NH_ASSERT(lu->common.status == KLU_OK || lu->common.status == KLU_SINGULAR);
}

nh_sparse_lu *nh_sparse_lu_make(nh_arena *arena, const nh_pattern *pattern) {
    NH_ASSERT(pattern->rows == pattern->columns);
    int n = pattern->columns;
    nh_sparse_lu *lu = NH_NEW(arena, nh_sparse_lu);
    lu->context = nh_arena_context(arena);
    lu->pattern = *pattern;
    klu_defaults(&lu->common);
    lu->common.tol = PREFER_DIAGONAL; /* KLU's own 1e-3 was seen to lose six digits on matrices [M A^T; A 0] */
    /* Registered before there is something to free: registering may itself run out of memory. */
    nh_arena_on_release(arena, give_back, lu);
    if (n == 0) return lu;
    nh_tick(lu->context, (uint64_t)n + (uint64_t)pattern->start[n]);
    lu->symbolic = klu_analyze(n, writable_numbers(pattern->start), writable_numbers(pattern->row), &lu->common);
    check_status(lu);
    return lu;
}

/* The reciprocal growth of the present factors, or 0 when they are not finite. */
static double pivot_growth(nh_sparse_lu *lu, double *values) {
    const double *pivots = lu->numeric->Udiag;
    for (int k = 0; k < lu->pattern.columns; k++)
        if (!isfinite(pivots[k])) return 0;
    klu_rgrowth(writable_numbers(lu->pattern.start), writable_numbers(lu->pattern.row), values, lu->symbolic,
                lu->numeric, &lu->common);
    return isfinite(lu->common.rgrowth) ? lu->common.rgrowth : 0;
}

static bool keep_pivots(nh_sparse_lu *lu, double *values) {
    if (lu->numeric == NULL) return false;
    bool done = klu_refactor(writable_numbers(lu->pattern.start), writable_numbers(lu->pattern.row), values,
                             lu->symbolic, lu->numeric, &lu->common);
    check_status(lu);
    return done && lu->common.status == KLU_OK && pivot_growth(lu, values) >= KEEP * lu->chosen_growth;
}

static bool choose_pivots(nh_sparse_lu *lu, double *values) {
    if (lu->numeric != NULL) klu_free_numeric(&lu->numeric, &lu->common);
    lu->numeric = klu_factor(writable_numbers(lu->pattern.start), writable_numbers(lu->pattern.row), values,
                             lu->symbolic, &lu->common);
    check_status(lu);
    if (lu->numeric == NULL || lu->common.status != KLU_OK) return false;
    lu->chosen_growth = pivot_growth(lu, values);
    return lu->chosen_growth > 0;
}

bool nh_sparse_lu_factor(nh_sparse_lu *lu, const double *values) {
    lu->factored = false;
    for (int p = 0; p < lu->pattern.start[lu->pattern.columns]; p++)
        if (!isfinite(values[p])) return false;
    double *unchanged = (double *)values; /* KLU only reads them */
    lu->factored = lu->pattern.columns == 0 || keep_pivots(lu, unchanged) || choose_pivots(lu, unchanged);
    return lu->factored;
}

double nh_sparse_lu_rcond(nh_sparse_lu *lu) {
    if (!lu->factored) return 0;
    if (lu->pattern.columns == 0) return 1;
    klu_rcond(lu->symbolic, lu->numeric, &lu->common);
    return lu->common.rcond;
}

void nh_sparse_lu_solve(nh_sparse_lu *lu, double *b) {
    NH_ASSERT(lu->factored);
    int n = lu->pattern.columns;
    if (n > 0) klu_solve(lu->symbolic, lu->numeric, n, 1, b, &lu->common);
}

void nh_sparse_lu_solve_transposed(nh_sparse_lu *lu, double *b) {
    NH_ASSERT(lu->factored);
    int n = lu->pattern.columns;
    if (n > 0) klu_tsolve(lu->symbolic, lu->numeric, n, 1, b, &lu->common);
}
