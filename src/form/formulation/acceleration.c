/* The equations of the acceleration vector, [Simple] (72)-(74): the coefficients of accelerations, of products of
 * velocities, of velocities, and the rest, each by itself.
 *
 *     sum_j (C_rj q_j'' + sum_k D_rjk q_j' q_k' + E_rj q_j') + G_r = F_r + sum_d dalpha_d/dq_r' F_d
 *
 * with independent j, k, r.
 *
 * The accelerations of points X(t, q), with the masses M, and their products with dX/dq_c are
 *
 *     M X'' . X_c = sum_a g_ac q_a'' + sum_ab xi_abc q_a' q_b' + 2 sum_a eta_ac q_a' + zeta_c
 *     g_ab = M X_a . X_b,     xi_abc = M X_ab . X_c,     eta_ab = M X_at . X_b,     zeta_a = M X_tt . X_a          (74)
 *
 * With q_d' = alpha_d and q_d'' = dalpha_d/dt the terms are sorted by what is independent in them; each is then
 * projected on the displacements, P_r e_c = e_r + sum_p dalpha_p/dq_r' e_p. That is (73):
 *
 *     C_rj  = P_r (g_cj + sum_d g_cd dalpha_d/dq_j')
 *     D_rjk = P_r xi_jkc
 *     E_rj  = P_r (sum_d (2 xi_jdc alpha_d + g_dc dalpha_d/dq_j) + 2 eta_jc)
 *     G_r   = P_r (sum_de alpha_e (xi_dec alpha_d + g_dc dalpha_d/dq_e) + sum_d (2 eta_dc alpha_d + g_dc dalpha_d/dt)
 *                  + zeta_c)
 *
 * where every term is summed over the indices that it has; as printed, those that lack one of the indices of a common
 * sum would count k times.
 *
 * Of a kinetic energy that is not known by points, T = q'.g q'/2 + b.q' + c, Lagrange's equations give
 * the same coefficients:
 *
 *     xi_abc = (d_b g_ac + d_a g_bc - d_c g_ab)/2,  eta_ab = (d_t g_ab + d_a b_b - d_b b_a)/2
 *     zeta_a = d_t b_a - d_a c
 *
 * Named coefficients: C[r,j], D[r,j,k], E[r,j], G[r], and in small systems g[a,b], xi[a,b,c], eta[a,b],
 * zeta[a], by coordinates.
 *
 * Hypothesis: T is a polynomial of degree 2 in the velocities; that is told from its form, or refuted by a third
 * derivative that is certainly not 0 at a point. Where V contains velocities, or L is given directly, this is asked of
 * L, which stands for T. */
#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/limits.h"
#include "form/restricted.h"

/* Coefficients of all coordinates are named in systems with this many, and threefold ones of the equations where there
 * are no more than these. */
enum { MOST_COORDINATES = 6, MOST_THREEFOLD = 5000 };

typedef struct products {
    nh_expr_matrix g; /* n x n */
    nh_sums xi;       /* at (a, b, c) */
    nh_sums eta;      /* at (a, c) */
    nh_sums zeta;     /* at c */
} products;

static nh_expr half_of(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(1, 2), a);
}

static nh_expr twice_of(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(2, 1), a);
}

/* ---- the coefficients of all accelerations and velocities, by T = q'.g q'/2 + b.q' + c ---- */

/* w is the derivative of g_xy by t or by a coordinate: it occurs in d_t g_ab, and in d_b g_ac, d_a g_bc, d_c g_ab. */
static void add_slope_of_g(const nh_restricted *r, products *p, uint32_t x, uint32_t y, uint32_t place, nh_expr w) {
    nh_expr half = half_of(r->pool, w);
    uint32_t z = place - 1;
    if (place == 0) {
        nh_sums_add(&p->eta, x, y, half);
        return;
    }
    nh_sums_add_threefold(&p->xi, x, z, y, half);
    nh_sums_add_threefold(&p->xi, z, x, y, half);
    nh_sums_add_threefold(&p->xi, x, y, z, nh_expr_neg(r->pool, half));
}

static void add_slopes_of_g(const nh_restricted *r, products *p) {
    const nh_expr_matrix *g = &p->g;
    nh_expr_matrix by = nh_expr_jacobian(r->pool, r->arena, g->start[r->n], g->entry, 1 + r->n, r->place);
    for (uint32_t x = 0; x < r->n; x++)
        for (uint32_t e = g->start[x]; e < g->start[x + 1]; e++)
            for (uint32_t f = by.start[e]; f < by.start[e + 1]; f++)
                add_slope_of_g(r, p, x, g->column[e], by.column[f], by.entry[f]);
}

/* d_t b_i in zeta; d_j b_i in eta_ji, and with the other sign in eta_ij. */
static void add_slopes_of_b(const nh_restricted *r, products *p, const nh_expr *b) {
    nh_expr_matrix by = nh_expr_jacobian(r->pool, r->arena, r->n, b, 1 + r->n, r->place);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t e = by.start[i]; e < by.start[i + 1]; e++) {
            nh_expr half = half_of(r->pool, by.entry[e]);
            if (by.column[e] == 0) {
                nh_sums_add(&p->zeta, i, 0, by.entry[e]);
                continue;
            }
            nh_sums_add(&p->eta, by.column[e] - 1, i, half);
            nh_sums_add(&p->eta, i, by.column[e] - 1, nh_expr_neg(r->pool, half));
        }
}

static void find_by_energy(const nh_restricted *r, products *p) {
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1), *b = NH_NEW_ARRAY(r->arena, nh_expr, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr_gradient(r->pool, r->T, r->n, r->v, b);
    p->g = nh_expr_jacobian(r->pool, r->arena, r->n, b, r->n, r->v);
    nh_expr_substitute_all(r->pool, r->n, b, r->n, r->v, zeros, true);
    nh_expr c = nh_expr_substitute(r->pool, r->T, r->n, r->v, zeros, true);
    nh_expr_gradient(r->pool, c, r->n, r->q, zeros);
    for (uint32_t i = 0; i < r->n; i++) nh_sums_add(&p->zeta, i, 0, nh_expr_neg(r->pool, zeros[i]));
    add_slopes_of_g(r, p);
    add_slopes_of_b(r, p, b);
}

/* ---- the same by points, (74) ---- */

/* The components of all points with a mass, in one list X. */
typedef struct point_products {
    const nh_restricted *r;
    nh_expr_matrix first;  /* by component: dX/dt, dX/dq_a */
    nh_expr_matrix second; /* by entry of first: its derivatives by the same */
    nh_sums g;
    products *p;
} point_products;

/* X_w, a first derivative, and its derivatives, times `along` = M X_c. */
static void add_products(point_products *s, uint32_t entry, uint32_t c, nh_expr along) {
    const nh_restricted *r = s->r;
    uint32_t w = s->first.column[entry];
    if (w > 0) nh_sums_add(&s->g, w - 1, c, nh_expr_mul(r->pool, s->first.entry[entry], along));
    for (uint32_t e = s->second.start[entry]; e < s->second.start[entry + 1]; e++) {
        nh_expr product = nh_expr_mul(r->pool, s->second.entry[e], along);
        uint32_t by = s->second.column[e];
        if (w > 0 && by > 0) nh_sums_add_threefold(&s->p->xi, w - 1, by - 1, c, product);
        else if (w > 0) nh_sums_add(&s->p->eta, w - 1, c, product);
        else if (by == 0) nh_sums_add(&s->p->zeta, c, 0, product);
    }
}

static void add_component(point_products *s, uint32_t row, nh_expr mass) {
    const nh_restricted *r = s->r;
    for (uint32_t e = s->first.start[row]; e < s->first.start[row + 1]; e++) {
        if (s->first.column[e] == 0) continue; /* by time */
        nh_expr along = nh_expr_mul(r->pool, mass, s->first.entry[e]);
        nh_tick(r->model->context, s->first.start[row + 1] - s->first.start[row]);
        for (uint32_t f = s->first.start[row]; f < s->first.start[row + 1]; f++)
            add_products(s, f, s->first.column[e] - 1, along);
    }
}

static void find_by_points(const nh_restricted *r, products *p) {
    nh_mass_list c = nh_restricted_masses(r);
    point_products s = {.r = r, .g = nh_sums_begin(r->pool, r->arena), .p = p};
    s.first = nh_expr_jacobian(r->pool, r->arena, c.count, c.X, 1 + r->n, r->place);
    s.second = nh_expr_jacobian(r->pool, r->arena, s.first.start[c.count], s.first.entry, 1 + r->n, r->place);
    for (uint32_t i = 0; i < c.count; i++) add_component(&s, i, c.mass[i]);
    p->g = nh_sums_matrix(&s.g, r->n, r->n);
}

static products find_products(const nh_restricted *r) {
    nh_sums none = nh_sums_begin(r->pool, r->arena);
    products p = {.xi = none, .eta = none, .zeta = none};
    if (nh_restricted_is_of_points(r)) find_by_points(r, &p);
    else find_by_energy(r, &p);
    nh_sums_finish(&p.xi);
    nh_sums_finish(&p.eta);
    nh_sums_finish(&p.zeta);
    return p;
}

/* ---- those of the equations, (73) ---- */

typedef struct coefficients {
    nh_expr_matrix C; /* m x m */
    nh_sums D, E, G;  /* at (r, j, k), (r, j), r; before they are projected with c for r */
} coefficients;

/* e_a q_a' in the equation of c: belongs to E when the velocity is independent, else to G. */
static void add_by_velocity(const nh_restricted *r, coefficients *x, uint32_t c, uint32_t a, nh_expr e) {
    uint32_t j = r->independent[a];
    if (j != NH_MODEL_NONE) nh_sums_add(&x->E, c, j, e);
    else nh_sums_add(&x->G, c, 0, nh_expr_mul(r->pool, e, r->v[a]));
}

/* sum_ab xi_abc q_a' q_b', sorted by which of the two velocities are independent */
static void add_xi(const nh_restricted *r, coefficients *x, const products *p) {
    for (size_t e = 0; e < p->xi.terms.count; e++) {
        nh_sum_term xi = p->xi.terms.items[e]; /* at (a, b, c) */
        uint32_t j = r->independent[xi.i], k = r->independent[xi.j];
        if (j != NH_MODEL_NONE && k != NH_MODEL_NONE) nh_sums_add_threefold(&x->D, xi.k, j, k, xi.value);
        else if (j != NH_MODEL_NONE) add_by_velocity(r, x, xi.k, xi.i, nh_expr_mul(r->pool, xi.value, r->v[xi.j]));
        else add_by_velocity(r, x, xi.k, xi.j, nh_expr_mul(r->pool, xi.value, r->v[xi.i]));
    }
}

/* sum_d g_dc dalpha_d/dt without accelerations: by t, and by each coordinate with its velocity */
static void add_g(const nh_restricted *r, coefficients *x, const products *p) {
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t e = p->g.start[i]; e < p->g.start[i + 1]; e++)
            for (uint32_t f = r->by_place.start[i]; f < r->by_place.start[i + 1]; f++) {
                nh_expr term = nh_expr_mul(r->pool, p->g.entry[e], r->by_place.entry[f]);
                uint32_t place = r->by_place.column[f], c = p->g.column[e];
                if (place == 0) nh_sums_add(&x->G, c, 0, term);
                else add_by_velocity(r, x, c, place - 1, term);
            }
}

/* P_r e: what is at c goes to all r with the factor dq_c'/dq_r' */
static nh_sums project_sums(const nh_restricted *r, nh_sums *e) {
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    nh_sums_finish(e);
    for (size_t t = 0; t < e->terms.count; t++) {
        nh_sum_term at = e->terms.items[t];
        for (uint32_t f = r->N.start[at.i]; f < r->N.start[at.i + 1]; f++)
            nh_sums_add_threefold(&sums, r->N.column[f], at.j, at.k, nh_expr_mul(r->pool, r->N.entry[f], at.value));
    }
    nh_sums_finish(&sums);
    return sums;
}

static coefficients find_coefficients(const nh_restricted *r, const products *p) {
    nh_sums none = nh_sums_begin(r->pool, r->arena);
    coefficients x = {.D = none, .E = none, .G = none};
    nh_expr_matrix gN = nh_matrix_product(r->pool, r->arena, &p->g, &r->N);
    x.C = nh_matrix_product(r->pool, r->arena, &r->along, &gN);
    add_xi(r, &x, p);
    add_g(r, &x, p);
    for (size_t e = 0; e < p->eta.terms.count; e++) { /* 2 sum_a eta_ac q_a' */
        const nh_sum_term *eta = &p->eta.terms.items[e];
        add_by_velocity(r, &x, eta->j, eta->i, twice_of(r->pool, eta->value));
    }
    for (size_t e = 0; e < p->zeta.terms.count; e++)
        nh_sums_add(&x.G, p->zeta.terms.items[e].i, 0, p->zeta.terms.items[e].value);
    x.D = project_sums(r, &x.D);
    x.E = project_sums(r, &x.E);
    x.G = project_sums(r, &x.G);
    return x;
}

/* The right side of (72) less what is free of accelerations on the left. */
static nh_expr *find_force(const nh_restricted *r, const coefficients *x) {
    nh_sums left = nh_sums_begin(r->pool, r->arena);
    for (size_t e = 0; e < x->D.terms.count; e++) {
        const nh_sum_term *D = &x->D.terms.items[e];
        nh_expr velocities = nh_expr_mul(r->pool, r->u[D->j], r->u[D->k]);
        nh_sums_add(&left, D->i, 0, nh_expr_mul(r->pool, D->value, velocities));
    }
    for (size_t e = 0; e < x->E.terms.count; e++) {
        const nh_sum_term *E = &x->E.terms.items[e];
        nh_sums_add(&left, E->i, 0, nh_expr_mul(r->pool, E->value, r->u[E->j]));
    }
    for (size_t e = 0; e < x->G.terms.count; e++)
        nh_sums_add(&left, x->G.terms.items[e].i, 0, x->G.terms.items[e].value);
    nh_expr *force = nh_sums_list(&left, r->m);
    for (uint32_t i = 0; i < r->m; i++) force[i] = nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), force[i]);
    return force;
}

/* ---- names ---- */

static void name_threefold(const nh_restricted *r, const coefficients *x, nh_equations *e) {
    if ((uint64_t)r->m * r->m * r->m > MOST_THREEFOLD) return;
    for (uint32_t i = 0; i < r->m; i++)
        for (uint32_t j = 0; j < r->m; j++)
            for (uint32_t k = 0; k < r->m; k++)
                nh_equations_name(e, nh_sums_at(&x->D, i, j, k), "D[%s,%s,%s]", nh_restricted_independent(r, i),
                                  nh_restricted_independent(r, j), nh_restricted_independent(r, k));
}

static void name_equations(const nh_restricted *r, const coefficients *x, nh_equations *e) {
    if (!nh_restricted_has_names(r)) return;
    for (uint32_t i = 0; i < r->m; i++) {
        const char *name = nh_restricted_independent(r, i);
        nh_equations_name(e, nh_sums_at(&x->G, i, 0, 0), "G[%s]", name);
        for (uint32_t j = 0; j < r->m; j++) {
            nh_equations_name(e, nh_matrix_at(&x->C, i, j), "C[%s,%s]", name, nh_restricted_independent(r, j));
            nh_equations_name(e, nh_sums_at(&x->E, i, j, 0), "E[%s,%s]", name, nh_restricted_independent(r, j));
        }
    }
    name_threefold(r, x, e);
}

static void name_products(const nh_restricted *r, const products *p, nh_equations *e) {
    if (r->n > MOST_COORDINATES) return;
    for (uint32_t a = 0; a < r->n; a++) {
        const char *of_a = nh_restricted_coordinate(r, a);
        nh_equations_name(e, nh_sums_at(&p->zeta, a, 0, 0), "zeta[%s]", of_a);
        for (uint32_t b = 0; b < r->n; b++) {
            const char *of_b = nh_restricted_coordinate(r, b);
            nh_equations_name(e, nh_matrix_at(&p->g, a, b), "g[%s,%s]", of_a, of_b);
            nh_equations_name(e, nh_sums_at(&p->eta, a, b, 0), "eta[%s,%s]", of_a, of_b);
            for (uint32_t c = 0; c < r->n; c++)
                nh_equations_name(e, nh_sums_at(&p->xi, a, b, c), "xi[%s,%s,%s]", of_a, of_b,
                                  nh_restricted_coordinate(r, c));
        }
    }
}

/* ---- deriving ---- */

/* Whether a third derivative of T by velocities is certainly not 0 somewhere. */
static bool has_third_derivative(const nh_model *model, nh_arena *arena) {
    uint32_t n = (uint32_t)model->coordinates.count;
    const nh_expr *v = nh_model_velocities(model, arena);
    nh_expr_matrix second = nh_expr_hessian(model->pool, arena, model->L, n, v);
    nh_expr_matrix third = nh_expr_jacobian(model->pool, arena, second.start[n], second.entry, n, v);
    for (uint32_t e = 0; e < third.start[third.rows]; e++)
        if (nh_expr_is_nonzero_somewhere(model->pool, third.entry[e])) return true;
    return false;
}

/* T, or L where that stands for it, is seen to be of degree 2. */
nh_truth nh_acceleration_applies(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    NH_ASSERT(why != NULL && choice->model == model);
    (void)choice;
    if (nh_model_kinetic_parts(model, arena).is_quadratic == NH_YES) return NH_YES;
    bool is_other = has_third_derivative(model, arena);
    *why = is_other ? "the kinetic energy is not a polynomial of degree 2 in the velocities"
                    : "could not decide whether the kinetic energy is a polynomial of degree 2 in the velocities";
    return is_other ? NH_NO : NH_UNKNOWN;
}

nh_equations *nh_acceleration_derive(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                     const char **why) {
    if (nh_acceleration_applies(model, arena, choice, why) != NH_YES) return NULL;
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    products p = find_products(r);
    coefficients x = find_coefficients(r, &p);
    nh_equations *e = nh_restricted_equations(r, "acceleration", &x.C, find_force(r, &x), true);
    name_equations(r, &x, e);
    name_products(r, &p, e);
    return e;
}
