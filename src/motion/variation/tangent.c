/* Variational equations at a state: tangent.h has the equations. One program gives all coefficients and their slopes; a
 * state costs one factorisation, each displacement a product and a solution. */
#include "motion/variation/tangent.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "tape/program.h"

/* Conditions on displacements depend on each other when so little of one is left besides the others. */
#define DEPENDENT_CONDITIONS 1e-10

/* Rows of slopes: E, R, rates, f; columns: q, q', mu, parameters. */
struct nh_tangent {
    const nh_equations *equations;
    nh_arena *arena;
    size_t n, rows, extras, state, parameters, columns; /* state: 2n + extras */
    nh_program *program;                                /* entries of the matrix, of the jacobian, of the slopes */
    nh_expr_matrix slopes;
    double *inputs, *values; /* t, q, q', mu, q'', lambda; the outputs */
    double *slope;           /* dense: (n + 3 rows) by columns, column-major */
    double *matrix;          /* dense: n by n, column-major */
    double *jacobian;        /* dense: rows by n, column-major */
    uint32_t *used;          /* rows that carry the equations, the geometric ones first */
    size_t rank, geometric;
    nh_lu **kkt, **gram, **gram_geometric; /* by rank; NULL: not yet */
    double *system, *right, *conditions, *work;
};

/* ---- making ---- */

const char *nh_tangent_problem(const nh_equations *e) {
    const nh_model *model = e->model;
    NH_ASSERT(e->count == model->coordinates.count);
    if (e->push != NULL) return "the formulation has a transposition matrix";
    if (nh_equations_accelerated(model) != NULL) return "a constraint contains accelerations";
    bool is_pieced = false;
    for (uint32_t i = 0; i < e->count; i++) is_pieced |= nh_expr_is_pieced(model->pool, e->force[i]);
    for (uint32_t k = 0; k < e->matrix.start[e->count]; k++)
        is_pieced |= nh_expr_is_pieced(model->pool, e->matrix.entry[k]);
    for (uint32_t r = 0; r < e->rows; r++) is_pieced |= nh_expr_is_pieced(model->pool, e->rates[r]);
    return is_pieced
               ? "the equations are made of pieces (if, abs, sign, min, max, mod): at a switch neighbouring motions "
                 "jump relative to each other"
               : NULL;
}

static bool is_geometric(const nh_tangent *x, size_t row) {
    return x->equations->model->rows.items[x->equations->row[row]].is_geometric;
}

static void make_program(nh_tangent *x, const uint32_t *parameters, nh_native_use native) {
    const nh_equations *e = x->equations;
    const nh_model *model = e->model;
    size_t n = x->n, all = n + 3 * x->rows, inputs = 1 + x->state + n + x->rows;
    nh_expr *by = NH_NEW_ARRAY(x->arena, nh_expr, x->columns + 1), *input = NH_NEW_ARRAY(x->arena, nh_expr, inputs);
    input[0] = model->time;
    for (size_t i = 0; i < n; i++) {
        input[1 + i] = by[i] = model->coordinates.items[i].q;
        input[1 + n + i] = by[n + i] = model->coordinates.items[i].v;
        input[1 + x->state + i] = e->unknowns[i];
    }
    for (size_t r = 0; r < x->extras; r++) input[1 + 2 * n + r] = by[2 * n + r] = e->extra[r];
    for (size_t r = 0; r < x->rows; r++) input[1 + x->state + n + r] = e->multipliers[r];
    for (size_t k = 0; k < x->parameters; k++) by[x->state + k] = model->parameters.items[parameters[k]].symbol;
    x->slopes =
        nh_expr_jacobian(model->pool, x->arena, (uint32_t)all,
                         nh_equations_residuals(e, x->arena, (uint32_t)x->rows, NULL), (uint32_t)x->columns, by);
    uint32_t matrix = e->matrix.start[n], jacobian = e->jacobian.start[x->rows], slopes = x->slopes.start[all];
    nh_expr *outputs = NH_NEW_ARRAY(x->arena, nh_expr, (size_t)matrix + jacobian + slopes + 1);
    for (uint32_t k = 0; k < matrix; k++) outputs[k] = e->matrix.entry[k];
    for (uint32_t k = 0; k < jacobian; k++) outputs[matrix + k] = e->jacobian.entry[k];
    for (uint32_t k = 0; k < slopes; k++) outputs[matrix + jacobian + k] = x->slopes.entry[k];
    nh_tape_def def = nh_model_tape_over(model, x->arena, inputs, input, (size_t)matrix + jacobian + slopes, outputs);
    x->program = nh_program_make(x->arena, nh_tape_make(x->arena, model->pool, &def), native);
    x->inputs = NH_NEW_ARRAY(x->arena, double, inputs);
}

nh_tangent *nh_tangent_make(nh_arena *arena, const nh_equations *equations, size_t count, const uint32_t *parameters,
                            nh_native_use native) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_tangent_problem(equations) == NULL);
    nh_tangent *x = NH_NEW(arena, nh_tangent);
    size_t n = equations->count, rows = equations->rows;
    *x = (nh_tangent){.equations = equations, .arena = arena, .n = n, .rows = rows, .parameters = count};
    x->extras = equations->extras;
    x->state = 2 * n + x->extras;
    x->columns = x->state + count;
    make_program(x, parameters, native);
    x->slope = NH_NEW_ARRAY(arena, double, (n + 3 * rows) * x->columns + 1);
    x->matrix = NH_NEW_ARRAY(arena, double, n *n + 1);
    x->jacobian = NH_NEW_ARRAY(arena, double, rows *n + 1);
    x->used = NH_NEW_ARRAY(arena, uint32_t, rows + 1);
    x->kkt = NH_NEW_ARRAY(arena, nh_lu *, rows + 1);
    x->gram = NH_NEW_ARRAY(arena, nh_lu *, rows + 1);
    x->gram_geometric = NH_NEW_ARRAY(arena, nh_lu *, rows + 1);
    x->system = NH_NEW_ARRAY(arena, double, (n + rows) * (n + rows) + 1);
    x->right = NH_NEW_ARRAY(arena, double, n + rows + 1);
    x->conditions = NH_NEW_ARRAY(arena, double, 2 * rows * 2 * n + 1);
    x->work = NH_NEW_ARRAY(arena, double, rows *rows + 1);
    return x;
}

void nh_tangent_set(nh_tangent *x, const double *parameters) {
    nh_program_begin(x->program, parameters);
}

/* ---- at a state ---- */

static void choose_rows(nh_tangent *x, const bool *is_redundant) {
    x->rank = 0;
    for (int kinematic = 0; kinematic < 2; kinematic++) {
        for (size_t r = 0; r < x->rows; r++)
            if (!is_redundant[r] && is_geometric(x, r) == (kinematic == 0)) x->used[x->rank++] = (uint32_t)r;
        if (kinematic == 0) x->geometric = x->rank;
    }
}

/* Entries of a sparse matrix into a dense one with this many rows. */
static void fill_dense(const nh_expr_matrix *sparse, size_t rows, size_t columns, const double *values, double *dense) {
    memset(dense, 0, rows * columns * sizeof *dense);
    for (size_t i = 0; i < rows; i++)
        for (uint32_t k = sparse->start[i]; k < sparse->start[i + 1]; k++)
            dense[i + sparse->column[k] * rows] = values[k];
}

static void evaluate_at(nh_tangent *x, double t, const double *state, const nh_solution *solution) {
    const nh_equations *e = x->equations;
    size_t n = x->n;
    x->inputs[0] = t;
    memcpy(x->inputs + 1, state, x->state * sizeof *state);
    memcpy(x->inputs + 1 + x->state, solution->x, n * sizeof *state);
    memcpy(x->inputs + 1 + x->state + n, solution->lambda, x->rows * sizeof *state);
    x->values = nh_program_at(x->program, x->inputs);
    const double *jacobian = x->values + e->matrix.start[n], *slopes = jacobian + e->jacobian.start[x->rows];
    fill_dense(&e->matrix, n, n, x->values, x->matrix);
    fill_dense(&e->jacobian, x->rows, n, jacobian, x->jacobian);
    fill_dense(&x->slopes, n + 3 * x->rows, x->columns, slopes, x->slope);
}

/* [M, -J^T; J, 0] of the used rows. */
static bool factor_system(nh_tangent *x) {
    size_t n = x->n, size = n + x->rank;
    memset(x->system, 0, size * size * sizeof *x->system);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) x->system[i + j * size] = x->matrix[i + j * n];
    for (size_t r = 0; r < x->rank; r++)
        for (size_t j = 0; j < n; j++) {
            double entry = x->jacobian[x->used[r] + j * x->rows];
            x->system[n + r + j * size] = entry;
            x->system[j + (n + r) * size] = -entry;
        }
    if (x->kkt[x->rank] == NULL) x->kkt[x->rank] = nh_lu_make(x->arena, (int)size);
    return nh_lu_factor(x->kkt[x->rank], x->system);
}

/* J J^T of the first `count` used rows. */
static bool factor_gram(nh_tangent *x, nh_lu **of, size_t count) {
    for (size_t r = 0; r < count; r++)
        for (size_t s = 0; s < count; s++) {
            double sum = 0;
            for (size_t i = 0; i < x->n; i++)
                sum += x->jacobian[x->used[r] + i * x->rows] * x->jacobian[x->used[s] + i * x->rows];
            x->work[r + s * count] = sum;
        }
    if (of[count] == NULL) of[count] = nh_lu_make(x->arena, (int)count);
    return nh_lu_factor(of[count], x->work);
}

bool nh_tangent_at(nh_tangent *x, double t, const double *state, const nh_solution *solution) {
    NH_ASSERT(solution->status == NH_SOLVED);
    choose_rows(x, solution->is_redundant);
    evaluate_at(x, t, state, solution);
    size_t count;
    const double *values = nh_tangent_values(x, &count);
    return nh_doubles_are_finite(values, count) && factor_system(x);
}

const double *nh_tangent_values(const nh_tangent *x, size_t *count) {
    *count = nh_tape_outputs(nh_program_tape(x->program));
    return x->values;
}

/* ---- displacements ---- */

/* Row `row` of the slopes along a displacement: only dq, or all of it. */
static double slope_along(const nh_tangent *x, size_t row, const double *displacement, size_t count, size_t parameter) {
    size_t rows = x->n + 3 * x->rows;
    double sum = parameter != SIZE_MAX ? x->slope[row + (x->state + parameter) * rows] : 0;
    for (size_t i = 0; i < count; i++) sum += x->slope[row + i * rows] * displacement[i];
    return sum;
}

void nh_tangent_accelerate(nh_tangent *x, const double *displacement, size_t parameter, double *rates) {
    NH_ASSERT(parameter == SIZE_MAX || parameter < x->parameters);
    size_t n = x->n;
    for (size_t i = 0; i < n; i++) x->right[i] = -slope_along(x, i, displacement, x->state, parameter);
    for (size_t r = 0; r < x->rank; r++)
        x->right[n + r] = -slope_along(x, n + x->used[r], displacement, x->state, parameter);
    nh_lu_solve(x->kkt[x->rank], x->right, 1);
    memcpy(rates, x->right, n * sizeof *rates);
    if (x->extras > 0) memset(rates + n, 0, x->extras * sizeof *rates);
    for (size_t r = 0; r < x->rank && x->extras > 0; r++) rates[n + x->used[r]] = -x->right[n + r];
}

/* Adds J^T (J J^T)^-1 times what is missing of the first `count` used rows. */
static void add_missing(nh_tangent *x, nh_lu *gram, size_t count, double *to) {
    nh_lu_solve(gram, x->right, 1);
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < x->n; i++) to[i] += x->jacobian[x->used[r] + i * x->rows] * x->right[r];
}

static double row_along(const nh_tangent *x, size_t row, const double *d) {
    double sum = 0;
    for (size_t i = 0; i < x->n; i++) sum += x->jacobian[row + i * x->rows] * d[i];
    return sum;
}

bool nh_tangent_project(nh_tangent *x, double *displacement, size_t parameter) {
    size_t n = x->n, rates = n + x->rows;
    if (x->rank == 0) return true;
    if (x->geometric > 0) {
        if (!factor_gram(x, x->gram_geometric, x->geometric)) return false;
        for (size_t r = 0; r < x->geometric; r++) {
            double by_parameter = slope_along(x, rates + x->rows + x->used[r], displacement, 0, parameter);
            x->right[r] = -row_along(x, x->used[r], displacement) - by_parameter;
        }
        add_missing(x, x->gram_geometric[x->geometric], x->geometric, displacement);
    }
    if (!factor_gram(x, x->gram, x->rank)) return false;
    for (size_t r = 0; r < x->rank; r++)
        x->right[r] = -row_along(x, x->used[r], displacement + n) -
                      slope_along(x, rates + x->used[r], displacement, n, parameter);
    add_missing(x, x->gram[x->rank], x->rank, displacement + n);
    return true;
}

/* The conditions on a displacement: rows by 2n, column-major. */
static size_t write_conditions(nh_tangent *x) {
    size_t n = x->n, all = x->geometric + x->rank, slopes = n + 3 * x->rows;
    memset(x->conditions, 0, all * 2 * n * sizeof *x->conditions);
    for (size_t i = 0; i < n; i++) {
        for (size_t r = 0; r < x->geometric; r++) x->conditions[r + i * all] = x->jacobian[x->used[r] + i * x->rows];
        for (size_t r = 0; r < x->rank; r++) {
            x->conditions[x->geometric + r + i * all] = x->slope[n + x->rows + x->used[r] + i * slopes];
            x->conditions[x->geometric + r + (n + i) * all] = x->jacobian[x->used[r] + i * x->rows];
        }
    }
    return all;
}

/* Solves the conditions for those components that the others determine best. */
double *nh_tangent_basis(nh_tangent *x, nh_arena *arena, size_t *count, const uint32_t **place) {
    size_t rows = write_conditions(x), all = 2 * x->n, k = 0;
    nh_qr *qr = nh_qr_make(arena, (int)rows, (int)all);
    if (!nh_qr_factor(qr, x->conditions) || (size_t)nh_qr_rank(qr, DEPENDENT_CONDITIONS) < rows) return NULL;
    const int *column = nh_qr_columns(qr);
    bool *is_dependent = NH_NEW_ARRAY(arena, bool, all);
    uint32_t *places = NH_NEW_ARRAY(arena, uint32_t, all - rows + 1);
    double *a = NH_NEW_ARRAY(arena, double, rows *rows + 1), *right = NH_NEW_ARRAY(arena, double, rows + 1);
    double *basis = NH_NEW_ARRAY(arena, double, all *(all - rows) + 1);
    for (size_t r = 0; r < rows; r++) {
        is_dependent[column[r]] = true;
        memcpy(a + r * rows, x->conditions + (size_t)column[r] * rows, rows * sizeof *a);
    }
    nh_lu *lu = nh_lu_make(arena, (int)rows);
    if (!nh_lu_factor(lu, a)) return NULL;
    for (size_t i = 0; i < all; i++) {
        if (is_dependent[i]) continue;
        double *z = basis + all * k;
        for (size_t r = 0; r < rows; r++) right[r] = -x->conditions[r + i * rows];
        nh_lu_solve(lu, right, 1);
        for (size_t r = 0; r < rows; r++) z[column[r]] = right[r];
        z[i] = 1;
        places[k++] = (uint32_t)i;
    }
    *count = k;
    *place = places;
    return basis;
}
