/* The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab, 2007: small motions obey their linear equations
 * M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 for q = (lean, steer); the bicycle is stable by itself between the weave
 * speed 4.292 m/s and the capsize speed 6.024 m/s. */
#include <stdio.h>

#include "gallery.h"

static const double M[2][2] = {{80.81722, 2.31941332208709}, {2.31941332208709, 0.29784188199686}};
static const double C1[2][2] = {{0, 33.86641391492494}, {-0.85035641456978, 1.68540397397560}};
static const double K0[2][2] = {{-80.95, -2.59951685249872}, {-2.59951685249872, -0.80329488458618}};
static const double K2[2][2] = {{0, 76.59734589573222}, {0, 2.65431523794604}};

static gallery_motion ride(double v, double push, double end, double step) {
    char set[100];
    snprintf(set, sizeof set, "v=%.17g; push=%.17g", v, push);
    return gallery_run(&(gallery_def){.name = "bicycle", .set = set, .to = end, .step = step});
}

/* s is lean, steer, and their rates. */
static void rate(double *out, const double *s, double v) {
    double right[2] = {0};
    for (int i = 0; i < 2; i++) {
        out[i] = s[2 + i];
        for (int j = 0; j < 2; j++) right[i] -= v * C1[i][j] * s[2 + j] + (9.81 * K0[i][j] + v * v * K2[i][j]) * s[j];
    }
    const double whole = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    out[2] = (M[1][1] * right[0] - M[0][1] * right[1]) / whole;
    out[3] = (M[0][0] * right[1] - M[1][0] * right[0]) / whole;
}

static void linear_step(double *s, double v, double h) {
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double k[4] = {0}, sum[4] = {0}, in[4];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 4; i++) in[i] = s[i] + h * at[stage] * k[i];
        rate(k, in, v);
        for (int i = 0; i < 4; i++) sum[i] += weight[stage] * k[i];
    }
    for (int i = 0; i < 4; i++) s[i] += h / 6 * sum[i];
}

/* Of the lean, in the last `span` rows; negative when it decays. */
static double growth(const gallery_motion *motion, size_t span) {
    const size_t last = motion->info.rows - 1;
    const double duration = gallery_value(motion, last, "t") - gallery_value(motion, last - span, "t");
    return log(gallery_value(motion, last, "lean") / gallery_value(motion, last - span, "lean")) / duration;
}

/* Small motions are those of the linear equations; wanted: the growth in the end, NAN for any. */
static void small_motion(double v, double end, double wanted) {
    const double push = 1e-3;
    gallery_motion motion = ride(v, push, end, 0.1);
    double s[4] = {0, 0, push, 0}, size = 0;
    for (size_t row = 1; row < motion.info.rows; row++) {
        for (int j = 0; j < 200; j++) linear_step(s, v, 0.1 / 200);
        size = fmax(size, fmax(fabs(s[0]), fabs(s[1])));
        gallery_near("the lean", gallery_value(&motion, row, "lean"), s[0], 1e-4 * size);
        gallery_near("the steer", gallery_value(&motion, row, "steer"), s[1], 1e-4 * size);
    }
    if (!isnan(wanted)) gallery_near("the growth", growth(&motion, 20), wanted, 1e-3);
    gallery_close(&motion);
}

static void test_small_motions_are_those_of_the_benchmark(void **state) {
    (void)state;
    small_motion(3.5, 2, NAN);
    small_motion(5, 20, -0.32286642900409);
    small_motion(7, 10, 0.10268170574766);
}

static void test_it_falls_slowly_above_the_capsize_speed(void **state) {
    (void)state;
    gallery_motion below = ride(6.024 * 0.999, 1e-3, 10, 0.1), above = ride(6.024 * 1.001, 1e-3, 10, 0.1);
    assert_true(growth(&below, 20) < -2e-4);
    assert_true(growth(&above, 20) > 2e-4);
    gallery_close(&below);
    gallery_close(&above);
}

/* The largest lean from 8 s to 10 s over that from 3 s to 5 s. */
static double sway(double v) {
    gallery_motion motion = ride(v, 1e-4, 10, 0.01);
    double early = 0;
    for (size_t row = 300; row <= 500; row++) early = fmax(early, fabs(gallery_value(&motion, row, "lean")));
    const double ratio = gallery_largest(&motion, "lean", 8) / early;
    gallery_close(&motion);
    return ratio;
}

static void test_weave_dies_out_above_its_speed(void **state) {
    (void)state;
    assert_true(sway(4.292 * 0.99) > 1.1);
    assert_true(sway(4.292 * 1.01) < 0.9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_motions_are_those_of_the_benchmark),
        cmocka_unit_test(test_it_falls_slowly_above_the_capsize_speed),
        cmocka_unit_test(test_weave_dies_out_above_its_speed),
    };
    return cmocka_run_group_tests_name("bicycle", tests, NULL, NULL);
}
