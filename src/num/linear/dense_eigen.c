/* Eigenvalues and vectors: symmetric by dsyevd (divide and conquer), general by dgeev (balancing and QR iteration).
 * One object serves both, so its workspaces are the longer of the two. */
#include "num/linear/dense.h"

#include "base/protect.h"
#include "num/linear/dense_private.h"

struct nh_eigen {
    int n;
    double *copy;      /* n x n, for dgeev; overwritten */
    double *real;      /* n */
    double *imaginary; /* n */
    double *vectors;   /* n x n */
    double *work;      /* length of them */
    int length;
    int *iwork; /* ilength of them */
    int ilength;
};

static int decompose_symmetric(nh_eigen *eigen, double *work, int length, int *iwork, int ilength) {
    return LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', eigen->n, eigen->vectors, eigen->n, eigen->real, work,
                               length, iwork, ilength);
}

static int decompose_general(nh_eigen *eigen, double *work, int length) {
    return LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', eigen->n, eigen->copy, eigen->n, eigen->real,
                              eigen->imaginary, NULL, 1, eigen->vectors, eigen->n, work, length);
}

static void make_workspace(nh_arena *arena, nh_eigen *eigen) {
    double query = 0;
    int info = decompose_symmetric(eigen, &query, -1, &eigen->ilength, -1);
    NH_ASSERT(info == 0);
    eigen->length = nh_dense_length(query);
    info = decompose_general(eigen, &query, -1);
    NH_ASSERT(info == 0);
    (void)info;
    eigen->length = nh_dense_most(eigen->length, nh_dense_length(query));
    eigen->work = nh_dense_new(arena, eigen->length, 1);
    eigen->iwork = NH_NEW_ARRAY(arena, int, (size_t)eigen->ilength);
}

nh_eigen *nh_eigen_make(nh_arena *arena, int n) {
    /* dsyevd counts its workspace of 1 + 6 n + 2 n^2 numbers in int. */
    if (1 + 6.0 * n + 2.0 * n * n > INT_MAX)
        nh_fail(nh_arena_context(arena), NH_E_LIMIT, "matrix-size",
                "a matrix of size %d is too large for its eigenvalues", n);
    nh_eigen *eigen = NH_NEW(arena, nh_eigen);
    eigen->n = n;
    eigen->copy = nh_dense_new(arena, n, n);
    eigen->real = nh_dense_new(arena, n, 1);
    eigen->imaginary = nh_dense_new(arena, n, 1);
    eigen->vectors = nh_dense_new(arena, n, n);
    if (n > 0) make_workspace(arena, eigen);
    return eigen;
}

bool nh_eigen_symmetric(nh_eigen *eigen, const double *a) {
    int n = eigen->n;
    if (!nh_dense_lower_finite(n, a)) return false;
    if (n == 0) return true;
    nh_dense_copy_lower(n, a, eigen->vectors);
    memset(eigen->imaginary, 0, (size_t)n * sizeof(double));
    int info = decompose_symmetric(eigen, eigen->work, eigen->length, eigen->iwork, eigen->ilength);
    NH_ASSERT(info >= 0);
    return info == 0 && nh_dense_finite((size_t)n, eigen->real);
}

bool nh_eigen_general(nh_eigen *eigen, const double *a) {
    size_t n = (size_t)eigen->n;
    if (!nh_dense_finite(n * n, a)) return false;
    if (n == 0) return true;
    nh_dense_copy(n * n, a, eigen->copy);
    int info = decompose_general(eigen, eigen->work, eigen->length);
    NH_ASSERT(info >= 0);
    return info == 0 && nh_dense_finite(n, eigen->real) && nh_dense_finite(n, eigen->imaginary);
}

const double *nh_eigen_values(const nh_eigen *eigen) {
    return eigen->real;
}

const double *nh_eigen_imaginary(const nh_eigen *eigen) {
    return eigen->imaginary;
}

const double *nh_eigen_vectors(const nh_eigen *eigen) {
    return eigen->vectors;
}
