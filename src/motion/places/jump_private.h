/* Jumps of the Lagrangian at a switch.
 *
 * Where L or p = dL/dq' jumps, nothing in the equations of motion says how the velocities change: the force is an
 * impulse there. A jump of V at a place (a step, a wall of finite height) changes the speed across it, p(after) -
 * p(before) = kappa ds/dq with the switch s = 0, and E stays; which kappa, and whether the step is climbed at all, is a
 * question of its own. A jump of the inertia changes the velocities and not p. There is none where L and p are
 * continuous, whatever the pieces are (abs, max), at a jump of L at a time, where p is continuous (E changes with L,
 * and that is all), and where only the constraints decide the velocities in the direction of the impulse. */
#ifndef NH_MOTION_PLACES_JUMP_PRIVATE_H
#define NH_MOTION_PLACES_JUMP_PRIVATE_H

#include "form/equations.h"

typedef struct nh_jumps nh_jumps;

typedef enum nh_jump_kind {
    NH_JUMP_NONE,       /* the velocities stay */
    NH_JUMP_LAGRANGIAN, /* L jumps at a place */
    NH_JUMP_MOMENTUM,   /* dL/dq' jumps */
} nh_jump_kind;

typedef struct nh_jump {
    nh_jump_kind kind;
    size_t coordinate; /* of the momentum */
} nh_jump;

/* One side of a switch; y: q and q'. */
typedef struct nh_jump_side {
    double t;
    const double *y;
} nh_jump_side;

/* NULL: L has no pieces. */
nh_jumps *nh_jumps_make(nh_arena *arena, const nh_equations *equations, const double *parameters);
/* From one side of a switch to the other, two states that are neighbours except for rounding. place: the function that
 * is 0 at the switch; NH_EXPR_ZERO where it is one of time only. */
nh_jump nh_jumps_across(nh_jumps *jumps, nh_jump_side before, nh_jump_side behind, nh_expr place);
/* After that: by how much E jumps from the same state before the switch to one after it, to which it was moved
 * for the sake of the rows. */
double nh_jumps_energy(nh_jumps *jumps, nh_jump_side behind);

#endif
