/* Hashing that gives the same numbers on every machine and in every run: no addresses, no secret seed. */
#ifndef NH_BASE_HASH_H
#define NH_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes all bits of x into all bits of the result: a bijection on 64 bits (multiply-xorshift, as in SplitMix64). */
static inline uint64_t nh_hash_u64(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Hash of the pair (seed, x); the order matters. */
static inline uint64_t nh_hash_combine(uint64_t seed, uint64_t x) {
    return nh_hash_u64(seed * UINT64_C(0x9e3779b97f4a7c15) + x + 1);
}

uint64_t nh_hash_bytes(const void *bytes, size_t length);

#endif
