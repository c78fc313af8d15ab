/* The size of the terms of an expression. */
#include <string.h>

#include "base/protect.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"

nh_expr nh_expr_terms_size(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) return nh_expr_apply1(pool, NH_EXPR_ABS, e);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t arity = nh_expr_arity(pool, e), count = 0;
    nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity);
    memcpy(args, nh_expr_args(pool, e), arity * sizeof *args);
    args[count++] = nh_expr_apply1(pool, NH_EXPR_ABS, args[0]);
    for (uint32_t i = 1; i + 1 < arity; i += 2)
        args[count++] = nh_expr_apply1(pool, NH_EXPR_ABS, nh_expr_mul(pool, args[i], args[i + 1]));
    nh_expr sum = nh_expr_sum(pool, count, args);
    nh_arena_release(scratch, mark);
    return sum;
}
