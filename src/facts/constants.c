/* One walk over the expressions. */
#include "facts/constants_private.h"

#include "base/assert.h"
#include "expr/walk.h"

static bool is_transcendental(nh_pool *pool, nh_expr e) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_CONSTANT_PI: return true;
        case NH_EXPR_EXP:
        case NH_EXPR_LOG:
        case NH_EXPR_SIN:
        case NH_EXPR_COS:
        case NH_EXPR_TAN:
        case NH_EXPR_ASIN:
        case NH_EXPR_ACOS:
        case NH_EXPR_ATAN:
        case NH_EXPR_SINH:
        case NH_EXPR_COSH:
        case NH_EXPR_TANH: return nh_expr_is_number(pool, nh_expr_args(pool, e)[0]);
        default: return false;
    }
}

/* Whether a product has a root of something other than a number as a factor. */
static bool has_root(nh_pool *pool, nh_expr product) {
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        const nh_expr *args = nh_expr_args(pool, product);
        int64_t ignored;
        if (!nh_expr_is_number(pool, args[i]) && !nh_expr_get_int(pool, args[i + 1], &ignored)) return true;
    }
    return false;
}

/* Whether a constant is one that algebra does not take apart. */
static bool is_atom(nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    return kind == NH_EXPR_PRODUCT ? has_root(pool, e) : kind != NH_EXPR_NUMBER && kind != NH_EXPR_SUM;
}

/* Whether it is a constant: its arguments are, those of a call after its function. */
static bool is_constant_of(const nh_walk *walk, const bool *is_constant, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(walk->pool, e);
    if (kind == NH_EXPR_SYMBOL) return false;
    for (uint32_t k = kind == NH_EXPR_CALL; k < nh_expr_arity(walk->pool, e); k++)
        if (!is_constant[nh_walk_place(walk, nh_expr_args(walk->pool, e)[k])]) return false;
    return true;
}

bool nh_constants_are_independent(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    bool *is_constant = NH_NEW_ARRAY(arena, bool, walk->count);
    uint32_t atoms = 0;
    bool are_known = true;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        is_constant[i] = is_constant_of(walk, is_constant, now);
        if (!is_constant[i] || !is_atom(pool, now)) continue;
        are_known = are_known && is_transcendental(pool, now);
        atoms++;
    }
    nh_walk_end(walk);
    return atoms == 0 || (atoms == 1 && are_known);
}
