/* Equations of motion without any simplification. */
#ifndef NH_BENCH_UNTIDIED_H
#define NH_BENCH_UNTIDIED_H

#include "form/equations.h"

/* For a model all of whose rows are imposed. The multipliers have no symbols. */
nh_equations *derive_untidied(nh_model *model, nh_arena *arena);

#endif
