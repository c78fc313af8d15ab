/* Special forms of Voronec's equations: linear constraints, constraints and T of velocities
 * alone, T a sum of squares. */
#include "form/formulation/voronec_special.h"

#include "base/assert.h"
#include "expr/inspect.h"

/* Coefficients b that are named. */
enum { MOST_THREEFOLD = 5000 };

/* ---- what the forms share ---- */

/* d/dt of functions on the constraints, with accelerations. */
static nh_expr *rates_of(const nh_restricted *r, const nh_slopes *slopes) {
    nh_expr *slow = nh_restricted_slow_rates(r, slopes);
    nh_expr *fast = nh_matrix_times(r->pool, r->arena, &slopes->by_velocity, r->x);
    for (uint32_t i = 0; i < slopes->by_velocity.rows; i++) fast[i] = nh_expr_add(r->pool, slow[i], fast[i]);
    return fast;
}

/* d(T*)/dq_r', differentiated by time; d(T*)/dq in by_q unless NULL. */
static nh_expr *momentum_rates(const nh_restricted *r, nh_expr *by_q) {
    nh_slopes slopes = nh_restricted_slopes(r, 1, &r->T);
    nh_expr *momenta = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->m + 1);
    for (uint32_t i = 0; i < r->m; i++) momenta[i] = nh_matrix_at(&slopes.by_velocity, 0, i);
    for (uint32_t j = 0; j < r->n && by_q != NULL; j++) by_q[j] = nh_matrix_at(&slopes.by_place, 0, 1 + j);
    slopes = nh_restricted_slopes(r, r->m, momenta);
    return rates_of(r, &slopes);
}

/* dT/dq_i' */
static nh_expr *all_momenta(const nh_restricted *r) {
    nh_expr *p = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    nh_expr_gradient(r->pool, r->T, r->n, r->v, p);
    return p;
}

/* left_r - sum_d B_r^d dT/dq_d' - F_r - sum_d dalpha_d/dq_r' F_d, with B by coordinates; written over left. */
static nh_expr *finish_equations(const nh_restricted *r, nh_expr *left, const nh_expr_matrix *B) {
    nh_expr_matrix by_r = nh_matrix_transpose(r->pool, r->arena, B);
    const nh_expr *turning = nh_matrix_times(r->pool, r->arena, &by_r, all_momenta(r));
    for (uint32_t i = 0; i < r->m; i++) {
        nh_expr right = nh_expr_add(r->pool, turning[i], nh_restricted_project(r, r->F, i));
        left[i] = nh_expr_sub(r->pool, left[i], right);
    }
    return left;
}

/* ---- linear and affine constraints ---- */

bool nh_voronec_is_linear(const nh_restricted *r) {
    for (uint32_t e = 0; e < r->N.start[r->n]; e++)
        if (nh_expr_has(r->pool, r->N.entry[e], NH_HAS_VELOCITY)) return false;
    return r->choice->kind == NH_EXPLICIT_LINEAR;
}

static nh_expr *find_beta(const nh_restricted *r) {
    nh_expr *beta = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->k + 1);
    nh_expr *zeros = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->m + 1);
    for (uint32_t i = 0; i < r->m; i++) zeros[i] = NH_EXPR_ZERO;
    for (uint32_t d = 0; d < r->k; d++) beta[d] = r->choice->dependent[d].alpha;
    nh_expr_substitute_all(r->pool, r->k, beta, r->m, r->u, zeros, true);
    return beta;
}

typedef struct linear_sums {
    const nh_expr *beta;
    nh_sums b, by_time, by_beta;
} linear_sums;

/* alpha_dr, entry `entry` of N, differentiated by the places in its row of `slopes`. */
static void add_alpha(const nh_restricted *r, linear_sums *s, const nh_expr_matrix *slopes, uint32_t d,
                      uint32_t entry) {
    uint32_t row = r->N.column[entry];
    for (uint32_t e = slopes->start[entry]; e < slopes->start[entry + 1]; e++) {
        nh_expr slope = slopes->entry[e];
        if (slopes->column[e] == 0) {
            nh_sums_add(&s->by_time, d, row, slope);
            continue;
        }
        uint32_t i = slopes->column[e] - 1, other = r->dependent[i];
        if (other != NH_MODEL_NONE) nh_sums_add(&s->by_beta, d, row, nh_expr_mul(r->pool, s->beta[other], slope));
        for (uint32_t f = r->N.start[i]; f < r->N.start[i + 1]; f++) { /* D_j alpha_dr, which is in b_drj and -b_djr */
            nh_expr along = nh_expr_mul(r->pool, slope, r->N.entry[f]);
            nh_sums_add_threefold(&s->b, d, row, r->N.column[f], along);
            nh_sums_add_threefold(&s->b, d, r->N.column[f], row, nh_expr_neg(r->pool, along));
        }
    }
}

/* -D_r beta_d */
static void add_beta(const nh_restricted *r, linear_sums *s, const nh_expr_matrix *slopes, uint32_t d) {
    for (uint32_t e = slopes->start[d]; e < slopes->start[d + 1]; e++) {
        uint32_t i = slopes->column[e];
        for (uint32_t f = r->N.start[i]; f < r->N.start[i + 1]; f++) {
            nh_expr along = nh_expr_mul(r->pool, slopes->entry[e], r->N.entry[f]);
            nh_sums_add(&s->by_beta, d, r->N.column[f], nh_expr_neg(r->pool, along));
        }
    }
}

nh_voronec_linear nh_voronec_linear_make(const nh_restricted *r) {
    NH_ASSERT(nh_voronec_is_linear(r));
    nh_sums none = nh_sums_begin(r->pool, r->arena);
    nh_expr *beta = find_beta(r);
    linear_sums s = {beta, none, none, none};
    nh_expr_matrix of_N = nh_expr_jacobian(r->pool, r->arena, r->N.start[r->n], r->N.entry, 1 + r->n, r->place);
    nh_expr_matrix of_beta = nh_expr_jacobian(r->pool, r->arena, r->k, beta, r->n, r->q);
    for (uint32_t d = 0; d < r->k; d++) {
        uint32_t i = r->choice->dependent[d].coordinate;
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++) add_alpha(r, &s, &of_N, d, e);
        add_beta(r, &s, &of_beta, d);
    }
    nh_sums_finish(&s.b);
    return (nh_voronec_linear){.beta = beta,
                               .b = s.b,
                               .by_time = nh_sums_matrix(&s.by_time, r->k, r->m),
                               .by_beta = nh_sums_matrix(&s.by_beta, r->k, r->m)};
}

static void add_matrix(const nh_restricted *r, nh_sums *sums, const nh_expr_matrix *a) {
    for (uint32_t d = 0; d < r->k; d++)
        for (uint32_t e = a->start[d]; e < a->start[d + 1]; e++)
            nh_sums_add(sums, r->choice->dependent[d].coordinate, a->column[e], a->entry[e]);
}

/* B by coordinates. */
static nh_expr_matrix linear_B(const nh_restricted *r, const nh_voronec_linear *linear) {
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    for (size_t e = 0; e < linear->b.terms.count; e++) {
        const nh_sum_term *b = &linear->b.terms.items[e];
        nh_sums_add(&sums, r->choice->dependent[b->i].coordinate, b->j, nh_expr_mul(r->pool, b->value, r->u[b->k]));
    }
    add_matrix(r, &sums, &linear->by_time);
    add_matrix(r, &sums, &linear->by_beta);
    return nh_sums_matrix(&sums, r->n, r->m);
}

nh_expr *nh_voronec_linear_equations(const nh_restricted *r, const nh_voronec_linear *linear) {
    nh_expr *by_q = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1), *left = momentum_rates(r, by_q);
    nh_expr_matrix B = linear_B(r, linear);
    for (uint32_t i = 0; i < r->m; i++) left[i] = nh_expr_sub(r->pool, left[i], nh_restricted_project(r, by_q, i));
    return finish_equations(r, left, &B);
}

/* ---- constraints without coordinates, T of velocities only ---- */

bool nh_voronec_is_of_velocities(const nh_restricted *r) {
    for (uint32_t e = 0; e < r->by_place.start[r->n]; e++)
        if (r->by_place.column[e] > 0) return false;
    return true;
}

bool nh_voronec_is_T_of_velocities(const nh_restricted *r) {
    return !nh_expr_depends_on(r->pool, r->T, 1 + r->n, r->place);
}

nh_expr_matrix nh_voronec_velocities_B(const nh_restricted *r) {
    NH_ASSERT(nh_voronec_is_of_velocities(r));
    nh_slopes slopes = nh_restricted_slopes(r, r->N.start[r->n], r->N.entry);
    const nh_expr *rates = rates_of(r, &slopes);
    nh_sums sums = nh_sums_begin(r->pool, r->arena);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t e = r->N.start[i]; e < r->N.start[i + 1]; e++) nh_sums_add(&sums, i, r->N.column[e], rates[e]);
    return nh_sums_matrix(&sums, r->n, r->m);
}

nh_expr *nh_voronec_velocities_equations(const nh_restricted *r) {
    nh_expr_matrix B = nh_voronec_velocities_B(r);
    return finish_equations(r, momentum_rates(r, NULL), &B);
}

/* ---- T a sum of squares ---- */

nh_expr *nh_voronec_masses(const nh_restricted *r) {
    nh_degree degree = nh_expr_degree(r->pool, r->T, r->n, r->v);
    bool is_square = degree.kind == NH_DEGREE_HOMOGENEOUS && degree.polynomial &&
                     nh_rat_cmp(r->model->context, degree.degree, nh_rat_int(2)) == 0;
    if (!is_square || !nh_voronec_is_T_of_velocities(r)) return NULL;
    nh_expr_matrix second = nh_expr_hessian(r->pool, r->arena, r->T, r->n, r->v);
    nh_expr *masses = NH_NEW_ARRAY(r->arena, nh_expr, (size_t)r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) {
        masses[i] = nh_matrix_at(&second, i, i);
        uint32_t entries = second.start[i + 1] - second.start[i];
        if (entries > 1 || (entries == 1 && masses[i] == NH_EXPR_ZERO)) return NULL; /* a product of two velocities */
    }
    return masses;
}

nh_expr *nh_voronec_squares_equations(const nh_restricted *r, const nh_expr *masses) {
    NH_ASSERT(masses != NULL);
    nh_expr *rates = nh_matrix_times(r->pool, r->arena, &r->N, r->x); /* q_r'', dalpha_d/dt */
    for (uint32_t i = 0; i < r->n; i++) {
        nh_expr whole = nh_expr_add(r->pool, rates[i], r->rest[i]);
        rates[i] = nh_expr_sub(r->pool, nh_expr_mul(r->pool, masses[i], whole), r->F[i]);
    }
    return nh_matrix_times(r->pool, r->arena, &r->along, rates);
}

/* ---- names ---- */

static void name_equations(const nh_restricted *r, nh_equations *e, const nh_expr *equations, const char *name) {
    for (uint32_t i = 0; i < r->m; i++)
        nh_equations_name(e, equations[i], "%s[%s]", name, nh_restricted_independent(r, i));
}

static void name_b(const nh_restricted *r, nh_equations *e, const nh_sums *b, uint32_t d, uint32_t i) {
    if ((uint64_t)r->k * r->m * r->m > MOST_THREEFOLD) return;
    for (uint32_t j = 0; j < r->m; j++)
        nh_equations_name(e, nh_sums_at(b, d, i, j), "b[%s,%s,%s]", nh_restricted_row(r, d),
                          nh_restricted_independent(r, i), nh_restricted_independent(r, j));
}

static void name_linear(const nh_restricted *r, nh_equations *e) {
    nh_voronec_linear linear = nh_voronec_linear_make(r);
    for (uint32_t d = 0; d < r->k; d++) {
        const char *row = nh_restricted_row(r, d);
        nh_equations_name(e, linear.beta[d], "beta[%s]", row);
        for (uint32_t i = 0; i < r->m; i++) {
            const char *name = nh_restricted_independent(r, i);
            nh_equations_name(e, nh_matrix_at(&linear.by_time, d, i), "b_t[%s,%s]", row, name);
            nh_equations_name(e, nh_matrix_at(&linear.by_beta, d, i), "b_beta[%s,%s]", row, name);
            name_b(r, e, &linear.b, d, i);
        }
    }
    name_equations(r, e, nh_voronec_linear_equations(r, &linear), "linear");
}

void nh_voronec_name_special(const nh_restricted *r, nh_equations *e) {
    const nh_expr *masses = nh_voronec_masses(r);
    if (nh_voronec_is_linear(r)) name_linear(r, e);
    if (nh_voronec_is_of_velocities(r) && nh_voronec_is_T_of_velocities(r))
        name_equations(r, e, nh_voronec_velocities_equations(r), "velocities");
    if (masses != NULL) name_equations(r, e, nh_voronec_squares_equations(r, masses), "squares");
}
