/* Homogeneity and polynomials, by the form of an expression.
 *
 * One pass, arguments first: the degree of an expression comes from those of its arguments. What is free of
 * the symbols is a polynomial of degree 0, and nothing else is. Factors are positive: |u| has the degree of
 * u, sign(u) the degree 0. */
#include "base/assert.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

static nh_degree no_degree(void) {
    return (nh_degree){.kind = NH_DEGREE_NONE, .degree = nh_rat_int(0)};
}

static nh_degree zero_degree(void) {
    return (nh_degree){NH_DEGREE_ZERO, nh_rat_int(0), true};
}

static nh_degree degree_of_homogeneous(nh_rat degree, bool polynomial) {
    return (nh_degree){NH_DEGREE_HOMOGENEOUS, degree, polynomial};
}

static nh_degree degree_of_constant(void) {
    return degree_of_homogeneous(nh_rat_int(0), true);
}

static bool is_free(nh_degree a) {
    return a.kind == NH_DEGREE_ZERO || (a.kind == NH_DEGREE_HOMOGENEOUS && a.polynomial && nh_rat_is_zero(a.degree));
}

/* Whether e(k s) = e(s). */
static bool is_invariant(nh_degree a) {
    return a.kind == NH_DEGREE_ZERO || (a.kind == NH_DEGREE_HOMOGENEOUS && nh_rat_is_zero(a.degree));
}

/* A pass over the expressions that e consists of. */
typedef struct pass {
    nh_pool *pool;
    nh_walk *walk;
    bool *chosen;     /* by place in the walk: whether it is one of the symbols */
    nh_degree *found; /* by place in the walk */
} pass;

static nh_degree degree_of_arg(const pass *p, nh_expr e, uint32_t i) {
    return p->found[nh_walk_place(p->walk, nh_expr_args(p->pool, e)[i])];
}

/* The degree of what is, at each point, a linear combination of a and b with positive factors, or one of the two: zeros
 * do not count, equal degrees stay, polynomials of different degrees are a mixed one. */
static nh_degree degree_of_sum(const pass *p, nh_degree a, nh_degree b) {
    if (a.kind == NH_DEGREE_ZERO) return b;
    if (b.kind == NH_DEGREE_ZERO) return a;
    bool polynomial = a.polynomial && b.polynomial;
    bool both = a.kind == NH_DEGREE_HOMOGENEOUS && b.kind == NH_DEGREE_HOMOGENEOUS;
    if (both && nh_rat_eq(a.degree, b.degree)) return degree_of_homogeneous(a.degree, polynomial);
    if (!polynomial) return no_degree();
    bool first = nh_rat_cmp(p->pool->context, a.degree, b.degree) >= 0;
    return (nh_degree){NH_DEGREE_MIXED, first ? a.degree : b.degree, true};
}

/* The same where a polynomial is one only if it is free of the symbols: the larger of two polynomials is none. */
static nh_degree degree_of_extreme(const pass *p, nh_degree a, nh_degree b) {
    nh_degree both = degree_of_sum(p, a, b);
    bool polynomial = is_free(a) && is_free(b);
    if (both.kind == NH_DEGREE_MIXED || both.kind == NH_DEGREE_NONE) return no_degree();
    both.polynomial = polynomial;
    return both;
}

static nh_degree degree_of_product(nh_arena *scratch, nh_degree a, nh_degree b) {
    if (a.kind == NH_DEGREE_NONE || b.kind == NH_DEGREE_NONE) return no_degree();
    if (a.kind == NH_DEGREE_ZERO || b.kind == NH_DEGREE_ZERO) return zero_degree();
    bool mixed = a.kind == NH_DEGREE_MIXED || b.kind == NH_DEGREE_MIXED;
    nh_degree product = degree_of_homogeneous(nh_rat_add(scratch, a.degree, b.degree), a.polynomial && b.polynomial);
    if (mixed) product.kind = NH_DEGREE_MIXED;
    return mixed && !product.polynomial ? no_degree() : product;
}

static nh_degree to_power(nh_arena *scratch, nh_degree a, nh_rat r) {
    bool whole = nh_rat_is_int(r) && nh_rat_sign(r) > 0;
    if (a.kind == NH_DEGREE_NONE || (a.kind == NH_DEGREE_MIXED && !whole)) return no_degree();
    if (a.kind == NH_DEGREE_ZERO) return nh_rat_sign(r) > 0 ? zero_degree() : no_degree();
    bool polynomial = is_free(a) || (a.polynomial && whole);
    return (nh_degree){a.kind, nh_rat_mul(scratch, a.degree, r), polynomial};
}

/* ---- the kinds ---- */

static nh_degree of_sum(const pass *p, nh_expr e) {
    uint32_t arity = nh_expr_arity(p->pool, e);
    nh_degree sum = degree_of_arg(p, e, 0);
    for (uint32_t i = 1; i < arity && sum.kind != NH_DEGREE_NONE; i += 2)
        sum = degree_of_sum(p, sum, degree_of_arg(p, e, i));
    return sum;
}

static nh_degree of_product(const pass *p, nh_expr e) {
    uint32_t arity = nh_expr_arity(p->pool, e);
    nh_arena *scratch = nh_scratch(p->pool->context);
    nh_degree product = degree_of_constant();
    for (uint32_t i = 0; i < arity && product.kind != NH_DEGREE_NONE; i += 2) {
        nh_rat exponent = nh_expr_rational(p->pool, nh_expr_args(p->pool, e)[i + 1]);
        product = degree_of_product(scratch, product, to_power(scratch, degree_of_arg(p, e, i), exponent));
    }
    return product;
}

/* A branch without a value does not count. */
static nh_degree degree_of_branch(const pass *p, nh_expr e, uint32_t i) {
    return nh_expr_args(p->pool, e)[i] == NH_EXPR_UNDEFINED ? zero_degree() : degree_of_arg(p, e, i);
}

/* The condition may have any degree: its sign is all that counts. Where it is free of the symbols the branches may be
 * polynomials. */
static nh_degree of_if(const pass *p, nh_expr e) {
    nh_degree condition = degree_of_arg(p, e, 0);
    nh_degree then = degree_of_branch(p, e, 1), otherwise = degree_of_branch(p, e, 2);
    bool same_sign = condition.kind == NH_DEGREE_ZERO || condition.kind == NH_DEGREE_HOMOGENEOUS;
    if (!same_sign) return no_degree();
    return is_free(condition) ? degree_of_sum(p, then, otherwise) : degree_of_extreme(p, then, otherwise);
}

/* min, max and mod: positive factors common to all arguments go outside. */
static nh_degree of_extreme(const pass *p, nh_expr e) {
    uint32_t arity = nh_expr_arity(p->pool, e);
    nh_degree found = degree_of_arg(p, e, 0);
    for (uint32_t i = 1; i < arity && found.kind != NH_DEGREE_NONE; i++)
        found = degree_of_extreme(p, found, degree_of_arg(p, e, i));
    return found;
}

static nh_degree of_modulo(const pass *p, nh_expr e) {
    if (degree_of_arg(p, e, 1).kind == NH_DEGREE_ZERO) return no_degree();
    return degree_of_arg(p, e, 0).kind == NH_DEGREE_ZERO ? zero_degree() : of_extreme(p, e);
}

/* The angle does not change when both arguments are scaled alike. */
static nh_degree of_angle(const pass *p, nh_expr e) {
    nh_degree found = of_extreme(p, e);
    bool same = found.kind == NH_DEGREE_ZERO || found.kind == NH_DEGREE_HOMOGENEOUS;
    return same ? degree_of_homogeneous(nh_rat_int(0), is_free(found)) : no_degree();
}

static nh_degree of_absolute(nh_degree a) {
    if (a.kind != NH_DEGREE_HOMOGENEOUS) return a.kind == NH_DEGREE_ZERO ? a : no_degree();
    return degree_of_homogeneous(a.degree, is_free(a));
}

static nh_degree of_sign(nh_degree a) {
    if (a.kind != NH_DEGREE_HOMOGENEOUS) return a.kind == NH_DEGREE_ZERO ? a : no_degree();
    return degree_of_homogeneous(nh_rat_int(0), is_free(a));
}

/* A function of which nothing is known, from argument `first` on. */
static nh_degree of_any(const pass *p, nh_expr e, uint32_t first) {
    uint32_t arity = nh_expr_arity(p->pool, e);
    bool polynomial = true;
    for (uint32_t i = first; i < arity; i++) {
        if (!is_invariant(degree_of_arg(p, e, i))) return no_degree();
        polynomial &= is_free(degree_of_arg(p, e, i));
    }
    return degree_of_homogeneous(nh_rat_int(0), polynomial);
}

static nh_degree of_symbol(const pass *p, nh_expr e, uint32_t place) {
    if (p->chosen[place]) return degree_of_homogeneous(nh_rat_int(1), true);
    const nh_symbol *symbol = nh_expr_symbol_of(p->pool, e);
    if (symbol->role != NH_ROLE_ABBREVIATION) return degree_of_constant();
    return p->found[nh_walk_place(p->walk, symbol->definition)];
}

static nh_degree degree_of(const pass *p, nh_expr e, uint32_t place) {
    switch (nh_expr_kind_of(p->pool, e)) {
        case NH_EXPR_NUMBER: return e == NH_EXPR_ZERO ? zero_degree() : degree_of_constant();
        case NH_EXPR_CONSTANT_PI: return degree_of_constant();
        case NH_EXPR_NO_VALUE: return no_degree();
        case NH_EXPR_SYMBOL: return of_symbol(p, e, place);
        case NH_EXPR_SUM: return of_sum(p, e);
        case NH_EXPR_PRODUCT: return of_product(p, e);
        case NH_EXPR_IF: return of_if(p, e);
        case NH_EXPR_ABS: return of_absolute(degree_of_arg(p, e, 0));
        case NH_EXPR_SIGN: return of_sign(degree_of_arg(p, e, 0));
        case NH_EXPR_ATAN2: return of_angle(p, e);
        case NH_EXPR_MOD: return of_modulo(p, e);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return of_extreme(p, e);
        case NH_EXPR_CALL: return of_any(p, e, 1);
        default: return of_any(p, e, 0);
    }
}

nh_degree nh_expr_degree(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    pass p = {pool, walk, NH_NEW_ARRAY(scratch, bool, walk->count), NH_NEW_ARRAY(scratch, nh_degree, walk->count)};
    for (uint32_t i = 0; i < count; i++)
        if (nh_walk_has(walk, symbols[i])) p.chosen[nh_walk_place(walk, symbols[i])] = true;
    for (uint32_t i = 0; i < walk->count; i++) {
        p.found[i] = degree_of(&p, walk->order[i], i);
        nh_tick(pool->context, nh_expr_arity(pool, walk->order[i]));
    }
    nh_degree result = p.found[nh_walk_place(walk, e)];
    /* as a number of the pool, so that its digits outlive the scratch memory */
    if (!nh_rat_is_small(result.degree)) result.degree = nh_expr_rational(pool, nh_expr_number(pool, result.degree));
    nh_walk_end(walk);
    return result;
}
