#include "derivation.h"

#include <math.h>
#include <string.h>

#include "algebra.h"
#include "bench.h"
#include "elimination.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "state/state.h"

enum { ROUNDS = 50, TRIES = 50 };

size_t derivation_count(const derivation *d) {
    return (size_t)d->p + 2 * (size_t)d->n;
}

/* The numbers. */
static void find_state(nh_context *context, void *argument) {
    derivation *d = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, d->text);
    nh_random random = nh_random_make(1, 1);
    const double *parameters = nh_model_parameter_values(model, arena);
    d->n = (uint32_t)model->coordinates.count;
    d->p = (uint32_t)model->parameters.count;
    if (derivation_count(d) > DERIVATION_NUMBERS) nh_fail(context, NH_E_INTERNAL, "bench", "too many numbers");
    memcpy(d->numbers, parameters, d->p * sizeof *parameters);
    nh_state state = {.q = d->numbers + d->p, .v = d->numbers + d->p + d->n};
    if (!nh_states_random(nh_states_make(arena, model, parameters), &random, 0, TRIES, &state))
        nh_fail(context, NH_E_INTERNAL, "bench", "no state was found");
}

/* ---- to expressions ---- */

/* [matrix, -jacobian^T; jacobian, 0] (x, lambda) = (force, -drift), row by row. */
static void write_system(const nh_equations *e, nh_expr *a, nh_expr *b) {
    nh_pool *pool = e->model->pool;
    size_t n = e->count, size = n + e->rows;
    for (uint32_t i = 0; i < n; i++) {
        b[i] = e->force[i];
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            a[i * size + e->matrix.column[k]] = e->matrix.entry[k];
    }
    for (uint32_t j = 0; j < e->rows; j++) {
        b[n + j] = nh_expr_neg(pool, e->drift[j]);
        for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++) {
            a[(n + j) * size + e->jacobian.column[k]] = e->jacobian.entry[k];
            a[e->jacobian.column[k] * size + n + j] = nh_expr_neg(pool, e->jacobian.entry[k]);
        }
    }
}

/* The accelerations, then the multipliers; NULL when a pivot is missing. */
static const nh_expr *solve_symbolically(nh_arena *arena, const nh_equations *e) {
    uint32_t size = e->count + e->rows;
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, (size_t)size * size), *b = NH_NEW_ARRAY(arena, nh_expr, size);
    nh_expr *x = NH_NEW_ARRAY(arena, nh_expr, size);
    write_system(e, a, b);
    return elimination_solve(e->model->pool, arena, size, a, b, x) ? x : NULL;
}

static const double *evaluate(nh_arena *arena, const nh_model *model, const derivation *d, const nh_expr *x) {
    nh_tape_def def = nh_model_tape_def(model, arena, false, d->n, x);
    nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    double *inputs = NH_NEW_ARRAY(arena, double, 1 + 2 * (size_t)d->n), *values = NH_NEW_ARRAY(arena, double, d->n);
    memcpy(inputs + 1, d->numbers + d->p, 2 * (size_t)d->n * sizeof *inputs);
    nh_tape_begin(tape, 1, d->numbers, work);
    nh_tape_run(tape, 1, inputs, values, work);
    return values;
}

static const double *derive_plainly(nh_model *model, nh_arena *arena, derivation *d) {
    double began = bench_clock();
    nh_lagrange plain = nh_lagrange_derive(model, arena, false);
    nh_equations *equations = nh_chetaev_of(model, arena, &plain);
    const nh_expr *x = solve_symbolically(arena, equations);
    d->seconds = fmin(d->seconds, bench_clock() - began);
    d->rows = equations->rows;
    return x != NULL ? evaluate(arena, model, d, x) : NULL;
}

/* ---- to numbers ---- */

static const double *solve(nh_dynamics *dynamics, const double *q, const double *v) {
    nh_solution solution = nh_dynamics_solve(dynamics, 0, q, v);
    return solution.status == NH_SOLVED ? solution.x : NULL;
}

static const double *derive_for_evaluation(nh_model *model, nh_arena *arena, derivation *d) {
    const double *q = d->numbers + d->p, *v = q + d->n;
    double began = bench_clock();
    nh_equations *equations = nh_chetaev_derive(model, arena);
    nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, d->numbers);
    (void)nh_dynamics_choose(dynamics, 0, q, v);
    const double *x = d->way == DERIVATION_SIMPLIFIED ? nh_dynamics_accelerate(dynamics, equations->rows, 0, q, v)
                                                      : solve(dynamics, q, v);
    d->seconds = fmin(d->seconds, bench_clock() - began);
    d->rows = equations->rows;
    return x;
}

static void derive(nh_context *context, void *argument) {
    derivation *d = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, d->text);
    const double *x =
        d->way == DERIVATION_PLAIN ? derive_plainly(model, arena, d) : derive_for_evaluation(model, arena, d);
    if (x == NULL) nh_fail(context, NH_E_INTERNAL, "bench", "the accelerations are not determined");
    memcpy(d->x, x, d->n * sizeof *x);
}

bool derivation_time(derivation *d) {
    d->seconds = INFINITY;
    if (!algebra_alone(find_state, d)) return false;
    for (int i = 0; i < ROUNDS; i++)
        if (!algebra_alone(derive, d)) return false;
    return true;
}
