/* A pendulum with a pivot that is shaken fast stands upright; shaken slowly, it falls. */
#include <stdio.h>

#include "gallery.h"

static const double g = 9.81, a = 0.1; /* as in the model, where l = 1 */

/* About the upright position it is the equation of Mathieu, y'' + (A - 2 q cos(2 z)) y = 0, with z = w t/2, q = 2 a/l,
 * A = -4 g/(l w^2). A period multiplies its solutions by exp(2 pi i nu) and exp(-2 pi i nu). So of three values, each
 * a period after the last, the sum of the outer ones is 2 cos(2 pi nu) times the middle one. This is the square of
 * 2 nu. */
static double square_of_exponent(int w) {
    char set[32];
    snprintf(set, sizeof set, "w=%d", w);
    double period = 2 * acos(-1.0) / w;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "driven-pendulum",
                                                       .set = set,
                                                       .init = "theta=1e-3",
                                                       .to = 2 * period,
                                                       .step = period,
                                                       .tolerance = 1e-13});
    assert_int_equal(motion.info.rows, 3);
    double half_trace = (gallery_value(&motion, 0, "theta") + gallery_value(&motion, 2, "theta")) /
                        (2 * gallery_value(&motion, 1, "theta"));
    gallery_close(&motion);
    double angle = half_trace < 1 ? acos(half_trace) : acosh(half_trace), nu = angle / (2 * acos(-1.0));
    return (half_trace < 1 ? 4 : -4) * nu * nu;
}

static void check_exponent(int w) {
    double r = square_of_exponent(w), q = 2 * a; /* A is a series in q with r as its first term */
    double A = r + q * q / (2 * (r - 1)) + (5 * r + 7) * pow(q, 4) / (32 * pow(r - 1, 3) * (r - 4));
    gallery_near("the parameter of Mathieu", A, -4 * g / (w * w), 2e-6);
}

static void test_upright_it_is_the_equation_of_mathieu(void **state) {
    (void)state;
    check_exponent(60);
    check_exponent(45);
    check_exponent(44);
    check_exponent(30);
    assert_true(square_of_exponent(45) > 0); /* a w > sqrt(2 g l) = 4.43 is stable */
    assert_true(square_of_exponent(44) < 0);
}

/* The slow swing: with the mean potential of Kapitza its frequency is sqrt(a^2 w^2/2 - g), except for terms like
 * a^2. */
static void test_the_slow_swing(void **state) {
    (void)state;
    double nu = sqrt(square_of_exponent(60)) / 2;
    gallery_near("the slow frequency", nu * 60, sqrt(a * a * 60 * 60 / 2 - g), 0.03);
}

static void test_fast_it_stands_and_slow_it_falls(void **state) {
    (void)state;
    gallery_motion fast = gallery_run(&(gallery_def){.name = "driven-pendulum", .to = 30, .step = 0.01});
    assert_true(gallery_largest(&fast, "theta", 0) < 0.6);
    assert_true(gallery_largest(&fast, "theta", 25) > 0.4); /* nothing is lost either */
    gallery_close(&fast);
    gallery_motion slow = gallery_run(&(gallery_def){.name = "driven-pendulum", .set = "w=30", .step = 0.01});
    assert_true(gallery_largest(&slow, "theta", 0) > 3);
    gallery_close(&slow);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_upright_it_is_the_equation_of_mathieu),
                                       cmocka_unit_test(test_the_slow_swing),
                                       cmocka_unit_test(test_fast_it_stands_and_slow_it_falls)};
    return cmocka_run_group_tests_name("driven-pendulum", tests, NULL, NULL);
}
