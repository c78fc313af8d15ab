/* Chaplygin's equations, [Simple] (62)-(63): in independent velocities and coordinates only.
 *
 *     d/dt d(T*)/dq_r' - d(T*)/dq_r - sum_d sum_j b_drj q_j' dT/dq_d' = F_r + sum_d alpha_dr F_d
 *     b_drj = dalpha_dr/dq_j - dalpha_dj/dq_r
 *
 * for q_d' = sum_j alpha_dj q_j' + beta_d; r and j independent, d dependent. They follow from Voronec's: B_r^d = d/dt
 * alpha_dr - dalpha_d/dq_r with alpha free of the dependent coordinates, and what beta would add to it, -dbeta_d/dq_r,
 * is 0. The paper does not speak about beta; it must be constant.
 *
 * Named coefficients: Tstar; b[row,r,j], by the row that gives the dependent velocity and independent coordinates.
 *
 * Hypotheses, (62) (facts/chaplygin.h finds a choice and proves them of it): the constraints are linear or affine in
 * the velocities and free of time; neither their coefficients nor L nor the forces contain a dependent coordinate; L
 * and the forces are free of time. Where V contains velocities, or L is given directly, L stands for T. */
#include "facts/chaplygin.h"

#include "base/assert.h"
#include "form/restricted.h"

/* Coefficients b that are named. */
enum { MOST_THREEFOLD = 5000 };

/* b_drj at (d, r, j): of each alpha_dr that depends on an independent coordinate, once with either sign. */
static nh_sums find_curls(const nh_restricted *r) {
    nh_sums b = nh_sums_begin(r->pool, r->arena);
    nh_expr_matrix by_q = nh_expr_jacobian(r->pool, r->arena, r->N.start[r->n], r->N.entry, r->n, r->q);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++)
            for (uint32_t f = by_q.start[e]; f < by_q.start[e + 1]; f++) {
                uint32_t j = r->independent[by_q.column[f]];
                if (j == NH_MODEL_NONE) continue; /* such a derivative is 0, though its form may not show that */
                nh_sums_add_threefold(&b, d, r->N.column[e], j, by_q.entry[f]);
                nh_sums_add_threefold(&b, d, j, r->N.column[e], nh_expr_neg(r->pool, by_q.entry[f]));
            }
    }
    nh_sums_finish(&b);
    return b;
}

/* sum_d sum_j b_drj q_j' dT/dq_d', by r */
static nh_expr *turn_forces(const nh_restricted *r, const nh_sums *b) {
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    nh_expr *p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    nh_expr_gradient(r->pool, r->T, r->n, r->v, p);
    for (size_t e = 0; e < b->terms.count; e++) {
        const nh_sum_term *at = &b->terms.items[e];
        nh_expr momentum = p[r->choice->dependent[at->i].coordinate];
        nh_sums_add(&sums, at->j, 0, nh_expr_mul(r->pool, nh_expr_mul(r->pool, at->value, r->u[at->k]), momentum));
    }
    return nh_sums_list(&sums, r->m);
}

/* sum_j d/dq_j e* q_j', over independent coordinates */
static nh_expr independent_rate(const nh_restricted *r, const nh_expr_matrix *by_place, uint32_t row) {
    nh_exprs terms = {.arena = r->arena};
    for (uint32_t e = by_place->start[row]; e < by_place->start[row + 1]; e++) {
        uint32_t place = by_place->column[e];
        if (place == 0 || r->independent[place - 1] == NH_MODEL_NONE) continue;
        nh_array_push(&terms, nh_expr_mul(r->pool, by_place->entry[e], r->pace[place]));
    }
    return nh_expr_sum(r->pool, terms.count, terms.items);
}

/* The matrix is that of d/dt d(T*)/dq_r'; what has no accelerations goes to the right. */
static nh_equations *derive_equations(const nh_restricted *r, const nh_sums *b) {
    nh_slopes of_T = nh_restricted_slopes(r, 1, &r->T);
    nh_expr *momenta = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->m + 1), *force = turn_forces(r, b);
    for (uint32_t i = 0; i < r->m; i++) momenta[i] = nh_matrix_at(&of_T.by_velocity, 0, i);
    nh_slopes slopes = nh_restricted_slopes(r, r->m, momenta);
    for (uint32_t i = 0; i < r->m; i++) {
        nh_expr terms[] = {nh_restricted_project(r, r->F, i), force[i],
                           nh_matrix_at(&of_T.by_place, 0, 1 + r->choice->independent[i]),
                           nh_expr_neg(r->pool, independent_rate(r, &slopes.by_place, i))};
        force[i] = nh_expr_sum(r->pool, 4, terms);
    }
    return nh_restricted_equations(r, "chaplygin", &slopes.by_velocity, force, true);
}

static void name_coefficients(const nh_restricted *r, const nh_sums *b, nh_equations *e) {
    nh_equations_name(e, nh_explicit_restrict(r->choice, r->T, NULL), "Tstar");
    if ((uint64_t)r->k * r->m * r->m > MOST_THREEFOLD) return;
    for (uint32_t d = 0; d < r->k; d++)
        for (uint32_t i = 0; i < r->m; i++)
            for (uint32_t j = 0; j < r->m; j++)
                nh_equations_name(e, nh_sums_at(b, d, i, j), "b[%s,%s,%s]", nh_restricted_row(r, d),
                                  nh_restricted_independent(r, i), nh_restricted_independent(r, j));
}

/* What is not seen to fit is not known not to. */
nh_truth nh_chaplygin_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(choice->model == model);
    (void)model;
    return nh_chaplygin_fits(choice, arena, why) ? NH_YES : NH_UNKNOWN;
}

nh_equations *nh_chaplygin_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    if (nh_chaplygin_applies(model, arena, choice, why) != NH_YES) return NULL;
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    nh_sums b = find_curls(r);
    nh_equations *e = derive_equations(r, &b);
    name_coefficients(r, &b, e);
    return e;
}
