/* Events: zeros of functions along a solution, found within one step by its dense output. */
#ifndef NH_ODE_EVENT_H
#define NH_ODE_EVENT_H

#include "ode/ode.h"

/* g(t, y), `count` values; 0 done, else it has no value there. y is the dense output, not projected. */
typedef int (*nh_event_function)(void *user, double t, const double *y, double *g);

typedef enum nh_crossing {
    NH_CROSSING_ANY,
    NH_CROSSING_RISING,
    NH_CROSSING_FALLING,
    NH_CROSSING_BELOW, /* it comes below 0: as falling, but 0 counts as above, also at the start */
} nh_crossing;

typedef struct nh_events nh_events;

typedef struct nh_occurrence {
    uint32_t event; /* which of them */
    double t;
    bool rising;
} nh_occurrence;

/* For `count` functions that are evaluated together. */
nh_events *nh_events_begin(nh_arena *arena, size_t size, uint32_t count, const nh_crossing *crossings,
                           nh_event_function g, void *user);
/* Tells the values at the start of a run, or after a restart. A function that is 0 there has no event there; it has
 * one when it comes back to 0 later. */
void nh_events_start(nh_events *events, nh_ode *ode);
/* All occurrences within the last step, in the order of time along the run; at most `most` of them, further ones are
 * found by the next call for the same step. Zeros are found to the spacing of doubles by bracketing (never lost when
 * the sign differs at the two ends of a sampled piece; the step is sampled at a few points, so that two zeros in one
 * step are not missed as a rule). */
uint32_t nh_events_in_step(nh_events *events, nh_ode *ode, uint32_t most, nh_occurrence *found);

#endif
