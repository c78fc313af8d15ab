/* The size of the terms of an expression. */
#include <string.h>

#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

/* The sum of the sizes of the terms. args: constant, term, coefficient, term, coefficient, ... */
static nh_expr size_of_sum(nh_pool *pool, uint32_t arity, nh_expr *args, const nh_expr *sizes) {
    uint32_t count = 0;
    nh_expr *terms = args; /* each is read before its place is written */
    terms[count++] = nh_expr_apply1(pool, NH_EXPR_ABS, args[0]);
    for (uint32_t i = 1; i + 1 < arity; i += 2)
        terms[count++] = nh_expr_mul(pool, nh_expr_apply1(pool, NH_EXPR_ABS, args[i + 1]), sizes[i]);
    return nh_expr_sum(pool, count, terms);
}

/* The product of the sizes of the factors; what is below a fraction line counts as it is. */
static nh_expr size_of_product(nh_pool *pool, uint32_t arity, nh_expr *args, const nh_expr *sizes) {
    uint32_t count = 0;
    nh_expr *factors = args;
    for (uint32_t i = 0; i + 1 < arity; i += 2) {
        nh_rat exponent = nh_expr_rational(pool, args[i + 1]);
        nh_expr base = nh_rat_sign(exponent) > 0 ? sizes[i] : nh_expr_apply1(pool, NH_EXPR_ABS, args[i]);
        factors[count++] = nh_expr_pow_rational(pool, base, exponent);
    }
    return nh_expr_product(pool, count, factors);
}

static nh_expr size_of(nh_pool *pool, nh_expr e, uint32_t arity, nh_expr *args, const nh_expr *sizes) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SUM: return size_of_sum(pool, arity, args, sizes);
        case NH_EXPR_PRODUCT: return size_of_product(pool, arity, args, sizes);
        default: return nh_expr_apply1(pool, NH_EXPR_ABS, e);
    }
}

nh_expr nh_expr_terms_size(nh_pool *pool, nh_expr e) {
    e = nh_expr_expand_names(pool, e);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(pool, now);
        nh_arena_mark mark = nh_arena_mark_here(scratch);
        nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity + 1), *sizes = NH_NEW_ARRAY(scratch, nh_expr, arity + 1);
        for (uint32_t k = 0; k < arity; k++) {
            args[k] = nh_expr_args(pool, now)[k];
            sizes[k] = result[nh_walk_place(walk, args[k])];
        }
        result[i] = size_of(pool, now, arity, args, sizes);
        nh_arena_release(scratch, mark);
    }
    nh_expr size = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return size;
}
