/* How many rows with accelerations are independent of each other and of the rates of the other rows: by this many the
 * accelerations are bound beyond what the velocities are. */
#ifndef NH_FACTS_BOUND_PRIVATE_H
#define NH_FACTS_BOUND_PRIVATE_H

#include "facts/admissible.h"

/* Fills a->bound, a->bound_row and a->bound_by; after the samples are made. */
void nh_bound_find(nh_admissible *a);
/* Whether an imposed row with accelerations depends on other rows: by number in model->rows. */
nh_fact nh_bound_redundant(const nh_admissible *a, uint32_t row);

/* What must be 0 at a state for such a row, which depends on the others, to agree with them: x' - 1 where x'' = 1,
 * y'' = 1 and y'' = x' are imposed. Undefined: not found. */
nh_expr nh_bound_remainder(const nh_admissible *a, uint32_t row);

#endif
