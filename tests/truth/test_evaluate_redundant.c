/* Redundant rows: balls and doubles agree, the accelerations do not depend on the formulation, and the least
 * multipliers are those that are orthogonal to what the rows leave open. */
#include <math.h>
#include <string.h>

#include "../lang/files.h"

#include "truth/eval/evaluate.h"

/* c = 2 a - 3 b, d = a + b; the middle ones of the rows are not scaled alike. */
static const char text[] = "param m = 1.5, J = 2/7\n"
                           "coord x, y, z, w\n"
                           "kinetic m/2*(x'^2 + y'^2 + 2*z'^2) + J*(2 + sin(x))*w'^2 + x'*y'/3\n"
                           "potential x*y + z^2 + cos(w)\n"
                           "force z: -x'\n"
                           "constraint a: x' + w*y' - z'^2 = sin(t)\n"
                           "constraint b: 100*y'*cos(x) + z'*w' = x\n"
                           "constraint c: 2*(x' + w*y' - z'^2 - sin(t)) - 3*(100*y'*cos(x) + z'*w' - x) = 0\n"
                           "constraint d: x' + w*y' - z'^2 - sin(t) + 100*y'*cos(x) + z'*w' - x = 0\n";
enum { N = 4, ROWS = 4, INPUTS = 2 * N + 1 };

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static void assert_near(const double *a, const double *b, size_t count, double tolerance) {
    double size = 1 + largest(a, count);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= tolerance * size)) fail_msg("number %zu: %.17g is not %.17g", i, a[i], b[i]);
}

/* x'', lambda, ... of one evaluator, copied. */
static const double *values_of(nh_arena *arena, nh_model *model, const char *form, int digits, const double *state,
                               uint32_t left_out) {
    nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.form = form, .digits = digits});
    nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
    if (found.why != NULL) fail_msg("%s, %d digits: %s", form, digits, found.why);
    if (digits > 0 || strcmp(form, "chetaev") == 0) assert_int_equal(found.left_out, left_out);
    size_t count = nh_evaluator_columns(e).count;
    double *copy = NH_NEW_ARRAY(arena, double, count);
    memcpy(copy, found.values, count * sizeof *copy);
    return copy + 1;
}

static const double *values_at(nh_arena *arena, nh_model *model, const char *form, int digits, const double *state) {
    return values_of(arena, model, form, digits, state, 2);
}

/* The rows as they stand: c = 2 a - 3 b, d = a + b, so that lambda may be moved along (2, -3,
 * -1, 0) and (1, 1, 0, -1). */
static void check_least(const double *lambda) {
    double along[2] = {2 * lambda[0] - 3 * lambda[1] - lambda[2], lambda[0] + lambda[1] - lambda[3]}, zero[2] = {0};
    assert_near(zero, along, 2, 1e-10);
}

PROTECTED_TEST(agree) {
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    nh_model *model = files_model(context, &def, text, strlen(text), true);
    nh_random random = nh_random_make(test_seed(), 17);
    for (int k = test_count(10); k > 0; k--) {
        double state[INPUTS];
        for (int i = 0; i < INPUTS; i++) state[i] = nh_random_uniform(&random, -1, 1);
        const double *ordered = values_at(arena, model, "chetaev", 0, state);
        const double *exact = values_at(arena, model, "chetaev", 20, state);
        const double *least = values_at(arena, model, "udwadia", 0, state);
        const double *exact_least = values_at(arena, model, "udwadia", 20, state);
        assert_near(exact, ordered, N + ROWS + 3, 1e-10);
        assert_near(exact_least, least, N + ROWS + 3, 1e-10);
        assert_near(exact, exact_least, N + ROWS, 1e-13);
        check_least(exact_least + N);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

/* Constraints in units that are far apart, one of them redundant: the accelerations do not depend on the units, nor on
 * the formulation. Multipliers are those of the rows: A^T lambda is the same. */
PROTECTED_TEST(units) {
    static const char uneven[] = "param s = 1\ncoord x, y, z, w\nkinetic (x'^2 + (2 + sin(y))*y'^2 + z'^2 + w'^2)/2\n"
                                 "potential x*y + z^2 + w\nconstraint a: s*(x' + y*y' - z') = 0\n"
                                 "constraint b: (x' + y'*z + 2*w')/s = 0\n"
                                 "constraint c: s*(x' + y*y' - z') + (x' + y'*z + 2*w')/s = 0\n";
    static const double state[] = {0, 0.3, 0.4, 0.5, 0, 0.7, 0.2, 0.78, -0.4};
    static const char *sizes[] = {"s=1", "s=1e-3", "s=1e3", "s=1e5", "s=1e7", "s=1e9"};
    nh_arena *arena = nh_arena_create(context);
    const double *plain = NULL;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        nh_read_def def = nh_default_read();
        def.set = (nh_strings){&sizes[k], 1};
        nh_model *model = files_model(context, &def, uneven, strlen(uneven), true);
        for (size_t f = 0; f < 2; f++) {
            const double *found = values_of(arena, model, f == 0 ? "udwadia" : "chetaev", 0, state, 1);
            if (plain == NULL) plain = found;
            assert_near(plain, found, N, 1e-9);
        }
        nh_model_destroy(model);
    }
    nh_arena_destroy(arena);
}

/* The start of the chain in its plane: rows whose terms are all 0 except for rounding. */
PROTECTED_TEST(rounding_is_no_contradiction) {
    static const double state[] = {
        0, 1, 1, 2, 0, 1, 1, -1.6738104569903615e-17, 2.465190328815662e-32, 1, 0, 1.6738104569903517e-17, 0};
    nh_arena *arena = nh_arena_create(context);
    nh_read_def def = nh_default_read();
    size_t length;
    def.name = NH_TEST_SOURCE "/models/simple_remark_7_cartesian.nh";
    const char *chain = nh_file_read(arena, def.name, &length);
    nh_model *model = files_model(context, &def, chain, length, true);
    for (int digits = 0; digits <= 12; digits += 12) {
        nh_evaluator *e = nh_evaluator_make(arena, model, &(nh_eval_def){.digits = digits});
        nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = state});
        if (found.why != NULL) fail_msg("%s", found.why);
        assert_true(fabs(found.values[1] - 0.5) < 1e-14 && fabs(found.values[3] + 3. / 7) < 1e-14);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agree), cmocka_unit_test(units),
                                       cmocka_unit_test(rounding_is_no_contradiction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
