/* The functions of the language over balls: what Arb has as it is, and by hand where a ball meets the edge of a domain,
 * a jump, or a branch. Each result contains the values at all points of the argument. */
#include "num/ball/ball_private.h"

/* sqrt, log: finite only for a ball wholly in the domain, which for sqrt contains its end 0. */
#define DIRECT(name)                                                                                                   \
    void nh_ball_##name(nh_ball *r, const nh_ball *a, int prec) {                                                      \
        nh_ball_check(prec);                                                                                           \
        arb_##name(nh_arb(r), nh_arb_const(a), prec);                                                                  \
    }
DIRECT(sin)
DIRECT(cos)
DIRECT(tan)
DIRECT(sinh)
DIRECT(log)
#undef DIRECT

/* Arb's results for wide balls reach below 0 by their rounding. */
#define NONNEGATIVE(name)                                                                                              \
    void nh_ball_##name(nh_ball *r, const nh_ball *a, int prec) {                                                      \
        nh_ball_check(prec);                                                                                           \
        arb_##name(nh_arb(r), nh_arb_const(a), prec);                                                                  \
        nh_arb_cut_negative(nh_arb(r), prec);                                                                          \
    }
NONNEGATIVE(cosh)
NONNEGATIVE(exp)
NONNEGATIVE(sqrt)
#undef NONNEGATIVE

void nh_ball_sin_cos(nh_ball *s, nh_ball *c, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    NH_ASSERT(s != c);
    arb_sin_cos(nh_arb(s), nh_arb(c), nh_arb_const(a), prec);
}

/* A monotone function over a finite ball, by its values at the ends. */
static void by_ends(arb_t r, const arb_t x, nh_arb_function f, slong prec) {
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    nh_arb_ends(low, high, x, prec);
    nh_arb_over_ends(r, f, low, high, prec);
    arf_clear(low);
    arf_clear(high);
}

/* asin and acos, monotone on [-1, 1]: the slope is infinite at +-1, so nothing but the ends is good there. An end that
 * is rounded outwards does not pass 1, which fits; one beyond has no value, and so neither has the ball. */
static void inverse_on_unit(nh_ball *r, const nh_ball *a, nh_arb_function f, slong prec) {
    const arb_struct *x = nh_arb_const(a);
    if (!arb_is_finite(x) || arb_is_exact(x)) f(nh_arb(r), x, prec);
    else by_ends(nh_arb(r), x, f, prec);
}

void nh_ball_asin(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    inverse_on_unit(r, a, arb_asin, prec);
}

void nh_ball_acos(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    inverse_on_unit(r, a, arb_acos, prec);
}

/* A monotone function for which Arb's bound is good for narrow balls only: it divides two that depend on each other
 * (tanh), or takes the slope at one end for that of all (atan). */
static void by_ends_when_wide(nh_ball *r, const nh_ball *a, nh_arb_function f, slong prec) {
    const arb_struct *x = nh_arb_const(a);
    if (!arb_is_finite(x) || mag_cmp_2exp_si(arb_radref(x), -20) < 0) f(nh_arb(r), x, prec);
    else by_ends(nh_arb(r), x, f, prec);
}

void nh_ball_tanh(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    by_ends_when_wide(r, a, arb_tanh, prec);
}

void nh_ball_atan(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    by_ends_when_wide(r, a, arb_atan, prec);
}

void nh_ball_abs(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    arb_abs(nh_arb(r), nh_arb_const(a)); /* of the midpoint */
    arb_set_round(nh_arb(r), nh_arb(r), prec);
    nh_arb_cut_negative(nh_arb(r), prec);
}

void nh_ball_sign(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    const arb_struct *x = nh_arb_const(a);
    if (nh_arb_is_nan(x)) {
        arb_indeterminate(nh_arb(r));
        return;
    }
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    arf_set_si(low, arb_contains_negative(x) ? -1 : arb_contains_zero(x) ? 0 : 1);
    arf_set_si(high, arb_contains_positive(x) ? 1 : arb_contains_zero(x) ? 0 : -1);
    nh_arb_hull(nh_arb(r), low, high, prec);
    arf_clear(low);
    arf_clear(high);
}

/* r may be a. */
static void set_floor(arb_t r, const arb_t a, slong prec) {
    arf_t low, high;
    if (nh_arb_is_nan(a)) {
        arb_indeterminate(r);
        return;
    }
    arf_init(low);
    arf_init(high);
    nh_arb_ends(low, high, a, prec);
    arf_floor(low, low);
    arf_floor(high, high);
    nh_arb_hull(r, low, high, prec);
    arb_set_round(r, r, prec);
    arf_clear(low);
    arf_clear(high);
}

void nh_ball_floor(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_check(prec);
    set_floor(nh_arb(r), nh_arb_const(a), prec);
}

/* The ends of the smaller (or greater) of two are the smaller (greater) ones of the ends. */
static void set_extreme(arb_t r, const arb_t a, const arb_t b, bool is_max, slong prec) {
    arf_t low[2], high[2];
    for (int i = 0; i < 2; i++) arf_init(low[i]), arf_init(high[i]);
    nh_arb_ends(low[0], high[0], a, prec);
    nh_arb_ends(low[1], high[1], b, prec);
    int from = (arf_cmp(low[0], low[1]) < 0) == is_max;
    int to = (arf_cmp(high[0], high[1]) < 0) == is_max;
    nh_arb_hull(r, low[from], high[to], prec);
    for (int i = 0; i < 2; i++) arf_clear(low[i]), arf_clear(high[i]);
}

static void find_extreme(nh_ball *r, const nh_ball *a, const nh_ball *b, bool is_max, int prec) {
    nh_ball_check(prec);
    const arb_struct *x = nh_arb_const(a), *y = nh_arb_const(b);
    if (nh_arb_is_nan(x) || nh_arb_is_nan(y)) arb_indeterminate(nh_arb(r));
    else if (arb_le(x, y)) arb_set_round(nh_arb(r), is_max ? y : x, prec);
    else if (arb_ge(x, y)) arb_set_round(nh_arb(r), is_max ? x : y, prec);
    else set_extreme(nh_arb(r), x, y, is_max, prec);
}

void nh_ball_min(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    find_extreme(r, a, b, false, prec);
}

void nh_ball_max(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    find_extreme(r, a, b, true, prec);
}

/* How many bits more than prec the quotient a/b needs before its point, within reason. */
static slong quotient_bits(const arb_t a, const arb_t b, slong prec) {
    slong most = 2 * prec + 1024;
    slong above = arf_abs_bound_lt_2exp_si(arb_midref(a)), below = arf_abs_bound_lt_2exp_si(arb_midref(b));
    if (above <= -most || (below >= most && above < most)) return 0;
    if (below <= -most || above >= most) return most;
    return FLINT_MIN(FLINT_MAX(above - below, 0), most);
}

/* b > 0 or b < 0, all finite: a - b floor(a/b), which lies between 0 and b. r may be an argument. */
static void set_mod(arb_t r, const arb_t a, const arb_t b, slong prec) {
    arb_t quotient, rest, zero;
    arb_init(quotient);
    arb_init(rest);
    arb_init(zero);
    slong enough = prec + quotient_bits(a, b, prec) + 4;
    arb_div(quotient, a, b, enough);
    set_floor(quotient, quotient, enough);
    arb_set(rest, a);
    arb_submul(rest, quotient, b, enough);
    nh_arb_union(quotient, zero, b, prec);
    nh_arb_common(rest, rest, quotient, prec);
    arb_set_round(r, rest, prec);
    arb_clear(quotient);
    arb_clear(rest);
    arb_clear(zero);
}

void nh_ball_mod(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    nh_ball_check(prec);
    const arb_struct *x = nh_arb_const(a), *y = nh_arb_const(b);
    if (!arb_is_finite(x) || !arb_is_finite(y) || arb_contains_zero(y)) arb_indeterminate(nh_arb(r));
    else set_mod(nh_arb(r), x, y, prec);
}

/* r := the interval from low pi/2 to high pi/2. */
static void set_quarters(arb_t r, int low, int high, slong prec) {
    arb_t pi, from, to;
    arb_init(pi);
    arb_init(from);
    arb_init(to);
    arb_const_pi(pi, prec);
    arb_mul_si(from, pi, low, prec);
    arb_mul_si(to, pi, high, prec);
    nh_arb_union(r, from, to, prec);
    arb_mul_2exp_si(r, r, -1);
    arb_clear(pi);
    arb_clear(from);
    arb_clear(to);
}

/* atan2 jumps from pi, which it has on the negative axis itself, to -pi just below; atan2(0, 0) = 0, as in C. So where
 * y contains 0 and x something that is not positive, the range is that of the quadrants touched. */
static void angle_at_jump(arb_t r, const arb_t y, const arb_t x, slong prec) {
    bool left = arb_contains_negative(x) != 0;
    int low = !arb_contains_negative(y) ? 0 : left ? -2 : -1;
    int high = left ? 2 : arb_contains_positive(y) ? 1 : 0;
    set_quarters(r, low, high, prec);
}

static void set_angle(arb_t r, const arb_t y, const arb_t x, slong prec) {
    bool is_exact = arb_is_exact(x) && arb_is_exact(y);
    bool is_narrow = arb_rel_accuracy_bits(x) > 20 && arb_rel_accuracy_bits(y) > 20;
    bool meets_axis = arb_contains_zero(y) && !arb_is_positive(x);
    bool is_above = arb_is_nonnegative(y) && arb_is_negative(x); /* no jump from this side */
    if (meets_axis && !is_above) angle_at_jump(r, y, x, prec);
    else if (is_exact || is_narrow) arb_atan2(r, y, x, prec);
    else nh_arb_over_corners(r, arb_atan2, y, x, prec);
}

void nh_ball_atan2(nh_ball *r, const nh_ball *y, const nh_ball *x, int prec) {
    nh_ball_check(prec);
    if (nh_arb_is_nan(nh_arb_const(x)) || nh_arb_is_nan(nh_arb_const(y))) {
        arb_indeterminate(nh_arb(r));
        return;
    }
    arb_t t;
    arb_init(t);
    set_angle(t, nh_arb_const(y), nh_arb_const(x), prec);
    arb_swap(nh_arb(r), t);
    arb_clear(t);
}
