/* States in a kink of L or of a row, where no accelerations follow from the equations of motion; of a motion that is
 * judged also those at which L, a force or a row has no value as it is written.
 *
 * Some are met by chance, such as an initial state at rest: nothing is compared there. If all are in one, as those with
 * x = y are in that of |x - y|, nothing that accelerations or multipliers decide has a value. */
#include "base/assert.h"
#include "model/kinks.h"
#include "motion/places/hole.h"
#include "truth/verify/verify_private.h"

/* Whether the states are in a kink, those of the base one after the other; NULL: there are none that are in one. */
static bool *find_in_kinks(nh_verifier *v, const nh_verify_points *points, const nh_hole **kink, bool *all) {
    nh_kinks *kinks = nh_kinks_make(v->arena, v->model, v->parameters);
    bool *is_in = NH_NEW_ARRAY(v->arena, bool, points->list.count + 1);
    size_t base = 0, count = 0;
    for (size_t i = 0; i < points->list.count && kinks != NULL; i++) {
        const nh_verify_point *point = &points->list.items[i];
        if (point->section->is_special) continue; /* they know it */
        const nh_hole *own = nh_kinks_at(kinks, point->state.t, point->state.q, point->state.v);
        is_in[i] = own != NULL;
        if (own != NULL) *kink = own;
        base++;
        count += is_in[i];
    }
    *all = count == base && count > 0;
    return count > 0 ? is_in : NULL;
}

/* What has no value along the motion, which was not asked of its states; NULL: all has one. */
static const nh_hole *hole_of_motion(nh_verifier *v, const nh_verify_points *points) {
    nh_hole_watch *watch = nh_hole_watch_make(v->arena, v->model, v->parameters);
    for (size_t i = 0; i < points->list.count && watch != NULL; i++) {
        const nh_state *state = &points->list.items[i].state;
        const nh_hole *hole = nh_hole_at(watch, state->t, state->q, state->v);
        if (hole != NULL) return hole;
    }
    return NULL;
}

static void leave_out(nh_verifier *v, nh_verify_points *points, const bool *is_in, const char *why) {
    size_t kept = 0;
    if (points->has_start && is_in[0]) {
        nh_text text = nh_text_begin(v->arena);
        nh_text_format(&text, "the initial state is left out: %s", why);
        points->reason = nh_text_string(&text);
        points->has_start = false;
    }
    for (size_t i = 0; i < points->list.count; i++)
        if (!is_in[i]) points->list.items[kept++] = points->list.items[i];
    points->list.count = kept;
}

void nh_verify_kinks_leave(nh_verifier *v, nh_verify_points *points) {
    const nh_hole *kink = v->motion != NULL ? hole_of_motion(v, points) : NULL;
    bool all;
    NH_ASSERT(v->kink == NULL && (v->motion == NULL || v->def.is_judging));
    const bool *is_in = find_in_kinks(v, points, &kink, &all);
    if (kink == NULL) return;
    const char *why = nh_hole_words(v->model, v->arena, kink);
    all = all || v->motion != NULL; /* times are random: the motion stays there for a while */
    if (all) points->reason = v->kink = why;
    if (!all || !v->def.is_judging) leave_out(v, points, is_in, why);
    if (all) points->reason = why;
}
