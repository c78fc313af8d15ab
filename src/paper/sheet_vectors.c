/* The equations of Euler, Poincare and Suslov of a body that turns freely.
 *
 * With the angular velocity Omega in the frame of the body, and the rows that contain other velocities solved for
 * these, the velocity of the centre of mass, seen from the body, is linear in Omega:
 *
 *     V = cross(Omega, s)
 *
 * where -s goes from the centre to the point about which the body turns: to the contact, or to a fixed point. By
 * d'Alembert's principle for the displacements that are left,
 *
 *     I Omega' + Omega x I Omega + m s x a = M + sum lambda_r e_r
 *     a = Omega' x s + Omega x (Omega x s) + Omega x s'
 *
 * with M the moment of the active forces, and rows e_r . Omega = 0 on Omega alone, whose multipliers are those of
 * Lagrange's equations. Where s is fixed in the body, it goes into the inertia, J = I + m (s.s - s s^T). Where it is
 * fixed in space, s' = s x Omega, and a = Omega' x s.
 *
 * All of this is examined, not assumed: that the kinetic energy is that of one body, that V has this form, whether s is
 * fixed; by normal forms on the unit sphere of the quaternion. Where anything is not proved there are no vectors. */
#include <stdlib.h>

#include "algebra/field/normal.h"
#include "algebra/linear/linear.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "paper/limits_private.h"
#include "paper/sheet_private.h"

/* Components of a vector that are longer are not shown: the equations in components are no longer. */
enum { MOST_LENGTH = 120, MOST_COORDINATES = 12 };

typedef struct spin {
    nh_sheet_job *job;
    nh_pool *pool;
    const nh_rigid_body *body;
    uint32_t quaternion[4];             /* coordinates */
    nh_expr by_w[3 * MOST_COORDINATES]; /* n x 3: the velocities are by_w Omega */
    nh_exprs pure;                      /* of rows on Omega alone: e_r, three entries each */
    NH_ARRAY(uint32_t) pure_rows;
    const nh_sheet_vector *Omega, *Omega_dot, *gamma;
    bool uses_gamma;
    const char *body_name;
    nh_sheet_vector_lines definitions, statements;
    nh_vector s;
    const nh_sheet_vector *arm; /* it, by its name */
} spin;

/* A name that the model does not have. */
static const char *free_word(const spin *p, const char *wanted) {
    return nh_name_text(p->job->context, nh_sheet_free_name(p->job, wanted));
}

/* ---- vectors ---- */

static const nh_sheet_vector *new_vector(const spin *p, nh_sheet_vector v) {
    nh_sheet_vector *copy = NH_NEW(p->job->arena, nh_sheet_vector);
    *copy = v;
    return copy;
}

static const nh_sheet_vector *name_vector(const spin *p, const char *name, uint32_t dots, nh_vector value) {
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_NAMED, .name = name, .dots = dots, .value = value});
}

static const nh_sheet_vector *list_vector(const spin *p, nh_vector value) {
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_LIST, .shown = value, .value = value});
}

static const nh_sheet_vector *scale_vector(const spin *p, nh_expr factor, const nh_sheet_vector *a) {
    if (factor == NH_EXPR_ONE || a == NULL) return a;
    if (factor == NH_EXPR_ZERO) return NULL;
    nh_vector value = nh_vector_scale(p->pool, factor, a->value);
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_TIMES, .factor = factor, .a = a, .value = value});
}

static const nh_sheet_vector *cross_vectors(const spin *p, const nh_sheet_vector *a, const nh_sheet_vector *b) {
    NH_ASSERT(a != NULL && b != NULL);
    nh_vector value = nh_vector_cross(p->pool, a->value, b->value);
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_CROSS, .a = a, .b = b, .value = value});
}

/* NULL is 0. */
static const nh_sheet_vector *add_vectors(const spin *p, const nh_sheet_vector *a, const nh_sheet_vector *b) {
    if (a == NULL || b == NULL) return a == NULL ? b : a;
    nh_vector value = nh_vector_add(p->pool, a->value, b->value);
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_PLUS, .a = a, .b = b, .value = value});
}

static const nh_sheet_vector *apply_matrix(const spin *p, const char *name, nh_matrix3 m, const nh_sheet_vector *a) {
    NH_ASSERT(a != NULL && name != NULL);
    nh_vector value = nh_matrix3_apply(p->pool, m, a->value);
    return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_APPLIED, .name = name, .a = a, .value = value});
}

static void add_definition(spin *p, const nh_sheet_vector *left, const nh_sheet_vector *right, const char *words) {
    nh_array_push(&p->definitions,
                  ((nh_sheet_vector_line){.sort = NH_VECTOR_DEFINITION, .left = left, .right = right, .words = words}));
}

static void add_statement(spin *p, nh_sheet_vector_sort sort, const nh_sheet_vector *left,
                          const nh_sheet_vector *right) {
    nh_array_push(&p->statements, ((nh_sheet_vector_line){.sort = sort, .left = left, .right = right}));
}

/* ---- on the unit sphere ---- */

/* Whether e, in the quaternion and Omega, vanishes wherever the quaternion has length 1: its first number is a root
 * of the others, on one half of the sphere, and what vanishes there vanishes on all of it. */
typedef struct zero_test {
    nh_pool *pool;
    nh_expr e;
    bool is_zero;
} zero_test;

static void test_here(void *argument) {
    zero_test *t = argument;
    t->is_zero = nh_expr_is_proved_zero(t->pool, t->e);
}

static bool is_zero_here(const spin *p, nh_expr e) {
    nh_expr square = NH_EXPR_ONE;
    for (int k = 1; k < 4; k++)
        square = nh_expr_sub(p->pool, square, nh_expr_pow_int(p->pool, p->job->q[p->quaternion[k]], 2));
    nh_expr root = nh_expr_sqrt(p->pool, square);
    zero_test t = {.pool = p->pool, .e = nh_expr_substitute(p->pool, e, 1, &p->job->q[p->quaternion[0]], &root, true)};
    return t.e == NH_EXPR_ZERO || (nh_sheet_attempt(p->job, test_here, &t) && t.is_zero);
}

static bool is_zero_vector(const spin *p, nh_vector a) {
    for (int k = 0; k < 3; k++)
        if (!is_zero_here(p, a.x[k])) return false;
    return true;
}

/* At the quaternion 1: the body as space. */
static nh_vector at_unit(const spin *p, nh_vector a) {
    nh_expr from[4], to[4] = {NH_EXPR_ONE, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO};
    for (int k = 0; k < 4; k++) from[k] = p->job->q[p->quaternion[k]];
    for (int k = 0; k < 3; k++) a.x[k] = nh_expr_substitute(p->pool, a.x[k], 4, from, to, true);
    return a;
}

static bool has_value(const spin *p, nh_vector a) {
    for (int k = 0; k < 3; k++)
        if (a.x[k] == NH_EXPR_UNDEFINED || nh_expr_has(p->pool, a.x[k], NH_HAS_COORDINATE | NH_HAS_TIME)) return false;
    return true;
}

static nh_vector from_space(const spin *p, nh_vector a) {
    return nh_matrix3_apply(p->pool, nh_matrix3_transpose(p->body->rotation.matrix), a);
}

/* ---- what the model is ---- */

/* All mass is in one body. */
static const nh_rigid_body *only_body(const nh_model *model) {
    const nh_rigid_body *found = NULL;
    for (size_t i = 0; i < model->bodies.count; i++) {
        const nh_rigid_body *b = &model->bodies.items[i];
        bool is_frame = b->mass == NH_EXPR_ZERO &&
                        nh_matrix3_equal(b->inertia, nh_matrix3_scale(model->pool, NH_EXPR_ZERO, b->inertia));
        if (is_frame) continue;
        if (found != NULL) return NULL;
        found = b;
    }
    for (size_t i = 0; i < model->points.count; i++)
        if (model->points.items[i].mass != NH_EXPR_UNDEFINED) return NULL;
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_KINETIC || model->terms.items[i].kind == NH_TERM_LAGRANGIAN)
            return NULL;
    return found;
}

/* The unit row whose quaternion turns the body, Omega = 2 im(q* q'). */
static bool find_quaternion(spin *p) {
    const nh_model *model = p->job->model;
    for (size_t r = 0; r < model->rows.count; r++) {
        uint32_t count = 0;
        if (!model->rows.items[r].is_unit) continue;
        for (uint32_t i = 0; i < p->job->n; i++)
            if (nh_expr_depends_on(p->pool, model->rows.items[r].residual, 1, &p->job->q[i]))
                p->quaternion[count++ & 3] = i;
        if (count != 4) continue;
        nh_expr q[4];
        for (int k = 0; k < 4; k++) q[k] = p->job->q[p->quaternion[k]];
        if (nh_vector_equal(nh_rotation_of_quaternion(p->pool, q).Omega, p->body->rotation.Omega)) return true;
    }
    return false;
}

/* q' = q Omega/2 */
static void put_quaternion(spin *p) {
    nh_expr *q = p->job->q, half = nh_expr_pow_int(p->pool, nh_expr_int(p->pool, 2), -1);
    uint32_t a = p->quaternion[0], b = p->quaternion[1], c = p->quaternion[2], d = p->quaternion[3];
    nh_expr rows[4][3] = {{nh_expr_neg(p->pool, q[b]), nh_expr_neg(p->pool, q[c]), nh_expr_neg(p->pool, q[d])},
                          {q[a], nh_expr_neg(p->pool, q[d]), q[c]},
                          {q[d], q[a], nh_expr_neg(p->pool, q[b])},
                          {nh_expr_neg(p->pool, q[c]), q[b], q[a]}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            p->by_w[3 * p->quaternion[i] + (uint32_t)k] = nh_expr_mul(p->pool, half, rows[i][k]);
}

/* Coordinates other than the quaternion, in a list. */
static uint32_t find_others(const spin *p, uint32_t others[MOST_COORDINATES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->job->n; i++) {
        bool is_other = true;
        for (int k = 0; k < 4; k++) is_other = is_other && p->quaternion[k] != i;
        if (is_other) others[count++] = i;
    }
    return count;
}

/* The rate of a row by other velocities, and by Omega; false: it is not linear in them and nothing else. */
static bool split_row(const spin *p, nh_expr rate, uint32_t count, const uint32_t *others, nh_expr *by_others,
                      nh_expr by_w[3]) {
    nh_pool *pool = p->pool;
    nh_expr *slopes = NH_NEW_ARRAY(p->job->arena, nh_expr, p->job->n), rest = rate;
    nh_expr_gradient(pool, rate, p->job->n, p->job->v, slopes);
    for (uint32_t i = 0; i < p->job->n; i++) {
        if (nh_expr_has(pool, slopes[i], NH_HAS_VELOCITY)) return false;
        rest = nh_expr_sub(pool, rest, nh_expr_mul(pool, slopes[i], p->job->v[i]));
    }
    for (uint32_t k = 0; k < count; k++) by_others[k] = slopes[others[k]];
    for (int j = 0; j < 3; j++) {
        by_w[j] = NH_EXPR_ZERO;
        for (int k = 0; k < 4; k++) {
            nh_expr part = nh_expr_mul(pool, slopes[p->quaternion[k]], p->by_w[3 * p->quaternion[k] + (uint32_t)j]);
            by_w[j] = nh_expr_add(pool, by_w[j], part);
        }
    }
    return nh_expr_is_proved_zero(pool, rest);
}

/* The rows with other velocities, as many as these, solved for them; the rows on Omega alone are kept. */
static bool solve_rows(spin *p) {
    NH_ASSERT(p->job->n <= MOST_COORDINATES && p->pure_rows.count == 0);
    uint32_t others[MOST_COORDINATES], count = find_others(p, others), found = 0;
    nh_expr a[MOST_COORDINATES * MOST_COORDINATES], b[3 * MOST_COORDINATES];
    nh_linear_solution solution;
    for (size_t r = 0; r < p->job->model->rows.count; r++) {
        const nh_row *row = &p->job->model->rows.items[r];
        nh_expr by_others[MOST_COORDINATES], by_w[3];
        bool has_others = false;
        if (row->is_unit || !nh_row_restricts(row)) continue;
        if (row->has_accelerations || row->is_hidden) return false;
        if (!split_row(p, nh_row_rate(p->job->model, row), count, others, by_others, by_w)) return false;
        for (uint32_t k = 0; k < count; k++) has_others = has_others || by_others[k] != NH_EXPR_ZERO;
        if (!has_others) {
            nh_array_append(&p->pure, 3, by_w);
            nh_array_push(&p->pure_rows, (uint32_t)r);
            continue;
        }
        if (found == count) return false;
        for (uint32_t k = 0; k < count; k++) a[found * count + k] = by_others[k];
        for (int j = 0; j < 3; j++) b[3 * found + (uint32_t)j] = nh_expr_neg(p->pool, by_w[j]);
        found++;
    }
    if (found != count || p->pure_rows.count > 2) return false;
    if (count == 0) return true;
    if (nh_linear_solve(p->pool, p->job->arena, count, a, 3, b, &solution) != NH_LINEAR_DONE) return false;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t j = 0; j < 3; j++) p->by_w[3 * others[k] + j] = solution.x[3 * k + j];
    return true;
}

/* ---- the velocity of the centre ---- */

/* s with V = cross(Omega, s); false: V has not this form. */
static bool find_arm(spin *p) {
    nh_pool *pool = p->pool;
    nh_vector column[3];
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            nh_expr c = p->body->center.x[i], sum = NH_EXPR_ZERO;
            if (nh_expr_depends_on(pool, c, 1, &p->job->model->time)) return false;
            for (uint32_t k = 0; k < p->job->n; k++)
                sum = nh_expr_add(pool, sum,
                                  nh_expr_mul(pool, nh_expr_diff(pool, c, p->job->q[k]), p->by_w[3 * k + (uint32_t)j]));
            column[j].x[i] = sum;
        }
        column[j] = from_space(p, column[j]);
    }
    p->s = (nh_vector){{column[2].x[1], column[0].x[2], column[1].x[0]}};
    for (int i = 0; i < 3; i++) {
        p->s.x[i] = nh_expr_simplify(pool, p->job->arena, p->s.x[i]);
        for (int j = 0; j <= i; j++)
            if (!is_zero_here(p, nh_expr_add(pool, column[j].x[i], column[i].x[j]))) return false;
    }
    return true;
}

/* ---- vectors as they are best shown ---- */

typedef enum fixed_place { IN_BODY, IN_SPACE, NOWHERE } fixed_place;

/* Where the vector is fixed, and its components there. */
static fixed_place find_fixing(const spin *p, nh_vector value, nh_vector *fixed) {
    *fixed = at_unit(p, value);
    if (!has_value(p, *fixed)) return NOWHERE;
    if (is_zero_vector(p, nh_vector_sub(p->pool, value, *fixed))) return IN_BODY;
    return is_zero_vector(p, nh_vector_sub(p->pool, value, from_space(p, *fixed))) ? IN_SPACE : NOWHERE;
}

/* The components of gamma as symbols of their own. */
static nh_vector gamma_symbols(const spin *p) {
    static const char *const names[] = {"gamma.x", "gamma.y", "gamma.z"};
    nh_vector g;
    for (int k = 0; k < 3; k++) g.x[k] = nh_expr_symbol_text(p->pool, NH_ROLE_PARAMETER, names[k]);
    return g;
}

/* What depends on the vertical only is the same for the quaternion (q0, q1, q2, 0) with that vertical:
 * q0^2 = (1 + gamma.z)/2, q1 = gamma.y/(2 q0), q2 = -gamma.x/(2 q0). */
static nh_expr by_vertical(const spin *p, nh_expr e, nh_vector g) {
    nh_pool *pool = p->pool;
    nh_expr half = nh_expr_pow_int(pool, nh_expr_int(pool, 2), -1), from[4];
    nh_expr q0 = nh_expr_sqrt(pool, nh_expr_mul(pool, half, nh_expr_add(pool, NH_EXPR_ONE, g.x[2])));
    nh_expr to[4] = {q0, nh_expr_div(pool, nh_expr_mul(pool, half, g.x[1]), q0),
                     nh_expr_neg(pool, nh_expr_div(pool, nh_expr_mul(pool, half, g.x[0]), q0)), NH_EXPR_ZERO};
    for (int k = 0; k < 4; k++) from[k] = p->job->q[p->quaternion[k]];
    return nh_expr_substitute(pool, e, 4, from, to, true);
}

/* The powers of a root of 1 - x^2 - y^2 as those of the third component. */
typedef struct root_name {
    nh_pool *pool;
    nh_expr base, name;
} root_name;

static nh_expr name_root(void *user, nh_expr e, const nh_expr *args, bool changed) {
    const root_name *r = user;
    bool has_root = false;
    (void)changed;
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    uint32_t arity = nh_expr_arity(r->pool, e);
    for (uint32_t i = 0; i < arity; i += 2) has_root = has_root || nh_expr_args(r->pool, e)[i] == r->base;
    if (!has_root) return NH_EXPR_UNDEFINED;
    nh_expr product = NH_EXPR_ONE;
    for (uint32_t i = 0; i < arity; i += 2) {
        bool is_root = nh_expr_args(r->pool, e)[i] == r->base;
        nh_rat exponent = nh_expr_rational(r->pool, args[i + 1]);
        nh_expr power = nh_expr_pow_rational(r->pool, args[i], exponent);
        if (is_root) power = nh_expr_pow_rational(r->pool, nh_expr_pow_int(r->pool, r->name, 2), exponent);
        if (is_root && exponent.den == 2) power = nh_expr_pow_int(r->pool, r->name, exponent.num);
        product = nh_expr_mul(r->pool, product, power);
    }
    return product;
}

/* 1 - x^2 - y^2 as the square of the third component, wherever it stands. */
typedef struct square_names {
    nh_pool *pool;
    nh_map of; /* primitive sum to its value */
} square_names;

static nh_expr name_square(void *user, nh_expr e, const nh_expr *args, bool changed) {
    const square_names *s = user;
    nh_rat scale;
    (void)args, (void)changed;
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_SUM) return NH_EXPR_UNDEFINED;
    const uint64_t *found = nh_map_get(&s->of, nh_expr_split(s->pool, e, &scale));
    return found == NULL ? NH_EXPR_UNDEFINED : nh_expr_scale(s->pool, scale, (nh_expr)*found);
}

static nh_expr with_squares(const spin *p, nh_expr e, nh_vector g) {
    square_names s = {p->pool, nh_map_make(p->job->arena)};
    for (int k = 0; k < 3; k++) {
        nh_expr sum = NH_EXPR_ONE;
        nh_rat scale;
        for (int j = 0; j < 3; j++)
            if (j != k) sum = nh_expr_sub(p->pool, sum, nh_expr_pow_int(p->pool, g.x[j], 2));
        nh_expr primitive = nh_expr_split(p->pool, sum, &scale);
        nh_expr value = nh_expr_scale(p->pool, nh_rat_inv(p->job->arena, scale), nh_expr_pow_int(p->pool, g.x[k], 2));
        nh_map_put(&s.of, primitive, value);
    }
    nh_expr_rewrite(p->pool, 1, &e, name_square, &s);
    return e;
}

/* e, in the symbols of gamma, with the square of the k-th one by the others. */
static nh_expr without_square(const spin *p, nh_expr e, nh_vector g, int k) {
    nh_pool *pool = p->pool;
    nh_expr base = NH_EXPR_ONE;
    for (int j = 0; j < 3; j++)
        if (j != k) base = nh_expr_sub(pool, base, nh_expr_pow_int(pool, g.x[j], 2));
    nh_expr root = nh_expr_sqrt(pool, base);
    e = nh_expr_factored(pool, nh_expr_substitute(pool, e, 1, &g.x[k], &root, true));
    root_name r = {pool, base, g.x[k]};
    nh_expr_rewrite(pool, 1, &e, name_root, &r);
    e = nh_expr_readable(pool, p->job->arena, e);
    nh_expr squares = with_squares(p, e, g);
    return nh_expr_length(pool, squares) < nh_expr_length(pool, e) ? squares : e;
}

/* A function of the vertical by its components, the shortest of three forms; undefined: it is none, or long. */
static nh_expr in_gamma(const spin *p, nh_expr e) {
    NH_ASSERT(p->gamma != NULL);
    nh_vector g = gamma_symbols(p);
    nh_expr plain = by_vertical(p, e, g), best = NH_EXPR_UNDEFINED;
    if (plain == NH_EXPR_UNDEFINED) return best;
    for (int k = 0; k < 3; k++) {
        nh_expr now = without_square(p, plain, g, k);
        if (now == NH_EXPR_UNDEFINED || nh_expr_length(p->pool, now) > MOST_LENGTH) continue;
        if (best == NH_EXPR_UNDEFINED || nh_expr_length(p->pool, now) < nh_expr_length(p->pool, best)) best = now;
    }
    if (best == NH_EXPR_UNDEFINED) return best;
    nh_expr back = nh_expr_substitute(p->pool, best, 3, g.x, p->gamma->value.x, true);
    return back != NH_EXPR_UNDEFINED && is_zero_here(p, nh_expr_sub(p->pool, back, e)) ? best : NH_EXPR_UNDEFINED;
}

/* The exponent of the base in a product. */
static nh_rat exponent_of(const nh_pool *pool, nh_expr e, nh_expr base) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) return nh_rat_int(e == base);
    for (uint32_t i = 0; i < nh_expr_arity(pool, e); i += 2)
        if (nh_expr_args(pool, e)[i] == base) return nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]);
    return nh_rat_int(0);
}

/* factor*[x, y, z], the factor being the powers that all of them have, each the same. */
static const nh_sheet_vector *with_factor(const spin *p, nh_vector shown, nh_vector value) {
    nh_pool *pool = p->pool;
    nh_expr factor = NH_EXPR_ONE, first = NH_EXPR_ZERO, product[3];
    for (int k = 0; k < 3; k++) {
        nh_rat scale;
        product[k] = shown.x[k] == NH_EXPR_ZERO ? NH_EXPR_ZERO : nh_expr_split(pool, shown.x[k], &scale);
        if (first == NH_EXPR_ZERO) first = product[k];
    }
    bool is_product = nh_expr_kind_of(pool, first) == NH_EXPR_PRODUCT;
    for (uint32_t i = 0; is_product && i < nh_expr_arity(pool, first); i += 2) {
        nh_expr base = nh_expr_args(pool, first)[i];
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, first)[i + 1]);
        bool is_common = true;
        for (int k = 0; k < 3; k++)
            is_common = is_common && (product[k] == NH_EXPR_ZERO ||
                                      nh_rat_cmp(p->job->context, exponent_of(pool, product[k], base), exponent) == 0);
        if (is_common) factor = nh_expr_mul(pool, factor, nh_expr_pow_rational(pool, base, exponent));
    }
    if (factor == NH_EXPR_ONE)
        return new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_LIST, .shown = shown, .value = value});
    for (int k = 0; k < 3; k++) shown.x[k] = nh_expr_div(pool, shown.x[k], factor);
    nh_sheet_vector list = {.kind = NH_VECTOR_LIST, .shown = shown, .value = value};
    return new_vector(
        p, (nh_sheet_vector){.kind = NH_VECTOR_TIMES, .factor = factor, .a = new_vector(p, list), .value = value});
}

/* A vector of which nothing else is known: by the vertical, or by the quaternion; NULL: too long. */
static const nh_sheet_vector *shown_list(spin *p, nh_vector value) {
    nh_vector shown = value;
    for (int k = 0; k < 3; k++) {
        nh_expr by_gamma = in_gamma(p, value.x[k]);
        shown.x[k] = by_gamma != NH_EXPR_UNDEFINED ? by_gamma : nh_sheet_settle(p->job, value.x[k]);
        p->uses_gamma = p->uses_gamma || by_gamma != NH_EXPR_UNDEFINED;
        if (nh_expr_length(p->pool, shown.x[k]) > MOST_LENGTH) return NULL;
        if (by_gamma != NH_EXPR_UNDEFINED)
            value.x[k] = nh_expr_substitute(p->pool, by_gamma, 3, gamma_symbols(p).x, p->gamma->value.x, true);
    }
    return with_factor(p, shown, value);
}

static nh_expr only_vertical(const nh_vector a) {
    return a.x[0] == NH_EXPR_ZERO && a.x[1] == NH_EXPR_ZERO ? a.x[2] : NH_EXPR_UNDEFINED;
}

/* The vector by a name that is defined, or as a multiple of gamma; NULL: too long. */
static const nh_sheet_vector *shown_vector(spin *p, const char *name, nh_vector value, const char *words) {
    nh_vector fixed;
    fixed_place where = find_fixing(p, value, &fixed);
    const nh_sheet_vector *as;
    if (where == IN_SPACE && only_vertical(fixed) != NH_EXPR_UNDEFINED) {
        p->uses_gamma = true;
        return scale_vector(p, fixed.x[2], p->gamma);
    }
    if (where == IN_BODY) as = list_vector(p, fixed);
    else if (where == IN_SPACE)
        as = new_vector(p, (nh_sheet_vector){.kind = NH_VECTOR_TURNED,
                                             .name = p->body_name,
                                             .a = list_vector(p, fixed),
                                             .value = from_space(p, fixed)});
    else as = shown_list(p, value);
    if (as == NULL) return NULL;
    const nh_sheet_vector *symbol = name_vector(p, name, 0, as->value);
    add_definition(p, symbol, as, words);
    return symbol;
}

/* ---- forces ---- */

/* The moment of the active forces: their power is its product with Omega. */
static nh_vector find_moment(const spin *p) {
    nh_vector moment = nh_vector_zero();
    const nh_expr *F = nh_sheet_forces(p->job);
    for (int j = 0; j < 3; j++)
        for (uint32_t i = 0; i < p->job->n; i++)
            moment.x[j] = nh_expr_add(p->pool, moment.x[j], nh_expr_mul(p->pool, F[i], p->by_w[3 * i + (uint32_t)j]));
    return moment;
}

/* That of a vertical gravity: m g cross(gamma, s). */
static const nh_sheet_vector *weight_moment(spin *p, const nh_sheet_vector *s) {
    nh_expr g = NH_EXPR_ZERO;
    for (size_t i = 0; i < p->job->model->terms.count; i++) {
        const nh_term *term = &p->job->model->terms.items[i];
        if (term->kind == NH_TERM_GRAVITY) g = nh_expr_sub(p->pool, g, term->field.x[2]);
    }
    if (s == NULL || g == NH_EXPR_ZERO) return NULL;
    return scale_vector(p, nh_expr_mul(p->pool, p->body->mass, g), cross_vectors(p, p->gamma, s));
}

/* False: it cannot be shown. *moment NULL: there is none. */
static bool show_moment(spin *p, const nh_sheet_vector *s, const nh_sheet_vector **moment) {
    nh_vector value = find_moment(p);
    const nh_sheet_vector *weight = weight_moment(p, s);
    *moment = NULL;
    if (is_zero_vector(p, value)) return true;
    if (weight != NULL && is_zero_vector(p, nh_vector_sub(p->pool, value, weight->value))) {
        p->uses_gamma = true;
        *moment = weight;
        return true;
    }
    *moment = shown_vector(p, "M", value, "moment of the forces");
    return *moment != NULL;
}

/* ---- the equation ---- */

/* The part of the acceleration, m cross(s, a), with s by its name; s' and a are defined where they are needed. */
static const nh_sheet_vector *inertial_moment(spin *p, const nh_sheet_vector *s, fixed_place where) {
    nh_pool *pool = p->pool;
    const nh_sheet_vector *turning = cross_vectors(p, p->Omega_dot, s);
    if (where == IN_SPACE && s->kind == NH_VECTOR_TIMES) { /* s = r gamma */
        nh_expr factor = nh_expr_mul(pool, p->body->mass, nh_expr_pow_int(pool, s->factor, 2));
        return scale_vector(p, factor, cross_vectors(p, p->gamma, cross_vectors(p, p->Omega_dot, p->gamma)));
    }
    if (where == IN_SPACE) return scale_vector(p, p->body->mass, cross_vectors(p, s, turning));
    nh_vector rate = nh_vector_zero();
    for (int i = 0; i < 3; i++)
        for (uint32_t k = 0; k < p->job->n; k++)
            for (uint32_t j = 0; j < 3; j++) {
                nh_expr along = nh_expr_mul(pool, p->by_w[3 * k + j], p->Omega->value.x[j]);
                nh_expr slope = nh_expr_diff(pool, s->value.x[i], p->job->q[k]);
                rate.x[i] = nh_expr_add(pool, rate.x[i], nh_expr_mul(pool, slope, along));
            }
    const nh_sheet_vector *bent = cross_vectors(p, p->Omega, cross_vectors(p, p->Omega, s));
    const nh_sheet_vector *slid = cross_vectors(p, p->Omega, name_vector(p, s->name, 1, rate));
    const nh_sheet_vector *whole = add_vectors(p, add_vectors(p, turning, bent), slid);
    const nh_sheet_vector *a = name_vector(p, free_word(p, "a"), 0, whole->value);
    add_definition(p, a, whole, "acceleration of the centre");
    return scale_vector(p, p->body->mass, cross_vectors(p, s, a));
}

/* I + m (s.s - s s^T) */
static nh_matrix3 about_fixed_point(const spin *p, nh_vector s) {
    nh_matrix3 J = p->body->inertia;
    nh_expr square = nh_vector_dot(p->pool, s, s);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            nh_expr part = nh_expr_neg(p->pool, nh_expr_mul(p->pool, s.x[i], s.x[j]));
            if (i == j) part = nh_expr_add(p->pool, part, square);
            nh_expr sum = nh_expr_add(p->pool, J.r[i][j], nh_expr_mul(p->pool, p->body->mass, part));
            J.r[i][j] = nh_expr_readable(p->pool, p->job->arena, sum);
        }
    return J;
}

static void define_inertia(spin *p, const char *name, nh_matrix3 J, const char *words) {
    nh_array_push(
        &p->definitions,
        ((nh_sheet_vector_line){
            .sort = NH_VECTOR_MATRIX, .matrix = J, .words = words, .left = name_vector(p, name, 0, nh_vector_zero())}));
}

/* Adds the reactions of rows on Omega alone to the right side, and these rows. */
static bool add_reactions(spin *p, const nh_sheet_vector **right) {
    static const char *const names[] = {"e", "f"};
    for (size_t r = 0; r < p->pure_rows.count; r++) {
        const nh_expr *x = p->pure.items + 3 * r;
        nh_vector value = {{x[0], x[1], x[2]}};
        const nh_sheet_vector *e = shown_vector(p, free_word(p, names[r]), value, "direction of the reaction");
        if (e == NULL) return false;
        nh_expr lambda = nh_equations_multiplier(p->job->model, p->job->arena, p->pure_rows.items[r]);
        *right = add_vectors(p, *right, scale_vector(p, lambda, e));
        add_statement(p, NH_VECTOR_NORMAL, e, p->Omega);
    }
    return true;
}

/* The equation of motion, in front of what was stated; false: something cannot be shown. */
static bool state_motion(spin *p) {
    const nh_sheet_vector *s = NULL, *right, *more = NULL;
    nh_vector fixed;
    nh_matrix3 J = p->body->inertia;
    fixed_place where = find_fixing(p, p->s, &fixed);
    bool has_arm = !is_zero_vector(p, p->s);
    if (has_arm) {
        s = shown_vector(p, free_word(p, "s"), p->s, "from the point about which it turns to the centre");
        if (s == NULL) return false;
        p->arm = s;
        if (where == IN_BODY) J = about_fixed_point(p, fixed);
        else more = inertial_moment(p, s, where);
    }
    const char *name = free_word(p, has_arm && where == IN_BODY ? "J" : "I");
    define_inertia(p, name, J,
                   has_arm && where == IN_BODY ? "inertia about the fixed point" : "inertia about the centre");
    const nh_sheet_vector *left = add_vectors(p, apply_matrix(p, name, J, p->Omega_dot),
                                              cross_vectors(p, p->Omega, apply_matrix(p, name, J, p->Omega)));
    if (!show_moment(p, s, &right)) return false;
    size_t first = p->statements.count;
    nh_array_push(&p->statements,
                  ((nh_sheet_vector_line){.sort = NH_VECTOR_EQUATION, .left = add_vectors(p, left, more)}));
    if (!add_reactions(p, &right)) return false;
    NH_ASSERT(p->statements.items[first].sort == NH_VECTOR_EQUATION);
    p->statements.items[first].right = right;
    return true;
}

static void state_kinematics(spin *p) {
    uint32_t others[MOST_COORDINATES];
    nh_array_push(&p->statements, ((nh_sheet_vector_line){.sort = NH_VECTOR_ROTATION,
                                                          .left = name_vector(p, p->body_name, 1, nh_vector_zero()),
                                                          .right = p->Omega}));
    if (p->uses_gamma)
        add_statement(p, NH_VECTOR_KINEMATICS,
                      name_vector(p, p->gamma->name, 1, nh_vector_rate(p->pool, p->gamma->value)),
                      cross_vectors(p, p->gamma, p->Omega));
    if (find_others(p, others) == 0 || p->arm == NULL) return;
    nh_text center = nh_text_begin(p->job->arena);
    nh_text_format(&center, "%s.c", p->body_name);
    nh_sheet_vector v = {.kind = NH_VECTOR_MOVED, .name = p->body_name, .a = cross_vectors(p, p->Omega, p->arm)};
    v.value = nh_matrix3_apply(p->pool, p->body->rotation.matrix, v.a->value);
    add_statement(p, NH_VECTOR_KINEMATICS,
                  name_vector(p, nh_text_string(&center), 1, nh_vector_rate(p->pool, p->body->center)),
                  new_vector(p, v));
}

/* ---- all of it ---- */

static void begin_names(spin *p) {
    static const char axes[] = "xyz";
    nh_sheet_job *job = p->job;
    nh_vector w, rate;
    p->body_name = nh_name_text(job->context, p->body->name);
    for (int k = 0; k < 3; k++) {
        nh_text text = nh_text_begin(job->arena);
        nh_text_format(&text, "%s.Omega.%c", p->body_name, axes[k]);
        w.x[k] = nh_expr_symbol_text(p->pool, NH_ROLE_QUASI, nh_text_string(&text));
        rate.x[k] = nh_expr_dot(p->pool, w.x[k]);
    }
    const char *Omega = free_word(p, "Omega"), *gamma = free_word(p, "gamma");
    nh_vector up = {{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ONE}};
    p->Omega = name_vector(p, Omega, 0, w);
    p->Omega_dot = name_vector(p, Omega, 1, rate);
    p->gamma = name_vector(p, gamma, 0, from_space(p, up));
}

/* The definitions of Omega and gamma come first. */
static void write_down(spin *p) {
    nh_text text = nh_text_begin(p->job->arena);
    nh_text_format(&text, "%s.Omega", p->body_name);
    NH_ASSERT(p->statements.count > 0 && p->Omega != NULL);
    nh_sheet_vector_lines rest = p->definitions, *to = &p->job->sheet->vectors;
    nh_vector up = {{NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ONE}};
    p->definitions = (nh_sheet_vector_lines){.arena = p->job->arena};
    add_definition(p, p->Omega, name_vector(p, nh_text_string(&text), 0, p->body->rotation.Omega),
                   "angular velocity, in the frame of the body");
    nh_sheet_vector vertical = {
        .kind = NH_VECTOR_TURNED, .name = p->body_name, .a = list_vector(p, up), .value = p->gamma->value};
    if (p->uses_gamma) add_definition(p, p->gamma, new_vector(p, vertical), "the vertical");
    nh_array_append(to, p->definitions.count, p->definitions.items);
    nh_array_append(to, rest.count, rest.items);
    nh_array_append(to, p->statements.count, p->statements.items);
}

static void find_here(void *argument) {
    spin *p = argument;
    nh_sheet_job *job = p->job;
    p->body = only_body(job->model);
    if (p->body == NULL || job->model->T == NH_EXPR_UNDEFINED || !find_quaternion(p)) return;
    put_quaternion(p);
    begin_names(p);
    if (!solve_rows(p) || !find_arm(p) || !state_motion(p)) return;
    state_kinematics(p);
    write_down(p);
}

void nh_sheet_find_vectors(nh_sheet_job *job) {
    spin p = {.job = job, .pool = job->pool};
    NH_ASSERT(job->sheet->vectors.count == 0);
    p.pure.arena = p.pure_rows.arena = p.definitions.arena = p.statements.arena = job->arena;
    if (!job->form->has_quasis || job->n > MOST_COORDINATES || job->model->quasis.count > 0) return;
    nh_budget budget = {.work = NH_WORK_VECTORS};
    if (nh_attempt(job->context, &budget, find_here, &p) != NH_OK) job->sheet->vectors.count = 0;
}
