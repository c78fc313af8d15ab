/* Functions of positions that kinematic rows keep constant along a motion, functions of velocities that rows with
 * accelerations do, and the way back to them.
 *
 * x x' + y y' = 0 keeps x^2 + y^2 constant. Steps that are only moved back to where the rows hold for the velocities
 * drift away from that by their errors; so the functions that were found (facts/integrable/integrable.h) are kept like
 * geometric constraints f(t, q) = C, with the constants of the start. x'' = y' keeps x' - y constant: such functions
 * are kept like constraints on velocities, and so are first integrals of the motion when that is requested. */
#ifndef NH_MOTION_RUN_INTEGRALS_PRIVATE_H
#define NH_MOTION_RUN_INTEGRALS_PRIVATE_H

#include "motion/run/run.h"
#include "state/state.h"

typedef struct nh_kept nh_kept;

/* The functions of a model with these values of its parameters, and their constants at the start; NULL when there are
 * none, or none was found. In the arena. */
nh_kept *nh_kept_make(nh_arena *arena, const nh_model *model, const double *parameters, const nh_state *start,
                      const nh_run_integrals *integrals);
uint32_t nh_kept_count(const nh_kept *kept);
nh_expr nh_kept_function(const nh_kept *kept, uint32_t i);
double nh_kept_constant(const nh_kept *kept, uint32_t i);

/* Moves q, by steps of least length along the geometric rows, to where the functions of positions have their constants
 * again, to rounding; false when it does not get there, and q is as before. Allocates nothing. The same of v for those
 * of velocities, along the rates of all rows. */
bool nh_kept_project_positions(nh_kept *kept, double t, double *q, double *v);
bool nh_kept_project_velocities(nh_kept *kept, double t, double *q, double *v);
/* Whether the rates of all functions of positions vanish at a state at which the rows hold, except for errors of a
 * step: else the motion has come to where the rows say something else, and nothing is to be kept. */
bool nh_kept_holds(nh_kept *kept, double t, const double *q, const double *v);
/* |f - C| at a state, of each. */
const double *nh_kept_drifts(nh_kept *kept, double t, const double *q, const double *v);

#endif
