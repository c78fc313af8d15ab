/* A q' = 0. */
#include "facts/homogeneous.h"

#include "algebra/tidy/simplify.h"
#include "expr/inspect.h"
#include "state/explicit/kind.h"

nh_expr nh_homogeneous_defect(nh_admissible *a, uint32_t i) {
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

const nh_expr *nh_homogeneous_rows(nh_admissible *a, uint32_t *count) {
    nh_pool *pool = a->model->pool;
    uint32_t k = a->form != NULL ? a->form->k : 0;
    nh_expr *rows = NH_NEW_ARRAY(a->arena, nh_expr, k);
    *count = 0;
    for (uint32_t d = 0; d < k; d++) {
        const nh_dependent *dependent = &a->form->dependent[d];
        if (dependent->kind == NH_EXPLICIT_IMPLICIT ||
            is_homogeneous_rate(a, nh_row_rate(a->model, &a->model->rows.items[dependent->row])))
            continue;
        nh_expr v = a->model->coordinates.items[dependent->coordinate].v;
        nh_expr alpha = nh_explicit_restrict(a->form, v, a->signs);
        nh_expr row = nh_expr_sub(pool, v, alpha), cleared;
        uint32_t velocities;
        const nh_expr *list = nh_kind_velocities(pool, a->arena, row, &velocities);
        if (nh_kind_clear(pool, row, velocities, list, &cleared)) row = cleared;
        rows[(*count)++] = nh_expr_simplify(pool, a->arena, row);
    }
    return rows;
}
