/* Motions in the variables of a formulation: what does not come up along the reference trajectories. Each is compared
 * with the motion of the multiplier form. */
#include "../lang/files.h"

#include <math.h>

#include "base/text/text.h"
#include "form/form.h"
#include "motion/run/run.h"

typedef struct motion {
    const char *text, *form;
    nh_trajectory *found;
} motion;

static void simulate(nh_context *context, void *argument) {
    motion *m = argument;
    nh_read_def def = nh_default_read();
    def.name = "variables";
    nh_model *model = files_model(context, &def, m->text, strlen(m->text), true);
    nh_run_def run = nh_default_run();
    run.form = m->form;
    m->found = nh_simulate(nh_arena_create(context), model, &run);
}

/* A motion of a text under a formulation; NULL: it does not apply. */
static nh_trajectory *move(nh_context *context, const char *text, const char *form) {
    motion m = {.text = text, .form = form};
    nh_status status = test_protect(context, simulate, &m);
    if (status != NH_OK && status != NH_E_HYPOTHESIS) fail_msg("%s: status %d", form, (int)status);
    return m.found;
}

/* All rows of both, to 1e-7. */
static void check_same(const char *form, const nh_trajectory *found, const nh_trajectory *wanted) {
    assert_int_equal(found->outcome, wanted->outcome);
    assert_int_equal(found->columns, wanted->columns);
    assert_int_equal(found->values.count, wanted->values.count);
    for (size_t i = 0; i < wanted->values.count; i++) {
        double a = found->values.items[i], b = wanted->values.items[i];
        if (!(fabs(a - b) <= 1e-7 * (1 + fabs(b))))
            fail_msg("%s: %s is %.12g, not %.12g", form, found->column[i % found->columns].name, a, b);
    }
    assert_true(found->energy_error < 1e-8 && found->residual < 1e-12);
    assert_int_equal(found->happenings.count, wanted->happenings.count);
    for (size_t i = 0; i < wanted->happenings.count; i++) {
        assert_int_equal(found->happenings.items[i].event, wanted->happenings.items[i].event);
        assert_true(fabs(found->happenings.items[i].t - wanted->happenings.items[i].t) < 1e-7);
    }
}

/* Under all formulations in variables of their own that apply, but Chaplygin's, whose choice may end: their names. */
static const char *check_all(nh_context *context, const char *text) {
    const nh_trajectory *wanted = move(context, text, "chetaev");
    nh_text names = nh_text_begin(nh_arena_create(context));
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        if (form->derive_with == NULL || form->choose != NULL) continue;
        const nh_trajectory *found = move(context, text, form->name);
        if (found == NULL) continue;
        check_same(form->name, found, wanted);
        nh_text_format(&names, "%s ", form->name);
    }
    return nh_text_string(&names);
}

#define INDEPENDENT "maggi voronec acceleration appell reduced "

/* The velocities are found by Newton's method. */
PROTECTED_TEST(implicit_velocities) {
    assert_string_equal(check_all(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2 + x*y\n"
                                           "constraint c: y'^5 + y' = sin(x') + x + t\n"
                                           "init x = 0.4, y = 0, x' = 0.3, y' ~ 0.5\nsimulate t = 0 .. 3 step 0.5\n"),
                        INDEPENDENT);
}

/* Each of the three velocities passes through 0, several times: the choice changes each time. */
PROTECTED_TEST(changes_of_choice) {
    assert_string_equal(check_all(context, "coord x, y, z\npoint P = [x, y, z] mass 1\nspring P, [0,0,0] stiffness 2\n"
                                           "force P: cross([0.3, 1, 0.5], P')\nconstraint speed: |P'| = 1\n"
                                           "init x = 1, y = 0, z = 0.3, x' = 0.2, y' ~ 0.7, z' ~ 0.6\n"
                                           "event turn: x'\nsimulate t = 0 .. 9 step 1\n"),
                        INDEPENDENT);
}

/* Work, switches, events, redundant rows, a geometric row, time, and backwards. */
PROTECTED_TEST(everything_else) {
    const char *first = check_all(
        context, "coord x, y, z\npoint P = [x, y, z] mass 2\nforce P: -0.1*P' + [0, cos(t), -if(x < 0.5, 1, 3)]\n"
                 "constraint c: x'^2 + y'^2 = 1 + sin(t)/2\nconstraint d: 2*x'^2 + 2*y'^2 = 2 + sin(t)\n"
                 "constraint s: z = x*y\nevent e: y - 0.4\nstop when x > 2\n"
                 "init x = 0, y = 0, x' = 0.8, y' ~ 0.6\nsimulate t = 0 .. 5 step 0.5\n");
    const char *second =
        check_all(context, "coord x, y, th\nkinetic (x'^2 + y'^2 + th'^2/3)/2 + x'*t\n"
                           "constraint c: x'*sin(th) = y'*cos(th) + 0.1*t\n"
                           "init x = 0, y = 0, th = 0.3, x' = 1, th' = 2\nsimulate t = 0 .. -4 step -0.5\n");
    assert_string_equal(first, INDEPENDENT);
    assert_string_equal(second, INDEPENDENT "hamel ");
}

/* Quasi-velocities that degenerate on the way, phi = 1.2, are left for independent velocities. */
PROTECTED_TEST(quasi_velocities) {
    assert_string_equal(check_all(context,
                                  "coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2 + 0.2*x'*phi'\npotential x\n"
                                  "constraint c: y'*cos(phi) = x'*sin(phi) + 0.1*t\n"
                                  "quasi u = (x'*cos(phi) + y'*sin(phi))*(phi - 1.2) + t, w = phi' + x\n"
                                  "init x = 0, y = 0, phi = 0.1, x' = 1, phi' = 1\n"
                                  "simulate t = 0 .. 3 step 0.5\n"),
                        INDEPENDENT "hamel ");
}

/* Geometric rows, some kept as equations; cyclic coordinates; momenta by Newton's method. */
PROTECTED_TEST(momenta) {
    static const char all[] = INDEPENDENT "hamel hamilton ";
    assert_string_equal(check_all(context,
                                  "coord x, y, a\npoint P = [x, y] mass 2\npoint Q = P + [sin(a), -cos(a)] mass 1\n"
                                  "gravity [0, -9]\nforce P: -0.1*P'\nconstraint rod: x^2 + y^2 = 1 + t/10\n"
                                  "init x = 1, y = 0, a = 1, a' = 0.5\nsimulate t = 0 .. 3 step 0.5\n"),
                        all);
    assert_string_equal(check_all(context,
                                  "coord r, phi, z\nkinetic (r'^2 + r^2*phi'^2 + z'^2)/2 + z'*r\npotential -1/r\n"
                                  "init r = 1, phi' = 1.2, z' = 0.3, r' = 0.1\nsimulate t = 0 .. 6 step 1\n"),
                        INDEPENDENT "hamel hamilton routh ");
    assert_string_equal(check_all(context, "coord x, y\nlagrangian -sqrt(1 - x'^2 - y'^2) - (x^2 + y^2)/2\n"
                                           "init x = 0.5, y = 0, x' = 0.1, y' = 0.6\nsimulate t = 0 .. 5 step 1\n"),
                        "maggi voronec appell reduced hamel hamilton ");
}

/* Chaplygin's equations have one choice only, which ceases to do. */
PROTECTED_TEST(end_of_a_choice) {
    static const char skate[] = "coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\npotential x\n"
                                "constraint c: y'*cos(phi) = x'*sin(phi)\n"
                                "init x = 0, y = 0, phi = 0, x' = 1, phi' = 1\nsimulate t = 0 .. 3 step 0.1\n";
    const nh_trajectory *wanted = move(context, skate, "chetaev"), *found = move(context, skate, "chaplygin");
    assert_int_equal(wanted->outcome, NH_OUTCOME_FINISHED);
    assert_int_equal(found->outcome, NH_OUTCOME_SINGULAR);
    assert_non_null(strstr(found->message, "the equations of 'chaplygin' end there"));
    assert_true(found->t_end > 1.5 && found->t_end < acos(0));
    assert_int_equal(found->values.count / found->columns, 16);
    for (size_t i = 0; i < found->values.count; i++)
        assert_true(fabs(found->values.items[i] - wanted->values.items[i]) <
                    1e-7 * (1 + fabs(wanted->values.items[i])));
}

/* What ends a motion in other variables: a constraint that jumps. One that has no gradient at the start, but restricts
 * the states there, lets no motion begin. */
PROTECTED_TEST(other_ends) {
    static const char jump[] = "coord x, y\npoint P = [x, y] mass 1\ngravity [0, -1]\n"
                               "constraint a: y' = sign(x)*x'\ninit x = -0.5, x' = 1.5\nsimulate t = 0 .. 3\n";
    static const char awaking[] = "coord x, y\npoint P = [x, y] mass 1\nconstraint c: t*x' = x*y\n"
                                  "init x = 1, y = 0, x' = 0.5, y' = 0.5\nsimulate t = 0 .. 2\n";
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_form *form = nh_form_at(i);
        if (form->derive_with == NULL) continue;
        const nh_trajectory *first = move(context, jump, form->name), *second = move(context, awaking, form->name);
        if (first != NULL) assert_non_null(strstr(first->message, "the constraint 'a' jumps there"));
        if (second != NULL) assert_non_null(strstr(second->message, "the rank condition fails"));
    }
    assert_int_equal(move(context, awaking, "chetaev")->outcome, NH_OUTCOME_SINGULAR);
}

PROTECTED_TEST(what_does_not_apply) {
    static const char text[] =
        "coord x, y\nkinetic x'^2 + y'^2\npotential x*y\nconstraint c: x' = y*y'\ninit y = 1, y' = 1\n";
    assert_null(move(context, text, "chaplygin"));
    assert_null(move(context, text, "hamilton"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implicit_velocities),
        cmocka_unit_test(changes_of_choice),
        cmocka_unit_test(everything_else),
        cmocka_unit_test(quasi_velocities),
        cmocka_unit_test(momenta),
        cmocka_unit_test(end_of_a_choice),
        cmocka_unit_test(other_ends),
        cmocka_unit_test(what_does_not_apply),
    };
    return cmocka_run_group_tests_name("motion.variables", tests, NULL, NULL);
}
