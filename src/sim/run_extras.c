/* Multipliers mu that are integrated with the motion, as the vakonomic equations have them: mu' = -lambda.
 *
 * They stand behind q and q' in the state. No constraint speaks of them: projections leave them as they are. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/protect.h"
#include "model/inputs.h"
#include "sim/run_private.h"

/* ---- the start ---- */

/* The initial values of the extras, 0 where the model has none. They depend on time and parameters alone. */
static nh_expr *initial_values(const nh_sim *r) {
    const nh_equations *e = r->equations;
    nh_expr *values = NH_NEW_ARRAY(r->arena, nh_expr, e->extras);
    nh_map number = nh_map_make(r->arena);
    for (uint32_t i = 0; i < e->extras; i++) {
        values[i] = NH_EXPR_ZERO;
        nh_map_put(&number, e->extra[i], i);
    }
    for (size_t i = 0; i < r->model->initials.count; i++) {
        const uint64_t *extra = nh_map_get(&number, r->model->initials.items[i].quantity);
        if (extra != NULL) values[*extra] = r->model->initials.items[i].value;
    }
    return values;
}

void nh_sim_start_extras(nh_sim *r, double t) {
    const nh_equations *e = r->equations;
    if (e->extras == 0) return;
    nh_tape_def def = nh_model_tape_def(r->model, r->arena, false);
    def.output_count = e->extras;
    def.outputs = initial_values(r);
    nh_tape *tape = nh_tape_make(r->arena, r->model->pool, &def);
    double *work = nh_arena_alloc_aligned(r->arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    double *inputs = NH_NEW_ARRAY(r->arena, double, def.input_count);
    inputs[0] = t;
    nh_tape_begin(tape, 1, r->parameters, work);
    nh_tape_run(tape, 1, inputs, r->y + 2 * r->n, work);
    for (uint32_t i = 0; i < e->extras; i++)
        if (!isfinite(r->y[2 * r->n + i]))
            nh_fail(r->model->context, NH_E_MODEL, "no-start", "the initial value of 'mu.%s' is not finite",
                    nh_sim_row_name(r, i));
}

/* ---- along the motion ---- */

/* Hands the extras of y to all that computes with them. */
static void load(nh_sim *r, const double *y) {
    size_t extras = r->equations->extras;
    if (extras == 0) return;
    memcpy(nh_dynamics_extras(r->dynamics), y + 2 * r->n, extras * sizeof *y);
    memcpy(nh_observer_extras(r->observer), y + 2 * r->n, extras * sizeof *y);
}

/* What is observed at a state has the transposition matrix of its solution. */
static void hand_over(nh_sim *r) {
    size_t omegas = r->equations->omegas;
    if (omegas > 0) memcpy(nh_observer_omega(r->observer), nh_dynamics_omega(r->dynamics), omegas * sizeof(double));
}

nh_solution nh_sim_solve_at(nh_sim *r, double t, const double *y) {
    load(r, y);
    nh_solution solution = nh_dynamics_solve(r->dynamics, t, y, y + r->n);
    hand_over(r);
    return solution;
}

nh_solution nh_sim_choose_at(nh_sim *r, double t, const double *y) {
    load(r, y);
    nh_solution solution = nh_dynamics_choose(r->dynamics, t, y, y + r->n);
    hand_over(r);
    return solution;
}

void nh_sim_extra_rates(const nh_sim *r, const double *lambda, double *rates) {
    for (uint32_t i = 0; i < r->equations->extras; i++) rates[i] = 0 - lambda[i]; /* not -0 for a redundant row */
}
