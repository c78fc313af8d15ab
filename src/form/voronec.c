/* The generalised equations of Voronec, [Simple] (54)-(57), [Homogeneous] (14): in independent velocities, by the kinetic energy T* on the constraints.
 *
 *     d/dt d(T*)/dq_r' - d(T*)/dq_r - sum_d d(T*)/dq_d dalpha_d/dq_r' - sum_d B_r^d dT/dq_d' = F_r + sum_d dalpha_d/dq_r' F_d
 *     B_r^d = d/dt (dalpha_d/dq_r') - dalpha_d/dq_r - sum_e dalpha_e/dq_r' dalpha_d/dq_e
 *
 * for the independent r, with sums over the dependent d and e. Accelerations stand in the first term and, where alpha is not linear, in B, (57):
 *
 *     sum_s (d^2(T*)/dq_r' dq_s' - sum_d dT/dq_d' d^2 alpha_d/dq_r' dq_s') q_s''
 *
 * so that B belongs to the matrix of the accelerations too: in Example 15 T* is constant, and B is all of it. For linear constraints these are Voronec's own equations, (58)-(59), with the terms of
 * beta and of time that the print lacks, and with dT/dq_d' for its d(T*)/dq_d.
 *
 * Named coefficients: Tstar; B[row,x], by the row that gives the dependent velocity and the independent coordinate.
 *
 * Hypotheses: none beyond independent velocities. Where V has velocities in it, or L is given directly, L stands for T. */
#include "base/name.h"
#include "form/restricted.h"

typedef struct derivation {
    const nh_restricted *r;
    nh_expr *by_q; /* n: d(T*)/dq_j */
    nh_expr *p;    /* k: dT/dq_d' */
    nh_expr *B;    /* k x m: B without its accelerations */
} derivation;

static nh_expr slope(const derivation *d, uint32_t dependent, uint32_t i) {
    return d->r->N[(size_t)d->r->choice->dependent[dependent].coordinate * d->r->m + i];
}

/* B_r^d without accelerations. */
static nh_expr slow_coefficient(const derivation *d, uint32_t dependent, uint32_t i) {
    const nh_restricted *r = d->r;
    nh_expr by_position = nh_explicit_first(r->choice, dependent, r->q[r->choice->independent[i]]);
    nh_expr sum = nh_expr_sub(r->pool, nh_restricted_slow_rate(r, slope(d, dependent, i)), by_position);
    for (uint32_t e = 0; e < r->k; e++) {
        nh_expr by = nh_explicit_first(r->choice, dependent, r->q[r->choice->dependent[e].coordinate]);
        sum = nh_expr_sub(r->pool, sum, nh_expr_mul(r->pool, slope(d, e, i), by));
    }
    return sum;
}

static void prepare(derivation *d) {
    const nh_restricted *r = d->r;
    d->by_q = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    d->p = NH_NEW_ARRAY(r->arena, nh_expr, r->k);
    d->B = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->k * r->m);
    for (uint32_t j = 0; j < r->n; j++) d->by_q[j] = nh_restricted_diff(r, r->T, r->q[j]);
    for (uint32_t e = 0; e < r->k; e++) {
        d->p[e] = nh_expr_diff(r->pool, r->T, r->v[r->choice->dependent[e].coordinate]);
        for (uint32_t i = 0; i < r->m; i++) d->B[(size_t)e * r->m + i] = slow_coefficient(d, e, i);
    }
}

/* Row i: the part with accelerations to the left, the rest to the right. */
static void derive_row(const derivation *d, uint32_t i, nh_expr *row, nh_expr *force) {
    const nh_restricted *r = d->r;
    nh_expr by_velocity = nh_restricted_diff(r, r->T, r->u[i]); /* d(T*)/dq_r' */
    nh_expr left = nh_restricted_slow_rate(r, by_velocity);
    left = nh_expr_sub(r->pool, left, nh_restricted_project(r, d->by_q, i));
    for (uint32_t e = 0; e < r->k; e++)
        left = nh_expr_sub(r->pool, left, nh_expr_mul(r->pool, d->B[(size_t)e * r->m + i], d->p[e]));
    *force = nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), left);
    for (uint32_t j = 0; j < r->m; j++) {
        row[j] = nh_restricted_diff(r, by_velocity, r->u[j]);
        for (uint32_t e = 0; e < r->k; e++) {
            nh_expr bend = nh_restricted_diff(r, slope(d, e, i), r->u[j]);
            row[j] = nh_expr_sub(r->pool, row[j], nh_expr_mul(r->pool, d->p[e], bend));
        }
    }
}

/* B with its accelerations, (57). */
static nh_expr whole_coefficient(const derivation *d, uint32_t dependent, uint32_t i) {
    const nh_restricted *r = d->r;
    nh_expr sum = d->B[(size_t)dependent * r->m + i];
    for (uint32_t j = 0; j < r->m; j++) {
        nh_expr bend = nh_restricted_diff(r, slope(d, dependent, i), r->u[j]);
        sum = nh_expr_add(r->pool, sum, nh_expr_mul(r->pool, bend, r->x[j]));
    }
    return sum;
}

static void name_coefficients(const derivation *d, nh_equations *e) {
    const nh_restricted *r = d->r;
    nh_equations_name(e, nh_explicit_restrict(r->choice, r->T, NULL), "Tstar");
    for (uint32_t k = 0; k < r->k; k++) {
        const nh_row *row = &r->model->rows.items[r->choice->dependent[k].row];
        for (uint32_t i = 0; i < r->m; i++)
            nh_equations_name(e, whole_coefficient(d, k, i), "B[%s,%s]", nh_name_text(r->model->context, row->name),
                              nh_restricted_coordinate(r, r->choice->independent[i]));
    }
}

nh_equations *nh_voronec_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    derivation d = {.r = nh_restricted_make(model, arena, choice, why)};
    if (d.r == NULL) return NULL;
    uint32_t m = d.r->m;
    nh_expr *matrix = NH_NEW_ARRAY(arena, nh_expr, (size_t)m * m), *force = NH_NEW_ARRAY(arena, nh_expr, m);
    prepare(&d);
    for (uint32_t i = 0; i < m; i++) derive_row(&d, i, matrix + (size_t)i * m, &force[i]);
    nh_equations *e = nh_restricted_equations(d.r, "voronec", matrix, force, true);
    name_coefficients(&d, e);
    return e;
}
