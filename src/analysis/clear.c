/* Clearing denominators, square roots and absolute values from an equation e = 0.
 *
 * e is seen as a sum of terms, each a rational number times a product of powers. Denominators: all terms are
 * multiplied by the highest negative power of each base that depends on the symbols. Roots: with r = u^(1/2) (or
 * |u|), e = A r + B, and e = 0 implies A^2 r^2 - B^2 = 0, where r^2 is u (or u^2). Each step removes one root for
 * good, unless it lies within another; a few steps are tried. Only what stands at the top of a term is seen: a root
 * inside a sine stays. */
#include "analysis/kind.h"
#include "base/array.h"
#include "base/limits.h"

enum { STEPS_MAX = 6, TERMS_MAX = 2000 };

typedef struct clearing {
    nh_pool *pool;
    uint32_t count;
    const nh_expr *symbols;
} clearing;

typedef NH_ARRAY(nh_expr) expr_list;

static bool depends(const clearing *c, nh_expr e) {
    return nh_expr_depends_on(c->pool, e, c->count, c->symbols);
}

/* The terms of e with their coefficients; abbreviations are looked into. */
static void list_terms(nh_pool *pool, nh_expr e, expr_list *list) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) {
        nh_array_push(list, e);
        return;
    }
    uint32_t arity = nh_expr_arity(pool, e);
    for (uint32_t i = 0; i < arity; i += i == 0 ? 1 : 2) {
        const nh_expr *args = nh_expr_args(pool, e);
        nh_expr term = i == 0 ? args[0] : nh_expr_mul(pool, args[i + 1], args[i]);
        if (term != NH_EXPR_ZERO) nh_array_push(list, term);
        nh_tick(nh_pool_context(pool), 1);
    }
}

/* A factor of a term: base^exponent. */
typedef struct factor {
    nh_expr base;
    nh_rat exponent;
} factor;

/* The i-th factor of a term without its rational coefficient; false behind the last. */
static bool factor_at(nh_pool *pool, nh_expr term, uint32_t i, factor *found) {
    nh_rat coefficient;
    nh_expr rest = nh_expr_split(pool, term, &coefficient);
    if (nh_expr_kind_of(pool, rest) != NH_EXPR_PRODUCT) {
        *found = (factor){rest, nh_rat_int(1)};
        return i == 0;
    }
    if (2 * i >= nh_expr_arity(pool, rest)) return false;
    const nh_expr *args = nh_expr_args(pool, rest);
    *found = (factor){args[2 * i], nh_expr_rational(pool, args[2 * i + 1])};
    return true;
}

static nh_expr multiply_all(nh_pool *pool, nh_arena *arena, const expr_list *terms, nh_expr by) {
    expr_list products = {.arena = arena};
    for (size_t i = 0; i < terms->count; i++) nh_array_push(&products, nh_expr_mul(pool, terms->items[i], by));
    return nh_expr_sum(pool, products.count, products.items);
}

/* The first base with a negative exponent that depends on the symbols, and the lowest exponent that it has in any
 * term. */
static bool find_denominator(const clearing *c, const expr_list *terms, factor *lowest) {
    bool found = false;
    factor f;
    for (size_t i = 0; i < terms->count; i++) {
        for (uint32_t k = 0; factor_at(c->pool, terms->items[i], k, &f); k++) {
            if (nh_rat_sign(f.exponent) >= 0 || !depends(c, f.base)) continue;
            bool is_same = found && f.base == lowest->base;
            bool is_lower = is_same && nh_rat_cmp(nh_pool_context(c->pool), f.exponent, lowest->exponent) < 0;
            if (!found || is_lower) *lowest = f;
            found = true;
        }
    }
    return found;
}

/* A square root or absolute value that depends on the symbols: as it stands, and its square. */
typedef struct root {
    nh_expr base; /* of the root, or the absolute value itself */
    bool is_absolute;
} root;

static bool is_half(nh_rat exponent) {
    return nh_rat_is_small(exponent) && exponent.den == 2;
}

static bool is_root(const clearing *c, factor f, root *found) {
    bool is_absolute = nh_expr_kind_of(c->pool, f.base) == NH_EXPR_ABS;
    if (!is_absolute && !is_half(f.exponent)) return false;
    if (is_absolute && !nh_rat_is_one(f.exponent)) return false;
    if (!depends(c, f.base)) return false;
    *found = (root){f.base, is_absolute};
    return true;
}

static bool find_root(const clearing *c, const expr_list *terms, root *found) {
    factor f;
    for (size_t i = 0; i < terms->count; i++)
        for (uint32_t k = 0; factor_at(c->pool, terms->items[i], k, &f); k++)
            if (is_root(c, f, found)) return true;
    return false;
}

static bool has_root(const clearing *c, nh_expr term, root r) {
    factor f;
    root found;
    for (uint32_t k = 0; factor_at(c->pool, term, k, &f); k++)
        if (is_root(c, f, &found) && found.base == r.base) return true;
    return false;
}

/* A^2 r^2 - B^2, both expanded as far as the symbols require. */
static nh_expr square_away(const clearing *c, nh_arena *arena, const expr_list *terms, root r) {
    nh_pool *pool = c->pool;
    expr_list with = {.arena = arena}, without = {.arena = arena};
    for (size_t i = 0; i < terms->count; i++) {
        if (has_root(c, terms->items[i], r)) nh_array_push(&with, terms->items[i]);
        else nh_array_push(&without, terms->items[i]);
    }
    nh_expr value = r.is_absolute ? r.base : nh_expr_sqrt(pool, r.base);
    nh_expr A = multiply_all(pool, arena, &with, nh_expr_pow_int(pool, value, -1));
    nh_expr B = nh_expr_sum(pool, without.count, without.items);
    nh_expr squared = nh_expr_mul(pool, nh_expr_pow_int(pool, A, 2), nh_expr_pow_int(pool, value, 2));
    return nh_expr_sub(pool, squared, nh_expr_pow_int(pool, B, 2));
}

static nh_expr step(const clearing *c, nh_arena *arena, nh_expr e) {
    expr_list terms = {.arena = arena};
    list_terms(c->pool, e, &terms);
    if (terms.count > TERMS_MAX) return e;
    factor low;
    if (find_denominator(c, &terms, &low)) {
        nh_rat up = nh_rat_neg(arena, low.exponent);
        return multiply_all(c->pool, arena, &terms, nh_expr_pow_rational(c->pool, low.base, up));
    }
    root r;
    return find_root(c, &terms, &r) ? square_away(c, arena, &terms, r) : e;
}

bool nh_kind_clear(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, nh_expr *cleared) {
    clearing c = {pool, count, symbols};
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_expr now = nh_expr_expand_names(pool, e);
    bool is_polynomial = nh_expr_degree(pool, now, count, symbols).polynomial;
    for (int i = 0; i < STEPS_MAX && !is_polynomial; i++) {
        nh_expr next = step(&c, arena, now);
        if (next == now || next == NH_EXPR_UNDEFINED) break;
        now = next;
        is_polynomial = nh_expr_degree(pool, now, count, symbols).polynomial;
    }
    nh_arena_destroy(arena);
    *cleared = now;
    return is_polynomial;
}
