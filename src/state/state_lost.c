/* Rows that restrict the states but have lost their gradient.
 *
 * The equations of motion see of a row its gradient only. Where the gradients of the rows that are used at a state
 * are independent, the states around it at which these hold are a manifold, and a row that was left out is
 * redundant exactly when it vanishes on that: gradients at admissible states cannot tell. (x' - y)^2 = 0 has the
 * gradient 0 wherever it holds, and still says x' = y. So states are drawn around the one that is asked about,
 * moved to where the used rows hold, and the others are examined there: in doubles, and in balls where doubles see
 * nothing, as of (x' - y)^12.
 *
 * Rows like |A' - B'| = 0 or sqrt(x' - y) = 0 have no gradient at all where they hold, and rows that touch, x'^2 + y'^2
 * = 1 and x' = 1, have dependent ones, while doubles next to the exact state show something else. What gives them away
 * is that gradients change within a very small distance, or are almost dependent; whether the state can be certified
 * with all rows decides then. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/text.h"
#include "state/state_private.h"

/* States around that are examined, one for each of the sizes below; digits to which they are certified. */
enum { DRAWS = 6, DIGITS = 20 };
/* How often balls are asked: of many states the first ones tell. */
enum { LOOKS_MOST = 24, CLOSE_DRAWS = 3 };
/* Residuals, relative to their terms: of rows that hold at the state; of left out ones that
 * certainly do not at another. */
#define HOLDS 1e-6
#define FAILS 1e-9
/* How far what fails around a state is searched for again. */
#define CLOSE 1e-8
/* How far gradients are examined, relative to the state, and which part of them may change there. */
#define BESIDE 1e-6
#define CHANGES 0.1
/* How far ahead a motion is examined, in parts of the time in which it changes. */
#define AHEAD 0.02
/* Larger numbers have squares that are too large. */
#define LARGE 1e120
/* Smaller coordinates and velocities are 0. */
#define RESTS 1e-9
/* What is left of a row besides the others, relative to its length, when it is almost dependent. */
#define ALMOST 1e-5

/* What is at rest, except for what is left of a search, is moved by parts of 1. Time continues: of z' = 0 next to z^2 =
 * 1 + t^2 nothing is seen at t = 0. */
static void scatter_state(const nh_states *s, nh_random *random, const nh_state *at, double size, nh_state *state) {
    state->t = at->t + size;
    nh_state_scatter(random, s->n, at, size, RESTS, state);
}

static nh_state new_state(nh_arena *arena, const nh_states *s) {
    return (nh_state){.q = NH_NEW_ARRAY(arena, double, s->n + 1), .v = NH_NEW_ARRAY(arena, double, s->n + 1)};
}

/* ---- rows that were left out ---- */

/* The equations that depend on others at the state: geometric rows by the coordinates, rates by the velocities. False:
 * none does. In large systems geometric rows are taken to be independent. */
static bool find_left_out(nh_states *s, const nh_state *at, bool *left_out) {
    bool any = false;
    nh_arena *arena = nh_arena_create(s->model->context);
    bool *redundant = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    (void)nh_states_rank(s, at, redundant);
    for (uint32_t e = s->geometric; e < s->rates; e++) any |= left_out[e] = redundant[s->equations[e].number];
    nh_arena_destroy(arena);
    if (s->sparse != NULL || s->geometric == 0) return any;
    if (!nh_state_linearise_at(s, at, true, false)) return any;
    for (uint32_t e = 0; e < s->geometric; e++) any |= left_out[e] = s->is_redundant[e];
    return any;
}

/* How much the equation changes with a state of this size: x' = 1e-17 next to y' = 1 is what rounding leaves of x' y' =
 * 0, though it is not small compared with itself. */
static double reach_of(const nh_states *s, uint32_t e, const nh_state *state) {
    double q = nh_state_spread(state->q, s->n, RESTS), v = nh_state_spread(state->v, s->n, RESTS), reach = 0;
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
        if (isfinite(s->slope[k])) reach += fabs(s->slope[k]) * (s->J.column[k] < s->n ? q : v);
    return reach;
}

/* Marks the rows of left out equations that fail at the state. */
static bool look_at_left_out(nh_states *s, const nh_state *state, const bool *left_out, bool *lost) {
    bool any = false;
    nh_state_load(s, state, s->point);
    nh_state_choose_rows(s, true, true);
    (void)nh_state_evaluate(s, state->t, s->point);
    double largest = nh_state_largest(s, s->point);
    for (uint32_t e = 0; e < s->rates; e++) {
        bool may_fail = left_out[e] && isfinite(s->value[e]) && !(fabs(s->value[e]) <= FAILS * s->terms[e]);
        if (!may_fail || !(nh_state_relative(s, e, s->point, largest) > FAILS)) continue;
        if (fabs(s->value[e]) <= FAILS * reach_of(s, e, state)) continue;
        lost[s->equations[e].number] = any = true;
    }
    return any;
}

/* The same in balls at a certified state of the other rows: rows of high order are too small for doubles. */
static bool look_in_balls(nh_states *s, nh_arena *arena, const nh_state *state, const bool *left_out, bool *lost) {
    nh_certified found;
    bool any = false;
    s->looks++;
    s->left_out = left_out;
    s->violated = lost;
    bool is_certified = nh_states_certify(s, state, DIGITS, arena, &found);
    s->left_out = s->violated = NULL;
    for (size_t i = 0; i < s->model->rows.count && is_certified; i++) any |= lost[i];
    return any;
}

static void copy_state(const nh_states *s, const nh_state *from, nh_state *to) {
    to->t = from->t;
    memcpy(to->q, from->q, s->n * sizeof *to->q);
    memcpy(to->v, from->v, s->n * sizeof *to->v);
}

/* A state around at which all rows hold but these. */
static bool draw_without(nh_states *s, nh_random *random, const nh_state *at, double size, const bool *left_out,
                         nh_state *state) {
    scatter_state(s, random, at, size, state);
    s->left_out = left_out;
    bool is_drawn = nh_states_project(s, state);
    s->left_out = NULL;
    return is_drawn;
}

static bool can_look_in_balls(const nh_states *s) {
    return s->sparse == NULL && s->n <= NH_STATE_BALLS_MOST && s->looks < LOOKS_MOST;
}

/* Whether balls show that the rows hold very close to the state: what fails at some distance only is about another
 * branch, as y' = 0 of x' y' = 0 is at x' = 0, y' = 1e-6. */
static bool hold_close_by(nh_states *s, nh_arena *arena, const nh_state *at, const bool *left_out) {
    nh_random random = nh_random_of(s->model->context, NH_STREAM_LOST);
    nh_state state = new_state(arena, s);
    bool *lost = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    for (int i = 0; i < CLOSE_DRAWS; i++) {
        if (!can_look_in_balls(s) || !draw_without(s, &random, at, CLOSE, left_out, &state)) return false;
        nh_certified found;
        s->looks++;
        s->left_out = left_out;
        s->violated = lost;
        bool is_certified = nh_states_certify(s, &state, DIGITS, arena, &found);
        s->left_out = s->violated = NULL;
        for (size_t r = 0; r < s->model->rows.count; r++) is_certified = is_certified && !lost[r];
        if (!is_certified) return false;
    }
    return true;
}

/* Whether rows that depend on others at the state fail around it. */
static bool look_around(nh_states *s, nh_arena *arena, const nh_state *at, const bool *left_out, bool *lost) {
    static const double sizes[DRAWS] = {1e-2, 1e-3, 1e-2, 3e-2, 1e-4, 1e-2};
    nh_random random = nh_random_of(s->model->context, NH_STREAM_LOST);
    nh_state state = new_state(arena, s), kept = new_state(arena, s);
    bool any = false, has_kept = false;
    int draws = s->sparse == NULL ? DRAWS : 2;
    for (int i = 0; i < draws; i++) {
        if (!draw_without(s, &random, at, sizes[i], left_out, &state)) continue;
        any |= look_at_left_out(s, &state, left_out, lost);
        has_kept = true;
        copy_state(s, &state, &kept);
    }
    if (any) return !hold_close_by(s, arena, at, left_out);
    return has_kept && can_look_in_balls(s) && look_in_balls(s, arena, &kept, left_out, lost);
}

/* Nothing is lost where some independent rows leave only states at which the others hold: rows that are affine in the
 * velocities do so sooner, as x' = 0 next to x' y' = 0 where y' is small. */
bool nh_state_find_restricting(nh_states *s, const nh_state *at, bool *lost) {
    nh_arena *arena = nh_arena_create(s->model->context);
    bool *left_out = NH_NEW_ARRAY(arena, bool, (size_t)s->rates + 1);
    bool any = find_left_out(s, at, left_out) && look_around(s, arena, at, left_out, lost);
    if (any) {
        bool *others = NH_NEW_ARRAY(arena, bool, (size_t)s->rates + 1);
        bool *unused = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
        s->is_affine_first = true;
        NH_ASSERT(s->left_out == NULL);
        bool has_others = find_left_out(s, at, others) && memcmp(left_out, others, s->rates * sizeof *others) != 0;
        s->is_affine_first = false;
        any = !has_others || look_around(s, arena, at, others, unused);
    }
    for (size_t i = 0; i < s->model->rows.count && !any; i++) lost[i] = false;
    nh_arena_destroy(arena);
    return any;
}

/* ---- gradients that change ---- */

/* Rows whose residuals have a value at the state, but not their gradients. */
static bool find_undefined(nh_states *s, const nh_state *at, bool *lost) {
    bool any = false;
    nh_state_load(s, at, s->point);
    nh_state_choose_rows(s, true, true);
    (void)nh_state_evaluate(s, at->t, s->point);
    for (uint32_t e = 0; e < s->rates; e++) {
        bool has_gradient = true;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) has_gradient &= isfinite(s->slope[k]) != 0;
        if (has_gradient || !isfinite(s->value[e])) continue;
        lost[s->equations[e].number] = any = true;
    }
    return any;
}

/* The gradient of an equation by the velocities, here and at a very small distance. */
typedef struct nh_change {
    double here, beside, change; /* largest entries */
} nh_change;

static nh_change compare_gradients(const nh_states *s, uint32_t e, const double *here) {
    nh_change c = {0, 0, 0};
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) {
        if (s->J.column[k] < s->n) continue;
        c.here = fmax(c.here, fabs(here[k]));
        c.beside = fmax(c.beside, fabs(s->slope[k]));
        c.change = isfinite(s->slope[k]) ? fmax(c.change, fabs(s->slope[k] - here[k])) : INFINITY;
    }
    return c;
}

/* Rows whose gradients are others at a very small distance; vanishing, if not NULL, gets whether
 * one is much longer there. */
static bool find_changing(nh_states *s, const nh_state *at, bool *changing, bool *vanishing) {
    nh_random random = nh_random_of(s->model->context, NH_STREAM_LOST_BESIDE);
    nh_arena *arena = nh_arena_create(s->model->context);
    uint32_t entries = s->J.start[s->rates];
    double *here = NH_NEW_ARRAY(arena, double, (size_t)entries + 1);
    nh_state state = new_state(arena, s);
    bool any = false;
    nh_state_load(s, at, s->point);
    nh_state_choose_rows(s, true, true);
    (void)nh_state_evaluate(s, at->t, s->point);
    memcpy(here, s->slope, entries * sizeof *here);
    for (int i = 0; i < 2; i++) {
        scatter_state(s, &random, at, BESIDE, &state);
        nh_state_load(s, &state, s->point);
        (void)nh_state_evaluate(s, at->t, s->point);
        for (uint32_t e = s->geometric; e < s->rates; e++) {
            nh_change c = compare_gradients(s, e, here);
            if (c.change > CHANGES * fmax(c.here, c.beside)) changing[s->equations[e].number] = any = true;
            if (vanishing != NULL) *vanishing |= isfinite(c.change) && c.here < CHANGES * c.beside;
        }
    }
    nh_arena_destroy(arena);
    return any;
}

/* The row of which least is left besides the others, where that is almost nothing. */
static bool find_almost_dependent(nh_states *s, const nh_state *at, bool *almost) {
    bool *left_out = almost; /* overwritten below */
    if (s->sparse != NULL) return false;
    (void)nh_states_rank(s, at, left_out);
    memset(almost, 0, s->model->rows.count * sizeof *almost);
    if (s->basis->rank == 0 || s->basis->least > ALMOST) return false;
    almost[s->equations[s->basis->worst].number] = true;
    return true;
}

/* Whether there is a state here to rounding, but none that can be certified. */
static bool is_uncertain(nh_states *s, nh_arena *arena, const nh_state *at) {
    nh_certified found;
    nh_state state = new_state(arena, s);
    copy_state(s, at, &state);
    if (s->n > NH_STATE_BALLS_MOST) return false;
    if (!nh_states_project(s, &state)) return nh_states_residual(s, at, NULL) <= NH_STATE_HOLDS_BARELY;
    return !nh_states_certify(s, &state, DIGITS, arena, &found) && found.is_without_root;
}

bool nh_state_is_next_to_singular(nh_states *s, const nh_state *at) {
    if (s->rates == 0) return false;
    nh_arena *arena = nh_arena_create(s->model->context);
    bool *rows = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1), is_vanishing = false;
    (void)find_changing(s, at, rows, &is_vanishing);
    bool is_next = is_vanishing || find_almost_dependent(s, at, rows);
    nh_arena_destroy(arena);
    return is_next;
}

/* ---- all of it ---- */

/* Whether lengths of gradients can be told: squares of larger numbers are none of the machine. */
static bool are_moderate(nh_states *s, const nh_state *at) {
    double sum = 0;
    nh_state_load(s, at, s->point);
    for (uint32_t i = 0; i < s->size; i++) sum += fabs(s->point[i]);
    nh_state_choose_rows(s, true, true);
    (void)nh_state_evaluate(s, at->t, s->point);
    for (uint32_t k = 0; k < s->J.start[s->rates]; k++)
        if (isfinite(s->slope[k])) sum += fabs(s->slope[k]);
    return sum < LARGE;
}

bool nh_states_find_lost(nh_states *states, const nh_state *at, bool *lost) {
    NH_ASSERT(states->left_out == NULL);
    nh_states *s = states;
    size_t rows = s->model->rows.count;
    for (size_t i = 0; i < rows; i++) lost[i] = false;
    if (s->rates == 0 || !are_moderate(s, at)) return false;
    nh_arena *arena = nh_arena_create(s->model->context);
    bool *suspect = NH_NEW_ARRAY(arena, bool, rows + 1);
    bool any = find_undefined(s, at, lost);
    if (!any && nh_states_residual(s, at, NULL) <= HOLDS) {
        any = nh_state_find_restricting(s, at, lost);
        bool is_suspect = !any && (find_almost_dependent(s, at, suspect) | find_changing(s, at, suspect, NULL));
        if (is_suspect && is_uncertain(s, arena, at)) {
            memcpy(lost, suspect, rows * sizeof *lost);
            any = true;
        }
    }
    nh_arena_destroy(arena);
    return any;
}

/* Whether a row has a gradient by the velocities at the state, next to rounding. */
static bool has_gradient(nh_states *s, nh_arena *arena, const nh_state *at, uint32_t row) {
    bool *changing = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    (void)find_changing(s, at, changing, NULL);
    if (changing[row]) return false;
    nh_state_load(s, at, s->point);
    nh_state_choose_rows(s, false, true);
    (void)nh_state_evaluate(s, at->t, s->point);
    nh_state_silence_noise(s, at->t, s->point);
    for (uint32_t e = s->geometric; e < s->rates; e++) {
        if (s->equations[e].number != row) continue;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
            if (!isfinite(s->slope[k])) return false;
        return s->is_active[e];
    }
    return false;
}

bool nh_states_has_gradient(nh_states *states, const nh_state *at, uint32_t row) {
    NH_ASSERT(row < states->model->rows.count);
    nh_arena *arena = nh_arena_create(states->model->context);
    bool answer = has_gradient(states, arena, at, row);
    nh_arena_destroy(arena);
    return answer;
}

/* ---- motions ---- */

/* A time in which the state changes by a part of itself. */
static double time_scale(const nh_states *s, const nh_state *at, const double *a) {
    double q = nh_state_spread(at->q, s->n, RESTS), v = 0, most = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        v = fmax(v, fabs(at->v[i]));
        most = fmax(most, fabs(a[i]));
    }
    return fmin(1, fmin(v > RESTS ? q / v : 1, most > RESTS ? sqrt(q / most) : 1));
}

/* Two terms of Taylor's series miss the motion by h^3 next to the rows that carry it, and a row without an independent
 * gradient by the square of that; a motion that leaves such a row does so by the square of h^2. */
bool nh_states_motion_keeps(nh_states *states, const nh_state *at, const bool *lost, const double *a) {
    nh_states *s = states;
    for (uint32_t i = 0; i < s->model->rows.count; i++)
        if (lost[i] && !nh_states_has_gradient(s, at, i)) return false;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_state state = new_state(arena, s);
    bool *left_out = NH_NEW_ARRAY(arena, bool, (size_t)s->rates + 1);
    bool *failing = NH_NEW_ARRAY(arena, bool, s->model->rows.count + 1);
    bool keeps = true;
    (void)find_left_out(s, at, left_out);
    for (int sign = -1; sign <= 1 && keeps; sign += 2) {
        double h = sign * AHEAD * time_scale(s, at, a);
        state.t = at->t + h;
        for (uint32_t i = 0; i < s->n; i++) {
            state.q[i] = at->q[i] + h * at->v[i] + h * h / 2 * a[i];
            state.v[i] = at->v[i] + h * a[i];
        }
        s->left_out = left_out;
        bool is_there = nh_states_project(s, &state);
        s->left_out = NULL;
        keeps = is_there && !look_at_left_out(s, &state, left_out, failing);
    }
    nh_arena_destroy(arena);
    return keeps;
}

const char *nh_states_lost_reason(nh_states *states, const nh_state *at, const bool *lost, const char *place,
                                  nh_arena *arena) {
    const nh_model *model = states->model;
    uint32_t row = 0, count = 0;
    while (!lost[row]) row++;
    NH_ASSERT(row < model->rows.count);
    for (size_t i = row; i < model->rows.count; i++) count += lost[i];
    const char *name = nh_name_text(model->context, model->rows.items[row].name);
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "the rank condition fails: ");
    if (nh_states_has_gradient(states, at, row))
        nh_text_format(&text, "the constraint '%s' has no gradient %s that is independent of the others", name, place);
    else nh_text_format(&text, "the constraint '%s' has no gradient %s", name, place);
    if (count > 1) nh_text_format(&text, ", nor do %u more", (unsigned)(count - 1));
    nh_text_add(&text, count > 1 ? ", and not all of them are redundant" : ", and it is not redundant");
    return nh_text_string(&text);
}
