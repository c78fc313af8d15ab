/* The reference state, and what vanishes around it. */
#include "facts/admissible.h"

#include <math.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "facts/bound_private.h"
#include "facts/constants_private.h"
#include "facts/limits_private.h"
#include "facts/rank.h"
#include "facts/sizes.h"
#include "model/holes.h"
#include "model/kinks.h"
#include "model/values.h"

/* Certified states; attempts at a random one; digits to which it is certified. */
enum { SAMPLES = 6, TRIES = 200, DIGITS = 20 };
/* Where L has no value at the reference state, it is evaluated at others. Not in large systems. */
enum { DOMAIN_STATES = 40, DOMAIN_COORDINATES = 400 };
/* What is smaller than this relative to its terms is 0 except for rounding. */
#define ROUNDING 1e-12
/* Longer expressions are not brought to a normal form. */
enum { MOST_OPERATIONS = 4000, MOST_SIGNS = 4 };
/* Ideals of larger systems are not made. */
enum { MOST_IDEAL_ROWS = 8, MOST_IDEAL_VARIABLES = 24 };

/* ---- facts ---- */

const char *nh_check_form_name(nh_check_form form) {
    switch (form) {
        case NH_FORM_LINEAR: return nh_explicit_kind_name(NH_EXPLICIT_LINEAR);
        case NH_FORM_RATIONAL: return nh_explicit_kind_name(NH_EXPLICIT_RATIONAL);
        case NH_FORM_RADICAL: return nh_explicit_kind_name(NH_EXPLICIT_RADICAL);
        case NH_FORM_PIECEWISE: return nh_explicit_kind_name(NH_EXPLICIT_PIECEWISE);
        case NH_FORM_TRANSCENDENTAL: return nh_explicit_kind_name(NH_EXPLICIT_TRANSCENDENTAL);
        case NH_FORM_IMPLICIT: return nh_explicit_kind_name(NH_EXPLICIT_IMPLICIT);
        case NH_FORM_UNKNOWN: break;
    }
    return "unknown";
}

nh_fact nh_fact_yes(nh_evidence by) {
    NH_ASSERT(by != NH_EVIDENCE_NONE);
    return (nh_fact){NH_YES, by};
}

nh_fact nh_fact_no(nh_evidence by) {
    NH_ASSERT(by != NH_EVIDENCE_NONE);
    return (nh_fact){NH_NO, by};
}

nh_fact nh_fact_unknown(void) {
    return (nh_fact){NH_UNKNOWN, NH_EVIDENCE_NONE};
}

nh_fact nh_fact_and(nh_fact a, nh_fact b) {
    NH_ASSERT(a.truth == NH_UNKNOWN || a.by != NH_EVIDENCE_NONE);
    NH_ASSERT(b.truth == NH_UNKNOWN || b.by != NH_EVIDENCE_NONE);
    if (a.truth == NH_NO || b.truth == NH_NO) return a.truth == NH_NO ? a : b;
    if (a.truth == NH_UNKNOWN || b.truth == NH_UNKNOWN) return nh_fact_unknown();
    return nh_fact_yes(nh_evidence_weaker(a.by, b.by));
}

nh_evidence nh_evidence_weaker(nh_evidence a, nh_evidence b) {
    if (a == NH_EVIDENCE_NONE || b == NH_EVIDENCE_NONE) return NH_EVIDENCE_NONE;
    return a == NH_EVIDENCE_PROVED ? b : a;
}

/* ---- the domain of L and of the rows ---- */

static bool is_met(nh_need_kind kind, double value, double size) {
    double least = ROUNDING * size;
    if (!isfinite(value)) return false;
    switch (kind) {
        case NH_NEED_NONZERO: return fabs(value) > least;
        case NH_NEED_NONNEGATIVE: return value >= -least;
        case NH_NEED_POSITIVE: return value > least;
        case NH_NEED_VALUE: break;
    }
    return true;
}

/* The first need that is not met at the state, in doubles; their number: all are. */
static size_t first_unmet(const nh_admissible *a, nh_arena *arena, size_t count, const nh_need *needs) {
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, 2 * count + 1);
    double *values = NH_NEW_ARRAY(arena, double, 2 * count + 1);
    for (size_t i = 0; i < count; i++) {
        list[i] = needs[i].e;
        list[count + i] = nh_expr_terms_size(a->model->pool, needs[i].e);
    }
    nh_sizes_values(a, (uint32_t)(2 * count), list, values);
    size_t i = 0;
    while (i < count && is_met(needs[i].kind, values[i], values[count + i])) i++;
    return i;
}

/* What has no value at the state, also as it was written: x^2/x at x = 0. NULL: all has one. */
static const char *what_has_no_value(const nh_admissible *a, nh_arena *arena) {
    static const char *const words[] = {[NH_HOLE_LAGRANGIAN] = "the Lagrangian has no value",
                                        [NH_HOLE_FORCE] = "a force, as it is written, has no value",
                                        [NH_HOLE_ROW] = "a constraint, as it is written, has no value"};
    nh_holes holes = nh_model_holes(a->model, arena);
    nh_need *needs = NH_NEW_ARRAY(arena, nh_need, holes.count + 1);
    for (size_t i = 0; i < holes.count; i++) needs[i] = holes.items[i].need;
    needs[holes.count] = (nh_need){NH_NEED_VALUE, a->model->L};
    size_t unmet = first_unmet(a, arena, holes.count + 1, needs);
    if (unmet > holes.count) return NULL;
    return words[unmet < holes.count ? holes.items[unmet].owner : NH_HOLE_LAGRANGIAN];
}

/* Replaces the reference state by one of some random states, where L and the rows have a value; false: there is
 * none among them. Derivatives of L may have values where it has none, as those of log(-x^2 - 1). */
static bool move_into_domain(nh_admissible *a, nh_arena *arena) {
    size_t n = a->model->coordinates.count;
    nh_random random = nh_random_make(a->seed, NH_STREAM_DOMAIN);
    nh_admissible other = *a;
    other.arena = arena;
    other.state = (nh_state){.q = NH_NEW_ARRAY(arena, double, n + 1), .v = NH_NEW_ARRAY(arena, double, n + 1)};
    for (int i = 0; i < DOMAIN_STATES; i++) {
        bool is_found = nh_states_random(a->states, &random, a->state.t + i % 2, 2, &other.state);
        if (!is_found || what_has_no_value(&other, arena) != NULL) continue;
        a->state.t = other.state.t;
        if (n > 0) memcpy(a->state.q, other.state.q, n * sizeof *a->state.q);
        if (n > 0) memcpy(a->state.v, other.state.v, n * sizeof *a->state.v);
        return true;
    }
    return false;
}

static void say_outside_domain(const nh_admissible *a, const char *what) {
    nh_remark remark = {"no-value", NH_SEVERITY_WARNING, NH_OK, NULL, "the answers refer to a random admissible state"};
    nh_diag_add(a->model->context, &remark, "%s at the initial state of the model", what);
}

/* A state at which L or a row has no value is not admissible. What has none, where no other
 * state was found; else NULL. */
static const char *find_domain(nh_admissible *a) {
    if (a->model->coordinates.count > DOMAIN_COORDINATES) return NULL;
    nh_arena *arena = nh_arena_create(a->model->context);
    const char *what = what_has_no_value(a, arena);
    bool is_moved = what != NULL && move_into_domain(a, arena);
    if (is_moved && a->at == NH_CHECK_START) say_outside_domain(a, what);
    if (is_moved) a->at = NH_CHECK_RANDOM;
    nh_arena_destroy(arena);
    return is_moved ? NULL : what;
}

/* ---- the reference state ---- */

/* The start of the model, or a random state; what is wrong with a start is said as a warning. */
static void find_state(nh_admissible *a, double t) {
    nh_context *context = a->model->context;
    size_t before = nh_context_diag_count(context);
    nh_start_status status = nh_states_start(a->states, t, &a->state);
    nh_diag_soften(context, before);
    a->at = a->model->random_start ? NH_CHECK_RANDOM : NH_CHECK_START;
    if (status == NH_START_FOUND) return;
    a->rank_drops = status == NH_START_NOT_FOUND && nh_states_residual(a->states, &a->state, NULL) < 1e-9;
    nh_random random = nh_random_make(a->seed, NH_STREAM_STATE);
    nh_random clock = nh_random_make(a->seed, NH_STREAM_TIME);
    if (status == NH_START_NONE && a->model->spans.count == 0)
        t = nh_random_uniform(&clock, 0.5, 1.5); /* 0 is special */
    bool found = nh_states_random(a->states, &random, t, TRIES, &a->state);
    a->at = found ? NH_CHECK_RANDOM : NH_CHECK_NONE;
}

/* The rows that are independent at the state, in the order of the text. */
static uint32_t *independent_rows(const nh_admissible *a) {
    uint32_t *rows = NH_NEW_ARRAY(a->arena, uint32_t, a->rank), count = 0;
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (!a->redundant[i]) rows[count++] = i;
    return rows;
}

/* A state nearby, also where Newton's method is slow: at double roots. */
static bool draw_near(nh_admissible *a, nh_random *random, double size, nh_state *state) {
    nh_random again = *random;
    if (nh_samples_draw(a->states, random, &a->state, size, state)) return true;
    return nh_samples_draw_slowly(a->states, &again, &a->state, size, state);
}

/* Whether the model says where the motion starts: of a random state nothing is special. */
static bool has_start(const nh_admissible *a) {
    return !a->model->random_start && a->model->initials.count > 0;
}

/* The same rows at states nearby; the highest rank of some counts. */
static void find_usual(nh_admissible *a) {
    static const double sizes[] = {0.03, 0.1, 0.003};
    size_t n = a->model->coordinates.count, rows = a->model->rows.count;
    nh_random random = nh_random_make(a->seed, NH_STREAM_USUAL_ROWS);
    nh_state state = {.q = NH_NEW_ARRAY(a->arena, double, n), .v = NH_NEW_ARRAY(a->arena, double, n)};
    bool *here = NH_NEW_ARRAY(a->arena, bool, rows);
    uint32_t best = a->rank, seen = 0;
    (void)nh_states_rank_in_order(a->states, &a->state, a->usual);
    for (int i = 0; i < 3; i++) {
        if (!draw_near(a, &random, sizes[i], &state)) continue;
        uint32_t rank = nh_states_rank_in_order(a->states, &state, here);
        if (rank < best || (rank == best && seen++ > 0)) continue;
        best = rank;
        if (rows > 0) memcpy(a->usual, here, rows * sizeof *here);
    }
    /* Else gradients are rounding. */
    if (a->lost.reason == NULL) a->rank_drops = a->rank_drops || (has_start(a) && best > a->rank);
}

/* Whether rows have lost their gradients at all states around. Only at the initial state, or at its time, they may:
 * then a state nearby is the reference state. */
static void find_lost(nh_admissible *a) {
    static const double sizes[] = {0.1, 0.03, 0.3};
    size_t n = a->model->coordinates.count;
    nh_lost lost = nh_lost_find(a->arena, a->states, &a->state, "where it holds");
    if (lost.reason == NULL) return;
    nh_random random = nh_random_make(a->seed, NH_STREAM_LOST_NEAR);
    nh_state near = {.q = NH_NEW_ARRAY(a->arena, double, n), .v = NH_NEW_ARRAY(a->arena, double, n)};
    bool *rows = NH_NEW_ARRAY(a->arena, bool, a->model->rows.count + 1);
    for (int i = 0; i < 3; i++) {
        nh_certified found;
        if (!draw_near(a, &random, sizes[i], &near) || nh_states_find_lost(a->states, &near, rows)) continue;
        if (!nh_states_certify(a->states, &near, DIGITS, a->arena, &found)) continue;
        a->state = near;
        a->at = NH_CHECK_RANDOM;
        a->rank_drops = has_start(a);
        a->rank = nh_states_rank(a->states, &a->state, a->redundant);
        return;
    }
    a->lost = lost;
    a->open = lost.reason;
}

static void find_form(nh_admissible *a) {
    const uint32_t *rows = independent_rows(a);
    uint32_t *dependent = NH_NEW_ARRAY(a->arena, uint32_t, a->rank);
    nh_explicit_choose(a->arena, a->states, &a->state, a->rank, rows, dependent, &a->is_refused);
    a->form = nh_explicit_make(a->arena, a->model, a->rank, rows, dependent);
    a->signs = NH_NEW_ARRAY(a->arena, double, a->form->signs);
    nh_explicit_signs(a->form, nh_states_parameters(a->states), &a->state, a->signs);
}

/* ---- ideals ---- */

/* The rows of one kind, as an ideal in coordinates, and in velocities too; parameters as
 * symbols, or with their values. */
static nh_ideal *make_ideal(nh_admissible *a, bool with_velocities, bool with_values) {
    uint32_t n = (uint32_t)a->model->coordinates.count, count = 0;
    nh_expr *rows = NH_NEW_ARRAY(a->arena, nh_expr, 2 * a->model->rows.count);
    nh_expr *variables = NH_NEW_ARRAY(a->arena, nh_expr, 2 * (size_t)n);
    for (size_t i = 0; i < a->model->rows.count; i++) {
        const nh_row *row = &a->model->rows.items[i];
        if (!nh_row_restricts(row) || (!with_velocities && !row->is_geometric)) continue;
        rows[count++] = row->residual;
        if (with_velocities && row->is_geometric) rows[count++] = nh_row_rate(a->model, row);
    }
    for (uint32_t i = 0; with_values && i < count; i++) rows[i] = nh_model_with_values(a->model, rows[i]);
    uint32_t used = with_velocities ? 2 * n : n;
    if (count > MOST_IDEAL_ROWS || used > MOST_IDEAL_VARIABLES) return NULL;
    for (uint32_t i = 0; i < n; i++) {
        variables[i] = a->model->coordinates.items[i].q;
        variables[n + i] = a->model->coordinates.items[i].v;
    }
    return nh_ideal_make(a->model->pool, a->arena, count, rows, used, variables);
}

static bool has_geometric(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric) return true;
    return false;
}

/* Whether an ideal has solutions: all vanishes where there are none, and nothing is said by that. */
static bool has_solutions(const nh_ideal *ideal) {
    return ideal != NULL && nh_ideal_dimension(ideal) >= 0;
}

static bool vanishes_with_positions(nh_admissible *a, nh_expr e) {
    if (!has_geometric(a->model)) return false;
    if (!a->has_positions) a->positions = make_ideal(a, false, false);
    a->has_positions = true;
    return has_solutions(a->positions) && nh_ideal_vanishes(a->positions, e) == NH_YES;
}

bool nh_admissible_vanishes_with_others(nh_admissible *a, uint32_t row) {
    NH_ASSERT(row < a->model->rows.count && a->model->rows.items[row].is_geometric);
    uint32_t n = (uint32_t)a->model->coordinates.count, count = 0;
    nh_expr *rows = NH_NEW_ARRAY(a->arena, nh_expr, a->model->rows.count + 1);
    for (uint32_t i = 0; i < a->model->rows.count; i++)
        if (!a->redundant[i] && a->model->rows.items[i].is_geometric) rows[count++] = a->model->rows.items[i].residual;
    if (count > MOST_IDEAL_ROWS || n > MOST_IDEAL_VARIABLES) return false;
    const nh_ideal *ideal =
        nh_ideal_make(a->model->pool, a->arena, count, rows, n, nh_model_coordinates(a->model, a->arena));
    return has_solutions(ideal) && nh_ideal_vanishes(ideal, a->model->rows.items[row].residual) == NH_YES;
}

static nh_ideal *ideal_of_rows(nh_admissible *a) {
    if (!a->has_ideal) a->ideal = make_ideal(a, true, false);
    a->has_ideal = true;
    return a->ideal;
}

static bool vanishes_with_rows(nh_admissible *a, nh_expr e) {
    nh_ideal *ideal = ideal_of_rows(a);
    return has_solutions(ideal) && nh_ideal_vanishes(ideal, e) == NH_YES;
}

static bool are_constants_known(nh_admissible *a) {
    nh_expr *rows = NH_NEW_ARRAY(a->arena, nh_expr, a->model->rows.count + 1);
    for (size_t i = 0; i < a->model->rows.count; i++)
        rows[i] = nh_model_with_values(a->model, a->model->rows.items[i].residual);
    return nh_constants_are_independent(a->model->pool, a->arena, a->model->rows.count, rows);
}

/* Whether it is proved that no real state satisfies the rows, with the values that the parameters have. */
static void look_whether_empty(void *argument) {
    nh_admissible *a = argument;
    nh_ideal *ideal = make_ideal(a, true, true);
    if (ideal == NULL || !are_constants_known(a)) return;
    a->is_empty = !has_solutions(ideal);
    if (a->is_empty) return;
    nh_components parts = nh_ideal_components(a->arena, ideal);
    a->is_empty = parts.is_complete && parts.count == 0;
}

/* Says that no state was found, and whether there can be one. */
static void warn_of_no_state(nh_admissible *a) {
    nh_budget budget = {.work = NH_WORK_EMPTY};
    (void)nh_attempt(a->model->context, &budget, look_whether_empty, a);
    a->open =
        a->is_empty ? "no state is admissible: the constraints contradict each other" : "no admissible state was found";
    nh_remark remark = {"no-state", NH_SEVERITY_WARNING, NH_OK, NULL, NULL};
    nh_diag_add(a->model->context, &remark, "%s", a->open);
}

static void say_without_value(nh_admissible *a, const char *what) {
    nh_text text = nh_text_begin(a->arena);
    nh_text_format(&text, "%s at the states that were tried", what);
    a->open = nh_text_string(&text);
    nh_remark remark = {"no-value", NH_SEVERITY_WARNING, NH_OK, NULL,
                        "check for a root or logarithm of a negative number, or a denominator that is 0"};
    nh_diag_add(a->model->context, &remark, "%s", a->open);
}

/* ---- kinks ---- */

/* Whether the states around are in a kink too: |x - y| if x = y. At the initial state alone, or at its time, it is
 * a singular configuration. */
static bool is_around_kinks(const nh_admissible *a, nh_arena *arena, const nh_kinks *kinks) {
    static const double sizes[] = {0.1, 0.03, 0.3};
    size_t n = a->model->coordinates.count;
    nh_random random = nh_random_make(a->seed, NH_STREAM_KINK_NEAR);
    nh_state near = {.q = NH_NEW_ARRAY(arena, double, n + 1), .v = NH_NEW_ARRAY(arena, double, n + 1)};
    bool is_around = false;
    for (int i = 0; i < 3; i++) {
        if (!nh_samples_draw(a->states, &random, &a->state, sizes[i], &near)) continue;
        if (nh_kinks_at(kinks, near.t, near.q, near.v) == NULL) return false;
        is_around = true;
    }
    return is_around;
}

static void warn_of_kink(nh_admissible *a, const nh_hole *kink, const char *words) {
    nh_text text = nh_text_begin(a->arena);
    nh_text_format(&text, "%s, as at all states that were tried", words);
    a->open = nh_text_string(&text);
    const nh_place *place = kink->owner == NH_HOLE_ROW ? &a->model->rows.items[kink->row].place : NULL;
    nh_remark remark = {"kink", NH_SEVERITY_WARNING, NH_OK, place,
                        "write what has a derivative where the constraints hold, as 0 in place of |x - y| if x = y"};
    nh_diag_add(a->model->context, &remark, "%s", a->open);
}

/* Where all states are in a kink of L or of a row no accelerations follow, and nothing that these decide. */
static void find_kink(nh_admissible *a) {
    if (a->model->coordinates.count > DOMAIN_COORDINATES) return;
    nh_arena *arena = nh_arena_create(a->model->context);
    const nh_kinks *kinks = nh_kinks_make(arena, a->model, nh_states_parameters(a->states));
    const nh_hole *kink = nh_kinks_at(kinks, a->state.t, a->state.q, a->state.v);
    if (kink != NULL && is_around_kinks(a, arena, kinks)) warn_of_kink(a, kink, nh_hole_words(a->model, arena, kink));
    nh_arena_destroy(arena);
}

/* ---- making ---- */

nh_admissible *nh_admissible_make(nh_arena *arena, const nh_model *model, uint64_t seed) {
    nh_admissible *a = NH_NEW(arena, nh_admissible);
    size_t n = model->coordinates.count;
    *a = (nh_admissible){.model = model, .arena = arena, .seed = seed, .at = NH_CHECK_NONE};
    a->lagrange = nh_lagrange_derive(model, arena, true);
    a->redundant = NH_NEW_ARRAY(arena, bool, model->rows.count);
    a->usual = NH_NEW_ARRAY(arena, bool, model->rows.count);
    for (size_t i = 0; i < model->rows.count; i++)
        a->redundant[i] = a->usual[i] = !nh_row_restricts(&model->rows.items[i]);
    for (uint32_t i = 0; i < a->lagrange.rows; i++)
        a->has_pieces = a->has_pieces || nh_expr_is_pieced(model->pool, a->lagrange.rates[i]);
    a->state = (nh_state){.q = NH_NEW_ARRAY(arena, double, n), .v = NH_NEW_ARRAY(arena, double, n)};
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const double *values = nh_model_drawn_values(model, arena, seed);
    nh_bound_find(a);
    if (values == NULL) return a;
    a->states = nh_states_make(arena, model, values);
    find_state(a, nh_model_start_time(model, arena, values));
    if (a->at == NH_CHECK_NONE) warn_of_no_state(a);
    if (a->at == NH_CHECK_NONE) return a;
    const char *what = find_domain(a);
    a->rank = nh_states_rank(a->states, &a->state, a->redundant);
    find_lost(a);
    if (a->open == NULL && what != NULL) say_without_value(a, what);
    if (a->open == NULL) find_kink(a);
    find_usual(a);
    nh_rank_prefer(a);
    find_form(a);
    NH_ASSERT(a->form == NULL || a->form->k == a->rank);
    a->samples = nh_samples_make(arena, a->states, a->form, &a->state, seed, SAMPLES);
    nh_bound_find(a);
    return a;
}

/* ---- asking ---- */

/* With these signs of roots. */
static bool is_zero_with(nh_admissible *a, nh_expr e, const double *signs) {
    NH_ASSERT(a->form != NULL && (signs != NULL || a->form->signs == 0));
    nh_pool *pool = a->model->pool;
    nh_expr restricted = nh_explicit_restrict(a->form, e, signs);
    if (nh_expr_operations(pool, 1, &restricted) > MOST_OPERATIONS) return false;
    return nh_expr_is_proved_zero(pool, restricted) || vanishes_with_positions(a, restricted);
}

/* With all of them: a motion may pass from one to another, and what is made of pieces is then another function. */
static bool is_zero_with_all(nh_admissible *a, nh_expr e) {
    NH_ASSERT(a->form != NULL);
    double signs[MOST_SIGNS];
    uint32_t count = a->form->signs;
    if (count > MOST_SIGNS) return false;
    for (uint32_t which = 0; which < UINT32_C(1) << count; which++) {
        for (uint32_t i = 0; i < count; i++) signs[i] = which >> i & 1 ? -1 : 1;
        if (!is_zero_with(a, e, signs)) return false;
    }
    return true;
}

bool nh_admissible_is_proved_zero(nh_admissible *a, nh_expr e) {
    nh_pool *pool = a->model->pool;
    if (a->is_empty) return false;
    e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_ZERO) return true;
    if (nh_expr_operations(pool, 1, &e) > MOST_OPERATIONS) return false;
    if (a->form == NULL) return nh_expr_is_proved_zero(pool, e) || vanishes_with_rows(a, e);
    bool is_zero = nh_expr_is_pieced(pool, e) ? is_zero_with_all(a, e) : is_zero_with(a, e, a->signs);
    return is_zero || (a->form->kind == NH_EXPLICIT_IMPLICIT && vanishes_with_rows(a, e));
}

nh_fact nh_admissible_is_zero(nh_admissible *a, nh_expr e) {
    if (e == NH_EXPR_ZERO && !a->is_empty) return nh_fact_yes(NH_EVIDENCE_PROVED);
    nh_seen seen = a->samples != NULL ? nh_samples_look(a->samples, e) : NH_SEEN_NOTHING;
    if (seen == NH_SEEN_NONZERO) return nh_fact_no(NH_EVIDENCE_CERTIFIED);
    if (nh_admissible_is_proved_zero(a, e)) return nh_fact_yes(NH_EVIDENCE_PROVED);
    bool is_confirmed = seen == NH_SEEN_ZERO && !a->has_pieces && !nh_expr_is_pieced(a->model->pool, e);
    return is_confirmed ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
}
