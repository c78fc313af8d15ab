/* The states of a verification: the start of the model, states around it, and random admissible ones. They are certified later, at the precision that is needed.
 *
 * Where the admissible states fall apart into components, such as those on which one point of a chain rests, a model is about that of its start, and so are its claims. A random state may be on another one. */
#include "analysis/samples.h"
#include "base/diag.h"
#include "model/values.h"
#include "sim/verify_private.h"

enum { STREAM = 211, TRIES = 8, DIGITS = 20 };

static nh_state new_state(const nh_verifier *v) {
    return (nh_state){.q = NH_NEW_ARRAY(v->arena, double, v->n + 1), .v = NH_NEW_ARRAY(v->arena, double, v->n + 1)};
}

/* Keeps the state if it is one that can be certified. */
static bool keep(nh_verifier *v, nh_verify_points *points, const nh_state *state, bool is_near) {
    nh_arena *scratch = nh_arena_create(v->model->context);
    nh_certified found;
    bool is_kept = nh_states_certify(v->states, state, DIGITS, scratch, &found);
    if (is_kept) {
        nh_array_push(&points->list, ((nh_verify_point){*state, is_near}));
    } else {
        nh_text text = nh_text_begin(v->arena); /* the sentence may lie in the scratch arena */
        nh_text_add(&text, found.reason);
        points->reason = nh_text_string(&text);
    }
    nh_arena_destroy(scratch);
    return is_kept;
}

/* What is wrong with a start is a warning here. */
static void take_start(nh_verifier *v, nh_verify_points *points, double t) {
    nh_context *context = v->model->context;
    size_t before = nh_context_diag_count(context);
    nh_state start = new_state(v);
    nh_start_status status = nh_states_start(v->states, t, &start);
    nh_diag_soften(context, before);
    points->has_start = status == NH_START_FOUND && keep(v, points, &start, true);
    if (status != NH_START_FOUND || points->has_start) return;
    nh_text text = nh_text_begin(v->arena);
    nh_text_format(&text, "the start is left out: %s", points->reason);
    points->start_reason = nh_text_string(&text);
}

/* Every second one anywhere; the others around the start, where there is one. */
static void draw(nh_verifier *v, nh_verify_points *points, nh_random *random, double t, size_t i) {
    static const double sizes[] = {0.1, 0.05, 0.02, 0.01};
    nh_state state = new_state(v);
    bool is_near = points->has_start && i % 2 == 0;
    bool is_found = is_near ? nh_samples_draw(v->states, random, &points->list.items[0].state, sizes[i / 2 % 4], &state)
                            : nh_states_random(v->states, random, t + nh_random_unit(random), TRIES, &state);
    if (is_found) keep(v, points, &state, is_near);
    else if (points->reason == NULL) points->reason = "no random state was found at which the constraints hold";
}

nh_verify_points nh_verify_points_draw(nh_verifier *v) {
    nh_verify_points points = {.list = {.arena = v->arena}};
    nh_random random = nh_random_make(v->def.seed, STREAM);
    double t = nh_model_start_time(v->model, v->arena, v->parameters);
    take_start(v, &points, t);
    size_t wanted = v->def.samples + points.has_start;
    for (size_t i = 0; i < TRIES * v->def.samples && points.list.count < wanted; i++) {
        draw(v, &points, &random, t, i);
        if (i == 2 * TRIES && points.list.count <= points.has_start) break; /* there are none */
    }
    if (points.list.count == wanted) points.reason = points.start_reason;
    return points;
}
