/* Antiderivatives in closed form, of the functions of one symbol that functions by quadrature have as rates. */
#ifndef NH_ALGEBRA_LINEAR_ANTIDERIVATIVE_H
#define NH_ALGEBRA_LINEAR_ANTIDERIVATIVE_H

#include "expr/expr.h"

/* F with dF/ds = e, which is proved; undefined where none is found. Found are sums of polynomials in s and in sines,
 * cosines and exponentials of u with a constant du/ds; powers of linear functions; and 1/q for quadratic q without
 * zeros whose coefficients are numbers. The arena is not the scratch arena. */
nh_expr nh_antiderivative(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr s);
/* Of an e for which one is found: the linear functions of s that are 0 at its poles. No integral of e leads from one
 * side of a pole to the other. */
nh_exprs nh_antiderivative_poles(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr s);

#endif
