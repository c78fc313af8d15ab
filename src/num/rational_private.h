/* Rational numbers as FLINT sees them; inside the guard, and only in src/num. */
#ifndef NH_NUM_RATIONAL_PRIVATE_H
#define NH_NUM_RATIONAL_PRIVATE_H

#include "num/flint_private.h"
#include "num/rational.h"

/* The digits of a number that does not fit machine words: two numbers of GMP, limbs from low to high. */
struct nh_big {
    int num_size;      /* limbs of the numerator, negative for a negative number; not 0 */
    int den_size;      /* limbs of the denominator; at least 1 */
    mp_limb_t limbs[]; /* those of the numerator, then those of the denominator */
};

void nh_rat_get_fmpq(fmpq_t r, nh_rat a);
/* In the arena, or in machine words if it fits. */
nh_rat nh_rat_from_fmpq(nh_arena *arena, const fmpq_t a);

int64_t nh_rat_num_bits(nh_rat a); /* length of the numerator; 0 for 0 */
int64_t nh_rat_den_bits(nh_rat a); /* length of the denominator */

/* The operations beyond machine words, each one call of the guard (rational_big.c). */
typedef enum nh_big_op {
    NH_BIG_ADD,
    NH_BIG_SUB,
    NH_BIG_MUL,
    NH_BIG_DIV,
    NH_BIG_GCD,
    NH_BIG_POW,   /* a ^ exponent */
    NH_BIG_FLOOR, /* of a */
    NH_BIG_NUM,
    NH_BIG_DEN,
} nh_big_op;

nh_rat nh_big_apply(nh_arena *arena, nh_big_op op, nh_rat a, nh_rat b, int64_t exponent);
bool nh_big_root(nh_arena *arena, nh_rat a, int64_t order, nh_rat *root);
int nh_big_cmp(nh_context *context, nh_rat a, nh_rat b);
double nh_big_double(nh_context *context, nh_rat a);
/* digits * 10^exponent, from count bytes of decimal digits; a point among them is skipped. */
nh_rat nh_big_read(nh_arena *arena, const char *digits, size_t count, int64_t exponent);
const char *nh_big_text(nh_arena *arena, nh_rat a);
/* mantissa * 2^exponent. */
nh_rat nh_big_scale(nh_arena *arena, int64_t mantissa, int exponent);

#endif
