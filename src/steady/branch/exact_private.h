/* Changes of stability in closed form. */
#ifndef NH_STEADY_EXACT_PRIVATE_H
#define NH_STEADY_EXACT_PRIVATE_H

#include "steady/branch/changes_private.h"

/* Outside the guard. The formulas of changes that were enclosed, as far as they are found; the model has a value of the
 * range at which nothing is special. */
void nh_changes_solve(nh_changes *changes, const nh_model *model, const nh_range *range);

#endif
