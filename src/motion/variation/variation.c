/* A motion with its neighbours: variation.h. */
#include "motion/variation/variation.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "model/values.h"
#include "num/linear/doubles.h"
#include "ode/ode.h"
#include "state/state.h"

struct nh_variation {
    const nh_model *model;
    nh_arena *arena;
    nh_variation_def def;
    size_t n, width, size; /* width: of a state, 2n and the multipliers that belong to it */
    uint32_t rank;
    nh_equations *equations;
    nh_dynamics *dynamics;
    nh_states *states;
    nh_tangent *tangent;
    nh_ode *ode;
    double *y, *growth;
    bool is_backwards, has_gone; /* steps were made, in this direction */
};

static size_t parameter_of(const nh_variation *f, size_t k) {
    return f->def.parameter != NULL ? f->def.parameter[k] : SIZE_MAX;
}

/* ---- what the integrator calls ---- */

/* The multipliers of the state. */
static void load_extras(nh_variation *f, const double *y) {
    double *extras = nh_dynamics_extras(f->dynamics);
    if (extras != NULL) memcpy(extras, y + 2 * f->n, f->equations->extras * sizeof *y);
}

static bool is_tangent(nh_variation *f, double t, const double *y, const nh_solution *solution) {
    return solution->status == NH_SOLVED && solution->rank >= f->rank && nh_tangent_at(f->tangent, t, y, solution);
}

static int right_side(void *user, double t, const double *y, double *dydt) {
    nh_variation *f = user;
    size_t n = f->n;
    nh_tick(f->model->context, n * n);
    load_extras(f, y);
    nh_solution solution = nh_dynamics_solve(f->dynamics, t, y, y + n);
    if (!is_tangent(f, t, y, &solution)) return 1;
    memcpy(dydt, y + n, n * sizeof *y);
    memcpy(dydt + n, solution.x, n * sizeof *y);
    for (size_t r = 0; r < f->equations->extras; r++) dydt[2 * n + r] = -solution.lambda[r];
    for (size_t k = 1; k <= f->def.count; k++) {
        const double *displacement = y + f->width * k;
        memcpy(dydt + f->width * k, displacement + n, n * sizeof *y);
        nh_tangent_accelerate(f->tangent, displacement, parameter_of(f, k - 1), dydt + f->width * k + n);
    }
    return 0;
}

/* What is left of each is its growth. */
static bool make_orthonormal(nh_variation *f, double *y) {
    size_t size = f->width;
    for (size_t k = 0; k < f->def.count; k++) {
        double *x = y + size * (k + 1);
        nh_doubles_take_away(x, size, y + size, k);
        double left = nh_doubles_length(x, size);
        if (!(left > 0) || !isfinite(left)) return false;
        for (size_t j = 0; j < size; j++) x[j] /= left;
        f->growth[k] += log(left);
    }
    return true;
}

/* Moves all of it back, and chooses the rows that carry the equations there. */
static int settle_all(void *user, double t, double *y) {
    nh_variation *f = user;
    nh_state state = {.t = t, .q = y, .v = y + f->n};
    load_extras(f, y);
    if (!nh_dynamics_project(f->dynamics, t, y, y + f->n) && !nh_states_project(f->states, &state)) return 1;
    nh_solution solution = nh_dynamics_choose(f->dynamics, t, y, y + f->n);
    if (!is_tangent(f, t, y, &solution)) return 1;
    for (size_t k = 0; k < f->def.count; k++)
        if (!nh_tangent_project(f->tangent, y + f->width * (k + 1), parameter_of(f, k))) return 1;
    return f->def.is_normalised && !make_orthonormal(f, y);
}

/* ---- making ---- */

nh_variation *nh_variation_make(nh_arena *arena, const nh_model *model, const nh_variation_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && (def->parameters == 0 || def->by != NULL));
    nh_variation *f = NH_NEW(arena, nh_variation);
    *f = (nh_variation){.model = model, .arena = arena, .def = *def, .n = model->coordinates.count};
    f->equations = def->is_vakonomic ? nh_vakonomic_derive(model, arena) : nh_chetaev_derive(model, arena);
    f->width = 2 * f->n + f->equations->extras;
    f->size = f->width * (1 + def->count);
    const char *problem = nh_tangent_problem(f->equations);
    if (problem != NULL)
        nh_fail(model->context, NH_E_UNSUPPORTED, "variations", "neighbouring motions are not computed: %s", problem);
    const double *parameters = nh_model_parameter_values(model, arena);
    f->dynamics = nh_dynamics_make(arena, f->equations, def->native);
    f->states = nh_states_make(arena, model, parameters);
    f->tangent = nh_tangent_make(arena, f->equations, def->parameters, def->by, def->native);
    nh_dynamics_set(f->dynamics, parameters);
    nh_tangent_set(f->tangent, parameters);
    f->y = NH_NEW_ARRAY(arena, double, f->size + 1);
    f->growth = NH_NEW_ARRAY(arena, double, def->count + 1);
    return f;
}

double *nh_variation_start(nh_variation *f, double t) {
    double *y = NH_NEW_ARRAY(f->arena, double, 2 * f->n + 1);
    nh_state state = {.t = t, .q = y, .v = y + f->n};
    nh_states_require_start(f->states, t, &state);
    return y;
}

static void begin_steps(nh_variation *f, double t, double t1) {
    nh_ode_problem problem = {.size = f->size, .f = right_side, .project = settle_all, .user = f};
    nh_ode_def def = nh_default_ode();
    def.rtol = f->def.rtol;
    def.atol = f->def.atol;
    def.most_steps = f->def.most_steps;
    f->ode = nh_ode_begin(f->arena, &problem, &def, t, f->y, t1);
    f->is_backwards = t1 < t;
    f->has_gone = false;
}

const char *nh_variation_begin(nh_variation *f, double t, const double *state, const double *displacements) {
    NH_ASSERT(state != f->y);
    memset(f->y, 0, f->size * sizeof *f->y);
    memcpy(f->y, state, f->width * sizeof *state);
    if (displacements != NULL) memcpy(f->y + f->width, displacements, (f->size - f->width) * sizeof *state);
    load_extras(f, f->y);
    nh_solution solution = nh_dynamics_choose(f->dynamics, t, f->y, f->y + f->n);
    f->rank = solution.rank;
    if (settle_all(f, t, f->y) != 0) return "the equations of motion do not determine the accelerations there";
    memset(f->growth, 0, f->def.count * sizeof *f->growth);
    begin_steps(f, t, t);
    return NULL;
}

/* ---- going ---- */

const char *nh_variation_go(nh_variation *f, double t1) {
    NH_ASSERT(f->ode != NULL);
    nh_ode_status status;
    if (t1 == nh_variation_time(f)) return NULL;
    memcpy(f->y, nh_ode_state(f->ode), f->size * sizeof *f->y);
    if (f->is_backwards == (t1 < nh_variation_time(f)) && f->has_gone) nh_ode_set_end(f->ode, t1);
    else begin_steps(f, nh_variation_time(f), t1);
    f->has_gone = true;
    while ((status = nh_ode_step(f->ode)) == NH_ODE_GOING) {
        nh_status stop = nh_should_stop(f->model->context);
        if (stop != NH_OK) nh_raise(f->model->context, stop);
    }
    switch (status) {
        case NH_ODE_GOING:
        case NH_ODE_FINISHED: return NULL;
        case NH_ODE_STEP_SMALL: return "the tolerance cannot be reached: neighbouring motions grow without bound there";
        case NH_ODE_REFUSED: return "the motion comes to a singular configuration";
        case NH_ODE_STEPS_LIMIT: return "too many steps are needed";
        case NH_ODE_GAVE_UP: break;
    }
    return "the integration could not be continued";
}

double nh_variation_time(const nh_variation *f) {
    return nh_ode_time(f->ode);
}

const double *nh_variation_state(const nh_variation *f) {
    return nh_ode_state(f->ode);
}

const double *nh_variation_displacement(const nh_variation *f, size_t k) {
    NH_ASSERT(k < f->def.count);
    return nh_ode_state(f->ode) + f->width * (k + 1);
}

const double *nh_variation_growth(const nh_variation *f) {
    return f->growth;
}

nh_tangent *nh_variation_tangent(nh_variation *f) {
    const double *y = nh_variation_state(f);
    load_extras(f, y);
    nh_solution solution = nh_dynamics_solve(f->dynamics, nh_variation_time(f), y, y + f->n);
    return is_tangent(f, nh_variation_time(f), y, &solution) ? f->tangent : NULL;
}
