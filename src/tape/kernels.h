/* The numbers of a tape: one kernel for each operation of ops.def, one text for a single double
 * and for lanes of doubles.
 *
 * The library includes this file, and programs that it writes carry it verbatim in front. So it needs <math.h>,
 * <stdint.h> and <string.h> only, and any gcc or clang, with or without -march, compiles it.
 *
 *     #define NH_LANES 8
 *     #include "tape/kernels.h"
 *     static nh_real energy(nh_real v) { return NH_K(mul)(NH_K(splat)(0.5), NH_K(mul)(v, v)); }
 *
 * NH_LANES is 1, 2, 4 or 8: nh_real is a double, or a vector of this many (to which C's + - * / and NH_K(add) etc.
 * mean the same). Names end with the lane count, which NH_K and nh_real look up where they are used; so a unit may
 * set NH_LANES anew and include (or carry) the text again, and then use either by redefining NH_LANES.
 * NH_LANES_NATIVE is the count that fills a vector register; more lanes than that are right, but slow, and gcc has a
 * note about them unless -Wno-psabi.
 *
 * Promise: an element has the same bits in every lane and for every lane count, under any of -O0 .. -O3 and any
 * -march, as long as -ffp-contract=off holds. So a formula either rounds after each operation or says fma. Two
 * exceptions: which NaN a NaN is (sign, payload) is open; and what libm computes (tan, exp, pow ...) is the same on
 * one machine only. Without fma in the instruction set (-mfma, -march=native; arm64 always has it) fma is a call into
 * libm: right, but slow.
 *
 * Where the arguments are outside the domain the result is NaN. Of the sign of zero:
 *     sin(-0) = -0; abs and sign give +0; min takes -0 and max +0 as in IEEE 754-2019; a mod that is zero is +0; to
 *     atan2 every zero is +0. */

/* What does not depend on the lanes, once a unit. */
#ifndef NH_KERNELS_COMMON
#define NH_KERNELS_COMMON

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors wider than the registers are passed between static functions only */
#endif

#define NH_K(name) NH_K_OF(name, NH_LANES)
#define NH_K_OF(name, lanes) NH_K_PASTE(name, lanes)
#define NH_K_PASTE(name, lanes) nh_##name##_##lanes
#define nh_real NH_K(real)
#define nh_bits NH_K(bits)

#define NH_KERNEL static inline __attribute__((always_inline, unused)) /* a few instructions */
/* Many instructions, left to the compiler. As NH_KERNEL, which a unit may define it to, eight lanes of sincos take a
 * tenth less time, a third less in a chain, but milliseconds to compile for every place that has them. */
#ifndef NH_KERNEL_LONG
#define NH_KERNEL_LONG static __attribute__((unused))
#endif

#if defined __has_builtin
#define NH_HAS(builtin) __has_builtin(builtin)
#else
#define NH_HAS(builtin) 0
#endif

#if defined __AVX512F__
#define NH_LANES_NATIVE 8
#elif defined __AVX__
#define NH_LANES_NATIVE 4
#else
#define NH_LANES_NATIVE 2
#endif

#define NH_SIGN_BIT 0x8000000000000000u
/* 1.5 2^52: in its neighbourhood doubles are the integers, and the last bits of x + NH_SHIFT are those of x rounded. */
#define NH_SHIFT 0x1.8p52

__extension__ typedef unsigned __int128 nh_u128;

/* libm, seen by the compiler at run time only: otherwise it would fold pow(x, 2) or exp(1) with other roundings than
 * the library that the interpreter calls. */
#define NH_OUTSIDE(name)                                                                                               \
    static __attribute__((unused)) double nh_libm_##name(double a) {                                                   \
        volatile double opaque = a;                                                                                    \
        return name(opaque);                                                                                           \
    }
#define NH_OUTSIDE_2(name)                                                                                             \
    static __attribute__((unused)) double nh_libm_##name(double a, double b) {                                         \
        volatile double opaque_a = a, opaque_b = b;                                                                    \
        return name(opaque_a, opaque_b);                                                                               \
    }
NH_OUTSIDE(cbrt)
NH_OUTSIDE(tan)
NH_OUTSIDE(asin)
NH_OUTSIDE(acos)
NH_OUTSIDE(atan)
NH_OUTSIDE(sinh)
NH_OUTSIDE(cosh)
NH_OUTSIDE(tanh)
NH_OUTSIDE(exp)
NH_OUTSIDE(log)
NH_OUTSIDE_2(atan2)
NH_OUTSIDE_2(pow)
NH_OUTSIDE_2(fmod)

/* x = quadrant pi/2 + high + low, quadrant modulo 4, |high| <= pi/4 (a hair more), |low| <=
 * ulp(high)/2 or nearly so. */
typedef struct nh_turn {
    double high, low;
    uint64_t quadrant;
} nh_turn;

/* fraction 2^-192 (192 bits, most significant word first, in [2^-62, 1/2]) times sign pi/2.
 * The leading 53 bits and the next 64 become two doubles, which are multiplied by pi/2 as two doubles. */
static __attribute__((unused)) nh_turn nh_turn_of_fraction(const uint64_t fraction[3], uint64_t sign) {
    const double half_pi = 0x1.921fb54442d18p+0, half_pi_rest = 0x1.1a62633145c07p-54;
    unsigned zeros = (unsigned)__builtin_clzll(fraction[0]); /* 1 .. 62 */
    uint64_t first = fraction[0] << zeros | fraction[1] >> (64 - zeros);
    uint64_t second = fraction[1] << zeros | fraction[2] >> (64 - zeros);
    uint64_t scale_bits = sign | (uint64_t)(1023 - 53 - zeros) << 52;
    double scale;
    memcpy(&scale, &scale_bits, sizeof scale);
    double a = (double)(first >> 11) * scale; /* exact */
    double b = (double)(first << 53 | second >> 11) * 0x1p-64 * scale;
    double high = a * half_pi;
    double low = __builtin_fma(b, half_pi, __builtin_fma(a, half_pi_rest, __builtin_fma(a, half_pi, -high)));
    nh_turn turn = {high + low, 0, 0};
    turn.low = low - (turn.high - high);
    return turn;
}

/* The reduction of a >= 1 by Payne and Hanek; NaN for what is not finite.
 * a = m 2^e with an integer m < 2^53. In a (2/pi) the bits of 2/pi of weight 2^(2-e) and above contribute
 * multiples of 4. The 192 bits A from weight 2^(1-e) on give m A 2^-190 mod 4, and what follows them less than m
 * 2^-190 < 2^-137: since no double comes closer to a multiple of pi/2 than 2^-60.9 (6381956970095103 2^797), the
 * relative error is below 2^-75. */
static __attribute__((unused)) nh_turn nh_turn_of_large(double a) {
    static const uint64_t two_over_pi[20] = {
        /* after 64 bits before the point, which are zero */
        0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
        0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
        0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
        0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
    uint64_t bits, word[3];
    memcpy(&bits, &a, sizeof bits);
    unsigned biased = (unsigned)(bits >> 52) & 2047;
    if (biased == 2047) return (nh_turn){__builtin_nan(""), 0, 0};
    uint64_t m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    unsigned first = biased - 1075 + 62; /* where in the table the bit of weight 2^(1-e) is */
    unsigned shift = first % 64;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t *at = &two_over_pi[first / 64 + i];
        word[i] = at[0] << shift | at[1] >> 1 >> (63 - shift);
    }
    nh_u128 low = (nh_u128)m * word[2], middle = (nh_u128)m * word[1] + (uint64_t)(low >> 64);
    uint64_t top = m * word[0] + (uint64_t)(middle >> 64);
    /* two bits of quadrant, 190 bits of fraction; from 1/2 on, one quadrant more and the fraction
     * less 1, except for 2^-192 */
    uint64_t up = top >> 61 & 1, flip = 0 - up;
    uint64_t fraction[3] = {(top << 2 | (uint64_t)middle >> 62) ^ flip,
                            ((uint64_t)middle << 2 | (uint64_t)low >> 62) ^ flip, (uint64_t)low << 2 ^ flip};
    nh_turn turn = nh_turn_of_fraction(fraction, up << 63);
    turn.quadrant = (top >> 62) + up;
    return turn;
}

/* a mod b for |a/b| > 2^51 and for what is not finite: fmod is exact, so all is rounded once. */
static __attribute__((unused)) double nh_mod_far(double a, double b) {
    double rest = nh_libm_fmod(a, b);
    if (rest != 0 && (rest < 0) != (b < 0)) return rest + b;
    return rest + 0.0;
}

/* In (-pi, pi], and 0 at the origin: there is one zero only, from whichever side it was reached. */
static __attribute__((unused)) double nh_angle_of(double y, double x) {
    return nh_libm_atan2(y + 0.0, x + 0.0);
}

/* a - y^n for y^n near a, to nearly twice the precision: y^n = high + low by squaring, a step (h + l)(p + q). */
static __attribute__((unused)) double nh_power_rest(double a, double y, int n) {
    double high = 1, low = 0, h = y, l = 0;
    for (;; n /= 2) {
        if (n % 2 != 0) {
            double p = high * h;
            low = __builtin_fma(high, l, __builtin_fma(low, h, __builtin_fma(high, h, -p)));
            high = p;
        }
        if (n <= 1) return (a - high) - low;
        double p = h * h;
        l = __builtin_fma(h, l + l, __builtin_fma(h, h, -p));
        h = p;
    }
}

/* The root of an odd order (NaN for others): libm's, and one Newton step with a nearly exact remainder, which makes it
 * right to 0.51 units of the last place (0.8 for orders above 1000) and perfect powers exact; glibc's cbrt(27) is not
 * 3. 1/order is rounded, which pow multiplies by log a: so first as many powers of 2^order as possible leave a. */
static __attribute__((unused)) double nh_root_of(double a, double order) {
    int n = order >= 1 && order <= 1e6 ? (int)order : 0, exponent;
    if (n % 2 == 0 || n != order) return __builtin_nan("");
    if (a == 0 || a - a != 0) return a;
    double m = frexp(fabs(a), &exponent);
    int whole = exponent / n;
    m = ldexp(m, exponent - n * whole);
    double y = n == 3 ? nh_libm_cbrt(m) : nh_libm_pow(m, 1 / order);
    double step = nh_power_rest(m, y, n) / m / order;
    return copysign(ldexp(__builtin_fma(y, step, y), whole), a);
}

static __attribute__((unused)) double nh_cbrt_of(double a) {
    return nh_root_of(a, 3);
}

#endif

/* From here on once for each lane count: first what differs between a double and lanes. */
#if NH_LANES == 1

typedef double nh_real_1;
typedef uint64_t nh_bits_1;

NH_KERNEL double nh_splat_1(double a) {
    return a;
}

NH_KERNEL uint64_t nh_bits_of_1(double a) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

NH_KERNEL double nh_real_of_1(uint64_t bits) {
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* Masks: all bits where it is true, else none. */
NH_KERNEL uint64_t nh_less_1(double a, double b) {
    return 0 - (uint64_t)(a < b);
}

NH_KERNEL uint64_t nh_equal_1(double a, double b) {
    return 0 - (uint64_t)(a == b);
}

/* Whether a <= limit everywhere, and nothing is NaN. */
NH_KERNEL int nh_all_at_most_1(double a, double limit) {
    return a <= limit;
}

NH_KERNEL double nh_load_1(const double *from) {
    return *from;
}

NH_KERNEL void nh_store_1(double *to, double a) {
    *to = a;
}

NH_KERNEL double nh_fma_1(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}

NH_KERNEL double nh_sqrt_1(double a) {
    return __builtin_sqrt(a);
}

#else

typedef double nh_real __attribute__((vector_size(8 * NH_LANES)));
typedef uint64_t nh_bits __attribute__((vector_size(8 * NH_LANES)));
typedef double NH_K(loose) __attribute__((vector_size(8 * NH_LANES), aligned(8), may_alias)); /* anywhere in memory */

/* a - 0 and not a + 0, which would lose the sign of -0. */
NH_KERNEL nh_real NH_K(splat)(double a) {
    return a - (nh_real){0};
}

NH_KERNEL nh_bits NH_K(bits_of)(nh_real a) {
    return (nh_bits)a;
}

NH_KERNEL nh_real NH_K(real_of)(nh_bits bits) {
    return (nh_real)bits;
}

NH_KERNEL nh_bits NH_K(less)(nh_real a, nh_real b) {
    return (nh_bits)(a < b);
}

NH_KERNEL nh_bits NH_K(equal)(nh_real a, nh_real b) {
    return (nh_bits)(a == b);
}

NH_KERNEL nh_real NH_K(load)(const double *from) {
    return *(const NH_K(loose) *)from;
}

NH_KERNEL void NH_K(store)(double *to, nh_real a) {
    *(NH_K(loose) *)to = a;
}

/* The three that C has no word for. The builtins follow the intrinsics, whose header would take longer to compile
 * than a whole tape; where one is missing, element by element. */
NH_KERNEL int NH_K(all_at_most)(nh_real a, double limit) {
#if NH_LANES == 8 && defined __AVX512F__ && NH_HAS(__builtin_ia32_cmppd512_mask)
    return (unsigned char)__builtin_ia32_cmppd512_mask(a, NH_K(splat)(limit), 18, 255, 4) == 255;
#elif NH_LANES == 4 && defined __AVX__ && NH_HAS(__builtin_ia32_movmskpd256)
    return __builtin_ia32_movmskpd256((nh_real)(a <= limit)) == 15;
#elif NH_LANES == 2 && defined __SSE2__ && NH_HAS(__builtin_ia32_movmskpd)
    return __builtin_ia32_movmskpd((nh_real)(a <= limit)) == 3;
#else
    int all = 1;
    for (int i = 0; i < NH_LANES; i++) all &= a[i] <= limit;
    return all;
#endif
}

NH_KERNEL nh_real NH_K(fma)(nh_real a, nh_real b, nh_real c) {
#if NH_HAS(__builtin_elementwise_fma)
    return __builtin_elementwise_fma(a, b, c);
#elif NH_LANES == 8 && defined __AVX512F__ && NH_HAS(__builtin_ia32_vfmaddpd512_mask)
    return __builtin_ia32_vfmaddpd512_mask(a, b, c, 255, 4);
#elif NH_LANES == 4 && defined __FMA__ && NH_HAS(__builtin_ia32_vfmaddpd256)
    return __builtin_ia32_vfmaddpd256(a, b, c);
#elif NH_LANES == 2 && defined __FMA__ && NH_HAS(__builtin_ia32_vfmaddpd)
    return __builtin_ia32_vfmaddpd(a, b, c);
#else
    for (int i = 0; i < NH_LANES; i++) a[i] = __builtin_fma(a[i], b[i], c[i]);
    return a;
#endif
}

NH_KERNEL nh_real NH_K(sqrt)(nh_real a) {
#if NH_HAS(__builtin_elementwise_sqrt)
    return __builtin_elementwise_sqrt(a);
#elif NH_LANES == 8 && defined __AVX512F__ && NH_HAS(__builtin_ia32_sqrtpd512_mask)
    return __builtin_ia32_sqrtpd512_mask(a, a, -1, 4);
#elif NH_LANES == 8 && defined __AVX512F__ && NH_HAS(__builtin_ia32_sqrtpd512)
    return __builtin_ia32_sqrtpd512(a, 4);
#elif NH_LANES == 4 && defined __AVX__ && NH_HAS(__builtin_ia32_sqrtpd256)
    return __builtin_ia32_sqrtpd256(a);
#elif NH_LANES == 2 && defined __SSE2__ && NH_HAS(__builtin_ia32_sqrtpd)
    return __builtin_ia32_sqrtpd(a);
#else
    for (int i = 0; i < NH_LANES; i++) a[i] = __builtin_sqrt(a[i]);
    return a;
#endif
}

#endif

/* The common text. */

NH_KERNEL nh_real NH_K(add)(nh_real a, nh_real b) {
    return a + b;
}

NH_KERNEL nh_real NH_K(sub)(nh_real a, nh_real b) {
    return a - b;
}

NH_KERNEL nh_real NH_K(mul)(nh_real a, nh_real b) {
    return a * b;
}

NH_KERNEL nh_real NH_K(div)(nh_real a, nh_real b) {
    return a / b;
}

/* By its bits: of -fma(a, b, c) gcc makes fma(-a, b, -c), which is +0 where the negative of a sum that is 0 is -0. */
NH_KERNEL nh_real NH_K(neg)(nh_real a) {
    return NH_K(real_of)(NH_K(bits_of)(a) ^ NH_SIGN_BIT);
}

NH_KERNEL nh_real NH_K(fms)(nh_real a, nh_real b, nh_real c) {
    return NH_K(fma)(a, b, -c);
}

/* c - a b */
NH_KERNEL nh_real NH_K(fnma)(nh_real a, nh_real b, nh_real c) {
    return NH_K(fma)(-a, b, c);
}

/* a where the mask is set, else b. */
NH_KERNEL nh_real NH_K(blend)(nh_bits mask, nh_real a, nh_real b) {
    return NH_K(real_of)((NH_K(bits_of)(a) & mask) | (NH_K(bits_of)(b) & ~mask));
}

/* a where d < 0, else b; NaN where d is. */
NH_KERNEL nh_real NH_K(select)(nh_real d, nh_real a, nh_real b) {
    nh_real chosen = NH_K(blend)(NH_K(less)(d, NH_K(splat)(0)), a, b);
    return NH_K(blend)(NH_K(equal)(d, d), chosen, d);
}

NH_KERNEL nh_real NH_K(abs)(nh_real a) {
    return NH_K(real_of)(NH_K(bits_of)(a) & ~NH_SIGN_BIT);
}

/* -1, +0 or 1; NaN stays. */
NH_KERNEL nh_real NH_K(sign)(nh_real a) {
    nh_bits one = (NH_K(bits_of)(a) & NH_SIGN_BIT) | NH_K(bits_of)(NH_K(splat)(1));
    nh_bits zero = NH_K(equal)(a, NH_K(splat)(0));
    return NH_K(blend)(NH_K(equal)(a, a), NH_K(real_of)(one & ~zero), a);
}

/* NaN where either is; of two zeros -0. Equal numbers have equal bits except for the sign of
 * zero, so or and and decide. */
NH_KERNEL nh_real NH_K(min)(nh_real a, nh_real b) {
    nh_bits smaller = NH_K(bits_of)(NH_K(blend)(NH_K(less)(a, b), a, b));
    smaller |= NH_K(bits_of)(a) & NH_K(equal)(a, b);
    return NH_K(blend)(NH_K(equal)(a, a), NH_K(real_of)(smaller), a);
}

/* NaN where either is; of two zeros +0. */
NH_KERNEL nh_real NH_K(max)(nh_real a, nh_real b) {
    nh_bits larger = NH_K(bits_of)(NH_K(blend)(NH_K(less)(b, a), a, b));
    larger &= NH_K(bits_of)(a) | ~NH_K(equal)(a, b);
    return NH_K(blend)(NH_K(equal)(a, a), NH_K(real_of)(larger), a);
}

/* The elements of lanes, for what is done one by one. */
typedef union NH_K(elements) {
    nh_real real;
    double at[NH_LANES];
} NH_K(elements);

static __attribute__((unused, noinline, cold)) void NH_K(mod_patch)(nh_real *rest, const nh_real *a, const nh_real *b) {
    NH_K(elements) r = {*rest}, x = {*a}, y = {*b};
    for (int i = 0; i < NH_LANES; i++)
        if (!(fabs(x.at[i] / y.at[i]) <= 0x1p51)) r.at[i] = nh_mod_far(x.at[i], y.at[i]);
    *rest = r.real;
}

/* a - b floor(a/b) with the exact quotient, rounded once (so it may be b itself); NaN for b = 0 and b or a infinite.
 * The quotient is rounded: its floor may be one too large, never too small. Then the remainder is exact, being a
 * multiple of the last bit of a or b and smaller than b; it has the wrong sign, and gets another b. */
NH_KERNEL_LONG nh_real NH_K(mod)(nh_real a, nh_real b) {
    nh_real quotient = a / b;
    nh_real whole = (quotient + NH_SHIFT) - NH_SHIFT;
    nh_bits above = NH_K(less)(quotient, whole);
    whole = whole - NH_K(real_of)(NH_K(bits_of)(NH_K(splat)(1)) & above);
    nh_real rest = NH_K(fnma)(b, whole, a);
    nh_real zero = NH_K(splat)(0);
    nh_bits wrong = (NH_K(less)(rest, zero) & NH_K(less)(zero, b)) | (NH_K(less)(zero, rest) & NH_K(less)(b, zero));
    rest = rest + NH_K(real_of)(NH_K(bits_of)(b) & wrong);
    if (__builtin_expect(!NH_K(all_at_most)(NH_K(abs)(quotient), 0x1p51), 0)) {
        nh_real far = rest, x = a, y = b; /* copies: what has an address would live in memory */
        NH_K(mod_patch)(&far, &x, &y);
        rest = far;
    }
    return rest;
}

#define NH_BY_ELEMENT(name, function)                                                                                  \
    NH_KERNEL_LONG nh_real NH_K(name)(nh_real a) {                                                                     \
        NH_K(elements) x = {a};                                                                                        \
        for (int i = 0; i < NH_LANES; i++) x.at[i] = function(x.at[i]);                                                \
        return x.real;                                                                                                 \
    }
#define NH_BY_ELEMENT_2(name, function)                                                                                \
    NH_KERNEL_LONG nh_real NH_K(name)(nh_real a, nh_real b) {                                                          \
        NH_K(elements) x = {a}, y = {b};                                                                               \
        for (int i = 0; i < NH_LANES; i++) x.at[i] = function(x.at[i], y.at[i]);                                       \
        return x.real;                                                                                                 \
    }
NH_BY_ELEMENT(cbrt, nh_cbrt_of)
NH_BY_ELEMENT(tan, nh_libm_tan)
NH_BY_ELEMENT(asin, nh_libm_asin)
NH_BY_ELEMENT(acos, nh_libm_acos)
NH_BY_ELEMENT(atan, nh_libm_atan)
NH_BY_ELEMENT(sinh, nh_libm_sinh)
NH_BY_ELEMENT(cosh, nh_libm_cosh)
NH_BY_ELEMENT(tanh, nh_libm_tanh)
NH_BY_ELEMENT(exp, nh_libm_exp)
NH_BY_ELEMENT(log, nh_libm_log)
NH_BY_ELEMENT_2(atan2, nh_angle_of)
NH_BY_ELEMENT_2(pow, nh_libm_pow)
NH_BY_ELEMENT_2(root, nh_root_of)
#undef NH_BY_ELEMENT
#undef NH_BY_ELEMENT_2

/* Sine and cosine.
 *
 * Reduction. |x| = n pi/2 + r with n the integer nearest to |x| 2/pi (found by NH_SHIFT; the product's error makes |r|
 * exceed pi/4 by 2^-29 at most). pi/2 = P1 + P2 + P3 + 2^-141.8, P1 and P3 of 53 bits, P2 of 29. For
 * |x| <= 2^24, n < 2^23.4:
 *   x - n P1      is exact: a multiple of 2^-52 (of 2^-53 below x = 1) smaller than 1.
 *   n P2 =: b     is exact, 53 bits down to 2^-82; high = x - n P1 - b is rounded, and its error is found exactly: (x -
 *                 n P1) - high is exact by Sterbenz if |x - n P1| >= 2 |b|, else as a multiple of 2^-82 below 2^-29.
 *   low           = that error - n P3.
 *   left out      n 2^-141.8 against r: below 2^-59.7 r, the worst being n = 9.2e6, r = 2^-59 (from the continued
 *                 fractions of 2^k / pi, binade by binade).
 * Larger arguments are reduced one by one with the bits of 2/pi.
 *
 * Polynomials, with z = high^2 and |high| <= pi/4: minimax, the coefficients rounded one after the other
 * and the rest fitted anew.
 *   sin r = r + r z S(z), S of degree 5, relative error 2^-57.9;
 *   cos r = 1 - z/2 + z^2 C(z), C of degree 5, error 2^-64.2.
 * low enters to first order: + low cos r, with 1 - z/2 for the cosine, and - low sin r, with high for the sine.
 *
 * Error in units of the last place, worst near pi/4: 1/2 for the last addition; sine: the addend, 0.078 of 0.707, has
 * three roundings before its own, 0.17 + 0.06, and 0.03 for S; cosine: 0.25 for the rounding of z, 0.03 for that of z^2
 * C. So below 0.8; the largest seen is 0.78. */

typedef struct NH_K(turned) {
    nh_real high, low;
    nh_bits quadrant; /* modulo 4, with other bits above */
} NH_K(turned);

#define NH_TURN_LIMIT 0x1p24

static __attribute__((unused, noinline, cold)) void NH_K(turn_patch)(NH_K(turned) * turned, const nh_real *a) {
    NH_K(elements) x = {*a}, high = {turned->high}, low = {turned->low};
    uint64_t quadrant[NH_LANES];
    memcpy(quadrant, &turned->quadrant, sizeof quadrant);
    for (int i = 0; i < NH_LANES; i++) {
        if (x.at[i] <= NH_TURN_LIMIT) continue;
        nh_turn turn = nh_turn_of_large(x.at[i]);
        high.at[i] = turn.high;
        low.at[i] = turn.low;
        quadrant[i] = turn.quadrant;
    }
    memcpy(&turned->quadrant, quadrant, sizeof quadrant);
    turned->high = high.real;
    turned->low = low.real;
}

/* a >= 0. The constants are those of -pi/2. */
NH_KERNEL NH_K(turned) NH_K(turn)(nh_real a) {
    nh_real p2 = NH_K(splat)(-0x1.1a62633p-54);
    nh_real shifted = NH_K(fma)(a, NH_K(splat)(0x1.45f306dc9c883p-1), NH_K(splat)(NH_SHIFT)); /* 2/pi */
    nh_real n = shifted - NH_SHIFT;
    nh_real rough = NH_K(fma)(n, NH_K(splat)(-0x1.921fb54442d18p+0), a);
    NH_K(turned) t = {.high = NH_K(fma)(n, p2, rough), .quadrant = NH_K(bits_of)(shifted)};
    t.low = NH_K(fma)(n, NH_K(splat)(-0x1.45c06e0e68948p-86), NH_K(fma)(n, p2, rough - t.high));
    if (__builtin_expect(!NH_K(all_at_most)(a, NH_TURN_LIMIT), 0)) {
        NH_K(turned) large = t; /* copies: what has an address would live in memory */
        nh_real x = a;
        NH_K(turn_patch)(&large, &x);
        t = large;
    }
    return t;
}

/* (c0 + c1 z) + zz ((c2 + c3 z) + zz (c4 + c5 z)) */
NH_KERNEL nh_real NH_K(polynomial)(const double c[6], nh_real z, nh_real zz) {
    nh_real p0 = NH_K(fma)(NH_K(splat)(c[1]), z, NH_K(splat)(c[0]));
    nh_real p2 = NH_K(fma)(NH_K(splat)(c[3]), z, NH_K(splat)(c[2]));
    nh_real p4 = NH_K(fma)(NH_K(splat)(c[5]), z, NH_K(splat)(c[4]));
    return NH_K(fma)(zz, NH_K(fma)(zz, p4, p2), p0);
}

/* Without a branch on the quadrant: both series, exchanged where it is odd. The sine is that of |x|, with the sign of x
 * put back, so that -0 stays -0. */
NH_KERNEL void NH_K(sine_and_cosine)(nh_real x, nh_real *sine, nh_real *cosine) {
    static const double s[6] = {-0x1.5555555555548p-3, 0x1.111111110f730p-7,   -0x1.a01a019be9215p-13,
                                0x1.71de35552b247p-19, -0x1.ae5e4b83b6635p-26, 0x1.5d8b5584af561p-33};
    static const double c[6] = {0x1.555555555554cp-5,   -0x1.6c16c16c1521fp-10, 0x1.a01a019cbf62cp-16,
                                -0x1.27e4f812b6becp-22, 0x1.1ee9f152ec496p-29,  -0x1.8fb1313d388c5p-37};
    nh_real half = NH_K(splat)(0.5), one = NH_K(splat)(1);
    NH_K(turned) t = NH_K(turn)(NH_K(abs)(x));
    nh_real z = t.high * t.high, zz = z * z;
    nh_real nearly = NH_K(fnma)(half, z, one); /* 1 - z/2 */
    nh_real lost = NH_K(fnma)(half, z, one - nearly);
    nh_real sin_r = t.high + NH_K(fma)(z * t.high, NH_K(polynomial)(s, z, zz), t.low * nearly);
    nh_real cos_r = nearly + NH_K(fma)(zz, NH_K(polynomial)(c, z, zz), NH_K(fnma)(t.high, t.low, lost));

    nh_bits odd = 0 - (t.quadrant & 1);
    nh_bits s_bits = NH_K(bits_of)(sin_r), c_bits = NH_K(bits_of)(cos_r);
    nh_bits exchange = (s_bits ^ c_bits) & odd;
    nh_bits x_sign = NH_K(bits_of)(x) & NH_SIGN_BIT;
    *sine = NH_K(real_of)(s_bits ^ exchange ^ ((t.quadrant << 62) & NH_SIGN_BIT) ^ x_sign);
    *cosine = NH_K(real_of)(c_bits ^ exchange ^ (((t.quadrant + 1) << 62) & NH_SIGN_BIT));
}

NH_KERNEL_LONG void NH_K(sincos)(nh_real a, nh_real *sine, nh_real *cosine) {
    NH_K(sine_and_cosine)(a, sine, cosine);
}

NH_KERNEL_LONG nh_real NH_K(sin)(nh_real a) {
    nh_real sine, cosine;
    NH_K(sine_and_cosine)(a, &sine, &cosine);
    return sine;
}

NH_KERNEL_LONG nh_real NH_K(cos)(nh_real a) {
    nh_real sine, cosine;
    NH_K(sine_and_cosine)(a, &sine, &cosine);
    return cosine;
}
