/* What facts may cost before they are given up: "unknown", "too long", or left out.
 *
 * Work is counted in steps of nh_tick (base/limits.h), some ten to a hundred nanoseconds each, so that 10^7 are about a
 * second: each of these is what a person waits for one answer among many. */
#ifndef NH_FACTS_LIMITS_PRIVATE_H
#define NH_FACTS_LIMITS_PRIVATE_H

enum {
    NH_WORK_EMPTY = 5000000,         /* the proof that no state is admissible */
    NH_WORK_CHAPLYGIN = 20000000,    /* all choices of velocities together */
    NH_WORK_HINT = 2000000,          /* how a row without a gradient could be written */
    NH_WORK_BRACKETS = 8000000,      /* derivatives of forms; and once more, brackets at the states */
    NH_WORK_COMMUTATION = 10000000,  /* the coefficients of the commutation condition */
    NH_WORK_HIDDEN = 20000000,       /* all conditions that rows force, while a model is read */
    NH_WORK_INTEGRABLE = 8000000,    /* one stage of one question about rows */
    NH_WORK_MEETING = 1000000,       /* whether a row and what it divides by vanish together */
    NH_WORK_GRADIENT = 1000000,      /* where one gradient vanishes */
    NH_WORK_EXACT = 3000000,         /* one search for rational states */
    NH_WORK_BALLS = 10000000,        /* one search for states in balls */
    NH_WORK_GIVEN = 30000000,        /* the components of the given rows */
    NH_WORK_SETS = 60000000,         /* all sets together, these components among them */
    NH_WORK_PHRASE = 1000000,        /* whether one phrase describes a set */
    NH_WORK_WORDS = 10000000,        /* the words for one set */
    NH_WORK_WORDS_ROOTS = 3000000,   /* the same with roots in the rows: everything takes longer, and finds less */
    NH_WORK_SHOWN = 1000000,         /* which equations of a component are shown */
    NH_WORK_SPLIT = 2000000,         /* components for drawing states from each */
    NH_WORK_REAL = 1000000,          /* a real state of one component */
    NH_WORK_PARTS = 20000000,        /* the components of the admissible states */
    NH_WORK_PARTS_ANGLES = 2000000,  /* the same with angles, which as sines and cosines are two unknowns each */
    NH_WORK_PLACE_STATE = 12000000,  /* a state at one place */
    NH_WORK_PLACES = 12000000,       /* singular configurations of one kind */
    NH_WORK_PLACES_ANGLES = 4000000, /* the same with angles: steps count polynomials in many sines too low */
    NH_WORK_INERTIA = 8000000,       /* where a sum of squares vanishes */
    NH_WORK_ALONG = 3000000,         /* whether something is 0 along all motions */
    NH_WORK_SINGULAR = 20000000,     /* what Lagrange's equations force, while a model is read */
    NH_WORK_LOWERED = 12000000,      /* what rows with accelerations are the derivatives of */
};

#endif
