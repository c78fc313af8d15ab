/* The question of `stability`: the spectrum of a steady motion over values of a parameter or of its family. */
#ifndef NH_STEADY_STABILITY_H
#define NH_STEADY_STABILITY_H

#include <nonholo/stability.h>

#include "model/model.h"

/* The model with the parameter at the value with which the branch begins, to be destroyed; NULL: that is its own
 * value, or no parameter is varied. */
nh_model *nh_stability_model(nh_arena *arena, const nh_model *model, const nh_stability_info *info);
/* In the arena, which is not the scratch arena. Leaves as nh_stability_make says. */
const nh_stability_info *nh_stability_answer(nh_arena *arena, const nh_model *model, const nh_stability_def *def);

#endif
