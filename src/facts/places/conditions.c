/* Singular configurations, kind by kind, and whether the reference state is near. */
#include "facts/places/conditions.h"

#include <string.h>

#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/constants_private.h"
#include "facts/implies/implication_exists.h"
#include "facts/limits_private.h"
#include "facts/places/conditions_private.h"
#include "facts/places/valued_private.h"
#include "facts/rank.h"
#include "facts/sizes.h"
#include "model/values.h"

/* A state is near where each expression is below this relative to its terms. */
#define NEAR 1e-3

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

/* Values may be made from others, and a function without a body is no reason not to know them. */
static void know_signs(nh_places *p) {
    const nh_model *model = p->a->model;
    const nh_box none = {0};
    nh_exprs symbols = {.arena = p->arena}, values = {.arena = p->arena};
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *item = &model->parameters.items[i];
        bool is_positive = false;
        if (item->value != NH_EXPR_UNDEFINED) {
            nh_expr value = nh_expr_expand_names(p->pool, item->value);
            value = nh_expr_substitute(p->pool, value, (uint32_t)symbols.count, symbols.items, values.items, true);
            nh_array_push(&symbols, item->symbol);
            nh_array_push(&values, value);
            uint32_t left;
            (void)nh_expr_symbols(p->pool, p->arena, 1, &value, &left);
            is_positive = left == 0 && nh_expr_is_positive_on(p->pool, value, &none) == NH_YES;
            if (value == NH_EXPR_ZERO) nh_map_put(&p->is_zero, item->symbol, true);
        }
        nh_map_put(&p->is_positive, item->symbol, is_positive);
    }
}

static void list_known(nh_places *p) {
    nh_exprs positive = {.arena = p->arena}, nonzero = {.arena = p->arena};
    p->is_positive = nh_map_make(p->arena);
    p->is_zero = nh_map_make(p->arena);
    know_signs(p);
    know_assumptions(p, &positive, &nonzero);
    p->known = (nh_domain_known){nonzero.count, positive.count, nonzero.items, positive.items};
}

/* ---- near ---- */

static void find_near(nh_places *p) {
    for (size_t i = 0; i < p->list.count; i++) {
        nh_condition *c = &p->list.items[i];
        c->is_near = !c->is_elsewhere && nh_sizes_are_near(p->a, c->count, c->zero, NEAR);
    }
}

/* ---- all kinds ---- */

/* By kind; within a kind as they were found. */
static void sort_places(nh_places *p) {
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

/* ---- whether that are all ---- */

bool nh_places_have_zero(const nh_places *p, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++) {
        uint32_t symbols;
        nh_expr whole = nh_expr_expand_names(p->pool, e[i]);
        const nh_expr *symbol = nh_expr_symbols(p->pool, p->arena, 1, &whole, &symbols);
        for (uint32_t k = 0; k < symbols; k++)
            if (nh_map_get(&p->is_zero, symbol[k]) != NULL) return true;
    }
    return false;
}

/* Whether there may be an admissible state at which e is 0. */
static bool may_vanish(nh_places *p, const nh_domain *domain, nh_expr e) {
    if (!nh_expr_has(p->pool, e, NH_HAS_COORDINATE | NH_HAS_VELOCITY | NH_HAS_TIME)) return false;
    if (nh_places_have_states(p, domain, 1, &e, false) != NH_NO) return true;
    bool has_values = p->a->model->parameters.count > 0;
    if (has_values && nh_places_have_states(p, domain, 1, &e, true) != NH_NO) p->uses_values[p->kind] = true;
    return false;
}

/* Whether the expressions have values at all admissible states where L and the forces have them. */
static bool have_values(nh_places *p, size_t count, const nh_expr *e) {
    if (count > MOST_ENTRIES) return false;
    nh_domain own = nh_places_domain(p);
    nh_domain domain = nh_expr_domain(p->pool, p->arena, count, e, &p->known);
    for (size_t i = 0; i < domain.nonzero_count; i++)
        if (may_vanish(p, &own, domain.nonzero[i])) return false;
    for (size_t i = 0; i < domain.positive_count; i++)
        if (may_vanish(p, &own, domain.positive[i])) return false;
    for (size_t i = 0; i < domain.nonnegative_count; i++)
        if (may_vanish(p, &own, domain.nonnegative[i])) return false;
    return true;
}

/* Whether nothing is hidden in the constants of the rows, and of the inertia where that is asked about. */
static bool are_constants_known(const nh_places *p, bool of_rows, bool of_inertia) {
    const nh_lagrange *x = &p->a->lagrange;
    nh_exprs rows = {.arena = p->arena};
    for (uint32_t i = 0; i < x->rows; i++) nh_array_push(&rows, p->a->model->rows.items[x->row[i]].residual);
    return (!of_rows || nh_constants_are_independent(p->pool, p->arena, rows.count, rows.items)) &&
           (!of_inertia || nh_constants_are_independent(p->pool, p->arena, x->matrix.start[x->n], x->matrix.entry));
}

/* There may be other places; and where the choice fails the rank may drop. */
static void doubt_places(nh_places *p, nh_condition_kind kind) {
    p->complete[kind] = NH_EVIDENCE_NONE;
    for (size_t i = 0; i < p->list.count; i++)
        if (p->list.items[i].kind == kind && kind == NH_CONDITION_CHOICE) p->list.items[i].by = NH_EVIDENCE_NONE;
}

/* The places are all for the values of the model where signs were taken from these; not where one of them is 0 that
 * matters, where it is not known which rows are independent, nor where there may be states at which a gradient or an
 * inertia has no value: there is neither a rank nor a determinant. */
static void weaken_places(nh_places *p) {
    nh_admissible *a = p->a;
    const nh_expr_matrix *rows = &a->lagrange.jacobian, *inertia = &a->lagrange.matrix;
    uint32_t gradients = rows->start[a->lagrange.rows], entries = inertia->start[a->lagrange.n];
    bool is_zero_in_rows = nh_places_have_zero(p, gradients, rows->entry);
    bool is_zero_in_inertia = nh_places_have_zero(p, entries, inertia->entry);
    for (int kind = 0; kind < NH_CONDITION_KINDS; kind++) {
        bool is_of_rows = kind != NH_CONDITION_HESSIAN, is_of_inertia = kind >= NH_CONDITION_MASS;
        nh_evidence *complete = &p->complete[kind];
        p->kind = (nh_condition_kind)kind;
        bool is_zero = (is_of_rows && is_zero_in_rows) || (is_of_inertia && is_zero_in_inertia);
        if ((is_zero && !p->minds_zeros[kind]) || (is_of_rows && !a->is_rank_known)) *complete = NH_EVIDENCE_NONE;
        if (!are_constants_known(p, is_of_rows, is_of_inertia)) doubt_places(p, p->kind);
        bool is_seen = p->generic != NULL && p->generic->complete[kind] != NH_EVIDENCE_NONE;
        if (*complete == NH_EVIDENCE_NONE || is_seen) continue;
        if ((kind == NH_CONDITION_RANK && !have_values(p, gradients, rows->entry)) ||
            (is_of_inertia && !have_values(p, entries, inertia->entry)))
            *complete = NH_EVIDENCE_NONE;
        if (*complete == NH_EVIDENCE_PROVED && p->uses_values[kind]) *complete = NH_EVIDENCE_CERTIFIED;
    }
}

/* Whether the values make no difference for a kind: then its places are those that were found before. */
static bool is_found_before(const nh_places *p, nh_condition_kind kind) {
    return p->generic != NULL && kind < NH_CONDITION_MASS && !nh_valued_is_in_rows(p->a);
}

static void take_generic(nh_places *p, nh_condition_kind kind) {
    p->complete[kind] = p->generic->complete[kind];
    for (uint32_t i = 0; i < p->generic->count; i++)
        if (p->generic->items[i].kind == kind) nh_array_push(&p->list, p->generic->items[i]);
}

static void search_kind(nh_places *p, nh_condition_kind kind, void (*find)(nh_places *), uint64_t work) {
    p->kind = kind;
    if (is_found_before(p, kind)) {
        take_generic(p, kind);
        return;
    }
    p->work = work;
    p->step = work / 2;
    p->from = p->list.count;
    find(p);
}

static nh_conditions find_places(nh_admissible *a, const nh_conditions *generic) {
    nh_places p = {.a = a, .pool = a->model->pool, .arena = nh_arena_create(a->model->context), .is_regular = true};
    p.generic = generic;
    p.part = nh_parts_at_hand(a);
    p.list.arena = a->arena;
    list_known(&p);
    uint64_t work = rows_have_angles(&p) ? NH_WORK_PLACES_ANGLES : NH_WORK_PLACES;
    search_kind(&p, NH_CONDITION_RANK, nh_places_rank, work);
    search_kind(&p, NH_CONDITION_CHOICE, nh_places_choice, work / 2);
    search_kind(&p, NH_CONDITION_HESSIAN, nh_places_hessian, NH_WORK_PLACES_ANGLES);
    search_kind(&p, NH_CONDITION_MASS, nh_places_mass, NH_WORK_PLACES_ANGLES);
    nh_places_kinks(&p);
    drop_smaller(&p);
    nh_places_drop_empty(&p);
    sort_places(&p);
    find_near(&p);
    weaken_places(&p);
    nh_conditions result = {.items = p.list.items, .count = (uint32_t)p.list.count};
    memcpy(result.complete, p.complete, sizeof result.complete);
    nh_arena_destroy(p.arena);
    return result;
}

/* ---- with the values of the parameters ---- */

static nh_conditions put_values(nh_admissible *valued, const nh_conditions *generic) {
    nh_condition *items = NH_NEW_ARRAY(valued->arena, nh_condition, (size_t)generic->count + 1);
    nh_conditions result = *generic;
    for (uint32_t i = 0; i < generic->count; i++) {
        nh_expr *zero = NH_NEW_ARRAY(valued->arena, nh_expr, (size_t)generic->items[i].count + 1);
        items[i] = generic->items[i];
        for (uint32_t k = 0; k < items[i].count; k++) zero[k] = nh_valued_put(valued, items[i].zero[k]);
        items[i].zero = zero;
    }
    result.items = items;
    return result;
}

typedef struct cover_request {
    nh_places *p; /* its list: the places that may cover it */
    const nh_condition *place;
    bool is_covered;
} cover_request;

static void look_whether_covered(void *argument) {
    cover_request *c = argument;
    const nh_premise rows = nh_places_rows(c->p, c->place->count, c->place->zero);
    const nh_ideal *ideal = nh_places_ideal(c->p, rows, c->place->count, c->place->zero);
    c->is_covered = ideal != NULL && nh_places_are_known(c->p, ideal, c->place->kind);
}

/* Whether each of the places of the kind is one of the others, or within them. */
static bool are_covered(nh_admissible *valued, const nh_conditions *places, const nh_conditions *others,
                        nh_condition_kind kind) {
    nh_places p = {.a = valued, .pool = valued->model->pool, .arena = nh_arena_create(valued->model->context)};
    p.list.arena = p.arena;
    p.work = p.step = NH_WORK_PLACES_ANGLES;
    p.part = nh_parts_at_hand(valued);
    list_known(&p);
    nh_array_append(&p.list, others->count, others->items);
    bool result = true;
    for (uint32_t i = 0; i < places->count && result; i++) {
        cover_request c = {.p = &p, .place = &places->items[i]};
        if (c.place->kind != kind || c.place->is_elsewhere || nh_places_same(valued, others, c.place) != NULL) continue;
        result = nh_places_try(&p, look_whether_covered, &c) && c.is_covered;
    }
    nh_arena_destroy(p.arena);
    return result;
}

/* The places of a kind as they are with parameters where they are the same with their values, or neither are all; else
 * as they are with these. */
static nh_conditions choose_places(nh_admissible *valued, const nh_conditions *generic, const nh_conditions *put,
                                   const nh_conditions *special) {
    nh_condition *items = NH_NEW_ARRAY(valued->arena, nh_condition, generic->count + special->count + 1);
    nh_conditions result = {.items = items};
    for (int k = 0; k < NH_CONDITION_KINDS; k++) {
        nh_condition_kind kind = (nh_condition_kind)k;
        bool is_open = generic->complete[k] == NH_EVIDENCE_NONE && special->complete[k] == NH_EVIDENCE_NONE;
        bool is_same = is_open || (are_covered(valued, special, put, kind) && are_covered(valued, put, special, kind));
        const nh_conditions *from = is_same ? generic : special;
        for (uint32_t i = 0; i < from->count; i++)
            if (from->items[i].kind == kind) items[result.count++] = from->items[i];
        bool is_general = is_same && generic->complete[k] == NH_EVIDENCE_PROVED;
        result.complete[k] = special->complete[k] == NH_EVIDENCE_NONE ? NH_EVIDENCE_NONE
                             : is_general                             ? NH_EVIDENCE_PROVED
                                                                      : NH_EVIDENCE_CERTIFIED;
    }
    return result;
}

/* Whether the places of some kind are said to be all. */
static bool claims_all(const nh_conditions *places) {
    for (int kind = 0; kind < NH_CONDITION_KINDS; kind++)
        if (places->complete[kind] != NH_EVIDENCE_NONE) return true;
    return false;
}

/* Whether it is not said because a parameter is 0, which factors do not know. */
static bool has_zeros(nh_admissible *a) {
    nh_places p = {.a = a, .pool = a->model->pool, .arena = nh_arena_create(a->model->context)};
    const nh_expr_matrix *rows = &a->lagrange.jacobian, *inertia = &a->lagrange.matrix;
    list_known(&p);
    bool result = nh_places_have_zero(&p, rows->start[a->lagrange.rows], rows->entry) ||
                  nh_places_have_zero(&p, inertia->start[a->lagrange.n], inertia->entry);
    nh_arena_destroy(p.arena);
    return result;
}

nh_conditions nh_conditions_find(nh_admissible *a) {
    if (a->at == NH_CHECK_NONE || !a->is_rank_known) (void)nh_rank_find(a);
    if (a->is_empty || (a->at == NH_CHECK_NONE && !a->is_rank_known)) return (nh_conditions){.count = 0};
    nh_conditions generic = find_places(a, NULL);
    nh_admissible *valued = claims_all(&generic) || has_zeros(a) ? nh_admissible_valued(a) : NULL;
    if (valued == NULL) return generic;
    nh_conditions put = put_values(valued, &generic), special = find_places(valued, &put);
    return choose_places(valued, &generic, &put, &special);
}

static nh_fact is_definite(nh_admissible *a, bool with_rows) {
    nh_places p = {.a = a, .pool = a->model->pool, .arena = nh_arena_create(a->model->context)};
    nh_condition_kind kind = with_rows ? NH_CONDITION_MASS : NH_CONDITION_HESSIAN;
    p.list.arena = p.arena;
    p.kind = kind;
    p.work = p.step = NH_WORK_PLACES_ANGLES;
    p.part = nh_parts_at_hand(a);
    list_known(&p);
    const nh_expr_matrix *rows = &a->lagrange.jacobian, *inertia = &a->lagrange.matrix;
    bool is_found = nh_places_inertia(&p, kind, with_rows) == NH_EVIDENCE_PROVED && p.list.count == 0;
    bool is_zero = nh_places_have_zero(&p, inertia->start[a->lagrange.n], inertia->entry) ||
                   (with_rows && nh_places_have_zero(&p, rows->start[a->lagrange.rows], rows->entry));
    is_found = is_found && (!is_zero || p.minds_zeros[kind]);
    nh_evidence by = p.uses_values[kind] ? NH_EVIDENCE_CERTIFIED : NH_EVIDENCE_PROVED;
    nh_arena_destroy(p.arena);
    return is_found ? nh_fact_yes(by) : nh_fact_unknown();
}

nh_fact nh_conditions_is_definite(nh_admissible *a, bool with_rows) {
    nh_admissible *valued = nh_admissible_valued(a);
    nh_fact generic = is_definite(a, with_rows);
    NH_ASSERT(generic.truth != NH_YES || generic.by != NH_EVIDENCE_NONE);
    bool is_confirmed = generic.truth == NH_YES && (valued == NULL || is_definite(valued, with_rows).truth == NH_YES);
    return is_confirmed ? generic : nh_fact_unknown();
}

/* ==== list ==== */

/* Conditions as they read best: signs, order, squares taken apart; and the list of them. */

/* Longer conditions help nobody. */
enum { MOST_OPERATIONS = 60, MOST_TERMS = 60 };

/* ---- signs ---- */

bool nh_places_is_positive(nh_places *p, nh_expr e) {
    nh_expr logarithm = nh_expr_apply1(p->pool, NH_EXPR_LOG, e);
    if (nh_expr_is_number(p->pool, e)) return nh_rat_sign(nh_expr_rational(p->pool, e)) > 0;
    const nh_domain_known known = nh_places_known(p, e);
    nh_domain domain = nh_expr_domain(p->pool, p->arena, 1, &logarithm, &known);
    return domain.positive_count + domain.nonzero_count + domain.nonnegative_count == 0;
}

static const char *text_of(const nh_places *p, nh_expr e) {
    nh_text text = nh_text_begin(p->arena);
    nh_expr_print(p->pool, &text, e);
    return nh_text_string(&text);
}

nh_expr nh_places_with_sign(nh_places *p, nh_expr e) {
    nh_rat ignored;
    e = nh_expr_split(p->pool, e, &ignored);
    if (nh_expr_operations(p->pool, 1, &e) > MOST_OPERATIONS) return e;
    nh_expr other = nh_expr_neg(p->pool, e);
    const char *text = text_of(p, e), *of_other = text_of(p, other);
    size_t length = strlen(text), other_length = strlen(of_other);
    bool is_better = other_length < length || (other_length == length && strcmp(of_other, text) < 0);
    return is_better ? other : e;
}

/* ---- squares ---- */

static bool are_even(const nh_collected *terms) {
    for (uint32_t i = 0; i < terms->start[terms->count]; i++)
        if (terms->power[i] % 2 != 0) return false;
    return true;
}

static bool have_sign(nh_places *p, const nh_collected *terms, bool is_negative) {
    for (uint32_t i = 0; i < terms->count; i++) {
        nh_expr c = terms->coefficient[i];
        if (!nh_places_is_positive(p, is_negative ? nh_expr_neg(p->pool, c) : c)) return false;
    }
    return true;
}

/* Whether the term vanishes with these symbols. */
static bool has_one_of(const nh_collected *terms, uint32_t i, const nh_expr *symbols, const nh_exprs *listed) {
    for (uint32_t k = terms->start[i]; k < terms->start[i + 1]; k++)
        if (nh_exprs_has(listed, symbols[terms->symbol[k]])) return true;
    return false;
}

bool nh_places_squares(nh_places *p, nh_expr e, nh_exprs *symbols) {
    nh_exprs variables = {.arena = p->arena};
    nh_collected terms;
    uint32_t count;
    const nh_expr *all = nh_expr_symbols(p->pool, p->arena, 1, &e, &count);
    nh_array_reserve(&variables, 1);
    for (uint32_t i = 0; i < count; i++) /* those that are under no function */
        if (nh_expr_symbol_of(p->pool, all[i])->role == NH_ROLE_COORDINATE &&
            nh_expr_degree(p->pool, e, 1, &all[i]).polynomial)
            nh_array_push(&variables, all[i]);
    if (!nh_expr_collect(p->pool, p->arena, e, (uint32_t)variables.count, variables.items, MOST_TERMS, &terms))
        return false;
    if (!are_even(&terms) || (!have_sign(p, &terms, false) && !have_sign(p, &terms, true))) return false;
    for (uint32_t i = 0; i < terms.count; i++) {
        uint32_t factors = terms.start[i + 1] - terms.start[i];
        if (factors == 0) nh_array_push(symbols, NH_EXPR_ONE);
        if (factors == 1) nh_array_push(symbols, variables.items[terms.symbol[terms.start[i]]]);
    }
    for (uint32_t i = 0; i < terms.count; i++)
        if (terms.start[i] < terms.start[i + 1] && !has_one_of(&terms, i, variables.items, symbols)) return false;
    return true;
}

/* ---- the list ---- */

/* By length, then by text. */
static bool is_before(const nh_places *p, nh_expr a, nh_expr b) {
    uint64_t length = nh_expr_operations(p->pool, 1, &a), other = nh_expr_operations(p->pool, 1, &b);
    return length != other ? length < other : strcmp(text_of(p, a), text_of(p, b)) < 0;
}

bool nh_places_has(const nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero) {
    NH_ASSERT(kind < NH_CONDITION_KINDS);
    for (size_t i = 0; i < p->list.count; i++) {
        const nh_condition *c = &p->list.items[i];
        if (c->kind == kind && c->count == count && memcmp(c->zero, zero, count * sizeof *zero) == 0) return true;
    }
    return false;
}

bool nh_places_add(nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero, nh_evidence by) {
    NH_ASSERT(count > 0 && kind < NH_CONDITION_KINDS);
    nh_expr *own = NH_NEW_ARRAY(p->a->arena, nh_expr, count);
    if (nh_expr_operations(p->pool, count, zero) > MOST_OPERATIONS) return false;
    for (uint32_t i = 0; i < count; i++) {
        nh_expr e = nh_places_with_sign(p, zero[i]);
        uint32_t k = i;
        for (; k > 0 && is_before(p, e, own[k - 1]); k--) own[k] = own[k - 1];
        own[k] = e;
    }
    if (nh_places_has(p, kind, count, own)) return true;
    nh_array_push(&p->list, ((nh_condition){.kind = kind, .count = count, .zero = own, .by = by}));
    return true;
}

/* ==== values ==== */

/* What never vanishes, and what always does, with the values that the model gives to its parameters. */

/* e with the values put in; undefined when there are none. */
static nh_expr with_values(nh_places *p, nh_expr e) {
    const nh_model *model = p->a->model;
    if (!nh_model_is_closed(model)) return NH_EXPR_UNDEFINED;
    const nh_expr *values = nh_model_closed_values(model, p->arena);
    const nh_expr *symbols = nh_model_parameter_symbols(model, p->arena);
    return nh_expr_substitute(p->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
}

bool nh_places_is_null(nh_places *p, nh_expr e) {
    NH_ASSERT(p->kind < NH_CONDITION_KINDS);
    nh_expr value = with_values(p, nh_expr_expand_names(p->pool, e));
    bool result = value == NH_EXPR_ZERO || (value != NH_EXPR_UNDEFINED && nh_expr_is_proved_zero(p->pool, value));
    if (result && value != e) p->uses_values[p->kind] = true;
    return result;
}

bool nh_places_positive_by_values(nh_places *p, nh_expr e) {
    NH_ASSERT(p->kind < NH_CONDITION_KINDS);
    nh_expr value = with_values(p, nh_expr_expand_names(p->pool, e));
    bool result = value != NH_EXPR_UNDEFINED && nh_places_is_positive(p, value);
    if (result && value != e) p->uses_values[p->kind] = true;
    return result;
}

bool nh_places_never_zero(nh_places *p, nh_expr e) {
    NH_ASSERT(p->kind < NH_CONDITION_KINDS);
    nh_expr value = with_values(p, e);
    if (value == NH_EXPR_UNDEFINED) return false;
    nh_expr other = nh_expr_neg(p->pool, value);
    bool result = nh_places_is_positive(p, value) || nh_places_is_positive(p, other) ||
                  nh_expr_is_positive_in_turns(p->pool, value) || nh_expr_is_positive_in_turns(p->pool, other);
    if (result && value != e) p->uses_values[p->kind] = true;
    return result;
}
