/* A motion in the variables of its formulation: z = (q, y, work) is what is integrated, with the velocities q' =
 * velocities(t, q, y) exactly on the kinematic rows.
 *
 * What y means may change between two steps: independent velocities are chosen anew, and quasi-velocities left, when
 * they determine the velocities much worse than where they were chosen. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "motion/run/run_private.h"

/* Another choice is searched for when errors grow so much more than where this one was made, */
#define WORSE 1.4
/* and taken if they grow less by this factor. */
#define BETTER 1.2
/* When they grow by so much more than they did at best, and no choice is better, the formulation ends there. */
#define HOPELESS 1e4

static nh_state state_of(const nh_sim *r, double t, const double *y) {
    return (nh_state){.t = t, .q = (double *)y, .v = (double *)y + r->n}; /* which is only read */
}

/* z to (q, q', work). */
static int show_state(void *user, double t, const double *z, double *y) {
    nh_sim *r = user;
    uint32_t count = nh_formula_size(r->formula);
    memcpy(y, z, r->n * sizeof *y);
    memcpy(y + r->n, r->near, r->n * sizeof *y);
    if (r->size > 2 * r->n) y[2 * r->n] = z[r->n + count];
    if (nh_formula_velocities(r->formula, t, z, z + r->n, y + r->n)) return 0;
    nh_sim_refuse(r, NH_REFUSAL_VARIABLES, t, y);
    return 1;
}

/* (q, q', work) to z. Velocities near these are meant from now on, where several have the same y. */
static int take_state(void *user, double t, const double *y, double *z) {
    nh_sim *r = user;
    nh_state state = state_of(r, t, y);
    uint32_t count = nh_formula_size(r->formula);
    memcpy(r->near, y + r->n, r->n * sizeof *y);
    memmove(z, y, r->n * sizeof *y);
    nh_formula_variables(r->formula, &state, z + r->n);
    if (r->size > 2 * r->n) z[r->n + count] = y[2 * r->n];
    return 0;
}

static int find_rates(void *user, double t, const double *z, double *dzdt) {
    nh_sim *r = user;
    double *y = r->seen, *x = r->accelerations;
    if (show_state(r, t, z, y) != 0) return 1;
    nh_state state = state_of(r, t, y);
    bool has_work = r->size > 2 * r->n;
    memcpy(dzdt, y + r->n, r->n * sizeof *y);
    if (!nh_formula_solve(r->formula, &state, dzdt + r->n, x, has_work ? r->multipliers : NULL)) {
        nh_sim_refuse(r, NH_REFUSAL_VARIABLES, t, y);
        return 1;
    }
    if (!has_work) return 0;
    double power = nh_observe_power(r->observer, t, y, y + r->n, x, r->multipliers) / r->work_unit;
    dzdt[r->n + nh_formula_size(r->formula)] = power;
    if (isfinite(power)) return 0;
    nh_sim_refuse(r, NH_REFUSAL_POWER, t, y);
    return 1;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): take changes it */
static int project_variables(void *user, double t, double *z) {
    nh_sim *r = user;
    double *y = r->seen;
    if (show_state(r, t, z, y) != 0 || nh_sim_end_step(r, t, y) != 0) return 1;
    return take_state(r, t, y, z);
}

static double growth_at(nh_sim *r, double t, const double *y) {
    nh_state state = state_of(r, t, y);
    return nh_formula_growth(r->formula, &state, (nh_tolerance){r->def->rtol, r->def->atol});
}

/* Errors of y may be small, and those of the velocities large. */
static double error_growth(void *user, double t, const double *z) {
    nh_sim *r = user;
    return show_state(r, t, z, r->seen) == 0 ? growth_at(r, t, r->seen) : NAN;
}

nh_ode_problem nh_sim_begin_variables(nh_sim *r, double t) {
    NH_ASSERT(r->formula != NULL);
    nh_state state = state_of(r, t, r->y);
    if (!nh_formula_choose(r->formula, &state))
        nh_fail(r->model->context, NH_E_HYPOTHESIS, "formulation", "the formulation '%s' does not apply: %s",
                r->form->name, nh_formula_why(r->formula));
    r->growth = r->least_growth = growth_at(r, t, r->y);
    r->rank_now = nh_formula_rank(r->formula);
    size_t size = r->size - r->n + nh_formula_size(r->formula);
    return (nh_ode_problem){size, find_rates, project_variables, r, r->size, show_state, take_state, error_growth};
}

static void end_here(nh_sim *r, const char *why) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "the equations of '%s' end there: %s; use chetaev (the default) to continue", r->form->name,
                   why);
    r->result->outcome = NH_OUTCOME_SINGULAR;
    r->result->message = nh_text_string(&text);
}

bool nh_sim_renew_variables(nh_sim *r) {
    if (r->formula == NULL) return true;
    double t = nh_ode_time(r->ode);
    memcpy(r->y, nh_ode_state(r->ode), r->size * sizeof *r->y);
    nh_state state = state_of(r, t, r->y);
    if (r->rank_now != nh_formula_rank(r->formula)) {
        end_here(r, "the number of independent constraints changes, and with it the number of variables");
        return false;
    }
    double now = growth_at(r, t, r->y);
    if (now < WORSE * r->growth) return true;
    nh_tolerance tolerance = {r->def->rtol, r->def->atol};
    bool is_changed = nh_formula_choose_again(r->formula, &state, tolerance, now / BETTER);
    r->growth = is_changed ? growth_at(r, t, r->y) : now;
    r->least_growth = fmin(r->least_growth, r->growth);
    if (is_changed) nh_ode_restart(r->ode, t, r->y);
    if (r->growth < HOPELESS * r->least_growth) return true;
    end_here(r, "their variables no longer determine the velocities, and no other choice does");
    return false;
}
