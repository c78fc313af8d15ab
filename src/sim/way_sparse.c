/* Solving the equations of motion of large systems: time and memory are linear in their size where the rows are local.
 *
 *     [ M  A^T ] [    x    ]   [  force ]
 *     [ A   0  ] [ -lambda ] = [ -drift ]
 *
 * Where M is positive definite and the rows are independent LDL^T exists with the coordinates first, then the rows: n positive pivots, then
 * negative ones, those of -A M^-1 A^T. Coordinates that very many rows share, as in [Simple] (13) and (15), come behind the rows: else all rows
 * would be coupled. The signs tell whether it went well. Elsewhere LU with pivoting takes the independent rows. A row that
 * is left out has -1 on its diagonal and nothing beside it. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "num/sparse.h"
#include "sim/dynamics_private.h"

/* A pivot of a row above this, relative to what it was at first, says that the row is independent; rounding blurs those below. */
#define INDEPENDENT_PIVOT 1e-10
/* Where a row has less of itself left beside the others, the solution is refined. */
#define REFINED_PIVOT 0.1

/* A pivot of M that is smaller beside its diagonal entry may be rounding. */
#define DEFINITE 1e-8

struct nh_sparse_way {
    nh_pattern pattern;    /* of the whole system */
    nh_pattern transposed; /* of A: column i is row i */
    int *place;            /* of each entry in the order of list_entries, among the values of the pattern */
    double *values, *b, *rest;
    double *row_size; /* sum of a^2/m for each row: the diagonal of A M^-1 A^T when M is diagonal */
    bool *is_out;     /* rows that are not used */
    uint32_t *order;  /* in which rows are chosen */
    nh_sparse_ldl *ldl;
    nh_sparse_lu *lu; /* made when first needed */
    nh_arena *arena;
};

/* ---- making ---- */

/* ORDER ENTRIES: diagonal, mass, both triangles of A; as in fill. */
static void list_entries(const nh_dynamics *d, nh_entries *l) {
    const nh_expr_matrix *m = &d->equations->matrix, *a = &d->equations->jacobian;
    for (uint32_t i = 0; i < d->n + d->rows; i++) nh_entries_add(l, i, i);
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t k = m->start[i]; k < m->start[i + 1]; k++) nh_entries_add(l, i, m->column[k]);
    for (uint32_t j = 0; j < d->rows; j++)
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) {
            nh_entries_add(l, d->n + j, a->column[k]);
            nh_entries_add(l, a->column[k], d->n + j);
        }
}

nh_sparse_way *nh_sparse_way_make(const nh_dynamics *d) {
    nh_arena *arena = d->arena;
    nh_sparse_way *w = NH_NEW(arena, nh_sparse_way);
    const nh_equations *e = d->equations;
    size_t all = (size_t)d->n + d->rows;
    size_t entries = all + e->matrix.start[d->n] + 2 * (size_t)e->jacobian.start[d->rows];
    nh_entries l = nh_entries_make(arena, entries);
    list_entries(d, &l);
    w->arena = arena;
    w->place = NH_NEW_ARRAY(arena, int, entries);
    w->pattern = nh_pattern_make(arena, (int)all, (int)all, (int)entries, l.i, l.j, w->place);
    w->transposed = nh_pattern_of_rows(arena, d->rows, d->n, e->jacobian.start, e->jacobian.column);
    int *group = NH_NEW_ARRAY(arena, int, all), *order = NH_NEW_ARRAY(arena, int, all);
    nh_sparse_saddle_groups(arena, &w->transposed, group);
    nh_sparse_order(arena, &w->pattern, group, order);
    w->ldl = nh_sparse_ldl_make(arena, &w->pattern, order);
    w->values = NH_NEW_ARRAY(arena, double, (size_t)w->pattern.start[all] + 1);
    w->b = NH_NEW_ARRAY(arena, double, all + 1);
    w->rest = NH_NEW_ARRAY(arena, double, all + 1);
    w->row_size = NH_NEW_ARRAY(arena, double, d->rows);
    w->is_out = NH_NEW_ARRAY(arena, bool, d->rows);
    w->order = NH_NEW_ARRAY(arena, uint32_t, d->rows);
    return w;
}

/* ---- the system as numbers ---- */

static void fill(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    const nh_expr_matrix *m = &d->equations->matrix, *a = &d->equations->jacobian;
    const double *mass = nh_dynamics_mass(d), *slope = nh_dynamics_jacobian(d);
    const int *place = w->place;
    memset(w->values, 0, (size_t)w->pattern.start[w->pattern.columns] * sizeof *w->values);
    const int *diagonal = place;
    place += d->n;
    for (uint32_t j = 0; j < d->rows; j++) w->values[*place++] = w->is_out[j] ? -1 : 0;
    for (uint32_t k = 0; k < m->start[d->n]; k++) w->values[*place++] += mass[k];
    for (uint32_t j = 0; j < d->rows; j++) {
        w->row_size[j] = 0;
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++, place += 2) {
            if (w->is_out[j]) continue;
            w->values[place[0]] = w->values[place[1]] = slope[k];
            w->row_size[j] += slope[k] * slope[k] / w->values[diagonal[a->column[k]]];
        }
    }
}

static void set_side(const nh_dynamics *d, double *b) {
    memcpy(b, nh_dynamics_force(d), d->n * sizeof *b);
    for (uint32_t j = 0; j < d->rows; j++) b[d->n + j] = d->sparse->is_out[j] ? 0 : -nh_dynamics_drift(d)[j];
}

/* ---- solving ---- */

/* The smallest pivot of a row that is used, relative to what it was at first. */
static void note_pivots(nh_dynamics *d, nh_solution *solution) {
    const nh_sparse_way *w = d->sparse;
    double least = 1;
    for (uint32_t j = 0; j < d->rows; j++) {
        if (w->is_out[j]) continue;
        double pivot = -nh_sparse_ldl_pivot(w->ldl, (int)(d->n + j)) / w->row_size[j];
        if (!(pivot < least)) continue;
        least = pivot;
        solution->worst_row = j;
    }
    solution->least_pivot = sqrt(least);
}

/* Whether the pivots of the coordinates are positive by a good margin: small ones may be rounding, and spoil those that follow. */
static bool mass_is_definite(const nh_dynamics *d) {
    const nh_sparse_way *w = d->sparse;
    double least = 1;
    for (uint32_t i = 0; i < d->n; i++)
        least = fmin(least, nh_sparse_ldl_pivot(w->ldl, (int)i) / w->values[w->place[i]]);
    return least > DEFINITE;
}

/* By LDL^T; false when M is not positive definite, or the rows are not independent as far as can be seen. */
static bool factor_definite(nh_dynamics *d, nh_solution *solution) {
    nh_sparse_way *w = d->sparse;
    fill(d);
    if (!d->equations->is_symmetric || !nh_sparse_ldl_factor(w->ldl, w->values)) return false;
    if (!mass_is_definite(d) || nh_sparse_ldl_negative(w->ldl) != (int)d->rows) return false;
    note_pivots(d, solution);
    return solution->least_pivot * solution->least_pivot > INDEPENDENT_PIVOT;
}

static double size_of_row(const nh_dynamics *d, uint32_t j) {
    const nh_expr_matrix *a = &d->equations->jacobian;
    double size = 0;
    for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) size = fmax(size, fabs(nh_dynamics_jacobian(d)[k]));
    return size;
}

/* The order of the text, but of one vector constraint the components that are nearly 0 come behind the others. */
static void order_rows(nh_dynamics *d) {
    const nh_row *rows = d->equations->model->rows.items;
    const uint32_t *row = d->equations->row;
    uint32_t *next = d->sparse->order;
    for (uint32_t first = 0, end; first < d->rows; first = end) {
        double most = 0;
        for (end = first; end < d->rows && rows[row[end]].label == rows[row[first]].label; end++)
            most = fmax(most, size_of_row(d, end));
        for (int is_small = 0; is_small < 2; is_small++)
            for (uint32_t j = first; j < end; j++)
                if ((size_of_row(d, j) < 0.1 * most) == (is_small == 1)) *next++ = j;
    }
}

/* The rows that depend on those before them are left out. */
static void leave_out(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    if (d->has_choice) memcpy(w->is_out, d->is_left_out, d->rows * sizeof *w->is_out);
    else {
        order_rows(d);
        nh_sparse_rank(w->arena, &w->transposed, nh_dynamics_jacobian(d), DEPENDENT, w->order, w->is_out);
    }
}

static bool factor_indefinite(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    fill(d);
    if (w->lu == NULL) w->lu = nh_sparse_lu_make(w->arena, &w->pattern);
    return nh_sparse_lu_factor(w->lu, w->values) && nh_sparse_lu_rcond(w->lu) > 16 * DBL_EPSILON;
}

/* One step of iterative refinement: small pivots cost digits, which it brings back. */
static void refine(nh_dynamics *d, bool definite) {
    nh_sparse_way *w = d->sparse;
    set_side(d, w->rest);
    nh_sparse_multiply(&w->pattern, w->values, -1, w->b, w->rest);
    if (definite) nh_sparse_ldl_solve(w->ldl, w->rest);
    else nh_sparse_lu_solve(w->lu, w->rest);
    for (size_t i = 0; i < (size_t)d->n + d->rows; i++) w->b[i] += w->rest[i];
}

static void take_solution(nh_dynamics *d, nh_solution *solution) {
    const nh_sparse_way *w = d->sparse;
    memcpy(d->x, w->b, d->n * sizeof *d->x);
    solution->rank = 0;
    for (uint32_t j = 0; j < d->rows; j++) {
        d->is_redundant[j] = w->is_out[j];
        d->lambda[j] = w->is_out[j] ? 0 : -w->b[d->n + j];
        solution->rank += !w->is_out[j];
    }
}

bool nh_sparse_way_solve(nh_dynamics *d, nh_solution *solution) {
    nh_sparse_way *w = d->sparse;
    if (d->has_choice) leave_out(d);
    else memset(w->is_out, 0, d->rows * sizeof *w->is_out);
    bool definite = factor_definite(d, solution);
    if (!definite && !d->has_choice) {
        leave_out(d);
        definite = factor_definite(d, solution);
    }
    if (!definite && !factor_indefinite(d)) return false;
    set_side(d, w->b);
    if (definite) nh_sparse_ldl_solve(w->ldl, w->b);
    else nh_sparse_lu_solve(w->lu, w->b);
    if (!definite || solution->least_pivot < REFINED_PIVOT) refine(d, definite);
    take_solution(d, solution);
    return true;
}
