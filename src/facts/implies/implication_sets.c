/* The states at which the given rows hold, as sets on which the conclusions hold or fail.
 *
 * The components of the ideal I of the given rows have all real states. On a component C each conclusion f
 *
 *     vanishes           f is in the radical of the ideal of C: it holds on C;
 *     is not zero        C : f^infinity has no other solutions than C: f vanishes identically on no part of C, and
 *                        fails on it if a state of C is found at which it does;
 *     something between  C is taken apart into the components of C : f^infinity and of C + f, which
 *                        are examined in turn.
 *
 * That f is not in the radical says nothing about real states. Where no state is found the set stays open, but
 * for functions to which the ideal is blind, logarithms and the like: there several states that show 0 to many
 * digits count as certified.
 *
 * The ideal takes |u|/u for sign(u). Where u = 0 that is wrong: the states of a set with u = 0 are a set of their own,
 * on which sign(u) is 0. */
#include "algebra/domain/identity.h"
#include "algebra/ideal/real_zeros.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"

/* Sets, and rounds of splitting; expressions whose signs are distinguished. */
enum { MOST_SETS = 64, MOST_ROUNDS = 400, MOST_SIGNS = 8 };

typedef struct set_sorter {
    const nh_question *q;
    nh_sets *sets;
    NH_ARRAY(const nh_ideal *) open;
    bool has_states;
    uint32_t rounds;
    nh_components components;
} set_sorter;

/* ---- questions about one ideal ---- */

bool nh_question_is_within(const nh_ideal *a, const nh_ideal *b) {
    NH_ASSERT(a != NULL && b != NULL);
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(b, &basis);
    for (uint32_t i = 0; i < count; i++)
        if (nh_ideal_vanishes(a, basis[i]) != NH_YES) return false;
    return true;
}

static bool is_nowhere(const nh_ideal *ideal) {
    return nh_ideal_dimension(ideal) < 0;
}

static nh_ideal *with_equations(const nh_question *q, const nh_ideal *set, size_t more, const nh_expr *e) {
    nh_exprs all = {.arena = q->arena};
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set, &basis);
    nh_array_append(&all, count, basis);
    nh_array_append(&all, more, e);
    return nh_question_ideal(q, q->arena, &all);
}

static bool vanishes_one(const nh_ideal *set, const nh_exprs *list) {
    for (size_t i = 0; i < list->count; i++)
        if (nh_ideal_vanishes(set, list->items[i]) == NH_YES) return true;
    return false;
}

/* exp(x), cosh(x), 2 + cos(x). */
static bool is_never_zero(const nh_question *q, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(q->pool, e);
    if (kind == NH_EXPR_EXP || kind == NH_EXPR_COSH) return true;
    return nh_expr_is_positive_in_turns(q->pool, e) || nh_expr_is_positive_in_turns(q->pool, nh_expr_neg(q->pool, e));
}

/* What an element of the basis by itself says about real states: that there are none, or what is 0 at
 * all of them, in `zero`. */
static bool has_no_reals(const nh_question *q, const nh_ideal *set, nh_exprs *zero) {
    const nh_expr *basis;
    uint32_t elements = nh_ideal_basis(set, &basis);
    for (uint32_t i = 0; i < elements; i++) {
        uint32_t count;
        nh_expr symbols[2];
        nh_real_zeros zeros = nh_expr_real_zeros(q->pool, q->arena, basis[i], &count, symbols);
        if (zeros == NH_ZEROS_NONE || is_never_zero(q, basis[i]) || nh_question_positive_sum(q, basis[i], zero))
            return true;
        for (uint32_t k = 0; zeros == NH_ZEROS_ORIGIN && k < count; k++) nh_array_push(zero, symbols[k]);
    }
    return false;
}

/* Whether an equation of the set is one between numbers: log 4 = 2 log 2, which is not known to
 * hold, or log 4 = log 2. */
static bool has_numbers(const nh_question *q, const nh_ideal *set, bool is_false) {
    const nh_expr *basis;
    uint32_t elements = nh_ideal_basis(set, &basis);
    for (uint32_t i = 0; i < elements; i++) {
        if (nh_expr_depends_on(q->pool, basis[i], (uint32_t)q->variables.count, q->variables.items)) continue;
        if (!is_false || nh_expr_is_nonzero_number(q->pool, basis[i])) return true;
    }
    return false;
}

bool nh_question_is_void(const nh_question *q, const nh_ideal *set) {
    nh_exprs ignored = {.arena = q->arena};
    return is_nowhere(set) || has_numbers(q, set, true) || has_no_reals(q, set, &ignored) ||
           vanishes_one(set, &q->nonzero);
}

/* Whether an assumption fails on the set because its sides differ there by a number. */
static bool is_void_by_number(const nh_question *q, const nh_ideal *set) {
    for (size_t i = 0; i < q->assumed.count; i++) {
        nh_rat value;
        if (nh_question_constant(q, set, q->assumed.items[i].difference, &value) &&
            nh_relation_fails(q->assumed.items[i].relation, nh_rat_sign(value)))
            return true;
    }
    return false;
}

/* Whether something under a root is negative on the set: everywhere, or a negative number there. */
static bool is_one_negative(const nh_question *q, const nh_ideal *set, const nh_exprs *nonnegative) {
    for (size_t i = 0; i < nonnegative->count; i++) {
        nh_rat value;
        if (nh_question_is_negative(q, nonnegative->items[i])) return true;
        if (nh_question_constant(q, set, nonnegative->items[i], &value) && nh_rat_sign(value) < 0) return true;
    }
    return false;
}

static bool is_valueless(const nh_question *q, const nh_ideal *set) {
    for (size_t i = 0; i < q->then.count; i++) {
        const nh_conclusion *f = &q->then.items[i];
        if (vanishes_one(set, &f->nonzero) || is_one_negative(q, set, &f->nonnegative)) return true;
    }
    return false;
}

/* ---- taking apart ---- */

static void open_components(set_sorter *s, const nh_ideal *ideal, const nh_ideal *but_within) {
    nh_components parts = nh_ideal_components(s->q->arena, ideal);
    if (!parts.is_complete && (but_within == NULL || !nh_question_is_within(ideal, but_within)))
        nh_array_push(&s->open, ideal);
    for (uint32_t i = 0; parts.is_complete && i < parts.count; i++)
        if (but_within == NULL || !nh_question_is_within(parts.component[i], but_within))
            nh_array_push(&s->open, parts.component[i]);
}

/* What must not be negative, and cannot be positive on the set, is 0 there; products of two such, too: x >
 * 0, y > 0 and x + y = 0. */
static void add_squeezed(const nh_question *q, const nh_ideal *set, nh_exprs *zero) {
    for (size_t i = 0; i < q->nonnegative.count && i < MOST_SIGNS; i++) {
        nh_expr one = q->nonnegative.items[i];
        if (nh_ideal_vanishes(set, one) == NH_YES) continue;
        if (nh_ideal_sign(set, one) < 0) nh_array_push(zero, one);
        for (size_t k = 0; k < i && k < q->assumed_signs; k++) {
            nh_expr product = nh_expr_mul(q->pool, one, q->nonnegative.items[k]);
            if (nh_ideal_sign(set, product) < 0) nh_array_push(zero, product);
        }
    }
}

/* a x + r = 0 with x >= 0, a > 0 and a sum of squares r: x is 0. Or the same with other signs. */
static void add_squeezed_symbol(const nh_question *q, const nh_ideal *nothing, nh_expr element, nh_expr nonnegative,
                                nh_exprs *zero) {
    nh_rat sign;
    nh_expr symbol = nh_expr_split(q->pool, nonnegative, &sign);
    if (nh_expr_kind_of(q->pool, symbol) != NH_EXPR_SYMBOL) return;
    nh_expr slope = nh_expr_diff(q->pool, element, symbol);
    if (!nh_expr_is_number(q->pool, slope) || slope == NH_EXPR_ZERO) return;
    nh_expr rest = nh_expr_sub(q->pool, element, nh_expr_mul(q->pool, slope, symbol));
    int own = nh_rat_sign(nh_expr_rational(q->pool, slope)) * nh_rat_sign(sign);
    if (nh_ideal_sign(nothing, rest) == own) nh_array_push(zero, symbol);
}

static void add_squeezed_symbols(const nh_question *q, const nh_ideal *set, nh_exprs *zero) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set, &basis);
    const nh_exprs none = {.arena = q->arena};
    const nh_ideal *nothing = q->nonnegative.count > 0 ? nh_question_ideal(q, q->arena, &none) : NULL;
    for (uint32_t i = 0; nothing != NULL && i < count; i++)
        for (size_t k = 0; k < q->nonnegative.count && k < MOST_SIGNS; k++)
            add_squeezed_symbol(q, nothing, basis[i], q->nonnegative.items[k], zero);
}

/* Whether its real states are in a smaller set, which is opened instead. */
static bool is_made_smaller(set_sorter *s, const nh_ideal *set) {
    nh_exprs zero = {.arena = s->q->arena};
    if (has_no_reals(s->q, set, &zero)) return false;
    add_squeezed(s->q, set, &zero);
    add_squeezed_symbols(s->q, set, &zero);
    if (zero.count == 0) return false;
    const nh_ideal *smaller = with_equations(s->q, set, zero.count, zero.items);
    if (smaller == NULL || nh_question_is_within(set, smaller)) return false;
    open_components(s, smaller, NULL);
    return true;
}

/* ---- signs ---- */

typedef struct zeros {
    nh_pool *pool;
    nh_exprs list;
} zeros;

/* sign(u) for u that is 0. */
static nh_expr replace_sign(void *user, nh_expr e, const nh_expr *args, bool is_changed) {
    const zeros *z = user;
    (void)args;
    (void)is_changed;
    for (size_t i = 0; i < z->list.count && nh_expr_kind_of(z->pool, e) == NH_EXPR_SIGN; i++)
        if (nh_expr_args(z->pool, e)[0] == z->list.items[i]) return NH_EXPR_ZERO;
    return NH_EXPR_UNDEFINED;
}

/* A conclusion as it is on the set. */
static nh_expr conclusion_on(const nh_question *q, const nh_ideal *set, nh_expr f) {
    zeros z = {.pool = q->pool, .list = {.arena = q->arena}};
    for (size_t i = 0; i < q->signs.count; i++)
        if (nh_ideal_vanishes(set, q->signs.items[i]) == NH_YES) nh_array_push(&z.list, q->signs.items[i]);
    if (z.list.count > 0) nh_expr_rewrite(q->pool, 1, &f, replace_sign, &z);
    return f;
}

/* The states of the set at which something in a sign is 0, where that is not so at all of them.
 * False: it takes too long. */
static bool open_zeros(set_sorter *s, const nh_ideal *set) {
    for (size_t i = 0; i < s->q->signs.count; i++) {
        if (nh_ideal_vanishes(set, s->q->signs.items[i]) == NH_YES) continue;
        const nh_ideal *inner = with_equations(s->q, set, 1, &s->q->signs.items[i]);
        if (inner == NULL) return false;
        if (!is_nowhere(inner)) open_components(s, inner, NULL);
    }
    return true;
}

/* ---- conclusions ---- */

typedef enum outcome { VANISHES, NOT_EVERYWHERE, TAKEN_APART } outcome;

/* What a conclusion does on a set. */
static outcome look_at_conclusion(set_sorter *s, const nh_ideal *set, nh_expr f) {
    f = conclusion_on(s->q, set, f);
    if (nh_ideal_vanishes(set, f) == NH_YES) return VANISHES;
    const nh_ideal *rest = nh_ideal_saturate(s->q->arena, set, f);
    if (rest == NULL) return NOT_EVERYWHERE;
    if (is_nowhere(rest)) return VANISHES;
    if (nh_question_is_within(set, rest)) return NOT_EVERYWHERE;
    const nh_ideal *inner = with_equations(s->q, set, 1, &f);
    if (inner == NULL) return NOT_EVERYWHERE;
    open_components(s, rest, NULL);
    open_components(s, inner, rest);
    return TAKEN_APART;
}

static outcome look_at_conclusions(set_sorter *s, const nh_ideal *set) {
    outcome all = VANISHES;
    for (size_t i = 0; i < s->q->then.count && all == VANISHES; i++)
        all = look_at_conclusion(s, set, s->q->then.items[i].residual);
    return all;
}

/* ---- one set ---- */

static void keep_set(set_sorter *s, nh_set set) {
    if (set.kind != NH_SET_VOID) nh_array_push(&s->sets->list, set);
}

/* Whether the ideal knows all relations between what occurs in the rows: what is not in the
 * radical is then not zero. */
static bool is_exact(const nh_question *q, const nh_ideal *set) {
    for (size_t i = 0; i < q->then.count; i++)
        if (nh_ideal_vanishes(set, q->then.items[i].residual) == NH_UNKNOWN) return false;
    return true;
}

/* Its conclusions are not in the radical. */
static void look_for_state(set_sorter *s, nh_set *set) {
    const nh_wanted_state wanted = {.on = set->ideal, .is_failing = true};
    if (!s->has_states || has_numbers(s->q, set->ideal, false)) return;
    if (is_void_by_number(s->q, set->ideal)) {
        set->kind = NH_SET_VOID;
    } else if (nh_question_find(s->q, &wanted, &set->at)) {
        set->kind = NH_SET_FAILS;
    } else if (!is_exact(s->q, set->ideal) && nh_question_seems_true(s->q, set->ideal)) {
        set->kind = NH_SET_HOLDS;
        set->by = NH_EVIDENCE_CERTIFIED;
    }
}

static void look_at(set_sorter *s, const nh_ideal *ideal) {
    nh_set set = {.ideal = ideal, .kind = NH_SET_OPEN, .by = NH_EVIDENCE_PROVED};
    if (nh_question_is_void(s->q, ideal) || is_made_smaller(s, ideal)) return;
    bool is_known = open_zeros(s, ideal);
    if (is_valueless(s->q, ideal)) {
        set.kind = NH_SET_VALUELESS;
    } else {
        outcome found = look_at_conclusions(s, ideal);
        if (found == TAKEN_APART) return;
        if (found == VANISHES && is_known) set.kind = NH_SET_HOLDS;
        else look_for_state(s, &set);
    }
    keep_set(s, set);
}

/* ---- all of them ---- */

static void find_components(void *argument) {
    set_sorter *s = argument;
    s->components = nh_ideal_components(s->q->arena, s->sets->all);
}

static void sort_all(void *argument) {
    set_sorter *s = argument;
    const nh_budget budget = {.work = NH_WORK_GIVEN};
    if (nh_attempt(s->q->context, &budget, find_components, s) != NH_OK || !s->components.is_complete) return;
    nh_array_append(&s->open, s->components.count, s->components.component);
    while (s->open.count > 0) {
        const nh_ideal *next = s->open.items[--s->open.count];
        if (++s->rounds > MOST_ROUNDS || s->sets->list.count >= MOST_SETS) return;
        look_at(s, next);
    }
    s->sets->is_complete = true;
}

/* Within the radical, with values wherever the given rows have them. */
static bool are_implied(const nh_question *q, const nh_ideal *all) {
    for (size_t i = 0; i < q->then.count; i++)
        if (q->then.items[i].is_partial || nh_ideal_vanishes(all, q->then.items[i].residual) != NH_YES) return false;
    return q->signs.count == 0;
}

static void make_all(void *argument) {
    set_sorter *s = argument;
    s->sets->all = nh_question_ideal(s->q, s->q->arena, &s->q->given);
    if (s->sets->all == NULL) return;
    s->sets->is_implied = are_implied(s->q, s->sets->all);
    sort_all(s);
}

/* A set within another one says nothing new, where both are of one kind. */
static void drop_inner(nh_sets *sets) {
    for (size_t i = sets->list.count; i-- > 0;) {
        bool is_inner = false;
        for (size_t k = 0; k < sets->list.count && !is_inner; k++)
            is_inner = k != i && sets->list.items[k].kind == sets->list.items[i].kind &&
                       nh_question_is_within(sets->list.items[i].ideal, sets->list.items[k].ideal);
        if (!is_inner) continue;
        for (size_t k = i; k + 1 < sets->list.count; k++) sets->list.items[k] = sets->list.items[k + 1];
        sets->list.count--;
    }
}

nh_sets nh_question_sets(const nh_question *q, bool has_states) {
    const nh_budget budget = {.work = NH_WORK_SETS};
    nh_sets sets = {.list = {.arena = q->arena}};
    set_sorter s = {.q = q, .sets = &sets, .open = {.arena = q->arena}, .has_states = has_states};
    (void)nh_attempt(q->context, &budget, make_all, &s);
    if (sets.is_complete) drop_inner(&sets);
    return sets;
}
