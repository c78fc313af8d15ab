/* Maggi's equations: Lagrange's equations projected on the displacements that the constraints allow, [Simple] (45), [Rheonomous] (10).
 *
 *     sum_i dq_i'/dq_r' (d/dt dT/dq_i' - dT/dq_i - F_i) = 0,     r = 1 .. m
 *
 * With q'' = N x + rest and the accelerations written out, M q'' = f (model/lagrange.h), that is
 *
 *     N^T M N x = N^T (f - M rest).
 *
 * Named coefficients: N[x,u] = dx'/du', the displacements.
 *
 * Hypotheses: none beyond independent velocities. */
#include "form/restricted.h"
#include "model/lagrange.h"

/* M y */
static nh_expr *multiply(const nh_restricted *r, const nh_expr_matrix *M, const nh_expr *y, uint32_t stride) {
    nh_expr *result = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        result[i] = NH_EXPR_ZERO;
        for (uint32_t k = M->start[i]; k < M->start[i + 1]; k++) {
            nh_expr term = nh_expr_mul(r->pool, M->entry[k], y[(size_t)M->column[k] * stride]);
            result[i] = nh_expr_add(r->pool, result[i], term);
        }
    }
    return result;
}

nh_equations *nh_maggi_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    nh_lagrange x = nh_lagrange_derive(model, arena, true);
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)r->m * r->m), *force = NH_NEW_ARRAY(arena, nh_expr, r->m);
    nh_expr *side = multiply(r, &x.matrix, r->rest, 1);
    for (uint32_t i = 0; i < r->n; i++) side[i] = nh_expr_sub(r->pool, x.force[i], side[i]);
    for (uint32_t j = 0; j < r->m; j++) {
        const nh_expr *column = multiply(r, &x.matrix, r->N + j, r->m);
        for (uint32_t i = 0; i < r->m; i++) matrix[(size_t)i * r->m + j] = nh_restricted_project(r, column, i);
        force[j] = nh_restricted_project(r, side, j);
    }
    nh_equations *e = nh_restricted_equations(r, "maggi", matrix, force, true);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t j = 0; j < r->m; j++)
            nh_equations_name(e, r->N[(size_t)i * r->m + j], "N[%s,%s]", nh_restricted_coordinate(r, i),
                              nh_restricted_coordinate(r, choice->independent[j]));
    return e;
}
