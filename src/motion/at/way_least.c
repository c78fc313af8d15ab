/* The minimum-norm form of Udwadia and Kalaba, for mass matrices that may be singular.
 *
 * The rows A x = -drift fix the part of x in their span, x_r = A^+ (-drift); the rest lies in the kernel of A, spanned
 * by the columns of N, and follows from N^T (M x - force) = 0:
 *
 *     (N^T M N) z = N^T (force - M x_r),     x = x_r + N z
 *
 * What is left over, M x - force, is the reaction; it is A^T lambda for many lambda when rows depend on each other, and
 * the shortest is taken. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/dynamics_private.h"
#include "num/linear/dense.h"

struct nh_least_way {
    nh_qr *rows;       /* of A, rows x n */
    nh_qr *columns;    /* of A^T, n x rows */
    int rank;          /* of the rows where they were chosen */
    double *mass;      /* M: n x n */
    double *jacobian;  /* A^T: n x rows */
    double *a;         /* A, column-major */
    double *kernel;    /* N: n x (n - rank) */
    double *projected; /* N^T M N */
    double *image;     /* M N */
    double *reaction;  /* n */
    double *z, *b;
};

nh_least_way *nh_least_way_make(const nh_dynamics *d) {
    nh_least_way *l = NH_NEW(d->arena, nh_least_way);
    size_t n = d->n, rows = d->rows;
    l->rows = nh_qr_make(d->arena, (int)rows, (int)n);
    l->columns = nh_qr_make(d->arena, (int)n, (int)rows);
    l->mass = NH_NEW_ARRAY(d->arena, double, n *n);
    l->jacobian = NH_NEW_ARRAY(d->arena, double, n *rows);
    l->a = NH_NEW_ARRAY(d->arena, double, n *rows);
    l->kernel = NH_NEW_ARRAY(d->arena, double, n *n);
    l->projected = NH_NEW_ARRAY(d->arena, double, n *n);
    l->image = NH_NEW_ARRAY(d->arena, double, n *n);
    l->reaction = NH_NEW_ARRAY(d->arena, double, n);
    l->z = NH_NEW_ARRAY(d->arena, double, n);
    l->b = NH_NEW_ARRAY(d->arena, double, n + rows);
    return l;
}

/* y := M x */
static void multiply_mass(const nh_dynamics *d, const double *x, double *y) {
    memset(y, 0, d->n * sizeof *y);
    for (size_t j = 0; j < d->n; j++)
        for (size_t i = 0; i < d->n; i++) y[i] += d->least->mass[i + j * d->n] * x[j];
}

/* x := A^+ (-drift), and the kernel of A; returns the rank. */
static int split_rows(nh_dynamics *d, nh_least_way *l) {
    size_t n = d->n, rows = d->rows;
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < n; i++) l->a[j + i * rows] = l->jacobian[i + j * n];
    for (size_t j = 0; j < rows; j++) l->b[j] = -nh_dynamics_drift(d)[j];
    if (!nh_qr_factor(l->rows, l->a)) return -1;
    int rank = nh_qr_rank(l->rows, DEPENDENT);
    if (!d->has_choice) l->rank = rank;
    else if (rank > l->rank) rank = l->rank; /* beside the constraints redundant rows seem independent */
    nh_qr_solve(l->rows, rank, l->b, d->x, 1);
    nh_qr_kernel(l->rows, rank, l->kernel);
    return rank;
}

/* Adds N z to x; false when M is not positive definite on the kernel. */
static bool add_free_part(nh_dynamics *d, nh_least_way *l, size_t freedom) {
    NH_ASSERT(freedom <= d->n);
    size_t n = d->n;
    multiply_mass(d, d->x, l->reaction);
    for (size_t i = 0; i < n; i++) l->reaction[i] = nh_dynamics_force(d)[i] - l->reaction[i];
    for (size_t k = 0; k < freedom; k++) multiply_mass(d, l->kernel + k * n, l->image + k * n);
    for (size_t k = 0; k < freedom; k++) {
        l->z[k] = 0;
        for (size_t i = 0; i < n; i++) l->z[k] += l->kernel[i + k * n] * l->reaction[i];
        for (size_t j = 0; j < freedom; j++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++) sum += l->kernel[i + j * n] * l->image[i + k * n];
            l->projected[j + k * freedom] = sum;
        }
    }
    if (!nh_cholesky(l->projected, freedom)) return false;
    nh_solve_lower(l->projected, freedom, l->z);
    nh_solve_lower_transposed(l->projected, freedom, l->z);
    for (size_t k = 0; k < freedom; k++)
        for (size_t i = 0; i < n; i++) d->x[i] += l->kernel[i + k * n] * l->z[k];
    return true;
}

/* The shortest lambda with A^T lambda = M x - force. */
static void find_multipliers(nh_dynamics *d, nh_least_way *l, int rank) {
    NH_ASSERT(rank >= 0 && (uint32_t)rank <= d->rows);
    multiply_mass(d, d->x, l->reaction);
    for (size_t i = 0; i < d->n; i++) l->reaction[i] -= nh_dynamics_force(d)[i];
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    if (rank > 0 && nh_qr_factor(l->columns, l->jacobian)) nh_qr_solve(l->columns, rank, l->reaction, d->lambda, 1);
}

bool nh_least_way_solve(nh_dynamics *d, nh_solution *solution) {
    NH_ASSERT(d->least != NULL && d->equations->is_least);
    nh_least_way *l = d->least;
    nh_dynamics_spread(&d->equations->matrix, nh_dynamics_mass(d), l->mass, d->n);
    nh_dynamics_spread(&d->equations->jacobian, nh_dynamics_jacobian(d), l->jacobian, d->n);
    memset(d->is_redundant, 0, d->rows * sizeof *d->is_redundant);
    int rank = split_rows(d, l);
    if (rank < 0) return false;
    solution->rank = (uint32_t)rank;
    if (!add_free_part(d, l, d->n - (size_t)rank)) return false;
    find_multipliers(d, l, rank);
    return true;
}
