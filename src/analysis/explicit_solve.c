/* One block: linear in its velocities together, or one row that is a polynomial in one velocity.
 *
 * Two solutions u_1, u_2 are written as u = (u_1 + u_2)/2 + sign (u_1 - u_2)/2: for a quadratic row -b/(2a) + sign sqrt(D)/(2a), for an even power sign
 * times the root. Where clearing has squared the row, one of the two may not satisfy it: the sign of a state that does tells which. */
#include <string.h>

#include "algebra/solve.h"
#include "analysis/explicit_private.h"
#include "analysis/kind.h"
#include "base/array.h"
#include "base/protect.h"
#include "expr/walk.h"

/* Velocities beyond which a block is left implicit, and what solving one may cost. */
enum { BLOCK_MOST = 40 };
/* Velocities up to which each is tried as the last one of a block. */
enum { TRIED_MOST = 6 };
#define WORK_MOST 5000000
#define MEMORY_MOST ((size_t)1 << 28)

/* ---- solving ---- */

typedef struct solving {
    nh_shapes *shapes;
    uint32_t size;
    const nh_expr *rows, *velocities;
    nh_solved solved;
} solving;

/* Room for values, halves, which are 0 so far, and these conditions. */
static void make_room(solving *s, size_t count, const nh_expr *pivots) {
    s->solved = (nh_solved){true, s->size, s->size, 2 * s->size + (uint32_t)count, NULL};
    s->solved.e = NH_NEW_ARRAY(s->shapes->arena, nh_expr, (size_t)s->solved.count + 1);
    for (uint32_t i = 0; i < s->size; i++) s->solved.e[s->size + i] = NH_EXPR_ZERO;
    for (size_t i = 0; i < count; i++) s->solved.e[2 * s->size + i] = pivots[i];
}

static bool solve_linear(solving *s, const nh_expr *rows) {
    nh_linear_solution solution;
    nh_arena *work = s->shapes->work;
    if (nh_linear_solve_for(s->shapes->pool, work, s->size, rows, s->velocities, &solution) != NH_LINEAR_DONE)
        return false;
    make_room(s, solution.assumptions.count, solution.assumptions.nonzero);
    memcpy(s->solved.e, solution.x, s->size * sizeof *s->solved.e);
    nh_explicit_simplify(s->shapes, s->size, s->solved.e);
    return true;
}

static nh_expr simplified(const solving *s, nh_expr e) {
    nh_explicit_simplify(s->shapes, 1, &e);
    return e;
}

/* One velocity from one row: u = value + sign * half. */
typedef struct root {
    nh_expr value, half;
    nh_linear_assumptions assumptions;
} root;

static bool solve_polynomial(const solving *s, nh_expr row, nh_expr velocity, root *found) {
    nh_pool *pool = s->shapes->pool;
    nh_branches b;
    nh_expr cleared;
    if (nh_solve_polynomial(pool, s->shapes->work, row, velocity, &b) != NH_LINEAR_DONE) {
        if (!nh_kind_clear(pool, row, 1, &velocity, &cleared) || cleared == row) return false;
        if (nh_solve_polynomial(pool, s->shapes->work, cleared, velocity, &b) != NH_LINEAR_DONE) return false;
    }
    if (b.count != 1 && b.count != 2) return false;
    nh_expr first = b.branches[0].value, second = b.branches[b.count - 1].value;
    nh_rat half = nh_rat_make(1, 2);
    found->value = simplified(s, nh_expr_scale(pool, half, nh_expr_add(pool, first, second)));
    found->half = simplified(s, nh_expr_scale(pool, half, nh_expr_sub(pool, first, second)));
    found->assumptions = b.assumptions;
    nh_rat factor;
    (void)nh_expr_split(pool, found->half, &factor);
    if (nh_rat_sign(factor) < 0)
        found->half = nh_expr_neg(pool, found->half); /* the sign of the root, where that is seen */
    return true;
}

static bool solve_alone(solving *s) {
    root r;
    if (!solve_polynomial(s, s->rows[0], s->velocities[0], &r)) return false;
    make_room(s, r.assumptions.count, r.assumptions.nonzero);
    s->solved.e[0] = r.value;
    s->solved.e[1] = r.half;
    if (r.half != NH_EXPR_ZERO) s->solved.chooser = 0;
    return true;
}

/* ---- all rows but one are linear ---- */

static bool is_linear(const solving *s, nh_expr row) {
    if (nh_expr_jumps_with(s->shapes->pool, row, s->size, s->velocities)) return false;
    for (uint32_t i = 0; i < s->size; i++)
        if (nh_expr_depends_on(s->shapes->pool, nh_expr_diff(s->shapes->pool, row, s->velocities[i]), s->size,
                               s->velocities))
            return false;
    return true;
}

/* The linear rows for all velocities but `last`, which are then affine in that; these put into the other row. */
static bool solve_with_last(solving *s, const nh_expr *linear, nh_expr other, uint32_t last) {
    nh_pool *pool = s->shapes->pool;
    nh_arena *work = s->shapes->work;
    nh_expr *velocities = NH_NEW_ARRAY(work, nh_expr, s->size), u = s->velocities[last];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (i != last) velocities[count++] = s->velocities[i];
    nh_linear_solution l;
    root r;
    if (nh_linear_solve_for(pool, work, count, linear, velocities, &l) != NH_LINEAR_DONE) return false;
    if (!solve_polynomial(s, nh_expr_substitute(pool, other, count, velocities, l.x, false), u, &r)) return false;
    nh_expr_list pivots = {.arena = work};
    for (size_t i = 0; i < l.assumptions.count; i++) nh_array_push(&pivots, l.assumptions.nonzero[i]);
    for (size_t i = 0; i < r.assumptions.count; i++) nh_array_push(&pivots, r.assumptions.nonzero[i]);
    make_room(s, pivots.count, pivots.items);
    for (uint32_t i = 0, k = 0; i < s->size; i++) {
        nh_expr value = i == last ? u : l.x[k++];
        s->solved.e[i] = simplified(s, nh_expr_substitute(pool, value, 1, &u, &r.value, false));
        s->solved.e[s->size + i] = simplified(s, nh_expr_mul(pool, nh_expr_diff(pool, value, u), r.half));
    }
    if (r.half != NH_EXPR_ZERO) s->solved.chooser = last;
    return true;
}

/* Each of the velocities can be the last one. What is divided by vanishes somewhere: the fewer operations are in it, the better. */
static bool divides_by_less(const solving *s, const nh_solved *a, const nh_solved *b) {
    uint32_t from = 2 * s->size;
    return nh_expr_operations(s->shapes->pool, a->count - from, a->e + from) <
           nh_expr_operations(s->shapes->pool, b->count - from, b->e + from);
}

static bool solve_reduced(solving *s) {
    nh_expr *linear = NH_NEW_ARRAY(s->shapes->work, nh_expr, s->size), other = NH_EXPR_ZERO;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        if (is_linear(s, s->rows[i])) linear[count++] = s->rows[i];
        else other = s->rows[i];
    }
    if (count + 1 != s->size) return false;
    nh_solved best = {.is_solved = false};
    for (uint32_t last = s->size; last > 0; last--) {
        if (!solve_with_last(s, linear, other, last - 1)) continue;
        if (!best.is_solved || divides_by_less(s, &s->solved, &best)) best = s->solved;
        if (s->size > TRIED_MOST) break;
    }
    s->solved = best;
    return best.is_solved;
}

/* ---- in one of these ways ---- */

/* Linear with long coefficients. */
static bool solve_long(solving *s) {
    nh_arena *work = s->shapes->work;
    nh_expr_list pivots = {.arena = work};
    nh_expr *x = NH_NEW_ARRAY(work, nh_expr, s->size);
    for (uint32_t i = 0; i < s->size; i++)
        if (!is_linear(s, s->rows[i])) return false;
    if (!nh_explicit_solve_long(s->shapes->pool, work, s->size, s->rows, s->velocities, x, &pivots)) return false;
    make_room(s, pivots.count, pivots.items);
    memcpy(s->solved.e, x, s->size * sizeof *x);
    return true;
}

/* Rows without denominators, roots and absolute values of the velocities; false when there is nothing to clear, or it cannot be. */
static bool clear(const solving *s, nh_expr *rows) {
    bool changed = false;
    for (uint32_t i = 0; i < s->size; i++) {
        if (!nh_kind_clear(s->shapes->pool, s->rows[i], s->size, s->velocities, &rows[i])) return false;
        changed = changed || rows[i] != s->rows[i];
    }
    return changed;
}

static void solve_inside(nh_context *context, void *argument) {
    solving *s = argument;
    (void)context;
    if (solve_linear(s, s->rows)) return;
    if (s->size == 1) {
        (void)solve_alone(s);
        return;
    }
    nh_expr *cleared = NH_NEW_ARRAY(s->shapes->work, nh_expr, s->size);
    if (!solve_reduced(s) && clear(s, cleared)) (void)solve_linear(s, cleared);
}

static void solve_long_inside(nh_context *context, void *argument) {
    (void)context;
    (void)solve_long(argument);
}

/* ---- what is under a root ---- */

/* Adds what stands under a root in e and is not known. */
static void list_radicands(nh_pool *pool, nh_expr e, nh_map *known, nh_expr_list *list) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_PRODUCT) continue;
        for (uint32_t k = 0; k < nh_expr_arity(pool, walk->order[i]); k += 2) {
            const nh_expr *args = nh_expr_args(pool, walk->order[i]);
            bool is_new;
            if (nh_rat_is_int(nh_expr_rational(pool, args[k + 1])) || nh_expr_is_number(pool, args[k])) continue;
            *nh_map_slot(known, args[k], &is_new) = 1;
            if (is_new) nh_array_push(list, args[k]);
        }
    }
    nh_walk_end(walk);
}

/* The derivative of a root has no value where the root is zero. Roots that the row has itself are no matter of solving it. */
static void add_radicands(solving *s) {
    nh_shapes *shapes = s->shapes;
    nh_map known = nh_map_make(shapes->work);
    nh_expr_list list = {.arena = shapes->work};
    for (uint32_t i = 0; i < s->size; i++) list_radicands(shapes->pool, s->rows[i], &known, &list);
    list.count = 0;
    for (uint32_t i = 2 * s->size; i < s->solved.count; i++) nh_map_put(&known, s->solved.e[i], 1);
    for (uint32_t i = 0; i < 2 * s->size; i++) list_radicands(shapes->pool, s->solved.e[i], &known, &list);
    nh_expr *all = NH_NEW_ARRAY(shapes->arena, nh_expr, s->solved.count + list.count);
    memcpy(all, s->solved.e, s->solved.count * sizeof *all);
    for (size_t i = 0; i < list.count; i++) all[s->solved.count + i] = list.items[i];
    s->solved.e = all;
    s->solved.count += (uint32_t)list.count;
}

static bool is_undefined(const nh_solved *solved) {
    for (uint32_t i = 0; i < solved->count; i++)
        if (solved->e[i] == NH_EXPR_UNDEFINED) return true;
    return false;
}

nh_solved nh_explicit_solve(nh_shapes *shapes, uint32_t size, const nh_expr *rows, const nh_expr *velocities) {
    solving s = {.shapes = shapes, .size = size, .rows = rows, .velocities = velocities};
    if (size > BLOCK_MOST) return s.solved;
    nh_expr key = nh_shapes_key(shapes->pool, size, rows);
    if (nh_shapes_find(shapes, key, size, velocities, &s.solved)) return s.solved;
    nh_budget budget = {.work = WORK_MOST, .memory = MEMORY_MOST};
    nh_context *context = nh_pool_context(shapes->pool);
    if (nh_attempt(context, &budget, solve_inside, &s) != NH_OK) s.solved.is_solved = false;
    if (!s.solved.is_solved && nh_attempt(context, &budget, solve_long_inside, &s) != NH_OK) s.solved.is_solved = false;
    if (!s.solved.is_solved || is_undefined(&s.solved)) s.solved = (nh_solved){.is_solved = false};
    else add_radicands(&s);
    nh_shapes_keep(shapes, key, size, velocities, &s.solved);
    return s.solved;
}
