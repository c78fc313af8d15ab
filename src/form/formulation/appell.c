/* The equations of Gibbs and Appell, [Simple] 3.2, with the misprint corrected: S is differentiated by
 * accelerations, not by velocities.
 *
 *     d(S*)/dq_r'' = F_r + sum_d dalpha_d/dq_r' F_d
 *
 * S is the energy of the accelerations, sum m/2 |P''|^2 over points; terms free of accelerations do not matter. Since
 * q'' occurs in P'' = sum P_a q_a'' + ... only with the factor P_a = dP'/dq_a',
 *
 *     dS/dq_a'' = sum m P'' . P_a = d/dt dT/dq_a' - dT/dq_a = sum_b A_ab q_b'' + h_a
 *
 * so that S = q''.A q''/2 + q''.h is found from T where the masses are not all in points, up to such terms; with L for
 * T when T has no points at all, as for a relativistic particle.
 *
 * S* is S with q'' = N x + rest put in, a polynomial of degree 2 in the accelerations x of the independent velocities:
 * its second derivatives are the matrix, and the first ones at x = 0 go to the right.
 *
 * Named coefficient: S, which is S*, with accelerations of the independent velocities in it.
 *
 * Hypotheses: none beyond independent velocities. */
#include "form/restricted.h"

/* ---- S in all accelerations ---- */

static nh_expr half_of(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(1, 2), a);
}

static nh_expr energy_by_points(const nh_restricted *r) {
    nh_exprs terms = {.arena = r->arena};
    for (size_t i = 0; i < r->model->points.count; i++) {
        const nh_point *point = &r->model->points.items[i];
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        nh_vector acceleration = nh_vector_rate(r->pool, nh_vector_rate(r->pool, point->position));
        nh_expr square = nh_vector_dot(r->pool, acceleration, acceleration);
        nh_array_push(&terms, half_of(r->pool, nh_expr_mul(r->pool, point->mass, square)));
    }
    return nh_expr_sum(r->pool, terms.count, terms.items);
}

/* sum_a q_a'' (sum_b A_ab q_b''/2 + h_a), with A = dp/dq', h = dp/dq q' + dp/dt - dT/dq for p = dT/dq' */
static nh_expr energy_by_lagrange(const nh_restricted *r, const nh_expr *accelerations) {
    nh_expr *p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1), *by_q = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    nh_expr_gradient(r->pool, r->T, r->n, r->v, p);
    nh_expr_gradient(r->pool, r->T, r->n, r->q, by_q);
    nh_expr_matrix A = nh_expr_jacobian(r->pool, r->arena, r->n, p, r->n, r->v);
    nh_expr_matrix by_place = nh_expr_jacobian(r->pool, r->arena, r->n, p, 1 + r->n, r->place);
    const nh_expr *inertia = nh_matrix_times(r->pool, r->arena, &A, accelerations);
    const nh_expr *slow = nh_matrix_times(r->pool, r->arena, &by_place, r->pace);
    for (uint32_t a = 0; a < r->n; a++) {
        nh_expr h = nh_expr_sub(r->pool, slow[a], by_q[a]);
        p[a] = nh_expr_mul(r->pool, accelerations[a], nh_expr_add(r->pool, half_of(r->pool, inertia[a]), h));
    }
    return nh_expr_sum(r->pool, r->n, p);
}

/* ---- S* ---- */

/* N x + rest for the dependent accelerations. */
static nh_expr restrict_accelerations(const nh_restricted *r, nh_expr S, const nh_expr *accelerations) {
    nh_expr *from = NH_NEW_ARRAY(r->arena, nh_expr, r->k), *to = NH_NEW_ARRAY(r->arena, nh_expr, r->k);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        from[d] = accelerations[i];
        to[d] = nh_expr_add(r->pool, nh_matrix_row_times(r->pool, &r->N, i, r->x), r->rest[i]);
    }
    return nh_expr_substitute(r->pool, S, r->k, from, to, true);
}

/* Each with x = 0. */
static nh_expr *at_rest(const nh_restricted *r, const nh_expr *e) {
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, r->m), *still = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->m; i++) {
        zeros[i] = NH_EXPR_ZERO;
        still[i] = e[i];
    }
    nh_expr_substitute_all(r->pool, r->m, still, r->m, r->x, zeros, true);
    return still;
}

nh_equations *nh_appell_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    const nh_expr *accelerations = nh_model_accelerations(model, arena);
    nh_expr S = nh_restricted_is_of_points(r) ? energy_by_points(r) : energy_by_lagrange(r, accelerations);
    S = restrict_accelerations(r, S, accelerations);
    nh_expr *slope = NH_NEW_ARRAY(arena, nh_expr, (size_t)r->m + 1);
    nh_expr_gradient(r->pool, S, r->m, r->x, slope);
    nh_expr_matrix matrix = nh_expr_jacobian(r->pool, arena, r->m, slope, r->m, r->x);
    nh_expr *force = at_rest(r, slope);
    for (uint32_t i = 0; i < r->m; i++) force[i] = nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), force[i]);
    nh_equations *e = nh_restricted_equations(r, "appell", &matrix, force, true);
    nh_equations_name(e, S, "S");
    return e;
}
