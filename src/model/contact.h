/* Where two surfaces touch: the point, the normal, the gap between them and two tangents, in closed form.
 *
 * The gap vanishes where they touch, and there d gap/dt = scale (normal . v) with the velocity v of the material point
 * of the body, relative to the ground: moving the point of contact over a surface changes no distance. So lambda*scale
 * is the normal force, with the multiplier lambda of gap = 0. Everything below holds where gap = 0.
 *
 * The tangents span the tangent plane, need not be orthogonal or of length 1, and are polynomials in the normal where
 * that is possible. No field of tangents on a sphere is without a zero: theirs is where the normal is [0, 0, -1]. */
#ifndef NH_MODEL_CONTACT_H
#define NH_MODEL_CONTACT_H

#include "model/geometry_private.h"

/* Of the body. All of them but the point and the sphere touch planes only. */
typedef enum nh_touch_shape {
    NH_TOUCH_POINT,
    NH_TOUCH_SPHERE,    /* radius */
    NH_TOUCH_CIRCLE,    /* radius, axis: the edge of a disc or a wheel */
    NH_TOUCH_TORUS,     /* the same, and tube */
    NH_TOUCH_ELLIPSOID, /* rotation and half axes */
} nh_touch_shape;

typedef struct nh_touch_body {
    nh_touch_shape shape;
    nh_vector center; /* of the surface, in the frame of the ground, as all vectors */
    nh_vector axis;   /* of length 1 */
    nh_matrix3 rotation;
    nh_vector half_axes;
    nh_expr radius, tube;
} nh_touch_body;

typedef enum nh_touch_surface {
    NH_TOUCH_PLANE,    /* at, axis: its normal */
    NH_TOUCH_BALL,     /* at, radius */
    NH_TOUCH_CYLINDER, /* at, axis, radius */
    NH_TOUCH_CONE,     /* at: its apex, axis, angle between the axis and the generators */
} nh_touch_surface;

typedef struct nh_touch_ground {
    nh_touch_surface surface;
    bool is_inside;     /* the body is on the concave side */
    nh_vector at, axis; /* of length 1 */
    nh_expr radius, angle;
} nh_touch_ground;

typedef struct nh_touch {
    nh_expr gap, scale;
    nh_vector point, normal, tangent[2]; /* the normal has length 1 and points to the body */
    nh_expr width;                       /* positive where one point touches; undefined: it always does */
    /* Where the gap has a root, gap = level - root: level^2 - root^2, without it; else both are undefined. */
    nh_expr level, squares;
} nh_touch;

nh_touch nh_touch_find(nh_pool *pool, const nh_touch_body *body, const nh_touch_ground *ground);
/* A point on the surface f = 0 with this gradient: f is the gap. */
nh_touch nh_touch_of_point(nh_pool *pool, nh_vector point, nh_expr f, nh_vector gradient);
/* Two vectors that span the plane across the direction, which need not have length 1; unit: the same of length 1. */
void nh_touch_tangents(nh_pool *pool, nh_vector direction, nh_vector unit, nh_vector tangent[2]);

#endif
