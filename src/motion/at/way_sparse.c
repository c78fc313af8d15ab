/* Solving the equations of motion of large systems: time and memory are linear in their size where the rows are local.
 *
 *     [ M  A^T ] [    x    ]   [  force ]
 *     [ A   0  ] [ -lambda ] = [ -drift ]
 *
 * Where M is positive definite and the rows are independent LDL^T exists with the coordinates first, then the rows: n
 * positive pivots, then negative ones, those of -A M^-1 A^T. Coordinates that very many rows share, as in [Simple] (13)
 * and (15), come after the rows: else all rows would be coupled. The signs tell whether it went well. Elsewhere LU
 * with pivoting takes the independent rows. A row that is left out has -1 on its diagonal and nothing besides it; rows
 * that are used carry those that are left out without large factors. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/random.h"
#include "motion/at/dynamics_private.h"
#include "num/linear/sparse.h"

/* A pivot of a row above this, relative to what it was at first, says that the row is independent;
 * rounding blurs those below. */
#define INDEPENDENT_PIVOT 1e-10
/* Where a row has less of itself left besides the others, the solution is refined. */
#define REFINED_PIVOT 0.1

/* A pivot of M that is smaller relative to its diagonal entry may be rounding. */
#define DEFINITE 1e-8

/* A row that is left out is this many times one that is used: others should carry the equations. They
 * are searched for so often. */
#define MOST_TIMES 30
enum { MOST_TURNS = 4 };

struct nh_sparse_way {
    nh_pattern pattern;    /* of the whole system */
    nh_pattern transposed; /* of A: column i is row i */
    int *place;            /* of each entry in the order of list_entries, among the values of the pattern */
    double *values, *b, *rest;
    double *row_size; /* sum of a^2/m for each row: the diagonal of A M^-1 A^T when M is diagonal */
    bool *is_out;     /* rows that are not used */
    uint32_t *order;  /* in which rows are chosen */
    bool *is_late;    /* rows that others go before */
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
    w->is_late = NH_NEW_ARRAY(arena, bool, d->rows);
    return w;
}

/* ---- the system as numbers ---- */

static void fill_values(nh_dynamics *d) {
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

/* Whether the pivots of the coordinates are positive by a good margin: small ones may be rounding, and
 * spoil those that follow. */
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
    fill_values(d);
    if (!d->equations->is_symmetric || !nh_sparse_ldl_factor(w->ldl, w->values)) return false;
    if (!mass_is_definite(d) || nh_sparse_ldl_negative(w->ldl) != (int)d->rows) return false;
    note_pivots(d, solution);
    return solution->least_pivot * solution->least_pivot > INDEPENDENT_PIVOT;
}

static double size_of_row(const nh_dynamics *d, uint32_t j) {
    NH_ASSERT(j < d->rows);
    const nh_expr_matrix *a = &d->equations->jacobian;
    double size = 0;
    for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) size = fmax(size, fabs(nh_dynamics_jacobian(d)[k]));
    return size;
}

/* Of one vector constraint the components that are nearly 0. */
static void find_small(nh_dynamics *d) {
    const nh_row *rows = d->equations->model->rows.items;
    const uint32_t *row = d->equations->row;
    for (uint32_t first = 0, end; first < d->rows; first = end) {
        double most = 0;
        for (end = first; end < d->rows && rows[row[end]].label == rows[row[first]].label; end++)
            most = fmax(most, size_of_row(d, end));
        for (uint32_t j = first; j < end; j++) d->sparse->is_late[j] = size_of_row(d, j) < 0.1 * most;
    }
}

/* The order of the text, but rows that carried the equations before come first, and those that are late last. */
static void order_rows(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    uint32_t *next = w->order;
    for (int turn = 0; turn < 3; turn++)
        for (uint32_t j = 0; j < d->rows; j++) {
            bool is_new = (d->has_choice || d->had_choice) && d->is_left_out[j];
            if ((w->is_late[j] ? 2 : is_new ? 1 : 0) == turn) *next++ = j;
        }
}

/* The rows that depend on those before them are left out; with a choice as many as it leaves out. */
static void leave_out(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    order_rows(d);
    nh_sparse_rank(w->arena, &w->transposed, nh_dynamics_jacobian(d), DEPENDENT, w->order, w->is_out);
    uint32_t rank = 0;
    for (uint32_t k = 0; k < d->rows && d->has_choice; k++) {
        if (!w->is_out[w->order[k]] && rank == d->rank) w->is_out[w->order[k]] = true;
        rank += !w->is_out[w->order[k]];
    }
}

static bool factor_indefinite(nh_dynamics *d) {
    nh_sparse_way *w = d->sparse;
    fill_values(d);
    if (w->lu == NULL) w->lu = nh_sparse_lu_make(w->arena, &w->pattern);
    return nh_sparse_lu_factor(w->lu, w->values) && nh_sparse_lu_rcond(w->lu) > 16 * DBL_EPSILON;
}

/* One step of iterative refinement: small pivots cost digits, which it brings back. */
static void refine_solution(nh_dynamics *d, bool definite) {
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

static bool factor_system(nh_dynamics *d, nh_solution *solution, bool *definite) {
    *definite = factor_definite(d, solution);
    return *definite || factor_indefinite(d);
}

/* Whether a row that is used is small compared with those that are left out, or nearly depends on others: D = E A of
 * the rows that are left out, and a large entry of E^T u with signs u at random tells that. Such rows are late from now
 * on. */
static bool find_late(nh_dynamics *d, bool definite) {
    nh_sparse_way *w = d->sparse;
    const nh_expr_matrix *a = &d->equations->jacobian;
    nh_random random = nh_random_make(1, NH_STREAM_SPARSE_ROWS);
    bool has_any = false;
    memset(w->rest, 0, ((size_t)d->n + d->rows) * sizeof *w->rest);
    for (uint32_t j = 0; j < d->rows; j++) {
        double sign = nh_random_uniform(&random, -1, 1) < 0 ? -1 : 1;
        for (uint32_t k = a->start[j]; k < a->start[j + 1] && w->is_out[j]; k++)
            w->rest[a->column[k]] += sign * nh_dynamics_jacobian(d)[k];
    }
    if (definite) nh_sparse_ldl_solve(w->ldl, w->rest);
    else nh_sparse_lu_solve(w->lu, w->rest);
    for (uint32_t j = 0; j < d->rows; j++) {
        bool is_late = !w->is_out[j] && !w->is_late[j] && fabs(w->rest[d->n + j]) > MOST_TIMES;
        w->is_late[j] |= is_late;
        has_any |= is_late;
    }
    return has_any;
}

/* Rows in the order of how well they serve, as long as some of those that are used do not. */
static bool improve_rows(nh_dynamics *d, nh_solution *solution, bool *definite) {
    bool solved = true;
    for (int turn = 0; turn < MOST_TURNS && solved && find_late(d, *definite); turn++) {
        leave_out(d);
        solved = factor_system(d, solution, definite);
    }
    return solved;
}

/* Chooses rows, as few as are independent, and factors. */
static bool choose_rows(nh_dynamics *d, nh_solution *solution, bool *definite) {
    nh_sparse_way *w = d->sparse;
    if (d->has_choice && d->rank == d->rows) return factor_system(d, solution, definite);
    *definite = !d->has_choice && factor_definite(d, solution);
    if (*definite) return true;
    find_small(d);
    if (d->has_choice) memcpy(w->is_out, d->is_left_out, d->rows * sizeof *w->is_out);
    else leave_out(d);
    return factor_system(d, solution, definite) && improve_rows(d, solution, definite);
}

bool nh_sparse_way_solve(nh_dynamics *d, nh_solution *solution) {
    NH_ASSERT(d->sparse != NULL);
    nh_sparse_way *w = d->sparse;
    bool definite;
    memset(w->is_out, 0, d->rows * sizeof *w->is_out);
    if (!choose_rows(d, solution, &definite)) return false;
    set_side(d, w->b);
    if (definite) nh_sparse_ldl_solve(w->ldl, w->b);
    else nh_sparse_lu_solve(w->lu, w->b);
    if (!definite || solution->least_pivot < REFINED_PIVOT) refine_solution(d, definite);
    take_solution(d, solution);
    return true;
}
