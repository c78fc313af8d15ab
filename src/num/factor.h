/* Taking integers apart, as far as that is cheap: small primes, and what is left of them when it is a perfect power. */
#ifndef NH_NUM_FACTOR_H
#define NH_NUM_FACTOR_H

#include "num/rational.h"

typedef struct nh_factor {
    nh_rat base;   /* an integer above 1 */
    int64_t times; /* how often, at least 1 */
} nh_factor;

/* The integer n > 0 as a product of base^times: primes below 1000 in rising order, then at most one base that has no
 * such factor and is no perfect power. Returns how many there are, none for 1; they lie in the arena. A number of one
 * word costs some microseconds. */
size_t nh_factor_integer(nh_arena *arena, nh_rat n, nh_factor **result);

#endif
