/* Forms of expressions: rows as they are solved, kinds, simplification within bounds. */
#include <string.h>

#include "algebra/simplify.h"
#include "analysis/explicit_private.h"
#include "analysis/kind.h"
#include "base/protect.h"
#include "expr/walk.h"

/* Operations beyond which nothing is simplified, and what that may cost. */
enum { SHORT = 600, SIMPLIFY_MOST = 500000 };

static bool has_root(const nh_pool *pool, nh_expr product) {
    const nh_expr *args = nh_expr_args(pool, product);
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2)
        if (nh_expr_has(pool, args[i], NH_HAS_VELOCITY) && !nh_rat_is_int(nh_expr_rational(pool, args[i + 1])))
            return true;
    return false;
}

/* How difficult e is beside its parts: RATIONAL, or what is worse. An absolute value is the root of a square. */
static nh_explicit_kind kind_of_step(const nh_pool *pool, nh_expr e) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SYMBOL:
        case NH_EXPR_SUM: return NH_EXPLICIT_RATIONAL;
        case NH_EXPR_PRODUCT: return has_root(pool, e) ? NH_EXPLICIT_RADICAL : NH_EXPLICIT_RATIONAL;
        case NH_EXPR_ABS: return NH_EXPLICIT_RADICAL;
        case NH_EXPR_IF:
        case NH_EXPR_SIGN:
        case NH_EXPR_MOD:
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return NH_EXPLICIT_PIECEWISE;
        default: return NH_EXPLICIT_TRANSCENDENTAL;
    }
}

/* The worst of all steps that have velocities in them. */
static nh_explicit_kind kind_of_steps(nh_pool *pool, nh_expr e) {
    nh_explicit_kind worst = NH_EXPLICIT_RATIONAL;
    if (!nh_expr_has(pool, e, NH_HAS_VELOCITY)) return worst;
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (!nh_expr_has(pool, walk->order[i], NH_HAS_VELOCITY)) continue;
        nh_explicit_kind now = kind_of_step(pool, walk->order[i]);
        if (now > worst) worst = now;
    }
    nh_walk_end(walk);
    return worst;
}

bool nh_explicit_has_roots(nh_pool *pool, nh_expr e) {
    return kind_of_steps(pool, e) > NH_EXPLICIT_RATIONAL;
}

nh_explicit_kind nh_explicit_kind_of(nh_pool *pool, nh_arena *work, nh_expr e) {
    nh_explicit_kind worst = kind_of_steps(pool, e);
    if (worst > NH_EXPLICIT_RATIONAL) return worst;
    nh_arena_mark here = nh_arena_mark_here(work);
    uint32_t count;
    const nh_expr *velocities = nh_kind_velocities(pool, work, e, &count);
    nh_degree degree = nh_expr_degree(pool, e, count, velocities);
    bool is_affine = degree.kind == NH_DEGREE_ZERO ||
                     (degree.polynomial && nh_rat_cmp(nh_pool_context(pool), degree.degree, nh_rat_int(1)) <= 0);
    nh_arena_release(work, here);
    return is_affine ? NH_EXPLICIT_LINEAR : NH_EXPLICIT_RATIONAL;
}

/* Whether e is by its form a polynomial in all its symbols. */
static bool is_polynomial(const nh_shapes *shapes, nh_expr e) {
    nh_arena_mark here = nh_arena_mark_here(shapes->work);
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(shapes->pool, shapes->work, 1, &e, &count);
    bool polynomial = nh_expr_degree(shapes->pool, e, count, symbols).polynomial;
    nh_arena_release(shapes->work, here);
    return polynomial;
}

typedef struct simplifying {
    nh_shapes *shapes;
    size_t count;
    nh_expr *e;
} simplifying;

static void simplify_inside(nh_context *context, void *argument) {
    simplifying *s = argument;
    nh_arena *arena = nh_arena_create(context);
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, s->count + 1);
    memcpy(e, s->e, s->count * sizeof *e);
    nh_expr_simplify_all(s->shapes->pool, arena, s->count, e);
    memcpy(s->e, e, s->count * sizeof *e);
    nh_arena_destroy(arena);
}

void nh_explicit_simplify(nh_shapes *shapes, size_t count, nh_expr *e) {
    simplifying s = {shapes, count, e};
    nh_budget budget = {.work = SIMPLIFY_MOST};
    if (count > 0 && nh_expr_operations(shapes->pool, count, e) <= SHORT * count)
        (void)nh_attempt(nh_pool_context(shapes->pool), &budget, simplify_inside, &s);
}

nh_expr nh_explicit_simplified(nh_shapes *shapes, nh_expr e) {
    nh_solved found = {.is_solved = true, .size = 1, .count = 1};
    if (nh_expr_operations(shapes->pool, 1, &e) > SHORT) return e;
    if (nh_shapes_find(shapes, e, 0, NULL, &found)) return found.e[0];
    found.e = NH_NEW(shapes->arena, nh_expr);
    found.e[0] = e;
    nh_explicit_simplify(shapes, 1, found.e);
    nh_shapes_keep(shapes, e, 0, NULL, &found);
    return found.e[0];
}

nh_expr nh_explicit_rate(nh_shapes *shapes, nh_model *model, uint32_t row) {
    nh_expr rate = nh_expr_expand_names(model->pool, nh_row_rate(model, &model->rows.items[row]));
    return is_polynomial(shapes, rate) ? rate : nh_explicit_simplified(shapes, rate);
}
