/* Expressions as polynomials in some symbols, with coefficients free of them.
 *
 * One pass, arguments first: each subexpression in which the symbols occur becomes a polynomial. What is free of the
 * symbols is a coefficient as it stands. */
#include <stdlib.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/polynomial/polynomial_private.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

enum { COLLECT_MOST = 100000 }; /* terms of nh_expr_collect_by */

typedef struct collector {
    nh_pool *pool;
    nh_walk *walk;
    bool *is_free;    /* by place in the walk: of the symbols */
    uint32_t *symbol; /* by place in the walk: the rank of a symbol, from 1; else 0 */
    nh_poly *of;      /* by place in the walk; of what is not free */
    nh_polys polys;
} collector;

/* The polynomial of an expression that is done. */
static nh_poly polynomial_of(collector *c, nh_expr e) {
    uint32_t place = nh_walk_place(c->walk, e);
    if (e == NH_EXPR_ZERO) return (nh_poly){0};
    return c->is_free[place] ? nh_poly_single(&c->polys, 0, e) : c->of[place];
}

/* What is free of the symbols among the factors stays together, as one coefficient. */
static bool of_product(collector *c, nh_expr e, nh_poly *result) {
    nh_parts fixed = {.arena = c->polys.arena};
    uint32_t arity = nh_expr_arity(c->pool, e);
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr base = nh_expr_args(c->pool, e)[i];
        nh_rat exponent = nh_expr_rational(c->pool, nh_expr_args(c->pool, e)[i + 1]);
        if (c->is_free[nh_walk_place(c->walk, base)]) nh_parts_push(c->pool, &fixed, base, exponent);
    }
    *result = nh_poly_single(&c->polys, 0, nh_expr_product_of(c->pool, nh_rat_int(1), &fixed));
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr base = nh_expr_args(c->pool, e)[i];
        int64_t exponent;
        nh_poly factor;
        if (c->is_free[nh_walk_place(c->walk, base)]) continue;
        if (!nh_expr_get_int(c->pool, nh_expr_args(c->pool, e)[i + 1], &exponent) || exponent < 0) return false;
        if (!nh_poly_pow(&c->polys, polynomial_of(c, base), (uint64_t)exponent, &factor)) return false;
        if (!nh_poly_mul(&c->polys, *result, factor, result)) return false;
    }
    return true;
}

/* ---- the other kinds ---- */

/* Enters coefficient * e. */
static bool enter_multiple(collector *c, nh_poly_heap *h, nh_expr coefficient, nh_expr e) {
    nh_poly p = polynomial_of(c, e);
    for (uint32_t i = 0; i < p.count; i++)
        if (!nh_poly_enter(&c->polys, h, p.terms[i].monomial,
                           nh_expr_mul(c->pool, coefficient, p.terms[i].coefficient)))
            return false;
    return true;
}

/* What is free of the symbols among the terms stays together, as one coefficient. */
static bool of_sum(collector *c, nh_expr e, nh_poly *result) {
    nh_poly_heap h = nh_poly_begin(&c->polys);
    nh_exprs fixed = {.arena = c->polys.arena};
    uint32_t arity = nh_expr_arity(c->pool, e);
    nh_array_push(&fixed, nh_expr_args(c->pool, e)[0]);
    for (uint32_t i = 1; i < arity; i += 2) {
        nh_expr base = nh_expr_args(c->pool, e)[i], coefficient = nh_expr_args(c->pool, e)[i + 1];
        if (c->is_free[nh_walk_place(c->walk, base)]) nh_array_push(&fixed, nh_expr_mul(c->pool, coefficient, base));
        else if (!enter_multiple(c, &h, coefficient, base)) return false;
    }
    return nh_poly_enter(&c->polys, &h, 0, nh_expr_sum(c->pool, fixed.count, fixed.items)) &&
           nh_poly_finish(&c->polys, &h, result);
}

/* Where the condition is free of the symbols each coefficient is a choice. */
static bool of_if(collector *c, nh_expr e, nh_poly *result) {
    nh_expr condition = nh_expr_args(c->pool, e)[0];
    nh_poly then = polynomial_of(c, nh_expr_args(c->pool, e)[1]);
    nh_poly otherwise = polynomial_of(c, nh_expr_args(c->pool, e)[2]);
    if (!c->is_free[nh_walk_place(c->walk, condition)]) return false;
    nh_poly_heap h = nh_poly_begin(&c->polys);
    for (uint32_t i = 0, j = 0; i < then.count || j < otherwise.count;) {
        bool first = j >= otherwise.count || (i < then.count && then.terms[i].monomial <= otherwise.terms[j].monomial);
        bool second = i >= then.count || (j < otherwise.count && otherwise.terms[j].monomial <= then.terms[i].monomial);
        nh_monomial monomial = first ? then.terms[i].monomial : otherwise.terms[j].monomial;
        nh_expr a = first ? then.terms[i++].coefficient : NH_EXPR_ZERO;
        nh_expr b = second ? otherwise.terms[j++].coefficient : NH_EXPR_ZERO;
        if (!nh_poly_enter(&c->polys, &h, monomial, nh_expr_if(c->pool, condition, a, b))) return false;
    }
    return nh_poly_finish(&c->polys, &h, result);
}

static bool of_symbol(collector *c, nh_expr e, uint32_t place, nh_poly *result) {
    if (c->symbol[place] == 0) *result = polynomial_of(c, nh_expr_symbol_of(c->pool, e)->definition);
    else *result = nh_poly_single(&c->polys, nh_monomial_symbol(&c->polys.table, c->symbol[place] - 1), NH_EXPR_ONE);
    return true;
}

/* The polynomial of the expression at this place, which is not free of the symbols; false when it is none. */
static bool collect_at(collector *c, uint32_t place) {
    nh_expr e = c->walk->order[place];
    switch (nh_expr_kind_of(c->pool, e)) {
        case NH_EXPR_SYMBOL: return of_symbol(c, e, place, &c->of[place]);
        case NH_EXPR_SUM: return of_sum(c, e, &c->of[place]);
        case NH_EXPR_PRODUCT: return of_product(c, e, &c->of[place]);
        case NH_EXPR_IF: return of_if(c, e, &c->of[place]);
        default: return false;
    }
}

static bool is_free(const collector *c, uint32_t place) {
    nh_expr e = c->walk->order[place];
    if (c->symbol[place] != 0) return false;
    if (nh_expr_kind_of(c->pool, e) == NH_EXPR_SYMBOL) {
        const nh_symbol *symbol = nh_expr_symbol_of(c->pool, e);
        return symbol->role != NH_ROLE_ABBREVIATION || c->is_free[nh_walk_place(c->walk, symbol->definition)];
    }
    uint32_t arity = nh_expr_arity(c->pool, e);
    for (uint32_t i = 0; i < arity; i++)
        if (!c->is_free[nh_walk_place(c->walk, nh_expr_args(c->pool, e)[i])]) return false;
    return true;
}

/* ---- the result ---- */

static collector begin_collector(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, uint32_t most) {
    nh_arena *own = nh_arena_create(pool->context);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    collector c = {.pool = pool, .walk = walk, .polys = nh_polys_make(pool, own, most)};
    c.is_free = NH_NEW_ARRAY(own, bool, walk->count);
    c.symbol = NH_NEW_ARRAY(own, uint32_t, walk->count);
    c.of = NH_NEW_ARRAY(own, nh_poly, walk->count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_walk_has(walk, symbols[i])) c.symbol[nh_walk_place(walk, symbols[i])] = i + 1;
    return c;
}

static void end_collector(collector *c) {
    nh_walk_end(c->walk);
    nh_arena_destroy(c->polys.arena);
}

static bool run_collector(collector *c) {
    for (uint32_t i = 0; i < c->walk->count; i++) {
        nh_tick(c->pool->context, nh_expr_arity(c->pool, c->walk->order[i]));
        c->is_free[i] = is_free(c, i);
        if (!c->is_free[i] && !collect_at(c, i)) return false;
    }
    return true;
}

/* A term with what it takes to compare it. */
typedef struct placed_term {
    const nh_monomials *table;
    nh_monomial monomial;
    nh_expr coefficient;
} placed_term;

static int compare_placed(const void *left, const void *right) {
    const placed_term *a = left, *b = right;
    return nh_monomial_compare(a->table, a->monomial, b->monomial);
}

static placed_term *sorted_terms(collector *c, nh_poly p) {
    placed_term *list = NH_NEW_ARRAY(c->polys.arena, placed_term, p.count);
    for (uint32_t i = 0; i < p.count; i++)
        list[i] = (placed_term){&c->polys.table, p.terms[i].monomial, p.terms[i].coefficient};
    if (p.count > 0) qsort(list, p.count, sizeof *list, compare_placed);
    return list;
}

static nh_collected copy_terms(collector *c, nh_arena *arena, nh_poly p) {
    nh_collected result = {.count = p.count, .start = NH_NEW_ARRAY(arena, uint32_t, (size_t)p.count + 1)};
    const placed_term *list = sorted_terms(c, p);
    size_t factors = 0;
    for (uint32_t i = 0; i < p.count; i++) factors += nh_monomial_count(&c->polys.table, list[i].monomial);
    if (factors > UINT32_MAX) nh_raise(c->pool->context, NH_E_LIMIT);
    result.symbol = NH_NEW_ARRAY(arena, uint32_t, factors);
    result.power = NH_NEW_ARRAY(arena, uint32_t, factors);
    result.coefficient = NH_NEW_ARRAY(arena, nh_expr, p.count);
    for (uint32_t i = 0, at = 0; i < p.count; i++) {
        const nh_monomial_factor *f = nh_monomial_factors(&c->polys.table, list[i].monomial);
        uint32_t count = nh_monomial_count(&c->polys.table, list[i].monomial);
        for (uint32_t k = 0; k < count; k++, at++) {
            result.symbol[at] = f[k].symbol;
            result.power[at] = f[k].power;
        }
        result.coefficient[i] = list[i].coefficient;
        result.start[i + 1] = at;
    }
    return result;
}

bool nh_expr_collect(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *symbols, uint32_t most,
                     nh_collected *result) {
    NH_ASSERT(arena != nh_scratch(pool->context)); /* the walk ends with it */
    collector c = begin_collector(pool, e, count, symbols, most);
    nh_poly p = {0};
    bool done = run_collector(&c);
    if (done) p = polynomial_of(&c, e);
    done = done && p.count <= most;
    if (done) *result = copy_terms(&c, arena, p);
    end_collector(&c);
    return done;
}

/* coefficient * product of powers of the i-th term. */
static nh_expr term_of(nh_pool *pool, const nh_collected *c, const nh_expr *symbols, uint32_t i) {
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_exprs factors = {.arena = scratch};
    nh_array_push(&factors, c->coefficient[i]);
    for (uint32_t k = c->start[i]; k < c->start[i + 1]; k++) {
        nh_expr factor = nh_expr_pow_int(pool, symbols[c->symbol[k]], c->power[k]);
        nh_array_push(&factors, factor);
    }
    nh_expr term = nh_expr_product(pool, factors.count, factors.items);
    nh_arena_release(scratch, mark);
    return term;
}

nh_expr nh_expr_collect_by(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_arena *own = nh_arena_create(nh_pool_context(pool));
    nh_collected c;
    if (nh_expr_collect(pool, own, e, count, symbols, COLLECT_MOST, &c)) {
        nh_expr *terms = NH_NEW_ARRAY(own, nh_expr, c.count);
        for (uint32_t i = 0; i < c.count; i++) terms[i] = term_of(pool, &c, symbols, i);
        e = nh_expr_sum(pool, c.count, terms);
    }
    nh_arena_destroy(own);
    return e;
}
