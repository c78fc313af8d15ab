/* Lists of doubles as vectors: what every file with numbers needs of them. The order of the
 * sums is that of the list. */
#ifndef NH_NUM_LINEAR_DOUBLES_H
#define NH_NUM_LINEAR_DOUBLES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static inline double nh_doubles_dot(const double *a, const double *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

/* The largest absolute value, 0 of none; what is not a number is left out. */
static inline double nh_doubles_largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* The Euclidean length; x is divided by its largest entry where the squares leave the range of doubles. */
static inline double nh_doubles_length(const double *x, size_t count) {
    double sum = nh_doubles_dot(x, x, count);
    if (sum > 1e-280 && sum < 1e300) return sqrt(sum);
    double largest = nh_doubles_largest(x, count), scaled = 0;
    if (largest == 0 || isinf(largest)) return sqrt(sum);
    for (size_t i = 0; i < count; i++) scaled += (x[i] / largest) * (x[i] / largest);
    return largest * sqrt(scaled);
}

static inline bool nh_doubles_are_finite(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Takes from x what `used` orthonormal vectors of the same size have of it, twice for the sake of rounding. */
static inline void nh_doubles_take_away(double *x, size_t count, const double *basis, size_t used) {
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < used; k++) {
            double along = nh_doubles_dot(basis + k * count, x, count);
            for (size_t i = 0; i < count; i++) x[i] -= along * basis[k * count + i];
        }
}

/* The same, and makes its length 1. False where no more of it is left than this part. */
static inline bool nh_doubles_orthogonalise(double *x, size_t count, const double *basis, size_t used, double part) {
    double before = nh_doubles_length(x, count);
    nh_doubles_take_away(x, count, basis, used);
    double left = nh_doubles_length(x, count);
    if (!(left > part * before)) return false;
    for (size_t i = 0; i < count; i++) x[i] /= left;
    return true;
}

#endif
