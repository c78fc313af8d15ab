/* Trailers behind a car that drives straight ahead come into line; pushed back they jack-knife. */
#include "gallery.h"

/* theta' = -(v/l) sin(theta), so that tan(theta/2) is an exponential. */
static void check_first_trailer(const gallery_def *def, double angle, double rate) {
    gallery_motion motion = gallery_run(def);
    assert_true(motion.info.rows > 10);
    for (size_t row = 0; row < motion.info.rows; row++) {
        double t = gallery_value(&motion, row, "t");
        gallery_near("theta[0]", gallery_value(&motion, row, "theta[0]"), 0, 1e-12);
        gallery_near("theta[1]", gallery_value(&motion, row, "theta[1]"), 2 * atan(tan(angle / 2) * exp(rate * t)),
                     1e-7);
    }
    gallery_close(&motion);
}

static void test_forwards_it_comes_into_line(void **state) {
    (void)state;
    check_first_trailer(
        &(gallery_def){
            .name = "trailers", .set = "N=1;tau=0;v=1.5;l[1]=0.75", .init = "theta[1]=2.5", .to = 8, .step = 0.25},
        2.5, -1.5 / 0.75);
}

static void test_backwards_it_jack_knifes(void **state) {
    (void)state;
    gallery_def def = {.name = "trailers", .set = "N=1;tau=0;v=-1", .init = "theta[1]=0.01", .to = 9, .step = 0.25};
    check_first_trailer(&def, 0.01, 1);
    gallery_motion motion = gallery_run(&def);
    assert_true(gallery_last(&motion, "theta[1]") > 3); /* it lies in front of the car */
    gallery_near("the car", gallery_last(&motion, "x"), -9, 1e-8);
    gallery_close(&motion);
}

/* Small angles: the i-th trailer goes as t^(i-1)/(i-1)! exp(-t), when only the first is out of line at the start. */
static void test_each_follows_the_one_before(void **state) {
    (void)state;
    const double angle = 1e-3;
    gallery_motion motion = gallery_run(&(gallery_def){
        .name = "trailers", .set = "tau=0", .init = "theta[1]=1e-3", .to = 6, .step = 0.5, .tolerance = 1e-13});
    for (size_t row = 0; row < motion.info.rows; row++) {
        double t = gallery_value(&motion, row, "t"), first = angle * exp(-t);
        gallery_near("theta[1]", gallery_value(&motion, row, "theta[1]"), first, 1e-9);
        gallery_near("theta[2]", gallery_value(&motion, row, "theta[2]"), first * t, 1e-9);
        gallery_near("theta[3]", gallery_value(&motion, row, "theta[3]"), first * t * t / 2, 1e-9);
    }
    gallery_close(&motion);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forwards_it_comes_into_line),
                                       cmocka_unit_test(test_backwards_it_jack_knifes),
                                       cmocka_unit_test(test_each_follows_the_one_before)};
    return cmocka_run_group_tests_name("trailers", tests, NULL, NULL);
}
