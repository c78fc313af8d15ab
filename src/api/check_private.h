/* What the files of the check share. */
#ifndef NH_API_CHECK_PRIVATE_H
#define NH_API_CHECK_PRIVATE_H

#include <nonholo/check.h>

#include "analysis/analysis.h"

/* In the arena, which is not the scratch arena. */
const nh_check_formulation *nh_check_find_formulations(nh_arena *arena, const nh_analysis *x, size_t *count);

#endif
