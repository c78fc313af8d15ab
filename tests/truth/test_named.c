/* Named coefficients as columns of an evaluation: one choice of independent velocities for all states, in doubles and
 * in digits, and the equations hold with them. */
#include "../lang/files.h"

#include <math.h>

#include "truth/eval/evaluate.h"

static const char text[] = "param g = 9.81\ncoord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -g]\n"
                           "constraint speed: |P'| = 2\nforce x: -x\n";

/* States on the constraint; at the last one z' would not be chosen as the dependent velocity. */
static const double states[][7] = {{0, 0, 0, 5, 1.2, 0, 1.6},
                                   {0.5, 1, 2, 3, 0, -1.2, 1.6},
                                   {1, 0.25, 0, 0, 1.6, 0, -1.2},
                                   {2, 0, 0.5, 0, 1.92, 0, 0.56}};

static nh_evaluator *make(nh_context *context, const char *form, int digits) {
    nh_read_def read = nh_default_read();
    read.name = "named";
    nh_model *model = files_model(context, &read, text, strlen(text), true);
    nh_eval_def def = {.form = form, .digits = digits};
    nh_evaluator *e = nh_evaluator_make(nh_arena_create(context), model, &def);
    nh_evaluator_name(e, states[0]);
    return e;
}

static double column(const nh_evaluator *e, const nh_evaluation *found, const char *name) {
    nh_names names = nh_evaluator_columns(e);
    for (size_t i = 0; i < names.count; i++)
        if (strcmp(names.items[i], name) == 0) return found->values[i];
    fail_msg("there is no column %s", name);
    return NAN;
}

/* A'_l + sum_s B'_ls q_s'' + the force: [Examples] (14). */
static double residual(const nh_evaluator *e, const nh_evaluation *found, const char *l, double force) {
    char A[40], Bx[40], By[40];
    snprintf(A, sizeof A, "reduced.A[%s]", l);
    snprintf(Bx, sizeof Bx, "reduced.B[%s,x]", l);
    snprintf(By, sizeof By, "reduced.B[%s,y]", l);
    return column(e, found, A) + column(e, found, Bx) * column(e, found, "x''") +
           column(e, found, By) * column(e, found, "y''") + force;
}

static void check_states(nh_context *context, int digits) {
    nh_arena *arena = nh_arena_create(context);
    nh_evaluator *e = make(context, "reduced", digits);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        nh_evaluation found = nh_evaluator_at(e, arena, &(nh_given_state){.values = states[i]});
        assert_null(found.why);
        assert_true(fabs(residual(e, &found, "x", -states[i][1])) < 1e-12);
        assert_true(fabs(residual(e, &found, "y", 0)) < 1e-12);
        double slope = states[i][4] / states[i][6]; /* B'_xx = -(1 + (x'/z')^2) */
        assert_true(fabs(column(e, &found, "reduced.B[x,x]") + 1 + slope * slope) < 1e-11 * (1 + slope * slope));
    }
}

PROTECTED_TEST(in_doubles) {
    check_states(context, 0);
}

PROTECTED_TEST(in_digits) {
    check_states(context, 30);
}

/* Where a coefficient has no value the others have. */
PROTECTED_TEST(without_a_value) {
    nh_evaluator *e = make(context, "maggi", 0);
    static const double flat[] = {0, 0, 0, 0, 2, 0, 0};
    nh_evaluation found = nh_evaluator_at(e, nh_arena_create(context), &(nh_given_state){.values = flat});
    assert_non_null(found.why);
    assert_non_null(strstr(found.why, "maggi.N[z,x]"));
    assert_true(isnan(column(e, &found, "maggi.N[z,x]")));
    assert_true(column(e, &found, "maggi.N[y,y]") == 1);
    assert_true(fabs(column(e, &found, "z''") + 9.81) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_doubles), cmocka_unit_test(in_digits),
                                       cmocka_unit_test(without_a_value)};
    return cmocka_run_group_tests_name("truth.named", tests, NULL, NULL);
}
