/* Holes at a state: the needs of all of them as one program. */
#include "motion/places/hole.h"

#include <float.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "model/inputs.h"

/* Below 0 by this part of its terms a value is 0. */
#define ROUNDING (1024 * DBL_EPSILON)

struct nh_hole_watch {
    const nh_model *model;
    nh_holes holes;
    bool *is_watched; /* along a motion */
    nh_program *program;
    double *inputs;
    double *before; /* values of another state */
};

static nh_holes join_lists(nh_arena *arena, nh_holes a, nh_holes b) {
    nh_hole *all = NH_NEW_ARRAY(arena, nh_hole, a.count + b.count + 1);
    if (a.count > 0) memcpy(all, a.items, a.count * sizeof *all);
    if (b.count > 0) memcpy(all + a.count, b.items, b.count * sizeof *all);
    return (nh_holes){a.count + b.count, all};
}

nh_hole_watch *nh_hole_watch_make(nh_arena *arena, const nh_model *model, const double *parameters) {
    nh_holes holes = join_lists(arena, nh_model_holes(model, arena), nh_model_kinks(model, arena));
    if (holes.count == 0) return NULL;
    nh_hole_watch *w = NH_NEW(arena, nh_hole_watch);
    *w = (nh_hole_watch){.model = model, .holes = holes};
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, 2 * holes.count);
    for (size_t i = 0; i < holes.count; i++) {
        outputs[2 * i] = holes.items[i].need.e;
        outputs[2 * i + 1] = nh_expr_terms_size(model->pool, outputs[2 * i]);
    }
    nh_tape_def def = nh_model_tape_def(model, arena, false, 2 * holes.count, outputs);
    w->program = nh_program_of(arena, model->pool, &def, parameters);
    w->inputs = NH_NEW_ARRAY(arena, double, def.input_count);
    w->before = NH_NEW_ARRAY(arena, double, 2 * holes.count);
    w->is_watched = NH_NEW_ARRAY(arena, bool, holes.count);
    for (size_t i = 0; i < holes.count; i++)
        w->is_watched[i] = holes.items[i].place == NH_EXPR_UNDEFINED && holes.items[i].need.kind != NH_NEED_VALUE &&
                           !nh_hole_is_shown(model, &holes.items[i]);
    return w;
}

/* What is not a number has its own reason: it is too large, or has no value in the equations either. */
static bool is_unmet(nh_need_kind kind, double value, double size) {
    switch (kind) {
        case NH_NEED_NONZERO: return value == 0;
        case NH_NEED_POSITIVE: return value <= 0;
        case NH_NEED_NONNEGATIVE: return value < -ROUNDING * size;
        case NH_NEED_VALUE: break;
    }
    return !(value - value == 0);
}

static const double *values_at(nh_hole_watch *w, double t, const double *q, const double *v) {
    size_t n = w->model->coordinates.count;
    w->inputs[0] = t;
    if (n > 0) memcpy(w->inputs + 1, q, n * sizeof *q);
    if (n > 0) memcpy(w->inputs + 1 + n, v, n * sizeof *v);
    return nh_program_at(w->program, w->inputs);
}

static const nh_hole *find_hole(nh_hole_watch *w, double t, const double *q, const double *v, bool with_times) {
    if (w == NULL) return NULL;
    const double *values = values_at(w, t, q, v);
    for (size_t i = 0; i < w->holes.count; i++) {
        const nh_hole *hole = &w->holes.items[i];
        if (!is_unmet(hole->need.kind, values[2 * i], values[2 * i + 1])) continue;
        bool is_kink = hole->place != NH_EXPR_UNDEFINED;
        if (with_times || !is_kink || nh_expr_has(w->model->pool, hole->place, NH_HAS_COORDINATE)) return hole;
    }
    return NULL;
}

const nh_hole *nh_hole_at(nh_hole_watch *watch, double t, const double *q, const double *v) {
    return find_hole(watch, t, q, v, true);
}

const nh_hole *nh_hole_of_motion(nh_hole_watch *watch, double t, const double *q, const double *v) {
    return find_hole(watch, t, q, v, false);
}

nh_exprs nh_hole_watched(const nh_hole_watch *watch, nh_arena *arena) {
    nh_exprs list = {.arena = arena};
    for (size_t i = 0; watch != NULL && i < watch->holes.count; i++)
        if (watch->is_watched[i]) nh_array_push(&list, watch->holes.items[i].need.e);
    return list;
}

const nh_hole *nh_hole_between(nh_hole_watch *watch, double t0, const double *y0, double t1, const double *y1) {
    nh_hole_watch *w = watch;
    if (w == NULL) return NULL;
    size_t n = w->model->coordinates.count;
    memcpy(w->before, values_at(w, t0, y0, y0 + n), 2 * w->holes.count * sizeof *w->before);
    const double *behind = values_at(w, t1, y1, y1 + n);
    for (size_t i = 0; i < w->holes.count; i++) {
        const nh_hole *hole = &w->holes.items[i];
        bool crosses = hole->need.kind == NH_NEED_NONZERO && (w->before[2 * i] < 0) != (behind[2 * i] < 0);
        if (w->is_watched[i] && (crosses || is_unmet(hole->need.kind, behind[2 * i], behind[2 * i + 1]))) return hole;
    }
    return NULL;
}

nh_holes nh_hole_list(const nh_hole_watch *watch) {
    return watch != NULL ? watch->holes : (nh_holes){0, NULL};
}

const nh_tape *nh_hole_tape(const nh_hole_watch *watch) {
    NH_ASSERT(watch != NULL);
    return nh_program_tape(watch->program);
}
