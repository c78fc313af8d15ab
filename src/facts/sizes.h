/* Whether expressions are about zero at the reference state, in doubles: values, and what they are small compared
 * with. */
#ifndef NH_FACTS_SIZES_H
#define NH_FACTS_SIZES_H

#include "facts/admissible.h"

/* The values at the reference state, which there is. */
void nh_sizes_values(const nh_admissible *a, uint32_t count, const nh_expr *e, double *values);

/* Whether all of them are, except for rounding, 0 at the state: below `part` of the size of their terms, with sines
 * and cosines as 1, and coordinates and velocities as large as the largest of their kind. So the size of one
 * velocity is not its own value. */
bool nh_sizes_all_small(const nh_admissible *a, uint32_t count, const nh_expr *e, double part);
/* The same for what is close rather than equal: coordinates count by how far they are from each other, and what
 * is tiny is close to 0. */
bool nh_sizes_are_near(const nh_admissible *a, uint32_t count, const nh_expr *e, double part);

#endif
