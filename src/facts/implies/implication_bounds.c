/* How large a set of states can be.
 *
 * The dimension of an ideal that knows all relations is that of its solutions. One to which functions are variables of
 * their own knows too little: if(x > 0, 0, x) and atan2(y, x) + atan2(-y, x) are 0 on open sets, log(x) is not. There a
 * set is smaller than all of space where one of its equations e = 0 is thin, that is, holds on no open set:
 *
 *     e is a power series around every point of a connected domain, and not 0 at some point of it; or
 *     e and its gradient are 0 together nowhere, or where a polynomial is 0, so that elsewhere e = 0 is a manifold;
 *     points at which e has no gradient are thin, too. */
#include "algebra/domain/domain.h"
#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"

/* Functions in functions. */
enum { MOST_DEPTH = 4 };

static nh_degree degree_of(const nh_question *q, nh_expr e) {
    return nh_expr_degree(q->pool, e, (uint32_t)q->variables.count, q->variables.items);
}

/* ---- power series ---- */

static bool are_affine(const nh_question *q, size_t count, const nh_expr *e) {
    const nh_rat one = nh_rat_int(1);
    for (size_t i = 0; i < count; i++) {
        nh_degree degree = degree_of(q, e[i]);
        if (!degree.polynomial || nh_rat_cmp(q->context, degree.degree, one) > 0) return false;
    }
    return true;
}

/* All of space, or convex. */
static bool has_connected_domain(const nh_question *q, const nh_domain *domain) {
    return domain->nonzero_count == 0 && are_affine(q, domain->positive_count, domain->positive) &&
           are_affine(q, domain->nonnegative_count, domain->nonnegative);
}

/* What is 0 where a root, an arc sine, an absolute value or an angle need not have a gradient. */
static nh_exprs kinks_of(const nh_question *q, nh_expr e) {
    nh_exprs found = {.arena = q->arena};
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr_kind kind = nh_expr_kind_of(q->pool, walk->order[i]);
        uint32_t arity = nh_expr_arity(q->pool, walk->order[i]);
        nh_expr u = arity > 0 ? nh_expr_args(q->pool, walk->order[i])[0] : NH_EXPR_ZERO;
        if (kind == NH_EXPR_ABS || kind == NH_EXPR_ATAN2) nh_array_push(&found, u);
        if (kind == NH_EXPR_ASIN || kind == NH_EXPR_ACOS)
            nh_array_push(&found, nh_expr_sub(q->pool, NH_EXPR_ONE, nh_expr_mul(q->pool, u, u)));
        for (uint32_t k = 0; kind == NH_EXPR_PRODUCT && k < arity; k += 2) {
            const nh_expr *args = nh_expr_args(q->pool, walk->order[i]);
            if (!nh_rat_is_int(nh_expr_rational(q->pool, args[k + 1]))) nh_array_push(&found, args[k]);
        }
    }
    nh_walk_end(walk);
    return found;
}

/* ---- gradients ---- */

typedef struct intersection {
    const nh_question *q;
    nh_expr e;
    const nh_domain *domain;
    bool is_thin;
} intersection;

/* Without the zeros of what is not 0 where e has a value. */
static const nh_ideal *within_domain(const nh_question *q, const nh_ideal *set, size_t count, const nh_expr *nonzero) {
    for (size_t i = 0; i < count && set != NULL; i++) set = nh_ideal_saturate(q->arena, set, nonzero[i]);
    return set;
}

static bool has_polynomial(const nh_question *q, const nh_ideal *set) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set, &basis);
    for (uint32_t i = 0; i < count; i++)
        if (degree_of(q, basis[i]).polynomial && nh_expr_is_zero(q->pool, basis[i]) == NH_NO) return true;
    return false;
}

static void look_at_gradient(void *argument) {
    intersection *m = argument;
    const nh_question *q = m->q;
    nh_exprs all = {.arena = q->arena};
    nh_array_push(&all, m->e);
    for (size_t i = 0; i < q->variables.count; i++)
        nh_array_push(&all, nh_expr_diff(q->pool, m->e, q->variables.items[i]));
    const nh_ideal *set = nh_question_ideal(q, q->arena, &all);
    set = within_domain(q, set, m->domain->nonzero_count, m->domain->nonzero);
    set = within_domain(q, set, m->domain->positive_count, m->domain->positive);
    m->is_thin = set != NULL && (nh_ideal_dimension(set) < 0 || has_polynomial(q, set));
}

static bool is_mostly_regular(const nh_question *q, nh_expr e, const nh_domain *domain) {
    const nh_budget budget = {.work = NH_WORK_GRADIENT};
    intersection m = {.q = q, .e = e, .domain = domain};
    (void)nh_attempt(q->context, &budget, look_at_gradient, &m);
    return m.is_thin;
}

/* ---- thin equations ---- */

/* Whether it is made of pieces that may be constant, or of functions without a body. */
static bool has_pieces(const nh_question *q, nh_expr e) {
    bool has = false;
    nh_walk *walk = nh_walk_begin(q->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count && !has; i++) {
        nh_expr_kind kind = nh_expr_kind_of(q->pool, walk->order[i]);
        has = kind == NH_EXPR_CALL || kind == NH_EXPR_IF || kind == NH_EXPR_SIGN || kind == NH_EXPR_MOD ||
              kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
    }
    nh_walk_end(walk);
    return has;
}

/* NOLINTBEGIN(misc-no-recursion): as deep as MOST_DEPTH says */

static bool is_thin(const nh_question *q, nh_expr e, int depth);

static bool are_thin(const nh_question *q, size_t count, const nh_expr *e, int depth) {
    for (size_t i = 0; i < count; i++)
        if (!is_thin(q, e[i], depth)) return false;
    return true;
}

static bool is_thin(const nh_question *q, nh_expr e, int depth) {
    if (has_pieces(q, e) || nh_expr_is_zero(q->pool, e) != NH_NO) return false;
    nh_domain domain = nh_expr_domain(q->pool, q->arena, 1, &e, NULL);
    nh_exprs kinks = kinks_of(q, e);
    if (kinks.count == 0 && has_connected_domain(q, &domain)) return true;
    return depth < MOST_DEPTH && are_thin(q, kinks.count, kinks.items, depth + 1) &&
           are_thin(q, domain.nonnegative_count, domain.nonnegative, depth + 1) && is_mostly_regular(q, e, &domain);
}

/* NOLINTEND(misc-no-recursion) */

bool nh_question_is_thin(const nh_question *q, nh_expr e) {
    return is_thin(q, nh_question_number(q, e), 0);
}

/* ---- bounds ---- */

bool nh_question_knows_all(const nh_ideal *set) {
    NH_ASSERT(set != NULL);
    return nh_ideal_contains(set, NH_EXPR_ONE) != NH_UNKNOWN;
}

static int smaller_of(int a, int b) {
    return a < b ? a : b;
}

/* The dimension of the ideal in this many variables, the first ones; all of them where it does not know it. */
static int dimension_of(const nh_question *q, const nh_exprs *equations, uint32_t all) {
    const nh_ideal *ideal =
        nh_ideal_make(q->pool, q->arena, (uint32_t)equations->count, equations->items, all, q->variables.items);
    bool is_known = ideal != NULL && nh_question_knows_all(ideal);
    return is_known ? smaller_of(nh_ideal_dimension(ideal), (int)all) : (int)all;
}

static int bound_of(const nh_question *q, const nh_exprs *equations, uint32_t all) {
    nh_exprs polynomials = {.arena = q->arena};
    int most = dimension_of(q, equations, all);
    if (most < (int)all) return most;
    for (size_t i = 0; i < equations->count && most == (int)all; i++)
        most -= nh_question_is_thin(q, equations->items[i]);
    for (size_t i = 0; i < equations->count; i++)
        if (degree_of(q, equations->items[i]).polynomial) nh_array_push(&polynomials, equations->items[i]);
    return smaller_of(most, dimension_of(q, &polynomials, all));
}

/* Of the equations of the set only: with sin(x) in other sets x counts twice. */
nh_extent nh_question_bound(const nh_question *q, const nh_ideal *set) {
    nh_exprs states = {.arena = q->arena}, positions = {.arena = q->arena};
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set, &basis), all = (uint32_t)q->variables.count;
    for (uint32_t i = 0; i < count; i++) {
        nh_array_push(&states, basis[i]);
        if (!nh_expr_depends_on(q->pool, basis[i], all - q->position_count, q->variables.items + q->position_count))
            nh_array_push(&positions, basis[i]);
    }
    NH_ASSERT(count == 0 || basis != NULL);
    return (nh_extent){smaller_of(bound_of(q, &states, all), (int)all - q->is_thin),
                       bound_of(q, &positions, q->position_count)};
}
