/* Singular values by dgesvd: the QR iteration needs less memory than divide and conquer (dgesdd) and fails to end in
 * fewer cases; the matrices that come here are small. */
#include "num/linear/dense.h"

#include "num/linear/dense_private.h"

struct nh_svd {
    int m, n, least; /* least = min(m, n) */
    double *copy;    /* m x n; overwritten */
    double *values;  /* least, falling */
    double *left;    /* m x least */
    double *right;   /* least x n */
    double *work;    /* length of them */
    int length;
};

static int decompose_copy(nh_svd *svd, double *work, int length) {
    return LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', svd->m, svd->n, svd->copy, svd->m, svd->values, svd->left,
                               svd->m, svd->right, svd->least, work, length);
}

nh_svd *nh_svd_make(nh_arena *arena, int m, int n) {
    nh_svd *svd = NH_NEW(arena, nh_svd);
    svd->m = m;
    svd->n = n;
    svd->least = nh_dense_least(m, n);
    svd->copy = nh_dense_new(arena, m, n);
    svd->values = nh_dense_new(arena, svd->least, 1);
    svd->left = nh_dense_new(arena, m, svd->least);
    svd->right = nh_dense_new(arena, svd->least, n);
    if (svd->least == 0) return svd;
    double query = 0;
    int info = decompose_copy(svd, &query, -1);
    NH_ASSERT(info == 0);
    (void)info;
    svd->length = nh_dense_length(query);
    svd->work = nh_dense_new(arena, svd->length, 1);
    return svd;
}

bool nh_svd_factor(nh_svd *svd, const double *a) {
    size_t count = nh_dense_count(svd->m, svd->n);
    if (!nh_dense_finite(count, a)) return false;
    if (svd->least == 0) return true;
    nh_dense_copy(count, a, svd->copy);
    int info = decompose_copy(svd, svd->work, svd->length);
    NH_ASSERT(info >= 0);
    return info == 0 && nh_dense_finite((size_t)svd->least, svd->values);
}

const double *nh_svd_values(const nh_svd *svd) {
    return svd->values;
}

const double *nh_svd_left(const nh_svd *svd) {
    return svd->left;
}

const double *nh_svd_right(const nh_svd *svd) {
    return svd->right;
}
