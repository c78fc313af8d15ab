/* The equations of Boltzmann and Hamel in quasi-velocities, [Rheonomous] (11)-(17), for rheonomic systems too.
 *
 * With y = Z q' + psi on alpha q' + beta = 0, q' = Gamma (y - psi) - Theta beta and L~(t, q, y) = L
 * (form/quasi_private.h), Maggi's equations (10) become
 *
 *     d/dt dL~/dy - Gamma^T dL~/dq + Gamma^T (Z' - J_q(Z q' + psi))^T dL~/dy
 *                                  + Gamma^T (alpha' - J_q(alpha q' + beta))^T pi = Gamma^T Q,     pi = Theta^T dL/dq'
 *
 * where J_q holds q', and Q are forces without potential, which the paper does not have. The term with pi is not in the
 * print: (16) holds with it only,
 *
 *     dL/dq' = Z^T dL~/dy + alpha^T pi,     dL/dq = dL~/dq + J_q(Z q' + psi)^T dL~/dy + J_q(alpha q' + beta)^T pi,
 *
 * since L~ knows nothing of velocities that the constraints forbid. The term vanishes when the constraints can be
 * integrated. In the words of Boltzmann and Hamel pi are the derivatives by the forbidden quasi-velocities, which are
 * put to zero after differentiation. Without it the equations depend on the choice of Z.
 *
 * The rates of y occur in the first term only: the matrix is d^2 L~/dy dy.
 *
 * Named coefficients: Ltilde; Z[y,x], psi[y], Gamma[x,y], Theta[x,row], pi[row]; and where L is a polynomial of degree
 * 2 in the velocities those of (20), see below: A_Gamma[y,y], A_GammaTheta[y,row], A_Theta[row,row], D[x,y,y], Q[y],
 * Lambda[y], N[y], tail[y], missing[y]. Those that are 0 are not listed.
 *
 * Hypotheses: the constraints are linear or affine in the velocities. */
#include "form/formulation/hamel.h"

#include <string.h>

#include "algebra/tidy/tidy.h"
#include "base/assert.h"
#include "expr/inspect.h"

/* Coordinates beyond which coefficients get no names: there would be more than anybody reads. */
enum { MOST_NAMED = 60 };
/* Operations beyond which nothing is tidied. */
enum { MOST_TIDIED = 600 };

/* ---- the equations ---- */

/* pi = Theta^T dL/dq', in t, q, y. */
static nh_grid find_pi(const nh_quasi_frame *f) {
    nh_grid by_v = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, f->model->L, f->n, f->v, by_v.e);
    nh_quasi_restrict(f, f->n, by_v.e);
    return nh_grid_mul(nh_grid_transpose(nh_quasi_Theta(f)), by_v);
}

/* (Z over alpha)' - J_q(Z q' + psi over alpha q' + beta). */
static nh_grid find_turning(const nh_quasi_frame *f) {
    nh_grid rate =
        nh_grid_add(nh_grid_along(f->rows, f->n, f->q, f->velocities), nh_grid_diff(f->rows, f->model->time));
    nh_grid by_place = nh_grid_jacobian(f->rows, f->velocities, f->n, f->q);
    nh_grid one = nh_grid_vector(f->pool, f->arena, 1, (nh_expr[]){NH_EXPR_ONE});
    return nh_grid_sub(rate, nh_grid_add(by_place, nh_grid_jacobian(f->shifts, one, f->n, f->q)));
}

/* What is long stays as it is: tidying it would take longer than all the rest. */
static void tidy_short(const nh_quasi_frame *f, size_t count, nh_expr *e) {
    if (nh_expr_operations(f->pool, count, e) <= MOST_TIDIED) nh_expr_tidy_named(f->pool, f->arena, count, e);
}

nh_hamel nh_hamel_prepare(const nh_quasi_frame *f) {
    NH_ASSERT(f->m + f->k == f->n);
    nh_hamel h = {.f = f, .L = f->model->L};
    nh_quasi_restrict(f, 1, &h.L);
    tidy_short(f, 1, &h.L);
    h.p = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, h.L, f->m, f->symbols, h.p.e);
    if (f->k > 0) memcpy(h.p.e + f->m, find_pi(f).e, f->k * sizeof *h.p.e);
    tidy_short(f, f->n, h.p.e);
    h.turning = find_turning(f);
    return h;
}

nh_grid nh_hamel_turn(const nh_hamel *h, uint32_t first, uint32_t count) {
    NH_ASSERT(first + count <= h->f->n);
    nh_grid turning = nh_grid_part(h->turning, first, count, 0, h->f->n), p = nh_grid_part(h->p, first, count, 0, 1);
    nh_grid along_all = nh_grid_mul(nh_grid_transpose(turning), p);
    return nh_grid_mul(nh_grid_transpose(nh_quasi_Gamma(h->f)), along_all);
}

/* d/dt of functions of t, q, y without its part with y'. */
static nh_grid slow_rate(const nh_quasi_frame *f, nh_grid e) {
    return nh_grid_add(nh_grid_along(e, f->n, f->q, f->velocities), nh_grid_diff(e, f->model->time));
}

/* Gamma^T (dL~/dq + Q), less the terms with turning and the slow rate of dL~/dy. */
static nh_grid find_force(const nh_hamel *h) {
    const nh_quasi_frame *f = h->f;
    nh_grid by_q = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_grid Q = nh_grid_vector(f->pool, f->arena, f->n, f->model->Q);
    nh_expr_gradient(f->pool, h->L, f->n, f->q, by_q.e);
    nh_quasi_restrict(f, f->n, Q.e);
    nh_grid force = nh_grid_mul(nh_grid_transpose(nh_quasi_Gamma(f)), nh_grid_add(by_q, Q));
    force = nh_grid_sub(force, nh_hamel_turn(h, 0, f->n));
    return nh_grid_sub(force, slow_rate(f, nh_grid_part(h->p, 0, f->m, 0, 1)));
}

static nh_equations *make_equations(const nh_hamel *h) {
    const nh_quasi_frame *f = h->f;
    nh_equations *e = NH_NEW(f->arena, nh_equations);
    *e = (nh_equations){.model = f->model, .form = "hamel", .count = f->m, .is_symmetric = true, .choice = f->choice};
    e->symbols = f->symbols;
    e->variables = f->variables;
    e->velocities = f->velocities.e;
    e->unknowns = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)f->m + 1);
    for (uint32_t i = 0; i < f->m; i++) e->unknowns[i] = nh_expr_dot(f->pool, f->symbols[i]);
    e->matrix = nh_expr_hessian(f->pool, f->arena, h->L, f->m, f->symbols);
    e->force = find_force(h).e;
    e->jacobian = nh_equations_sparse(f->arena, 0, f->m, NULL);
    e->lift = nh_equations_sparse(f->arena, f->n, f->m, nh_quasi_Gamma(f).e);
    e->rest = slow_rate(f, f->velocities).e; /* (13) differentiated by time */
    e->coefficients.arena = f->arena;
    nh_equations_add_accelerated(e, f->arena);
    return e;
}

/* ---- names ---- */

/* NAME[row,column] of all entries that are not 0. */
static void name_matrix(nh_equations *e, const char *name, nh_grid a, const char *const *rows,
                        const char *const *columns) {
    for (uint32_t i = 0; i < a.rows; i++)
        for (uint32_t j = 0; j < a.columns; j++)
            if (*nh_grid_at(a, i, j) != NH_EXPR_ZERO)
                nh_equations_name(e, *nh_grid_at(a, i, j), "%s[%s,%s]", name, rows[i], columns[j]);
}

static void name_vector(nh_equations *e, const char *name, nh_grid a, const char *const *rows) {
    for (uint32_t i = 0; i < a.rows; i++)
        if (a.e[i] != NH_EXPR_ZERO) nh_equations_name(e, a.e[i], "%s[%s]", name, rows[i]);
}

typedef struct labels {
    const char *const *y;
    const char **x, **row;
} labels;

static labels find_labels(const nh_quasi_frame *f) {
    labels l = {.y = f->names};
    l.x = NH_NEW_ARRAY(f->arena, const char *, (size_t)f->n + 1);
    l.row = NH_NEW_ARRAY(f->arena, const char *, (size_t)f->k + 1);
    for (uint32_t i = 0; i < f->n; i++) l.x[i] = nh_quasi_coordinate(f, i);
    for (uint32_t i = 0; i < f->k; i++) l.row[i] = nh_quasi_row(f, i);
    return l;
}

static void name_sorted(nh_equations *e, const nh_hamel_sorted *s, const labels *l, uint32_t n) {
    name_matrix(e, "A_Gamma", s->A_Gamma, l->y, l->y);
    name_matrix(e, "A_GammaTheta", s->A_GammaTheta, l->y, (const char *const *)l->row);
    name_matrix(e, "A_Theta", s->A_Theta, (const char *const *)l->row, (const char *const *)l->row);
    name_vector(e, "Q", s->Q, l->y);
    name_vector(e, "Lambda", s->Lambda, l->y);
    name_vector(e, "N", s->N, l->y);
    name_vector(e, "tail", s->tail, l->y);
    name_vector(e, "missing", s->missing, l->y);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < s->D[k].rows; i++)
            for (uint32_t j = 0; j < s->D[k].columns; j++)
                if (*nh_grid_at(s->D[k], i, j) != NH_EXPR_ZERO)
                    nh_equations_name(e, *nh_grid_at(s->D[k], i, j), "D[%s,%s,%s]", l->x[k], l->y[i], l->y[j]);
}

/* Values of coefficients contain velocities, not y. */
static void write_in_velocities(nh_equations *e) {
    nh_expr *values = NH_NEW_ARRAY(e->coefficients.arena, nh_expr, e->coefficients.count + 1);
    for (size_t i = 0; i < e->coefficients.count; i++) values[i] = e->coefficients.items[i].value;
    nh_equations_in_velocities(e, e->coefficients.count, values);
    for (size_t i = 0; i < e->coefficients.count; i++) e->coefficients.items[i].value = values[i];
}

static void name_coefficients(nh_equations *e, const nh_hamel *h) {
    const nh_quasi_frame *f = h->f;
    labels l = find_labels(f);
    nh_equations_name(e, h->L, "Ltilde");
    name_matrix(e, "Z", nh_quasi_Z(f), l.y, (const char *const *)l.x);
    name_vector(e, "psi", nh_quasi_psi(f), l.y);
    name_matrix(e, "Gamma", nh_quasi_Gamma(f), (const char *const *)l.x, l.y);
    name_matrix(e, "Theta", nh_quasi_Theta(f), (const char *const *)l.x, (const char *const *)l.row);
    name_vector(e, "pi", nh_grid_part(h->p, f->m, f->k, 0, 1), (const char *const *)l.row);
    const nh_hamel_sorted *s = nh_hamel_sort(h);
    if (s != NULL) name_sorted(e, s, &l, f->n);
    write_in_velocities(e);
}

static nh_equations *derive_in_frame(const nh_quasi_frame *f) {
    if (f == NULL) return NULL;
    nh_hamel h = nh_hamel_prepare(f);
    nh_equations *e = make_equations(&h);
    if (f->n <= MOST_NAMED) name_coefficients(e, &h);
    return e;
}

nh_truth nh_hamel_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    return nh_quasi_is_linear(model, arena, choice, why);
}

nh_equations *nh_hamel_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    return derive_in_frame(nh_quasi_make(model, arena, choice, false, why));
}

nh_equations *nh_hamel_derive_plain(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                    const char **why) {
    return derive_in_frame(nh_quasi_make(model, arena, choice, true, why));
}

/* ==== sorted ==== */

/* (17) sorted by powers of the quasi-velocities, [Rheonomous] (19)-(22), for L = q'.A q'/2 + b.q' + c + U.
 *
 *     A_Gamma y' + Q + Lambda + N - A_Gamma dpsi/dt - A_GammaTheta dbeta/dt - Gamma^T (grad c + grad U - db/dt)
 *         + missing = Gamma^T (forces without potential)
 *
 * Q is quadratic in y, Lambda linear, N free of y. All terms with Z come through
 *
 *     D_k(M) = [M (dZ/dq_k - J_q Z^(k)) Gamma + dM/dq_k]^T                                                       (21)
 *
 * which occurs in sums over k with a vector u: sum_k u_k D_k(M) is spread(u, M) below. The other recurring term is
 * sum_r x_r ((J_q M^(r)) Gamma)^T, slopes(M, x).
 *
 * Corrections of the print. A_ThetaGamma is the transpose of A_GammaTheta. In N: -(A_Gamma (J psi) Gamma)^T
 * psi, -(A_ThetaGamma (J psi) Gamma)^T beta and (Gamma (J psi) Gamma)^T b do not belong there, since the psi in
 * J_q y cancels them; the last term is (Gamma dZ/dt Gamma)^T b. And `missing`, the term with pi, is
 * no part of the printed (20). */

typedef struct hamel_parts {
    const nh_quasi_frame *f;
    nh_grid A, b, c, U; /* of L */
    nh_grid Z, Gamma, Theta, psi, beta;
    nh_grid Gamma_T;
    nh_grid A_Gamma, A_GammaTheta, A_ThetaGamma, A_Theta;
    nh_grid J_psi, J_beta, b_turn; /* J_q psi, J_q beta; J_q b - (J_q b)^T */
    nh_grid y;
} hamel_parts;

/* ---- the parts of L ---- */

static nh_grid dense_grid(const nh_quasi_frame *f, const nh_expr_matrix *a) {
    nh_grid result = nh_grid_make(f->pool, f->arena, a->rows, a->columns);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = a->start[i]; k < a->start[i + 1]; k++) *nh_grid_at(result, i, a->column[k]) = a->entry[k];
    return result;
}

/* A and b are those of L. c + U is L at rest: T at rest and -V, where V is a function of the place. */
static void find_parts(hamel_parts *s, const nh_expr_matrix *mass) {
    const nh_quasi_frame *f = s->f;
    const nh_model *model = f->model;
    nh_grid zeros = nh_grid_make(f->pool, f->arena, f->n, 1);
    bool has_U = model->V != NH_EXPR_UNDEFINED && !nh_expr_has(f->pool, model->V, NH_HAS_VELOCITY);
    nh_expr U = has_U ? nh_expr_neg(f->pool, model->V) : NH_EXPR_ZERO;
    nh_expr c = nh_expr_substitute(f->pool, has_U ? model->T : model->L, f->n, f->v, zeros.e, true);
    s->A = dense_grid(f, mass);
    s->b = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, model->L, f->n, f->v, s->b.e);
    nh_expr_substitute_all(f->pool, f->n, s->b.e, f->n, f->v, zeros.e, true);
    s->c = nh_grid_vector(f->pool, f->arena, 1, &c);
    s->U = nh_grid_vector(f->pool, f->arena, 1, &U);
}

/* ---- operations of the paper ---- */

static nh_grid product_of_three(nh_grid a, nh_grid b, nh_grid c) {
    return nh_grid_mul(nh_grid_mul(a, b), c);
}

/* sum_r x_r J_q a^(r), with the columns a^(r) of a */
static nh_grid weighted_jacobian(const hamel_parts *s, nh_grid a, nh_grid x) {
    return nh_grid_jacobian(a, x, s->f->n, s->f->q);
}

/* J_q of a vector */
static nh_grid jacobian_of(const hamel_parts *s, nh_grid a) {
    return weighted_jacobian(s, a, nh_grid_vector(s->f->pool, s->f->arena, 1, (nh_expr[]){NH_EXPR_ONE}));
}

static nh_grid by_time(const hamel_parts *s, nh_grid a) {
    return nh_grid_diff(a, s->f->model->time);
}

/* sum_k u_k D_k(M) */
static nh_grid spread_along(const hamel_parts *s, nh_grid u, nh_grid M) {
    nh_grid along = nh_grid_along(s->Z, s->f->n, s->f->q, u);
    nh_grid turning = nh_grid_sub(along, weighted_jacobian(s, s->Z, u)); /* sum_k u_k (dZ/dq_k - J_q Z^(k)) */
    return nh_grid_transpose(
        nh_grid_add(product_of_three(M, turning, s->Gamma), nh_grid_along(M, s->f->n, s->f->q, u)));
}

/* sum_r x_r ((J_q M^(r)) Gamma)^T */
static nh_grid weighted_slopes(const hamel_parts *s, nh_grid M, nh_grid x) {
    return nh_grid_transpose(nh_grid_mul(weighted_jacobian(s, M, x), s->Gamma));
}

/* A_Gamma with y or psi: sum_k (Gamma x)_k D_k(A_Gamma) - 1/2 sum_r x_r ((J_q A_Gamma^(r)) Gamma)^T */
static nh_grid own_part(const hamel_parts *s, nh_grid x) {
    return nh_grid_sub(spread_along(s, nh_grid_mul(s->Gamma, x), s->A_Gamma),
                       nh_grid_half(weighted_slopes(s, s->A_Gamma, x)));
}

/* dM/dt^T + (M dZ/dt Gamma)^T: what time in M and Z does */
static nh_grid drift_of(const hamel_parts *s, nh_grid M) {
    return nh_grid_transpose(nh_grid_add(by_time(s, M), product_of_three(M, by_time(s, s->Z), s->Gamma)));
}

/* Of beta, with y in Lambda and with psi in N */
static nh_grid mixed_part(const hamel_parts *s) {
    nh_grid by_beta = product_of_three(s->A_GammaTheta, s->J_beta, s->Gamma);
    nh_grid sum = nh_grid_sub(by_beta, nh_grid_transpose(by_beta));
    sum = nh_grid_sub(sum, weighted_slopes(s, s->A_GammaTheta, s->beta));
    return nh_grid_add(sum, spread_along(s, nh_grid_mul(s->Theta, s->beta), s->A_Gamma));
}

/* ---- Q, Lambda, N ---- */

static nh_grid find_Lambda(const hamel_parts *s) {
    nh_grid Gamma_y = nh_grid_mul(s->Gamma, s->y);
    nh_grid of_psi = nh_grid_add(own_part(s, s->psi), product_of_three(s->A_Gamma, s->J_psi, s->Gamma));
    nh_grid left = nh_grid_sub(drift_of(s, s->A_Gamma), nh_grid_add(of_psi, mixed_part(s)));
    left = nh_grid_add(left, product_of_three(s->Gamma_T, s->b_turn, s->Gamma));
    nh_grid of_b = nh_grid_sub(spread_along(s, Gamma_y, s->Gamma), weighted_slopes(s, s->Gamma, s->y));
    nh_grid sum = nh_grid_add(nh_grid_mul(left, s->y), nh_grid_mul(of_b, s->b));
    sum = nh_grid_sub(sum, nh_grid_mul(own_part(s, s->y), s->psi));
    return nh_grid_sub(sum, nh_grid_mul(spread_along(s, Gamma_y, s->A_ThetaGamma), s->beta));
}

/* The factor of beta in N */
static nh_grid N_of_beta(const hamel_parts *s) {
    nh_grid sum = product_of_three(s->A_GammaTheta, s->J_beta, s->Theta);
    sum = nh_grid_sub(sum, nh_grid_transpose(product_of_three(s->A_Theta, s->J_beta, s->Gamma)));
    sum = nh_grid_sub(sum, nh_grid_half(weighted_slopes(s, s->A_Theta, s->beta)));
    sum = nh_grid_add(sum, spread_along(s, nh_grid_mul(s->Theta, s->beta), s->A_ThetaGamma));
    sum = nh_grid_add(sum, product_of_three(s->A_Gamma, s->J_psi, s->Theta));
    sum = nh_grid_add(sum, spread_along(s, nh_grid_mul(s->Gamma, s->psi), s->A_ThetaGamma));
    return nh_grid_sub(sum, drift_of(s, s->A_ThetaGamma));
}

/* The factor of psi */
static nh_grid N_of_psi(const hamel_parts *s) {
    nh_grid sum = nh_grid_add(own_part(s, s->psi), product_of_three(s->A_Gamma, s->J_psi, s->Gamma));
    return nh_grid_sub(nh_grid_add(sum, mixed_part(s)), drift_of(s, s->A_Gamma));
}

/* The factor of b, with u = Gamma psi + Theta beta */
static nh_grid N_of_b(const hamel_parts *s, nh_grid u) {
    nh_grid sum = nh_grid_transpose(product_of_three(s->Theta, s->J_beta, s->Gamma));
    sum = nh_grid_add(sum, weighted_slopes(s, s->Gamma, s->psi));
    sum = nh_grid_add(sum, weighted_slopes(s, s->Theta, s->beta));
    sum = nh_grid_sub(sum, spread_along(s, u, s->Gamma));
    return nh_grid_add(sum, drift_of(s, s->Gamma));
}

static nh_grid find_N(const hamel_parts *s) {
    nh_grid u = nh_grid_add(nh_grid_mul(s->Gamma, s->psi), nh_grid_mul(s->Theta, s->beta));
    nh_grid sum = nh_grid_mul(N_of_beta(s), s->beta);
    sum = nh_grid_add(sum, nh_grid_mul(N_of_psi(s), s->psi));
    sum = nh_grid_add(sum, nh_grid_mul(N_of_b(s, u), s->b));
    return nh_grid_sub(sum, product_of_three(s->Gamma_T, s->b_turn, u));
}

/* -A_Gamma dpsi/dt - A_GammaTheta dbeta/dt - Gamma^T (grad c + grad U - db/dt) */
static nh_grid find_tail(const hamel_parts *s) {
    nh_grid gradient = nh_grid_transpose(jacobian_of(s, nh_grid_add(s->c, s->U)));
    nh_grid sum = nh_grid_mul(s->Gamma_T, nh_grid_sub(by_time(s, s->b), gradient));
    sum = nh_grid_sub(sum, nh_grid_mul(s->A_Gamma, by_time(s, s->psi)));
    return nh_grid_sub(sum, nh_grid_mul(s->A_GammaTheta, by_time(s, s->beta)));
}

/* ---- all of it ---- */

static void prepare_parts(hamel_parts *s) {
    const nh_quasi_frame *f = s->f;
    s->Z = nh_quasi_Z(f);
    s->psi = nh_quasi_psi(f);
    s->beta = nh_quasi_beta(f);
    s->Gamma = nh_quasi_Gamma(f);
    s->Theta = nh_quasi_Theta(f);
    s->Gamma_T = nh_grid_transpose(s->Gamma);
    s->A_Gamma = product_of_three(s->Gamma_T, s->A, s->Gamma); /* (15) */
    s->A_GammaTheta = product_of_three(s->Gamma_T, s->A, s->Theta);
    s->A_ThetaGamma = nh_grid_transpose(s->A_GammaTheta);
    s->A_Theta = product_of_three(nh_grid_transpose(s->Theta), s->A, s->Theta);
    s->J_psi = jacobian_of(s, s->psi);
    s->J_beta = jacobian_of(s, s->beta);
    s->b_turn = nh_grid_sub(jacobian_of(s, s->b), nh_grid_transpose(jacobian_of(s, s->b)));
    s->y = nh_grid_vector(f->pool, f->arena, f->m, f->symbols);
}

static nh_grid *find_D(const hamel_parts *s) {
    nh_grid *D = NH_NEW_ARRAY(s->f->arena, nh_grid, (size_t)s->f->n + 1);
    for (uint32_t k = 0; k < s->f->n; k++) {
        nh_grid unit = nh_grid_make(s->f->pool, s->f->arena, s->f->n, 1);
        unit.e[k] = NH_EXPR_ONE;
        D[k] = spread_along(s, unit, s->A_Gamma);
    }
    return D;
}

nh_hamel_sorted *nh_hamel_sort(const nh_hamel *h) {
    NH_ASSERT(h->turning.rows == h->f->n && h->turning.columns == h->f->n);
    const nh_quasi_frame *f = h->f;
    hamel_parts s = {.f = f};
    nh_kinetic_parts parts = nh_model_kinetic_parts(f->model, f->arena);
    if (parts.is_quadratic != NH_YES) return NULL;
    find_parts(&s, &parts.mass);
    prepare_parts(&s);
    nh_hamel_sorted *sorted = NH_NEW(f->arena, nh_hamel_sorted);
    *sorted = (nh_hamel_sorted){.A_Gamma = s.A_Gamma, .A_GammaTheta = s.A_GammaTheta, .A_Theta = s.A_Theta};
    sorted->Q = nh_grid_mul(own_part(&s, s.y), s.y);
    sorted->Lambda = find_Lambda(&s);
    sorted->N = find_N(&s);
    sorted->tail = find_tail(&s);
    sorted->missing = nh_hamel_turn(h, f->m, f->k);
    sorted->D = find_D(&s);
    return sorted;
}

/* ==== balance ==== */

/* The balance of the energy in quasi-velocities, [Rheonomous] (18), corrected and sorted by causes.
 *
 *     E = y . dL~/dy - L~ = (q' + u) . dL/dq' - L,     u = Gamma psi + Theta beta
 *
 * since y . dL~/dy = (Gamma y) . dL/dq', and Gamma y = q' + u by (13). That is a displacement which the constraints
 * allow, so that Maggi's equations (10) hold along it: (q' + u) . (d/dt dL/dq' - dL/dq - Q) = 0. With the rate of q'
 * . dL/dq' - L this gives
 *
 *     dE/dt = Q . q' - dL/dt + u . (dL/dq + Q) + u' . dL/dq'
 *
 * which is (18) with the term of pi that the print lacks, written without Z and alpha; u' is the total
 * derivative of u(t, q). The last terms are what the system does along u, and u is a sum of two causes: Theta
 * beta, by which constraints move, and Gamma psi, by which quasi-velocities do. Time in alpha and Z only
 * changes nothing, when beta and psi are 0.
 *
 *     forces            Q . q'                            the power of forces without potential
 *     geometry          -dT/dt                            time in A, b, c: explicit
 *     potential         dV/dt                             time in V
 *     constraints       the last terms with Theta beta; and lambda dg/dq'' . (q' + u) of rows with accelerations
 *     quasi-velocities  the last terms with Gamma psi
 *
 * Where L is given directly, or V contains velocities, T and V are not distinguished, and -dL/dt is geometry. */

static nh_expr dot_product(nh_grid a, nh_grid b) {
    return *nh_grid_at(nh_grid_mul(nh_grid_transpose(a), b), 0, 0);
}

typedef struct balance_parts {
    const nh_quasi_frame *f;
    nh_grid v, by_v;    /* q', dL/dq' */
    nh_grid all_forces; /* dL/dq + Q */
} balance_parts;

/* u . (dL/dq + Q) + u' . dL/dq' */
static nh_expr work_along(const balance_parts *b, nh_grid u) {
    const nh_quasi_frame *f = b->f;
    nh_grid rate = nh_grid_add(nh_grid_along(u, f->n, f->q, b->v), nh_grid_diff(u, f->model->time));
    return nh_expr_add(f->pool, dot_product(u, b->all_forces), dot_product(rate, b->by_v));
}

static balance_parts prepare_balance(const nh_quasi_frame *f) {
    balance_parts b = {.f = f, .v = nh_grid_vector(f->pool, f->arena, f->n, f->v)};
    b.by_v = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_grid by_q = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, f->model->L, f->n, f->v, b.by_v.e);
    nh_expr_gradient(f->pool, f->model->L, f->n, f->q, by_q.e);
    b.all_forces = nh_grid_add(by_q, nh_grid_vector(f->pool, f->arena, f->n, f->model->Q));
    return b;
}

static void add_part(nh_balance *balance, const char *name, nh_expr value) {
    nh_array_push(&balance->parts, ((nh_coefficient){name, value, value}));
}

nh_balance *nh_hamel_balance(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_quasi_frame *f = nh_quasi_make(model, arena, choice, false, why);
    if (f == NULL) return NULL;
    balance_parts b = prepare_balance(f);
    nh_grid of_constraints = nh_grid_mul(nh_quasi_Theta(f), nh_quasi_beta(f));
    nh_grid of_variables = nh_grid_mul(nh_quasi_Gamma(f), nh_quasi_psi(f));
    nh_grid shifted = nh_grid_add(b.v, nh_grid_add(of_constraints, of_variables)); /* q' + u */
    bool has_V = model->V != NH_EXPR_UNDEFINED && !nh_expr_has(f->pool, model->V, NH_HAS_VELOCITY);
    nh_expr V = has_V ? model->V : NH_EXPR_ZERO, T = has_V ? model->T : model->L;
    nh_balance *balance = NH_NEW(arena, nh_balance);
    *balance = (nh_balance){.name = "E_quasi", .parts = {.arena = arena}};
    balance->energy = nh_expr_sub(f->pool, dot_product(shifted, b.by_v), model->L);
    add_part(balance, "forces", dot_product(b.v, nh_grid_vector(f->pool, arena, f->n, model->Q)));
    add_part(balance, "geometry", nh_expr_neg(f->pool, nh_expr_diff(f->pool, T, model->time)));
    add_part(balance, "potential", nh_expr_diff(f->pool, V, model->time));
    nh_expr of_accelerated = nh_equations_accelerated_work(model, arena, shifted.e);
    add_part(balance, "constraints", nh_expr_add(f->pool, work_along(&b, of_constraints), of_accelerated));
    add_part(balance, "quasi-velocities", work_along(&b, of_variables));
    return balance;
}
