/* Every formulation in independent velocities for every choice of dependent ones, on small systems of all kinds: the
 * accelerations are those of Lagrange's equations with multipliers, solved here from the derivatives of L and of the
 * rows; the equations of two choices are those of [Simple] (80)-(81); and which hypothesis is said to fail. */
#include "forms.h"

#include "facts/chaplygin.h"
#include "model/lagrange.h"

typedef struct system {
    const char *name, *text;
    bool has_acceleration; /* T, or L, is of degree 2 in the velocities */
    const char *chaplygin; /* why Chaplygin's equations do not apply; NULL: they do */
    const char *at_start;  /* why they do not there, when they do elsewhere */
} system_def;

static const system_def systems[] = {
    {"one nonlinear row",
     "param m = 1.3\ncoord x, y, z\nkinetic m/2*(x'^2+y'^2+z'^2) + x*x'*y'/5\npotential z + x*y/2\n"
     "constraint c: x'^2 + y'^2 + z'^2*(1 + x^2) = 4 + sin(t) + y/3\n"
     "init x = 0.3, y = -0.4, z = 0.1, x' = 0.9, y' = 0.8, z' ~ 1.5\n",
     true, "the constraint 'c' is not linear in the velocities", NULL},
    {"two coupled nonlinear rows",
     "coord x, y, z, w\nkinetic (x'^2+y'^2+2*z'^2+3*w'^2)/2 + x'*w'*sin(y)/4\npotential x*w\n"
     "constraint a: x'^3 + y'*z'*(2 + x) + w'^2 = 3 + t/2\nconstraint b: x'*z'^2 + y'^3 + w'*z = 2 - y\n"
     "init x = 0.2, y = 0.3, z = 0.5, w = 0.1, x' = 0.9, y' ~ 0.8, z' = 0.9, w' ~ 0.7\n",
     true, "the constraint 'a' is not linear in the velocities", NULL},
    {"geometric and kinematic rows",
     "param l = 1.2\ncoord x, y, z, u\nkinetic (x'^2+2*y'^2+z'^2+u'^2)/2\npotential z\n"
     "constraint sphere: x^2 + y^2 + z^2 = l^2*(1 + t^2/9)\nconstraint rolls: u' = x*y' - y*x'*cos(z)\n"
     "init x ~ 0.6, y ~ 0.5, z ~ 0.9, u = 0.3, x' ~ 0.4, y' = 0.7, z' ~ 0.1, u' ~ 0\n",
     true, "the constraint 'sphere' contains the time", NULL},
    {"a potential with velocities",
     "param B = 1.7\ncoord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential B/2*(y*x' - x*y')*(1 + z^2) + t*z*z'\n"
     "constraint c: z'^2 = 1 + x'^2 + x*y'\n"
     "init x = 0.3, y = 0.2, z = 0.4, x' = 0.6, y' = 0.5, z' ~ 1.2\n",
     true, "the constraint 'c' is not linear in the velocities", NULL},
    {"a relativistic particle",
     "param m = 1.1, c = 3\ncoord x, y, z\nlagrangian -m*c^2*sqrt(1 - (x'^2+y'^2+z'^2)/c^2) - x*y\n"
     "constraint skew: z' = y*x' + t*y'\n"
     "init x = 0.3, y = 0.2, z = 0.4, x' = 0.6, y' = 0.5, z' ~ 0\n",
     false, "the constraint 'skew' contains the time", NULL},
    {"forces and friction",
     "param m = 1.4, mu = 0.3\ncoord x, y, th\nkinetic m/2*(x'^2+y'^2) + 0.4*th'^2/2 + x'*th'*cos(th)/6\n"
     "potential x/2\nforce x: -mu*x' + sin(t)\nforce y: -mu*y'*sqrt(x'^2 + y'^2) + x\nforce th: 0.2 - mu*th'^3\n"
     "constraint skate: x'*sin(th) = y'*cos(th)\n"
     "init x = 0.1, y = 0.2, th = 0.7, x' ~ 1, y' ~ 1, th' = 0.6\n",
     true, "the Lagrangian or a force contains the time", NULL},
    {"a rolling disc",
     "param m = 1.2, R = 0.6, I = 0.3, J = 0.2\ncoord x, y, phi, psi\n"
     "kinetic m/2*(x'^2+y'^2) + J/2*phi'^2*(2 + sin(psi)) + I/2*psi'^2\nforce psi: 0.4 - psi'/5\nforce x: 0.3\n"
     "constraint fx: x' = R*cos(phi)*psi' + 0.3\nconstraint fy: y' = R*sin(phi)*psi'\n"
     "init x = 0.1, y = 0.2, phi = 0.6, psi = 0.3, phi' = 0.7, psi' = 0.9, x' ~ 0, y' ~ 0\n",
     true, NULL, NULL},
    {"a choice that fails at the state alone",
     "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential y^2 + z^2\nconstraint c: y*x' = cos(z)*y' + z'/2\n"
     "init x = 0.1, y = 0, z = 0.3, x' = 0.4, y' = 0.5, z' ~ 0\n",
     true, NULL, "at this state the constraints cannot be solved for velocities of 'x'"},
    {"a sleigh at a state where x' cannot be dependent",
     "coord x, y, th\nkinetic (x'^2+y'^2+2*th'^2)/2 - th'*(x'*sin(th) - y'*cos(th))/3\nforce th: 0.3 - th'\n"
     "constraint skate: x'*sin(th) = y'*cos(th)\n"
     "init x = 0.1, y = 0.2, th = 0, x' = 0.7, y' ~ 0, th' = 0.6\n",
     true, NULL, NULL},
    {"a sleigh at a state where y' cannot be dependent",
     "coord x, y, th\nkinetic (x'^2+y'^2+2*th'^2)/2 - th'*(x'*sin(th) - y'*cos(th))/3\nforce th: 0.3 - th'\n"
     "constraint skate: x'*cos(th) = y'*sin(th)\n"
     "init x = 0.1, y = 0.2, th = 0, x' ~ 0, y' = 0.7, th' = 0.6\n",
     true, NULL, NULL},
    {"points on a moving frame",
     "param m = 1.3, M = 0.6, l = 0.7\ncoord x, y, th\n"
     "point P = [x*cos(t) - y, y + x*t, x*y/3] mass m\npoint Q = [x + l*cos(th + t), y + l*sin(th), t*th/2] mass M\n"
     "gravity [0, -2, 0]\nconstraint c: x'^2 + y'*th' = 1 + x*y + t*x'\n"
     "init x = 0.3, y = 0.4, th = 0.5, x' = 0.8, th' = 0.7, y' ~ 1\n",
     true, "the constraint 'c' is not linear in the velocities", NULL},
    {"a body",
     "param m = 1.2\ncoord x, y, a, b\nbody A { at [x, y, 0.3], rotation Rz(a)*Rx(b), mass m, inertia diag(0.2, 0.3, "
     "0.4) }\n"
     "gravity [0.5, -1, 0]\nconstraint c: x'*sin(a) - y'*cos(a) + b'*x/4 = 0\n"
     "init x = 0.2, y = 0.1, a = 0.5, b = 0.4, x' = 0.7, a' = 0.8, b' = 0.3, y' ~ 0\n",
     true, "the constraints cannot be solved", NULL},
    {"all coordinates in the potential",
     "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential x*y*z\nconstraint c: z' = y*x'\n"
     "init x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' = 0.6, z' ~ 0\n",
     true, "the Lagrangian or a force contains every coordinate, so none can be dependent", NULL},
    {"one coordinate is absent",
     "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential x*y\nconstraint c: z' = y*x'\nconstraint d: y' = x' + x*z'\n"
     "init x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' ~ 0.6, z' ~ 0\n",
     true, "the Lagrangian or a force contains every coordinate except 'z', but 2 dependent ones are needed", NULL},
    {"a constant part that is none",
     "coord x, y, z\nkinetic (x'^2+y'^2+2*z'^2)/2 + x'*z'/3\npotential x*y\nconstraint c: z' = y*x' + x*y/2\n"
     "init x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' = 0.6, z' ~ 0\n",
     true,
     "the constraints cannot be solved for velocities of 'z' with coefficients that do not contain these coordinates, "
     "plus constants",
     NULL},
    {"a coefficient with a dependent coordinate",
     "coord x, y, z\nkinetic (x'^2+y'^2+2*z'^2)/2 + x'*z'/3\npotential x*y\nconstraint c: z' = y*x' + z*y'\n"
     "init x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' = 0.6, z' ~ 0\n",
     true,
     "the constraints cannot be solved for velocities of 'z' with coefficients that do not contain these coordinates, "
     "plus constants",
     NULL},
    {"a driven energy",
     "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2*(2 + sin(t))\nconstraint c: z' = y*x'\n"
     "init x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' = 0.6, z' ~ 0\n",
     true, "the Lagrangian or a force contains the time", NULL},
};

/* ---- multipliers ---- */

/* (M -A^T; A 0) (q''; lambda) = (f; -drift) */
static double *accelerations_by_multipliers(const subject *s, const nh_state *state, const nh_explicit *any) {
    nh_lagrange x = nh_lagrange_derive(s->model, s->arena, false);
    uint32_t n = s->n, size = n + x.rows;
    const double *M = values_at(s, any, state, NULL, x.matrix.start[n], x.matrix.entry);
    const double *A = values_at(s, any, state, NULL, x.jacobian.start[x.rows], x.jacobian.entry);
    const double *drift = values_at(s, any, state, NULL, x.rows, x.drift);
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)size *size), *b = NH_NEW_ARRAY(s->arena, double, size);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = x.matrix.start[i]; k < x.matrix.start[i + 1]; k++) a[i + x.matrix.column[k] * size] = M[k];
    for (uint32_t j = 0; j < x.rows; j++) {
        b[n + j] = -drift[j];
        for (uint32_t k = x.jacobian.start[j]; k < x.jacobian.start[j + 1]; k++) {
            a[n + j + x.jacobian.column[k] * size] = A[k];
            a[x.jacobian.column[k] + (n + j) * size] = -A[k];
        }
    }
    memcpy(b, values_at(s, any, state, NULL, n, x.force), n * sizeof *b);
    nh_lu *lu = nh_lu_make(s->arena, (int)size);
    assert_true(nh_lu_factor(lu, a));
    nh_lu_solve(lu, b, 1);
    return b;
}

/* ---- choices ---- */

/* Whether the rows can be solved for these velocities at the state, not too badly. */
static bool can_be_dependent(const subject *s, const nh_state *state, const row_list *r, const uint32_t *dependent,
                             const nh_explicit *any) {
    double *a = NH_NEW_ARRAY(s->arena, double, (size_t)r->rank * r->rank);
    const nh_expr *v = nh_model_velocities(s->model, s->arena);
    for (uint32_t i = 0; i < r->rank; i++)
        for (uint32_t j = 0; j < r->rank; j++) {
            nh_expr rate = nh_row_rate(s->model, &s->model->rows.items[r->row[i]]);
            a[i + j * r->rank] = value_at(s, any, state, NULL, nh_expr_diff(s->model->pool, rate, v[dependent[j]]));
        }
    if (r->rank == 1) return fabs(a[0]) > 0.05;
    return fabs(a[0] * a[3] - a[1] * a[2]) > 0.05;
}

typedef struct choices {
    size_t count;
    const nh_explicit *items[40];
} choices;

/* All of one or two velocities. */
static choices list_choices(const subject *s, const nh_state *state) {
    row_list r = rows_at(s, state);
    const nh_explicit *any = choice_at(s, state);
    choices list = {0};
    assert_in_range(r.rank, 1, 2);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t j = r.rank == 2 ? i + 1 : i; j < (r.rank == 2 ? s->n : i + 1); j++) {
            uint32_t dependent[2] = {i, j};
            if (can_be_dependent(s, state, &r, dependent, any))
                list.items[list.count++] = nh_explicit_make(s->arena, s->model, r.rank, r.row, dependent);
        }
    assert_true(list.count >= 1);
    return list;
}

/* [Simple] (81): what is left of the equations of one choice, with accelerations that obey the rows and nothing else,
 * gives that of another. */
static void check_change(const subject *s, const nh_equations *from, const nh_equations *to, const nh_state *state,
                         const double *a) {
    uint32_t m = from->count;
    const nh_expr *change = nh_explicit_change(s->arena, from->choice, to->choice);
    const double *matrix = values_at(s, to->choice, state, NULL, (size_t)m * m, change);
    const double *first = system_at(s, from, state), *second = system_at(s, to, state);
    double *E = NH_NEW_ARRAY(s->arena, double, m), *wanted = NH_NEW_ARRAY(s->arena, double, m),
           *found = NH_NEW_ARRAY(s->arena, double, m);
    for (uint32_t i = 0; i < m; i++) {
        E[i] = -first[m * m + i];
        found[i] = -second[m * m + i];
        for (uint32_t j = 0; j < m; j++) {
            E[i] += first[i * m + j] * a[from->choice->independent[j]];
            found[i] += second[i * m + j] * a[to->choice->independent[j]];
        }
    }
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < m; j++) wanted[i] += matrix[i * m + j] * E[j];
    check_all_near(s, "(81)", m, found, wanted, 1e-10);
}

/* How many formulations apply. */
static int check_choice(const subject *s, const nh_explicit *choice, const nh_state *state, const double *wanted) {
    int count = 0;
    for (size_t i = 0; nh_form_at(i) != NULL; i++) {
        if (!is_in_velocities(nh_form_at(i)) && strcmp(nh_form_at(i)->name, "hamel") != 0) continue;
        const nh_equations *e = derive(s, nh_form_at(i)->name, choice);
        if (e == NULL) continue;
        check_all_near(s, e->form, s->n, accelerations_by(s, e, state), wanted, 1e-9);
        count++;
    }
    return count;
}

static void check_choices(const subject *s, const system_def *system, const nh_state *state, nh_random *random) {
    choices list = list_choices(s, state);
    const double *wanted = accelerations_by_multipliers(s, state, list.items[0]);
    const nh_equations *first = derive(s, "voronec", list.items[0]);
    double *x = NH_NEW_ARRAY(s->arena, double, s->n);
    for (uint32_t i = 0; i < s->n; i++) x[i] = (double)nh_random_between(random, -1000, 1000) / 500;
    const double *a = lift(s, first, state, x);
    for (size_t i = 0; i < list.count; i++) {
        int count = check_choice(s, list.items[i], state, wanted);
        int least = (system->has_acceleration ? 5 : 4) + rows_are_linear(s); /* then hamel applies too */
        assert_in_range(count, least, system->chaplygin == NULL ? least + 1 : least);
        check_change(s, first, derive(s, "voronec", list.items[i]), state, a);
    }
}

/* Chaplygin's choice is found, or it is said why there is none: NULL, or how that begins. */
static void check_chaplygin(const subject *s, const char *wanted_why, const nh_state *state) {
    row_list r = rows_at(s, state);
    uint32_t *dependent = NH_NEW_ARRAY(s->arena, uint32_t, r.rank);
    const char *why = NULL;
    bool is_found = nh_chaplygin_choose(s->arena, s->states, state, r.rank, r.row, dependent, &why);
    assert_true(is_found == (why == NULL));
    if ((wanted_why == NULL) != is_found) fail_msg("%s: %s", s->name, is_found ? "it applies" : why);
    if (!is_found) {
        if (strncmp(why, wanted_why, strlen(wanted_why)) != 0) fail_msg("%s: %s", s->name, why);
        return;
    }
    const nh_explicit *choice = nh_explicit_make(s->arena, s->model, r.rank, r.row, dependent);
    const nh_equations *e = derive(s, "chaplygin", choice);
    assert_non_null(e);
    const double *wanted = accelerations_by_multipliers(s, state, choice);
    check_all_near(s, "chaplygin", s->n, accelerations_by(s, e, state), wanted, 1e-10);
}

/* What the model calls independent is kept: here x is better conditioned, but y is to be dependent. */
PROTECTED_TEST(named_choice) {
    static const char text[] = "coord x, y, th\nkinetic (x'^2+y'^2+th'^2)/2\nconstraint c: 3*x'*cos(th) = y'*sin(th)\n"
                               "init x = 0, y = 0, th = 0.7, x' ~ 1, y' = 1, th' = 1\n";
    static const char *const endings[] = {"", "independent x', th'\n"};
    for (uint32_t i = 0; i < 2; i++) {
        char whole[400];
        snprintf(whole, sizeof whole, "%s%s", text, endings[i]);
        subject s = subject_make(context, "named", whole);
        nh_state start = subject_start(&s);
        row_list r = rows_at(&s, &start);
        uint32_t dependent = 9;
        const char *why = NULL;
        assert_true(nh_chaplygin_choose(s.arena, s.states, &start, r.rank, r.row, &dependent, &why));
        assert_int_equal(dependent, i);
        subject_free(&s);
    }
}

/* The choice of all other formulations, where it fulfils the hypotheses: with y > 1 the rows would be better
 * conditioned for x', with which there is a division. */
PROTECTED_TEST(usual_choice) {
    subject s = subject_make(context, "oscillator",
                             "coord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential y^2/2\nconstraint c: z' = y*x'\n"
                             "init y = 3, x' = 0.5, y' = 0.3\n");
    nh_state start = subject_start(&s);
    row_list r = rows_at(&s, &start);
    nh_admissible *a = nh_admissible_make(s.arena, s.model, 1);
    nh_chaplygin found = nh_chaplygin_find(a);
    uint32_t dependent = 9;
    const char *why = NULL;
    assert_true(nh_chaplygin_choose(s.arena, s.states, &start, r.rank, r.row, &dependent, &why));
    assert_int_equal(dependent, 2);
    assert_int_equal(a->form->dependent[0].coordinate, 2);
    assert_int_equal(found.fact.truth, NH_YES);
    assert_int_equal(found.m, 2);
    assert_true(found.independent[0] == 0 && found.independent[1] == 1);
    subject_free(&s);
}

static void check_refusal(const subject *s, const system_def *system, const nh_explicit *choice) {
    const char *why = NULL;
    const nh_equations *e = nh_acceleration_derive(s->model, s->arena, choice, &why);
    assert_true((e != NULL) == system->has_acceleration);
    if (e == NULL) assert_string_equal(why, "the kinetic energy is not a polynomial of degree 2 in the velocities");
}

static void check_system(nh_context *context, void *argument) {
    const system_def *system = argument;
    subject s = subject_make(context, system->name, system->text);
    nh_random random = nh_random_make(test_seed(), 5);
    nh_state start = subject_start(&s);
    check_chaplygin(&s, system->at_start != NULL ? system->at_start : system->chaplygin, &start);
    check_refusal(&s, system, choice_at(&s, &start));
    check_choices(&s, system, &start, &random);
    for (int round = 0; round < test_count(3); round++) {
        nh_state state = subject_random(&s, &random);
        check_chaplygin(&s, system->chaplygin, &state);
        check_choices(&s, system, &state, &random);
    }
    subject_free(&s);
}

static void test_system(void **state) {
    nh_context *context = test_context();
    test_run(context, check_system, *state);
    nh_context_destroy(context);
}

int main(void) {
    enum { COUNT = sizeof systems / sizeof *systems };
    static struct CMUnitTest tests[COUNT + 2];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){
            .name = systems[i].name, .test_func = test_system, .initial_state = (void *)&systems[i]};
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test(named_choice);
    tests[COUNT + 1] = (struct CMUnitTest)cmocka_unit_test(usual_choice);
    return _cmocka_run_group_tests("choices", tests, COUNT + 2, NULL, NULL);
}
