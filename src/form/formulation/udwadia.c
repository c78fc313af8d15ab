/* The minimum-norm form of F. E. Udwadia and R. E. Kalaba: the equations are those of the multipliers, but no row is
 * left out. All of them, redundant ones too, are met in the sense of least squares, and of all multipliers that give
 * the accelerations the shortest are taken.
 *
 * Hypothesis: the matrix of the accelerations is positive definite on the directions that the rows leave free; whether
 * it is, is seen at each state. */
#include "form/equations.h"

nh_equations *nh_udwadia_derive(const nh_model *model, nh_arena *arena) {
    nh_equations *equations = nh_chetaev_derive(model, arena);
    equations->form = "udwadia";
    equations->is_least = true;
    return equations;
}
