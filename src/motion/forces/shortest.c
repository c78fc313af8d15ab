/* The shortest multipliers, in doubles.
 *
 * Small systems: the forces A^T lambda are found, and lambda from them by a QR factorisation of A^T,
 * of the rank of the rows.
 *
 * Large ones: with D the rows that are left out and A those that are used, D = E A, all lambda with the same forces are
 * mu - E^T z and z; the shortest has
 *
 *     (1 + E E^T) z = E mu
 *
 * which is solved by conjugate gradients. The rows are chosen so that E is not large: some tens of steps are enough,
 * however many rows there are. E itself is not made:
 *
 *     [1, A^T; A, 0] (r, E^T u) = (D^T u, 0),      [1, A^T; A, 0] (x, y) = (0, v),  E v = D x. */
#include "motion/forces/shortest_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "motion/at/square_private.h"
#include "num/ball/ball_linear.h"
#include "num/guard.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"

/* Above this many coordinates and rows the second way is taken. */
enum { MOST_DENSE = 300, MOST_STEPS = 300 };
/* The forces of the multipliers that were found are the same to this part of their largest. */
#define SAME 1e-9
/* What is left of the equation, relative to its right side. */
#define ENOUGH (4 * DBL_EPSILON)

struct nh_shortest {
    const nh_expr_matrix *jacobian;
    uint32_t n, rows;
    double *force, *found; /* n; rows */
    /* small systems */
    nh_qr *qr;       /* of A^T */
    double *columns; /* n x rows */
    /* large ones */
    nh_square *square;
    double *values; /* entries of the square */
    double *b;      /* n + rows */
    double *residual, *direction, *image, *work;
};

nh_shortest *nh_shortest_make(nh_arena *arena, const nh_expr_matrix *jacobian) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_shortest *s = NH_NEW(arena, nh_shortest);
    size_t n = jacobian->columns, rows = jacobian->rows, entries = jacobian->start[rows];
    *s = (nh_shortest){.jacobian = jacobian, .n = (uint32_t)n, .rows = (uint32_t)rows};
    s->force = NH_NEW_ARRAY(arena, double, n + 1);
    s->found = NH_NEW_ARRAY(arena, double, rows + 1);
    if (n + rows <= MOST_DENSE) {
        s->columns = NH_NEW_ARRAY(arena, double, n *rows + 1);
        s->qr = nh_qr_make(arena, (int)n, (int)rows);
        return s;
    }
    nh_entries list = nh_entries_make(arena, n + rows + 2 * entries);
    for (size_t i = 0; i < n + rows; i++) nh_entries_add(&list, (uint32_t)i, (uint32_t)i);
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t k = jacobian->start[j]; k < jacobian->start[j + 1]; k++) {
            nh_entries_add(&list, s->n + j, jacobian->column[k]);
            nh_entries_add(&list, jacobian->column[k], s->n + j);
        }
    s->square = nh_square_make(arena, s->n + s->rows, &list);
    s->values = NH_NEW_ARRAY(arena, double, n + rows + 2 * entries);
    s->b = NH_NEW_ARRAY(arena, double, n + rows);
    s->residual = NH_NEW_ARRAY(arena, double, rows);
    s->direction = NH_NEW_ARRAY(arena, double, rows);
    s->image = NH_NEW_ARRAY(arena, double, rows);
    s->work = NH_NEW_ARRAY(arena, double, rows);
    return s;
}

/* force := A^T lambda */
static void find_force(const nh_shortest *s, const double *slopes, const double *lambda, double *force) {
    const nh_expr_matrix *a = s->jacobian;
    memset(force, 0, s->n * sizeof *force);
    for (uint32_t j = 0; j < s->rows; j++)
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) force[a->column[k]] += slopes[k] * lambda[j];
}

static bool are_same(const double *a, const double *b, size_t count) {
    double most = 0, apart = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i]));
        apart = fmax(apart, fabs(a[i] - b[i]));
        if (!isfinite(b[i])) return false;
    }
    return apart <= SAME * most;
}

/* ---- small systems ---- */

static bool find_dense(nh_shortest *s, const double *slopes, const bool *is_left_out, double *lambda) {
    const nh_expr_matrix *a = s->jacobian;
    int rank = 0;
    memset(s->columns, 0, (size_t)s->n * s->rows * sizeof *s->columns);
    for (uint32_t j = 0; j < s->rows; j++) {
        rank += !is_left_out[j];
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++)
            s->columns[a->column[k] + (size_t)j * s->n] = slopes[k];
    }
    if (!nh_qr_factor(s->qr, s->columns) || nh_qr_rank(s->qr, 0) < rank) return false;
    nh_qr_solve(s->qr, rank, s->force, lambda, 1);
    return true;
}

/* ---- large systems ---- */

static bool factor_square(nh_shortest *s, const double *slopes, const bool *is_left_out) {
    const nh_expr_matrix *a = s->jacobian;
    double *value = s->values;
    for (uint32_t i = 0; i < s->n; i++) *value++ = 1;
    for (uint32_t j = 0; j < s->rows; j++) *value++ = is_left_out[j] ? -1 : 0;
    for (uint32_t j = 0; j < s->rows; j++)
        for (uint32_t k = a->start[j]; k < a->start[j + 1]; k++) {
            *value++ = is_left_out[j] ? 0 : slopes[k];
            *value++ = is_left_out[j] ? 0 : slopes[k];
        }
    return nh_square_factor(s->square, s->values);
}

/* y := E^T u: over the rows that are used, from u over those that are left out. */
static void spread_left_out(nh_shortest *s, const double *slopes, const bool *is_left_out, const double *u, double *y) {
    const nh_expr_matrix *a = s->jacobian;
    memset(s->b, 0, ((size_t)s->n + s->rows) * sizeof *s->b);
    for (uint32_t j = 0; j < s->rows; j++)
        for (uint32_t k = a->start[j]; k < a->start[j + 1] && is_left_out[j]; k++)
            s->b[a->column[k]] += slopes[k] * u[j];
    nh_square_solve(s->square, s->b);
    for (uint32_t j = 0; j < s->rows; j++) y[j] = is_left_out[j] ? 0 : s->b[s->n + j];
}

/* y := E v */
static void gather_left_out(nh_shortest *s, const double *slopes, const bool *is_left_out, const double *v, double *y) {
    const nh_expr_matrix *a = s->jacobian;
    memset(s->b, 0, s->n * sizeof *s->b);
    for (uint32_t j = 0; j < s->rows; j++) s->b[s->n + j] = is_left_out[j] ? 0 : v[j];
    nh_square_solve(s->square, s->b);
    for (uint32_t j = 0; j < s->rows; j++) {
        y[j] = 0;
        for (uint32_t k = a->start[j]; k < a->start[j + 1] && is_left_out[j]; k++)
            y[j] += slopes[k] * s->b[a->column[k]];
    }
}

/* Conjugate gradients; lambda has mu, then mu - E^T z and z. */
static bool find_sparse(nh_shortest *s, const double *slopes, const bool *is_left_out, double *lambda) {
    uint32_t rows = s->rows;
    double *z = lambda, *r = s->residual, *p = s->direction; /* z is where rows are left out: it begins with 0 */
    if (!factor_square(s, slopes, is_left_out)) return false;
    gather_left_out(s, slopes, is_left_out, lambda, r);
    memcpy(p, r, rows * sizeof *p);
    double square = nh_doubles_dot(r, r, rows), first = square;
    for (int step = 0; step < MOST_STEPS && square > ENOUGH * ENOUGH * first; step++) {
        spread_left_out(s, slopes, is_left_out, p, s->work);
        gather_left_out(s, slopes, is_left_out, s->work, s->image);
        for (uint32_t j = 0; j < rows; j++) s->image[j] += p[j];
        double part = square / nh_doubles_dot(p, s->image, rows), before = square;
        for (uint32_t j = 0; j < rows; j++) {
            if (!is_left_out[j]) continue;
            z[j] += part * p[j];
            r[j] -= part * s->image[j];
        }
        square = nh_doubles_dot(r, r, rows);
        for (uint32_t j = 0; j < rows; j++) p[j] = r[j] + square / before * p[j];
    }
    spread_left_out(s, slopes, is_left_out, z, s->work);
    for (uint32_t j = 0; j < rows; j++)
        if (!is_left_out[j]) lambda[j] -= s->work[j];
    return true;
}

void nh_shortest_find(nh_shortest *shortest, const double *slopes, const bool *is_left_out, double *lambda) {
    nh_shortest *s = shortest;
    bool has_any = false;
    for (uint32_t j = 0; j < s->rows; j++) has_any |= is_left_out[j];
    if (!has_any) return;
    memcpy(s->found, lambda, s->rows * sizeof *lambda);
    find_force(s, slopes, lambda, s->force);
    bool is_found =
        s->qr != NULL ? find_dense(s, slopes, is_left_out, s->found) : find_sparse(s, slopes, is_left_out, s->found);
    if (!is_found) return;
    double *force = s->qr != NULL ? s->columns : s->b; /* which are done with */
    if (s->n == 0 || s->rows == 0) return;
    find_force(s, slopes, s->found, force);
    if (are_same(s->force, force, s->n)) memcpy(lambda, s->found, s->rows * sizeof *lambda);
}

/* ==== ball ==== */

/* The shortest multipliers, in balls. */

void nh_balls_spread_rows(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t count, const uint32_t *which,
                          nh_ball *dense) {
    NH_ASSERT(nh_guard_inside() && (which == NULL || nh_are_below(count, which, jacobian->rows)));
    const nh_expr_matrix *a = jacobian;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row = which != NULL ? which[k] : k;
        for (uint32_t i = a->start[row]; i < a->start[row + 1]; i++)
            nh_ball_set(&dense[a->column[i] + (size_t)k * a->columns], &slopes[i]);
    }
}

void nh_balls_multiply_transposed(nh_ball *c, const nh_ball *a, size_t p, const nh_ball *b, size_t q, size_t size,
                                  int prec) {
    NH_ASSERT(nh_guard_inside() && c != a && c != b);
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++) {
            nh_ball *sum = &c[i + j * p];
            nh_ball_set_int(sum, 0);
            for (size_t k = 0; k < size; k++) nh_ball_fma(sum, &a[k + i * size], &b[k + j * size], sum, prec);
            nh_guard_poll();
        }
}

/* r := a^T of size q x p, for a of size p x q. */
static void transpose_balls(nh_ball *r, const nh_ball *a, size_t p, size_t q) {
    for (size_t j = 0; j < q; j++)
        for (size_t i = 0; i < p; i++) nh_ball_set(&r[j + i * q], &a[i + j * p]);
}

bool nh_shortest_factors_find(nh_shortest_factors *factors, const nh_expr_matrix *jacobian, const nh_ball *slopes,
                              uint32_t rank, const uint32_t *used, int prec) {
    NH_ASSERT(nh_guard_inside() && nh_are_below(rank, used, jacobian->rows));
    nh_shortest_factors *f = factors;
    size_t n = jacobian->columns, k = rank, rows = jacobian->rows;
    *f = (nh_shortest_factors){k, rows, nh_balls_new(rows * k), nh_balls_new(k * k)};
    nh_ball *some = nh_balls_new(n * k), *all = nh_balls_new(n * rows), *gram = nh_balls_new(k * k);
    nh_ball *mixed = nh_balls_new(k * rows), *transposed = nh_balls_new(k * rows);
    nh_balls_spread_rows(jacobian, slopes, rank, used, some);
    nh_balls_spread_rows(jacobian, slopes, (uint32_t)rows, NULL, all);
    nh_balls_multiply_transposed(gram, some, k, some, k, n, prec);
    nh_balls_multiply_transposed(mixed, some, k, all, rows, n, prec);
    bool is_found = nh_ball_solve(transposed, gram, (int)k, mixed, (int)rows, prec);
    transpose_balls(f->c, transposed, k, rows);
    nh_balls_multiply_transposed(f->square, f->c, k, f->c, k, rows, prec);
    nh_balls_free(transposed, k * rows);
    nh_balls_free(mixed, k * rows);
    nh_balls_free(gram, k * k);
    nh_balls_free(all, n * rows);
    nh_balls_free(some, n * k);
    return is_found;
}

void nh_shortest_factors_free(nh_shortest_factors *factors) {
    nh_balls_free(factors->square, factors->rank * factors->rank);
    nh_balls_free(factors->c, factors->rows * factors->rank);
}

bool nh_shortest_spread(const nh_shortest_factors *factors, const nh_ball *mu, nh_ball *lambda, int prec) {
    NH_ASSERT(nh_guard_inside() && mu != lambda && factors->rank <= factors->rows);
    const nh_shortest_factors *f = factors;
    nh_ball *weights = nh_balls_new(f->rank);
    bool is_found = nh_ball_solve(weights, f->square, (int)f->rank, mu, 1, prec);
    for (size_t i = 0; i < f->rows; i++) {
        nh_ball_set_int(&lambda[i], 0);
        for (size_t k = 0; k < f->rank; k++)
            nh_ball_fma(&lambda[i], &f->c[i + k * f->rows], &weights[k], &lambda[i], prec);
    }
    nh_balls_free(weights, f->rank);
    return is_found;
}

bool nh_shortest_balls(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t rank, const uint32_t *used,
                       const nh_ball *mu, nh_ball *lambda, int prec) {
    nh_shortest_factors factors;
    if (rank == jacobian->rows) {
        for (uint32_t k = 0; k < rank; k++) nh_ball_set(&lambda[used[k]], &mu[k]);
        return true;
    }
    for (uint32_t j = 0; j < jacobian->rows && rank == 0; j++) nh_ball_set_int(&lambda[j], 0);
    if (rank == 0) return true;
    bool is_found = nh_shortest_factors_find(&factors, jacobian, slopes, rank, used, prec) &&
                    nh_shortest_spread(&factors, mu, lambda, prec);
    NH_ASSERT(nh_guard_inside() && rank <= jacobian->rows && mu != lambda);
    nh_shortest_factors_free(&factors);
    return is_found;
}
