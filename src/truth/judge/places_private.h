/* Where a proof serves, in words. */
#ifndef NH_TRUTH_JUDGE_PLACES_PRIVATE_H
#define NH_TRUTH_JUDGE_PLACES_PRIVATE_H

#include "algebra/linear/linear.h"
#include "model/model.h"

/* "R and x' are not 0, or R and y' are not 0": where all of one of the lists are not 0. NULL: everywhere, also where
 * that follows: cos(phi) and sin(phi) are never 0 together. In the arena, which is not the scratch arena. */
const char *nh_places_words(const nh_model *model, nh_arena *arena, size_t count, const nh_linear_assumptions *lists);

#endif
