/* Special forms of the equations and the forms that they come from: Voronec's (58)-(59), (64)-(65), (67)-(69) where
 * their hypotheses hold and only there; Maggi's equations by points and by coordinates; Euler-Lagrange expressions,
 * constraint forms and alpha_Q of the reduced equations. */
#include "forms.h"

#include "expr/calculus/calculus.h"
#include "form/formulation/maggi.h"
#include "form/formulation/voronec_special.h"

static double *random_numbers(const subject *s, nh_random *random) {
    double *x = NH_NEW_ARRAY(s->arena, double, s->n);
    for (uint32_t i = 0; i < s->n; i++) x[i] = (double)nh_random_between(random, -1000, 1000) / 400;
    return x;
}

/* matrix x - force at accelerations that obey the rows. */
static double *remainders(const subject *s, const nh_equations *e, const nh_state *state, const double *a) {
    const double *system = system_at(s, e, state);
    uint32_t m = e->count;
    double *left = NH_NEW_ARRAY(s->arena, double, m);
    for (uint32_t i = 0; i < m; i++) {
        left[i] = -system[m * m + i];
        for (uint32_t j = 0; j < m; j++) left[i] += system[i * m + j] * a[e->choice->independent[j]];
    }
    return left;
}

static bool has_name(const nh_equations *e, const char *name) {
    for (size_t i = 0; i < e->coefficients.count; i++)
        if (strncmp(e->coefficients.items[i].name, name, strlen(name)) == 0) return true;
    return false;
}

/* ---- Voronec ---- */

typedef struct hypotheses {
    bool is_linear, is_of_velocities, is_of_squares; /* (58), (64) with T(q'), (67) */
} hypotheses;

typedef struct special {
    const subject *s;
    nh_state state;
    const nh_explicit *choice;
    const nh_restricted *r;
    const nh_equations *voronec;
    const double *a, *left; /* all accelerations; what is left of Maggi's equations with them */
} special;

static special special_at(const subject *s, nh_state state, nh_random *random) {
    special x = {.s = s, .state = state, .choice = choice_at(s, &state)};
    const char *why = NULL;
    x.r = nh_restricted_make(s->model, s->arena, x.choice, &why);
    assert_non_null(x.r);
    x.voronec = derive(s, "voronec", x.choice);
    const nh_equations *maggi = nh_maggi_by_coordinates(x.r);
    x.a = lift(s, maggi, &x.state, random_numbers(s, random));
    x.left = remainders(s, maggi, &x.state, x.a);
    return x;
}

static void check_equations(const special *x, const char *what, const nh_expr *equations) {
    const double *found = values_at(x->s, x->choice, &x->state, x->a, x->choice->m, equations);
    check_all_near(x->s, what, x->choice->m, found, x->left, 1e-11);
}

static double named(const special *x, const char *format, const char *row, const char *first, const char *second) {
    nh_expr e = coefficient_of(x->voronec, format, row, first, second);
    return value_at(x->s, x->choice, &x->state, x->a, e);
}

/* sum_y b y' + b_t + b_beta is B, and b is antisymmetric; the largest of the three. */
static void check_sum_of_b(const special *x, uint32_t d, uint32_t i, double most[3]) {
    const char *row = nh_restricted_row(x->r, d), *name = nh_restricted_independent(x->r, i);
    double by_time = named(x, "b_t[%s,%s]%s", row, name, ""), by_beta = named(x, "b_beta[%s,%s]%s", row, name, "");
    double sum = by_time + by_beta;
    most[1] = fmax(most[1], fabs(by_time));
    most[2] = fmax(most[2], fabs(by_beta));
    for (uint32_t j = 0; j < x->choice->m; j++) {
        const char *other = nh_restricted_independent(x->r, j);
        double b = named(x, "b[%s,%s,%s]", row, name, other);
        check_near(x->s, "b, antisymmetric", named(x, "b[%s,%s,%s]", row, other, name), -b, 1e-12 * (1 + fabs(b)));
        sum += b * x->state.v[x->choice->independent[j]];
        most[0] = fmax(most[0], fabs(b));
    }
    double B = named(x, "B[%s,%s]%s", row, name, "");
    check_near(x->s, "the sum of b", sum, B, 1e-11 * (1 + fabs(B)));
}

static void check_linear(const special *x) {
    double most[3] = {0, 0, 0};
    nh_voronec_linear linear = nh_voronec_linear_make(x->r);
    check_equations(x, "(59)", nh_voronec_linear_equations(x->r, &linear));
    for (uint32_t d = 0; d < x->choice->k; d++)
        for (uint32_t i = 0; i < x->choice->m; i++) check_sum_of_b(x, d, i, most);
    for (int i = 0; i < 3; i++) assert_true(most[i] > 1e-3);
}

static void check_velocities(const special *x) {
    check_equations(x, "(65)", nh_voronec_velocities_equations(x->r));
    nh_expr_matrix B = nh_voronec_velocities_B(x->r);
    for (uint32_t d = 0; d < x->choice->k; d++)
        for (uint32_t i = 0; i < x->choice->m; i++) {
            nh_expr e = nh_matrix_at(&B, x->choice->dependent[d].coordinate, i);
            double found = value_at(x->s, x->choice, &x->state, x->a, e);
            double wanted = named(x, "B[%s,%s]%s", nh_restricted_row(x->r, d), nh_restricted_independent(x->r, i), "");
            check_near(x->s, "B of (64)", found, wanted, 1e-11 * (1 + fabs(wanted)));
        }
}

static void check_state(const special *x, hypotheses holds) {
    const nh_expr *masses = nh_voronec_masses(x->r);
    bool is_of_velocities = nh_voronec_is_of_velocities(x->r) && nh_voronec_is_T_of_velocities(x->r);
    assert_int_equal(nh_voronec_is_linear(x->r), holds.is_linear);
    assert_int_equal(is_of_velocities, holds.is_of_velocities);
    assert_int_equal(masses != NULL, holds.is_of_squares);
    assert_int_equal(has_name(x->voronec, "linear["), holds.is_linear);
    assert_int_equal(has_name(x->voronec, "velocities["), holds.is_of_velocities);
    assert_int_equal(has_name(x->voronec, "squares["), holds.is_of_squares);
    if (holds.is_linear) check_linear(x);
    if (holds.is_of_velocities) check_velocities(x);
    if (holds.is_of_squares) check_equations(x, "(69)", nh_voronec_squares_equations(x->r, masses));
}

static void check_voronec(nh_context *context, hypotheses holds, const char *text) {
    subject s = subject_make(context, text, text);
    nh_random random = nh_random_make(test_seed(), 1);
    for (int round = 0; round < test_count(4); round++) {
        special x = special_at(&s, subject_random(&s, &random), &random);
        check_state(&x, holds);
    }
    subject_free(&s);
}

#define FRAME "coord x, y, z, w\npotential x*y + z*w\nforce y: -y'*x\n"
#define START                                                                                                          \
    "independent x', y'\n"                                                                                             \
    "init x = 0.3, y = 0.4, z = 0.5, w = 0.2, x' = 0.9, y' = 0.8, w' ~ 0.7, z' ~ 2\n"
#define AFFINE                                                                                                         \
    "constraint c: z' = (x + w*t)*x' + sin(y*z)*y' + 1 + x*z\nconstraint d: w' = z*x' + (x*y + t^2)*y' + y*w\n"
#define OF_VELOCITIES "constraint c: z'^2 = 3 + sin(t)*x'^2 + y'^2\nconstraint d: w' = x'*y' + t*z'\n"
#define NONLINEAR "constraint c: z'^2 = 3 + x*x'^2 + (2 + z)*y'^2\nconstraint d: w' = x'*y' + t*z'*w\n"
#define SQUARES "kinetic (x'^2 + 2*y'^2 + 3*z'^2 + 4*w'^2)/2\n"
#define GENERAL "kinetic (x'^2 + (2 + x^2)*y'^2 + (3 + t)*z'^2 + 4*w'^2)/2 + x'*w'*z/5 + t*x*y'\n"

PROTECTED_TEST(voronec_special_forms) {
    check_voronec(context, (hypotheses){true, false, false}, FRAME GENERAL AFFINE START);
    check_voronec(context, (hypotheses){true, false, true}, FRAME SQUARES AFFINE START);
    check_voronec(context, (hypotheses){false, true, true}, FRAME SQUARES OF_VELOCITIES START);
    check_voronec(context, (hypotheses){false, true, false},
                  FRAME "kinetic (x'^2+2*y'^2+3*z'^2+4*w'^2)/2 + x'*w'/3 + y'*z'^3/7\n" OF_VELOCITIES START);
    check_voronec(context, (hypotheses){false, false, true}, FRAME SQUARES NONLINEAR START);
    check_voronec(context, (hypotheses){false, false, false}, FRAME GENERAL NONLINEAR START);
    check_voronec(context, (hypotheses){false, false, false}, FRAME GENERAL OF_VELOCITIES START);
}

/* ---- Maggi ---- */

static void check_maggi(const subject *s) {
    nh_random random = nh_random_make(test_seed(), 2);
    for (int round = 0; round < test_count(6); round++) {
        nh_state state = subject_random(s, &random);
        const nh_explicit *choice = choice_at(s, &state);
        const char *why = NULL;
        const nh_restricted *r = nh_restricted_make(s->model, s->arena, choice, &why);
        assert_true(nh_restricted_is_of_points(r));
        const double *points = system_at(s, nh_maggi_by_points(r), &state);
        const double *coordinates = system_at(s, nh_maggi_by_coordinates(r), &state);
        check_all_near(s, "(45) and (10)", (size_t)choice->m * choice->m + choice->m, points, coordinates, 1e-12);
    }
}

PROTECTED_TEST(maggi_by_points) {
    with_model(context, "moving points",
               "param m = 1.3, M = 0.6, l = 0.7\ncoord x, y, th\n"
               "point P = [x*cos(t) - y, y + x*t, x*y/3 + t^2] mass m\n"
               "point Q = [x + l*cos(th + t), y + l*sin(th), t*th/2] mass M\npoint marker = [x, y, t]\n"
               "gravity [0, -2, 0]\nforce th: -th'*x\nconstraint c: x'^2 + y'*th' = 1 + x*y + t*x'\n"
               "init x = 0.3, y = 0.9, th = 0.5, x' ~ 0.6, th' ~ 0.7, y' ~ 1\n",
               check_maggi);
}

/* ---- forms ---- */

/* E_i(L), (2), by total derivatives. */
static nh_expr euler_lagrange(const subject *s, uint32_t i) {
    nh_pool *pool = s->model->pool;
    nh_expr q = s->model->coordinates.items[i].q, v = s->model->coordinates.items[i].v;
    nh_expr rate = nh_expr_total_derivative(pool, nh_expr_diff(pool, s->model->L, v));
    return nh_expr_sub(pool, nh_expr_diff(pool, s->model->L, q), rate);
}

typedef struct reduction {
    const subject *s;
    nh_state state;
    const nh_equations *e;
} reduction;

static double value(const reduction *x, const char *format, const char *first, const char *second) {
    nh_expr e = coefficient_of(x->e, format, first, second);
    return value_at(x->s, x->e->choice, &x->state, NULL, e);
}

static void check_euler_lagrange(const reduction *x, const double *a) {
    for (uint32_t i = 0; i < x->s->n; i++) {
        const char *name = coordinate_name(x->s, i);
        double sum = value(x, "EL_A[%s]%s", name, "");
        for (uint32_t j = 0; j < x->s->n; j++) sum += value(x, "EL_B[%s,%s]", name, coordinate_name(x->s, j)) * a[j];
        double wanted = value_at(x->s, x->e->choice, &x->state, a, euler_lagrange(x->s, i));
        check_near(x->s, "E(L)", sum, wanted, 1e-12 * (1 + fabs(wanted)));
    }
}

/* Of an independent coordinate A' and B'; of a dependent one the Euler-Lagrange expression, with
 * accelerations that obey the rows. */
static void check_alpha_Q(const reduction *x, const double *a) {
    const nh_explicit *choice = x->e->choice;
    for (uint32_t l = 0; l < choice->m; l++) {
        const char *name = coordinate_name(x->s, choice->independent[l]);
        double A = value(x, "A[%s]%s", name, "");
        check_near(x->s, "alphaQ, A'", value(x, "alphaQ[%s]%s", name, ""), A, 1e-11 * (1 + fabs(A)));
        for (uint32_t s = 0; s < choice->m; s++) {
            const char *other = coordinate_name(x->s, choice->independent[s]);
            double B = value(x, "B[%s,%s]", name, other);
            check_near(x->s, "alphaQ, B'", value(x, "alphaQ[%s,%s]", name, other), B, 1e-11 * (1 + fabs(B)));
        }
    }
    for (uint32_t d = 0; d < choice->k; d++) {
        uint32_t i = choice->dependent[d].coordinate;
        const char *name = coordinate_name(x->s, i);
        double sum = value(x, "alphaQ[%s]%s", name, "");
        for (uint32_t s = 0; s < choice->m; s++)
            sum += value(x, "alphaQ[%s,%s]", name, coordinate_name(x->s, choice->independent[s])) *
                   a[choice->independent[s]];
        double wanted = value_at(x->s, choice, &x->state, a, euler_lagrange(x->s, i));
        check_near(x->s, "alphaQ of phi", sum, wanted, 1e-11 * (1 + fabs(wanted)));
    }
}

/* f dt + df/dq' omega of a row is a combination of the forms of all rows: sum_d df/dq_d' phi^d, since phi^d
 * alone has omega^d in it. */
static void check_constraint_forms(const reduction *x) {
    const nh_explicit *choice = x->e->choice;
    nh_pool *pool = x->s->model->pool;
    for (uint32_t c = 0; c < choice->k; c++) {
        nh_expr rate = nh_row_rate(x->s->model, &x->s->model->rows.items[choice->dependent[c].row]);
        for (uint32_t i = 0; i < x->s->n; i++) {
            nh_expr slope = nh_expr_diff(pool, rate, x->s->model->coordinates.items[i].v);
            double wanted = value_at(x->s, choice, &x->state, NULL, slope), sum = 0;
            for (uint32_t d = 0; d < choice->k; d++) {
                const nh_row *row = &x->s->model->rows.items[choice->dependent[d].row];
                nh_expr v = x->s->model->coordinates.items[choice->dependent[d].coordinate].v;
                sum += value_at(x->s, choice, &x->state, NULL, nh_expr_diff(pool, rate, v)) *
                       value(x, "form[%s,%s]", nh_name_text(x->s->context, row->name), coordinate_name(x->s, i));
            }
            check_near(x->s, "phi", sum, wanted, 1e-11 * (1 + fabs(wanted)));
        }
    }
}

static void check_forms(const subject *s) {
    nh_random random = nh_random_make(test_seed(), 3);
    for (int round = 0; round < test_count(4); round++) {
        nh_state state = subject_random(s, &random);
        reduction x = {s, state, derive(s, "reduced", choice_at(s, &state))};
        check_euler_lagrange(&x, random_numbers(s, &random));
        check_alpha_Q(&x, lift(s, x.e, &state, random_numbers(s, &random)));
        check_constraint_forms(&x);
    }
}

PROTECTED_TEST(reduced_forms) {
    with_model(context, "solved", FRAME GENERAL NONLINEAR START, check_forms);
    with_model(context, "linear", FRAME GENERAL AFFINE START, check_forms);
    with_model(
        context, "implicit",
        "coord x, y, z\nkinetic (x'^2 + (1 + x^2)*y'^2 + 2*z'^2)/2 + t*x*z'\npotential x*z\n"
        "constraint c: z'^5 + z' = x*x' + y'^2 + t\ninit x = 0.3, y = 0.4, z = 0.5, x' = 0.9, y' = 0.8, z' ~ 1\n",
        check_forms);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voronec_special_forms),
        cmocka_unit_test(maggi_by_points),
        cmocka_unit_test(reduced_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
