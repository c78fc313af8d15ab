/* Routh's equations: accelerations and multipliers against Lagrange's equations, R against L - p q', conserved momenta,
 * closed forms, which coordinates are cyclic, and why none is. */
#include "momenta.h"

#include "form/cyclic.h"

typedef struct system_def {
    const char *name, *text, *cyclic; /* the names of these, with blanks after them */
} system_def;

static const system_def systems[] = {
    {"free particles", "param m = 1.3\ncoord x[i=1..3]\nkinetic m/2*(x[1]'^2 + x[2]'^2*x[1]'^2/2 + 3*x[3]'^2)\n",
     "x[3] "},
    {"central motion", "param m = 1.3, k = 2\ncoord r, th\nkinetic m/2*(r'^2 + r^2*th'^2)\npotential -k/r\n", "th "},
    {"symmetric top",
     "param I = 0.4, K = 0.25\ncoord phi, theta, psi\n"
     "kinetic I/2*(theta'^2 + phi'^2*sin(theta)^2) + K/2*(psi' + phi'*cos(theta))^2\npotential 3*cos(theta)\n",
     "phi psi "},
    {"a body",
     "param m = 1.2\ncoord x, y, z, a, b, c\nbody A { at [x, y, z], rotation Rz(a)*Rx(b)*Rz(c), mass m, inertia "
     "diag(0.2, 0.2, 0.4) }\n"
     "gravity [0, 0, -9.8]\n",
     "x y a c "},
    {"driven, with forces",
     "param m = 1.2, mu = 0.3\ncoord x, s, u\nkinetic m/2*(x'^2*(2 + sin(t)) + s'^2 + 2*x'*s'*cos(s) + u'^2) + t*x'*s "
     "- x'*s^2\n"
     "potential s^2\nforce s: -mu*s'*x'\nforce u: -mu*u'\n",
     "x "},
    {"charged particle",
     "param B = 1.7\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\npotential B*y*x' + y^2 + t*z*z'\n", "x "},
    {"a row that leaves z alone",
     "coord x, y, z, w\nkinetic (x'^2 + y'^2 + 2*z'^2 + w'^2)/2 + z'*x'*y/3 + z'*y'\npotential x*y\n"
     "constraint c: x'^2 + y'^2 = 4 + sin(t) + y/3\nconstraint d: w = x*y + t\n"
     "init x = 0.3, y = 0.2, z = 0, w ~ 0, x' = 1, y' ~ 1.5, z' = 0.4, w' ~ 0\n",
     "z "},
    {"rows with accelerations that leave z alone",
     "coord x, y, z, w\nkinetic (x'^2 + y'^2 + 2*z'^2 + w'^2)/2 + z'*x'*y/3 + z'*y'\npotential x*y\n"
     "constraint c: x'' + w*y'' = y*x' + t\nconstraint d: w' = x*y'\n",
     "z "},
    {"other velocities in A",
     "coord x, y, z\nlagrangian (1 + x'^2)*y'^2/2 + x'^2/2 + x'^4/5 + y'*z'/3 + z'^2*(2 + cos(x)) + x'*y'*x\n", "y z "},
    {"a singular block", "coord x, y, z\nkinetic (x' + y')^2/2*(2 + z^2) + z'^2/2 + x'*z'\npotential z^2\n", NULL},
    {"a momentum without its velocity", "coord x, y, z\nkinetic x'*z' + y'^2*(1 + z^2)/2 + z'^2/2\npotential z^2\n",
     "y "},
    {"hidden", "coord x, y\nkinetic (x'^2 + y'^2*(sin(x)^2 + cos(x)^2 + y^2))/2 + x'*y'*y\n", "x "},
    {"a relativistic particle beside",
     "param c = 9\ncoord x, y, z\nlagrangian -c^2*sqrt(1 - (x'^2 + y'^2)/c^2) + z'^2*(1 + y^2)/2 + z'*y' - y^2\n"
     "init x = 0, y = 0, z = 0, x' = 1, y' = 1, z' = 1\n",
     "z "},
};

/* ---- systems ---- */

static const char *list_cyclic(const subject *s, const nh_equations *e) {
    static char text[200];
    size_t at = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < s->n; i++)
        if (nh_expr_symbol_of(s->model->pool, e->symbols[i])->role == NH_ROLE_QUASI)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s ", coordinate_name(s, i));
    return text;
}

/* R = L - sum p q', and p[x] and reconstruction[x] are inverse to each other. */
static void check_R(const subject *s, const nh_equations *e, const nh_state *state) {
    double wanted = value_at(s, e->choice, state, NULL, s->model->L);
    for (uint32_t i = 0; i < s->n; i++) {
        if (nh_expr_symbol_of(s->model->pool, e->symbols[i])->role != NH_ROLE_QUASI) continue;
        const char *name = coordinate_name(s, i);
        wanted -= value_of(s, e, state, coefficient_of(e, "p[%s]", name)) * state->v[i];
        check_near(s, name, value_of(s, e, state, coefficient_of(e, "reconstruction[%s]", name)), state->v[i], 1e-9);
    }
    check_near(s, "R", value_of(s, e, state, coefficient(e, "R")), wanted, 1e-9 * (1 + fabs(wanted)));
}

/* With any accelerations equation i is the balance along q_i: matrix y' - force = M q'' - f. */
static void check_balances(const subject *s, const nh_equations *e, const nh_state *state, nh_random *random) {
    nh_lagrange all = nh_lagrange_derive(s->model, s->arena, false);
    double *a = NH_NEW_ARRAY(s->arena, double, s->n), *left = NH_NEW_ARRAY(s->arena, double, s->n);
    nh_expr *rate = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++) a[i] = (double)nh_random_between(random, -1000, 1000) / 400;
    for (uint32_t i = 0; i < s->n; i++) rate[i] = nh_expr_total_derivative(s->model->pool, e->variables[i]);
    const double *y = values_at(s, e->choice, state, a, s->n, rate);
    const double *M = values_of(s, e, state, all.matrix.start[s->n], all.matrix.entry);
    const double *f = values_of(s, e, state, s->n, all.force), *force = values_of(s, e, state, s->n, e->force);
    const double *matrix = values_of(s, e, state, e->matrix.start[s->n], e->matrix.entry);
    double *wanted = NH_NEW_ARRAY(s->arena, double, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        wanted[i] = -f[i];
        left[i] = -force[i];
        for (uint32_t k = all.matrix.start[i]; k < all.matrix.start[i + 1]; k++)
            wanted[i] += M[k] * a[all.matrix.column[k]];
        for (uint32_t k = e->matrix.start[i]; k < e->matrix.start[i + 1]; k++)
            left[i] += matrix[k] * y[e->matrix.column[k]];
    }
    check_all_near(s, "a balance", s->n, left, wanted, 1e-9);
}

static void check_system(nh_context *context, void *argument) {
    const system_def *system = argument;
    subject s = subject_make(context, system->name, system->text);
    nh_random random = nh_random_make(test_seed(), 23);
    nh_state state;
    const nh_equations *e = check_model(&s, "routh", &state);
    assert_true(e->is_by_coordinate);
    if (system->cyclic != NULL) assert_string_equal(list_cyclic(&s, e), system->cyclic);
    else assert_int_equal(strlen(list_cyclic(&s, e)), 2); /* one of x and y */
    check_R(&s, e, &state);
    check_balances(&s, e, &state, &random);
    subject_free(&s);
}

static void test_system(void **state) {
    nh_context *context = test_context();
    test_run(context, check_system, *state);
    nh_context_destroy(context);
}

/* ---- closed forms ---- */

/* r'' = +p^2/(m^2 r^3) - V'/m, which the paper's reduced Lagrangian does not give. */
PROTECTED_TEST(central_motion) {
    subject s = subject_make(context, "central motion", systems[1].text);
    nh_random random = nh_random_make(test_seed(), 24);
    nh_state state = subject_random(&s, &random);
    const char *why = NULL;
    const nh_equations *e = derive_at(&s, "routh", &state, &why);
    double m = 1.3, r = state.q[0], p = m * r * r * state.v[1];
    solution found = solve_equations(&s, e, &state);
    check_near(&s, "r''", found.x[0], p * p / (m * m * r * r * r) - 2 / (m * r * r), 1e-10 * (1 + fabs(found.x[0])));
    check_near(&s, "th''", found.x[1], -2 * state.v[0] * state.v[1] / r, 1e-10 * (1 + fabs(found.x[1])));
    double R = m / 2 * state.v[0] * state.v[0] - p * p / (2 * m * r * r) + 2 / r;
    check_near(&s, "R", value_of(&s, e, &state, coefficient(e, "R")), R, 1e-10 * (1 + fabs(R)));
    subject_free(&s);
}

/* d/dt of dL/dx' along the accelerations is 0. */
PROTECTED_TEST(momenta_are_constant) {
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        subject s = subject_make(context, systems[k].name, systems[k].text);
        nh_state state;
        const nh_equations *e = check_model(&s, "routh", &state);
        const double *x = solve_equations(&s, e, &state).x;
        for (uint32_t i = 0; i < s.n; i++) {
            if (nh_expr_symbol_of(s.model->pool, e->symbols[i])->role != NH_ROLE_QUASI) continue;
            nh_expr rate = nh_expr_total_derivative(s.model->pool, e->variables[i]);
            check_near(&s, "p'", value_at(&s, e->choice, &state, x, rate), 0, 1e-8 * (1 + largest(x, s.n)));
        }
        subject_free(&s);
    }
}

PROTECTED_TEST(refusals) {
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x*y\n",
                  "no coordinate is cyclic: L depends on all of them");
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2\nforce y: -y'\n",
                  "no coordinate is cyclic: a force acts on y, which L does not depend on");
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2\nforce x: -y*x'\n",
                  "no coordinate is cyclic: a force depends on y, which L does not depend on");
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2\nconstraint roll: y' = x*x'\n",
                  "no coordinate is cyclic: the constraint 'roll' acts on y, which L does not depend on");
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2\nconstraint on: y = x^2\n",
                  "no coordinate is cyclic: the constraint 'on' acts on y, which L does not depend on");
    check_refused(context, "routh", "param c = 9\ncoord x, y\nlagrangian -c^2*sqrt(1 - (x'^2 + y'^2)/c^2) - y\n",
                  "the momenta of the cyclic coordinates are not affine in their velocities");
    check_refused(context, "routh", "coord x, y\nkinetic x'^2/2 + x*y'\npotential x^2\nconstraint c: x = sin(t)\n",
                  "the momenta of the cyclic coordinates do not determine their velocities");
    check_refused(context, "routh", "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x^2 + sign(y)\n",
                  "no coordinate is found to be cyclic: it could not be ruled out that L depends on y");
}

#ifdef __SANITIZE_ADDRESS__
enum { MANY = 40 };
#else
enum { MANY = 1000 };
#endif

/* Two thirds of many coordinates are cyclic, in blocks of two; the others are bound by rows. */
PROTECTED_TEST(many_cyclic) {
    char text[600];
    snprintf(text, sizeof text,
             "const n = %d\nparam m = 1.2\ncoord x[i=1..n], y[i=1..n], z[i=1..n]\n"
             "kinetic sum(i=1..n, m*i/2*(x[i]'^2 + y[i]'^2*(1 + z[i]^2) + z[i]'^2) + x[i]'*y[i]'*z[i]/3)\n"
             "constraint rod[i=2..n]: (z[i] - z[i-1])^2 = i\n",
             MANY);
    subject s = subject_make(context, "many", text);
    uint32_t *rows = NH_NEW_ARRAY(s.arena, uint32_t, MANY), *dependent = NH_NEW_ARRAY(s.arena, uint32_t, MANY);
    for (uint32_t i = 0; i + 1 < MANY; i++) {
        rows[i] = i;
        dependent[i] = 2 * MANY + i;
    }
    nh_cyclic found;
    const char *why = NULL;
    const nh_explicit *choice = nh_explicit_make(s.arena, s.model, MANY - 1, rows, dependent);
    assert_true(nh_cyclic_find(s.arena, choice, &found, &why));
    assert_int_equal(found.count, 2 * MANY);
    const nh_equations *e = nh_routh_derive(s.model, s.arena, choice, &why);
    assert_non_null(e);
    assert_int_equal(e->matrix.start[s.n], 3 * MANY);
    assert_int_equal(e->rows, MANY - 1);
    subject_free(&s);
}

int main(void) {
    enum { SYSTEMS = sizeof systems / sizeof *systems };
    struct CMUnitTest on_systems[SYSTEMS];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(central_motion),
        cmocka_unit_test(momenta_are_constant),
        cmocka_unit_test(refusals),
        cmocka_unit_test(many_cyclic),
    };
    for (size_t i = 0; i < SYSTEMS; i++)
        on_systems[i] = (struct CMUnitTest){
            .name = systems[i].name, .test_func = test_system, .initial_state = (void *)(uintptr_t)&systems[i]};
    int failed = _cmocka_run_group_tests("routh", on_systems, SYSTEMS, NULL, NULL);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
