/* At which times rows are written. */
#include <math.h>

#include "base/protect.h"
#include "model/values.h"
#include "sim/run_private.h"

/* How many steps the end lies behind row k of a spacing; 0 when it is there, to rounding. */
static double steps_left(const nh_outputs *o, size_t k) {
    double left = fabs(o->to - o->from) / o->step - (double)k;
    return fabs(left) <= 1e-9 ? 0 : left;
}

double nh_sim_next_time(const nh_outputs *o) {
    if (o->at != NULL) return o->next < o->at_count ? o->at[o->next] : NAN;
    double left = steps_left(o, o->next);
    if (left > 0) return o->from + (o->to < o->from ? -1 : 1) * o->step * (double)o->next;
    bool is_behind = left < 0 && !(o->next > 0 && steps_left(o, o->next - 1) > 0); /* a last row at the end */
    return is_behind ? NAN : o->to;
}

bool nh_sim_is_reached(double t, double now, bool backwards) {
    return backwards ? t >= now : t <= now;
}

/* The times of a list go the way of the run, and are within its span. */
static void check_times(const nh_sim *r, const nh_outputs *o) {
    bool backwards = o->to < o->from;
    double last = o->from;
    for (size_t i = 0; o->at != NULL && i < o->at_count; i++) {
        double t = o->at[i];
        if (isnan(t) || !nh_sim_is_reached(t, o->to, backwards) ||
            (i == 0 && !nh_sim_is_reached(o->from, t, backwards)))
            nh_fail(r->model->context, NH_E_USAGE, "times", "the time %g of a row is not between %g and %g", t, o->from,
                    o->to);
        if (!nh_sim_is_reached(last, t, backwards))
            nh_fail(r->model->context, NH_E_USAGE, "times",
                    "the times of the rows must be in the order of the motion, but %g is given after %g", t, last);
        last = t;
    }
}

/* A step that is much too small would fill the memory, or never get on. */
static void check_step(const nh_sim *r, const nh_outputs *o) {
    if (o->step > 0 && fabs(o->to - o->from) / o->step > 1e9)
        nh_fail(r->model->context, NH_E_USAGE, "times", "a row every %g from %g to %g would be more than 10^9 rows",
                o->step, o->from, o->to);
}

/* The model may make a span from parameters. */
static void check_span(const nh_sim *r, const nh_outputs *o) {
    if (!isfinite(o->from) || !isfinite(o->to) || !isfinite(o->step))
        nh_fail(r->model->context, NH_E_MODEL, "times", "the span of time, from %g to %g, is not finite", o->from,
                o->to);
}

/* What def says; where it says nothing, what the model says. */
static nh_outputs find_outputs(nh_arena *arena, nh_model *model, const nh_run_def *def) {
    nh_outputs o = {.from = 0, .to = 10, .step = def->step, .at = def->at, .at_count = def->at_count};
    if (model->spans.count > 0) {
        const nh_span *span = &model->spans.items[0];
        o.from = nh_model_constant(model, arena, span->from);
        o.to = nh_model_constant(model, arena, span->to);
        if (o.step == 0 && o.at == NULL && span->step != NH_EXPR_UNDEFINED)
            o.step = fabs(nh_model_constant(model, arena, span->step));
    }
    if (!isnan(def->from)) o.from = def->from;
    if (!isnan(def->to)) o.to = def->to;
    return o;
}

double nh_simulate_step(nh_arena *arena, nh_model *model, const nh_run_def *def, double intervals) {
    nh_outputs o = find_outputs(arena, model, def);
    return o.step > 0 || o.at != NULL ? o.step : fabs(o.to - o.from) / intervals;
}

nh_outputs nh_sim_choose_outputs(nh_sim *r) {
    nh_outputs o = find_outputs(r->arena, r->model, r->def);
    check_span(r, &o);
    check_times(r, &o);
    check_step(r, &o);
    return o;
}
