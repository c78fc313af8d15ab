/* Expressions made shorter: sin^2 + cos^2 = 1, cancellation, common factors. */
#ifndef NH_ALGEBRA_TIDY_TIDY_H
#define NH_ALGEBRA_TIDY_TIDY_H

#include "expr/expr.h"

/* An expression that is equal wherever e has a value, and costs less to evaluate; e itself when none is found.
 * Sums and products that would be long when multiplied out stay as they are, their parts are tidied. An
 * abbreviation keeps its name unless something is gained by opening it. The same for the same e, and for members
 * of a family of the same shape.
 * The arena, not the scratch arena, lends memory during the call. */
nh_expr nh_expr_tidy(nh_pool *pool, nh_arena *arena, nh_expr e);
/* The same for many at once: what counts is the cost of all together, in which common parts are counted once.
 * Equal ones stay equal. */
void nh_expr_tidy_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e);
/* The same with every abbreviation kept: for what will be differentiated, and tidied again. */
void nh_expr_tidy_named(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e);

#endif
