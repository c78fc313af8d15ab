/* The families of points of [Simple] Ex. 2-4: seconds of CPU time from the model that is read to the accelerations at one state, for more and more points. Time of a point should
 * not depend on how many there are.
 *
 * The state is given; which rows are independent there and the choice of velocities are part of the time. A formulation's accelerations count only when they are those of Lagrange's equations with
 * multipliers, and these only when they have as many independent rows as the family has. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/protect.h"
#include "bench.h"
#include "derive.h"
#include "families.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"

enum { ROUNDS = 5, SIZES = 3 };
#define GOAL 2.0      /* time of a point / time of a point among fewer */
#define ENOUGH 1.0    /* seconds: no further round then */
#define TOO_LONG 60.0 /* seconds: what would take longer is left out */
#define SAME 1e-6     /* accelerations, relative to the largest */

typedef struct task {
    const family *family;
    const nh_form *form;
    uint32_t points;
    double seconds;    /* the best so far */
    char missing[200]; /* "", or why there are none */
} task;

/* ---- one derivation ---- */

static const double *solve_with_all(nh_arena *arena, const task *t, nh_equations *equations, const double *parameters,
                                    const nh_state *state) {
    nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, parameters);
    nh_solution solution = nh_dynamics_solve(dynamics, state->t, state->q, state->v);
    return solution.status == NH_SOLVED && solution.rank == t->family->rows_a_point * (t->points - 1) ? solution.x
                                                                                                      : NULL;
}

/* NULL, and why. */
static const double *solve_with_choice(nh_arena *arena, nh_model *model, task *t, nh_states *states,
                                       const nh_state *state) {
    double *x = NH_NEW_ARRAY(arena, double, model->coordinates.count);
    nh_formula *formula = nh_formula_make(arena, model, t->form, states, NH_NATIVE_NEVER);
    if (!nh_formula_choose(formula, state)) {
        snprintf(t->missing, sizeof t->missing, "it does not apply: %.160s", nh_formula_why(formula));
        return NULL;
    }
    return nh_formula_solve(formula, state, NULL, x, NULL) ? x : NULL;
}

static bool is_same(size_t count, const double *a, const double *b) {
    double largest = 0, difference = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs(b[i]));
        if (!(fabs(a[i] - b[i]) <= difference)) difference = isnan(a[i] - b[i]) ? INFINITY : fabs(a[i] - b[i]);
    }
    return difference <= SAME * largest;
}

static void derive(nh_context *context, void *argument) {
    task *t = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = family_read(context, t->family, t->points);
    const double *parameters = nh_model_parameter_values(model, arena);
    nh_state state = family_state(arena, t->family, t->points);
    nh_states *states = t->form->derive == NULL ? nh_states_make(arena, model, parameters) : NULL;
    double began = bench_clock();
    const double *x = t->form->derive != NULL
                          ? solve_with_all(arena, t, t->form->derive(model, arena), parameters, &state)
                          : solve_with_choice(arena, model, t, states, &state);
    double took = bench_clock() - began;
    if (t->missing[0] != 0) return;
    if (x == NULL) nh_fail(context, NH_E_INTERNAL, "bench", "the accelerations are not determined");
    t->seconds = fmin(t->seconds, took);
    if (t->form->derive == nh_chetaev_derive) return;
    const double *known = solve_with_all(arena, t, nh_chetaev_derive(model, arena), parameters, &state);
    if (known == NULL || !is_same(model->coordinates.count, x, known))
        strcpy(t->missing, "its accelerations are wrong");
}

/* In a context of its own. The limit is on wall time: a guess that was wrong must not hold up the rest. */
static void derive_alone(task *t) {
    nh_context_def def = nh_default_context();
    nh_context *context;
    def.limits.seconds = 2 * TOO_LONG;
    nh_status status = nh_context_create(&def, &context);
    if (status == NH_OK) {
        status = test_protect(context, derive, t);
        size_t diags = nh_context_diag_count(context);
        if (status != NH_OK && diags > 0)
            snprintf(t->missing, sizeof t->missing, "%.190s", nh_context_diag(context, diags - 1)->sentence);
        nh_context_destroy(context);
    }
    if (status != NH_OK && t->missing[0] == 0) strcpy(t->missing, nh_status_name(status));
}

/* Whether there is a time. */
static bool measure(task *t) {
    double began = bench_clock();
    t->seconds = INFINITY;
    for (int i = 0; i < ROUNDS && t->missing[0] == 0 && (i == 0 || bench_clock() - began < ENOUGH); i++)
        derive_alone(t);
    return t->missing[0] == 0;
}

/* ---- several sizes ---- */

/* What comes after the sizes that were measured, as a power of N; the square while there is only one. */
static double expected(const task *tasks, int measured, uint32_t points) {
    const task *last = &tasks[measured - 1], *before = last - 1;
    double power = 2;
    if (measured > 1) power = log(last->seconds / before->seconds) / log((double)last->points / before->points);
    return last->seconds * pow((double)points / last->points, power);
}

/* The time of a point among the last number of points / among number `against`. */
static void compare(const family *f, const nh_form *form, const uint32_t sizes[SIZES], int against) {
    task tasks[SIZES];
    char what[120], times[80] = "", why[300];
    double last = sizes[SIZES - 1], few = sizes[against];
    snprintf(what, sizeof what, "%s, %s: a point among %g / %g", f->model, form->name, last, few);
    for (int i = 0; i < SIZES; i++) {
        tasks[i] = (task){.family = f, .form = form, .points = sizes[i]};
        double coming = i == 0 ? 0 : expected(tasks, i, sizes[i]);
        if (coming > TOO_LONG) {
            snprintf(why, sizeof why, "N =%s, %u would take about %.0f s", times, sizes[i], coming);
            bench_not_measured(what, why);
            return;
        }
        if (!measure(&tasks[i])) {
            snprintf(why, sizeof why, "N =%s%s %u: %s", times, i == 0 ? "" : ",", sizes[i], tasks[i].missing);
            bench_not_measured(what, why);
            return;
        }
        size_t length = strlen(times);
        snprintf(times + length, sizeof times - length, "%s %u: %.3g s", i == 0 ? "" : ",", sizes[i], tasks[i].seconds);
    }
    bench_line(what, tasks[SIZES - 1].seconds / last / (tasks[against].seconds / few), "<=", GOAL);
    bench_note("    N =%s", times);
}

void derive_families(void) {
    static const uint32_t many[SIZES] = {1000, 10000, 100000}, few[SIZES] = {30, 100, 1000};
    const nh_form *form;
    for (int i = 0; i < FAMILIES; i++) compare(&families[i], nh_form_find("chetaev", NULL), many, 0);
    for (int i = 0; i < FAMILIES; i++)
        for (size_t k = 0; (form = nh_form_at(k)) != NULL; k++)
            if (form->derive != nh_chetaev_derive) compare(&families[i], form, few, 1);
}
