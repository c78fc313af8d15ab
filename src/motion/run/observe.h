/* What is examined along a motion: energy, power, watches, invariants, events, constraint forces, as numbers at a
 * state with its accelerations and multipliers. */
#ifndef NH_MOTION_RUN_OBSERVE_H
#define NH_MOTION_RUN_OBSERVE_H

#include "form/equations.h"
#include "tape/tape.h"

typedef struct nh_observer nh_observer;

/* Of a derivative of a coordinate that the equations of motion do not give, such as z''', a sentence that says so;
 * NULL: it is none. */
const char *nh_observer_beyond(const nh_model *model, nh_arena *arena, nh_expr symbol);

/* Where the values of one call stand. */
typedef struct nh_observation {
    double energy;  /* E = sum q' dL/dq' - L */
    double kinetic; /* T, or L where that was given itself: energies are measured by it */
    /* The energy of the extended Lagrangian, where it is conserved and not the same as E: nh_observer_has_extended. */
    double extended;
    double power; /* dE/dt by what is done to the system: Q q' + lambda (d rate/dq') q' - dL/dt */
    /* One for each of model->records: watches, invariants, claims; not a number where it is not computed. */
    const double *records;
    /* One for each of them: of a claim the sum of the absolute values of its terms, and a part of the accelerations and
     * multipliers that the equations give with those in it (scales_private.h); else 0. */
    const double *sizes;
    const double *events;    /* one for each of model->events */
    const double *reactions; /* one for each of nh_observer_reactions */
} nh_observation;

/* A watch, an invariant or a claim may name something that is not computed along a motion, such as a coefficient of a
 * formulation: a warning says so. An event or a stop that does leaves with NH_E_UNSUPPORTED: without it the motion
 * would be different. With `reactions` the constraint forces on all points and bodies are observed, whether something
 * speaks about them or not. */
nh_observer *nh_observer_make(nh_arena *arena, const nh_equations *equations, bool reactions);
void nh_observer_set(nh_observer *observer, const double *parameters);

/* The constraint forces that are observed, as symbols whose names are reaction(P).x, ...; none
 * unless they were requested. */
const nh_expr *nh_observer_reactions(const nh_observer *observer, size_t *count);
/* Whether the power is 0 at every state on the constraints: no forces, no explicit time, all constraints
 * homogeneous in the velocities. */
bool nh_observer_power_is_zero(const nh_observer *observer);

/* The values of the extras of the equations, for the caller to fill before it looks; they stay until they are
 * changed. NULL: there are none. */
double *nh_observer_extras(nh_observer *observer);
/* The same for the entries of the transposition matrix. */
double *nh_observer_omega(nh_observer *observer);
/* Whether the energy of the extended Lagrangian is a quantity of its own, and conserved: E + sum of mu ((d rate/dq') q'
 * - rate), for forces that have a potential, and no explicit time. */
bool nh_observer_has_extended(const nh_observer *observer);

/* q, v, a: n each; lambda: one for each row of the equations. The arrays of the result are overwritten by the
 * next call. Where the mass matrix is singular, constraint forces that need its inverse are not numbers; a
 * warning says so, once. */
nh_observation nh_observe(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                          const double *lambda);
/* The power only: what an integrator needs at every stage. */
double nh_observe_power(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                        const double *lambda);
/* The events only, one for each of model->events; overwritten by the next call. a and lambda may be NULL where
 * events do not need them. */
const double *nh_observe_events(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                                const double *lambda);
/* Whether events speak about more than time, positions and velocities. */
bool nh_observer_events_need_solution(const nh_observer *observer);
/* What events are computed from: inputs and parameters, with the events as outputs. */
nh_tape_def nh_observer_event_def(const nh_observer *observer);
/* The values of these inputs; overwritten by the next call of any of these functions. */
const double *nh_observe_inputs(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                                const double *lambda);

#endif
