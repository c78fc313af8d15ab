/* What a set of expressions costs to evaluate, kept up to date while expressions enter and leave it;
 * only src/algebra sees it.
 *
 * The count follows what a tape does (tape/lower.c): what is shared is computed once; what depends on parameters
 * alone is computed when they are set, and costs little here; a product goes into a sum by a fused multiply-add;
 * powers are products of squares. */
#ifndef NH_ALGEBRA_TIDY_COST_PRIVATE_H
#define NH_ALGEBRA_TIDY_COST_PRIVATE_H

#include "algebra/field/atoms_private.h"

enum { NH_COST_OPERATION = 16 }; /* one that is done at every evaluation; one of parameters only costs 1 */

typedef struct nh_tally_use {
    nh_expr e;
    bool is_value; /* the value itself is needed; else it goes into a sum, as a product that is still open */
} nh_tally_use;

typedef struct nh_tally {
    nh_pool *pool;
    /* Of an expression, or of a power (exponent << 32 | base): how many, and how many of them need the value. */
    nh_map uses;
    NH_ARRAY(nh_tally_use) stack;
    bool is_shallow; /* what is inside atoms is not counted */
    int64_t cost;
    int64_t length; /* operations that occur in the text, whatever they cost; signs do not count */
} nh_tally;

nh_tally nh_tally_make(nh_pool *pool, nh_arena *arena, bool is_shallow);
void nh_tally_enter(nh_tally *tally, nh_expr e);
void nh_tally_leave(nh_tally *tally, nh_expr e); /* one that was entered */

/* Of an expression by itself, its atoms as leaves. */
nh_tally nh_tally_shallow(nh_pool *pool, nh_arena *arena, nh_expr e);

#endif
