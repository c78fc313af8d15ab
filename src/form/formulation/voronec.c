/* The generalised equations of Voronec, [Simple] (54)-(57), [Homogeneous] (14): in independent velocities, by the
 * kinetic energy T* on the constraints.
 *
 *     d/dt d(T*)/dq_r' - d(T*)/dq_r - sum_d d(T*)/dq_d dalpha_d/dq_r' - sum_d B_r^d dT/dq_d'
 *         = F_r + sum_d dalpha_d/dq_r' F_d
 *     B_r^d = d/dt (dalpha_d/dq_r') - dalpha_d/dq_r - sum_e dalpha_e/dq_r' dalpha_d/dq_e
 *
 * for the independent r, with sums over the dependent d and e. Accelerations occur in the first term and, where alpha
 * is not linear, in B, (57):
 *
 *     sum_s (d^2(T*)/dq_r' dq_s' - sum_d dT/dq_d' d^2 alpha_d/dq_r' dq_s') q_s''
 *
 * so that B belongs to the matrix of the accelerations too: in Example 15 T* is constant, and B is all of it.
 * For linear constraints these are Voronec's own equations, (58)-(59), with the terms of beta and of time
 * that the print lacks, and with dT/dq_d' for its d(T*)/dq_d: form/formulation/voronec_special.h has these
 * and the other special forms.
 *
 * Named coefficients: Tstar; B[row,x], by the row that gives the dependent velocity and the independent coordinate.
 * Where the hypothesis of a special form holds, and only there, also what it has:
 *
 *     linear or affine constraints: beta[row], b[row,x,y], b_t[row,x], b_beta[row,x], (58), with
 *     B = sum_y b y' + b_t + b_beta; linear[x], (59)
 *     T and alpha free of coordinates: velocities[x], (65)
 *     T a sum of squares: squares[x], (69)
 *
 * The last of each are the equations themselves, as what must be 0.
 *
 * Hypotheses: none beyond independent velocities. Where V contains velocities, or L is given
 * directly, L stands for T. */
#include "form/formulation/voronec_special.h"

#include "base/assert.h"

typedef struct derivation {
    const nh_restricted *r;
    nh_expr *by_q;       /* n: d(T*)/dq_j */
    nh_expr *p;          /* n: dT/dq_i' */
    nh_slopes momenta;   /* m: of d(T*)/dq_r' */
    nh_expr *rates;      /* m: d/dt d(T*)/dq_r' without accelerations */
    nh_expr_matrix B;    /* n x m, by the coordinate of the dependent velocity: B without its accelerations */
    nh_slopes bends;     /* by entry of N: of dq_i'/dq_r' */
    nh_expr *bend_rates; /* by entry of N, without accelerations */
} derivation;

/* ---- T* ---- */

static void derive_energy(derivation *d) {
    const nh_restricted *r = d->r;
    nh_slopes slopes = nh_restricted_slopes(r, 1, &r->T);
    nh_expr *momenta = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->m + 1);
    d->by_q = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    d->p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    for (uint32_t j = 0; j < r->n; j++) d->by_q[j] = nh_matrix_at(&slopes.by_place, 0, 1 + j);
    for (uint32_t i = 0; i < r->m; i++) momenta[i] = nh_matrix_at(&slopes.by_velocity, 0, i);
    nh_expr_gradient(r->pool, r->T, r->n, r->v, d->p);
    d->momenta = nh_restricted_slopes(r, r->m, momenta);
    d->rates = nh_restricted_slow_rates(r, &d->momenta);
}

/* ---- B ---- */

/* -sum_j dalpha_d/dq_j dq_j'/dq_r', over all coordinates: for independent ones dq_j'/dq_r' is 1 or 0 */
static void add_by_place(const nh_restricted *r, uint32_t i, nh_sums *sums) {
    for (uint32_t e = r->by_place.start[i]; e < r->by_place.start[i + 1]; e++) {
        if (r->by_place.column[e] == 0) continue; /* by time */
        uint32_t j = r->by_place.column[e] - 1;
        nh_expr slope = nh_expr_neg(r->pool, r->by_place.entry[e]);
        for (uint32_t f = r->N.start[j]; f < r->N.start[j + 1]; f++)
            nh_sums_add(sums, i, r->N.column[f], nh_expr_mul(r->pool, slope, r->N.entry[f]));
    }
}

static void derive_B(derivation *d) {
    const nh_restricted *r = d->r;
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    d->bends = nh_restricted_slopes(r, r->N.start[r->n], r->N.entry);
    d->bend_rates = nh_restricted_slow_rates(r, &d->bends);
    for (uint32_t i = 0; i < r->n; i++) {
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++)
            nh_sums_add(&sums, i, r->N.column[e], d->bend_rates[e]);
        add_by_place(r, i, &sums);
    }
    d->B = nh_sums_matrix(&sums, r->n, r->m);
}

/* ---- equations ---- */

/* d^2(T*)/dq_r' dq_s' - sum_d dT/dq_d' d^2 alpha_d/dq_r' dq_s' */
static nh_expr_matrix find_matrix(const derivation *d) {
    const nh_restricted *r = d->r;
    const nh_expr_matrix *own = &d->momenta.by_velocity, *bend = &d->bends.by_velocity;
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    for (uint32_t i = 0; i < r->m; i++)
        for (uint32_t e = own->start[i]; e < own->start[i + 1]; e++)
            nh_sums_add(&sums, i, own->column[e], own->entry[e]);
    for (uint32_t i = 0; i < r->n; i++) {
        nh_expr p = nh_expr_neg(r->pool, d->p[i]);
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++)
            for (uint32_t f = bend->start[e]; f < bend->start[e + 1]; f++)
                nh_sums_add(&sums, r->N.column[e], bend->column[f], nh_expr_mul(r->pool, p, bend->entry[f]));
    }
    return nh_sums_matrix(&sums, r->m, r->m);
}

/* What is free of accelerations, to the right. */
static nh_expr *find_force(const derivation *d) {
    const nh_restricted *r = d->r;
    nh_expr_matrix B = nh_matrix_transpose(r->pool, r->arena, &d->B);
    nh_expr *force = nh_matrix_times(r->pool, r->arena, &B, d->p);
    for (uint32_t i = 0; i < r->m; i++) {
        nh_expr terms[] = {nh_restricted_project(r, r->F, i), nh_expr_neg(r->pool, d->rates[i]),
                           nh_restricted_project(r, d->by_q, i), force[i]};
        force[i] = nh_expr_sum(r->pool, 4, terms);
    }
    return force;
}

/* ---- names ---- */

/* B with its accelerations, (57). */
static nh_expr_matrix whole_B(const derivation *d) {
    const nh_restricted *r = d->r;
    const nh_expr_matrix *bend = &d->bends.by_velocity;
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    for (uint32_t i = 0; i < r->n; i++) {
        for (uint32_t e = d->B.start[i]; e < d->B.start[i + 1]; e++)
            nh_sums_add(&sums, i, d->B.column[e], d->B.entry[e]);
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++)
            for (uint32_t f = bend->start[e]; f < bend->start[e + 1]; f++)
                nh_sums_add(&sums, i, r->N.column[e], nh_expr_mul(r->pool, bend->entry[f], r->x[bend->column[f]]));
    }
    return nh_sums_matrix(&sums, r->n, r->m);
}

static void name_coefficients(const derivation *d, nh_equations *e) {
    const nh_restricted *r = d->r;
    nh_equations_name(e, nh_explicit_restrict(r->choice, r->T, NULL), "Tstar");
    if (!nh_restricted_has_names(r)) return;
    nh_expr_matrix B = whole_B(d);
    for (uint32_t k = 0; k < r->k; k++)
        for (uint32_t i = 0; i < r->m; i++)
            nh_equations_name(e, nh_matrix_at(&B, r->choice->dependent[k].coordinate, i), "B[%s,%s]",
                              nh_restricted_row(r, k), nh_restricted_independent(r, i));
    nh_voronec_name_special(r, e);
}

nh_equations *nh_voronec_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    derivation d = {.r = nh_restricted_make(model, arena, choice, why)};
    if (d.r == NULL) return NULL;
    NH_ASSERT(d.r->m + d.r->k == d.r->n);
    derive_energy(&d);
    derive_B(&d);
    nh_expr_matrix matrix = find_matrix(&d);
    nh_equations *e = nh_restricted_equations(d.r, "voronec", &matrix, find_force(&d), true);
    name_coefficients(&d, e);
    return e;
}
