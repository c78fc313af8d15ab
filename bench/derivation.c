#include "derivation.h"

#include <math.h>
#include <string.h>

#include "algebra.h"
#include "analysis/state.h"
#include "bench.h"
#include "model/values.h"
#include "sim/dynamics.h"

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

static const double *solve(nh_dynamics *dynamics, const double *q, const double *v) {
    nh_solution solution = nh_dynamics_solve(dynamics, 0, q, v);
    return solution.status == NH_SOLVED ? solution.x : NULL;
}

static void derive(nh_context *context, void *argument) {
    derivation *d = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, d->text);
    const double *q = d->numbers + d->p, *v = q + d->n;
    double began = bench_clock();
    nh_lagrange plain = {0};
    if (d->way == DERIVATION_PLAIN) plain = nh_lagrange_derive(model, arena, false);
    nh_equations *equations =
        d->way == DERIVATION_PLAIN ? nh_chetaev_of(model, arena, &plain) : nh_chetaev_derive(model, arena);
    nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, d->numbers);
    if (d->way != DERIVATION_PLAIN) (void)nh_dynamics_choose(dynamics, 0, q, v);
    const double *x = d->way == DERIVATION_SIMPLIFIED ? nh_dynamics_accelerate(dynamics, equations->rows, 0, q, v)
                                                      : solve(dynamics, q, v);
    d->seconds = fmin(d->seconds, bench_clock() - began);
    d->rows = equations->rows;
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
