/* Named coefficients of the formulations, by what they mean: C, D, E, G and S by points against those by T; B of
 * Voronec's equations against differences along a motion, and 0 where the constraints are integrable; b of Chaplygin's;
 * the special forms [Simple] (65) and (69). */
#include "forms.h"

#include "expr/calculus/calculus.h"
#include "form/restricted.h"

/* Accelerations that obey the rows and nothing else. */
static double *free_accelerations(const subject *s, const nh_equations *e, const nh_state *state, nh_random *random) {
    double *x = NH_NEW_ARRAY(s->arena, double, s->n);
    for (uint32_t i = 0; i < s->n; i++) x[i] = (double)nh_random_between(random, -1000, 1000) / 400;
    return lift(s, e, state, x);
}

/* What is left of the equations: matrix x - force. */
static double *remainders(const subject *s, const nh_equations *e, const nh_state *state, const double *accelerations) {
    uint32_t m = e->count;
    const double *system = system_at(s, e, state);
    double *left = NH_NEW_ARRAY(s->arena, double, m);
    for (uint32_t i = 0; i < m; i++) {
        left[i] = -system[m * m + i];
        for (uint32_t j = 0; j < m; j++) left[i] += system[i * m + j] * accelerations[e->choice->independent[j]];
    }
    return left;
}

/* ---- points ---- */

static const char moving_points[] =
    "param m = 1.3, M = 0.6, l = 0.7\ncoord x, y, th\n"
    "point P = [x*cos(t) - y, y + x*t, x*y/3 + t^2] mass m\n"
    "point Q = [x + l*cos(th + t), y + l*sin(th), t*th/2] mass M\npoint marker = [x, y, t]\n"
    "gravity [0, -2, 0]\nconstraint c: x'^2 + y'*th' = 1 + x*y + t*x'\nconstraint d: x' = y*th'\n"
    "init x = 0.3, y = 0.9, th = 0.5, x' ~ 0.6, th' ~ 0.7, y' ~ 1\n";

/* The same model, but only T is known of it. */
static subject without_points(nh_context *context, const char *text) {
    subject s = subject_make(context, "by energy", text);
    s.model->points.count = 0;
    return s;
}

static void compare_lists(const subject *a, const nh_equations *first, const nh_state *state, const subject *b,
                          const nh_equations *second) {
    double most = 0;
    assert_int_equal(first->coefficients.count, second->coefficients.count);
    assert_true(first->coefficients.count > 30);
    for (size_t i = 0; i < first->coefficients.count; i++) {
        const nh_coefficient *one = &first->coefficients.items[i], *two = &second->coefficients.items[i];
        assert_string_equal(one->name, two->name);
        double wanted = value_at(b, second->choice, state, NULL, two->value);
        check_near(a, one->name, value_at(a, first->choice, state, NULL, one->value), wanted, 1e-12);
        if (strncmp(one->name, "eta", 3) == 0 || strncmp(one->name, "zeta", 4) == 0) most = fmax(most, fabs(wanted));
    }
    assert_true(most > 0.1);
}

static bool is_of_points(nh_context *context, const char *text) {
    subject s = subject_make(context, "points", text);
    const char *why = NULL;
    const nh_explicit *choice = nh_explicit_make(s.arena, s.model, 0, NULL, NULL);
    bool is_so = nh_restricted_is_of_points(nh_restricted_make(s.model, s.arena, choice, &why));
    subject_free(&s);
    return is_so;
}

PROTECTED_TEST(energy_of_points_alone) {
    assert_true(is_of_points(context, "coord x\npoint P = [x, t*x] mass 2\npoint Q = [1, x]\npotential x\n"));
    assert_false(is_of_points(context, "coord x\npoint P = [x, 0] mass 2\nkinetic x'^2\n"));
    assert_false(is_of_points(context, "coord x\npoint P = [x, 0] mass 2\nbody B { at [x, 1], mass 1 }\n"));
    assert_false(is_of_points(context, "coord x\npoint P = [x, 0] mass 2\npotential x*x'^3\n"));
    assert_false(is_of_points(context, "coord x\npoint P = [x, 0]\nlagrangian x'^2\n"));
}

PROTECTED_TEST(acceleration_by_points_and_by_energy) {
    subject a = subject_make(context, "by points", moving_points), b = without_points(context, moving_points);
    nh_random random = nh_random_make(test_seed(), 1);
    for (int round = 0; round < test_count(4); round++) {
        nh_state state = subject_random(&a, &random);
        const nh_equations *first = derive(&a, "acceleration", choice_at(&a, &state));
        const nh_equations *second = derive(&b, "acceleration", choice_at(&b, &state));
        compare_lists(&a, first, &state, &b, second);
    }
    subject_free(&b);
    subject_free(&a);
}

/* sum m/2 |P''|^2 */
static double energy_of_accelerations(const subject *s, const nh_explicit *choice, const nh_state *state,
                                      const double *a) {
    nh_pool *pool = s->model->pool;
    double energy = 0;
    for (size_t i = 0; i < s->model->points.count; i++) {
        const nh_point *point = &s->model->points.items[i];
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        nh_vector rate = nh_vector_rate(pool, nh_vector_rate(pool, point->position));
        const double *x = values_at(s, choice, state, a, 3, rate.x);
        energy += value_at(s, choice, state, NULL, point->mass) / 2 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    }
    return energy;
}

/* By points S is the energy of the accelerations; by T it grows by the same between two of them. */
PROTECTED_TEST(appell_by_points_and_by_energy) {
    subject a = subject_make(context, "by points", moving_points), b = without_points(context, moving_points);
    nh_random random = nh_random_make(test_seed(), 2);
    for (int round = 0; round < test_count(4); round++) {
        nh_state state = subject_random(&a, &random);
        const nh_equations *first = derive(&a, "appell", choice_at(&a, &state));
        const nh_equations *second = derive(&b, "appell", choice_at(&b, &state));
        double S[2], other[2], size = 1;
        for (int i = 0; i < 2; i++) {
            const double *x = free_accelerations(&a, first, &state, &random);
            S[i] = value_at(&a, first->choice, &state, x, coefficient(first, "S"));
            other[i] = value_at(&b, second->choice, &state, x, coefficient(second, "S"));
            size = fmax(size, fabs(S[i]));
            check_near(&a, "S", S[i], energy_of_accelerations(&a, first->choice, &state, x), 1e-12 * size);
        }
        check_near(&a, "the difference of S", S[1] - S[0], other[1] - other[0], 1e-11 * size);
        assert_true(fabs(S[0] - other[0]) > 1e-6);
    }
    subject_free(&b);
    subject_free(&a);
}

/* ---- sums of coefficients ---- */

/* e_r + sum_d dalpha_d/dq_r' e_d */
static nh_expr along(const subject *s, const nh_explicit *choice, uint32_t r, const nh_expr *e) {
    nh_pool *pool = s->model->pool;
    nh_expr u = nh_model_velocities(s->model, s->arena)[choice->independent[r]], sum = e[choice->independent[r]];
    for (uint32_t d = 0; d < choice->k; d++) {
        nh_expr slope = nh_explicit_first(choice, d, u);
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, slope, e[choice->dependent[d].coordinate]));
    }
    return sum;
}

/* Those of V too. */
static nh_expr *all_forces(const subject *s) {
    nh_expr *F = NH_NEW_ARRAY(s->arena, nh_expr, s->n);
    const nh_expr *q = nh_model_coordinates(s->model, s->arena);
    for (uint32_t i = 0; i < s->n; i++)
        F[i] = nh_expr_sub(s->model->pool, s->model->Q[i], nh_expr_diff(s->model->pool, s->model->V, q[i]));
    return F;
}

/* The left side of (72), with the coefficients by their names. */
static nh_expr sum_72(const subject *s, const nh_equations *e, uint32_t r) {
    const nh_explicit *choice = e->choice;
    nh_pool *pool = s->model->pool;
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    const char *name = coordinate_name(s, choice->independent[r]);
    nh_expr sum = coefficient_of(e, "G[%s]", name);
    for (uint32_t j = 0; j < choice->m; j++) {
        nh_expr u = v[choice->independent[j]];
        const char *second = coordinate_name(s, choice->independent[j]);
        nh_expr C = coefficient_of(e, "C[%s,%s]", name, second), E = coefficient_of(e, "E[%s,%s]", name, second);
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, C, nh_expr_dot(pool, u)));
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, E, u));
        for (uint32_t k = 0; k < choice->m; k++) {
            nh_expr w = v[choice->independent[k]];
            nh_expr D = coefficient_of(e, "D[%s,%s,%s]", name, second, coordinate_name(s, choice->independent[k]));
            sum = nh_expr_add(pool, sum, nh_expr_mul(pool, D, nh_expr_mul(pool, u, w)));
        }
    }
    return sum;
}

/* The left side of (14). */
static nh_expr sum_14(const subject *s, const nh_equations *e, uint32_t l) {
    const nh_explicit *choice = e->choice;
    nh_pool *pool = s->model->pool;
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    const char *name = coordinate_name(s, choice->independent[l]);
    nh_expr sum = coefficient_of(e, "A[%s]", name);
    for (uint32_t j = 0; j < choice->m; j++) {
        nh_expr B = coefficient_of(e, "B[%s,%s]", name, coordinate_name(s, choice->independent[j]));
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, B, nh_expr_dot(pool, v[choice->independent[j]])));
    }
    return sum;
}

/* They are what is left of Maggi's equations. */
static void check_sums(const subject *s) {
    nh_random random = nh_random_make(test_seed(), 3);
    nh_state state = subject_random(s, &random);
    const nh_explicit *choice = choice_at(s, &state);
    const nh_equations *e = derive(s, "acceleration", choice), *reduced = derive(s, "reduced", choice);
    nh_pool *pool = s->model->pool;
    const double *a = free_accelerations(s, e, &state, &random);
    const double *left = remainders(s, derive(s, "maggi", choice), &state, a);
    for (uint32_t r = 0; r < choice->m; r++) {
        nh_expr one = nh_expr_sub(pool, sum_72(s, e, r), along(s, choice, r, all_forces(s)));
        nh_expr two = nh_expr_add(pool, sum_14(s, reduced, r), along(s, choice, r, s->model->Q));
        check_near(s, "(72)", value_at(s, choice, &state, a, one), left[r], 1e-11 * (1 + fabs(left[r])));
        check_near(s, "(14)", value_at(s, choice, &state, a, two), -left[r], 1e-11 * (1 + fabs(left[r])));
    }
}

PROTECTED_TEST(sums_of_named_coefficients) {
    with_model(context, "sums",
               "coord x, y, z, w\nkinetic (x'^2 + (1+x^2)*y'^2 + z'^2*(2+sin(t)) + w'^2)/2 + x'*y'*z/3 + t*x*w'\n"
               "potential x*w + z^2\nforce w: -w'\nforce x: t - y'\n"
               "constraint c: x'^2 + y'*w' = 2 + z\nconstraint d: z' = x*w' + t*y'\n"
               "init x = 0.3, y = 0.4, z = 0.5, w = 0.2, x' ~ 1, y' = 0.8, w' = 0.7, z' ~ 0\n",
               check_sums);
}

/* ---- B ---- */

/* d/dt dalpha_d/dq_r' by a difference along q(t) with these accelerations, less the derivatives by
 * the coordinates, (55). */
static double difference_of(const subject *s, const nh_explicit *choice, const nh_state *state, const double *a,
                            uint32_t d, uint32_t r) {
    const nh_expr *q = nh_model_coordinates(s->model, s->arena), *v = nh_model_velocities(s->model, s->arena);
    nh_expr u = v[choice->independent[r]], slope = nh_explicit_first(choice, d, u);
    double h = 1e-4, values[2];
    for (int side = 0; side < 2; side++) {
        double step = side == 0 ? -h : h;
        nh_state near = subject_state(s);
        near.t = state->t + step;
        for (uint32_t i = 0; i < s->n; i++) {
            near.q[i] = state->q[i] + step * state->v[i] + step * step / 2 * a[i];
            near.v[i] = state->v[i] + step * a[i];
        }
        values[side] = value_at(s, choice, &near, NULL, slope);
    }
    double B = (values[1] - values[0]) / (2 * h);
    B -= value_at(s, choice, state, NULL, nh_explicit_first(choice, d, q[choice->independent[r]]));
    for (uint32_t e = 0; e < choice->k; e++)
        B -= value_at(s, choice, state, NULL, nh_explicit_first(choice, e, u)) *
             value_at(s, choice, state, NULL, nh_explicit_first(choice, d, q[choice->dependent[e].coordinate]));
    return B;
}

static nh_expr B_of(const subject *s, const nh_equations *e, uint32_t d, uint32_t r) {
    const nh_row *row = &s->model->rows.items[e->choice->dependent[d].row];
    return coefficient_of(e, "B[%s,%s]", nh_name_text(s->context, row->name),
                          coordinate_name(s, e->choice->independent[r]));
}

static void check_differences(const subject *s) {
    nh_random random = nh_random_make(test_seed(), 4);
    for (int round = 0; round < test_count(3); round++) {
        nh_state state = subject_random(s, &random);
        const nh_explicit *choice = choice_at(s, &state);
        const nh_equations *e = derive(s, "voronec", choice);
        const double *a = free_accelerations(s, e, &state, &random);
        for (uint32_t d = 0; d < choice->k; d++)
            for (uint32_t r = 0; r < choice->m; r++) {
                double found = value_at(s, choice, &state, a, B_of(s, e, d, r));
                double wanted = difference_of(s, choice, &state, a, d, r);
                check_near(s, "B", found, wanted, 2e-5 * (1 + fabs(wanted)));
            }
    }
}

PROTECTED_TEST(voronec_B_by_differences) {
    with_model(
        context, "differences",
        "coord x, y, z, w\nkinetic (x'^2+y'^2+z'^2+w'^2)/2\n"
        "constraint c: z'^2 = (3 + x)*(x'^2 + 2) + t*y'^2 + sin(y*z)*w\nconstraint d: w' = x*z'/4 + x'*y'*t/3 + w*z/5\n"
        "independent x', y'\n"
        "init x = 0.3, y = 0.4, z = 0.5, w = 0.2, x' = 0.9, y' = 0.8, w' ~ 0.7, z' ~ 2\n",
        check_differences);
}

/* All B, and all b, of these rows: the largest. */
static double largest_B(const subject *s, const nh_state *state, const nh_explicit *choice) {
    const nh_equations *e = derive(s, "voronec", choice);
    nh_random random = nh_random_make(test_seed(), 6);
    const double *a = free_accelerations(s, e, state, &random);
    double most = 0;
    for (uint32_t d = 0; d < choice->k; d++)
        for (uint32_t r = 0; r < choice->m; r++)
            most = fmax(most, fabs(value_at(s, choice, state, a, B_of(s, e, d, r))));
    return most;
}

static void check_integrable(const subject *s) {
    nh_state state = subject_start(s);
    assert_true(largest_B(s, &state, choice_at(s, &state)) < 1e-13);
}

static void check_not_integrable(const subject *s) {
    nh_state state = subject_start(s);
    assert_true(largest_B(s, &state, choice_at(s, &state)) > 0.1);
}

PROTECTED_TEST(voronec_B_of_integrable_rows) {
    static const char frame[] = "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\n"
                                "init x = 0.4, y = 0.7, z = 0.9, x' = 0.8, y' = -0.6, z' ~ 0\n";
    char text[500];
    static const char *const rows[] = {"x*x' + y*y' + z*z' = 0", "z' = y*x' + x*y'",
                                       "z*z' = x*x'*t + x^2/2 - y'*cos(y)", "y*z*x' + x*z*y' + 2*x*y*z' = 0"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "%sconstraint c: %s\n", frame, rows[i]);
        with_model(context, rows[i], text, check_integrable);
    }
    snprintf(text, sizeof text, "%sconstraint c: z' = y*x'\n", frame);
    with_model(context, "z' = y*x'", text, check_not_integrable);
}

/* z' = f x' + g y' has b = df/dy - dg/dx. */
static void check_curl(const subject *s) {
    nh_state state = subject_start(s);
    row_list r = rows_at(s, &state);
    uint32_t z = 2;
    const nh_explicit *choice = nh_explicit_make(s->arena, s->model, 1, r.row, &z);
    const nh_equations *e = derive(s, "chaplygin", choice);
    assert_non_null(e);
    double x = state.q[0], y = state.q[1], wanted = x * cos(y) - 3 * x * x * y;
    check_near(s, "b[c,x,y]", value_at(s, choice, &state, NULL, coefficient(e, "b[c,x,y]")), wanted, 1e-14);
    check_near(s, "b[c,y,x]", value_at(s, choice, &state, NULL, coefficient(e, "b[c,y,x]")), -wanted, 1e-14);
    check_near(s, "b[c,x,x]", value_at(s, choice, &state, NULL, coefficient(e, "b[c,x,x]")), 0, 0);
}

PROTECTED_TEST(chaplygin_b) {
    with_model(context, "curl",
               "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\nconstraint c: z' = x*sin(y)*x' + x^3*y*y' + 0.4\n"
               "init x = 0.4, y = 0.7, z = 0.9, x' = 0.8, y' = -0.6, z' ~ 0\n",
               check_curl);
}

/* ---- special forms ---- */

/* (65): T = T(q'), alpha = alpha(q', t), in total derivatives of what is substituted. */
static nh_expr special_form(const subject *s, const nh_explicit *choice, nh_expr u) {
    nh_pool *pool = s->model->pool;
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    nh_expr star = nh_explicit_restrict(choice, s->model->T, NULL);
    nh_expr sum = nh_expr_total_derivative(pool, nh_expr_diff(pool, star, u));
    for (uint32_t d = 0; d < choice->k; d++) {
        nh_expr p = nh_expr_diff(pool, s->model->T, v[choice->dependent[d].coordinate]);
        nh_expr rate = nh_expr_total_derivative(pool, nh_expr_diff(pool, choice->dependent[d].alpha, u));
        sum = nh_expr_sub(pool, sum, nh_expr_mul(pool, rate, p));
    }
    return sum;
}

/* (69): T is a sum of squares. */
static nh_expr cartesian_form(const subject *s, const nh_explicit *choice, nh_expr u) {
    nh_pool *pool = s->model->pool;
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    nh_expr mass = nh_expr_diff(pool, nh_expr_diff(pool, s->model->T, u), u);
    nh_expr sum = nh_expr_mul(pool, mass, nh_expr_dot(pool, u));
    for (uint32_t d = 0; d < choice->k; d++) {
        nh_expr w = v[choice->dependent[d].coordinate], alpha = choice->dependent[d].alpha;
        nh_expr M = nh_expr_diff(pool, nh_expr_diff(pool, s->model->T, w), w);
        nh_expr rate = nh_expr_mul(pool, nh_expr_diff(pool, alpha, u), nh_expr_total_derivative(pool, alpha));
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, M, rate));
    }
    return sum;
}

typedef nh_expr (*special)(const subject *s, const nh_explicit *choice, nh_expr u);

static void check_special(const subject *s, special form) {
    nh_random random = nh_random_make(test_seed(), 7);
    nh_state state = subject_start(s);
    const nh_explicit *choice = choice_at(s, &state);
    assert_true(choice->kind != NH_EXPLICIT_IMPLICIT);
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        const nh_equations *e = is_in_velocities(nh_form_at(i)) ? derive(s, nh_form_at(i)->name, choice) : NULL;
        if (e == NULL) continue;
        const double *a = free_accelerations(s, e, &state, &random), *left = remainders(s, e, &state, a);
        for (uint32_t r = 0; r < choice->m; r++) {
            nh_expr u = nh_model_velocities(s->model, s->arena)[choice->independent[r]];
            nh_expr whole = nh_expr_sub(s->model->pool, form(s, choice, u), along(s, choice, r, all_forces(s)));
            check_near(s, e->form, left[r], value_at(s, choice, &state, a, whole), 1e-11);
        }
    }
}

static void check_65(const subject *s) {
    check_special(s, special_form);
}

static void check_69(const subject *s) {
    check_special(s, cartesian_form);
}

PROTECTED_TEST(special_forms) {
    static const char rows[] = "potential x*y + z\nforce y: -y'*x\n"
                               "constraint c: z'^2 = 3 + sin(t)*x'^2 + y'^2\nconstraint d: w' = x'*y' + t*z'\n"
                               "independent x', y'\n"
                               "init x = 0.3, y = 0.4, z = 0.5, w = 0.2, x' = 0.9, y' = 0.8, w' ~ 0.7, z' ~ 2\n";
    char text[800];
    snprintf(text, sizeof text, "coord x, y, z, w\nkinetic (x'^2 + 2*y'^2 + 3*z'^2 + 4*w'^2)/2\n%s", rows);
    with_model(context, "(69)", text, check_69);
    with_model(context, "(65)", text, check_65);
    snprintf(text, sizeof text, "coord x, y, z, w\nkinetic (x'^2+2*y'^2+3*z'^2+4*w'^2)/2 + x'*w'/3 + y'*z'^3/7\n%s",
             rows);
    with_model(context, "(65), T(q')", text, check_65);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_of_points_alone),
        cmocka_unit_test(acceleration_by_points_and_by_energy),
        cmocka_unit_test(appell_by_points_and_by_energy),
        cmocka_unit_test(sums_of_named_coefficients),
        cmocka_unit_test(voronec_B_by_differences),
        cmocka_unit_test(voronec_B_of_integrable_rows),
        cmocka_unit_test(chaplygin_b),
        cmocka_unit_test(special_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
