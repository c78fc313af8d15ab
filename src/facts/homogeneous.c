/* A q' = 0, and rows that are homogeneous in place of rows that are not.
 *
 * A row that is not solved, phi(t, q, q') = 0, is taken apart into terms of one degree each,
 *
 *     phi(t, q, s q') = sum_p s^p phi_p(t, q, q')
 *
 * by the powers of a polynomial, else by Taylor's formula at s = 0. Where (24) holds the admissible velocities are a
 * cone, so phi(t, q, s q') vanishes for all s near 1; for an analytic phi so does every phi_p. Terms that vanish, and
 * whose gradients have the rank of the rows, describe the same states. */
#include "facts/homogeneous.h"

#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "state/explicit/kind.h"

nh_expr nh_homogeneous_defect(nh_admissible *a, uint32_t i) {
    NH_ASSERT(i < a->lagrange.acting);
    const nh_expr_matrix *A = &a->lagrange.jacobian;
    nh_pool *pool = a->model->pool;
    uint32_t first = A->start[i], count = A->start[i + 1] - first;
    nh_arena *scratch = nh_scratch(a->model->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, count);
    for (uint32_t k = 0; k < count; k++)
        terms[k] = nh_expr_mul(pool, A->entry[first + k], a->model->coordinates.items[A->column[first + k]].v);
    nh_expr sum = nh_expr_sum(pool, count, terms);
    nh_arena_release(scratch, mark);
    return sum;
}

/* By its form: then Euler's theorem is the proof. */
static bool is_homogeneous_rate(const nh_admissible *a, nh_expr rate) {
    nh_kind kind = nh_kind_of(a->model->pool, rate);
    return kind.homogeneous == NH_YES && kind.degree > 0;
}

nh_fact nh_homogeneous_fact(nh_admissible *a) {
    nh_fact all = a->open != NULL ? nh_fact_unknown() : nh_fact_yes(NH_EVIDENCE_PROVED);
    for (uint32_t i = 0; i < a->lagrange.rows && all.truth != NH_NO; i++) {
        if (a->redundant[a->lagrange.row[i]] || is_homogeneous_rate(a, a->lagrange.rates[i])) continue;
        all = nh_fact_and(all, nh_admissible_is_zero(a, nh_homogeneous_defect(a, i)));
    }
    return all;
}

/* ---- terms of one degree ---- */

/* Degrees that are searched for; the highest of a polynomial, and of what is none. */
enum { MOST_DEGREE = 12, MOST_TAYLOR = 4 };

/* The terms of the polynomial e in the velocities, by degree; false: it is none, or of too high a degree. */
static bool sort_by_degree(nh_admissible *a, nh_expr e, nh_expr *term) {
    nh_pool *pool = a->model->pool;
    nh_collected c;
    uint32_t count;
    const nh_expr *v = nh_kind_velocities(pool, a->arena, e, &count);
    if (!nh_expr_collect(pool, a->arena, e, count, v, 1000, &c)) return false;
    for (uint32_t i = 0; i < c.count; i++) {
        nh_expr product = c.coefficient[i];
        uint32_t degree = 0;
        for (uint32_t k = c.start[i]; k < c.start[i + 1]; k++) {
            product = nh_expr_mul(pool, product, nh_expr_pow_int(pool, v[c.symbol[k]], c.power[k]));
            degree += c.power[k];
        }
        if (degree > MOST_DEGREE) return false;
        term[degree] = nh_expr_add(pool, term[degree], product);
    }
    return true;
}

/* The first terms of Taylor's formula of phi(t, q, s q') at s = 0; those after one without a value stay 0. */
static void expand_in_scale(nh_admissible *a, nh_expr e, nh_expr *term) {
    nh_pool *pool = a->model->pool;
    uint32_t count;
    const nh_expr *v = nh_kind_velocities(pool, a->arena, e, &count);
    nh_expr scale = nh_expr_symbol_text(pool, NH_ROLE_PARAMETER, " scale"), zero = NH_EXPR_ZERO;
    nh_expr *scaled = NH_NEW_ARRAY(a->arena, nh_expr, count + 1);
    for (uint32_t i = 0; i < count; i++) scaled[i] = nh_expr_mul(pool, scale, v[i]);
    e = nh_expr_substitute(pool, e, count, v, scaled, true);
    for (int p = 1; p <= MOST_TAYLOR && e != NH_EXPR_UNDEFINED; p++) {
        e = nh_expr_diff(pool, e, scale);
        nh_expr at_rest = nh_expr_substitute(pool, e, 1, &scale, &zero, true);
        if (at_rest == NH_EXPR_UNDEFINED) return;
        term[p] = at_rest;
    }
}

/* The terms of a row by their degrees, MOST_DEGREE + 1 of them. */
static nh_expr *terms_of_row(nh_admissible *a, nh_expr rate) {
    nh_pool *pool = a->model->pool;
    nh_expr *term = NH_NEW_ARRAY(a->arena, nh_expr, MOST_DEGREE + 1), cleared;
    uint32_t count;
    const nh_expr *v = nh_kind_velocities(pool, a->arena, rate, &count);
    for (int p = 0; p <= MOST_DEGREE; p++) term[p] = NH_EXPR_ZERO;
    if (nh_kind_clear(pool, rate, count, v, &cleared) && sort_by_degree(a, cleared, term)) return term;
    for (int p = 0; p <= MOST_DEGREE; p++) term[p] = NH_EXPR_ZERO;
    expand_in_scale(a, nh_expr_expand_names(pool, rate), term);
    return term;
}

/* ---- rows in place of others ---- */

typedef struct homogeneous_rows {
    nh_admissible *a;
    uint32_t count, kept; /* of row; those at its begin stand as they are */
    nh_expr *row, *gradient;
} homogeneous_rows;

/* Adds the row, if the rows stay independent at some state. */
static bool add_independent(homogeneous_rows *h, nh_expr row) {
    const nh_model *model = h->a->model;
    uint32_t n = (uint32_t)model->coordinates.count;
    for (uint32_t i = 0; i < n; i++)
        h->gradient[h->count * n + i] = nh_expr_diff(model->pool, row, model->coordinates.items[i].v);
    if (!nh_samples_see_independent(h->a->samples, h->count + 1, n, h->gradient)) return false;
    h->row[h->count++] = row;
    return true;
}

static bool is_open_row(nh_admissible *a, const nh_dependent *dependent) {
    nh_expr rate = nh_row_rate(a->model, &a->model->rows.items[dependent->row]);
    return dependent->kind == NH_EXPLICIT_IMPLICIT && !is_homogeneous_rate(a, rate);
}

/* For rows that are not solved: terms of them that vanish. False: there are not as many. */
static bool replace_open_rows(homogeneous_rows *h) {
    nh_admissible *a = h->a;
    const nh_explicit *form = a->form;
    for (uint32_t d = 0; d < form->k; d++) {
        const nh_row *row = &a->model->rows.items[form->dependent[d].row];
        if (!is_open_row(a, &form->dependent[d]) && !add_independent(h, nh_row_rate(a->model, row))) return false;
    }
    h->kept = h->count;
    for (uint32_t d = 0; d < form->k; d++) {
        if (!is_open_row(a, &form->dependent[d])) continue;
        const nh_expr *term = terms_of_row(a, nh_row_rate(a->model, &a->model->rows.items[form->dependent[d].row]));
        for (int p = 1; p <= MOST_DEGREE && h->count < form->k; p++)
            if (term[p] != NH_EXPR_ZERO && nh_admissible_is_zero(a, term[p]).truth == NH_YES)
                (void)add_independent(h, term[p]);
    }
    return h->count == form->k;
}

/* The row of a velocity that is solved: its explicit form. */
static nh_expr row_of_solution(nh_admissible *a, const nh_dependent *dependent) {
    nh_pool *pool = a->model->pool;
    nh_expr v = a->model->coordinates.items[dependent->coordinate].v, cleared;
    nh_expr row = nh_expr_sub(pool, v, nh_explicit_restrict(a->form, v, a->signs));
    uint32_t velocities;
    const nh_expr *list = nh_kind_velocities(pool, a->arena, row, &velocities);
    if (nh_kind_clear(pool, row, velocities, list, &cleared)) row = cleared;
    return nh_expr_simplify(pool, a->arena, row);
}

const nh_expr *nh_homogeneous_rows(nh_admissible *a, uint32_t *count) {
    uint32_t k = a->form != NULL ? a->form->k : 0, n = (uint32_t)a->model->coordinates.count;
    nh_expr *rows = NH_NEW_ARRAY(a->arena, nh_expr, k);
    bool has_open_rows = false;
    *count = 0;
    for (uint32_t d = 0; d < k; d++) {
        const nh_dependent *dependent = &a->form->dependent[d];
        nh_expr rate = nh_row_rate(a->model, &a->model->rows.items[dependent->row]);
        has_open_rows = has_open_rows || is_open_row(a, dependent);
        if (dependent->kind != NH_EXPLICIT_IMPLICIT && !is_homogeneous_rate(a, rate))
            rows[(*count)++] = row_of_solution(a, dependent);
    }
    homogeneous_rows h = {.a = a};
    if (!has_open_rows || a->samples == NULL) return rows;
    h.row = NH_NEW_ARRAY(a->arena, nh_expr, k);
    h.gradient = NH_NEW_ARRAY(a->arena, nh_expr, (size_t)k * n);
    if (!replace_open_rows(&h)) return rows;
    for (uint32_t i = h.kept; i < h.count; i++) rows[(*count)++] = nh_expr_simplify(a->model->pool, a->arena, h.row[i]);
    NH_ASSERT(*count <= k);
    return rows;
}
