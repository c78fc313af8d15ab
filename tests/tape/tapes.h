/* What the tests of tapes share: making and running a small tape, and looking into it. */
#ifndef NH_TESTS_TAPES_H
#define NH_TESTS_TAPES_H

#include "expr/calculus/calculus.h"
#include "expr/print/print.h"
#include "programs.h"
#include "tape/build_private.h"

/* Symbols and the tape that is made from them. */
typedef struct tapes {
    nh_context *context;
    nh_arena *arena;
    nh_pool *pool;
    nh_expr x, y, z, a, b, c; /* x, y, z are inputs, the others parameters */
    nh_tape_def def;          /* inputs x, y, z and parameters a, b, c; no loops */
} tapes;

static inline tapes tapes_begin(nh_context *context) {
    tapes t = {.context = context, .arena = nh_arena_create(context), .pool = nh_pool_create(context)};
    t.x = nh_expr_symbol_text(t.pool, NH_ROLE_COORDINATE, "x");
    t.y = nh_expr_symbol_text(t.pool, NH_ROLE_COORDINATE, "y");
    t.z = nh_expr_symbol_text(t.pool, NH_ROLE_COORDINATE, "z");
    t.a = nh_expr_symbol_text(t.pool, NH_ROLE_PARAMETER, "a");
    t.b = nh_expr_symbol_text(t.pool, NH_ROLE_PARAMETER, "b");
    t.c = nh_expr_symbol_text(t.pool, NH_ROLE_PARAMETER, "c");
    nh_expr *symbols = NH_NEW_ARRAY(t.arena, nh_expr, 6);
    memcpy(symbols, (nh_expr[]){t.x, t.y, t.z, t.a, t.b, t.c}, 6 * sizeof *symbols);
    t.def = (nh_tape_def){.input_count = 3, .inputs = symbols, .parameter_count = 3, .parameters = symbols + 3};
    return t;
}

static inline nh_tape *tapes_make(tapes *t, uint32_t count, const nh_expr *outputs) {
    nh_tape_def def = t->def;
    def.output_count = count;
    def.outputs = outputs;
    return nh_tape_make(t->arena, t->pool, &def);
}

/* n symbols of a role, named letter0, letter1, ... */
static inline nh_expr *tapes_symbols(tapes *t, nh_role role, const char *letter, uint32_t count) {
    programs g = {.arena = t->arena, .pool = t->pool};
    return programs_symbols(&g, role, letter, count);
}

/* Room for count doubles, aligned, filled with a number that no tape computes. */
static inline double *tapes_room(nh_arena *arena, size_t count) {
    programs g = {.arena = arena};
    return program_room(&g, count);
}

/* Sets the parameters and runs, one lane. */
static inline void tapes_run(nh_arena *arena, const nh_tape *tape, const double *parameters, const double *inputs,
                             double *outputs) {
    double *work = tapes_room(arena, nh_tape_work_size(tape, 1));
    nh_tape_begin(tape, 1, parameters, work);
    nh_tape_run(tape, 1, inputs, outputs, work);
}

/* How many instructions of the tape are of this operation. */
static inline uint32_t tapes_count(const nh_tape *tape, nh_op op) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < tape->main.count; i++) count += tape->main.instr[i].op == op;
    for (uint32_t l = 0; l < tape->loop_count; l++)
        for (uint32_t i = 0; i < tape->loops[l].body.count; i++) count += tape->loops[l].body.instr[i].op == op;
    return count;
}

/* An expression and the abbreviations in it, for messages. */
static inline const char *tapes_text(nh_arena *arena, nh_pool *pool, nh_expr e) {
    nh_text text = nh_text_begin(arena);
    nh_expr_print(pool, &text, e);
    nh_text_add_char(&text, '\n');
    nh_expr_print_definitions(pool, &text, 1, &e);
    return nh_text_string(&text);
}

/* Short ways to write expressions. */
#define ADD(a, b) nh_expr_add(t.pool, (a), (b))
#define SUB(a, b) nh_expr_sub(t.pool, (a), (b))
#define MUL(a, b) nh_expr_mul(t.pool, (a), (b))
#define DIV(a, b) nh_expr_div(t.pool, (a), (b))
#define POW(a, n) nh_expr_pow_int(t.pool, (a), (n))
#define TIMES(num, den, a) nh_expr_scale(t.pool, nh_rat_make((num), (den)), (a))
#define NUM(n) nh_expr_int(t.pool, (n))
#define FUN(KIND, a) nh_expr_apply1(t.pool, NH_EXPR_##KIND, (a))

#endif
