/* Chaplygin's equations, [Simple] (62)-(63): in independent velocities and coordinates alone.
 *
 *     d/dt d(T*)/dq_r' - d(T*)/dq_r - sum_d sum_j b_drj q_j' dT/dq_d' = F_r + sum_d alpha_dr F_d
 *     b_drj = dalpha_dr/dq_j - dalpha_dj/dq_r
 *
 * for q_d' = sum_j alpha_dj q_j' + beta_d; r and j independent, d dependent. They follow from Voronec's: B_r^d = d/dt alpha_dr - dalpha_d/dq_r with alpha free of the dependent coordinates, and what beta would add to it,
 * -dbeta_d/dq_r, is 0. The paper does not speak of beta; it must be constant.
 *
 * Named coefficients: Tstar; b[row,r,j], by the row that gives the dependent velocity and independent coordinates.
 *
 * Hypotheses, (62) (analysis/chaplygin.h finds a choice and proves them of it): the constraints are linear or affine in the velocities and free of time; neither their coefficients nor L nor the forces contain a dependent coordinate;
 * L and the forces are free of time. Where V has velocities in it, or L is given directly, L stands for T. */
#include "analysis/chaplygin.h"

#include "form/restricted.h"

/* alpha_dj */
static nh_expr coefficient(const nh_restricted *r, uint32_t d, uint32_t j) {
    return r->N[(size_t)r->choice->dependent[d].coordinate * r->m + j];
}

static nh_expr by_place(const nh_restricted *r, nh_expr e, uint32_t j) {
    return nh_expr_diff(r->pool, e, r->q[r->choice->independent[j]]);
}

/* b_drj */
static nh_expr curl(const nh_restricted *r, uint32_t d, uint32_t i, uint32_t j) {
    return nh_expr_sub(r->pool, by_place(r, coefficient(r, d, i), j), by_place(r, coefficient(r, d, j), i));
}

/* sum_d sum_j b_drj q_j' dT/dq_d' */
static nh_expr turning(const nh_restricted *r, uint32_t i) {
    nh_expr sum = NH_EXPR_ZERO;
    for (uint32_t d = 0; d < r->k; d++) {
        nh_expr rate = NH_EXPR_ZERO;
        nh_expr momentum = nh_expr_diff(r->pool, r->T, r->v[r->choice->dependent[d].coordinate]);
        for (uint32_t j = 0; j < r->m; j++)
            rate = nh_expr_add(r->pool, rate, nh_expr_mul(r->pool, curl(r, d, i, j), r->u[j]));
        sum = nh_expr_add(r->pool, sum, nh_expr_mul(r->pool, rate, momentum));
    }
    return sum;
}

/* Row i: the part with accelerations to the left, the rest to the right. */
static void derive_row(const nh_restricted *r, uint32_t i, nh_expr *row, nh_expr *force) {
    nh_expr by_velocity = nh_restricted_diff(r, r->T, r->u[i]);
    nh_expr right = nh_expr_add(r->pool, nh_restricted_project(r, r->F, i), turning(r, i));
    right = nh_expr_add(r->pool, right, nh_restricted_diff(r, r->T, r->q[r->choice->independent[i]]));
    for (uint32_t j = 0; j < r->m; j++) {
        nh_expr by_q = nh_restricted_diff(r, by_velocity, r->q[r->choice->independent[j]]);
        right = nh_expr_sub(r->pool, right, nh_expr_mul(r->pool, by_q, r->u[j]));
        row[j] = nh_restricted_diff(r, by_velocity, r->u[j]);
    }
    *force = right;
}

static void name_coefficients(const nh_restricted *r, nh_equations *e) {
    nh_equations_name(e, nh_explicit_restrict(r->choice, r->T, NULL), "Tstar");
    for (uint32_t d = 0; d < r->k; d++) {
        const nh_row *row = &r->model->rows.items[r->choice->dependent[d].row];
        for (uint32_t i = 0; i < r->m; i++)
            for (uint32_t j = 0; j < r->m; j++)
                nh_equations_name(e, curl(r, d, i, j), "b[%s,%s,%s]", nh_name_text(r->model->context, row->name),
                                  nh_restricted_coordinate(r, r->choice->independent[i]),
                                  nh_restricted_coordinate(r, r->choice->independent[j]));
    }
}

nh_equations *nh_chaplygin_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    if (!nh_chaplygin_fits(choice, arena, why)) return NULL;
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)r->m * r->m), *force = NH_NEW_ARRAY(arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->m; i++) derive_row(r, i, matrix + (size_t)i * r->m, &force[i]);
    nh_equations *e = nh_restricted_equations(r, "chaplygin", matrix, force, true);
    name_coefficients(r, e);
    return e;
}
