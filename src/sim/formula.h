/* Accelerations by a formulation in independent velocities, at given states.
 *
 *     nh_formula *formula = nh_formula_make(arena, model, form, parameters);
 *     if (nh_formula_choose(formula, &state)) nh_formula_solve(formula, &state);
 *
 * At each state the independent velocities are those that nh_explicit_choose finds there; the equations are derived for every choice that occurs, once. Multipliers are not unknowns of
 * such a formulation; they follow from the accelerations: M q'' - f = A^T lambda, in the sense of least squares for rounding errors. */
#ifndef NH_SIM_FORMULA_H
#define NH_SIM_FORMULA_H

#include "analysis/state.h"
#include "form/form.h"
#include "num/ball.h"

typedef struct nh_formula nh_formula;

/* parameters: the values of all parameters of the model, in its order. */
nh_formula *nh_formula_make(nh_arena *arena, nh_model *model, const nh_form *form, nh_states *states,
                            const double *parameters);

/* Chooses the independent velocities for the state. False: the formulation does not apply there; nh_formula_why says why. */
bool nh_formula_choose(nh_formula *formula, const nh_state *state);
const char *nh_formula_why(const nh_formula *formula);
/* As chosen last; NULL before. */
const nh_equations *nh_formula_equations(const nh_formula *formula);

/* x: all accelerations, n; lambda: a multiplier for each imposed row, 0 for redundant ones. With the choice made last, for this state or one near it. False when the equations have no value there, or
 * do not determine the accelerations. */
bool nh_formula_solve(nh_formula *formula, const nh_state *state, double *x, double *lambda);
/* The same in balls, inside the guard: parameters, and t, q, q' as inputs. */
bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec);

#endif
