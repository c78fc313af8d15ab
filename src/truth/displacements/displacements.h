/* Displacements at states, as <nonholo/displacements.h> describes them.
 *
 *     nh_displacer *d = nh_displacer_make(arena, model, &def);
 *     const nh_displacements_info *found = nh_displacer_at(d, state);
 *
 * Two computations meet in every number that should vanish: the work of the reactions by the multipliers and by
 * the accelerations; the sides of the transpositional relation by d/dt (A dq), which is differentiated as a
 * whole, and by D and d/dt dq. */
#ifndef NH_TRUTH_DISPLACEMENTS_DISPLACEMENTS_H
#define NH_TRUTH_DISPLACEMENTS_DISPLACEMENTS_H

#include <nonholo/displacements.h>

#include "truth/eval/evaluate.h"

typedef struct nh_displacer nh_displacer;

/* Leaves with NH_E_USAGE or NH_E_HYPOTHESIS when there is no such transposition matrix, NH_E_MODEL when a parameter has
 * no value, NH_E_UNSUPPORTED when the system is too large. */
nh_displacer *nh_displacer_make(nh_arena *arena, const nh_model *model, const nh_displacements_def *def);

nh_names nh_displacer_inputs(const nh_displacer *d); /* t, q, q' */
/* Whether time occurs in anything that is computed. */
bool nh_displacer_needs_time(const nh_displacer *d);
/* The start of the model: t, q, q'. Leaves with NH_E_MODEL when there is none. */
void nh_displacer_start(nh_displacer *d, double *state);

/* What there is at any state: coordinates, rows and their names, whether there is a field and
 * a transposition matrix. */
const nh_displacements_info *nh_displacer_shape(const nh_displacer *d);
/* Of the state t, q, q', which must stay. The result belongs to the displacer and is overwritten by the next call. */
const nh_displacements_info *nh_displacer_at(nh_displacer *d, const double *state);

#endif
