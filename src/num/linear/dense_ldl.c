/* Symmetric indefinite factorisation a = P L D L^T P^T by dsytrf, with the pivoting of Bunch and Kaufman.
 *
 * D has blocks of size 1 and 2; pivots[k] > 0 marks a block of size 1, a pair of equal negative numbers one of size 2.
 * `finite` and `regular` as in dense_lu.c. */
#include "num/linear/dense.h"

#include "num/linear/dense_private.h"

struct nh_ldl {
    int n;
    bool finite, regular;
    double norm;     /* 1-norm of a; may have overflowed */
    double *factors; /* n x n, lower triangle: D and L */
    int *pivots;     /* n, as dsytrf gives them */
    double *work;    /* length of them, for dsytrf; at least 2 n, for dsycon */
    int length;
    int *iwork; /* n */
};

static int work_length(int n) {
    double query = 0;
    int info = LAPACKE_dsytrf_work(LAPACK_COL_MAJOR, 'L', n, NULL, nh_dense_most(n, 1), NULL, &query, -1);
    NH_ASSERT(info == 0);
    (void)info;
    return nh_dense_most(nh_dense_length(query), n > INT_MAX / 2 ? INT_MAX : 2 * n);
}

nh_ldl *nh_ldl_make(nh_arena *arena, int n) {
    nh_ldl *ldl = NH_NEW(arena, nh_ldl);
    ldl->n = n;
    ldl->length = work_length(n);
    ldl->factors = nh_dense_new(arena, n, n);
    ldl->pivots = NH_NEW_ARRAY(arena, int, (size_t)n);
    ldl->work = nh_dense_new(arena, ldl->length, 1);
    ldl->iwork = NH_NEW_ARRAY(arena, int, (size_t)n);
    return ldl;
}

bool nh_ldl_factor(nh_ldl *ldl, const double *a) {
    int n = ldl->n;
    ldl->regular = false;
    ldl->finite = nh_dense_lower_finite(n, a);
    if (!ldl->finite) return false;
    if (n == 0) return ldl->regular = true;
    nh_dense_copy_lower(n, a, ldl->factors);
    ldl->norm = LAPACKE_dlansy_work(LAPACK_COL_MAJOR, '1', 'L', n, ldl->factors, n, ldl->work);
    int info = LAPACKE_dsytrf_work(LAPACK_COL_MAJOR, 'L', n, ldl->factors, n, ldl->pivots, ldl->work, ldl->length);
    NH_ASSERT(info >= 0);
    ldl->finite = nh_dense_lower_finite(n, ldl->factors);
    return ldl->regular = ldl->finite && info == 0;
}

double nh_ldl_rcond(nh_ldl *ldl) {
    if (!ldl->regular) return 0;
    if (ldl->n == 0) return 1;
    if (!isfinite(ldl->norm)) return 0;
    double rcond = 0;
    int info = LAPACKE_dsycon_work(LAPACK_COL_MAJOR, 'L', ldl->n, ldl->factors, ldl->n, ldl->pivots, ldl->norm, &rcond,
                                   ldl->work, ldl->iwork);
    NH_ASSERT(info >= 0);
    return info == 0 && isfinite(rcond) ? rcond : 0;
}

void nh_ldl_solve(nh_ldl *ldl, double *b, int columns) {
    NH_ASSERT(ldl->regular && columns >= 0);
    if (ldl->n == 0 || columns == 0) return;
    int info =
        LAPACKE_dsytrs_work(LAPACK_COL_MAJOR, 'L', ldl->n, columns, ldl->factors, ldl->n, ldl->pivots, b, ldl->n);
    NH_ASSERT(info == 0);
    (void)info;
}

/* a and D are congruent. A block of size 2 is chosen only when |d11 d22| < (0.41) d21^2, so its determinant is negative
 * and its eigenvalues have opposite signs. */
nh_inertia nh_ldl_inertia(const nh_ldl *ldl) {
    nh_inertia inertia = {0, 0, 0};
    if (!ldl->finite) return inertia;
    for (int k = 0; k < ldl->n; k++) {
        double d = ldl->factors[(size_t)k * ((size_t)ldl->n + 1)];
        if (ldl->pivots[k] < 0) {
            inertia.positive++;
            inertia.negative++;
            k++;
        } else if (d > 0) {
            inertia.positive++;
        } else if (d < 0) {
            inertia.negative++;
        } else {
            inertia.zero++;
        }
    }
    return inertia;
}
