/* Walks: all expressions that some roots consist of, each once, arguments before what they are arguments of.
 *
 *     nh_walk *walk = nh_walk_begin(pool, count, roots, NH_WALK_PLAIN);
 *     nh_expr *result = NH_NEW_ARRAY(scratch, nh_expr, walk->count);
 *     for (uint32_t i = 0; i < walk->count; i++)
 *         result[i] = ...;                  // of walk->order[i], from result[nh_walk_place(walk, argument)]
 *     nh_walk_end(walk);
 *
 * The cost is linear in what is reached, not in the pool. Expressions may be made during a walk; walks may nest. */
#ifndef NH_EXPR_WALK_H
#define NH_EXPR_WALK_H

#include "expr/expr.h"

typedef enum nh_walk_mode {
    NH_WALK_PLAIN,       /* an abbreviation is a leaf */
    NH_WALK_DEFINITIONS, /* an abbreviation comes after its definition */
} nh_walk_mode;

typedef struct nh_walk {
    nh_pool *pool;
    nh_expr *order; /* arguments first */
    uint32_t count;
    uint32_t *place; /* by expression; valid for those in order */
    struct nh_walk_table *table;
    nh_arena_mark mark; /* of the scratch arena; nh_walk_end gives back what was taken since */
} nh_walk;

nh_walk *nh_walk_begin(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode);
/* The same without expressions that are certainly free of symbols of these kinds (pool_private.h); NULL: with all. */
struct nh_kinds;
nh_walk *nh_walk_begin_with(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode,
                            const struct nh_kinds *kinds);
/* Frees the walk and everything that was taken from the scratch arena since it began. */
void nh_walk_end(nh_walk *walk);
/* Whether the walk reached e, an expression that was there when it began. */
bool nh_walk_has(const nh_walk *walk, nh_expr e);
/* Where in the order an expression of the walk stands. */
uint32_t nh_walk_place(const nh_walk *walk, nh_expr e);

#endif
