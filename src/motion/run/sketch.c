/* The points of a sketch, and where along a run they are. */
#include "motion/run/sketch.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "motion/run/run_private.h"

enum {
    MOST_POINTS = 8192,
    LEAST_MOST = 128,      /* of systems that are very large */
    MOST_VALUES = 1 << 22, /* else, in all points together */
    PARTS = 4,             /* of a step, at least: a method of high order takes steps that are long for the eye */
    MOST_PARTS = 64,
    SPAN_PARTS = 400, /* of the whole span, at least */
};

#define JITTER 0.7 /* of a part: how far a point may be before its end */

/* ---- a bounded number of points ---- */

nh_sketch *nh_sketch_make(nh_arena *arena, size_t columns) {
    NH_ASSERT(columns > 0);
    nh_sketch *s = NH_NEW(arena, nh_sketch);
    size_t most = MOST_VALUES / columns;
    most = most > MOST_POINTS ? MOST_POINTS : most < LEAST_MOST ? LEAST_MOST : most;
    *s = (nh_sketch){.most = most | 1, .stride = 1, .random = nh_random_make(1, NH_STREAM_SKETCH)};
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

/* The first point, and of those after it, an even number, one of each two. */
static void halve_points(nh_sketch *s) {
    NH_ASSERT(s->points->values.count % s->points->columns == 0);
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
    NH_ASSERT(point != NULL && s->points->columns > 0);
    size_t columns = s->points->columns;
    if (s->points->values.count >= s->most * columns) halve_points(s);
    nh_array_reserve(&s->points->values, columns);
    memcpy(s->points->values.items + s->points->values.count, point, columns * sizeof *point);
    s->points->values.count += columns;
}

/* As many points as this are never too many. */
static void allow_points(nh_sketch *s, size_t count) {
    if (s->most < count) s->most = count | 1;
}

/* ---- along a run ---- */

/* Of a state where the equations cannot be solved the state only. */
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

/* At a time within the last step; false when the method does not know the state there, or the
 * constraints cannot be reached. */
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
    r->sketch->points->column = r->result->column;
    r->sketch->points->integrals = r->result->integrals;
    r->sketch_point = NH_NEW_ARRAY(r->arena, double, r->result->columns);
    r->sketch_y = NH_NEW_ARRAY(r->arena, double, r->size);
    r->result->sketch = r->sketch->points;
    r->sketch_parts = choose_parts(r->def);
    r->sketch_end = nh_ode_time(r->ode);
    allow_points(r->sketch, r->def->sketch_count + 1);
    r->sketch->points->has_steps = r->def->sketch_count > 0;
    if (nh_sketch_wants(r->sketch)) (void)keep_within(r, r->sketch_end);
}

static bool has_given_times(const nh_sim *r) {
    return r->sketch_next < r->def->sketch_count;
}

/* At the given times up to here that lie within the last step; how many. Those before it were passed
 * over, or have their point. */
static size_t keep_given(nh_sim *r, double limit) {
    bool backwards = r->result->to < r->result->from;
    double from = nh_ode_time_before(r->ode);
    size_t kept = 0;
    for (; has_given_times(r); r->sketch_next++) {
        double t = r->def->sketch_at[r->sketch_next];
        if (!nh_sim_is_reached(t, limit, backwards)) break;
        if (!nh_sim_is_reached(t, from, backwards)) kept += keep_within(r, t);
    }
    return kept;
}

/* Whether one more point leaves room for the given times that are still to come. */
static bool has_room(const nh_sim *r) {
    const nh_trajectory *points = r->sketch->points;
    return points->values.count / points->columns + r->def->sketch_count - r->sketch_next < r->sketch->most;
}

/* Points at the given times, which may be those of a motion with longer steps: a part of a step without any
 * gets a point of its own. */
static void keep_given_and_own(nh_sim *r, double limit) {
    double from = nh_ode_time_before(r->ode), to = nh_ode_time(r->ode);
    bool backwards = r->result->to < r->result->from;
    size_t parts = (size_t)(r->sketch_parts / 2); /* half as many: neighbours among given times may be so far apart */
    for (size_t i = 1; i <= parts; i++) {
        double length = (to - from) / (double)parts, end = i == parts ? to : from + length * (double)i;
        double own = i == parts ? end : end - JITTER * nh_random_unit(&r->sketch->random) * length;
        bool is_cut = !nh_sim_is_reached(end, limit, backwards);
        if (keep_given(r, is_cut ? limit : end) > 0 || is_cut) continue;
        if (has_room(r)) (void)keep_within(r, own);
        else r->sketch->points->has_steps = false;
    }
}

/* At times that are chosen along the run. */
static void keep_chosen(nh_sim *r, double limit) {
    double from = nh_ode_time_before(r->ode), to = nh_ode_time(r->ode), span = fabs(r->result->to - r->result->from);
    size_t parts = (size_t)fmax(r->sketch_parts, ceil(SPAN_PARTS * (fabs(to - from) / span)));
    for (size_t i = 1; i <= parts; i++) {
        /* not at even distances: what is faster than the points, such as a watch, would look slow */
        double back = i == parts ? 0 : JITTER * nh_random_unit(&r->sketch->random);
        double t = i == parts ? to : from + (to - from) * (((double)i - back) / (double)parts);
        if (!nh_sim_is_reached(t, limit, r->result->to < r->result->from)) break;
        if (nh_sketch_wants(r->sketch)) (void)keep_within(r, t);
    }
    r->sketch->points->has_steps = (double)r->sketch->stride <= r->sketch_parts;
}

void nh_sim_sketch_step(nh_sim *r, double limit) {
    NH_ASSERT(r->sketch == NULL || r->sketch_parts >= 1);
    if (r->sketch == NULL) return;
    if (has_given_times(r)) keep_given_and_own(r, limit);
    else keep_chosen(r, limit);
    r->sketch_end = limit;
}

/* Whether a time comes after all points. */
static bool is_behind(const nh_sim *r, double t) {
    const nh_trajectory *points = r->sketch->points;
    double last = points->values.items[points->values.count - points->columns];
    return !nh_sim_is_reached(t, last, r->result->to < r->result->from);
}

void nh_sim_end_sketch(nh_sim *r) {
    if (r->sketch == NULL || r->sketch->points->values.count == 0) return;
    bool backwards = r->result->to < r->result->from;
    /* after a place that was passed over the last step is gone: the state is where the motion is */
    bool is_within = nh_sim_is_reached(nh_ode_time_before(r->ode), r->sketch_end, backwards);
    double end = is_within ? r->sketch_end : nh_ode_time(r->ode);
    if (is_behind(r, end)) (void)keep_within(r, end);
    if (r->has_rows && is_behind(r, r->row[0])) (void)keep_within(r, r->row[0]);
}
