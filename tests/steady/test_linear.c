/* The linearised equations at any admissible state against differences of the accelerations along the manifold. */
#include <math.h>
#include <string.h>

#include "base/protect.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "state/samples.h"
#include "steady/linear.h"
#include "support.h"
#include "tape/ball_run.h"

static const char *const models[] = {
    /* nonlinear in the velocities, with a force */
    "param m = 1.3, c = 0.7, g = 9.81\ncoord x, y, z\nkinetic m/2*(x'^2 + y'^2 + z'^2)\npotential m*g*z + x*y^2\n"
    "constraint cone: x'^2 + y'^2 = c*z'^2 + x^2 + 1\ninit x = 0.4, y = 1, x' = 1, y' = 2\n",
    /* the same row twice, in other words, and a geometric one whose rate is written out too */
    "coord x, y, z, w\nkinetic (x'^2 + 2*y'^2 + 3*z'^2 + w'^2 + x'*w')/2\npotential x*w + cos(z)\n"
    "constraint ball: x^2 + y^2 + z^2 = 4\nconstraint rate: x*x' + y*y' + z*z' = 0\n"
    "constraint blade: sin(z)*x' = cos(z)*w' + w*y'\nconstraint again: (sin(z)*x' - cos(z)*w' - w*y')*(1 + w^2) = 0\n"
    "init x = 1, y = 1.2, w = 0.3, x' = 0.5, w' ~ 0.2\n",
    /* a rolling disc */
    "param m = 1, R = 0.5, g = 9.81\ncoord x, y, phi, theta, psi\n"
    "body B { at [x, y, 0] + Rz(phi)*Rx(theta)*[0, R, 0], rotation Rz(phi)*Rx(theta)*Rz(psi), mass m, "
    "inertia diag(m*R^2/4, m*R^2/4, m*R^2/2) }\ngravity [0, 0, -g]\nconstraint roll: B.velocity([x, y, 0]) = 0\n"
    "init theta = 1.1, psi' = -3, phi' = 1, theta' = 0.4\n",
    /* two geometric rows and damping */
    "coord a, b, c\nkinetic (a'^2 + b'^2 + c'^2)/2\npotential 9.81*b\nforce a: -a'^3\n"
    "constraint rod: a^2 + b^2 = 1\nconstraint link: (c - a)^2 + b^2 = 2\ninit a = 0.6, b ~ -0.8, c ~ 1.9, a' = 1\n",
    /* a homogeneous row of degree 2, and a Lagrangian that is not quadratic */
    "coord x, y, z\nlagrangian x'^4 + (x'^2 + y'^2 + z'^2)/2 - x*y*z\nconstraint p: x'*y' = z'^2\n"
    "init x = 1, x' = 1, y' = 2, z' ~ 1\n",
};
enum { MODELS = sizeof models / sizeof *models, STATES = 4, PREC = 128 };
#define STEP 1e-5

typedef struct fixture {
    nh_arena *arena;
    nh_states *states;
    nh_linearizer *l;
    nh_linear_point point;
    nh_dynamics *dynamics;
    nh_state at;
    double *rates[2]; /* z' at two neighbours */
} fixture;

/* z' at a state. */
static void find_rates(fixture *f, const nh_state *state, double *rates) {
    const nh_linearizer *l = f->l;
    nh_solution solution = nh_dynamics_solve(f->dynamics, state->t, state->q, state->v);
    assert_int_equal(solution.status, NH_SOLVED);
    for (uint32_t i = 0; i < l->places; i++) rates[i] = state->v[l->x[i]];
    for (uint32_t k = 0; k < l->m; k++) rates[l->places + k] = solution.x[l->independent[k]];
}

/* The state moved along the displacement of z_k, and onto the rows again: that is a second-order change. */
static void move_along(fixture *f, uint32_t k, double step, nh_state *to) {
    const nh_linearizer *l = f->l;
    for (uint32_t i = 0; i < l->n; i++) {
        bool is_place = k < l->places;
        size_t at = i + (size_t)(is_place ? k : k - l->places) * l->n;
        to->q[i] = f->at.q[i] + (is_place ? step * nh_ball_double(&f->point.P[at]) : 0);
        to->v[i] = f->at.v[i] + step * nh_ball_double(is_place ? &f->point.Q[at] : &f->point.N[at]);
    }
    assert_true(nh_states_residual(f->states, to, NULL) < 1e3 * step * step);
    assert_true(nh_states_project(f->states, to));
}

static void check_column(fixture *f, uint32_t k) {
    const nh_linearizer *l = f->l;
    nh_state near = {.q = NH_NEW_ARRAY(f->arena, double, l->n), .v = NH_NEW_ARRAY(f->arena, double, l->n)};
    for (int side = 0; side < 2; side++) {
        move_along(f, k, side == 0 ? STEP : -STEP, &near);
        find_rates(f, &near, f->rates[side]);
    }
    for (uint32_t i = 0; i < l->states; i++) {
        double expected = nh_ball_double(&f->point.A[i + (size_t)k * l->states]);
        double found = (f->rates[0][i] - f->rates[1][i]) / (2 * STEP);
        if (!(fabs(found - expected) <= 1e-6 * (1 + fabs(expected))))
            fail_msg("row %u, column %u: %.12g, by differences %.12g", i, k, expected, found);
    }
}

static void check_state(void *argument) {
    fixture *f = argument;
    nh_ball *parameters = nh_balls_new(f->l->model->parameters.count + 1);
    nh_tape_def def = {.output_count = (uint32_t)f->l->model->parameters.count,
                       .outputs = nh_model_closed_values(f->l->model, f->arena)};
    nh_tape_run_balls(nh_tape_make(f->arena, f->l->model->pool, &def), NULL, NULL, parameters, PREC);
    f->point = nh_linear_point_new(f->l);
    for (uint32_t i = 0; i < f->l->n; i++) {
        nh_ball_set_double(&f->point.inputs[1 + i], f->at.q[i]);
        nh_ball_set_double(&f->point.inputs[1 + f->l->n + i], f->at.v[i]);
    }
    assert_true(nh_linear_at(f->l, parameters, &f->point, PREC));
    for (uint32_t k = 0; k < f->l->states; k++) check_column(f, k);
    nh_linear_point_free(f->l, &f->point);
    nh_balls_free(parameters, f->l->model->parameters.count + 1);
}

static void check_model(nh_context *context, const char *text) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, text);
    const double *parameters = nh_model_parameter_values(model, arena);
    size_t n = model->coordinates.count;
    fixture f = {.arena = arena, .states = nh_states_make(arena, model, parameters)};
    nh_state start = {.q = NH_NEW_ARRAY(arena, double, n), .v = NH_NEW_ARRAY(arena, double, n)};
    f.at = (nh_state){.q = NH_NEW_ARRAY(arena, double, n), .v = NH_NEW_ARRAY(arena, double, n)};
    assert_int_equal(nh_states_start(f.states, 0, &start), NH_START_FOUND);
    const char *why = NULL;
    f.l = nh_linearizer_make(arena, f.states, &start, 0, NULL, &why);
    assert_non_null(f.l);
    f.rates[0] = NH_NEW_ARRAY(arena, double, f.l->states);
    f.rates[1] = NH_NEW_ARRAY(arena, double, f.l->states);
    f.dynamics = nh_dynamics_make(arena, nh_chetaev_derive(model, arena), NH_NATIVE_NEVER);
    nh_dynamics_set(f.dynamics, parameters);
    nh_random random = nh_random_make(test_seed(), NH_STREAM_SAMPLES);
    int missed = 0; /* a draw may find no admissible state */
    for (int i = 0; i < test_count(STATES); i++)
        if (nh_samples_draw(f.states, &random, &start, 0.1, &f.at)) nh_guard_call(context, check_state, &f);
        else missed++;
    assert_true(5 * missed <= test_count(STATES));
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

PROTECTED_TEST(test_differences) {
    for (int i = 0; i < MODELS; i++) check_model(context, models[i]);
}

/* What is named is independent, or it is said that it cannot be. */
PROTECTED_TEST(test_named) {
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, models[2]);
    nh_states *states = nh_states_make(arena, model, nh_model_parameter_values(model, arena));
    nh_state start = {.q = NH_NEW_ARRAY(arena, double, 5), .v = NH_NEW_ARRAY(arena, double, 5)};
    assert_int_equal(nh_states_start(states, 0, &start), NH_START_FOUND);
    const char *why = NULL;
    nh_linearizer *l = nh_linearizer_make(arena, states, &start, 1, (uint32_t[]){0}, &why);
    assert_non_null(l);
    assert_int_equal(l->m, 3);
    assert_int_equal(l->independent[0], 0);
    assert_null(nh_linearizer_make(arena, states, &start, 4, (uint32_t[]){0, 1, 2, 3}, &why));
    assert_non_null(strstr(why, "independent"));
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_differences), cmocka_unit_test(test_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
