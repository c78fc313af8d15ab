/* First integrals of systems for which they are known, quick ones. */
#include "constrained.h"

static const known_integrals table[] = {
    {"top",
     {"E", "top.Omega.z", "dot([I1*top.Omega.x, I1*top.Omega.y, I3*top.Omega.z], inverse(top.R)*[0, 0, 1])"},
     SIZE_MAX},
    {"chaplygin-top",
     {"E", "dot([I1*B.Omega.x, I1*B.Omega.y, I3*B.Omega.z], inverse(B.R)*(B.c - P))",
      "B.Omega.z*sqrt(I1*I3 + m*I1*R^2*sin(theta)^2 + m*I3*(e - R*cos(theta))^2)"},
     SIZE_MAX},
    {"isokinetic", {"x'^2 + y'^2"}, SIZE_MAX},
    {"veselova",
     {"E", "dot(B.R*[I1*B.Omega.x, I2*B.Omega.y, I3*B.Omega.z], [1, 0, 0])",
      "dot(B.R*[I1*B.Omega.x, I2*B.Omega.y, I3*B.Omega.z], [0, 1, 0])"},
     SIZE_MAX},
    {"turntable", {"B.omega.z", "5*x' + 2*R*B.omega.y", "5*y' - 2*R*B.omega.x", "x'^2 + y'^2"}, SIZE_MAX},
    {"coin", {"E"}, SIZE_MAX},
    {"sleigh", {"E"}, SIZE_MAX},
    {"leibniz", {"x'/y'", "x - y*x'/y'"}, SIZE_MAX},
    {"leibniz-plane", {"q1'/q2'"}, 2},
    {"dog-and-man", {"x'^2 + y'^2"}, 2},
    {"decelerated", {"sqrt(t)*q1'", "sqrt(t)*q2'", "q1 - 2*t*q1'", "q2 - 2*t*q2'", "q3 - 2*t*q3'"}, 5},
    {"knife-edge", {"E", "phi'", "phi'*(x'*cos(phi) + y'*sin(phi)) - g*sin(alpha)*sin(phi)"}, 3},
    {PLANE "potential y", {"E", "x'", "y'*x' + x"}, SIZE_MAX},
    {PLANE "potential (x^2 + y^2)/2", {"E", "x*y' - y*x'", "x'*y' + x*y"}, SIZE_MAX},
    {PLANE "param k = 1\npotential k*(x^2 + y^2)^2", {"E", "x*y' - y*x'"}, SIZE_MAX},
    /* the nonholonomic oscillator, with its reducing multiplier */
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n",
     {"E", "x'*sqrt(1 + y^2)", "y'"},
     SIZE_MAX},
    /* Kepler's problem: the eccentricity, in the plane and in space */
    {PLANE "param k = 1\npotential -k/sqrt(x^2 + y^2)\n",
     {"E", "x*y' - y*x'", "y'*(x*y' - y*x') - k*x/sqrt(x^2 + y^2)"},
     SIZE_MAX},
    {"coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential -1/sqrt(x^2 + y^2 + z^2)\n",
     {"E", "x*y' - y*x'", "y*z' - z*y'", "z*x' - x*z'",
      "y'*(x*y' - y*x') - z'*(z*x' - x*z') - x/sqrt(x^2 + y^2 + z^2)"},
     SIZE_MAX},
    /* friction that works like a potential: m x''/x' = -c (x^2 + y)' */
    {"coord x, y\nparam m = 1, c = 2\nkinetic m*(x'^2 + y'^2)/2\npotential y^2\nforce x: -c*x'*(y' + 2*x*x')\n",
     {"m*y'^2/2 + y^2", "x'*exp(c*(x^2 + y)/m)"},
     SIZE_MAX},
    /* powers with parameters as exponents: a x'' = -b y''/y' x' */
    {"coord x, y\nparam a = 2, b = 3\nkinetic (x'^2 + y'^2)/2\npotential y^3\nforce x: b/a*x'*3*y^2/y'\n",
     {"y'^2/2 + y^3", "x'^a*y'^b"},
     SIZE_MAX},
    {"constant-speed", {"(y*x' - x*y')*exp(-(k*(x^2 + y^2 + z^2) + 2*m*g*z)/(2*m*C))"}, SIZE_MAX},
    /* coefficients that are inverses, and long ones */
    {PLANE "potential x*y/(x^2 + y^2)^2\n", {"E", "(x*y' - y*x')^2 + 2*x*y/(x^2 + y^2)"}, SIZE_MAX},
    {PLANE "param a = 1, b = 2\npotential (x^2 + y^2)^2 + a/x^2 + b/y^2\n",
     {"E", "(x*y' - y*x')^2 + 2*a*y^2/x^2 + 2*b*x^2/y^2"},
     SIZE_MAX},
    {PLANE "potential (12*x + 13*y)^4 + (13*x - 12*y)^3\n",
     {"E", "(12*x' + 13*y')^2/2 + 313*(12*x + 13*y)^4"},
     SIZE_MAX},
    /* quartic, without another one */
    {PLANE "potential x^4 + x^2*y + 3*y^4", {"E"}, SIZE_MAX},
};

static void test_table(void **state) {
    (void)state;
    check_table(sizeof table / sizeof *table, table);
}

/* Of N equations, that of the time among them, N - 1 functions are constant, and all where nothing moves. */
typedef struct known_most {
    const char *text;
    size_t most;
} known_most;

static void check_most(nh_context *context, void *argument) {
    const known_most *x = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, x->text);
    nh_integrals_def def = nh_default_integrals();
    assert_int_equal(nh_integrals_find(arena, model, &def)->info.most, x->most);
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_most(void **unused) {
    (void)unused;
    known_most systems[] = {
        {PLANE, 3},
        {PLANE "constraint c: x' = 0\nconstraint d: y' = 0\ninit x = 1\n", 2},
        {PLANE "potential x*cos(t)\n", 4},
        {"coord x\nkinetic x'^2/2\npotential x^2/2 - x*cos(t)\ninit x = 1\n", 2},
        {"", 0},
    };
    nh_context *context = test_context();
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) test_run(context, check_most, &systems[i]);
    nh_context_destroy(context);
}

static void test_random(void **state) {
    (void)state;
    check_random(test_count(2));
}

static void test_constrained(void **state) {
    (void)state;
    check_random_constrained(test_count(2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_most),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_constrained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
