/* Solving the equations of motion with dense matrices.
 *
 * Where the mass matrix M is positive definite: M = L L^T, B = L^-1 A^T, and the rows are orthogonalised one after the other in the
 * metric of M^-1 (num/basis.h): a column of which nothing is left depends on those before it.
 * With B = Z R the multipliers are R^T R lambda = -(drift + A M^-1 force), and the accelerations M^-1 (force + A^T lambda).
 * Elsewhere the whole system [M, A^T; A, 0] is factored with pivoting, for rows that are independent in the Euclidean metric. */
#include <math.h>
#include <string.h>

#include "num/basis.h"
#include "num/dense.h"
#include "sim/dynamics_private.h"

struct nh_dense_way {
    nh_arena *arena;
    double *mass;          /* n x n */
    double *jacobian;      /* n x rows: the columns are the rows */
    double *factor;        /* n x n: the Cholesky factor of the mass matrix */
    bool is_definite;      /* it has one */
    nh_basis *basis;       /* of the rows */
    uint32_t *group;       /* rows of one constraint */
    double *y;             /* n + rows */
    nh_ldl **whole;        /* by number of independent rows: factorisations of the whole system, made when needed */
    nh_lu **general;       /* the same where M is not symmetric */
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
    w->basis = nh_basis_make(arena, n, d->rows);
    w->group = NH_NEW_ARRAY(arena, uint32_t, rows);
    w->y = NH_NEW_ARRAY(arena, double, n + rows);
    w->whole = NH_NEW_ARRAY(arena, nh_ldl *, rows + 1);
    w->general = NH_NEW_ARRAY(arena, nh_lu *, rows + 1);
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

/* The column of row j: of B = L^-1 A^T, or of A^T itself when the matrix is not definite. */
static void load_row(void *user, uint32_t j, double *column) {
    const nh_dynamics *d = user;
    const nh_dense_way *w = d->dense;
    memcpy(column, w->jacobian + (size_t)j * d->n, d->n * sizeof *column);
    if (w->is_definite) nh_solve_lower(w->factor, d->n, column);
}

static nh_name label_of(const nh_dynamics *d, uint32_t j) {
    return d->equations->model->rows.items[d->equations->row[j]].label;
}

/* Chooses the independent rows in the order of the text; those of one vector constraint are a group. */
static void choose_rows(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    nh_basis_begin(w->basis, DEPENDENT);
    for (uint32_t first = 0, end; first < d->rows; first = end) {
        uint32_t count = 0;
        for (end = first; end < d->rows && label_of(d, end) == label_of(d, first); end++) {
            d->is_redundant[end] = true;
            if (!d->has_choice || !d->is_left_out[end]) w->group[count++] = end;
        }
        nh_basis_take(w->basis, count, w->group, load_row, d);
    }
    for (uint32_t k = 0; k < w->basis->rank; k++) d->is_redundant[w->basis->used[k]] = false;
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
        const double *r = w->basis->r + (size_t)k * d->rows;
        double sum = -drift[w->basis->used[k]];
        for (uint32_t i = 0; i < k; i++) sum -= r[i] * d->lambda[i];
        d->lambda[k] = sum / r[k];
    }
    for (uint32_t k = 0; k < rank; k++) s[k] = d->lambda[k] - dot(w->basis->z + (size_t)k * n, w->y, n);
    for (uint32_t k = 0; k < rank; k++) /* y + Z s */
        for (size_t i = 0; i < n; i++) w->y[i] += s[k] * w->basis->z[(size_t)k * n + i];
    memcpy(d->x, w->y, n * sizeof *d->x);
    nh_solve_lower_transposed(w->factor, n, d->x);
    for (uint32_t k = rank; k-- > 0;) { /* R lambda = s */
        double sum = s[k];
        for (uint32_t j = k + 1; j < rank; j++) sum -= w->basis->r[(size_t)j * d->rows + k] * w->y[j];
        w->y[k] = sum / w->basis->r[(size_t)k * d->rows + k];
    }
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++) d->lambda[w->basis->used[k]] = w->y[k];
}

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* Solves the whole system, of which the lower triangle is set, all of M, and M column by row. */
static bool solve_symmetric(nh_dense_way *w, uint32_t rank, size_t size) {
    if (w->whole[rank] == NULL) w->whole[rank] = nh_ldl_make(w->arena, (int)size);
    nh_ldl *ldl = w->whole[rank];
    if (!nh_ldl_factor(ldl, w->system) || nh_ldl_rcond(ldl) < 1e-14) return false;
    nh_ldl_solve(ldl, w->side, 1);
    return true;
}

static bool solve_general(nh_dense_way *w, uint32_t rank, size_t size) {
    size_t n = size - rank;
    for (size_t k = n; k < size; k++)
        for (size_t j = 0; j < n; j++) w->system[j + k * size] = w->system[k + j * size];
    if (w->general[rank] == NULL) w->general[rank] = nh_lu_make(w->arena, (int)size);
    nh_lu *lu = w->general[rank];
    if (!nh_lu_factor(lu, w->system) || nh_lu_rcond(lu) < 1e-14) return false;
    nh_lu_solve_transposed(lu, w->side, 1);
    return true;
}

/* [M, A^T; A, 0] (x, -lambda) = (force, -drift), for the independent rows; in units in which the largest entries of M and of each row are 1, so that
 * what is singular does not depend on units. */
static bool solve_whole(nh_dynamics *d, uint32_t rank) {
    nh_dense_way *w = d->dense;
    size_t n = d->n, size = n + rank;
    double mass = fmax(largest(w->mass, n * n), d->matrix_terms);
    memset(w->system, 0, size * size * sizeof *w->system);
    for (size_t j = 0; j < n; j++) {
        w->side[j] = mass > 0 ? nh_dynamics_force(d)[j] / mass : nh_dynamics_force(d)[j];
        for (size_t i = 0; i < n && mass > 0; i++) w->system[i + j * size] = w->mass[i + j * n] / mass;
    }
    for (uint32_t k = 0; k < rank; k++) {
        const double *row = w->jacobian + (size_t)w->basis->used[k] * n;
        double unit = w->y[k] = largest(row, n);
        for (size_t j = 0; j < n; j++) w->system[n + k + j * size] = row[j] / unit;
        w->side[n + k] = -nh_dynamics_drift(d)[w->basis->used[k]] / unit;
    }
    if (!(d->equations->is_symmetric ? solve_symmetric(w, rank, size) : solve_general(w, rank, size))) return false;
    memcpy(d->x, w->side, n * sizeof *d->x);
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++)
        d->lambda[w->basis->used[k]] = -w->side[n + k] / w->y[k] * (mass > 0 ? mass : 1);
    return true;
}

bool nh_dense_way_solve(nh_dynamics *d, nh_solution *solution) {
    nh_dense_way *w = d->dense;
    const nh_equations *e = d->equations;
    nh_dynamics_spread(&e->matrix, nh_dynamics_mass(d), w->mass, d->n);
    nh_dynamics_spread(&e->jacobian, nh_dynamics_jacobian(d), w->jacobian, d->n);
    memcpy(w->factor, w->mass, (size_t)d->n * d->n * sizeof *w->factor);
    w->is_definite = e->is_symmetric && nh_cholesky(w->factor, d->n);
    choose_rows(d);
    solution->rank = w->basis->rank;
    solution->least_pivot = w->basis->least;
    solution->worst_row = w->basis->worst;
    if (!w->is_definite) return solve_whole(d, solution->rank);
    solve_definite(d, solution->rank);
    return true;
}
