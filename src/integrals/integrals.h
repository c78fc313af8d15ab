/* First integrals: functions of the state that are constant along every motion.
 *
 * Candidates come from structure (energy, momenta, functions of positions that the constraints keep), and from sums of
 * products of the velocities with functions that the model has, in an order of rising degree. They are found modulo a
 * prime, completed exactly, and judged like an equation that a person wrote: rate = 0 (truth/judge/judge.h). What is
 * refuted there is left out, what is not decided is counted. */
#ifndef NH_INTEGRALS_INTEGRALS_H
#define NH_INTEGRALS_INTEGRALS_H

#include <nonholo/integrals.h>

#include "base/array.h"
#include "model/model.h"

typedef struct nh_integrals_result {
    nh_integrals_info info;
    NH_ARRAY(nh_integral) items;
    nh_exprs functions; /* of the items, in symbols of the model */
    NH_ARRAY(nh_integrals_symmetry) symmetries;
    NH_ARRAY(nh_integrals_linear) linear;
    nh_integrals_separation separation;
    const nh_integrals_measure *measure; /* NULL: not asked for */
} nh_integrals_result;

/* In the arena, which is not the scratch arena. */
const nh_integrals_result *nh_integrals_find(nh_arena *arena, const nh_model *model, const nh_integrals_def *def);

#endif
