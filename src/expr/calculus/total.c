/* The total derivative by time.
 *
 * One pass, arguments first. An abbreviation F is not looked into: its derivative is the sum of F_s s' over the symbols
 * s that it depends on, where the F_s are its partial derivatives, so that what is printed keeps the names. */
#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/calculus/diff_private.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

/* s' for a symbol that is no abbreviation. */
static nh_expr rate_of(nh_pool *pool, nh_expr symbol) {
    switch (nh_expr_symbol_of(pool, symbol)->role) {
        case NH_ROLE_COORDINATE:
        case NH_ROLE_MULTIPLIER:
        case NH_ROLE_QUASI: return nh_expr_dot(pool, symbol);
        case NH_ROLE_TIME: return NH_EXPR_ONE;
        default: return NH_EXPR_ZERO;
    }
}

static bool is_abbreviation(const nh_pool *pool, nh_expr e) {
    return nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role == NH_ROLE_ABBREVIATION;
}

/* The total derivatives of the abbreviations among the symbols in the walk, into rates. */
static void enter_abbreviations(nh_walk *walk, nh_lates *lates, nh_late *rates) {
    nh_pool *pool = walk->pool;
    uint32_t count = 0;
    while (count < walk->count && !is_abbreviation(pool, walk->order[count])) count++;
    if (count == walk->count) return;
    nh_arena *own = nh_arena_create(pool->context);
    nh_exprs names = {.arena = own}, moving = {.arena = own}, terms = {.arena = own};
    for (uint32_t i = 0; i < walk->count; i++)
        if (is_abbreviation(pool, walk->order[i])) nh_array_push(&names, walk->order[i]);
    nh_expr *symbols = nh_expr_symbols(pool, own, names.count, names.items, &count);
    for (uint32_t i = 0; i < count; i++)
        if (rate_of(pool, symbols[i]) != NH_EXPR_ZERO) nh_array_push(&moving, symbols[i]);
    nh_expr_matrix m =
        nh_expr_jacobian(pool, own, (uint32_t)names.count, names.items, (uint32_t)moving.count, moving.items);
    for (uint32_t i = 0; i < m.rows; i++) {
        terms.count = 0;
        NH_ASSERT(names.items != NULL && (m.start[i] == m.start[i + 1] || moving.items != NULL));
        for (uint32_t k = m.start[i]; k < m.start[i + 1]; k++)
            nh_array_push(&terms, nh_expr_mul(pool, m.entry[k], rate_of(pool, moving.items[m.column[k]])));
        rates[nh_walk_place(walk, names.items[i])] = nh_late_of(lates, nh_expr_sum(pool, terms.count, terms.items));
    }
    nh_arena_destroy(own);
}

static nh_late rate_of_composed(const nh_walk *walk, nh_expr e, const nh_late *rates, nh_lates *lates,
                                nh_late_slopes *slopes) {
    const nh_expr *args = nh_expr_args(walk->pool, e);
    uint32_t arity = nh_expr_arity(walk->pool, e);
    slopes->count = 0;
    for (uint32_t i = 0; i < arity; i++) {
        nh_late rate = rates[nh_walk_place(walk, args[i])];
        if (rate != 0) nh_array_push(slopes, ((nh_late_slope){i, rate}));
    }
    return nh_late_derive(lates, e, (uint32_t)slopes->count, slopes->items);
}

nh_expr nh_expr_total_derivative(nh_pool *pool, nh_expr e) {
    if (nh_expr_is_number(pool, e)) return NH_EXPR_ZERO;
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && !is_abbreviation(pool, e)) return rate_of(pool, e);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_late *rates = NH_NEW_ARRAY(scratch, nh_late, walk->count);
    nh_lates lates = nh_lates_make(pool, scratch);
    nh_late_slopes slopes = {.arena = scratch};
    enter_abbreviations(walk, &lates, rates);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr at = walk->order[i];
        nh_tick(pool->context, nh_expr_arity(pool, at));
        if (is_abbreviation(pool, at)) continue;
        if (at == NH_EXPR_UNDEFINED) rates[i] = nh_late_of(&lates, NH_EXPR_UNDEFINED);
        else if (nh_expr_kind_of(pool, at) == NH_EXPR_SYMBOL) rates[i] = nh_late_of(&lates, rate_of(pool, at));
        else rates[i] = rate_of_composed(walk, at, rates, &lates, &slopes);
    }
    nh_expr result = nh_late_value(&lates, rates[nh_walk_place(walk, e)]);
    nh_walk_end(walk);
    return result;
}
