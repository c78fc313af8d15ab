/* Grashof's crank goes round, the rocker rocks between known angles, and the coupler curve is closed. */
#include "gallery.h"

static const double a = 1, b = 3, c = 2.5, d = 2.8, w = 4; /* as in the model */

/* The angle of the rocker for that of the crank, on the branch of the model: the triangles A, B, D and B, C, D. */
static double rocker(double crank) {
    double x = a * cos(crank) - d, y = a * sin(crank), r = sqrt(x * x + y * y); /* from D to B */
    return atan2(y, x) - acos((r * r + c * c - b * b) / (2 * r * c));
}

/* In the triangle A, C, D with crank and coupler in one line. */
static double dead_centre(double side) {
    return acos(-1.0) - acos((c * c + d * d - side * side) / (2 * c * d));
}

static void test_a_turn_closes_the_coupler_curve(void **state) {
    (void)state;
    const double pi = acos(-1.0), period = 2 * pi / w;
    gallery_motion motion =
        gallery_run(&(gallery_def){.name = "four-bar", .with = "steady", .to = period, .step = period / 1000});
    double least = INFINITY, most = -INFINITY;
    for (size_t row = 0; row < motion.info.rows; row++) {
        double angle = gallery_value(&motion, row, "q3");
        gallery_near("the rocker", remainder(angle - rocker(w * gallery_value(&motion, row, "t")), 2 * pi), 0, 1e-8);
        least = fmin(least, angle);
        most = fmax(most, angle);
    }
    gallery_near("the crank", gallery_last(&motion, "q1"), 2 * pi, 1e-9);
    gallery_near("the rocker after a turn", gallery_last(&motion, "q3"), gallery_value(&motion, 0, "q3"), 1e-8);
    gallery_near("the coupler after a turn", gallery_last(&motion, "q2"), gallery_value(&motion, 0, "q2"), 1e-8);
    gallery_near("coupler.x", gallery_last(&motion, "coupler.x"), gallery_value(&motion, 0, "coupler.x"), 1e-8);
    gallery_near("coupler.y", gallery_last(&motion, "coupler.y"), gallery_value(&motion, 0, "coupler.y"), 1e-8);
    gallery_near("the least angle of the rocker", least, dead_centre(b + a), 1e-4);
    gallery_near("its largest angle", most, dead_centre(b - a), 1e-4);
    gallery_close(&motion);
}

static void test_the_torque_does_the_work(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "four-bar"});
    double turned = gallery_last(&motion, "q1") - gallery_value(&motion, 0, "q1");
    assert_true(turned > 25); /* four turns and more: it goes round */
    gallery_near("the work", gallery_last(&motion, "E") - gallery_value(&motion, 0, "E"), 0.5 * turned, 1e-6);
    for (size_t row = 0; row < motion.info.rows; row++)
        gallery_near(
            "the rocker",
            remainder(gallery_value(&motion, row, "q3") - rocker(gallery_value(&motion, row, "q1")), 2 * acos(-1.0)), 0,
            1e-9);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_turn_closes_the_coupler_curve),
                                       cmocka_unit_test(test_the_torque_does_the_work)};
    return cmocka_run_group_tests_name("four-bar", tests, NULL, NULL);
}
