/* Kinds of rows: the residual, cleared and collected by products of velocities, decides. See kind.h. */
#include "state/explicit/kind.h"

#include "algebra/domain/identity.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/walk.h"

/* Terms beyond which a row is not taken apart: a vector equation of a long chain has some thousand. */
enum { TERMS_MAX = 20000, OPERATIONS_MAX = 400 };

const char *nh_row_kind_name(nh_row_kind kind) {
    switch (kind) {
        case NH_ROW_GEOMETRIC: return "geometric";
        case NH_ROW_LINEAR: return "linear";
        case NH_ROW_AFFINE: return "affine";
        case NH_ROW_HOMOGENEOUS: return "homogeneous";
        case NH_ROW_POWER_AFFINE: return "power-affine";
        case NH_ROW_GENERAL: return "general";
        case NH_ROW_ACCELERATION: return "acceleration";
        case NH_ROW_UNKNOWN: break;
    }
    return "unknown";
}

nh_expr *nh_kind_velocities(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t *count) {
    uint32_t all, kept = 0;
    nh_expr *list = nh_expr_symbols(pool, arena, 1, &e, &all);
    for (uint32_t i = 0; i < all; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(pool, list[i]);
        if (symbol->role == NH_ROLE_COORDINATE && symbol->order == 1) list[kept++] = list[i];
    }
    *count = kept;
    return list;
}

/* ---- a polynomial in the velocities ---- */

static uint32_t degree_of_term(const nh_collected *terms, uint32_t i) {
    uint32_t degree = 0;
    for (uint32_t k = terms->start[i]; k < terms->start[i + 1]; k++) degree += terms->power[k];
    return degree;
}

static bool is_plain_symbol(nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role != NH_ROLE_ABBREVIATION;
}

/* A number, a symbol, or a product of powers of symbols: not 0 by any identity. */
static bool is_monomial(nh_pool *pool, nh_expr e) {
    nh_rat coefficient;
    if (nh_expr_is_number(pool, e)) return true;
    e = nh_expr_split(pool, e, &coefficient);
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) return is_plain_symbol(pool, e);
    const nh_expr *args = nh_expr_args(pool, e);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2)
        if (!is_plain_symbol(pool, args[i])) return false;
    return true;
}

static bool is_certainly_nonzero(nh_pool *pool, nh_expr e) {
    return is_monomial(pool, e) || nh_expr_is_nonzero_somewhere(pool, e);
}

/* Leaves out the terms that are 0 by an identity, such as (sin(x)^2 + cos(x)^2 - 1) x'^2. */
static void drop_zeros(nh_pool *pool, nh_collected *terms) {
    uint32_t kept = 0, factors = 0;
    for (uint32_t i = 0; i < terms->count; i++) {
        nh_expr c = terms->coefficient[i];
        uint32_t first = terms->start[i], end = terms->start[i + 1];
        if (!is_monomial(pool, c) && nh_expr_is_zero(pool, c) == NH_YES) continue;
        terms->coefficient[kept] = c;
        terms->start[kept++] = factors;
        for (uint32_t k = first; k < end; k++, factors++) {
            terms->symbol[factors] = terms->symbol[k];
            terms->power[factors] = terms->power[k];
        }
    }
    terms->start[kept] = factors;
    terms->count = kept;
}

/* Whether terms of two degrees are certainly there. (Terms come in the order of rising degree.) */
static nh_truth is_mixed(nh_pool *pool, const nh_collected *terms) {
    uint32_t last = terms->count - 1;
    if (degree_of_term(terms, 0) == degree_of_term(terms, last)) return NH_NO;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < terms->count; i++) {
        uint32_t degree = degree_of_term(terms, i);
        if (degree == found || !is_certainly_nonzero(pool, terms->coefficient[i])) continue;
        if (found != UINT32_MAX) return NH_YES;
        found = degree;
    }
    return NH_UNKNOWN;
}

/* Whether every term with velocities is s q'^p with this p. */
static bool are_pure_powers(const nh_collected *terms, uint32_t p) {
    for (uint32_t i = 0; i < terms->count; i++) {
        uint32_t factors = terms->start[i + 1] - terms->start[i];
        if (factors > 1 || (factors == 1 && terms->power[terms->start[i]] != p)) return false;
    }
    return true;
}

static nh_row_kind kind_of_polynomial(const nh_collected *terms) {
    uint32_t low = degree_of_term(terms, 0), high = degree_of_term(terms, terms->count - 1);
    if (high == 0) return NH_ROW_UNKNOWN; /* the velocities cancel */
    if (low == high) return high == 1 ? NH_ROW_LINEAR : NH_ROW_HOMOGENEOUS;
    if (high == 1) return NH_ROW_AFFINE;
    return are_pure_powers(terms, high) ? NH_ROW_POWER_AFFINE : NH_ROW_GENERAL;
}

static nh_truth opposite_truth(nh_truth a) {
    return a == NH_UNKNOWN ? a : a == NH_YES ? NH_NO : NH_YES;
}

static nh_kind unknown_kind(nh_truth homogeneous) {
    return (nh_kind){NH_ROW_UNKNOWN, 0, homogeneous};
}

static nh_kind collected_kind(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *velocities) {
    nh_collected terms;
    if (!nh_expr_collect(pool, arena, e, count, velocities, TERMS_MAX, &terms)) return unknown_kind(NH_UNKNOWN);
    drop_zeros(pool, &terms);
    if (terms.count == 0) return unknown_kind(NH_UNKNOWN);
    nh_row_kind kind = kind_of_polynomial(&terms);
    if (kind == NH_ROW_UNKNOWN) return unknown_kind(NH_UNKNOWN);
    nh_truth homogeneous = opposite_truth(is_mixed(pool, &terms));
    return (nh_kind){kind, degree_of_term(&terms, terms.count - 1), homogeneous};
}

/* ---- no polynomial ---- */

/* A function without a body of velocities may be any. */
static bool has_call(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *v) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++)
        found =
            nh_expr_kind_of(pool, walk->order[i]) == NH_EXPR_CALL && nh_expr_depends_on(pool, walk->order[i], count, v);
    nh_walk_end(walk);
    return found;
}

/* e is homogeneous where D = sum of v de/dv is p e: where D/e is constant. */
static bool is_certainly_mixed(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *v) {
    nh_expr *slope = NH_NEW_ARRAY(arena, nh_expr, count), D = NH_EXPR_ZERO;
    nh_expr_gradient(pool, e, count, v, slope);
    for (uint32_t i = 0; i < count; i++) D = nh_expr_add(pool, D, nh_expr_mul(pool, v[i], slope[i]));
    for (uint32_t i = 0; i < count; i++) {
        nh_expr left = nh_expr_mul(pool, nh_expr_diff(pool, D, v[i]), e), right = nh_expr_mul(pool, D, slope[i]);
        if (nh_expr_is_nonzero_somewhere(pool, nh_expr_sub(pool, left, right))) return true;
    }
    return false;
}

/* In one velocity u it is s u^p + b where u f'/f, with f its second derivative, is p - 2, which is constant. */
static bool is_certainly_no_power(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *v) {
    for (uint32_t i = 0; i < count; i++) {
        nh_expr f = nh_expr_diff(pool, nh_expr_diff(pool, e, v[i]), v[i]), slope = nh_expr_diff(pool, f, v[i]);
        nh_expr g = nh_expr_mul(pool, v[i], slope);
        nh_expr left = nh_expr_mul(pool, nh_expr_diff(pool, g, v[i]), f), right = nh_expr_mul(pool, g, slope);
        if (nh_expr_is_nonzero_somewhere(pool, nh_expr_sub(pool, left, right))) return true;
    }
    return false;
}

/* x' = sin(y'): what is certainly none of the other kinds. */
static nh_kind kind_of_others(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *v) {
    e = nh_expr_expand_names(pool, e);
    if (e == NH_EXPR_UNDEFINED || nh_expr_operations(pool, 1, &e) > OPERATIONS_MAX || has_call(pool, e, count, v))
        return unknown_kind(NH_UNKNOWN);
    if (!is_certainly_mixed(pool, arena, e, count, v)) return unknown_kind(NH_UNKNOWN);
    bool is_general = nh_kind_linear(pool, e) == NH_NO && is_certainly_no_power(pool, e, count, v);
    return is_general ? (nh_kind){NH_ROW_GENERAL, 0, NH_NO} : unknown_kind(NH_NO);
}

/* Whether a second derivative is certainly not 0 somewhere. */
static bool is_bent(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *v) {
    nh_expr_matrix bends = nh_expr_hessian(pool, arena, e, count, v);
    for (uint32_t i = 0; i < bends.start[count]; i++)
        if (nh_expr_is_nonzero_somewhere(pool, bends.entry[i])) return true;
    return false;
}

/* Whether e(v) + e(-v) is certainly not 2 e(0) somewhere: |x'| and max(x', y') have no second derivatives. */
static bool has_kink(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *v) {
    nh_expr *opposite_of = NH_NEW_ARRAY(arena, nh_expr, count + 1), *rest = NH_NEW_ARRAY(arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        opposite_of[i] = nh_expr_neg(pool, v[i]);
        rest[i] = NH_EXPR_ZERO;
    }
    nh_expr back = nh_expr_substitute(pool, e, count, v, opposite_of, true);
    nh_expr middle = nh_expr_substitute(pool, e, count, v, rest, true);
    if (back == NH_EXPR_UNDEFINED || middle == NH_EXPR_UNDEFINED) return false;
    nh_expr sum = nh_expr_sub(pool, nh_expr_add(pool, e, back), nh_expr_mul(pool, nh_expr_int(pool, 2), middle));
    return nh_expr_is_nonzero_somewhere(pool, sum);
}

nh_truth nh_kind_linear(nh_pool *pool, nh_expr e) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    uint32_t count;
    nh_expr *v = nh_kind_velocities(pool, arena, e, &count);
    nh_degree degree = nh_expr_degree(pool, e, count, v);
    bool is_first = degree.polynomial && nh_rat_cmp(nh_pool_context(pool), degree.degree, nh_rat_int(1)) <= 0;
    bool is_not = !is_first && !has_call(pool, e, count, v) &&
                  (is_bent(pool, arena, e, count, v) || has_kink(pool, arena, e, count, v));
    nh_arena_destroy(arena);
    return is_first ? NH_YES : is_not ? NH_NO : NH_UNKNOWN;
}

/* ---- a row ---- */

/* Quasi-velocities, multipliers and accelerations have no place in a row; were one there, nothing could be said about
 * it. */
static bool has_other_motion(nh_pool *pool, nh_arena *arena, nh_expr e) {
    uint32_t count;
    nh_expr *list = nh_expr_symbols(pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(pool, list[i]);
        bool is_late = symbol->role == NH_ROLE_COORDINATE && symbol->order > 1;
        if (is_late || symbol->role == NH_ROLE_QUASI || symbol->role == NH_ROLE_MULTIPLIER) return true;
    }
    return false;
}

/* A row is linear in the accelerations that it has. */
static bool is_about_accelerations(nh_pool *pool, nh_arena *arena, nh_expr e) {
    uint32_t count;
    nh_expr *list = nh_expr_symbols(pool, arena, 1, &e, &count);
    bool is_found = false;
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(pool, list[i]);
        if (symbol->role == NH_ROLE_QUASI || symbol->role == NH_ROLE_MULTIPLIER) return false;
        is_found = is_found || (symbol->role == NH_ROLE_COORDINATE && symbol->order == 2);
    }
    return is_found;
}

static nh_kind kind_with_velocities(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *v) {
    nh_degree degree = nh_expr_degree(pool, e, count, v);
    if (degree.polynomial) return collected_kind(pool, arena, e, count, v);
    nh_expr cleared;
    nh_kind found = unknown_kind(NH_UNKNOWN);
    if (nh_kind_clear(pool, e, count, v, &cleared)) found = collected_kind(pool, arena, cleared, count, v);
    /* what cannot be cleared may show all the same that it is homogeneous: max(x', y') - z' */
    if (found.kind == NH_ROW_UNKNOWN && degree.kind == NH_DEGREE_HOMOGENEOUS)
        found = (nh_kind){NH_ROW_HOMOGENEOUS, nh_rat_double(nh_pool_context(pool), degree.degree), NH_YES};
    return found.kind != NH_ROW_UNKNOWN ? found : kind_of_others(pool, arena, e, count, v);
}

nh_kind nh_kind_of(nh_pool *pool, nh_expr residual) {
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    uint32_t count;
    nh_expr *velocities = nh_kind_velocities(pool, arena, residual, &count);
    nh_kind found = {NH_ROW_GEOMETRIC, 0, NH_YES};
    if (is_about_accelerations(pool, arena, residual)) found = (nh_kind){NH_ROW_ACCELERATION, 0, NH_UNKNOWN};
    else if (has_other_motion(pool, arena, residual)) found = unknown_kind(NH_UNKNOWN);
    else if (count > 0) found = kind_with_velocities(pool, arena, residual, count, velocities);
    nh_arena_destroy(arena);
    return found;
}

/* ---- several rows ---- */

static bool is_power_affine(nh_kind kind) {
    return kind.kind == NH_ROW_POWER_AFFINE;
}

/* Of rows with velocities that are not all of one kind. */
static nh_row_kind common_kind(nh_kind a, nh_kind b) {
    bool is_unknown = a.kind == NH_ROW_UNKNOWN || b.kind == NH_ROW_UNKNOWN;
    bool is_affine = a.kind <= NH_ROW_AFFINE && b.kind <= NH_ROW_AFFINE;
    if (is_unknown) return NH_ROW_UNKNOWN;
    if (a.kind == b.kind && !(is_power_affine(a) && a.degree != b.degree)) return a.kind;
    if (is_affine) return NH_ROW_AFFINE;
    return a.homogeneous == NH_YES && b.homogeneous == NH_YES ? NH_ROW_HOMOGENEOUS : NH_ROW_GENERAL;
}

nh_kind nh_kind_together(size_t count, const nh_kind *kinds) {
    nh_kind all = {NH_ROW_GEOMETRIC, 0, NH_YES};
    for (size_t i = 0; i < count; i++) {
        nh_kind now = kinds[i];
        if (now.kind == NH_ROW_GEOMETRIC) continue;
        bool is_first = all.kind == NH_ROW_GEOMETRIC;
        nh_truth both = all.homogeneous == NH_NO || now.homogeneous == NH_NO ? NH_NO
                        : all.homogeneous == NH_YES                          ? now.homogeneous
                                                                             : NH_UNKNOWN;
        double degree = is_first || now.degree == all.degree ? now.degree : 0;
        all = (nh_kind){is_first ? now.kind : common_kind(all, now), degree, both};
    }
    return all;
}

/* ---- the Lagrangian ---- */

static nh_truth is_quadratic(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t count, const nh_expr *velocities) {
    nh_degree degree = nh_expr_degree(pool, e, count, velocities);
    if (!degree.polynomial) return NH_UNKNOWN;
    if (nh_rat_cmp(nh_pool_context(pool), degree.degree, nh_rat_int(2)) <= 0) return NH_YES;
    nh_collected terms;
    if (!nh_expr_collect(pool, arena, e, count, velocities, TERMS_MAX, &terms)) return NH_UNKNOWN;
    drop_zeros(pool, &terms);
    bool is_high = false;
    for (uint32_t i = terms.count; i > 0 && degree_of_term(&terms, i - 1) > 2; i--) {
        is_high = true;
        if (is_certainly_nonzero(pool, terms.coefficient[i - 1])) return NH_NO;
    }
    return is_high ? NH_UNKNOWN : NH_YES;
}

nh_truth nh_kind_quadratic(nh_pool *pool, nh_expr e) {
    NH_ASSERT(e != NH_EXPR_UNDEFINED);
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    uint32_t count;
    nh_expr *velocities = nh_kind_velocities(pool, arena, e, &count);
    nh_truth found = is_quadratic(pool, arena, e, count, velocities);
    nh_arena_destroy(arena);
    return found;
}

nh_truth nh_kind_rheonomic(nh_pool *pool, nh_expr e, nh_expr time) {
    if (!nh_expr_depends_on(pool, e, 1, &time)) return NH_NO;
    nh_truth vanishes = nh_expr_is_zero(pool, nh_expr_expand_names(pool, nh_expr_diff(pool, e, time)));
    if (vanishes == NH_YES && nh_expr_jumps_with(pool, e, 1, &time)) return NH_UNKNOWN;
    return vanishes == NH_UNKNOWN ? NH_UNKNOWN : vanishes == NH_YES ? NH_NO : NH_YES;
}

/* ==== clear ==== */

/* Clearing denominators, square roots and absolute values from an equation e = 0.
 *
 * e is seen as a sum of terms, each a rational number times a product of powers. Denominators: all terms are
 * multiplied by the highest negative power of each base that depends on the symbols. Roots: with r = u^(1/2) (or
 * |u|), e = A r + B, and e = 0 implies A^2 r^2 - B^2 = 0, where r^2 is u (or u^2). Each step removes one root for
 * good, unless it lies within another; a few steps are tried. Only what is at the top of a term is seen: a root
 * inside a sine stays. */

/* Steps of clearing, each of which squares or multiplies; terms beyond which a step is not taken. */
enum { STEPS_MAX = 6, CLEARED_MAX = 2000 };

typedef struct clearer {
    nh_pool *pool;
    uint32_t count;
    const nh_expr *symbols;
} clearer;

static bool is_dependent(const clearer *c, nh_expr e) {
    return nh_expr_depends_on(c->pool, e, c->count, c->symbols);
}

/* The terms of e with their coefficients; abbreviations are looked into. */
static void list_terms(nh_pool *pool, nh_expr e, nh_exprs *list) {
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

/* The i-th factor of a term without its rational coefficient; false after the last. */
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

static nh_expr multiply_all(nh_pool *pool, nh_arena *arena, const nh_exprs *terms, nh_expr by) {
    nh_exprs products = {.arena = arena};
    for (size_t i = 0; i < terms->count; i++) nh_array_push(&products, nh_expr_mul(pool, terms->items[i], by));
    return nh_expr_sum(pool, products.count, products.items);
}

/* The first base with a negative exponent that depends on the symbols, and the lowest exponent that it has in any
 * term. */
static bool find_denominator(const clearer *c, const nh_exprs *terms, factor *lowest) {
    bool found = false;
    factor f;
    for (size_t i = 0; i < terms->count; i++) {
        for (uint32_t k = 0; factor_at(c->pool, terms->items[i], k, &f); k++) {
            if (nh_rat_sign(f.exponent) >= 0 || !is_dependent(c, f.base)) continue;
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

static bool is_root(const clearer *c, factor f, root *found) {
    bool is_absolute = nh_expr_kind_of(c->pool, f.base) == NH_EXPR_ABS;
    if (!is_absolute && !is_half(f.exponent)) return false;
    if (is_absolute && !nh_rat_is_one(f.exponent)) return false;
    if (!is_dependent(c, f.base)) return false;
    *found = (root){f.base, is_absolute};
    return true;
}

static bool find_root(const clearer *c, const nh_exprs *terms, root *found) {
    factor f;
    for (size_t i = 0; i < terms->count; i++)
        for (uint32_t k = 0; factor_at(c->pool, terms->items[i], k, &f); k++)
            if (is_root(c, f, found)) return true;
    return false;
}

static bool has_root(const clearer *c, nh_expr term, root r) {
    factor f;
    root found;
    for (uint32_t k = 0; factor_at(c->pool, term, k, &f); k++)
        if (is_root(c, f, &found) && found.base == r.base) return true;
    return false;
}

/* A^2 r^2 - B^2, both expanded as far as the symbols require. */
static nh_expr square_away(const clearer *c, nh_arena *arena, const nh_exprs *terms, root r) {
    nh_pool *pool = c->pool;
    nh_exprs with = {.arena = arena}, without = {.arena = arena};
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

static nh_expr clear_once(const clearer *c, nh_arena *arena, nh_expr e) {
    nh_exprs terms = {.arena = arena};
    list_terms(c->pool, e, &terms);
    if (terms.count > CLEARED_MAX) return e;
    factor low;
    if (find_denominator(c, &terms, &low)) {
        nh_rat up = nh_rat_neg(arena, low.exponent);
        return multiply_all(c->pool, arena, &terms, nh_expr_pow_rational(c->pool, low.base, up));
    }
    root r;
    return find_root(c, &terms, &r) ? square_away(c, arena, &terms, r) : e;
}

bool nh_kind_clear(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, nh_expr *cleared) {
    clearer c = {pool, count, symbols};
    nh_arena *arena = nh_arena_create(nh_pool_context(pool));
    nh_expr now = nh_expr_expand_names(pool, e);
    bool is_polynomial = nh_expr_degree(pool, now, count, symbols).polynomial;
    for (int i = 0; i < STEPS_MAX && !is_polynomial; i++) {
        nh_expr next = clear_once(&c, arena, now);
        if (next == now || next == NH_EXPR_UNDEFINED) break;
        now = next;
        is_polynomial = nh_expr_degree(pool, now, count, symbols).polynomial;
    }
    nh_arena_destroy(arena);
    *cleared = now;
    return is_polynomial;
}
