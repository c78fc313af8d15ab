/* How many real roots a polynomial has, and whether a form in two variables is zero at 0 alone. */
#ifndef NH_ALGEBRA_IDEAL_REAL_ROOTS_H
#define NH_ALGEBRA_IDEAL_REAL_ROOTS_H

#include "expr/expr.h"

/* The number of different real roots of c[0] + c[1] u + ... + c[degree] u^degree, by Sturm's theorem; c[degree] is not
 * 0. The arena lends memory. */
uint32_t nh_real_roots(nh_arena *arena, uint32_t degree, const nh_rat *c);

typedef enum nh_real_zeros {
    NH_ZEROS_UNKNOWN, /* it is of another kind, or has some */
    NH_ZEROS_NONE,    /* a polynomial in one symbol without real roots */
    NH_ZEROS_ORIGIN,  /* a form in two symbols that vanishes only where both do */
} nh_real_zeros;

/* What the real zeros of e are, a polynomial with rational coefficients in one or two symbols; symbols gets these,
 * *count of them, two at most. */
nh_real_zeros nh_expr_real_zeros(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t *count, nh_expr symbols[2]);

#endif
