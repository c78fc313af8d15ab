/* Stability of an equilibrium by the energy (Lagrange and Dirichlet; Lyapunov).
 *
 * Where the energy E is conserved, the equilibrium is stable in the states w of problem_private.h if E, as a function
 * on the manifold of admissible states, has a strict minimum there. With the equations c = 0 of the manifold, f and
 * rates, and T the displacements (P, Q; 0, N) of linear.h that belong to z,
 *
 *     T^T dE = 0,     T^T (d2E + sum_k mu_k d2c_k) T positive definite,     dE + sum_k mu_k dc_k = 0:
 *
 * the multipliers mu account for the curvature of the manifold. E must not depend on ignorable coordinates; here there
 * must be none. */
#ifndef NH_STEADY_ENERGY_PRIVATE_H
#define NH_STEADY_ENERGY_PRIVATE_H

#include "steady/spectrum_private.h"

/* Inside the guard. Whether all of that is known at a motion at rest, with E conserved proved or certified. */
bool nh_steady_has_minimum(const nh_steady_problem *p, nh_arena *arena, const nh_spectral *s, int prec);

/* Cholesky's decomposition in balls, which proves that a symmetric matrix, column-major, is positive definite. */
bool nh_balls_are_definite(const nh_ball *a, uint32_t size, int prec);

#endif
