/* Maggi's equations: Lagrange's equations projected on the displacements that the constraints allow, [Simple]
 * (45), [Rheonomous] (10).
 *
 *     sum_i dq_i'/dq_r' (d/dt dT/dq_i' - dT/dq_i - F_i) = 0,     r = 1 .. m
 *
 * With q'' = N x + rest and the accelerations written out, M q'' = f (model/lagrange.h), that is
 *
 *     N^T M N x = N^T (f - M rest).
 *
 * Where all mass is in points (45) has them in place of Lagrange's operator: with the masses m of the points P(t, q),
 * and X_r = sum_i dP/dq_i dq_i'/dq_r',
 *
 *     sum over points of m P'' . X_r = F_r + sum_d dalpha_d/dq_r' F_d,
 *
 * and P'' = sum_i dP/dq_i q_i'' + (second derivatives of P by t and q with their velocities). With the components of
 * all points in one list X, and Y = dX/dq N, this is
 *
 *     Y^T m Y x = N^T F - Y^T m (dX/dq rest + X''),     X'' at q'' = 0.
 *
 * It is the same as the first, by d/dt dT/dq_i' - dT/dq_i = m P'' . dP/dq_i, but never makes T: points only are used
 * where they are all there is.
 *
 * Named coefficients: N[x,u] = dx'/du', the displacements.
 *
 * Hypotheses: none beyond independent velocities. */
#include "form/formulation/maggi.h"

#include "base/assert.h"
#include "model/lagrange.h"

/* ---- by coordinates, [Rheonomous] (10) ---- */

nh_equations *nh_maggi_by_coordinates(const nh_restricted *r) {
    nh_lagrange x = nh_lagrange_derive(r->model, r->arena, true);
    NH_ASSERT(x.n == r->n);
    nh_expr_matrix MN = nh_matrix_product(r->pool, r->arena, &x.matrix, &r->N);
    nh_expr_matrix matrix = nh_matrix_product(r->pool, r->arena, &r->along, &MN);
    nh_expr *side = nh_matrix_times(r->pool, r->arena, &x.matrix, r->rest);
    for (uint32_t i = 0; i < r->n; i++) side[i] = nh_expr_sub(r->pool, x.force[i], side[i]);
    return nh_restricted_equations(r, "maggi", &matrix, nh_matrix_times(r->pool, r->arena, &r->along, side), true);
}

/* ---- by points, [Simple] (45) ---- */

/* The second derivative of X along a motion with q'' = 0: sum_ab X_ab q_a' q_b' + 2 sum_a X_at q_a' + X_tt. */
static nh_expr *steady_accelerations(const nh_restricted *r, const nh_mass_list *p) {
    nh_expr_matrix first = nh_expr_jacobian(r->pool, r->arena, p->count, p->X, 1 + r->n, r->place);
    nh_expr *velocity = nh_matrix_times(r->pool, r->arena, &first, r->pace);
    nh_expr_matrix second = nh_expr_jacobian(r->pool, r->arena, p->count, velocity, 1 + r->n, r->place);
    return nh_matrix_times(r->pool, r->arena, &second, r->pace);
}

/* m (dX/dq rest + X'') */
static nh_expr *slow_momentum_rates(const nh_restricted *r, const nh_mass_list *p, const nh_expr_matrix *by_q) {
    nh_expr *steady = steady_accelerations(r, p);
    nh_expr *turning = nh_matrix_times(r->pool, r->arena, by_q, r->rest);
    for (uint32_t c = 0; c < p->count; c++)
        steady[c] = nh_expr_mul(r->pool, p->mass[c], nh_expr_add(r->pool, steady[c], turning[c]));
    return steady;
}

/* m Y, row by row */
static nh_expr_matrix weighted_rows(const nh_restricted *r, const nh_mass_list *p, const nh_expr_matrix *Y) {
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    for (uint32_t c = 0; c < p->count; c++)
        for (uint32_t e = Y->start[c]; e < Y->start[c + 1]; e++)
            nh_sums_add(&sums, c, Y->column[e], nh_expr_mul(r->pool, p->mass[c], Y->entry[e]));
    return nh_sums_matrix(&sums, p->count, r->m);
}

nh_equations *nh_maggi_by_points(const nh_restricted *r) {
    NH_ASSERT(nh_restricted_is_of_points(r));
    nh_mass_list p = nh_restricted_masses(r);
    nh_expr_matrix by_q = nh_expr_jacobian(r->pool, r->arena, p.count, p.X, r->n, r->q);
    nh_expr_matrix Y = nh_matrix_product(r->pool, r->arena, &by_q, &r->N), mY = weighted_rows(r, &p, &Y);
    nh_expr_matrix along = nh_matrix_transpose(r->pool, r->arena, &Y);
    nh_expr_matrix matrix = nh_matrix_product(r->pool, r->arena, &along, &mY);
    const nh_expr *slow = slow_momentum_rates(r, &p, &by_q);
    nh_expr *force = nh_matrix_times(r->pool, r->arena, &along, slow);
    for (uint32_t i = 0; i < r->m; i++) force[i] = nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), force[i]);
    return nh_restricted_equations(r, "maggi", &matrix, force, true);
}

/* ---- deriving ---- */

static void name_coefficients(const nh_restricted *r, nh_equations *e) {
    if (!nh_restricted_has_names(r)) return;
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t j = 0; j < r->m; j++)
            nh_equations_name(e, nh_matrix_at(&r->N, i, j), "N[%s,%s]", nh_restricted_coordinate(r, i),
                              nh_restricted_independent(r, j));
}

nh_equations *nh_maggi_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    nh_equations *e = nh_restricted_is_of_points(r) ? nh_maggi_by_points(r) : nh_maggi_by_coordinates(r);
    name_coefficients(r, e);
    return e;
}
