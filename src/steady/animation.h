/* A mode as a motion to look at: the steady motion with an oscillation about it, as large as can be seen well. */
#ifndef NH_STEADY_ANIMATION_H
#define NH_STEADY_ANIMATION_H

#include <nonholo/linearize.h>

#include "motion/run/run.h"

/* Points at equal times, with the columns t, q, q', on the constraints; in the arena, which is not the scratch arena.
 * The model has the parameters of the steady motion. grows: the amplitude grows or decays as the eigenvalue says; else
 * it stays, which only the mode of a complex eigenvalue can. NULL: there is nothing to see, or the constraints cannot
 * be satisfied on the way. */
const nh_trajectory *nh_mode_animate(nh_arena *arena, const nh_model *model, const nh_linearize_info *info, size_t mode,
                                     bool grows);

#endif
