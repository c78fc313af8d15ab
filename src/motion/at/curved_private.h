/* What the files of curved rows share. */
#ifndef NH_MOTION_AT_CURVED_PRIVATE_H
#define NH_MOTION_AT_CURVED_PRIVATE_H

#include "form/equations.h"

/* The equations of the Chetaev condition with curved rows, linearised. */
nh_equations *nh_curved_derive(const nh_model *model, nh_arena *arena);

#endif
