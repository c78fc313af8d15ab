/* What ends or marks a motion by the will of the model: events, stops, assumptions. */
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/protect.h"
#include "expr/print/print.h"
#include "model/inputs.h"
#include "motion/run/run_private.h"
#include "num/linear/doubles.h"

/* An assumption is left when it is off by more than this many times what errors of one step make of it: they add up. */
#define LEFT 100
/* Forces of contacts below that part of the largest multiplier are rounding. */
#define CONTACT_NOISE 1e-9

/* ---- events and stops ---- */

static int event_values(void *user, double t, const double *y, double *g) {
    nh_sim *r = user;
    nh_solution solution = {0};
    if (nh_observer_events_need_solution(r->observer) && !nh_sim_solve(r, t, y, &solution)) return 1;
    const double *values = nh_observe_events(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    memcpy(g, values, r->model->events.count * sizeof *g);
    return 0;
}

/* An nh_enclosure_sample. */
static int event_inputs(void *user, nh_ode *ode, double t, double *inputs) {
    nh_sim *r = user;
    nh_solution solution = {0};
    (void)nh_ode_dense(ode, t, r->seen);
    if (nh_observer_events_need_solution(r->observer) && !nh_sim_solve(r, t, r->seen, &solution)) return 1;
    const double *values = nh_observe_inputs(r->observer, t, r->seen, r->seen + r->n, solution.x, solution.lambda);
    memcpy(inputs, values, nh_observer_event_def(r->observer).input_count * sizeof *inputs);
    return 0;
}

/* Bounds of the events within steps. */
static void enclose_events(nh_sim *r) {
    nh_enclosure_def def = {.inputs = nh_observer_event_def(r->observer),
                            .parameters = r->parameters,
                            .count = (uint32_t)r->model->events.count,
                            .sample = event_inputs,
                            .user = r};
    def.functions = def.inputs.outputs;
    r->event_bounds = nh_enclosure_make(r->arena, r->model, &def);
    nh_events_enclose(r->events, nh_enclosure_look, r->event_bounds);
}

/* sum |dg/dx_i| (atol + rtol |x_i|), of each of the functions g, by their inputs; the first of those is time. */
static void make_errors(nh_sim *r, nh_watch_errors *w, nh_tape_def def, uint32_t count, const nh_expr *functions) {
    nh_pool *pool = r->model->pool;
    nh_expr_matrix slopes = nh_expr_jacobian(pool, r->arena, count, functions, def.input_count - 1, def.inputs + 1);
    nh_expr *errors = NH_NEW_ARRAY(r->arena, nh_expr, count);
    nh_expr rtol = nh_expr_number(pool, nh_rat_from_double(r->arena, r->def->rtol));
    nh_expr atol = nh_expr_number(pool, nh_rat_from_double(r->arena, r->def->atol));
    for (uint32_t i = 0; i < count; i++) {
        nh_exprs terms = {.arena = r->arena};
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++) {
            nh_expr size = nh_expr_apply1(pool, NH_EXPR_ABS, def.inputs[1 + slopes.column[k]]);
            nh_expr slope = nh_expr_apply1(pool, NH_EXPR_ABS, slopes.entry[k]);
            nh_array_push(&terms, nh_expr_mul(pool, slope, nh_expr_add(pool, atol, nh_expr_mul(pool, rtol, size))));
        }
        errors[i] = nh_expr_sum(pool, terms.count, terms.items);
    }
    def.output_count = count;
    def.outputs = errors;
    w->program = nh_program_of(r->arena, pool, &def, r->parameters);
    w->inputs = NH_NEW_ARRAY(r->arena, double, def.input_count);
    w->since = NH_NEW_ARRAY(r->arena, double, count);
    for (uint32_t i = 0; i < count; i++) w->since[i] = NAN;
}

/* What errors of the motion make of a function at the time t of the last step; 0 where that is not known. */
static double error_at(nh_sim *r, nh_watch_errors *w, nh_enclosure_sample inputs, uint32_t which, double t) {
    if (inputs(r, r->ode, t, w->inputs) != 0) return 0;
    double error = nh_program_at(w->program, w->inputs)[which];
    return isfinite(error) ? error : 0;
}

/* Notes an event that came after a time in which its function was no larger than errors of the motion make it. */
static void note_doubt(nh_sim *r, const nh_occurrence *now) {
    nh_watch_errors *w = &r->event_errors;
    if (isnan(w->since[now->event]) && now->size <= error_at(r, w, event_inputs, now->event, now->t))
        w->since[now->event] = now->since;
}

void nh_sim_begin_events(nh_sim *r) {
    size_t count = r->model->events.count;
    if (count == 0) return;
    nh_crossing *crossings = NH_NEW_ARRAY(r->arena, nh_crossing, count);
    for (size_t i = 0; i < count; i++) {
        const nh_event *event = &r->model->events.items[i];
        crossings[i] = event->or_equal                  ? NH_CROSSING_FALLING
                       : event->is_comparison           ? NH_CROSSING_BELOW
                       : event->direction == NH_RISING  ? NH_CROSSING_RISING
                       : event->direction == NH_FALLING ? NH_CROSSING_FALLING
                                                        : NH_CROSSING_ANY;
    }
    r->events = nh_events_begin(r->arena, r->size, (uint32_t)count, crossings, event_values, r);
    enclose_events(r);
    nh_tape_def def = nh_observer_event_def(r->observer);
    make_errors(r, &r->event_errors, def, def.output_count, def.outputs);
    nh_events_start(r->events, r->ode);
}

/* Which condition it was. */
static const char *tell_stop(nh_sim *r, const nh_event *event, const char *when) {
    nh_text text = nh_text_begin(r->arena);
    if (event->reason != NULL) return event->reason;
    nh_text_add(&text, "stopped by ");
    if (event->place.line == 0) nh_text_add(&text, "a condition of the model");
    else nh_text_format(&text, "the condition of line %u", (unsigned)event->place.line);
    nh_text_add(&text, when);
    return nh_text_string(&text);
}

static void tell_contact(nh_sim *r, uint32_t event, double t) {
    const nh_event *e = &r->model->events.items[event];
    nh_remark remark = {.code = "contact", .severity = NH_SEVERITY_WARNING, .place = &e->place};
    nh_diag_add(r->model->context, &remark, "at t = %.10g %s", t, e->reason);
    r->told_contacts[event] = true;
}

/* What contacts watch may be below 0 at the start already, by more than rounding. */
static void tell_contacts_at_start(nh_sim *r, const double *values) {
    nh_solution solution;
    size_t count = r->model->events.count;
    r->told_contacts = NH_NEW_ARRAY(r->arena, bool, count);
    if (!nh_sim_solve(r, nh_ode_time(r->ode), nh_ode_state(r->ode), &solution)) return;
    double noise = CONTACT_NOISE * fmax(1e-3, nh_doubles_largest(solution.lambda, r->equations->rows));
    for (uint32_t i = 0; i < count; i++) {
        const nh_event *event = &r->model->events.items[i];
        if (event->reason != NULL && !event->is_stop && values[i] < -noise) tell_contact(r, i, nh_ode_time(r->ode));
    }
}

bool nh_sim_stops_at_start(nh_sim *r) {
    size_t count = r->model->events.count;
    double *values = NH_NEW_ARRAY(r->arena, double, count);
    if (count == 0 || event_values(r, nh_ode_time(r->ode), nh_ode_state(r->ode), values) != 0) return false;
    for (size_t i = 0; i < count; i++) {
        const nh_event *event = &r->model->events.items[i];
        if (!event->is_stop || !event->is_comparison || !(values[i] < 0 || (event->or_equal && values[i] == 0)))
            continue;
        r->result->outcome = NH_OUTCOME_STOPPED;
        r->result->message = tell_stop(r, event, ", which holds at the initial state");
        return true;
    }
    tell_contacts_at_start(r, values);
    return false;
}

static bool is_beyond(const nh_sim *r, double t, double limit) {
    return !nh_sim_is_reached(t, limit, r->result->to < r->result->from);
}

/* The state at a time within the last step, moved to where the rows hold; NULL: it cannot be. */
static const double *keep_state(nh_sim *r, double t) {
    (void)nh_ode_dense(r->ode, t, r->y);
    if (nh_sim_project(r, t, r->y) != 0) return NULL;
    double *state = NH_NEW_ARRAY(r->arena, double, 2 * r->n);
    memcpy(state, r->y, 2 * r->n * sizeof *state);
    return state;
}

/* Crossings of a section become rows, which are not kept here. */
static void note_event(nh_sim *r, const nh_occurrence *found) {
    note_doubt(r, found);
    if (&r->model->events.items[found->event] == r->result->section) {
        nh_array_push(&r->crossings, found->t);
        return;
    }
    nh_run_occurrence now = {found->event, found->t, found->rising, keep_state(r, found->t)};
    nh_array_push(&r->result->happenings, now);
}

/* Notes the events of the last step; true when one of them stops the run. */
static bool note_events(nh_sim *r, double *limit) {
    enum { MOST = 16 };
    nh_occurrence found[MOST];
    for (uint32_t count = MOST; count == MOST;) {
        count = nh_events_in_step(r->events, r->ode, MOST, found);
        for (uint32_t i = 0; i < count; i++) {
            if (is_beyond(r, found[i].t, *limit)) return false;
            note_event(r, &found[i]);
            if (!r->model->events.items[found[i].event].is_stop) continue;
            *limit = found[i].t;
            r->result->message = tell_stop(r, &r->model->events.items[found[i].event], "");
            return true;
        }
    }
    return false;
}

/* ---- assumptions ---- */

static const char *sentence_of(nh_sim *r, const nh_assumption *assumption, const char *what) {
    static const char *const relations[] = {
        [NH_LESS] = "<", [NH_GREATER] = ">", [NH_LESS_EQUAL] = "<=", [NH_GREATER_EQUAL] = ">=", [NH_NOT_EQUAL] = "!="};
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "%s '", what);
    nh_expr_print_decimals(r->model->pool, &text, assumption->left);
    nh_text_format(&text, " %s ", relations[assumption->relation]);
    nh_expr_print_decimals(r->model->pool, &text, assumption->right);
    nh_text_add(&text, "'");
    return nh_text_string(&text);
}

static int assumption_values(void *user, double t, const double *y, double *g) {
    nh_sim *r = user;
    r->assumption_inputs[0] = t;
    memcpy(r->assumption_inputs + 1, y, 2 * r->n * sizeof *y);
    nh_program_run(r->assumption_program, r->assumption_inputs, g);
    return 0;
}

/* An nh_enclosure_sample. */
static int state_inputs(void *user, nh_ode *ode, double t, double *inputs) {
    nh_sim *r = user;
    (void)nh_ode_dense(ode, t, r->seen);
    inputs[0] = t;
    memcpy(inputs + 1, r->seen, 2 * r->n * sizeof *inputs);
    return 0;
}

/* The difference of the sides that is above 0 where an assumption holds. */
static nh_expr margin_of(nh_pool *pool, const nh_assumption *assumption) {
    bool is_upper = assumption->relation == NH_LESS || assumption->relation == NH_LESS_EQUAL;
    return is_upper ? nh_expr_sub(pool, assumption->right, assumption->left)
                    : nh_expr_sub(pool, assumption->left, assumption->right);
}

static void make_assumption_program(nh_sim *r) {
    const nh_model *model = r->model;
    size_t count = model->assumptions.count;
    nh_expr *outputs = r->assumption_margins = NH_NEW_ARRAY(r->arena, nh_expr, count);
    for (size_t i = 0; i < count; i++) outputs[i] = margin_of(model->pool, &model->assumptions.items[i]);
    nh_tape_def def = nh_model_tape_def(model, r->arena, false, count, outputs);
    r->assumption_program = nh_program_of(r->arena, model->pool, &def, r->parameters);
    r->assumption_inputs = NH_NEW_ARRAY(r->arena, double, 2 * r->n + 1);
}

/* A margin without a value is not broken: what is undefined there is said by the equations. */
static bool is_broken(nh_relation relation, double margin) {
    switch (relation) {
        case NH_LESS:
        case NH_GREATER: return margin <= 0;
        case NH_LESS_EQUAL:
        case NH_GREATER_EQUAL: return margin < 0;
        case NH_NOT_EQUAL: return margin == 0;
    }
    return false;
}

static nh_crossing crossing_of(nh_relation relation) {
    if (relation == NH_NOT_EQUAL) return NH_CROSSING_ANY;
    return relation == NH_LESS || relation == NH_GREATER ? NH_CROSSING_FALLING : NH_CROSSING_BELOW;
}

/* The first assumption that a state breaks, or none: the count. */
static size_t broken_at(nh_sim *r, double t, const double *y) {
    size_t count = r->model->assumptions.count, i = 0;
    double *g = nh_program_outputs(r->assumption_program);
    (void)assumption_values(r, t, y, g);
    while (i < count && !is_broken(r->model->assumptions.items[i].relation, g[i])) i++;
    return i;
}

void nh_sim_begin_assumptions(nh_sim *r) {
    size_t count = r->model->assumptions.count;
    if (count == 0) return;
    make_assumption_program(r);
    size_t broken = broken_at(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    if (broken < count) {
        const nh_assumption *assumption = &r->model->assumptions.items[broken];
        nh_remark remark = {"assumption", NH_SEVERITY_ERROR, NH_E_MODEL, &assumption->place, NULL};
        nh_diag_add(r->model->context, &remark, "%s",
                    sentence_of(r, assumption, "the initial state violates the assumption"));
        nh_raise(r->model->context, NH_E_MODEL);
    }
    nh_crossing *crossings = NH_NEW_ARRAY(r->arena, nh_crossing, count);
    for (size_t i = 0; i < count; i++) crossings[i] = crossing_of(r->model->assumptions.items[i].relation);
    r->assumptions = nh_events_begin(r->arena, r->size, (uint32_t)count, crossings, assumption_values, r);
    nh_enclosure_def def = {.inputs = nh_model_tape_def(r->model, r->arena, false, 0, NULL),
                            .parameters = r->parameters,
                            .count = (uint32_t)count,
                            .functions = r->assumption_margins,
                            .sample = state_inputs,
                            .user = r};
    make_errors(r, &r->assumption_errors, def.inputs, (uint32_t)count, r->assumption_margins);
    r->assumption_bounds = nh_enclosure_make(r->arena, r->model, &def);
    nh_events_enclose(r->assumptions, nh_enclosure_look, r->assumption_bounds);
    nh_events_start(r->assumptions, r->ode);
}

/* Whether an assumption holds at the end of the step except for errors of the motion. */
static bool holds_at_end(nh_sim *r, uint32_t which) {
    double now = nh_ode_time(r->ode), error = error_at(r, &r->assumption_errors, state_inputs, which, now);
    return nh_program_at(r->assumption_program, r->assumption_errors.inputs)[which] >= -LEFT * error;
}

/* An assumption whose sides differ by errors of the motion only is not left by them: a motion on its boundary. */
static bool is_left_by_error(nh_sim *r, const nh_occurrence *now) {
    nh_watch_errors *w = &r->assumption_errors;
    bool is_order = r->model->assumptions.items[now->event].relation != NH_NOT_EQUAL;
    if (!is_order || now->size > LEFT * error_at(r, w, state_inputs, now->event, now->t)) return false;
    if (!holds_at_end(r, now->event)) return false;
    if (isnan(w->since[now->event])) w->since[now->event] = now->t;
    return true;
}

/* One that was left by errors before, and is left by more than that in this step: the count when there is none. */
static uint32_t left_for_good(nh_sim *r) {
    uint32_t count = (uint32_t)r->model->assumptions.count, i = 0;
    while (i < count && (isnan(r->assumption_errors.since[i]) || holds_at_end(r, i))) i++;
    return i;
}

/* The first assumption that is left within the step. */
static bool leaves_assumption(nh_sim *r, double *limit) {
    nh_occurrence found = {.event = left_for_good(r), .t = nh_ode_time_before(r->ode)};
    bool is_left = found.event < r->model->assumptions.count;
    while (!is_left && nh_events_in_step(r->assumptions, r->ode, 1, &found) > 0) is_left = !is_left_by_error(r, &found);
    if (!is_left || is_beyond(r, found.t, *limit)) return false;
    *limit = found.t;
    r->result->message =
        sentence_of(r, &r->model->assumptions.items[found.event], "the motion violates the assumption");
    return true;
}

/* ---- both ---- */

bool nh_sim_stops(nh_sim *r, double *limit) {
    bool leaves = r->assumptions != NULL && leaves_assumption(r, limit);
    bool stops = r->events != NULL && note_events(r, limit);
    if (!leaves && !stops) return false;
    r->result->outcome = NH_OUTCOME_STOPPED;
    return true;
}

/* Whether a time at which something is 0 within rounding belongs to the motion; it is told as a warning. */
static bool is_met(const nh_sim *r, double t) {
    return !isnan(t) && !is_beyond(r, t, r->result->t_end);
}

static const char *name_event(nh_sim *r, const nh_event *event) {
    nh_text text = nh_text_begin(r->arena);
    if (event->is_stop) nh_text_add(&text, "the condition of the stop");
    else nh_text_format(&text, "the event '%s'", nh_name_text(r->model->context, event->name));
    return nh_text_string(&text);
}

static void tell_event_touch(nh_sim *r, const nh_event *event, double t) {
    nh_remark remark = {.code = "touch", .severity = NH_SEVERITY_WARNING, .place = &event->place};
    nh_diag_add(r->model->context, &remark,
                "%s is 0 within rounding near t = %.10g and has the same sign before and after: whether it is reached "
                "there is undecided",
                name_event(r, event), t);
}

static void tell_doubt(nh_sim *r, const nh_event *event, double t) {
    nh_remark remark = {.code = "doubtful", .severity = NH_SEVERITY_WARNING, .place = &event->place};
    nh_diag_add(r->model->context, &remark,
                "%s is no larger than the errors of the motion from about t = %.10g on: changes of its sign may be due "
                "to these errors",
                name_event(r, event), t);
}

/* From t on it is sampled. */
static void tell_haste(nh_sim *r, const nh_place *place, const char *what, double t) {
    nh_remark remark = {.code = "sampled", .severity = NH_SEVERITY_WARNING, .place = place};
    nh_diag_add(r->model->context, &remark,
                "%s stays too close to 0 or jumps too often to be followed: from t = %.10g on it is only sampled, and "
                "changes of its sign may be missed",
                what, t);
}

static void tell_assumption_touch(nh_sim *r, const nh_assumption *assumption, double t, const char *within) {
    nh_remark remark = {.code = "touch", .severity = NH_SEVERITY_WARNING, .place = &assumption->place};
    nh_diag_add(r->model->context, &remark, "%s near t = %.10g: its sides are equal there, within %s",
                sentence_of(r, assumption, "undecided whether the motion violates the assumption"), t, within);
}

/* What contacts watch, once each. */
static void tell_contacts(nh_sim *r) {
    for (size_t k = 0; k < r->result->happenings.count; k++) {
        const nh_run_occurrence *happening = &r->result->happenings.items[k];
        const nh_event *event = &r->model->events.items[happening->event];
        if (event->reason == NULL || event->is_stop || r->told_contacts[happening->event]) continue;
        tell_contact(r, (uint32_t)happening->event, happening->t);
    }
}

void nh_sim_tell_touches(nh_sim *r) {
    tell_contacts(r);
    for (uint32_t i = 0; r->event_bounds != NULL && i < r->model->events.count; i++) {
        double t = nh_events_touch(r->events, i);
        const nh_event *event = &r->model->events.items[i];
        if (event->reason != NULL) continue; /* nobody asked for it */
        if (is_met(r, t)) tell_event_touch(r, event, t);
        t = nh_enclosure_hasty(r->event_bounds, i);
        if (is_met(r, t)) tell_haste(r, &event->place, name_event(r, event), t);
        t = r->event_errors.since != NULL ? r->event_errors.since[i] : NAN;
        if (is_met(r, t)) tell_doubt(r, event, t);
    }
    for (uint32_t i = 0; r->assumption_bounds != NULL && i < r->model->assumptions.count; i++) {
        double t = nh_events_touch(r->assumptions, i);
        const nh_assumption *assumption = &r->model->assumptions.items[i];
        double since = r->assumption_errors.since[i];
        if (is_met(r, since)) tell_assumption_touch(r, assumption, since, "errors of the motion");
        else if (is_met(r, t)) tell_assumption_touch(r, assumption, t, "rounding");
        t = nh_enclosure_hasty(r->assumption_bounds, i);
        if (is_met(r, t)) tell_haste(r, &assumption->place, sentence_of(r, assumption, "the assumption"), t);
    }
}
