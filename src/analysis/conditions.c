/* Singular places, kind by kind, and whether the state at hand is near. */
#include "analysis/conditions.h"

#include <string.h>

#include "algebra/domain.h"
#include "analysis/conditions_private.h"
#include "analysis/rank.h"
#include "analysis/sizes.h"

/* A state is near where each expression is below this beside its terms. */
#define NEAR 1e-3
/* What the search for places of one kind may cost, in units of nh_tick, which counts polynomials in many sines and cosines too low. */
#define MOST_WORK 8000000
#define MOST_WORK_ANGLES 1500000

/* Gradients of larger systems are not looked through. */
enum { MOST_ENTRIES = 200 };

/* ---- what is known ---- */

/* What the model assumes of states, as expressions that are positive, or not zero. */
static void know_assumptions(const nh_places *p, nh_exprs *positive, nh_exprs *nonzero) {
    const nh_model *model = p->a->model;
    for (size_t i = 0; i < model->assumptions.count; i++) {
        const nh_assumption *given = &model->assumptions.items[i];
        nh_expr difference = nh_expr_sub(p->pool, given->left, given->right);
        if (given->relation == NH_NOT_EQUAL) nh_array_push(nonzero, difference);
        if (given->relation == NH_GREATER) nh_array_push(positive, difference);
        if (given->relation == NH_LESS) nh_array_push(positive, nh_expr_neg(p->pool, difference));
    }
}

static void know(nh_places *p) {
    const nh_model *model = p->a->model;
    nh_exprs positive = {.arena = p->arena}, nonzero = {.arena = p->arena};
    const double *values = p->a->states != NULL ? nh_states_parameters(p->a->states) : NULL;
    p->is_positive = nh_map_make(p->arena);
    for (size_t i = 0; i < model->parameters.count; i++)
        nh_map_put(&p->is_positive, model->parameters.items[i].symbol,
                   values != NULL && values[i] > 0 && model->parameters.items[i].value != NH_EXPR_UNDEFINED);
    know_assumptions(p, &positive, &nonzero);
    p->known = (nh_domain_known){nonzero.count, positive.count, nonzero.items, positive.items};
}

/* ---- near ---- */

static void find_near(nh_places *p) {
    for (size_t i = 0; i < p->list.count; i++) {
        nh_condition *c = &p->list.items[i];
        c->is_near = nh_sizes_are_near(p->a, c->count, c->zero, NEAR);
    }
}

/* ---- all kinds ---- */

/* By kind; within a kind as they were found. */
static void sort(nh_places *p) {
    for (size_t i = 1; i < p->list.count; i++) {
        nh_condition c = p->list.items[i];
        size_t k = i;
        for (; k > 0 && p->list.items[k - 1].kind > c.kind; k--) p->list.items[k] = p->list.items[k - 1];
        p->list.items[k] = c;
    }
}

/* Whether the i-th condition says all that the k-th says, and more. */
static bool says_more(const nh_condition *i, const nh_condition *k) {
    for (uint32_t e = 0; e < k->count; e++) {
        bool is_there = false;
        for (uint32_t x = 0; x < i->count; x++) is_there = is_there || i->zero[x] == k->zero[e];
        if (!is_there) return false;
    }
    return i->kind == k->kind && i->count > k->count;
}

static void drop_smaller(nh_places *p) {
    size_t kept = 0;
    bool *is_smaller = NH_NEW_ARRAY(p->arena, bool, p->list.count);
    for (size_t i = 0; i < p->list.count; i++)
        for (size_t k = 0; k < p->list.count; k++)
            is_smaller[i] = is_smaller[i] || says_more(&p->list.items[i], &p->list.items[k]);
    for (size_t i = 0; i < p->list.count; i++)
        if (!is_smaller[i]) p->list.items[kept++] = p->list.items[i];
    p->list.count = kept;
}

static bool rows_have_angles(const nh_places *p) {
    for (uint32_t i = 0; i < p->a->lagrange.rows; i++)
        if (nh_places_has_angle(p, p->a->lagrange.rates[i])) return true;
    return false;
}

static void search(nh_places *p, void (*find)(nh_places *), uint64_t work) {
    p->work = work;
    p->step = work / 2;
    p->from = p->list.count;
    find(p);
}

static bool are_of_state(const nh_admissible *a, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (nh_expr_has(a->model->pool, e[i], NH_HAS_COORDINATE | NH_HAS_VELOCITY | NH_HAS_TIME)) return true;
    return false;
}

/* Whether the gradients of the rows have values everywhere, as far as a look at them tells. */
static bool gradients_have_values(nh_admissible *a) {
    uint32_t entries = a->lagrange.jacobian.start[a->lagrange.rows];
    if (entries > MOST_ENTRIES) return false;
    nh_arena *arena = nh_arena_create(a->model->context);
    nh_domain domain = nh_expr_domain(a->model->pool, arena, entries, a->lagrange.jacobian.entry, NULL);
    bool is_needed = are_of_state(a, domain.nonzero_count, domain.nonzero) ||
                     are_of_state(a, domain.nonnegative_count, domain.nonnegative) ||
                     are_of_state(a, domain.positive_count, domain.positive);
    nh_arena_destroy(arena);
    return !is_needed;
}

/* That the places are all: for parameters of any value only where there are none, since signs are taken from the values; not where one of these is 0, which factors take for another number; nor
 * where it is not known which rows are independent. */
static void weaken(nh_admissible *a, nh_evidence *complete) {
    const double *values = a->states != NULL ? nh_states_parameters(a->states) : NULL;
    size_t count = a->model->parameters.count;
    bool has_zero = false;
    if (!a->is_rank_known) (void)nh_rank_find(a);
    for (size_t i = 0; values != NULL && i < count; i++) has_zero |= values[i] == 0;
    for (int kind = 0; kind < NH_CONDITION_KINDS; kind++) {
        if (complete[kind] == NH_EVIDENCE_PROVED && count > 0) complete[kind] = NH_EVIDENCE_CERTIFIED;
        if (has_zero || !a->is_rank_known) complete[kind] = NH_EVIDENCE_NONE;
    }
    if (complete[NH_CONDITION_RANK] != NH_EVIDENCE_NONE && !gradients_have_values(a))
        complete[NH_CONDITION_RANK] = NH_EVIDENCE_NONE; /* there is no rank where there is no gradient */
}

nh_conditions nh_conditions_find(nh_admissible *a) {
    if (a->at == NH_CHECK_NONE) return (nh_conditions){.count = 0}; /* which rows are independent is not known */
    nh_places p = {.a = a, .pool = a->model->pool, .arena = nh_arena_create(a->model->context), .is_regular = true};
    p.list.arena = a->arena;
    know(&p);
    uint64_t work = rows_have_angles(&p) ? MOST_WORK_ANGLES : MOST_WORK;
    search(&p, nh_places_rank, work);
    search(&p, nh_places_choice, work / 2);
    search(&p, nh_places_hessian, MOST_WORK_ANGLES);
    search(&p, nh_places_mass, MOST_WORK_ANGLES);
    drop_smaller(&p);
    sort(&p);
    find_near(&p);
    nh_conditions result = {.items = p.list.items, .count = (uint32_t)p.list.count};
    memcpy(result.complete, p.complete, sizeof result.complete);
    weaken(a, result.complete);
    nh_arena_destroy(p.arena);
    return result;
}
