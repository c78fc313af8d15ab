/* Singular configurations: is there one within the last step, and where?
 *
 * A motion is determined where the matrix [M, A^T; A, 0] of its equations is regular. A method that makes steps sees
 * its ends: between them the rows may have lost their independence, or the mass matrix its rank, while both ends are
 * regular and the motion looks smooth, as that of a pursuer who runs through his prey. So numbers that are 0 at such
 * places, and only there, are followed from step to step:
 *
 *     |r_j|^2   what is left of row j of A besides the rows before it (rows that depend on those
 *               before them are left out)
 *     d_i       the pivots of M where it is positive definite, else the square of the determinant of the whole matrix
 *
 * in units in which the diagonal of M was 1 at the start. Each step is examined in its middle and at its end. Where
 * the parabola through three values promises one that is much smaller, the least value is searched for along the step.
 * In a long step bounds of the coefficients tell where it can be (singular_bounds.c). A place is singular where it is
 * below eta^2 of the largest so far, with eta about 10^3 times the tolerance, and the rank is really lower there: no
 * other row has taken the place of the one that vanished, and the whole matrix is singular too. A motion that passes
 * near such a place is not stopped.
 *
 * Two kinds of places are passed, since the step over them was accepted and so the accelerations are
 * bounded. The run tells them:
 *
 *   - a row, or combination of rows that are affine in the velocities, that vanishes like a number times a direction
 *     which all admissible neighbours share: only the number is 0, the direction continues. (Two points of a chain
 * meet,
 *     but others hold the line through them.) Where neighbours have many directions, as around a prey, around rest,
 *     around a folded linkage, what follows is not determined;
 *   - rows, some of them not affine, that depend on each other for a moment while each has a direction:
 *     branches of velocities cross. The motion continues in the branch that it came in, as the exceptional
 *     motions of [Simple] Ex. 6-8. */
#ifndef NH_MOTION_PLACES_SINGULAR_H
#define NH_MOTION_PLACES_SINGULAR_H

#include <nonholo/run.h>

#include "form/equations.h"
#include "ode/ode.h"

typedef enum nh_singular_kind {
    NH_SINGULAR_NOT,
    NH_SINGULAR_ROW,    /* all coefficients of a row vanish */
    NH_SINGULAR_ROWS,   /* a row depends on others */
    NH_SINGULAR_MATRIX, /* the mass matrix is singular: a pivot vanishes */
    NH_SINGULAR_WHOLE,  /* the whole matrix is, and it is not clear by what */
} nh_singular_kind;

typedef struct nh_singular_place {
    nh_singular_kind kind;
    double t;
    double before; /* a time a little before it, at which nothing is quite singular yet */
    /* Steps do not get over it, but it continues in one way: from the end of the last step to this time, as far. */
    bool is_passable;
    double beyond;          /* after the place as that is before it */
    uint32_t row;           /* of the equations */
    uint32_t measure;       /* by which it was found */
    const uint32_t *others; /* ROWS: those it depends on */
    uint32_t other_count;
    uint32_t unknown; /* MATRIX: whose pivot vanishes */
    bool is_affine;   /* ROWS: all of them are, in the velocities */
    bool is_at_rest;  /* ROW: the velocities vanish as well */
} nh_singular_place;

typedef struct nh_singular nh_singular;

typedef struct nh_singular_def {
    const double *parameters; /* the values of all of them */
    double rtol;              /* of the run */
    nh_native_use native;
} nh_singular_def;

/* The dense matrices are watched up to some size; in larger systems single rows by themselves. */
nh_singular *nh_singular_make(nh_arena *arena, const nh_equations *equations, const nh_singular_def *def);
/* At the start of a run: y is q, q' and the extras of the equations. is_full: no row is redundant there. */
void nh_singular_begin(nh_singular *singular, double t, const double *y, bool is_full);
/* Examines the last step of the run, whose y begins with q, q' and extras. Its arrays are
 * overwritten by the next call. */
bool nh_singular_in_step(nh_singular *singular, nh_ode *ode, nh_singular_place *place);
/* Whether the last step goes so far that its stages tell nothing of what lies between them. */
bool nh_singular_must_look(const nh_singular *singular, const nh_ode *ode);
/* The equations were far from singular at all stages of the last step: it is not examined. */
void nh_singular_pass_step(nh_singular *singular);
/* The places that the motion passes within the last step, as far as they were seen: how many, their times, the first of
 * them. Overwritten by the next look. */
uint32_t nh_singular_passed(const nh_singular *singular, const double **times, const nh_singular_place **first);
/* What is nearly singular at a state, against what was there before; NH_SINGULAR_NOT when nothing is. */
nh_singular_place nh_singular_look(nh_singular *singular, double t, const double *y);
/* The same for what is near to that, and makes steps short. */
nh_singular_place nh_singular_near(nh_singular *singular, double t, const double *y);

#endif
