/* Ball arithmetic: numbers with a certified error bound, at any precision (hides Arb).
 *
 * A ball is a midpoint and a radius; every operation gives a ball that contains the exact results for all points of its
 * arguments. What is undefined at one point of them gives a ball that is not finite (sqrt of a negative number, 1/0),
 * never an error, and stays so through every operation. A result that is real but not bounded is not finite either.
 * prec is in bits, 2 .. NH_BALL_PREC_MAX: of the midpoint, about; radii have 30 bits. All functions run inside the
 * guard (num/guard.h). A result may be one of its arguments.
 *
 * Exponents have any size: 2^(2^40) is a number like others, and what would take its bits one by one (sin of it)
 * gives a wide ball instead. Wide balls give the range of a function and little more; only their products have radii
 * up to half as large again. Where a result cannot be negative (sqrt, exp, cosh, abs, even powers) the ball has no
 * negative number in it.
 *
 *     nh_ball *x = nh_balls_new(2);
 *     nh_ball_set_rational(&x[0], value, prec);
 *     nh_ball_sin(&x[1], &x[0], prec);
 *     nh_balls_free(x, 2); */
#ifndef NH_NUM_BALL_BALL_H
#define NH_NUM_BALL_BALL_H

#include <stdbool.h>
#include <stdint.h>

#include <nonholo/fact.h>
#include <nonholo/status.h>

#include "base/arena.h"
#include "num/rational.h"

#define NH_BALL_PREC_MAX 1000000

typedef struct nh_ball {
    uint64_t words[6]; /* the shape of Arb's arb_struct, which ball.c asserts */
} nh_ball;

/* count balls, all zero. Freed here, or by the guard when the computation is left. There is no
 * other way to make one. */
nh_ball *nh_balls_new(size_t count);
void nh_balls_free(nh_ball *balls, size_t count);

void nh_ball_set(nh_ball *r, const nh_ball *a);
void nh_ball_set_int(nh_ball *r, int64_t value);
void nh_ball_set_double(nh_ball *r, double value); /* exactly; infinities and NaNs give a ball that is not finite */
void nh_ball_set_rational(nh_ball *r, nh_rat value, int prec);
/* The hull of both, in any order. The end with fewer bits stays where it is when it fits, the other moves out by 2^-29
 * of the width at most; 0 is not crossed. So [0, b] has a square root and [a, 1] an arcsine. */
void nh_ball_set_interval(nh_ball *r, const nh_ball *low, const nh_ball *high, int prec);
void nh_ball_pi(nh_ball *r, int prec);
void nh_ball_middle(nh_ball *r, const nh_ball *a); /* the midpoint only, exactly */

void nh_ball_add(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_sub(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_mul(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_div(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_fma(nh_ball *r, const nh_ball *a, const nh_ball *b, const nh_ball *c, int prec); /* a*b + c */
void nh_ball_neg(nh_ball *r, const nh_ball *a);
void nh_ball_inv(nh_ball *r, const nh_ball *a, int prec);
/* a^b for a >= 0, or for an exact integer b. 0^0 = 1 for the exact exponent 0; 0^b = 0 for b > 0; with a base that
 * contains 0 every other exponent must be positive. An exponent of more than 2^20 bits counts as no integer. */
void nh_ball_pow(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_pow_rational(nh_ball *r, const nh_ball *a, nh_rat exponent,
                          int prec);                                  /* odd denominators: real for a < 0 too */
void nh_ball_root(nh_ball *r, const nh_ball *a, int order, int prec); /* order >= 1; odd: real for a < 0 too */

/* The functions of the language with one argument: NH_BALL_FUNCTION(name). Finite only for a ball wholly in the domain:
 * [-1, 1] for asin and acos, [0, inf) for sqrt, (0, inf) for log. Where sign and floor jump they give the hull. */
/* clang-format off */
#define NH_BALL_FUNCTIONS(X) \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) \
    X(exp) X(log) X(sqrt) X(cbrt) X(abs) X(sign) X(floor)
/* clang-format on */
#define NH_BALL_FUNCTION(name) void nh_ball_##name(nh_ball *r, const nh_ball *a, int prec);
NH_BALL_FUNCTIONS(NH_BALL_FUNCTION)
#undef NH_BALL_FUNCTION

void nh_ball_sin_cos(nh_ball *s, nh_ball *c, const nh_ball *a, int prec);
/* In (-pi, pi], everywhere defined: pi on the negative axis y = 0, x < 0 (there is no -0), 0 at the origin. A ball that
 * meets the axis from below gives [-pi, pi], one that touches it from above no more than it has; around the origin the
 * range is that of the quadrants touched. */
void nh_ball_atan2(nh_ball *r, const nh_ball *y, const nh_ball *x, int prec);
void nh_ball_min(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
void nh_ball_max(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);
/* a - b floor(a/b), as the language has it: between 0 and b. Not finite where b contains 0. */
void nh_ball_mod(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);

/* Questions; unknown when the balls leave it open. */
nh_truth nh_ball_less(const nh_ball *a, const nh_ball *b); /* a < b */
nh_truth nh_ball_is_zero(const nh_ball *a);                /* yes only for the exact zero, no when 0 is excluded */
int nh_ball_sign_of(const nh_ball *a, bool *certain);      /* -1, 0, 1; not *certain: that of the midpoint only */
bool nh_ball_is_finite(const nh_ball *a);
/* All of b; what is undefined is contained in itself only. */
bool nh_ball_contains(const nh_ball *a, const nh_ball *b);
bool nh_ball_contains_rational(const nh_ball *a, nh_rat value);
bool nh_ball_overlaps(const nh_ball *a, const nh_ball *b);
int nh_ball_accuracy_bits(const nh_ball *a); /* relative; large for an exact ball, <= 0 when nothing is certain */

/* Out of the guard, as plain data. */
/* The midpoint, rounded to nearest; not a number when the ball is not finite. */
double nh_ball_double(const nh_ball *a);
double nh_ball_radius(const nh_ball *a);                          /* upwards; a double upper bound, may be infinite */
void nh_ball_bounds(const nh_ball *a, double *low, double *high); /* low <= a <= high, rounded outwards */
/* Decimal digits that are certain: at most digits of them, for every point of the ball with an error below one unit of
 * the last, such as "1.4142" or "-2.5e-30"; "0" for the exact zero, "[+/- 3.10e-20]" (a bound) when not even one digit
 * is certain, "nan" when not finite. Rounded to nearest: 1.99996 gives "2.000". */
const char *nh_ball_digits(nh_arena *arena, const nh_ball *a, int digits);
/* The decimal of this many digits that is nearest to every point of the ball, trailing zeros and all:
 * "0.50000", "1.250e-09"; in the middle between two the one away from 0; "0" for the exact zero. NULL when
 * the points do not agree on it. */
const char *nh_ball_rounded(nh_arena *arena, const nh_ball *a, int digits);
/* Exactly the same ball, whatever it is, for later; nh_ball_load gives it back. The data lives in the arena. */
typedef struct nh_ball_data nh_ball_data;
const nh_ball_data *nh_ball_save(nh_arena *arena, const nh_ball *a);
void nh_ball_load(nh_ball *r, const nh_ball_data *data);

#endif
