/* The curve of the solutions of the equations of steady motions over a value, in doubles. With the unknowns x and
 * equations F = 0 of a motion that was proved (those that it holds stay held, those that it drops stay dropped),
 *
 *     F(x, value) = 0,     y = (x, value),     arc length ds^2 = sum_i w_i^2 dy_i^2,
 *
 * a step from y with the tangent t is to the point of the plane sum_i w_i^2 t_i (y_i - y0_i) = h: where the curve turns
 * back in the value this is as regular as anywhere else (H. B. Keller's pseudo-arclength). Multipliers and
 * accelerations have the weight 0. Nothing here is proved. Files: curve.c; used by follow.c. */
#ifndef NH_STEADY_CURVE_PRIVATE_H
#define NH_STEADY_CURVE_PRIVATE_H

#include "steady/find_private.h"

typedef struct nh_curve {
    nh_arena *arena;
    nh_steady_problem *p;
    const nh_steady_motion *like; /* what it holds and drops */
    size_t size;                  /* of x: y has one more */
    uint32_t *place;              /* size: of x in the inputs of the linearizer */
    uint32_t *equation;           /* size */
    double *weight;               /* size + 1 */
    double width;                 /* of the range of values */
    double *inputs;               /* of the linearizer at the last y */
    double *outputs, *parameters, *f, *slope;
} nh_curve;

typedef struct nh_curve_point {
    double *y, *tangent; /* size + 1; the last one is the value */
} nh_curve_point;

/* Inside the guard. The curve through a motion at the value of *p->value. */
nh_curve nh_curve_make(nh_arena *arena, const nh_steady_motion *like, double width);
nh_curve_point nh_curve_point_new(const nh_curve *c);
/* The point of the motion, with a tangent on which the value rises; false: none is determined there. */
bool nh_curve_begin(nh_curve *c, nh_curve_point *to);
/* The point at the distance h; false: it is not found, or the curve turns too much in between. */
bool nh_curve_step(nh_curve *c, const nh_curve_point *from, double h, nh_curve_point *to);
/* The point near `at` with this value; only y. */
bool nh_curve_settle(nh_curve *c, nh_curve_point *at, double value);
/* All inputs of the linearizer at a point, in the arena. */
double *nh_curve_inputs(nh_curve *c, const nh_curve_point *at, nh_arena *arena);

#endif
