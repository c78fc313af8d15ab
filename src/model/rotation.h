/* A rotation together with its angular velocity and its quaternion.
 *
 * The angular velocity could be had from the matrix by differentiation (geometry_private.h), but then it is long: sines
 * and cosines squared that add up to 1 stay in it. Each way to make a rotation has a short rule instead:
 *   a turn about a fixed axis n:   omega = Omega = n angle'
 *   a quaternion q of length 1:    omega = 2 im(q' q*), Omega = 2 im(q* q')
 *   a product A B:                 omega = omega_A + A omega_B, Omega = B^T Omega_A + Omega_B
 *   an inverse:                    omega = -Omega_A, Omega = -omega_A
 * The quaternion has length 1 where the rotation is one; it says where an orientation starts (lang/orientation.c). */
#ifndef NH_MODEL_ROTATION_H
#define NH_MODEL_ROTATION_H

#include "model/geometry_private.h"

typedef struct nh_rotation {
    nh_matrix3 matrix; /* body to space frame */
    nh_vector omega;   /* angular velocity, space frame */
    nh_vector Omega;   /* the same in the body frame */
    nh_expr q[4];      /* cos(a/2), then sin(a/2) times the axis, of the turn by the angle a */
} nh_rotation;

nh_rotation nh_rotation_identity(void);
nh_rotation nh_rotation_turn(nh_pool *pool, int axis, nh_expr angle); /* axis 0, 1, 2: Rx, Ry, Rz */
/* The axis may move: then the angular velocity is found by differentiation. */
nh_rotation nh_rotation_about_vector(nh_pool *pool, nh_vector axis, nh_expr angle);
nh_rotation nh_rotation_of_quaternion(nh_pool *pool, const nh_expr q[4]); /* of length 1 */
nh_rotation nh_rotation_compose(nh_pool *pool, nh_rotation a, nh_rotation b);
nh_rotation nh_rotation_inverse(nh_pool *pool, nh_rotation a);

#endif
