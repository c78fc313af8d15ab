/* The relative residual of the rows in balls: the same formula as in analysis/state_rows.c.
 *
 *     max over equations e of |e| / (size of the terms of e + sum_i |de/dz_i| (|z_i| + share * largest |z|))
 *
 * The double computation there cannot tell a residual from its own rounding; this one can. */
#include <string.h>

#include "expr/inspect.h"
#include "sim/evaluate_private.h"

nh_residual nh_residual_make(nh_arena *arena, nh_model *model) {
    size_t n = model->coordinates.count, most = 2 * model->rows.count;
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, most), *z = NH_NEW_ARRAY(arena, nh_expr, 2 * n);
    nh_residual r = {.count = 0};
    for (int as_rates = 0; as_rates < 2; as_rates++)
        for (size_t i = 0; i < model->rows.count; i++) {
            const nh_row *row = &model->rows.items[i];
            if (row->is_imposed && (as_rates || row->is_geometric))
                e[r.count++] = as_rates ? nh_row_rate(model, row) : row->residual;
        }
    memcpy(z, nh_model_coordinates(model, arena), n * sizeof *z);
    memcpy(z + n, nh_model_velocities(model, arena), n * sizeof *z);
    r.slopes = nh_expr_jacobian(model->pool, arena, r.count, e, (uint32_t)(2 * n), z);
    uint32_t entries = r.slopes.start[r.count];
    r.outputs = 2 * r.count + entries;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, r.outputs);
    memcpy(outputs, e, r.count * sizeof *e);
    for (uint32_t i = 0; i < r.count; i++) outputs[r.count + i] = nh_expr_terms_size(model->pool, e[i]);
    memcpy(outputs + 2 * (size_t)r.count, r.slopes.entry, entries * sizeof *e);
    r.outputs_list = outputs;
    return r;
}

/* r := the largest |z_i|, at least 10^-6. */
static void largest_of(const nh_ball *z, uint32_t count, nh_ball *r, nh_ball *scratch, int prec) {
    nh_ball_set_rational(r, nh_rat_make(1, 1000000), prec);
    for (uint32_t i = 0; i < count; i++) {
        nh_ball_abs(scratch, &z[i], prec);
        nh_ball_max(r, r, scratch, prec);
    }
}

void nh_residual_ball(const nh_residual *residual, const nh_ball *outputs, const nh_ball *z, nh_ball *r, int prec) {
    const nh_expr_matrix *slopes = &residual->slopes;
    const nh_ball *values = outputs, *terms = outputs + residual->count, *slope = terms + residual->count;
    nh_ball *work = nh_balls_new(4), *share = &work[0], *size = &work[1], *a = &work[2], *b = &work[3];
    largest_of(z, slopes->columns, share, a, prec);
    nh_ball_set_rational(a, nh_rat_make(1, 10000000000), prec);
    nh_ball_mul(share, share, a, prec);
    nh_ball_set_int(r, 0);
    for (uint32_t e = 0; e < residual->count; e++) {
        if (nh_ball_is_zero(&values[e]) == NH_YES) continue;
        nh_ball_set(size, &terms[e]);
        for (uint32_t k = slopes->start[e]; k < slopes->start[e + 1]; k++) {
            nh_ball_abs(a, &z[slopes->column[k]], prec);
            nh_ball_add(a, a, share, prec);
            nh_ball_abs(b, &slope[k], prec);
            nh_ball_fma(size, a, b, size, prec);
        }
        nh_ball_abs(a, &values[e], prec);
        nh_ball_div(a, a, size, prec);
        nh_ball_max(r, r, a, prec);
    }
    nh_balls_free(work, 4);
}
