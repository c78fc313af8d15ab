/* Random tapes for the tests of what runs them: every operation, straight code and loops, and the
 * comparison of results.
 *
 *     programs g = programs_begin(arena, 3);                  // stream 3 of the test's seed
 *     nh_tape *tape = programs_straight(&g, 300);             // from single operations
 *     nh_tape *other = programs_expressions(&g, 6, 40);       // from expressions
 *     nh_tape *loops = programs_loops(&g, 40);                // families of 40 members */
#ifndef NH_TESTS_PROGRAMS_H
#define NH_TESTS_PROGRAMS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../expr/random_expr.h"
#include "tape/build_private.h"

enum { PROGRAMS_PARAMETERS = 5, PROGRAMS_INPUTS = 7 };

typedef struct programs {
    nh_arena *arena;
    nh_pool *pool;
    nh_random random;
    uint64_t stream;
    uint32_t seen[NH_OPS]; /* how often each operation came in programs_straight */
} programs;

static inline programs programs_begin(nh_arena *arena, uint64_t stream) {
    return (programs){.arena = arena,
                      .pool = nh_pool_create(nh_arena_context(arena)),
                      .stream = stream,
                      .random = nh_random_make(test_seed(), stream)};
}

static inline uint32_t programs_below(programs *g, uint32_t bound) {
    return (uint32_t)nh_random_below(&g->random, bound);
}

/* ---- symbols ---- */

static inline nh_expr *programs_symbols(programs *g, nh_role role, const char *letter, uint32_t count) {
    nh_expr *symbols = NH_NEW_ARRAY(g->arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%u", letter, i);
        symbols[i] = nh_expr_symbol_text(g->pool, role, name);
    }
    return symbols;
}

static inline nh_tape_def programs_def(programs *g, uint32_t parameters, uint32_t inputs) {
    return (nh_tape_def){
        .parameter_count = parameters,
        .parameters = programs_symbols(g, NH_ROLE_PARAMETER, "p", parameters),
        .input_count = inputs,
        .inputs = programs_symbols(g, NH_ROLE_COORDINATE, "x", inputs),
    };
}

/* ---- straight code ---- */

typedef struct program_values {
    programs *g;
    nh_builder *builder;
    nh_value values[4096];
    uint32_t count;
} program_values;

static inline nh_value program_op(program_values *p, nh_op op, nh_value a, nh_value b, nh_value c) {
    p->g->seen[op]++;
    return nh_build_op(p->builder, op, a, b, c);
}

static inline nh_value program_number(program_values *p, int64_t num, int64_t den) {
    return nh_build_number(p->builder, nh_rat_make(num, den));
}

/* Mostly a recent value, so that chains get long; now and then any. */
static inline nh_value program_pick(program_values *p) {
    uint32_t reach = programs_below(p->g, 4) == 0 || p->count < 20 ? p->count : 20;
    return p->values[p->count - 1 - programs_below(p->g, reach)];
}

/* An argument inside the domain of the operation, as a rule. */
static inline nh_value program_argument(program_values *p, nh_op op) {
    nh_value a = program_pick(p);
    if (programs_below(p->g, 100) == 0) return a;
    switch (op) {
        case NH_OP_sqrt:
        case NH_OP_log:
        case NH_OP_pow: return program_op(p, NH_OP_abs, a, 0, 0);
        case NH_OP_asin:
        case NH_OP_acos: return program_op(p, NH_OP_sin, a, 0, 0);
        case NH_OP_exp:
        case NH_OP_sinh:
        case NH_OP_cosh: return program_op(p, NH_OP_atan, a, 0, 0);
        default: return a;
    }
}

static inline nh_value program_second(program_values *p, nh_op op) {
    if (op == NH_OP_root) return program_number(p, 5 + 2 * (int64_t)programs_below(p->g, 4), 1);
    if (op == NH_OP_pow) return program_number(p, (int64_t)programs_below(p->g, 9) - 4, 3);
    return program_pick(p);
}

static inline nh_value program_step(program_values *p, nh_op op) {
    if (op == NH_OP_sincos) {
        nh_value sine, cosine;
        nh_build_sincos(p->builder, program_pick(p), &sine, &cosine);
        p->g->seen[op]++;
        p->values[p->count++] = sine;
        return programs_below(p->g, 4) == 0 ? sine : cosine;
    }
    nh_value a = program_argument(p, op), b = program_second(p, op);
    return program_op(p, op, a, b, program_pick(p));
}

/* What has grown large is brought back now and then, so that not all ends as NaN. */
static inline void program_grow(program_values *p, uint32_t operations) {
    for (uint32_t i = 0; i < operations; i++) {
        nh_value v = program_step(p, (nh_op)(i < NH_OPS ? i : programs_below(p->g, NH_OPS)));
        if (programs_below(p->g, 6) == 0) v = program_op(p, NH_OP_tanh, v, 0, 0);
        p->values[p->count++] = v;
    }
}

/* About this many operations (at most 1000), of parameters only and of inputs; outputs are of all kinds. */
static inline nh_tape *programs_straight(programs *g, uint32_t operations) {
    nh_tape_def def = programs_def(g, PROGRAMS_PARAMETERS, PROGRAMS_INPUTS);
    program_values *p = NH_NEW(g->arena, program_values);
    p->g = g;
    p->builder = nh_builder_create(g->arena, g->pool, &def);
    p->values[p->count++] = program_number(p, 1, 3);
    p->values[p->count++] = program_number(p, -17, 1);
    for (uint32_t i = 0; i < def.parameter_count; i++)
        p->values[p->count++] = nh_build_expr(p->builder, def.parameters[i]);
    program_grow(p, operations / 4);
    for (uint32_t i = 0; i < def.input_count; i++) p->values[p->count++] = nh_build_expr(p->builder, def.inputs[i]);
    program_grow(p, operations);
    for (uint32_t i = 0; i < p->count; i += 1 + programs_below(g, 9)) nh_build_output(p->builder, p->values[i]);
    for (uint32_t i = 0; i < 30; i++) nh_build_output(p->builder, p->values[p->count - 1 - i]);
    return nh_builder_finish(p->builder);
}

/* ---- expressions ---- */

static inline random_exprs programs_exprs(programs *g, const nh_tape_def *def) {
    random_exprs e = {.pool = g->pool, .random = nh_random_make(test_seed(), g->stream + 1000), .kinds = RANDOM_ALL};
    for (uint32_t i = 0; i < def->parameter_count && i < 6; i++) e.symbols[e.symbol_count++] = def->parameters[i];
    for (uint32_t i = 0; i < def->input_count && i < 9; i++) e.symbols[e.symbol_count++] = def->inputs[i];
    return e;
}

static inline nh_tape *programs_expressions(programs *g, uint32_t outputs, uint32_t size) {
    nh_tape_def def = programs_def(g, PROGRAMS_PARAMETERS, PROGRAMS_INPUTS);
    random_exprs e = programs_exprs(g, &def);
    nh_expr *all = NH_NEW_ARRAY(g->arena, nh_expr, outputs);
    for (uint32_t i = 0; i < outputs; i++) all[i] = random_expr(&e, size);
    def.output_count = outputs;
    def.outputs = all;
    return nh_tape_make(g->arena, g->pool, &def);
}

/* ---- loops ---- */

/* The external of member i in one of the ways in which members take theirs, of n parameters and then 4 n inputs. */
static inline uint32_t program_member(uint32_t way, uint32_t n, uint32_t i) {
    switch (way) {
        case 0: return n + i;                         /* one after the other */
        case 1: return n + i + 1;                     /* the neighbour */
        case 2: return n + 1 + 2 * i;                 /* every second one */
        case 3: return n + 3 * n - i;                 /* backwards */
        case 4: return n + (i * 7 + i / 3) % (4 * n); /* in no order */
        case 5: return 2;                             /* the same for all */
        case 6: return i;                             /* the parameters */
        case 7: return (i * i + 3) % n;               /* they in no order */
        case 8: return n - 1 + i;                     /* from the last parameter to the inputs */
        default: return i % 3 == 0 ? i : n + 2 * i;   /* both, in no order */
    }
}

enum { PROGRAM_WAYS = 10 };

/* As arithmetic where that is possible. */
static inline nh_series program_series(programs *g, uint32_t n, const uint32_t *table) {
    int64_t stride = n > 1 ? (int64_t)table[1] - table[0] : 0;
    bool even = true;
    for (uint32_t i = 1; i < n; i++) even = even && (int64_t)table[i] - table[i - 1] == stride;
    if (even) return (nh_series){.base = table[0], .stride = (int32_t)stride};
    uint32_t *copy = NH_NEW_ARRAY(g->arena, uint32_t, n);
    memcpy(copy, table, n * sizeof *copy);
    return (nh_series){.base = table[0], .table = copy};
}

static inline nh_series *program_gathers(programs *g, uint32_t n) {
    nh_series *gathers = NH_NEW_ARRAY(g->arena, nh_series, PROGRAM_WAYS);
    uint32_t *table = NH_NEW_ARRAY(g->arena, uint32_t, n);
    for (uint32_t way = 0; way < PROGRAM_WAYS; way++) {
        for (uint32_t i = 0; i < n; i++) table[i] = program_member(way, n, i);
        gathers[way] = program_series(g, n, table);
    }
    return gathers;
}

/* Where member i leaves result k of this many: side by side, apart, or shuffled. */
static inline nh_series *program_scatters(programs *g, uint32_t n, uint32_t base, uint32_t count) {
    nh_series *scatters = NH_NEW_ARRAY(g->arena, nh_series, count);
    uint32_t *table = NH_NEW_ARRAY(g->arena, uint32_t, n);
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < n; i++)
            table[i] = count == 1   ? base + i
                       : count == 2 ? base + 2 * (n - 1 - i) + k
                                    : base + k * n + (i % 2 == 0 ? i / 2 : n - 1 - i / 2);
        scatters[k] = program_series(g, n, table);
    }
    return scatters;
}

/* n members with this many results each, by a body of about this many operations over all the ways. */
static inline nh_loop program_loop(programs *g, uint32_t n, uint32_t operations, uint32_t base, uint32_t count) {
    nh_tape_def def = programs_def(g, 0, PROGRAM_WAYS);
    program_values *p = NH_NEW(g->arena, program_values);
    nh_store stores[8];
    p->g = g;
    p->builder = nh_builder_create(g->arena, g->pool, &def);
    p->values[p->count++] = program_number(p, 5, 7);
    for (uint32_t i = 0; i < PROGRAM_WAYS; i++) p->values[p->count++] = nh_build_expr(p->builder, def.inputs[i]);
    program_grow(p, operations);
    for (uint32_t k = 0; k < count; k++) stores[k] = (nh_store){k, p->values[p->count - 1 - k * 7]};
    return (nh_loop){.members = n,
                     .body = nh_code_make(g->arena, p->builder, count, stores),
                     .gathers = program_gathers(g, n),
                     .scatters = program_scatters(g, n, base, count)};
}

/* Four loops of n members, and some outputs next to them. The loops are made by hand, so that
 * there is one of every kind. */
static inline nh_tape *programs_loops(programs *g, uint32_t n) {
    nh_tape_def def = programs_def(g, n, 4 * n);
    nh_builder *builder = nh_builder_create(g->arena, g->pool, &def);
    for (uint32_t k = 0; k < 3; k++)
        nh_build_output(builder, nh_build_expr(builder, nh_expr_mul(g->pool, def.inputs[k], def.parameters[k])));
    nh_tape *tape = nh_builder_finish(builder);
    tape->loops = NH_NEW_ARRAY(g->arena, nh_loop, 4);
    tape->loops[tape->loop_count++] = program_loop(g, n, 3, 3, 1);
    tape->loops[tape->loop_count++] = program_loop(g, n, 80, 3 + n, 2);
    tape->loops[tape->loop_count++] = program_loop(g, n, 400, 3 + 3 * n, 4); /* more than one part, as a rule */
    tape->loops[tape->loop_count++] = program_loop(g, n, 0, 3 + 7 * n, 1);   /* copies an input */
    tape->outputs = 3 + 8 * n;
    return tape;
}

/* ---- roundings ---- */

/* a b + c next to a b - c, and so on: compilers like to fuse them, and two of them into one vector. */
static inline nh_value program_unfused(nh_builder *b, const nh_expr *x, uint32_t i) {
    nh_value product = nh_build_op(b, NH_OP_mul, nh_build_expr(b, x[i % 7]), nh_build_expr(b, x[i * 3 % 5]), 0);
    return nh_build_op(b, i % 2 == 0 ? NH_OP_add : NH_OP_sub, product, nh_build_expr(b, x[i * 5 % 7]), 0);
}

/* Products and sums that are to be rounded one by one, straight and in a loop of n members. */
static inline nh_tape *programs_roundings(programs *g, uint32_t n) {
    enum { SUMS = 20 };
    nh_tape_def def = programs_def(g, n, 4 * n), inner = programs_def(g, 0, PROGRAM_WAYS);
    nh_builder *main = nh_builder_create(g->arena, g->pool, &def);
    nh_builder *body = nh_builder_create(g->arena, g->pool, &inner);
    nh_store stores[SUMS];
    for (uint32_t i = 0; i < SUMS; i++) {
        nh_build_output(main, program_unfused(main, def.inputs, i));
        stores[i] = (nh_store){i, program_unfused(body, inner.inputs, i)};
    }
    nh_tape *tape = nh_builder_finish(main);
    nh_series *scatters = NH_NEW_ARRAY(g->arena, nh_series, SUMS);
    for (uint32_t i = 0; i < SUMS; i++) scatters[i] = (nh_series){.base = SUMS + i, .stride = SUMS};
    tape->loops = NH_NEW(g->arena, nh_loop);
    tape->loops[tape->loop_count++] = (nh_loop){.members = n,
                                                .body = nh_code_make(g->arena, body, SUMS, stores),
                                                .gathers = program_gathers(g, n),
                                                .scatters = scatters};
    tape->outputs = SUMS + SUMS * n;
    return tape;
}

/* ---- numbers, and how results are compared ---- */

static inline double *program_numbers(programs *g, size_t count) {
    double *numbers = NH_NEW_ARRAY(g->arena, double, count + 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t kind = programs_below(g, 20);
        numbers[i] = kind == 0   ? 0.0
                     : kind == 1 ? -0.0
                     : kind == 2 ? (double)nh_random_between(&g->random, -3, 3)
                     : kind == 3 ? nh_random_uniform(&g->random, -1e6, 1e6)
                                 : nh_random_uniform(&g->random, -3, 3);
    }
    return numbers;
}

/* Filled with a number that no tape computes: what was not written is found. */
static inline double *program_room(programs *g, size_t count) {
    double *room = nh_arena_alloc_aligned(g->arena, (count + 1) * sizeof *room, 64);
    for (size_t i = 0; i <= count; i++) room[i] = -0x1.23456789abcdep+777;
    return room;
}

/* The same bits; of NaN it is not promised which. */
static inline bool program_same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Fails at the first difference; returns how many numbers there are that are not NaN. */
static inline size_t program_compare(const char *what, size_t count, const double *is, const double *should) {
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) {
        if (!program_same(is[i], should[i])) {
            print_error("%s: number %zu of %zu is %a, not %a\n", what, i, count, is[i], should[i]);
            fail();
        }
        if (!isnan(should[i])) numbers++;
    }
    return numbers;
}

/* ---- files and programs ---- */

static inline void program_write(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline bool program_exists(const char *name) {
    char command[256];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

#define SKIP_WITHOUT(name)                                                                                             \
    if (!program_exists(name)) {                                                                                       \
        print_message("there is no %s here\n", name);                                                                  \
        skip();                                                                                                        \
    }

#endif
