/* Vectors and rotations: against numbers, against each other, and angular velocities against differences and closed
 * forms. */
#include "expr/inspect.h"
#include "models.h"

static nh_model *turning_model(nh_context *context) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "a b c");
    declare_function(model, "C", "C(t)");
    declare_coordinates(model, "phi theta psi q0 q1 q2 q3 x y z");
    return model;
}

PROTECTED_TEST(vectors) {
    nh_model *model = turning_model(context);
    nh_pool *p = model->pool;
    nh_vector u = vector_of(model, "x", "y*a", "sin(z)"), v = vector_of(model, "phi", "0", "t*x");
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.3L * k);
        numbers3 a = vector_at(model, u, &m), b = vector_at(model, v, &m);
        numbers3 cross = vector_at(model, nh_vector_cross(p, u, v), &m);
        assert_close(value_at(model, nh_vector_dot(p, u, v), &m), dot_numbers(a, b), ROUNDING_TOLERANCE);
        assert_close(value_at(model, nh_vector_norm(p, u), &m), sqrtl(dot_numbers(a, a)), ROUNDING_TOLERANCE);
        check_vectors("sum", vector_at(model, nh_vector_add(p, u, v), &m), combine_numbers(1, a, 1, b),
                      ROUNDING_TOLERANCE);
        check_vectors("difference", vector_at(model, nh_vector_sub(p, u, v), &m), combine_numbers(1, a, -1, b),
                      ROUNDING_TOLERANCE);
        numbers3 scaled = vector_at(model, nh_vector_scale(p, model->time, u), &m);
        check_vectors("multiple", scaled, combine_numbers(m.values[0], a, 0, b), ROUNDING_TOLERANCE);
        /* orthogonal to both, and of the right length and sign */
        assert_close(dot_numbers(cross, a), 0, ROUNDING_TOLERANCE);
        assert_close(dot_numbers(cross, cross), dot_numbers(a, a) * dot_numbers(b, b) - powl(dot_numbers(a, b), 2),
                     ROUNDING_TOLERANCE);
        assert_close(cross.x[2], a.x[0] * b.x[1] - a.x[1] * b.x[0], ROUNDING_TOLERANCE);
    }
    nh_vector ex = vector_of(model, "1", "0", "0"), ey = vector_of(model, "0", "1", "0"),
              ez = vector_of(model, "0", "0", "1");
    assert_true(nh_vector_equal(nh_vector_cross(p, ex, ey), ez));
    assert_true(nh_vector_equal(nh_vector_cross(p, ey, ez), ex));
    assert_true(nh_vector_is_zero(nh_vector_cross(p, u, u)));
    assert_true(nh_vector_is_zero(nh_vector_zero()) && !nh_vector_is_zero(ey) && !nh_vector_equal(ex, ez));
    assert_int_equal(nh_vector_norm(p, vector_of(model, "0", "x", "0")), expr_of(model, "abs(x)"));
    assert_true(nh_vector_equal(nh_vector_rate(p, vector_of(model, "x*t", "a", "C(t)*y")),
                                vector_of(model, "x'*t + x", "0", "C(t)'*y + C(t)*y'")));
    nh_model_destroy(model);
}

/* ---- rotations ---- */

/* The rotations that are tried. */
typedef struct rotations {
    nh_matrix3 list[10];
    int count;
} rotations;

static nh_vector tilted_axis(nh_model *model) {
    return vector_of(model, "cos(phi)", "a + 3", "t*theta - 1");
}

static rotations some_rotations(nh_model *model) {
    nh_pool *p = model->pool;
    rotations all = {.count = 0};
    for (int axis = 0; axis < 3; axis++)
        all.list[all.count++] = nh_rotation_about(p, axis, expr_of(model, "phi*t + C(t)"));
    all.list[all.count++] = euler_rotation(model, "phi", "theta", "psi");
    all.list[all.count++] = nh_rotation_axis_angle(p, tilted_axis(model), expr_of(model, "psi + x^2"));
    nh_matrix3 about = nh_rotation_axis_angle(p, vector_of(model, "1", "2", "-a"), expr_of(model, "theta"));
    all.list[all.count++] = nh_matrix3_multiply(p, about, nh_matrix3_transpose(all.list[3]));
    all.list[all.count++] = nh_matrix3_identity();
    return all;
}

static numbers9 multiply_numbers(numbers9 a, numbers9 b) {
    numbers9 product = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) product.r[i][j] += a.r[i][k] * b.r[k][j];
    return product;
}

static long double determinant(numbers9 a) {
    numbers3 row[3];
    for (int i = 0; i < 3; i++) row[i] = (numbers3){{a.r[i][0], a.r[i][1], a.r[i][2]}};
    numbers3 cross = {{row[1].x[1] * row[2].x[2] - row[1].x[2] * row[2].x[1],
                       row[1].x[2] * row[2].x[0] - row[1].x[0] * row[2].x[2],
                       row[1].x[0] * row[2].x[1] - row[1].x[1] * row[2].x[0]}};
    return dot_numbers(row[0], cross);
}

static void check_matrices(const char *what, numbers9 a, numbers9 b, long double tolerance) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!is_close(a.r[i][j], b.r[i][j], tolerance))
                fail_msg("%s, entry %d %d: %.15Lg, not %.15Lg", what, i, j, a.r[i][j], b.r[i][j]);
}

static const numbers9 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

PROTECTED_TEST(are_rotations) {
    nh_model *model = turning_model(context);
    rotations all = some_rotations(model);
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.1L * k);
        for (int i = 0; i < all.count; i++) {
            numbers9 r = matrix_at(model, all.list[i], &m);
            check_matrices("R R^T", multiply_numbers(r, transpose_numbers(r)), one, ROUNDING_TOLERANCE);
            assert_close(determinant(r), 1, ROUNDING_TOLERANCE);
        }
    }
    nh_model_destroy(model);
}

PROTECTED_TEST(matrices) {
    nh_model *model = turning_model(context);
    nh_pool *p = model->pool;
    nh_matrix3 a = euler_rotation(model, "phi", "theta", "psi");
    nh_matrix3 b = nh_rotation_axis_angle(p, tilted_axis(model), expr_of(model, "psi"));
    nh_vector v = vector_of(model, "x", "y", "z");
    moment m;
    moment_fill(&m, model, test_seed(), 0.7L);
    numbers9 na = matrix_at(model, a, &m), nb = matrix_at(model, b, &m);
    check_matrices("product", matrix_at(model, nh_matrix3_multiply(p, a, b), &m), multiply_numbers(na, nb),
                   ROUNDING_TOLERANCE);
    check_matrices("transpose", matrix_at(model, nh_matrix3_transpose(a), &m), transpose_numbers(na), 0);
    check_vectors("image", vector_at(model, nh_matrix3_apply(p, a, v), &m), apply_numbers(na, vector_at(model, v, &m)),
                  ROUNDING_TOLERANCE);
    nh_matrix3 twice = nh_matrix3_scale(p, nh_expr_int(p, 2), a);
    check_vectors("multiple", vector_at(model, nh_matrix3_apply(p, twice, v), &m),
                  combine_numbers(2, vector_at(model, nh_matrix3_apply(p, a, v), &m), 0, (numbers3){{0}}),
                  ROUNDING_TOLERANCE);
    assert_true(nh_matrix3_equal(nh_matrix3_multiply(p, a, nh_matrix3_identity()), a) && !nh_matrix3_equal(a, b));
    nh_matrix3 diag = nh_matrix3_diag(expr_of(model, "a"), expr_of(model, "b"), expr_of(model, "c"));
    assert_true(nh_vector_equal(nh_matrix3_apply(p, diag, v), vector_of(model, "a*x", "b*y", "c*z")));
    nh_model_destroy(model);
}

/* Right-handed turns, as the language says; Rodrigues about the axes, of any length, is the same to the letter. */
PROTECTED_TEST(turns_about_axes) {
    nh_model *model = turning_model(context);
    nh_pool *p = model->pool;
    nh_expr angle = expr_of(model, "phi");
    nh_vector ex = vector_of(model, "1", "0", "0"), ey = vector_of(model, "0", "1", "0"),
              ez = vector_of(model, "0", "0", "1");
    assert_true(nh_vector_equal(nh_matrix3_apply(p, nh_rotation_about(p, 2, angle), ex),
                                vector_of(model, "cos(phi)", "sin(phi)", "0")));
    assert_true(nh_vector_equal(nh_matrix3_apply(p, nh_rotation_about(p, 0, angle), ey),
                                vector_of(model, "0", "cos(phi)", "sin(phi)")));
    assert_true(nh_vector_equal(nh_matrix3_apply(p, nh_rotation_about(p, 1, angle), ez),
                                vector_of(model, "sin(phi)", "0", "cos(phi)")));
    const nh_vector axes[] = {ex, ey, ez};
    for (int i = 0; i < 3; i++) {
        nh_vector longer = nh_vector_scale(p, nh_expr_int(p, 3), axes[i]);
        nh_vector opposite = nh_vector_scale(p, expr_of(model, "-1/2"), axes[i]);
        nh_matrix3 turn = nh_rotation_about(p, i, angle);
        assert_true(nh_matrix3_equal(nh_rotation_axis_angle(p, axes[i], angle), turn));
        assert_true(nh_matrix3_equal(nh_rotation_axis_angle(p, longer, angle), turn));
        assert_true(nh_matrix3_equal(nh_rotation_axis_angle(p, opposite, angle), nh_matrix3_transpose(turn)));
    }
    nh_model_destroy(model);
}

/* The axis stays; what is orthogonal to it turns by the angle, with the right hand. */
PROTECTED_TEST(turns_about_any_axis) {
    nh_model *model = turning_model(context);
    nh_pool *p = model->pool;
    nh_vector axis = tilted_axis(model), other = nh_vector_cross(p, axis, vector_of(model, "x", "y", "z"));
    nh_matrix3 r = nh_rotation_axis_angle(p, axis, expr_of(model, "psi"));
    nh_vector turned = nh_matrix3_apply(p, r, other), third = nh_vector_cross(p, axis, other);
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        numbers3 u = vector_at(model, axis, &m);
        check_vectors("axis", apply_numbers(matrix_at(model, r, &m), u), u, ROUNDING_TOLERANCE);
        long double angle = value_at(model, expr_of(model, "psi"), &m), length = sqrtl(dot_numbers(u, u));
        numbers3 expected = combine_numbers(cosl(angle), vector_at(model, other, &m), sinl(angle) / length,
                                            vector_at(model, third, &m));
        check_vectors("turned", vector_at(model, turned, &m), expected, ROUNDING_TOLERANCE);
    }
    nh_model_destroy(model);
}

/* ---- quaternions ---- */

static void multiply_quaternions(const long double a[4], const long double b[4], long double result[4]) {
    result[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    result[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    result[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    result[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* Where the coordinates q0 .. q3 are among those of turning_model. */
enum { FIRST_QUATERNION = 3 };

static nh_matrix3 quaternion_rotation(nh_model *model) {
    nh_expr q[4];
    for (size_t i = 0; i < 4; i++) q[i] = model->coordinates.items[FIRST_QUATERNION + i].q;
    return nh_rotation_quaternion(model->pool, q);
}

/* Reads q and q' of the moment; with `unit` they are first moved to the unit sphere and its tangent. */
static void quaternion_at(moment *m, bool unit, long double q[4], long double rate[4]) {
    long double square = 0, radial = 0;
    for (size_t i = 0; i < 4; i++) square += powl(*coordinate_at(m, FIRST_QUATERNION + i), 2);
    for (size_t i = 0; i < 4; i++) q[i] = *coordinate_at(m, FIRST_QUATERNION + i) / (unit ? sqrtl(square) : 1);
    for (size_t i = 0; i < 4; i++) radial += q[i] * *velocity_at(m, FIRST_QUATERNION + i);
    for (size_t i = 0; i < 4; i++) {
        rate[i] = *velocity_at(m, FIRST_QUATERNION + i) - (unit ? radial * q[i] : 0);
        *coordinate_at(m, FIRST_QUATERNION + i) = q[i];
        *velocity_at(m, FIRST_QUATERNION + i) = rate[i];
    }
}

/* R v = q v q*, for quaternions of any length. */
PROTECTED_TEST(quaternion_turns) {
    nh_model *model = turning_model(context);
    nh_matrix3 r = quaternion_rotation(model);
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        long double q[4], rate[4], half[4], full[4];
        quaternion_at(&m, k % 2 == 0, q, rate);
        numbers3 v = {{value_from(test_seed() + (uint64_t)k, 91), value_from(test_seed(), 92), 0.5L}};
        const long double conjugate[] = {q[0], -q[1], -q[2], -q[3]}, pure[] = {0, v.x[0], v.x[1], v.x[2]};
        multiply_quaternions(q, pure, half);
        multiply_quaternions(half, conjugate, full);
        check_vectors("q v q*", apply_numbers(matrix_at(model, r, &m), v), (numbers3){{full[1], full[2], full[3]}},
                      ROUNDING_TOLERANCE);
        if (k % 2 == 0) assert_close(determinant(matrix_at(model, r, &m)), 1, ROUNDING_TOLERANCE);
    }
    nh_model_destroy(model);
}

/* omega = 2 im(q' q*), Omega = 2 im(q* q') on the unit sphere; off it |q|^2 times that, the antisymmetric part. */
PROTECTED_TEST(quaternion_omega) {
    nh_model *model = turning_model(context);
    nh_matrix3 r = quaternion_rotation(model);
    nh_vector omega = nh_rotation_omega(model->pool, r), omega_body = nh_rotation_omega_body(model->pool, r);
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        long double q[4], rate[4], space[4], body[4];
        quaternion_at(&m, k % 2 == 0, q, rate);
        const long double conjugate[] = {q[0], -q[1], -q[2], -q[3]};
        multiply_quaternions(rate, conjugate, space);
        multiply_quaternions(conjugate, rate, body);
        long double factor = 2 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (k % 2 == 0) assert_close(factor, 2, ROUNDING_TOLERANCE);
        numbers3 in_space = {{factor * space[1], factor * space[2], factor * space[3]}};
        numbers3 in_body = {{factor * body[1], factor * body[2], factor * body[3]}};
        check_vectors("omega", vector_at(model, omega, &m), in_space, ROUNDING_TOLERANCE);
        check_vectors("Omega", vector_at(model, omega_body, &m), in_body, ROUNDING_TOLERANCE);
    }
    nh_model_destroy(model);
}

/* ---- angular velocities ---- */

typedef struct turned_entry {
    const nh_model *model;
    nh_expr entry;
    uint64_t seed;
    long double t;
} turned_entry;

static long double entry_along(void *user, long double offset) {
    const turned_entry *e = user;
    moment m;
    moment_fill(&m, e->model, e->seed, e->t + offset);
    return value_at(e->model, e->entry, &m);
}

static numbers9 rate_by_differences(const nh_model *model, nh_matrix3 r, uint64_t seed, long double t) {
    numbers9 rate;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) rate.r[i][j] = slope_of(entry_along, &(turned_entry){model, r.r[i][j], seed, t});
    return rate;
}

static numbers3 axial_of(numbers9 a) {
    return (numbers3){{a.r[2][1], a.r[0][2], a.r[1][0]}};
}

/* [omega] = R' R^T, [Omega] = R^T R', and omega = R Omega, along curves. */
PROTECTED_TEST(omega_by_differences) {
    nh_model *model = turning_model(context);
    rotations all = some_rotations(model);
    moment m;
    for (int k = 0; k < test_count(6); k++) {
        uint64_t seed = test_seed() + (uint64_t)k;
        moment_fill(&m, model, seed, 0.4L * k);
        for (int i = 0; i < all.count; i++) {
            numbers9 r = matrix_at(model, all.list[i], &m),
                     rate = rate_by_differences(model, all.list[i], seed, 0.4L * k);
            numbers3 omega = vector_at(model, nh_rotation_omega(model->pool, all.list[i]), &m);
            numbers3 omega_body = vector_at(model, nh_rotation_omega_body(model->pool, all.list[i]), &m);
            check_vectors("omega", omega, axial_of(multiply_numbers(rate, transpose_numbers(r))), DIFFERENCE_TOLERANCE);
            check_vectors("Omega", omega_body, axial_of(multiply_numbers(transpose_numbers(r), rate)),
                          DIFFERENCE_TOLERANCE);
            check_vectors("R Omega", apply_numbers(r, omega_body), omega, ROUNDING_TOLERANCE);
        }
    }
    nh_model_destroy(model);
}

/* Euler's angles: omega = phi' ez + theta' n + psi' R ez. */
PROTECTED_TEST(omega_of_euler_angles) {
    nh_model *model = turning_model(context);
    nh_matrix3 r = euler_rotation(model, "phi", "theta", "psi");
    nh_vector omega = nh_rotation_omega(model->pool, r), omega_body = nh_rotation_omega_body(model->pool, r);
    nh_vector space = vector_of(model, "theta'*cos(phi) + psi'*sin(theta)*sin(phi)",
                                "theta'*sin(phi) - psi'*sin(theta)*cos(phi)", "phi' + psi'*cos(theta)");
    nh_vector body = vector_of(model, "phi'*sin(theta)*sin(psi) + theta'*cos(psi)",
                               "phi'*sin(theta)*cos(psi) - theta'*sin(psi)", "phi'*cos(theta) + psi'");
    moment m;
    for (int k = 0; k < test_count(20); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.3L * k);
        check_vectors("omega", vector_at(model, omega, &m), vector_at(model, space, &m), ROUNDING_TOLERANCE);
        check_vectors("Omega", vector_at(model, omega_body, &m), vector_at(model, body, &m), ROUNDING_TOLERANCE);
    }
    nh_matrix3 fixed = nh_rotation_axis_angle(model->pool, vector_of(model, "a", "b", "1"), expr_of(model, "c"));
    assert_true(nh_vector_is_zero(nh_rotation_omega(model->pool, fixed)));
    nh_model_destroy(model);
}

/* How long angular velocities are: printed, to be seen; the bounds are there to notice that they grow. */
PROTECTED_TEST(operations) {
    nh_model *model = turning_model(context);
    const struct {
        const char *what;
        nh_matrix3 rotation;
        uint64_t most;
    } cases[] = {
        {"Rz(phi)", nh_rotation_about(model->pool, 2, expr_of(model, "phi")), 20},
        {"Rz(phi)*Rx(theta)*Rz(psi)", euler_rotation(model, "phi", "theta", "psi"), 400},
        {"quaternion", quaternion_rotation(model), 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_vector space = nh_rotation_omega(model->pool, cases[i].rotation);
        nh_vector body = nh_rotation_omega_body(model->pool, cases[i].rotation);
        uint64_t matrix = nh_expr_operations(model->pool, 9, &cases[i].rotation.r[0][0]);
        uint64_t first = nh_expr_operations(model->pool, 3, space.x),
                 second = nh_expr_operations(model->pool, 3, body.x);
        print_message("%s: R %llu, omega %llu, Omega %llu operations\n", cases[i].what, (unsigned long long)matrix,
                      (unsigned long long)first, (unsigned long long)second);
        assert_true(first <= cases[i].most && second <= cases[i].most);
    }
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(are_rotations),
        cmocka_unit_test(matrices),
        cmocka_unit_test(turns_about_axes),
        cmocka_unit_test(turns_about_any_axis),
        cmocka_unit_test(quaternion_turns),
        cmocka_unit_test(quaternion_omega),
        cmocka_unit_test(omega_by_differences),
        cmocka_unit_test(omega_of_euler_angles),
        cmocka_unit_test(operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
