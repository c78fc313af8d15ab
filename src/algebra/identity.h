/* Whether an expression is zero whatever its symbols are. */
#ifndef NH_ALGEBRA_IDENTITY_H
#define NH_ALGEBRA_IDENTITY_H

#include "expr/expr.h"

/* NH_YES: proved, by expanding it as a polynomial and using sin^2 + cos^2 = 1 (wherever it has a value). NH_NO: certified, at a
 * point where a ball around its value excludes zero (a function without a body may have any value there). NH_UNKNOWN: neither, also when the expansion would be long. */
nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e);
/* The second half of it: whether a point was found, among a few, at which e is certainly not zero. */
bool nh_expr_is_nonzero_somewhere(nh_pool *pool, nh_expr e);

#endif
