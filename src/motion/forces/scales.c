/* Scales: the derivatives of the values by accelerations and multipliers, and the mass matrix, as one tape. */
#include "motion/forces/scales_private.h"

#include <math.h>

#include "base/array.h"
#include "base/assert.h"
#include "expr/calculus/calculus.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/doubles.h"
#include "tape/program.h"

/* The part of these sizes that counts: errors of rounding are far below, and claims that fail in earnest above. */
#define PART 1e-6

struct nh_scales {
    const nh_equations *equations;
    size_t n, rows, count;
    nh_expr_matrix slopes; /* count x (n + rows): of the values by accelerations, then by multipliers */
    nh_program *program;   /* entries of the mass matrix, of the slopes, accelerations, multipliers */
    double *inertia; /* n: the largest M_ii so far */
};

nh_scales *nh_scales_make(nh_arena *arena, const nh_equations *equations, size_t count, const nh_expr *values,
                          size_t input_count, const nh_expr *inputs) {
    const nh_model *model = equations->model;
    size_t n = model->coordinates.count, rows = equations->rows, all = n + rows;
    nh_exprs symbols = {.arena = arena}, outputs = {.arena = arena};
    const nh_expr *accelerations = nh_model_accelerations(model, arena);
    for (size_t i = 0; i < all; i++) nh_array_push(&symbols, i < n ? accelerations[i] : equations->multipliers[i - n]);
    nh_expr_matrix slopes = nh_expr_jacobian(model->pool, arena, (uint32_t)count, values, (uint32_t)all, symbols.items);
    if (slopes.start[count] == 0) return NULL;
    nh_array_append(&outputs, equations->matrix.start[n], equations->matrix.entry);
    nh_array_append(&outputs, slopes.start[count], slopes.entry);
    nh_array_append(&outputs, all, symbols.items);
    nh_scales *s = NH_NEW(arena, nh_scales);
    *s = (nh_scales){.equations = equations, .n = n, .rows = rows, .count = count, .slopes = slopes};
    NH_ASSERT(!nh_arena_is_scratch(arena) && nh_equations_fit(equations));
    nh_tape_def def = nh_model_tape_over(model, arena, input_count, inputs, outputs.count, outputs.items);
    s->program = nh_program_of(arena, model->pool, &def, NULL);
    s->inertia = NH_NEW_ARRAY(arena, double, n);
    return s;
}

void nh_scales_set(nh_scales *scales, const double *parameters) {
    nh_program_begin(scales->program, parameters);
}

/* x^T M x; the largest M_ii so far. */
static double look_at_inertia(nh_scales *s, const double *mass, const double *x) {
    const nh_expr_matrix *m = &s->equations->matrix;
    double square = 0;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++) {
            if (m->column[k] == i) s->inertia[i] = fmax(s->inertia[i], mass[k]);
            square += x[i] * mass[k] * x[m->column[k]];
        }
    return square;
}

void nh_scales_add(nh_scales *scales, const double *inputs, double *sizes) {
    NH_ASSERT(inputs != sizes);
    nh_scales *s = scales;
    const double *mass = nh_program_at(s->program, inputs), *slope = mass + s->equations->matrix.start[s->n];
    const double *x = slope + s->slopes.start[s->count], *lambda = x + s->n;
    double length = sqrt(fabs(look_at_inertia(s, mass, x))), force = nh_doubles_largest(lambda, s->rows);
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->slopes.start[c]; k < s->slopes.start[c + 1]; k++) {
            uint32_t i = s->slopes.column[k];
            double size = i >= s->n ? force : s->inertia[i] > 0 ? length / sqrt(s->inertia[i]) : 0;
            double part = PART * fabs(slope[k]) * size;
            if (isfinite(part)) sizes[c] += part;
        }
}
