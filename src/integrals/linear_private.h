/* Velocities that obey linear equations in one position. */
#ifndef NH_INTEGRALS_LINEAR_PRIVATE_H
#define NH_INTEGRALS_LINEAR_PRIVATE_H

#include "integrals/integrals_private.h"

/* Adds them to the result; in the arena. */
void nh_linear_find(nh_integrals_result *result, nh_arena *arena, nh_admissible *a, const nh_flow *flow);

#endif
