/* Sums of monomials as expressions that are cheap to evaluate; only src/algebra sees it. */
#ifndef NH_ALGEBRA_FIELD_FACTOR_PRIVATE_H
#define NH_ALGEBRA_FIELD_FACTOR_PRIVATE_H

#include "algebra/field/terms_private.h"
#include "expr/expr.h"

/* The terms as an expression, where number i stands for meaning[i], 0 <= i < count: common factors are taken out, again
 * and again. Of factors that are as good the one with the lower number is taken first. */
nh_expr nh_terms_factor(nh_pool *pool, const nh_terms *terms, uint32_t count, const nh_expr *meaning);

#endif
