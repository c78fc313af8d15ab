/* Simplification: the cheapest of several forms. */
#ifndef NH_ALGEBRA_SIMPLIFY_H
#define NH_ALGEBRA_SIMPLIFY_H

#include "expr/expr.h"

/* An expression that is equal wherever e has a value, and costs no more to evaluate as a tape: e itself, tidied, or made from its normal form, multiplied out or in factors. The same for the
 * same e. Work is bounded: of what is long the parts are tidied only. The arena, not the scratch arena, lends memory during the call. */
nh_expr nh_expr_simplify(nh_pool *pool, nh_arena *arena, nh_expr e);
/* The same for many at once: what counts is the cost of all together, common parts counted once. */
void nh_expr_simplify_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e);

#endif
