/* Whether a polynomial has real zeros, and whether a form in two variables is zero only at 0. */
#ifndef NH_ALGEBRA_IDEAL_REAL_ZEROS_H
#define NH_ALGEBRA_IDEAL_REAL_ZEROS_H

#include "expr/expr.h"

typedef enum nh_real_zeros {
    NH_ZEROS_UNKNOWN, /* it is of another kind, or has some */
    NH_ZEROS_NONE,    /* a polynomial in one symbol without real roots */
    NH_ZEROS_ORIGIN,  /* a form in two symbols that vanishes only where both do */
} nh_real_zeros;

/* What the real zeros of e are, a polynomial with rational coefficients in one or two symbols; symbols gets these,
 * *count of them, two at most. */
nh_real_zeros nh_expr_real_zeros(nh_pool *pool, nh_arena *arena, nh_expr e, uint32_t *count, nh_expr symbols[2]);

#endif
