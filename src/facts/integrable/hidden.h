/* Conditions on positions that rows force without saying so.
 *
 * Two rows may ask the same velocities for different things: x' = y and x' = z can both hold only where y = z. In
 * general, linear rows A q' + b = 0 with c A = 0 force c b = 0. Others force a condition on some of their admissible
 * states only: P' normal to d and parallel to e leaves P' = 0, or d and e normal to each other, [Simple] Remark 7.
 * There the rows have a lower rank than elsewhere, and a motion that begins there has to stay there.
 *
 * Such a condition, f(t, q) = 0 without a constant, is a geometric constraint of the motion: it joins the rows, after
 * which rank and redundancy are another matter. The rate of a condition that has joined may force further ones. */
#ifndef NH_FACTS_INTEGRABLE_HIDDEN_H
#define NH_FACTS_INTEGRABLE_HIDDEN_H

#include "model/model.h"

/* Adds the conditions that are forced where the motion starts to the rows of the model, imposed, as hidden[1],
 * hidden[2], ...; a note says so. Only where rows depend on each other at the start, and only in systems of moderate
 * size; what the rows force for other reasons than those above is not found.
 *
 * `like`, which may be NULL, is the same text read with other values, whose conditions have joined: what joined there
 * and is forced here too joins here, wherever this model would start. Its initial values belong to the other values,
 * and may not be admissible with these. */
void nh_hidden_join(nh_model *model, const nh_model *like);

#endif
