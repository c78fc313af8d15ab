/* One evaluation of the accelerations and multipliers of the open chain of [Simple] (20), N points in space: how its time grows with N. The
 * model is the built-in one. The state satisfies the constraints: velocities along x and across x by turns, so that neighbours are
 * perpendicular and next neighbours are not. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/protect.h"
#include "base/random.h"
#include "bench.h"
#include "lang/lang.h"
#include "model/values.h"
#include "motion/at/dynamics.h"

typedef struct chain {
    uint32_t points;
    double seconds;  /* of one evaluation */
    double prepared; /* seconds from the text to the first one */
    double residual; /* the largest of a row, derived by time */
    nh_solution_status status;
    nh_dynamics *dynamics;
    double *q, *v; /* all x, all y, all z */
} chain;

static void evaluate(void *user) {
    chain *c = user;
    c->status = nh_dynamics_solve(c->dynamics, 0, c->q, c->v).status;
}

static void set_state(chain *c, nh_arena *arena) {
    nh_random random = nh_random_make(1, c->points);
    size_t n = c->points;
    c->q = NH_NEW_ARRAY(arena, double, 3 * n);
    c->v = NH_NEW_ARRAY(arena, double, 3 * n);
    for (size_t i = 0; i < n; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            bool is_along = i % 2 == 0;
            c->q[i + axis * n] = (axis == 0 ? (double)i : 0) + nh_random_uniform(&random, -0.25, 0.25);
            c->v[i + axis * n] = is_along == (axis == 0) ? nh_random_uniform(&random, 0.5, 1.5) : 0;
        }
}

/* (v_i . v_{i+1})' = a_i . v_{i+1} + v_i . a_{i+1}, relative to the size of its terms. */
static double residual_of(const chain *c, const double *a) {
    size_t n = c->points;
    double largest = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        double sum = 0, size = 1;
        for (size_t axis = 0; axis < 3; axis++) {
            const double *v = c->v + axis * n + i, *x = a + axis * n + i;
            sum += x[0] * v[1] + v[0] * x[1];
            size += fabs(x[0] * v[1]) + fabs(v[0] * x[1]);
        }
        if (!(fabs(sum) / size <= largest)) largest = isnan(sum) ? INFINITY : fabs(sum) / size;
    }
    return largest;
}

static nh_model *read_chain(nh_context *context, uint32_t points) {
    const nh_builtin *builtin = nh_builtin_find("chain");
    char set[24];
    nh_status status = NH_E_INTERNAL;
    nh_read_def def = nh_default_read();
    snprintf(set, sizeof set, "N=%u", points);
    def.set = (nh_strings){(const char *const[]){set}, 1};
    nh_model *model =
        builtin == NULL ? NULL : nh_lang_read(context, &def, builtin->text, strlen(builtin->text), &status);
    if (model == NULL) nh_raise(context, status);
    return model;
}

static void measure(nh_context *context, void *argument) {
    chain *c = argument;
    nh_arena *arena = nh_arena_create(context);
    double began = bench_clock();
    nh_model *model = read_chain(context, c->points);
    c->dynamics = nh_dynamics_make(arena, nh_chetaev_derive(model, arena), NH_NATIVE_AUTO);
    nh_dynamics_set(c->dynamics, nh_model_parameter_values(model, arena));
    set_state(c, arena);
    nh_solution solution = nh_dynamics_solve(c->dynamics, 0, c->q, c->v);
    c->prepared = bench_clock() - began;
    if (solution.status != NH_SOLVED || solution.rank + 1 != c->points)
        nh_fail(context, NH_E_INTERNAL, "bench", "the accelerations are not determined");
    c->residual = residual_of(c, solution.x);
    if (!(c->residual < 1e-8)) nh_fail(context, NH_E_INTERNAL, "bench", "the rows do not hold: %.1e", c->residual);
    c->seconds = bench_seconds(evaluate, c);
}

/* In a context of its own, which takes all memory with it. Whether there is a figure; else the line says why not. */
static bool measure_alone(chain *c, const char *what) {
    nh_context_def def = nh_default_context();
    nh_context *context;
    if (nh_context_create(&def, &context) != NH_OK) return false;
    nh_status status = test_protect(context, measure, c);
    size_t diags = nh_context_diag_count(context);
    if (status != NH_OK)
        bench_not_measured(what, diags > 0 ? nh_context_diag(context, diags - 1)->sentence : nh_status_name(status));
    nh_context_destroy(context);
    return status == NH_OK;
}

void bench_accelerations(nh_context *context) {
    chain chains[] = {{.points = 1000}, {.points = 10000}, {.points = 100000}};
    const char *what = "exponent of N in the time of one evaluation, N = 10^3 .. 10^5";
    (void)context;
    bench_note("\naccelerations of the chain with perpendicular velocities");
    for (int i = 0; i < 3; i++) {
        chain *c = &chains[i];
        if (!measure_alone(c, what)) return;
        bench_note(
            "  N = %6u: %.3g ms an evaluation, %.1f ns a point, residual %.1e; %.2f s from the text to the first",
            c->points, 1e3 * c->seconds, 1e9 * c->seconds / c->points, c->residual, c->prepared);
    }
    bench_line(what, log(chains[2].seconds / chains[0].seconds) / log((double)chains[2].points / chains[0].points),
               "<=", 1.1);
}
