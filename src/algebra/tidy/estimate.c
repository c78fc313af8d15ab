/* How long a sum or product would be, multiplied out. */
#include "algebra/tidy/tidy_private.h"

#include "base/limits.h"

static uint32_t bounded_count(uint64_t x) {
    return x < NH_ESTIMATE_MOST ? (uint32_t)x : NH_ESTIMATE_MOST;
}

static bool find_estimate(const nh_tidier *t, nh_expr e, nh_estimate *result) {
    *result = (nh_estimate){1, 1};
    if (!nh_is_polynomial_node(t->pool, e)) return true;
    const uint64_t *known = nh_map_get(&t->estimates, e);
    if (known != NULL) *result = (nh_estimate){(uint32_t)(*known >> 32), (uint32_t)*known};
    return known != NULL;
}

static void of_sum(const nh_tidier *t, nh_expr e, nh_estimate *result) {
    const nh_expr *args = nh_expr_args(t->pool, e);
    uint64_t terms = args[0] != NH_EXPR_ZERO, work = 0;
    for (uint32_t i = 1; i < nh_expr_arity(t->pool, e); i += 2) {
        nh_estimate part;
        find_estimate(t, args[i], &part);
        terms += part.terms;
        work += part.work;
    }
    *result = (nh_estimate){bounded_count(terms), bounded_count(work + terms)};
}

/* An n-th power of k terms has at most (k + n - 1)! / (n! (k - 1)!) different ones. */
static uint64_t power_of(uint64_t terms, nh_pool *pool, nh_expr exponent) {
    int64_t n;
    uint64_t result = 1;
    if (!nh_expr_get_int(pool, exponent, &n) || n < 0 || terms == 1) return 1;
    for (uint64_t i = 1; i <= (uint64_t)n && result < NH_ESTIMATE_MOST; i++) result = result * (terms + i - 1) / i;
    return bounded_count(result);
}

static void of_product(const nh_tidier *t, nh_expr e, nh_estimate *result) {
    const nh_expr *args = nh_expr_args(t->pool, e);
    uint64_t terms = 1, work = 0;
    for (uint32_t i = 0; i < nh_expr_arity(t->pool, e); i += 2) {
        nh_estimate part;
        find_estimate(t, args[i], &part);
        terms = bounded_count(terms * power_of(part.terms, t->pool, args[i + 1]));
        work += part.work + terms;
    }
    *result = (nh_estimate){(uint32_t)terms, bounded_count(work)};
}

/* Puts the parts of e whose estimate is not known on the stack; whether there were any. */
static bool push_unknown(const nh_tidier *t, nh_expr e, nh_exprs *stack) {
    size_t before = stack->count;
    const nh_expr *args = nh_expr_args(t->pool, e);
    for (uint32_t i = nh_expr_kind_of(t->pool, e) == NH_EXPR_SUM; i < nh_expr_arity(t->pool, e); i += 2) {
        nh_estimate part;
        if (!find_estimate(t, args[i], &part)) nh_array_push(stack, args[i]);
    }
    nh_tick(nh_pool_context(t->pool), nh_expr_arity(t->pool, e));
    return stack->count > before;
}

nh_estimate nh_tidy_estimate(nh_tidier *t, nh_expr e) {
    nh_estimate result;
    if (find_estimate(t, e, &result)) return result;
    nh_arena *scratch = nh_scratch(nh_pool_context(t->pool));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_exprs stack = {.arena = scratch};
    nh_array_push(&stack, e);
    while (stack.count > 0) {
        nh_expr now = stack.items[stack.count - 1];
        if (push_unknown(t, now, &stack)) continue;
        stack.count--;
        if (nh_expr_kind_of(t->pool, now) == NH_EXPR_SUM) of_sum(t, now, &result);
        else of_product(t, now, &result);
        nh_map_put(&t->estimates, now, (uint64_t)result.terms << 32 | result.work);
    }
    nh_arena_release(scratch, mark);
    return result;
}
