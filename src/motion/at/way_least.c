/* The minimum-norm form of Udwadia and Kalaba, for mass matrices that may be singular.
 *
 * The rows A x = -drift fix the part of x in their span, x_r = A^+ (-drift); the rest lies in the kernel of A, spanned
 * by the columns of N, and follows from N^T (M x - force) = 0:
 *
 *     (N^T M N) z = N^T (force - M x_r),     x = x_r + N z
 *
 * What is left over, M x - force, is the reaction; it is A^T lambda for many lambda when rows depend on each other, and
 * the shortest is taken.
 *
 * Which rows depend on each other is a question of lengths. Constraints in units that are far apart, a row in 1e-6
 * next to one in 1e6, get weights D: D A and D lambda in place of A and lambda. Not otherwise: of rows that take turns,
 * cos(t) y' = 0 and sin(t) y' = 0, a weight would make the rounding of one that vanishes as large as the other.
 *
 * N is known to the rounding of its largest entries, and M multiplies it: where masses are far apart the error of the
 * force on a heavy coordinate hides that on a light one. Then coordinates get units U in which their masses are about
 * 1: U M U, A U, U force and U^-1 x in place of M, A, force and x. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/dynamics_private.h"
#include "num/linear/dense.h"

/* Besides the longest constraint a row is short, in units that are far apart. */
#define SHORT 1e-5
/* Masses of which one is this many times another are far apart. */
#define FAR_APART 1e4

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
    double *weight;    /* D: rows, powers of 2; those of one constraint have the same */
    bool is_weighted;  /* at the last state */
    double *unit;      /* U: n, powers of 2 */
    double *force;     /* n */
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
    l->weight = NH_NEW_ARRAY(d->arena, double, rows);
    l->unit = NH_NEW_ARRAY(d->arena, double, n);
    l->force = NH_NEW_ARRAY(d->arena, double, n);
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

/* ---- weights ---- */

static double length_of(const nh_dynamics *d, const nh_least_way *l, size_t row) {
    double length = 0;
    for (size_t i = 0; i < d->n; i++) length = hypot(length, l->jacobian[i + row * d->n]);
    return length;
}

static double inverse_power(double size) {
    int exponent;
    if (!(size > 0) || !isfinite(size)) return 1;
    (void)frexp(size, &exponent);
    double power = ldexp(1, -exponent);
    return isfinite(power) && power > 0 ? power : 1;
}

/* D, for each constraint by its longest row; whether one is short next to another. */
static bool find_weights(const nh_dynamics *d, nh_least_way *l) {
    const nh_row *all = d->equations->model->rows.items;
    const uint32_t *row = d->equations->row;
    double least = INFINITY, most = 0;
    for (size_t j = 0; j < d->rows; j++) l->b[j] = length_of(d, l, j);
    for (size_t j = 0; j < d->rows; j++) {
        double longest = 0;
        for (size_t k = 0; k < d->rows; k++)
            if (all[row[k]].family == all[row[j]].family) longest = fmax(longest, l->b[k]);
        l->weight[j] = inverse_power(longest);
        most = fmax(most, longest);
        if (longest > 0) least = fmin(least, longest);
    }
    return least < SHORT * most;
}

/* U; 1 where masses are not far apart, or one is 0. */
static void find_units(const nh_dynamics *d, nh_least_way *l) {
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < d->n; i++) {
        least = fmin(least, l->mass[i + i * d->n]);
        most = fmax(most, l->mass[i + i * d->n]);
    }
    bool is_uneven = least > 0 && isfinite(most) && most > FAR_APART * least;
    for (size_t i = 0; i < d->n; i++) l->unit[i] = is_uneven ? inverse_power(sqrt(l->mass[i + i * d->n])) : 1;
}

/* U M U, U A^T and U force. */
static void change_units(const nh_dynamics *d, nh_least_way *l) {
    find_units(d, l);
    for (size_t i = 0; i < d->n; i++) {
        l->force[i] = l->unit[i] * nh_dynamics_force(d)[i];
        for (size_t j = 0; j < d->n; j++) l->mass[i + j * d->n] *= l->unit[i] * l->unit[j];
        for (size_t j = 0; j < d->rows; j++) l->jacobian[i + j * d->n] *= l->unit[i];
    }
}

/* The QR factors of the rows, with their weights or without. */
static bool factor_rows(nh_dynamics *d, nh_least_way *l, bool is_weighted) {
    size_t n = d->n, rows = d->rows;
    for (size_t j = 0; j < rows; j++) {
        double weight = is_weighted ? l->weight[j] : 1;
        for (size_t i = 0; i < n; i++) l->a[j + i * rows] = weight * l->jacobian[i + j * n];
        l->b[j] = -weight * nh_dynamics_drift(d)[j];
    }
    return nh_qr_factor(l->rows, l->a);
}

/* With weights where these show that fewer rows depend on each other; -1: they have no factors. */
static int find_rank(nh_dynamics *d, nh_least_way *l) {
    bool is_uneven = find_weights(d, l);
    l->is_weighted = false;
    if (!factor_rows(d, l, false)) return -1;
    if (!is_uneven) return nh_qr_rank(l->rows, DEPENDENT);
    int rank = nh_qr_rank(l->rows, DEPENDENT), certain = nh_qr_rank(l->rows, SHORT);
    if (!factor_rows(d, l, true)) return -1;
    int weighted = nh_qr_rank(l->rows, DEPENDENT);
    l->is_weighted = weighted > certain;
    if (l->is_weighted) return weighted;
    return factor_rows(d, l, false) ? rank : -1;
}

/* ---- the solution ---- */

/* x := A^+ (-drift), and the kernel of A; returns the rank. */
static int split_rows(nh_dynamics *d, nh_least_way *l) {
    int rank = find_rank(d, l);
    if (rank < 0) return -1;
    if (!d->has_choice) l->rank = rank;
    else if (rank > l->rank) rank = l->rank; /* next to the constraints redundant rows seem independent */
    nh_qr_solve(l->rows, rank, l->b, d->x, 1);
    nh_qr_kernel(l->rows, rank, l->kernel);
    return rank;
}

/* Adds N z to x; false when M is not positive definite on the kernel. */
static bool add_free_part(nh_dynamics *d, nh_least_way *l, size_t freedom) {
    NH_ASSERT(freedom <= d->n);
    size_t n = d->n;
    multiply_mass(d, d->x, l->reaction);
    for (size_t i = 0; i < n; i++) l->reaction[i] = l->force[i] - l->reaction[i];
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

/* The shortest lambda with A^T lambda = M x - force; with weights the shortest D^-1 lambda. */
static void find_multipliers(nh_dynamics *d, nh_least_way *l, int rank) {
    NH_ASSERT(rank >= 0 && (uint32_t)rank <= d->rows);
    multiply_mass(d, d->x, l->reaction);
    for (size_t i = 0; i < d->n; i++) l->reaction[i] -= l->force[i];
    for (size_t j = 0; j < d->rows && l->is_weighted; j++)
        for (size_t i = 0; i < d->n; i++) l->jacobian[i + j * d->n] *= l->weight[j];
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    if (rank > 0 && nh_qr_factor(l->columns, l->jacobian)) nh_qr_solve(l->columns, rank, l->reaction, d->lambda, 1);
    for (size_t j = 0; j < d->rows && l->is_weighted; j++) d->lambda[j] *= l->weight[j];
}

bool nh_least_way_solve(nh_dynamics *d, nh_solution *solution) {
    NH_ASSERT(d->least != NULL && d->equations->is_least);
    nh_least_way *l = d->least;
    nh_dynamics_spread(&d->equations->matrix, nh_dynamics_mass(d), l->mass, d->n);
    nh_dynamics_spread(&d->equations->jacobian, nh_dynamics_jacobian(d), l->jacobian, d->n);
    change_units(d, l);
    memset(d->is_redundant, 0, d->rows * sizeof *d->is_redundant);
    int rank = split_rows(d, l);
    if (rank < 0) return false;
    solution->rank = (uint32_t)rank;
    if (!add_free_part(d, l, d->n - (size_t)rank)) return false;
    find_multipliers(d, l, rank);
    for (size_t i = 0; i < d->n; i++) d->x[i] *= l->unit[i];
    return true;
}
