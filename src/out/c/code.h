/* The equations of motion as a C file that needs nothing else: accelerations and multipliers at a state, for programs
 * that do not use this library.
 *
 * The file is C99 and C++ at once, includes <math.h> only, allocates nothing and keeps nothing. Its head says what is
 * in it. Expressions become statements (code_text.c), the linear systems are solved by a plain elimination that is
 * written into the file (code_solver.c).
 *
 * One choice of independent rows and velocities is written down, that of a state: the initial state of the model, or a
 * random admissible one. Where it is not valid, the file answers "singular". The signs of roots in the explicit form
 * are taken from the state that is given.
 *
 * Functions without a body become prototypes; who uses the file writes them. */
#ifndef NH_OUT_C_CODE_H
#define NH_OUT_C_CODE_H

#include "form/form.h"

/* Accelerations and multipliers together, or redundant rows and all others. More are for sparse methods, which
 * the file does not have. */
#define NH_CODE_UNKNOWNS_MAX 100
/* Operations of all expressions together. */
#define NH_CODE_OPERATIONS_MAX 40000

/* The file, in the arena, which is not the scratch arena; the seed is that of the random states. NULL, and *why in
 * words: the formulation does not apply, or the system is too large. */
const char *nh_code_print(nh_arena *arena, const nh_model *model, const nh_form *form, uint64_t seed, const char **why);

#endif
