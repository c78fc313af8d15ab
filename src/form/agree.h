/* Whether equations of motion say the same as Lagrange's equations, by algebra.
 *
 * All formulations that have Chetaev's motion are Lagrange's equations, projected on the displacements that the
 * constraints allow, and rewritten:
 *
 *     N^T (M q'' - f) = 0,     q'' = N x + rest
 *
 * with the accelerations x of the independent velocities (form/restricted.h). In terms of x the equations of a
 * formulation become the same ones, coefficient by coefficient, if it is right; a coefficient that is 0 on the
 * constraints is seen to be by its normal form. */
#ifndef NH_FORM_AGREE_H
#define NH_FORM_AGREE_H

#include "form/equations.h"

/* NH_YES: proved, wherever everything has a value, for all parameters. NH_UNKNOWN: not seen, within bounded work. Never
 * NH_NO. The choice is that of the equations; where they have none, being equations for all accelerations, the one that
 * is given. The arena is not the scratch arena. */
nh_truth nh_agree_by_algebra(const nh_equations *equations, const nh_explicit *choice, nh_arena *arena);

#endif
