/* The coefficients of the equations of motion as a program. */
#include <string.h>

#include "model/values.h"
#include "sim/dynamics.h"

nh_tape_def nh_dynamics_tape_def(const nh_model *model, nh_arena *arena) {
    size_t n = model->coordinates.count;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, 2 * n + 1);
    inputs[0] = model->time;
    memcpy(inputs + 1, nh_model_coordinates(model, arena), n * sizeof *inputs);
    memcpy(inputs + 1 + n, nh_model_velocities(model, arena), n * sizeof *inputs);
    return (nh_tape_def){.input_count = (uint32_t)(2 * n + 1),
                         .inputs = inputs,
                         .parameter_count = (uint32_t)model->parameters.count,
                         .parameters = nh_model_parameter_symbols(model, arena)};
}

nh_tape *nh_dynamics_tape(nh_arena *arena, const nh_equations *e) {
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    size_t count = (size_t)entries + e->count + slopes + e->rows;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = e->matrix.entry[i];
    for (uint32_t i = 0; i < e->count; i++) *next++ = e->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = e->jacobian.entry[i];
    for (uint32_t i = 0; i < e->rows; i++) *next++ = e->drift[i];
    nh_tape_def def = nh_dynamics_tape_def(e->model, arena);
    def.output_count = (uint32_t)count;
    def.outputs = outputs;
    def.loop_from = 16;
    return nh_tape_make(arena, e->model->pool, &def);
}
