/* Motions that are given by functions of time: the states at which claims are examined lie on them, and are as exact
 * as these functions are. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/random.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "num/linear/doubles.h"
#include "tape/ball_run.h"
#include "truth/verify/verify_private.h"

/* Attempts at a time for each state; times at which the motion is searched for kinks; halvings towards one. */
enum { TRIES = 40, TIMES = 2000, HALVINGS = 34 };
/* A defect relative to the size of positions and velocities that is none, and a size relative to that nearby which is a
 * pole. */
#define SMOOTH 1e-9
#define LARGE 1e4

/* mu of row r of the law; undefined where the motion does not say it. */
static nh_expr mu_along(const nh_verifier *v, uint32_t r) {
    const nh_exprs *given = &v->model->motion_mu;
    for (size_t i = 0; i < given->count; i += 2)
        if (given->items[i] == v->law->extra[r]) return given->items[i + 1];
    return NH_EXPR_UNDEFINED;
}

/* Positions, velocities, then mu: that of a geometric row, which need not be given, acts through its rate only, and
 * has 0 here. */
void nh_verify_motion_make(nh_verifier *v) {
    const nh_model *model = v->model;
    if (model->motion == NULL || !v->def.is_judging) return;
    uint32_t extras = v->law->extras;
    nh_expr *outputs = NH_NEW_ARRAY(v->arena, nh_expr, 2 * (size_t)v->n + extras + 1);
    for (uint32_t r = 0; r < extras; r++) {
        nh_expr mu = mu_along(v, r);
        outputs[2 * v->n + r] = mu != NH_EXPR_UNDEFINED ? mu : NH_EXPR_ZERO;
    }
    for (uint32_t i = 0; i < v->n; i++) {
        outputs[i] = model->motion[i];
        outputs[v->n + i] = nh_expr_total_derivative(model->pool, model->motion[i]);
    }
    nh_tape_def def = nh_model_tape_over(model, v->arena, 1, &model->time, 2 * (size_t)v->n + extras, outputs);
    v->motion = nh_program_of(v->arena, model->pool, &def, v->parameters);
}

void nh_verify_motion_load(const nh_verifier *v, const nh_ball *parameters, nh_ball *inputs, int prec) {
    NH_ASSERT(nh_guard_inside() && v->motion != NULL);
    size_t own = 2 * (size_t)v->n, extras = v->law->extras;
    nh_ball *values = nh_balls_new(own + extras + 1);
    nh_ball_set_double(&inputs[0], v->time);
    nh_tape_run_balls(nh_program_tape(v->motion), parameters, inputs, values, prec);
    for (size_t i = 0; i < own; i++) nh_ball_set(&inputs[1 + i], &values[i]);
    for (uint32_t r = 0; r < extras; r++) {
        nh_ball *mu = &inputs[nh_verify_law_first(v) + r];
        if (mu_along(v, r) != NH_EXPR_UNDEFINED) nh_ball_set(mu, &values[own + r]);
        else nh_ball_set_double(mu, v->mu[r]); /* it may be any */
    }
    nh_balls_free(values, own + extras + 1);
}

/* The state at a time; false when it has no value there. */
static bool state_at(const nh_verifier *v, double t, nh_state *state) {
    double *values = NH_NEW_ARRAY(v->arena, double, 2 * (size_t)v->n + v->law->extras + 1);
    nh_program_run(v->motion, &t, values);
    *state = (nh_state){.t = t, .q = values, .v = values + v->n};
    return nh_doubles_are_finite(values, 2 * (size_t)v->n + v->law->extras);
}

/* Up to where times are drawn: as `simulate` says, else 10. */
static double end_time(nh_verifier *v, double begin) {
    const nh_model *model = v->model;
    double end = model->spans.count > 0 ? nh_model_constant(v->model, v->arena, model->spans.items[0].to) : begin + 10;
    return isfinite(end) && end != begin ? end : begin + 10;
}

/* ---- kinks ---- */

/* The functions, those of mu too, and their derivatives at a time: 3 count numbers. */
typedef struct motion_watch {
    nh_verifier *v;
    uint32_t count;
    nh_program *program; /* t to them, their first and second derivatives */
    double *left, *right, *middle;
} motion_watch;

static motion_watch watch_motion(nh_verifier *v) {
    const nh_model *model = v->model;
    uint32_t count = v->n + v->law->extras;
    motion_watch w = {.v = v, .count = count};
    nh_expr *outputs = NH_NEW_ARRAY(v->arena, nh_expr, 3 * (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr mu = i < v->n ? NH_EXPR_UNDEFINED : mu_along(v, i - v->n);
        outputs[i] = i < v->n ? model->motion[i] : mu != NH_EXPR_UNDEFINED ? mu : NH_EXPR_ZERO;
        outputs[count + i] = nh_expr_total_derivative(model->pool, outputs[i]);
        outputs[2 * count + i] = nh_expr_total_derivative(model->pool, outputs[count + i]);
    }
    nh_tape_def def = nh_model_tape_over(model, v->arena, 1, &model->time, 3 * (size_t)count, outputs);
    w.program = nh_program_of(v->arena, model->pool, &def, v->parameters);
    w.left = NH_NEW_ARRAY(v->arena, double, 3 * (size_t)count + 1);
    w.right = NH_NEW_ARRAY(v->arena, double, 3 * (size_t)count + 1);
    w.middle = NH_NEW_ARRAY(v->arena, double, 3 * (size_t)count + 1);
    return w;
}

/* False when something has no value there, or the assumptions do not hold. */
static bool look_at(const motion_watch *w, double t, double *values) {
    nh_program_run(w->program, &t, values);
    return nh_doubles_are_finite(values, 3 * (size_t)w->count) &&
           nh_states_are_assumed(w->v->states, &(nh_state){.t = t, .q = values, .v = values + w->count});
}

/* By how much positions and velocities change otherwise than their derivatives say, by the trapezoidal rule: h^3 where
 * they are smooth, as much as they jump where they do. */
static double largest_defect(const motion_watch *w, double h, const double *left, const double *right) {
    double most = 0;
    for (uint32_t i = 0, n = w->count; i < 2 * n; i++)
        most = fmax(most, fabs(right[i] - left[i] - h / 2 * (left[n + i] + right[n + i])));
    return most;
}

static double size_of(const motion_watch *w, const double *values) {
    return fmax(1, nh_doubles_largest(values, 2 * (size_t)w->count));
}

/* Whether they jump between two times at which w->left and w->right were computed: halved towards where the defect is,
 * it stays. Where they become large they have a pole, and no value there. */
static bool do_jump(motion_watch *w, double from, double to) {
    double size = fmax(size_of(w, w->left), size_of(w, w->right));
    for (int i = 0; i < HALVINGS; i++) {
        double half = (to - from) / 2, at = from + half;
        if (!look_at(w, at, w->middle) || size_of(w, w->middle) > LARGE * size) return false;
        bool is_left = largest_defect(w, half, w->left, w->middle) > largest_defect(w, half, w->middle, w->right);
        double **end = is_left ? &w->right : &w->left, *spare = *end;
        *end = w->middle;
        w->middle = spare;
        *(is_left ? &to : &from) = at;
        if (largest_defect(w, half, w->left, w->right) < SMOOTH * size) return false;
    }
    return true;
}

/* Whether they jump or have a kink between two of many times: acos(cos(t)), sqrt(1 - cos(t)). */
static bool has_kinks(nh_verifier *v, double begin, double end) {
    motion_watch w = watch_motion(v);
    bool is_known = false;
    double before = begin;
    for (int i = 0; i < TIMES; i++) {
        double t = begin + (end - begin) * (i + 0.618034) / TIMES; /* not at a round number, where a kink may be */
        bool is_there = look_at(&w, t, w.right);
        double *left = w.left, *right = w.right;
        if (is_known && is_there && largest_defect(&w, t - before, left, right) > SMOOTH * size_of(&w, left)) {
            if (do_jump(&w, before, t)) return true;
            is_there = look_at(&w, t, w.right); /* the ends were moved */
        }
        is_known = is_there;
        before = t;
        double *spare = w.left;
        w.left = w.right;
        w.right = spare;
    }
    return false;
}

nh_verify_points nh_verify_motion_points(nh_verifier *v) {
    nh_verify_points points = {.list = {.arena = v->arena}};
    nh_random random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_MOTION);
    double begin = nh_model_start_time(v->model, v->arena, v->parameters), end = end_time(v, begin);
    for (size_t i = 0; i < TRIES * v->def.samples && points.list.count < v->def.samples; i++) {
        nh_state state;
        double t = begin + (end - begin) * nh_random_unit(&random);
        if (state_at(v, t, &state) && nh_states_are_assumed(v->states, &state))
            nh_array_push(&points.list, ((nh_verify_point){.state = state, .section = v->base}));
    }
    if (points.list.count < v->def.samples) points.reason = "the functions have no values at most times";
    v->result->has_kinks = has_kinks(v, begin, end);
    return points;
}

nh_expr nh_verify_along_motion(const nh_verifier *v, nh_expr e) {
    const nh_model *model = v->model;
    uint32_t count = 2 * v->n;
    nh_expr *from = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)count + v->law->extras + 1);
    nh_expr *to = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)count + v->law->extras + 1);
    memcpy(from, v->inputs + 1, count * sizeof *from);
    for (uint32_t r = 0; r < v->law->extras; r++) {
        nh_expr mu = mu_along(v, r);
        if (mu == NH_EXPR_UNDEFINED) continue;
        from[count] = v->law->extra[r];
        to[count++] = nh_expr_expand_names(model->pool, mu);
    }
    for (uint32_t i = 0; i < v->n; i++) {
        to[i] = nh_expr_expand_names(model->pool, model->motion[i]);
        to[v->n + i] = nh_expr_total_derivative(model->pool, to[i]);
    }
    return nh_expr_substitute(model->pool, e, count, from, to, true);
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

/* A root, or a function that undoes a periodic one: where what is in it is 0, or turns back, there may be a kink, as of
 * sqrt((t - 1000)^2) or acos(cos(t)). */
static bool is_branched(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS || kind == NH_EXPR_ATAN || kind == NH_EXPR_POWER) return true;
    const nh_expr *args = nh_expr_args(pool, e); /* of a product: bases and exponents */
    for (uint32_t i = 1; kind == NH_EXPR_PRODUCT && i < nh_expr_arity(pool, e); i += 2) {
        bool is_root = !nh_rat_is_int(nh_expr_rational(pool, args[i]));
        if (is_root && nh_expr_has(pool, args[i - 1], NH_HAS_TIME)) return true;
    }
    return false;
}

/* Whether a part of these that depends on time is of this kind. */
static bool has_part_among(const nh_model *model, size_t count, const nh_expr *e,
                           bool (*is_of_kind)(const nh_pool *pool, nh_expr e)) {
    bool is_found = false;
    if (count == 0) return false;
    nh_walk *walk = nh_walk_begin(model->pool, count, e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count && !is_found; i++)
        is_found = is_of_kind(model->pool, walk->order[i]) && nh_expr_has(model->pool, walk->order[i], NH_HAS_TIME);
    nh_walk_end(walk);
    return is_found;
}

static bool has_part(const nh_model *model, bool (*is_of_kind)(const nh_pool *pool, nh_expr e)) {
    return model->motion != NULL && (has_part_among(model, model->coordinates.count, model->motion, is_of_kind) ||
                                     has_part_among(model, model->motion_mu.count, model->motion_mu.items, is_of_kind));
}

bool nh_motion_has_pieces(const nh_model *model) {
    return has_part(model, is_piece);
}

bool nh_motion_is_branched(const nh_model *model) {
    return has_part(model, is_branched);
}
