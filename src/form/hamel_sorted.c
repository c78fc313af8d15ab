/* (17) sorted by powers of the quasi-velocities, [Rheonomous] (19)-(22), for L = q'.A q'/2 + b.q' + c + U.
 *
 *     A_Gamma y' + Q + Lambda + N - A_Gamma dpsi/dt - A_GammaTheta dbeta/dt - Gamma^T (grad c + grad U - db/dt) + missing = Gamma^T (forces without potential)
 *
 * Q is quadratic in y, Lambda linear, N free of y. All terms with Z come through
 *
 *     D_k(M) = [M (dZ/dq_k - J_q Z^(k)) Gamma + dM/dq_k]^T                                                       (21)
 *
 * which occurs in sums over k with a vector u: sum_k u_k D_k(M) is spread(u, M) below. The other recurring term is sum_r x_r ((J_q M^(r)) Gamma)^T, slopes(M, x).
 *
 * Corrections of the print. A_ThetaGamma is the transpose of A_GammaTheta. In N: -(A_Gamma (J psi) Gamma)^T psi, -(A_ThetaGamma (J psi) Gamma)^T beta and
 * (Gamma (J psi) Gamma)^T b do not belong there, since the psi in J_q y cancels them; the last term is (Gamma dZ/dt Gamma)^T b. And `missing`, the term with pi (hamel.c),
 * is no part of the printed (20). */
#include "form/hamel.h"

typedef struct sorting {
    const nh_quasi_frame *f;
    nh_grid A, b, c, U; /* of L */
    nh_grid Z, Gamma, Theta, psi, beta;
    nh_grid Gamma_T;
    nh_grid A_Gamma, A_GammaTheta, A_ThetaGamma, A_Theta;
    nh_grid J_psi, J_beta, b_turn; /* J_q psi, J_q beta; J_q b - (J_q b)^T */
    nh_grid y;
} sorting;

/* ---- the parts of L ---- */

static nh_grid dense(const nh_quasi_frame *f, const nh_expr_matrix *a) {
    nh_grid result = nh_grid_make(f->pool, f->arena, a->rows, a->columns);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++) *nh_grid_at(result, i, a->column[k]) = a->entry[k];
    return result;
}

/* A and b are those of L. c + U is L at rest: T at rest and -V, where V is a function of the place. */
static void find_parts(sorting *s, const nh_expr_matrix *mass) {
    const nh_quasi_frame *f = s->f;
    const nh_model *model = f->model;
    nh_grid zeros = nh_grid_make(f->pool, f->arena, f->n, 1);
    bool has_U = model->V != NH_EXPR_UNDEFINED && !nh_expr_has(f->pool, model->V, NH_HAS_VELOCITY);
    nh_expr U = has_U ? nh_expr_neg(f->pool, model->V) : NH_EXPR_ZERO;
    nh_expr c = nh_expr_substitute(f->pool, has_U ? model->T : model->L, f->n, f->v, zeros.e, true);
    s->A = dense(f, mass);
    s->b = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, model->L, f->n, f->v, s->b.e);
    nh_expr_substitute_all(f->pool, f->n, s->b.e, f->n, f->v, zeros.e, true);
    s->c = nh_grid_vector(f->pool, f->arena, 1, &c);
    s->U = nh_grid_vector(f->pool, f->arena, 1, &U);
}

/* ---- operations of the paper ---- */

static nh_grid product3(nh_grid a, nh_grid b, nh_grid c) {
    return nh_grid_mul(nh_grid_mul(a, b), c);
}

/* sum_r x_r J_q a^(r), with the columns a^(r) of a */
static nh_grid jacobian(const sorting *s, nh_grid a, nh_grid x) {
    return nh_grid_jacobian(a, x, s->f->n, s->f->q);
}

/* J_q of a vector */
static nh_grid J(const sorting *s, nh_grid a) {
    return jacobian(s, a, nh_grid_vector(s->f->pool, s->f->arena, 1, (nh_expr[]){NH_EXPR_ONE}));
}

static nh_grid by_time(const sorting *s, nh_grid a) {
    return nh_grid_diff(a, s->f->model->time);
}

/* sum_k u_k D_k(M) */
static nh_grid spread(const sorting *s, nh_grid u, nh_grid M) {
    nh_grid along = nh_grid_along(s->Z, s->f->n, s->f->q, u);
    nh_grid turning = nh_grid_sub(along, jacobian(s, s->Z, u)); /* sum_k u_k (dZ/dq_k - J_q Z^(k)) */
    return nh_grid_transpose(nh_grid_add(product3(M, turning, s->Gamma), nh_grid_along(M, s->f->n, s->f->q, u)));
}

/* sum_r x_r ((J_q M^(r)) Gamma)^T */
static nh_grid slopes(const sorting *s, nh_grid M, nh_grid x) {
    return nh_grid_transpose(nh_grid_mul(jacobian(s, M, x), s->Gamma));
}

/* A_Gamma with y or psi: sum_k (Gamma x)_k D_k(A_Gamma) - 1/2 sum_r x_r ((J_q A_Gamma^(r)) Gamma)^T */
static nh_grid own(const sorting *s, nh_grid x) {
    return nh_grid_sub(spread(s, nh_grid_mul(s->Gamma, x), s->A_Gamma), nh_grid_half(slopes(s, s->A_Gamma, x)));
}

/* dM/dt^T + (M dZ/dt Gamma)^T: what time in M and Z does */
static nh_grid drift(const sorting *s, nh_grid M) {
    return nh_grid_transpose(nh_grid_add(by_time(s, M), product3(M, by_time(s, s->Z), s->Gamma)));
}

/* Of beta, with y in Lambda and with psi in N */
static nh_grid mixed(const sorting *s) {
    nh_grid by_beta = product3(s->A_GammaTheta, s->J_beta, s->Gamma);
    nh_grid sum = nh_grid_sub(by_beta, nh_grid_transpose(by_beta));
    sum = nh_grid_sub(sum, slopes(s, s->A_GammaTheta, s->beta));
    return nh_grid_add(sum, spread(s, nh_grid_mul(s->Theta, s->beta), s->A_Gamma));
}

/* ---- Q, Lambda, N ---- */

static nh_grid find_Lambda(const sorting *s) {
    nh_grid Gamma_y = nh_grid_mul(s->Gamma, s->y);
    nh_grid of_psi = nh_grid_add(own(s, s->psi), product3(s->A_Gamma, s->J_psi, s->Gamma));
    nh_grid left = nh_grid_sub(drift(s, s->A_Gamma), nh_grid_add(of_psi, mixed(s)));
    left = nh_grid_add(left, product3(s->Gamma_T, s->b_turn, s->Gamma));
    nh_grid of_b = nh_grid_sub(spread(s, Gamma_y, s->Gamma), slopes(s, s->Gamma, s->y));
    nh_grid sum = nh_grid_add(nh_grid_mul(left, s->y), nh_grid_mul(of_b, s->b));
    sum = nh_grid_sub(sum, nh_grid_mul(own(s, s->y), s->psi));
    return nh_grid_sub(sum, nh_grid_mul(spread(s, Gamma_y, s->A_ThetaGamma), s->beta));
}

/* The factor of beta in N */
static nh_grid N_of_beta(const sorting *s) {
    nh_grid sum = product3(s->A_GammaTheta, s->J_beta, s->Theta);
    sum = nh_grid_sub(sum, nh_grid_transpose(product3(s->A_Theta, s->J_beta, s->Gamma)));
    sum = nh_grid_sub(sum, nh_grid_half(slopes(s, s->A_Theta, s->beta)));
    sum = nh_grid_add(sum, spread(s, nh_grid_mul(s->Theta, s->beta), s->A_ThetaGamma));
    sum = nh_grid_add(sum, product3(s->A_Gamma, s->J_psi, s->Theta));
    sum = nh_grid_add(sum, spread(s, nh_grid_mul(s->Gamma, s->psi), s->A_ThetaGamma));
    return nh_grid_sub(sum, drift(s, s->A_ThetaGamma));
}

/* The factor of psi */
static nh_grid N_of_psi(const sorting *s) {
    nh_grid sum = nh_grid_add(own(s, s->psi), product3(s->A_Gamma, s->J_psi, s->Gamma));
    return nh_grid_sub(nh_grid_add(sum, mixed(s)), drift(s, s->A_Gamma));
}

/* The factor of b, with u = Gamma psi + Theta beta */
static nh_grid N_of_b(const sorting *s, nh_grid u) {
    nh_grid sum = nh_grid_transpose(product3(s->Theta, s->J_beta, s->Gamma));
    sum = nh_grid_add(sum, slopes(s, s->Gamma, s->psi));
    sum = nh_grid_add(sum, slopes(s, s->Theta, s->beta));
    sum = nh_grid_sub(sum, spread(s, u, s->Gamma));
    return nh_grid_add(sum, drift(s, s->Gamma));
}

static nh_grid find_N(const sorting *s) {
    nh_grid u = nh_grid_add(nh_grid_mul(s->Gamma, s->psi), nh_grid_mul(s->Theta, s->beta));
    nh_grid sum = nh_grid_mul(N_of_beta(s), s->beta);
    sum = nh_grid_add(sum, nh_grid_mul(N_of_psi(s), s->psi));
    sum = nh_grid_add(sum, nh_grid_mul(N_of_b(s, u), s->b));
    return nh_grid_sub(sum, product3(s->Gamma_T, s->b_turn, u));
}

/* -A_Gamma dpsi/dt - A_GammaTheta dbeta/dt - Gamma^T (grad c + grad U - db/dt) */
static nh_grid find_tail(const sorting *s) {
    nh_grid gradient = nh_grid_transpose(J(s, nh_grid_add(s->c, s->U)));
    nh_grid sum = nh_grid_mul(s->Gamma_T, nh_grid_sub(by_time(s, s->b), gradient));
    sum = nh_grid_sub(sum, nh_grid_mul(s->A_Gamma, by_time(s, s->psi)));
    return nh_grid_sub(sum, nh_grid_mul(s->A_GammaTheta, by_time(s, s->beta)));
}

/* ---- all of it ---- */

static void prepare(sorting *s) {
    const nh_quasi_frame *f = s->f;
    s->Z = nh_quasi_Z(f);
    s->psi = nh_quasi_psi(f);
    s->beta = nh_quasi_beta(f);
    s->Gamma = nh_quasi_Gamma(f);
    s->Theta = nh_quasi_Theta(f);
    s->Gamma_T = nh_grid_transpose(s->Gamma);
    s->A_Gamma = product3(s->Gamma_T, s->A, s->Gamma); /* (15) */
    s->A_GammaTheta = product3(s->Gamma_T, s->A, s->Theta);
    s->A_ThetaGamma = nh_grid_transpose(s->A_GammaTheta);
    s->A_Theta = product3(nh_grid_transpose(s->Theta), s->A, s->Theta);
    s->J_psi = J(s, s->psi);
    s->J_beta = J(s, s->beta);
    s->b_turn = nh_grid_sub(J(s, s->b), nh_grid_transpose(J(s, s->b)));
    s->y = nh_grid_vector(f->pool, f->arena, f->m, f->symbols);
}

static nh_grid *find_D(const sorting *s) {
    nh_grid *D = NH_NEW_ARRAY(s->f->arena, nh_grid, (size_t)s->f->n + 1);
    for (uint32_t k = 0; k < s->f->n; k++) {
        nh_grid unit = nh_grid_make(s->f->pool, s->f->arena, s->f->n, 1);
        unit.e[k] = NH_EXPR_ONE;
        D[k] = spread(s, unit, s->A_Gamma);
    }
    return D;
}

nh_hamel_sorted *nh_hamel_sort(const nh_hamel *h) {
    const nh_quasi_frame *f = h->f;
    sorting s = {.f = f};
    nh_kinetic_parts parts = nh_model_kinetic_parts(f->model, f->arena);
    if (parts.is_quadratic != NH_YES) return NULL;
    find_parts(&s, &parts.mass);
    prepare(&s);
    nh_hamel_sorted *sorted = NH_NEW(f->arena, nh_hamel_sorted);
    *sorted = (nh_hamel_sorted){.A_Gamma = s.A_Gamma, .A_GammaTheta = s.A_GammaTheta, .A_Theta = s.A_Theta};
    sorted->Q = nh_grid_mul(own(&s, s.y), s.y);
    sorted->Lambda = find_Lambda(&s);
    sorted->N = find_N(&s);
    sorted->tail = find_tail(&s);
    sorted->missing = nh_hamel_turn(h, f->m, f->k);
    sorted->D = find_D(&s);
    return sorted;
}
