/* A tape that runs often, one evaluation at a time: interpreted at first, as machine code once that pays.
 *
 *     nh_program *program = nh_program_make(arena, tape, NH_NATIVE_AUTO);
 *     nh_program_begin(program, parameters);
 *     nh_program_run(program, inputs, outputs);        as often as needed
 *
 * By itself it takes code that was compiled for this tape before, and compiles (tape/native/native.h) when the interpreter has taken several times
 * as long as the compiler will. The bits are the same in all cases, so nothing depends on when that happens. Where it cannot be
 * compiled it stays interpreted, without a word unless code was asked for. */
#ifndef NH_TAPE_PROGRAM_H
#define NH_TAPE_PROGRAM_H

#include <nonholo/run.h>

#include "tape/tape.h"

typedef struct nh_program nh_program;

/* The program keeps the tape. */
nh_program *nh_program_make(nh_arena *arena, const nh_tape *tape, nh_native_use use);
void nh_program_begin(nh_program *program, const double *parameters);
void nh_program_run(nh_program *program, const double *inputs, double *outputs);
bool nh_program_is_native(const nh_program *program);

#endif
