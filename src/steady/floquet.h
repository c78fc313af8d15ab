/* The question of `linearize --along`: the monodromy matrix of a periodic motion, and its multipliers. */
#ifndef NH_STEADY_FLOQUET_H
#define NH_STEADY_FLOQUET_H

#include <nonholo/floquet.h>

#include "model/model.h"

/* In the arena, which is not the scratch arena. Leaves as nh_floquet_make says. */
const nh_floquet_info *nh_floquet_of(nh_arena *arena, const nh_model *model, const nh_floquet_def *def);

#endif
