/* The integrator: what a step costs relative to its 12 evaluations of f. */
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "base/protect.h"
#include "ode/ode.h"

enum { LARGEST = 1000 };

typedef struct trial {
    nh_arena *arena;
    size_t size;
    nh_ode *ode;
    double y[LARGEST], f[LARGEST];
} trial;

/* Pendulums, each with a sine: what one component of a mechanical system costs at the least. */
static int pendulums(void *user, double t, const double *y, double *f) {
    size_t half = ((const trial *)user)->size / 2;
    (void)t;
    for (size_t i = 0; i < half; i++) {
        f[i] = y[half + i];
        f[half + i] = -sin(y[i]);
    }
    return 0;
}

static void evaluate(void *user) {
    trial *t = user;
    for (int i = 0; i < 12; i++) pendulums(t, 0, t->y, t->f);
}

static void step(void *user) {
    trial *t = user;
    if (nh_ode_step(t->ode) != NH_ODE_GOING) nh_ode_restart(t->ode, 0, t->y);
}

static void measure(nh_context *context, void *argument) {
    trial *t = argument;
    char what[80];
    nh_arena *arena = nh_arena_create(context);
    nh_ode_problem problem = {.size = t->size, .f = pendulums, .user = t};
    nh_ode_def def = nh_default_ode();
    for (size_t i = 0; i < t->size / 2; i++) t->y[i] = 1 + 0.001 * (double)i;
    t->ode = nh_ode_begin(arena, &problem, &def, 0, t->y, 1e9);
    double evaluations = bench_seconds(evaluate, t), whole = bench_seconds(step, t);
    nh_ode_statistics s = nh_ode_get_statistics(t->ode);
    whole *= (double)s.steps / (double)(s.steps + s.rejected);
    snprintf(what, sizeof what, "a step of %zu pendulums beside f / its 12 evaluations of f", t->size / 2);
    bench_line(what, (whole - evaluations) / evaluations, "<=", t->size < 100 ? 2.0 : 1.0);
    nh_arena_destroy(arena);
}

void bench_ode(nh_context *context) {
    static trial trials[] = {{.size = 10}, {.size = 1000}};
    bench_note("\nintegration");
    for (int i = 0; i < 2; i++)
        if (test_protect(context, measure, &trials[i]) != NH_OK) bench_note("  failed");
}
