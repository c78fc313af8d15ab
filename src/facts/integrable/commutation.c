/* With k independent rows and as many dependent velocities, [A_s by the dependent ones] rho = [D_v by them] is a
 * regular system; what is then left by the independent velocities must vanish where the rows hold. The accelerations in
 * D are those that satisfy the rows differentiated: dependent ones are substituted, and the others are free, so that
 * each of their coefficients must vanish. */
#include "facts/integrable/commutation_private.h"

#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "facts/limits_private.h"
#include "model/variation.h"

/* Larger systems are not solved as expressions. */
enum { MOST_ROWS = 10, MOST_COORDINATES = 30 };

typedef struct search {
    nh_admissible *a;
    nh_pool *pool;
    const nh_explicit *form;
    nh_variation x;
    uint32_t n, k;
    uint32_t *used;         /* k: independent rows, numbers in x.row */
    uint32_t *asked;        /* rows whose D is wanted, likewise */
    nh_expr *accelerations; /* n */
    nh_expr *zeros;         /* n */
    nh_expr *rho;           /* asked x used */
    nh_commutation result;
} search;

static nh_expr *entry_at(const search *f, nh_expr *matrix, uint32_t row, uint32_t column) {
    return &matrix[(size_t)row * f->n + column];
}

/* ---- rows ---- */

/* The rows of the explicit form, and the kinematic ones; in the order of the text. */
static void list_rows(search *f) {
    nh_arena *arena = f->a->arena;
    uint32_t *row = NH_NEW_ARRAY(arena, uint32_t, (size_t)f->x.rows + 1);
    uint32_t *by_row = NH_NEW_ARRAY(arena, uint32_t, (size_t)f->k + 1), by_rows = 0;
    f->used = NH_NEW_ARRAY(arena, uint32_t, (size_t)f->k + 1);
    f->asked = NH_NEW_ARRAY(arena, uint32_t, (size_t)f->x.rows + 1);
    for (uint32_t r = 0; r < f->x.rows; r++) {
        uint32_t number = f->x.row[r];
        for (uint32_t d = 0; d < f->k; d++)
            if (f->form->dependent[d].row == number) {
                f->used[by_rows] = r;
                by_row[by_rows++] = number;
            }
        if (f->a->model->rows.items[number].is_geometric) continue;
        f->asked[f->result.rows] = r;
        row[f->result.rows++] = number;
    }
    f->result.by_rows = by_rows;
    f->result.row = row;
    f->result.by_row = by_row;
}

static void open_names(const search *f) {
    for (size_t i = 0; i < (size_t)f->x.rows * f->n; i++) {
        f->x.A[i] = nh_expr_expand_names(f->pool, f->x.A[i]);
        f->x.D[i] = nh_expr_expand_names(f->pool, f->x.D[i]);
    }
}

/* ---- accelerations ---- */

/* The dependent ones by the rows differentiated. False: not found. */
static bool put_in_accelerations(search *f) {
    nh_arena *arena = f->a->arena;
    nh_expr *equations = NH_NEW_ARRAY(arena, nh_expr, (size_t)f->k + 1);
    nh_expr *unknowns = NH_NEW_ARRAY(arena, nh_expr, (size_t)f->k + 1);
    nh_linear_solution found;
    if (!f->x.is_twisted) return true;
    for (uint32_t d = 0; d < f->k; d++) {
        nh_expr rate = nh_row_rate(f->a->model, &f->a->model->rows.items[f->x.row[f->used[d]]]);
        equations[d] = nh_expr_total_derivative(f->pool, nh_expr_expand_names(f->pool, rate));
        unknowns[d] = f->accelerations[f->form->dependent[d].coordinate];
    }
    if (nh_linear_solve_for(f->pool, arena, f->k, equations, unknowns, &found) != NH_LINEAR_DONE) return false;
    nh_expr_substitute_all(f->pool, (size_t)f->x.rows * f->n, f->x.D, f->k, unknowns, found.x, true);
    return true;
}

/* ---- solving ---- */

static bool solve_rows(search *f) {
    nh_arena *arena = f->a->arena;
    uint32_t k = f->k, sides = f->result.rows;
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)k * k + 1);
    nh_expr *side = NH_NEW_ARRAY(arena, nh_expr, (size_t)k * sides + 1);
    nh_linear_solution found;
    for (uint32_t d = 0; d < k; d++) {
        uint32_t coordinate = f->form->dependent[d].coordinate;
        for (uint32_t s = 0; s < k; s++) matrix[(size_t)d * k + s] = *entry_at(f, f->x.A, f->used[s], coordinate);
        for (uint32_t v = 0; v < sides; v++)
            side[(size_t)d * sides + v] = *entry_at(f, f->x.D, f->asked[v], coordinate);
    }
    if (nh_linear_solve(f->pool, arena, k, matrix, sides, side, &found) != NH_LINEAR_DONE) return false;
    f->rho = NH_NEW_ARRAY(arena, nh_expr, (size_t)k * sides + 1);
    for (uint32_t v = 0; v < sides; v++)
        for (uint32_t s = 0; s < k; s++) f->rho[(size_t)v * k + s] = found.x[(size_t)s * sides + v];
    return true;
}

/* ---- proof ---- */

/* An expression without accelerations, which it is free of though they may occur in it. */
static nh_expr at_rest(const search *f, nh_expr e) {
    return nh_expr_substitute(f->pool, e, f->n, f->accelerations, f->zeros, true);
}

/* An expression that is affine in the accelerations, which are free: all of its coefficients vanish. */
static nh_fact vanishes_at_rest(const search *f, nh_expr e) {
    nh_fact all = nh_fact_yes(NH_EVIDENCE_PROVED);
    for (uint32_t i = 0; i < f->n && all.truth == NH_YES; i++) {
        nh_expr slope = at_rest(f, nh_expr_diff(f->pool, e, f->accelerations[i]));
        if (slope != NH_EXPR_ZERO) all = nh_fact_and(all, nh_admissible_is_zero(f->a, slope));
    }
    return all.truth == NH_YES ? nh_fact_and(all, nh_admissible_is_zero(f->a, at_rest(f, e))) : all;
}

/* D_vi - sum of rho_vs A_si by all velocities; by the dependent ones it holds as it was solved. */
static nh_fact is_right(const search *f) {
    nh_fact all = nh_fact_yes(NH_EVIDENCE_PROVED);
    for (uint32_t v = 0; v < f->result.rows; v++)
        for (uint32_t m = 0; m < f->form->m && all.truth == NH_YES; m++) {
            uint32_t i = f->form->independent[m];
            nh_expr rest = *entry_at(f, f->x.D, f->asked[v], i);
            for (uint32_t s = 0; s < f->k; s++) {
                nh_expr term = nh_expr_mul(f->pool, f->rho[(size_t)v * f->k + s], *entry_at(f, f->x.A, f->used[s], i));
                rest = nh_expr_sub(f->pool, rest, term);
            }
            all = nh_fact_and(all, vanishes_at_rest(f, rest));
        }
    return all;
}

/* ---- the form for reading ---- */

/* The shorter of two: as it was solved, and with the dependent velocities put in, which shows
 * what vanishes on the rows. */
static nh_expr shorter_form(const search *f, nh_expr e) {
    nh_arena *arena = f->a->arena;
    nh_expr plain = nh_expr_readable(f->pool, arena, e);
    if (f->form->kind > NH_EXPLICIT_RATIONAL) return plain;
    nh_expr put_in = nh_expr_readable(f->pool, arena, nh_explicit_restrict(f->form, e, f->a->signs));
    return nh_expr_length(f->pool, put_in) < nh_expr_length(f->pool, plain) ? put_in : plain;
}

static void find_commutation(void *argument) {
    search *f = argument;
    f->x = nh_variation_derive(f->a->model, f->a->arena);
    f->accelerations = nh_model_accelerations(f->a->model, f->a->arena);
    f->zeros = NH_NEW_ARRAY(f->a->arena, nh_expr, (size_t)f->n + 1);
    for (uint32_t i = 0; i < f->n; i++) f->zeros[i] = NH_EXPR_ZERO;
    list_rows(f);
    open_names(f);
    if (f->result.by_rows != f->k || !put_in_accelerations(f) || !solve_rows(f)) return;
    nh_fact right = is_right(f);
    if (right.truth != NH_YES) return;
    for (size_t i = 0; i < (size_t)f->result.rows * f->k; i++) {
        f->rho[i] = shorter_form(f, f->rho[i]);
        if (f->rho[i] == NH_EXPR_UNDEFINED) return; /* it has no value where the rows hold */
    }
    f->result.rho = f->rho;
    f->result.by = right.by;
}

nh_commutation nh_commutation_find(nh_admissible *a, nh_fact holds) {
    NH_ASSERT(holds.truth == NH_UNKNOWN || holds.by != NH_EVIDENCE_NONE);
    search f = {.a = a, .pool = a->model->pool, .form = a->form, .n = (uint32_t)a->model->coordinates.count};
    nh_budget budget = {.work = NH_WORK_COMMUTATION};
    nh_commutation none = {.by = NH_EVIDENCE_NONE};
    bool is_asked = holds.truth == NH_YES && holds.by == NH_EVIDENCE_PROVED && a->form != NULL && !a->is_empty;
    if (!is_asked || a->form->k > MOST_ROWS || f.n > MOST_COORDINATES) return none;
    f.k = a->form->k;
    bool is_done = nh_attempt(a->model->context, &budget, find_commutation, &f) == NH_OK;
    return is_done && f.result.by != NH_EVIDENCE_NONE ? f.result : none;
}
