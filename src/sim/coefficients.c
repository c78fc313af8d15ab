/* The coefficients of the equations of motion as a program. */
#include "model/inputs.h"
#include "sim/dynamics.h"

nh_tape *nh_dynamics_tape(nh_arena *arena, const nh_equations *e) {
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    size_t count = (size_t)entries + e->count + slopes + e->rows;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = e->matrix.entry[i];
    for (uint32_t i = 0; i < e->count; i++) *next++ = e->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = e->jacobian.entry[i];
    for (uint32_t i = 0; i < e->rows; i++) *next++ = e->drift[i];
    nh_tape_def def = nh_model_tape_def(e->model, arena, false);
    def.output_count = (uint32_t)count;
    def.outputs = outputs;
    return nh_tape_make(arena, e->model->pool, &def);
}
