/* Boundary values by shooting: against closed forms, against motions whose initial values are known, and the motion
 * with the values that were found; what is free; what is refused, with the best that was found. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/values.h"
#include "motion/variation/shooting.h"
#include "motion/variation/variation.h"
#include "support.h"
#include "system/read.h"

#define TOLERANCE 1e-10

static const char projectile[] = "param g = 9.81\ncoord x, y\npoint P = [x, y] mass 2\ngravity [0, -g]\n"
                                 "init x = 0, y = 0, x' ~ 1, y' ~ 1\n";
static const char pendulum[] =
    "coord x, y, z\npoint P = [x, y, z] mass 1\ngravity [0, 0, -9.81]\nconstraint r: |P| = 1\n"
    "init x = 0.6, y = 0, z ~ -0.8, x' ~ 0, y' ~ 1\n";
static const char skate[] = "param g = 5\ncoord x, y, th\nkinetic (x'^2 + y'^2)/2 + th'^2/4\npotential -g*x\n"
                            "constraint c: x'*sin(th) = y'*cos(th)\ninit x = 0, y = 0, th = 0, th' = 2, x' = 0.3\n";
/* th is given by the time: both constraints together are integrable, and the motions agree for all mu */
static const char integrable[] = "coord x, y\nkinetic (x'^2 + y'^2)/2\npotential x*y + y\nconstraint c: x*x' + y' = 0\n"
                                 "init x = 1, y = 0, y' = 0.4\n";

static nh_model *read_model(nh_context *context, const char *text, const char *end, const char *init) {
    nh_read_def def = nh_default_read();
    nh_status status;
    if (end != NULL) def.end = (nh_strings){&end, 1};
    if (init != NULL) def.init = (nh_strings){&init, 1};
    nh_model *model = nh_read_model(context, &def, text, strlen(text), &status);
    if (model == NULL) fail_msg("not read: %s", text);
    return model;
}

static const nh_model *solve_model(nh_context *context, const nh_model *model, double to, bool is_vakonomic) {
    nh_shooting_def def = {.to = to, .is_vakonomic = is_vakonomic, .rtol = TOLERANCE, .atol = TOLERANCE};
    return nh_shooting_solve(nh_arena_create(context), model, &def);
}

/* The initial value of a symbol that prints so. */
static double value_of(const nh_model *model, nh_arena *arena, nh_expr symbol) {
    for (size_t i = 0; i < model->initials.count; i++)
        if (model->initials.items[i].quantity == symbol)
            return nh_model_constant(model, arena, model->initials.items[i].value);
    fail_msg("no initial value");
    return NAN;
}

/* The state at the end of the motion of the model, with this multiplier. */
static const double *end_of(nh_context *context, const nh_model *model, double to, const double *mu) {
    nh_variation_def def = {.rtol = 1e-12, .atol = 1e-12, .is_vakonomic = mu != NULL};
    nh_variation *flow = nh_variation_make(nh_arena_create(context), model, &def);
    double start[16];
    memcpy(start, nh_variation_start(flow, 0), 2 * model->coordinates.count * sizeof *start);
    if (mu != NULL) start[2 * model->coordinates.count] = *mu;
    assert_null(nh_variation_begin(flow, 0, start, NULL));
    assert_null(nh_variation_go(flow, to));
    return nh_variation_state(flow);
}

static bool has_note(nh_context *context, const char *words) {
    for (size_t i = 0; i < nh_context_diag_count(context); i++)
        if (strstr(nh_context_diag(context, i)->sentence, words) != NULL) return true;
    return false;
}

PROTECTED_TEST(closed_form) {
    const nh_model *model = solve_model(context, read_model(context, projectile, "P = [5, 3]", NULL), 2, false);
    nh_arena *arena = nh_arena_create(context);
    assert_true(fabs(value_of(model, arena, model->coordinates.items[0].v) - 5.0 / 2) < 1e-9);
    assert_true(fabs(value_of(model, arena, model->coordinates.items[1].v) - (3.0 / 2 + 9.81)) < 1e-9);
    assert_true(has_note(context, "the motion ends so"));
}

/* With fewer conditions than unknowns the change is least: only y' matters for y. */
PROTECTED_TEST(least_change) {
    const nh_model *model = solve_model(context, read_model(context, projectile, "y = 3", NULL), 2, false);
    assert_true(fabs(value_of(model, nh_arena_create(context), model->coordinates.items[0].v) - 1) < 1e-12);
    assert_true(has_note(context, "there are others"));
}

PROTECTED_TEST(on_constraints) {
    const nh_model *model = solve_model(context, read_model(context, pendulum, "x = 0.3, y = 0.4", NULL), 2, false);
    const double *end = end_of(context, model, 2, NULL);
    assert_true(fabs(end[0] - 0.3) < 1e-8 && fabs(end[1] - 0.4) < 1e-8);
}

/* The multiplier of a motion from the place at which it ends. */
PROTECTED_TEST(multiplier) {
    nh_random random = nh_random_make(test_seed(), 5);
    nh_arena *arena = nh_arena_create(context);
    for (int round = 0; round < 3; round++) {
        double mu = nh_random_uniform(&random, -1, 1);
        nh_model *plain = read_model(context, skate, NULL, NULL);
        char end[64], init[64];
        snprintf(end, sizeof end, "x = %.17g", end_of(context, plain, 1, &mu)[0]);
        snprintf(init, sizeof init, "mu.c ~ %.17g", mu + 0.05);
        const nh_model *model = solve_model(context, read_model(context, skate, end, init), 1, true);
        nh_expr symbol = nh_equations_extra(model, arena, 0);
        double found = value_of(model, arena, symbol);
        if (!(fabs(found - mu) < 1e-6)) fail_msg("mu = %.12g, not %.12g", found, mu);
    }
}

/* How vakonomic motions change with mu and the state, against differences. */
PROTECTED_TEST(neighbours) {
    nh_model *model = read_model(context, skate, NULL, NULL);
    nh_variation_def def = {.rtol = 1e-12, .atol = 1e-12, .count = 2, .is_vakonomic = true};
    nh_variation *flow = nh_variation_make(nh_arena_create(context), model, &def);
    double start[7], displacements[14] = {0}, h = 1e-4;
    memcpy(start, nh_variation_start(flow, 0), 6 * sizeof *start);
    start[6] = 0.4;
    displacements[6] = 1;        /* mu */
    displacements[7 + 5] = 1;    /* th' */
    displacements[7 + 6] = -0.5; /* and mu */
    assert_null(nh_variation_begin(flow, 0, start, displacements));
    assert_null(nh_variation_go(flow, 1.5));
    for (size_t k = 0; k < 2; k++) {
        double ends[2][7];
        for (int side = 0; side < 2; side++) {
            double from[7];
            nh_variation_def one = {.rtol = 1e-12, .atol = 1e-12, .is_vakonomic = true};
            nh_variation *other = nh_variation_make(nh_arena_create(context), model, &one);
            for (size_t i = 0; i < 7; i++) from[i] = start[i] + (side == 0 ? h : -h) * displacements[7 * k + i];
            assert_null(nh_variation_begin(other, 0, from, NULL));
            assert_null(nh_variation_go(other, 1.5));
            memcpy(ends[side], nh_variation_state(other), sizeof ends[side]);
        }
        for (size_t i = 0; i < 7; i++) {
            double difference = (ends[0][i] - ends[1][i]) / (2 * h), found = nh_variation_displacement(flow, k)[i];
            if (!(fabs(found - difference) < 1e-5 * (1 + fabs(found))))
                fail_msg("component %zu of %zu: %.12g, the difference %.12g", i, k, found, difference);
        }
    }
}

/* With an integrable constraint the motions agree for every mu, and the guess stays. */
PROTECTED_TEST(as_chetaev) {
    nh_arena *arena = nh_arena_create(context);
    const nh_model *model = solve_model(context, read_model(context, integrable, "chetaev", "mu.c ~ 0.3"), 1, true);
    assert_true(fabs(value_of(model, arena, nh_equations_extra(model, arena, 0)) - 0.3) < 1e-12);
    assert_true(has_note(context, "the vakonomic motion is Chetaev's") && has_note(context, "there are others"));
}

static const struct refusal {
    const char *text, *end, *words;
    bool is_vakonomic;
} refusals[] = {
    {skate, "y = 1", "nothing is free for the motion to end so", false},
    {pendulum, "x = 3", "miss x by ", false},
    {skate, "chetaev",
     "no mu was found for which the vakonomic motion is Chetaev's: nearest is the one with mu.c = ", true},
    {projectile, "chetaev", "--end chetaev is about vakonomic motions", false},
};

static void solve_refused(void *argument) {
    const struct refusal *refused = ((void **)argument)[1];
    (void)solve_model(((void **)argument)[0], read_model(((void **)argument)[0], refused->text, refused->end, NULL), 1,
                      refused->is_vakonomic);
}

PROTECTED_TEST(refused) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        void *argument[] = {context, (void *)(uintptr_t)&refusals[i]};
        assert_true(nh_protect(context, solve_refused, argument) != NH_OK);
        if (!has_note(context, refusals[i].words)) fail_msg("not said: %s", refusals[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form), cmocka_unit_test(least_change), cmocka_unit_test(on_constraints),
        cmocka_unit_test(multiplier),  cmocka_unit_test(neighbours),   cmocka_unit_test(as_chetaev),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests_name("motion.shooting", tests, NULL, NULL);
}
