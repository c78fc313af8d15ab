/* Rotations with their angular velocities and quaternions, by the rules of rotation.h. */
#include "model/rotation.h"

#include <string.h>

#include "expr/calculus/calculus.h"

nh_rotation nh_rotation_identity(void) {
    return (nh_rotation){nh_matrix3_identity(), nh_vector_zero(), nh_vector_zero(), {NH_EXPR_ONE}};
}

/* The quaternion of a turn by an angle about an axis of length 1. */
static void set_turn(nh_pool *pool, nh_rotation *turn, nh_vector axis, nh_expr angle) {
    nh_expr half = nh_expr_div(pool, angle, nh_expr_int(pool, 2)), sine = nh_expr_apply1(pool, NH_EXPR_SIN, half);
    turn->q[0] = nh_expr_apply1(pool, NH_EXPR_COS, half);
    for (int i = 0; i < 3; i++) turn->q[i + 1] = nh_expr_mul(pool, sine, axis.x[i]);
}

nh_rotation nh_rotation_turn(nh_pool *pool, int axis, nh_expr angle) {
    nh_vector omega = nh_vector_zero(), unit = nh_vector_zero();
    omega.x[axis] = nh_expr_total_derivative(pool, angle);
    unit.x[axis] = NH_EXPR_ONE;
    nh_rotation turn = {.matrix = nh_rotation_about(pool, axis, angle), .omega = omega, .Omega = omega};
    set_turn(pool, &turn, unit, angle);
    return turn;
}

nh_rotation nh_rotation_about_vector(nh_pool *pool, nh_vector axis, nh_expr angle) {
    nh_rotation turn = {.matrix = nh_rotation_axis_angle(pool, axis, angle)};
    nh_expr norm = nh_vector_norm(pool, axis);
    set_turn(pool, &turn, nh_vector_scale(pool, nh_expr_div(pool, NH_EXPR_ONE, norm), axis), angle);
    if (nh_vector_is_zero(nh_vector_rate(pool, axis))) {
        nh_expr rate = nh_expr_total_derivative(pool, angle);
        turn.omega = turn.Omega = nh_vector_scale(pool, nh_expr_div(pool, rate, norm), axis);
    } else {
        turn.omega = nh_rotation_omega(pool, turn.matrix);
        turn.Omega = nh_rotation_omega_body(pool, turn.matrix);
    }
    return turn;
}

/* With q = s + v: im(q' q*) = s v' - s' v + v x v', im(q* q') = s v' - s' v - v x v'. */
nh_rotation nh_rotation_of_quaternion(nh_pool *pool, const nh_expr q[4]) {
    nh_vector v = {{q[1], q[2], q[3]}}, rate = nh_vector_rate(pool, v);
    nh_vector along = nh_vector_sub(pool, nh_vector_scale(pool, q[0], rate),
                                    nh_vector_scale(pool, nh_expr_total_derivative(pool, q[0]), v));
    nh_vector across = nh_vector_cross(pool, v, rate);
    nh_expr two = nh_expr_int(pool, 2);
    nh_rotation result = {.matrix = nh_rotation_quaternion(pool, q),
                          .omega = nh_vector_scale(pool, two, nh_vector_add(pool, along, across)),
                          .Omega = nh_vector_scale(pool, two, nh_vector_sub(pool, along, across))};
    memcpy(result.q, q, sizeof result.q);
    return result;
}

/* (s + v)(u + w) = s u - v.w + s w + u v + v x w */
static void multiply_quaternions(nh_pool *pool, const nh_expr a[4], const nh_expr b[4], nh_expr product[4]) {
    nh_vector v = {{a[1], a[2], a[3]}}, w = {{b[1], b[2], b[3]}};
    nh_vector mixed = nh_vector_add(pool, nh_vector_scale(pool, a[0], w), nh_vector_scale(pool, b[0], v));
    nh_vector sum = nh_vector_add(pool, mixed, nh_vector_cross(pool, v, w));
    product[0] = nh_expr_sub(pool, nh_expr_mul(pool, a[0], b[0]), nh_vector_dot(pool, v, w));
    memcpy(product + 1, sum.x, sizeof sum.x);
}

nh_rotation nh_rotation_compose(nh_pool *pool, nh_rotation a, nh_rotation b) {
    nh_vector turned = nh_matrix3_apply(pool, a.matrix, b.omega);
    nh_vector turned_back = nh_matrix3_apply(pool, nh_matrix3_transpose(b.matrix), a.Omega);
    nh_rotation result = {.matrix = nh_matrix3_multiply(pool, a.matrix, b.matrix),
                          .omega = nh_vector_add(pool, a.omega, turned),
                          .Omega = nh_vector_add(pool, turned_back, b.Omega)};
    multiply_quaternions(pool, a.q, b.q, result.q);
    return result;
}

nh_rotation nh_rotation_inverse(nh_pool *pool, nh_rotation a) {
    nh_rotation result = {.matrix = nh_matrix3_transpose(a.matrix),
                          .omega = nh_vector_scale(pool, NH_EXPR_MINUS_ONE, a.Omega),
                          .Omega = nh_vector_scale(pool, NH_EXPR_MINUS_ONE, a.omega),
                          .q = {a.q[0]}};
    for (int i = 1; i < 4; i++) result.q[i] = nh_expr_neg(pool, a.q[i]);
    return result;
}
