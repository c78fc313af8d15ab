/* The snakeboard gets on although the rotor and the wheels only go to and fro. */
#include "gallery.h"

static const double m = 4, l = 0.5, J_r = 0.4, a = 1, b = 0.3, w = 4; /* as in the model, where I = m l^2 */

/* Of the first kind and order 1, from its integral; the rule is exact here to the last digits. */
static double bessel_1(double u) {
    const double pi = acos(-1.0);
    double sum = 0;
    for (int i = 0; i < 64; i++) sum += cos((i + 0.5) * pi / 64 - u * sin((i + 0.5) * pi / 64));
    return sum / 64;
}

/* With p = v/cos(phi) it is p' = -J_r sin(phi) psi''/(m l), so each period adds the same. */
static void test_every_period_adds_to_the_speed(void **state) {
    (void)state;
    double period = 2 * acos(-1.0) / w, gain = period * J_r * a * w * w * bessel_1(b) / (m * l);
    gallery_motion motion = gallery_run(&(gallery_def){.name = "snakeboard", .to = 6 * period, .step = period});
    assert_int_equal(motion.info.rows, 7);
    for (size_t row = 0; row < 7; row++) {
        gallery_near("the speed", gallery_value(&motion, row, "speed"), (double)row * gain * cos(b), 1e-8);
        gallery_near("the heading", gallery_value(&motion, row, "theta"), 0, 1e-8);
    }
    gallery_close(&motion);
}

/* psi = a sin(2 w t), phi = b sin(w t): after a period it stands still again, and has turned. */
static void test_another_gait_turns_it(void **state) {
    (void)state;
    enum { STEPS = 4000 };
    double period = 2 * acos(-1.0) / w, h = period / STEPS, p = 0, turn = 0, before = 0;
    for (int i = 0; i < STEPS; i++) { /* Simpson for p, the trapezoidal rule for the angle */
        double rate[3];
        for (int j = 0; j < 3; j++) {
            double t = (i + 0.5 * j) * h;
            rate[j] = J_r / (m * l) * sin(b * sin(w * t)) * 4 * w * w * a * sin(2 * w * t);
        }
        p += h / 6 * (rate[0] + 4 * rate[1] + rate[2]);
        double after = p * sin(b * sin(w * (i + 1) * h)) / l;
        turn += h / 2 * (before + after);
        before = after;
    }
    gallery_motion motion = gallery_run(&(gallery_def){
        .name = "snakeboard", .set = "psi(t)=a*sin(2*w*t);phi(t)=b*sin(w*t)", .to = 5 * period, .step = period});
    assert_true(fabs(turn) > 0.2);
    gallery_near("the speed", gallery_last(&motion, "speed"), 0, 1e-8);
    gallery_near("the heading", gallery_last(&motion, "theta"), 5 * turn, 1e-6);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_period_adds_to_the_speed),
                                       cmocka_unit_test(test_another_gait_turns_it)};
    return cmocka_run_group_tests_name("snakeboard", tests, NULL, NULL);
}
