/* LU with partial pivoting: P a = L U by dgetrf, kept as LAPACK leaves it.
 *
 * `factors` holds U on and above the diagonal and L, without its ones, below. `finite` is false when an entry of a is
 * not finite or the elimination overflowed; `regular` says that it is true and that no pivot is exactly zero. */
#include "num/linear/dense.h"

#include "num/linear/dense_private.h"

struct nh_lu {
    int n;
    bool finite, regular;
    double norm;     /* 1-norm of a; may have overflowed */
    double *factors; /* n x n */
    int *pivots;     /* n; row i was exchanged with row pivots[i] - 1 */
    double *work;    /* 4 n, for dgecon */
    int *iwork;      /* n */
};

nh_lu *nh_lu_make(nh_arena *arena, int n) {
    nh_lu *lu = NH_NEW(arena, nh_lu);
    lu->n = n;
    lu->factors = nh_dense_new(arena, n, n);
    lu->pivots = NH_NEW_ARRAY(arena, int, (size_t)n);
    lu->work = nh_dense_new(arena, n, 4);
    lu->iwork = NH_NEW_ARRAY(arena, int, (size_t)n);
    return lu;
}

bool nh_lu_factor(nh_lu *lu, const double *a) {
    int n = lu->n;
    size_t count = nh_dense_count(n, n);
    lu->regular = false;
    lu->finite = nh_dense_finite(count, a);
    if (!lu->finite) return false;
    if (n == 0) return lu->regular = true;
    nh_dense_copy(count, a, lu->factors);
    lu->norm = LAPACKE_dlange_work(LAPACK_COL_MAJOR, '1', n, n, a, n, lu->work);
    int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, lu->factors, n, lu->pivots);
    NH_ASSERT(info >= 0);
    lu->finite = nh_dense_finite(count, lu->factors);
    return lu->regular = lu->finite && info == 0;
}

double nh_lu_rcond(nh_lu *lu) {
    if (!lu->regular) return 0;
    if (lu->n == 0) return 1;
    if (!isfinite(lu->norm)) return 0;
    double rcond = 0;
    int info =
        LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', lu->n, lu->factors, lu->n, lu->norm, &rcond, lu->work, lu->iwork);
    NH_ASSERT(info >= 0);
    return info == 0 && isfinite(rcond) ? rcond : 0;
}

static void solve_columns(nh_lu *lu, char transposed, double *b, int columns) {
    NH_ASSERT(lu->regular && columns >= 0);
    if (lu->n == 0 || columns == 0) return;
    int info =
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, transposed, lu->n, columns, lu->factors, lu->n, lu->pivots, b, lu->n);
    NH_ASSERT(info == 0);
    (void)info;
}

void nh_lu_solve(nh_lu *lu, double *b, int columns) {
    solve_columns(lu, 'N', b, columns);
}

void nh_lu_solve_transposed(nh_lu *lu, double *b, int columns) {
    solve_columns(lu, 'T', b, columns);
}

/* det a = (-1)^exchanges * product of u_ii. Mantissas and exponents are gathered apart, so that only a result outside
 * the range of double overflows or underflows, never a partial product. */
double nh_lu_determinant(const nh_lu *lu) {
    if (!lu->finite) return NAN;
    if (!lu->regular) return 0;
    double mantissa = 1;
    long exponent = 0;
    for (int i = 0; i < lu->n; i++) {
        int part = 0;
        mantissa = frexp(mantissa * lu->factors[(size_t)i * ((size_t)lu->n + 1)], &part);
        exponent += part;
        if (lu->pivots[i] != i + 1) mantissa = -mantissa;
    }
    int bounded = exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent;
    return ldexp(mantissa, bounded);
}
