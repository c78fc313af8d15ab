/* Boundary values by shooting: initial values with which a motion ends as is asked.
 *
 *     nh_shooting_def def = {.to = 2, .rtol = 1e-10, .atol = 1e-10};
 *     if (nh_shooting_is_asked(model)) (void)nh_shooting_solve(arena, model, &def);
 *
 * Asked are values of functions of the state at the end (model->ends), or that a vakonomic motion is Chetaev's, at some
 * times of the span. Free are the multipliers mu of vakonomic motions, unless the model holds their initial values, and
 * coordinates and velocities whose initial values are guesses, `init x' ~ 1`; what the model says nothing about follows
 * from the constraints.
 *
 * Method: Gauss and Newton, with least changes where there are several solutions, damped until what is missing gets
 * less; derivatives from the variational equations (variation.h). From the guesses first, then from random values. What
 * is missing is relative to 1 + the size of the value. */
#ifndef NH_MOTION_VARIATION_SHOOTING_H
#define NH_MOTION_VARIATION_SHOOTING_H

#include "model/model.h"

typedef struct nh_shooting_def {
    double from, to;
    bool is_vakonomic; /* the equations; else those of the Chetaev condition */
    double rtol, atol; /* of the integration of the motion that is to come: shooting has smaller ones */
} nh_shooting_def;

/* Whether the model asks for a boundary value. */
bool nh_shooting_is_asked(const nh_model *model);
/* In the arena. A note says what was found. Leaves with NH_E_NUMERIC, and the best that was found, where nothing
 * satisfies what is asked; with NH_E_USAGE where nothing is free; where there are no variational equations, or no
 * initial state, as nh_variation_make and nh_variation_start do. */
const nh_model *nh_shooting_solve(nh_arena *arena, const nh_model *model, const nh_shooting_def *def);

#endif
