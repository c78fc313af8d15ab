/* Generalised forces: against the work that is done on small displacements of material points, found without any
 * derivative by rules; and the power of dampers. */
#include "models.h"

static nh_model *loaded_model(nh_context *context) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "m R c a");
    declare_function(model, "C", "C(t)");
    declare_coordinates(model, "x y phi theta psi s");
    declare_body(model, "A", vector_of(model, "x", "y + t", "R*sin(theta)"),
                 euler_rotation(model, "phi", "theta", "psi"), NULL);
    declare_body(model, "B", vector_of(model, "s", "0", "x*y"), euler_rotation(model, "s*t", "phi + C(t)", "1"), NULL);
    return model;
}

/* A state, moved along one coordinate. */
typedef struct moved {
    const nh_model *model;
    const moment *m;
    size_t coordinate;
    const nh_force *force;
    uint32_t body;      /* of a torque */
    numbers3 fixed;     /* the material point, in the body frame */
    nh_vector from, to; /* of a damper */
} moved;

static moment displaced(const moved *d, long double offset) {
    moment m = *d->m;
    *coordinate_at(&m, d->coordinate) += offset;
    return m;
}

/* F . r: the force is that at the state itself. */
static long double work_at_place(void *user, long double offset) {
    const moved *d = user;
    moment m = displaced(d, offset);
    return dot_numbers(vector_at(d->model, d->force->vector, d->m), vector_at(d->model, d->force->position, &m));
}

/* F . (c + R r) with the material point r that is at the place of the force at the state itself. */
static long double work_on_body(void *user, long double offset) {
    const moved *d = user;
    moment m = displaced(d, offset);
    const nh_rigid_body *body = &d->model->bodies.items[d->force->body];
    numbers3 arm = apply_numbers(matrix_at(d->model, body->rotation.matrix, &m), d->fixed);
    numbers3 place = combine_numbers(1, vector_at(d->model, body->center, &m), 1, arm);
    return dot_numbers(vector_at(d->model, d->force->vector, d->m), place);
}

static numbers3 material_point(const moved *d) {
    const nh_rigid_body *body = &d->model->bodies.items[d->force->body];
    numbers3 arm =
        combine_numbers(1, vector_at(d->model, d->force->position, d->m), -1, vector_at(d->model, body->center, d->m));
    return apply_numbers(transpose_numbers(matrix_at(d->model, body->rotation.matrix, d->m)), arm);
}

/* M . axial(R(q + offset) R(q)^T): the angle of a small turn. */
static long double work_of_torque(void *user, long double offset) {
    const moved *d = user;
    moment m = displaced(d, offset);
    nh_matrix3 rotation = d->model->bodies.items[d->body].rotation.matrix;
    numbers9 now = matrix_at(d->model, rotation, &m), before = matrix_at(d->model, rotation, d->m);
    long double turn[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) turn[i][j] += now.r[i][k] * before.r[j][k];
    numbers3 angle = {{turn[2][1], turn[0][2], turn[1][0]}};
    return dot_numbers(vector_at(d->model, d->force->vector, d->m), angle);
}

static long double expected_force(moved *d) {
    switch (d->force->kind) {
        case NH_FORCE_AT_POINT: return slope_of(work_at_place, d);
        case NH_FORCE_ON_BODY: d->fixed = material_point(d); return slope_of(work_on_body, d);
        case NH_FORCE_COORDINATE:
            return d->coordinate == d->force->coordinate ? value_at(d->model, d->force->scalar, d->m) : 0;
        case NH_FORCE_TORQUE: {
            d->body = d->force->body;
            long double work = slope_of(work_of_torque, d);
            d->body = d->force->other;
            return d->body == NH_MODEL_NONE ? work : work - slope_of(work_of_torque, d);
        }
    }
    return NAN;
}

/* The forces of the model together, at random states. */
static void check_forces(nh_model *model) {
    nh_model_build_forces(model);
    moment m;
    for (int k = 0; k < test_count(6); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        for (size_t i = 0; i < m.n; i++) {
            long double expected = 0;
            for (size_t f = 0; f < model->forces.count; f++) {
                moved d = {.model = model, .m = &m, .coordinate = i, .force = &model->forces.items[f]};
                expected += expected_force(&d);
            }
            assert_close(value_at(model, model->Q[i], &m), expected, DIFFERENCE_TOLERANCE);
        }
    }
}

static nh_vector some_force(nh_model *model) {
    return vector_of(model, "m*x'^2 + t", "-c*y'", "a + s*theta'");
}

static void declare_kind(nh_model *model, nh_force_kind kind, bool is_pair) {
    nh_force force = empty_force(kind);
    if (kind == NH_FORCE_COORDINATE) {
        force.coordinate = 3;
        force.scalar = expr_of(model, "c*theta'*x + t");
    } else {
        force.vector = some_force(model);
    }
    if (kind == NH_FORCE_AT_POINT) force.position = vector_of(model, "x*cos(phi)", "y*t", "s^2");
    if (kind == NH_FORCE_ON_BODY) force.position = vector_of(model, "x + s", "y", "R*theta - 1");
    if (kind == NH_FORCE_ON_BODY || kind == NH_FORCE_TORQUE) force.body = is_pair ? 1 : 0;
    if (is_pair) force.other = 0;
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
}

PROTECTED_TEST(each_kind) {
    for (int kind = NH_FORCE_AT_POINT; kind <= NH_FORCE_COORDINATE; kind++) {
        nh_model *model = loaded_model(context);
        declare_kind(model, (nh_force_kind)kind, false);
        check_forces(model);
        nh_model_destroy(model);
    }
}

PROTECTED_TEST(together) {
    nh_model *model = loaded_model(context);
    for (int kind = NH_FORCE_AT_POINT; kind <= NH_FORCE_COORDINATE; kind++)
        declare_kind(model, (nh_force_kind)kind, false);
    declare_kind(model, NH_FORCE_TORQUE, true);
    declare_kind(model, NH_FORCE_COORDINATE, false);
    check_forces(model);
    nh_model_destroy(model);
}

/* A force at the centre has no arm, one at B.at(r) an arm that does not matter where the force points along it. */
PROTECTED_TEST(as_written) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "F l");
    declare_coordinates(model, "x phi");
    declare_body(model, "B", vector_of(model, "x", "0", "0"), nh_rotation_about(model->pool, 2, expr_of(model, "phi")),
                 NULL);
    nh_force force = empty_force(NH_FORCE_ON_BODY);
    force.body = 0;
    force.vector = vector_of(model, "F", "0", "0");
    force.position = vector_of(model, "x", "0", "0");
    nh_model_add(model, forces, NH_ITEM_FORCE, force);
    nh_model_build_forces(model);
    assert_int_equal(model->Q[0], expr_of(model, "F"));
    assert_int_equal(model->Q[1], NH_EXPR_ZERO);
    model->forces.items[0].position = vector_of(model, "x + l", "0", "0");
    nh_model_build_forces(model);
    assert_int_equal(model->Q[1], NH_EXPR_ZERO);
    nh_model_destroy(model);
}

/* ---- dampers ---- */

static long double distance_of(void *user, long double offset) {
    const moved *d = user;
    moment m = displaced(d, offset);
    numbers3 apart = combine_numbers(1, vector_at(d->model, d->to, &m), -1, vector_at(d->model, d->from, &m));
    return sqrtl(dot_numbers(apart, apart));
}

/* The same as time continues, along the motion. */
typedef struct later {
    const moved *d;
    uint64_t seed;
    long double t;
} later;

static long double distance_later(void *user, long double offset) {
    const later *l = user;
    moment m;
    moment_fill(&m, l->d->model, l->seed, l->t + offset);
    moved then = *l->d;
    then.m = &m;
    return distance_of(&then, 0);
}

PROTECTED_TEST(damper) {
    nh_model *model = nh_model_begin(context);
    declare_parameters(model, "c l");
    declare_coordinates(model, "x y theta");
    nh_vector P = vector_of(model, "x", "y", "l*cos(theta)"), O = vector_of(model, "3 + y", "l*sin(theta) + t^2", "-2");
    declare_link(model, true, P, O, "c^2", NULL);
    declare_link(model, false, P, O, "c", NULL); /* a spring is no force next to V */
    nh_model_build_forces(model);
    for (int k = 0; k < test_count(10); k++) {
        uint64_t seed = test_seed() + (uint64_t)k;
        long double t = 0.2L * (k % 10); /* later, t^2 is so large that differences lose digits */
        moment m;
        moment_fill(&m, model, seed, t);
        moved d = {.model = model, .m = &m, .from = P, .to = O};
        long double rate = slope_of(distance_later, &(later){&d, seed, t});
        long double c = value_at(model, expr_of(model, "c^2"), &m);
        for (d.coordinate = 0; d.coordinate < m.n; d.coordinate++)
            assert_close(value_at(model, model->Q[d.coordinate], &m), -c * rate * slope_of(distance_of, &d),
                         DIFFERENCE_TOLERANCE);
    }
    nh_model_destroy(model);
}

/* Without time in the positions the power of a damper is -c d'^2. */
PROTECTED_TEST(dampers_take_energy) {
    nh_model *model = nh_model_begin(context);
    declare_coordinates(model, "x y theta");
    nh_vector P = vector_of(model, "x", "y", "cos(theta)"), O = vector_of(model, "y", "x*theta", "3"),
              Z = nh_vector_zero();
    declare_link(model, true, P, O, "2", NULL);
    declare_link(model, true, O, Z, "1/3", NULL);
    declare_link(model, true, Z, Z, "1", NULL);
    nh_model_build_forces(model);
    moment m;
    for (int k = 0; k < test_count(30); k++) {
        moment_fill(&m, model, test_seed() + (uint64_t)k, 0.2L * k);
        long double power = 0;
        for (size_t i = 0; i < m.n; i++) power += value_at(model, model->Q[i], &m) * *velocity_at(&m, i);
        assert_true(power <= 0);
        long double d1 = value_at(model, nh_expr_total_derivative(model->pool, nh_vector_norm(model->pool, O)), &m);
        nh_expr other = nh_vector_norm(model->pool, nh_vector_sub(model->pool, P, O));
        long double d2 = value_at(model, nh_expr_total_derivative(model->pool, other), &m);
        assert_close(power, -d1 * d1 / 3 - 2 * d2 * d2, ROUNDING_TOLERANCE);
    }
    nh_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind),           cmocka_unit_test(together),
        cmocka_unit_test(as_written),          cmocka_unit_test(damper),
        cmocka_unit_test(dampers_take_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
