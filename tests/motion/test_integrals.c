/* What kinematic rows keep constant is kept: over long motions to rounding, and the motion is that of the same
 * constraint as a geometric one. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nonholo/run.h>

#include "motion/run/run.h"

static nh_run *run_of(nh_model *model) {
    nh_run_def def = nh_default_run();
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    if (nh_run_get_info(run).outcome != NH_OUTCOME_FINISHED) fail_msg("%s", nh_run_get_info(run).message);
    return run;
}

/* ---- long motions ---- */

typedef struct kept_case {
    const char *text;
    size_t kept;      /* functions that are kept */
    double size;      /* of their terms: what rounding is next to */
    const char *same; /* the same system with geometric rows; NULL: not compared */
    double close;     /* how far the ends may be apart */
} kept_case;

#define PENDULUM "coord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - 9.81*z\n"
#define DISC                                                                                                           \
    "param m = 1, R = 0.5\ncoord x, y, z, phi, theta, psi\nlet T = Rz(phi)*Rx(theta)\n"                                \
    "body B { at [x, y, z], rotation T*Ry(psi), mass m, inertia diag(1/16, 1/8, 1/16) }\nlet P = B.c - T*[0, 0, R]\n"  \
    "gravity [0, 0, -9.81]\n"

static const kept_case cases[] = {
    {PENDULUM "constraint a: x*x' + y*y' + z*z' = 0\ninit x = 0.6, z = -0.8, y' = 1\nsimulate t = 0 .. 200", 1, 1,
     PENDULUM "constraint a: x^2 + y^2 + z^2 = 1\ninit x = 0.6, z = -0.8, y' = 1\nsimulate t = 0 .. 5", 1e-7},
    {PENDULUM "constraint a: x*x' + y*y' + z*z' = 0.01*t\ninit x = 0.6, z = -0.8, y' = 1\nsimulate t = 0 .. 100", 1,
     1e4, PENDULUM "constraint a: x^2 + y^2 + z^2 = 1 + 0.01*t^2\ninit x = 0.6, z = -0.8, y' = 1\nsimulate t = 0 .. 5",
     1e-7},
    {PENDULUM "constraint a: (z + 2)*x' + 2*x*z' = 0\ninit x = 1, z = 0, y' = 1\nsimulate t = 0 .. 10", 1, 10, NULL, 0},
    {PENDULUM "constraint a: x' = y*z'\nconstraint b: y' = x*z'\ninit x = 1, y = 0.5, z = 1\nsimulate t = 0 .. 0.5", 2,
     10, NULL, 0},
    {DISC
     "constraint roll: B.velocity(P) = 0\ninit theta = 0.4, z = R*cos(0.4), phi' = 1, psi' = 8\nsimulate t = 0 .. 20",
     1, 1,
     DISC "constraint ground: P.z = 0\nconstraint roll.x: B.velocity(P).x = 0\nconstraint roll.y: B.velocity(P).y = 0\n"
          "init theta = 0.4, z = R*cos(0.4), phi' = 1, psi' = 8\nsimulate t = 0 .. 2",
     1e-7},
    /* through turning points, at which everything rests */
    {PENDULUM "constraint a: x*x' + y*y' + z*z' = 0\ninit x = 0.6, z = -0.8\nsimulate t = 0 .. 100", 1, 1,
     PENDULUM "constraint a: x^2 + y^2 + z^2 = 1\ninit x = 0.6, z = -0.8\nsimulate t = 0 .. 5", 1e-7},
    /* x, z are not constant, though they were for other values; the chart is not x = 0 */
    {"param a = 1, b = 1\ncoord x, y, z\nlagrangian x'^2 + y'^2 + z'^2\nconstraint k: x' + a*y*z' = 0\n"
     "constraint l: x' + b*y*z' = 0\ninit x = 1, y = 1, z = 1, z' = 0.001\nsimulate t = 0 .. 2",
     0, 1,
     "param a = 1, b = 1\ncoord x, y, z\nlagrangian x'^2 + y'^2 + z'^2\nconstraint k: x' + a*y*z' = 0\n"
     "init x = 1, y = 1, z = 1, z' = 0.001\nsimulate t = 0 .. 2",
     1e-9},
    {"coord x, z, w, y\nlagrangian x'^2 + y'^2 + z'^2 + w'^2\nconstraint g: x*y = 0\nconstraint k: z' = (x-1)^2*w'\n"
     "init x = 1, y = 0, x' = 0.5, w' = 1\nsimulate t = 0 .. 1",
     0, 1, NULL, 0},
    {"coord x, y, phi\nlagrangian (x'^2 + y'^2 + phi'^2)/2 - x\nconstraint a: x'*sin(phi) = y'*cos(phi)\n"
     "init phi' = 1\nsimulate t = 0 .. 1",
     0, 1, NULL, 0},
};

static void compare_ends(nh_context *context, const kept_case *c, const char *text) {
    char shorter[1000];
    const char *end = strrchr(c->same, '\n');
    size_t head = (size_t)(strrchr(text, '\n') - text);
    snprintf(shorter, sizeof shorter, "%.*s%s", (int)head, text, end);
    nh_model *a = test_read_model(context, shorter), *b = test_read_model(context, c->same);
    nh_run *ra = run_of(a), *rb = run_of(b);
    size_t rows_a = nh_run_get_info(ra).rows, rows_b = nh_run_get_info(rb).rows;
    for (size_t i = 1; nh_run_column(ra, i) != NULL && strncmp(nh_run_column(ra, i), "lambda", 6) != 0; i++)
        assert_true(fabs(nh_run_value(ra, rows_a - 1, i) - nh_run_value(rb, rows_b - 1, i)) < c->close);
    nh_run_destroy(rb);
    nh_run_destroy(ra);
    nh_model_destroy(b);
    nh_model_destroy(a);
}

static void test_kept(void **state) {
    const kept_case *c = *state;
    nh_context *context = test_context();
    nh_model *model = test_read_model(context, c->text);
    nh_run *run = run_of(model);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.invariants, c->kept);
    for (size_t i = 0; i < c->kept; i++) {
        nh_run_invariant kept;
        assert_int_equal(nh_run_get_invariant(run, i, &kept), NH_OK);
        if (!(kept.drift <= 1e-14 * c->size)) fail_msg("%s: %s drifts by %g", c->text, kept.name, kept.drift);
    }
    assert_true(info.residual < 1e-14);
    assert_true(info.energy_error < 1e-6);
    nh_run_destroy(run);
    nh_model_destroy(model);
    if (c->same != NULL) compare_ends(context, c, c->text);
    nh_context_destroy(context);
}

/* ---- functions that are given ---- */

/* Of a central motion: the angular momentum is kept, the energy is only looked at. */
static void given_functions(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = test_read_model(context, "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential (x^2 + y^2)^2/4\n"
                                               "init x = 1, y = 0, x' = 0.2, y' = 0.7\nsimulate t = 0 .. 20\n");
    const nh_coordinate *q = model->coordinates.items;
    nh_exprs functions = {.arena = arena};
    nh_array_push(&functions, nh_model_energy(model));
    nh_array_push(&functions, nh_expr_sub(model->pool, nh_expr_mul(model->pool, q[0].q, q[1].v),
                                          nh_expr_mul(model->pool, q[1].q, q[0].v)));
    const char *texts[] = {"energy", "momentum"};
    const bool are_kept[] = {false, true};
    nh_run_integrals integrals = {&functions, texts, are_kept};
    nh_run_def def = nh_default_run();
    def.rtol = def.atol = 1e-5;
    const nh_trajectory *found = nh_simulate_into(arena, model, &def, NULL, &integrals);
    assert_int_equal(found->kept, 2);
    for (size_t i = 0; i < 2; i++) {
        bool is_kept = strcmp(found->kept_names[i], "momentum") == 0;
        assert_true(is_kept || strcmp(found->kept_names[i], "energy") == 0);
        assert_true(is_kept ? found->kept_drifts[i] < 1e-14 : found->kept_drifts[i] > 1e-8);
        assert_true(fabs(found->kept_starts[i] - (is_kept ? 0.7 : 0.515)) < 1e-14);
    }
    nh_model_destroy(model);
    nh_arena_destroy(arena);
}

static void test_given(void **state) {
    (void)state;
    nh_context *context = test_context();
    test_run(context, given_functions, NULL);
    nh_context_destroy(context);
}

enum { CASES = sizeof cases / sizeof *cases };

int main(void) {
    static struct CMUnitTest tests[CASES + 1];
    for (int i = 0; i < CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].text, test_kept, NULL, NULL, (void *)&cases[i]};
    tests[CASES] = (struct CMUnitTest)cmocka_unit_test(test_given);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
