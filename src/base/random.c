/* xoshiro256** of D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021). */
#include "base/random.h"

#include <math.h>

#include "base/assert.h"
#include "base/context_private.h"
#include "base/hash.h"

nh_random nh_random_make(uint64_t seed, uint64_t stream) {
    nh_random random;
    uint64_t x = nh_hash_combine(nh_hash_u64(seed), stream);
    for (int i = 0; i < 4; i++) random.state[i] = nh_hash_u64(x += UINT64_C(0x9e3779b97f4a7c15));
    return random; /* nh_hash_u64 is a bijection: at most one of the four is zero */
}

nh_random nh_random_of(const nh_context *context, uint64_t stream) {
    return nh_random_make(context->def.seed, stream);
}

static uint64_t rotate_bits(uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
}

uint64_t nh_random_u64(nh_random *random) {
    uint64_t *s = random->state;
    uint64_t result = rotate_bits(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_bits(s[3], 45);
    return result;
}

uint64_t nh_random_below(nh_random *random, uint64_t bound) {
    NH_ASSERT(bound > 0);
    uint64_t uneven = -bound % bound; /* 2^64 mod bound: that many values are too many for an even share */
    uint64_t x;
    do x = nh_random_u64(random);
    while (x < uneven);
    return x % bound;
}

int64_t nh_random_between(nh_random *random, int64_t a, int64_t b) {
    NH_ASSERT(a <= b);
    uint64_t width = (uint64_t)b - (uint64_t)a + 1; /* 0: all 2^64 values */
    uint64_t offset = width == 0 ? nh_random_u64(random) : nh_random_below(random, width);
    return (int64_t)((uint64_t)a + offset);
}

double nh_random_unit(nh_random *random) {
    return (double)(nh_random_u64(random) >> 11) * 0x1p-53;
}

double nh_random_uniform(nh_random *random, double a, double b) {
    double u = nh_random_unit(random);
    double x = a * (1 - u) + b * u; /* never overflows where b - a would; may round to just outside */
    return x >= a && x < b ? x : a;
}

double nh_random_normal(nh_random *random) {
    double r = sqrt(-2 * log(1 - nh_random_unit(random))); /* Box and Muller */
    return r * cos(6.283185307179586 * nh_random_unit(random));
}
