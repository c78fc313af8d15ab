/* The start: from the initial values to an admissible state.
 *
 *     1. the guess        what is given directly, 0 elsewhere; guesses of expressions are approached by least movement
 *     2. positions        geometric rows and held relations among coordinates, by moving coordinates that are not held
 *     3. velocities       the rates of all rows and held relations with velocities, at these coordinates
 *     4. both             together, where 3 had no success: a relation may mix them
 *     5. held values      are moved too, where they alone break a row; state_held.c
 *     6. a regular start  is drawn where the rank drops there; state_regular.c
 *
 * A value that is held directly is no unknown at all, and so stays to the bit. */
#include <math.h>
#include <string.h>

#include "analysis/state_private.h"

/* Starts from points around the guess, where the guess itself leads nowhere. */
enum { TRIES = 16 };

/* ---- the guess ---- */

static bool concerns(const nh_equation *equation, nh_stage stage) {
    return stage == NH_STAGE_JOINT || equation->is_velocity == (stage == NH_STAGE_VELOCITIES);
}

static bool is_in_stage(const nh_states *s, uint32_t unknown, nh_stage stage) {
    return stage == NH_STAGE_JOINT || (unknown >= s->n) == (stage == NH_STAGE_VELOCITIES);
}

/* Moves start->guess so that the guessed relations of the stage hold as far as possible, at the coordinates of
 * start->z. */
static void approach_guesses(nh_start *start, nh_stage stage) {
    nh_states *s = start->s;
    bool any = false;
    for (uint32_t e = 0; e < s->count; e++) {
        const nh_equation *equation = &s->equations[e];
        s->is_active[e] = equation->kind == NH_EQUATION_RELATION && !equation->is_held && concerns(equation, stage);
        any |= s->is_active[e];
    }
    if (!any) return;
    for (uint32_t i = 0; i < s->size; i++) s->is_free[i] = is_in_stage(s, i, stage) && s->given[i] != NH_GIVEN_HELD;
    memcpy(s->reference, start->guess, s->size * sizeof *s->reference);
    if (stage == NH_STAGE_VELOCITIES) memcpy(s->reference, start->z, s->n * sizeof *s->reference);
    nh_arena *scratch = nh_scratch(s->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *z = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    (void)nh_state_solve(s, start->t, z, &start->random, TRIES);
    for (uint32_t i = 0; i < s->size; i++)
        if (s->is_free[i] && isfinite(z[i])) start->guess[i] = z[i];
    nh_arena_release(scratch, mark);
}

void nh_state_guess(nh_start *start) {
    nh_states *s = start->s;
    const double *values = nh_state_evaluate_values(s, start->t);
    memset(start->guess, 0, s->size * sizeof *start->guess);
    for (uint32_t i = 0; i < s->value_count; i++) start->guess[s->value_unknown[i]] = values[i];
    memcpy(start->held, start->guess, s->size * sizeof *start->held);
    memcpy(start->z, start->guess, s->size * sizeof *start->z);
    approach_guesses(start, NH_STAGE_POSITIONS);
    memcpy(start->z, start->guess, s->size * sizeof *start->z);
}

/* ---- stages ---- */

void nh_state_choose(nh_start *start, nh_stage stage, const bool *release, bool with_relations) {
    nh_states *s = start->s;
    for (uint32_t i = 0; i < s->size; i++)
        s->is_free[i] = is_in_stage(s, i, stage) && (s->given[i] != NH_GIVEN_HELD || (release != NULL && release[i]));
    for (uint32_t e = 0; e < s->count; e++) {
        const nh_equation *equation = &s->equations[e];
        bool is_relation = equation->kind == NH_EQUATION_RELATION;
        s->is_active[e] = concerns(equation, stage) && (is_relation ? with_relations && equation->is_held : true);
    }
}

bool nh_state_run_stage(nh_start *start, nh_stage stage, int tries) {
    nh_states *s = start->s;
    if (stage == NH_STAGE_VELOCITIES) approach_guesses(start, stage);
    nh_state_choose(start, stage, NULL, true);
    for (uint32_t i = 0; i < s->size; i++) s->reference[i] = s->is_free[i] ? start->guess[i] : start->z[i];
    return nh_state_solve(s, start->t, start->z, &start->random, tries);
}

bool nh_state_run_stages(nh_start *start, int tries) {
    nh_states *s = start->s;
    nh_arena *scratch = nh_scratch(s->model->context);
    if (!nh_state_run_stage(start, NH_STAGE_POSITIONS, tries)) return false;
    if (nh_state_run_stage(start, NH_STAGE_VELOCITIES, tries)) return true;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    double *apart = NH_NEW_ARRAY(scratch, double, (size_t)s->size + 1);
    memcpy(apart, start->z, s->size * sizeof *apart);
    bool found = nh_state_run_stage(start, NH_STAGE_JOINT, tries);
    if (!found) memcpy(start->z, apart, s->size * sizeof *apart);
    nh_arena_release(scratch, mark);
    return found;
}

/* ---- all of it ---- */

static bool has_values(nh_start *start) {
    const nh_states *s = start->s;
    for (uint32_t i = 0; i < s->size; i++) {
        if (isfinite(start->held[i])) continue;
        const nh_initial *item = &s->model->initials.items[s->given_by[i]];
        nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, &item->place, NULL};
        nh_diag_add(s->model->context, &remark, "this initial value is not a finite number");
        return false;
    }
    return true;
}

/* All steps but the last. */
static bool find_given(nh_start *start) {
    start->s->holds = NH_STATE_HOLDS;
    nh_state_guess(start);
    if (!has_values(start)) return false;
    bool found = nh_state_run_stages(start, TRIES) || nh_state_move_held(start);
    if (!found) {
        start->s->holds = NH_STATE_HOLDS_BARELY;
        memcpy(start->z, start->guess, start->s->size * sizeof *start->z);
        found = nh_state_run_stages(start, 0);
        if (!found) nh_state_report_failure(start);
        start->s->holds = NH_STATE_HOLDS;
    }
    return found;
}

static nh_start_status draw_start(nh_states *s, double t, nh_state *state) {
    nh_random random = nh_random_of(s->model->context, NH_STREAM_RANDOM_START);
    state->t = t;
    if (nh_states_random(s, &random, t, 200, state)) return NH_START_FOUND;
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, NULL,
                        "give values near an admissible state: init x ~ ..."};
    const char *what = s->model->assumptions.count == 0 ? "the constraints"
                       : s->rows == 0                   ? "the assumptions"
                                                        : "the constraints and the assumptions";
    nh_diag_add(s->model->context, &remark, "no random state was found at which %s hold", what);
    return NH_START_NOT_FOUND;
}

static nh_start begin(nh_states *s, nh_arena *arena, double t) {
    nh_start start = {.s = s, .t = t, .random = nh_random_of(s->model->context, NH_STREAM_START)};
    start.guess = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    start.z = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    start.held = NH_NEW_ARRAY(arena, double, (size_t)s->size + 1);
    return start;
}

static void give_out(const nh_start *start, nh_state *state) {
    size_t n = start->s->n;
    state->t = start->t;
    memcpy(state->q, start->z, n * sizeof *state->q);
    memcpy(state->v, start->z + n, n * sizeof *state->v);
}

nh_start_status nh_states_start(nh_states *states, double t, nh_state *state) {
    nh_states *s = states;
    if (s->model->random_start) return draw_start(s, t, state);
    if (s->model->initials.count == 0 && s->n > 0) return NH_START_NONE;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_start start = begin(s, arena, t);
    nh_start_status status = find_given(&start) ? nh_state_make_regular(&start) : NH_START_NOT_FOUND;
    give_out(&start, state);
    nh_arena_destroy(arena);
    return status;
}

bool nh_states_given(nh_states *states, double t, nh_state *state) {
    nh_context *context = states->model->context;
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    nh_start start = begin(states, arena, t);
    bool found = find_given(&start);
    nh_diag_forget(context, before);
    give_out(&start, state);
    nh_arena_destroy(arena);
    return found;
}
