/* Balls: memory, setting, arithmetic, and the intervals that the other files build on. */
#include "num/ball/ball_private.h"

#include <math.h>
#include <stdalign.h>

#include "num/rational_private.h"

_Static_assert(sizeof(nh_ball) == sizeof(arb_struct), "nh_ball stands for arb_struct");
_Static_assert(alignof(nh_ball) == alignof(arb_struct), "nh_ball stands for arb_struct");
_Static_assert(sizeof(slong) == sizeof(int64_t), "an nh_rat goes into FLINT word by word");

nh_ball *nh_balls_new(size_t count) {
    NH_ASSERT(nh_guard_inside());
    return nh_guard_alloc(count, sizeof(nh_ball)); /* zero bytes are what arb_init writes */
}

void nh_balls_free(nh_ball *balls, size_t count) {
    NH_ASSERT(nh_guard_inside());
    for (size_t i = 0; i < count; i++) arb_clear(nh_arb(&balls[i]));
    nh_guard_free(balls);
}

void nh_ball_set(nh_ball *r, const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    arb_set(nh_arb(r), nh_arb_const(a));
}

void nh_ball_set_int(nh_ball *r, int64_t value) {
    NH_ASSERT(nh_guard_inside());
    arb_set_si(nh_arb(r), value);
}

void nh_ball_set_double(nh_ball *r, double value) {
    NH_ASSERT(nh_guard_inside());
    if (isfinite(value)) arb_set_d(nh_arb(r), value);
    else arb_indeterminate(nh_arb(r)); /* an exact infinity would turn into finite nonsense: 1/inf = 0 */
}

static void set_big_rational(arb_t r, nh_rat value, slong prec) {
    fmpq_t q;
    fmpq_init(q);
    nh_rat_get_fmpq(q, value);
    arb_set_fmpq(r, q, prec);
    fmpq_clear(q);
}

void nh_ball_set_rational(nh_ball *r, nh_rat value, int prec) {
    nh_ball_check(prec);
    if (!nh_rat_is_small(value)) {
        set_big_rational(nh_arb(r), value, prec);
        return;
    }
    arb_set_si(nh_arb(r), value.num);
    arb_div_si(nh_arb(r), nh_arb(r), value.den, prec);
}

void nh_ball_set_interval(nh_ball *r, const nh_ball *low, const nh_ball *high, int prec) {
    nh_ball_check(prec);
    nh_arb_union(nh_arb(r), nh_arb_const(low), nh_arb_const(high), prec);
}

void nh_ball_pi(nh_ball *r, int prec) {
    nh_ball_check(prec);
    arb_const_pi(nh_arb(r), prec);
}

#define BINARY(name)                                                                                                   \
    void nh_ball_##name(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {                                    \
        nh_ball_check(prec);                                                                                           \
        arb_##name(nh_arb(r), nh_arb_const(a), nh_arb_const(b), prec);                                                 \
    }
BINARY(add)
BINARY(sub)
BINARY(mul)
BINARY(div)
#undef BINARY

void nh_ball_fma(nh_ball *r, const nh_ball *a, const nh_ball *b, const nh_ball *c, int prec) {
    nh_ball_check(prec);
    arb_fma(nh_arb(r), nh_arb_const(a), nh_arb_const(b), nh_arb_const(c), prec);
}

void nh_ball_neg(nh_ball *r, const nh_ball *a) {
    NH_ASSERT(nh_guard_inside());
    arb_neg(nh_arb(r), nh_arb_const(a));
}

void nh_ball_inv(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    arb_inv(nh_arb(r), nh_arb_const(a), prec);
}

void nh_arb_ends(arf_t low, arf_t high, const arb_t a, slong prec) {
    slong enough = FLINT_MAX(prec, arb_bits(a)) + 2 * MAG_BITS;
    arb_get_lbound_arf(low, a, enough);
    arb_get_ubound_arf(high, a, enough);
}

/* r := a, exactly; 0 <= a, of at most MAG_BITS bits. Arb's conversions round up even what fits. */
static void mag_set_exactly(mag_t r, const arf_t a) {
    fmpz_t man, exponent;
    NH_ASSERT(arf_sgn(a) >= 0 && arf_bits(a) <= MAG_BITS);
    mag_zero(r);
    if (arf_is_zero(a)) return;
    fmpz_init(man);
    fmpz_init(exponent);
    arf_get_fmpz_2exp(man, exponent, a);
    flint_bitcnt_t bits = fmpz_bits(man);
    MAG_MAN(r) = fmpz_get_ui(man) << (MAG_BITS - bits);
    fmpz_add_ui(MAG_EXPREF(r), exponent, bits);
    fmpz_clear(man);
    fmpz_clear(exponent);
}

/* [low, high] = low + half +- half = high - half +- half, where half is rounded up: one end stays, the other moves out.
 * Whether the one that should stay does. */
static bool place_interval(arb_t r, const arf_t low, const arf_t high, bool from_low, slong prec) {
    arf_t half;
    arf_init(half);
    arf_sub(half, high, low, MAG_BITS, ARF_RND_CEIL);
    arf_mul_2exp_si(half, half, -1);
    mag_set_exactly(arb_radref(r), half);
    int inexact =
        from_low ? arf_add(arb_midref(r), low, half, prec, ARB_RND) : arf_sub(arb_midref(r), high, half, prec, ARB_RND);
    if (inexact) arf_mag_add_ulp(arb_radref(r), arb_radref(r), arb_midref(r), prec);
    arf_clear(half);
    return !inexact;
}

static bool keeps_sign(const arb_t r, const arf_t low, const arf_t high) {
    int from = arf_sgn(low), to = arf_sgn(high);
    if (from > 0 || to < 0) return arb_is_nonzero(r);
    return from < 0 && to > 0 ? true : from == 0 ? arb_is_nonnegative(r) : arb_is_nonpositive(r);
}

/* First the shorter end stays, then the other one; when the result has another sign each time, its end is 0. */
static void place_best(arb_t r, const arf_t low, const arf_t high, slong prec) {
    arf_t zero;
    bool is_low_short = arf_bits(low) <= arf_bits(high);
    if (place_interval(r, low, high, is_low_short, prec) && keeps_sign(r, low, high)) return;
    place_interval(r, low, high, !is_low_short, prec);
    if (keeps_sign(r, low, high)) return;
    arf_init(zero);
    if (arf_sgn(low) >= 0) place_interval(r, zero, high, true, prec);
    else place_interval(r, low, zero, false, prec);
    arf_clear(zero);
}

void nh_arb_hull(arb_t r, const arf_t low, const arf_t high, slong prec) {
    if (arf_is_nan(low) || arf_is_nan(high)) {
        arb_indeterminate(r);
    } else if (!arf_is_finite(low) || !arf_is_finite(high)) {
        arb_zero_pm_inf(r);
    } else {
        NH_ASSERT(arf_cmp(low, high) <= 0);
        place_best(r, low, high, FLINT_MAX(prec, 2 * MAG_BITS));
    }
}

/* What nh_arb_union and nh_arb_common share: the ends of both balls, then the outer or the inner pair of them. */
static void combine_ends(arb_t r, const arb_t a, const arb_t b, bool is_outer, slong prec) {
    arf_t ends[4]; /* low and high of a, low and high of b */
    for (int i = 0; i < 4; i++) arf_init(ends[i]);
    nh_arb_ends(ends[0], ends[1], a, prec);
    nh_arb_ends(ends[2], ends[3], b, prec);
    bool is_a_lower = arf_cmp(ends[0], ends[2]) < 0;
    bool is_a_higher = arf_cmp(ends[1], ends[3]) > 0;
    nh_arb_hull(r, ends[is_a_lower == is_outer ? 0 : 2], ends[is_a_higher == is_outer ? 1 : 3], prec);
    for (int i = 0; i < 4; i++) arf_clear(ends[i]);
}

void nh_arb_union(arb_t r, const arb_t a, const arb_t b, slong prec) {
    if (nh_arb_is_nan(a) || nh_arb_is_nan(b)) arb_indeterminate(r);
    else combine_ends(r, a, b, true, prec);
}

void nh_arb_common(arb_t r, const arb_t a, const arb_t b, slong prec) {
    NH_ASSERT(arb_overlaps(a, b));
    if (nh_arb_is_nan(a) || arb_contains(a, b)) arb_set(r, b);
    else if (nh_arb_is_nan(b) || arb_contains(b, a)) arb_set(r, a);
    else combine_ends(r, a, b, false, prec);
}

void nh_arb_cut_negative(arb_t r, slong prec) {
    arf_t zero, high;
    if (!arb_is_finite(r) || !arb_contains_negative(r)) return;
    arf_init(zero);
    arf_init(high);
    arb_get_ubound_arf(high, r, prec);
    nh_arb_hull(r, zero, high, prec);
    arf_clear(zero);
    arf_clear(high);
}

void nh_arb_over_ends(arb_t r, nh_arb_function f, const arf_t low, const arf_t high, slong prec) {
    arb_t x, at_low, at_high;
    arb_init(x);
    arb_init(at_low);
    arb_init(at_high);
    arb_set_arf(x, low);
    f(at_low, x, prec);
    arb_set_arf(x, high);
    f(at_high, x, prec);
    nh_arb_union(r, at_low, at_high, prec);
    arb_clear(x);
    arb_clear(at_low);
    arb_clear(at_high);
}

static void set_corner(arb_t r, nh_arb_function2 f, const arf_t x, const arf_t y, slong prec) {
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_set_arf(a, x);
    arb_set_arf(b, y);
    f(r, a, b, prec);
    arb_clear(a);
    arb_clear(b);
}

void nh_arb_over_corners(arb_t r, nh_arb_function2 f, const arb_t a, const arb_t b, slong prec) {
    arf_t x[2], y[2];
    for (int i = 0; i < 2; i++) arf_init(x[i]), arf_init(y[i]);
    nh_arb_ends(x[0], x[1], a, prec);
    nh_arb_ends(y[0], y[1], b, prec);
    set_corner(r, f, x[0], y[0], prec);
    arb_t other;
    arb_init(other);
    for (int corner = 1; corner < 4; corner++) {
        set_corner(other, f, x[corner & 1], y[corner >> 1], prec);
        nh_arb_union(r, r, other, prec);
    }
    arb_clear(other);
    for (int i = 0; i < 2; i++) arf_clear(x[i]), arf_clear(y[i]);
}
