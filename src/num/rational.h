/* Exact rational numbers: in two machine words while they fit, in FLINT beyond.
 *
 * An nh_rat is a value; equal numbers have one representation. Numbers that do not fit have their digits in the arena
 * that was given to the operation, and live as long as it. Operations on small numbers never leave the calling thread;
 * the others go through the guard (num/guard.h). A result that could have more than NH_RAT_BITS_MAX bits, going by the
 * lengths of the operands, is refused before it is computed, with NH_E_LIMIT; a division by zero is a broken contract:
 * the caller asks first. */
#ifndef NH_NUM_RATIONAL_H
#define NH_NUM_RATIONAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define NH_RAT_BITS_MAX (1 << 26)

struct nh_big;

typedef struct nh_rat {
    union {
        int64_t num;              /* |num| < 2^63 */
        const struct nh_big *big; /* when den is 0 */
    };
    int64_t den; /* > 0, without common factors; 0: see big */
} nh_rat;

nh_rat nh_rat_int(int64_t value);              /* value > INT64_MIN */
nh_rat nh_rat_make(int64_t num, int64_t den);  /* both > INT64_MIN, den != 0; any signs, any common factors */
nh_rat nh_rat_copy(nh_arena *arena, nh_rat a); /* with its digits in that arena */

nh_rat nh_rat_add(nh_arena *arena, nh_rat a, nh_rat b);
nh_rat nh_rat_sub(nh_arena *arena, nh_rat a, nh_rat b);
nh_rat nh_rat_mul(nh_arena *arena, nh_rat a, nh_rat b);
nh_rat nh_rat_div(nh_arena *arena, nh_rat a, nh_rat b); /* b != 0 */
nh_rat nh_rat_neg(nh_arena *arena, nh_rat a);
nh_rat nh_rat_abs(nh_arena *arena, nh_rat a);
nh_rat nh_rat_inv(nh_arena *arena, nh_rat a);                   /* a != 0 */
nh_rat nh_rat_pow(nh_arena *arena, nh_rat a, int64_t exponent); /* a != 0 or exponent >= 0; 0^0 is 1 */
nh_rat nh_rat_floor(nh_arena *arena, nh_rat a);
nh_rat nh_rat_num(nh_arena *arena, nh_rat a); /* numerator, with the sign */
nh_rat nh_rat_den(nh_arena *arena, nh_rat a); /* denominator, positive */
/* The largest g >= 0 with a/g and b/g integers; gcd(0, 0) is 0. */
nh_rat nh_rat_gcd(nh_arena *arena, nh_rat a, nh_rat b);
/* Whether a is the order-th power of a rational, order >= 1 (for even orders of a nonnegative one); *root is then that,
 * nonnegative for even orders. */
bool nh_rat_root(nh_arena *arena, nh_rat a, int64_t order, nh_rat *root);

int nh_rat_cmp(nh_context *context, nh_rat a, nh_rat b); /* -1, 0, 1 */
bool nh_rat_eq(nh_rat a, nh_rat b);
int nh_rat_sign(nh_rat a);
bool nh_rat_is_int(nh_rat a);
bool nh_rat_is_small(nh_rat a);                /* in machine words */
bool nh_rat_get_int(nh_rat a, int64_t *value); /* false when a is not an integer or does not fit */
uint64_t nh_rat_hash(nh_rat a);
int64_t nh_rat_bits(nh_rat a); /* length of numerator plus length of denominator */

static inline bool nh_rat_is_zero(nh_rat a) {
    return a.den == 1 && a.num == 0;
}
static inline bool nh_rat_is_one(nh_rat a) {
    return a.den == 1 && a.num == 1;
}

double nh_rat_double(nh_context *context, nh_rat a);      /* nearest, ties to even; infinite when too large */
nh_rat nh_rat_from_double(nh_arena *arena, double value); /* exactly; value finite */

/* Reads a decimal number without sign, exactly: digits, a point with digits on both sides, an exponent ("12", "0.1",
 * "1e-3", "2.5E+10"). Returns how many bytes were read, 0 when text does not begin with such a number. */
size_t nh_rat_read(nh_arena *arena, const char *text, size_t length, nh_rat *value);
/* "-3", "22/7". */
const char *nh_rat_text(nh_arena *arena, nh_rat a);
/* "0.9999", "-2.5", "1e-9": NULL when a is an integer, has no finite decimal expansion, or one
 * of more than 18 digits. */
const char *nh_rat_decimal(nh_arena *arena, nh_rat a);

#endif
