/* Whether an expression is zero whatever its symbols are. */
#ifndef NH_ALGEBRA_IDENTITY_H
#define NH_ALGEBRA_IDENTITY_H

#include "expr/expr.h"

/* NH_YES: proved, by expanding it as a polynomial and using sin^2 + cos^2 = 1 (wherever it has a value). NH_NO: it is a number
 * other than 0. NH_UNKNOWN: anything else, also when the expansion would be long. */
nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e);

#endif
