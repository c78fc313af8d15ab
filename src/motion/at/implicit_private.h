/* Equations that are implicit in the accelerations: the transposition matrix of a model with accelerations in it
 * (form/formulation/vakonomic_modified.c). In doubles motion/at/dynamics.c solves them by Newton's method from the
 * accelerations under the Chetaev condition; of several solutions that is the one that is meant. Here is the proof in
 * balls that there is one solution close to it. */
#ifndef NH_MOTION_AT_IMPLICIT_PRIVATE_H
#define NH_MOTION_AT_IMPLICIT_PRIVATE_H

#include "form/equations.h"
#include "num/ball/ball.h"
#include "tape/tape.h"

typedef struct nh_implicit nh_implicit;

/* For equations with is_implicit; coefficients: nh_dynamics_tape of them. */
nh_implicit *nh_implicit_make(nh_arena *arena, const nh_equations *equations, const nh_tape *coefficients);
/* The values of equations->computed, for which the linear system has the solution in its accelerations: inside the
 * guard. inputs: t, q, q', extras; near: the n accelerations that were found in doubles;
 * used: the rows that are independent. False: it is not proved that there is one solution near them. */
bool nh_implicit_balls(const nh_implicit *implicit, const nh_ball *parameters, const nh_ball *inputs,
                       const double *near, uint32_t rank, const uint32_t *used, nh_ball *computed, int prec);

#endif
