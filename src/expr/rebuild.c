/* An expression with other arguments. */
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/pool_private.h"

/* constant + a1 c1 + a2 c2 + ...; coefficients need not be numbers any more. */
static nh_expr rebuild_sum(nh_pool *pool, uint32_t arity, const nh_expr *args) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, arity);
    nh_rat *factors = NH_NEW_ARRAY(scratch, nh_rat, arity);
    uint32_t count = 0;
    factors[count] = nh_rat_int(1);
    terms[count++] = args[0];
    for (uint32_t i = 1; i < arity; i += 2, count++) {
        bool is_plain = nh_expr_is_number(pool, args[i + 1]);
        factors[count] = is_plain ? nh_expr_rational(pool, args[i + 1]) : nh_rat_int(1);
        terms[count] = is_plain ? args[i] : nh_expr_mul(pool, args[i], args[i + 1]);
    }
    return nh_expr_linear(pool, count, factors, terms);
}

/* Whether base^exponent is a factor as it is, without a look at what the base consists of. */
static bool is_plain_factor(const nh_pool *pool, nh_expr base, nh_expr exponent) {
    nh_expr_kind kind = nh_expr_kind_of(pool, base);
    bool is_plain =
        kind != NH_EXPR_NUMBER && kind != NH_EXPR_SUM && kind != NH_EXPR_PRODUCT && kind != NH_EXPR_NO_VALUE;
    return is_plain && nh_expr_is_number(pool, exponent);
}

static nh_expr rebuild_product(nh_pool *pool, uint32_t arity, const nh_expr *args) {
    nh_parts parts = {.arena = nh_scratch(pool->context)};
    nh_rat coefficient = nh_rat_int(1);
    for (uint32_t i = 0; i < arity; i += 2) {
        if (is_plain_factor(pool, args[i], args[i + 1]))
            nh_parts_push(pool, &parts, args[i], nh_expr_rational(pool, args[i + 1]));
        else if (!nh_parts_enter_factor(pool, &parts, &coefficient, nh_expr_pow(pool, args[i], args[i + 1])))
            return NH_EXPR_UNDEFINED;
    }
    return nh_expr_product_of(pool, coefficient, &parts);
}

static nh_expr rebuild_node(nh_pool *pool, nh_expr e, const nh_expr *args) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    switch (kind) {
        case NH_EXPR_NUMBER:
        case NH_EXPR_NO_VALUE:
        case NH_EXPR_CONSTANT_PI:
        case NH_EXPR_SYMBOL: return e;
        case NH_EXPR_SUM: return rebuild_sum(pool, arity, args);
        case NH_EXPR_PRODUCT: return rebuild_product(pool, arity, args);
        case NH_EXPR_POWER: return nh_expr_pow(pool, args[0], args[1]);
        case NH_EXPR_IF: return nh_expr_if(pool, args[0], args[1], args[2]);
        case NH_EXPR_CALL: return nh_expr_call(pool, args[0], arity - 1, args + 1);
        default: return nh_expr_apply(pool, kind, arity, args);
    }
}

nh_expr nh_expr_rebuild(nh_pool *pool, nh_expr e, const nh_expr *args) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr *copy = NH_NEW_ARRAY(scratch, nh_expr, arity); /* args may lie in the pool, which moves */
    if (arity > 0) memcpy(copy, args, arity * sizeof *copy);
    nh_expr result = rebuild_node(pool, e, copy);
    nh_arena_release(scratch, mark);
    return result;
}
