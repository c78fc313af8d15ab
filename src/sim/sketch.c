/* The points of a sketch, and where along a run they are. */
#include "sim/sketch.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "sim/run_private.h"

enum {
    MOST_POINTS = 8192,
    LEAST_MOST = 128,      /* of systems that are very large */
    MOST_VALUES = 1 << 22, /* else, in all points together */
    PARTS = 4,             /* of a step, at least: a method of high order takes steps that are long for the eye */
    MOST_PARTS = 64,
    SPAN_PARTS = 400, /* of the whole span, at least */
};

#define JITTER 0.7 /* of a part: how far a point may stand before its end */

/* ---- a bounded number of points ---- */

nh_sketch *nh_sketch_make(nh_arena *arena, size_t columns) {
    nh_sketch *s = NH_NEW(arena, nh_sketch);
    size_t most = MOST_VALUES / columns;
    most = most > MOST_POINTS ? MOST_POINTS : most < LEAST_MOST ? LEAST_MOST : most;
    *s = (nh_sketch){.most = most | 1, .stride = 1, .random = nh_random_make(1, 0)};
    s->points = NH_NEW(arena, nh_trajectory);
    s->points->columns = columns;
    s->points->values.arena = arena;
    return s;
}

bool nh_sketch_wants(nh_sketch *s) {
    if (s->left == 0) {
        s->left = s->stride;
        s->chosen = nh_random_below(&s->random, s->stride);
    }
    s->left--;
    return s->left == s->chosen;
}

/* The first point, and of those behind it, an even number, one of each two. */
static void halve(nh_sketch *s) {
    size_t columns = s->points->columns, count = s->points->values.count / columns, kept = 1;
    double *values = s->points->values.items;
    for (size_t i = 1; i + 1 < count; i += 2) {
        size_t from = i + (size_t)nh_random_below(&s->random, 2);
        memcpy(values + kept++ * columns, values + from * columns, columns * sizeof *values);
    }
    s->points->values.count = kept * columns;
    s->stride *= 2;
}

void nh_sketch_keep(nh_sketch *s, const double *point) {
    size_t columns = s->points->columns;
    if (s->points->values.count >= s->most * columns) halve(s);
    nh_array_reserve(&s->points->values, columns);
    memcpy(s->points->values.items + s->points->values.count, point, columns * sizeof *point);
    s->points->values.count += columns;
}

/* ---- along a run ---- */

/* Of a state where the equations cannot be solved the state alone. */
static void keep_state(nh_sim *r, double t, const double *y) {
    nh_observation seen;
    size_t states = nh_sim_work_at(r);
    if (!nh_sim_fill_row(r, t, y, r->sketch_point, &seen)) {
        r->sketch_point[0] = t;
        memcpy(r->sketch_point + 1, y, states * sizeof *y);
        for (size_t i = 1 + states; i < r->result->columns; i++) r->sketch_point[i] = NAN;
    }
    nh_sketch_keep(r->sketch, r->sketch_point);
    nh_tick(r->model->context, r->sketch->points->columns);
}

/* At a time within the last step; false when the method does not know the state there, or the constraints cannot be reached. */
static bool keep_within(nh_sim *r, double t) {
    if (t == nh_ode_time(r->ode)) {
        keep_state(r, t, nh_ode_state(r->ode));
        return true;
    }
    if (!nh_ode_dense(r->ode, t, r->sketch_y) || nh_sim_project(r, t, r->sketch_y) != 0) return false;
    keep_state(r, t, r->sketch_y);
    return true;
}

/* Of a step. Steps of order 8 grow with the eighth root of the tolerance. */
static double choose_parts(const nh_run_def *def) {
    return fmin(fmax(PARTS, ceil(PARTS * pow(fmax(def->rtol, def->atol) / 1e-10, 0.125))), MOST_PARTS);
}

void nh_sim_begin_sketch(nh_sim *r) {
    if (!r->def->sketch) return;
    r->sketch = nh_sketch_make(r->arena, r->result->columns);
    r->sketch->points->names = r->result->names;
    r->sketch_point = NH_NEW_ARRAY(r->arena, double, r->result->columns);
    r->sketch_y = NH_NEW_ARRAY(r->arena, double, r->size);
    r->result->sketch = r->sketch->points;
    r->sketch_parts = choose_parts(r->def);
    r->sketch_end = nh_ode_time(r->ode);
    if (nh_sketch_wants(r->sketch)) (void)keep_within(r, r->sketch_end);
}

void nh_sim_sketch_step(nh_sim *r, double limit) {
    if (r->sketch == NULL) return;
    double from = nh_ode_time_before(r->ode), to = nh_ode_time(r->ode), span = fabs(r->result->to - r->result->from);
    size_t parts = (size_t)fmax(r->sketch_parts, ceil(SPAN_PARTS * (fabs(to - from) / span)));
    for (size_t i = 1; i <= parts; i++) {
        /* not at even distances: what is faster than the points, such as a watch, would look slow */
        double back = i == parts ? 0 : JITTER * nh_random_unit(&r->sketch->random);
        double t = i == parts ? to : from + (to - from) * (((double)i - back) / (double)parts);
        if (!nh_sim_is_reached(t, limit, r->result->to < r->result->from)) break;
        if (nh_sketch_wants(r->sketch)) (void)keep_within(r, t);
    }
    r->sketch_end = limit;
    r->sketch->points->has_steps = (double)r->sketch->stride <= r->sketch_parts;
}

/* Whether a time comes behind all points. */
static bool is_behind(const nh_sim *r, double t) {
    const nh_trajectory *points = r->sketch->points;
    double last = points->values.items[points->values.count - points->columns];
    return !nh_sim_is_reached(t, last, r->result->to < r->result->from);
}

void nh_sim_end_sketch(nh_sim *r) {
    if (r->sketch == NULL || r->sketch->points->values.count == 0) return;
    bool backwards = r->result->to < r->result->from;
    /* behind a place that was passed over the last step is gone: the state is where the motion is */
    bool is_within = nh_sim_is_reached(nh_ode_time_before(r->ode), r->sketch_end, backwards);
    double end = is_within ? r->sketch_end : nh_ode_time(r->ode);
    if (is_behind(r, end)) (void)keep_within(r, end);
    if (r->has_rows && is_behind(r, r->row[0])) (void)keep_within(r, r->row[0]);
}
