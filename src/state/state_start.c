/* The start: from the initial values to an admissible state.
 *
 *     1. the guess        what is given directly, 0 elsewhere, an orientation as it is without rotation; guesses of
 *                         expressions are approached by least movement
 *     2. positions        geometric rows and held relations among coordinates, by moving coordinates that are not held
 *     3. velocities       the rates of all rows and held relations with velocities, at these coordinates
 *     4. both             together, where 3 had no success: a relation may mix them
 *     5. held values      are moved too, where only they break a row; state_held.c
 *     6. a regular start  is drawn where the rank drops there; state_regular.c
 *
 * A value that is held directly is no unknown at all, and so stays to the bit. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/print/print.h"
#include "num/number.h"
#include "state/state_private.h"

/* Starts from points around the guess, where the guess itself leads nowhere. */
enum { TRIES = 16 };

/* ---- the guess ---- */

static bool is_of_stage(const nh_equation *equation, nh_stage stage) {
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
        s->is_active[e] = equation->kind == NH_EQUATION_RELATION && !equation->is_held && is_of_stage(equation, stage);
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
    NH_ASSERT(start->guess != start->z && start->guess != start->held);
    nh_states *s = start->s;
    const double *values = nh_state_evaluate_values(s, start->t);
    memset(start->guess, 0, s->size * sizeof *start->guess);
    for (size_t i = 0; i < s->model->orientations.count; i++) start->guess[s->model->orientations.items[i].first] = 1;
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
        s->is_active[e] = is_of_stage(equation, stage) && (is_relation ? with_relations && equation->is_held : true);
    }
}

bool nh_state_run_stage(nh_start *start, nh_stage stage, int tries) {
    NH_ASSERT(tries >= 0);
    nh_states *s = start->s;
    if (stage == NH_STAGE_VELOCITIES) approach_guesses(start, stage);
    nh_state_choose(start, stage, NULL, true);
    for (uint32_t i = 0; i < s->size; i++) s->reference[i] = s->is_free[i] ? start->guess[i] : start->z[i];
    return nh_state_solve(s, start->t, start->z, &start->random, tries);
}

/* All stages from start->guess, with what is held held. */
static bool run_stages(nh_start *start, int tries) {
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

/* ---- sentences ---- */

/* Sentences about starts: what moved, what was drawn, what contradicts what. */

/* What a sentence lists; digits of its numbers; rows and values among which a contradiction is searched for. */
enum { LISTED = 6, DIGITS = 6, ELEMENTS_MOST = 80 };

static void add_number(nh_text *text, double value, int digits) {
    char buffer[NH_NUMBER_SIZE];
    nh_number_digits(buffer, value, digits);
    nh_text_add(text, buffer);
}

/* ", " between the items of a list that is cut when it is long; false when the item is not to be added. */
static bool next_item(nh_text *text, int *count) {
    ++*count;
    if (*count > 1 && *count <= LISTED + 1) nh_text_add(text, ", ");
    if (*count == LISTED + 1) nh_text_add(text, "...");
    return *count <= LISTED;
}

static const char *row_name(const nh_start *start, uint32_t row) {
    const nh_model *model = start->s->model;
    return nh_name_text(model->context, model->rows.items[row].name);
}

static const nh_place *row_place(const nh_start *start, uint32_t row) {
    return &start->s->model->rows.items[row].place;
}

/* ---- held values that were moved ---- */

/* A change below this, relative, is rounding. */
#define UNCHANGED 1e-13

static void list_moved(nh_start *start, nh_text *text, const nh_place **place) {
    nh_states *s = start->s;
    int count = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        double change = fabs(start->z[i] - start->held[i]);
        if (s->given[i] != NH_GIVEN_HELD || change <= UNCHANGED * nh_state_held_size(start, i)) continue;
        const nh_initial *item = &s->model->initials.items[s->given_by[i]];
        if (*place == NULL) *place = &item->place;
        if (!next_item(text, &count)) continue;
        nh_expr_print_decimals(s->model->pool, text, item->quantity);
        nh_text_add(text, " from ");
        add_number(text, start->held[i], 10);
        nh_text_add(text, " to ");
        add_number(text, start->z[i], 10);
    }
}

/* Relations: their value was quantity - residual. */
static void list_moved_relations(nh_start *start, nh_text *text, const nh_place **place) {
    nh_states *s = start->s;
    int count = *place == NULL ? 0 : 1;
    nh_state_choose(start, NH_STAGE_JOINT, NULL, true);
    (void)nh_state_evaluate(s, start->t, start->z);
    double largest = nh_state_largest(s, start->z);
    for (uint32_t e = s->rows; e < s->count; e++) {
        if (!s->is_active[e] || nh_state_relative(s, e, start->z, largest) <= NH_STATE_HOLDS) continue;
        const nh_initial *item = &s->model->initials.items[s->equations[e].number];
        if (*place == NULL) *place = &item->place;
        if (!next_item(text, &count)) continue;
        nh_expr_print_decimals(s->model->pool, text, item->quantity);
        nh_text_add(text, " by ");
        add_number(text, s->value[e], 10);
    }
}

void nh_state_report_moved(nh_start *start) {
    nh_context *context = start->s->model->context;
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = NULL;
    list_moved(start, &text, &place);
    list_moved_relations(start, &text, &place);
    nh_remark remark = {"start", NH_SEVERITY_WARNING, NH_OK, place, NULL};
    nh_diag_add(context, &remark, "the initial values violate the constraints slightly and were adjusted: %s",
                nh_text_string(&text));
}

/* ---- rank ---- */

static const nh_place *list_lost(nh_start *start, nh_text *text, const bool *here, const bool *usual) {
    const nh_place *place = NULL;
    int count = 0;
    for (uint32_t i = 0; i < start->s->model->rows.count; i++) {
        if (!here[i] || usual[i]) continue;
        if (place == NULL) place = row_place(start, i);
        if (next_item(text, &count)) nh_text_format(text, "'%s'", row_name(start, i));
    }
    return place;
}

void nh_state_report_drawn(nh_start *start, const bool *here, const bool *usual) {
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = list_lost(start, &text, here, usual);
    nh_remark remark = {"start", NH_SEVERITY_NOTE, NH_OK, place,
                        "give velocities that are not 0 to choose the initial state"};
    bool has_names = place != NULL;
    nh_diag_add(start->s->model->context, &remark,
                "at the initial state the constraints have lower rank than nearby%s%s%s: a nearby initial state was "
                "chosen",
                has_names ? " (" : "", nh_text_string(&text), has_names ? ")" : "");
}

void nh_state_report_singular(nh_start *start, const bool *here, const bool *usual) {
    nh_text text = nh_text_begin(start->s->arena);
    const nh_place *place = list_lost(start, &text, here, usual);
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, place,
                        "choose other initial values, or use ~ instead of ="};
    nh_diag_add(start->s->model->context, &remark,
                "with the given initial values the rank of the constraints drops at the initial state (%s)",
                nh_text_string(&text));
}

/* ---- contradictions ---- */

/* An element of a contradiction: an equation, or a held unknown. */
typedef struct elements {
    nh_start *start;
    nh_stage stage;
    uint32_t count;
    uint32_t *number; /* an equation, or s->count + an unknown */
    bool *is_out;
} elements;

static void list_elements(elements *all) {
    const nh_states *s = all->start->s;
    nh_state_choose(all->start, all->stage, NULL, true);
    for (uint32_t e = 0; e < s->count; e++)
        if (s->is_active[e]) all->number[all->count++] = e;
    for (uint32_t i = 0; i < s->size; i++)
        if (s->given[i] == NH_GIVEN_HELD && !s->is_free[i] &&
            (all->stage == NH_STAGE_JOINT || (i >= s->n) == (all->stage == NH_STAGE_VELOCITIES)))
            all->number[all->count++] = s->count + i;
}

/* Whether what is not left out can hold together. */
static bool can_hold(elements *all, double *z) {
    nh_start *start = all->start;
    nh_states *s = start->s;
    nh_state_choose(start, all->stage, NULL, true);
    for (uint32_t k = 0; k < all->count; k++) {
        if (!all->is_out[k]) continue;
        if (all->number[k] < s->count) s->is_active[all->number[k]] = false;
        else s->is_free[all->number[k] - s->count] = true;
    }
    memcpy(s->reference, start->z, s->size * sizeof *z);
    return nh_state_solve(s, start->t, z, &start->random, 3);
}

/* Leaves out one after the other what the contradiction does not need; what stays is a smallest set. False when
 * there is none, or the search is too long. */
static bool shrink_contradiction(elements *all, nh_arena *arena) {
    double *z = NH_NEW_ARRAY(arena, double, (size_t)all->start->s->size + 1);
    if (all->count > ELEMENTS_MOST || can_hold(all, z)) return false;
    for (uint32_t k = 0; k < all->count; k++) {
        all->is_out[k] = true;
        if (can_hold(all, z)) all->is_out[k] = false;
    }
    return true;
}

static void describe_contradiction(const elements *all, nh_text *text) {
    const nh_states *s = all->start->s;
    int count = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        if (all->is_out[k] || !next_item(text, &count)) continue;
        uint32_t number = all->number[k];
        if (number < s->rows) {
            bool is_rate = s->equations[number].kind == NH_EQUATION_RATE;
            const nh_row *row = &s->model->rows.items[s->equations[number].number];
            nh_text_format(text, "constraint '%s'%s", nh_name_text(s->model->context, row->name),
                           is_rate && row->is_geometric ? " differentiated" : "");
        } else {
            uint32_t item = number < s->count ? s->equations[number].number : s->given_by[number - s->count];
            nh_text_add(text, "init ");
            nh_expr_print_decimals(s->model->pool, text, s->model->initials.items[item].quantity);
        }
    }
}

/* The worst equation of the stage at start->z; s->rows when its values are not finite. */
static double worst_of_stage(nh_start *start, nh_stage stage, uint32_t *worst) {
    nh_states *s = start->s;
    nh_state_choose(start, stage, NULL, true);
    if (!nh_state_evaluate(s, start->t, start->z)) return NAN;
    double residual = nh_state_worst(s, start->z, worst);
    return residual <= s->holds ? 0 : residual;
}

static void say_worst(nh_start *start, uint32_t worst, const char *hint) {
    nh_states *s = start->s;
    nh_text amount = nh_text_begin(s->arena);
    add_number(&amount, fabs(s->value[worst]), DIGITS);
    bool is_relation = worst >= s->rows;
    uint32_t number = s->equations[worst].number;
    const nh_place *place = is_relation ? &s->model->initials.items[number].place : row_place(start, number);
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, place, hint};
    const char *by = nh_text_string(&amount);
    if (is_relation) nh_diag_add(s->model->context, &remark, "this initial value cannot be kept: it is off by %s", by);
    else
        nh_diag_add(s->model->context, &remark, "constraint '%s'%s cannot hold at the initial state: it is off by %s",
                    row_name(start, number),
                    s->equations[worst].kind == NH_EQUATION_RATE && s->model->rows.items[number].is_geometric
                        ? ", differentiated,"
                        : "",
                    by);
}

static void say_undefined(nh_start *start) {
    nh_remark remark = {"start", NH_SEVERITY_ERROR, NH_E_MODEL, NULL, "try other initial values: init x ~ ..."};
    nh_diag_add(
        start->s->model->context, &remark,
        "no initial state was found: a constraint has no value at the initial values; check for a division by 0");
}

/* When no start is found: the worst row at start->z, and what contradicts it. */
static void report_failure(nh_start *start) {
    nh_states *s = start->s;
    nh_arena *arena = nh_arena_create(s->model->context);
    elements all = {.start = start, .stage = NH_STAGE_POSITIONS};
    all.number = NH_NEW_ARRAY(arena, uint32_t, (size_t)s->count + s->size + 1);
    all.is_out = NH_NEW_ARRAY(arena, bool, (size_t)s->count + s->size + 1);
    uint32_t worst = 0;
    double residual = worst_of_stage(start, NH_STAGE_POSITIONS, &worst);
    if (residual == 0) {
        all.stage = NH_STAGE_VELOCITIES;
        residual = worst_of_stage(start, NH_STAGE_VELOCITIES, &worst);
    }
    nh_text text = nh_text_begin(arena);
    list_elements(&all);
    if (residual > 0 && shrink_contradiction(&all, arena)) {
        nh_text_add(&text, "these contradict each other: ");
        describe_contradiction(&all, &text);
    } else nh_text_add(&text, "give values closer to an admissible state: init x ~ ...");
    if (!(residual > 0)) say_undefined(start);
    else {
        worst_of_stage(start, all.stage, &worst);
        say_worst(start, worst, nh_text_string(&text));
    }
    nh_arena_destroy(arena);
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
    bool found = run_stages(start, TRIES) || nh_state_move_held(start);
    if (!found) {
        start->s->holds = NH_STATE_HOLDS_BARELY;
        memcpy(start->z, start->guess, start->s->size * sizeof *start->z);
        found = run_stages(start, 0);
        if (!found) report_failure(start);
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

static nh_start begin_start(nh_states *s, nh_arena *arena, double t) {
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
    NH_ASSERT(state->q != NULL || states->n == 0);
    nh_states *s = states;
    if (s->model->random_start) return draw_start(s, t, state);
    if (s->model->initials.count == 0 && s->n > 0) return NH_START_NONE;
    nh_arena *arena = nh_arena_create(s->model->context);
    nh_start start = begin_start(s, arena, t);
    nh_start_status status = find_given(&start) ? nh_state_make_regular(&start) : NH_START_NOT_FOUND;
    give_out(&start, state);
    nh_arena_destroy(arena);
    return status;
}

void nh_states_require_initials(const nh_model *model) {
    if (!model->random_start && model->initials.count == 0 && model->coordinates.count > 0)
        nh_fail(model->context, NH_E_MODEL, "no-start",
                "the model has no initial values: add init statements, or use --init random");
}

void nh_states_require_start(nh_states *states, double t, nh_state *state) {
    nh_states_require_initials(states->model);
    nh_states_require_any(states, t, state);
}

void nh_states_require_any(nh_states *states, double t, nh_state *state) {
    nh_start_status status = nh_states_start(states, t, state);
    if (status == NH_START_NONE) status = draw_start(states, t, state);
    if (status != NH_START_FOUND) nh_raise(states->model->context, NH_E_MODEL);
}

bool nh_states_given(nh_states *states, double t, nh_state *state) {
    nh_context *context = states->model->context;
    nh_arena *arena = nh_arena_create(context);
    size_t before = nh_context_diag_count(context);
    nh_start start = begin_start(states, arena, t);
    bool found = find_given(&start);
    nh_diag_forget(context, before);
    give_out(&start, state);
    nh_arena_destroy(arena);
    return found;
}
