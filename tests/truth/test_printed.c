/* What `derive` prints is not refuted by `holds`: small systems of every kind in all formulations. */
#include "printed.h"

typedef struct printed_case {
    const char *name, *text;
    size_t sheets; /* formulations that apply, the two vakonomic ones left out */
} printed_case;

static const printed_case cases[] = {
    /* the choice of velocities fails at some states, and at others another one is better */
    {"edge",
     "param m = 1, J = 0.5, g = 9.81\ncoord x, y, phi\nkinetic m*(x'^2 + y'^2)/2 + J*phi'^2/2\npotential m*g*x\n"
     "constraint edge: cos(phi)*y' = sin(phi)*x'\ninit phi' = 1, x' = 0.3\n",
     9},
    /* the sign of a root; dependent velocities that stand for it */
    {"speed",
     "param m = 1, g = 9.81, c = 2\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\n"
     "constraint speed: |P'| = c\ninit z = 5, x' = 1, y' = 1, z' ~ 1.4\n",
     7},
    /* a cyclic coordinate, which no row binds */
    {"cyclic",
     "coord r, s, a\nlagrangian (r'^2 + s'^2)/2 + r^2*a'^2/2\nconstraint g: r' = s*s'\n"
     "init r = 1, s = 0.5, s' = 0.3, a' = 0.4\n",
     9},
    /* momenta, a geometric row that is kept */
    {"pendulum",
     "param m = 1, g = 9.81, l = 1\ncoord x, y\npoint P = [x, y] mass m\ngravity [0, -g]\n"
     "constraint rod: |P| = l\ninit x = 0.6, y = -0.8, x' = 0.8, y' ~ 0.6\n",
     9},
    /* quasi-velocities, with abbreviations of the model */
    {"sleigh",
     "coord x, y, phi\nparam m = 1, J = 0.5, a = 0.3\nlet K = J + m*a^2\n"
     "kinetic m/2*((x' - a*sin(phi)*phi')^2 + (y' + a*cos(phi)*phi')^2) + J/2*phi'^2\npotential x*phi\n"
     "constraint c: x'*sin(phi) - y'*cos(phi) = 0\nquasi v = x'*cos(phi) + y'*sin(phi), w = (1+x^2)*phi'\n"
     "init x = 0.2, y = 0.1, phi = 0.4, phi' = 1, x' ~ 1\n",
     9},
};

static void check_case(nh_context *context, void *argument) {
    const printed_case *c = argument;
    printed_tally tally = check_all_printed(context, c->name, c->text);
    if (tally.sheets != c->sheets) fail_msg("%s: %zu sheets", c->name, tally.sheets);
    assert_int_equal(tally.undecided, 0);
}

static void test_case(void **state) {
    nh_context *context = test_context();
    test_run(context, check_case, *state);
    nh_context_destroy(context);
}

/* A sheet that is wrong is refuted: the claims are not empty words. */
PROTECTED_TEST(wrong_sheet) {
    static const char claims[] = "claim voronec_equation_1: (x'^2 + z'^2)*x'' + x'*y'*y'' = -g*x'*z'\n";
    nh_model *model = printed_read(context, "speed", cases[1].text, claims);
    nh_judge_def def = nh_default_judge();
    nh_judge *judge;
    def.has_repairs = false;
    assert_int_equal(nh_judge_make(model, &def, &judge), NH_OK);
    assert_int_equal(nh_judge_verdict(judge), NH_JUDGED_REFUTED);
    nh_judge_destroy(judge);
    nh_model_destroy(model);
}

int main(void) {
    enum { COUNT = sizeof cases / sizeof *cases };
    struct CMUnitTest tests[COUNT + 1] = {cmocka_unit_test(wrong_sheet)};
    for (size_t i = 0; i < COUNT; i++)
        tests[1 + i] =
            (struct CMUnitTest){.name = cases[i].name, .test_func = test_case, .initial_state = (void *)&cases[i]};
    return _cmocka_run_group_tests("truth.printed", tests, COUNT + 1, NULL, NULL);
}
