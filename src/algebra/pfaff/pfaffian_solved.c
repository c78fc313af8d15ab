/* Solved forms and their curvature.
 *
 * theta_a = dx_d(a) + sum_j c_aj dx_f(j) has dtheta_a = sum_j dc_aj ^ dx_f(j), and modulo the system de =
 * sum_i (X_i e) dx_f(i). So
 *
 *     B_a,ij = X_i c_aj - X_j c_ai
 *
 * which are, except for the sign, the coefficients of Voronec's equations. */
#include <string.h>

#include "algebra/linear/linear_private.h"
#include "algebra/pfaff/pfaffian_private.h"
#include "algebra/tidy/tidy.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

/* Entries of the curvature, beyond which it is not examined. */
enum { MOST_CURVATURE = 4000000 };
/* Operations in an entry that is tidied. */
enum { MOST_TIDIED = 150 };
/* What solving in normal forms may cost. */
#define MOST_SOLVE_WORK 3000000

/* ---- solving ---- */

static bool is_constant(nh_pool *pool, const nh_pfaffian *system, nh_expr e) {
    return !nh_expr_depends_on(pool, e, system->count, system->variables);
}

/* What an entry costs as a pivot: numbers before constants before functions, then those that few other entries stand
 * next to, then short ones. */
static uint64_t *pivot_costs(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system) {
    size_t n = system->count, rank = system->rank;
    uint64_t *cost = NH_NEW_ARRAY(arena, uint64_t, rank * n + 1);
    uint64_t *in_column = NH_NEW_ARRAY(arena, uint64_t, n + 1);
    for (size_t i = 0; i < rank * n; i++) in_column[i % n] += system->forms[i] != NH_EXPR_ZERO;
    for (size_t a = 0; a < rank; a++) {
        uint64_t in_row = 0;
        for (size_t j = 0; j < n; j++) in_row += system->forms[a * n + j] != NH_EXPR_ZERO;
        for (size_t j = 0; j < n; j++) {
            nh_expr e = system->forms[a * n + j];
            if (e == NH_EXPR_ZERO) continue;
            uint64_t class = nh_expr_is_number(pool, e) ? 0 : is_constant(pool, system, e) ? 1 : 2;
            cost[a * n + j] =
                (class << 48) + ((in_row - 1) * (in_column[j] - 1) << 24) + nh_expr_operations(pool, 1, &e);
        }
    }
    return cost;
}

static nh_expr *take_columns(nh_arena *arena, const nh_pfaffian *system, uint32_t count, const uint32_t *columns) {
    nh_expr *a = NH_NEW_ARRAY(arena, nh_expr, (size_t)system->rank * count + 1);
    for (uint32_t i = 0; i < system->rank; i++)
        for (uint32_t j = 0; j < count; j++)
            a[(size_t)i * count + j] = system->forms[(size_t)i * system->count + columns[j]];
    return a;
}

/* Which differentials are solved for. False when the forms are not proved to be independent. */
static bool choose_dependent(nh_solved_forms *s, const nh_pfaffian *system) {
    nh_linear_minor minor;
    const uint64_t *cost = pivot_costs(s->pool, s->arena, system);
    if (nh_pfaffian_choose_columns(s->pool, s->arena, s->rank, s->count, system->forms, cost, s->dependent))
        return true;
    if (nh_linear_rank(s->pool, s->arena, s->rank, s->count, system->forms, &minor) != NH_LINEAR_DONE) return false;
    for (uint32_t i = 0; i < minor.rank; i++) s->dependent[i] = minor.columns[i];
    return minor.rank == s->rank;
}

static void place_variables(nh_solved_forms *s) {
    for (uint32_t v = 0; v < s->count; v++) s->place[v] = s->count;
    for (uint32_t i = 0; i < s->rank; i++) s->place[s->dependent[i]] = i;
    for (uint32_t v = 0, j = 0; v < s->count; v++)
        if (s->place[v] == s->count) {
            s->independent[j] = v;
            s->place[v] = s->rank + j++;
        }
}

/* The only unknown that is left in an equation; rank when there are more. */
static uint32_t only_unknown(const nh_solved_forms *s, const nh_expr *left, const bool *is_solved) {
    uint32_t found = s->rank;
    for (uint32_t b = 0; b < s->rank; b++) {
        if (left[b] == NH_EXPR_ZERO || is_solved[b]) continue;
        if (found < s->rank) return s->rank;
        found = b;
    }
    return found;
}

/* c_b = (right - sum over the unknowns that are solved) / left_b */
static void solve_row(nh_solved_forms *s, const nh_expr *left, const nh_expr *right, uint32_t b) {
    nh_expr *terms = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank + 1);
    for (uint32_t j = 0; j < s->free; j++) {
        for (uint32_t k = 0; k < s->rank; k++)
            terms[k] =
                k == b ? right[j] : nh_expr_neg(s->pool, nh_expr_mul(s->pool, left[k], s->c[(size_t)k * s->free + j]));
        nh_expr sum = nh_expr_sum(s->pool, s->rank, terms);
        nh_expr c = nh_expr_div(s->pool, sum, left[b]);
        bool is_short = nh_expr_operations(s->pool, 1, &c) <= MOST_TIDIED;
        s->c[(size_t)b * s->free + j] = is_short ? nh_expr_tidy(s->pool, s->arena, c) : c;
    }
}

/* Row after row, without multiplying anything out, while there is one with a single unknown. False when some are left:
 * then nothing is solved. The minor is not zero, so a single unknown has a coefficient that is not. */
static bool solve_triangular(nh_solved_forms *s, const nh_expr *left, const nh_expr *right) {
    bool *is_solved = NH_NEW_ARRAY(s->arena, bool, (size_t)s->rank + 1), has_changed = true;
    bool *is_used = NH_NEW_ARRAY(s->arena, bool, (size_t)s->rank + 1);
    uint32_t solved = 0;
    while (has_changed && solved < s->rank) {
        has_changed = false;
        for (uint32_t a = 0; a < s->rank; a++) {
            uint32_t b = is_used[a] ? s->rank : only_unknown(s, &left[(size_t)a * s->rank], is_solved);
            if (b == s->rank) continue;
            solve_row(s, &left[(size_t)a * s->rank], &right[(size_t)a * s->free], b);
            is_used[a] = is_solved[b] = has_changed = true;
            solved++;
        }
    }
    return solved == s->rank;
}

typedef struct exact_solve {
    nh_solved_forms *s;
    const nh_expr *left, *right;
    nh_linear_answer answer;
} exact_solve;

/* In normal forms. */
static void solve_exactly(void *argument) {
    exact_solve *w = argument;
    nh_solved_forms *s = w->s;
    nh_linear_solution solution;
    w->answer = nh_linear_solve(s->pool, s->arena, s->rank, w->left, s->free, w->right, &solution);
    for (size_t i = 0; i < (size_t)s->rank * s->free && w->answer == NH_LINEAR_DONE; i++) s->c[i] = solution.x[i];
}

/* Whether every equation has one unknown, with a number before it. */
static bool is_solved_already(const nh_solved_forms *s, const nh_expr *left) {
    for (uint32_t a = 0; a < s->rank; a++) {
        uint32_t entries = 0;
        for (uint32_t b = 0; b < s->rank; b++) {
            nh_expr e = left[(size_t)a * s->rank + b];
            entries += e == NH_EXPR_ZERO ? 0 : nh_expr_is_number(s->pool, e) ? 1 : 2;
        }
        if (entries > 1) return false;
    }
    return true;
}

/* False when it is not known. */
static bool solve_for_dependent(nh_solved_forms *s, const nh_pfaffian *system) {
    const nh_expr *left = take_columns(s->arena, system, s->rank, s->dependent);
    const nh_expr *right = take_columns(s->arena, system, s->free, s->independent);
    exact_solve w = {s, left, right, NH_LINEAR_UNKNOWN};
    nh_budget budget = {.work = MOST_SOLVE_WORK};
    if (is_solved_already(s, left)) return solve_triangular(s, left, right);
    bool is_done = nh_attempt(nh_pool_context(s->pool), &budget, solve_exactly, &w) == NH_OK;
    return (is_done && w.answer == NH_LINEAR_DONE) || solve_triangular(s, left, right);
}

/* Whether d theta_l / dx_k = d theta_k / dx_l for all k, l, as far as that is seen without a normal form. */
static bool is_closed(const nh_solved_forms *s, const nh_expr *form) {
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t l = 0; l < k; l++) {
            if (nh_expr_is_number(s->pool, form[k]) && nh_expr_is_number(s->pool, form[l])) continue;
            nh_expr d = nh_expr_sub(s->pool, nh_expr_diff(s->pool, form[l], s->variables[k]),
                                    nh_expr_diff(s->pool, form[k], s->variables[l]));
            if (d != NH_EXPR_ZERO && nh_expr_tidy(s->pool, s->arena, d) != NH_EXPR_ZERO) return false;
        }
    return true;
}

/* Which theta_a are replaced by closed forms: they are columns of a minor of these that is not zero. */
static void find_closed(nh_solved_forms *s, const nh_pfaffian *system) {
    nh_expr *a = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank * s->rank + 1);
    uint64_t *cost = NH_NEW_ARRAY(s->arena, uint64_t, (size_t)s->rank * s->rank + 1);
    uint32_t *chosen = NH_NEW_ARRAY(s->arena, uint32_t, (size_t)s->rank + 1);
    for (uint32_t i = 0; i < s->rank; i++) {
        const nh_expr *form = &system->forms[(size_t)i * s->count];
        nh_tick(nh_pool_context(s->pool), (uint64_t)s->count * s->count);
        if (!is_closed(s, form)) continue;
        for (uint32_t j = 0; j < s->rank; j++) a[(size_t)s->closed * s->rank + j] = form[s->dependent[j]];
        s->closed_form[s->closed++] = i;
    }
    if (s->closed < s->rank && !nh_pfaffian_choose_columns(s->pool, s->arena, s->closed, s->rank, a, cost, chosen))
        s->closed = 0;
    for (uint32_t i = 0; i < s->closed && s->closed < s->rank; i++) s->is_replaced[chosen[i]] = true;
}

nh_linear_answer nh_pfaffian_solve(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_solved_forms *s) {
    uint32_t n = system->count, rank = system->rank;
    size_t size = (size_t)rank * n;
    if (rank > n || !nh_pfaffian_are_analytic(pool, size, system->forms)) return NH_LINEAR_UNKNOWN;
    *s = (nh_solved_forms){.pool = pool, .arena = arena, .count = n, .rank = rank, .free = n - rank};
    s->variables = system->variables;
    s->dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s->independent = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s->place = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s->closed_form = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s->is_replaced = NH_NEW_ARRAY(arena, bool, (size_t)n + 1);
    s->c = NH_NEW_ARRAY(arena, nh_expr, size + 1);
    if (!choose_dependent(s, system)) return NH_LINEAR_UNKNOWN;
    place_variables(s);
    find_closed(s, system);
    if (s->closed == rank) return NH_LINEAR_DONE;
    if (!solve_for_dependent(s, system)) return NH_LINEAR_UNKNOWN;
    return nh_pfaffian_are_analytic(pool, (size_t)rank * s->free, s->c) ? NH_LINEAR_DONE : NH_LINEAR_UNKNOWN;
}

/* ---- derivatives along the fields ---- */

void nh_pfaffian_along(const nh_solved_forms *s, nh_expr e, nh_expr *result) {
    for (uint32_t j = 0; j < s->free; j++) result[j] = NH_EXPR_ZERO;
    if (nh_expr_is_number(s->pool, e)) return;
    nh_expr_matrix d = nh_expr_jacobian(s->pool, s->arena, 1, &e, s->count, s->variables);
    for (uint32_t k = d.start[0]; k < d.start[1]; k++) {
        uint32_t place = s->place[d.column[k]];
        if (place >= s->rank) {
            nh_expr *sum = &result[place - s->rank];
            *sum = nh_expr_add(s->pool, *sum, d.entry[k]);
            continue;
        }
        const nh_expr *c = &s->c[(size_t)place * s->free];
        for (uint32_t j = 0; j < s->free; j++)
            if (c[j] != NH_EXPR_ZERO)
                result[j] = nh_expr_sub(s->pool, result[j], nh_expr_mul(s->pool, c[j], d.entry[k]));
    }
}

/* ---- curvature ---- */

static bool is_there(const nh_expr_rows *rows, const nh_expr *row) {
    for (uint32_t i = 0; i < rows->count; i++) {
        uint32_t same = 0;
        const nh_expr *other = &rows->items[(size_t)i * rows->columns];
        while (same < rows->columns && other[same] == row[same]) same++;
        if (same == rows->columns) return true;
    }
    return false;
}

void nh_expr_rows_add(nh_expr_rows *rows, const nh_expr *row) {
    uint32_t zeros = 0, n = rows->columns;
    while (zeros < n && row[zeros] == NH_EXPR_ZERO) zeros++;
    nh_tick(nh_arena_context(rows->arena), 1 + rows->count / 16);
    if (zeros == n || is_there(rows, row)) return;
    if (rows->count == rows->capacity) {
        size_t old = (size_t)rows->capacity * n * sizeof *row;
        rows->capacity = 2 * rows->capacity + 8;
        rows->items = nh_arena_resize(rows->arena, rows->items, old, (size_t)rows->capacity * n * sizeof *row);
    }
    for (uint32_t j = 0; j < n; j++) rows->items[(size_t)rows->count * n + j] = row[j];
    rows->count++;
}

/* X_i c_aj at (i, j) of a block of free x free for each a. */
static nh_expr *all_derivatives(const nh_solved_forms *s, bool is_whole) {
    size_t m = s->free;
    nh_expr *all = NH_NEW_ARRAY(s->arena, nh_expr, s->rank * m * m + 1);
    nh_expr *along = NH_NEW_ARRAY(s->arena, nh_expr, m + 1);
    for (uint32_t a = 0; a < s->rank; a++)
        for (uint32_t j = 0; j < m && (is_whole || !s->is_replaced[a]); j++) {
            nh_tick(nh_pool_context(s->pool), m);
            nh_pfaffian_along(s, s->c[a * m + j], along);
            for (uint32_t i = 0; i < m; i++) all[(a * m + i) * m + j] = along[i];
        }
    return all;
}

/* Most zeros show here, without a normal form. */
static void tidy_row(const nh_solved_forms *s, nh_expr *row) {
    for (uint32_t a = 0; a < s->rank; a++)
        if (nh_expr_operations(s->pool, 1, &row[a]) <= MOST_TIDIED) row[a] = nh_expr_tidy(s->pool, s->arena, row[a]);
}

nh_expr_rows nh_pfaffian_curvature(const nh_solved_forms *s, bool is_whole) {
    size_t m = s->free;
    nh_expr_rows rows = {.arena = s->arena, .columns = s->rank};
    if (m > 0 && s->rank > MOST_CURVATURE / (m * m)) nh_raise(nh_pool_context(s->pool), NH_E_LIMIT);
    const nh_expr *d = all_derivatives(s, is_whole);
    nh_expr *row = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->rank + 1);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = i + 1; j < m; j++) {
            for (uint32_t a = 0; a < s->rank; a++)
                row[a] = nh_expr_sub(s->pool, d[(a * m + i) * m + j], d[(a * m + j) * m + i]);
            tidy_row(s, row);
            nh_expr_rows_add(&rows, row);
        }
    return rows;
}

/* ---- rows without denominators ---- */

typedef struct clear_work {
    uint32_t rows, columns;
    nh_expr *a;
} clear_work;

static void clear_row(nh_field *field, uint32_t count, const nh_element *row, nh_expr *out) {
    nh_element *v = NH_NEW_ARRAY(field->arena, nh_element, (size_t)count + 1);
    nh_element common = nh_linear_common_denominator(field, count, row);
    bool is_zero = true;
    for (uint32_t j = 0; j < count; j++) {
        v[j] = nh_element_mul(field, row[j], common);
        if (!nh_mpoly_is_one(v[j].den)) return;
        is_zero = is_zero && nh_element_is_zero(v[j]);
    }
    if (is_zero) return;
    nh_linear_make_primitive(field, count, v);
    nh_expr *other = NH_NEW_ARRAY(field->arena, nh_expr, (size_t)count + 1);
    for (uint32_t j = 0; j < count; j++) other[j] = nh_field_expr(field, v[j]);
    if (nh_expr_operations(field->pool, count, other) <= nh_expr_operations(field->pool, count, out))
        memcpy(out, other, count * sizeof *out);
}

static void clear_rows(nh_linear_job *job, nh_field *field, const nh_element *a, const nh_element *unused) {
    const clear_work *w = job->user;
    (void)unused;
    for (uint32_t i = 0; i < w->rows; i++) {
        size_t start = (size_t)i * w->columns;
        clear_row(field, w->columns, &a[start], &w->a[start]);
    }
    job->answer = NH_LINEAR_DONE;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the job changes it */
void nh_pfaffian_clear(nh_pool *pool, uint32_t rows, uint32_t columns, nh_expr *a) {
    clear_work w = {rows, columns, a};
    nh_linear_job job = {pool, {(size_t)rows * columns, 0}, {a, NULL}, clear_rows, &w, NH_LINEAR_UNKNOWN};
    (void)nh_linear_run(&job);
}
