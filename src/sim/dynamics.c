/* Solving the equations of motion in doubles, dense.
 *
 * Where the mass matrix M is positive definite: M = L L^T, B = L^-1 A^T, and the rows are orthogonalised one after the other in the
 * metric of M^-1 (modified Gram-Schmidt on the columns of B, twice): a column that shrinks to nothing depends on those before it.
 * With B = Z R the multipliers are R^T R lambda = -(drift + A M^-1 force), and the accelerations M^-1 (force + A^T lambda).
 * Elsewhere the whole system [M, A^T; A, 0] is factored with pivoting, for rows that are independent in the Euclidean metric. */
#include "sim/dynamics_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/protect.h"
#include "model/values.h"

/* ---- making ---- */

static nh_tape *make_tape(nh_arena *arena, const nh_equations *e) {
    nh_model *model = e->model;
    size_t n = model->coordinates.count;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, 2 * n + 1);
    memcpy(inputs + 1, nh_model_coordinates(model, arena), n * sizeof *inputs);
    memcpy(inputs + 1 + n, nh_model_velocities(model, arena), n * sizeof *inputs);
    inputs[0] = model->time;
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    size_t count = (size_t)entries + e->count + slopes + e->rows;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = e->matrix.entry[i];
    for (uint32_t i = 0; i < e->count; i++) *next++ = e->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = e->jacobian.entry[i];
    for (uint32_t i = 0; i < e->rows; i++) *next++ = e->drift[i];
    nh_tape_def def = {.input_count = (uint32_t)(2 * n + 1),
                       .inputs = inputs,
                       .parameter_count = (uint32_t)model->parameters.count,
                       .parameters = nh_model_parameter_symbols(model, arena),
                       .output_count = (uint32_t)count,
                       .outputs = outputs,
                       .loop_from = 16};
    return nh_tape_make(arena, model->pool, &def);
}

/* The matrices are dense here: beyond some size one evaluation takes seconds. */
enum { MOST_UNKNOWNS = 1500 };

nh_dynamics *nh_dynamics_make(nh_arena *arena, nh_equations *equations) {
    if ((size_t)equations->count + equations->rows > MOST_UNKNOWNS)
        nh_fail(nh_arena_context(arena), NH_E_UNSUPPORTED, "too-large",
                "motions of systems with more than %d coordinates and constraints are not computed by this version",
                (int)MOST_UNKNOWNS);
    nh_dynamics *d = NH_NEW(arena, nh_dynamics);
    size_t n = equations->count, rows = equations->rows, states = equations->model->coordinates.count;
    *d = (nh_dynamics){.equations = equations, .n = (uint32_t)n, .rows = (uint32_t)rows, .arena = arena};
    d->tape = make_tape(arena, equations);
    d->inputs = NH_NEW_ARRAY(arena, double, 2 * states + 1);
    d->outputs = NH_NEW_ARRAY(arena, double, nh_tape_outputs(d->tape));
    d->work = nh_arena_alloc_aligned(arena, nh_tape_work_size(d->tape, 1) * sizeof(double), 64);
    d->mass = NH_NEW_ARRAY(arena, double, n *n);
    d->factor = NH_NEW_ARRAY(arena, double, n *n);
    d->jacobian = NH_NEW_ARRAY(arena, double, n *rows);
    d->basis = NH_NEW_ARRAY(arena, double, n *rows);
    d->r = NH_NEW_ARRAY(arena, double, rows *rows);
    d->x = NH_NEW_ARRAY(arena, double, n);
    d->y = NH_NEW_ARRAY(arena, double, n + rows);
    d->lambda = NH_NEW_ARRAY(arena, double, rows);
    d->used = NH_NEW_ARRAY(arena, uint32_t, rows);
    d->is_redundant = NH_NEW_ARRAY(arena, bool, rows);
    d->is_left_out = NH_NEW_ARRAY(arena, bool, rows);
    d->whole = NH_NEW_ARRAY(arena, nh_ldl *, rows + 1);
    d->system = NH_NEW_ARRAY(arena, double, (n + rows) * (n + rows));
    d->side = NH_NEW_ARRAY(arena, double, n + rows);
    return d;
}

void nh_dynamics_set(nh_dynamics *dynamics, const double *parameters) {
    nh_tape_begin(dynamics->tape, 1, parameters, dynamics->work);
}

/* ---- evaluating ---- */

const double *nh_dynamics_force(const nh_dynamics *d) {
    return d->outputs + d->equations->matrix.start[d->n];
}

const double *nh_dynamics_drift(const nh_dynamics *d) {
    return nh_dynamics_force(d) + d->n + d->equations->jacobian.start[d->rows];
}

/* Puts the entries of a sparse matrix into columns: entry (row, column) to [column + row * size], so that rows become columns. */
static void spread(const nh_expr_matrix *matrix, const double *values, double *dense, size_t size) {
    memset(dense, 0, size * matrix->rows * sizeof *dense);
    for (uint32_t i = 0; i < matrix->rows; i++)
        for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++)
            dense[matrix->column[k] + i * size] = values[k];
}

bool nh_dynamics_evaluate(nh_dynamics *d, double t, const double *q, const double *v) {
    size_t states = d->equations->model->coordinates.count;
    d->inputs[0] = t;
    memcpy(d->inputs + 1, q, states * sizeof *q);
    memcpy(d->inputs + 1 + states, v, states * sizeof *v);
    nh_tape_run(d->tape, 1, d->inputs, d->outputs, d->work);
    for (uint32_t i = 0; i < nh_tape_outputs(d->tape); i++)
        if (!isfinite(d->outputs[i])) return false;
    spread(&d->equations->matrix, d->outputs, d->mass, d->n);
    spread(&d->equations->jacobian, nh_dynamics_force(d) + d->n, d->jacobian, d->n);
    return true;
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* ---- rows ---- */

/* Makes the column orthogonal to the first `count` of the basis, adding what was taken to r. */
static void orthogonalise(const nh_dynamics *d, double *column, uint32_t count, double *r) {
    for (uint32_t k = 0; k < count; k++) {
        const double *z = d->basis + (size_t)k * d->n;
        double part = dot(z, column, d->n);
        for (size_t i = 0; i < d->n; i++) column[i] -= part * z[i];
        r[k] += part;
    }
}

/* Chooses the independent rows, in order, by their columns of B = L^-1 A^T (or of A^T itself when the factor is not used). */
uint32_t nh_dynamics_choose_rows(nh_dynamics *d, bool use_factor, nh_solution *solution) {
    uint32_t count = 0;
    solution->least_pivot = 1;
    solution->worst_row = 0;
    for (uint32_t j = 0; j < d->rows; j++) {
        double *column = d->basis + (size_t)count * d->n, *r = d->r + (size_t)count * d->rows;
        d->is_redundant[j] = d->has_choice && d->is_left_out[j];
        if (d->is_redundant[j]) continue;
        memcpy(column, d->jacobian + (size_t)j * d->n, d->n * sizeof *column);
        if (use_factor) nh_solve_lower(d->factor, d->n, column);
        double before = sqrt(dot(column, column, d->n));
        memset(r, 0, d->rows * sizeof *r);
        orthogonalise(d, column, count, r);
        orthogonalise(d, column, count, r);
        double left = sqrt(dot(column, column, d->n));
        d->is_redundant[j] = !(left > DEPENDENT * before) || before == 0;
        if (d->is_redundant[j]) continue;
        if (left / before < solution->least_pivot) {
            solution->least_pivot = left / before;
            solution->worst_row = j;
        }
        for (size_t i = 0; i < d->n; i++) column[i] /= left;
        r[count] = left;
        d->used[count++] = j;
    }
    return count;
}

/* ---- the two ways ---- */

/* With y = L^-1 force and Z the basis: the multipliers solve R^T R lambda = -(drift + B^T y), and L^T x = y + B lambda. */
static void solve_definite(nh_dynamics *d, uint32_t rank) {
    const double *drift = nh_dynamics_drift(d);
    size_t n = d->n;
    memcpy(d->y, nh_dynamics_force(d), n * sizeof *d->y);
    nh_solve_lower(d->factor, n, d->y);
    double *s = d->side; /* R^-T drift + Z^T y, with its sign changed: what B lambda must be along each z */
    for (uint32_t k = 0; k < rank; k++) {
        const double *r = d->r + (size_t)k * d->rows;
        double sum = -drift[d->used[k]];
        for (uint32_t i = 0; i < k; i++) sum -= r[i] * d->lambda[i];
        d->lambda[k] = sum / r[k];
    }
    for (uint32_t k = 0; k < rank; k++) {
        const double *z = d->basis + (size_t)k * n;
        s[k] = d->lambda[k] - dot(z, d->y, n);
    }
    for (uint32_t k = 0; k < rank; k++) /* y + Z s */
        for (size_t i = 0; i < n; i++) d->y[i] += s[k] * d->basis[(size_t)k * n + i];
    memcpy(d->x, d->y, n * sizeof *d->x);
    nh_solve_lower_transposed(d->factor, n, d->x);
    for (uint32_t k = rank; k-- > 0;) { /* R lambda = s */
        double sum = s[k];
        for (uint32_t j = k + 1; j < rank; j++) sum -= d->r[(size_t)j * d->rows + k] * d->y[j];
        d->y[k] = sum / d->r[(size_t)k * d->rows + k];
    }
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++) d->lambda[d->used[k]] = d->y[k];
}

/* [M, A^T; A, 0] (x, -lambda) = (force, -drift), for the independent rows. */
static bool solve_whole(nh_dynamics *d, uint32_t rank) {
    size_t n = d->n, size = n + rank;
    memset(d->system, 0, size * size * sizeof *d->system);
    for (size_t j = 0; j < n; j++) {
        memcpy(d->system + j * size, d->mass + j * n, n * sizeof *d->system);
        for (uint32_t k = 0; k < rank; k++) d->system[n + k + j * size] = d->jacobian[j + (size_t)d->used[k] * n];
    }
    memcpy(d->side, nh_dynamics_force(d), n * sizeof *d->side);
    for (uint32_t k = 0; k < rank; k++) d->side[n + k] = -nh_dynamics_drift(d)[d->used[k]];
    if (d->whole[rank] == NULL) d->whole[rank] = nh_ldl_make(d->arena, (int)size);
    nh_ldl *ldl = d->whole[rank];
    if (!nh_ldl_factor(ldl, d->system) || nh_ldl_rcond(ldl) < 1e-14) return false;
    nh_ldl_solve(ldl, d->side, 1);
    memcpy(d->x, d->side, n * sizeof *d->x);
    memset(d->lambda, 0, d->rows * sizeof *d->lambda);
    for (uint32_t k = 0; k < rank; k++) d->lambda[d->used[k]] = -d->side[n + k];
    return true;
}

/* Whether the equations of the redundant rows hold too. */
static bool check_redundant(const nh_dynamics *d, nh_solution *solution) {
    for (uint32_t j = 0; j < d->rows; j++) {
        if (!d->is_redundant[j] || d->has_choice) continue; /* beside the constraints they need not agree */
        const double *a = d->jacobian + (size_t)j * d->n;
        double drift = nh_dynamics_drift(d)[j], size = fabs(drift);
        for (size_t i = 0; i < d->n; i++) size += fabs(a[i] * d->x[i]);
        if (fabs(dot(a, d->x, d->n) + drift) <= CONTRADICTS * size) continue;
        solution->worst_row = j;
        return false;
    }
    return true;
}

nh_solution nh_dynamics_solve(nh_dynamics *dynamics, double t, const double *q, const double *v) {
    nh_dynamics *d = dynamics;
    if (d->equations->is_least) return nh_dynamics_solve_least(d, t, q, v);
    nh_solution solution = {.x = d->x, .lambda = d->lambda, .is_redundant = d->is_redundant};
    if (!nh_dynamics_evaluate(d, t, q, v)) {
        solution.status = NH_SOLUTION_NOT_FINITE;
        return solution;
    }
    memcpy(d->factor, d->mass, (size_t)d->n * d->n * sizeof *d->factor);
    solution.is_definite = d->equations->is_symmetric && nh_cholesky(d->factor, d->n);
    solution.rank = nh_dynamics_choose_rows(d, solution.is_definite, &solution);
    bool solved = true;
    if (solution.is_definite) solve_definite(d, solution.rank);
    else solved = solve_whole(d, solution.rank);
    solution.status = !solved                         ? NH_SOLUTION_SINGULAR
                      : check_redundant(d, &solution) ? NH_SOLVED
                                                      : NH_SOLUTION_INCONSISTENT;
    return solution;
}

nh_solution nh_dynamics_choose(nh_dynamics *dynamics, double t, const double *q, const double *v) {
    dynamics->has_choice = false;
    nh_solution solution = nh_dynamics_solve(dynamics, t, q, v);
    memcpy(dynamics->is_left_out, dynamics->is_redundant, dynamics->rows * sizeof *dynamics->is_left_out);
    dynamics->has_choice = true;
    return solution;
}
