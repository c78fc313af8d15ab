/* The characteristic polynomial of a matrix of expressions, and the Hurwitz determinants of a polynomial. */
#ifndef NH_ALGEBRA_LINEAR_CHARACTERISTIC_H
#define NH_ALGEBRA_LINEAR_CHARACTERISTIC_H

#include "algebra/linear/linear.h"

/* det(x - a) = c[0] + c[1] x + ... + x^n of an n x n matrix, row by row: n + 1 coefficients. Nothing is divided by, so
 * they are right wherever the entries have values. DONE or UNKNOWN. */
nh_linear_answer nh_linear_characteristic(nh_pool *pool, uint32_t n, const nh_expr *a, nh_expr *coefficients);

/* The leading principal minors, of orders 1 to n, of the n x n matrix with c[n - 2j + i] at row i, column j, counted
 * from 1, and 0 for what is no coefficient. Where c[n] > 0, all roots of c[0] + ... + c[n] x^n have negative real parts
 * if and only if all n minors are positive (Routh and Hurwitz). DONE or UNKNOWN. */
nh_linear_answer nh_linear_hurwitz(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *coefficients,
                                   nh_expr *determinants);

#endif
