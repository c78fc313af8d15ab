/* Partial derivatives.
 *
 * What has to be found is a derivative of an expression by a symbol; each such pair needs pairs of smaller expressions
 * first. The pairs wait on an explicit stack. Results are remembered by the pool, so that none is found twice, in this
 * call or later; those that are not written out yet (late.c) by the call only.
 *
 * The second derivatives of an abbreviation F by x and y are one symbol whichever comes first: partial
 * derivatives of F are taken in the rising order of the symbols. So the derivative of F_y by x, for x before y,
 * is found as that of F_x by y. */
#include "expr/calculus/calculus.h"

#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/diff_private.h"

typedef struct task {
    nh_expr e, by;
    uint32_t next; /* argument to examine */
} task;

typedef NH_ARRAY(task) tasks;

typedef struct search {
    nh_pool *pool;
    tasks stack;
    nh_lates lates;
    nh_map open;           /* pair to derivative that is not written out */
    nh_late_slopes slopes; /* of the current expression */
} search;

static uint64_t key_of(nh_expr e, nh_expr by) {
    return (uint64_t)e << 32 | by;
}

void nh_expr_diff_remember(nh_pool *pool, nh_expr e, nh_expr by, nh_expr derivative) {
    nh_map_put(&pool->derivatives, key_of(e, by), derivative);
}

/* Whether the derivative is plain or remembered by the pool. What has no value has no derivative either. */
static bool is_known(const nh_pool *pool, nh_expr e, nh_expr by, nh_expr *derivative) {
    *derivative = e == by ? NH_EXPR_ONE : e == NH_EXPR_UNDEFINED ? NH_EXPR_UNDEFINED : NH_EXPR_ZERO;
    if (!nh_may_have(nh_node_of(pool, e)->flags, nh_kind_of_symbol(pool, by))) return true;
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role != NH_ROLE_ABBREVIATION)
        return true;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SYMBOL && nh_expr_arity(pool, e) == 0) return true;
    const uint64_t *found = nh_map_get(&pool->derivatives, key_of(e, by));
    if (found != NULL) *derivative = (nh_expr)*found;
    return found != NULL;
}

/* ---- abbreviations ---- */

/* The i-th of the symbols by which `symbol` differentiated by `by` is differentiated, in rising order. */
static nh_expr merged_symbol(const nh_symbol *symbol, nh_expr by, uint32_t i) {
    uint32_t before = 0;
    while (before < symbol->by_count && symbol->by[before] <= by) before++;
    return i < before ? symbol->by[i] : i == before ? by : symbol->by[i - 1];
}

/* The derivative of a partial derivative F_bc by a: step by step from F. False when a step,
 * *needed, is not known yet. */
static bool in_order(nh_pool *pool, nh_expr abbreviation, nh_expr by, task *needed, nh_expr *derivative) {
    nh_symbol symbol = *nh_expr_symbol_of(pool, abbreviation);
    *derivative = symbol.of;
    for (uint32_t i = 0; i <= symbol.by_count; i++) {
        *needed = (task){*derivative, merged_symbol(&symbol, by, i), 0};
        if (!is_known(pool, needed->e, needed->by, derivative)) return false;
    }
    return true;
}

static bool is_out_of_order(const nh_symbol *symbol, nh_expr by) {
    return symbol->by_count > 0 && by < symbol->by[symbol->by_count - 1];
}

/* ---- pairs ---- */

static bool is_found(const search *s, nh_expr e, nh_expr by) {
    nh_expr unused;
    return is_known(s->pool, e, by, &unused) || nh_map_get(&s->open, key_of(e, by)) != NULL;
}

static nh_late late_of(search *s, nh_expr e, nh_expr by) {
    nh_expr derivative;
    if (is_known(s->pool, e, by, &derivative)) return nh_late_of(&s->lates, derivative);
    const uint64_t *found = nh_map_get(&s->open, key_of(e, by));
    NH_ASSERT(found != NULL);
    return (nh_late)*found;
}

/* Writes the derivative of a pair that was found. */
static nh_expr value_of(search *s, nh_expr e, nh_expr by) {
    nh_expr derivative;
    if (is_known(s->pool, e, by, &derivative)) return derivative;
    derivative = nh_late_value(&s->lates, late_of(s, e, by));
    nh_expr_diff_remember(s->pool, e, by, derivative);
    return derivative;
}

static bool abbreviation_needs(const search *s, nh_expr e, nh_expr by, task *needed) {
    const nh_symbol *symbol = nh_expr_symbol_of(s->pool, e);
    nh_expr unused;
    if (is_out_of_order(symbol, by)) return !in_order(s->pool, e, by, needed, &unused);
    *needed = (task){symbol->definition, by, 0};
    return !is_found(s, needed->e, by);
}

/* Whether another pair has to be found before this one. */
static bool has_need(const search *s, task *t, task *needed) {
    if (nh_expr_kind_of(s->pool, t->e) == NH_EXPR_SYMBOL) return abbreviation_needs(s, t->e, t->by, needed);
    uint32_t arity = nh_expr_arity(s->pool, t->e);
    const nh_expr *args = nh_expr_args(s->pool, t->e);
    for (; t->next < arity; t->next++) {
        if (is_found(s, args[t->next], t->by)) continue;
        *needed = (task){args[t->next], t->by, 0};
        return true;
    }
    return false;
}

static nh_expr derive_abbreviation(search *s, nh_expr e, nh_expr by) {
    nh_symbol symbol = *nh_expr_symbol_of(s->pool, e);
    nh_expr derivative;
    task unused;
    if (!is_out_of_order(&symbol, by))
        return nh_expr_abbreviation_derivative(s->pool, e, by, value_of(s, symbol.definition, by));
    bool found = in_order(s->pool, e, by, &unused, &derivative);
    NH_ASSERT(found);
    return found ? derivative : NH_EXPR_UNDEFINED;
}

static nh_late derive_composed(search *s, nh_expr e, nh_expr by) {
    s->slopes.count = 0;
    uint32_t arity = nh_expr_arity(s->pool, e);
    nh_tick(s->pool->context, arity);
    for (uint32_t i = 0; i < arity; i++) {
        nh_late derivative = late_of(s, nh_expr_args(s->pool, e)[i], by);
        if (derivative != 0) nh_array_push(&s->slopes, ((nh_late_slope){i, derivative}));
    }
    return nh_late_derive(&s->lates, e, (uint32_t)s->slopes.count, s->slopes.items);
}

/* Finds the derivative of a pair that needs no other. */
static void find_derivative(search *s, nh_expr e, nh_expr by) {
    bool is_symbol = nh_expr_kind_of(s->pool, e) == NH_EXPR_SYMBOL;
    nh_late late = is_symbol ? 0 : derive_composed(s, e, by);
    if (is_symbol) nh_expr_diff_remember(s->pool, e, by, derive_abbreviation(s, e, by));
    else if (nh_late_has_value(&s->lates, late)) nh_expr_diff_remember(s->pool, e, by, nh_late_value(&s->lates, late));
    else nh_map_put(&s->open, key_of(e, by), late);
}

static nh_expr run_search(search *s, nh_expr e, nh_expr by) {
    nh_array_push(&s->stack, ((task){e, by, 0}));
    while (s->stack.count > 0) {
        task needed, *top = &s->stack.items[s->stack.count - 1];
        if (has_need(s, top, &needed)) {
            nh_array_push(&s->stack, needed);
            continue;
        }
        find_derivative(s, top->e, top->by);
        s->stack.count--;
    }
    return value_of(s, e, by);
}

nh_expr nh_expr_diff(nh_pool *pool, nh_expr e, nh_expr by) {
    NH_ASSERT(nh_expr_symbol_of(pool, by)->role != NH_ROLE_FUNCTION &&
              nh_expr_symbol_of(pool, by)->role != NH_ROLE_ABBREVIATION);
    nh_expr result;
    if (is_known(pool, e, by, &result)) return result;
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    search s = {.pool = pool, .lates = nh_lates_make(pool, scratch), .open = nh_map_make(scratch)};
    s.stack.arena = s.slopes.arena = scratch;
    result = run_search(&s, e, by);
    nh_arena_release(scratch, mark);
    return result;
}
