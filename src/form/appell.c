/* The equations of Gibbs and Appell, [Simple] 3.2, with the misprint corrected: S is differentiated by accelerations, not by velocities.
 *
 *     d(S*)/dq_r'' = F_r + sum_d dalpha_d/dq_r' F_d
 *
 * S is the energy of the accelerations, sum m/2 |P''|^2 over points; terms free of accelerations do not matter. Since q'' stands in P'' = sum P_a q_a'' + ... alone with the factor P_a = dP'/dq_a',
 *
 *     dS/dq_a'' = sum m P'' . P_a = d/dt dT/dq_a' - dT/dq_a = sum_b A_ab q_b'' + h_a
 *
 * so that S = q''.A q''/2 + q''.h is found from T where the masses are not all in points, up to such terms; with L for T when T has no points at all, as for a relativistic particle.
 *
 * S* is S with q'' = N x + rest put in, a polynomial of degree 2 in the accelerations x of the independent velocities: its second derivatives are the matrix, and the first ones at x = 0 go to the right.
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
    nh_expr sum = NH_EXPR_ZERO;
    for (size_t i = 0; i < r->model->points.count; i++) {
        const nh_point *point = &r->model->points.items[i];
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        nh_vector acceleration = nh_vector_rate(r->pool, nh_vector_rate(r->pool, point->position));
        nh_expr square = nh_vector_dot(r->pool, acceleration, acceleration);
        sum = nh_expr_add(r->pool, sum, half_of(r->pool, nh_expr_mul(r->pool, point->mass, square)));
    }
    return sum;
}

/* sum_a q_a'' (sum_b A_ab q_b''/2 + h_a) */
static nh_expr energy_by_lagrange(const nh_restricted *r, const nh_expr *accelerations) {
    nh_expr sum = NH_EXPR_ZERO, *zeros = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t a = 0; a < r->n; a++) zeros[a] = NH_EXPR_ZERO;
    for (uint32_t a = 0; a < r->n; a++) {
        nh_expr rate = nh_expr_total_derivative(r->pool, nh_expr_diff(r->pool, r->T, r->v[a]));
        nh_expr slow = nh_expr_substitute(r->pool, rate, r->n, accelerations, zeros, true);
        nh_expr h = nh_expr_sub(r->pool, slow, nh_expr_diff(r->pool, r->T, r->q[a]));
        for (uint32_t b = 0; b < r->n; b++) {
            nh_expr A = nh_expr_diff(r->pool, rate, accelerations[b]);
            h = nh_expr_add(r->pool, h, half_of(r->pool, nh_expr_mul(r->pool, A, accelerations[b])));
        }
        sum = nh_expr_add(r->pool, sum, nh_expr_mul(r->pool, accelerations[a], h));
    }
    return sum;
}

/* ---- S* ---- */

/* N x + rest for the dependent accelerations. */
static nh_expr restrict_accelerations(const nh_restricted *r, nh_expr S, const nh_expr *accelerations) {
    nh_expr *from = NH_NEW_ARRAY(r->arena, nh_expr, r->k), *to = NH_NEW_ARRAY(r->arena, nh_expr, r->k);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        from[d] = accelerations[i];
        to[d] = r->rest[i];
        for (uint32_t j = 0; j < r->m; j++)
            to[d] = nh_expr_add(r->pool, to[d], nh_expr_mul(r->pool, r->N[(size_t)i * r->m + j], r->x[j]));
    }
    return nh_expr_substitute(r->pool, S, r->k, from, to, true);
}

static nh_expr at_rest(const nh_restricted *r, nh_expr e) {
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->m; i++) zeros[i] = NH_EXPR_ZERO;
    return nh_expr_substitute(r->pool, e, r->m, r->x, zeros, true);
}

nh_equations *nh_appell_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    const nh_expr *accelerations = nh_model_accelerations(model, arena);
    nh_expr S = nh_restricted_is_of_points(r) ? energy_by_points(r) : energy_by_lagrange(r, accelerations);
    S = restrict_accelerations(r, S, accelerations);
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)r->m * r->m), *force = NH_NEW_ARRAY(arena, nh_expr, r->m);
    nh_expr *slope = NH_NEW_ARRAY(arena, nh_expr, r->m);
    nh_expr_gradient(r->pool, S, r->m, r->x, slope);
    for (uint32_t i = 0; i < r->m; i++) {
        nh_expr_gradient(r->pool, slope[i], r->m, r->x, matrix + (size_t)i * r->m);
        force[i] = nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), at_rest(r, slope[i]));
    }
    nh_equations *e = nh_restricted_equations(r, "appell", matrix, force, true);
    nh_equations_name(e, S, "S");
    return e;
}
