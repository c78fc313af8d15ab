/* Products: factors with rational exponents, and no coefficient. */
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/pool_private.h"

/* coefficient * the product of the parts, which are merged and canonical one by one. */
static nh_expr assemble(nh_pool *pool, nh_rat coefficient, const nh_parts *parts) {
    if (nh_rat_is_zero(coefficient)) return NH_EXPR_ZERO;
    if (parts->count == 0) return nh_expr_number(pool, coefficient);
    if (parts->count == 1 && nh_rat_is_one(parts->items[0].c))
        return nh_expr_scale(pool, coefficient, parts->items[0].t);
    bool nonnegative = true;
    for (size_t i = 0; i < parts->count; i++)
        nonnegative &= nh_is_factor_nonnegative(pool, parts->items[i].t, parts->items[i].c);
    if (parts->count > UINT32_MAX / 4) nh_raise(pool->context, NH_E_LIMIT);
    const nh_expr *args = nh_parts_args(pool, parts, 0);
    nh_expr product =
        nh_pool_cons(pool, NH_EXPR_PRODUCT, (uint32_t)(2 * parts->count), args, nonnegative ? NH_FLAG_NONNEGATIVE : 0);
    return nh_expr_scale(pool, coefficient, product);
}

bool nh_parts_enter_factor(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return false;
    nh_rat c;
    e = nh_expr_split(pool, e, &c);
    *coefficient = nh_times(nh_scratch(pool->context), *coefficient, c);
    if (e == NH_EXPR_ONE) return true;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) {
        nh_parts_push(pool, parts, e, nh_rat_int(1));
        return true;
    }
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    nh_tick(pool->context, arity);
    for (uint32_t i = 0; i < arity; i += 2) nh_parts_push(pool, parts, args[i], nh_expr_rational(pool, args[i + 1]));
    return true;
}

/* Leaves of each power of a number the one between 0 and 1: 2^(1/2) twice is 2. */
static void take_whole_powers(nh_pool *pool, nh_parts *parts, nh_rat *coefficient) {
    nh_arena *scratch = nh_scratch(pool->context);
    size_t kept = 0;
    for (size_t i = 0; i < parts->count; i++) {
        nh_part part = parts->items[i];
        if (nh_expr_is_number(pool, part.t)) {
            nh_rat whole = nh_rat_floor(scratch, part.c);
            nh_rat power = nh_rat_pow(scratch, nh_expr_rational(pool, part.t), whole.num);
            *coefficient = nh_rat_mul(scratch, *coefficient, power);
            part.c = nh_rat_sub(scratch, part.c, whole);
        }
        if (!nh_rat_is_zero(part.c)) parts->items[kept++] = part;
    }
    parts->count = kept;
}

nh_expr nh_expr_product_of(nh_pool *pool, nh_rat coefficient, nh_parts *parts) {
    nh_parts_merge_factors(pool, parts);
    take_whole_powers(pool, parts, &coefficient);
    nh_parts_combine(pool, parts, &coefficient);
    return assemble(pool, coefficient, parts);
}

nh_expr nh_expr_product(nh_pool *pool, size_t count, const nh_expr *factors) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_parts parts = {.arena = scratch};
    nh_rat coefficient = nh_rat_int(1);
    nh_array_reserve(&parts, count + 1);
    bool defined = true;
    for (size_t i = 0; i < count && defined; i++)
        defined = nh_parts_enter_factor(pool, &parts, &coefficient, factors[i]);
    nh_expr product = defined ? nh_expr_product_of(pool, coefficient, &parts) : NH_EXPR_UNDEFINED;
    nh_arena_release(scratch, mark);
    return product;
}

nh_expr nh_expr_mul(nh_pool *pool, nh_expr a, nh_expr b) {
    if (a == NH_EXPR_ONE) return b;
    if (b == NH_EXPR_ONE) return a;
    if (nh_expr_is_number(pool, a)) return nh_expr_scale(pool, nh_expr_rational(pool, a), b);
    if (nh_expr_is_number(pool, b)) return nh_expr_scale(pool, nh_expr_rational(pool, b), a);
    return nh_expr_product(pool, 2, (const nh_expr[]){a, b});
}

nh_expr nh_expr_div(nh_pool *pool, nh_expr a, nh_expr b) {
    return nh_expr_mul(pool, a, nh_expr_pow_int(pool, b, -1));
}
