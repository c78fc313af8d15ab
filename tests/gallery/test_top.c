/* The sleeping top is stable when (I3 spin)^2 > 4 I1 m g l: pushed, its lean is rate/s |sin(s t)|, and
 * rate/s sinh(s t) below that spin, with 2 I1 s = sqrt|(I3 spin)^2 - 4 I1 m g l|. */
#include <stdio.h>

#include "gallery.h"

static void pushed(double factor) {
    const double m = 1, l = 0.5, g = 9.81, I1 = 0.4, I3 = 0.1, limit = 4 * I1 * m * g * l, rate = 1e-4, end = 3;
    const double spin = factor * sqrt(limit) / I3, s = sqrt(limit * fabs(factor * factor - 1)) / (2 * I1);
    char init[200];
    snprintf(init, sizeof init, "q0=1; q1=0; top.Omega=[%.17g,0,%.17g]", rate, spin);
    gallery_motion motion = gallery_run(&(gallery_def){.name = "top", .init = init, .to = end, .step = 0.125});
    const double size = rate / s * (factor > 1 ? 1 : sinh(s * end));
    for (size_t row = 0; row < motion.info.rows; row++) {
        const double t = gallery_value(&motion, row, "t");
        gallery_near("the lean", gallery_value(&motion, row, "lean"),
                     rate / s * (factor > 1 ? fabs(sin(s * t)) : sinh(s * t)), 1e-3 * size);
    }
    gallery_close(&motion);
}

static void test_above_the_limit_it_sleeps(void **state) {
    (void)state;
    pushed(1.1);
    pushed(1.02);
}

static void test_below_the_limit_it_wakes_up(void **state) {
    (void)state;
    pushed(0.9);
    pushed(0.98);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_above_the_limit_it_sleeps),
        cmocka_unit_test(test_below_the_limit_it_wakes_up),
    };
    return cmocka_run_group_tests_name("top", tests, NULL, NULL);
}
