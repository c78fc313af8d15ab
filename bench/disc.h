/* The rolling disc of [Examples] 5.6, with the kinetic energy of a real disc: coordinates x, y, psi, phi,
 * theta, constraints x' = R cos(phi) psi', y' = R sin(phi) psi'. Its accelerations psi'', phi'', theta'' from
 * the reduced equations. */
#ifndef NH_BENCH_DISC_H
#define NH_BENCH_DISC_H

#include "expr/expr.h"
#include "tape/build.h"

enum { DISC_INPUTS = 5, DISC_PARAMETERS = 5, DISC_OUTPUTS = 3, DISC_STATES = 8 };

/* Parameters: m, R, I1, I2, g. */
extern const double disc_parameters[DISC_PARAMETERS];
/* The model from its energies and two constraints, as the peers get it. */
extern const char disc_text[];

/* Built by calls of the library: energies, derivatives, the reduced equations, L D L^T unrolled. Inputs: phi, theta,
 * psi', phi', theta'. Parameters: m, R, I1, I2, g. */
nh_tape *disc_tape(nh_arena *arena, nh_pool *pool);

/* The same, written by hand with care: the reduced coefficients of [Examples] 5.6 as simplified on paper. */
void disc_by_hand(const double *parameters, const double *inputs, double *outputs);
/* What that takes at every evaluation, in arithmetic operations: disc_hand.c counts. */
enum { DISC_HAND_OPERATIONS = 30 };
/* All five accelerations of the whole state by hand. */
void disc_accelerations(const double *parameters, const double *state, double *accelerations);

/* The whole state is x, y, psi, phi, theta, psi', phi', theta'. Its rates by hand. */
void disc_rates(const double *parameters, const double *state, double *rates);
/* From the state at time 0 to that at `end`, exact to about 1e-12. */
void disc_reference(const double *parameters, double end, double *state);

/* A motion as somebody computed it. */
typedef struct disc_motion {
    const char *missing; /* NULL, or what is not there: then the rest says nothing */
    double seconds;      /* CPU time */
    double end[DISC_STATES];
    double error; /* of the end: the largest over the states of |difference| / (1 + |value|) */
    unsigned long evaluations;
} disc_motion;

/* From the state `start`, by CVODE of SUNDIALS (Adams, fixed-point iteration) on the equations written by hand. */
disc_motion disc_by_cvode(const double *parameters, double end, double tolerance, const double *start);

#endif
