/* Random numbers from a seed: the same on every machine (xoshiro256**, seeded through SplitMix64), except for the
 * normal ones, which also depend on the last bits of the C library's log and cos. */
#ifndef NH_BASE_RANDOM_H
#define NH_BASE_RANDOM_H

#include <stdint.h>

#include <nonholo/context.h>

typedef struct nh_random {
    uint64_t state[4]; /* never all zero */
} nh_random;

/* All streams, NH_STREAM_SAMPLES and so on. */
typedef enum nh_stream {
#define NH_STREAM(NAME, NUMBER, WHAT) NH_STREAM_##NAME = (NUMBER),
#include "base/streams.def"
#undef NH_STREAM
} nh_stream;

/* Different streams of one seed are independent of each other. In src/ they are those of streams.def. */
nh_random nh_random_make(uint64_t seed, uint64_t stream);
/* A generator from the seed of the context. */
nh_random nh_random_of(const nh_context *context, uint64_t stream);

uint64_t nh_random_u64(nh_random *random);
uint64_t nh_random_below(nh_random *random, uint64_t bound);        /* 0 .. bound-1, unbiased; bound > 0 */
int64_t nh_random_between(nh_random *random, int64_t a, int64_t b); /* a .. b, both included; a <= b */
double nh_random_unit(nh_random *random);                           /* [0, 1), a multiple of 2^-53 */
double nh_random_uniform(nh_random *random, double a, double b);    /* [a, b), or a when they are equal */
double nh_random_normal(nh_random *random);                         /* mean 0, variance 1 */

#endif
