/* Coefficients at a state, and the way in which they are solved.
 *
 * Small systems have two ways: a fused program, fast, which knows the rows it uses and needs them to be independent;
 * and dense matrices, which decide it. The second decides when the rows are chosen, and wherever the first does not
 * trust itself. Large systems are sparse. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "model/curved_rows.h"
#include "motion/at/dynamics_private.h"
#include "num/guard.h"
#include "num/linear/doubles.h"

/* Above this many unknowns and rows the sparse way is taken; below this many everything is fused. */
enum { MOST_DENSE = 300, MOST_FUSED = 48 };
/* The minimum-norm form has dense matrices only: beyond this one evaluation takes seconds. */
enum { MOST_LEAST = 1500 };
/* This many choices of rows get a fused program. */
enum { MOST_FUSIONS = 16 };
/* The choice of rows stands as long as the least pivot is above this. */
#define GOOD_PIVOT 1e-3
/* Newton's method for implicit equations: it ends when accelerations move by no more than rounding, or by little
 * and no less than before. */
enum { MOST_NEWTON = 60 };
#define STILL 4e-16
#define NEARLY_STILL 1e-11

/* ---- making ---- */

static void make_ways(nh_dynamics *d) {
    size_t size = (size_t)d->n + d->rows;
    bool is_least = d->equations->is_least;
    if (is_least && size > MOST_LEAST)
        nh_fail(nh_arena_context(d->arena), NH_E_UNSUPPORTED, "too-large",
                "the minimum-norm form is available only for systems with at most %d coordinates and constraints",
                (int)MOST_LEAST);
    if (is_least) d->least = nh_least_way_make(d);
    else if (size > MOST_DENSE && d->equations->is_symmetric) d->sparse = nh_sparse_way_make(d);
    else d->dense = nh_dense_way_make(d);
}

/* The matrix is a difference then, M - B: of what is left the part below rounding of its terms is nothing. */
static nh_program *make_terms(nh_arena *arena, const nh_equations *e) {
    if (e->is_symmetric) return NULL;
    nh_pool *pool = e->model->pool;
    uint32_t count = e->matrix.start[e->count];
    nh_expr *sizes = NH_NEW_ARRAY(arena, nh_expr, (size_t)count + 1), sum;
    for (uint32_t i = 0; i < count; i++) sizes[i] = nh_expr_terms_size(pool, e->matrix.entry[i]);
    sum = nh_expr_sum(pool, count, sizes);
    nh_tape_def def = nh_dynamics_tape_def(arena, e, false, 1, &sum);
    nh_dynamics_add_omega(arena, e, &def);
    return nh_program_of(arena, pool, &def, NULL);
}

nh_dynamics *nh_dynamics_make(nh_arena *arena, nh_equations *equations, nh_native_use native) {
    NH_ASSERT(nh_equations_fit(equations) && !nh_arena_is_scratch(arena));
    nh_dynamics *d = NH_NEW(arena, nh_dynamics);
    size_t n = equations->count, rows = equations->rows, states = equations->model->coordinates.count;
    *d = (nh_dynamics){.equations = equations, .n = (uint32_t)n, .rows = (uint32_t)rows, .arena = arena};
    d->native = native;
    nh_tape *tape = nh_dynamics_tape(arena, equations);
    d->output_count = nh_tape_outputs(tape);
    d->coefficients = nh_program_make(arena, tape, (size_t)d->n + d->rows > MOST_FUSED ? native : NH_NATIVE_NEVER);
    d->inputs = NH_NEW_ARRAY(arena, double, 2 * states + 1 + equations->extras + equations->omegas);
    if (equations->is_implicit) d->implicit = nh_implicit_make(arena, equations, tape);
    if (equations->is_implicit && !equations->is_in_multipliers)
        d->chetaev = nh_dynamics_make(arena, nh_chetaev_derive(equations->model, arena), NH_NATIVE_NEVER);
    else if (!equations->is_implicit && equations->omegas > 0)
        d->transposition = nh_transposer_make(arena, equations->model, equations->setting.omega);
    else if (!equations->is_implicit && nh_curved_rows_act(equations->model))
        d->curved = nh_curved_make(arena, equations->model);
    d->outputs = nh_program_outputs(d->coefficients);
    d->parameters = NH_NEW_ARRAY(arena, double, equations->model->parameters.count);
    d->before = NH_NEW_ARRAY(arena, double, 2 * n);
    d->x = NH_NEW_ARRAY(arena, double, n);
    d->lambda = NH_NEW_ARRAY(arena, double, rows);
    d->is_redundant = NH_NEW_ARRAY(arena, bool, rows);
    d->is_left_out = NH_NEW_ARRAY(arena, bool, rows);
    d->made.arena = arena;
    d->terms = make_terms(arena, equations);
    make_ways(d);
    return d;
}

void nh_dynamics_set(nh_dynamics *dynamics, const double *parameters) {
    nh_dynamics *d = dynamics;
    NH_ASSERT(parameters != d->parameters);
    memcpy(d->parameters, parameters, d->equations->model->parameters.count * sizeof *parameters);
    d->has_choice = false;
    if (d->chetaev != NULL) nh_dynamics_set(d->chetaev, parameters);
    nh_program_begin(d->coefficients, parameters);
    if (d->terms != NULL) nh_program_begin(d->terms, parameters);
    if (d->transposition != NULL) nh_transposer_set(d->transposition, parameters);
    if (d->curved != NULL) nh_curved_set(d->curved, parameters);
    for (size_t i = 0; i < d->made.count; i++) nh_fused_way_set(d->made.items[i], parameters);
}

double *nh_dynamics_extras(nh_dynamics *dynamics) {
    const nh_equations *e = dynamics->equations;
    return e->extras > 0 ? dynamics->inputs + 1 + 2 * e->model->coordinates.count : NULL;
}

/* Where the entries of Omega are among the inputs. */
static double *omega_of(const nh_dynamics *d) {
    return d->inputs + 1 + 2 * d->equations->model->coordinates.count + d->equations->extras;
}

double *nh_dynamics_point(nh_dynamics *dynamics) {
    NH_ASSERT(dynamics->equations->is_in_multipliers);
    return omega_of(dynamics);
}

bool nh_dynamics_point_balls(const nh_dynamics *dynamics, const nh_ball *parameters, const nh_ball *inputs,
                             uint32_t rank, const uint32_t *used, nh_ball *computed, int prec) {
    NH_ASSERT(dynamics->equations->is_in_multipliers);
    const double *near = omega_of(dynamics);
    return isfinite(*near) &&
           nh_implicit_balls(dynamics->implicit, parameters, inputs, near, rank, used, computed, prec);
}

nh_curved *nh_dynamics_curved(nh_dynamics *dynamics) {
    return dynamics->curved;
}

const double *nh_dynamics_omega(const nh_dynamics *dynamics) {
    return dynamics->equations->omegas > 0 ? omega_of(dynamics) : NULL;
}

/* ---- evaluating ---- */

const double *nh_dynamics_mass(const nh_dynamics *d) {
    return d->outputs;
}

const double *nh_dynamics_force(const nh_dynamics *d) {
    return nh_dynamics_mass(d) + d->equations->matrix.start[d->n];
}

const double *nh_dynamics_jacobian(const nh_dynamics *d) {
    return nh_dynamics_force(d) + d->n;
}

const double *nh_dynamics_drift(const nh_dynamics *d) {
    return nh_dynamics_jacobian(d) + d->equations->jacobian.start[d->rows];
}

void nh_dynamics_spread(const nh_expr_matrix *matrix, const double *values, double *dense, size_t size) {
    NH_ASSERT(size >= matrix->columns);
    memset(dense, 0, size * matrix->rows * sizeof *dense);
    for (uint32_t i = 0; i < matrix->rows; i++)
        for (uint32_t k = matrix->start[i]; k < matrix->start[i + 1]; k++)
            dense[matrix->column[k] + i * size] = values[k];
}

/* The transposition matrix, where the equations have one to compute. */
static bool find_omega(nh_dynamics *d, double t, const double *q, const double *v) {
    d->is_incompatible = false;
    if (d->transposition == NULL) return true;
    nh_transposer_status status = nh_transposer_at(d->transposition, t, q, v, omega_of(d));
    d->is_incompatible = status == NH_TRANSPOSER_INCOMPATIBLE;
    if (status == NH_TRANSPOSER_FOUND) return true;
    for (uint32_t i = 0; i < d->equations->omegas; i++) omega_of(d)[i] = NAN; /* that of another state would be shown */
    return false;
}

/* Rows become tangents at the accelerations of the motion. */
static bool find_tangent(nh_dynamics *d, double t, const double *q, const double *v) {
    if (d->curved == NULL) return true;
    d->has_no_tangent = nh_curved_at(d->curved, t, q, v) != NH_CURVED_FOUND;
    if (d->has_no_tangent) return false;
    nh_curved_fill(d->curved, d->parameters);
    nh_program_begin(d->coefficients, d->parameters);
    if (d->terms != NULL) nh_program_begin(d->terms, d->parameters);
    return true;
}

bool nh_dynamics_evaluate(nh_dynamics *d, double t, const double *q, const double *v) {
    if (!find_omega(d, t, q, v) || !find_tangent(d, t, q, v)) return false;
    size_t states = d->equations->model->coordinates.count;
    d->inputs[0] = t;
    memcpy(d->inputs + 1, q, states * sizeof *q);
    memcpy(d->inputs + 1 + states, v, states * sizeof *v);
    (void)nh_program_at(d->coefficients, d->inputs);
    if (d->terms != NULL) nh_program_run(d->terms, d->inputs, &d->matrix_terms);
    return nh_doubles_are_finite(d->outputs, d->output_count);
}

/* ---- solving ---- */

/* How large accelerations are: those that were found, what the forces by themselves would cause, and some of |q'|^2 /
 * |q|, what a curved path has. All terms of a row may be 0 except for rounding, which is then no contradiction: of
 * |P - Q| = 2 where P' = Q'. */
static double size_of_accelerations(const nh_dynamics *d) {
    size_t n = d->equations->model->coordinates.count;
    double mass = nh_doubles_length(nh_dynamics_mass(d), d->equations->matrix.start[d->n]);
    double position = nh_doubles_length(d->inputs + 1, n), velocity = nh_doubles_length(d->inputs + 1 + n, n);
    double curved = position > 0 ? velocity * velocity / position : 0;
    return nh_doubles_length(d->x, d->n) + (mass > 0 ? nh_doubles_length(nh_dynamics_force(d), d->n) / mass : 0) +
           CURVED * curved;
}

/* Whether the equation of row j holds, to rounding. */
static bool row_holds(const nh_dynamics *d, uint32_t j, double size) {
    NH_ASSERT(j < d->rows);
    const nh_expr_matrix *rows = &d->equations->jacobian;
    const double *slope = nh_dynamics_jacobian(d) + rows->start[j];
    uint32_t count = rows->start[j + 1] - rows->start[j];
    double drift = nh_dynamics_drift(d)[j], sum = drift;
    for (uint32_t k = 0; k < count; k++) sum += slope[k] * d->x[rows->column[rows->start[j] + k]];
    return fabs(sum) <= CONTRADICTS * (fabs(drift) + nh_doubles_length(slope, count) * size);
}

/* Whether the equations of the redundant rows hold too. Besides the constraints, with a choice, they need not. */
static bool redundant_agree(const nh_dynamics *d, nh_solution *solution) {
    if (d->has_choice) return true;
    double size = size_of_accelerations(d);
    for (uint32_t j = 0; j < d->rows; j++) {
        if (!d->is_redundant[j] || row_holds(d, j, size)) continue;
        solution->worst_row = j;
        return false;
    }
    return true;
}

/* Of all multipliers with the same forces the shortest. */
static void shorten_multipliers(nh_dynamics *d, const nh_solution *solution) {
    if (d->is_for_motion || d->least != NULL || solution->rank == d->rows) return;
    if (d->shortest == NULL) d->shortest = nh_shortest_make(d->arena, &d->equations->jacobian);
    nh_shortest_find(d->shortest, nh_dynamics_jacobian(d), d->is_redundant, d->lambda);
}

static nh_solution solve_carefully(nh_dynamics *d, double t, const double *q, const double *v) {
    nh_solution solution = {.x = d->x, .lambda = d->lambda, .is_redundant = d->is_redundant, .least_pivot = 1};
    solution.status = NH_SOLUTION_NOT_FINITE;
    if (!nh_dynamics_evaluate(d, t, q, v)) {
        if (d->is_incompatible) solution.status = NH_SOLUTION_NO_OMEGA;
        if (d->curved != NULL && d->has_no_tangent) solution.status = NH_SOLUTION_NO_TANGENT;
        return solution;
    }
    bool solved = d->least != NULL    ? nh_least_way_solve(d, &solution)
                  : d->sparse != NULL ? nh_sparse_way_solve(d, &solution)
                                      : nh_dense_way_solve(d, &solution);
    solution.status = !solved                         ? NH_SOLUTION_SINGULAR
                      : redundant_agree(d, &solution) ? NH_SOLVED
                                                      : NH_SOLUTION_INCONSISTENT;
    if (solved) shorten_multipliers(d, &solution);
    return solution;
}

/* ---- implicit equations ---- */

/* The accelerations around which the equations are linearised; how far the new ones are from the last. */
static double set_point(nh_dynamics *d, const double *x) {
    NH_ASSERT(d->implicit != NULL);
    double *point = omega_of(d), move = 0;
    for (size_t i = 0; i < d->n; i++) {
        move = fmax(move, fabs(x[i] - point[i]) / (1 + fabs(x[i])));
        point[i] = point[d->n + i] = x[i];
    }
    return move;
}

/* Newton's method from the accelerations under the Chetaev condition. The last step, once it moves nothing but
 * rounding, is the solution. */
static nh_solution solve_implicit(nh_dynamics *d, double t, const double *q, const double *v) {
    nh_solution solution = nh_dynamics_solve(d->chetaev, t, q, v);
    bool is_begun = solution.status == NH_SOLVED;
    double last = INFINITY;
    memset(d->x, 0, d->n * sizeof *d->x);
    (void)set_point(d, is_begun ? solution.x : d->x);
    for (int step = 0; step < MOST_NEWTON; step++) {
        solution = solve_carefully(d, t, q, v);
        if (solution.status != NH_SOLVED) break;
        double move = set_point(d, solution.x);
        if (move <= STILL || (move <= NEARLY_STILL && move >= last / 2)) return solution;
        last = move;
    }
    if (solution.status == NH_SOLVED) solution.status = NH_SOLUTION_NO_OMEGA;
    for (uint32_t i = 0; i < d->equations->omegas; i++) omega_of(d)[i] = NAN;
    return solution;
}

static nh_solution solve_at(nh_dynamics *d, double t, const double *q, const double *v) {
    return d->chetaev != NULL ? solve_implicit(d, t, q, v) : solve_carefully(d, t, q, v);
}

bool nh_dynamics_omega_balls(nh_dynamics *dynamics, const nh_ball *parameters, const nh_ball *inputs, uint32_t rank,
                             const uint32_t *used, nh_ball *computed, int prec) {
    NH_ASSERT(nh_guard_inside() && rank <= dynamics->rows && nh_is_rising(rank, used, dynamics->rows));
    nh_dynamics *d = dynamics;
    if (d->implicit == NULL) return nh_transposer_balls(d->transposition, parameters, inputs, computed, prec);
    return isfinite(*omega_of(d)) &&
           nh_implicit_balls(d->implicit, parameters, inputs, omega_of(d), rank, used, computed, prec);
}

static nh_solution solve_system(nh_dynamics *d, double t, const double *q, const double *v) {
    nh_solution solution = {.x = d->x, .lambda = d->lambda, .is_redundant = d->is_redundant};
    if (d->has_choice && d->fused != NULL && nh_fused_way_solve(d, t, q, v, &solution)) return solution;
    d->least_seen = 0;
    d->was_regular = false;
    return solve_at(d, t, q, v);
}

nh_solution nh_dynamics_solve(nh_dynamics *dynamics, double t, const double *q, const double *v) {
    dynamics->is_for_motion = false;
    return solve_system(dynamics, t, q, v);
}

nh_solution nh_dynamics_solve_motion(nh_dynamics *dynamics, double t, const double *q, const double *v) {
    dynamics->is_for_motion = true;
    return solve_system(dynamics, t, q, v);
}

const double *nh_dynamics_accelerate(nh_dynamics *dynamics, uint32_t least_rank, double t, const double *q,
                                     const double *v) {
    NH_ASSERT(least_rank <= dynamics->rows);
    nh_dynamics *d = dynamics;
    if (!d->has_choice || d->fused == NULL || nh_fused_way_rank(d) < least_rank) return NULL;
    return nh_fused_way_accelerate(d, t, q, v);
}

bool nh_dynamics_project(nh_dynamics *dynamics, double t, double *q, double *v) {
    NH_ASSERT(q != dynamics->before && v != dynamics->before);
    nh_dynamics *d = dynamics;
    if (!d->has_choice || d->fused == NULL) return false;
    memcpy(d->before, q, d->n * sizeof *q);
    memcpy(d->before + d->n, v, d->n * sizeof *v);
    if (nh_fused_way_project(d, t, q, v)) return true;
    memcpy(q, d->before, d->n * sizeof *q);
    memcpy(v, d->before + d->n, d->n * sizeof *v);
    return false;
}

/* ---- the choice of rows ---- */

/* With extras the matrix need not be definite, which the fused program needs it to be; and it does not compute
 * a transposition matrix. */
static void fuse_way(nh_dynamics *d) {
    NH_ASSERT(d->has_choice);
    bool is_plain = d->equations->extras == 0 && d->transposition == NULL && d->curved == NULL;
    is_plain = is_plain && d->equations->is_symmetric;
    if (d->dense == NULL || (size_t)d->n + d->rows > MOST_FUSED || !is_plain) return;
    d->fused = NULL;
    for (size_t i = 0; i < d->made.count; i++)
        if (nh_fused_way_fits(d->made.items[i], d)) d->fused = d->made.items[i];
    if (d->fused != NULL || d->made.count >= MOST_FUSIONS) return;
    d->fused = nh_fused_way_make(d);
    nh_array_push(&d->made, d->fused);
}

bool nh_dynamics_is_settled(nh_dynamics *dynamics) {
    nh_dynamics *d = dynamics;
    double least = d->least_seen;
    d->least_seen = 1;
    return d->has_choice && d->fused != NULL && nh_fused_way_rank(d) == d->rows && least > GOOD_PIVOT * GOOD_PIVOT;
}

bool nh_dynamics_stays_regular(nh_dynamics *dynamics) {
    nh_dynamics *d = dynamics;
    bool was_regular = d->was_regular && d->has_choice && d->fused != NULL;
    d->was_regular = true;
    return was_regular;
}

nh_solution nh_dynamics_choose(nh_dynamics *dynamics, double t, const double *q, const double *v) {
    nh_dynamics *d = dynamics;
    bool had_choice = d->had_choice = d->has_choice;
    d->has_choice = d->is_for_motion = false;
    if (d->transposition != NULL) nh_transposer_choose(d->transposition, t, q, v);
    if (d->chetaev != NULL) (void)nh_dynamics_choose(d->chetaev, t, q, v);
    nh_solution solution = solve_at(d, t, q, v);
    bool is_found = solution.status == NH_SOLVED || !had_choice; /* else the last one stays: the step is made again */
    d->has_choice = true;
    d->had_choice = false;
    NH_ASSERT(d->rank <= d->rows);
    if (!is_found) return solution;
    bool is_known = solution.status != NH_SOLUTION_NOT_FINITE && solution.status != NH_SOLUTION_NO_OMEGA;
    bool is_same = had_choice && memcmp(d->is_left_out, d->is_redundant, d->rows * sizeof *d->is_left_out) == 0;
    memcpy(d->is_left_out, d->is_redundant, d->rows * sizeof *d->is_left_out);
    d->rank = is_known ? solution.rank : d->rows;
    if (!is_same) fuse_way(d);
    return solution;
}
