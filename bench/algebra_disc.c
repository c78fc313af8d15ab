/* The accelerations of the rolling disc as the library simplifies them, against those that a person has
 * written (disc_hand.c). */
#include <string.h>

#include "algebra.h"
#include "bench.h"
#include "disc.h"
#include "model/inputs.h"
#include "motion/at/dynamics.h"
#include "tape/native/native.h"

enum { STATES = 256 };

/* psi'', phi'', theta'' as a run computes them: its reduced equations, solved in its order. */
static nh_tape *make_acceleration_tape(nh_arena *arena, nh_model *model) {
    static const uint32_t order[DISC_FREE] = {2, 0, 1};
    nh_reduced r = algebra_reduce(arena, model);
    if (r.unknowns != DISC_FREE) nh_fail(nh_arena_context(arena), NH_E_INTERNAL, "bench", "the rows were not put in");
    nh_tape_def def = nh_model_tape_def(model, arena, false, 0, NULL);
    nh_builder *builder = nh_builder_create(arena, model->pool, &def);
    nh_expr list[DISC_FREE * DISC_FREE + DISC_FREE];
    nh_value values[DISC_FREE * DISC_FREE + DISC_FREE], matrix[DISC_FREE * DISC_FREE] = {0};
    size_t count = algebra_coefficients(&r, list), next = 0;
    nh_build_exprs(builder, count, list, values);
    for (size_t k = 0; k < DISC_FREE; k++)
        for (size_t i = k; i < DISC_FREE; i++) matrix[i + k * DISC_FREE] = values[next++];
    nh_build_ldl ldl = nh_build_ldl_factor(builder, arena, DISC_FREE, matrix, order);
    nh_build_ldl_solve(builder, &ldl, values + next);
    for (int i = 0; i < DISC_FREE; i++) nh_build_output(builder, values[next + (size_t)i]);
    return nh_builder_finish(builder);
}

/* ---- compiled ---- */

typedef struct speed {
    nh_dynamics *dynamics;
    nh_native *native;
    double inputs[STATES][1 + 2 * DISC_Q]; /* t, q, v */
    double brief[STATES][DISC_STATES];
    double *work, out[DISC_Q];
} speed;

static void run_native(void *user) {
    speed *s = user;
    for (int i = 0; i < STATES; i++) nh_native_run(s->native, 1, s->inputs[i], s->out, s->work);
}

static void run_dynamics(void *user) {
    speed *s = user;
    for (int i = 0; i < STATES; i++)
        (void)nh_dynamics_accelerate(s->dynamics, DISC_GIVEN, 0, s->inputs[i] + 1, s->inputs[i] + 1 + DISC_Q);
}

static void run_hand(void *user) {
    speed *s = user;
    for (int i = 0; i < STATES; i++) disc_by_hand(disc_parameters, s->brief[i] + 3, s->out);
}

static void run_hand_all(void *user) {
    speed *s = user;
    for (int i = 0; i < STATES; i++) disc_accelerations(disc_parameters, s->brief[i], s->out);
}

static void make_states(speed *s) {
    nh_random random = nh_random_make(1, 2);
    for (int i = 0; i < STATES; i++) {
        double *state = s->inputs[i] + 1;
        algebra_disc_state(&random, state);
        memcpy(s->brief[i], state, DISC_Q * sizeof *state);
        memcpy(s->brief[i] + DISC_Q, state + DISC_Q + DISC_GIVEN, DISC_FREE * sizeof *state);
    }
}

/* The three by themselves are those of a run to the last bit, and all of them those of a person. */
static const char *check_states(speed *s) {
    for (int i = 0; i < STATES; i++) {
        double *state = s->inputs[i] + 1, hand[DISC_Q];
        const double *all = nh_dynamics_accelerate(s->dynamics, DISC_GIVEN, 0, state, state + DISC_Q);
        disc_accelerations(disc_parameters, s->brief[i], hand);
        nh_native_run(s->native, 1, s->inputs[i], s->out, s->work);
        if (all == NULL || !(algebra_difference(DISC_Q, hand, all) < ALGEBRA_SAME))
            return "the accelerations are not those by hand";
        if (memcmp(s->out, all + DISC_GIVEN, DISC_FREE * sizeof *all) != 0) return "the tape is not the one of a run";
    }
    return NULL;
}

static void compare_speed(nh_arena *arena, nh_model *model, const nh_tape *tape) {
    const char *what = "its compiled accelerations / written by hand with care, same sincos", *wrong;
    nh_native_def def = nh_default_native();
    speed *s = NH_NEW(arena, speed);
    make_states(s);
    s->native = nh_native_load(arena, tape, &def);
    if (s->native == NULL) {
        bench_not_measured(what, "there is no compiler here");
        return;
    }
    s->work = nh_arena_alloc_aligned(arena, nh_native_work_size(s->native, 1) * sizeof(double), 64);
    nh_native_begin(s->native, 1, disc_parameters, s->work);
    s->dynamics = nh_dynamics_make(arena, nh_chetaev_derive(model, arena), NH_NATIVE_ALWAYS);
    nh_dynamics_set(s->dynamics, disc_parameters);
    (void)nh_dynamics_choose(s->dynamics, 0, s->inputs[0] + 1, s->inputs[0] + 1 + DISC_Q);
    if ((wrong = check_states(s)) != NULL) {
        bench_not_measured(what, wrong);
        return;
    }
    double native = bench_seconds(run_native, s), hand = bench_seconds(run_hand, s);
    double all = bench_seconds(run_dynamics, s), hand_all = bench_seconds(run_hand_all, s);
    bench_line(what, native / hand, "<=", 1.4);
    bench_note("    %.1f ns a state, by hand %.1f", 1e9 * native / STATES, 1e9 * hand / STATES);
    bench_note("    all five as a run asks for them, with its checks: %.1f ns, all five by hand %.1f",
               1e9 * all / STATES, 1e9 * hand_all / STATES);
}

static void measure_disc(nh_context *context, void *argument) {
    (void)argument;
    nh_arena *arena = nh_arena_create(context);
    nh_model *model = algebra_read(context, disc_text);
    nh_tape *tape = make_acceleration_tape(arena, model);
    algebra_operations own = algebra_count(tape);
    bench_line("operations of the simplified accelerations / by hand", (double)own.with_state / DISC_HAND_OPERATIONS,
               "<=", 2);
    bench_note("    %ld operations, by hand %d; %ld of parameters alone; %ld sines and cosines", own.with_state,
               (int)DISC_HAND_OPERATIONS, own.of_parameters, own.functions);
    compare_speed(arena, model, tape);
}

void algebra_compare_disc(void) {
    (void)algebra_alone(measure_disc, NULL);
}
