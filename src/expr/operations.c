/* What evaluating costs, counted. */
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

/* Multiplications that the n-th power takes by repeated squaring. */
static uint64_t power_cost(uint64_t n) {
    uint64_t cost = 0;
    for (; n > 1; n /= 2) cost += 1 + n % 2;
    return cost;
}

/* b^|r|. An odd multiple of a half is a root times a whole power. */
static uint64_t factor_cost(nh_rat r) {
    if (!nh_rat_is_small(r) || r.den > 2) return 1;
    uint64_t size = (uint64_t)(r.num < 0 ? -r.num : r.num);
    if (r.den == 1) return power_cost(size);
    return size == 1 ? 1 : 2 + power_cost(size / 2);
}

/* Whether the i-th argument contains a symbol. */
static bool arg_varies(const nh_walk *walk, const bool *varies, nh_expr e, uint32_t i) {
    return varies[nh_walk_place(walk, nh_expr_args(walk->pool, e)[i])];
}

/* Factors are multiplied or divided by, those without symbols as one; without one to begin with there is 1/... */
static uint64_t product_cost(const nh_walk *walk, const bool *varies, nh_expr e) {
    uint32_t arity = nh_expr_arity(walk->pool, e);
    uint64_t cost = 0, factors = 0;
    bool has_constant = false, has_numerator = false;
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_rat exponent = nh_expr_rational(walk->pool, nh_expr_args(walk->pool, e)[i + 1]);
        bool is_varying = arg_varies(walk, varies, e, i);
        has_constant |= !is_varying;
        has_numerator |= !is_varying || nh_rat_sign(exponent) > 0;
        if (is_varying) cost += factor_cost(exponent), factors++;
    }
    return cost + factors - (has_constant ? 0 : 1) + (has_numerator ? 0 : 1);
}

/* Terms are added or subtracted, those without symbols as one; without one to begin with there is -(...). */
static uint64_t sum_cost(const nh_walk *walk, const bool *varies, nh_expr e) {
    uint32_t arity = nh_expr_arity(walk->pool, e);
    bool has_constant = nh_expr_args(walk->pool, e)[0] != NH_EXPR_ZERO, has_positive = false;
    uint64_t cost = 0, terms = 0;
    for (uint32_t i = 1; i < arity; i += 2) {
        nh_expr coefficient = nh_expr_args(walk->pool, e)[i + 1];
        bool is_varying = arg_varies(walk, varies, e, i);
        has_constant |= !is_varying;
        if (!is_varying) continue;
        terms++;
        cost += coefficient != NH_EXPR_ONE && coefficient != NH_EXPR_MINUS_ONE;
        has_positive |= coefficient != NH_EXPR_MINUS_ONE;
    }
    return cost + terms - (has_constant ? 0 : 1) + (has_constant || has_positive ? 0 : 1);
}

static uint64_t cost_of(const nh_walk *walk, const bool *varies, nh_expr e) {
    switch (nh_expr_kind_of(walk->pool, e)) {
        case NH_EXPR_SYMBOL: return 0;
        case NH_EXPR_SUM: return sum_cost(walk, varies, e);
        case NH_EXPR_PRODUCT: return product_cost(walk, varies, e);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return nh_expr_arity(walk->pool, e) - 1;
        default: return 1;
    }
}

/* Whether the expression at this place contains a symbol, when its arguments are done. */
static bool has_symbol(const nh_walk *walk, const bool *varies, uint32_t place) {
    nh_expr e = walk->order[place];
    if (nh_expr_kind_of(walk->pool, e) == NH_EXPR_SYMBOL) {
        const nh_symbol *symbol = nh_expr_symbol_of(walk->pool, e);
        return symbol->role != NH_ROLE_ABBREVIATION || varies[nh_walk_place(walk, symbol->definition)];
    }
    uint32_t arity = nh_expr_arity(walk->pool, e);
    for (uint32_t i = 0; i < arity; i++)
        if (arg_varies(walk, varies, e, i)) return true;
    return false;
}

uint64_t nh_expr_operations(nh_pool *pool, size_t size, const nh_expr *e) {
    nh_walk *walk = nh_walk_begin(pool, size, e, NH_WALK_DEFINITIONS);
    bool *varies = NH_NEW_ARRAY(nh_scratch(pool->context), bool, walk->count);
    uint64_t count = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr at = walk->order[i];
        nh_tick(pool->context, nh_expr_arity(pool, at));
        varies[i] = has_symbol(walk, varies, i);
        if (varies[i]) count += cost_of(walk, varies, at);
    }
    nh_walk_end(walk);
    return count;
}
