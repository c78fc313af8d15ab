/* Long runs: at every step all rows hold to rounding, and the energy is balanced.
 *
 * A run is made in pieces, each from where the one before ended, so that memory holds the rows of one piece
 * only. Every step is a row. */
#ifndef NH_TESTS_LONG_RUNS_H
#define NH_TESTS_LONG_RUNS_H

#include "../lang/files.h"

#include <math.h>

#include "model/values.h"
#include "motion/run/run.h"
#include "state/state.h"

#define LONG_TOLERANCE 1e-12
/* Of every row at every step, relative to its terms: what is seen is 2.2e-16, one rounding. */
#define LONG_RESIDUAL 1e-14

typedef struct long_run {
    const char *name;
    const char *path, *text; /* a file below the tests, or a text */
    const char *set;         /* an option of reading; NULL: none */
    double piece;            /* time of one piece */
    uint64_t steps, many;    /* at least, in test_long.c and in long_run.c */
    /* The rows once more, in long double; NULL: not for this one. */
    long double (*residual)(const double *q, const double *v);
} long_run;

static inline long double square(double x) {
    return (long double)x * x;
}

static inline long double long_speed(const double *q, const double *v) {
    (void)q;
    long double speed = sqrtl(square(v[0]) + square(v[1]) + square(v[2]));
    return fabsl(speed - 2) / 2;
}

static inline long double long_cone(const double *q, const double *v) {
    (void)q;
    long double left = 9 * (square(v[0]) + square(v[1])), right = 16 * square(v[2]);
    return fabsl(left - right) / (left + right);
}

static inline long double long_perpendicular(const double *q, const double *v) {
    (void)q;
    long double a = (long double)v[0] * v[2], b = (long double)v[1] * v[3];
    return fabsl(a + b) / (fabsl(a) + fabsl(b));
}

/* Both lengths are 1, and do not change. The order is x1, x2, y1, y2, z1, z2. */
static inline long double long_rods(const double *q, const double *v) {
    long double first = 0, second = 0, rate = 0, size = 0;
    for (size_t i = 0; i < 6; i += 2) {
        long double d = (long double)q[i + 1] - q[i], w = (long double)v[i + 1] - v[i];
        first += square(q[i]);
        second += d * d;
        rate += d * w;
        size += fabsl((long double)q[i + 1] * v[i + 1]) + fabsl((long double)q[i] * v[i + 1]) +
                fabsl((long double)q[i + 1] * v[i]) + fabsl((long double)q[i] * v[i]);
    }
    return fmaxl(fmaxl(fabsl(first - 1), fabsl(second - 1) / 4), fabsl(rate) / size);
}

static inline long double long_quaternion(const double *q, const double *v) {
    long double size = fabsl((long double)q[0] * v[0]) + fabsl((long double)q[1] * v[1]) +
                       fabsl((long double)q[2] * v[2]) + fabsl((long double)q[3] * v[3]);
    long double rate =
        (long double)q[0] * v[0] + (long double)q[1] * v[1] + (long double)q[2] * v[2] + (long double)q[3] * v[3];
    return fmaxl(fabsl(square(q[0]) + square(q[1]) + square(q[2]) + square(q[3]) - 1), fabsl(rate) / size);
}

/* The quaternion follows three coordinates. */
static inline long double long_rolling(const double *q, const double *v) {
    return long_quaternion(q + 3, v + 3);
}

#define LONG_BODY "coord x, y, z\norientation B\nbody B { at [x, y, z], mass 1.3, inertia diag(0.05, 0.07, 0.09) }\n"

static const long_run long_runs[] = {
    {"disc", "/../examples/disc.nh", NULL, NULL, 200, 100000, 1000000, NULL},
    {"unicycle", "/../models/rheonomous/unicycle.nh", NULL, NULL, 50, 100000, 1000000, NULL},
    {"constant speed", NULL,
     "coord x, y, z\npoint P = [x, y, z] mass 1.5\npotential 3*(x^2 + 1.2*y^2 + 1.5*z^2)/2\n"
     "constraint speed: |P'| = 2\ninit P = [1, 0.2, 0.3], P' ~ [0, 1.5, 1]\n",
     NULL, 800, 100000, 1000000, long_speed},
    {"cone", NULL,
     "coord x, y, z\npoint P = [x, y, z] mass 1.5\npotential 0.2*(cos(x) + cos(2*y) + sin(z))\n"
     "constraint cone: 9*(x'^2 + y'^2) = 16*z'^2\ninit P = [1, 0.2, 0.3], x' = 1, y' = 1, z' ~ 1\n",
     NULL, 1700, 100000, 1000000, long_cone},
    {"perpendicular velocities", NULL,
     "coord x1, y1, x2, y2\npoint P = [x1, y1] mass 1.3\npoint Q = [x2, y2] mass 0.7\nspring P, Q stiffness 2\n"
     "spring P, [0, 0] stiffness 1\nspring Q, [1, 0] stiffness 1.5\n"
     "constraint perpendicular: dot(P', Q') = 0\ninit P = [1, 0], Q = [0, 1], P' = [1, 2], x2' = 1, y2' ~ -1\n",
     NULL, 200, 100000, 1000000, long_perpendicular},
    {"equal speeds", "/oracle/t000_ex02_equal_speed_N3.nh", NULL, NULL, 1200, 100000, 1000000, NULL},
    {"double pendulum", NULL,
     "coord x[1..2], y[1..2], z[1..2]\npoint P[i=1..2] = [x[i], y[i], z[i]] mass i\ngravity [0, 0, -9.81]\n"
     "constraint first: dot(P[1], P[1]) = 1\nconstraint second: dot(P[2] - P[1], P[2] - P[1]) = 1\n"
     "init x[1] ~ 1, x[2] ~ 1.3, z[2] ~ -1, y[1]' ~ 1, y[2]' ~ 2\n",
     NULL, 120, 100000, 1000000, long_rods},
    {"a body that tumbles", NULL,
     "orientation B\nbody B { inertia diag(1, 2, 3) }\ninit B.R = Rz(3)*Rx(2), B.Omega = [0.01, 1, 0.02]\n", NULL, 4000,
     100000, 1000000, long_quaternion},
    {"a ball in a cylinder", NULL,
     LONG_BODY "gravity [0, 0, -9.81]\ncontact C: sphere of B radius 0.2 in cylinder radius 1 rolls\n"
               "init x = 0.8, y = 0, z = 0, y' = 2.4, B.omega.x = 2\n",
     NULL, 200, 100000, 1000000, long_rolling},
    {"a disc on a plane", NULL,
     LONG_BODY "gravity [0, 0, -9.81]\ncontact C: disc of B radius 0.5 axis [0, 1, 0] on plane rolls\n"
               "init B.R = Rx(0.4), B.Omega = [0.3, 4, 1], z ~ 0.46\n",
     NULL, 400, 100000, 1000000, long_rolling},
    {"an ellipsoid on a plane", NULL,
     LONG_BODY "gravity [0, 0, -9.81]\ncontact C: ellipsoid of B axes [0.3, 0.4, 0.5] on plane rolls\n"
               "init B.R = Rx(0.4), B.Omega = [3, 4, 1], z ~ 0.5\n",
     NULL, 400, 100000, 1000000, long_rolling},
    {"chain of 100 points", "/../models/simple/chain.nh", NULL, "N=100", 2, 100000, 1000000, NULL},
};

enum { LONG_RUNS = sizeof long_runs / sizeof *long_runs };

static inline nh_model *long_model(nh_context *context, nh_arena *arena, const long_run *run) {
    nh_read_def def = nh_default_read();
    size_t length = run->text != NULL ? strlen(run->text) : 0;
    const char *text = run->text;
    def.name = run->path != NULL ? files_path(arena, NH_TEST_SOURCE, run->path + 1, "") : run->name;
    if (text == NULL) text = nh_file_read(arena, def.name, &length);
    if (run->set != NULL) def.set = (nh_strings){&run->set, 1};
    nh_model *model = files_model(context, &def, text, length, true);
    model->spans.count = 0;
    return model;
}

/* The state becomes the initial values of the model. */
static inline void long_continue(nh_model *model, const double *q, const double *v) {
    size_t n = model->coordinates.count;
    model->initials.count = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        const nh_coordinate *coordinate = &model->coordinates.items[i % n];
        nh_rat value = nh_rat_from_double(model->arena, i < n ? q[i] : v[i - n]);
        nh_initial initial = {.quantity = i < n ? coordinate->q : coordinate->v,
                              .value = nh_expr_number(model->pool, value)};
        nh_array_push(&model->initials, initial);
    }
}

enum { LEAST_TURNS = 12 }; /* of 16, to which a body that rolls must come: a disc leans to one side only */

typedef struct long_state {
    const long_run *run;
    nh_model *model;
    nh_states *states;
    double t;
    uint64_t steps;
    double residual, energy;
    uint32_t turns; /* combinations of signs of a quaternion so far: bits */
} long_state;

static inline void long_check_row(long_state *s, nh_state state) {
    uint32_t row = 0;
    double residual = nh_states_residual(s->states, &state, &row);
    s->residual = fmax(s->residual, residual);
    if (!(residual <= LONG_RESIDUAL))
        fail_msg("%s: at t = %g, residual %g of %s", s->run->name, state.t, residual,
                 nh_name_text(s->model->context, s->model->rows.items[row].name));
    if (s->run->residual == long_rolling) {
        uint32_t signs = 0;
        for (uint32_t k = 0; k < 4; k++) signs |= (uint32_t)(state.q[3 + k] < 0) << k;
        s->turns |= 1U << signs;
    }
    if (s->run->residual == NULL) return;
    long double again = s->run->residual(state.q, state.v);
    if (!(again <= LONG_RESIDUAL))
        fail_msg("%s: at t = %g, residual %g, computed again", s->run->name, state.t, (double)again);
}

static inline void long_piece(nh_context *context, long_state *s) {
    nh_arena *arena = nh_arena_create(context);
    size_t n = s->model->coordinates.count;
    nh_run_def def = nh_default_run();
    def.rtol = def.atol = LONG_TOLERANCE;
    def.from = s->t;
    def.to = s->t + s->run->piece;
    nh_trajectory *found = nh_simulate(arena, s->model, &def);
    if (found->outcome != NH_OUTCOME_FINISHED) fail_msg("%s: %s at t = %g", s->run->name, found->message, found->t_end);
    size_t rows = found->values.count / found->columns;
    assert_int_equal(rows, found->statistics.steps + 1);
    for (size_t i = 0; i < rows; i++) {
        double *row = found->values.items + i * found->columns;
        long_check_row(s, (nh_state){row[0], row + 1, row + 1 + n});
    }
    const double *last = found->values.items + (rows - 1) * found->columns;
    long_continue(s->model, last + 1, last + 1 + n);
    s->t = found->t_end;
    s->steps += found->statistics.steps;
    s->energy += found->energy_error;
    nh_arena_destroy(arena);
}

/* At least this many steps of the run. */
static inline void long_check(nh_context *context, const long_run *run, uint64_t steps) {
    nh_arena *arena = nh_arena_create(context);
    long_state s = {.run = run, .model = long_model(context, arena, run)};
    s.states = nh_states_make(arena, s.model, nh_model_parameter_values(s.model, arena));
    while (s.steps < steps) long_piece(context, &s);
    double allowed = LONG_TOLERANCE * (double)s.steps; /* errors of steps, each below the tolerance, add up */
    print_message("%s: %llu steps to t = %g, residual %.2g, energy %.2g\n", run->name, (unsigned long long)s.steps, s.t,
                  s.residual, s.energy);
    if (!(s.energy <= allowed)) fail_msg("%s: energy is off by %g in the end", run->name, s.energy);
    if (run->residual == long_rolling && __builtin_popcount(s.turns) < LEAST_TURNS)
        fail_msg("%s: it came only to turns 0x%x", run->name, s.turns);
    nh_model_destroy(s.model);
}

#endif
