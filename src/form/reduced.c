/* The reduced equations on the constraint submanifold, [Examples] (12)-(14): by the restriction Lbar of the Lagrangian, with g for alpha.
 *
 *     A'_l + sum_s B'_ls q_s'' = 0                                                                                        (14)
 *
 *     A'_l  = dLbar/dq_l + sum_i dLbar/dq_i dg_i/dq_l' - dc/dt dLbar/dq_l'
 *             + sum_j (dL/dq_j') [ dc/dt (dg_j/dq_l') - dg_j/dq_l - sum_i dg_j/dq_i dg_i/dq_l' ]                           (12)
 *     B'_ls = -d^2 Lbar/dq_l' dq_s' + sum_i (dL/dq_i') d^2 g_i/dq_l' dq_s'                                                 (13)
 *     dc/dt = d/dt + sum_s q_s' d/dq_s + sum_i g_i d/dq_i
 *
 * l, s independent; i, j dependent. (12) is printed with dLbar/dq_l' for its first term, and the derivative along motions with q_s' d/dq_s for its last one, which is q_s'' d/dq_s'; that one,
 * with (13), is what turns the equations into (14). Forces that V does not give are not in the paper: Q_l + sum_i dg_i/dq_l' Q_i is added to the left side of (14), beside A'.
 *
 * Lbar and (dL/dq_j') are made by putting g in, and differentiated as they are. Where g is implicit the same derivatives are found by the chain rule (form/restricted.h).
 *
 * Named coefficients: A[l], B[l,s], by independent coordinates. B' is the negative of the matrix of the accelerations.
 *
 * Hypotheses: none beyond independent velocities. */
#include "form/restricted.h"

typedef struct derivation {
    const nh_restricted *r;
    bool is_solved; /* g is known */
    nh_expr L;      /* Lbar; L itself when g is implicit */
    nh_expr *p;     /* k: dL/dq_j', restricted in the same way */
} derivation;

/* d/dw of a function on the submanifold. */
static nh_expr derivative(const derivation *d, nh_expr e, nh_expr w) {
    return d->is_solved ? nh_expr_diff(d->r->pool, e, w) : nh_restricted_diff(d->r, e, w);
}

static uint32_t dependent(const derivation *d, uint32_t i) {
    return d->r->choice->dependent[i].coordinate;
}

static nh_expr slope(const derivation *d, uint32_t i, nh_expr w) {
    return d->is_solved ? nh_expr_diff(d->r->pool, d->r->choice->dependent[i].alpha, w)
                        : nh_explicit_first(d->r->choice, i, w);
}

/* g_i, the velocity itself when it is implicit */
static nh_expr velocity(const derivation *d, uint32_t i) {
    return d->is_solved ? d->r->choice->dependent[i].alpha : d->r->v[dependent(d, i)];
}

/* sum + a b */
static nh_expr add_product(nh_pool *pool, nh_expr sum, nh_expr a, nh_expr b) {
    return nh_expr_add(pool, sum, nh_expr_mul(pool, a, b));
}

/* dc/dt e */
static nh_expr slow_rate(const derivation *d, nh_expr e) {
    const nh_restricted *r = d->r;
    nh_expr sum = derivative(d, e, r->model->time);
    for (uint32_t s = 0; s < r->m; s++)
        sum = add_product(r->pool, sum, r->u[s], derivative(d, e, r->q[r->choice->independent[s]]));
    for (uint32_t i = 0; i < r->k; i++)
        sum = add_product(r->pool, sum, velocity(d, i), derivative(d, e, r->q[dependent(d, i)]));
    return sum;
}

/* de/dq_l + sum_i de/dq_i dg_i/dq_l' */
static nh_expr along(const derivation *d, nh_expr (*by_q)(const derivation *d, uint32_t of, nh_expr w), uint32_t of,
                     uint32_t l) {
    const nh_restricted *r = d->r;
    nh_expr sum = by_q(d, of, r->q[r->choice->independent[l]]);
    for (uint32_t i = 0; i < r->k; i++)
        sum = add_product(r->pool, sum, by_q(d, of, r->q[dependent(d, i)]), slope(d, i, r->u[l]));
    return sum;
}

static nh_expr slope_of_L(const derivation *d, uint32_t unused, nh_expr w) {
    (void)unused;
    return derivative(d, d->L, w);
}

/* A'_l, (12) */
static nh_expr find_A(const derivation *d, uint32_t l) {
    const nh_restricted *r = d->r;
    nh_expr sum = along(d, slope_of_L, 0, l);
    sum = nh_expr_sub(r->pool, sum, slow_rate(d, derivative(d, d->L, r->u[l])));
    for (uint32_t j = 0; j < r->k; j++) {
        nh_expr bracket = nh_expr_sub(r->pool, slow_rate(d, slope(d, j, r->u[l])), along(d, slope, j, l));
        sum = add_product(r->pool, sum, d->p[j], bracket);
    }
    return sum;
}

/* B'_ls, (13) */
static nh_expr find_B(const derivation *d, uint32_t l, uint32_t s) {
    const nh_restricted *r = d->r;
    nh_expr sum = nh_expr_neg(r->pool, derivative(d, derivative(d, d->L, r->u[l]), r->u[s]));
    for (uint32_t i = 0; i < r->k; i++)
        sum = add_product(r->pool, sum, d->p[i], derivative(d, slope(d, i, r->u[l]), r->u[s]));
    return sum;
}

static derivation prepare(const nh_restricted *r) {
    derivation d = {.r = r, .is_solved = r->choice->kind != NH_EXPLICIT_IMPLICIT, .L = r->model->L};
    d.p = NH_NEW_ARRAY(r->arena, nh_expr, r->k);
    for (uint32_t i = 0; i < r->k; i++) d.p[i] = nh_expr_diff(r->pool, d.L, r->v[dependent(&d, i)]);
    if (!d.is_solved) return d;
    d.L = nh_explicit_restrict(r->choice, d.L, NULL);
    for (uint32_t i = 0; i < r->k; i++) d.p[i] = nh_explicit_restrict(r->choice, d.p[i], NULL);
    return d;
}

nh_equations *nh_reduced_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    derivation d = prepare(r);
    size_t m = r->m;
    nh_expr *A = NH_NEW_ARRAY(arena, nh_expr, m), *B = NH_NEW_ARRAY(arena, nh_expr, m * m);
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, m * m), *force = NH_NEW_ARRAY(arena, nh_expr, m);
    for (uint32_t l = 0; l < m; l++) {
        A[l] = find_A(&d, l);
        force[l] = nh_expr_add(r->pool, A[l], nh_restricted_project(r, model->Q, l));
        for (uint32_t s = 0; s < m; s++) {
            B[l * m + s] = find_B(&d, l, s);
            matrix[l * m + s] = nh_expr_neg(r->pool, B[l * m + s]);
        }
    }
    nh_equations *e = nh_restricted_equations(r, "reduced", matrix, force, true);
    for (uint32_t l = 0; l < m; l++) {
        const char *name = nh_restricted_coordinate(r, choice->independent[l]);
        nh_equations_name(e, A[l], "A[%s]", name);
        for (uint32_t s = 0; s < m; s++)
            nh_equations_name(e, B[l * m + s], "B[%s,%s]", name, nh_restricted_coordinate(r, choice->independent[s]));
    }
    return e;
}
