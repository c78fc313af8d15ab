/* How long an expression is to read. */
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/walk.h"

/* Signs of operations and coefficients of this one alone. */
static uint64_t own_signs(const nh_pool *pool, nh_expr e) {
    const nh_expr *args = nh_expr_args(pool, e);
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind != NH_EXPR_SUM && kind != NH_EXPR_PRODUCT) return 1;
    uint64_t signs = arity / 2 - 1 + (kind == NH_EXPR_SUM && args[0] != NH_EXPR_ZERO ? 2 : 0);
    for (uint32_t i = kind == NH_EXPR_SUM ? 2 : 1; i < arity; i += 2) {
        bool is_unit = args[i] == NH_EXPR_ONE || args[i] == NH_EXPR_MINUS_ONE;
        signs += is_unit ? 0 : 2;
    }
    return signs;
}

uint64_t nh_expr_length(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    uint64_t *length = NH_NEW_ARRAY(nh_scratch(nh_pool_context(pool)), uint64_t, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(pool, now);
        uint32_t first = kind == NH_EXPR_SUM, step = kind == NH_EXPR_SUM || kind == NH_EXPR_PRODUCT ? 2 : 1;
        length[i] = own_signs(pool, now);
        for (uint32_t k = first; k < nh_expr_arity(pool, now); k += step) {
            length[i] += length[nh_walk_place(walk, nh_expr_args(pool, now)[k])];
            if (length[i] > UINT32_MAX) length[i] = UINT32_MAX;
        }
    }
    uint64_t result = length[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return result;
}
