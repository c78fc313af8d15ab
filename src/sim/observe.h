/* What is looked at along a motion: energy, power, watches, invariants, events, as numbers at a state with its accelerations and
 * multipliers. */
#ifndef NH_SIM_OBSERVE_H
#define NH_SIM_OBSERVE_H

#include "form/equations.h"

typedef struct nh_observer nh_observer;

/* Where the values of one call stand. */
typedef struct nh_observation {
    double energy; /* E = sum q' dL/dq' - L */
    double power;  /* dE/dt by what is done to the system: Q q' + lambda (d rate/dq') q' - dL/dt */
    const double *
        records; /* one for each of model->records: watches, invariants, claims; not a number where it is not computed */
    const double *events; /* one for each of model->events */
} nh_observation;

/* A watch, an invariant or a claim may name something that is not computed along a motion, such as a coefficient of a formulation: a warning
 * says so. An event or a stop that does leaves with NH_E_UNSUPPORTED: without it the motion would be another one. */
nh_observer *nh_observer_make(nh_arena *arena, const nh_equations *equations);
void nh_observer_set(nh_observer *observer, const double *parameters);
/* q, v, a: n each; lambda: one for each row of the equations. The arrays of the result are overwritten by the next call. */
nh_observation nh_observe(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                          const double *lambda);

#endif
