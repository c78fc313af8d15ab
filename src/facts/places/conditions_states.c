/* Which singular configurations have admissible states, and those that are there for their states only: kinks.
 *
 * L and the rows have derivatives on both sides of a kink, |x| at x = 0, and these differ: there are no accelerations
 * at the states of the place at which they do (model/holes.h). */
#include "base/array.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "facts/implies/implication_exists.h"
#include "facts/limits_private.h"
#include "facts/places/conditions_private.h"
#include "facts/places/valued_private.h"
#include "model/holes.h"

/* Kinks that are examined. */
enum { MOST_KINKS = 16 };

/* ---- states ---- */

/* What L, the forces, and with them the coefficients of Lagrange's equations need to have values. */
static nh_domain needs_of(nh_places *p, bool with_equations) {
    const nh_model *model = p->a->model;
    const nh_lagrange *x = &p->a->lagrange;
    size_t n = model->coordinates.count;
    nh_exprs all = {.arena = p->arena};
    nh_array_push(&all, model->L);
    nh_array_append(&all, n, model->Q);
    for (size_t i = 0; i < n && with_equations; i++) nh_array_push(&all, x->force[i]);
    for (uint32_t i = 0; i < x->matrix.start[n] && with_equations; i++) nh_array_push(&all, x->matrix.entry[i]);
    return nh_expr_domain(p->pool, p->arena, all.count, all.items, &p->known);
}

/* Where L and the forces have values: outside there are no motions. The edge of the domain, where something under a
 * root is 0, belongs to it if Lagrange's equations have values there: of x^(5/2), not of sqrt(x). */
nh_domain nh_places_domain(nh_places *p) {
    nh_domain domain = needs_of(p, false), equations = needs_of(p, true);
    nh_exprs positive = {.arena = p->arena}, nonnegative = {.arena = p->arena};
    nh_array_append(&positive, domain.positive_count, domain.positive);
    for (size_t i = 0; i < domain.nonnegative_count; i++) {
        nh_expr e = domain.nonnegative[i];
        if (nh_is_among(e, equations.positive_count, equations.positive)) nh_array_push(&positive, e);
        else nh_array_push(&nonnegative, e);
    }
    domain.positive_count = positive.count;
    domain.positive = positive.items;
    domain.nonnegative_count = nonnegative.count;
    domain.nonnegative = nonnegative.items;
    return domain;
}

nh_truth nh_places_have_states(nh_places *p, const nh_domain *domain, uint32_t count, const nh_expr *e,
                               bool is_generic) {
    NH_ASSERT(count > 0);
    for (uint32_t i = 0; i < count && !is_generic; i++)
        if (nh_places_never_zero(p, e[i])) return NH_NO;
    nh_exprs zero = {.arena = p->arena};
    nh_array_append(&zero, count, e);
    for (uint32_t i = 0; p->part != NULL && i < p->part->count; i++) nh_array_push(&zero, p->part->zero[i]);
    nh_states_wanted wanted = {.seed = p->a->seed, .is_generic = is_generic};
    wanted.zero_count = (uint32_t)zero.count;
    wanted.zero = zero.items;
    wanted.positive_count = (uint32_t)domain->positive_count;
    wanted.positive = domain->positive;
    wanted.nonnegative_count = (uint32_t)domain->nonnegative_count;
    wanted.nonnegative = domain->nonnegative;
    wanted.nonzero_count = (uint32_t)domain->nonzero_count;
    wanted.nonzero = domain->nonzero;
    return nh_states_exist(p->a->model, &wanted, NH_WORK_PLACE_STATE);
}

const nh_condition *nh_places_same(const nh_admissible *a, const nh_conditions *all, const nh_condition *place) {
    for (uint32_t i = 0; i < all->count; i++) {
        const nh_condition *one = &all->items[i];
        if (one->kind == place->kind && nh_valued_are_same(a, one->count, one->zero, place->count, place->zero))
            return one;
    }
    return NULL;
}

void nh_places_drop_empty(nh_places *p) {
    nh_domain domain = nh_places_domain(p);
    size_t kept = 0;
    for (size_t i = 0; i < p->list.count; i++) {
        nh_condition c = p->list.items[i];
        const nh_condition *same = p->generic != NULL ? nh_places_same(p->a, p->generic, &c) : NULL;
        if (same != NULL) { /* its states were searched for */
            c.is_elsewhere = same->is_elsewhere;
            c.by = same->by;
            p->list.items[kept++] = c;
            continue;
        }
        p->kind = c.kind;
        nh_truth is_there = nh_places_have_states(p, &domain, c.count, c.zero, false);
        c.is_elsewhere = is_there == NH_NO && p->a->model->parameters.count > 0;
        if (c.is_elsewhere && nh_places_have_states(p, &domain, c.count, c.zero, true) == NH_NO) continue;
        if (c.is_elsewhere) p->uses_values[c.kind] = true;
        if (is_there != NH_YES) c.by = NH_EVIDENCE_NONE;
        if (is_there != NH_NO || c.is_elsewhere) p->list.items[kept++] = c;
    }
    p->list.count = kept;
}

/* ---- kinks ---- */

/* Not 0 outside of the places where the rank drops; appended. */
static void leave_rank(nh_places *p, nh_exprs *nonzero) {
    for (size_t i = 0; i < p->list.count; i++) {
        const nh_condition *c = &p->list.items[i];
        if (c->kind != NH_CONDITION_RANK || c->by == NH_EVIDENCE_NONE) continue;
        nh_expr sum = NH_EXPR_ZERO;
        for (uint32_t k = 0; k < c->count; k++)
            sum = nh_expr_add(p->pool, sum, nh_expr_mul(p->pool, c->zero[k], c->zero[k]));
        nh_array_push(nonzero, sum);
    }
}

/* Adds the place where the factor vanishes, unless the two sides agree at all states there, or the rank drops. */
static void add_kink(nh_places *p, const nh_hole *kink, nh_expr factor) {
    nh_domain domain = nh_places_domain(p);
    nh_exprs nonzero = {.arena = p->arena};
    nh_array_append(&nonzero, domain.nonzero_count, domain.nonzero);
    nh_array_push(&nonzero, kink->difference);
    if (p->kind == NH_CONDITION_MASS) leave_rank(p, &nonzero);
    domain.nonzero_count = nonzero.count;
    domain.nonzero = nonzero.items;
    nh_truth is_there = nh_places_have_states(p, &domain, 1, &factor, false);
    if (is_there == NH_NO) return;
    nh_evidence by = is_there == NH_YES ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    if (!nh_places_add(p, p->kind, 1, &factor, by)) p->complete[p->kind] = NH_EVIDENCE_NONE;
}

static bool is_listed(nh_places *p, nh_expr factor) {
    nh_expr zero = nh_places_with_sign(p, factor);
    for (size_t i = 0; i < p->list.count; i++) {
        const nh_condition *c = &p->list.items[i];
        if (c->kind == p->kind && c->count == 1 && c->zero[0] == zero && c->by != NH_EVIDENCE_NONE) return true;
    }
    return false;
}

static void find_kinks(nh_places *p, const nh_holes *kinks, nh_condition_kind kind) {
    size_t left = MOST_KINKS;
    p->kind = kind;
    for (size_t i = 0; i < kinks->count; i++) {
        const nh_hole *kink = &kinks->items[i];
        if (kind == NH_CONDITION_HESSIAN && kink->owner != NH_HOLE_LAGRANGIAN) continue;
        nh_exprs factors = nh_places_factors(p, kink->place);
        for (size_t k = 0; k < factors.count; k++) {
            if (is_listed(p, factors.items[k])) continue;
            if (left == 0) p->complete[kind] = NH_EVIDENCE_NONE;
            else add_kink(p, kink, factors.items[k]);
            left -= left > 0;
        }
    }
}

/* ---- equations without a value ---- */

/* Where L has a value, and its derivatives have none: sqrt(x^2 + y^2) at x = y = 0. */
static void find_missing(nh_places *p, nh_condition_kind kind) {
    const nh_domain own = nh_places_domain(p), equations = needs_of(p, true);
    p->kind = kind;
    for (size_t i = 0; i < equations.nonzero_count && i < MOST_KINKS; i++) {
        nh_expr e = equations.nonzero[i];
        if (nh_is_among(e, own.nonzero_count, own.nonzero)) continue;
        if (!nh_expr_has(p->pool, e, NH_HAS_COORDINATE | NH_HAS_VELOCITY)) continue;
        nh_truth is_there = nh_places_have_states(p, &own, 1, &e, false);
        if (is_there == NH_NO) continue;
        nh_exprs zero = {.arena = p->arena};
        bool is_sum = nh_places_squares(p, e, &zero) && zero.count > 0 && !nh_exprs_has(&zero, NH_EXPR_ONE);
        uint32_t count = is_sum ? (uint32_t)zero.count : 1;
        nh_evidence by = is_there == NH_YES ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
        if (!nh_places_add(p, kind, count, is_sum ? zero.items : &e, by)) p->complete[kind] = NH_EVIDENCE_NONE;
    }
    if (equations.nonzero_count > MOST_KINKS) p->complete[kind] = NH_EVIDENCE_NONE;
}

void nh_places_kinks(nh_places *p) {
    find_missing(p, NH_CONDITION_HESSIAN);
    find_missing(p, NH_CONDITION_MASS);
    const nh_holes kinks = nh_model_kinks(p->a->model, p->arena);
    find_kinks(p, &kinks, NH_CONDITION_HESSIAN);
    find_kinks(p, &kinks, NH_CONDITION_MASS);
}
