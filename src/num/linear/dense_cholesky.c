/* Cholesky's factorisation and its triangular systems, by hand: they are small, occur in stepping loops, and must say
 * at once that a matrix is not definite by a good margin, where LAPACK would continue to the last digit. */
#include <math.h>

#include "num/linear/dense.h"

/* A pivot that is so small compared with its diagonal entry may be rounding: such a matrix counts as singular. */
#define DEFINITE 1e-8
#define NOISE 1e-10

bool nh_cholesky(double *a, size_t n) {
    double least =
        1; /* the smallest pivot so far relative to its diagonal entry: a small one makes later ones uncertain */
    for (size_t j = 0; j < n; j++) {
        double before = a[j + j * n], pivot = before;
        for (size_t k = 0; k < j; k++) pivot -= a[j + k * n] * a[j + k * n];
        if (!(pivot > DEFINITE * before) || !(before > 0) || !(pivot * least > NOISE * before)) return false;
        least = fmin(least, pivot / before);
        a[j + j * n] = sqrt(pivot);
        for (size_t i = j + 1; i < n; i++) {
            double sum = a[i + j * n];
            for (size_t k = 0; k < j; k++) sum -= a[i + k * n] * a[j + k * n];
            a[i + j * n] = sum / a[j + j * n];
        }
    }
    return true;
}

void nh_solve_lower(const double *l, size_t n, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) b[i] -= l[i + k * n] * b[k];
        b[i] /= l[i + i * n];
    }
}

void nh_solve_lower_transposed(const double *l, size_t n, double *b) {
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) b[i] -= l[k + i * n] * b[k];
        b[i] /= l[i + i * n];
    }
}
