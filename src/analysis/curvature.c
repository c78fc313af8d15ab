/* Forms and their derivatives from one program, their kernel and the rank of the curvatures in doubles. */
#include "analysis/curvature.h"

#include <math.h>
#include <string.h>

#include "analysis/curvature_private.h"
#include "analysis/kind.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "num/dense.h"

/* Below these parts of the largest, diagonals of a factorisation are 0. */
#define DEPENDENT 1e-9
#define FLAT 1e-7

/* ---- expressions ---- */

/* The row as a form; false when it is not linear in the velocities by its shape. */
static bool add_form(nh_curvature *f, const nh_row *row) {
    nh_model *model = f->model;
    nh_pool *pool = model->pool;
    uint32_t n = f->n1 - 1;
    nh_expr rate = nh_expr_expand_names(pool, nh_row_rate(model, row));
    const nh_expr *v = nh_model_velocities(model, f->arena);
    nh_expr *form = f->entry + (size_t)f->count * f->n1;
    nh_expr_gradient(pool, rate, n, v, form + 1);
    for (uint32_t i = 1; i < f->n1; i++)
        if (nh_expr_has(pool, form[i], NH_HAS_VELOCITY)) return false;
    form[0] = nh_model_at_rest(model, f->arena, rate);
    f->count++;
    return true;
}

static void add_all(nh_curvature *f, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++)
        if (!add_form(f, &f->model->rows.items[rows[i]])) f->is_linear = false;
}

static void find_slopes(nh_curvature *f) {
    const nh_model *model = f->model;
    nh_expr *x = NH_NEW_ARRAY(f->arena, nh_expr, f->n1);
    x[0] = model->time;
    memcpy(x + 1, nh_model_coordinates(model, f->arena), (f->n1 - 1) * sizeof *x);
    f->slope = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)f->kinematic * f->n1 * f->n1 + 1);
    for (size_t i = 0; i < (size_t)f->kinematic * f->n1; i++)
        nh_expr_gradient(model->pool, f->entry[i], f->n1, x, f->slope + i * f->n1);
}

nh_curvature nh_curvature_forms(nh_arena *arena, nh_model *model, uint32_t kinematic, const uint32_t *rows,
                                uint32_t geometric, const uint32_t *geometric_rows) {
    nh_curvature f = {.model = model, .arena = arena, .n1 = (uint32_t)model->coordinates.count + 1, .is_linear = true};
    f.entry = NH_NEW_ARRAY(arena, nh_expr, (size_t)(kinematic + geometric) * f.n1 + 1);
    add_all(&f, kinematic, rows);
    f.kinematic = f.count;
    add_all(&f, geometric, geometric_rows);
    return f;
}

nh_curvature nh_curvature_collect(nh_arena *arena, nh_model *model, uint32_t kinematic, const uint32_t *rows,
                                  uint32_t geometric, const uint32_t *geometric_rows) {
    nh_curvature f = nh_curvature_forms(arena, model, kinematic, rows, geometric, geometric_rows);
    find_slopes(&f);
    return f;
}

uint32_t *nh_curvature_rows(nh_arena *arena, const nh_model *model, bool is_geometric, uint32_t *count) {
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, model->rows.count + 1);
    *count = 0;
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric == is_geometric) rows[(*count)++] = i;
    return rows;
}

/* All of them at the state: the forms, then their derivatives. */
static const double *evaluate(const nh_curvature *f, const double *parameters, const nh_state *state) {
    uint32_t n = f->n1 - 1, entries = f->count * f->n1, slopes = f->kinematic * f->n1 * f->n1;
    nh_expr *outputs = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)entries + slopes + 1);
    memcpy(outputs, f->entry, entries * sizeof *outputs);
    memcpy(outputs + entries, f->slope, slopes * sizeof *outputs);
    nh_tape_def def = nh_model_tape_def(f->model, f->arena, false);
    def.output_count = entries + slopes;
    def.outputs = outputs;
    const nh_tape *tape = nh_tape_make(f->arena, f->model->pool, &def);
    double *inputs = NH_NEW_ARRAY(f->arena, double, 2 * (size_t)n + 1);
    double *values = NH_NEW_ARRAY(f->arena, double, (size_t)entries + slopes + 1);
    double *work = nh_arena_alloc_aligned(f->arena, nh_tape_work_size(tape, 1) * sizeof *work, 64);
    inputs[0] = state->t;
    memcpy(inputs + 1, state->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, state->v, n * sizeof *inputs);
    nh_tape_begin(tape, 1, parameters, work);
    nh_tape_run(tape, 1, inputs, values, work);
    return values;
}

/* ---- numbers ---- */

/* A basis of the directions along which all forms vanish, n1 x *free; NULL when a form has no value. */
static const double *kernel_of(const nh_curvature *f, const double *entries, uint32_t *free) {
    uint32_t m = f->count, n1 = f->n1;
    double *a = NH_NEW_ARRAY(f->arena, double, (size_t)m *n1);
    for (uint32_t r = 0; r < m; r++)
        for (uint32_t j = 0; j < n1; j++) a[r + (size_t)j * m] = entries[(size_t)r * n1 + j];
    nh_qr *qr = nh_qr_make(f->arena, (int)m, (int)n1);
    if (!nh_qr_factor(qr, a)) return NULL;
    int rank = nh_qr_rank(qr, DEPENDENT);
    *free = n1 - (uint32_t)rank;
    double *basis = NH_NEW_ARRAY(f->arena, double, (size_t)n1 **free + 1);
    nh_qr_kernel(qr, rank, basis);
    return basis;
}

/* dtheta(u, w), and the size of its terms. */
static double curvature(const nh_curvature *f, const double *slope, const double *u, const double *w, double *size) {
    double sum = 0;
    for (uint32_t j = 0; j < f->n1; j++)
        for (uint32_t l = 0; l < f->n1; l++) {
            double term = slope[(size_t)j * f->n1 + l] * (u[l] * w[j] - u[j] * w[l]);
            sum += term;
            *size = fmax(*size, fabs(term));
        }
    return sum;
}

/* The rank of the curvatures of the kinematic forms, as vectors over the pairs of directions. */
static uint32_t curved(const nh_curvature *f, const double *slopes, uint32_t free, const double *basis) {
    uint32_t pairs = free * (free - 1) / 2, k = f->kinematic, n1 = f->n1;
    double *B = NH_NEW_ARRAY(f->arena, double, (size_t)k *pairs + 1), size = 0, most = 0;
    for (uint32_t r = 0; r < k; r++)
        for (uint32_t i = 0, p = 0; i < free; i++)
            for (uint32_t j = 0; j < i; j++, p++) {
                double *b = &B[r + (size_t)p * k];
                *b = curvature(f, slopes + (size_t)r * n1 * n1, basis + (size_t)i * n1, basis + (size_t)j * n1, &size);
                most = fmax(most, fabs(*b));
            }
    if (!(most > FLAT * size)) return 0;
    nh_qr *qr = nh_qr_make(f->arena, (int)k, (int)pairs);
    return nh_qr_factor(qr, B) ? (uint32_t)nh_qr_rank(qr, FLAT) : k;
}

/* Rows that are linear when they are cleared of denominators, x'/y' = -y/x: of these nothing is known here. */
static bool has_cleared(const nh_model *model, uint32_t count, const uint32_t *rows) {
    for (uint32_t i = 0; i < count; i++) {
        nh_kind kind = nh_kind_of(model->pool, model->rows.items[rows[i]].residual);
        if (kind.kind == NH_ROW_LINEAR || kind.kind == NH_ROW_AFFINE) return true;
    }
    return false;
}

uint32_t nh_curvature_leaves(nh_model *model, const double *parameters, const nh_state *state) {
    size_t n = model->coordinates.count;
    if (n > NH_CURVATURE_COORDINATES || n == 0) return 0;
    nh_arena *arena = nh_arena_create(model->context);
    uint32_t kinematic, geometric, free, left = 0;
    const uint32_t *rows = nh_curvature_rows(arena, model, false, &kinematic);
    const uint32_t *others = nh_curvature_rows(arena, model, true, &geometric);
    nh_curvature f = nh_curvature_collect(arena, model, kinematic, rows, geometric, others);
    if (f.kinematic > 0) {
        const double *values = evaluate(&f, parameters, state), *basis = kernel_of(&f, values, &free);
        uint32_t bent = basis == NULL ? f.kinematic : free < 2 ? 0 : curved(&f, values + f.count * f.n1, free, basis);
        left = f.kinematic - bent;
    }
    if (left == 0 && !f.is_linear && has_cleared(model, kinematic, rows)) left = 1;
    nh_arena_destroy(arena);
    return left;
}
