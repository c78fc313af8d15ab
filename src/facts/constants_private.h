/* Constants in expressions. Algebra takes those that it cannot compute with, such as log(2) and log(3), for independent
 * of each other: that they are 0 together it proves, that they are not it cannot, and log(6) - log(2) - log(3) is 0.
 * What rests on a number that is not 0, as that there are no states or no other places, is proved only where there is
 * nothing but one such constant. */
#ifndef NH_FACTS_CONSTANTS_PRIVATE_H
#define NH_FACTS_CONSTANTS_PRIVATE_H

#include "expr/expr.h"

/* Whether no relation between the constants of these expressions is hidden: they have roots of integers only,
 * and one other at most, which is transcendental (Lindemann): pi, or a logarithm, an exponential, a
 * trigonometric or a hyperbolic function, or an inverse of these, of a rational number. f(0) of a function
 * without a body may be anything. */
bool nh_constants_are_independent(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e);

#endif
