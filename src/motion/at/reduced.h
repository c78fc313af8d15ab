/* The equations of motion with some rows put into the others, as expressions.
 *
 *     M x = f + A^T lambda,     A x + c = 0
 *
 * A row that has a number as coefficient of an unknown which occurs in no other row says what that unknown is: with B
 * and e the row divided by that number, d its unknown,
 *
 *     x_d = -e - sum_j B_j x_j
 *
 * and what is left is N^T M N x = N^T (f - M x_p) + the other rows, x = N x_free + x_p. For rolling that
 * removes the coordinates of the contact and all rows. What is left is tidied: so sines and cosines that
 * cancel are never computed. */
#ifndef NH_MOTION_AT_REDUCED_H
#define NH_MOTION_AT_REDUCED_H

#include "form/equations.h"

/* What A x + c = 0 and f are about. */
typedef enum nh_purpose {
    NH_PURPOSE_MOTION,     /* accelerations */
    NH_PURPOSE_WHOLE,      /* and multipliers */
    NH_PURPOSE_VELOCITIES, /* a step to where all rows hold: f = 0, c the values of the rows */
    NH_PURPOSE_POSITIONS,  /* a step to where the geometric rows hold */
    NH_PURPOSES
} nh_purpose;

typedef struct nh_reduced {
    nh_arena *arena;
    const nh_equations *equations;
    uint32_t n, used;
    const uint32_t *row; /* used: their numbers in the equations */
    uint32_t *solved;    /* used: the unknown that the row gives, or NH_MODEL_NONE */
    nh_rat *divisor;     /* used: the number by which such a row was divided */
    uint32_t *unknown;   /* the others, in order */
    uint32_t unknowns;   /* how many */
    uint32_t *rest;      /* the other rows, in order */
    uint32_t rests;      /* how many */
    nh_expr *m, *f;      /* n x n: [i + j * n]; n: M and f as they were */
    nh_expr *a, *c;      /* used x n: [i + r * n]; used: the rows, those that give an unknown divided */
    nh_expr *matrix;     /* unknowns x unknowns: N^T M N, from the diagonal down */
    nh_expr *side;       /* unknowns: N^T (f - M x_p) */
    bool is_tidied;      /* what is left is; else sums have names */
} nh_reduced;

/* In the arena, which is not the scratch arena. Rows are put in only if they may be: what occurs next to the jacobian
 * in their equations is then known. */
nh_reduced nh_reduce(nh_arena *arena, const nh_equations *equations, uint32_t used, const uint32_t *row,
                     nh_purpose purpose, bool may_solve);

#endif
