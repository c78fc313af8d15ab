/* E_star of [Homogeneous] (17): the energy that belongs to the Lagrangian in the independent velocities.
 *
 * By [Homogeneous] (18) E_star = E + sum (alphabar - alpha) dL/dq' over the dependent velocities. With the constraints
 * as phi(q, q', t) = 0 and A = dphi/dq' the derivatives of the explicit form are -A_d^-1 A_i, of the dependent by the
 * independent velocities; so alphabar of (19) minus alpha solves A_d x = -A q', and the explicit form itself is not
 * needed. Constraints that are homogeneous in the velocities have A q' = 0: there E_star = E, whichever velocities are
 * independent. Elsewhere it depends on them, and the model has to say which they are. */
#ifndef NH_MOTION_FORCES_EXPLICIT_ENERGY_PRIVATE_H
#define NH_MOTION_FORCES_EXPLICIT_ENERGY_PRIVATE_H

#include "form/equations.h"

typedef struct nh_explicit_energy nh_explicit_energy;

nh_explicit_energy *nh_explicit_energy_make(nh_arena *arena, const nh_equations *equations);
/* An expression in the state and the symbols below; NH_EXPR_UNDEFINED when it is not determined: *why says why. */
nh_expr nh_explicit_energy_value(nh_explicit_energy *energy, const char **why);
/* The symbols of alphabar - alpha; none before the value was requested, or when it needs none. */
size_t nh_explicit_energy_count(const nh_explicit_energy *energy);
const nh_expr *nh_explicit_energy_symbols(const nh_explicit_energy *energy);

void nh_explicit_energy_begin(nh_explicit_energy *energy, size_t count, const nh_expr *inputs);
void nh_explicit_energy_set(nh_explicit_energy *energy, const double *parameters);
/* The numbers of those symbols; not numbers where the constraints do not determine the dependent velocities. */
void nh_explicit_energy_solve(nh_explicit_energy *energy, const double *inputs, double *numbers);

#endif
