/* Lagrange's equations with multipliers under the Chetaev condition: [Homogeneous] (5)-(6),
 * [Algebraic] (48), left side.
 *
 *     d/dt dL/dq_i' - dL/dq_i = Q_i + sum_j lambda_j d rate_j / dq_i'
 *
 * where rate_j = 0 is row j as an equation for the velocities; the accelerations are written out by model/lagrange.h.
 *
 * All of it is tidied (algebra/tidy/tidy.h): derivatives of the energy of bodies are full of sin^2 + cos^2
 * and of terms that cancel.
 *
 * Named coefficients: M[x,y], F[x], A[row,x], drift[row]; only those that are not 0.
 *
 * Hypotheses: none beyond what a model is. The Hessian may be singular or indefinite; rows may depend on each other. */
#include "form/equations.h"

#include "base/assert.h"

nh_equations *nh_chetaev_of(const nh_model *model, nh_arena *arena, const nh_lagrange *x) {
    NH_ASSERT(x->n == model->coordinates.count && x->rows <= model->rows.count);
    nh_equations *e = NH_NEW(arena, nh_equations);
    *e = (nh_equations){.model = model, .form = "chetaev", .count = x->n, .matrix = x->matrix, .is_symmetric = true};
    e->coefficients.arena = arena;
    e->unknowns = nh_model_accelerations(model, arena);
    e->force = x->force;
    e->rows = x->acting;
    e->row = x->row;
    e->rates = x->rates;
    e->jacobian = x->jacobian;
    e->drift = x->drift;
    e->multipliers = NH_NEW_ARRAY(arena, nh_expr, x->acting);
    for (uint32_t i = 0; i < x->acting; i++) e->multipliers[i] = nh_equations_multiplier(model, arena, x->row[i]);
    return e;
}

static void name_entries(nh_equations *e, const char *format, const nh_expr_matrix *a, const char *const *rows,
                         const char *const *columns) {
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++)
            nh_equations_name(e, a->entry[k], "%s[%s,%s]", format, rows[i], columns[a->column[k]]);
}

void nh_chetaev_name(nh_equations *e) {
    const nh_model *model = e->model;
    NH_ASSERT(e->count == model->coordinates.count && nh_equations_fit(e));
    nh_arena *arena = e->coefficients.arena;
    const char **q = NH_NEW_ARRAY(arena, const char *, e->count), **r = NH_NEW_ARRAY(arena, const char *, e->rows);
    for (uint32_t i = 0; i < e->count; i++) q[i] = nh_name_text(model->context, model->coordinates.items[i].name);
    for (uint32_t j = 0; j < e->rows; j++) r[j] = nh_name_text(model->context, model->rows.items[e->row[j]].name);
    name_entries(e, "M", &e->matrix, q, q);
    for (uint32_t i = 0; i < e->count; i++)
        if (e->force[i] != NH_EXPR_ZERO) nh_equations_name(e, e->force[i], "F[%s]", q[i]);
    name_entries(e, "A", &e->jacobian, r, q);
    for (uint32_t j = 0; j < e->rows; j++)
        if (e->drift[j] != NH_EXPR_ZERO) nh_equations_name(e, e->drift[j], "drift[%s]", r[j]);
}

nh_equations *nh_chetaev_derive(const nh_model *model, nh_arena *arena) {
    nh_lagrange x = nh_lagrange_derive_tidiest(model, arena);
    return nh_chetaev_of(model, arena, &x);
}
