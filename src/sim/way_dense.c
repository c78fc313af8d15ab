/* Solving the equations of motion with dense matrices.
 *
 * Where the mass matrix M is positive definite: M = L L^T, B = L^-1 A^T, and the rows are orthogonalised one after the other in the
 * metric of M^-1 (modified Gram-Schmidt on the columns of B, twice): a column that shrinks to nothing depends on those before it.
 * With B = Z R the multipliers are R^T R lambda = -(drift + A M^-1 force), and the accelerations M^-1 (force + A^T lambda).
 * Elsewhere the whole system [M, A^T; A, 0] is factored with pivoting, for rows that are independent in the Euclidean metric. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics_private.h"

struct nh_dense_way {
    nh_arena *arena;
    double *mass;          /* n x n */
    double *jacobian;      /* n x rows: the columns are the rows */
    double *factor;        /* n x n: the Cholesky factor of the mass matrix */
    double *basis;         /* n x rows: orthonormal columns, as many as there are independent rows */
    double *r;             /* rows x rows, upper triangle: what the independent rows are in the basis */
    double *y;             /* n + rows */
    uint32_t *used;        /* rows: those that are independent, in order */
    nh_ldl **whole;        /* by number of independent rows: factorisations of the whole system, made when needed */
    double *system, *side; /* of the whole system */
};

nh_dense_way *nh_dense_way_make(const nh_dynamics *d) {
    nh_arena *arena = d->arena;
    nh_dense_way *w = NH_NEW(arena, nh_dense_way);
    size_t n = d->n, rows = d->rows;
    w->arena = arena;
    w->mass = NH_NEW_ARRAY(arena, double, n *n);
    w->factor = NH_NEW_ARRAY(arena, double, n *n);
    w->jacobian = NH_NEW_ARRAY(arena, double, n *rows);
    w->basis = NH_NEW_ARRAY(arena, double, n *rows);
    w->r = NH_NEW_ARRAY(arena, double, rows *rows);
    w->y = NH_NEW_ARRAY(arena, double, n + rows);
    w->used = NH_NEW_ARRAY(arena, uint32_t, rows);
    w->whole = NH_NEW_ARRAY(arena, nh_ldl *, rows + 1);
    w->system = NH_NEW_ARRAY(arena, double, (n + rows) * (n + rows));
    w->side = NH_NEW_ARRAY(arena, double, n + rows);
    return w;
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* ---- rows ---- */

/* Makes the column orthogonal to the first `count` of the basis, adding what was taken to r. */
static void orthogonalise(const nh_dense_way *w, size_t n, double *column, uint32_t count, double *r) {
    for (uint32_t k = 0; k < count; k++) {
        const double *z = w->basis + (size_t)k * n;
        double part = dot(z, column, n);
        for (size_t i = 0; i < n; i++) column[i] -= part * z[i];
        r[k] += part;
    }
}

/* The column of row j made the next of the basis, unless it depends on those before it; what is left of it, relative to what it was. */
static double add_to_basis(const nh_dynamics *d, uint32_t j, uint32_t count) {
    const nh_dense_way *w = d->dense;
    double *column = w->basis + (size_t)count * d->n, *r = w->r + (size_t)count * d->rows;
    double before = sqrt(dot(column, column, d->n));
    memset(r, 0, d->rows * sizeof *r);
    orthogonalise(w, d->n, column, count, r);
    orthogonalise(w, d->n, column, count, r);
    double left = sqrt(dot(column, column, d->n));
    if (!(left > DEPENDENT * before)) return 0;
    for (size_t i = 0; i < d->n; i++) column[i] /= left;
    r[count] = left;
    w->used[count] = j;
    return left / before;
}

/* Chooses the independent rows, in order, by their columns of B = L^-1 A^T (or of A^T itself when the factor is not used). */
static uint32_t choose_rows(nh_dynamics *d, nh_solution *solution) {
    nh_dense_way *w = d->dense;
    uint32_t count = 0;
    for (uint32_t j = 0; j < d->rows; j++) {
        d->is_redundant[j] = (d->has_choice && d->is_left_out[j]) || count == d->n;
        if (d->is_redundant[j]) continue;
        double *column = w->basis + (size_t)count * d->n;
        memcpy(column, w->jacobian + (size_t)j * d->n, d->n * sizeof *column);
        if (solution->is_definite) nh_solve_lower(w->factor, d->n, column);
        double left = add_to_basis(d, j, count);
        d->is_redundant[j] = left == 0;
        if (left == 0) continue;
        count++;
        if (left >= solution->least_pivot) continue;
        solution->least_pivot = left;
        solution->worst_row = j;
    }
    return count;
}

/* ---- the two ways ---- */

/* With y = L^-1 force and Z the basis: the multipliers solve R^T R lambda = -(drift + B^T y), and L^T x = y + B lambda. */
static void solve_definite(nh_dynamics *d, uint32_t rank) {
    nh_dense_way *w = d->dense;
    const double *drift = nh_dynamics_drift(d);
    size_t n = d->n;
    memcpy(w->y, nh_dynamics_force(d), n * sizeof *w->y);
    nh_solve_lower(w->factor, n, w->y);
    double *s = w->side; /* R^-T drift + Z^T y, with its sign changed: what B lambda must be along each z */
    for (uint32_t k = 0; k < rank; k++) {
        const double *r = w->r + (size_t)k * d->rows;
        double sum = -drift[w->used[k]];
        for (uint32_t i = 0; i < k; i++) sum -= r[i] * d->lambda[i];
        d->lambda[k] = sum / r[k];
    }
    for (uint32_t k = 0; k < rank; k++) s[k] = d->lambda[k] - dot(w->basis + (size_t)k * n, w->y, n);
    for (uint32_t k = 0; k < rank; k++) /* y + Z s */
        for (size_t i = 0; i < n; i++) w->y[i] += s[k] * w->basis[(size_t)k * n + i];
    memcpy(d->x, w->y, n * sizeof *d->x);
    nh_solve_lower_transposed(w->factor, n, d->x);
    for (uint32_t k = rank; k-- > 0;) { /* R lambda = s */
        double sum = s[k];
        for (uint32_t j = k + 1; j < rank; j++) sum -= w->r[(size_t)j * d->rows + k] * w->y[j];
        w->y[k] = sum / w->r[(size_t)k * d->rows + k];
    }
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++) d->lambda[w->used[k]] = w->y[k];
}

/* [M, A^T; A, 0] (x, -lambda) = (force, -drift), for the independent rows. */
static bool solve_whole(nh_dynamics *d, uint32_t rank) {
    nh_dense_way *w = d->dense;
    size_t n = d->n, size = n + rank;
    memset(w->system, 0, size * size * sizeof *w->system);
    for (size_t j = 0; j < n; j++) {
        memcpy(w->system + j * size, w->mass + j * n, n * sizeof *w->system);
        for (uint32_t k = 0; k < rank; k++) w->system[n + k + j * size] = w->jacobian[j + (size_t)w->used[k] * n];
    }
    memcpy(w->side, nh_dynamics_force(d), n * sizeof *w->side);
    for (uint32_t k = 0; k < rank; k++) w->side[n + k] = -nh_dynamics_drift(d)[w->used[k]];
    if (w->whole[rank] == NULL) w->whole[rank] = nh_ldl_make(w->arena, (int)size);
    nh_ldl *ldl = w->whole[rank];
    if (!nh_ldl_factor(ldl, w->system) || nh_ldl_rcond(ldl) < 1e-14) return false;
    nh_ldl_solve(ldl, w->side, 1);
    memcpy(d->x, w->side, n * sizeof *d->x);
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++) d->lambda[w->used[k]] = -w->side[n + k];
    return true;
}

bool nh_dense_way_solve(nh_dynamics *d, nh_solution *solution) {
    nh_dense_way *w = d->dense;
    const nh_equations *e = d->equations;
    nh_dynamics_spread(&e->matrix, nh_dynamics_mass(d), w->mass, d->n);
    nh_dynamics_spread(&e->jacobian, nh_dynamics_jacobian(d), w->jacobian, d->n);
    memcpy(w->factor, w->mass, (size_t)d->n * d->n * sizeof *w->factor);
    solution->is_definite = e->is_symmetric && nh_cholesky(w->factor, d->n);
    solution->rank = choose_rows(d, solution);
    if (!solution->is_definite) return solve_whole(d, solution->rank);
    solve_definite(d, solution->rank);
    return true;
}
