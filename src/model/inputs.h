/* What every program over the states of a model begins with. */
#ifndef NH_MODEL_INPUTS_H
#define NH_MODEL_INPUTS_H

#include "model/model.h"
#include "tape/tape.h"

/* Inputs t, q, q' and, with accelerations, q''; the parameters in their order; families kept as loops. The outputs are left to the caller. */
nh_tape_def nh_model_tape_def(const nh_model *model, nh_arena *arena, bool with_accelerations);

#endif
