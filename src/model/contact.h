/* Where two surfaces touch: the point, the normal, the gap between them and two tangents, in closed form.
 *
 * The gap vanishes where they touch, and there d gap/dt = scale (normal . v) with the velocity v of the material point
 * of the body, relative to the ground: moving the point of contact over a surface changes no distance. So lambda*scale
 * is the normal force, with the multiplier lambda of gap = 0. Everything below holds where gap = 0.
 *
 * The tangents span the tangent plane, need not be orthogonal or of length 1, and are polynomials in the normal where
 * that is possible. No field of tangents on a sphere is without a zero: theirs is where the normal is
 * -[2, 3, 6]/7. */
#ifndef NH_MODEL_CONTACT_H
#define NH_MODEL_CONTACT_H

#include "model/geometry_private.h"

/* Of the body. All of them except the point and the sphere touch planes only. */
typedef enum nh_touch_shape {
    NH_TOUCH_POINT,
    NH_TOUCH_SPHERE,    /* radius */
    NH_TOUCH_CIRCLE,    /* radius, axis: the edge of a disc or a wheel */
    NH_TOUCH_TORUS,     /* the same, and tube */
    NH_TOUCH_ELLIPSOID, /* rotation and half axes */
    NH_TOUCH_LEVEL,     /* a surface f = 0, nh_touch_level */
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
    NH_TOUCH_IMPLICIT, /* a surface f = 0, nh_touch_level */
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

/* Surfaces without a closed form of their contacts: f = 0 in their own frame, f > 0 outside. */
typedef enum nh_touch_form {
    NH_FORM_ELLIPSOID,  /* half axes */
    NH_FORM_TORUS,      /* axis, radius, tube */
    NH_FORM_CYLINDER,   /* axis, radius */
    NH_FORM_CONE,       /* axis, into it from the apex, angle */
    NH_FORM_REVOLUTION, /* axis; its radius is a function of the height along that */
    NH_FORM_GIVEN,      /* f itself is given: a function of three numbers, or z = h(x, y) */
} nh_touch_form;

typedef struct nh_touch_level {
    nh_touch_form form;
    nh_vector axis, half_axes;
    nh_expr radius, tube, angle;
    nh_expr profile, slope; /* of a revolution: its radius at the height of the place, and the derivative of that */
} nh_touch_level;

/* The height of a place along the axis. */
nh_expr nh_touch_height(nh_pool *pool, const nh_touch_level *level, nh_vector place);
/* f at a place, and its gradient; not of NH_FORM_GIVEN. */
nh_expr nh_touch_value(nh_pool *pool, const nh_touch_level *level, nh_vector place, nh_vector *gradient);
/* A place near which its outer normal has this direction, of length 1; on a cone at this height. Not of
 * NH_FORM_GIVEN. */
nh_vector nh_touch_facing(nh_pool *pool, const nh_touch_level *level, nh_vector direction, nh_expr height);
/* Two vectors that span the plane across the direction, which need not have length 1; unit: the same of length 1. */
void nh_touch_tangents(nh_pool *pool, nh_vector direction, nh_vector unit, nh_vector tangent[2]);

#endif
