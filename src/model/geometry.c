/* Vectors, matrices and rotations over expressions: written out component by component.
 *
 * With [u] the matrix of v -> u x v, a turn about the unit vector u is (Rodrigues)
 *
 *     R = cos(a) 1 + sin(a) [u] + (1 - cos(a)) u u^T,
 *
 * that of a quaternion q = (q0, w) of length 1 is v -> q v q*, or (q0^2 - w.w) 1 + 2 q0 [w] + 2 w w^T; of another
 * length it is |q|^2 times a rotation. The angular velocity is defined by R' R^T = [omega], R^T R' = [Omega]. Both
 * sides are antisymmetric for a rotation; half the antisymmetric part is taken, so that omega is there for a multiple
 * of a rotation too. The constructors of expressions drop zeros and ones; so nothing is done about them here. */
#include "model/geometry_private.h"

#include "base/assert.h"
#include "expr/calculus/calculus.h"

/* ---- vectors ---- */

nh_vector nh_vector_zero(void) {
    return (nh_vector){{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO}};
}

bool nh_vector_equal(nh_vector a, nh_vector b) {
    return a.x[0] == b.x[0] && a.x[1] == b.x[1] && a.x[2] == b.x[2];
}

bool nh_vector_is_zero(nh_vector a) {
    return nh_vector_equal(a, nh_vector_zero());
}

nh_vector nh_vector_add(nh_pool *pool, nh_vector a, nh_vector b) {
    nh_vector sum;
    for (int i = 0; i < 3; i++) sum.x[i] = nh_expr_add(pool, a.x[i], b.x[i]);
    return sum;
}

nh_vector nh_vector_sub(nh_pool *pool, nh_vector a, nh_vector b) {
    nh_vector difference;
    for (int i = 0; i < 3; i++) difference.x[i] = nh_expr_sub(pool, a.x[i], b.x[i]);
    return difference;
}

nh_vector nh_vector_scale(nh_pool *pool, nh_expr c, nh_vector a) {
    nh_vector scaled;
    for (int i = 0; i < 3; i++) scaled.x[i] = nh_expr_mul(pool, c, a.x[i]);
    return scaled;
}

nh_expr nh_vector_dot(nh_pool *pool, nh_vector a, nh_vector b) {
    nh_expr terms[3];
    for (int i = 0; i < 3; i++) terms[i] = nh_expr_mul(pool, a.x[i], b.x[i]);
    return nh_expr_sum(pool, 3, terms);
}

nh_vector nh_vector_cross(nh_pool *pool, nh_vector a, nh_vector b) {
    nh_vector product;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        product.x[i] = nh_expr_sub(pool, nh_expr_mul(pool, a.x[j], b.x[k]), nh_expr_mul(pool, a.x[k], b.x[j]));
    }
    return product;
}

nh_expr nh_vector_norm(nh_pool *pool, nh_vector a) {
    return nh_expr_sqrt(pool, nh_vector_dot(pool, a, a));
}

nh_vector nh_vector_rate(nh_pool *pool, nh_vector a) {
    nh_vector rate;
    for (int i = 0; i < 3; i++) rate.x[i] = nh_expr_total_derivative(pool, a.x[i]);
    return rate;
}

/* ---- matrices ---- */

nh_matrix3 nh_matrix3_diag(nh_expr a, nh_expr b, nh_expr c) {
    return (nh_matrix3){
        {{a, NH_EXPR_ZERO, NH_EXPR_ZERO}, {NH_EXPR_ZERO, b, NH_EXPR_ZERO}, {NH_EXPR_ZERO, NH_EXPR_ZERO, c}}};
}

nh_matrix3 nh_matrix3_identity(void) {
    return nh_matrix3_diag(NH_EXPR_ONE, NH_EXPR_ONE, NH_EXPR_ONE);
}

static nh_vector row_of(nh_matrix3 a, int i) {
    return (nh_vector){{a.r[i][0], a.r[i][1], a.r[i][2]}};
}

nh_matrix3 nh_matrix3_transpose(nh_matrix3 a) {
    nh_matrix3 transpose;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) transpose.r[i][j] = a.r[j][i];
    return transpose;
}

nh_matrix3 nh_matrix3_multiply(nh_pool *pool, nh_matrix3 a, nh_matrix3 b) {
    nh_matrix3 product, columns = nh_matrix3_transpose(b);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) product.r[i][j] = nh_vector_dot(pool, row_of(a, i), row_of(columns, j));
    return product;
}

nh_matrix3 nh_matrix3_scale(nh_pool *pool, nh_expr c, nh_matrix3 a) {
    nh_matrix3 scaled;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) scaled.r[i][j] = nh_expr_mul(pool, c, a.r[i][j]);
    return scaled;
}

nh_vector nh_matrix3_apply(nh_pool *pool, nh_matrix3 a, nh_vector v) {
    nh_vector image;
    for (int i = 0; i < 3; i++) image.x[i] = nh_vector_dot(pool, row_of(a, i), v);
    return image;
}

bool nh_matrix3_equal(nh_matrix3 a, nh_matrix3 b) {
    bool equal = true;
    for (int i = 0; i < 3; i++) equal &= nh_vector_equal(row_of(a, i), row_of(b, i));
    return equal;
}

/* c 1 + [v] + s w w^T, the form of both formulas at the head of the file. */
static nh_matrix3 combine_rotation(nh_pool *pool, nh_expr c, nh_vector v, nh_expr s, nh_vector w) {
    nh_matrix3 r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        nh_expr mixed = nh_expr_product(pool, 3, (const nh_expr[]){s, w.x[i], w.x[j]});
        r.r[i][i] = nh_expr_add(pool, c, nh_expr_product(pool, 3, (const nh_expr[]){s, w.x[i], w.x[i]}));
        r.r[i][j] = nh_expr_sub(pool, mixed, v.x[k]);
        r.r[j][i] = nh_expr_add(pool, mixed, v.x[k]);
    }
    return r;
}

/* ---- rotations ---- */

nh_matrix3 nh_rotation_about(nh_pool *pool, int axis, nh_expr angle) {
    NH_ASSERT(axis >= 0 && axis < 3);
    nh_expr c = nh_expr_apply1(pool, NH_EXPR_COS, angle), s = nh_expr_apply1(pool, NH_EXPR_SIN, angle);
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    nh_matrix3 r = nh_matrix3_identity();
    r.r[i][i] = r.r[j][j] = c;
    r.r[j][i] = s;
    r.r[i][j] = nh_expr_neg(pool, s);
    return r;
}

nh_matrix3 nh_rotation_axis_angle(nh_pool *pool, nh_vector axis, nh_expr angle) {
    nh_expr c = nh_expr_apply1(pool, NH_EXPR_COS, angle), s = nh_expr_apply1(pool, NH_EXPR_SIN, angle);
    nh_expr square = nh_vector_dot(pool, axis, axis); /* the root is needed in one place only */
    nh_vector v = nh_vector_scale(pool, nh_expr_div(pool, s, nh_expr_sqrt(pool, square)), axis);
    return combine_rotation(pool, c, v, nh_expr_div(pool, nh_expr_sub(pool, NH_EXPR_ONE, c), square), axis);
}

nh_matrix3 nh_rotation_quaternion(nh_pool *pool, const nh_expr q[4]) {
    nh_expr two = nh_expr_int(pool, 2);
    nh_vector w = {{q[1], q[2], q[3]}};
    nh_vector v = nh_vector_scale(pool, nh_expr_mul(pool, two, q[0]), w);
    nh_expr c = nh_expr_sub(pool, nh_expr_pow_int(pool, q[0], 2), nh_vector_dot(pool, w, w));
    return combine_rotation(pool, c, v, two, w);
}

static nh_matrix3 rate_of(nh_pool *pool, nh_matrix3 a) {
    nh_matrix3 rate;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) rate.r[i][j] = nh_expr_total_derivative(pool, a.r[i][j]);
    return rate;
}

/* The axial vector of half the antisymmetric part of a b^T. */
static nh_vector axial_vector(nh_pool *pool, nh_matrix3 a, nh_matrix3 b) {
    nh_vector result;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        nh_expr terms[6];
        for (int l = 0; l < 3; l++) {
            terms[2 * l] = nh_expr_mul(pool, a.r[k][l], b.r[j][l]);
            terms[2 * l + 1] = nh_expr_neg(pool, nh_expr_mul(pool, a.r[j][l], b.r[k][l]));
        }
        result.x[i] = nh_expr_scale(pool, nh_rat_make(1, 2), nh_expr_sum(pool, 6, terms));
    }
    return result;
}

nh_vector nh_rotation_omega(nh_pool *pool, nh_matrix3 r) {
    return axial_vector(pool, rate_of(pool, r), r);
}

nh_vector nh_rotation_omega_body(nh_pool *pool, nh_matrix3 r) {
    nh_matrix3 inverse = nh_matrix3_transpose(r);
    return axial_vector(pool, inverse, rate_of(pool, inverse));
}
