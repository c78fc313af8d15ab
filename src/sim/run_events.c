/* What ends or marks a motion by the will of the model: events, stops, assumptions. */
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/protect.h"
#include "expr/print.h"
#include "model/inputs.h"
#include "sim/run_private.h"
#include "tape/tape.h"

/* ---- events and stops ---- */

static int event_values(void *user, double t, const double *y, double *g) {
    nh_sim *r = user;
    nh_solution solution;
    if (!nh_sim_solve(r, t, y, &solution)) return 1;
    const double *values = nh_observe_events(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    memcpy(g, values, r->model->events.count * sizeof *g);
    return 0;
}

void nh_sim_begin_events(nh_sim *r) {
    size_t count = r->model->events.count;
    if (count == 0) return;
    nh_crossing *crossings = NH_NEW_ARRAY(r->arena, nh_crossing, count);
    for (size_t i = 0; i < count; i++) {
        const nh_event *event = &r->model->events.items[i];
        crossings[i] = event->is_comparison             ? NH_CROSSING_BELOW
                       : event->direction == NH_RISING  ? NH_CROSSING_RISING
                       : event->direction == NH_FALLING ? NH_CROSSING_FALLING
                                                        : NH_CROSSING_ANY;
    }
    r->events = nh_events_begin(r->arena, r->size, (uint32_t)count, crossings, event_values, r);
    nh_events_start(r->events, r->ode);
}

/* Which condition it was. */
static const char *tell_stop(nh_sim *r, const nh_event *event, const char *when) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_add(&text, "stopped by ");
    if (event->place.line == 0) nh_text_add(&text, "a condition of the model");
    else nh_text_format(&text, "the condition of line %u", (unsigned)event->place.line);
    nh_text_add(&text, when);
    return nh_text_string(&text);
}

bool nh_sim_stops_at_start(nh_sim *r) {
    size_t count = r->model->events.count;
    double *values = NH_NEW_ARRAY(r->arena, double, count);
    if (count == 0 || event_values(r, nh_ode_time(r->ode), nh_ode_state(r->ode), values) != 0) return false;
    for (size_t i = 0; i < count; i++) {
        const nh_event *event = &r->model->events.items[i];
        if (!event->is_stop || !event->is_comparison || !(values[i] < 0)) continue;
        r->result->outcome = NH_OUTCOME_STOPPED;
        r->result->message = tell_stop(r, event, ", which holds at the start");
        return true;
    }
    return false;
}

static bool is_beyond(const nh_sim *r, double t, double limit) {
    return !nh_sim_is_reached(t, limit, r->result->to < r->result->from);
}

/* Notes the events of the last step; true when one of them stops the run. */
static bool note_events(nh_sim *r, double *limit) {
    enum { MOST = 16 };
    nh_occurrence found[MOST];
    for (uint32_t count = MOST; count == MOST;) {
        count = nh_events_in_step(r->events, r->ode, MOST, found);
        for (uint32_t i = 0; i < count; i++) {
            if (is_beyond(r, found[i].t, *limit)) return false;
            nh_happening now = {found[i].event, found[i].t, found[i].rising};
            nh_array_push(&r->result->happenings, now);
            if (!r->model->events.items[now.event].is_stop) continue;
            *limit = now.t;
            r->result->message = tell_stop(r, &r->model->events.items[now.event], "");
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
    nh_tape_run(r->assumption_tape, 1, r->assumption_inputs, g, r->assumption_work);
    return 0;
}

/* left - right for each of them. */
static void make_assumption_tape(nh_sim *r) {
    nh_model *model = r->model;
    size_t count = model->assumptions.count;
    nh_expr *outputs = NH_NEW_ARRAY(r->arena, nh_expr, count);
    for (size_t i = 0; i < count; i++)
        outputs[i] = nh_expr_sub(model->pool, model->assumptions.items[i].left, model->assumptions.items[i].right);
    nh_tape_def def = nh_model_tape_def(model, r->arena, false);
    def.output_count = (uint32_t)count;
    def.outputs = outputs;
    r->assumption_tape = nh_tape_make(r->arena, model->pool, &def);
    r->assumption_inputs = NH_NEW_ARRAY(r->arena, double, 2 * r->n + 1);
    r->assumption_work =
        nh_arena_alloc_aligned(r->arena, nh_tape_work_size(r->assumption_tape, 1) * sizeof(double), 64);
    nh_tape_begin(r->assumption_tape, 1, r->parameters, r->assumption_work);
}

/* difference: left - right. One without a value is not broken: what is undefined there is said by the equations. */
static bool is_broken(nh_relation relation, double difference) {
    switch (relation) {
        case NH_LESS: return difference >= 0;
        case NH_GREATER: return difference <= 0;
        case NH_LESS_EQUAL: return difference > 0;
        case NH_GREATER_EQUAL: return difference < 0;
        case NH_NOT_EQUAL: return difference == 0;
    }
    return false;
}

/* The first assumption that a state breaks, or none: the count. */
static size_t broken_at(nh_sim *r, double t, const double *y) {
    size_t count = r->model->assumptions.count, i = 0;
    nh_arena *scratch = nh_scratch(r->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *g = NH_NEW_ARRAY(scratch, double, count);
    (void)assumption_values(r, t, y, g);
    while (i < count && !is_broken(r->model->assumptions.items[i].relation, g[i])) i++;
    nh_arena_release(scratch, mark);
    return i;
}

void nh_sim_begin_assumptions(nh_sim *r) {
    size_t count = r->model->assumptions.count;
    if (count == 0) return;
    make_assumption_tape(r);
    size_t broken = broken_at(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    if (broken < count) {
        const nh_assumption *assumption = &r->model->assumptions.items[broken];
        nh_remark remark = {"assumption", NH_SEVERITY_ERROR, NH_E_MODEL, &assumption->place, NULL};
        nh_diag_add(r->model->context, &remark, "%s", sentence_of(r, assumption, "the start breaks the assumption"));
        nh_raise(r->model->context, NH_E_MODEL);
    }
    nh_crossing *crossings = NH_NEW_ARRAY(r->arena, nh_crossing, count);
    for (size_t i = 0; i < count; i++) crossings[i] = NH_CROSSING_ANY;
    r->assumptions = nh_events_begin(r->arena, r->size, (uint32_t)count, crossings, assumption_values, r);
    nh_events_start(r->assumptions, r->ode);
}

/* The first assumption that is left within the step. A difference of 0 at its beginning has no side yet: the end tells. */
static bool leaves_assumption(nh_sim *r, double *limit) {
    nh_occurrence found;
    size_t count = r->model->assumptions.count;
    bool is_crossed = nh_events_in_step(r->assumptions, r->ode, 1, &found) > 0;
    size_t which = is_crossed ? found.event : broken_at(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    double t = is_crossed ? found.t : nh_ode_time_before(r->ode);
    if (which == count || is_beyond(r, t, *limit)) return false;
    *limit = t;
    r->result->message = sentence_of(r, &r->model->assumptions.items[which], "the motion leaves the assumption");
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
