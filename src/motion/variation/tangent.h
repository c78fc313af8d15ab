/* The variational equations at a state: how accelerations change with the state and with parameters, and which changes
 * of a state the constraints admit.
 *
 *     E = M q'' - F - J^T lambda = 0,     R = J q'' + c = 0,     J = d rate/dq',
 *
 * are the equations of motion with multipliers, and states satisfy f = 0, the geometric rows, and rate = 0, all rows,
 * geometric ones differentiated. A neighbouring motion (q + dq, q' + dq') with parameters p + dp has
 *
 *     M dq'' - J^T dlambda = -dE,     J dq'' = -dR,
 *
 * dE and dR with q'' and lambda as they are, and (dq, dq') satisfies
 *
 *     J_f dq = -f_p dp,     J dq' = -rate_q dq - rate_p dp,     J_f: the rows of J that are geometric.
 *
 * Multipliers mu that are integrated with the motion, mu' = -lambda (the vakonomic equations), are further components
 * of the state: dE contains dmu, and dmu' = -dlambda. Constraints do not restrict them.
 *
 * No formulation is in this: other ones give the same accelerations. Rows that depend on others are left out. The
 * multipliers may be any that give the forces: where the rank of the rows is the same all around, those of another
 * choice change dE by a combination of the rows of J, which dlambda takes up.
 *
 * Needs equations with a derivative everywhere: no pieces, no rows with accelerations, no transposition matrix. */
#ifndef NH_MOTION_VARIATION_TANGENT_H
#define NH_MOTION_VARIATION_TANGENT_H

#include "form/equations.h"
#include "motion/at/dynamics.h"

typedef struct nh_tangent nh_tangent;

/* Why there are no variational equations of a model, in words; NULL: there are. */
const char *nh_tangent_problem(const nh_equations *equations);

/* With derivatives by `count` parameters, numbers in model->parameters. In the arena. */
nh_tangent *nh_tangent_make(nh_arena *arena, const nh_equations *equations, size_t count, const uint32_t *parameters,
                            nh_native_use native);
void nh_tangent_set(nh_tangent *tangent, const double *parameters); /* values of all parameters of the model */

/* At a state, q, q' and mu one after the other, with its accelerations and multipliers; false: the equations are
 * singular there. */
bool nh_tangent_at(nh_tangent *tangent, double t, const double *state, const nh_solution *solution);
/* (dq'', dmu') along a displacement (dq, dq', dmu), there; by the parameter of that number too, SIZE_MAX: none. */
void nh_tangent_accelerate(nh_tangent *tangent, const double *displacement, size_t parameter, double *rates);
/* Moves a displacement to where the constraints admit it, by the least change. False: the rows depend on each other. */
bool nh_tangent_project(nh_tangent *tangent, double *displacement, size_t parameter);
/* The displacements that the constraints admit there, without parameters: for each of *count independent components, in
 * *place, the displacement in which it is 1 and the other independent ones are 0, 2n each, one after the other. In the
 * arena. NULL: the rows depend on each other. */
double *nh_tangent_basis(nh_tangent *tangent, nh_arena *arena, size_t *count, const uint32_t **place);
/* All values that the variational equations are made of there: what two states must have in common for motions around
 * them to be the same to first order. */
const double *nh_tangent_values(const nh_tangent *tangent, size_t *count);

#endif
