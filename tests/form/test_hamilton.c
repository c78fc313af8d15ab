/* Hamilton's equations: accelerations and multipliers against Lagrange's equations, H against the energy, -dH/dq
 * against differences, the terms of [Rheonomous] (23) and its identities, and what they do not apply to. */
#include "momenta.h"

typedef struct system_def {
    const char *name, *text;
    bool is_quadratic;
} system_def;

static const system_def systems[] = {
    {"free particles",
     "param m = 1.3, M = 0.7\ncoord x[i=1..4]\nkinetic m/2*(x[1]'^2 + x[2]'^2) + M/2*(x[3]'^2 + x[4]'^2)\n", true},
    {"pendulum", "param l = 0.8\ncoord th\nkinetic l^2*th'^2/2\npotential -9.8*l*cos(th)\n", true},
    {"pendulum with its row",
     "param l = 0.8, m = 1.2\ncoord x, y\nkinetic m/2*(x'^2 + y'^2)\npotential 9.8*m*y\nconstraint rod: x^2 + y^2 = "
     "l^2\n",
     true},
    {"double pendulum",
     "param l = 0.8, k = 0.6, m = 1.2, M = 0.5\ncoord a, b\npoint P = [l*sin(a), -l*cos(a)] mass m\n"
     "point Q = [l*sin(a) + k*sin(b), -l*cos(a) - k*cos(b)] mass M\ngravity [0, -9.8, 0]\n",
     true},
    {"moving suspension",
     "param l = 0.8, m = 1.2\ncoord a, s\npoint P = [sin(2*t) + s*sin(a), t^2/3 - s*cos(a)] mass m\ngravity [0, -9.8, "
     "0]\n"
     "potential 3*(s - l)^2\n",
     true},
    {"moving rod",
     "param m = 1.2\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2) + t*x*y' - z*x'\npotential x*y*z\n"
     "constraint rod: (x - sin(t))^2 + y^2 + z^2 = 4 + t\n",
     true},
    {"charged particle",
     "param m = 1.2, B = 1.7\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2)\n"
     "potential B/2*(y*x' - x*y')*(1 + z^2) + t*z*z' + x*y\n",
     true},
    {"symmetric top",
     "param I = 0.4, K = 0.25\ncoord phi, theta, psi\n"
     "kinetic I/2*(theta'^2 + phi'^2*sin(theta)^2) + K/2*(psi' + phi'*cos(theta))^2\npotential 3*cos(theta)\n",
     true},
    {"body",
     "param m = 1.2\ncoord x, y, a, b, c\nbody A { at [x, y, 0.3], rotation Rz(a)*Rx(b)*Rz(c), mass m, inertia "
     "diag(0.2, 0.3, 0.4) }\n"
     "gravity [0.5, -1, 0]\nconstraint wall: x^2 = 1 + sin(a)*y\n",
     true},
    {"friction",
     "param m = 1.2, mu = 0.3\ncoord r, th\nkinetic m/2*(r'^2 + r^2*th'^2)\npotential 5*(r - 1)^2 - 9.8*m*r*cos(th)\n"
     "force r: -mu*r'*sqrt(r'^2 + r^2*th'^2)\nforce th: -mu*th' + sin(t)\n",
     true},
    {"bead on a rotating hoop",
     "param W = 2.1, R = 0.9\ncoord th\npoint P = [R*sin(th)*cos(W*t), R*sin(th)*sin(W*t), -R*cos(th)] mass "
     "1.1\ngravity [0, 0, -9.8]\n",
     true},
    {"relativistic particle",
     "param m = 1.1, c = 9\ncoord x, y, z\nlagrangian -m*c^2*sqrt(1 - (x'^2 + y'^2 + z'^2)/c^2) - x*y\nconstraint "
     "plane: z = x*y + t\n"
     "init x = 0.1, y = 0.2, z ~ 0, x' = 0.3, y' = 0.4, z' ~ 0\n",
     false},
    {"relativistic particle in a field",
     "param m = 1.1, c = 9\ncoord x, y\nlagrangian -m*c^2*sqrt(1 - (x'^2 + y'^2)/c^2)*(1 + x^2/20 + t/9) + y*x'*t - "
     "x*y\ninit x = 0.1, y = 0.2, x' = 0.3, y' = 0.4\n",
     false},
    {"redundant rows",
     "coord x, y, z\nkinetic (x'^2 + 2*y'^2 + z'^2)/2 + x'*y'/3\npotential z\nconstraint a: x^2 + y^2 = 2\n"
     "constraint b: 2*x^2 + 2*y^2 = 4\nconstraint c: z = x*y\n",
     true},
    {"a name that is declared",
     "param p_x = 2\ncoord x, y\nquasi p2_x = x' + y'\nkinetic (p_x*x'^2 + y'^2*(2 + x^2))/2\n", true},
    {"indefinite", "coord t1, x\nkinetic (x'^2*(1 + t1^2) - t1'^2 + x'*t1')/2\npotential x*t1\n", true},
};

/* ---- H ---- */

static void check_H(const subject *s, const nh_equations *e, const nh_state *state) {
    double wanted = value_at(s, e->choice, state, NULL, nh_model_energy(s->model));
    check_near(s, "H", value_of(s, e, state, coefficient(e, "H")), wanted, 1e-9 * (1 + fabs(wanted)));
}

/* H at momenta that are kept while the coordinates move. */
static double H_at(const subject *s, const nh_equations *e, const nh_state *state, const double *p) {
    nh_expr *numbers = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++)
        numbers[i] = nh_expr_fraction(s->model->pool, llround(p[i] * 1e12), 1000000000000);
    nh_expr H = nh_expr_substitute(s->model->pool, coefficient(e, "H"), s->n, e->symbols, numbers, true);
    return value_at(s, e->choice, state, NULL, H);
}

/* A force - Q is -dH/dq: the equations are multiplied by A to find it. */
static void check_slopes(const subject *s, const nh_equations *e, const nh_state *state) {
    const double *p = values_at(s, e->choice, state, NULL, s->n, e->variables);
    linear_system l = {s->n, 0, &e->matrix, &e->jacobian, e->force, NULL};
    const double *pull = solve_linear(s, e, &l, state), *Q = values_at(s, e->choice, state, NULL, s->n, s->model->Q);
    for (uint32_t i = 0; i < s->n; i++) {
        double h = 1e-4, H[4];
        for (int k = 0; k < 4; k++) {
            nh_state near = moved(s, state, i, (k < 2 ? k - 2 : k - 1) * h);
            H[k] = H_at(s, e, &near, p);
        }
        double wanted = (8 * (H[1] - H[2]) - (H[0] - H[3])) / (12 * h) + Q[i];
        check_near(s, "-dH/dq + Q", pull[i], wanted, 1e-5 * (1 + fabs(wanted)));
    }
}

/* ---- (23) ---- */

static double entry(const subject *s, const nh_equations *e, const nh_state *state, uint32_t i, uint32_t j) {
    return value_of(s, e, state, coefficient_of(e, "Gamma[%s,%s]", coordinate_name(s, i), coordinate_name(s, j)));
}

/* Gamma p' + Q + Lambda + N - Gamma grad(c + U) = 0 is the equation from H: force = Gamma grad(c + U) - Q - Lambda - N
 * next to Gamma times the forces. */
static void check_terms(const subject *s, const nh_equations *e, const nh_state *state) {
    nh_pool *pool = s->model->pool;
    const nh_expr *q = nh_model_coordinates(s->model, s->arena), *v = nh_model_velocities(s->model, s->arena);
    nh_expr *zeros = NH_NEW_ARRAY(s->arena, nh_expr, s->n), *outer = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    for (uint32_t i = 0; i < s->n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr free = nh_expr_substitute(pool, s->model->L, s->n, v, zeros, true);
    for (uint32_t i = 0; i < s->n; i++) outer[i] = nh_expr_add(pool, s->model->Q[i], nh_expr_diff(pool, free, q[i]));
    const double *f = values_of(s, e, state, s->n, outer), *force = values_of(s, e, state, s->n, e->force);
    for (uint32_t i = 0; i < s->n; i++) {
        double wanted = 0;
        const char *name = coordinate_name(s, i);
        for (uint32_t j = 0; j < s->n; j++) wanted += entry(s, e, state, i, j) * f[j];
        wanted -= value_of(s, e, state, coefficient_of(e, "Q[%s]", name));
        wanted -= value_of(s, e, state, coefficient_of(e, "Lambda[%s]", name));
        wanted -= value_of(s, e, state, coefficient_of(e, "N[%s]", name));
        check_near(s, "(23)", force[i], wanted, 1e-9 * (1 + fabs(wanted)));
    }
}

/* Gamma^(h) as a column of expressions, A^(k) likewise. */
static nh_expr column_entry(const subject *s, const nh_equations *e, bool is_A, uint32_t i, uint32_t k) {
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    if (is_A) return nh_expr_diff(s->model->pool, e->variables[i], v[k]);
    return coefficient_of(e, "Gamma[%s,%s]", coordinate_name(s, i), coordinate_name(s, k));
}

/* ((J a^(k))^T b^(h))_i */
static double turned(const subject *s, const nh_equations *e, const nh_state *state, bool is_A, uint32_t k, uint32_t h,
                     uint32_t i) {
    nh_expr q = nh_model_coordinates(s->model, s->arena)[i], sum = NH_EXPR_ZERO;
    for (uint32_t j = 0; j < s->n; j++) {
        nh_expr slope = nh_expr_diff(s->model->pool, column_entry(s, e, is_A, j, k), q);
        sum = nh_expr_add(s->model->pool, sum, nh_expr_mul(s->model->pool, slope, column_entry(s, e, !is_A, j, h)));
    }
    return value_of(s, e, state, sum);
}

/* (J A^(k))^T Gamma^(h) = -(J Gamma^(h))^T A^(k), from which dGamma/dq = -Gamma (dA/dq) Gamma follows. */
static void check_identities(const subject *s, const nh_equations *e, const nh_state *state) {
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t h = 0; h < s->n; h++)
            for (uint32_t k = 0; k < s->n; k++) {
                double one = turned(s, e, state, true, k, h, i), other = turned(s, e, state, false, h, k, i);
                check_near(s, "(J A)^T Gamma", one, -other, 1e-9 * (1 + fabs(one)));
            }
}

/* ---- systems ---- */

static void check_system(nh_context *context, void *argument) {
    const system_def *system = argument;
    subject s = subject_make(context, system->name, system->text);
    nh_state state;
    const nh_equations *e = check_model(&s, "hamilton", &state);
    assert_true((e->velocities[0] != NH_EXPR_UNDEFINED) == system->is_quadratic);
    assert_int_equal(e->count, s.n);
    check_H(&s, e, &state);
    if (system->is_quadratic) {
        check_slopes(&s, e, &state);
        check_terms(&s, e, &state);
        check_identities(&s, e, &state);
    }
    subject_free(&s);
}

static void test_system(void **state) {
    nh_context *context = test_context();
    test_run(context, check_system, *state);
    nh_context_destroy(context);
}

/* ---- single facts ---- */

static bool is_symbol(const subject *s, nh_expr e, const char *name) {
    const nh_symbol *symbol = nh_expr_symbol_of(s->model->pool, e);
    return symbol->role == NH_ROLE_QUASI && strcmp(nh_name_text(s->context, symbol->name), name) == 0;
}

PROTECTED_TEST(names_of_momenta) {
    subject s = subject_make(context, "names",
                             "param p_x = 2\ncoord x, y, z[i=1..2]\nquasi p2_x = x' + y'\n"
                             "kinetic (x'^2 + y'^2 + z[1]'^2 + z[2]'^2)/2\n");
    const char *why = NULL;
    const nh_equations *e =
        nh_hamilton_derive(s.model, s.arena, nh_explicit_make(s.arena, s.model, 0, NULL, NULL), &why);
    assert_true(is_symbol(&s, e->symbols[0], "p3_x") && is_symbol(&s, e->symbols[1], "p_y"));
    assert_true(is_symbol(&s, e->symbols[3], "p_z[2]"));
    subject_free(&s);
}

/* Of coordinates that are not the time: H = (p_r^2 + p_th^2/r^2)/(2 m) - k/r */
PROTECTED_TEST(closed_form) {
    subject s = subject_make(context, "Kepler",
                             "param m = 1.3, k = 2\ncoord r, th\nkinetic m/2*(r'^2 + r^2*th'^2)\npotential -k/r\n"
                             "init r = 1.1, th = 0.3, r' = 0.4, th' = 0.7\n");
    const char *why = NULL;
    nh_state state = subject_start(&s);
    const nh_equations *e = derive_at(&s, "hamilton", &state, &why);
    double m = 1.3, r = 1.1, p[] = {m * 0.4, m * r * r * 0.7};
    check_near(&s, "H", value_of(&s, e, &state, coefficient(e, "H")),
               (p[0] * p[0] + p[1] * p[1] / r / r) / (2 * m) - 2 / r, 1e-14);
    linear_system l = {2, 0, &e->matrix, &e->jacobian, e->force, NULL};
    const double *found = solve_linear(&s, e, &l, &state);
    check_near(&s, "p_r'", found[0], p[1] * p[1] / (m * r * r * r) - 2 / (r * r), 1e-13);
    check_near(&s, "p_th'", found[1], 0, 1e-15);
    subject_free(&s);
}

PROTECTED_TEST(refusals) {
    check_refused(context, "hamilton",
                  "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint on: z = x*y\nconstraint skew: x' = y*z'\n",
                  "the constraint 'skew' is not geometric");
    check_refused(context, "hamilton", "coord x, y\nkinetic (x' + y')^2/2\npotential x^2 + y\nconstraint on: x = y^2\n",
                  "the momenta do not determine the velocities");
    check_refused(context, "hamilton",
                  "coord x, y\nkinetic (sin(x)^2 + cos(x)^2)*x'^2/2 + x'*y' + y'^2/2\nconstraint on: x = y^2\n",
                  "the momenta do not determine the velocities");
}

/* Angles from the vertical: the inverse of a full matrix is left as steps of an elimination. */
static void check_chain(nh_context *context, uint32_t count) {
    char text[4000];
    int at = snprintf(text, sizeof text, "coord a[i=1..%u]\nkinetic ", count);
    for (uint32_t i = 1; i <= count; i++)
        for (uint32_t j = 1; j <= i; j++)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%u*a[%u]'*a[%u]'%s*cos(a[%u] - a[%u])",
                           i == 1 ? "" : " + ", count + 1 - i, i, j, i == j ? "/2" : "", i, j);
    snprintf(text + at, sizeof text - (size_t)at, "\npotential -cos(a[1])\n");
    subject s = subject_make(context, "chain", text);
    nh_state state;
    const nh_equations *e = check_model(&s, "hamilton", &state);
    check_H(&s, e, &state);
    subject_free(&s);
}

#ifdef __SANITIZE_ADDRESS__
enum { CHAIN = 5, MANY = 60 };
#else
enum { CHAIN = 9, MANY = 1000 };
#endif

PROTECTED_TEST(chains) {
    check_chain(context, 3);
    check_chain(context, CHAIN);
}

/* Many points, coupled in threes: the inverse has as many entries as the blocks. */
PROTECTED_TEST(many_blocks) {
    char text[600];
    snprintf(text, sizeof text,
             "const n = %d\nparam m = 1.2\ncoord x[i=1..n], y[i=1..n], z[i=1..n]\n"
             "kinetic sum(i=1..n, m*i/2*(x[i]'^2 + y[i]'^2*(1 + x[i]^2) + z[i]'^2) + x[i]'*y[i]'*z[i]/3)\n"
             "constraint rod[i=2..n]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = i\n",
             MANY);
    subject s = subject_make(context, "many", text);
    const char *why = NULL;
    uint32_t *rows = NH_NEW_ARRAY(s.arena, uint32_t, MANY), *dependent = NH_NEW_ARRAY(s.arena, uint32_t, MANY);
    for (uint32_t i = 0; i + 1 < MANY; i++) rows[i] = dependent[i] = i;
    const nh_equations *e =
        nh_hamilton_derive(s.model, s.arena, nh_explicit_make(s.arena, s.model, MANY - 1, rows, dependent), &why);
    assert_non_null(e);
    assert_int_equal(e->matrix.start[s.n], 5 * MANY);
    assert_int_equal(e->rows, MANY - 1);
    subject_free(&s);
}

int main(void) {
    enum { SYSTEMS = sizeof systems / sizeof *systems };
    struct CMUnitTest on_systems[SYSTEMS];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_momenta), cmocka_unit_test(closed_form), cmocka_unit_test(refusals),
        cmocka_unit_test(chains),           cmocka_unit_test(many_blocks),
    };
    for (size_t i = 0; i < SYSTEMS; i++)
        on_systems[i] = (struct CMUnitTest){
            .name = systems[i].name, .test_func = test_system, .initial_state = (void *)(uintptr_t)&systems[i]};
    int failed = _cmocka_run_group_tests("hamilton", on_systems, SYSTEMS, NULL, NULL);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
