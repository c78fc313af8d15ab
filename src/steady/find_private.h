/* One steady motion: found in doubles, proved by interval Newton, with the family that it belongs to. */
#ifndef NH_STEADY_FIND_PRIVATE_H
#define NH_STEADY_FIND_PRIVATE_H

#include "steady/problem_private.h"

/* "Certified" means, of a family: with its parameters held, exactly one state near the one that was found satisfies as
 * many equations as are independent; the others hold there, and at other members of the family that were examined, to
 * as many digits as were computed. */
typedef struct nh_steady_motion {
    const nh_steady_problem *p;
    bool is_found;
    bool is_reached;             /* Newton's method in doubles came to values, proved or not */
    const char *why;             /* not found, in words */
    double *values;              /* t, q, q', q'', lambda */
    const nh_ball_data **inputs; /* the same, enclosed */
    uint32_t held;               /* unknowns that the equations leave open */
    uint32_t *held_at;           /* held: places in (q, q', q'', lambda) */
    bool *is_initial;            /* held: it has the value of the initial state */
    bool *is_family;             /* held: a family of steady motions runs along it */
    uint32_t family;             /* how many */
    bool *is_dropped;            /* unknowns: equations that were not used */
    double moved;                /* the largest change of a number of the guess, relative to 1 + its size */
} nh_steady_motion;

typedef struct nh_steady_search {
    const nh_steady_motion *like; /* a motion next to it: the same is held, with the same equations; NULL: none */
    const double *guess;          /* t, q, q' */
    bool holds_initial;   /* what is left open has the value of the initial state, as far as that leads somewhere */
    bool is_random;       /* the guess is taken as it is, before that */
    const double *wanted; /* q, q': values in place of those of the initial state; NULL: those */
    int digits;
    bool with_family; /* other members are examined; else the family is taken to be what is left open */
} nh_steady_search;

/* Inside the guard; the result is in the arena. */
nh_steady_motion nh_steady_find(nh_steady_problem *problem, nh_arena *arena, const nh_steady_search *search);

#endif
