/* The loop of a simulation: step, look for events, write rows. */
#include "sim/run.h"

#include <math.h>
#include <string.h>

#include "analysis/state.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text.h"
#include "form/form.h"
#include "model/values.h"
#include "ode/event.h"
#include "sim/dynamics.h"
#include "sim/observe.h"

typedef struct run {
    nh_model *model;
    nh_arena *arena;
    const nh_run_def *def;
    const nh_form *form;
    size_t n;
    nh_equations *equations;
    nh_dynamics *dynamics;
    nh_observer *observer;
    nh_states *states;
    nh_ode *ode;
    nh_events *events;
    nh_trajectory *result;
    uint32_t rank;    /* of the rows, the most that was seen */
    nh_solution last; /* of the last state that could not be solved */
    double last_time;
    double *y;     /* q, q', perhaps work: 2 n + 1 */
    double *row;   /* of the result */
    double *first; /* records at the start */
    double *drifts;
    double energy, energy_size; /* at the start; the largest so far */
    bool has_power;             /* work is done: the state has its component */
    bool has_rows;
} run;

/* ---- what the integrator calls ---- */

/* What the equations say at a state; false when they say nothing, which is remembered. */
static bool is_solved(run *r, double t, const nh_solution *solution) {
    bool good = solution->status == NH_SOLVED && solution->rank >= r->rank;
    if (!good) {
        r->last = *solution;
        r->last_time = t;
    }
    return good;
}

static bool solve(run *r, double t, const double *y, nh_solution *solution) {
    *solution = nh_dynamics_solve(r->dynamics, t, y, y + r->n);
    return is_solved(r, t, solution);
}

static int right_side(void *user, double t, const double *y, double *dydt) {
    run *r = user;
    nh_solution solution = r->has_power ? nh_dynamics_solve(r->dynamics, t, y, y + r->n)
                                        : nh_dynamics_accelerate(r->dynamics, t, y, y + r->n);
    if (!is_solved(r, t, &solution)) return 1;
    memcpy(dydt, y + r->n, r->n * sizeof *y);
    memcpy(dydt + r->n, solution.x, r->n * sizeof *y);
    if (r->has_power) dydt[2 * r->n] = nh_observe_power(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    return 0;
}

/* Moves y to where the rows hold. NOLINTNEXTLINE(readability-non-const-parameter): through state */
static int project(void *user, double t, double *y) {
    run *r = user;
    if (nh_dynamics_project(r->dynamics, t, y, y + r->n)) return 0;
    nh_state state = {.t = t, .q = y, .v = y + r->n};
    return nh_states_project(r->states, &state) ? 0 : 1;
}

/* After a step: back to the rows, and a new choice of those that carry the equations. */
static int end_step(void *user, double t, double *y) {
    run *r = user;
    if (project(r, t, y) != 0) return 1;
    nh_solution solution = nh_dynamics_choose(r->dynamics, t, y, y + r->n);
    if (solution.status == NH_SOLVED && solution.rank >= r->rank) return 0;
    r->last = solution;
    r->last_time = t;
    return 1;
}

static int event_values(void *user, double t, const double *y, double *g) {
    run *r = user;
    nh_solution solution;
    if (!solve(r, t, y, &solution)) return 1;
    const double *values = nh_observe_events(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    memcpy(g, values, r->model->events.count * sizeof *g);
    return 0;
}

/* ---- rows of the result ---- */

static void note_drifts(run *r, const nh_observation *seen) {
    for (size_t i = 0; i < r->model->records.count; i++) {
        if (r->model->records.items[i].kind != NH_RECORD_INVARIANT) continue;
        if (!r->has_rows) r->first[i] = seen->records[i];
        r->drifts[i] = fmax(r->drifts[i], fabs(seen->records[i] - r->first[i]));
    }
}

static void note_energy(run *r, const nh_observation *seen, double work) {
    if (!r->has_rows) r->energy = seen->energy;
    r->energy_size = fmax(r->energy_size, fabs(seen->energy));
    double error = fabs(seen->energy - r->energy - work);
    r->result->energy_error = fmax(r->result->energy_error, error / fmax(r->energy_size, 1));
}

/* Writes the state as a row; false when there are no accelerations there. */
static bool write_row(run *r, double t, const double *y) {
    nh_solution solution;
    if (!solve(r, t, y, &solution)) return false;
    nh_observation seen = nh_observe(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    double *next = r->row;
    *next++ = t;
    memcpy(next, y, 2 * r->n * sizeof *y);
    next += 2 * r->n;
    memcpy(next, solution.lambda, r->equations->rows * sizeof *next);
    next += r->equations->rows;
    *next++ = seen.energy;
    for (size_t i = 0; i < r->model->records.count; i++)
        if (r->model->records.items[i].kind == NH_RECORD_WATCH) *next++ = seen.records[i];
    size_t reactions;
    nh_observer_reactions(r->observer, &reactions);
    memcpy(next, seen.reactions, reactions * sizeof *next);
    for (size_t i = 0; i < r->result->columns; i++) nh_array_push(&r->result->values, r->row[i]);
    nh_state state = {.t = t, .q = r->row + 1, .v = r->row + 1 + r->n};
    r->result->residual = fmax(r->result->residual, nh_states_residual(r->states, &state, NULL));
    note_drifts(r, &seen);
    note_energy(r, &seen, r->has_power ? y[2 * r->n] : 0);
    r->has_rows = true;
    r->result->t_end = t;
    return true;
}

/* The state at a time within the last step, on the rows. */
static bool write_within(run *r, double t) {
    nh_ode_dense(r->ode, t, r->y);
    return project(r, t, r->y) == 0 && write_row(r, t, r->y);
}

/* ---- names of the columns ---- */

static const char *joined(run *r, const char *head, const char *name, const char *tail) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "%s%s%s", head, name, tail);
    return nh_text_string(&text);
}

static void name_columns(run *r) {
    const nh_model *model = r->model;
    NH_ARRAY(const char *) names = {.arena = r->arena};
    nh_array_push(&names, "t");
    for (int prime = 0; prime < 2; prime++)
        for (size_t i = 0; i < r->n; i++) {
            const char *name = nh_name_text(model->context, model->coordinates.items[i].name);
            nh_array_push(&names, joined(r, "", name, prime ? "'" : ""));
        }
    for (uint32_t i = 0; i < r->equations->rows; i++) {
        const nh_row *row = &model->rows.items[r->equations->row[i]];
        nh_array_push(&names, joined(r, "lambda.", nh_name_text(model->context, row->name), ""));
    }
    nh_array_push(&names, "E");
    for (size_t i = 0; i < model->records.count; i++)
        if (model->records.items[i].kind == NH_RECORD_WATCH)
            nh_array_push(&names, nh_name_text(model->context, model->records.items[i].name));
    size_t reactions;
    const nh_expr *symbols = nh_observer_reactions(r->observer, &reactions);
    for (size_t i = 0; i < reactions; i++)
        nh_array_push(&names, nh_name_text(model->context, nh_expr_symbol_of(model->pool, symbols[i])->name));
    r->result->names = names.items;
    r->result->columns = names.count;
}

/* ---- how it ended ---- */

static const char *row_name(const run *r, uint32_t row) {
    return nh_name_text(r->model->context, r->model->rows.items[r->equations->row[row]].name);
}

static void explain(run *r, nh_text *text) {
    const nh_solution *s = &r->last;
    if (s->status == NH_SOLUTION_NOT_FINITE) nh_text_add(text, "the equations have no value there");
    else if (s->status == NH_SOLUTION_SINGULAR) nh_text_add(text, "the equations do not determine the accelerations");
    else if (s->status == NH_SOLUTION_INCONSISTENT)
        nh_text_format(text, "the constraint '%s' contradicts those before it", row_name(r, s->worst_row));
    else nh_text_add(text, "the constraints are no longer independent of each other");
}

static void end_badly(run *r, nh_outcome outcome, const char *what) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, what);
    if (outcome == NH_OUTCOME_SINGULAR) {
        nh_text_add(&text, ": ");
        explain(r, &text);
    }
    r->result->outcome = outcome;
    r->result->message = nh_text_string(&text);
}

static void finish(run *r, nh_ode_status status) {
    bool was_refused = r->last.status != NH_SOLVED || (r->last.x != NULL && r->last.rank < r->rank);
    switch (status) {
        case NH_ODE_GOING:
        case NH_ODE_FINISHED: break;
        case NH_ODE_REFUSED: end_badly(r, NH_OUTCOME_SINGULAR, "the motion ends in a singular configuration"); break;
        case NH_ODE_STEP_SMALL:
            if (was_refused) end_badly(r, NH_OUTCOME_SINGULAR, "the motion ends in a singular configuration");
            else end_badly(r, NH_OUTCOME_FAILED, "the tolerance cannot be reached with steps of any size");
            break;
        case NH_ODE_GAVE_UP: end_badly(r, NH_OUTCOME_FAILED, "the motion could not be continued"); break;
        case NH_ODE_STEPS_LIMIT: end_badly(r, NH_OUTCOME_FAILED, "the limit on steps was reached"); break;
    }
    r->result->statistics = nh_ode_get_statistics(r->ode);
}

/* ---- events ---- */

static void stop_at(run *r, const nh_happening *now) {
    r->result->outcome = NH_OUTCOME_STOPPED;
    r->result->message = "stopped by a condition of the model";
    r->result->t_end = now->t;
    write_within(r, now->t);
}

/* Notes the events of the last step; true when one of them stops the run. */
static bool note_events(run *r) {
    enum { MOST = 16 };
    nh_occurrence found[MOST];
    for (uint32_t count = MOST; count == MOST;) {
        count = nh_events_in_step(r->events, r->ode, MOST, found);
        for (uint32_t i = 0; i < count; i++) {
            nh_happening now = {found[i].event, found[i].t, found[i].rising};
            nh_array_push(&r->result->happenings, now);
            if (!r->model->events.items[now.event].is_stop) continue;
            stop_at(r, &now);
            return true;
        }
    }
    return false;
}

static void begin_events(run *r) {
    size_t count = r->model->events.count;
    nh_crossing *crossings = NH_NEW_ARRAY(r->arena, nh_crossing, count);
    for (size_t i = 0; i < count; i++) {
        nh_direction direction = r->model->events.items[i].direction;
        crossings[i] = direction == NH_RISING    ? NH_CROSSING_RISING
                       : direction == NH_FALLING ? NH_CROSSING_FALLING
                                                 : NH_CROSSING_ANY;
    }
    r->events = nh_events_begin(r->arena, 2 * r->n + r->has_power, (uint32_t)count, crossings, event_values, r);
    nh_events_start(r->events, r->ode);
}

/* ---- output times ---- */

typedef struct outputs {
    double from, to, step; /* step 0: every step of the method, or the times of a list */
    const double *at;
    size_t at_count, next;
} outputs;

/* The next output time, or not a number behind the last. */
static double next_time(const outputs *o) {
    if (o->at != NULL) return o->next < o->at_count ? o->at[o->next] : NAN;
    double t = o->from + (o->to < o->from ? -1 : 1) * o->step * (double)o->next;
    bool is_last = fabs(t - o->to) <= 1e-9 * o->step;
    if (is_last) return o->to;
    return (o->to < o->from) == (t < o->to) ? NAN : t;
}

static bool is_reached(double t, double now, bool backwards) {
    return backwards ? t >= now : t <= now;
}

/* Writes what is due within the last step; up to `limit` when the run was stopped there. */
static bool write_due(run *r, outputs *o, double limit) {
    bool backwards = o->to < o->from;
    if (o->at == NULL && o->step == 0) return write_row(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    while (!isnan(next_time(o)) && is_reached(next_time(o), limit, backwards)) {
        if (!write_within(r, next_time(o))) return false;
        o->next++;
    }
    return true;
}

/* The times of a list go the way of the run, and are within its span. */
static void check_times(const run *r, const outputs *o) {
    bool backwards = o->to < o->from;
    double last = o->from;
    for (size_t i = 0; o->at != NULL && i < o->at_count; i++) {
        double t = o->at[i];
        if (isnan(t) || !is_reached(t, o->to, backwards) || (i == 0 && !is_reached(o->from, t, backwards)))
            nh_fail(r->model->context, NH_E_USAGE, "times", "the time %g of a row is not between %g and %g", t, o->from,
                    o->to);
        if (!is_reached(last, t, backwards))
            nh_fail(r->model->context, NH_E_USAGE, "times", "the time %g of a row stands behind %g", t, last);
        last = t;
    }
}

/* A step that is much too small would fill the memory, or never get on. */
static void check_step(const run *r, const outputs *o) {
    if (o->step > 0 && fabs(o->to - o->from) / o->step > 1e9)
        nh_fail(r->model->context, NH_E_USAGE, "times", "a row every %g from %g to %g would be more than 10^9 rows",
                o->step, o->from, o->to);
}

/* ---- the run ---- */

static const nh_form *find_form(const run *r) {
    const char *name = r->def->form != NULL ? r->def->form : "chetaev", *nearest;
    const nh_form *form = nh_form_find(name, &nearest);
    if (form == NULL && nearest != NULL)
        nh_fail(r->model->context, NH_E_USAGE, "formulation", "there is no formulation '%s'; did you mean '%s'?", name,
                nearest);
    if (form == NULL) nh_fail(r->model->context, NH_E_USAGE, "formulation", "there is no formulation '%s'", name);
    return form;
}

static void prepare(run *r) {
    r->form = find_form(r);
    r->result->form = r->form->title;
    const double *parameters = nh_model_parameter_values(r->model, r->arena);
    r->equations = r->form->derive(r->model, r->arena);
    r->dynamics = nh_dynamics_make(r->arena, r->equations, r->def->native);
    r->observer = nh_observer_make(r->arena, r->equations, r->def->reactions);
    r->states = nh_states_make(r->arena, r->model, parameters);
    nh_dynamics_set(r->dynamics, parameters);
    nh_observer_set(r->observer, parameters);
    r->has_power = !nh_observer_power_is_zero(r->observer);
    name_columns(r);
    r->y = NH_NEW_ARRAY(r->arena, double, 2 * r->n + 1);
    r->row = NH_NEW_ARRAY(r->arena, double, r->result->columns);
    r->first = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    r->drifts = NH_NEW_ARRAY(r->arena, double, r->model->records.count);
    r->result->drifts = r->drifts;
    r->result->starts = r->first;
}

static outputs choose_outputs(run *r) {
    const nh_run_def *def = r->def;
    nh_model *model = r->model;
    outputs o = {.from = 0, .to = 10, .step = def->step, .at = def->at, .at_count = def->at_count};
    if (model->spans.count > 0) {
        const nh_span *span = &model->spans.items[0];
        o.from = nh_model_constant(model, r->arena, span->from);
        o.to = nh_model_constant(model, r->arena, span->to);
        if (o.step == 0 && o.at == NULL && span->step != NH_EXPR_UNDEFINED)
            o.step = fabs(nh_model_constant(model, r->arena, span->step));
    }
    if (!isnan(def->from)) o.from = def->from;
    if (!isnan(def->to)) o.to = def->to;
    check_times(r, &o);
    check_step(r, &o);
    return o;
}

static void start(run *r, double t) {
    nh_state state = {.t = t, .q = r->y, .v = r->y + r->n};
    nh_start_status status = nh_states_start(r->states, t, &state);
    if (status == NH_START_NONE)
        nh_fail(r->model->context, NH_E_MODEL, "no-start",
                "the model has no initial values: give some, or a random start");
    if (status == NH_START_NOT_FOUND) nh_raise(r->model->context, NH_E_MODEL);
    nh_solution solution = nh_dynamics_choose(r->dynamics, t, r->y, r->y + r->n);
    if (r->equations->is_least && solution.status == NH_SOLUTION_SINGULAR)
        nh_fail(
            r->model->context, NH_E_HYPOTHESIS, "formulation",
            "the formulation 'udwadia' does not apply: the matrix of the accelerations is not positive definite on the "
            "directions that the constraints leave free");
    r->rank = solution.rank;
}

/* Ended from outside. The words are constants: memory may be what is short. */
static void end_early(run *r, nh_status status) {
    r->result->outcome = NH_OUTCOME_FAILED;
    r->result->message = status == NH_E_INTERRUPT ? "interrupted" : "a limit of the computation was reached";
    r->result->values.count -= r->result->values.count % r->result->columns;
    r->result->statistics = nh_ode_get_statistics(r->ode);
}

static void go(run *r, outputs *o) {
    nh_ode_status status = NH_ODE_FINISHED;
    if (!write_due(r, o, o->from)) {
        end_badly(r, NH_OUTCOME_SINGULAR, "the start is a singular configuration");
        return;
    }
    begin_events(r);
    while ((status = nh_ode_step(r->ode)) == NH_ODE_GOING) {
        double now = nh_ode_time(r->ode);
        if (r->model->events.count > 0 && note_events(r)) break;
        if (!write_due(r, o, now)) {
            status = NH_ODE_REFUSED;
            break;
        }
        r->result->t_end = now;
        nh_progress_tell(r->model->context, "integrating", (now - o->from) / (o->to - o->from));
        nh_status stop = nh_should_stop(r->model->context);
        if (stop != NH_OK) {
            end_early(r, stop);
            return;
        }
    }
    finish(r, r->result->outcome == NH_OUTCOME_STOPPED ? NH_ODE_FINISHED : status);
}

typedef struct going {
    run *r;
    outputs *o;
} going;

static void go_protected(nh_context *context, void *argument) {
    (void)context;
    going *g = argument;
    go(g->r, g->o);
}

/* A step that is left half way, by an interrupt or a limit, ends the run there; what was computed stays. */
static void go_on(run *r, outputs *o) {
    going g = {r, o};
    nh_status status = nh_protect(r->model->context, go_protected, &g);
    if (status == NH_E_INTERRUPT || status == NH_E_LIMIT) end_early(r, status);
    else if (status != NH_OK) nh_raise(r->model->context, status);
}

nh_trajectory *nh_simulate(nh_arena *arena, nh_model *model, const nh_run_def *def) {
    run *r = NH_NEW(arena, run);
    *r = (run){.model = model, .arena = arena, .def = def, .n = model->coordinates.count};
    r->result = NH_NEW(arena, nh_trajectory);
    r->result->values.arena = r->result->happenings.arena = arena;
    prepare(r);
    outputs o = choose_outputs(r);
    r->result->from = o.from;
    r->result->to = o.to;
    r->result->t_end = o.from;
    start(r, o.from);
    nh_ode_problem problem = {.size = 2 * r->n + r->has_power, .f = right_side, .project = end_step, .user = r};
    nh_ode_def ode_def = nh_default_ode();
    ode_def.rtol = def->rtol;
    ode_def.atol = def->atol;
    r->ode = nh_ode_begin(arena, &problem, &ode_def, o.from, r->y, o.to);
    go_on(r, &o);
    return r->result;
}
