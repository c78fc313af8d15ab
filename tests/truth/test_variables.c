/* Derivatives of H, R and Ltilde are partial derivatives in their own variables: momenta, velocities and cyclic
 * momenta, quasi-velocities. */
#include "judging.h"

typedef struct variable_case {
    const char *text, *equation;
    nh_judgement wanted;
} variable_case;

static const char central[] = "param m = 1\ncoord r, a\nkinetic m/2*(r'^2 + r^2*a'^2)\npotential r^2\n"
                              "init r = 1, r' = 0.3, a' = 0.5\n";
static const char cyclic[] = "coord r, s, a\nlagrangian (r'^2 + s'^2)/2 + r^2*a'^2/2\nconstraint g: r' = s*s'\n"
                             "init r = 1, s = 0.5, s' = 0.3, a' = 0.4\n";
static const char sleigh[] =
    "coord x, y, phi\nparam m = 1, J = 0.5, a = 0.3\n"
    "kinetic m/2*((x' - a*sin(phi)*phi')^2 + (y' + a*cos(phi)*phi')^2) + J/2*phi'^2\npotential x*phi\n"
    "constraint c: x'*sin(phi) - y'*cos(phi) = 0\nquasi v = x'*cos(phi) + y'*sin(phi), w = (1+x^2)*phi'\n"
    "init x = 0.2, y = 0.1, phi = 0.4, phi' = 1, x' ~ 1\n";
/* Its momenta are not solved for the velocities. */
static const char fast[] = "param m = 1, c = 2\ncoord x, y\nlagrangian -m*c^2*sqrt(1 - (x'^2 + y'^2)/c^2) - x^2*y\n"
                           "init x = 1, x' = 0.5, y' = 0.2\n";

static const char knife[] = "param m = 1, k = 2\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2)\n"
                            "constraint s: z' = k*y*x'\nindependent x', y'\ninit x' = 1\n";
static const char speed[] = "param m = 1, c = 2, g = 3\ncoord x, y, z\npoint P = [x, y, z] mass m\ngravity [0, 0, -g]\n"
                            "constraint s: |P'| = c\nindependent x', y'\ninit x' = 1, y' = 1, z' ~ 1.4\n";
static const char implicit[] = "param m = 1\ncoord x, y\nkinetic m/2*(x'^2 + y'^2)\n"
                               "constraint s: y' + y'^5 = x'\nindependent x'\ninit x' = 1, y' ~ 0.7\n";

static const variable_case cases[] = {
    {central, "momentum(r)' = -diff(hamilton.H, r)", NH_JUDGED_PROVED},
    {central, "momentum(r)' = diff(hamilton.H, r)", NH_JUDGED_REFUTED},
    {central, "r' = diff(hamilton.H, momentum(r))", NH_JUDGED_PROVED},
    {central, "a' = diff(hamilton.H, momentum(a))", NH_JUDGED_PROVED},
    {central, "diff(hamilton.H, momentum(a), r) = -2*a'/r", NH_JUDGED_PROVED},
    {central, "diff(hamilton.H, [r, a, 0]) = [-m*r*a'^2 + 2*r, 0, 0]", NH_JUDGED_PROVED},
    {central, "(hamilton.H)' = 0", NH_JUDGED_PROVED},
    {central, "diff(hamilton.H, r') = 0", NH_JUDGED_UNDECIDED},
    {central, "r'' = diff(routh.R, r)/m", NH_JUDGED_PROVED},
    {cyclic, "diff(routh.R, r')' - diff(routh.R, r) = lambda.g", NH_JUDGED_PROVED},
    {cyclic, "diff(routh.R, s')' - diff(routh.R, s) = -lambda.g*s", NH_JUDGED_PROVED},
    {cyclic, "diff(routh.R, s')' - diff(routh.R, s) = lambda.g*s", NH_JUDGED_REFUTED},
    {cyclic, "a' = -diff(routh.R, momentum(a))", NH_JUDGED_PROVED},
    {cyclic, "diff(routh.R, momentum(r)) = 0", NH_JUDGED_UNDECIDED},
    {sleigh, "diff(hamel.Ltilde, v) = m*v", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde, w) = (J + m*a^2)*w/(x^2 + 1)^2", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde - m*v^2/2, v) = 0", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde, x) = -phi - 2*x*(J + m*a^2)*w^2/(x^2 + 1)^3", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde, v)' = m*v'", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde, x') = 0", NH_JUDGED_UNDECIDED},
    {sleigh, "diff(voronec.Tstar, y') = 0", NH_JUDGED_UNDECIDED}, /* y' is not independent */
    {fast, "diff(hamilton.H, x) = 2*x*y", NH_JUDGED_UNDECIDED},
    /* by parameters: momenta and quasi-velocities are held */
    {central, "diff(hamilton.H, m) = -(r'^2 + r^2*a'^2)/2", NH_JUDGED_PROVED},
    {central, "diff(hamilton.H, m) = 0", NH_JUDGED_REFUTED},
    {central, "diff(chetaev.M[r,r], m) = 1", NH_JUDGED_PROVED},
    {sleigh, "diff(hamel.Ltilde, J) = w^2/(x^2 + 1)^2/2", NH_JUDGED_PROVED},
    {knife, "diff(alpha.z, k) = y*x'", NH_JUDGED_PROVED},
    {knife, "diff(voronec.Tstar, k) = m*k*y^2*x'^2", NH_JUDGED_PROVED},
    /* the dependent velocity is a function of the others */
    {speed, "diff(E_star, x') = 0", NH_JUDGED_PROVED},
    {speed, "diff(E_star, c) = -m*c", NH_JUDGED_PROVED},
    {speed, "diff(alpha.z, c) = c/z'", NH_JUDGED_PROVED},
    {speed, "diff(alphabar.z, x') = -2*x'/z' - x'*(x'^2 + y'^2)/z'^3", NH_JUDGED_PROVED},
    {speed, "diff(voronec.Tstar, c) = m*c", NH_JUDGED_PROVED},
    {speed, "diff(alpha.z, c) = 0", NH_JUDGED_REFUTED},
    /* the sign of a root, under the name that `check` and `derive` print */
    {speed, "z' = sigma.z*sqrt(c^2 - x'^2 - y'^2)", NH_JUDGED_PROVED},
    {speed, "z' = -sigma.z*sqrt(c^2 - x'^2 - y'^2)", NH_JUDGED_REFUTED},
    {speed, "sigma.z^2 = 1", NH_JUDGED_PROVED},
    {speed, "sigma.z = z'/abs(z')", NH_JUDGED_PROVED},
    {speed, "sigma.z = 1", NH_JUDGED_REFUTED}, /* not on the other branch */
    {speed, "(sigma.z)' = 0", NH_JUDGED_PROVED},
    {speed, "sigma.x = 1", NH_JUDGED_UNDECIDED}, /* an independent velocity */
    {knife, "sigma.z = 1", NH_JUDGED_UNDECIDED}, /* no root */
    /* and where it is not given by a formula there is none */
    {implicit, "diff(E_star, x') = 0", NH_JUDGED_UNDECIDED},
};

PROTECTED_TEST(own_variables) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const variable_case *c = &cases[i];
        judgement j = judge_text(context, &(judge_def){.text = c->text, .equations = {c->equation}, .samples = 4});
        (void)check_item(&j, j.result->items.items[0].name, c->wanted);
        nh_model_destroy(j.model);
    }
}

/* What is not a function of these variables has no such derivative. */
PROTECTED_TEST(other_variables) {
    static const char *const wrong[] = {"diff(hamilton.H + L, r) = 0", "diff(L, momentum(r)) = 0",
                                        "diff(hamilton.H - voronec.Tstar, r) = 0", "diff(hamilton.H, momentum(5)) = 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nh_read_def read = nh_default_read();
        nh_status status;
        read.equations = (nh_strings){&wrong[i], 1};
        size_t before = nh_context_diag_count(context);
        assert_null(nh_lang_read(context, &read, central, strlen(central), &status));
        assert_true(nh_context_diag_count(context) > before);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_variables),
        cmocka_unit_test(other_variables),
    };
    return cmocka_run_group_tests_name("truth.variables", tests, NULL, NULL);
}
