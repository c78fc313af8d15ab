/* Atoms: the symbols of which an expression is a polynomial. */
#include "algebra/field/atoms_private.h"

#include "base/limits.h"
#include "base/text/text.h"

enum { MOST_ATOMS = 200 };

nh_atoms nh_atoms_make(nh_pool *pool, nh_arena *arena) {
    nh_atoms a = {.pool = pool, .arena = arena, .symbols = {.arena = arena}, .meanings = {.arena = arena}};
    a.symbol_of = nh_map_make(arena);
    return a;
}

nh_expr nh_atoms_symbol(nh_atoms *a, nh_expr atom) {
    bool is_new;
    uint64_t *symbol = nh_map_slot(&a->symbol_of, atom, &is_new);
    if (!is_new) return (nh_expr)*symbol;
    nh_text name = nh_text_begin(a->arena);
    nh_text_format(&name, "#atom%u", (unsigned)a->symbols.count);
    *symbol = nh_expr_symbol_text(a->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    nh_array_push(&a->symbols, (nh_expr)*symbol);
    nh_array_push(&a->meanings, atom);
    return (nh_expr)*symbol;
}

bool nh_is_polynomial_node(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    return kind == NH_EXPR_SUM || kind == NH_EXPR_PRODUCT;
}

/* ---- expression to polynomial ---- */

typedef struct translation {
    nh_atoms *atoms;
    nh_map done; /* expression to polynomial */
    nh_exprs stack;
} translation;

/* Whether the exponent of a factor makes its base a part of the polynomial. */
static bool is_whole(const nh_pool *pool, nh_expr exponent) {
    int64_t power;
    return nh_expr_get_int(pool, exponent, &power) && power > 0;
}

static nh_expr translated_expr(const translation *t, nh_expr e) {
    if (nh_expr_is_number(t->atoms->pool, e)) return e;
    return (nh_expr)*nh_map_get(&t->done, e);
}

/* base^exponent with an exponent that is negative or no integer. */
static nh_expr odd_factor(nh_atoms *a, nh_expr base, nh_expr exponent) {
    int64_t power;
    if (!nh_expr_get_int(a->pool, exponent, &power)) return nh_atoms_symbol(a, nh_expr_pow(a->pool, base, exponent));
    return nh_expr_pow_int(a->pool, nh_atoms_symbol(a, nh_expr_pow_int(a->pool, base, -1)), -power);
}

static nh_expr translate_product(translation *t, nh_expr e) {
    nh_atoms *a = t->atoms;
    uint32_t count = nh_expr_arity(a->pool, e) / 2;
    nh_expr *factors = NH_NEW_ARRAY(a->arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr base = nh_expr_args(a->pool, e)[2 * (size_t)i], exponent = nh_expr_args(a->pool, e)[2 * (size_t)i + 1];
        if (is_whole(a->pool, exponent)) factors[i] = nh_expr_pow(a->pool, translated_expr(t, base), exponent);
        else factors[i] = odd_factor(a, base, exponent);
    }
    return nh_expr_product(a->pool, count, factors);
}

static nh_expr translate_sum(translation *t, nh_expr e) {
    nh_pool *pool = t->atoms->pool;
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr *args = NH_NEW_ARRAY(t->atoms->arena, nh_expr, arity);
    for (uint32_t i = 0; i < arity; i++) args[i] = translated_expr(t, nh_expr_args(pool, e)[i]);
    return nh_expr_rebuild(pool, e, args);
}

static void translate_node(translation *t, nh_expr e) {
    nh_pool *pool = t->atoms->pool;
    nh_expr result = !nh_is_polynomial_node(pool, e)               ? nh_atoms_symbol(t->atoms, e)
                     : nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT ? translate_product(t, e)
                                                                   : translate_sum(t, e);
    nh_map_put(&t->done, e, result);
}

/* Puts what e needs and what is not done on the stack; whether there was any. */
static bool push_needed(translation *t, nh_expr e) {
    nh_pool *pool = t->atoms->pool;
    size_t before = t->stack.count;
    if (!nh_is_polynomial_node(pool, e)) return false;
    bool is_product = nh_expr_kind_of(pool, e) == NH_EXPR_PRODUCT;
    uint32_t arity = nh_expr_arity(pool, e);
    nh_tick(nh_pool_context(pool), arity);
    for (uint32_t i = is_product ? 0 : 1; i < arity; i += 2) {
        nh_expr arg = nh_expr_args(pool, e)[i];
        if (is_product && !is_whole(pool, nh_expr_args(pool, e)[i + 1])) continue;
        if (!nh_expr_is_number(pool, arg) && nh_map_get(&t->done, arg) == NULL) nh_array_push(&t->stack, arg);
    }
    return t->stack.count > before;
}

nh_expr nh_atoms_polynomial(nh_atoms *a, nh_expr e) {
    if (nh_expr_is_number(a->pool, e)) return e;
    translation t = {.atoms = a, .done = nh_map_make(a->arena), .stack = {.arena = a->arena}};
    nh_array_push(&t.stack, e);
    while (t.stack.count > 0) {
        nh_expr now = t.stack.items[t.stack.count - 1];
        if (nh_map_get(&t.done, now) != NULL) t.stack.count--;
        else if (!push_needed(&t, now)) translate_node(&t, now);
    }
    return translated_expr(&t, e);
}

bool nh_atoms_expand(nh_atoms *a, nh_expr polynomial, uint32_t most_terms, nh_collected *result) {
    if (a->symbols.count > MOST_ATOMS) return false;
    return nh_expr_collect(a->pool, a->arena, polynomial, (uint32_t)a->symbols.count, a->symbols.items, most_terms,
                           result);
}
