/* The states of a verification: the initial state of the model, states around it, and random admissible ones. They are
 * certified later, at the precision that is needed.
 *
 * Where the admissible states fall apart into components, such as those on which one point of a chain rests, a model is
 * about that of its start, and so are its claims. A random state may be on another one. */
#include <math.h>

#include "base/assert.h"
#include "base/diag.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "state/samples.h"
#include "tape/ball_run.h"
#include "truth/verify/verify_private.h"

/* Attempts at a random state; digits to which it is certified, bits at which assumptions are examined; the span of
 * a model that gives none, in its unit of time. */
enum { TRIES = 8, DIGITS = 20, BITS = 192, USUAL_SPAN = 10 };

nh_state nh_verify_state_new(const nh_verifier *v) {
    return (nh_state){.q = NH_NEW_ARRAY(v->arena, double, v->n + 1), .v = NH_NEW_ARRAY(v->arena, double, v->n + 1)};
}

/* ---- assumptions ---- */

static bool is_certain(const nh_ball *difference, nh_relation relation) {
    double low, high;
    if (!nh_ball_is_finite(difference)) return false;
    nh_ball_bounds(difference, &low, &high);
    switch (relation) {
        case NH_LESS: return high < 0;
        case NH_GREATER: return low > 0;
        case NH_LESS_EQUAL: return high <= 0;
        case NH_GREATER_EQUAL: return low >= 0;
        case NH_NOT_EQUAL: break;
    }
    return nh_ball_is_zero(difference) == NH_NO;
}

/* A certified state, and whether the assumptions hold there. */
typedef struct assumption_check {
    const nh_verifier *v;
    const nh_certified *at;
    bool holds, has_lagrangian;
    bool is_written; /* L and the rows have a value as they were written */
} assumption_check;

static void look_at_assumptions(void *argument) {
    assumption_check *a = argument;
    const nh_verifier *v = a->v;
    if (v->section->assumptions == NULL) return; /* none of them holds anywhere on it */
    size_t own = v->model->parameters.count + 1, count = (size_t)v->input_count + 1;
    size_t assumed = v->model->assumptions.count, outputs = assumed + 1 + v->written.count;
    nh_ball *parameters = nh_balls_new(own), *inputs = nh_balls_new(count), *differences = nh_balls_new(outputs);
    nh_verify_load(v, a->at, parameters, inputs, BITS);
    nh_tape_run_balls(v->section->assumptions, parameters, inputs, differences, BITS);
    a->holds = true;
    a->has_lagrangian = nh_ball_is_finite(&differences[assumed]);
    for (size_t i = 0; i < assumed; i++)
        a->holds = a->holds && is_certain(&differences[i], v->model->assumptions.items[i].relation);
    for (size_t i = 0; i < v->written.count; i++)
        a->is_written &= nh_verify_need_is_met(v->written.items[i].kind, &differences[assumed + 1 + i]) == NH_YES;
    nh_balls_free(differences, outputs);
    nh_balls_free(inputs, count);
    nh_balls_free(parameters, own);
}

/* Why the state does not count; NULL: it does. Near a state of doubles at which e > 0 barely holds there may be a
 * certified one with e = 0, on a component that the assumption leaves out. Where L has no value there is no motion,
 * though its derivatives may have values. */
static const char *why_not_assumed(const nh_verifier *v, const nh_certified *at) {
    assumption_check a = {.v = v, .at = at, .is_written = true};
    nh_guard_call(v->model->context, look_at_assumptions, &a);
    return !a.holds ? "the assumptions could not be shown to hold at the states that were found"
           : !a.is_written
               ? "the Lagrangian, a force or a constraint, as it is written, has no value at the states that were found"
           : !a.has_lagrangian ? "the Lagrangian has no value at the states that were found"
                               : NULL;
}

/* ---- states ---- */

nh_verify_kept nh_verify_points_keep(nh_verifier *v, nh_verify_points *points, const nh_state *state, bool is_near) {
    nh_arena *scratch = nh_arena_create(v->model->context);
    nh_certified found;
    int digits = v->def.is_judging ? DIGITS + v->def.digits : DIGITS; /* as it is examined */
    bool is_certain = nh_states_certify(v->section->states, state, digits, scratch, &found);
    if (is_certain && nh_states_rank(v->states, state, v->redundant) != found.rank) {
        is_certain = false; /* what is left of a gradient is rounding */
        found.reason = "the constraints lose rank at the state, as far as rounding tells";
    }
    NH_ASSERT(v->section != NULL && state->q != NULL);
    nh_verify_kept kept = is_certain ? NH_VERIFY_KEPT : NH_VERIFY_NOT_CERTIFIED;
    const char *why = is_certain ? why_not_assumed(v, &found) : NULL;
    if (why != NULL) {
        kept = NH_VERIFY_NOT_ASSUMED;
        found.reason = why;
    }
    if (kept == NH_VERIFY_KEPT) {
        nh_array_push(&points->list, ((nh_verify_point){*state, v->section, is_near}));
    } else {
        nh_text text = nh_text_begin(v->arena); /* the sentence may lie in the scratch arena */
        nh_text_add(&text, found.reason);
        points->reason = nh_text_string(&text);
    }
    nh_arena_destroy(scratch);
    return kept;
}

static bool keep_state(nh_verifier *v, nh_verify_points *points, const nh_state *state, bool is_near) {
    return nh_verify_points_keep(v, points, state, is_near) == NH_VERIFY_KEPT;
}

/* What is wrong with a start is a warning here. */
static void take_start(nh_verifier *v, nh_verify_points *points, double t) {
    nh_context *context = v->model->context;
    size_t before = nh_context_diag_count(context);
    nh_state start = nh_verify_state_new(v);
    nh_start_status status = nh_states_start(v->states, t, &start);
    nh_diag_soften(context, before);
    if (status == NH_START_FOUND && v->base->count > 0 && !nh_states_project(v->base->states, &start)) return;
    points->has_start = status == NH_START_FOUND && keep_state(v, points, &start, true);
    if (status != NH_START_FOUND || points->has_start) return;
    nh_text text = nh_text_begin(v->arena);
    nh_text_format(&text, "the initial state is left out: %s", points->reason);
    points->start_reason = nh_text_string(&text);
}

/* ---- states of other branches ---- */

/* A random state is near the start values, and so on its branch of a root and on its component. From there others are
 * searched for, in one of these ways. */
typedef enum other_place {
    ELSEWHERE_TURNED,    /* velocities turned around, each of them or not */
    ELSEWHERE_REFLECTED, /* coordinates and velocities */
    ELSEWHERE_WIDE,      /* all of them anew, around where they are */
    ELSEWHERE_FAR,       /* around 0, on scales that are drawn */
    ELSEWHERES,
} other_place;

static void move_elsewhere(const nh_verifier *v, nh_random *random, other_place way, nh_state *state) {
    double far = pow(10, 3 * nh_random_unit(random) - 1), fast = pow(10, 3 * nh_random_unit(random) - 1);
    for (uint32_t i = 0; i < v->n; i++) {
        bool is_turned = nh_random_unit(random) < 0.5, is_reflected = nh_random_unit(random) < 0.5;
        if (way == ELSEWHERE_REFLECTED && is_reflected) state->q[i] = -state->q[i];
        if (way == ELSEWHERE_WIDE) state->q[i] += 2 * nh_random_normal(random);
        if (way == ELSEWHERE_FAR) state->q[i] = far * nh_random_normal(random);
        if (way >= ELSEWHERE_WIDE) state->v[i] = (way == ELSEWHERE_FAR ? fast : 2) * nh_random_normal(random);
        else if (is_turned) state->v[i] = -state->v[i];
    }
}

static bool draw_elsewhere(nh_verifier *v, nh_random *random, double t, other_place way, nh_state *state) {
    nh_states *states = v->base->states;
    if (!nh_states_random(states, random, t, TRIES, state)) return false;
    move_elsewhere(v, random, way, state);
    return nh_states_project(states, state) && nh_states_are_assumed(states, state);
}

/* ---- all of them ---- */

double nh_verify_time_draw(const nh_verifier *v, nh_random *random, double begin) {
    const nh_model *model = v->model;
    double end = model->spans.count > 0 ? nh_model_constant(v->model, v->arena, model->spans.items[0].to) : NAN;
    double length = isfinite(end) && end != begin ? end - begin : USUAL_SPAN;
    return begin + 1.25 * length * nh_random_unit(random);
}

static const char *words_of_none(const nh_verifier *v) {
    return v->model->assumptions.count + v->base->count > 0
               ? "no random state was found at which the constraints and the assumptions hold"
               : "no random state was found at which the constraints hold";
}

/* For judging: one in six around the start, one near the start values, the others elsewhere; at all times. */
static void draw_for_judging(nh_verifier *v, nh_verify_points *points, nh_random *random, double t, size_t i) {
    nh_state state = nh_verify_state_new(v);
    size_t way = i % (ELSEWHERES + 2);
    bool is_near = points->has_start && way == 0;
    double at = nh_verify_time_draw(v, random, t);
    bool is_found = is_near   ? nh_samples_draw(v->base->states, random, &points->list.items[0].state, 0.1, &state)
                    : way < 2 ? nh_states_random(v->base->states, random, at, TRIES, &state)
                              : draw_elsewhere(v, random, at, (other_place)(way - 2), &state);
    if (is_found) keep_state(v, points, &state, is_near);
    else if (points->reason == NULL) points->reason = words_of_none(v);
}

/* Every second one anywhere; the others around the start, where there is one. */
static void draw_point(nh_verifier *v, nh_verify_points *points, nh_random *random, double t, size_t i) {
    static const double sizes[] = {0.1, 0.05, 0.02, 0.01};
    nh_state state = nh_verify_state_new(v);
    bool is_near = points->has_start && i % 2 == 0;
    bool is_found =
        is_near ? nh_samples_draw(v->base->states, random, &points->list.items[0].state, sizes[i / 2 % 4], &state)
                : nh_states_random(v->base->states, random, t + nh_random_unit(random), TRIES, &state);
    if (is_found) keep_state(v, points, &state, is_near);
    else if (points->reason == NULL) points->reason = words_of_none(v);
}

/* Whether the equations of motion or something that is judged depend on the time. */
static bool knows_time(const nh_verifier *v) {
    const nh_model *model = v->model;
    bool has_time = nh_expr_has(model->pool, model->L, NH_HAS_TIME);
    for (size_t i = 0; i < v->n; i++) has_time |= nh_expr_has(model->pool, model->Q[i], NH_HAS_TIME);
    for (size_t i = 0; i < model->rows.count; i++) {
        nh_expr residual = nh_expr_expand_names(model->pool, model->rows.items[i].residual);
        has_time |= residual != NH_EXPR_UNDEFINED && nh_expr_has(model->pool, residual, NH_HAS_TIME);
    }
    for (size_t i = 0; i < model->records.count; i++) {
        nh_expr claim = v->claim_question[i] != NH_VERIFY_NONE ? v->claims[i] : NH_EXPR_UNDEFINED;
        if (claim == NH_EXPR_UNDEFINED) continue;
        has_time |= nh_expr_has(model->pool, nh_expr_expand_names(model->pool, claim), NH_HAS_TIME);
    }
    return has_time;
}

/* For judging: before the span of the model, and far from it. They are not wanted for their number. */
static void draw_other_times(nh_verifier *v, nh_verify_points *points) {
    static const double sizes[] = {-1, -30, 1000, -1000, 0.1, -0.1};
    nh_random random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_TIMES);
    const char *reason = points->reason;
    NH_ASSERT(v->base != NULL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        nh_state state = nh_verify_state_new(v);
        double t = sizes[i] * (1 + nh_random_unit(&random));
        if (nh_states_random(v->base->states, &random, t, 2, &state)) keep_state(v, points, &state, false);
    }
    points->reason = reason;
}

nh_verify_points nh_verify_points_draw(nh_verifier *v) {
    nh_verify_points points = {.list = {.arena = v->arena}};
    nh_random random = nh_random_make(v->def.seed, NH_STREAM_VERIFY_POINTS);
    double t = nh_model_start_time(v->model, v->arena, v->parameters);
    take_start(v, &points, t);
    size_t wanted = v->def.samples + points.has_start, tries = (v->def.is_judging ? 2 : 1) * (size_t)TRIES;
    for (size_t i = 0; i < tries * v->def.samples && points.list.count < wanted; i++) {
        if (v->def.is_judging) draw_for_judging(v, &points, &random, t, i);
        else draw_point(v, &points, &random, t, i);
        if (i == 2 * tries && points.list.count <= points.has_start) break; /* there are none */
    }
    if (points.list.count == wanted) points.reason = points.start_reason;
    if (v->def.is_judging && points.list.count > 0 && knows_time(v)) draw_other_times(v, &points);
    if (v->def.has_branches) nh_verify_branches_draw(v, &points, t);
    if (v->def.has_branches) nh_verify_sections_draw(v, &points, t);
    if (v->def.has_branches) nh_verify_pieces_draw(v, &points, t);
    return points;
}
