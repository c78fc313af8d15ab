/* Expressions modulo a prime: exact values at random points, and linear algebra with them.
 *
 *     p = 2^61 - 11913
 *
 * A map from a field of functions (field_private.h) to the integers modulo p: symbols become random residues, sin u and
 * cos u a point of the circle, exp u and what else is free a residue, with the theorems of addition kept. p = 3 modulo
 * 4, so -1 is no square, and the squares take the part of the positive numbers: each has exactly one root that is a
 * square itself, |a| is a or -a, and all rules for roots and absolute values of products hold. p - 1 has none of the
 * factors 3 .. 13, so there is one root of each of these orders; the primes to 41 are squares.
 *
 * What is zero as a function is zero here; what is not is zero at a random point with a probability of about 2^-60
 * times its degree. So this finds, and something else proves. */
#ifndef NH_ALGEBRA_IDEAL_MODULAR_H
#define NH_ALGEBRA_IDEAL_MODULAR_H

#include "base/array.h"
#include "base/map.h"
#include "expr/expr.h"

#define NH_MODULAR_BELOW UINT64_C(11913)
#define NH_MODULAR_PRIME ((UINT64_C(1) << 61) - NH_MODULAR_BELOW)

/* ---- modular.c: arithmetic; residues are below p ---- */

static inline uint64_t nh_modular_add(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    return sum >= NH_MODULAR_PRIME ? sum - NH_MODULAR_PRIME : sum;
}
static inline uint64_t nh_modular_sub(uint64_t a, uint64_t b) {
    return a >= b ? a - b : a + NH_MODULAR_PRIME - b;
}
__extension__ typedef unsigned __int128 nh_modular_wide;
/* 2^61 = 11913 modulo p, used twice */
static inline uint64_t nh_modular_mul(uint64_t a, uint64_t b) {
    const uint64_t low = (UINT64_C(1) << 61) - 1;
    nh_modular_wide product = (nh_modular_wide)a * b;
    nh_modular_wide once = (product >> 61) * NH_MODULAR_BELOW + ((uint64_t)product & low);
    uint64_t twice = (uint64_t)(once >> 61) * NH_MODULAR_BELOW + ((uint64_t)once & low);
    return twice >= NH_MODULAR_PRIME ? twice - NH_MODULAR_PRIME : twice;
}
uint64_t nh_modular_pow(uint64_t a, uint64_t exponent);
uint64_t nh_modular_inv(uint64_t a); /* of 0: 0 */
bool nh_modular_is_square(uint64_t a);
/* a^(num/den); false where it has none */
bool nh_modular_pow_rational(uint64_t a, nh_rat exponent, uint64_t *result);
uint64_t nh_modular_rational(nh_arena *arena, nh_rat a); /* a denominator that p divides counts as 0 */
/* The fraction with numerator and denominator below 2^29 that a is, if there is one. */
bool nh_modular_fraction(uint64_t a, nh_rat *result);

/* ---- modular.c: rows that come one by one ---- */

/* A matrix in echelon form: the first nonzero entry of each row is 1. */
typedef struct nh_echelon {
    nh_context *context;
    uint32_t columns, rank;
    uint64_t **row_of; /* by the column of its first entry; NULL */
    nh_arena *arena;
} nh_echelon;

nh_echelon nh_echelon_make(nh_arena *arena, uint32_t columns);
/* Takes a row, which it changes; whether it was independent of those before. */
bool nh_echelon_add(nh_echelon *echelon, uint64_t *row);
/* Every row free of the pivots of the others. */
void nh_echelon_reduce(nh_echelon *echelon);
/* After that: the vector of the null space that is 1 in this column without a pivot, 0 in the others without. */
void nh_echelon_null_vector(const nh_echelon *echelon, uint32_t column, uint64_t *vector);

/* ---- modular_values.c: values of expressions ---- */

typedef struct nh_modular nh_modular;

/* For the values of these expressions, free of abbreviations, at points that differ in the variables only: everything
 * else keeps its value. The arena is not the scratch arena. */
nh_modular *nh_modular_make(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e, uint32_t variable_count,
                            const nh_expr *variables);
/* The values at the next point at which all have one. False: there seems to be none. */
bool nh_modular_next(nh_modular *modular, uint64_t *values);

#endif
