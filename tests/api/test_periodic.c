/* Periodic motions through the public interface: periods that are known, families, forced motions, wrong calls. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/model.h>
#include <nonholo/periodic.h>

#include "support.h"

typedef struct answer {
    nh_model *model;
    nh_periodic *periodic;
    const nh_periodic_info *info;
    nh_status status;
} answer;

static answer search_text(nh_context *context, const char *text, const char *period, const char *vary) {
    answer a = {.model = test_read_model(context, text)};
    nh_periodic_def def = nh_default_periodic();
    def.period = period;
    def.vary = vary;
    a.status = nh_periodic_make(a.model, &def, &a.periodic);
    a.info = nh_periodic_get(a.periodic);
    return a;
}

static void free_answer(answer *a) {
    nh_periodic_destroy(a->periodic);
    nh_model_destroy(a->model);
}

static void refuse(nh_context *context, const char *text, const char *period, const char *vary, nh_status status,
                   const char *word) {
    answer a = search_text(context, text, period, vary);
    assert_int_equal(a.status, status);
    assert_null(a.periodic);
    const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    if (strstr(sentence, word) == NULL) fail_msg("'%s' has no '%s'", sentence, word);
    free_answer(&a);
}

static const char oscillator[] = "param mu = 1\ncoord x\nkinetic x'^2/2\npotential x^2/2\n"
                                 "force x: mu*(1 - x^2)*x'\ninit x = 1.5, x' = 0\n";

/* Van der Pol's oscillator: its periods for mu = 1, 2 as published, and for small mu 2 pi (1 + mu^2/16 - 5 mu^4/3072 +
 * ...). One multiplier is 1; the other one, by Liouville, the exponential of the integral of mu (1 - x^2). */
static void test_limit_cycle(void **unused) {
    (void)unused;
    nh_context *context = test_context();
    answer a = search_text(context, oscillator, "6", NULL);
    assert_int_equal(a.status, NH_OK);
    assert_int_equal(a.info->count, 1);
    const nh_floquet_info *f = a.info->items[0].floquet;
    assert_true(fabs(f->period - 6.66328685932) < 1e-9);
    assert_true(f->closure < 1e-11 && a.info->items[0].last_step < 1e-10 && a.info->items[0].steps > 1);
    assert_string_equal(f->verdict, "asymptotically stable");
    assert_true(fabs(f->multiplier[0].re - 1) < 1e-7 && f->is_autonomous);
    free_answer(&a);
    a = search_text(context, oscillator, "6.5", "mu=0.1:2:20");
    assert_int_equal(a.status, NH_OK);
    assert_string_equal(a.info->name, "mu");
    assert_int_equal(a.info->count, 20);
    double mu = 0.1, series = 2 * acos(-1) * (1 + mu * mu / 16 - 5 * pow(mu, 4) / 3072);
    assert_true(a.info->items[0].floquet != NULL && fabs(a.info->items[0].floquet->period - series) < 1e-8);
    assert_true(fabs(a.info->items[19].floquet->period - 7.62987447967) < 1e-9);
    for (size_t i = 1; i < 20; i++) {
        assert_true(fabs(a.info->items[i].value - 0.1 * (double)(i + 1)) < 1e-14);
        assert_true(a.info->items[i].floquet->period > a.info->items[i - 1].floquet->period);
    }
    const char *text;
    assert_int_equal(nh_periodic_print(a.periodic, NH_PRINT_TEXT, &text), NH_OK);
    assert_non_null(strstr(text, "7.62987447"));
    assert_int_equal(nh_periodic_print(a.periodic, NH_PRINT_JSON, &text), NH_OK);
    assert_non_null(strstr(text, "\"vary\": \"mu\""));
    free_answer(&a);
    nh_context_destroy(context);
}

/* 4 K(sin(a/2))/sqrt(g), by the arithmetic-geometric mean. */
static double swing_period(double amplitude, double g) {
    double x = 1, y = cos(amplitude / 2);
    for (int i = 0; i < 20; i++) {
        double mean = (x + y) / 2;
        y = sqrt(x * y);
        x = mean;
    }
    return 2 * acos(-1) / x / sqrt(g);
}

/* A pendulum: its swings are a family, of which one near the initial state is found; its turns move on by a whole turn.
 */
static void test_family(void **unused) {
    (void)unused;
    static const char swings[] = "param g = 1\ncoord a\nkinetic a'^2/2\npotential -g*cos(a)\ninit a = 2, a' = 0\n";
    static const char turns[] = "coord a\nkinetic a'^2/2\npotential -cos(a)\ninit a = 0, a' = 2.5\n";
    nh_context *context = test_context();
    answer a = search_text(context, swings, "8", "g=0.5:2:4");
    assert_int_equal(a.status, NH_OK);
    for (size_t i = 0; i < 4; i++) {
        const nh_floquet_info *f = a.info->items[i].floquet;
        double g = a.info->items[i].value, x = f->state[1], v = f->state[2];
        double amplitude = acos(cos(x) - v * v / (2 * g));
        assert_true(fabs(x - 2) < 1);
        assert_true(fabs(f->period - swing_period(amplitude, g)) < 1e-8);
        assert_string_equal(f->verdict, "undecided");
        assert_null(f->advance);
    }
    free_answer(&a);
    a = search_text(context, turns, "3", NULL);
    assert_int_equal(a.status, NH_OK);
    /* a'^2/2 - cos a = h: the period is 2 k K(k), k^2 = 2/(1 + h) */
    const nh_floquet_info *f = a.info->items[0].floquet;
    double h = f->state[2] * f->state[2] / 2 - cos(f->state[1]), k = sqrt(2 / (1 + h));
    assert_true(fabs(f->period - k * swing_period(2 * asin(k), 1) / 2) < 1e-8);
    assert_string_equal(f->advance, "a by 6.28319");
    free_answer(&a);
    nh_context_destroy(context);
}

/* A forced linear oscillator has one periodic motion, of the period of the force, in closed form; here it is a point on
 * a line. */
static void test_forced(void **unused) {
    (void)unused;
    static const char text[] = "param w = 2, d = 0.3\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential (x^2 + y^2)/2\n"
                               "constraint through: y = 2*x\nforce x: 5*cos(w*t) - d*x'\ninit x = 1, x' = 0\n";
    nh_context *context = test_context();
    answer a = search_text(context, text, "2*pi/w", "w=1.5:2.5:3");
    assert_int_equal(a.status, NH_OK);
    for (size_t i = 0; i < 3; i++) {
        const nh_floquet_info *f = a.info->items[i].floquet;
        double w = a.info->items[i].value, real = 1 - w * w, imaginary = 0.3 * w / 5; /* 5 (x'' + x) + d x' = 5 cos */
        double x = real / (real * real + imaginary * imaginary);
        assert_true(fabs(f->period - 2 * acos(-1) / w) < 1e-12);
        assert_true(fabs(f->state[1] - x) < 1e-9 && fabs(f->state[2] - 2 * x) < 1e-9);
        double size = exp(-0.3 / 10 * f->period);
        for (size_t k = 0; k < f->states; k++)
            assert_true(fabs(hypot(f->multiplier[k].re, f->multiplier[k].im) - size) < 1e-8 + f->multiplier[k].error);
        assert_string_equal(f->verdict, "asymptotically stable");
    }
    free_answer(&a);
    /* not a period of the force, though the motion may close after it once */
    refuse(context, text, "2", NULL, NH_E_HYPOTHESIS, "not periodic");
    nh_context_destroy(context);
}

static void test_wrong(void **unused) {
    (void)unused;
    static const char falling[] = "coord z\nkinetic z'^2/2\npotential 9.81*z\ninit z = 0, z' = 1\n";
    static const char resting[] = "coord x\nkinetic x'^2/2\npotential x^2/2\ninit x = 0, x' = 0\n";
    nh_context *context = test_context();
    refuse(context, falling, "1", NULL, NH_E_HYPOTHESIS, "no periodic motion is found");
    refuse(context, resting, "6", NULL, NH_E_HYPOTHESIS, "equilibrium");
    refuse(context, oscillator, "0", NULL, NH_E_USAGE, "other than 0");
    refuse(context, oscillator, "6", "mu=1", NH_E_USAGE, "is not a range");
    refuse(context, oscillator, "6", "x=1:2", NH_E_USAGE, "not a parameter");
    answer a = search_text(context, oscillator, NULL, NULL);
    assert_int_equal(a.status, NH_E_USAGE);
    free_answer(&a);
    nh_periodic_def def = nh_default_periodic();
    def.period = "1";
    def.magic = 0;
    nh_periodic *periodic;
    nh_model *model = test_read_model(context, oscillator);
    assert_int_equal(nh_periodic_make(model, &def, &periodic), NH_E_USAGE);
    assert_int_equal(nh_periodic_make(NULL, &def, &periodic), NH_E_USAGE);
    assert_null(nh_periodic_get(NULL));
    nh_periodic_destroy(NULL);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit_cycle), cmocka_unit_test(test_family),
                                       cmocka_unit_test(test_forced), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
