/* Exact rationals: the machine-word path. Products of two words are formed in 128 bits, so that nothing overflows
 * before it is known whether the reduced result fits; what does not goes to rational_big.c. */
#include "num/rational.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "base/protect.h"
#include "num/rational_private.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static uint64_t magnitude_of(int64_t x) {
    return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

/* Euclid; gcd(0, b) = b. */
static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static bool fits_word(wide x) {
    return x <= INT64_MAX && x >= -(wide)INT64_MAX;
}

static bool make_if_fits(wide num, wide den, nh_rat *result) {
    if (!fits_word(num) || !fits_word(den)) return false;
    *result = (nh_rat){{.num = (int64_t)num}, .den = (int64_t)den};
    return true;
}

bool nh_rat_is_small(nh_rat a) {
    return a.den != 0;
}

static bool both_small(nh_rat a, nh_rat b) {
    return a.den != 0 && b.den != 0;
}

nh_rat nh_rat_int(int64_t value) {
    NH_ASSERT(value > INT64_MIN);
    return (nh_rat){{.num = value}, .den = 1};
}

nh_rat nh_rat_make(int64_t num, int64_t den) {
    NH_ASSERT(den != 0 && num > INT64_MIN && den > INT64_MIN);
    int64_t common = (int64_t)greatest_divisor(magnitude_of(num), magnitude_of(den));
    if (den < 0) common = -common;
    return (nh_rat){{.num = num / common}, .den = den / common};
}

/* a/b + c/d with g = gcd(b, d): the sum over the common denominator can only share factors of g (Knuth 4.5.1). */
static bool add_small(nh_rat x, nh_rat y, nh_rat *sum) {
    uint64_t g = greatest_divisor((uint64_t)x.den, (uint64_t)y.den);
    int64_t b = x.den / (int64_t)g, d = y.den / (int64_t)g;
    wide num = (wide)x.num * d + (wide)y.num * b;
    wide rest = num % (wide)g;
    uint64_t h = greatest_divisor(g, (uint64_t)(rest < 0 ? -rest : rest));
    return make_if_fits(num / (wide)h, (wide)b * (y.den / (int64_t)h), sum);
}

static bool mul_small(nh_rat x, nh_rat y, nh_rat *product) {
    int64_t g = (int64_t)greatest_divisor(magnitude_of(x.num), (uint64_t)y.den);
    int64_t h = (int64_t)greatest_divisor(magnitude_of(y.num), (uint64_t)x.den);
    return make_if_fits((wide)(x.num / g) * (y.num / h), (wide)(x.den / h) * (y.den / g), product);
}

static nh_rat inv_small(nh_rat a) {
    return a.num > 0 ? (nh_rat){{.num = a.den}, .den = a.num} : (nh_rat){{.num = -a.den}, .den = -a.num};
}

nh_rat nh_rat_add(nh_arena *arena, nh_rat a, nh_rat b) {
    nh_rat sum;
    if (both_small(a, b) && add_small(a, b, &sum)) return sum;
    return nh_big_apply(arena, NH_BIG_ADD, a, b, 0);
}

nh_rat nh_rat_sub(nh_arena *arena, nh_rat a, nh_rat b) {
    nh_rat sum;
    if (both_small(a, b) && add_small(a, (nh_rat){{.num = -b.num}, .den = b.den}, &sum)) return sum;
    return nh_big_apply(arena, NH_BIG_SUB, a, b, 0);
}

nh_rat nh_rat_mul(nh_arena *arena, nh_rat a, nh_rat b) {
    nh_rat product;
    if (both_small(a, b) && mul_small(a, b, &product)) return product;
    return nh_big_apply(arena, NH_BIG_MUL, a, b, 0);
}

nh_rat nh_rat_div(nh_arena *arena, nh_rat a, nh_rat b) {
    NH_ASSERT(!nh_rat_is_zero(b));
    nh_rat quotient;
    if (both_small(a, b) && mul_small(a, inv_small(b), &quotient)) return quotient;
    return nh_big_apply(arena, NH_BIG_DIV, a, b, 0);
}

static size_t limbs_of(const struct nh_big *big) {
    return (size_t)(big->num_size < 0 ? -big->num_size : big->num_size) + (size_t)big->den_size;
}

static struct nh_big *copy_big(nh_arena *arena, const struct nh_big *big) {
    size_t bytes = sizeof *big + limbs_of(big) * sizeof *big->limbs;
    return memcpy(nh_arena_alloc(arena, bytes), big, bytes);
}

nh_rat nh_rat_copy(nh_arena *arena, nh_rat a) {
    return a.den != 0 ? a : (nh_rat){{.big = copy_big(arena, a.big)}, .den = 0};
}

nh_rat nh_rat_neg(nh_arena *arena, nh_rat a) {
    if (a.den != 0) return (nh_rat){{.num = -a.num}, .den = a.den};
    struct nh_big *big = copy_big(arena, a.big);
    big->num_size = -big->num_size;
    return (nh_rat){{.big = big}, .den = 0};
}

nh_rat nh_rat_abs(nh_arena *arena, nh_rat a) {
    return nh_rat_sign(a) < 0 ? nh_rat_neg(arena, a) : nh_rat_copy(arena, a);
}

nh_rat nh_rat_inv(nh_arena *arena, nh_rat a) {
    NH_ASSERT(!nh_rat_is_zero(a));
    return a.den != 0 ? inv_small(a) : nh_big_apply(arena, NH_BIG_DIV, nh_rat_int(1), a, 0);
}

/* Leaves when a power would have more digits than are allowed: e * bits(a) bounds its length. */
static void check_power(nh_arena *arena, nh_rat a, int64_t exponent) {
    wide bits = (wide)nh_rat_bits(a) * (wide)magnitude_of(exponent);
    if (bits > NH_RAT_BITS_MAX)
        nh_fail(nh_arena_context(arena), NH_E_LIMIT, "number-size", "a power would have more than %d binary digits",
                NH_RAT_BITS_MAX);
}

static bool pow_small(nh_rat a, uint64_t exponent, nh_rat *power) {
    nh_rat result = nh_rat_int(1), square = a;
    for (;; exponent >>= 1) {
        if ((exponent & 1) && !mul_small(result, square, &result)) return false;
        if (exponent <= 1) break;
        if (!mul_small(square, square, &square)) return false;
    }
    *power = result;
    return true;
}

nh_rat nh_rat_pow(nh_arena *arena, nh_rat a, int64_t exponent) {
    NH_ASSERT(!nh_rat_is_zero(a) || exponent >= 0);
    if (a.den == 1 && magnitude_of(a.num) <= 1) /* 0, 1 and -1 have powers of any exponent */
        return exponent == 0 ? nh_rat_int(1) : nh_rat_int(exponent % 2 == 0 ? a.num * a.num : a.num);
    nh_rat power;
    if (a.den != 0 && pow_small(exponent < 0 ? inv_small(a) : a, magnitude_of(exponent), &power)) return power;
    check_power(arena, a, exponent);
    return nh_big_apply(arena, NH_BIG_POW, a, a, exponent);
}

nh_rat nh_rat_floor(nh_arena *arena, nh_rat a) {
    if (a.den == 0) return nh_big_apply(arena, NH_BIG_FLOOR, a, a, 0);
    return nh_rat_int(a.num / a.den - (a.num % a.den < 0));
}

nh_rat nh_rat_num(nh_arena *arena, nh_rat a) {
    return a.den != 0 ? nh_rat_int(a.num) : nh_big_apply(arena, NH_BIG_NUM, a, a, 0);
}

nh_rat nh_rat_den(nh_arena *arena, nh_rat a) {
    return a.den != 0 ? nh_rat_int(a.den) : nh_big_apply(arena, NH_BIG_DEN, a, a, 0);
}

/* gcd(a/b, c/d) = gcd(a, c) / lcm(b, d) in lowest terms. */
nh_rat nh_rat_gcd(nh_arena *arena, nh_rat a, nh_rat b) {
    nh_rat result;
    if (both_small(a, b)) {
        wide lcm = (wide)a.den * (b.den / (int64_t)greatest_divisor((uint64_t)a.den, (uint64_t)b.den));
        uint64_t num = greatest_divisor(magnitude_of(a.num), magnitude_of(b.num));
        if (make_if_fits((wide)num, lcm, &result)) return result;
    }
    return nh_big_apply(arena, NH_BIG_GCD, a, b, 0);
}

/* Whether x^order is the target, without overflow. */
static bool power_is(uint64_t x, int64_t order, uint64_t target) {
    uwide power = 1;
    for (int64_t i = 0; i < order; i++) {
        power *= x;
        if (power > target) return false;
    }
    return power == target;
}

/* The order-th root of x if it is an integer. */
static bool root_word(uint64_t x, int64_t order, uint64_t *root) {
    if (x <= 1 || order == 1) {
        *root = x;
        return true;
    }
    if (order >= 64) return false;
    uint64_t guess = (uint64_t)llround(pow((double)x, 1.0 / (double)order));
    for (uint64_t r = guess > 1 ? guess - 1 : 1; r <= guess + 1; r++)
        if (power_is(r, order, x)) {
            *root = r;
            return true;
        }
    return false;
}

bool nh_rat_root(nh_arena *arena, nh_rat a, int64_t order, nh_rat *root) {
    NH_ASSERT(order >= 1);
    if (nh_rat_sign(a) < 0 && order % 2 == 0) return false;
    if (a.den == 0) return nh_big_root(arena, a, order, root);
    uint64_t num, den;
    if (!root_word(magnitude_of(a.num), order, &num) || !root_word((uint64_t)a.den, order, &den)) return false;
    *root = (nh_rat){{.num = a.num < 0 ? -(int64_t)num : (int64_t)num}, .den = (int64_t)den};
    return true;
}

int nh_rat_sign(nh_rat a) {
    int64_t number = a.den != 0 ? a.num : a.big->num_size;
    return (number > 0) - (number < 0);
}

int nh_rat_cmp(nh_context *context, nh_rat a, nh_rat b) {
    if (nh_rat_sign(a) != nh_rat_sign(b)) return nh_rat_sign(a) < nh_rat_sign(b) ? -1 : 1;
    if (!both_small(a, b)) return nh_rat_eq(a, b) ? 0 : nh_big_cmp(context, a, b);
    wide left = (wide)a.num * b.den, right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

bool nh_rat_eq(nh_rat a, nh_rat b) {
    if (both_small(a, b)) return a.num == b.num && a.den == b.den;
    if (a.den != b.den) return false;
    return a.big->num_size == b.big->num_size && a.big->den_size == b.big->den_size &&
           memcmp(a.big->limbs, b.big->limbs, limbs_of(a.big) * sizeof *a.big->limbs) == 0;
}

bool nh_rat_is_int(nh_rat a) {
    if (a.den != 0) return a.den == 1;
    return a.big->den_size == 1 && a.big->limbs[limbs_of(a.big) - 1] == 1;
}

bool nh_rat_get_int(nh_rat a, int64_t *value) {
    if (a.den != 1) return false;
    *value = a.num;
    return true;
}

uint64_t nh_rat_hash(nh_rat a) {
    if (a.den != 0) return nh_hash_combine(nh_hash_u64((uint64_t)a.num), (uint64_t)a.den);
    return nh_hash_combine(nh_hash_bytes(a.big->limbs, limbs_of(a.big) * sizeof *a.big->limbs),
                           (uint64_t)a.big->num_size);
}

static int64_t word_bits(uint64_t x) {
    return x == 0 ? 0 : 64 - __builtin_clzll(x);
}

static int64_t limbs_bits(const mp_limb_t *limbs, size_t count) {
    return 64 * (int64_t)(count - 1) + word_bits(limbs[count - 1]);
}

int64_t nh_rat_num_bits(nh_rat a) {
    if (a.den != 0) return word_bits(magnitude_of(a.num));
    return limbs_bits(a.big->limbs, limbs_of(a.big) - (size_t)a.big->den_size);
}

int64_t nh_rat_den_bits(nh_rat a) {
    if (a.den != 0) return word_bits((uint64_t)a.den);
    size_t den = (size_t)a.big->den_size;
    return limbs_bits(a.big->limbs + limbs_of(a.big) - den, den);
}

int64_t nh_rat_bits(nh_rat a) {
    return nh_rat_num_bits(a) + nh_rat_den_bits(a);
}

/* n/d rounded once: the quotient with at least 63 bits and a last bit that says whether there is more after it. */
static double divide_words(uint64_t n, uint64_t d) {
    int shift = __builtin_clzll(n) + 63; /* n 2^shift lies between 2^126 and 2^127 */
    uwide scaled = (uwide)n << shift;
    uwide quotient = scaled / d;
    bool more = scaled % d != 0;
    int drop = 0;
    while (quotient >> 64 != 0) {
        more |= (quotient & 1) != 0;
        quotient >>= 1;
        drop++;
    }
    return ldexp((double)((uint64_t)quotient | more), drop - shift);
}

double nh_rat_double(nh_context *context, nh_rat a) {
    if (a.den == 0) return nh_big_double(context, a);
    if (a.num == 0) return 0;
    double size = divide_words(magnitude_of(a.num), (uint64_t)a.den);
    return a.num < 0 ? -size : size;
}

nh_rat nh_rat_from_double(nh_arena *arena, double value) {
    NH_ASSERT(isfinite(value));
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(value, &exponent), 53);
    exponent -= 53;
    if (mantissa == 0) return nh_rat_int(0);
    int zeros = __builtin_ctzll((uint64_t)mantissa);
    mantissa /= INT64_C(1) << zeros;
    exponent += zeros;
    if (exponent >= 0 && word_bits(magnitude_of(mantissa)) + exponent <= 63)
        return nh_rat_int(mantissa * (INT64_C(1) << exponent));
    if (exponent < 0 && exponent > -63) return (nh_rat){{.num = mantissa}, .den = INT64_C(1) << -exponent};
    return nh_big_scale(arena, mantissa, exponent);
}
