/* Programs: the interpreter, then the compiler. */
#include "tape/program.h"

#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "tape/native/native.h"

/* In operations of the interpreter, about 1.5 ns each: what the compiler takes, to begin with and for each operation of
 * the tape; what it takes to search for code that is there already. */
#define COMPILER_START 4e7
#define COMPILER_EACH 2e5
#define SEARCH_START 1e5
#define SEARCH_EACH 1e3
/* Compiling waits until the interpreter has worked this many times as long; it may be in vain. Looking
 * waits as long as it takes. */
#define PATIENCE 4
/* What a run costs in addition to its operations. */
#define RUN_COST 10

typedef enum stage { SEARCH, COMPILE, STAY } stage;

struct nh_program {
    nh_arena *arena;
    const nh_tape *tape;
    nh_native *native; /* NULL: interpreted */
    stage next;
    double cost; /* of one interpreted run */
    double left; /* what it may do so until the next stage */
    double *work, *parameters, *outputs;
    bool has_begun;
};

static void *take_work(nh_arena *arena, size_t doubles) {
    return nh_arena_alloc_aligned(arena, (doubles + 1) * sizeof(double), 64);
}

/* Takes the compiled code, if there is any or it may be made; what was begun continues in it. */
static void load_native(nh_program *program, bool may_make, bool is_quiet) {
    nh_context *context = nh_arena_context(program->arena);
    nh_native_def def = nh_default_native();
    size_t before = nh_context_diag_count(context);
    def.lanes = false;
    def.must_exist = !may_make;
    program->native = nh_native_load(program->arena, program->tape, &def);
    if (is_quiet) nh_diag_forget(context, before);
    if (program->native == NULL) return;
    program->work = take_work(program->arena, nh_native_work_size(program->native, 1));
    if (program->has_begun) nh_native_begin(program->native, 1, program->parameters, program->work);
}

/* How long to wait for the next stage. */
static double patience_of(const nh_program *program) {
    double operations = nh_tape_operations(program->tape);
    if (program->next == SEARCH) return SEARCH_START + SEARCH_EACH * operations;
    return PATIENCE * (COMPILER_START + COMPILER_EACH * operations);
}

nh_program *nh_program_make(nh_arena *arena, const nh_tape *tape, nh_native_use use) {
    nh_program *program = NH_NEW(arena, nh_program);
    *program = (nh_program){.arena = arena, .tape = tape, .next = use == NH_NATIVE_AUTO ? SEARCH : STAY};
    program->cost = RUN_COST + (double)nh_tape_operations_run(tape);
    program->left = patience_of(program);
    program->parameters = NH_NEW_ARRAY(arena, double, nh_tape_parameters(tape));
    program->outputs = NH_NEW_ARRAY(arena, double, (size_t)nh_tape_outputs(tape) + 1);
    if (use == NH_NATIVE_ALWAYS) load_native(program, true, false);
    if (program->native == NULL) program->work = take_work(arena, nh_tape_work_size(tape, 1));
    return program;
}

nh_program *nh_program_begun(nh_arena *arena, const nh_tape *tape, const double *parameters) {
    nh_program *program = nh_program_make(arena, tape, NH_NATIVE_NEVER);
    if (parameters != NULL || nh_tape_parameters(tape) == 0) nh_program_begin(program, parameters);
    return program;
}

nh_program *nh_program_of(nh_arena *arena, nh_pool *pool, const nh_tape_def *def, const double *parameters) {
    return nh_program_begun(arena, nh_tape_make(arena, pool, def), parameters);
}

void nh_program_begin(nh_program *program, const double *parameters) {
    if (nh_tape_parameters(program->tape) > 0)
        memcpy(program->parameters, parameters, nh_tape_parameters(program->tape) * sizeof *parameters);
    program->has_begun = true;
    if (program->native != NULL) nh_native_begin(program->native, 1, parameters, program->work);
    else nh_tape_begin(program->tape, 1, parameters, program->work);
}

static void advance_stage(nh_program *program) {
    load_native(program, program->next == COMPILE, true);
    program->next = program->next == SEARCH ? COMPILE : STAY;
    program->left = patience_of(program);
}

void nh_program_run(nh_program *program, const double *inputs, double *outputs) {
    NH_ASSERT(program->has_begun);
    if (program->native != NULL) {
        nh_native_run(program->native, 1, inputs, outputs, program->work);
        return;
    }
    nh_tape_run(program->tape, 1, inputs, outputs, program->work);
    program->left -= program->cost;
    if (program->left <= 0 && program->next != STAY) advance_stage(program);
}

double *nh_program_at(nh_program *program, const double *inputs) {
    nh_program_run(program, inputs, program->outputs);
    return program->outputs;
}

double *nh_program_outputs(const nh_program *program) {
    return program->outputs;
}

bool nh_program_is_native(const nh_program *program) {
    return program->native != NULL;
}

const nh_tape *nh_program_tape(const nh_program *program) {
    return program->tape;
}
