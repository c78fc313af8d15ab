/* Functions that are made of pieces. */
#include "expr/inspect.h"
#include "expr/walk.h"

static bool is_jump(nh_expr_kind kind) {
    return kind == NH_EXPR_IF || kind == NH_EXPR_SIGN || kind == NH_EXPR_MOD;
}

static bool is_piece(nh_expr_kind kind) {
    return is_jump(kind) || kind == NH_EXPR_MIN || kind == NH_EXPR_MAX || kind == NH_EXPR_ABS || kind == NH_EXPR_ATAN2;
}

bool nh_expr_is_pieced(nh_pool *pool, nh_expr e) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) found = is_piece(nh_expr_kind_of(pool, walk->order[i]));
    nh_walk_end(walk);
    return found;
}

bool nh_expr_jumps_with(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool found = false;
    for (uint32_t i = 0; i < walk->count && !found; i++) {
        nh_expr now = walk->order[i];
        if (!is_jump(nh_expr_kind_of(pool, now))) continue;
        nh_expr decides = nh_expr_args(pool, now)[0];
        found = nh_expr_depends_on(pool, decides, count, symbols);
    }
    nh_walk_end(walk);
    return found;
}
