/* The reduced equations on the constraint submanifold, [Examples] (12)-(14): by the restriction Lbar of the
 * Lagrangian, with g for alpha.
 *
 *     A'_l + sum_s B'_ls q_s'' = 0                                                                         (14)
 *
 *     A'_l  = dLbar/dq_l + sum_i dLbar/dq_i dg_i/dq_l' - dc/dt dLbar/dq_l'
 *             + sum_j (dL/dq_j') [ dc/dt (dg_j/dq_l') - dg_j/dq_l - sum_i dg_j/dq_i dg_i/dq_l' ]           (12)
 *     B'_ls = -d^2 Lbar/dq_l' dq_s' + sum_i (dL/dq_i') d^2 g_i/dq_l' dq_s'                                 (13)
 *     dc/dt = d/dt + sum_s q_s' d/dq_s + sum_i g_i d/dq_i
 *
 * l, s independent; i, j dependent. (12) is printed with dLbar/dq_l' for its first term, and the derivative along
 * motions with q_s' d/dq_s for its last one, which is q_s'' d/dq_s'; that one, with (13), is what turns the
 * equations into (14). Forces that V does not give are not in the paper: Q_l + sum_i dg_i/dq_l' Q_i is added to the
 * left side of (14), next to A'.
 *
 * Lbar and (dL/dq_j') are made by putting g in, and differentiated as they are. Where g is implicit the same
 * derivatives are found by the chain rule (form/restricted.h).
 *
 * Named coefficients: A[l], B[l,s], by independent coordinates. B' is the negative of the matrix of the accelerations.
 * Those of the forms that these come from are in form/formulation/reduced_forms_private.h.
 *
 * Hypotheses: none beyond independent velocities. */
#include "form/formulation/reduced_forms_private.h"

typedef struct derivation {
    const nh_restricted *r;
    bool is_solved; /* g is known */
    nh_expr L;      /* Lbar; L itself when g is implicit */
    nh_expr *p;     /* n: dL/dq_j', restricted in the same way */
    nh_expr *pace;  /* 1 + n: 1, q_s', g_i; the velocity itself where it is implicit */
} derivation;

/* d/dw of functions on the submanifold. */
static nh_slopes derivatives_of(const derivation *d, uint32_t count, const nh_expr *e) {
    const nh_restricted *r = d->r;
    if (!d->is_solved) return nh_restricted_slopes(r, count, e);
    return (nh_slopes){.by_place = nh_expr_jacobian(r->pool, r->arena, count, e, 1 + r->n, r->place),
                       .by_velocity = nh_expr_jacobian(r->pool, r->arena, count, e, r->m, r->u)};
}

/* dc/dt of functions with these derivatives */
static nh_expr *slow_rates(const derivation *d, const nh_slopes *slopes) {
    return nh_matrix_times(d->r->pool, d->r->arena, &slopes->by_place, d->pace);
}

static derivation prepare_derivation(const nh_restricted *r) {
    derivation d = {.r = r, .is_solved = r->choice->kind != NH_EXPLICIT_IMPLICIT, .L = r->model->L};
    d.p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    d.pace = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    nh_expr_gradient(r->pool, d.L, r->n, r->v, d.p);
    for (uint32_t i = 0; i <= r->n; i++) d.pace[i] = r->pace[i];
    if (!d.is_solved) return d;
    d.L = nh_explicit_restrict(r->choice, d.L, NULL);
    for (uint32_t i = 0; i < r->k; i++) {
        uint32_t j = r->choice->dependent[i].coordinate;
        d.pace[1 + j] = r->choice->dependent[i].alpha;
        d.p[j] = nh_explicit_restrict(r->choice, d.p[j], NULL);
    }
    return d;
}

/* ---- the terms of (12) and (13) ---- */

typedef struct coefficients {
    nh_sums A; /* at l: A'_l */
    nh_sums B; /* at (l, s): B'_ls */
} coefficients;

/* dLbar/dq_l + sum_i dLbar/dq_i dg_i/dq_l' - dc/dt dLbar/dq_l', and -d^2 Lbar/dq_l' dq_s' */
static void add_energy(const derivation *d, coefficients *c) {
    const nh_restricted *r = d->r;
    nh_slopes slopes = derivatives_of(d, 1, &d->L);
    nh_expr *momenta = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->m + 1);
    nh_expr *by_q = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    for (uint32_t j = 0; j < r->n; j++) by_q[j] = nh_matrix_at(&slopes.by_place, 0, 1 + j);
    for (uint32_t l = 0; l < r->m; l++) momenta[l] = nh_matrix_at(&slopes.by_velocity, 0, l);
    slopes = derivatives_of(d, r->m, momenta);
    const nh_expr *rates = slow_rates(d, &slopes);
    const nh_expr_matrix *second = &slopes.by_velocity;
    for (uint32_t l = 0; l < r->m; l++) {
        nh_sums_add(&c->A, l, 0, nh_expr_sub(r->pool, nh_restricted_project(r, by_q, l), rates[l]));
        for (uint32_t e = second->start[l]; e < second->start[l + 1]; e++)
            nh_sums_add(&c->B, l, second->column[e], nh_expr_neg(r->pool, second->entry[e]));
    }
}

/* (dL/dq_j') dc/dt (dg_j/dq_l') and (dL/dq_j') d^2 g_j/dq_l' dq_s'. Of an independent velocity these are 0. */
static void add_bends(const derivation *d, coefficients *c) {
    const nh_restricted *r = d->r;
    nh_slopes slopes = derivatives_of(d, r->N.start[r->n], r->N.entry);
    const nh_expr *rates = slow_rates(d, &slopes);
    const nh_expr_matrix *second = &slopes.by_velocity;
    for (uint32_t j = 0; j < r->n; j++)
        for (uint32_t e = r->N.start[j]; e < r->N.start[j + 1]; e++) {
            uint32_t l = r->N.column[e];
            nh_sums_add(&c->A, l, 0, nh_expr_mul(r->pool, d->p[j], rates[e]));
            for (uint32_t f = second->start[e]; f < second->start[e + 1]; f++)
                nh_sums_add(&c->B, l, second->column[f], nh_expr_mul(r->pool, d->p[j], second->entry[f]));
        }
}

/* -(dL/dq_j') (dg_j/dq_l + sum_i dg_j/dq_i dg_i/dq_l') */
static void add_places(const derivation *d, coefficients *c) {
    const nh_restricted *r = d->r;
    for (uint32_t j = 0; j < r->n; j++)
        for (uint32_t e = r->by_place.start[j]; e < r->by_place.start[j + 1]; e++) {
            if (r->by_place.column[e] == 0) continue; /* by time */
            uint32_t i = r->by_place.column[e] - 1;
            nh_expr slope = nh_expr_neg(r->pool, nh_expr_mul(r->pool, d->p[j], r->by_place.entry[e]));
            for (uint32_t f = r->N.start[i]; f < r->N.start[i + 1]; f++)
                nh_sums_add(&c->A, r->N.column[f], 0, nh_expr_mul(r->pool, slope, r->N.entry[f]));
        }
}

/* ---- equations ---- */

static nh_expr_matrix negated_matrix(const nh_restricted *r, const nh_expr_matrix *a) {
    nh_expr_matrix b = *a;
    b.entry = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)a->start[a->rows] + 1);
    for (uint32_t e = 0; e < a->start[a->rows]; e++) b.entry[e] = nh_expr_neg(r->pool, a->entry[e]);
    return b;
}

static void name_coefficients(const nh_restricted *r, nh_equations *e, const nh_expr *A, const nh_expr_matrix *B) {
    if (!nh_restricted_has_names(r)) return;
    for (uint32_t l = 0; l < r->m; l++) {
        const char *name = nh_restricted_independent(r, l);
        nh_equations_name(e, A[l], "A[%s]", name);
        for (uint32_t s = 0; s < r->m; s++)
            nh_equations_name(e, nh_matrix_at(B, l, s), "B[%s,%s]", name, nh_restricted_independent(r, s));
    }
    nh_reduced_name_forms(r, e);
}

nh_equations *nh_reduced_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    derivation d = prepare_derivation(r);
    coefficients c = {nh_sums_begin(r->pool, arena), nh_sums_begin(r->pool, arena)};
    add_energy(&d, &c);
    add_bends(&d, &c);
    add_places(&d, &c);
    const nh_expr *A = nh_sums_list(&c.A, r->m);
    nh_expr_matrix B = nh_sums_matrix(&c.B, r->m, r->m), matrix = negated_matrix(r, &B);
    nh_expr *force = NH_NEW_ARRAY(arena, nh_expr, (size_t)r->m + 1);
    for (uint32_t l = 0; l < r->m; l++) force[l] = nh_expr_add(r->pool, A[l], nh_restricted_project(r, model->Q, l));
    nh_equations *e = nh_restricted_equations(r, "reduced", &matrix, force, true);
    name_coefficients(r, e, A, &B);
    return e;
}
