/* What is a square by its form, without the relations that a normal form knows: sin(x)^2 + 2 a sin(x) + a^2. */
#ifndef NH_ALGEBRA_FIELD_SQUARES_H
#define NH_ALGEBRA_FIELD_SQUARES_H

#include "base/arena.h"
#include "expr/expr.h"

/* Factors of a short sum as a polynomial in its atoms, symbols, sines, roots and so on, up to a number; of x^2 - 2 |x|
 * + 1 it is (|x| - 1)^2. Other expressions as they are. The arena is not the scratch arena. */
nh_expr nh_expr_factored_in_atoms(nh_pool *pool, nh_arena *arena, nh_expr e);

#endif
