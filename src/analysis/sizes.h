/* Whether expressions are about zero at the state at hand, in doubles: values, and what they are small beside. */
#ifndef NH_ANALYSIS_SIZES_H
#define NH_ANALYSIS_SIZES_H

#include "analysis/admissible.h"

/* value[i] of e[i] at the state, which there is, and size[i]: of its terms, with sines and cosines as 1, and coordinates and velocities as large as the largest of their kind. So the size
 * of one velocity is not its own value. */
void nh_sizes_at_hand(const nh_admissible *a, uint32_t count, const nh_expr *e, double *value, double *size);
/* Whether all of them are below `part` of their sizes. */
bool nh_sizes_all_small(const nh_admissible *a, uint32_t count, const nh_expr *e, double part);

#endif
