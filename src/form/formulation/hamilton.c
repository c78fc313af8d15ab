/* Hamilton's equations, [Rheonomous] (23): momenta in place of the velocities, for geometric constraints.
 *
 *     p = dL/dq' = A q' + b,     Gamma = A^-1
 *     H(t, q, p) = 1/2 Gamma (p - b).(p - b) - c - U
 *     q' = dH/dp = Gamma (p - b)
 *     Gamma p' = Gamma (-dH/dq + Q + J^T lambda)
 *
 * The paper has no forces without a potential, Q, and keeps no row among its coordinates; a row f(t, q) = 0 that is
 * kept acts by its multiplier, J = df/dq. b, c and U are those of L, so that a potential with velocities in it has its
 * part in b. The Gamma on both sides is that of the paper: equation i is the balance along the displacement dq'/dp_i, a
 * column of Gamma. Differentiated once more,
 *
 *     q'' = Gamma p' + rest,     rest = d^2H/dp dq q' + d^2H/dp dt
 *     d^2f/dt^2 = J Gamma p' + J rest + (what J q'' leaves of it)
 *
 * Where L is not quadratic in the velocities, as for a relativistic particle, the momenta cannot be solved for
 * them in general. The equations hold all the same with Gamma, the inverse of the Hessian, by the velocities,
 * -dH/dq = dL/dq and H = E:
 *
 *     q'' = Gamma (p' - d^2L/dq' dq q' - d^2L/dq' dt).
 *
 * Named coefficients: H; Gamma[x,y]; b[x] where it is not 0; of small systems Q[x], Lambda[x], N[x], the
 * terms of (23).
 *
 * Hypotheses: every row is geometric, which is read off from it; the Hessian is regular, which
 * its exact inverse shows. */
#include "base/assert.h"
#include "base/text/text.h"
#include "form/equations.h"
#include "form/momenta.h"

/* L = q'.A q'/2 + b.q' + free, with Gamma = A^-1 and symbols p of the momenta. */
typedef struct hamilton_terms {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_expr *q, *v, *p; /* n */
    nh_expr *momenta;   /* n: dL/dq' */
    nh_expr_matrix A;   /* the Hessian of L */
    nh_expr_matrix Gamma;
    bool is_quadratic; /* L is a polynomial of degree 2 in the velocities; only then: */
    nh_expr *b;        /* n */
    nh_expr free;      /* c + U */
    nh_expr H;
    nh_expr *pull; /* n: -dH/dq */
} hamilton_terms;

/* Of larger systems the zeros of Gamma, and the terms of (23), have no names. */
enum { MOST_NAMED = 12 };

/* ---- hypotheses ---- */

static bool rows_are_geometric(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    for (uint32_t d = 0; d < choice->k; d++) {
        const nh_row *row = &model->rows.items[choice->dependent[d].row];
        if (row->is_geometric) continue;
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "the constraint '%s' is not geometric", nh_name_text(model->context, row->name));
        *why = nh_text_string(&text);
        return false;
    }
    if (nh_equations_accelerated(model) == NULL) return true;
    *why = "a constraint contains accelerations";
    return false;
}

static nh_truth invert_momenta(hamilton_terms *h, const char **why) {
    switch (nh_momenta_invert(h->pool, h->arena, &h->A, &h->Gamma)) {
        case NH_LINEAR_DONE: return NH_YES;
        case NH_LINEAR_SINGULAR: *why = "the momenta do not determine the velocities"; return NH_NO;
        case NH_LINEAR_UNKNOWN: break; /* said below */
    }
    *why = "the matrix of derivatives of the momenta with respect to the velocities has no inverse, or one that is too "
           "long";
    return NH_UNKNOWN;
}

/* ---- the Hamiltonian ---- */

static nh_expr *symbols_of_all(const nh_model *model, nh_arena *arena, uint32_t n) {
    uint32_t *all = NH_NEW_ARRAY(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) all[i] = i;
    return nh_momenta_symbols(model, arena, n, all);
}

static hamilton_terms prepare_hamilton(const nh_model *model, nh_arena *arena) {
    hamilton_terms h = {.model = model, .pool = model->pool, .arena = arena, .n = (uint32_t)model->coordinates.count};
    nh_kinetic_parts parts = nh_model_kinetic_parts(model, arena);
    h.q = nh_model_coordinates(model, arena);
    h.v = nh_model_velocities(model, arena);
    h.p = symbols_of_all(model, arena, h.n);
    h.momenta = NH_NEW_ARRAY(arena, nh_expr, h.n);
    nh_expr_gradient(h.pool, model->L, h.n, h.v, h.momenta);
    h.A = parts.mass;
    h.is_quadratic = parts.is_quadratic == NH_YES;
    h.pull = NH_NEW_ARRAY(arena, nh_expr, h.n);
    return h;
}

/* L at q' = 0 is c + U, and its momenta there are b. */
static void find_lower_parts(hamilton_terms *h) {
    nh_expr *zeros = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    h->b = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++) {
        zeros[i] = NH_EXPR_ZERO;
        h->b[i] = h->momenta[i];
    }
    nh_expr_substitute_all(h->pool, h->n, h->b, h->n, h->v, zeros, true);
    h->free = nh_expr_substitute(h->pool, h->model->L, h->n, h->v, zeros, true);
}

/* H and q' = dH/dp, in the velocities of the equations. */
static void find_quadratic(hamilton_terms *h, nh_equations *e) {
    nh_expr *shifted = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    nh_expr *terms = NH_NEW_ARRAY(h->arena, nh_expr, (size_t)h->n + 1);
    find_lower_parts(h);
    for (uint32_t i = 0; i < h->n; i++) shifted[i] = nh_expr_sub(h->pool, h->p[i], h->b[i]);
    e->velocities = nh_matrix_times(h->pool, h->arena, &h->Gamma, shifted);
    for (uint32_t i = 0; i < h->n; i++)
        terms[i] = nh_expr_scale(h->pool, nh_rat_make(1, 2), nh_expr_mul(h->pool, shifted[i], e->velocities[i]));
    terms[h->n] = nh_expr_neg(h->pool, h->free);
    h->H = nh_expr_sum(h->pool, (size_t)h->n + 1, terms);
    nh_expr_gradient(h->pool, h->H, h->n, h->q, h->pull);
    for (uint32_t i = 0; i < h->n; i++) h->pull[i] = nh_expr_neg(h->pool, h->pull[i]);
    nh_momenta_lift(e, h->arena);
}

static void find_general(hamilton_terms *h, nh_equations *e) {
    nh_expr_matrix by_q = nh_expr_jacobian(h->pool, h->arena, h->n, h->momenta, h->n, h->q);
    nh_expr *slow = nh_momenta_slow_rates(h->model, h->arena, h->n, h->momenta, &by_q);
    h->H = nh_model_energy(h->model);
    nh_expr_gradient(h->pool, h->model->L, h->n, h->q, h->pull);
    e->lift = h->Gamma;
    e->rest = nh_matrix_times(h->pool, h->arena, &h->Gamma, slow);
    e->velocities = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++) {
        e->rest[i] = nh_expr_neg(h->pool, e->rest[i]);
        e->velocities[i] = NH_EXPR_UNDEFINED;
    }
}

/* ---- terms ---- */

/* [Rheonomous] (23), term by term, with two misprints corrected: Lambda has no term with J Gamma, and the
 * last factor of N is b.
 *
 *     Gamma p' + Q + Lambda + N - Gamma (grad c + grad U) = 0
 *
 *     Q      = -sum_k (Gamma p)_k Gamma (J A^(k))^T Gamma p - 1/2 sum_k p_k Gamma (J Gamma^(k))^T p
 *     Lambda = -Gamma (J b)^T Gamma p + sum_k (Gamma b)_k Gamma (J A^(k))^T Gamma p
 *     N      =  Gamma (J b)^T Gamma b + 1/2 sum_k b_k Gamma (J Gamma^(k))^T b
 *
 * A^(k) is column k of A, J the Jacobian by the coordinates. So sum_k x_k (J A^(k))^T y has the component x.(dA/dq_i)
 * y, and each term is Gamma times such a vector. */

/* x.(dM/dq_i) y for all i */
static nh_expr *bend_forces(const hamilton_terms *h, const nh_expr_matrix *M, const nh_expr *x, const nh_expr *y) {
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
static nh_expr *turn_forces(const hamilton_terms *h, const nh_expr *y) {
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
static nh_expr *combine_halves(const hamilton_terms *h, int s, const nh_expr *a, int t, const nh_expr *b) {
    nh_expr *sum = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++)
        sum[i] = nh_expr_add(h->pool, nh_expr_scale(h->pool, nh_rat_make(s, 2), a[i]),
                             nh_expr_scale(h->pool, nh_rat_make(t, 2), b[i]));
    return nh_matrix_times(h->pool, h->arena, &h->Gamma, sum);
}

/* Names Q[x], Lambda[x], N[x] of a quadratic L. */
static void name_terms(const hamilton_terms *h, nh_equations *e) {
    const nh_expr *u = nh_matrix_times(h->pool, h->arena, &h->Gamma, h->p);
    const nh_expr *w = nh_matrix_times(h->pool, h->arena, &h->Gamma, h->b);
    const nh_expr *Q = combine_halves(h, -2, bend_forces(h, &h->A, u, u), -1, bend_forces(h, &h->Gamma, h->p, h->p));
    const nh_expr *Lambda = combine_halves(h, -2, turn_forces(h, u), 2, bend_forces(h, &h->A, w, u));
    const nh_expr *N = combine_halves(h, 2, turn_forces(h, w), 1, bend_forces(h, &h->Gamma, h->b, h->b));
    for (uint32_t i = 0; i < h->n; i++) {
        const char *name = nh_name_text(h->model->context, h->model->coordinates.items[i].name);
        nh_equations_name(e, Q[i], "Q[%s]", name);
        nh_equations_name(e, Lambda[i], "Lambda[%s]", name);
        nh_equations_name(e, N[i], "N[%s]", name);
    }
}

/* ---- equations ---- */

static void find_forces(const hamilton_terms *h, nh_equations *e) {
    nh_expr *all = NH_NEW_ARRAY(h->arena, nh_expr, h->n);
    for (uint32_t i = 0; i < h->n; i++) all[i] = nh_expr_add(h->pool, h->pull[i], h->model->Q[i]);
    e->force = nh_matrix_times(h->pool, h->arena, &h->Gamma, all);
}

/* J Gamma p' + (J rest + drift) for J q'' + drift. */
static void find_rows(const hamilton_terms *h, nh_equations *e) {
    nh_lagrange lagrange = nh_lagrange_derive(h->model, h->arena, true);
    nh_momenta_rows(e, h->arena, &lagrange);
    const nh_expr *more = nh_matrix_times(h->pool, h->arena, &e->jacobian, e->rest);
    for (uint32_t i = 0; i < e->rows; i++) e->drift[i] = nh_expr_add(h->pool, e->drift[i], more[i]);
    e->jacobian = nh_matrix_product(h->pool, h->arena, &e->jacobian, &h->Gamma);
}

static void name_coefficients(const hamilton_terms *h, nh_equations *e) {
    NH_ASSERT(h->Gamma.start != NULL);
    const nh_coordinate *x = h->model->coordinates.items;
    nh_equations_name(e, h->H, "H");
    for (uint32_t i = 0; i < h->n; i++) {
        const char *name = nh_name_text(h->model->context, x[i].name);
        uint32_t k = h->Gamma.start[i], end = h->Gamma.start[i + 1];
        for (uint32_t j = 0; j < h->n; j++) {
            bool is_there = k < end && h->Gamma.column[k] == j;
            if (is_there || h->n <= MOST_NAMED)
                nh_equations_name(e, is_there ? h->Gamma.entry[k] : NH_EXPR_ZERO, "Gamma[%s,%s]", name,
                                  nh_name_text(h->model->context, x[j].name));
            k += is_there;
        }
        if (h->is_quadratic && h->b[i] != NH_EXPR_ZERO) nh_equations_name(e, h->b[i], "b[%s]", name);
    }
    if (h->is_quadratic && h->n <= MOST_NAMED) name_terms(h, e);
}

nh_truth nh_hamilton_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(choice->model == model && why != NULL);
    if (!rows_are_geometric(model, arena, choice, why)) return NH_NO;
    hamilton_terms h = prepare_hamilton(model, arena);
    return invert_momenta(&h, why);
}

nh_equations *nh_hamilton_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    if (!rows_are_geometric(model, arena, choice, why)) return NULL;
    hamilton_terms h = prepare_hamilton(model, arena);
    if (invert_momenta(&h, why) != NH_YES) return NULL;
    nh_equations *e = NH_NEW(arena, nh_equations);
    *e = (nh_equations){.model = model, .form = "hamilton", .count = h.n, .choice = choice, .is_symmetric = true};
    e->symbols = h.p;
    e->variables = h.momenta;
    e->unknowns = NH_NEW_ARRAY(arena, nh_expr, h.n);
    for (uint32_t i = 0; i < h.n; i++) e->unknowns[i] = nh_expr_dot(h.pool, h.p[i]);
    if (h.is_quadratic) find_quadratic(&h, e);
    else find_general(&h, e);
    e->matrix = h.Gamma;
    e->coefficients.arena = arena;
    find_forces(&h, e);
    find_rows(&h, e);
    name_coefficients(&h, e);
    NH_ASSERT(nh_equations_fit(e));
    return e;
}
