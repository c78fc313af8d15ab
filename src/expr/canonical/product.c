/* Products: factors with rational exponents, and no coefficient. */
#include "base/limits.h"
#include "expr/pool_private.h"

/* The product of the parts, which are merged and canonical one by one. */
static nh_expr assemble_product(nh_pool *pool, const nh_parts *parts) {
    if (parts->count == 0) return NH_EXPR_ONE;
    if (parts->count == 1 && nh_rat_is_one(parts->items[0].c)) return parts->items[0].t;
    bool nonnegative = true;
    for (size_t i = 0; i < parts->count && nonnegative; i++)
        nonnegative = nh_is_factor_nonnegative(pool, parts->items[i].t, parts->items[i].c);
    return nh_parts_cons(pool, NH_EXPR_PRODUCT, NULL, parts, nonnegative ? NH_FLAG_NONNEGATIVE : 0);
}

bool nh_parts_enter_factor(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED) return false;
    nh_rat c;
    e = nh_expr_split(pool, e, &c);
    *coefficient = nh_times(pool->scratch, *coefficient, c);
    if (e == NH_EXPR_ONE) return true;
    const nh_node *node = nh_node_of(pool, e);
    if (node->kind != NH_EXPR_PRODUCT) {
        nh_parts_push(pool, parts, e, nh_rat_int(1));
        return true;
    }
    const nh_expr *args = nh_args_of(pool, node);
    uint32_t arity = node->arity;
    nh_tick(pool->context, arity);
    for (uint32_t i = 0; i < arity; i += 2) nh_parts_push(pool, parts, args[i], nh_number_of(pool, args[i + 1]));
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

/* Whether no factor is a number, or may depend on others (combine.c). */
static bool are_independent(const nh_pool *pool, const nh_parts *parts) {
    for (size_t i = 0; i < parts->count; i++) {
        const nh_node *base = nh_node_of(pool, parts->items[i].t);
        if (base->kind == NH_EXPR_NUMBER || base->kind == NH_EXPR_PRODUCT || base->kind == NH_EXPR_ABS) return false;
        if (base->kind == NH_EXPR_SUM && (base->flags & NH_FLAG_PRIMITIVE) == 0) return false;
    }
    return true;
}

nh_expr nh_expr_product_beside(nh_pool *pool, nh_rat *coefficient, nh_parts *parts) {
    nh_parts_merge_factors(pool, parts);
    if (!are_independent(pool, parts)) {
        take_whole_powers(pool, parts, coefficient);
        nh_parts_combine(pool, parts, coefficient);
    }
    return nh_rat_is_zero(*coefficient) ? NH_EXPR_ONE : assemble_product(pool, parts);
}

nh_expr nh_expr_product_of(nh_pool *pool, nh_rat coefficient, nh_parts *parts) {
    nh_expr product = nh_expr_product_beside(pool, &coefficient, parts);
    return nh_expr_scale(pool, coefficient, product);
}

nh_expr nh_expr_product(nh_pool *pool, size_t count, const nh_expr *factors) {
    nh_arena *scratch = pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_parts parts = {.arena = scratch};
    nh_rat coefficient = nh_rat_int(1);
    nh_array_reserve(&parts, 4 * count);
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
