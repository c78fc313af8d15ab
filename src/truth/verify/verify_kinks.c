/* States in a kink of L or of a row, where no accelerations follow from the equations of motion.
 *
 * Some are met by chance, such as an initial state at rest: nothing is compared there. If all are in one, as those with
 * x = y are in that of |x - y|, nothing that accelerations or multipliers decide has a value. */
#include "base/assert.h"
#include "model/kinks.h"
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
    const nh_hole *kink = NULL;
    bool all;
    NH_ASSERT(v->motion == NULL);
    const bool *is_in = find_in_kinks(v, points, &kink, &all);
    if (is_in == NULL) return;
    const char *why = nh_hole_words(v->model, v->arena, kink);
    if (all) points->reason = v->kink = why;
    if (!all || !v->def.is_judging) leave_out(v, points, is_in, why);
    if (all) points->reason = why;
}
