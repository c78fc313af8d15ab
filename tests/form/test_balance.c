/* The balances of energy, [Homogeneous] (16)-(22), (30), by value, at random states of small systems of all kinds and
 * for every choice of dependent velocities: next to differences along the motion, next to E and E_star as their
 * definitions give them, and next to the coefficients of Voronec's equations. */
#include "forms.h"

#include "form/balance.h"
#include "motion/at/dynamics.h"

typedef struct system {
    const char *name, *text;
    bool is_homogeneous; /* all constraints are, in the velocities */
} system_def;

static const system_def systems[] = {
    {"a skate on a slope",
     "param m = 1.4, mu = 0.3\ncoord x, y, th\nkinetic m/2*(x'^2+y'^2) + 0.4*th'^2/2 + x'*th'*cos(th)/6\n"
     "potential x/2\nforce x: -mu*x' + sin(t)\nforce th: 0.2 - mu*th'^3\nconstraint skate: x'*sin(th) = y'*cos(th)\n"
     "init x = 0.1, y = 0.2, th = 0.7, x' ~ 1, y' ~ 1, th' = 0.6\n",
     true},
    {"a pursuit",
     "param M = 1.2\ncoord x, y, z\nkinetic M/2*(x'^2+y'^2+z'^2)\npotential t*z + x^2/2\nforce y: -x'/3\n"
     "constraint a: x'*(sin(t) + 2 - y) = y'*(cos(t) - x)\nconstraint b: z'*(cos(t) - x) = x'*(3 + t - z)\n"
     "init x = 0.1, y = 0.2, z = 0.3, x' = 0.7, y' ~ 1, z' ~ 1\n",
     true},
    {"a homogeneous constraint of degree 2",
     "coord x, y, z\nkinetic (x'^2+2*y'^2+z'^2)/2*(2 + sin(t))\npotential x*z\n"
     "constraint c: z'^2 = x'^2*(1 + t^2/5) + y'^2*(1 + x^2)\n"
     "init x = 0.3, y = 0.2, z = 0.4, x' = 0.6, y' = 0.5, z' ~ 1\n",
     true},
    {"an affine constraint",
     "coord x, y, z\nkinetic (x'^2+y'^2+2*z'^2)/2 + x'*z'/3\npotential x*y + t*z\nforce z: -z'/4\n"
     "constraint c: z' = y*x' + sin(t) + x\ninit x = 0.2, y = 0.3, z = 0.4, x' = 0.5, y' = 0.6, z' ~ 0\n",
     false},
    {"a nonlinear constraint",
     "param m = 1.3\ncoord x, y, z\nkinetic m/2*(x'^2+y'^2+z'^2) + x*x'*y'/5\npotential z + x*y/2\nforce x: cos(t)*y'\n"
     "constraint c: x'^2 + y'^2 + z'^2*(1 + x^2) = 4 + sin(t) + y/3\n"
     "init x = 0.3, y = -0.4, z = 0.1, x' = 0.9, y' = 0.8, z' ~ 1.5\n",
     false},
    {"two rows that are coupled",
     "coord x, y, z, w\nkinetic (x'^2+y'^2+2*z'^2+3*w'^2)/2 + x'*w'*sin(y)/4\npotential x*w\n"
     "constraint a: x'^3 + y'*z'*(2 + x) + w'^2 = 3 + t/2\nconstraint b: x'*z'^2 + y'^3 + w'*z = 2 - y\n"
     "init x = 0.2, y = 0.3, z = 0.5, w = 0.1, x' = 0.9, y' ~ 0.8, z' = 0.9, w' ~ 0.7\n",
     false},
    {"a sphere that grows",
     "param l = 1.2\ncoord x, y, z, u\nkinetic (x'^2+2*y'^2+z'^2+u'^2)/2*(1 + t/4)\npotential z*t\n"
     "constraint sphere: x^2 + y^2 + z^2 = l^2*(1 + t^2/9)\nconstraint rolls: u' = x*y' - y*x'*cos(z)\n"
     "init x ~ 0.6, y ~ 0.5, z ~ 0.9, u = 0.3, x' ~ 0.4, y' = 0.7, z' ~ 0.1, u' ~ 0\n",
     false},
    {"a potential with velocities",
     "param B = 1.7\ncoord x, y, z\nkinetic (x'^2+y'^2+z'^2)/2\npotential B/2*(y*x' - x*y')*(1 + z^2) + t*z*z'\n"
     "constraint c: z'^2 = 1 + x'^2 + x*y'\ninit x = 0.3, y = 0.2, z = 0.4, x' = 0.6, y' = 0.5, z' ~ 1.2\n",
     false},
    {"a Lagrangian that is given",
     "param m = 1.1, c = 3\ncoord x, y, z\nlagrangian -m*c^2*sqrt(1 - (x'^2+y'^2+z'^2)/c^2) - x*y*t\n"
     "constraint skew: z' = y*x' + t*y'\ninit x = 0.3, y = 0.2, z = 0.4, x' = 0.6, y' = 0.5, z' ~ 0\n",
     true},
};

/* ---- a state on its way ---- */

typedef struct moving {
    const subject *s;
    const nh_equations *equations; /* chetaev */
    nh_state state;
    double *a, *lambda; /* accelerations, multipliers */
    double *A;          /* rows x n, row by row */
    const nh_explicit *choice;
} moving;

static double value(const moving *m, nh_expr e) {
    return value_at(m->s, m->choice, &m->state, m->a, e);
}

static void find_motion(moving *m) {
    const subject *s = m->s;
    nh_equations *e = nh_chetaev_derive(s->model, s->arena);
    nh_dynamics *dynamics = nh_dynamics_make(s->arena, e, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, s->parameters);
    nh_solution found = nh_dynamics_solve(dynamics, m->state.t, m->state.q, m->state.v);
    assert_int_equal(found.status, NH_SOLVED);
    m->equations = e;
    m->a = NH_NEW_ARRAY(s->arena, double, s->n);
    m->lambda = NH_NEW_ARRAY(s->arena, double, e->rows);
    m->A = NH_NEW_ARRAY(s->arena, double, (size_t)e->rows * s->n);
    memcpy(m->a, found.x, s->n * sizeof *m->a);
    memcpy(m->lambda, found.lambda, e->rows * sizeof *m->lambda);
    m->choice = choice_at(s, &m->state);
    for (uint32_t j = 0; j < e->rows; j++)
        for (uint32_t k = e->jacobian.start[j]; k < e->jacobian.start[j + 1]; k++)
            m->A[(size_t)j * s->n + e->jacobian.column[k]] = value(m, e->jacobian.entry[k]);
}

/* A part with its multipliers, which occur in it linearly. */
static double value_of_part(const moving *m, nh_expr part) {
    nh_pool *pool = m->s->model->pool;
    nh_expr rest = part;
    double sum = 0;
    for (uint32_t j = 0; j < m->equations->rows; j++) {
        nh_expr lambda = m->equations->multipliers[j], zero = NH_EXPR_ZERO;
        sum += m->lambda[j] * value(m, nh_expr_diff(pool, part, lambda));
        rest = nh_expr_substitute(pool, rest, 1, &lambda, &zero, true);
    }
    return sum + value(m, rest);
}

static double sum_of_parts(const moving *m, const nh_balance *balance) {
    double sum = 0;
    for (size_t i = 0; i < balance->parts.count; i++) sum += value_of_part(m, balance->parts.items[i].value);
    return sum;
}

/* The rate of an energy by its values a little before and after, on the motion to second order. */
static double rate_by_difference(const moving *m, nh_expr energy) {
    const subject *s = m->s;
    const double h = 1e-6; /* small: near choices that fail E* changes fast */
    double side[2];
    for (int k = 0; k < 2; k++) {
        double step = k == 0 ? -h : h;
        nh_state near = subject_state(s);
        near.t = m->state.t + step;
        for (uint32_t i = 0; i < s->n; i++) {
            near.q[i] = m->state.q[i] + step * m->state.v[i] + step * step / 2 * m->a[i];
            near.v[i] = m->state.v[i] + step * m->a[i];
        }
        side[k] = value_at(s, m->choice, &near, m->a, energy);
    }
    return (side[1] - side[0]) / (2 * h);
}

/* ---- what must hold ---- */

static void check_rate(const moving *m, const nh_balance *balance) {
    double wanted = rate_by_difference(m, balance->energy);
    check_near(m->s, balance->name, sum_of_parts(m, balance), wanted, 1e-5 * (1 + fabs(wanted)));
    double residual = value_of_part(m, nh_balance_residual(m->s->model, balance));
    check_near(m->s, "what is left of the balance", residual, 0, 1e-9 * (1 + fabs(wanted)));
}

/* alphabar - alpha of (19) solves A_d x = -A q'. */
static double *find_excess(const moving *m) {
    uint32_t k = m->choice->k, n = m->s->n;
    double *matrix = NH_NEW_ARRAY(m->s->arena, double, (size_t)k *k), *x = NH_NEW_ARRAY(m->s->arena, double, k);
    assert_int_equal(m->equations->rows, k);
    for (uint32_t j = 0; j < k; j++) {
        for (uint32_t d = 0; d < k; d++) matrix[j + d * k] = m->A[(size_t)j * n + m->choice->dependent[d].coordinate];
        for (uint32_t i = 0; i < n; i++) x[j] -= m->A[(size_t)j * n + i] * m->state.v[i];
    }
    nh_lu *lu = nh_lu_make(m->s->arena, (int)k);
    assert_true(nh_lu_factor(lu, matrix));
    nh_lu_solve(lu, x, 1);
    return x;
}

/* (18) */
static void check_difference(const moving *m, const nh_balance *star) {
    const double *excess = find_excess(m);
    nh_model *model = m->s->model;
    double wanted = value(m, nh_model_energy(model));
    for (uint32_t d = 0; d < m->choice->k; d++) {
        nh_expr v = model->coordinates.items[m->choice->dependent[d].coordinate].v;
        wanted += excess[d] * value(m, nh_expr_diff(model->pool, model->L, v));
    }
    check_near(m->s, "(18)", value(m, star->energy), wanted, 1e-10 * (1 + fabs(wanted)));
}

/* (17), from the Lagrangian with alpha put in. */
static void check_definition(const moving *m, const nh_balance *star) {
    nh_model *model = m->s->model;
    if (m->choice->kind == NH_EXPLICIT_IMPLICIT) return;
    nh_expr L = nh_explicit_restrict(m->choice, model->L, NULL);
    double wanted = -value(m, L);
    for (uint32_t i = 0; i < m->choice->m; i++) {
        nh_expr u = model->coordinates.items[m->choice->independent[i]].v;
        wanted += value(m, u) * value(m, nh_expr_diff(model->pool, L, u));
    }
    check_near(m->s, "(17)", value(m, star->energy), wanted, 1e-10 * (1 + fabs(wanted)));
}

/* The last sum of (21), with Bbar as the sum of Voronec's coefficients: the first equality of (22). */
static void check_constraints(const moving *m, const nh_balance *star) {
    const subject *s = m->s;
    nh_model *model = s->model;
    if (m->choice->kind == NH_EXPLICIT_IMPLICIT) return;
    const nh_equations *voronec = derive(s, "voronec", m->choice);
    const double *excess = find_excess(m);
    nh_expr L = nh_explicit_restrict(m->choice, model->L, NULL);
    double sum = 0;
    for (uint32_t d = 0; d < m->choice->k; d++) {
        const nh_dependent *dependent = &m->choice->dependent[d];
        const nh_coordinate *c = &model->coordinates.items[dependent->coordinate];
        const char *row = nh_name_text(s->context, model->rows.items[dependent->row].name);
        double Bbar = 0;
        for (uint32_t i = 0; i < m->choice->m; i++) {
            uint32_t r = m->choice->independent[i];
            Bbar += value(m, coefficient_of(voronec, "B[%s,%s]", row, coordinate_name(s, r))) * m->state.v[r];
        }
        sum += excess[d] * value(m, nh_expr_diff(model->pool, L, c->q));
        sum += Bbar * value(m, nh_expr_diff(model->pool, model->L, c->v));
    }
    check_near(s, "(22)", value(m, nh_balance_part(star, "constraints")), sum, 1e-9 * (1 + fabs(sum)));
}

/* (30): what is not of forces is -dL/dt, for both energies; there is no work of constraints in (20). */
static void check_homogeneous(const moving *m, const nh_balance *energy, const nh_balance *star) {
    nh_model *model = m->s->model;
    double wanted = -value(m, nh_expr_diff(model->pool, model->L, model->time));
    double found = sum_of_parts(m, star) - value(m, nh_balance_part(star, "forces"));
    assert_int_equal(nh_balance_part(energy, "constraints"), NH_EXPR_ZERO);
    check_near(m->s, "(30)", found, wanted, 1e-9 * (1 + fabs(wanted)));
    check_near(m->s, "E* - E", value(m, star->energy) - value(m, energy->energy), 0, 1e-9);
}

/* ---- all choices ---- */

typedef struct choices {
    size_t count;
    uint32_t dependent[40][2];
    double minor[40], largest;
} choices;

/* All choices of one or two dependent velocities, with the minors of A. */
static choices list_choices(const moving *m) {
    const double *a = m->A, *b = m->A + m->s->n;
    uint32_t n = m->s->n, k = m->equations->rows;
    choices list = {0};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = k == 2 ? i + 1 : i; j < (k == 2 ? n : i + 1); j++) {
            double minor = fabs(k == 2 ? a[i] * b[j] - a[j] * b[i] : a[i]);
            list.dependent[list.count][0] = i;
            list.dependent[list.count][1] = j;
            list.minor[list.count++] = minor;
            list.largest = fmax(list.largest, minor);
        }
    return list;
}

/* Checks E* for one choice; gives it. */
static double check_choice(moving *m, const system_def *system, const nh_balance *energy, const uint32_t *dependent) {
    const subject *s = m->s;
    row_list rows = rows_at(s, &m->state);
    const char *why = NULL;
    m->choice = nh_explicit_make(s->arena, s->model, rows.rank, rows.row, dependent);
    const nh_balance *star = nh_balance_of_restricted(s->model, s->arena, m->choice, &why);
    assert_non_null(star);
    check_rate(m, star);
    check_difference(m, star);
    check_definition(m, star);
    check_constraints(m, star);
    if (system->is_homogeneous) check_homogeneous(m, energy, star);
    return value(m, star->energy);
}

/* Returns how far the E* of different choices are from each other. */
static double check_state(const subject *s, const system_def *system, nh_state state) {
    moving m = {.s = s, .state = state};
    find_motion(&m);
    const nh_balance *energy = nh_balance_of_energy(s->model, s->arena);
    check_rate(&m, energy);
    choices list = list_choices(&m);
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < list.count; i++) {
        if (!(list.minor[i] > 0.05 * list.largest)) continue;
        double star = check_choice(&m, system, energy, list.dependent[i]);
        least = fmin(least, star);
        most = fmax(most, star);
    }
    return most - least;
}

static void check_system(nh_context *context, void *argument) {
    const system_def *system = argument;
    subject s = subject_make(context, system->name, system->text);
    nh_random random = nh_random_make(test_seed(), 17);
    double spread = check_state(&s, system, subject_start(&s));
    for (int i = 0; i < test_count(3); i++) spread = fmax(spread, check_state(&s, system, subject_random(&s, &random)));
    if (system->is_homogeneous) assert_true(spread < 1e-8);
    else if (spread < 0.1) fail_msg("%s: E* does not depend on the choice", s.name);
    subject_free(&s);
}

static void test_system(void **state) {
    nh_context *context = test_context();
    test_run(context, check_system, *state);
    nh_context_destroy(context);
}

/* What each part is, where it can be said in a line. */
PROTECTED_TEST(parts) {
    static const char text[] = "coord x, y\nkinetic t*(x'^2 + y'^2)/2\npotential t*x\nforce y: 5\n"
                               "constraint c: x' = 2*y' + 3\ninit x = 1, y = 2, y' = 4, x' ~ 11\nsimulate t = 2 .. 3\n";
    subject s = subject_make(context, "parts", text);
    moving m = {.s = &s, .state = subject_start(&s)};
    find_motion(&m);
    const nh_balance *energy = nh_balance_of_energy(s.model, s.arena);
    assert_string_equal(energy->name, "E");
    check_near(&s, "forces", value(&m, nh_balance_part(energy, "forces")), 20, 1e-12);
    check_near(&s, "geometry", value(&m, nh_balance_part(energy, "geometry")), -(121.0 + 16) / 2, 1e-12);
    check_near(&s, "potential", value(&m, nh_balance_part(energy, "potential")), 1, 1e-12);
    /* A q' = x' - 2 y' = 3 */
    check_near(&s, "constraints", value_of_part(&m, nh_balance_part(energy, "constraints")), 3 * m.lambda[0], 1e-10);
    assert_int_equal(nh_balance_part(energy, "else"), NH_EXPR_ZERO);
    subject_free(&s);
}

int main(void) {
    enum { COUNT = sizeof systems / sizeof *systems };
    static struct CMUnitTest tests[COUNT + 1];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){
            .name = systems[i].name, .test_func = test_system, .initial_state = (void *)&systems[i]};
    tests[COUNT] = (struct CMUnitTest)cmocka_unit_test(parts);
    return _cmocka_run_group_tests("balance", tests, COUNT + 1, NULL, NULL);
}
