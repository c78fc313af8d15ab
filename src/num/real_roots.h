/* How many real roots a polynomial with rational coefficients has. */
#ifndef NH_NUM_REAL_ROOTS_H
#define NH_NUM_REAL_ROOTS_H

#include <stdint.h>

#include "num/rational.h"

/* The number of different real roots of c[0] + c[1] u + ... + c[degree] u^degree; c[degree] is not 0. */
uint32_t nh_real_roots(nh_context *context, uint32_t degree, const nh_rat *c);

#endif
