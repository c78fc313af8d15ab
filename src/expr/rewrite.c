/* Expressions made again, arguments first, by a rule that may put something else in the place of each part.
 *
 * Substitution (substitute.c) is for symbols; this is for whatever a rule can tell by examining a part. */
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

typedef struct rewriter {
    nh_pool *pool;
    nh_walk *walk;
    nh_expr *result; /* by place in the walk */
    nh_rewrite_rule rule;
    void *user;
} rewriter;

static nh_expr rewritten_node(const rewriter *r, nh_expr e) {
    nh_arena *scratch = nh_scratch(r->pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t arity = nh_expr_arity(r->pool, e);
    nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity);
    bool changed = false;
    for (uint32_t i = 0; i < arity; i++) {
        nh_expr before = nh_expr_args(r->pool, e)[i];
        args[i] = r->result[nh_walk_place(r->walk, before)];
        changed |= args[i] != before;
    }
    nh_tick(r->pool->context, arity + 1);
    nh_expr other = r->rule(r->user, e, args, changed);
    if (other == NH_EXPR_UNDEFINED) other = changed ? nh_expr_rebuild(r->pool, e, args) : e;
    nh_arena_release(scratch, mark);
    return other;
}

void nh_expr_rewrite(nh_pool *pool, size_t size, nh_expr *e, nh_rewrite_rule rule, void *user) {
    rewriter r = {.pool = pool, .rule = rule, .user = user};
    r.walk = nh_walk_begin(pool, size, e, NH_WALK_PLAIN);
    r.result = NH_NEW_ARRAY(nh_scratch(pool->context), nh_expr, r.walk->count);
    for (uint32_t i = 0; i < r.walk->count; i++) r.result[i] = rewritten_node(&r, r.walk->order[i]);
    for (size_t i = 0; i < size; i++) e[i] = r.result[nh_walk_place(r.walk, e[i])];
    nh_walk_end(r.walk);
}
