/* Lagrange's equations and rows, by the derivatives that lagrange.h writes down. */
#include "model/lagrange.h"

#include <string.h>

#include "algebra/tidy/tidy.h"
#include "base/array.h"
#include "base/assert.h"

typedef struct derivation {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_expr *q, *v; /* n */
    nh_expr L;
    bool is_tidied;
} derivation;

/* sum_k de/dq_k q_k' + de/dt, for e_i with the row i of their Jacobian by the coordinates: the part of the total
 * derivative that is free of accelerations. */
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

static void derive_forces(const derivation *d, nh_lagrange *x) {
    size_t n = d->n;
    nh_expr *both = NH_NEW_ARRAY(d->arena, nh_expr, 2 * n), *symbols = NH_NEW_ARRAY(d->arena, nh_expr, 2 * n);
    nh_expr *p = both, *by_q = both + n; /* the gradients of L by velocities and by coordinates */
    if (n > 0) memcpy(symbols, d->v, n * sizeof *symbols);
    if (n > 0) memcpy(symbols + n, d->q, n * sizeof *symbols);
    nh_expr_gradient(d->pool, d->L, 2 * d->n, symbols, both);
    x->matrix = nh_expr_jacobian(d->pool, d->arena, d->n, p, d->n, d->v);
    /* after the matrix, which stays symmetric to the letter; what is derived from them is then shorter to begin with */
    if (d->is_tidied) nh_expr_tidy_named(d->pool, d->arena, 2 * n, both);
    nh_expr_matrix mixed = nh_expr_jacobian(d->pool, d->arena, d->n, p, d->n, d->q);
    for (uint32_t i = 0; i < d->n; i++) {
        nh_expr terms[] = {d->model->Q[i], by_q[i], nh_expr_neg(d->pool, slow_rate(d, p[i], &mixed, i))};
        x->force[i] = nh_expr_sum(d->pool, 3, terms);
    }
}

/* The imposed rows of one sort, in the order of the text. */
static void list_rows(const derivation *d, nh_lagrange *x, bool with_accelerations) {
    const nh_model *model = d->model;
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed || row->has_accelerations != with_accelerations) continue;
        uint32_t k = x->acting++;
        x->row[k] = (uint32_t)i;
        x->rates[k] = nh_row_rate(d->model, row);
    }
}

static void append_rows(nh_expr_matrix *to, nh_arena *arena, const nh_expr_matrix *more) {
    uint32_t first = to->start[to->rows], entries = more->start[more->rows];
    nh_expr_matrix all = {.rows = to->rows + more->rows, .columns = to->columns};
    all.start = NH_NEW_ARRAY(arena, uint32_t, (size_t)all.rows + 1);
    all.column = NH_NEW_ARRAY(arena, uint32_t, (size_t)first + entries + 1);
    all.entry = NH_NEW_ARRAY(arena, nh_expr, (size_t)first + entries + 1);
    memcpy(all.start, to->start, ((size_t)to->rows + 1) * sizeof *all.start);
    for (uint32_t i = 1; i <= more->rows; i++) all.start[to->rows + i] = first + more->start[i];
    if (first > 0) memcpy(all.column, to->column, first * sizeof *all.column);
    if (first > 0) memcpy(all.entry, to->entry, first * sizeof *all.entry);
    if (entries > 0) memcpy(all.column + first, more->column, entries * sizeof *all.column);
    if (entries > 0) memcpy(all.entry + first, more->entry, entries * sizeof *all.entry);
    *to = all;
}

/* Rows with accelerations: linear in them, so that their slopes and what is left without them are all. */
static void derive_acceleration_rows(const derivation *d, nh_lagrange *x) {
    uint32_t count = x->acting - x->rows;
    nh_expr *accelerations = nh_model_accelerations(d->model, d->arena), *zeros = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    for (uint32_t i = 0; i < d->n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr_matrix slopes = nh_expr_jacobian(d->pool, d->arena, count, x->rates + x->rows, d->n, accelerations);
    append_rows(&x->jacobian, d->arena, &slopes);
    memcpy(x->drift + x->rows, x->rates + x->rows, count * sizeof *x->drift);
    nh_expr_substitute_all(d->pool, count, x->drift + x->rows, d->n, accelerations, zeros, true);
}

static void derive_rows(const derivation *d, nh_lagrange *x) {
    size_t most = d->model->rows.count;
    x->row = NH_NEW_ARRAY(d->arena, uint32_t, most);
    x->rates = NH_NEW_ARRAY(d->arena, nh_expr, most);
    list_rows(d, x, false);
    x->rows = x->acting;
    list_rows(d, x, true);
    uint32_t rows = x->rows;
    if (d->is_tidied) nh_expr_tidy_named(d->pool, d->arena, x->acting, x->rates);
    x->jacobian = nh_expr_jacobian(d->pool, d->arena, rows, x->rates, d->n, d->v);
    nh_expr_matrix by_q = nh_expr_jacobian(d->pool, d->arena, rows, x->rates, d->n, d->q);
    x->drift = NH_NEW_ARRAY(d->arena, nh_expr, x->acting);
    for (uint32_t i = 0; i < rows; i++) x->drift[i] = slow_rate(d, x->rates[i], &by_q, i);
    if (x->acting > rows) derive_acceleration_rows(d, x);
}

/* ---- tidying all together ---- */

static const nh_expr *scatter_exprs(const nh_expr *from, size_t count, nh_expr *e) {
    if (count == 0) return from;
    memcpy(e, from, count * sizeof *e);
    return from + count;
}

/* Leaves out the entries that turned out to be 0. */
static void drop_zeros(nh_expr_matrix *matrix) {
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

static void tidy_all(const nh_model *model, nh_arena *arena, nh_lagrange *e) {
    nh_exprs all = {.arena = arena};
    NH_ASSERT(e->matrix.start != NULL && e->jacobian.start != NULL);
    uint32_t entries = e->matrix.start[e->n], slopes = e->jacobian.start[e->acting];
    nh_array_append(&all, entries, e->matrix.entry);
    nh_array_append(&all, e->n, e->force);
    nh_array_append(&all, slopes, e->jacobian.entry);
    nh_array_append(&all, e->acting, e->drift);
    nh_expr_tidy_named(model->pool, arena, all.count, all.items);
    const nh_expr *next = scatter_exprs(all.items, entries, e->matrix.entry);
    next = scatter_exprs(next, e->n, e->force);
    next = scatter_exprs(next, slopes, e->jacobian.entry);
    scatter_exprs(next, e->acting, e->drift);
    drop_zeros(&e->matrix);
    drop_zeros(&e->jacobian);
}

/* ---- what the model remembers ---- */

static void *copy_array(nh_arena *arena, const void *from, size_t count, size_t size) {
    void *to = nh_arena_alloc(arena, (count + 1) * size);
    if (count > 0) memcpy(to, from, count * size);
    return to;
}

static nh_expr_matrix copy_matrix(nh_arena *arena, const nh_expr_matrix *a) {
    nh_expr_matrix to = *a;
    uint32_t entries = a->start[a->rows];
    to.start = copy_array(arena, a->start, (size_t)a->rows + 1, sizeof *a->start);
    to.column = copy_array(arena, a->column, entries, sizeof *a->column);
    to.entry = copy_array(arena, a->entry, entries, sizeof *a->entry);
    return to;
}

static nh_lagrange copy_lagrange(nh_arena *arena, const nh_lagrange *x) {
    nh_lagrange to = *x;
    to.matrix = copy_matrix(arena, &x->matrix);
    to.force = copy_array(arena, x->force, x->n, sizeof *x->force);
    to.row = copy_array(arena, x->row, x->acting, sizeof *x->row);
    to.rates = copy_array(arena, x->rates, x->acting, sizeof *x->rates);
    to.jacobian = copy_matrix(arena, &x->jacobian);
    to.drift = copy_array(arena, x->drift, x->acting, sizeof *x->drift);
    return to;
}

static const nh_lagrange *remember_lagrange(const nh_model *model, nh_lagrange x) {
    nh_lagrange *kept = NH_NEW(model->arena, nh_lagrange);
    *kept = x;
    return kept;
}

static nh_lagrange derive_lagrange(const nh_model *model, nh_arena *arena, nh_expr L, bool is_tidied) {
    derivation d = {.model = model, .pool = model->pool, .arena = arena, .n = (uint32_t)model->coordinates.count};
    d.L = L;
    d.is_tidied = is_tidied;
    nh_lagrange x = {.n = d.n, .force = NH_NEW_ARRAY(arena, nh_expr, d.n)};
    d.q = nh_model_coordinates(model, arena);
    d.v = nh_model_velocities(model, arena);
    derive_forces(&d, &x);
    derive_rows(&d, &x);
    return x;
}

nh_lagrange nh_lagrange_derive(const nh_model *model, nh_arena *arena, bool is_tidied) {
    if (!is_tidied) return derive_lagrange(model, arena, model->L, false);
    if (model->memo->tidied == NULL)
        model->memo->tidied = remember_lagrange(model, derive_lagrange(model, model->arena, model->L, true));
    return copy_lagrange(arena, model->memo->tidied);
}

nh_lagrange nh_lagrange_derive_tidiest(const nh_model *model, nh_arena *arena) {
    if (model->memo->tidiest == NULL) {
        nh_lagrange x = nh_lagrange_derive(model, model->arena, true);
        tidy_all(model, model->arena, &x);
        model->memo->tidiest = remember_lagrange(model, x);
    }
    return copy_lagrange(arena, model->memo->tidiest);
}

nh_lagrange nh_lagrange_derive_with(const nh_model *model, nh_arena *arena, nh_expr L) {
    nh_lagrange x = derive_lagrange(model, arena, L, true);
    tidy_all(model, arena, &x);
    return x;
}
