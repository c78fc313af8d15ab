/* The equations of Boltzmann and Hamel in quasi-velocities, [Rheonomous] (11)-(17), for rheonomic systems too.
 *
 * With y = Z q' + psi on alpha q' + beta = 0, q' = Gamma (y - psi) - Theta beta and L~(t, q, y) = L (form/quasi.h), Maggi's equations (10) become
 *
 *     d/dt dL~/dy - Gamma^T dL~/dq + Gamma^T (Z' - J_q(Z q' + psi))^T dL~/dy
 *                                  + Gamma^T (alpha' - J_q(alpha q' + beta))^T pi = Gamma^T Q,     pi = Theta^T dL/dq'
 *
 * where J_q holds q', and Q are forces without potential, which the paper does not have. The term with pi is not in the print: (16) holds with it only,
 *
 *     dL/dq' = Z^T dL~/dy + alpha^T pi,     dL/dq = dL~/dq + J_q(Z q' + psi)^T dL~/dy + J_q(alpha q' + beta)^T pi,
 *
 * since L~ knows nothing of velocities that the constraints forbid. The term vanishes when the constraints can be integrated. In the words of Boltzmann and Hamel pi are the derivatives by the forbidden
 * quasi-velocities, which are put to zero after differentiation. Without it the equations depend on the choice of Z.
 *
 * The rates of y stand in the first term alone: the matrix is d^2 L~/dy dy.
 *
 * Named coefficients: Ltilde; Z[y,x], psi[y], Gamma[x,y], Theta[x,row], pi[row]; and where L is a polynomial of degree 2 in the velocities those of (20), see hamel_sorted.c:
 * A_Gamma[y,y], A_GammaTheta[y,row], A_Theta[row,row], D[x,y,y], Q[y], Lambda[y], N[y], tail[y], missing[y]. Those that are 0 are not listed.
 *
 * Hypotheses: the constraints are linear or affine in the velocities. */
#include "form/hamel.h"

#include <string.h>

#include "algebra/tidy.h"
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
static void tidy(const nh_quasi_frame *f, size_t count, nh_expr *e) {
    if (nh_expr_operations(f->pool, count, e) <= MOST_TIDIED) nh_expr_tidy_named(f->pool, f->arena, count, e);
}

nh_hamel nh_hamel_prepare(const nh_quasi_frame *f) {
    nh_hamel h = {.f = f, .L = f->model->L};
    nh_quasi_restrict(f, 1, &h.L);
    tidy(f, 1, &h.L);
    h.p = nh_grid_make(f->pool, f->arena, f->n, 1);
    nh_expr_gradient(f->pool, h.L, f->m, f->symbols, h.p.e);
    if (f->k > 0) memcpy(h.p.e + f->m, find_pi(f).e, f->k * sizeof *h.p.e);
    tidy(f, f->n, h.p.e);
    h.turning = find_turning(f);
    return h;
}

nh_grid nh_hamel_turn(const nh_hamel *h, uint32_t first, uint32_t count) {
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

/* Values of coefficients have velocities in them, not y. */
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

static nh_equations *derive(const nh_quasi_frame *f) {
    if (f == NULL) return NULL;
    nh_hamel h = nh_hamel_prepare(f);
    nh_equations *e = make_equations(&h);
    if (f->n <= MOST_NAMED) name_coefficients(e, &h);
    return e;
}

nh_truth nh_hamel_applies(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    return nh_quasi_is_linear(model, arena, choice, why);
}

nh_equations *nh_hamel_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    return derive(nh_quasi_make(model, arena, choice, false, why));
}

nh_equations *nh_hamel_derive_plain(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    return derive(nh_quasi_make(model, arena, choice, true, why));
}
