/* The energies of a motion: which are constant, what changes the others. Small systems of which it is known; next to
 * simulated motions, where E_star comes from least squares of multipliers, and next to the verdicts on the same
 * questions as equations. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/check.h>
#include <nonholo/judge.h>
#include <nonholo/run.h>

#include "support.h"

/* What check must say, as format_answers writes it. */
static const struct {
    const char *text, *answers;
} systems[] = {
    /* A spring on a belt: the belt does work. In terms of x' nothing moves, in terms of y' the spring does. */
    {"param k = 1.5, w = 0.7\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential k*x^2/2\nindependent x'\n"
     "constraint slip: x' = y' + w\ninit x = 0.3, y' = 0.4\nsimulate t = 0 .. 2\ninvariant star: E_star\n",
     "E no by constraints; E_star of x' yes"},
    {"param k = 1.5, w = 0.7\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential k*x^2/2\nindependent y'\n"
     "constraint slip: x' = y' + w\ninit x = 0.3, y' = 0.4\nsimulate t = 0 .. 2\ninvariant star: E_star\n",
     "E no by constraints; E_star of y' no by constraints, other yes: x'"},
    /* A bead on a hoop that turns: Jacobi's integral, in terms of the height only. */
    {"param g = 9.8, w = 3, R = 2\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential g*z\n"
     "independent z'\nconstraint s: x^2 + y^2 + z^2 = R^2\nconstraint p: x*sin(w*t) = y*cos(w*t)\n"
     "init x = 1, y = 0, z ~ -1.7, z' = 0.1\nsimulate t = 0 .. 1\ninvariant star: E_star\n",
     "E no by constraints; E_star of z' yes"},
    /* Homogeneous rows: both energies are one. */
    {"coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\nindependent x', phi'\n"
     "constraint blade: y'*cos(phi) = x'*sin(phi)\ninit x' = 1, phi' = 0.3\nsimulate t = 0 .. 1\n"
     "invariant star: E_star\n",
     "E yes; E_star of x', phi' yes = E"},
    {"coord x, y, phi\nkinetic (x'^2 + y'^2 + phi'^2)/2\npotential x*sin(t)\nforce y: -y'\nindependent x', phi'\n"
     "constraint blade: y'*cos(phi) = x'*sin(phi)\ninit x' = 1, phi' = 0.3\nsimulate t = 0 .. 1\n"
     "invariant star: E_star\n",
     "E no by forces, potential; E_star of x', phi' no = E"},
    /* Constant speed under gravity: along q' the force does no work that E_star could miss. */
    {"param c = 2, g = 9.8\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential g*y\nindependent x'\n"
     "constraint speed: x'^2 + y'^2 = c^2\ninit x' = 0.5, y' ~ -2\nsimulate t = 0 .. 0.3\ninvariant star: E_star\n",
     "E no by constraints; E_star of x' no by constraints, other no"},
    /* Quasi-velocities that move: u = x' - w. */
    {"param k = 1.5, w = 0.7\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential k*x^2/2\nquasi u = x' - w\n"
     "independent x'\nconstraint slip: x' = y'\ninit x = 0.3, y = 0.1, y' = 0.4\nsimulate t = 0 .. 2\n"
     "invariant star: E_star\n",
     "E yes; E_star of x' yes = E; E_quasi no by quasi-velocities"},
    {"param k = 1.5, w = 0.7\ncoord x, y\nkinetic (x'^2 + y'^2)/2\npotential k*x^2/2\nquasi u = 2*x'\n"
     "independent y'\nconstraint slip: x' = y' + w\ninit x = 0.3, y = 0.1, y' = 0.4\nsimulate t = 0 .. 2\n"
     "invariant star: E_star\n",
     "E no by constraints; E_star of y' no by constraints, other yes: x'; E_quasi yes"},
};

enum { SYSTEMS = sizeof systems / sizeof *systems };

static nh_model *must_read(nh_context *context, const char *text, nh_strings equations) {
    nh_model *model = NULL;
    nh_read_def def = nh_default_read();
    def.equations = equations;
    if (nh_model_read(context, &def, text, strlen(text), &model) != NH_OK)
        fail_msg("%s: %s", nh_context_diag(context, 0)->sentence, text);
    return model;
}

static const char *word_of(nh_fact fact) {
    return fact.truth == NH_YES ? "yes" : fact.truth == NH_NO ? "no" : "unknown";
}

static void format_answers(const nh_check *check, char *text, size_t room) {
    size_t used = 0;
    for (size_t i = 0; i < nh_check_energy_count(check); i++) {
        nh_check_energy e;
        assert_int_equal(nh_check_get_energy(check, i, &e), NH_OK);
        used += (size_t)snprintf(text + used, room - used, "%s%s", i > 0 ? "; " : "", e.name);
        if (e.independent != NULL) used += (size_t)snprintf(text + used, room - used, " of %s", e.independent);
        used += (size_t)snprintf(text + used, room - used, " %s", word_of(e.conserved));
        if (e.changed_by != NULL) used += (size_t)snprintf(text + used, room - used, " by %s", e.changed_by);
        if (e.perhaps_by != NULL) used += (size_t)snprintf(text + used, room - used, " perhaps %s", e.perhaps_by);
        if (i > 0 && e.equals_E.truth == NH_YES) used += (size_t)snprintf(text + used, room - used, " = E");
        else if (e.independent != NULL && e.conserved.truth == NH_NO)
            used += (size_t)snprintf(text + used, room - used, ", other %s%s%s", word_of(e.other_conserved),
                                     e.other_independent != NULL ? ": " : "",
                                     e.other_independent != NULL ? e.other_independent : "");
    }
}

static nh_check *must_check(nh_model *model) {
    nh_check_def def = nh_default_check();
    nh_check *check = NULL;
    def.without_places = true;
    assert_int_equal(nh_check_make(model, &def, &check), NH_OK);
    return check;
}

/* That E_star stays as it is in a simulated motion, or does not. */
static void compare_with_motion(nh_model *model, const nh_check *check) {
    nh_run_def def = nh_default_run();
    nh_run *run = NULL;
    nh_run_invariant star;
    nh_check_energy e;
    assert_int_equal(nh_check_get_energy(check, 1, &e), NH_OK);
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    assert_int_equal(nh_run_get_invariant(run, 0, &star), NH_OK);
    if (e.conserved.truth == NH_YES && !(star.drift < 1e-8)) fail_msg("%s changes by %g", e.name, star.drift);
    if (e.conserved.truth == NH_NO && !(star.drift > 1e-4)) fail_msg("%s changes by %g only", e.name, star.drift);
    nh_run_destroy(run);
}

/* Whether the verdict on one equation is that it holds; what is undecided fails. */
static bool holds(nh_context *context, const char *text, const char *equation) {
    nh_strings one = {&equation, 1};
    nh_model *model = must_read(context, text, one);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge = NULL;
    nh_judge_item item;
    def.has_repairs = false;
    def.samples = 4;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_get_item(judge, 0, &item), NH_OK);
    bool is_true = item.judgement == NH_JUDGED_PROVED || item.judgement == NH_JUDGED_CERTIFIED;
    if (!is_true && item.judgement != NH_JUDGED_REFUTED)
        fail_msg("%s: %s: %s", equation, nh_judgement_name(item.judgement), text);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
    return is_true;
}

/* The same questions as equations: whether the energy is constant, whether a term of its balance is 0, and the
 * balance as a whole. */
static void compare_with_verdicts(nh_context *context, const char *text, const nh_check *check) {
    static const char *const causes[] = {"forces", "geometry", "potential", "constraints", "quasi-velocities"};
    char equation[200];
    for (size_t i = 0; i < nh_check_energy_count(check); i++) {
        nh_check_energy e;
        assert_int_equal(nh_check_get_energy(check, i, &e), NH_OK);
        int count = strcmp(e.name, "E_quasi") == 0 ? 5 : 4;
        const char *rate = strcmp(e.name, "E") == 0 ? "E'" : "";
        snprintf(equation, sizeof equation, rate[0] != '\0' ? "%s' = 0" : "(%s)' = 0", e.name);
        assert_int_equal(holds(context, text, equation), e.conserved.truth == NH_YES);
        for (int k = 0; k < count && e.conserved.truth == NH_NO && (i == 0 || e.equals_E.truth != NH_YES); k++) {
            bool is_named = e.changed_by != NULL && strstr(e.changed_by, causes[k]) != NULL;
            snprintf(equation, sizeof equation, "%s.%s = 0", e.name, k < 4 ? causes[k] : "quasi_velocities");
            if (holds(context, text, equation) == is_named) fail_msg("%s: %s", equation, text);
        }
        snprintf(equation, sizeof equation,
                 "(%s)' = %s.forces + %s.geometry + %s.potential + %s.constraints + %d*E_quasi.quasi_velocities",
                 e.name, e.name, e.name, e.name, e.name, count - 4);
        if (strcmp(e.name, "E_quasi") != 0) *strrchr(equation, '+') = '\0';
        assert_true(holds(context, text, equation));
    }
}

static void answers(void **state) {
    (void)state;
    for (size_t i = 0; i < SYSTEMS; i++) {
        nh_context *context = test_context();
        nh_model *model = must_read(context, systems[i].text, (nh_strings){0});
        nh_check *check = must_check(model);
        char text[400] = "";
        format_answers(check, text, sizeof text);
        if (strcmp(text, systems[i].answers) != 0)
            fail_msg("'%s' in place of '%s': %s", text, systems[i].answers, systems[i].text);
        compare_with_motion(model, check);
        compare_with_verdicts(context, systems[i].text, check);
        nh_check_destroy(check);
        nh_model_destroy(model);
        nh_context_destroy(context);
    }
}

/* The ball on a table that turns steadily: its moving energy is constant (a result of Fasso and Sansonetto). */
static void turntable(void **state) {
    (void)state;
    nh_context *context = test_context();
    nh_model *model = must_read(context, nh_builtin_find("turntable")->text, (nh_strings){0});
    nh_check *check = must_check(model);
    char text[400] = "";
    nh_check_energy e;
    format_answers(check, text, sizeof text);
    assert_string_equal(text, "E no by constraints; E_star of theta', phi', psi' yes; E_quasi yes");
    assert_int_equal(nh_check_get_energy(check, 1, &e), NH_OK);
    assert_int_equal(e.conserved.by, NH_EVIDENCE_PROVED);
    assert_int_equal(nh_check_get_energy(check, 3, &e), NH_E_USAGE);
    assert_int_equal(nh_check_energy_count(NULL), 0);
    nh_check_destroy(check);
    nh_model_destroy(model);
    nh_context_destroy(context);
}

/* The parts of T, [Rheonomous] (8), and names that there are not. */
static void kinetic_parts(void **state) {
    (void)state;
    static const char text[] =
        "param m = 2, w = 0.7\ncoord x, q[i=1..2]\nkinetic m/2*((x' + w*q[1])^2 + x'*q[2]'*sin(x)) + q[1]'^2 + "
        "t*q[1]'\nconstraint c: q[1]' = x'*q[2]\ninit x = 1, x' = 0.4, q[2]' = 0.3, q[1]' ~ 0\n";
    static const char *const truths[] = {
        "T.A[x,x] = m",      "T.A[q[1], q[1]] = 2", "T.A[x,q[2]] = m*sin(x)/2", "T.A[q[2],x] = T.A[x,q[2]]",
        "T.b[x] = m*w*q[1]", "T.b[q[1]] = t",       "T.c = m*w^2*q[1]^2/2",     "T.A[q[1],q[2]] + T.b[q[2]] = 0"};
    static const char *const wrong[] = {"T.A[x] = 1",
                                        "T.b = 1",
                                        "T.c[x] = 1",
                                        "T.B[x,x] = 1",
                                        "T.A[x,w] = 1",
                                        "E.force = 1",
                                        "E_star.quasi_velocities = 0",
                                        "T.A[x,x,x] = 0"};
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
        if (!holds(context, text, truths[i])) fail_msg("%s", truths[i]);
    assert_false(holds(context, text, "T.c = m*w^2*q[1]^2"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_model *model = NULL;
        nh_read_def def = nh_default_read();
        def.equations = (nh_strings){&wrong[i], 1};
        if (nh_model_read(context, &def, text, strlen(text), &model) == NH_OK) fail_msg("read: %s", wrong[i]);
        assert_null(model);
    }
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(turntable),
        cmocka_unit_test(kinetic_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
