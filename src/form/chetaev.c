/* Lagrange's equations with multipliers under the Chetaev condition: [Homogeneous] (5)-(6), [Algebraic] (48), left side.
 *
 *     d/dt dL/dq_i' - dL/dq_i = Q_i + sum_j lambda_j d rate_j / dq_i'
 *
 * where rate_j = 0 is row j as an equation for the velocities; the accelerations are written out by model/lagrange.h.
 *
 * All of it is tidied (algebra/tidy.h): derivatives of the energy of bodies are full of sin^2 + cos^2 and of terms that cancel.
 *
 * Named coefficients: M[x,y], F[x], A[row,x], drift[row]; only those that are not 0.
 *
 * Hypotheses: none beyond what a model is. The Hessian may be singular or indefinite; rows may depend on each other. */
#include <string.h>

#include "algebra/tidy.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/text.h"
#include "form/equations.h"

/* ---- tidying ---- */

typedef NH_ARRAY(nh_expr) exprs;

static void gather(exprs *all, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++) nh_array_push(all, e[i]);
}

static const nh_expr *scatter(const nh_expr *from, size_t count, nh_expr *e) {
    if (count == 0) return from;
    memcpy(e, from, count * sizeof *e);
    return from + count;
}

/* Leaves out the entries that turned out to be 0. */
static void compress(nh_expr_matrix *matrix) {
    uint32_t kept = 0, first = 0;
    for (uint32_t i = 0; i < matrix->rows; i++) {
        uint32_t end = matrix->start[i + 1];
        for (uint32_t k = first; k < end; k++) {
            if (matrix->entry[k] == NH_EXPR_ZERO) continue;
            matrix->column[kept] = matrix->column[k];
            matrix->entry[kept++] = matrix->entry[k];
        }
        first = end;
        matrix->start[i + 1] = kept;
    }
}

/* All coefficients together: what they have in common is computed once, and counts once. The abbreviations of the model stay: they say in
 * which order its author divides and cancels, and opened quotients can lose digits where a denominator is small. */
static void tidy(nh_arena *arena, nh_equations *e) {
    exprs all = {.arena = arena};
    NH_ASSERT(e->matrix.start != NULL && e->jacobian.start != NULL);
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    gather(&all, entries, e->matrix.entry);
    gather(&all, e->count, e->force);
    gather(&all, slopes, e->jacobian.entry);
    gather(&all, e->rows, e->drift);
    nh_expr_tidy_named(e->model->pool, arena, all.count, all.items);
    const nh_expr *next = scatter(all.items, entries, e->matrix.entry);
    next = scatter(next, e->count, e->force);
    next = scatter(next, slopes, e->jacobian.entry);
    scatter(next, e->rows, e->drift);
    compress(&e->matrix);
    compress(&e->jacobian);
}

nh_equations *nh_chetaev_of(nh_model *model, nh_arena *arena, const nh_lagrange *x) {
    nh_equations *e = NH_NEW(arena, nh_equations);
    *e = (nh_equations){.model = model, .form = "chetaev", .count = x->n, .matrix = x->matrix, .is_symmetric = true};
    e->coefficients.arena = arena;
    e->unknowns = nh_model_accelerations(model, arena);
    e->force = x->force;
    e->rows = x->rows;
    e->row = x->row;
    e->rates = x->rates;
    e->jacobian = x->jacobian;
    e->drift = x->drift;
    e->multipliers = NH_NEW_ARRAY(arena, nh_expr, x->rows);
    for (uint32_t i = 0; i < x->rows; i++) e->multipliers[i] = nh_equations_multiplier(model, arena, x->row[i]);
    return e;
}

static void name_entries(nh_equations *e, const char *format, const nh_expr_matrix *a, const char *const *rows,
                         const char *const *columns) {
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++)
            nh_equations_name(e, a->entry[k], "%s[%s,%s]", format, rows[i], columns[a->column[k]]);
}

void nh_chetaev_name(nh_equations *e) {
    const nh_model *model = e->model;
    nh_arena *arena = e->coefficients.arena;
    const char **q = NH_NEW_ARRAY(arena, const char *, e->count), **r = NH_NEW_ARRAY(arena, const char *, e->rows);
    for (uint32_t i = 0; i < e->count; i++) q[i] = nh_name_text(model->context, model->coordinates.items[i].name);
    for (uint32_t j = 0; j < e->rows; j++) r[j] = nh_name_text(model->context, model->rows.items[e->row[j]].name);
    name_entries(e, "M", &e->matrix, q, q);
    for (uint32_t i = 0; i < e->count; i++)
        if (e->force[i] != NH_EXPR_ZERO) nh_equations_name(e, e->force[i], "F[%s]", q[i]);
    name_entries(e, "A", &e->jacobian, r, q);
    for (uint32_t j = 0; j < e->rows; j++)
        if (e->drift[j] != NH_EXPR_ZERO) nh_equations_name(e, e->drift[j], "drift[%s]", r[j]);
}

nh_equations *nh_chetaev_derive(nh_model *model, nh_arena *arena) {
    nh_lagrange x = nh_lagrange_derive(model, arena, true);
    nh_equations *e = nh_chetaev_of(model, arena, &x);
    tidy(arena, e);
    return e;
}
