/* Equal torques drive the robot straight ahead, opposite ones turn it on the spot, and a swing makes an eight. */
#include "gallery.h"

static const double m = 2, J = 0.05, m_w = 0.2, R = 0.1, b = 0.2, f = 2; /* as in the model, where d = 0 */
static const double J_w = 0.2 * 0.1 * 0.1 / 2, J_d = 0.2 * 0.1 * 0.1 / 4;

static double mass(void) {
    return m + 2 * m_w + 2 * J_w / (R * R);
}
static double moment(void) {
    return J + 2 * J_d + 2 * b * b * (m_w + J_w / (R * R));
}

static void test_equal_torques_go_straight(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(
        &(gallery_def){.name = "robot", .set = "left(t)=0.1;right(t)=0.1", .init = "theta=0.5;v=0", .to = 5});
    double way = 0.5 * (2 * 0.1 / R / mass()) * 25;
    gallery_near("x", gallery_last(&motion, "x"), way * cos(0.5), 1e-8);
    gallery_near("y", gallery_last(&motion, "y"), way * sin(0.5), 1e-8);
    gallery_near("theta", gallery_last(&motion, "theta"), 0.5, 1e-10);
    gallery_near("the turn of a wheel", gallery_last(&motion, "phi_l"), way / R, 1e-6);
    gallery_close(&motion);
}

static void test_opposite_torques_turn_on_the_spot(void **state) {
    (void)state;
    gallery_motion motion =
        gallery_run(&(gallery_def){.name = "robot", .set = "left(t)=-0.1;right(t)=0.1", .init = "v=0", .to = 3});
    double angle = 0.5 * (2 * b * 0.1 / R / moment()) * 9;
    gallery_near("theta", gallery_last(&motion, "theta"), angle, 1e-7);
    gallery_near("x", gallery_last(&motion, "x"), 0, 1e-10);
    gallery_near("y", gallery_last(&motion, "y"), 0, 1e-10);
    gallery_near("the turn of a wheel", gallery_last(&motion, "phi_r"), b * angle / R, 1e-6);
    gallery_close(&motion);
}

/* Of the first kind and order 0, from its integral. */
static double bessel_0(double u) {
    const double pi = acos(-1.0);
    double sum = 0;
    for (int i = 0; i < 64; i++) sum += cos(u * sin((i + 0.5) * pi / 64));
    return sum / 64;
}

/* theta = s (1 - cos(f t)): a period leads v T J0(s) along the mean heading s, and nowhere when J0(s) = 0. */
static void check_weaving(const char *set, double A) {
    const double v = 0.5, period = 2 * acos(-1.0) / f, s = 2 * b * A / (R * moment() * f * f);
    gallery_motion motion = gallery_run(&(gallery_def){.name = "robot", .set = set, .to = 4 * period});
    double way = 4 * v * period * bessel_0(s);
    gallery_near("x", gallery_last(&motion, "x"), way * cos(s), 1e-7);
    gallery_near("y", gallery_last(&motion, "y"), way * sin(s), 1e-7);
    gallery_close(&motion);
}

static void test_it_weaves(void **state) {
    (void)state;
    check_weaving("A=0.1", 0.1);
    check_weaving("A=0.18", 0.18);
    assert_true(fabs(bessel_0(2 * b * 0.18 / (R * moment() * f * f))) < 0.005); /* the eight */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal_torques_go_straight),
                                       cmocka_unit_test(test_opposite_torques_turn_on_the_spot),
                                       cmocka_unit_test(test_it_weaves)};
    return cmocka_run_group_tests_name("robot", tests, NULL, NULL);
}
