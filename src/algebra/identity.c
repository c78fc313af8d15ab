/* Identities of polynomials in sines, cosines and anything else.
 *
 * What is not a sum, a product or a number becomes an atom, a symbol of its own: a function of something, a root, the inverse
 * of a sum. The expression is then a polynomial in the atoms. It is expanded, cos(u)^2 is replaced by 1 - sin(u)^2, and it is
 * expanded again: when nothing is left, it is zero. */
#include "algebra/identity.h"

#include "base/array.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/text.h"
#include "expr/inspect.h"
#include "expr/walk.h"

enum { MOST_ATOMS = 200, MOST_TERMS = 5000 };

typedef NH_ARRAY(nh_expr) exprs;

typedef struct atoms {
    nh_pool *pool;
    nh_arena *arena;
    exprs symbols, meanings; /* a symbol for each atom */
    nh_map symbol_of;        /* by atom */
} atoms;

static nh_expr symbol_of(atoms *a, nh_expr atom) {
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

/* Whether e is made by + and * from its arguments. */
static bool is_polynomial(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER || kind == NH_EXPR_SUM) return true;
    if (kind != NH_EXPR_PRODUCT) return false;
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        int64_t power;
        if (!nh_expr_get_int(pool, args[i], &power) || power < 0) return false;
    }
    return true;
}

/* A product with inverses or roots: each such power is an atom, the rest is multiplied. */
static nh_expr mixed_product(atoms *a, nh_expr e, nh_arena *arena, const nh_expr *mapped) {
    uint32_t count = nh_expr_arity(a->pool, e) / 2;
    nh_expr *factors = NH_NEW_ARRAY(arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        nh_expr base = nh_expr_args(a->pool, e)[2 * (size_t)i], exponent = nh_expr_args(a->pool, e)[2 * (size_t)i + 1];
        int64_t power;
        bool is_whole = nh_expr_get_int(a->pool, exponent, &power);
        if (is_whole && power > 0) factors[i] = nh_expr_pow(a->pool, mapped[2 * (size_t)i], exponent);
        else if (is_whole)
            factors[i] = nh_expr_pow_int(a->pool, symbol_of(a, nh_expr_pow_int(a->pool, base, -1)), -power);
        else factors[i] = symbol_of(a, nh_expr_pow(a->pool, base, exponent));
    }
    return nh_expr_product(a->pool, count, factors);
}

/* e as a polynomial in the symbols of atoms. */
static nh_expr with_atoms(atoms *a, nh_expr e) {
    nh_walk *walk = nh_walk_begin(a->pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(a->arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(a->pool, now);
        nh_expr *mapped = NH_NEW_ARRAY(a->arena, nh_expr, arity);
        for (uint32_t k = 0; k < arity; k++) mapped[k] = result[nh_walk_place(walk, nh_expr_args(a->pool, now)[k])];
        if (nh_expr_is_number(a->pool, now)) result[i] = now;
        else if (is_polynomial(a->pool, now)) result[i] = nh_expr_rebuild(a->pool, now, mapped);
        else if (nh_expr_kind_of(a->pool, now) == NH_EXPR_PRODUCT) result[i] = mixed_product(a, now, a->arena, mapped);
        else result[i] = symbol_of(a, now);
    }
    nh_expr root = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return root;
}

/* sin(u) for cos(u), as a symbol; NH_EXPR_UNDEFINED for other atoms. */
static nh_expr sine_beside(atoms *a, uint32_t atom) {
    NH_ASSERT(atom < a->meanings.count);
    nh_expr meaning = a->meanings.items[atom];
    if (nh_expr_kind_of(a->pool, meaning) != NH_EXPR_COS) return NH_EXPR_UNDEFINED;
    nh_expr u = nh_expr_args(a->pool, meaning)[0];
    return symbol_of(a, nh_expr_apply1(a->pool, NH_EXPR_SIN, u));
}

/* A term of the expanded polynomial, with even powers of cosines replaced. */
static nh_expr reduced_term(atoms *a, const nh_collected *all, uint32_t term) {
    uint32_t first = all->start[term], count = all->start[term + 1] - first;
    nh_expr *factors = NH_NEW_ARRAY(a->arena, nh_expr, 2 * (size_t)count + 1);
    factors[2 * (size_t)count] = all->coefficient[term];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t atom = all->symbol[first + i], power = all->power[first + i];
        NH_ASSERT(atom < a->symbols.count);
        nh_expr sine = power > 1 ? sine_beside(a, atom) : NH_EXPR_UNDEFINED, symbol = a->symbols.items[atom];
        bool is_cosine = sine != NH_EXPR_UNDEFINED;
        factors[2 * (size_t)i] = nh_expr_pow_int(a->pool, symbol, is_cosine ? power % 2 : power);
        factors[2 * (size_t)i + 1] = NH_EXPR_ONE;
        if (!is_cosine) continue;
        nh_expr square = nh_expr_sub(a->pool, NH_EXPR_ONE, nh_expr_pow_int(a->pool, sine, 2));
        factors[2 * (size_t)i + 1] = nh_expr_pow_int(a->pool, square, power / 2);
    }
    return nh_expr_product(a->pool, 2 * (size_t)count + 1, factors);
}

static bool expand(atoms *a, nh_expr polynomial, nh_collected *result) {
    if (a->symbols.count > MOST_ATOMS) return false;
    return nh_expr_collect(a->pool, a->arena, polynomial, (uint32_t)a->symbols.count, a->symbols.items, MOST_TERMS,
                           result);
}

static nh_truth is_zero_polynomial(atoms *a, nh_expr polynomial) {
    nh_collected all;
    if (!expand(a, polynomial, &all)) return NH_UNKNOWN;
    nh_expr *terms = NH_NEW_ARRAY(a->arena, nh_expr, all.count);
    for (uint32_t i = 0; i < all.count; i++) terms[i] = reduced_term(a, &all, i);
    nh_expr reduced = nh_expr_sum(a->pool, all.count, terms);
    return expand(a, reduced, &all) && all.count == 0 ? NH_YES : NH_UNKNOWN;
}

nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e) {
    if (nh_expr_is_number(pool, e)) return e == NH_EXPR_ZERO ? NH_YES : NH_NO;
    if (e == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    atoms a = {.pool = pool, .arena = arena, .symbols = {.arena = arena}, .meanings = {.arena = arena}};
    a.symbol_of = nh_map_make(arena);
    nh_truth answer = is_zero_polynomial(&a, with_atoms(&a, nh_expr_expand_names(pool, e)));
    nh_arena_destroy(arena);
    return answer == NH_UNKNOWN && nh_expr_is_nonzero_somewhere(pool, e) ? NH_NO : answer;
}
