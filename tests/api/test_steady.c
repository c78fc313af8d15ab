/* Steady motions through the public interface: counts and places that are known, families, wrong calls. */
#include <math.h>
#include <string.h>

#include <nonholo/steady.h>

#include "support.h"

static nh_steady *must_find(nh_model *model, size_t starts) {
    nh_steady *steady = NULL;
    nh_steady_def def = nh_default_steady();
    def.starts = starts;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_OK);
    return steady;
}

/* cos(theta) = g/(R w^2), or theta = 0, pi: modulo a full turn no others, and all of them from 40 starts. */
static void test_hoop(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "param m = 1, R = 1, g = 9.81, w = 4\ncoord theta\n"
                                               "kinetic m/2*R^2*(theta'^2 + w^2*sin(theta)^2)\n"
                                               "potential -m*g*R*cos(theta)\ninit theta = 0, theta' = 0\n");
    nh_steady *steady = must_find(model, 40);
    const nh_steady_info *info = nh_steady_get(steady);
    unsigned found = 0;
    assert_true(info->items[0].linear->state[1] == 0);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        double angle = remainder(item->state[1], 2 * acos(-1)), side = acos(9.81 / 16);
        bool is_low = fabs(angle) < 1e-12, is_high = fabs(fabs(angle) - acos(-1)) < 1e-12;
        assert_true(is_low || is_high || fabs(fabs(angle) - side) < 1e-12);
        found |= is_low ? 1 : is_high ? 2 : angle > 0 ? 4 : 8;
        assert_string_equal(item->kind, "equilibrium");
        assert_int_equal(item->family, 0);
        assert_string_equal(item->verdict, is_low || is_high ? "unstable" : "stable (by energy)");
    }
    assert_int_equal(found, 15);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* A rolling disc: a family of two parameters, on which the balance of moments about the edge holds,
 * with lean theta, n = phi' cos(theta) + psi' about the axis:
 * m g R cos(theta) = (C + m R^2) n phi' sin(theta) - A phi'^2 sin(theta) cos(theta). */
static void test_disc(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(
        context, "param m = 1, R = 0.5, g = 9.81\ncoord x, y, phi, theta, psi\n"
                 "body B { at [x, y, 0] + Rz(phi)*Rx(theta)*[0, R, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, "
                 "inertia diag(m*R^2/4, m*R^2/4, m*R^2/2) }\ngravity [0, 0, -g]\n"
                 "constraint roll: B.velocity([x, y, 0]) = 0\ninit theta = pi/2 - 0.2, psi' = -5\n");
    nh_steady *steady = must_find(model, 5);
    const nh_steady_info *info = nh_steady_get(steady);
    assert_true(info->count >= 1);
    for (size_t i = 0; i < info->count; i++) {
        const nh_linearize_info *item = info->items[i].linear;
        double theta = item->state[4], turn = item->state[8], spin = item->state[10], s = sin(theta), c = cos(theta);
        double A = 0.0625, C = 0.125, n = turn * c + spin;
        double left = -9.81 * 0.5 * c, right = (C + 0.25) * n * turn * s - A * turn * turn * s * c;
        if (!(fabs(left - right) < 1e-12 * (1 + fabs(left))))
            fail_msg("theta = %g, phi' = %g, psi' = %g: %g, %g", theta, turn, spin, left, right);
        assert_int_equal(item->family, 2);
        assert_int_equal(item->ignorables, 4);
        assert_true(item->state[9] == 0);
    }
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* Where there is none nothing is found: a particle on a slope, and one whose only zero is a double one. */
static void test_none(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential y + x^2\n"
                                               "init x = 0, y = 0, x' = 0, y' = 0\n");
    nh_steady *steady = must_find(model, 5);
    assert_int_equal(nh_steady_get(steady)->count, 0);
    const char *text = NULL;
    assert_int_equal(nh_steady_print(steady, NH_PRINT_TEXT, &text), NH_OK);
    assert_non_null(strstr(text, "0 steady motions found"));
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    model = test_read_model(context, "coord x\nkinetic x'^2/2\npotential x + x^3/3 - x^2\ninit x = 0.5, x' = 0\n");
    steady = must_find(model, 5);
    assert_int_equal(nh_steady_get(steady)->count, 0);
    nh_steady_destroy(steady);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

static void test_wrong(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, "coord x\nkinetic x'^2/2\npotential x^2\ninit x = 0, x' = 0\n");
    nh_steady_def def = nh_default_steady(), empty = {.starts = 1};
    nh_steady *steady = (nh_steady *)&context; /* anything but NULL */
    assert_int_equal(nh_steady_make(model, &empty, &steady), NH_E_USAGE);
    assert_null(steady);
    def.starts = NH_STEADY_STARTS_MAX + 1;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    def.starts = 0;
    def.digits = 101;
    assert_int_equal(nh_steady_make(model, &def, &steady), NH_E_USAGE);
    assert_int_equal(nh_steady_make(NULL, &def, &steady), NH_E_USAGE);
    assert_null(nh_steady_get(NULL));
    assert_int_equal(nh_steady_print(NULL, NH_PRINT_TEXT, NULL), NH_E_USAGE);
    nh_steady_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hoop), cmocka_unit_test(test_disc),
                                       cmocka_unit_test(test_none), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
