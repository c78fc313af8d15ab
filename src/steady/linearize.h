/* The question of `linearize`: the linearised equations at the initial state of a model, and what they say. */
#ifndef NH_STEADY_LINEARIZE_H
#define NH_STEADY_LINEARIZE_H

#include <nonholo/linearize.h>

#include "steady/spectrum_private.h"

/* In the arena, which is not the scratch arena. Leaves as nh_linearize_make says. */
const nh_linearize_info *nh_linearized(nh_arena *arena, const nh_model *model, const nh_linearize_def *def);

/* ---- inside the guard ---- */

enum { NH_STEADY_BITS = 192 };
static inline int nh_steady_bits(int digits) {
    return NH_STEADY_BITS + 4 * digits;
}
/* Digits of the steady motion for this many of its eigenvalues. */
static inline int nh_steady_digits(int digits) {
    return 40 + digits;
}

/* The same at a motion that was found; NULL, and *why in words, where there are no linearised equations. */
const nh_linearize_info *nh_linearized_at(nh_arena *arena, const nh_steady_motion *motion, int digits, bool with_modes,
                                          const char **why);
/* What is known of it without them. */
void nh_linearized_bare(nh_arena *arena, const nh_steady_motion *motion, nh_linearize_info *info, const char *why);
/* t, q, q' of the initial state, in doubles. */
double *nh_steady_guess(nh_arena *arena, const nh_steady_problem *problem);

#endif
