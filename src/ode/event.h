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

/* What is known of a function over a piece of a step. */
typedef enum nh_event_verdict {
    NH_EVENT_NONE,   /* it is not 0 there */
    NH_EVENT_ONE,    /* it is 0 once at most */
    NH_EVENT_OPEN,   /* a shorter piece may tell more */
    NH_EVENT_FLAT,   /* its values are 0 within rounding, all over the piece: their signs mean nothing */
    NH_EVENT_SAMPLE, /* a shorter piece would tell no more: values at some points are all that can be had */
} nh_event_verdict;

/* Says what is known of all functions between the times a and b of the last step, b after a along the run. depth: 0
 * for the whole step, one more for each half of a piece that was examined before; `before`: what was said about the
 * piece that this is a half of (NULL for the whole step). noise: 0 each; the size up to which the sign of a value in
 * the piece means nothing. */
typedef void (*nh_event_enclosure)(void *user, nh_ode *ode, double a, double b, uint32_t depth,
                                   const nh_event_verdict *before, nh_event_verdict *verdicts, double *noise);

typedef struct nh_events nh_events;

typedef struct nh_occurrence {
    uint32_t event; /* which of them */
    double t;
    bool rising;
    /* How large the function was, at the points that were examined, since the last time that it left a side, or
     * the start; when that was. */
    double size, since;
} nh_occurrence;

/* For `count` functions that are evaluated together. */
nh_events *nh_events_begin(nh_arena *arena, size_t size, uint32_t count, const nh_crossing *crossings,
                           nh_event_function g, void *user);
/* Tells the values at the start of a run, or after a restart. A function that is 0 there has no event there; it has
 * one when it comes back to 0 later. */
void nh_events_start(nh_events *events, nh_ode *ode);
/* With bounds of the functions no zero is lost, however many a step has: pieces are halved until each is decided.
 * Before the first step. */
void nh_events_enclose(nh_events *events, nh_event_enclosure enclosure, void *user);
/* All occurrences within the last step, in the order of time along the run; at most `most` of them, further ones are
 * found by the next call for the same step. Zeros are found to the spacing of doubles by bracketing. Without bounds the
 * step is sampled at a few points: a zero is not lost when the sign differs at the two ends of a sampled piece, and two
 * zeros in one piece are not missed as a rule. */
uint32_t nh_events_in_step(nh_events *events, nh_ode *ode, uint32_t most, nh_occurrence *found);
/* Where a function with bounds came to 0 within rounding, and went back to its side as far as is known: the first such
 * time, or not a number. Whether it touched 0, missed it or crossed it twice is not decided. */
double nh_events_touch(const nh_events *events, uint32_t event);

#endif
