/* States of rational numbers that show something of an implication.
 *
 * Small whole numbers are tried first: the state is for people, and 1, 0, -1 are easier to check by hand. Each attempt
 * is verified as a whole: the given rows are 0, the assumptions hold, and where a conclusion should fail it is
 * certainly not 0. So it does not matter how the attempt came about. */
#include <math.h>

#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/protect.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"
#include "model/values.h"
#include "state/exact.h"

/* Whole numbers up to that size are tried first; attempts for each; states among which the simplest is shown. */
enum { MOST_SPREAD = 3, TRIES = 24, ENOUGH = 8 };

typedef struct search {
    const nh_question *q;
    const nh_wanted_state *wanted;
    nh_found_state *found;
    nh_arena *arena; /* for the work */
    nh_random random;
    nh_exactly *state;
    uint32_t count;     /* of the equations that are solved: all, or those without roots */
    nh_expr *equations; /* of the set */
    nh_exprs whole;     /* all of them, where these are fewer */
    bool is_found;
    double size;   /* of the state that was found */
    int better;    /* how many states were found */
    nh_expr asked; /* for nh_question_constant: what has a value there */
    nh_expr value;
} search;

/* ---- values without symbols ---- */

static bool is_zero(const search *s, nh_expr e) {
    return e == NH_EXPR_ZERO ||
           (e != NH_EXPR_UNDEFINED && !nh_expr_is_number(s->q->pool, e) && nh_expr_is_proved_zero(s->q->pool, e));
}

static bool is_nonzero(const search *s, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return false;
    return nh_expr_is_number(s->q->pool, e) ? e != NH_EXPR_ZERO : nh_expr_is_zero(s->q->pool, e) == NH_NO;
}

static bool is_positive(const search *s, nh_expr e) {
    const nh_box none = {0};
    if (e == NH_EXPR_UNDEFINED) return false;
    if (nh_expr_is_number(s->q->pool, e)) return nh_rat_sign(nh_expr_rational(s->q->pool, e)) > 0;
    return nh_expr_is_positive_on(s->q->pool, e, &none) == NH_YES;
}

static bool is_as_assumed(const search *s, nh_expr e, nh_relation relation) {
    nh_expr minus = nh_expr_neg(s->q->pool, e);
    switch (relation) {
        case NH_LESS: return is_positive(s, minus);
        case NH_GREATER: return is_positive(s, e);
        case NH_LESS_EQUAL: return is_zero(s, e) || is_positive(s, minus);
        case NH_GREATER_EQUAL: return is_zero(s, e) || is_positive(s, e);
        case NH_NOT_EQUAL: return is_nonzero(s, e);
    }
    return false;
}

/* Whether it is certainly a real number. */
static bool has_value(const search *s, nh_expr e) {
    return is_zero(s, e) || is_nonzero(s, e);
}

/* ---- whether the state will do ---- */

static nh_expr value_of(const search *s, nh_expr e) {
    return nh_exactly_value(s->state, nh_question_number(s->q, e));
}

/* 0/(log 4 - 2 log 2) is 0 by its form, and has no value. */
static bool are_nonzero(const search *s, const nh_exprs *list) {
    for (size_t i = 0; i < list->count; i++)
        if (!is_nonzero(s, value_of(s, list->items[i]))) return false;
    return true;
}

static bool is_admissible(const search *s) {
    const nh_question *q = s->q;
    for (size_t i = 0; i < q->given.count; i++) {
        nh_expr value = value_of(s, q->given.items[i]);
        bool is_kink = q->is_rate.items[i] && value == NH_EXPR_UNDEFINED;
        if (!is_kink && !is_zero(s, value)) return false;
    }
    for (size_t i = 0; i < q->assumed.count; i++)
        if (!is_as_assumed(s, value_of(s, q->assumed.items[i].difference), q->assumed.items[i].relation)) return false;
    return are_nonzero(s, &q->nonzero);
}

static bool is_on_set(const search *s) {
    for (size_t i = 0; i < s->whole.count; i++)
        if (!is_zero(s, value_of(s, s->whole.items[i]))) return false;
    return true;
}

static bool is_outside(const search *s, const nh_ideal *set) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set, &basis);
    for (uint32_t i = 0; i < count; i++)
        if (is_nonzero(s, value_of(s, basis[i]))) return true;
    return false;
}

static bool has_needs(const search *s, const nh_conclusion *f) {
    if (!are_nonzero(s, &f->nonzero)) return false;
    for (size_t i = 0; i < f->needs.count; i++)
        if (!is_as_assumed(s, value_of(s, f->needs.items[i].difference), f->needs.items[i].relation)) return false;
    return true;
}

static bool has_failing(const search *s, nh_found_state *now) {
    const nh_question *q = s->q;
    for (uint32_t i = 0; i < q->then.count; i++) {
        nh_expr value = value_of(s, q->then.items[i].residual);
        if (!is_nonzero(s, value) || !has_needs(s, &q->then.items[i])) continue;
        now->row = i;
        now->residual = nh_closed_constant(q->model, s->arena, value);
        return true;
    }
    return false;
}

static bool will_do(const search *s, nh_found_state *now) {
    if (!is_on_set(s) || !is_admissible(s) || (s->wanted->is_failing && !has_failing(s, now))) return false;
    for (size_t i = 0; s->wanted->has_values && i < s->q->then.count; i++)
        if (!has_value(s, value_of(s, s->q->then.items[i].residual)) || !has_needs(s, &s->q->then.items[i]))
            return false;
    for (uint32_t i = 0; i < s->wanted->avoid_count; i++)
        if (!is_outside(s, s->wanted->avoid[i])) return false;
    return nh_exactly_is_consistent(s->state);
}

/* ---- attempts ---- */

/* What is 0 need not be read. */
static double size_of(const double *state, size_t count) {
    double size = 0;
    for (size_t i = 0; i < count; i++) size += state[i] != 0 ? 1 + fabs(state[i]) + (state[i] < 0) : 0;
    return size;
}

/* The simplest of the states that were found stays. */
static void keep_state(search *s, nh_found_state now) {
    const nh_question *q = s->q;
    double *state = NH_NEW_ARRAY(q->arena, double, q->variables.count);
    for (size_t i = 0; i < q->variables.count; i++) state[i] = nh_exactly_double(s->state, q->variables.items[i]);
    double size = size_of(state, q->variables.count);
    if (s->better++ > 0 && size >= s->size) return;
    s->size = size;
    *s->found = now;
    s->found->state = state;
    s->found->extent = (nh_extent){-1, -1};
}

static void try_once(search *s, int64_t spread) {
    nh_exactly_begin(s->state, spread);
    if (!nh_exactly_satisfy(s->state, s->count, s->equations, true)) return;
    if (s->asked != NH_EXPR_UNDEFINED) {
        s->value = value_of(s, s->asked);
        s->is_found = s->value != NH_EXPR_UNDEFINED && nh_expr_is_number(s->q->pool, s->value) &&
                      nh_exactly_is_consistent(s->state);
        return;
    }
    nh_found_state now = {0};
    if (!will_do(s, &now)) return;
    keep_state(s, now);
    s->is_found = true;
}

/* Some more of the same kind, for a simpler one, where the state will be shown. */
static bool is_enough(const search *s) {
    bool is_shown = s->asked == NH_EXPR_UNDEFINED && s->wanted->is_failing;
    return s->is_found && (!is_shown || s->better >= ENOUGH);
}

static void look_exactly(void *argument) {
    search *s = argument;
    for (int64_t spread = 1; spread <= MOST_SPREAD && !s->is_found; spread++)
        for (int i = 0; i < TRIES && !is_enough(s); i++) try_once(s, spread);
    for (int i = 0; i < TRIES && !s->is_found; i++) try_once(s, 0);
}

static void take_equations(search *s, uint32_t count, const nh_expr *list) {
    s->count = count;
    s->equations = NH_NEW_ARRAY(s->arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++) s->equations[i] = nh_question_number(s->q, list[i]);
}

static void look_within_work(search *s) {
    const nh_budget budget = {.work = NH_WORK_EXACT};
    (void)nh_attempt(s->q->context, &budget, look_exactly, s); /* what was found before is one, too */
}

static bool run_search(search *s, const nh_ideal *on) {
    const nh_expr *basis, *plain;
    uint32_t count = nh_question_equations(s->q, on, &basis), less = nh_question_plain_equations(s->q, on, &plain);
    s->arena = nh_arena_create(s->q->context);
    s->whole.arena = s->arena;
    s->random = nh_random_make(s->q->seed, NH_STREAM_IMPLICATION_EXACT);
    s->state = nh_exactly_make(s->q->pool, s->arena, &s->random);
    take_equations(s, count, basis);
    look_within_work(s);
    if (!s->is_found && less < count && s->asked == NH_EXPR_UNDEFINED) {
        nh_array_append(&s->whole, count, s->equations);
        take_equations(s, less, plain);
        look_within_work(s);
    }
    nh_arena_destroy(s->arena);
    return s->is_found;
}

bool nh_question_find_exact(const nh_question *q, const nh_wanted_state *wanted, nh_found_state *found) {
    NH_ASSERT(wanted->avoid_count == 0 || wanted->avoid != NULL);
    search s = {.q = q, .wanted = wanted, .found = found, .asked = NH_EXPR_UNDEFINED};
    return !q->has_functions && run_search(&s, wanted->on);
}

bool nh_question_constant(const nh_question *q, const nh_ideal *on, nh_expr e, nh_rat *value) {
    search s = {.q = q, .asked = e};
    if (q->has_functions || !run_search(&s, on)) return false;
    NH_ASSERT(nh_expr_is_number(q->pool, s.value));
    *value = nh_expr_rational(q->pool, s.value);
    return nh_ideal_vanishes(on, nh_expr_sub(q->pool, e, s.value)) == NH_YES;
}
