/* Rotations with their short rules for the angular velocity, against differentiation of the matrix (geometry.h): random
 * products, inverses, quaternions of length 1, axes that move. */
#include "models.h"

#include "model/rotation.h"

enum { TRIALS = 60 };

/* A quaternion of length 1, as products of cosines and sines of three angles. */
static nh_rotation unit_quaternion(nh_model *model) {
    nh_expr q[4] = {expr_of(model, "cos(x)*cos(y*t)"), expr_of(model, "cos(x)*sin(y*t)"),
                    expr_of(model, "sin(x)*cos(z^2)"), expr_of(model, "sin(x)*sin(z^2)")};
    return nh_rotation_of_quaternion(model->pool, q);
}

static nh_rotation leaf(nh_model *model, nh_random *random) {
    static const char *const angles[] = {"x", "x*y - z", "t^2", "a", "x^2*t", "3*z + 1"};
    nh_expr angle = expr_of(model, angles[nh_random_below(random, 6)]);
    switch (nh_random_below(random, 6)) {
        case 0: return unit_quaternion(model);
        case 1: return nh_rotation_about_vector(model->pool, vector_of(model, "1", "2", "-2"), angle);
        case 2: return nh_rotation_about_vector(model->pool, vector_of(model, "a", "1", "b"), angle);
        case 3: return nh_rotation_about_vector(model->pool, vector_of(model, "y", "1", "t"), angle); /* moves */
        default: return nh_rotation_turn(model->pool, (int)nh_random_below(random, 3), angle);
    }
}

static nh_rotation random_rotation(nh_model *model, nh_random *random, int depth) {
    if (depth == 0) return leaf(model, random);
    nh_rotation a = random_rotation(model, random, depth - 1);
    if (nh_random_below(random, 3) == 0) return nh_rotation_inverse(model->pool, a);
    return nh_rotation_compose(model->pool, a, random_rotation(model, random, depth - 1));
}

static void check_rotation(nh_model *model, nh_rotation r, const moment *at) {
    check_vectors("omega", vector_at(model, r.omega, at),
                  vector_at(model, nh_rotation_omega(model->pool, r.matrix), at), 1e-12L);
    check_vectors("Omega", vector_at(model, r.Omega, at),
                  vector_at(model, nh_rotation_omega_body(model->pool, r.matrix), at), 1e-12L);
    numbers9 R = matrix_at(model, r.matrix, at);
    check_vectors("R Omega", apply_numbers(R, vector_at(model, r.Omega, at)), vector_at(model, r.omega, at), 1e-12L);
    for (int i = 0; i < 3; i++) { /* R is a rotation */
        numbers3 e = {{i == 0, i == 1, i == 2}};
        nh_matrix3 again = nh_rotation_quaternion(model->pool, r.q);
        check_vectors("by its quaternion", apply_numbers(matrix_at(model, again, at), e), apply_numbers(R, e), 1e-12L);
        check_vectors("R^T R", apply_numbers(transpose_numbers(R), apply_numbers(R, e)), e, 1e-12L);
    }
}

PROTECTED_TEST(against_differentiation) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "a b");
    declare_coordinates(model, "x y z");
    nh_random random = nh_random_make(test_seed(), 17);
    moment at;
    for (int i = 0; i < test_count(TRIALS); i++) {
        moment_fill(&at, model, (uint64_t)i + 1, 0.3L);
        check_rotation(model, random_rotation(model, &random, i % 3), &at);
    }
    nh_model_destroy(model);
}

/* ---- what each is ---- */

static nh_vector applied(nh_model *model, nh_rotation r, const char *x, const char *y, const char *z) {
    return nh_matrix3_apply(model->pool, r.matrix, vector_of(model, x, y, z));
}

PROTECTED_TEST(meanings) {
    nh_model *model = nh_model_begin(context);
    declare_coordinates(model, "x y z");
    moment at;
    moment_fill(&at, model, 3, 0.5L);
    nh_rotation Rz = nh_rotation_turn(model->pool, 2, expr_of(model, "x"));
    nh_rotation Rx = nh_rotation_turn(model->pool, 0, expr_of(model, "y"));
    nh_rotation both = nh_rotation_compose(model->pool, Rz, Rx), back = nh_rotation_inverse(model->pool, both);
    assert_true(nh_vector_equal(applied(model, Rz, "1", "0", "0"), vector_of(model, "cos(x)", "sin(x)", "0")));
    assert_true(nh_vector_equal(Rz.omega, vector_of(model, "0", "0", "x'")));
    assert_true(nh_vector_equal(both.omega, vector_of(model, "cos(x)*y'", "sin(x)*y'", "x'")));
    assert_true(nh_vector_equal(both.Omega, vector_of(model, "y'", "sin(y)*x'", "cos(y)*x'")));
    nh_vector there = nh_matrix3_apply(model->pool, both.matrix, applied(model, back, "1", "2", "3"));
    check_vectors("there and back", vector_at(model, there, &at), (numbers3){{1, 2, 3}}, 1e-13L);
    nh_rotation none = nh_rotation_identity();
    assert_true(nh_matrix3_equal(none.matrix, nh_matrix3_identity()) && nh_vector_is_zero(none.omega) &&
                nh_vector_is_zero(none.Omega));
    nh_rotation same = nh_rotation_about_vector(model->pool, vector_of(model, "0", "0", "-5"), expr_of(model, "-x"));
    check_vectors("about -z by -x", vector_at(model, applied(model, same, "1", "2", "3"), &at),
                  vector_at(model, applied(model, Rz, "1", "2", "3"), &at), 1e-13L);
    check_vectors("its omega", vector_at(model, same.omega, &at), vector_at(model, Rz.omega, &at), 1e-13L);
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_differentiation), cmocka_unit_test(meanings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
