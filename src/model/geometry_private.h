/* Vectors and rotations whose entries are expressions.
 *
 * A rotation is a matrix R, rows first, that takes components in the body frame to components in the space
 * frame. Its angular velocity is found by differentiation: the axial vector of R' R^T in the space frame, of
 * R^T R' in the body frame. */
#ifndef NH_MODEL_GEOMETRY_PRIVATE_H
#define NH_MODEL_GEOMETRY_PRIVATE_H

#include "expr/expr.h"

typedef struct nh_vector {
    nh_expr x[3];
} nh_vector;

typedef struct nh_matrix3 {
    nh_expr r[3][3]; /* (R v)_i = sum_j r[i][j] v_j */
} nh_matrix3;

nh_vector nh_vector_zero(void);
bool nh_vector_is_zero(nh_vector a);
bool nh_vector_equal(nh_vector a, nh_vector b);
nh_vector nh_vector_add(nh_pool *pool, nh_vector a, nh_vector b);
nh_vector nh_vector_sub(nh_pool *pool, nh_vector a, nh_vector b);
nh_vector nh_vector_scale(nh_pool *pool, nh_expr c, nh_vector a);
nh_expr nh_vector_dot(nh_pool *pool, nh_vector a, nh_vector b);
nh_vector nh_vector_cross(nh_pool *pool, nh_vector a, nh_vector b);
nh_expr nh_vector_norm(nh_pool *pool, nh_vector a);
nh_vector nh_vector_rate(nh_pool *pool, nh_vector a); /* the total derivative by time */

nh_matrix3 nh_matrix3_identity(void);
nh_matrix3 nh_matrix3_diag(nh_expr a, nh_expr b, nh_expr c);
nh_matrix3 nh_matrix3_multiply(nh_pool *pool, nh_matrix3 a, nh_matrix3 b);
nh_matrix3 nh_matrix3_scale(nh_pool *pool, nh_expr c, nh_matrix3 a);
nh_matrix3 nh_matrix3_transpose(nh_matrix3 a); /* of a rotation: its inverse */
nh_vector nh_matrix3_apply(nh_pool *pool, nh_matrix3 a, nh_vector v);
bool nh_matrix3_equal(nh_matrix3 a, nh_matrix3 b);

/* Right-handed turn about an axis of the frame: 0, 1, 2 for Rx, Ry, Rz. */
nh_matrix3 nh_rotation_about(nh_pool *pool, int axis, nh_expr angle);
/* Rodrigues' formula about the direction of axis, which need not have length 1 (but is not 0). */
nh_matrix3 nh_rotation_axis_angle(nh_pool *pool, nh_vector axis, nh_expr angle);
/* Of the quaternion q[0] + q[1] i + q[2] j + q[3] k, taken to have length 1: polynomials of degree 2, no division. */
nh_matrix3 nh_rotation_quaternion(nh_pool *pool, const nh_expr q[4]);
/* Angular velocity in the space frame and in the body frame. Both are exact for a true rotation; off the unit sphere of
 * a quaternion the antisymmetric part is taken. */
nh_vector nh_rotation_omega(nh_pool *pool, nh_matrix3 r);
nh_vector nh_rotation_omega_body(nh_pool *pool, nh_matrix3 r);

#endif
