/* Friction takes the tippe top to the least energy that Jellett's invariant J = S . (c - P) allows,
 *     J^2/(2 R^2 D(u)) + m g R (1 - a u),   D(u) = I1 (1 - u^2) + I3 (u - a)^2,   u = cos(lean), a = e/R:
 * upright for a slow spin, leaning for a faster one, upside down for a fast one. */
#include "gallery.h"

static const double m = 0.02, R = 0.02, a = 0.3, g = 9.81, pi = 3.14159265358979323846;

/* The derivative by u of that energy, over m g R. */
static double slope(double u, double spin) {
    const double I1 = 131.0 / 350, I3 = 0.4; /* over m R^2 */
    const double D = I1 * (1 - u * u) + I3 * (u - a) * (u - a), J = spin * I3 * (cos(0.1) - a);
    return J * J * (I1 * u - I3 * (u - a)) / (D * D) * R / g - a;
}

/* The lean in which it ends. */
static double expected(double spin) {
    if (slope(1, spin) < 0) return 0;
    if (slope(-1, spin) > 0) return pi;
    double low = -1, high = 1; /* the slope is negative at low, positive at high */
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (slope(middle, spin) < 0) low = middle;
        else high = middle;
    }
    return acos(low);
}

static void spun(const char *set, double spin, double low, double high) {
    gallery_motion motion = gallery_run(&(gallery_def){.name = "tippe-top", .set = set, .to = 25, .step = 0.5});
    const double lean = expected(spin), J = m * R * R * R * 0.4 * spin * (cos(0.1) - a);
    assert_true(low <= lean && lean <= high);
    gallery_near("the last lean", gallery_last(&motion, "lean"), lean, 1e-3);
    for (size_t row = 0; row < motion.info.rows; row++)
        gallery_near("Jellett's invariant", gallery_value(&motion, row, "Jellett"), J, 1e-7 * J);
    gallery_close(&motion);
}

static void test_friction_takes_it_to_the_least_energy(void **state) {
    (void)state;
    spun("spin=20", 20, 0, 0);
    spun("spin=50", 50, 1.4, 1.6);
    spun("spin=72", 72, 2.4, 2.6);
    spun("spin=85", 85, 3.1, 3.2);
    spun("spin=150", 150, 3.1, 3.2);
}

static void test_rolling_does_not_turn_it_over(void **state) {
    (void)state;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "tippe-top", .with = "roll"});
    assert_true(gallery_largest(&motion, "lean", 0) < 0.11);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_friction_takes_it_to_the_least_energy),
        cmocka_unit_test(test_rolling_does_not_turn_it_over),
    };
    return cmocka_run_group_tests_name("tippe-top", tests, NULL, NULL);
}
