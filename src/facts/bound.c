/* At some states doubles show which rows are independent; that they are is certified at one, and that no more are is
 * known where all are, or by the rank of the matrix over free variables. */
#include "facts/bound_private.h"

#include <string.h>

#include "algebra/linear/linear.h"
#include "base/assert.h"
#include "model/curved_rows.h"

/* States that are examined, each found within this many tries; larger matrices are not asked for their rank. */
enum { STATES = 3, TRIES = 10, MOST_ROWS = 16, MOST_COLUMNS = 48 };

static uint32_t count_at(nh_admissible *a, const nh_state *state, bool *redundant) {
    (void)nh_states_rank_in_order(a->states, state, redundant);
    return nh_states_accelerated(a->states, state, redundant);
}

static void take_rows(nh_admissible *a, const bool *redundant) {
    const nh_lagrange *x = &a->lagrange;
    a->bound = 0;
    for (uint32_t j = x->rows; j < x->acting; j++)
        if (redundant == NULL || !redundant[x->row[j]]) a->bound_row[a->bound++] = j;
}

/* At the reference state and some others: the highest rank counts. */
static void look_at_states(nh_admissible *a) {
    size_t n = a->model->coordinates.count;
    bool *redundant = NH_NEW_ARRAY(a->arena, bool, a->model->rows.count + 1);
    nh_random random = nh_random_make(a->seed, NH_STREAM_BOUND_ROWS);
    nh_state state = {.q = NH_NEW_ARRAY(a->arena, double, n), .v = NH_NEW_ARRAY(a->arena, double, n)};
    uint32_t best = count_at(a, &a->state, redundant);
    take_rows(a, redundant);
    for (int i = 0; i < STATES; i++) {
        if (!nh_states_random(a->states, &random, a->state.t, TRIES, &state)) continue;
        uint32_t count = count_at(a, &state, redundant);
        if (count <= best) continue;
        best = count;
        take_rows(a, redundant);
    }
}

/* The gradients of the rows that are usual, then of the bound ones, dense; how many. */
static uint32_t list_gradients(const nh_admissible *a, bool with_all, bool is_restricted, nh_expr *matrix) {
    const nh_lagrange *x = &a->lagrange;
    uint32_t rows = 0;
    for (uint32_t j = 0; j < x->acting; j++) {
        bool is_bound = with_all && j >= x->rows;
        for (uint32_t b = 0; b < a->bound; b++) is_bound = is_bound || a->bound_row[b] == j;
        if (j < x->rows ? a->usual[x->row[j]] : !is_bound) continue;
        nh_expr *row = matrix + (size_t)rows++ * x->n;
        for (uint32_t i = 0; i < x->n; i++) row[i] = NH_EXPR_ZERO;
        for (uint32_t k = x->jacobian.start[j]; k < x->jacobian.start[j + 1]; k++)
            row[x->jacobian.column[k]] = is_restricted && a->form != NULL
                                             ? nh_explicit_restrict(a->form, x->jacobian.entry[k], a->signs)
                                             : x->jacobian.entry[k];
    }
    return rows;
}

static bool has_geometric(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed && model->rows.items[i].is_geometric) return true;
    return false;
}

/* Whether all rows together have no higher rank, as functions of free variables. */
static bool is_rank_proved(nh_admissible *a) {
    const nh_lagrange *x = &a->lagrange;
    nh_linear_minor minor;
    if (has_geometric(a->model) || x->acting > MOST_ROWS || x->n > MOST_COLUMNS) return false;
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, ((size_t)x->acting + 1) * x->n);
    uint32_t rows = list_gradients(a, true, true, matrix), usual = rows - (x->acting - x->rows);
    for (size_t i = 0; i < (size_t)rows * x->n; i++)
        if (matrix[i] == NH_EXPR_UNDEFINED) return false;
    return nh_linear_rank(a->model->pool, a->arena, rows, x->n, matrix, &minor) == NH_LINEAR_DONE &&
           minor.rank == usual + a->bound;
}

void nh_bound_find(nh_admissible *a) {
    const nh_lagrange *x = &a->lagrange;
    uint32_t count = x->acting - x->rows;
    a->bound_row = NH_NEW_ARRAY(a->arena, uint32_t, (size_t)count + 1);
    a->bound_by = count == 0 ? NH_EVIDENCE_PROVED : NH_EVIDENCE_NONE;
    take_rows(a, NULL);
    if (count == 0 || a->at == NH_CHECK_NONE) return;
    look_at_states(a);
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, ((size_t)x->acting + 1) * x->n);
    uint32_t rows = list_gradients(a, false, false, matrix);
    if (nh_curved_rows_act(a->model) && !a->model->curved_is_set) return; /* there may be no accelerations at all */
    bool is_seen = rows <= x->n && nh_samples_see_independent(a->samples, rows, x->n, matrix);
    if (is_seen && (a->bound == count || is_rank_proved(a))) a->bound_by = NH_EVIDENCE_CERTIFIED;
}

/* ---- what redundant rows ask ---- */

static uint32_t place_of(const nh_lagrange *x, uint32_t row) {
    uint32_t j = x->rows;
    while (j < x->acting && x->row[j] != row) j++;
    return j;
}

static void fill_gradient(const nh_admissible *a, uint32_t j, nh_expr *row) {
    const nh_lagrange *x = &a->lagrange;
    for (uint32_t i = 0; i < x->n; i++) row[i] = NH_EXPR_ZERO;
    for (uint32_t k = x->jacobian.start[j]; k < x->jacobian.start[j + 1]; k++)
        row[x->jacobian.column[k]] =
            a->form != NULL ? nh_explicit_restrict(a->form, x->jacobian.entry[k], a->signs) : x->jacobian.entry[k];
}

/* The rows that carry the accelerations: places in a->lagrange. */
static uint32_t list_carriers(const nh_admissible *a, uint32_t *carrier) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < a->lagrange.rows; j++)
        if (!a->usual[a->lagrange.row[j]]) carrier[count++] = j;
    for (uint32_t b = 0; b < a->bound; b++) carrier[count++] = a->bound_row[b];
    return count;
}

/* With the gradient of row j a combination c of those that carry the accelerations: drift_j - c . their drifts. */
nh_expr nh_bound_remainder(const nh_admissible *a, uint32_t row) {
    NH_ASSERT(a->bound_by != NH_EVIDENCE_NONE);
    const nh_lagrange *x = &a->lagrange;
    nh_pool *pool = a->model->pool;
    uint32_t j = place_of(x, row), carrier[MOST_ROWS], n = x->n;
    if (j == x->acting || x->acting > MOST_ROWS || n > MOST_COLUMNS) return NH_EXPR_UNDEFINED;
    uint32_t k = list_carriers(a, carrier);
    nh_expr *A = NH_NEW_ARRAY(a->arena, nh_expr, ((size_t)k + 1) * n), *own = A + (size_t)k * n;
    for (uint32_t i = 0; i < k; i++) fill_gradient(a, carrier[i], A + (size_t)i * n);
    fill_gradient(a, j, own);
    nh_linear_minor minor;
    if (nh_linear_rank(pool, a->arena, k, n, A, &minor) != NH_LINEAR_DONE || minor.rank < k) return NH_EXPR_UNDEFINED;
    nh_expr *matrix = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)k * k + 1);
    nh_expr *side = NH_NEW_ARRAY(a->arena, nh_expr, k + 1);
    for (uint32_t i = 0; i < k; i++) {
        side[i] = own[minor.columns[i]];
        for (uint32_t c = 0; c < k; c++) matrix[(size_t)i * k + c] = A[(size_t)c * n + minor.columns[i]];
    }
    nh_linear_solution c;
    if (k > 0 && nh_linear_solve(pool, a->arena, k, matrix, 1, side, &c) != NH_LINEAR_DONE) return NH_EXPR_UNDEFINED;
    nh_expr rest = x->drift[j];
    for (uint32_t i = 0; i < k; i++) rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, c.x[i], x->drift[carrier[i]]));
    return a->form != NULL ? nh_explicit_restrict(a->form, rest, a->signs) : rest;
}

nh_fact nh_bound_redundant(const nh_admissible *a, uint32_t row) {
    NH_ASSERT(row < a->model->rows.count && a->model->rows.items[row].has_accelerations);
    if (a->bound_by == NH_EVIDENCE_NONE) return nh_fact_unknown();
    for (uint32_t b = 0; b < a->bound; b++)
        if (a->lagrange.row[a->bound_row[b]] == row) return nh_fact_no(a->bound_by);
    return nh_fact_yes(a->bound_by);
}
