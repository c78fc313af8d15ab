/* The displacements that A admits: [Simple] (43), [Rheonomous] (9), [Algebraic] (47), first.
 *
 * With the columns of A apart into those of dependent and of independent coordinates, A_d dq_d + A_i dq_i = 0: a vector of the basis for each independent one. An orthonormal basis of the same space serves where
 * lengths are compared. */
#include <string.h>

#include "analysis/explicit.h"
#include "num/dense.h"
#include "sim/displacements_private.h"

static uint32_t find_rows(nh_displacer *d) {
    uint32_t rank = 0;
    (void)nh_states_rank_in_order(d->evaluator->states, &d->state, d->redundant);
    for (uint32_t r = 0; r < d->rows; r++) {
        d->row[r].redundant = d->redundant[d->variation.row[r]];
        if (!d->row[r].redundant) d->used[rank++] = r;
    }
    return rank;
}

/* The coordinates that are not dependent. */
static void list_independent(nh_displacer *d, uint32_t rank, const uint32_t *dependent) {
    uint32_t next = 0, count = 0;
    for (uint32_t i = 0; i < d->n; i++)
        if (next < rank && dependent[next] == i) next++;
        else d->independent[count++] = i;
}

/* dq_d = -A_d^-1 A_i, for all independent coordinates at once. */
static void solve(nh_displacer *d, nh_arena *arena, uint32_t rank, const uint32_t *dependent) {
    uint32_t n = d->n, m = n - rank;
    const size_t *independent = d->independent;
    double *basis = d->basis;
    double *square = NH_NEW_ARRAY(arena, double, (size_t)rank *rank + 1);
    double *side = NH_NEW_ARRAY(arena, double, (size_t)rank *m + 1);
    for (uint32_t r = 0; r < rank; r++) {
        const double *a = d->at.A + (size_t)d->used[r] * n;
        for (uint32_t k = 0; k < rank; k++) square[r + (size_t)k * rank] = a[dependent[k]];
        for (uint32_t k = 0; k < m; k++) side[r + (size_t)k * rank] = 0 - a[independent[k]];
    }
    nh_lu *lu = nh_lu_make(arena, (int)rank);
    d->info.has_basis = nh_lu_factor(lu, square);
    if (!d->info.has_basis) return;
    nh_lu_solve(lu, side, (int)m);
    memset(basis, 0, (size_t)m * n * sizeof *basis);
    for (uint32_t k = 0; k < m; k++) {
        basis[(size_t)k * n + independent[k]] = 1;
        for (uint32_t r = 0; r < rank; r++) basis[(size_t)k * n + dependent[r]] = side[r + (size_t)k * rank] + 0.0;
    }
}

/* Rows count by their directions: each is brought to length 1. */
static void find_kernel(nh_displacer *d, nh_arena *arena, uint32_t rank) {
    double *a = NH_NEW_ARRAY(arena, double, (size_t)rank * d->n + 1);
    for (uint32_t r = 0; r < rank; r++) {
        const double *row = d->at.A + (size_t)d->used[r] * d->n;
        double length = nh_displacer_length(row, d->n);
        for (uint32_t i = 0; i < d->n; i++) a[r + (size_t)i * rank] = row[i] / length;
    }
    nh_qr *qr = nh_qr_make(arena, (int)rank, (int)d->n);
    d->info.has_basis = nh_qr_factor(qr, a) && nh_qr_rank(qr, 0) == (int)rank;
    if (d->info.has_basis) nh_qr_kernel(qr, (int)rank, d->kernel);
}

void nh_displacer_span(nh_displacer *d) {
    nh_arena *arena = nh_arena_create(d->model->context);
    uint32_t rank = find_rows(d), *rows = NH_NEW_ARRAY(arena, uint32_t, (size_t)rank + 1);
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)rank + 1);
    for (uint32_t r = 0; r < rank; r++) rows[r] = d->variation.row[d->used[r]];
    nh_explicit_choose(arena, d->evaluator->states, &d->state, rank, rows, dependent, &d->info.refused);
    d->info.rank = rank;
    d->info.dimension = d->n - rank;
    list_independent(d, rank, dependent);
    solve(d, arena, rank, dependent);
    if (d->info.has_basis) find_kernel(d, arena, rank);
    nh_arena_destroy(arena);
}
