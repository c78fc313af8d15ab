/* What the searches for singular configurations share: factors that may vanish, ideals with the rows in them, the
 * list. */
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/places/conditions_private.h"

/* Ideals of more equations are not made; longer expressions are not taken apart. */
enum { MOST_ROWS = 8, MOST_VARIABLES = 24, MOST_OPERATIONS = 3000 };

bool nh_places_try(nh_places *p, nh_body body, void *argument) {
    nh_context *context = p->a->model->context;
    const nh_pulse *pulse = (const nh_pulse *)context;
    nh_budget budget = {.work = p->work < p->step ? p->work : p->step};
    uint64_t before = pulse->work;
    if (budget.work == 0) return false;
    bool is_done = nh_attempt(context, &budget, body, argument) == NH_OK;
    uint64_t used = pulse->work - before;
    p->work -= used < p->work ? used : p->work;
    return is_done;
}

/* ---- factors ---- */

static bool is_of_state(const nh_pool *pool, nh_expr e) {
    return nh_expr_has(pool, e, NH_HAS_COORDINATE | NH_HAS_VELOCITY | NH_HAS_TIME);
}

static void add_all(const nh_places *p, nh_exprs *list, const nh_exprs *but, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (is_of_state(p->pool, e[i]) && !nh_exprs_has(list, e[i]) && (but == NULL || !nh_exprs_has(but, e[i])))
            nh_array_push(list, e[i]);
}

nh_domain_known nh_places_known(nh_places *p, nh_expr e) {
    nh_exprs positive = {.arena = p->arena}, nonzero = {.arena = p->arena};
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(p->pool, p->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *is_positive = nh_map_get(&p->is_positive, symbols[i]);
        if (is_positive != NULL) nh_array_push(*is_positive ? &positive : &nonzero, symbols[i]);
        if (is_positive != NULL && *is_positive) p->uses_values[p->kind] = true;
    }
    nh_array_append(&positive, p->known.positive_count, p->known.positive);
    nh_array_append(&nonzero, p->known.nonzero_count, p->known.nonzero);
    return (nh_domain_known){nonzero.count, positive.count, nonzero.items, positive.items};
}

/* 1/e has a value where e has one and is not zero: the difference is where e vanishes. */
static void add_factors(nh_places *p, nh_expr e, nh_exprs *factors) {
    nh_expr inverse = nh_expr_div(p->pool, NH_EXPR_ONE, e);
    nh_exprs anyway = {.arena = p->arena};
    const nh_domain_known known = nh_places_known(p, e);
    nh_domain of = nh_expr_domain(p->pool, p->arena, 1, &e, &known);
    add_all(p, &anyway, NULL, of.nonzero_count, of.nonzero);
    add_all(p, &anyway, NULL, of.positive_count, of.positive);
    of = nh_expr_domain(p->pool, p->arena, 1, &inverse, &known);
    add_all(p, factors, &anyway, of.nonzero_count, of.nonzero);
    add_all(p, factors, &anyway, of.positive_count, of.positive);
}

/* u of e = 1 + cos u or 1 - cos u, in *is_plus which; undefined: it is neither. */
static nh_expr angle_of(const nh_places *p, nh_expr e, bool *is_plus) {
    nh_expr rest = nh_expr_sub(p->pool, e, NH_EXPR_ONE);
    *is_plus = nh_expr_kind_of(p->pool, rest) == NH_EXPR_COS;
    if (!*is_plus) rest = nh_expr_neg(p->pool, rest);
    return nh_expr_kind_of(p->pool, rest) == NH_EXPR_COS ? nh_expr_args(p->pool, rest)[0] : NH_EXPR_UNDEFINED;
}

/* 1 + cos u and 1 - cos u together are sin u. */
static void join_cosines(const nh_places *p, nh_exprs *factors) {
    for (size_t i = 0; i < factors->count; i++)
        for (size_t k = i + 1; k < factors->count; k++) {
            bool is_plus, is_other;
            nh_expr u = angle_of(p, factors->items[i], &is_plus);
            if (u == NH_EXPR_UNDEFINED || angle_of(p, factors->items[k], &is_other) != u || is_plus == is_other)
                continue;
            factors->items[i] = nh_expr_apply1(p->pool, NH_EXPR_SIN, u);
            factors->items[k] = factors->items[--factors->count];
            break;
        }
}

/* e, a product, without what is below the fraction line; fractional powers become first ones. */
static nh_expr numerator_of(const nh_places *p, nh_expr e) {
    nh_exprs bases = {.arena = p->arena};
    if (nh_expr_kind_of(p->pool, e) != NH_EXPR_PRODUCT) return e;
    const nh_expr *args = nh_expr_args(p->pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(p->pool, e); i += 2)
        if (nh_rat_sign(nh_expr_rational(p->pool, args[i + 1])) > 0) nh_array_push(&bases, args[i]);
    return nh_expr_product(p->pool, bases.count, bases.items);
}

nh_exprs nh_places_factors(nh_places *p, nh_expr e) {
    nh_pool *pool = p->pool;
    nh_exprs factors = {.arena = p->arena};
    nh_rat ignored;
    e = nh_expr_expand_names(pool, e);
    if (nh_expr_operations(pool, 1, &e) <= MOST_OPERATIONS) e = nh_expr_factored(pool, e);
    e = numerator_of(p, nh_expr_split(pool, e, &ignored));
    if (is_of_state(pool, e)) add_factors(p, e, &factors);
    for (size_t i = 0; i < factors.count; i++) factors.items[i] = nh_places_with_sign(p, factors.items[i]);
    join_cosines(p, &factors);
    return factors;
}

/* ---- ideals ---- */

nh_premise nh_places_rows(nh_places *p, size_t count, const nh_expr *e) {
    const nh_model *model = p->a->model;
    nh_exprs list = {.arena = p->arena};
    bool has_velocities = false;
    for (size_t i = 0; i < count; i++) has_velocities = has_velocities || nh_expr_has(p->pool, e[i], NH_HAS_VELOCITY);
    for (uint32_t i = 0; p->part != NULL && i < p->part->count; i++)
        if (has_velocities || !nh_expr_has(p->pool, p->part->zero[i], NH_HAS_VELOCITY))
            nh_array_push(&list, p->part->zero[i]);
    if (list.count > 0) return (nh_premise){(uint32_t)list.count, list.items};
    for (size_t i = 0; i < model->rows.count && list.count <= MOST_ROWS; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!nh_row_restricts(row) || (!has_velocities && !row->is_geometric)) continue;
        nh_array_push(&list, row->residual);
        if (row->is_geometric && has_velocities) nh_array_push(&list, nh_row_rate(model, row));
    }
    return list.count <= MOST_ROWS ? (nh_premise){(uint32_t)list.count, list.items} : (nh_premise){0};
}

/* The symbols of the state in these. */
static nh_exprs variables_of(nh_places *p, const nh_exprs *equations) {
    nh_exprs variables = {.arena = p->arena};
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(p->pool, p->arena, equations->count, equations->items, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_role role = nh_expr_symbol_of(p->pool, symbols[i])->role;
        if (role == NH_ROLE_COORDINATE || role == NH_ROLE_TIME) nh_array_push(&variables, symbols[i]);
    }
    return variables;
}

nh_ideal *nh_places_ideal(nh_places *p, nh_premise rows, uint32_t count, const nh_expr *more) {
    NH_ASSERT(rows.count == 0 || rows.equations != NULL);
    nh_exprs equations = {.arena = p->arena};
    nh_array_append(&equations, rows.count, rows.equations);
    nh_array_append(&equations, count, more);
    for (size_t i = 0; i < equations.count; i++) equations.items[i] = nh_expr_expand_names(p->pool, equations.items[i]);
    if (equations.count == 0 || nh_expr_operations(p->pool, equations.count, equations.items) >
                                    MOST_OPERATIONS) /* none: nothing to ask about */
        return NULL;
    nh_exprs variables = variables_of(p, &equations);
    if (variables.count > MOST_VARIABLES) return NULL;
    return nh_ideal_make(p->pool, p->arena, (uint32_t)equations.count, equations.items, (uint32_t)variables.count,
                         variables.items);
}

bool nh_places_all_vanish(const nh_ideal *ideal, uint32_t count, const nh_expr *e) {
    NH_ASSERT(ideal != NULL);
    for (uint32_t i = 0; i < count; i++)
        if (nh_ideal_vanishes(ideal, e[i]) != NH_YES) return false;
    return true;
}

bool nh_places_has_angle(const nh_places *p, nh_expr e) {
    nh_walk *walk = nh_walk_begin(p->pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        nh_expr_kind kind = nh_expr_kind_of(p->pool, walk->order[i]);
        found = kind == NH_EXPR_SIN || kind == NH_EXPR_COS;
    }
    nh_walk_end(walk);
    return found;
}

bool nh_places_is_void(nh_places *p, const nh_ideal *component) {
    NH_ASSERT(component != NULL);
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(component, &basis);
    for (uint32_t i = 0; i < count; i++)
        if (nh_places_has_angle(p, basis[i]) &&
            (nh_places_is_positive(p, basis[i]) || nh_places_is_positive(p, nh_expr_neg(p->pool, basis[i]))))
            return true;
    return false;
}

static bool is_known(const nh_places *p, const nh_ideal *component, nh_condition_kind kind) {
    for (size_t i = 0; i < p->list.count; i++) {
        const nh_condition *c = &p->list.items[i];
        if (c->kind == kind && nh_places_all_vanish(component, c->count, c->zero)) return true;
    }
    return false;
}

bool nh_places_are_known(nh_places *p, const nh_ideal *ideal, nh_condition_kind kind) {
    NH_ASSERT(ideal != NULL && kind < NH_CONDITION_KINDS);
    if (is_known(p, ideal, kind)) return true;
    nh_components all = nh_ideal_components(p->arena, ideal);
    for (uint32_t i = 0; i < all.count; i++)
        if (!nh_places_is_void(p, all.component[i]) && !is_known(p, all.component[i], kind)) return false;
    return all.is_complete;
}

nh_fact nh_conditions_have_none(const nh_conditions *places, nh_condition_kind kind) {
    NH_ASSERT(kind < NH_CONDITION_KINDS);
    nh_evidence by = places->complete[kind];
    bool is_open = by == NH_EVIDENCE_NONE;
    for (uint32_t i = 0; i < places->count; i++) {
        const nh_condition *place = &places->items[i];
        if (place->kind != kind || place->is_elsewhere) continue;
        if (place->by == NH_EVIDENCE_PROVED) return nh_fact_no(NH_EVIDENCE_CERTIFIED);
        is_open = true;
    }
    return is_open ? nh_fact_unknown() : nh_fact_yes(by);
}
