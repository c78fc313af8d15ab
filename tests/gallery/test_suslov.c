/* Suslov's body goes over from one steady rotation to the opposite one. With I23 = 0 its angular velocity is
 * Omega1 = h/sqrt(I1) / cosh(k s), Omega2 = h/sqrt(I2) tanh(k s), with s = t - turn and k = h I13/(I1 sqrt(I2)). */
#include "gallery.h"

static void test_the_angular_velocity_is_that_of_suslov(void **state) {
    (void)state;
    const double I1 = 1.5, I2 = 2.5, I13 = 0.75, h = 1.5, turn = 6, k = h * I13 / (I1 * sqrt(I2));
    gallery_motion motion = gallery_run(&(gallery_def){
        .name = "suslov", .set = "I1=1.5; I2=2.5; I13=0.75; I23=0; h=1.5; turn=6", .to = 15, .step = 0.5});
    assert_int_equal(motion.info.rows, 31);
    for (size_t row = 0; row < motion.info.rows; row++) {
        const double s = gallery_value(&motion, row, "t") - turn;
        gallery_near("Omega_x", gallery_value(&motion, row, "Omega_x"), h / sqrt(I1) / cosh(k * s), 1e-7);
        gallery_near("Omega_y", gallery_value(&motion, row, "Omega_y"), h / sqrt(I2) * tanh(k * s), 1e-7);
        gallery_near("the energy", gallery_value(&motion, row, "E"), h * h / 2, 1e-7);
    }
    gallery_close(&motion);
}

static void test_it_ends_with_the_opposite_rotation(void **state) {
    (void)state;
    const double I1 = 2, I2 = 3, I13 = 0.8, I23 = -0.6, h = 2;
    const double p = sqrt(I13 * I13 / I1 + I23 * I23 / I2);
    const double x = -h * I23 / (sqrt(I1 * I2) * p), y = h * I13 / (sqrt(I1 * I2) * p); /* I13 x + I23 y = 0 */
    gallery_motion motion = gallery_run(&(gallery_def){.name = "suslov", .set = "h=2; turn=15", .to = 40});
    gallery_near("the first Omega_x", gallery_value(&motion, 0, "Omega_x"), -x, 1e-3);
    gallery_near("the first Omega_y", gallery_value(&motion, 0, "Omega_y"), -y, 1e-3);
    gallery_near("the last Omega_x", gallery_last(&motion, "Omega_x"), x, 1e-5);
    gallery_near("the last Omega_y", gallery_last(&motion, "Omega_y"), y, 1e-5);
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_angular_velocity_is_that_of_suslov),
        cmocka_unit_test(test_it_ends_with_the_opposite_rotation),
    };
    return cmocka_run_group_tests_name("suslov", tests, NULL, NULL);
}
