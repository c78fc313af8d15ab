/* A knife edge runs in circles on level ground, and on a slope along a cycloid that does not lead down. */
#include "gallery.h"

/* With phi = w t: v = v0 + G sin(phi)/w, where G is gravity down the slope; x and y are integrals of it. */
static void check_track(const gallery_def *def, double G, double v0, double w) {
    gallery_motion motion = gallery_run(def);
    assert_true(motion.info.rows > 20);
    for (size_t row = 0; row < motion.info.rows; row++) {
        double phi = w * gallery_value(&motion, row, "t");
        double x = v0 / w * sin(phi) + G / (2 * w * w) * sin(phi) * sin(phi);
        double y = v0 / w * (1 - cos(phi)) + G / (2 * w * w) * (phi - sin(2 * phi) / 2);
        gallery_near("phi", gallery_value(&motion, row, "phi"), phi, 1e-9);
        gallery_near("x", gallery_value(&motion, row, "x"), x, 1e-8);
        gallery_near("y", gallery_value(&motion, row, "y"), y, 1e-8);
    }
    gallery_close(&motion);
}

static void test_a_circle_on_level_ground(void **state) {
    (void)state;
    check_track(&(gallery_def){.name = "knife-edge", .set = "alpha=0", .init = "v=1;w=0.5", .step = 0.25}, 0, 1, 0.5);
}

static void test_a_cycloid_on_a_slope(void **state) {
    (void)state;
    check_track(&(gallery_def){.name = "knife-edge", .step = 0.25}, 9.81 / 2, 0, 1);
}

static void test_a_trochoid_after_a_push(void **state) {
    (void)state;
    check_track(&(gallery_def){.name = "knife-edge", .init = "v=1;w=2", .step = 0.25}, 9.81 / 2, 1, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_circle_on_level_ground),
                                       cmocka_unit_test(test_a_cycloid_on_a_slope),
                                       cmocka_unit_test(test_a_trochoid_after_a_push)};
    return cmocka_run_group_tests_name("knife-edge", tests, NULL, NULL);
}
