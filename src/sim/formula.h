/* Formulations in variables of their own (independent velocities, quasi-velocities, momenta) at given states.
 *
 *     nh_formula *formula = nh_formula_make(arena, model, form, states, NH_NATIVE_NEVER);
 *     if (nh_formula_choose(formula, &state)) nh_formula_solve(formula, &state, NULL, x, lambda);
 *
 * At each state the independent velocities are those that nh_explicit_choose finds there; the equations are derived for every choice that occurs, once. Multipliers follow from the
 * accelerations: M q'' - f = A^T lambda, in the sense of least squares for rounding errors. */
#ifndef NH_SIM_FORMULA_H
#define NH_SIM_FORMULA_H

#include <nonholo/run.h>

#include "analysis/state.h"
#include "form/form.h"
#include "num/ball.h"

typedef struct nh_formula nh_formula;

/* The parameters are those of the states. */
nh_formula *nh_formula_make(nh_arena *arena, nh_model *model, const nh_form *form, nh_states *states,
                            nh_native_use native);

/* Chooses rows, independent velocities and variables for the state. False: the formulation does not apply there; nh_formula_why says why. */
bool nh_formula_choose(nh_formula *formula, const nh_state *state);
/* The same along a motion, where what was chosen has become bad: the best conditioned choice, whatever the model calls independent and however long the equations are. The rank must be what it was, and the quality
 * `least` at least: else false, and the old choice stands. */
bool nh_formula_choose_again(nh_formula *formula, const nh_state *state, double least);
const char *nh_formula_why(const nh_formula *formula);
/* As chosen last; NULL before. */
const nh_equations *nh_formula_equations(const nh_formula *formula);

/* ---- with the choice made last, for its state or one near it ---- */

/* x: all accelerations, n; lambda: a multiplier for each imposed row, 0 for redundant ones; rates: of the variables; all but x may be NULL. False when the equations have no value there, or do not determine the accelerations. */
bool nh_formula_solve(nh_formula *formula, const nh_state *state, double *rates, double *x, double *lambda);
/* The same in balls, inside the guard: parameters, and t, q, q' as inputs. lambda may be NULL. */
bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec);

/* The variables y of the formulation, and the velocities by them. v is a guess, near, and then the velocities; false when there are none. */
uint32_t nh_formula_size(const nh_formula *formula);
void nh_formula_variables(nh_formula *formula, const nh_state *state, double *y);
bool nh_formula_velocities(nh_formula *formula, double t, const double *q, const double *y, double *v);
/* How well y determines the velocities, from 0, not at all, to 1: 1 over the largest |dq'/dy_j| |dy_j/dq'|, by which errors of y_j grow. Velocities are measured
 * by their masses, so that units do not count. */
double nh_formula_quality(nh_formula *formula, const nh_state *state);

#endif
