/* A thin uniform coin rolls upright stably when the square of its spin is above g/(3R). A small lean follows
 * theta'' = -4/(5R) (3R spin^2 - g) theta: it swings above that spin and grows below. */
#include <stdio.h>

#include "gallery.h"

static void lean_near_the_limit(double factor) {
    enum { STEPS = 20 };
    const double R = 0.1, g = 9.81, rate = 1e-5, spin = factor * sqrt(g / (3 * R)), end = 2;
    const double square = 4 / (5 * R) * (3 * R * spin * spin - g), k = sqrt(fabs(square));
    char init[200];
    snprintf(init, sizeof init, "theta=0; theta'=%.17g; phi'=0; psi'=%.17g", rate, spin);
    gallery_motion motion = gallery_run(&(gallery_def){.name = "coin", .init = init, .to = end, .step = end / STEPS});
    assert_int_equal(motion.info.rows, STEPS + 1);
    const double size = rate / k * (square > 0 ? 1 : sinh(k * end));
    for (size_t row = 0; row <= STEPS; row++) {
        const double t = gallery_value(&motion, row, "t");
        gallery_near("the lean", gallery_value(&motion, row, "theta"),
                     rate / k * (square > 0 ? sin(k * t) : sinh(k * t)), 1e-4 * size);
    }
    gallery_close(&motion);
}

static void test_above_the_limit_it_swings(void **state) {
    (void)state;
    lean_near_the_limit(1.1);
    lean_near_the_limit(1.02);
}

static void test_below_the_limit_it_falls(void **state) {
    (void)state;
    lean_near_the_limit(0.9);
    lean_near_the_limit(0.98);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_above_the_limit_it_swings),
        cmocka_unit_test(test_below_the_limit_it_falls),
    };
    return cmocka_run_group_tests_name("coin", tests, NULL, NULL);
}
