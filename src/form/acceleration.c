/* The equations of the acceleration vector, [Simple] (72)-(74): the coefficients of accelerations, of products of velocities, of velocities, and the rest, each by itself.
 *
 *     sum_j (C_rj q_j'' + sum_k D_rjk q_j' q_k' + E_rj q_j') + G_r = F_r + sum_d dalpha_d/dq_r' F_d,     j, k, r independent
 *
 * The accelerations of points X(t, q), with the masses M, and their products with dX/dq_c are
 *
 *     M X'' . X_c = sum_a g_ac q_a'' + sum_ab xi_abc q_a' q_b' + 2 sum_a eta_ac q_a' + zeta_c
 *     g_ab = M X_a . X_b,     xi_abc = M X_ab . X_c,     eta_ab = M X_at . X_b,     zeta_a = M X_tt . X_a          (74)
 *
 * With q_d' = alpha_d and q_d'' = dalpha_d/dt the terms are sorted by what is independent in them; each is then projected on the displacements, P_r e_c = e_r + sum_p dalpha_p/dq_r' e_p. That is (73):
 *
 *     C_rj  = P_r (g_cj + sum_d g_cd dalpha_d/dq_j')
 *     D_rjk = P_r xi_jkc
 *     E_rj  = P_r (sum_d (2 xi_jdc alpha_d + g_dc dalpha_d/dq_j) + 2 eta_jc)
 *     G_r   = P_r (sum_de alpha_e (xi_dec alpha_d + g_dc dalpha_d/dq_e) + sum_d (2 eta_dc alpha_d + g_dc dalpha_d/dt) + zeta_c)
 *
 * where every term is summed over the indices that it has; as printed, those that lack one of the indices of a common sum would count k times.
 *
 * Of a kinetic energy that is not known by points, T = q'.g q'/2 + b.q' + c, Lagrange's equations give the same coefficients:
 *
 *     xi_abc = (d_b g_ac + d_a g_bc - d_c g_ab)/2,     eta_ab = (d_t g_ab + d_a b_b - d_b b_a)/2,     zeta_a = d_t b_a - d_a c
 *
 * Named coefficients: C[r,j], D[r,j,k], E[r,j], G[r], and in small systems g[a,b], xi[a,b,c], eta[a,b], zeta[a], by coordinates.
 *
 * Hypothesis: T is a polynomial of degree 2 in the velocities; that is told from its form, or refuted by a third derivative that is certainly not 0 at a point. Where V has velocities in it, or L is given directly, this is
 * asked of L, which stands for T. */
#include "algebra/identity.h"
#include "base/limits.h"
#include "form/restricted.h"

/* Coefficients of all coordinates are named in systems with so many, and threefold ones of the equations where there are no more than these. */
enum { MOST_COORDINATES = 6, MOST_THREEFOLD = 5000 };

typedef struct derivation {
    const nh_restricted *r;
    nh_expr *g, *xi, *eta, *zeta; /* n x n, n x n x n, n x n, n */
} derivation;

static size_t pair(const derivation *d, uint32_t a, uint32_t b) {
    return (size_t)a * d->r->n + b;
}

static size_t triple(const derivation *d, uint32_t a, uint32_t b, uint32_t c) {
    return ((size_t)a * d->r->n + b) * d->r->n + c;
}

static nh_expr half_of(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(1, 2), a);
}

static nh_expr twice(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_make(2, 1), a);
}

/* sum + a b */
static nh_expr add_product(nh_pool *pool, nh_expr sum, nh_expr a, nh_expr b) {
    return a == NH_EXPR_ZERO || b == NH_EXPR_ZERO ? sum : nh_expr_add(pool, sum, nh_expr_mul(pool, a, b));
}

/* ---- the coefficients of all accelerations and velocities, by T ---- */

/* T = q'.g q'/2 + b.q' + c */
static void expand_energy(const derivation *d, nh_expr *b, nh_expr *c) {
    const nh_restricted *r = d->r;
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, r->n);
    for (uint32_t i = 0; i < r->n; i++) zeros[i] = NH_EXPR_ZERO;
    nh_expr_gradient(r->pool, r->T, r->n, r->v, b);
    for (uint32_t i = 0; i < r->n; i++) nh_expr_gradient(r->pool, b[i], r->n, r->v, d->g + pair(d, i, 0));
    nh_expr_substitute_all(r->pool, r->n, b, r->n, r->v, zeros, true);
    *c = nh_expr_substitute(r->pool, r->T, r->n, r->v, zeros, true);
}

static nh_expr slope_of(const derivation *d, uint32_t a, uint32_t b, uint32_t by) {
    return nh_expr_diff(d->r->pool, d->g[pair(d, a, b)], d->r->q[by]);
}

static nh_expr xi_by_energy(const derivation *d, uint32_t a, uint32_t b, uint32_t c) {
    nh_pool *pool = d->r->pool;
    nh_expr rise = nh_expr_add(pool, slope_of(d, a, c, b), slope_of(d, b, c, a));
    return half_of(pool, nh_expr_sub(pool, rise, slope_of(d, a, b, c)));
}

static void find_by_energy(const derivation *d) {
    const nh_restricted *r = d->r;
    nh_pool *pool = r->pool;
    nh_expr *b = NH_NEW_ARRAY(r->arena, nh_expr, r->n), c, time = r->model->time;
    expand_energy(d, b, &c);
    for (uint32_t i = 0; i < r->n; i++) {
        d->zeta[i] = nh_expr_sub(pool, nh_expr_diff(pool, b[i], time), nh_expr_diff(pool, c, r->q[i]));
        for (uint32_t j = 0; j < r->n; j++) {
            nh_expr turn = nh_expr_sub(pool, nh_expr_diff(pool, b[j], r->q[i]), nh_expr_diff(pool, b[i], r->q[j]));
            nh_expr growth = nh_expr_diff(pool, d->g[pair(d, i, j)], time);
            d->eta[pair(d, i, j)] = half_of(pool, nh_expr_add(pool, growth, turn));
            nh_tick(r->model->context, r->n);
            for (uint32_t k = 0; k < r->n; k++) d->xi[triple(d, i, j, k)] = xi_by_energy(d, i, j, k);
        }
    }
}

/* ---- the same by points, (74) ---- */

/* Adds the component x, with its mass, to the products of derivatives with dx/dq_c. */
static void add_component(const derivation *d, nh_expr mass, nh_expr x, uint32_t c) {
    const nh_restricted *r = d->r;
    nh_pool *pool = r->pool;
    nh_expr along = nh_expr_mul(pool, mass, nh_expr_diff(pool, x, r->q[c])), time = r->model->time;
    if (along == NH_EXPR_ZERO) return;
    nh_expr by_time = nh_expr_diff(pool, x, time);
    d->zeta[c] = add_product(pool, d->zeta[c], nh_expr_diff(pool, by_time, time), along);
    for (uint32_t a = 0; a < r->n; a++) {
        nh_expr by = nh_expr_diff(pool, x, r->q[a]);
        if (by == NH_EXPR_ZERO) continue;
        d->g[pair(d, a, c)] = add_product(pool, d->g[pair(d, a, c)], by, along);
        d->eta[pair(d, a, c)] = add_product(pool, d->eta[pair(d, a, c)], nh_expr_diff(pool, by, time), along);
        nh_tick(r->model->context, r->n);
        for (uint32_t b = 0; b < r->n; b++) {
            nh_expr *xi = &d->xi[triple(d, a, b, c)];
            *xi = add_product(pool, *xi, nh_expr_diff(pool, by, r->q[b]), along);
        }
    }
}

static void find_by_points(const derivation *d) {
    const nh_restricted *r = d->r;
    for (size_t i = 0; i < r->model->points.count; i++) {
        const nh_point *point = &r->model->points.items[i];
        if (point->mass == NH_EXPR_UNDEFINED) continue;
        for (int k = 0; k < 3; k++)
            for (uint32_t c = 0; c < r->n; c++) add_component(d, point->mass, point->position.x[k], c);
    }
}

static nh_expr *zeros(nh_arena *arena, size_t count) {
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, count);
    for (size_t i = 0; i < count; i++) list[i] = NH_EXPR_ZERO;
    return list;
}

static derivation prepare(const nh_restricted *r) {
    size_t n = r->n;
    derivation d = {.r = r, .g = zeros(r->arena, n * n), .xi = zeros(r->arena, n * n * n)};
    d.eta = zeros(r->arena, n * n);
    d.zeta = zeros(r->arena, n);
    if (nh_restricted_is_of_points(r)) find_by_points(&d);
    else find_by_energy(&d);
    return d;
}

/* ---- those of the equations, (73): e_c before it is projected ---- */

static uint32_t dependent(const derivation *d, uint32_t number) {
    return d->r->choice->dependent[number].coordinate;
}

/* g_cj + sum_d g_cd dalpha_d/dq_j' */
static nh_expr inertia(const derivation *d, uint32_t j, uint32_t c) {
    const nh_restricted *r = d->r;
    nh_expr sum = d->g[pair(d, c, r->choice->independent[j])];
    for (uint32_t k = 0; k < r->k; k++)
        sum = add_product(r->pool, sum, d->g[pair(d, c, dependent(d, k))], r->N[(size_t)dependent(d, k) * r->m + j]);
    return sum;
}

/* sum_d (2 xi_jdc alpha_d + g_dc dalpha_d/dq_j) + 2 eta_jc */
static nh_expr drag(const derivation *d, uint32_t j, uint32_t c) {
    const nh_restricted *r = d->r;
    uint32_t coordinate = r->choice->independent[j];
    nh_expr sum = twice(r->pool, d->eta[pair(d, coordinate, c)]);
    for (uint32_t k = 0; k < r->k; k++) {
        uint32_t i = dependent(d, k);
        nh_expr xi = d->xi[triple(d, coordinate, i, c)], g = d->g[pair(d, i, c)];
        sum = add_product(r->pool, sum, twice(r->pool, xi), r->v[i]);
        if (g != NH_EXPR_ZERO) sum = add_product(r->pool, sum, g, nh_explicit_first(r->choice, k, r->q[coordinate]));
    }
    return sum;
}

/* dalpha_d/dt at rest of the independent coordinates: sum_e dalpha_d/dq_e alpha_e + dalpha_d/dt */
static nh_expr own_rate(const derivation *d, uint32_t number) {
    const nh_restricted *r = d->r;
    nh_expr sum = nh_explicit_first(r->choice, number, r->model->time);
    for (uint32_t e = 0; e < r->k; e++) {
        uint32_t i = dependent(d, e);
        sum = add_product(r->pool, sum, nh_explicit_first(r->choice, number, r->q[i]), r->v[i]);
    }
    return sum;
}

/* sum_de alpha_e (xi_dec alpha_d + g_dc dalpha_d/dq_e) + sum_d (2 eta_dc alpha_d + g_dc dalpha_d/dt) + zeta_c */
static nh_expr remainder_of(const derivation *d, uint32_t c) {
    const nh_restricted *r = d->r;
    nh_expr sum = d->zeta[c];
    for (uint32_t k = 0; k < r->k; k++) {
        uint32_t i = dependent(d, k);
        nh_expr g = d->g[pair(d, i, c)], by_velocity = twice(r->pool, d->eta[pair(d, i, c)]);
        for (uint32_t e = 0; e < r->k; e++)
            by_velocity =
                add_product(r->pool, by_velocity, d->xi[triple(d, i, dependent(d, e), c)], r->v[dependent(d, e)]);
        sum = add_product(r->pool, sum, by_velocity, r->v[i]);
        if (g != NH_EXPR_ZERO) sum = add_product(r->pool, sum, g, own_rate(d, k));
    }
    return sum;
}

/* ---- equations ---- */

typedef struct coefficients {
    nh_expr *C, *D, *E, *G; /* m x m, m x m x m, m x m, m: by r first */
} coefficients;

/* result[r stride] = P_r e */
static void project(const derivation *d, const nh_expr *e, nh_expr *result, size_t stride) {
    for (uint32_t i = 0; i < d->r->m; i++) result[i * stride] = nh_restricted_project(d->r, e, i);
}

static coefficients find_coefficients(const derivation *d) {
    const nh_restricted *r = d->r;
    size_t m = r->m;
    coefficients x = {.C = zeros(r->arena, m * m), .D = zeros(r->arena, m * m * m), .E = zeros(r->arena, m * m)};
    nh_expr *e = zeros(r->arena, r->n);
    x.G = zeros(r->arena, m);
    for (uint32_t j = 0; j < m; j++) {
        for (uint32_t c = 0; c < r->n; c++) e[c] = inertia(d, j, c);
        project(d, e, x.C + j, m);
        for (uint32_t c = 0; c < r->n; c++) e[c] = drag(d, j, c);
        project(d, e, x.E + j, m);
        for (uint32_t k = 0; k < m; k++) {
            uint32_t a = r->choice->independent[j], b = r->choice->independent[k];
            nh_tick(r->model->context, r->n);
            project(d, d->xi + triple(d, a, b, 0), x.D + j * m + k, m * m);
        }
    }
    for (uint32_t c = 0; c < r->n; c++) e[c] = remainder_of(d, c);
    project(d, e, x.G, 1);
    return x;
}

/* The right side of (72) less what is free of accelerations on the left. */
static nh_expr force_along(const nh_restricted *r, const coefficients *x, uint32_t i) {
    nh_expr left = x->G[i];
    for (uint32_t j = 0; j < r->m; j++) {
        nh_expr by_velocity = x->E[(size_t)i * r->m + j];
        for (uint32_t k = 0; k < r->m; k++)
            by_velocity = add_product(r->pool, by_velocity, x->D[((size_t)i * r->m + j) * r->m + k], r->u[k]);
        left = add_product(r->pool, left, by_velocity, r->u[j]);
    }
    return nh_expr_sub(r->pool, nh_restricted_project(r, r->F, i), left);
}

/* ---- names ---- */

static const char *independent_name(const nh_restricted *r, uint32_t i) {
    return nh_restricted_coordinate(r, r->choice->independent[i]);
}

static void name_threefold(const nh_restricted *r, const coefficients *x, nh_equations *e) {
    size_t m = r->m;
    if (m * m * m > MOST_THREEFOLD) return;
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < m; j++)
            for (uint32_t k = 0; k < m; k++)
                nh_equations_name(e, x->D[(i * m + j) * m + k], "D[%s,%s,%s]", independent_name(r, i),
                                  independent_name(r, j), independent_name(r, k));
}

static void name_equations(const nh_restricted *r, const coefficients *x, nh_equations *e) {
    for (uint32_t i = 0; i < r->m; i++) {
        const char *name = independent_name(r, i);
        nh_equations_name(e, x->G[i], "G[%s]", name);
        for (uint32_t j = 0; j < r->m; j++) {
            nh_equations_name(e, x->C[(size_t)i * r->m + j], "C[%s,%s]", name, independent_name(r, j));
            nh_equations_name(e, x->E[(size_t)i * r->m + j], "E[%s,%s]", name, independent_name(r, j));
        }
    }
    name_threefold(r, x, e);
}

static void name_products(const derivation *d, nh_equations *e) {
    const nh_restricted *r = d->r;
    if (r->n > MOST_COORDINATES) return;
    for (uint32_t a = 0; a < r->n; a++) {
        const char *of_a = nh_restricted_coordinate(r, a);
        nh_equations_name(e, d->zeta[a], "zeta[%s]", of_a);
        for (uint32_t b = 0; b < r->n; b++) {
            const char *of_b = nh_restricted_coordinate(r, b);
            nh_equations_name(e, d->g[pair(d, a, b)], "g[%s,%s]", of_a, of_b);
            nh_equations_name(e, d->eta[pair(d, a, b)], "eta[%s,%s]", of_a, of_b);
            for (uint32_t c = 0; c < r->n; c++)
                nh_equations_name(e, d->xi[triple(d, a, b, c)], "xi[%s,%s,%s]", of_a, of_b,
                                  nh_restricted_coordinate(r, c));
        }
    }
}

/* ---- deriving ---- */

/* Whether a third derivative of T by velocities is certainly not 0 somewhere. */
static bool has_third_derivative(const nh_restricted *r) {
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = a; b < r->n; b++) {
            nh_expr second = nh_expr_diff(r->pool, nh_expr_diff(r->pool, r->T, r->v[a]), r->v[b]);
            for (uint32_t c = b; c < r->n; c++) {
                nh_expr third = nh_expr_diff(r->pool, second, r->v[c]);
                if (third != NH_EXPR_ZERO && nh_expr_is_nonzero_somewhere(r->pool, third)) return true;
            }
        }
    return false;
}

/* NULL when T is seen to be of degree 2, else what is to be said. */
static const char *objection(const nh_restricted *r) {
    if (nh_model_kinetic_parts(r->model, r->arena).is_quadratic == NH_YES) return NULL;
    return has_third_derivative(r)
               ? "the kinetic energy is not a polynomial of degree 2 in the velocities"
               : "it is not known whether the kinetic energy is a polynomial of degree 2 in the velocities";
}

nh_equations *nh_acceleration_derive(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why) {
    const nh_restricted *r = nh_restricted_make(model, arena, choice, why);
    if (r == NULL) return NULL;
    const char *refused = objection(r);
    if (refused != NULL) {
        *why = refused;
        return NULL;
    }
    derivation d = prepare(r);
    coefficients x = find_coefficients(&d);
    nh_expr *force = NH_NEW_ARRAY(arena, nh_expr, r->m);
    for (uint32_t i = 0; i < r->m; i++) force[i] = force_along(r, &x, i);
    nh_equations *e = nh_restricted_equations(r, "acceleration", x.C, force, true);
    name_equations(r, &x, e);
    name_products(&d, e);
    return e;
}
