/* Equations that are implicit in the accelerations: the transposition matrix of a model with accelerations in it
 * (form/formulation/vakonomic_modified.c), and rows that are not linear in them (motion/at/curved.h). In doubles
 * motion/at/dynamics.c solves the first by Newton's method from the accelerations under the Chetaev condition; of
 * several solutions that is the one that is meant. The proof in balls that there is one close to it is here. */
#ifndef NH_MOTION_AT_IMPLICIT_PRIVATE_H
#define NH_MOTION_AT_IMPLICIT_PRIVATE_H

#include "form/equations.h"
#include "num/ball/ball.h"
#include "tape/tape.h"

typedef struct nh_implicit nh_implicit;

/* For equations with is_implicit; coefficients: nh_dynamics_tape of them. */
nh_implicit *nh_implicit_make(nh_arena *arena, const nh_equations *equations, const nh_tape *coefficients);
/* The values of equations->computed, for which the linear system has the solution in its accelerations, and in its
 * multipliers where these are computed too: inside the guard. The second half encloses the solution. inputs: t, q, q',
 * extras; near: the n accelerations, and then multipliers, that were found in doubles;
 * used: the rows that are independent. False: it is not proved that there is one solution near them. */
bool nh_implicit_balls(const nh_implicit *implicit, const nh_ball *parameters, const nh_ball *inputs,
                       const double *near, uint32_t rank, const uint32_t *used, nh_ball *computed, int prec);

#endif
