/* Steady motions that algebra proves, for all values of the parameters. Files: proof.c. */
#ifndef NH_STEADY_PROOF_PRIVATE_H
#define NH_STEADY_PROOF_PRIVATE_H

#include "steady/find_private.h"

typedef struct nh_steady_proof {
    size_t count;
    const char *const *exact; /* "theta = 1/2*pi", "g = R*w^2*cos(theta)": coordinates and velocities that are not 0 */
} nh_steady_proof;

/* Outside the guard; in the arena, which is not the scratch arena. NULL: no proof is found. */
const nh_steady_proof *nh_steady_prove(nh_arena *arena, const nh_steady_motion *motion);

#endif
