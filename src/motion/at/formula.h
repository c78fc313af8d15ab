/* Formulations in variables of their own (independent velocities, quasi-velocities, momenta) at given states.
 *
 *     nh_formula *formula = nh_formula_make(arena, model, form, states, NH_NATIVE_NEVER);
 *     if (nh_formula_choose(formula, &state)) nh_formula_solve(formula, &state, NULL, x, lambda);
 *
 * At each state the independent velocities are those that nh_explicit_choose finds there; the equations are derived for
 * every choice that occurs, once. Multipliers follow from the accelerations: M q'' - f = A^T lambda, in the sense of
 * least squares for rounding errors, and the shortest where rows depend on each other. */
#ifndef NH_MOTION_AT_FORMULA_H
#define NH_MOTION_AT_FORMULA_H

#include <nonholo/run.h>

#include "form/form.h"
#include "num/ball/ball.h"
#include "state/state.h"

typedef struct nh_formula nh_formula;

/* An error of a number x counts relative to absolute + relative |x|. Both 0: errors are as small as one likes. */
typedef struct nh_tolerance {
    double relative, absolute;
} nh_tolerance;

/* The parameters are those of the states. */
nh_formula *nh_formula_make(nh_arena *arena, const nh_model *model, const nh_form *form, nh_states *states,
                            nh_native_use native);

/* From then on branches of accelerations are followed from state to state: motion/at/curved.h. */
void nh_formula_follow(nh_formula *formula);
/* Chooses rows, independent velocities and variables for the state. False: the formulation does not apply there;
 * nh_formula_why says why. */
bool nh_formula_choose(nh_formula *formula, const nh_state *state);
/* The same along a motion, where what was chosen has become bad: the best conditioned choice, whatever the model calls
 * independent and however long the equations are. The rank must be what it was, and errors grow less than so much
 * (nh_formula_growth): else false, and the old choice stands. */
bool nh_formula_choose_again(nh_formula *formula, const nh_state *state, nh_tolerance tolerance, double most);
const char *nh_formula_why(const nh_formula *formula);
/* As chosen last; NULL before. */
const nh_equations *nh_formula_equations(const nh_formula *formula);
/* All that were chosen so far, i from 0; NULL after the last. Those that do not apply are left out. */
const nh_equations *nh_formula_equations_at(const nh_formula *formula, size_t i);

/* ---- with the choice made last, for its state or one near it ---- */

/* x: all accelerations, n; lambda: a multiplier for each imposed row, of all that give the same forces the
 * shortest; rates: of the variables; all but x may be NULL. False when the equations have no value there, or do not
 * determine the accelerations. */
bool nh_formula_solve(nh_formula *formula, const nh_state *state, double *rates, double *x, double *lambda);
/* The same in balls, inside the guard: parameters, and t, q, q' as inputs. lambda may be NULL. */
bool nh_formula_solve_balls(nh_formula *formula, const nh_ball *parameters, const nh_ball *inputs, nh_ball *x,
                            nh_ball *lambda, int prec);

/* The variables y of the formulation, and the velocities by them. v is a guess, near, and then the velocities;
 * false when there are none. */
uint32_t nh_formula_size(const nh_formula *formula);
uint32_t nh_formula_rank(const nh_formula *formula); /* how many rows were independent where it was chosen */
void nh_formula_variables(nh_formula *formula, const nh_state *state, double *y);
bool nh_formula_velocities(nh_formula *formula, double t, const double *q, const double *y, double *v);
/* How many times larger errors of y are in the velocities: the largest |dq'/dy_j| |dy_j/dq'|, at least 1, infinite
 * where y does not determine them. What the tolerance allows for y_j counts in place of |dy_j/dq'| where it is
 * more: y_j may be small in itself, or compared with what is added to it. Velocities are measured by their masses, so
 * that units do not count. */
double nh_formula_growth(nh_formula *formula, const nh_state *state, nh_tolerance tolerance);

#endif
