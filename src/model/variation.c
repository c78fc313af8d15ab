/* The derivatives that variation.h writes down. */
#include "model/variation.h"

#include "expr/calculus/calculus.h"
#include "expr/inspect.h"

static void derive_row(nh_variation *x, const nh_model *model, nh_arena *arena, uint32_t r) {
    const nh_row *row = &model->rows.items[x->row[r]];
    nh_expr rate = nh_row_rate(model, row);
    nh_expr *A = x->A + (size_t)r * x->n, *G = x->G + (size_t)r * x->n, *D = x->D + (size_t)r * x->n;
    nh_expr_gradient(model->pool, rate, x->n, nh_model_velocities(model, arena), A);
    nh_expr_gradient(model->pool, rate, x->n, nh_model_coordinates(model, arena), G);
    for (uint32_t i = 0; i < x->n; i++) {
        D[i] = NH_EXPR_ZERO; /* identically so for df/dt */
        if (!row->is_geometric) D[i] = nh_expr_sub(model->pool, nh_expr_total_derivative(model->pool, A[i]), G[i]);
        x->is_twisted |= nh_expr_has(model->pool, D[i], NH_HAS_ACCELERATION);
    }
}

nh_variation nh_variation_derive(const nh_model *model, nh_arena *arena) {
    nh_variation x = {.n = (uint32_t)model->coordinates.count};
    x.row = NH_NEW_ARRAY(arena, uint32_t, model->rows.count + 1);
    for (uint32_t i = 0; i < model->rows.count; i++)
        if (nh_row_restricts(&model->rows.items[i]) && !model->rows.items[i].is_of_motion) x.row[x.rows++] = i;
    size_t entries = (size_t)x.rows * x.n + 1;
    x.A = NH_NEW_ARRAY(arena, nh_expr, entries);
    x.G = NH_NEW_ARRAY(arena, nh_expr, entries);
    x.D = NH_NEW_ARRAY(arena, nh_expr, entries);
    x.p = NH_NEW_ARRAY(arena, nh_expr, (size_t)x.n + 1);
    nh_expr_gradient(model->pool, model->L, x.n, nh_model_velocities(model, arena), x.p);
    for (uint32_t r = 0; r < x.rows; r++) derive_row(&x, model, arena, r);
    return x;
}
