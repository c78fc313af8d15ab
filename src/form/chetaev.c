/* Lagrange's equations with multipliers under the Chetaev condition: [Homogeneous] (5)-(6), [Algebraic] (48), left side.
 *
 *     d/dt dL/dq_i' - dL/dq_i = Q_i + sum_j lambda_j d rate_j / dq_i'
 *
 * where rate_j = 0 is row j as an equation for the velocities: itself when velocities stand in it, else its derivative by time, for
 * which d rate/dq' = df/dq. With p_i = dL/dq_i' the left side is
 *
 *     sum_k dp_i/dq_k' q_k'' + sum_k dp_i/dq_k q_k' + dp_i/dt - dL/dq_i
 *
 * so that the matrix is the Hessian of L and the rest goes to the right. The rows are differentiated once more:
 *
 *     sum_k d rate/dq_k' q_k'' + sum_k d rate/dq_k q_k' + d rate/dt = 0
 *
 * All of it is tidied (algebra/tidy.h): derivatives of the energy of bodies are full of sin^2 + cos^2 and of terms that cancel.
 *
 * Hypotheses: none beyond what a model is. The Hessian may be singular or indefinite; rows may depend on each other. */
#include <string.h>

#include "algebra/tidy.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/text.h"
#include "form/equations.h"

typedef struct derivation {
    nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_expr *q, *v; /* n */
} derivation;

/* sum_k de/dq_k q_k' + de/dt, for e_i with the row i of their Jacobian by the coordinates: the part of the total derivative that is
 * free of accelerations. */
static nh_expr slow_rate(const derivation *d, nh_expr e, const nh_expr_matrix *by_coordinates, uint32_t i) {
    nh_arena *scratch = nh_scratch(d->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t first = by_coordinates->start[i], count = by_coordinates->start[i + 1] - first;
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, (size_t)count + 1);
    for (uint32_t k = 0; k < count; k++)
        terms[k] = nh_expr_mul(d->pool, by_coordinates->entry[first + k], d->v[by_coordinates->column[first + k]]);
    terms[count] = nh_expr_diff(d->pool, e, d->model->time);
    nh_expr sum = nh_expr_sum(d->pool, (size_t)count + 1, terms);
    nh_arena_release(scratch, mark);
    return sum;
}

/* The gradients of L by velocities and by coordinates, tidied: what is derived from them is then shorter to begin with. */
static void tidy_gradients(const derivation *d, nh_expr *p, nh_expr *by_q) {
    nh_expr *both = NH_NEW_ARRAY(d->arena, nh_expr, 2 * (size_t)d->n);
    if (d->n == 0) return;
    memcpy(both, p, d->n * sizeof *both);
    memcpy(both + d->n, by_q, d->n * sizeof *both);
    nh_expr_tidy_named(d->pool, d->arena, 2 * (size_t)d->n, both);
    memcpy(p, both, d->n * sizeof *both);
    memcpy(by_q, both + d->n, d->n * sizeof *both);
}

static void derive_forces(const derivation *d, nh_equations *equations) {
    nh_expr *p = NH_NEW_ARRAY(d->arena, nh_expr, d->n), *by_q = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    nh_expr_gradient(d->pool, d->model->L, d->n, d->v, p);
    nh_expr_gradient(d->pool, d->model->L, d->n, d->q, by_q);
    equations->matrix = nh_expr_jacobian(d->pool, d->arena, d->n, p, d->n, d->v);
    equations->is_symmetric = true;
    tidy_gradients(d, p, by_q); /* after the matrix, which stays symmetric to the letter */
    nh_expr_matrix mixed = nh_expr_jacobian(d->pool, d->arena, d->n, p, d->n, d->q);
    for (uint32_t i = 0; i < d->n; i++) {
        nh_expr terms[] = {d->model->Q[i], by_q[i], nh_expr_neg(d->pool, slow_rate(d, p[i], &mixed, i))};
        equations->force[i] = nh_expr_sum(d->pool, 3, terms);
    }
}

static nh_expr multiplier_of(const derivation *d, const nh_row *row) {
    nh_text name = nh_text_begin(d->arena);
    nh_text_format(&name, "lambda.%s", nh_name_text(d->model->context, row->name));
    return nh_expr_symbol_text(d->pool, NH_ROLE_MULTIPLIER, nh_text_string(&name));
}

/* The imposed rows, in the order of the text. */
static void list_rows(const derivation *d, nh_equations *equations) {
    const nh_model *model = d->model;
    size_t most = model->rows.count;
    equations->row = NH_NEW_ARRAY(d->arena, uint32_t, most);
    equations->multipliers = NH_NEW_ARRAY(d->arena, nh_expr, most);
    equations->rates = NH_NEW_ARRAY(d->arena, nh_expr, most);
    for (size_t i = 0; i < most; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed) continue;
        uint32_t k = equations->rows++;
        equations->row[k] = (uint32_t)i;
        equations->multipliers[k] = multiplier_of(d, row);
        equations->rates[k] = nh_row_rate(d->model, row);
    }
}

static void derive_rows(const derivation *d, nh_equations *equations) {
    list_rows(d, equations);
    uint32_t rows = equations->rows;
    nh_expr_tidy_named(d->pool, d->arena, rows, equations->rates);
    equations->jacobian = nh_expr_jacobian(d->pool, d->arena, rows, equations->rates, d->n, d->v);
    nh_expr_matrix by_q = nh_expr_jacobian(d->pool, d->arena, rows, equations->rates, d->n, d->q);
    equations->drift = NH_NEW_ARRAY(d->arena, nh_expr, rows);
    for (uint32_t i = 0; i < rows; i++) equations->drift[i] = slow_rate(d, equations->rates[i], &by_q, i);
}

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
static void tidy(const derivation *d, nh_equations *e) {
    exprs all = {.arena = d->arena};
    NH_ASSERT(e->matrix.start != NULL && e->jacobian.start != NULL);
    uint32_t entries = e->matrix.start[e->count], slopes = e->jacobian.start[e->rows];
    gather(&all, entries, e->matrix.entry);
    gather(&all, e->count, e->force);
    gather(&all, slopes, e->jacobian.entry);
    gather(&all, e->rows, e->drift);
    nh_expr_tidy_named(d->pool, d->arena, all.count, all.items);
    const nh_expr *next = scatter(all.items, entries, e->matrix.entry);
    next = scatter(next, e->count, e->force);
    next = scatter(next, slopes, e->jacobian.entry);
    scatter(next, e->rows, e->drift);
    compress(&e->matrix);
    compress(&e->jacobian);
}

nh_equations *nh_chetaev_derive(nh_model *model, nh_arena *arena) {
    nh_equations *equations = NH_NEW(arena, nh_equations);
    derivation d = {.model = model, .pool = model->pool, .arena = arena, .n = (uint32_t)model->coordinates.count};
    d.q = nh_model_coordinates(model, arena);
    d.v = nh_model_velocities(model, arena);
    *equations = (nh_equations){.model = model, .form = "chetaev", .count = d.n};
    equations->unknowns = nh_model_accelerations(model, arena);
    equations->force = NH_NEW_ARRAY(arena, nh_expr, d.n);
    derive_forces(&d, equations);
    derive_rows(&d, equations);
    tidy(&d, equations);
    return equations;
}
