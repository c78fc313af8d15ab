/* A ball on a turntable with the angular velocity W goes round a circle with the angular velocity 2/7 W, a hollow one
 * with 2/5 W. */
#include "gallery.h"

static const double pi = 3.14159265358979323846;

/* After half a period the ball is opposite, after a period it is back. */
static void one_round(const char *set, double ratio, double W) {
    const double k = ratio * W, period = 2 * pi / fabs(k), x = 1, y = -0.5, vx = 0.25, vy = 0.75;
    gallery_motion motion = gallery_run(&(gallery_def){.name = "ball-on-turntable",
                                                       .set = set,
                                                       .init = "x=1; y=-0.5; x'=0.25; y'=0.75",
                                                       .to = period,
                                                       .step = period / 2});
    const size_t last = motion.info.rows - 1;
    gallery_near("x, half round", gallery_value(&motion, 1, "x"), x - 2 * vy / k, 1e-7);
    gallery_near("y, half round", gallery_value(&motion, 1, "y"), y + 2 * vx / k, 1e-7);
    gallery_near("x' after half a round", gallery_value(&motion, 1, "x'"), -vx, 1e-7);
    gallery_near("x after a round", gallery_value(&motion, last, "x"), x, 1e-7);
    gallery_near("y after a round", gallery_value(&motion, last, "y"), y, 1e-7);
    gallery_near("x' after a round", gallery_value(&motion, last, "x'"), vx, 1e-7);
    gallery_near("y' after a round", gallery_value(&motion, last, "y'"), vy, 1e-7);
    gallery_close(&motion);
}

static void test_a_round_takes_seven_halves_of_a_turn(void **state) {
    (void)state;
    one_round("W=3.5", 2.0 / 7, 3.5);
    one_round("W=-5; m=3; R=0.3", 2.0 / 7, -5);
}

static void test_a_hollow_ball_takes_five_halves(void **state) {
    (void)state;
    one_round("W=2; J=2/3*m*R^2", 2.0 / 5, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_round_takes_seven_halves_of_a_turn),
        cmocka_unit_test(test_a_hollow_ball_takes_five_halves),
    };
    return cmocka_run_group_tests_name("ball-on-turntable", tests, NULL, NULL);
}
