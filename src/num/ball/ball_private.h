/* What the files of balls share: the way to Arb's type, and intervals whose ends stay where they are. */
#ifndef NH_NUM_BALL_BALL_PRIVATE_H
#define NH_NUM_BALL_BALL_PRIVATE_H

#include "base/assert.h"
#include "num/ball/ball.h"
#include "num/flint_private.h"
#include "num/guard.h"

static inline arb_struct *nh_arb(nh_ball *a) {
    return (arb_struct *)(void *)a;
}

static inline const arb_struct *nh_arb_const(const nh_ball *a) {
    return (const arb_struct *)(const void *)a;
}

static inline void nh_ball_check(int prec) {
    NH_ASSERT(nh_guard_inside());
    NH_ASSERT(prec >= 2 && prec <= NH_BALL_PREC_MAX);
    (void)prec;
}

static inline bool nh_arb_is_nan(const arb_t a) {
    return arf_is_nan(arb_midref(a)) != 0;
}

/* The ends of a ball, rounded outwards only where they do not fit prec + a's own bits; infinite
 * for an infinite radius. */
void nh_arb_ends(arf_t low, arf_t high, const arb_t a, slong prec);
/* A ball that contains [low, high], has the sign of its points (except for 0, which it may add), and where it fits has
 * the shorter of both numbers as an end exactly. Arb's own hull always grows a little; then [0, 2] would have no square
 * root and [-1, 1/2] no arcsine. low <= high. */
void nh_arb_hull(arb_t r, const arf_t low, const arf_t high, slong prec);
/* The hull of two balls. */
void nh_arb_union(arb_t r, const arb_t a, const arb_t b, slong prec);
/* The points common to two balls that are known to overlap. */
void nh_arb_common(arb_t r, const arb_t a, const arb_t b, slong prec);

/* Takes the negative numbers out of a ball around something that is known not to be negative. */
void nh_arb_cut_negative(arb_t r, slong prec);

/* r := f(a) or f(a, b); r is none of the arguments. */
typedef void (*nh_arb_function)(arb_t r, const arb_t a, slong prec);
typedef void (*nh_arb_function2)(arb_t r, const arb_t a, const arb_t b, slong prec);

/* The range of f over [low, high], where f is monotone and continuous. */
void nh_arb_over_ends(arb_t r, nh_arb_function f, const arf_t low, const arf_t high, slong prec);
/* The range of f over a x b, where f is monotone in each argument while the other one stays. */
void nh_arb_over_corners(arb_t r, nh_arb_function2 f, const arb_t a, const arb_t b, slong prec);

#endif
