/* A tape with what it takes to run it in doubles, one evaluation at a time.
 *
 *     nh_program *program = nh_program_of(arena, pool, &def, parameters);
 *     const double *outputs = nh_program_at(program, inputs);   // as often as needed
 *
 * One that runs often is interpreted at first, and machine code once that pays:
 *
 *     nh_program *program = nh_program_make(arena, tape, NH_NATIVE_AUTO);
 *     nh_program_begin(program, parameters);
 *     nh_program_run(program, inputs, values);
 *
 * By itself it takes code that was compiled for this tape before, and compiles (tape/native/native.h) when the
 * interpreter has taken several times as long as the compiler will. The bits are the same in all cases, so
 * nothing depends on when that happens. Where it cannot be compiled it stays interpreted, without a word
 * unless code was requested. */
#ifndef NH_TAPE_PROGRAM_H
#define NH_TAPE_PROGRAM_H

#include <nonholo/run.h>

#include "tape/tape.h"

typedef struct nh_program nh_program;

/* The program keeps the tape. */
nh_program *nh_program_make(nh_arena *arena, const nh_tape *tape, nh_native_use use);
/* Interpreted, and begun with these parameters; NULL where there are none, or where it is begun later. */
nh_program *nh_program_begun(nh_arena *arena, const nh_tape *tape, const double *parameters);
/* The same with a tape of its own. */
nh_program *nh_program_of(nh_arena *arena, nh_pool *pool, const nh_tape_def *def, const double *parameters);

void nh_program_begin(nh_program *program, const double *parameters);
void nh_program_run(nh_program *program, const double *inputs, double *outputs);
/* Runs it with outputs in an array of the program, which they keep until it runs again. */
double *nh_program_at(nh_program *program, const double *inputs);
double *nh_program_outputs(const nh_program *program); /* that array */
bool nh_program_is_native(const nh_program *program);
const nh_tape *nh_program_tape(const nh_program *program);

#endif
