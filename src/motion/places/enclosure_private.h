/* Bounds of functions along a step: which pieces of it certainly have no zero, or one at most (ode/event.h).
 *
 * What a function depends on (time, positions, velocities; accelerations, multipliers) is a polynomial of degree 7
 * in time over a step, or over a part of it: for positions and velocities the interpolant itself is one, for
 * everything else one is put through eight samples and its error measured at three more. A part in which that error
 * is not small is halved. Polynomials have bounds over every piece, and so has a function of them, in intervals;
 * that of its derivative along the step tells whether it rises or falls all over the piece, and how far it can be
 * from its value in the middle. */
#ifndef NH_MOTION_PLACES_ENCLOSURE_PRIVATE_H
#define NH_MOTION_PLACES_ENCLOSURE_PRIVATE_H

#include "model/model.h"
#include "ode/event.h"
#include "tape/interval_run.h"
#include "tape/tape.h"

typedef struct nh_enclosure nh_enclosure;

/* The values of all inputs at a time of the last step; 0 done, else there are none. */
typedef int (*nh_enclosure_sample)(void *user, nh_ode *ode, double t, double *inputs);

typedef struct nh_enclosure_def {
    nh_tape_def inputs; /* of the functions, time the first of them, and parameters; outputs are not used */
    const double *parameters;
    uint32_t count;
    const nh_expr *functions;
    nh_enclosure_sample sample;
    void *user;
} nh_enclosure_def;

nh_enclosure *nh_enclosure_make(nh_arena *arena, const nh_model *model, const nh_enclosure_def *def);
/* An nh_event_enclosure; user: an nh_enclosure. */
void nh_enclosure_look(void *user, nh_ode *ode, double a, double b, uint32_t depth, const nh_event_verdict *before,
                       nh_event_verdict *verdicts, double *noise);
/* From when on a function is sampled, because bounds would take too long; not a number: never. Zeros may be
 * missing from there on. */
double nh_enclosure_hasty(const nh_enclosure *enclosure, uint32_t function);
/* After a look: the bounds of a function over the piece. Those of one that was NH_EVENT_NONE before are not new. */
nh_interval nh_enclosure_range(const nh_enclosure *enclosure, uint32_t function);

#endif
