/* Conditions as they read best: signs, order, squares taken apart; and the list of them. */
#include <string.h>

#include "analysis/conditions_private.h"
#include "base/text.h"
#include "expr/inspect.h"
#include "expr/print.h"

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

static bool has(const nh_exprs *list, nh_expr e) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == e) return true;
    return false;
}

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
        if (has(listed, symbols[terms->symbol[k]])) return true;
    return false;
}

bool nh_places_squares(nh_places *p, nh_expr e, nh_exprs *symbols) {
    nh_exprs variables = {.arena = p->arena};
    nh_collected terms;
    uint32_t count;
    const nh_expr *all = nh_expr_symbols(p->pool, p->arena, 1, &e, &count);
    nh_array_reserve(&variables, 1);
    for (uint32_t i = 0; i < count; i++) /* those that stand under no function */
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
    for (size_t i = 0; i < p->list.count; i++) {
        const nh_condition *c = &p->list.items[i];
        if (c->kind == kind && c->count == count && memcmp(c->zero, zero, count * sizeof *zero) == 0) return true;
    }
    return false;
}

bool nh_places_add(nh_places *p, nh_condition_kind kind, uint32_t count, const nh_expr *zero, nh_evidence by) {
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
