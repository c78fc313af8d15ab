/* Tapes on the rolling disc: compiled, in lanes, interpreted, against a function written by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "bench.h"
#include "disc.h"
#include "tape/native/native.h"
#include "tape/native/print_c.h"

enum { STATES = 256, LANES = 8, ROWS = 32 };

typedef struct disc_bench {
    nh_context *context;
    nh_arena *arena;
    nh_tape *tape;
    nh_native *native;
    double states[STATES][DISC_INPUTS];              /* one after the other */
    double rows[STATES / LANES][DISC_INPUTS][LANES]; /* the same, in lanes of 8 */
    double long_rows[STATES / ROWS][DISC_INPUTS][ROWS];
    double lane_parameters[DISC_PARAMETERS][ROWS];
    double out[DISC_OUTPUTS * ROWS];
    double *scalar_work, *lane_work, *native_work, *native_lane_work;
} disc_bench;

static void by_hand(void *user) {
    disc_bench *b = user;
    for (int i = 0; i < STATES; i++) disc_by_hand(disc_parameters, b->states[i], b->out);
}

static void compiled(void *user) {
    disc_bench *b = user;
    for (int i = 0; i < STATES; i++) nh_native_run(b->native, 1, b->states[i], b->out, b->native_work);
}

static void compiled_lanes(void *user) {
    disc_bench *b = user;
    for (int i = 0; i < STATES / LANES; i++)
        nh_native_run(b->native, LANES, b->rows[i][0], b->out, b->native_lane_work);
}

static void interpreted(void *user) {
    disc_bench *b = user;
    for (int i = 0; i < STATES; i++) nh_tape_run(b->tape, 1, b->states[i], b->out, b->scalar_work);
}

static void interpreted_rows(void *user) {
    disc_bench *b = user;
    for (int i = 0; i < STATES / ROWS; i++) nh_tape_run(b->tape, ROWS, b->long_rows[i][0], b->out, b->lane_work);
}

/* From nothing to the first value. */
static void from_scratch(void *user) {
    disc_bench *b = user;
    nh_arena *arena = nh_arena_create(b->context);
    nh_pool *pool = nh_pool_create(b->context);
    nh_tape *tape = disc_tape(arena, pool);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    nh_tape_begin(tape, 1, disc_parameters, work);
    nh_tape_run(tape, 1, b->states[0], b->out, work);
    nh_pool_destroy(pool);
    nh_arena_destroy(arena);
}

static double *work_of(disc_bench *b, size_t size) {
    return nh_arena_alloc_aligned(b->arena, size * sizeof(double), 64);
}

static void make_states(disc_bench *b) {
    nh_random random = nh_random_make(1, 0);
    for (int i = 0; i < STATES; i++)
        for (int k = 0; k < DISC_INPUTS; k++) {
            double value = nh_random_uniform(&random, -1.2, 1.2);
            b->states[i][k] = b->rows[i / LANES][k][i % LANES] = b->long_rows[i / ROWS][k][i % ROWS] = value;
        }
    for (int k = 0; k < DISC_PARAMETERS; k++)
        for (int l = 0; l < ROWS; l++) b->lane_parameters[k][l] = disc_parameters[k];
}

/* The tape is right before it is fast. */
static double largest_difference(disc_bench *b) {
    double largest = 0, hand[DISC_OUTPUTS];
    for (int i = 0; i < STATES; i++) {
        disc_by_hand(disc_parameters, b->states[i], hand);
        nh_tape_run(b->tape, 1, b->states[i], b->out, b->scalar_work);
        for (int k = 0; k < DISC_OUTPUTS; k++) largest = fmax(largest, fabs(hand[k] - b->out[k]) / (1 + fabs(hand[k])));
    }
    return largest;
}

static void write_c(disc_bench *b, const char *path) {
    nh_text text = nh_text_begin(b->arena);
    nh_print_c_def def = nh_default_print_c();
    nh_tape_print_c(b->tape, &text, &def);
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fputs(nh_text_string(&text), file);
    fclose(file);
}

/* CPU seconds of one `cc -O1` of the printed C, waited for: children count. */
static double compile_seconds(disc_bench *b) {
    const char *temporary = getenv("TMPDIR");
    char folder[256], path[300], command[1200];
    snprintf(folder, sizeof folder, "%s/nonholo-bench-XXXXXX", temporary != NULL ? temporary : "/tmp");
    if (mkdtemp(folder) == NULL) return INFINITY;
    snprintf(path, sizeof path, "%s/disc.c", folder);
    write_c(b, path);
    snprintf(command, sizeof command,
             "cc -O1 -march=native -ffp-contract=off -fPIC -shared -Wno-psabi -o '%s.so' '%s' -lm", path, path);
    double best = INFINITY;
    for (int i = 0; i < 10; i++) best = fmin(best, bench_child_seconds(command));
    remove(path);
    strcat(path, ".so");
    remove(path);
    remove(folder);
    return best;
}

static void prepare(disc_bench *b) {
    b->arena = nh_arena_create(b->context);
    b->tape = disc_tape(b->arena, nh_pool_create(b->context));
    nh_native_def def = nh_default_native();
    b->native = nh_native_load(b->arena, b->tape, &def);
    b->scalar_work = work_of(b, nh_tape_work_size(b->tape, 1));
    b->lane_work = work_of(b, nh_tape_work_size(b->tape, ROWS));
    make_states(b);
    nh_tape_begin(b->tape, 1, disc_parameters, b->scalar_work);
    nh_tape_begin(b->tape, ROWS, b->lane_parameters[0], b->lane_work);
    if (b->native == NULL) return;
    b->native_work = work_of(b, nh_native_work_size(b->native, 1));
    b->native_lane_work = work_of(b, nh_native_work_size(b->native, LANES));
    double lanes[DISC_PARAMETERS][LANES];
    for (int k = 0; k < DISC_PARAMETERS; k++)
        for (int l = 0; l < LANES; l++) lanes[k][l] = disc_parameters[k];
    nh_native_begin(b->native, 1, disc_parameters, b->native_work);
    nh_native_begin(b->native, LANES, lanes[0], b->native_lane_work);
}

/* A tape of about `operations` operations, all of them needed: x -> x*y + x with a growing constant. */
typedef struct long_tape {
    nh_tape *tape;
    double *work;
    double in[2], out[1];
} long_tape;

static void run_long(void *user) {
    long_tape *t = user;
    nh_tape_run(t->tape, 1, t->in, t->out, t->work);
}

static double seconds_an_operation(disc_bench *b, uint32_t operations) {
    nh_pool *pool = nh_pool_create(b->context);
    nh_expr inputs[] = {nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "x"),
                        nh_expr_symbol_text(pool, NH_ROLE_COORDINATE, "y")};
    nh_tape_def def = {2, inputs, 0, NULL, 0, NULL, 0};
    nh_builder *builder = nh_builder_create(b->arena, pool, &def);
    nh_value x = nh_build_expr(builder, inputs[0]), y = nh_build_expr(builder, inputs[1]), z = x;
    for (uint32_t i = 0; i < operations; i += 2) {
        nh_value step = nh_build_op(builder, NH_OP_fma, z, y, x);
        z = nh_build_op(builder, i % 4 == 0 ? NH_OP_mul : NH_OP_sub, step, y, 0);
    }
    nh_build_output(builder, z);
    long_tape t = {.tape = nh_builder_finish(builder), .in = {0.5, 0.25}};
    t.work = work_of(b, nh_tape_work_size(t.tape, 1));
    nh_tape_begin(t.tape, 1, NULL, t.work);
    double seconds = bench_seconds(run_long, &t) / nh_tape_operations(t.tape);
    nh_pool_destroy(pool);
    return seconds;
}

static void measure(nh_context *context, void *argument) {
    (void)argument;
    disc_bench *b = calloc(1, sizeof *b);
    if (b == NULL) return;
    b->context = context;
    prepare(b);
    bench_note("\nrolling disc, accelerations: %u operations, %u of them when parameters are set; machine %s, %u "
               "doubles a vector",
               nh_tape_operations(b->tape), nh_tape_operations_prelude(b->tape), nh_tape_machine(b->tape),
               nh_tape_width(b->tape));
    bench_note("  largest relative difference from the formulas written by hand: %.1e", largest_difference(b));
    double build = bench_seconds(from_scratch, b), scalar = bench_seconds(interpreted, b),
           rows = bench_seconds(interpreted_rows, b);
    if (b->native != NULL) {
        double hand = bench_seconds(by_hand, b), native = bench_seconds(compiled, b),
               lanes = bench_seconds(compiled_lanes, b);
        bench_note(
            "  by hand %.1f ns a state, compiled %.1f, 8 lanes %.1f, interpreted %.1f, interpreted in 32 lanes %.1f",
            1e9 * hand / STATES, 1e9 * native / STATES, 1e9 * lanes / STATES, 1e9 * scalar / STATES,
            1e9 * rows / STATES);
        bench_line("compiled / written by hand with care, same sincos", native / hand, "<=", 2.4);
        bench_line("compiled 8 lanes, a state / compiled scalar", lanes / native, "<=", 0.22);
        bench_line("interpreter over 32 lanes, a state / compiled scalar", rows / native, "<=", 0.8);
        bench_line("interpreter scalar / compiled scalar", scalar / native, "<=", 6);
        bench_line("build, differentiate, lower, first value / one cc -O1 of the C", build / compile_seconds(b),
                   "<=", 0.05);
    } else {
        bench_note("  no compiler here: nothing to compare with");
    }
    double small = seconds_an_operation(b, 1000), large = seconds_an_operation(b, 1000000);
    bench_line("cost of an operation, tape of 10^6 / tape of 10^3", large / small, "<=", 2);
    nh_arena_destroy(b->arena);
    free(b);
}

void bench_tape(nh_context *context) {
    if (test_protect(context, measure, NULL) != NH_OK)
        bench_note("  failed: %s", nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence);
}
