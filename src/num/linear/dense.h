/* Dense linear algebra in double (hides LAPACK).
 *
 * Matrices are column-major without gaps: element (i, j) of an m x n matrix a is a[i + j*m]. An object for a shape
 * takes all its memory when it is made; factoring and solving then allocate nothing, so they may occur in a stepping
 * loop. (OpenBLAS itself takes a small block for a moment in products of small matrices on some processors: in
 * eigenvalues, and from sizes of about 30 on.) Sizes of zero are allowed.
 *
 * Entries that are not finite make a factorisation say false, and so do finite ones so large that it overflows;
 * nothing here fails in another way. After false nothing may be asked of the object but what is said to answer
 * then; it can factor again. */
#ifndef NH_NUM_LINEAR_DENSE_H
#define NH_NUM_LINEAR_DENSE_H

#include <stdbool.h>

#include "base/arena.h"

/* LU with partial pivoting of an n x n matrix. */
typedef struct nh_lu nh_lu;
nh_lu *nh_lu_make(nh_arena *arena, int n);
bool nh_lu_factor(nh_lu *lu, const double *a);                  /* false when a is exactly singular or not finite */
double nh_lu_rcond(nh_lu *lu);                                  /* estimate of 1/(|a| |a^-1|), 1-norm; 0 after false */
void nh_lu_solve(nh_lu *lu, double *b, int columns);            /* b := a^-1 b */
void nh_lu_solve_transposed(nh_lu *lu, double *b, int columns); /* b := a^-T b */
double nh_lu_determinant(const nh_lu *lu);                      /* after false 0, or NaN when not finite */

/* Symmetric indefinite LDL^T with Bunch-Kaufman pivoting; reads the lower triangle only. */
typedef struct nh_ldl nh_ldl;
typedef struct nh_inertia {
    int positive, negative, zero;
} nh_inertia;
nh_ldl *nh_ldl_make(nh_arena *arena, int n);
bool nh_ldl_factor(nh_ldl *ldl, const double *a);       /* false when exactly singular or not finite */
double nh_ldl_rcond(nh_ldl *ldl);                       /* as nh_lu_rcond */
void nh_ldl_solve(nh_ldl *ldl, double *b, int columns); /* b := a^-1 b */
/* Signs of the eigenvalues, by Sylvester's law, also when exactly singular; all 0 after entries that were not finite.
 * An eigenvalue within rounding of zero counts by the sign of its pivot: `zero` counts pivots that are exactly zero. */
nh_inertia nh_ldl_inertia(const nh_ldl *ldl);

/* a = L L^T in place, lower triangle, of an n x n matrix; false when it is not positive definite by a good
 * margin, or not finite. */
bool nh_cholesky(double *a, size_t n);
void nh_solve_lower(const double *l, size_t n, double *b);            /* b := L^-1 b */
void nh_solve_lower_transposed(const double *l, size_t n, double *b); /* b := L^-T b */

/* QR with column pivoting of an m x n matrix: a P = Q R with |r11| >= |r22| >= ... */
typedef struct nh_qr nh_qr;
nh_qr *nh_qr_make(nh_arena *arena, int m, int n);
bool nh_qr_factor(nh_qr *qr, const double *a);     /* false when not finite */
int nh_qr_rank(const nh_qr *qr, double tolerance); /* how many |r_ii| > tolerance * |r_11|; 0 for a zero matrix */
const int *nh_qr_columns(const nh_qr *qr);         /* n column numbers from 0, in the order of the pivots */
double nh_qr_diagonal(const nh_qr *qr, int i);     /* r_ii for i from 0 below min(m, n); of either sign */
void nh_qr_multiply(const nh_qr *qr, double *b, int columns, bool transposed); /* b := Q b or Q^T b, Q m x m */
/* Least squares |a x - b| -> min with the given rank, x of least norm; b has m rows, x has n rows and is another array.
 * The rows of R from the rank on are taken to be zero. The rank is at most nh_qr_rank(qr, 0); the first use of a rank
 * after a factorisation costs as much as factoring again, later ones only the solution. */
void nh_qr_solve(nh_qr *qr, int rank, const double *b, double *x, int columns);
/* An orthonormal basis of the kernel of a at that rank: n x (n - rank). */
void nh_qr_kernel(nh_qr *qr, int rank, double *basis);

/* Singular values a = U diag(s) V^T; s falls; U is m x min(m,n), vt is min(m,n) x n; they live in the object. */
typedef struct nh_svd nh_svd;
nh_svd *nh_svd_make(nh_arena *arena, int m, int n);
bool nh_svd_factor(nh_svd *svd, const double *a); /* false when not finite or the iteration did not end */
const double *nh_svd_values(const nh_svd *svd);
const double *nh_svd_left(const nh_svd *svd);
const double *nh_svd_right(const nh_svd *svd);

/* Eigenvalues. Symmetric: values rise, vectors are orthonormal columns (reads the lower triangle). General: complex
 * pairs as real and imaginary parts, the positive one first; vectors of length 1 as LAPACK's dgeev gives them (a
 * complex pair takes two columns: real, imaginary part of the first). A size above 32766 leaves by NH_E_LIMIT. */
typedef struct nh_eigen nh_eigen;
nh_eigen *nh_eigen_make(nh_arena *arena, int n);
bool nh_eigen_symmetric(nh_eigen *eigen, const double *a); /* false when not finite or the iteration did not end */
bool nh_eigen_general(nh_eigen *eigen, const double *a);   /* likewise */
const double *nh_eigen_values(const nh_eigen *eigen);      /* n real parts */
const double *nh_eigen_imaginary(const nh_eigen *eigen);   /* n imaginary parts; zeros after nh_eigen_symmetric */
const double *nh_eigen_vectors(const nh_eigen *eigen);     /* n x n */

#endif
