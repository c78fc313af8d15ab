/* Routh's equations: cyclic coordinates, i, leave their momenta in place of their velocities; [Rheonomous] 2, "Reduced
 * Lagrangian function", corrected.
 *
 *     p_i = dL/dq_i' = A q_i' + beta                                           constant
 *     q_i' = A^-1 (p_i - beta)                                                 the reconstruction equations
 *     R(t, q_s, q_s', p_i) = L - sum_i p_i q_i'                                Routh's function
 *     d/dt dR/dq_s' - dR/dq_s = Q_s + J^T lambda,     p_i' = 0
 *
 * The paper has L with the reconstruction put in where R must be: for plane central motion that gives r'' = -p^2/r^3
 * - V'/m instead of +p^2/r^3. It has geometric constraints only; here rows of any kind may act, linear or not, if they
 * leave the cyclic coordinates alone. Since L = q_i'.A q_i'/2 + beta.q_i' + L0,
 *
 *     R = L0 - 1/2 (p - beta).A^-1 (p - beta)
 *
 * which is what is derived here. With y = q_s' or p_i, and the momentum P = dR/dq_s' or p_i, equation k is
 *
 *     sum_j dP_k/dy_j y_j' = dR/dq_k + Q_k - sum_j dP_k/dq_j q_j' - dP_k/dt + J^T lambda
 *
 * and is the balance along q_k whatever the accelerations are: dP_s/dp_i stays in the matrix, which therefore is not
 * symmetric, though p_i' is 0.
 *
 * Named coefficients: R; p[x], the momentum by the velocities, and reconstruction[x], of each cyclic coordinate.
 *
 * Hypotheses (form/cyclic.h finds such coordinates and proves them): L does not depend on a cyclic coordinate, no
 * force acts on it or depends on it, no row contains it or its velocity; the momenta are affine in the
 * velocities and determine them. */
#include "base/assert.h"
#include "form/cyclic.h"
#include "form/momenta.h"

typedef struct derivation {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_expr *q, *v; /* n */
    nh_cyclic c;
    uint32_t *number;        /* n: among the cyclic ones; NH_MODEL_NONE: it is another */
    nh_expr *p;              /* c.count: symbols */
    nh_expr *reconstruction; /* c.count */
    nh_expr R;
} derivation;

/* ---- Routh's function ---- */

static void list_cyclic(derivation *d) {
    d->number = NH_NEW_ARRAY(d->arena, uint32_t, d->n);
    for (uint32_t i = 0; i < d->n; i++) d->number[i] = NH_MODEL_NONE;
    for (uint32_t k = 0; k < d->c.count; k++) d->number[d->c.coordinate[k]] = k;
    d->p = nh_momenta_symbols(d->model, d->arena, d->c.count, d->c.coordinate);
}

/* e with 0 for the velocities of the cyclic coordinates. */
static void put_zeros(const derivation *d, uint32_t count, nh_expr *e) {
    nh_expr *zeros = NH_NEW_ARRAY(d->arena, nh_expr, d->c.count);
    for (uint32_t k = 0; k < d->c.count; k++) zeros[k] = NH_EXPR_ZERO;
    nh_expr_substitute_all(d->pool, count, e, d->c.count, d->c.v, zeros, true);
}

/* False when the momenta cannot be solved for the velocities. */
static bool find_R(derivation *d) {
    uint32_t count = d->c.count;
    nh_expr_matrix Gamma;
    nh_expr *shifted = NH_NEW_ARRAY(d->arena, nh_expr, count), L0 = d->model->L;
    nh_expr *terms = NH_NEW_ARRAY(d->arena, nh_expr, (size_t)count + 1);
    if (nh_momenta_invert(d->pool, d->arena, &d->c.A, &Gamma) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < count; k++) shifted[k] = d->c.momenta[k]; /* beta, when it has no velocities of these */
    put_zeros(d, count, shifted);
    put_zeros(d, 1, &L0);
    for (uint32_t k = 0; k < count; k++) shifted[k] = nh_expr_sub(d->pool, d->p[k], shifted[k]);
    d->reconstruction = nh_matrix_times(d->pool, d->arena, &Gamma, shifted);
    for (uint32_t k = 0; k < count; k++)
        terms[k] = nh_expr_scale(d->pool, nh_rat_make(-1, 2), nh_expr_mul(d->pool, shifted[k], d->reconstruction[k]));
    terms[count] = L0;
    d->R = nh_expr_sum(d->pool, (size_t)count + 1, terms);
    return d->R != NH_EXPR_UNDEFINED;
}

/* ---- equations ---- */

/* y, y', y by velocities, q' by y */
static nh_equations *begin_equations(const derivation *d, const nh_explicit *choice) {
    nh_equations *e = NH_NEW(d->arena, nh_equations);
    *e = (nh_equations){.model = d->model, .form = "routh", .count = d->n, .choice = choice, .is_by_coordinate = true};
    e->symbols = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    e->unknowns = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    e->variables = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    e->velocities = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        uint32_t k = d->number[i];
        bool is_cyclic = k != NH_MODEL_NONE;
        e->symbols[i] = is_cyclic ? d->p[k] : d->v[i];
        e->unknowns[i] = nh_expr_dot(d->pool, e->symbols[i]);
        e->variables[i] = is_cyclic ? d->c.momenta[k] : d->v[i];
        e->velocities[i] = is_cyclic ? d->reconstruction[k] : d->v[i];
    }
    e->coefficients.arena = d->arena;
    nh_momenta_lift(e, d->arena);
    return e;
}

static void find_balances(const derivation *d, nh_equations *e) {
    nh_expr *P = NH_NEW_ARRAY(d->arena, nh_expr, d->n), *by_q = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    nh_expr_gradient(d->pool, d->R, d->n, d->v, P);
    nh_expr_gradient(d->pool, d->R, d->n, d->q, by_q);
    for (uint32_t k = 0; k < d->c.count; k++) P[d->c.coordinate[k]] = d->p[k];
    e->matrix = nh_expr_jacobian(d->pool, d->arena, d->n, P, d->n, e->symbols);
    nh_expr_matrix mixed = nh_expr_jacobian(d->pool, d->arena, d->n, P, d->n, d->q);
    const nh_expr *slow = nh_momenta_slow_rates(d->model, d->arena, d->n, P, &mixed);
    e->force = NH_NEW_ARRAY(d->arena, nh_expr, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        nh_expr terms[] = {by_q[i], d->model->Q[i], nh_expr_neg(d->pool, slow[i])};
        e->force[i] = d->number[i] == NH_MODEL_NONE ? nh_expr_sum(d->pool, 3, terms) : NH_EXPR_ZERO; /* proved */
    }
}

static void name_coefficients(const derivation *d, nh_equations *e) {
    nh_equations_name(e, d->R, "R");
    for (uint32_t k = 0; k < d->c.count; k++) {
        const nh_coordinate *x = &d->model->coordinates.items[d->c.coordinate[k]];
        const char *name = nh_name_text(d->model->context, x->name);
        nh_equations_name(e, d->c.momenta[k], "p[%s]", name);
        nh_equations_name(e, d->reconstruction[k], "reconstruction[%s]", name);
    }
}

nh_truth nh_routh_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(choice->model == model && why != NULL);
    nh_cyclic c;
    (void)model;
    return nh_cyclic_find(arena, choice, &c, why);
}

nh_equations *nh_routh_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(choice->model == model && why != NULL);
    derivation d = {.model = model, .pool = model->pool, .arena = arena, .n = (uint32_t)model->coordinates.count};
    d.q = nh_model_coordinates(model, arena);
    d.v = nh_model_velocities(model, arena);
    if (nh_cyclic_find(arena, choice, &d.c, why) != NH_YES) return NULL;
    list_cyclic(&d);
    if (!find_R(&d)) {
        *why = "the velocities of the cyclic coordinates, as functions of their momenta, are too long";
        return NULL;
    }
    nh_equations *e = begin_equations(&d, choice);
    nh_lagrange lagrange = nh_lagrange_derive(model, arena, true);
    find_balances(&d, e);
    nh_momenta_rows(e, arena, &lagrange);
    nh_equations_add_accelerated(e, arena); /* they leave the cyclic coordinates alone: jacobian lift is jacobian */
    name_coefficients(&d, e);
    return e;
}
