/* Solving the equations of motion with dense matrices.
 *
 * Where the mass matrix M is positive definite: M = L L^T, B = L^-1 A^T, and the rows are orthogonalised one after the
 * other in the metric of M^-1 (num/linear/basis.h): a column of which nothing is left depends on those before it. Where
 * there is such a row, those that carry the equations are chosen among all by the size of what is left of them: the
 * order of the text may have one among them that vanishes while another one takes its place. Besides the constraints,
 * within a step, rows that depend on each other there may contradict each other a little: with E the rows that are left
 * out as combinations of those that are used, all of them are met in the sense of least squares, with the drift c1 +
 * E^T (1 + E E^T)^-1 (c2 - E c1) of those that are used. So it does not count which they are, and a step does not feel
 * that one of them is small.
 *
 * With B = Z R the multipliers are R^T R lambda = -(drift + A M^-1 force), and the accelerations M^-1 (force +
 * A^T lambda). Elsewhere the whole system [M, A^T; A, 0] is factored with pivoting, for rows that are independent
 * in the Euclidean metric. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/dynamics_private.h"
#include "num/linear/basis.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"

struct nh_dense_way {
    nh_arena *arena;
    double *mass;          /* n x n */
    double *jacobian;      /* n x rows: the columns are the rows */
    double *factor;        /* n x n: the Cholesky factor of the mass matrix */
    bool is_definite;      /* it has one */
    nh_basis *basis;       /* of the rows */
    uint32_t *group;       /* rows of one constraint; the order of the pivots */
    double *columns;       /* n x rows */
    double *least;         /* rows: a rest that is not above is none */
    bool *is_preferred;    /* rows */
    double *drift;         /* rows: of those that are used, in the order of the basis */
    double *E, *square;    /* left x rank; left x left */
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
    w->columns = NH_NEW_ARRAY(arena, double, n *rows);
    w->least = NH_NEW_ARRAY(arena, double, rows);
    w->is_preferred = NH_NEW_ARRAY(arena, bool, rows);
    w->drift = NH_NEW_ARRAY(arena, double, rows);
    w->E = NH_NEW_ARRAY(arena, double, rows *rows + 1);
    w->square = NH_NEW_ARRAY(arena, double, rows *rows + 1);
    w->y = NH_NEW_ARRAY(arena, double, n + rows);
    w->whole = NH_NEW_ARRAY(arena, nh_ldl *, rows + 1);
    w->general = NH_NEW_ARRAY(arena, nh_lu *, rows + 1);
    w->system = NH_NEW_ARRAY(arena, double, (n + rows) * (n + rows));
    w->side = NH_NEW_ARRAY(arena, double, n + rows);
    return w;
}

/* ---- rows ---- */

/* The column of row j: of B = L^-1 A^T, or of A^T itself when the matrix is not definite. */
static void load_row(void *user, uint32_t j, double *column) {
    NH_ASSERT(column != NULL);
    const nh_dynamics *d = user;
    const nh_dense_way *w = d->dense;
    memcpy(column, w->jacobian + (size_t)j * d->n, d->n * sizeof *column);
    if (w->is_definite) nh_solve_lower(w->factor, d->n, column);
}

static nh_name label_of(const nh_dynamics *d, uint32_t j) {
    return d->equations->model->rows.items[d->equations->row[j]].label;
}

static uint32_t end_of_group(const nh_dynamics *d, uint32_t first) {
    uint32_t end = first + 1;
    while (end < d->rows && label_of(d, end) == label_of(d, first)) end++;
    return end;
}

/* In the order of the text; those of one vector constraint are a group. */
static void take_in_order(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    nh_basis_begin(w->basis, DEPENDENT);
    for (uint32_t first = 0, end; first < d->rows; first = end) {
        end = end_of_group(d, first);
        for (uint32_t j = first; j < end; j++) w->group[j - first] = j;
        nh_basis_take(w->basis, end - first, w->group, load_row, d);
    }
}

/* All rows, and what is nothing relative to the longest of their constraint. */
static void load_rows(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    size_t n = d->n;
    for (uint32_t first = 0, end; first < d->rows; first = end) {
        double most = 0;
        end = end_of_group(d, first);
        for (uint32_t j = first; j < end; j++) {
            load_row(d, j, w->columns + j * n);
            most = fmax(most, sqrt(nh_doubles_dot(w->columns + j * n, w->columns + j * n, n)));
        }
        for (uint32_t j = first; j < end; j++) w->least[j] = DEPENDENT * most;
    }
}

/* The best conditioned ones of all rows; rows that were chosen before are kept as long as they serve. */
static void take_pivots(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    bool has_before = d->has_choice || d->had_choice;
    for (uint32_t j = 0; j < d->rows; j++) w->is_preferred[j] = has_before && !d->is_left_out[j];
    load_rows(d);
    uint32_t most = d->has_choice ? d->rank : d->n;
    uint32_t rank = nh_basis_pivots(d->n, d->rows, w->columns, w->least, most, w->is_preferred, w->group);
    nh_basis_begin(w->basis, 0);
    for (uint32_t k = 0; k < rank; k++) nh_basis_take(w->basis, 1, w->group + k, load_row, d);
}

/* Chooses the independent rows. With a choice there are as many as there were where it was made: more seem independent
 * next to the constraints. */
static void choose_rows(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    bool is_deficient = d->has_choice && d->rank < d->rows;
    if (!is_deficient) take_in_order(d);
    if (is_deficient || w->basis->rank < d->rows) take_pivots(d);
    for (uint32_t j = 0; j < d->rows; j++) d->is_redundant[j] = true;
    for (uint32_t k = 0; k < w->basis->rank; k++) d->is_redundant[w->basis->used[k]] = false;
}

/* ---- rows that depend on others ---- */

/* E of row j that is left out: what of each row of the basis it is. */
static void find_factors(nh_dynamics *d, uint32_t j, double *E) {
    NH_ASSERT(j < d->rows);
    const nh_dense_way *w = d->dense;
    const nh_basis *b = w->basis;
    double *column = w->columns;
    load_row(d, j, column);
    for (uint32_t k = 0; k < b->rank; k++) E[k] = nh_doubles_dot(b->z + (size_t)k * d->n, column, d->n);
    for (uint32_t k = b->rank; k-- > 0;) {
        for (uint32_t i = k + 1; i < b->rank; i++) E[k] -= b->r[(size_t)i * d->rows + k] * E[i];
        E[k] /= b->r[(size_t)k * d->rows + k];
    }
}

/* The drift of the rows that are used: as it is, or with a choice so that all rows are met as well as can be. */
static void find_drift(nh_dynamics *d) {
    nh_dense_way *w = d->dense;
    const double *drift = nh_dynamics_drift(d);
    uint32_t rank = w->basis->rank;
    size_t left = 0, count = d->rows - rank;
    double *rest = w->side;
    for (uint32_t k = 0; k < rank; k++) w->drift[k] = drift[w->basis->used[k]];
    if (!d->has_choice || count == 0 || rank == 0) return;
    for (uint32_t j = 0; j < d->rows; j++) {
        if (!d->is_redundant[j]) continue;
        double *E = w->E + left * rank;
        find_factors(d, j, E);
        rest[left++] = drift[j] - nh_doubles_dot(E, w->drift, rank);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            w->square[i + j * count] = (i == j) + nh_doubles_dot(w->E + i * rank, w->E + j * rank, rank);
    if (!nh_cholesky(w->square, count)) return;
    nh_solve_lower(w->square, count, rest);
    nh_solve_lower_transposed(w->square, count, rest);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < rank; k++) w->drift[k] += w->E[i * rank + k] * rest[i];
}

/* ---- the two ways ---- */

/* With y = L^-1 force and Z the basis: the multipliers solve R^T R lambda = -(drift + B^T y),
 * and L^T x = y + B lambda. */
static void solve_definite(nh_dynamics *d, uint32_t rank) {
    NH_ASSERT(rank <= d->rows && rank <= d->n);
    nh_dense_way *w = d->dense;
    size_t n = d->n;
    memcpy(w->y, nh_dynamics_force(d), n * sizeof *w->y);
    nh_solve_lower(w->factor, n, w->y);
    double *s = w->side; /* R^-T drift + Z^T y, with its sign changed: what B lambda must be along each z */
    for (uint32_t k = 0; k < rank; k++) {
        const double *r = w->basis->r + (size_t)k * d->rows;
        double sum = -w->drift[k];
        for (uint32_t i = 0; i < k; i++) sum -= r[i] * d->lambda[i];
        d->lambda[k] = sum / r[k];
    }
    for (uint32_t k = 0; k < rank; k++) s[k] = d->lambda[k] - nh_doubles_dot(w->basis->z + (size_t)k * n, w->y, n);
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

/* [M, A^T; A, 0] (x, -lambda) = (force, -drift), for the independent rows; in units in which the largest entries of M
 * and of each row are 1, so that what is singular does not depend on units. */
static bool solve_whole(nh_dynamics *d, uint32_t rank) {
    NH_ASSERT(rank <= d->rows);
    nh_dense_way *w = d->dense;
    size_t n = d->n, size = n + rank;
    double mass = fmax(nh_doubles_largest(w->mass, n * n), d->matrix_terms);
    memset(w->system, 0, size * size * sizeof *w->system);
    for (size_t j = 0; j < n; j++) {
        w->side[j] = mass > 0 ? nh_dynamics_force(d)[j] / mass : nh_dynamics_force(d)[j];
        for (size_t i = 0; i < n && mass > 0; i++) w->system[i + j * size] = w->mass[i + j * n] / mass;
    }
    for (uint32_t k = 0; k < rank; k++) {
        const double *row = w->jacobian + (size_t)w->basis->used[k] * n;
        double unit = w->y[k] = nh_doubles_largest(row, n);
        for (size_t j = 0; j < n; j++) w->system[n + k + j * size] = row[j] / unit;
        w->side[n + k] = -w->drift[k] / unit;
    }
    if (!(d->equations->is_symmetric ? solve_symmetric(w, rank, size) : solve_general(w, rank, size))) return false;
    memcpy(d->x, w->side, n * sizeof *d->x);
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++)
        d->lambda[w->basis->used[k]] = -w->side[n + k] / w->y[k] * (mass > 0 ? mass : 1);
    return true;
}

bool nh_dense_way_solve(nh_dynamics *d, nh_solution *solution) {
    NH_ASSERT(d->dense != NULL);
    nh_dense_way *w = d->dense;
    const nh_equations *e = d->equations;
    nh_dynamics_spread(&e->matrix, nh_dynamics_mass(d), w->mass, d->n);
    nh_dynamics_spread(&e->jacobian, nh_dynamics_jacobian(d), w->jacobian, d->n);
    memcpy(w->factor, w->mass, (size_t)d->n * d->n * sizeof *w->factor);
    w->is_definite = e->is_symmetric && nh_cholesky(w->factor, d->n);
    choose_rows(d);
    find_drift(d);
    solution->rank = w->basis->rank;
    solution->least_pivot = w->basis->least;
    solution->worst_row = w->basis->worst;
    NH_ASSERT(solution->rank <= d->rows);
    if (!w->is_definite) return solve_whole(d, solution->rank);
    solve_definite(d, solution->rank);
    return true;
}
