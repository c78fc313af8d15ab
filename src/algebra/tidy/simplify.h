/* Simplification: the cheapest of several forms.
 *
 * An expression and what it becomes are equal where nh_expr_domain (algebra/domain/domain.h) of the
 * given expression holds. */
#ifndef NH_ALGEBRA_TIDY_SIMPLIFY_H
#define NH_ALGEBRA_TIDY_SIMPLIFY_H

#include "expr/expr.h"

/* An expression that is equal wherever e has a value, and costs no more to evaluate as a tape: e itself, tidied, or
 * made from its normal form, multiplied out or in factors, with angles put together where that helps. The same for
 * the same e. Work is bounded: of what is long the parts are tidied only. The arena, not the scratch arena, lends
 * memory during the call. */
nh_expr nh_expr_simplify(nh_pool *pool, nh_arena *arena, nh_expr e);
/* The same for many at once: what counts is the cost of all together, common parts counted once. */
void nh_expr_simplify_all(nh_pool *pool, nh_arena *arena, size_t count, nh_expr *e);
/* The same for reading: what counts is how many names, numbers and signs occur in the text of e. */
nh_expr nh_expr_readable(nh_pool *pool, nh_arena *arena, nh_expr e);

#endif
