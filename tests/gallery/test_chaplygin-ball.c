/* Chaplygin's ball keeps its energy and the angular momentum K about the point of contact, a vector in space, while
 * the angular momentum about its centre changes. Where K is vertical the ball stays near one place. */
#include "gallery.h"

static void test_the_momentum_about_the_contact_is_constant(void **state) {
    (void)state;
    const double m = 1, R = 1;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "chaplygin-ball", .init = "K=[0.5,-0.25,1]"});
    const double energy = gallery_value(&motion, 0, "E"), first = gallery_value(&motion, 0, "S.x");
    double change = 0;
    for (size_t row = 0; row < motion.info.rows; row++) {
        const double S_x = gallery_value(&motion, row, "S.x"), S_y = gallery_value(&motion, row, "S.y");
        gallery_near("K_x", S_x - m * R * gallery_value(&motion, row, "y'"), 0.5, 1e-7);
        gallery_near("K_y", S_y + m * R * gallery_value(&motion, row, "x'"), -0.25, 1e-7);
        gallery_near("K_z", gallery_value(&motion, row, "S.z"), 1, 1e-7);
        gallery_near("the energy", gallery_value(&motion, row, "E"), energy, 1e-7);
        change = fmax(change, fabs(S_x - first));
    }
    assert_true(change > 0.1);
    gallery_close(&motion);
}

static void test_it_drifts_across_the_horizontal_momentum(void **state) {
    (void)state;
    gallery_motion across = gallery_run(&(gallery_def){.name = "chaplygin-ball", .init = "K=[0.1,0,1]", .to = 100});
    assert_true(gallery_largest(&across, "x", 0) < 0.3);
    assert_true(gallery_last(&across, "y") < -5);
    gallery_close(&across);
    gallery_motion ring = gallery_run(&(gallery_def){.name = "chaplygin-ball", .init = "K=[0,0,1]", .to = 100});
    assert_true(gallery_largest(&ring, "x", 0) < 0.3);
    assert_true(gallery_largest(&ring, "y", 0) < 0.3);
    gallery_close(&ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_momentum_about_the_contact_is_constant),
        cmocka_unit_test(test_it_drifts_across_the_horizontal_momentum),
    };
    return cmocka_run_group_tests_name("chaplygin-ball", tests, NULL, NULL);
}
