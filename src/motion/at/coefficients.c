/* The coefficients of the equations of motion as a program. */
#include <string.h>

#include "base/assert.h"
#include "model/inputs.h"
#include "motion/at/dynamics.h"

nh_tape_def nh_dynamics_tape_def(nh_arena *arena, const nh_equations *e, bool with_accelerations, size_t outputs,
                                 const nh_expr *output) {
    NH_ASSERT(nh_equations_fit(e) && !nh_arena_is_scratch(arena));
    nh_tape_def def = nh_model_tape_def(e->model, arena, with_accelerations, outputs, output);
    if (e->extras == 0) return def;
    size_t before = 1 + 2 * e->model->coordinates.count, behind = def.input_count - before;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, def.input_count + (size_t)e->extras);
    memcpy(inputs, def.inputs, before * sizeof *inputs);
    memcpy(inputs + before, e->extra, e->extras * sizeof *inputs);
    memcpy(inputs + before + e->extras, def.inputs + before, behind * sizeof *inputs);
    def.input_count += e->extras;
    def.inputs = inputs;
    return def;
}

void nh_dynamics_add_omega(nh_arena *arena, const nh_equations *e, nh_tape_def *def) {
    NH_ASSERT(e->omegas == 0 || e->computed != NULL);
    if (e->omegas == 0) return;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, def->input_count + (size_t)e->omegas);
    memcpy(inputs, def->inputs, def->input_count * sizeof *inputs);
    memcpy(inputs + def->input_count, e->computed, e->omegas * sizeof *inputs);
    def->input_count += e->omegas;
    def->inputs = inputs;
}

nh_tape *nh_dynamics_tape(nh_arena *arena, const nh_equations *e) {
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    size_t count = (size_t)entries + e->count + slopes + e->rows;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, count), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = e->matrix.entry[i];
    for (uint32_t i = 0; i < e->count; i++) *next++ = e->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = e->jacobian.entry[i];
    for (uint32_t i = 0; i < e->rows; i++) *next++ = e->drift[i];
    NH_ASSERT(nh_equations_fit(e));
    nh_tape_def def = nh_dynamics_tape_def(arena, e, false, count, outputs);
    nh_dynamics_add_omega(arena, e, &def);
    return nh_tape_make(arena, e->model->pool, &def);
}
