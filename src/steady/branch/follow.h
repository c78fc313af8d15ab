/* The question of `steady --along`: a branch of steady motions, followed by arc length over the values of a parameter,
 * or of what distinguishes the members of its family, through the folds at which it turns back. */
#ifndef NH_STEADY_FOLLOW_H
#define NH_STEADY_FOLLOW_H

#include <nonholo/steady.h>

#include "model/model.h"

/* def->along is not NULL. In the arena, which is not the scratch arena. Leaves as nh_steady_make says. */
const nh_steady_info *nh_steady_followed(nh_arena *arena, const nh_model *model, const nh_steady_def *def);

#endif
