/* Interval Newton: proves that a system of equations has exactly one root in a box, and narrows the
 * box. Inside the guard. */
#ifndef NH_NUM_NEWTON_H
#define NH_NUM_NEWTON_H

#include "num/ball/ball.h"

/* The functions f and, when jacobian is not NULL, df/dx (n x n, column-major) over the box x. False: not defined there,
 * which a ball in f or jacobian that is not finite says too. f is continuously differentiable where it is defined, and
 * jacobian contains its derivatives at all points of x: without that there is no proof. x is none of the results. */
typedef bool (*nh_ball_system)(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec);

typedef enum nh_newton_result {
    NH_NEWTON_PROVED, /* exactly one root in the box x, and in the narrower box now in x */
    NH_NEWTON_NONE,   /* certainly no root in the box; x stays */
    NH_NEWTON_OPEN,   /* the step decides nothing; x is cut to the part that can contain roots */
} nh_newton_result;

/* A system without unknowns (n = 0) has the one root that has no components: proved.
 *
 * One step of Krawczyk's operator K(x) = m - C f(m) + (1 - C f'(x)) (x - m), with m the midpoint of x and C about
 * f'(m)^-1: K inside the interior of x proves a unique root (in K as in x); K outside x proves that there is none. */
nh_newton_result nh_newton_step(nh_ball *x, int n, nh_ball_system system, void *user, int prec);

#define NH_NEWTON_DIGITS_MAX 300000

/* From an approximate root (the midpoints of x, good to some digits): raises the precision step by step, makes a
 * box, proves the root and narrows it until each ball of x is known to digits decimal digits, 1 ..
 * NH_NEWTON_DIGITS_MAX (absolute for values below 1). The root is no further from the start than twice the first
 * step of Newton's method. NH_NEWTON_PROVED, or NH_NEWTON_OPEN and x as it was when there was no proof to this many
 * digits (a multiple root, too far away). */
nh_newton_result nh_newton_certify(nh_ball *x, int n, nh_ball_system system, void *user, int digits);

#endif
