/* Functions without a body: f(u) = f(v) where u = v at all states that satisfy the given rows.
 *
 * To the ideal of the rows calls are variables of their own. Where it proves that the arguments of two calls of one
 * function are equal, the equation between the calls, which holds wherever the rows do, joins them: so f(x) = f(y)
 * follows from x = y, and f(f(x)) = f(f(y)) after that. */
#include "base/assert.h"
#include "base/protect.h"
#include "expr/walk.h"
#include "facts/implies/implication_private.h"
#include "facts/limits_private.h"

/* Of more calls nothing is concluded. */
enum { MOST_CALLS = 12 };

/* Two calls that may be equal. */
typedef struct call_pair {
    const nh_question *q;
    nh_expr one, other;
    bool is_equal;
} call_pair;

/* The calls in rows and conclusions, those in others first. */
static nh_exprs list_calls(const nh_question *q) {
    nh_exprs all = {.arena = q->arena}, calls = {.arena = q->arena};
    nh_array_append(&all, q->given.count, q->given.items);
    for (size_t i = 0; i < q->then.count; i++) nh_array_push(&all, q->then.items[i].residual);
    nh_walk *walk = nh_walk_begin(q->pool, all.count, all.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++)
        if (nh_expr_kind_of(q->pool, walk->order[i]) == NH_EXPR_CALL) nh_array_push(&calls, walk->order[i]);
    nh_walk_end(walk);
    return calls;
}

static nh_expr argument_of(const call_pair *pair, nh_expr call, uint32_t i) {
    return nh_expr_args(pair->q->pool, call)[i];
}

static void compare_arguments(void *argument) {
    call_pair *pair = argument;
    const nh_question *q = pair->q;
    uint32_t arity = nh_expr_arity(q->pool, pair->one);
    const nh_ideal *ideal = nh_question_ideal(q, q->arena, &q->given);
    if (ideal == NULL || nh_ideal_dimension(ideal) < 0) return;
    for (uint32_t i = 1; i < arity; i++) {
        nh_expr e = nh_expr_sub(q->pool, argument_of(pair, pair->one, i), argument_of(pair, pair->other, i));
        if (nh_ideal_vanishes(ideal, e) != NH_YES) return;
    }
    pair->is_equal = true;
}

static bool are_equal(const nh_question *q, nh_expr one, nh_expr other) {
    call_pair pair = {.q = q, .one = one, .other = other};
    bool is_one_function = nh_expr_arity(q->pool, one) == nh_expr_arity(q->pool, other) &&
                           argument_of(&pair, one, 0) == argument_of(&pair, other, 0);
    nh_budget budget = {.work = NH_WORK_MEETING};
    return is_one_function && nh_attempt(q->context, &budget, compare_arguments, &pair) == NH_OK && pair.is_equal;
}

void nh_question_add_calls(nh_question *q) {
    NH_ASSERT(q->given.count == q->is_rate.count);
    const nh_exprs calls = list_calls(q);
    if (calls.count > MOST_CALLS || q->given.count == 0) return;
    for (size_t i = 1; i < calls.count; i++)
        for (size_t k = 0; k < i; k++) {
            if (!are_equal(q, calls.items[i], calls.items[k])) continue;
            nh_array_push(&q->given, nh_expr_sub(q->pool, calls.items[i], calls.items[k]));
            nh_array_push(&q->is_rate, true); /* it says nothing of domains */
            break;
        }
}
