/* The coefficients of the equations as a program, in doubles and in balls, and whether redundant rows agree with the others.
 *
 * The solver judges the equation a x + drift = 0 of a redundant row beside its own terms. Where all of them are 0 but for rounding, as
 * at states of symmetry, rounding would look like a contradiction. Here it is judged beside the length of the row and the sizes of the accelerations and of what
 * the forces alone would cause. */
#include <math.h>
#include <string.h>

#include "model/values.h"
#include "sim/evaluate_private.h"

/* As in sim/dynamics.c: so far may the equation be from holding, relative. */
#define CONTRADICTS 1e-6

static nh_tape *make_tape(nh_evaluator *e) {
    const nh_equations *q = e->equations;
    nh_model *model = e->model;
    uint32_t entries = q->matrix.start[q->count], slopes = q->jacobian.start[q->rows];
    size_t count = (size_t)entries + q->count + slopes + q->rows;
    nh_expr *outputs = NH_NEW_ARRAY(e->arena, nh_expr, count), *next = outputs;
    for (uint32_t i = 0; i < entries; i++) *next++ = q->matrix.entry[i];
    for (uint32_t i = 0; i < q->count; i++) *next++ = q->force[i];
    for (uint32_t i = 0; i < slopes; i++) *next++ = q->jacobian.entry[i];
    for (uint32_t i = 0; i < q->rows; i++) *next++ = q->drift[i];
    nh_tape_def def = {.parameter_count = (uint32_t)model->parameters.count,
                       .parameters = nh_model_parameter_symbols(model, e->arena),
                       .output_count = (uint32_t)count,
                       .outputs = outputs,
                       .loop_from = 16};
    def.inputs = nh_evaluator_symbols(e, false, &def.input_count);
    return nh_tape_make(e->arena, model->pool, &def);
}

void nh_coefficients_make(nh_evaluator *e, const double *parameters) {
    e->coefficients = make_tape(e);
    e->coefficient_values = NH_NEW_ARRAY(e->arena, double, nh_tape_outputs(e->coefficients));
    size_t size = nh_tape_work_size(e->coefficients, 1) * sizeof(double);
    e->coefficient_work = nh_arena_alloc_aligned(e->arena, size, 64);
    nh_tape_begin(e->coefficients, 1, parameters, e->coefficient_work);
}

static double length_of(const double *x, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum = hypot(sum, x[i]);
    return sum;
}

bool nh_coefficients_agree(nh_evaluator *e, const double *state, const nh_solution *solution) {
    const nh_expr_matrix *a = &e->equations->jacobian;
    size_t n = e->equations->count, entries = e->equations->matrix.start[n];
    nh_tape_run(e->coefficients, 1, state, e->coefficient_values, e->coefficient_work);
    const double *matrix = e->coefficient_values, *force = matrix + entries, *slope = force + n;
    const double *drift = slope + a->start[e->rows];
    double mass = length_of(matrix, entries), scale = length_of(solution->x, n);
    if (mass > 0) scale += length_of(force, n) / mass;
    for (uint32_t j = 0; j < e->rows; j++) {
        if (!solution->is_redundant[j]) continue;
        double sum = drift[j], length = length_of(slope + a->start[j], a->start[j + 1] - a->start[j]);
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) sum += slope[k] * solution->x[a->column[k]];
        if (!(fabs(sum) <= CONTRADICTS * (fabs(drift[j]) + length * scale))) return false;
    }
    return true;
}
