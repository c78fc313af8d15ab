/* The systems that the literature of [Algebraic] argues about, and what each is known for. */
#include "gallery.h"

static const double pi = 3.14159265358979323846;

/* The skate does not slide down the incline: from rest it runs along the cycloid x = gs/(2 w^2) sin^2(w t), y = gs/(2
 * w^2) (w t - sin(w t) cos(w t)), across the slope at the mean speed gs/(2 w). */
static void test_the_skate_runs_along_a_cycloid(void **state) {
    (void)state;
    const double gs = 5, w = 2, period = pi / w;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "incline-skate", .to = 6 * period, .step = period / 8});
    for (size_t row = 0; row < motion.info.rows; row++) {
        double angle = w * gallery_value(&motion, row, "t"), a = gs / (2 * w * w);
        gallery_near("x", gallery_value(&motion, row, "x"), a * sin(angle) * sin(angle), 1e-7);
        gallery_near("y", gallery_value(&motion, row, "y"), a * (angle - sin(angle) * cos(angle)), 1e-7);
    }
    gallery_near("x after six arcs", gallery_last(&motion, "x"), 0, 1e-7);
    gallery_near("y after six arcs", gallery_last(&motion, "y"), gs / (2 * w) * 6 * period, 1e-7);
    gallery_close(&motion);
}

/* On level ground the contact point runs evenly along a circle of radius R psi'/phi'. */
static void test_the_disc_rolls_on_a_circle(void **state) {
    (void)state;
    const double radius = 0.5 * 4 / 1;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "vertical-disc", .step = 0.25});
    for (size_t row = 0; row < motion.info.rows; row++) {
        double x = gallery_value(&motion, row, "x"), y = gallery_value(&motion, row, "y") - radius;
        gallery_near("the radius", hypot(x, y), radius, 1e-8);
        gallery_near("the spin", gallery_value(&motion, row, "psi'"), 4, 1e-8);
    }
    gallery_close(&motion);
}

/* On a slope it runs across, like the skate: the way down is bounded, the way across grows. */
static void test_the_disc_does_not_roll_down(void **state) {
    (void)state;
    const double turns = 20 * 2 * pi, slope = 2.0 / 3 * 5; /* m R^2/(I + m R^2) = 2/3 */
    gallery_motion motion = gallery_run(
        &(gallery_def){.name = "vertical-disc", .set = "gs=5", .init = "psi'=0", .to = turns, .step = turns / 400});
    assert_true(gallery_largest(&motion, "x", 0) < slope / 2 + 1e-6);
    gallery_near("the way across", gallery_last(&motion, "y"), slope / 2 * turns, 1e-5);
    gallery_close(&motion);
}

/* In a central field the constraint of constant speed makes the angular momentum grow like exp(V/(m C)).
 * The motion of the particle is known up to a quadrature, and turns back where |r x v| = |r| |v|: the two
 * roots of r = A exp(r^2/2). */
static void test_constant_speed_makes_a_rosette(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "constant-speed", .to = 100, .step = 0.01});
    double a = 0.8 * exp(-0.5), least = INFINITY, most = 0, inner = 0.5, outer = 1.5;
    for (int i = 0; i < 200; i++) inner = a * exp(inner * inner / 2), outer = sqrt(2 * log(outer / a));
    for (size_t row = 0; row < motion.info.rows; row++) {
        double r = gallery_value(&motion, row, "distance");
        gallery_near("r x v", gallery_value(&motion, row, "momentum"), a * exp(r * r / 2), 1e-7);
        gallery_near("v", hypot(gallery_value(&motion, row, "x'"), gallery_value(&motion, row, "y'")), 1, 1e-12);
        least = fmin(least, r);
        most = fmax(most, r);
    }
    gallery_near("the least distance", least, inner, 1e-4);
    gallery_near("the greatest distance", most, outer, 1e-4);
    gallery_close(&motion);
}

/* Perpendicular velocities: the constraint does no work on either point, so that in a field of gravity each keeps its
 * own energy, although they push each other. */
static void test_each_point_keeps_its_energy(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "right-angle", .set = "k=0", .step = 0.1});
    for (size_t row = 0; row < motion.info.rows; row++) {
        double first = gallery_value(&motion, row, "speed[1]"), second = gallery_value(&motion, row, "speed[2]");
        gallery_near("of the first", first * first / 2 + gallery_value(&motion, row, "y[1]"), 2, 1e-8);
        gallery_near("of the second", second * second / 2 + gallery_value(&motion, row, "y[2]"), 0.5, 1e-8);
    }
    assert_true(gallery_largest(&motion, "lambda.perp", 0) > 0.01);
    gallery_close(&motion);
}

/* The load on the nonlinear constraint: it is pushed forward by (F.e/m + g b/a)/(1 + (b/a)^2)
 * and sideways by F only. */
static void test_the_limit_of_appell_and_hamel(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "appell-hamel-limit", .set = "F=0", .step = 0.1});
    for (size_t row = 0; row < motion.info.rows; row++) {
        double t = gallery_value(&motion, row, "t"), forward = 9.8 * 0.5 / 1.25;
        gallery_near("x", gallery_value(&motion, row, "x"), 2 * t + forward * t * t / 2, 1e-8);
        gallery_near("z", gallery_value(&motion, row, "z"), 8 - t - forward * t * t / 4, 1e-8);
    }
    gallery_close(&motion);
}

static double missed(const char *set) {
    gallery_motion limit = gallery_run(&(gallery_def){.name = "appell-hamel-limit"});
    gallery_motion machine = gallery_run(&(gallery_def){.name = "appell-hamel", .set = set});
    double y = gallery_last(&machine, "y_C") - gallery_last(&limit, "y");
    double x = gallery_last(&machine, "x_C") - gallery_last(&limit, "x");
    gallery_close(&machine);
    gallery_close(&limit);
    return hypot(x, y);
}

/* Where rho -> 0 and the inertia of the machine vanishes faster, its motion tends to the one by Cetaev's rule, at the
 * rate of rho; where the inertia stays, it does not. */
static void test_the_machine_tends_to_its_limit_or_not(void **state) {
    (void)state;
    double far = missed("rho=0.1; M=0"), near = missed("rho=0.01; M=0");
    assert_true(far > 0.05 && far < 0.5);
    if (!(near > far / 20 && near < far / 5)) fail_msg("missed by %g, and by %g with a tenth of rho", far, near);
    assert_true(missed("rho=0.001; M=1") > 3);
    gallery_motion motion = gallery_run(&(gallery_def){.name = "appell-hamel", .set = "rho=0.0001; M=1"});
    assert_true(gallery_largest(&motion, "theta", 0) < 0.02); /* the force does not turn the wheel */
    gallery_close(&motion);
}

/* Backwards the load swings round to the front, as a castor does: without forces the heading turns by nearly
 * pi sqrt(A B)/(m rho), with A = m (1 + (b/a)^2) + M + I/a^2 and B = J + m rho^2, and the speed is reversed. */
static void test_the_machine_is_a_castor(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(
        &(gallery_def){.name = "appell-hamel", .set = "F=0; g=0", .init = "speed=-2; theta'=0.01", .to = 3});
    double A = 1.25 + 0.01 + 0.005, B = 0.000625 + 0.01;
    gallery_near("the last heading", gallery_last(&motion, "theta"), pi * sqrt(A * B) / 0.1, 1e-3);
    gallery_near("the last turning", gallery_last(&motion, "turning"), 0, 1e-6);
    gallery_near("the last phi'", gallery_last(&motion, "phi'"), 4, 1e-6);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_skate_runs_along_a_cycloid),
        cmocka_unit_test(test_the_disc_rolls_on_a_circle),
        cmocka_unit_test(test_the_disc_does_not_roll_down),
        cmocka_unit_test(test_constant_speed_makes_a_rosette),
        cmocka_unit_test(test_each_point_keeps_its_energy),
        cmocka_unit_test(test_the_limit_of_appell_and_hamel),
        cmocka_unit_test(test_the_machine_tends_to_its_limit_or_not),
        cmocka_unit_test(test_the_machine_is_a_castor),
    };
    return cmocka_run_group_tests_name("algebraic", tests, NULL, NULL);
}
