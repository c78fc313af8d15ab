/* The canonical form of expr.h as a check, for assertions and tests. */
#ifndef NH_EXPR_CANONICAL_CANONICAL_H
#define NH_EXPR_CANONICAL_CANONICAL_H

#include "expr/expr.h"

/* Whether e, whose arguments are taken to be canonical, is what the constructors may make. Linear in the arity of e;
 * makes no expressions. That numbers under a root have no small factors is not examined, nor how factors depend on
 * each other (combine.c). */
bool nh_expr_is_canonical(const nh_pool *pool, nh_expr e);

#endif
