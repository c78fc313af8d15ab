/* Modes as motions: on the constraints at every point, with velocities that are the rates of the coordinates, and with
 * the period and the growth of the eigenvalue. */
#include <math.h>

#include "base/protect.h"
#include "model/values.h"
#include "state/state.h"
#include "steady/animation.h"
#include "steady/linearize.h"
#include "support.h"

static const char disc[] =
    "param m = 1, R = 0.5, g = 9.81\ncoord x, y, phi, theta, psi\n"
    "body B { at [x, y, 0] + Rz(phi)*Rx(theta)*[0, R, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, "
    "inertia diag(m*R^2/4, m*R^2/4, m*R^2/2) }\ngravity [0, 0, -g]\nconstraint roll: B.velocity([x, y, 0]) = 0\n"
    "init theta = pi/2, psi' = -5, phi' = 0, theta' = 0\n";
/* A pendulum with two coordinates, damped. */
static const char rod[] = "coord x, y\npoint P = [x, y, 0]\nkinetic (x'^2 + y'^2)/2\npotential 9*y\nforce x: -0.5*x'\n"
                          "constraint rod: x^2 + y^2 = 1\nindependent x'\ninit x = 0, y = -1, x' = 0, y' = 0\n";
static const char standing[] = "coord a\npoint P = [sin(a), 0, cos(a)]\nkinetic a'^2/2\npotential 4*cos(a)\n"
                               "init a = 0, a' = 0\n";

typedef struct example {
    nh_arena *arena;
    nh_model *model;
    const nh_linearize_info *info;
    size_t n;
} example;

static example make_example(nh_context *context, const char *text) {
    example e = {nh_arena_create(context), test_read_model(context, text), NULL, 0};
    nh_linearize_def def = nh_default_linearize();
    e.info = nh_linearized(e.arena, e.model, &def);
    e.n = e.model->coordinates.count;
    return e;
}

static void free_example(const example *e) {
    nh_model_destroy(e->model);
    nh_arena_destroy(e->arena);
}

static double value_at(const nh_trajectory *points, size_t row, size_t column) {
    return points->values.items[row * points->columns + column];
}

static void expect_kinematics(const example *e, const nh_trajectory *points) {
    assert_non_null(points);
    nh_states *states = nh_states_make(e->arena, e->model, nh_model_parameter_values(e->model, e->arena));
    double h = value_at(points, 1, 0) - value_at(points, 0, 0);
    for (size_t row = 0; row < points->rows; row++) {
        double *at = points->values.items + row * points->columns;
        nh_state state = {at[0], at + 1, at + 1 + e->n};
        assert_true(nh_states_residual(states, &state, NULL) < 1e-10);
        if (row == 0 || row + 1 == points->rows) continue;
        for (size_t i = 1; i <= e->n; i++) {
            double rate = (value_at(points, row + 1, i) - value_at(points, row - 1, i)) / (2 * h);
            if (!(fabs(rate - at[e->n + i]) < 5e-3 * (1 + fabs(rate))))
                fail_msg("row %zu, coordinate %zu: %.9g, by differences %.9g", row, i, at[e->n + i], rate);
        }
    }
}

/* The upright disc: theta swings with lambda^2 = 4/5 g/R - 12/5 psi'^2, two periods, and cannot grow. */
PROTECTED_TEST(test_disc) {
    example e = make_example(context, disc);
    assert_int_equal(e.info->modes, 1);
    const nh_trajectory *points = nh_mode_animate(e.arena, e.model, e.info, 0, false);
    expect_kinematics(&e, points);
    double omega = sqrt(2.4 * 25 - 0.8 * 9.81 / 0.5), upright = acos(-1) / 2, most = 0;
    assert_true(fabs(points->to * omega - 4 * acos(-1)) < 1e-9);
    for (size_t row = 0; row < points->rows; row++) {
        double lean = value_at(points, row, 4) - upright, first = value_at(points, 0, 4) - upright;
        double rate = value_at(points, 0, 9), t = value_at(points, row, 0);
        assert_true(fabs(lean - first * cos(omega * t) - rate / omega * sin(omega * t)) < 1e-12);
        most = fmax(most, fabs(lean));
    }
    assert_true(most > 0.05 && most < 0.6);
    assert_null(nh_mode_animate(e.arena, e.model, e.info, 0, true));
    free_example(&e);
}

/* x = Re e^((-1/4 + i omega) t), omega^2 = 9 - 1/16: a dependent coordinate follows; the amplitude decays or not. */
PROTECTED_TEST(test_rod) {
    example e = make_example(context, rod);
    assert_int_equal(e.info->modes, 1);
    const nh_trajectory *stays = nh_mode_animate(e.arena, e.model, e.info, 0, false);
    const nh_trajectory *decays = nh_mode_animate(e.arena, e.model, e.info, 0, true);
    expect_kinematics(&e, stays);
    expect_kinematics(&e, decays);
    assert_true(value_at(stays, 0, 1) > 0.05);
    size_t half = (stays->rows - 1) / 2; /* one period of the two */
    double period = value_at(stays, half, 0);
    assert_true(fabs(period - 2 * acos(-1) / sqrt(9 - 1.0 / 16)) < 1e-9);
    assert_true(fabs(value_at(stays, half, 1) - value_at(stays, 0, 1)) < 1e-10);
    assert_true(fabs(value_at(decays, half, 1) / value_at(decays, 0, 1) - exp(-period / 4)) < 1e-9);
    free_example(&e);
}

/* Real modes, lambda = -2 and 2: only as they grow or decay, largest where they begin or end. */
PROTECTED_TEST(test_standing) {
    example e = make_example(context, standing);
    assert_int_equal(e.info->modes, 2);
    for (size_t k = 0; k < 2; k++) {
        double lambda = k == 0 ? -2 : 2;
        assert_null(nh_mode_animate(e.arena, e.model, e.info, k, false));
        const nh_trajectory *points = nh_mode_animate(e.arena, e.model, e.info, k, true);
        expect_kinematics(&e, points);
        double first = value_at(points, 0, 1), last = value_at(points, points->rows - 1, 1);
        assert_true(fabs(log(last / first) - lambda * (points->to - points->from)) < 1e-9);
        assert_true(fmax(fabs(first), fabs(last)) > 0.05);
    }
    free_example(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_disc), cmocka_unit_test(test_rod),
                                       cmocka_unit_test(test_standing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
