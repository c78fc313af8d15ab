/* The question of `periodic`: periodic motions by Newton's method, continued in a parameter. */
#ifndef NH_STEADY_PERIODIC_PERIODIC_H
#define NH_STEADY_PERIODIC_PERIODIC_H

#include <nonholo/periodic.h>

#include "model/model.h"

/* In the arena, which is not the scratch arena. Leaves as nh_periodic_make says. */
const nh_periodic_info *nh_periodic_of(nh_arena *arena, const nh_model *model, const nh_periodic_def *def);

#endif
