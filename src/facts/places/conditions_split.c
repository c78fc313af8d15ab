/* Where rows hold and some expressions vanish, as few and short equations: the components of an ideal.
 *
 * Of sines and cosines no more is said than is needed: sin(q) = 0 stands for q = 0 and for q = pi, which are two
 * components. What follows from the rows and the other equations is not repeated, but velocities and coordinates that
 * vanish are named all the same: "x' = 0 and y' = 0 and z' = 0" reads better than the one that implies the others. */
#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/places/conditions_private.h"

/* Equations of a component that are tried for being superfluous; minors that are shown as one condition. */
enum { MOST_BASIS = 24, MOST_MINORS = 4 };

typedef struct split_search {
    nh_places *p;
    nh_premise rows;
    uint32_t goal_count; /* what has to vanish: a basis of the ideal of all of it */
    const nh_expr *goal;
} split_search;

static uint64_t length_of(const split_search *s, nh_expr e) {
    return nh_expr_operations(s->p->pool, 1, &e);
}

static nh_exprs place_of(const split_search *s, const nh_ideal *component) {
    nh_exprs result = {.arena = s->p->arena};
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(component, &basis);
    for (uint32_t i = 0; i < count; i++) {
        nh_array_push(&result, basis[i]);
        nh_expr *items = result.items;
        uint32_t k = i;
        for (; k > 0 && length_of(s, items[k - 1]) > length_of(s, basis[i]); k--) items[k] = items[k - 1];
        items[k] = basis[i];
    }
    return result;
}

static bool is_symbol(const split_search *s, nh_expr e) {
    return nh_expr_kind_of(s->p->pool, e) == NH_EXPR_SYMBOL;
}

/* Linear in coordinates and velocities. */
static bool is_linear(const split_search *s, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(s->p->pool, s->p->arena, 1, &e, &count);
    nh_exprs state = {.arena = s->p->arena};
    nh_array_reserve(&state, 1);
    for (uint32_t i = 0; i < count; i++)
        if (nh_expr_symbol_of(s->p->pool, symbols[i])->role == NH_ROLE_COORDINATE) nh_array_push(&state, symbols[i]);
    nh_degree degree = nh_expr_degree(s->p->pool, e, (uint32_t)state.count, state.items);
    return degree.polynomial && nh_rat_is_one(degree.degree);
}

/* Whether the i-th equation may go: it follows from the others and the rows; or it speaks about angles, or is not
 * linear, and what is left is enough without it. */
static bool may_go(const split_search *s, const nh_exprs *zero, size_t i) {
    NH_ASSERT(i < zero->count);
    nh_exprs others = {.arena = s->p->arena};
    for (size_t k = 0; k < zero->count; k++)
        if (k != i) nh_array_push(&others, zero->items[k]);
    if (others.count == 0) return false;
    const nh_ideal *rest = nh_places_ideal(s->p, s->rows, (uint32_t)others.count, others.items);
    if (rest == NULL) return false;
    if (nh_ideal_vanishes(rest, zero->items[i]) == NH_YES) return !is_symbol(s, zero->items[i]);
    if (is_linear(s, zero->items[i]) && !nh_places_has_angle(s->p, zero->items[i])) return false;
    return nh_places_all_vanish(rest, s->goal_count, s->goal);
}

static void weaken_zeros(const split_search *s, nh_exprs *zero) {
    if (zero->count > MOST_BASIS) return;
    for (size_t i = zero->count; i-- > 0;) {
        if (!may_go(s, zero, i)) continue;
        for (size_t k = i; k + 1 < zero->count; k++) zero->items[k] = zero->items[k + 1];
        zero->count--;
    }
}

static bool is_within_one(const nh_places *p, const nh_ideal *ideal, nh_condition_kind kind, size_t but) {
    for (size_t k = 0; k < p->list.count; k++) {
        const nh_condition *c = &p->list.items[k];
        if (k != but && c->kind == kind && nh_places_all_vanish(ideal, c->count, c->zero)) return true;
    }
    return false;
}

/* Whether every state of the i-th place is one of another place. */
static bool is_inner(nh_places *p, nh_premise rows, size_t i) {
    NH_ASSERT(i < p->list.count);
    const nh_condition *c = &p->list.items[i];
    const nh_ideal *ideal = nh_places_ideal(p, rows, c->count, c->zero);
    if (ideal == NULL) return false;
    if (is_within_one(p, ideal, c->kind, i)) return true;
    nh_components all = nh_ideal_components(p->arena, ideal);
    for (uint32_t k = 0; k < all.count; k++)
        if (!is_within_one(p, all.component[k], c->kind, i)) return false;
    return all.is_complete;
}

void nh_places_prune(nh_places *p, nh_condition_kind kind, nh_premise rows) {
    NH_ASSERT(kind < NH_CONDITION_KINDS);
    for (size_t i = p->list.count; i-- > p->from;) {
        if (p->list.items[i].kind != kind || !is_inner(p, rows, i)) continue;
        for (size_t k = i; k + 1 < p->list.count; k++) p->list.items[k] = p->list.items[k + 1];
        p->list.count--;
    }
}

/* Each equation as it reads best: of a basis element the one factor that is left when those that
 * never vanish are taken out. */
static nh_expr readable_factor(nh_places *p, nh_expr e) {
    nh_exprs factors = nh_places_factors(p, e);
    return factors.count == 1 ? factors.items[0] : e;
}

static bool keep_place(nh_places *p, nh_condition_kind kind, const nh_exprs *zero) {
    for (size_t i = 0; i < zero->count; i++) zero->items[i] = readable_factor(p, zero->items[i]);
    return nh_places_add(p, kind, (uint32_t)zero->count, zero->items, NH_EVIDENCE_PROVED);
}

bool nh_places_add_whole(nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero) {
    return count <= MOST_MINORS && nh_places_add(p, kind, count, zero, NH_EVIDENCE_PROVED);
}

bool nh_places_split(nh_places *p, nh_condition_kind kind, nh_premise rows, uint32_t count, const nh_expr *zero) {
    NH_ASSERT(kind < NH_CONDITION_KINDS && count > 0);
    split_search s = {.p = p, .rows = rows};
    const nh_ideal *ideal = nh_places_ideal(p, rows, count, zero);
    nh_components all = ideal != NULL ? nh_ideal_components(p->arena, ideal) : (nh_components){0};
    if (!all.is_complete) return nh_places_add_whole(p, kind, count, zero);
    s.goal_count = nh_ideal_basis(ideal, &s.goal);
    bool is_all = true;
    for (uint32_t i = 0; i < all.count; i++) {
        if (nh_places_is_void(p, all.component[i])) continue;
        nh_exprs place = place_of(&s, all.component[i]);
        weaken_zeros(&s, &place);
        is_all = keep_place(p, kind, &place) && is_all;
    }
    nh_places_prune(p, kind, rows);
    return is_all;
}

/* Whether there is nothing to say: no admissible state has all of these zero, or the rank drops at those that have. */
static bool is_settled(nh_places *p, nh_condition_kind kind, const nh_ideal *ideal) {
    if (kind != NH_CONDITION_RANK && kind != NH_CONDITION_HESSIAN)
        return nh_places_are_known(p, ideal, NH_CONDITION_RANK);
    nh_components all = nh_ideal_components(p->arena, ideal);
    return all.is_complete && all.count == 0;
}

typedef struct settlement {
    nh_places *p;
    nh_condition_kind kind;
    nh_premise rows;
    const nh_exprs *zero;
    nh_expr proof;
    bool is_settled, is_proved;
} settlement;

static void settle_place(void *argument) {
    settlement *s = argument;
    const nh_ideal *ideal = nh_places_ideal(s->p, s->rows, (uint32_t)s->zero->count, s->zero->items);
    s->is_proved = s->is_proved ||
                   (s->proof != NH_EXPR_UNDEFINED && ideal != NULL && nh_ideal_vanishes(ideal, s->proof) == NH_YES);
    s->is_settled = ideal != NULL && is_settled(s->p, s->kind, ideal);
}

bool nh_places_add_factor(nh_places *p, nh_condition_kind kind, nh_premise rows, nh_expr factor, nh_expr proof) {
    NH_ASSERT(factor != NH_EXPR_ZERO);
    nh_exprs zero = {.arena = p->arena};
    if (!nh_places_squares(p, factor, &zero)) {
        zero.count = 0;
        nh_array_push(&zero, factor);
    }
    for (size_t i = 0; i < zero.count; i++)
        if (zero.items[i] == NH_EXPR_ONE) return true;
    if (kind != NH_CONDITION_HESSIAN && nh_places_has(p, NH_CONDITION_RANK, (uint32_t)zero.count, zero.items))
        return true;
    settlement s = {p, kind, rows, &zero, proof, false, proof == NH_EXPR_ZERO};
    const nh_budget budget = {.work = p->step / 2}; /* where that takes longer the place is there all the same */
    (void)nh_attempt(p->a->model->context, &budget, settle_place, &s);
    if (s.is_settled) return true;
    nh_evidence by = s.is_proved ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    return nh_places_add(p, kind, (uint32_t)zero.count, zero.items, by);
}
