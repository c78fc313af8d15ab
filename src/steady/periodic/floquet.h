/* The question of `linearize --along`: the monodromy matrix of a periodic motion, and its multipliers. */
#ifndef NH_STEADY_FLOQUET_H
#define NH_STEADY_FLOQUET_H

#include <nonholo/floquet.h>

#include "form/equations.h"
#include "motion/at/dynamics.h"
#include "motion/at/formula.h"

/* In the arena, which is not the scratch arena. Leaves as nh_floquet_make says. */
const nh_floquet_info *nh_floquet_of(nh_arena *arena, const nh_model *model, const nh_floquet_def *def);

/* The same of a motion that begins at a state (q, q') at the time t. Leaves where it is not periodic. */
const nh_floquet_info *nh_floquet_at(nh_arena *arena, const nh_model *model, double t, const double *state,
                                     double period, nh_tolerance tolerance);
/* A period as text, a number or an expression in parameters. */
double nh_floquet_period(nh_arena *arena, const nh_model *model, const char *option, const char *text);
/* Leaves with NH_E_UNSUPPORTED where there are too many coordinates. */
void nh_floquet_require_size(const nh_model *model);
/* Whether a symbol occurs in the equations. */
bool nh_floquet_contains(const nh_equations *equations, nh_expr symbol);

#endif
