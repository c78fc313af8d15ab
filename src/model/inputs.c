#include "model/inputs.h"

#include <string.h>

#include "model/values.h"

enum { LOOP_FROM = 16 }; /* members of a family that are worth a loop */

nh_tape_def nh_model_tape_def(const nh_model *model, nh_arena *arena, bool with_accelerations) {
    size_t n = model->coordinates.count, count = (with_accelerations ? 3 : 2) * n + 1;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, count);
    inputs[0] = model->time;
    memcpy(inputs + 1, nh_model_coordinates(model, arena), n * sizeof *inputs);
    memcpy(inputs + 1 + n, nh_model_velocities(model, arena), n * sizeof *inputs);
    if (with_accelerations) memcpy(inputs + 1 + 2 * n, nh_model_accelerations(model, arena), n * sizeof *inputs);
    return (nh_tape_def){.input_count = (uint32_t)count,
                         .inputs = inputs,
                         .parameter_count = (uint32_t)model->parameters.count,
                         .parameters = nh_model_parameter_symbols(model, arena),
                         .loop_from = LOOP_FROM};
}
