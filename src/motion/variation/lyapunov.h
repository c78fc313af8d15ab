/* Lyapunov exponents of a motion, by Benettin, Galgani, Giorgilli and Strelcyn: a basis of displacements is carried
 * along and made orthonormal after each step; the logarithms of what was taken, over the time, tend to the exponents.
 */
#ifndef NH_MOTION_VARIATION_LYAPUNOV_H
#define NH_MOTION_VARIATION_LYAPUNOV_H

#include <nonholo/lyapunov.h>

#include "model/model.h"

/* In the arena, which is not the scratch arena. Leaves as nh_lyapunov_make says. */
const nh_lyapunov_info *nh_lyapunov_of(nh_arena *arena, const nh_model *model, const nh_lyapunov_def *def);

#endif
