/* Identities of polynomials in sines, cosines and anything else.
 *
 * The expression is a polynomial in its atoms (atoms.c). It is expanded, cos(u)^2 is replaced by 1 - sin(u)^2, and it is
 * expanded again: when nothing is left, it is zero. */
#include "algebra/identity.h"

#include "algebra/atoms_private.h"
#include "base/assert.h"

enum { MOST_TERMS = 5000 };

/* sin(u) for cos(u), as a symbol; NH_EXPR_UNDEFINED for other atoms. */
static nh_expr sine_beside(nh_atoms *a, uint32_t atom) {
    NH_ASSERT(atom < a->meanings.count);
    nh_expr meaning = a->meanings.items[atom];
    if (nh_expr_kind_of(a->pool, meaning) != NH_EXPR_COS) return NH_EXPR_UNDEFINED;
    nh_expr u = nh_expr_args(a->pool, meaning)[0];
    return nh_atoms_symbol(a, nh_expr_apply1(a->pool, NH_EXPR_SIN, u));
}

/* A term of the expanded polynomial, with even powers of cosines replaced. */
static nh_expr reduced_term(nh_atoms *a, const nh_collected *all, uint32_t term) {
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

static nh_truth is_zero_polynomial(nh_atoms *a, nh_expr polynomial) {
    nh_collected all;
    if (!nh_atoms_expand(a, polynomial, MOST_TERMS, &all)) return NH_UNKNOWN;
    nh_expr *terms = NH_NEW_ARRAY(a->arena, nh_expr, all.count);
    for (uint32_t i = 0; i < all.count; i++) terms[i] = reduced_term(a, &all, i);
    nh_expr reduced = nh_expr_sum(a->pool, all.count, terms);
    return nh_atoms_expand(a, reduced, MOST_TERMS, &all) && all.count == 0 ? NH_YES : NH_UNKNOWN;
}

nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e) {
    if (nh_expr_is_number(pool, e)) return e == NH_EXPR_ZERO ? NH_YES : NH_NO;
    if (e == NH_EXPR_UNDEFINED) return NH_UNKNOWN;
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_atoms a = nh_atoms_make(pool, arena);
    nh_truth answer = is_zero_polynomial(&a, nh_atoms_polynomial(&a, nh_expr_expand_names(pool, e)));
    nh_arena_destroy(arena);
    return answer == NH_UNKNOWN && nh_expr_is_nonzero_somewhere(pool, e) ? NH_NO : answer;
}
