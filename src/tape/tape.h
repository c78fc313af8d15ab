/* Tapes: straight-line programs that evaluate expressions.
 *
 * A tape is made from a list of expressions (outputs) over a list of symbols (inputs, which change from call to call,
 * and parameters, which do not). What is common is computed once; what depends on parameters only is computed when the
 * parameters are set. One tape runs in five ways, so that they cannot drift apart: over doubles in lanes (below), in
 * balls (tape/ball_run.h), in intervals (tape/interval_run.h), as Taylor series (tape/jet.h), and as C that is compiled
 * (tape/native/native.h). Doubles give the same bits in all of them.
 *
 * Members of a family, which are outputs of one shape over other symbols, are kept as one loop: a chain of 10^5 points
 * has a tape as small as one of 100.
 *
 *     double *work = ...;                                // nh_tape_work_size(tape, lanes) doubles, aligned to 64 bytes
 *     nh_tape_begin(tape, lanes, parameters, work);      // once, and whenever the parameters change
 *     nh_tape_run(tape, lanes, inputs, outputs, work);   // as often as wanted; allocates nothing */
#ifndef NH_TAPE_TAPE_H
#define NH_TAPE_TAPE_H

#include "expr/expr.h"

typedef struct nh_tape nh_tape;

typedef struct nh_tape_def {
    uint32_t input_count;
    const nh_expr *inputs; /* symbols, each once */
    uint32_t parameter_count;
    const nh_expr *parameters; /* symbols, none among the inputs */
    uint32_t output_count;
    const nh_expr *outputs;
    uint32_t loop_from; /* families of at least this many members become loops; 0: none do. default 16 */
} nh_tape_def;

/* The tape, in the arena. Leaves with NH_E_USAGE "unbound-symbol" when an output has a symbol that is neither input nor
 * parameter, "undefined-function" when it calls a function without a definition,
 * "undefined-value" when it has no value. */
nh_tape *nh_tape_make(nh_arena *arena, nh_pool *pool, const nh_tape_def *def);

uint32_t nh_tape_inputs(const nh_tape *tape);
uint32_t nh_tape_parameters(const nh_tape *tape);
uint32_t nh_tape_outputs(const nh_tape *tape);
uint32_t nh_tape_operations(const nh_tape *tape);     /* instructions that are stored, loops counted once */
uint64_t nh_tape_operations_run(const nh_tape *tape); /* instructions that one run executes, loops counted by members */
uint32_t nh_tape_operations_prelude(const nh_tape *tape); /* instructions that nh_tape_begin executes */
uint32_t nh_tape_slots(const nh_tape *tape);              /* the working set, in doubles a lane, loops included */
size_t nh_tape_bytes(const nh_tape *tape);                /* what the tape takes in memory */
const char *nh_tape_machine(const nh_tape *tape); /* the instruction set that nh_tape_run uses, such as "avx2" */
uint32_t nh_tape_width(const nh_tape *tape);      /* doubles in a vector of that */

/* Running over lanes: independent evaluations side by side. Arrays are rows of lanes: value i of lane l is at [i*lanes
 * + l]. Parameters are given for each lane as well. Any number of lanes >= 1. */
size_t nh_tape_work_size(const nh_tape *tape, uint32_t lanes);
void nh_tape_begin(const nh_tape *tape, uint32_t lanes, const double *parameters, double *work);
void nh_tape_run(const nh_tape *tape, uint32_t lanes, const double *inputs, double *outputs, double *work);

#endif
