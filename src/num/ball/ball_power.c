/* Powers and roots of balls.
 *
 * Everything with a rational exponent p/q is one function of x >= 0, monotone, continued to x < 0 where q is odd: with
 * the sign for odd p, without for even p. So a ball on one side of zero gives its two ends or, when it is narrow, the
 * direct evaluation; a ball that contains zero gives the hull of what its ends give and 0. */
#include "num/ball/ball_private.h"

#include "num/rational_private.h"

/* Below this many bits of relative accuracy of the result the ends are better than the direct evaluation, which bounds
 * the error by that of the linear part. */
#define WIDE_BITS 20
/* Longer exponents go through the logarithm: the product of squares needs their length in extra bits and steps. */
#define SQUARINGS_MAX 64
/* An exact exponent that needs more bits than this is not examined as an integer. */
#define INTEGER_BITS_MAX (1 << 20)

static slong size_bits(const arb_t a) {
    mag_t size;
    fmpz_t bits;
    mag_init(size);
    fmpz_init(bits);
    arb_get_mag(size, a);
    fmpz_set(bits, MAG_EXPREF(size));
    slong result = mag_is_special(size) ? 0
                   : fmpz_sgn(bits) < 0 ? 0
                   : fmpz_fits_si(bits) ? fmpz_get_si(bits)
                                        : WORD_MAX;
    fmpz_clear(bits);
    mag_clear(size);
    return result;
}

/* a > 0: exp(b log a), with as many bits more as the absolute error of b log a, a relative one
 * of the result, asks for. */
static void by_logarithm(arb_t r, const arb_t a, const arb_t b, slong prec) {
    arb_t t;
    arb_init(t);
    arb_log(t, a, 2 * MAG_BITS);
    slong extra = FLINT_MIN(size_bits(t), prec) + FLINT_MIN(size_bits(b), prec) + 4;
    arb_log(t, a, prec + extra);
    arb_mul(t, t, b, prec + extra);
    arb_exp(r, t, prec);
    nh_arb_cut_negative(r, prec);
    arb_clear(t);
}

/* a > 0, by the logarithm with an exponent of any length. */
static void by_logarithm_of(arb_t r, const arb_t a, const fmpq_t exponent, slong prec) {
    arb_t b;
    arb_init(b);
    slong length = (slong)fmpz_bits(fmpq_numref(exponent));
    arb_set_fmpq(b, exponent, 2 * prec + FLINT_MIN(length, prec) + 8);
    by_logarithm(r, a, b, prec);
    arb_clear(b);
}

/* a > 0, directly. */
static void power_positive(arb_t r, const arb_t a, const fmpq_t exponent, slong prec) {
    const fmpz *num = fmpq_numref(exponent), *den = fmpq_denref(exponent);
    slong length = (slong)fmpz_bits(num);
    if (length > SQUARINGS_MAX || !fmpz_abs_fits_ui(den)) {
        by_logarithm_of(r, a, exponent, prec);
    } else if (fmpz_is_one(den)) {
        arb_pow_fmpz_binexp(r, a, num, prec);
    } else {
        arb_t root;
        arb_init(root);
        arb_root_ui(root, a, fmpz_get_ui(den), prec + length + 2);
        arb_pow_fmpz_binexp(r, root, num, prec);
        arb_clear(root);
    }
}

/* x >= 0, a point. */
static void power_point(arb_t r, const arf_t x, const fmpq_t exponent, slong prec) {
    arb_t a;
    if (arf_is_zero(x)) {
        arb_zero(r);
        return;
    }
    arb_init(a);
    arb_set_arf(a, x);
    power_positive(r, a, exponent, prec);
    arb_clear(a);
}

/* 0 <= low <= high. */
static void power_interval(arb_t r, const arf_t low, const arf_t high, const fmpq_t exponent, slong prec) {
    arb_t other;
    arb_init(other);
    power_point(r, low, exponent, prec);
    power_point(other, high, exponent, prec);
    nh_arb_union(r, r, other, prec);
    nh_arb_cut_negative(r, prec);
    arb_clear(other);
}

/* a > 0: by its ends when it is wide for this exponent. */
static void power_one_side(arb_t r, const arb_t a, const fmpq_t exponent, slong prec) {
    arf_t low, high;
    slong amplified = (slong)fmpz_bits(fmpq_numref(exponent)) - (slong)fmpz_bits(fmpq_denref(exponent));
    if (arb_is_exact(a) || arb_rel_accuracy_bits(a) >= WIDE_BITS + FLINT_MAX(amplified, 0)) {
        power_positive(r, a, exponent, prec);
        nh_arb_cut_negative(r, prec);
        return;
    }
    arf_init(low);
    arf_init(high);
    nh_arb_ends(low, high, a, prec);
    power_interval(r, low, high, exponent, prec);
    arf_clear(low);
    arf_clear(high);
}

/* a contains 0, exponent > 0. */
static void power_across_zero(arb_t r, const arb_t a, const fmpq_t exponent, slong prec) {
    arf_t low, high, zero;
    arf_init(low);
    arf_init(high);
    arf_init(zero);
    nh_arb_ends(low, high, a, prec);
    arf_neg(low, low);
    if (fmpz_is_odd(fmpq_numref(exponent))) {
        arb_t negative;
        arb_init(negative);
        power_point(negative, low, exponent, prec);
        arb_neg(negative, negative);
        power_point(r, high, exponent, prec);
        nh_arb_union(r, negative, r, prec);
        arb_clear(negative);
    } else {
        power_interval(r, zero, arf_cmp(low, high) > 0 ? low : high, exponent, prec);
    }
    arf_clear(low);
    arf_clear(high);
    arf_clear(zero);
}

/* All cases; r is not a. */
static void raise_ball(arb_t r, const arb_t a, const fmpq_t exponent, slong prec) {
    bool is_even_root = fmpz_is_even(fmpq_denref(exponent));
    if (nh_arb_is_nan(a)) {
        arb_indeterminate(r);
    } else if (fmpq_is_zero(exponent)) {
        arb_one(r);
    } else if (!arb_is_finite(a) || (is_even_root && arb_contains_negative(a))) {
        arb_indeterminate(r);
    } else if (arb_is_positive(a)) {
        power_one_side(r, a, exponent, prec);
    } else if (arb_is_negative(a)) {
        arb_t mirrored;
        arb_init(mirrored);
        arb_neg(mirrored, a);
        power_one_side(r, mirrored, exponent, prec);
        if (fmpz_is_odd(fmpq_numref(exponent))) arb_neg(r, r);
        arb_clear(mirrored);
    } else if (fmpq_sgn(exponent) > 0) {
        power_across_zero(r, a, exponent, prec);
    } else {
        arb_indeterminate(r);
    }
}

/* r may be a. */
static void set_power(nh_ball *r, const nh_ball *a, const fmpq_t exponent, slong prec) {
    arb_t t;
    arb_init(t);
    raise_ball(t, nh_arb_const(a), exponent, prec);
    arb_swap(nh_arb(r), t);
    arb_clear(t);
}

void nh_ball_pow_rational(nh_ball *r, const nh_ball *a, nh_rat exponent, int prec) {
    nh_ball_check(prec);
    fmpq_t q;
    fmpq_init(q);
    nh_rat_get_fmpq(q, exponent);
    set_power(r, a, q, prec);
    fmpq_clear(q);
}

void nh_ball_root(nh_ball *r, const nh_ball *a, int order, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(order >= 1);
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_ui(q, 1, (ulong)order);
    set_power(r, a, q, prec);
    fmpq_clear(q);
}

void nh_ball_cbrt(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_root(r, a, 3, prec);
}

/* Whether b is an exact integer or half of one, short enough to be taken apart: *exponent is then that. */
static bool is_half_integer(fmpq_t exponent, const arb_t b) {
    if (!arb_is_finite(b) || !arb_is_int_2exp_si(b, -1)) return false;
    if (arf_abs_bound_lt_2exp_si(arb_midref(b)) > INTEGER_BITS_MAX) return false;
    arf_get_fmpq(exponent, arb_midref(b));
    return true;
}

/* a >= 0, b real. 0^b is 0 for b > 0, and undefined otherwise. An a that reaches down to 0 comes
 * back once, with its ends. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void power_real(arb_t r, const arb_t a, const arb_t b, slong prec) {
    bool is_wide = arb_rel_accuracy_bits(a) < WIDE_BITS || arb_rel_accuracy_bits(b) < WIDE_BITS;
    if (!arb_is_finite(a) || !arb_is_finite(b)) {
        arb_indeterminate(r);
    } else if (arb_is_positive(a)) {
        if (is_wide) nh_arb_over_corners(r, by_logarithm, a, b, prec);
        else by_logarithm(r, a, b, prec);
    } else if (arb_is_zero(a) || !arb_is_positive(b)) {
        if (arb_is_positive(b)) arb_zero(r);
        else arb_indeterminate(r);
    } else {
        /* 0 is the least value, the greatest one is at the upper end */
        arb_t high, zero;
        arb_init(high);
        arb_init(zero);
        arb_get_ubound_arf(arb_midref(high), a, prec);
        power_real(r, high, b, prec);
        nh_arb_union(r, zero, r, prec);
        arb_clear(high);
        arb_clear(zero);
    }
}

void nh_ball_pow(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    nh_ball_check(prec);
    fmpq_t exponent;
    arb_t t;
    fmpq_init(exponent);
    arb_init(t);
    if (is_half_integer(exponent, nh_arb_const(b))) raise_ball(t, nh_arb_const(a), exponent, prec);
    else if (arb_is_nonnegative(nh_arb_const(a))) power_real(t, nh_arb_const(a), nh_arb_const(b), prec);
    else arb_indeterminate(t);
    arb_swap(nh_arb(r), t);
    arb_clear(t);
    fmpq_clear(exponent);
}
