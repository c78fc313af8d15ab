/* Held values that break a row: they are moved too, as little as possible.
 *
 * The search is where what is not held has done what it can. From there first those held unknowns are released
 * that occur in a violated equation, then all, then the held relations too. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

/* Changes of held values, relative to their size: below the first nobody is told, above the second it is an error. */
#define SILENT 1e-9
#define TOLERATED 1e-2
/* A value counts as at least this share of the largest of its kind: a held 0 has a size too. */
#define SHARE 0.1

/* ---- how far they moved ---- */

double nh_state_held_size(const nh_start *start, uint32_t unknown) {
    NH_ASSERT(unknown < start->s->size);
    const nh_states *s = start->s;
    double most = nh_doubles_largest(start->held + (unknown < s->n ? 0 : s->n), s->n);
    double size = fmax(fabs(start->held[unknown]), SHARE * most);
    return size > 0 ? size : 1;
}

static double change_of_held(nh_start *start, const double *z) {
    NH_ASSERT(z != start->held);
    nh_states *s = start->s;
    double change = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (s->given[i] == NH_GIVEN_HELD && z[i] != start->held[i])
            change = fmax(change, fabs(z[i] - start->held[i]) / nh_state_held_size(start, i));
    nh_state_choose(start, NH_STAGE_JOINT, NULL, true);
    if (!nh_state_evaluate(s, start->t, z)) return INFINITY;
    double largest = nh_state_largest(s, z);
    for (uint32_t e = s->rows; e < s->count; e++)
        if (s->is_active[e]) change = fmax(change, nh_state_relative(s, e, z, largest));
    return change;
}

/* ---- moving them ---- */

/* The held unknowns in equations of the stage that are violated at start->z. */
static void find_violators(nh_start *start, nh_stage stage, bool *release) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    memset(release, 0, s->size * sizeof *release);
    if (!nh_state_evaluate(s, start->t, start->z)) return;
    double largest = nh_state_largest(s, start->z);
    for (uint32_t e = 0; e < s->count; e++) {
        if (!s->is_active[e] || nh_state_relative(s, e, start->z, largest) <= s->holds) continue;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) release[s->J.column[k]] = true;
    }
}

static bool solve_released(nh_start *start, nh_stage stage, const bool *release, bool with_relations, double *z) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, release, with_relations);
    memcpy(s->reference, start->z, s->size * sizeof *s->reference);
    if (!nh_state_solve(s, start->t, z, &start->random, 0)) return false;
    memcpy(start->z, z, s->size * sizeof *z);
    return true;
}

/* Brings start->z to where the held relations hold without the rows, if there is such a point. */
static void solve_relations(nh_start *start, nh_stage stage, double *z) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    for (uint32_t e = 0; e < s->rows; e++) s->is_active[e] = false;
    memcpy(s->reference, start->z, s->size * sizeof *s->reference);
    if (nh_state_solve(s, start->t, z, &start->random, 0)) memcpy(start->z, z, s->size * sizeof *z);
}

static bool release_stage(nh_start *start, nh_stage stage) {
    nh_states *s = start->s;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    bool *release = NH_NEW_ARRAY(scratch, bool, (size_t)s->size + 1);
    double *z = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    find_violators(start, stage, release);
    bool found = solve_released(start, stage, release, true, z);
    for (uint32_t i = 0; i < s->size; i++) release[i] = true;
    found = found || solve_released(start, stage, release, true, z);
    if (!found) {
        solve_relations(start, stage, z);
        found = solve_released(start, stage, release, false, z);
    }
    nh_arena_release(scratch, mark);
    return found;
}

static bool stage_holds(nh_start *start, nh_stage stage) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    return nh_state_evaluate(s, start->t, start->z) && nh_state_worst(s, start->z, NULL) <= s->holds;
}

/* Both stages, each with its held values released where it must be. */
static bool release_both(nh_start *start) {
    if (!stage_holds(start, NH_STAGE_POSITIONS)) {
        if (!release_stage(start, NH_STAGE_POSITIONS)) return false;
        if (nh_state_run_stage(start, NH_STAGE_VELOCITIES, 4)) return true;
    }
    return release_stage(start, NH_STAGE_VELOCITIES) || release_stage(start, NH_STAGE_JOINT);
}

bool nh_state_move_held(nh_start *start) {
    nh_states *s = start->s;
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *before = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    memcpy(before, start->z, s->size * sizeof *before);
    double change = release_both(start) ? change_of_held(start, start->z) : INFINITY;
    bool found = change <= TOLERATED;
    if (found && change > SILENT) nh_state_report_moved(start);
    if (!found) memcpy(start->z, before, s->size * sizeof *before);
    nh_arena_release(scratch, mark);
    return found;
}
