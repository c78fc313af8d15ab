/* Chaplygin's sleigh keeps its energy, and yet it tends to straight motion with the edge behind. */
#include "gallery.h"

static const double m = 1, J = 0.5, a = 0.5; /* as in the model */

static void test_all_energy_goes_forward(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "sleigh", .init = "v=0.5;w=2", .to = 30});
    double limit = sqrt(0.5 * 0.5 + (J + m * a * a) / m * 2 * 2); /* sqrt(2 E/m) */
    gallery_near("the last speed", gallery_last(&motion, "speed"), limit, 1e-8);
    gallery_near("the last phi'", gallery_last(&motion, "phi'"), 0, 1e-8);
    gallery_close(&motion);
}

/* The angle whose tangent is sinh(u). */
static double gudermann(double u) {
    return 2 * atan(tanh(u / 2));
}

/* v = V tanh(k V (t - t0)); the heading goes with it. */
static void test_backwards_it_turns_around(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "sleigh", .to = 30, .step = 0.5});
    double I = J + m * a * a, k = m * a / I, V = sqrt(1 + I / m * 0.01 * 0.01), start = atanh(-1 / V);
    for (size_t row = 0; row < motion.info.rows; row++) {
        double u = k * V * gallery_value(&motion, row, "t") + start;
        gallery_near("the speed", gallery_value(&motion, row, "speed"), V * tanh(u), 1e-8);
        gallery_near("the heading", gallery_value(&motion, row, "phi"),
                     sqrt(m / I) / k * (gudermann(u) - gudermann(start)), 1e-8);
    }
    /* In all sqrt(1 + J/(m a^2)) half turns, less what was over before the start. */
    double half_turns = gallery_last(&motion, "phi") / acos(-1.0);
    gallery_near("the half turns", half_turns, sqrt(1 + J / (m * a * a)), 0.01);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_energy_goes_forward),
                                       cmocka_unit_test(test_backwards_it_turns_around)};
    return cmocka_run_group_tests_name("sleigh", tests, NULL, NULL);
}
