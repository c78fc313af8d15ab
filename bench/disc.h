/* The rolling disc of [Examples] 5.6, with the kinetic energy of a real disc: coordinates x, y, psi, phi, theta, constraints
 * x' = R cos(phi) psi', y' = R sin(phi) psi'. Its accelerations psi'', phi'', theta'' from the reduced equations. */
#ifndef NH_BENCH_DISC_H
#define NH_BENCH_DISC_H

#include "expr/expr.h"
#include "tape/build.h"

enum { DISC_INPUTS = 5, DISC_PARAMETERS = 5, DISC_OUTPUTS = 3 };

/* Built by calls of the library: energies, derivatives, the reduced equations, L D L^T unrolled. Inputs: phi, theta, psi', phi',
 * theta'. Parameters: m, R, I1, I2, g. */
nh_tape *disc_tape(nh_arena *arena, nh_pool *pool);

/* The same, written by hand with care: the reduced coefficients of [Examples] 5.6 as simplified on paper. */
void disc_by_hand(const double *parameters, const double *inputs, double *outputs);

#endif
