/* [Rheonomous] (23), term by term, with two misprints corrected: Lambda has no term with J Gamma, and the last factor of N is b.
 *
 *     Gamma p' + Q + Lambda + N - Gamma (grad c + grad U) = 0
 *
 *     Q      = -sum_k (Gamma p)_k Gamma (J A^(k))^T Gamma p - 1/2 sum_k p_k Gamma (J Gamma^(k))^T p
 *     Lambda = -Gamma (J b)^T Gamma p + sum_k (Gamma b)_k Gamma (J A^(k))^T Gamma p
 *     N      =  Gamma (J b)^T Gamma b + 1/2 sum_k b_k Gamma (J Gamma^(k))^T b
 *
 * A^(k) is column k of A, J the Jacobian by the coordinates. So sum_k x_k (J A^(k))^T y has the component x.(dA/dq_i) y, and each term is Gamma times such a vector. */
#include "form/hamilton.h"
#include "form/momenta.h"

/* x.(dM/dq_i) y for all i */
static nh_expr *bend(const nh_hamilton *h, const nh_expr_matrix *M, const nh_expr *x, const nh_expr *y) {
    nh_expr *sum = NH_NEW_ARRAY(h->arena, nh_expr, h->n), *slope = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++) sum[i] = NH_EXPR_ZERO;
    for (uint32_t j = 0; j < h->n; j++)
        for (uint32_t k = M->start[j]; k < M->start[j + 1]; k++) {
            nh_expr product = nh_expr_mul(h->pool, x[j], y[M->column[k]]);
            nh_expr_gradient(h->pool, M->entry[k], h->n, h->q, slope);
            for (uint32_t i = 0; i < h->n; i++)
                sum[i] = nh_expr_add(h->pool, sum[i], nh_expr_mul(h->pool, slope[i], product));
        }
    return sum;
}

/* (J b)^T y */
static nh_expr *turn(const nh_hamilton *h, const nh_expr *y) {
    nh_expr *sum = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++) {
        sum[i] = NH_EXPR_ZERO;
        for (uint32_t k = 0; k < h->n; k++) {
            nh_expr slope = nh_expr_diff(h->pool, h->b[k], h->q[i]);
            sum[i] = nh_expr_add(h->pool, sum[i], nh_expr_mul(h->pool, slope, y[k]));
        }
    }
    return sum;
}

/* Gamma (s a + t b), s and t numbers of halves */
static nh_expr *combine(const nh_hamilton *h, int s, const nh_expr *a, int t, const nh_expr *b) {
    nh_expr *sum = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++)
        sum[i] = nh_expr_add(h->pool, nh_expr_scale(h->pool, nh_rat_make(s, 2), a[i]),
                             nh_expr_scale(h->pool, nh_rat_make(t, 2), b[i]));
    return nh_matrix_times(h->pool, h->arena, &h->Gamma, sum);
}

void nh_hamilton_name_terms(const nh_hamilton *h, nh_equations *e) {
    const nh_expr *u = nh_matrix_times(h->pool, h->arena, &h->Gamma, h->p);
    const nh_expr *w = nh_matrix_times(h->pool, h->arena, &h->Gamma, h->b);
    const nh_expr *Q = combine(h, -2, bend(h, &h->A, u, u), -1, bend(h, &h->Gamma, h->p, h->p));
    const nh_expr *Lambda = combine(h, -2, turn(h, u), 2, bend(h, &h->A, w, u));
    const nh_expr *N = combine(h, 2, turn(h, w), 1, bend(h, &h->Gamma, h->b, h->b));
    for (uint32_t i = 0; i < h->n; i++) {
        const char *name = nh_name_text(h->model->context, h->model->coordinates.items[i].name);
        nh_equations_name(e, Q[i], "Q[%s]", name);
        nh_equations_name(e, Lambda[i], "Lambda[%s]", name);
        nh_equations_name(e, N[i], "N[%s]", name);
    }
}
