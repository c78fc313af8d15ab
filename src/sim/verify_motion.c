/* Motions that are given by functions of time: the states at which claims are looked at lie on them, and are as exact as these functions are. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "expr/walk.h"
#include "model/values.h"
#include "sim/verify_private.h"

enum { STREAM = 223, TRIES = 40 };

void nh_verify_motion_make(nh_verifier *v) {
    nh_model *model = v->model;
    if (model->motion == NULL || !v->def.is_judging) return;
    nh_expr *outputs = NH_NEW_ARRAY(v->arena, nh_expr, 2 * (size_t)v->n + 1);
    for (uint32_t i = 0; i < v->n; i++) {
        outputs[i] = model->motion[i];
        outputs[v->n + i] = nh_expr_total_derivative(model->pool, model->motion[i]);
    }
    nh_tape_def def = {.input_count = 1,
                       .inputs = &model->time,
                       .parameter_count = (uint32_t)model->parameters.count,
                       .parameters = nh_model_parameter_symbols(model, v->arena),
                       .output_count = 2 * v->n,
                       .outputs = outputs};
    v->motion = nh_tape_make(v->arena, model->pool, &def);
}

/* The state at a time; false when it has no value there. */
static bool state_at(const nh_verifier *v, double t, nh_state *state) {
    double *values = NH_NEW_ARRAY(v->arena, double, 2 * (size_t)v->n + 1);
    double *work = nh_arena_alloc_aligned(v->arena, nh_tape_work_size(v->motion, 1) * sizeof(double), 64);
    nh_tape_begin(v->motion, 1, v->parameters, work);
    nh_tape_run(v->motion, 1, &t, values, work);
    for (uint32_t i = 0; i < 2 * v->n; i++)
        if (!isfinite(values[i])) return false;
    *state = (nh_state){.t = t, .q = values, .v = values + v->n};
    return true;
}

/* Up to where times are drawn: as `simulate` says, else 10. */
static double end_time(nh_verifier *v, double begin) {
    const nh_model *model = v->model;
    double end = model->spans.count > 0 ? nh_model_constant(v->model, v->arena, model->spans.items[0].to) : begin + 10;
    return isfinite(end) && end != begin ? end : begin + 10;
}

nh_verify_points nh_verify_motion_points(nh_verifier *v) {
    nh_verify_points points = {.list = {.arena = v->arena}};
    nh_random random = nh_random_make(v->def.seed, STREAM);
    double begin = nh_model_start_time(v->model, v->arena, v->parameters), end = end_time(v, begin);
    for (size_t i = 0; i < TRIES * v->def.samples && points.list.count < v->def.samples; i++) {
        nh_state state;
        double t = begin + (end - begin) * nh_random_unit(&random);
        if (state_at(v, t, &state) && nh_states_are_assumed(v->states, &state))
            nh_array_push(&points.list, ((nh_verify_point){.state = state}));
    }
    if (points.list.count < v->def.samples) points.reason = "the functions have no values at most times";
    return points;
}

nh_expr nh_verify_along_motion(const nh_verifier *v, nh_expr e) {
    nh_model *model = v->model;
    nh_expr *from = NH_NEW_ARRAY(v->arena, nh_expr, 2 * (size_t)v->n + 1);
    nh_expr *to = NH_NEW_ARRAY(v->arena, nh_expr, 2 * (size_t)v->n + 1);
    memcpy(from, v->inputs + 1, 2 * (size_t)v->n * sizeof *from);
    for (uint32_t i = 0; i < v->n; i++) {
        to[i] = nh_expr_expand_names(model->pool, model->motion[i]);
        to[v->n + i] = nh_expr_total_derivative(model->pool, to[i]);
    }
    return nh_expr_substitute(model->pool, e, 2 * v->n, from, to, true);
}

static bool is_piece(const nh_pool *pool, nh_expr e) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_ABS:
        case NH_EXPR_SIGN:
        case NH_EXPR_MIN:
        case NH_EXPR_MAX:
        case NH_EXPR_MOD:
        case NH_EXPR_IF:
        case NH_EXPR_ATAN2: return true;
        default: return false;
    }
}

bool nh_motion_has_pieces(nh_model *model) {
    bool is_found = false;
    if (model->motion == NULL || model->coordinates.count == 0) return false;
    nh_walk *walk = nh_walk_begin(model->pool, model->coordinates.count, model->motion, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count && !is_found; i++)
        is_found = is_piece(model->pool, walk->order[i]) && nh_expr_has(model->pool, walk->order[i], NH_HAS_TIME);
    nh_walk_end(walk);
    return is_found;
}
