/* The methods of integration: by name, and what each of methods.def must do: its order, its estimate of the error, the
 * ends of its interpolant. */
#include "ode/method_private.h"

#include "problems.h"

static void require(nh_context *context, void *argument) {
    (void)nh_method_require(context, argument);
}

PROTECTED_TEST(names) {
    const nh_method *first = nh_method_at(0);
    assert_string_equal(first->name, "dop853");
    assert_ptr_equal(nh_method_require(context, NULL), first);
    size_t count = 0;
    for (; nh_method_at(count) != NULL; count++) {
        const nh_method *method = nh_method_at(count);
        assert_ptr_equal(nh_method_require(context, method->name), method);
        assert_true(strlen(method->title) > 0);
    }
    assert_null(nh_method_at(count));
}

static void unknown(void **state) {
    (void)state;
    static const char *const words[] = {"", "DOP853", "dop85", "dop8530", "rk4"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        nh_context *context = test_context();
        assert_int_equal(test_protect(context, require, (void *)words[i]), NH_E_USAGE);
        assert_string_equal(test_last_code(context), "method");
        const char *sentence = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
        for (size_t k = 0; nh_method_at(k) != NULL; k++) assert_non_null(strstr(sentence, nh_method_at(k)->name));
        nh_context_destroy(context);
    }
}

/* ---- what every method does ---- */

/* q, where the error behaves like h^q. */
static double order_of(const nh_stepper *stepper) {
    return log(1e6) / log(stepper->root(1e6));
}

/* Steps of one size of y' = y cos t up to t = 3; the error there. */
static double fixed_steps(nh_arena *arena, const nh_stepper *stepper, int steps) {
    nh_step *step = stepper->make(arena, 1);
    double y = 1;
    for (int i = 0; i < steps; i++) {
        step->t = 3.0 * i / steps;
        step->t_end = 3.0 * (i + 1) / steps;
        step->y[0] = y;
        swinging(NULL, step->t, step->y, step->slope);
        assert_int_equal(stepper->run(step, swinging, NULL), 0);
        y = step->y_end[0];
    }
    return fabs(y - exp(sin(3.0)));
}

PROTECTED_TEST(convergence) {
    for (size_t i = 0; nh_method_at(i) != NULL; i++) {
        nh_arena *arena = nh_arena_create(context);
        const nh_stepper *stepper = nh_method_at(i)->stepper;
        /* Far from rounding, where the error has its order. */
        int steps = (int)ceil(500 * pow(2, -order_of(stepper))) + 5;
        double order = log2(fixed_steps(arena, stepper, steps) / fixed_steps(arena, stepper, 2 * steps));
        print_message("%s: order %.2f, of its error %.2f\n", nh_method_at(i)->label, order, order_of(stepper));
        assert_true(order > order_of(stepper) - 0.6 && order < order_of(stepper) + 1.5);
        nh_arena_destroy(arena);
    }
}

/* A step of the oscillator from (-1, 0), of size h. */
static nh_step *swing_from_rest(nh_arena *arena, const nh_stepper *stepper, double h) {
    nh_step *step = stepper->make(arena, 2);
    step->t_end = h;
    step->y[0] = -1;
    oscillator(NULL, 0, step->y, step->slope);
    assert_int_equal(stepper->run(step, oscillator, NULL), 0);
    return step;
}

/* The estimate behaves like h^q, is above the true error, and comes in units of the tolerance, which
 * may be of either kind. */
PROTECTED_TEST(error_estimate) {
    for (size_t i = 0; nh_method_at(i) != NULL; i++) {
        nh_arena *arena = nh_arena_create(context);
        const nh_stepper *stepper = nh_method_at(i)->stepper;
        double estimates[2];
        for (int k = 0; k < 2; k++) {
            nh_step *step = swing_from_rest(arena, stepper, k == 0 ? 0.5 : 0.25);
            estimates[k] = stepper->error(step, 0, 1e-10);
            assert_true(fabs(step->y_end[0] + cos(step->t_end)) < 1e-10 * estimates[k]);
            assert_true(fabs(step->y_end[1] - sin(step->t_end)) < 1e-10 * estimates[k]);
            assert_true(fabs(stepper->error(step, 0, 1e-8) / estimates[k] - 0.01) < 1e-12);
            assert_true(fabs(stepper->error(step, 1e-12, 1e-10) / estimates[k] - 1) < 0.011);
            assert_true(fabs(stepper->error(step, 2e-10, 0) / stepper->error(step, 1e-10, 0) - 0.5) < 1e-12);
        }
        double order = log2(estimates[0] / estimates[1]);
        print_message("%s: order of the error estimate %.2f\n", nh_method_at(i)->label, order);
        assert_true(fabs(order - order_of(stepper)) < 0.5);
        nh_arena_destroy(arena);
    }
}

/* The ends of the interpolant are those of the step, bit for bit, also where y + (y_end - y) is not y_end, and its
 * slopes are those of the ends; it is the cubic at least. */
PROTECTED_TEST(interpolants) {
    for (size_t i = 0; nh_method_at(i) != NULL; i++) {
        nh_arena *arena = nh_arena_create(context);
        const nh_stepper *stepper = nh_method_at(i)->stepper;
        nh_step *step = swing_from_rest(arena, stepper, 0.01);
        step->y_end[1] = 1e-20; /* a projection */
        oscillator(NULL, 0.01, step->y_end, step->slope_end);
        assert_int_equal(stepper->make_dense(step, oscillator, NULL), 0);
        double y[2], near[2];
        stepper->dense(step, 0.01, y);
        assert_true(y[0] == step->y_end[0] && y[1] == 1e-20);
        stepper->dense(step, 0.01 - 1e-8, near);
        assert_true(fabs((y[0] - near[0]) / 1e-8 - step->slope_end[0]) < 1e-5);
        stepper->dense(step, 0, y);
        assert_true(y[0] == -1 && y[1] == 0);
        stepper->dense(step, 1e-8, near);
        assert_true(fabs((near[1] - y[1]) / 1e-8 - step->slope[1]) < 1e-5);
        nh_arena_destroy(arena);
    }
}

/* Whole runs: the error at the end is near the tolerance, and states that are requested between
 * the steps are as good. */
PROTECTED_TEST(whole_runs) {
    for (size_t i = 0; nh_method_at(i) != NULL; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_ode_problem problem = {.size = 2, .f = oscillator};
        nh_ode_def def = tolerances(1e-8, 1e-8);
        def.method = nh_method_at(i);
        nh_ode *ode = nh_ode_begin(arena, &problem, &def, 0, (double[]){1, 0}, -5);
        while (nh_ode_step(ode) == NH_ODE_GOING) {
            double t = 0.3 * nh_ode_time(ode) + 0.7 * nh_ode_time_before(ode), y[2];
            assert_true(nh_ode_dense(ode, t, y));
            assert_true(fabs(y[0] - cos(t)) < 1e-6 && fabs(y[1] + sin(t)) < 1e-6);
        }
        assert_int_equal(nh_ode_end(ode), NH_ODE_FINISHED);
        double error = fabs(nh_ode_state(ode)[0] - cos(5.0));
        print_message("%s: error %.1e after %llu steps\n", def.method->label, error,
                      (unsigned long long)nh_ode_get_statistics(ode).steps);
        assert_true(error < 1e-6);
        nh_arena_destroy(arena);
    }
}

/* After the end of a vector there is room with zeros, whatever its size; values that are not finite are seen at each
 * place. */
PROTECTED_TEST(sizes_of_vectors) {
    nh_arena *arena = nh_arena_create(context);
    for (size_t size = 0; size <= 9; size++) {
        double *x = nh_step_vector(arena, size);
        assert_true(nh_step_finite(size, x));
        for (size_t i = 0; i < size; i++) {
            static const double bad[] = {INFINITY, -INFINITY, NAN};
            for (int b = 0; b < 3; b++) {
                x[i] = bad[b];
                assert_false(nh_step_finite(size, x));
            }
            x[i] = -1e308;
            assert_true(nh_step_finite(size, x));
        }
    }
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(unknown),
        cmocka_unit_test(convergence),
        cmocka_unit_test(error_estimate),
        cmocka_unit_test(interpolants),
        cmocka_unit_test(whole_runs),
        cmocka_unit_test(sizes_of_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
