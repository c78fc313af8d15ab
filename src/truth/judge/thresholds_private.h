/* Values of the parameters at which what is judged may change, beyond those at which something in it switches
 * (truth/verify/verify_features.c). */
#ifndef NH_TRUTH_JUDGE_THRESHOLDS_PRIVATE_H
#define NH_TRUTH_JUDGE_THRESHOLDS_PRIVATE_H

#include "truth/verify/verify.h"

typedef NH_ARRAY(nh_verify_feature) nh_thresholds;

/* Expressions in parameters only, to be examined where they are negative, 0 and positive. In the arena. */
nh_thresholds nh_thresholds_find(const nh_model *model, nh_arena *arena);

#endif
