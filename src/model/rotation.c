/* Rotations with their angular velocities, by the rules of rotation.h. */
#include "model/rotation.h"

#include "expr/calculus/calculus.h"

nh_rotation nh_rotation_identity(void) {
    return (nh_rotation){nh_matrix3_identity(), nh_vector_zero(), nh_vector_zero()};
}

nh_rotation nh_rotation_turn(nh_pool *pool, int axis, nh_expr angle) {
    nh_vector omega = nh_vector_zero();
    omega.x[axis] = nh_expr_total_derivative(pool, angle);
    return (nh_rotation){nh_rotation_about(pool, axis, angle), omega, omega};
}

nh_rotation nh_rotation_about_vector(nh_pool *pool, nh_vector axis, nh_expr angle) {
    nh_matrix3 matrix = nh_rotation_axis_angle(pool, axis, angle);
    if (!nh_vector_is_zero(nh_vector_rate(pool, axis)))
        return (nh_rotation){matrix, nh_rotation_omega(pool, matrix), nh_rotation_omega_body(pool, matrix)};
    nh_expr rate = nh_expr_total_derivative(pool, angle);
    nh_expr factor = nh_expr_div(pool, rate, nh_vector_norm(pool, axis));
    nh_vector omega = nh_vector_scale(pool, factor, axis);
    return (nh_rotation){matrix, omega, omega};
}

/* With q = s + v: im(q' q*) = s v' - s' v + v x v', im(q* q') = s v' - s' v - v x v'. */
nh_rotation nh_rotation_of_quaternion(nh_pool *pool, const nh_expr q[4]) {
    nh_vector v = {{q[1], q[2], q[3]}}, rate = nh_vector_rate(pool, v);
    nh_vector along = nh_vector_sub(pool, nh_vector_scale(pool, q[0], rate),
                                    nh_vector_scale(pool, nh_expr_total_derivative(pool, q[0]), v));
    nh_vector across = nh_vector_cross(pool, v, rate);
    nh_expr two = nh_expr_int(pool, 2);
    return (nh_rotation){nh_rotation_quaternion(pool, q),
                         nh_vector_scale(pool, two, nh_vector_add(pool, along, across)),
                         nh_vector_scale(pool, two, nh_vector_sub(pool, along, across))};
}

nh_rotation nh_rotation_compose(nh_pool *pool, nh_rotation a, nh_rotation b) {
    nh_vector turned = nh_matrix3_apply(pool, a.matrix, b.omega);
    nh_vector turned_back = nh_matrix3_apply(pool, nh_matrix3_transpose(b.matrix), a.Omega);
    return (nh_rotation){nh_matrix3_multiply(pool, a.matrix, b.matrix), nh_vector_add(pool, a.omega, turned),
                         nh_vector_add(pool, turned_back, b.Omega)};
}

nh_rotation nh_rotation_inverse(nh_pool *pool, nh_rotation a) {
    return (nh_rotation){nh_matrix3_transpose(a.matrix), nh_vector_scale(pool, NH_EXPR_MINUS_ONE, a.Omega),
                         nh_vector_scale(pool, NH_EXPR_MINUS_ONE, a.omega)};
}
