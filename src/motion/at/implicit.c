/* Newton's method in balls: points first, until they do not move any more, then one step with a box
 * around the last point.
 *
 * For all b in the box, and a the point, the system (matrix - B(b)) x = force + push(a) - B(b) a + rows^T lambda is
 * solved at once, in balls. By the theorem of the mean value push(x) - push(a) = B (x - a) with some B of the box, so a
 * solution of the equations within the box is one of these x; and where all x lie inside the box there is one, and only
 * one. That takes a function without jumps: a condition on accelerations must be decided all over the box. */
#include "motion/at/implicit_private.h"

#include <math.h>

#include "base/array.h"
#include "base/assert.h"
#include "expr/walk.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/at/exact_system.h"
#include "num/guard.h"
#include "tape/ball_run.h"

/* Steps of the iteration; bits by which its last one, and the box, may be wider than rounding. */
enum { MOST_STEPS = 40, SLACK_BITS = 12 };

struct nh_implicit {
    const nh_equations *equations;
    const nh_tape *coefficients;
    size_t size;         /* of the point: accelerations, and then multipliers */
    nh_tape *conditions; /* of t, q, q', extras, accelerations: what may not change its sign; NULL: nothing */
    bool has_steps;      /* mod or atan2 of accelerations: nothing is proved */
};

/* What contains the accelerations: forces of the transposition matrix, or rows. */
static nh_exprs list_curved(nh_arena *arena, const nh_equations *e) {
    nh_exprs list = {.arena = arena};
    for (uint32_t i = 0; e->push != NULL && i < e->count; i++) nh_array_push(&list, e->push[i]);
    for (uint32_t j = 0; e->is_in_multipliers && j < e->rows; j++)
        if (e->model->rows.items[e->row[j]].is_curved) nh_array_push(&list, e->model->rows.items[e->row[j]].curved);
    return list;
}

nh_implicit *nh_implicit_make(nh_arena *arena, const nh_equations *equations, const nh_tape *coefficients) {
    NH_ASSERT(equations->is_implicit && equations->omegas % 2 == 0);
    nh_pool *pool = equations->model->pool;
    nh_implicit *x = NH_NEW(arena, nh_implicit);
    *x = (nh_implicit){.equations = equations, .coefficients = coefficients, .size = equations->omegas / 2};
    NH_ASSERT(x->size == equations->count + (equations->is_in_multipliers ? equations->rows : 0));
    nh_exprs found = {.arena = arena}, curved = list_curved(arena, equations);
    nh_walk *walk = nh_walk_begin(pool, curved.count, curved.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr e = walk->order[i];
        nh_expr_kind kind = nh_expr_kind_of(pool, e);
        if (!nh_expr_has(pool, e, NH_HAS_ACCELERATION)) continue;
        x->has_steps |= kind == NH_EXPR_MOD || kind == NH_EXPR_ATAN2;
        nh_expr condition = kind == NH_EXPR_IF || kind == NH_EXPR_SIGN ? nh_expr_args(pool, e)[0] : NH_EXPR_ZERO;
        if (nh_expr_has(pool, condition, NH_HAS_ACCELERATION)) nh_array_push(&found, condition);
    }
    nh_walk_end(walk);
    if (found.count == 0) return x;
    nh_tape_def def = nh_dynamics_tape_def(arena, equations, true, found.count, found.items);
    x->conditions = nh_tape_make(arena, pool, &def);
    return x;
}

/* One linear system; computed: its point and its box. */
static bool solve_linear(const nh_implicit *x, const nh_ball *parameters, nh_ball *inputs, uint32_t rank,
                         const uint32_t *used, nh_ball *found, int prec) {
    size_t count = nh_tape_outputs(x->coefficients), rows = (size_t)x->equations->rows + 1;
    nh_ball *outputs = nh_balls_new(count), *lambda = nh_balls_new(rows);
    bool is_good = true;
    nh_tape_run_balls(x->coefficients, parameters, inputs, outputs, prec);
    for (size_t i = 0; i < count; i++) is_good = is_good && nh_ball_is_finite(&outputs[i]);
    nh_exact_system system = nh_exact_system_of(x->equations, outputs, rank, used);
    system.is_of_used = x->equations->is_in_multipliers;
    is_good = is_good && nh_exact_system_solve(&system, found, lambda, prec);
    size_t n = x->equations->count, point = 1 + 2 * n + x->equations->extras;
    for (size_t i = n; i < x->size && is_good; i++) nh_ball_set(&found[i], &lambda[i - n]);
    for (size_t i = 0; i < x->size && is_good && x->equations->is_in_multipliers; i++) /* they are corrections */
        nh_ball_add(&found[i], &found[i], &inputs[point + i], prec);
    nh_balls_free(lambda, rows);
    nh_balls_free(outputs, count);
    return is_good;
}

/* Moves the point to the middle of what was found; true when that is no move any more. */
static bool move_point(size_t n, nh_ball *point, const nh_ball *found, int prec) {
    NH_ASSERT(nh_guard_inside());
    bool is_there = true;
    nh_ball *move = nh_balls_new(2);
    for (size_t i = 0; i < n; i++) {
        nh_ball_middle(&move[0], &found[i]);
        nh_ball_sub(&move[1], &move[0], &point[i], prec);
        double size = 1 + fabs(nh_ball_double(&move[0]));
        is_there &= fabs(nh_ball_double(&move[1])) <= ldexp(size, SLACK_BITS - prec);
        nh_ball_set(&point[i], &move[0]);
        nh_ball_set(&point[n + i], &move[0]);
    }
    nh_balls_free(move, 2);
    return is_there;
}

/* The box: so much around the point that a step stays inside. */
static void set_box(size_t n, nh_ball *computed, const nh_ball *found, int prec) {
    NH_ASSERT(nh_guard_inside() && computed != found);
    nh_ball *ends = nh_balls_new(3);
    for (size_t i = 0; i < n; i++) {
        double size = 1 + fabs(nh_ball_double(&computed[i])), radius = nh_ball_radius(&found[i]);
        nh_ball_set_double(&ends[2], 16 * radius + ldexp(size, 2 * SLACK_BITS - prec));
        nh_ball_sub(&ends[0], &computed[i], &ends[2], prec);
        nh_ball_add(&ends[1], &computed[i], &ends[2], prec);
        nh_ball_set_interval(&computed[n + i], &ends[0], &ends[1], prec);
    }
    nh_balls_free(ends, 3);
}

/* Whether no condition on accelerations changes over the box. */
static bool has_no_jump(const nh_implicit *x, const nh_ball *parameters, const nh_ball *inputs, const nh_ball *box,
                        int prec) {
    if (x->has_steps || x->conditions == NULL) return !x->has_steps;
    size_t given = 1 + 2 * (size_t)x->equations->count + x->equations->extras, n = x->equations->count;
    size_t count = nh_tape_outputs(x->conditions);
    nh_ball *all = nh_balls_new(given + n), *values = nh_balls_new(count);
    bool is_decided = true;
    for (size_t i = 0; i < given; i++) nh_ball_set(&all[i], &inputs[i]);
    for (size_t i = 0; i < n; i++) nh_ball_set(&all[given + i], &box[i]);
    nh_tape_run_balls(x->conditions, parameters, all, values, prec);
    for (size_t i = 0; i < count && is_decided; i++)
        is_decided = nh_ball_is_finite(&values[i]) && nh_ball_is_zero(&values[i]) == NH_NO;
    nh_balls_free(values, count);
    nh_balls_free(all, given + n);
    return is_decided;
}

bool nh_implicit_balls(const nh_implicit *implicit, const nh_ball *parameters, const nh_ball *inputs,
                       const double *near, uint32_t rank, const uint32_t *used, nh_ball *computed, int prec) {
    NH_ASSERT(nh_guard_inside() && rank <= implicit->equations->rows);
    const nh_implicit *x = implicit;
    size_t n = x->size, given = 1 + 2 * (size_t)x->equations->count + x->equations->extras;
    nh_ball *all = nh_balls_new(given + 2 * n), *point = all + given, *found = nh_balls_new(n);
    bool is_there = false, is_good = true;
    for (size_t i = 0; i < given; i++) nh_ball_set(&all[i], &inputs[i]);
    for (size_t i = 0; i < 2 * n; i++) nh_ball_set_double(&point[i], near[i % n]);
    for (int step = 0; step < MOST_STEPS && is_good && !is_there; step++) {
        nh_guard_poll();
        is_good = solve_linear(x, parameters, all, rank, used, found, prec);
        is_there = is_good && move_point(n, point, found, prec);
    }
    bool is_proved = false;
    if (is_good && is_there) {
        set_box(n, point, found, prec);
        is_proved = has_no_jump(x, parameters, inputs, point + n, prec) &&
                    solve_linear(x, parameters, all, rank, used, found, prec);
        for (size_t i = 0; i < n && is_proved; i++) is_proved = nh_ball_contains(&point[n + i], &found[i]);
    }
    for (size_t i = 0; i < 2 * n; i++) nh_ball_set(&computed[i], &point[i]);
    nh_balls_free(found, n);
    nh_balls_free(all, given + 2 * n);
    return is_proved;
}
