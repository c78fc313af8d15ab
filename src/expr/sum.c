/* Sums: a constant and terms with coefficients. */
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/pool_private.h"

/* Enters factor * e: numbers into the constant, the terms of a sum one by one, everything else as a term. */
static bool enter(nh_pool *pool, nh_parts *parts, nh_rat *constant, nh_rat factor, nh_expr e) {
    nh_arena *scratch = nh_scratch(pool->context);
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_NO_VALUE: return false;
        case NH_EXPR_NUMBER:
            *constant = nh_plus(scratch, *constant, nh_times(scratch, factor, nh_expr_rational(pool, e)));
            return true;
        case NH_EXPR_SUM: break;
        default: nh_parts_push(pool, parts, e, factor); return true;
    }
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    nh_tick(pool->context, arity);
    if (args[0] != NH_EXPR_ZERO)
        *constant = nh_plus(scratch, *constant, nh_times(scratch, factor, nh_expr_rational(pool, args[0])));
    for (uint32_t i = 1; i < arity; i += 2)
        nh_parts_push(pool, parts, args[i], nh_times(scratch, factor, nh_expr_rational(pool, args[i + 1])));
    return true;
}

static uint8_t flags_of(nh_pool *pool, const nh_parts *parts, nh_rat constant) {
    nh_arena *scratch = nh_scratch(pool->context);
    bool nonnegative = nh_rat_sign(constant) >= 0;
    nh_rat content = constant;
    for (size_t i = 0; i < parts->count; i++) {
        nonnegative &= nh_rat_sign(parts->items[i].c) > 0 && nh_expr_is_nonnegative(pool, parts->items[i].t);
        if (!nh_rat_is_one(content)) content = nh_rat_gcd(scratch, content, parts->items[i].c);
    }
    for (size_t i = 0; i < parts->count && nh_rat_is_one(content); i++)
        if (!nh_rat_is_int(parts->items[i].c)) content = nh_rat_int(0);
    bool primitive = nh_rat_is_one(content) && nh_rat_is_int(constant) && nh_rat_sign(parts->items[0].c) > 0;
    return (uint8_t)((nonnegative ? NH_FLAG_NONNEGATIVE : 0) | (primitive ? NH_FLAG_PRIMITIVE : 0));
}

static nh_expr finish(nh_pool *pool, nh_parts *parts, nh_rat constant) {
    nh_parts_merge(pool, parts);
    if (parts->count == 0) return nh_expr_number(pool, constant);
    if (parts->count == 1 && nh_rat_is_zero(constant) && nh_rat_is_one(parts->items[0].c)) return parts->items[0].t;
    nh_expr *args = nh_parts_args(pool, parts, 1);
    args[0] = nh_expr_number(pool, constant);
    if (parts->count > UINT32_MAX / 4) nh_raise(pool->context, NH_E_LIMIT);
    uint8_t flags = flags_of(pool, parts, constant);
    return nh_pool_cons(pool, NH_EXPR_SUM, (uint32_t)(1 + 2 * parts->count), args, flags);
}

nh_expr nh_expr_linear(nh_pool *pool, size_t count, const nh_rat *factors, const nh_expr *terms) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_parts parts = {.arena = scratch};
    nh_rat constant = nh_rat_int(0);
    nh_array_reserve(&parts, count + 1);
    bool defined = true;
    for (size_t i = 0; i < count && defined; i++)
        defined = enter(pool, &parts, &constant, factors != NULL ? factors[i] : nh_rat_int(1), terms[i]);
    nh_expr sum = defined ? finish(pool, &parts, constant) : NH_EXPR_UNDEFINED;
    nh_arena_release(scratch, mark);
    return sum;
}

/* One undefined term is enough, wherever it stands and whatever its factor. */
nh_expr nh_expr_sum(nh_pool *pool, size_t count, const nh_expr *terms) {
    return nh_expr_linear(pool, count, NULL, terms);
}

nh_expr nh_expr_add(nh_pool *pool, nh_expr a, nh_expr b) {
    if (a == NH_EXPR_ZERO) return b;
    if (b == NH_EXPR_ZERO) return a;
    return nh_expr_linear(pool, 2, NULL, (const nh_expr[]){a, b});
}

nh_expr nh_expr_sub(nh_pool *pool, nh_expr a, nh_expr b) {
    if (b == NH_EXPR_ZERO) return a;
    return nh_expr_linear(pool, 2, (const nh_rat[]){nh_rat_int(1), nh_rat_int(-1)}, (const nh_expr[]){a, b});
}

nh_expr nh_expr_neg(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_int(-1), a);
}

nh_expr nh_expr_scale(nh_pool *pool, nh_rat factor, nh_expr a) {
    if (nh_rat_is_one(factor)) return a;
    return nh_expr_linear(pool, 1, &factor, &a);
}

bool nh_expr_is_signed(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER) return nh_rat_sign(nh_expr_rational(pool, e)) < 0;
    return kind == NH_EXPR_SUM && nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[2])) < 0;
}

/* The greatest common divisor of all coefficients, with the sign of the first term's. */
static nh_rat content_of(nh_pool *pool, nh_expr sum) {
    nh_arena *scratch = nh_scratch(pool->context);
    const nh_expr *args = nh_expr_args(pool, sum);
    uint32_t arity = nh_expr_arity(pool, sum);
    nh_rat content = nh_rat_gcd(scratch, nh_expr_rational(pool, args[0]), nh_rat_int(0));
    for (uint32_t i = 2; i < arity; i += 2) content = nh_rat_gcd(scratch, content, nh_expr_rational(pool, args[i]));
    return nh_expr_is_signed(pool, sum) ? nh_rat_neg(scratch, content) : content;
}

nh_expr nh_expr_split(nh_pool *pool, nh_expr e, nh_rat *coefficient) {
    *coefficient = nh_rat_int(1);
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER) {
        *coefficient = nh_expr_rational(pool, e);
        return NH_EXPR_ONE;
    }
    if (kind != NH_EXPR_SUM || nh_expr_has_flag(pool, e, NH_FLAG_PRIMITIVE)) return e;
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_rat content = content_of(pool, e);
    nh_expr rest = nh_expr_scale(pool, nh_rat_inv(scratch, content), e);
    /* kept as a number of the pool, so that its digits outlive the scratch memory */
    *coefficient = nh_expr_rational(pool, nh_expr_number(pool, content));
    nh_arena_release(scratch, mark);
    return rest;
}
