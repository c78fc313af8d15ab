/* Derivatives that are written out late; see diff_private.h. */
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/diff_private.h"

static nh_late add_late(nh_lates *lates, nh_late_entry entry) {
    if (lates->entries.count >= UINT32_MAX) nh_raise(lates->pool->context, NH_E_LIMIT);
    nh_array_push(&lates->entries, entry);
    return (nh_late)(lates->entries.count - 1);
}

nh_lates nh_lates_make(nh_pool *pool, nh_arena *arena) {
    nh_lates lates = {.pool = pool, .entries.arena = arena};
    add_late(&lates, (nh_late_entry){.value = NH_EXPR_ZERO, .coefficient = nh_rat_int(1)});
    return lates;
}

nh_late nh_late_of(nh_lates *lates, nh_expr value) {
    return value == NH_EXPR_ZERO ? 0 : add_late(lates, (nh_late_entry){.value = value, .coefficient = nh_rat_int(1)});
}

bool nh_late_has_value(const nh_lates *lates, nh_late late) {
    return lates->entries.items[late].value != NH_LATE_OPEN;
}

static bool enter_factor(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_late_entry entry) {
    if (entry.value != NH_LATE_OPEN) {
        *coefficient = nh_times(pool->scratch, *coefficient, entry.coefficient);
        return nh_parts_enter_factor(pool, parts, coefficient, entry.value);
    }
    if (entry.at == NH_LATE_FACTOR) return nh_parts_enter_factor(pool, parts, coefficient, entry.factor);
    nh_parts_enter_lowered(pool, parts, coefficient, entry.factor, entry.at);
    return true;
}

/* The product of the factors, with its coefficient outside. */
static nh_expr multiply_factors(nh_lates *lates, nh_late late, nh_rat *coefficient) {
    nh_pool *pool = lates->pool;
    nh_parts parts = {.arena = pool->scratch};
    nh_array_reserve(&parts, 16);
    bool defined = enter_factor(pool, &parts, coefficient, lates->entries.items[late]);
    while (!nh_late_has_value(lates, late)) {
        late = lates->entries.items[late].rest;
        defined = enter_factor(pool, &parts, coefficient, lates->entries.items[late]) && defined;
        nh_tick(pool->context, 1);
    }
    return defined ? nh_expr_product_beside(pool, coefficient, &parts) : NH_EXPR_UNDEFINED;
}

/* Writes it out, with the coefficient outside. */
static nh_late_entry written_entry(nh_lates *lates, nh_late late) {
    if (nh_late_has_value(lates, late)) return lates->entries.items[late];
    nh_pool *pool = lates->pool;
    nh_arena_mark mark = nh_arena_mark_here(pool->scratch);
    nh_rat coefficient = nh_rat_int(1);
    nh_expr value = multiply_factors(lates, late, &coefficient);
    if (!nh_rat_is_small(coefficient)) { /* its digits go with the scratch memory */
        value = nh_expr_scale(pool, coefficient, value);
        coefficient = nh_rat_int(1);
    }
    nh_arena_release(pool->scratch, mark);
    return lates->entries.items[late] = (nh_late_entry){.value = value, .coefficient = coefficient};
}

nh_expr nh_late_value(nh_lates *lates, nh_late late) {
    nh_late_entry entry = written_entry(lates, late);
    return nh_expr_scale(lates->pool, entry.coefficient, entry.value);
}

enum { FEW = 16 };

static nh_expr derive_now(nh_lates *lates, nh_expr e, uint32_t count, const nh_late_slope *late) {
    nh_arena *scratch = lates->pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_slope few[FEW], *slopes = count <= FEW ? few : NH_NEW_ARRAY(scratch, nh_slope, count);
    for (uint32_t i = 0; i < count; i++) {
        nh_late_entry entry = written_entry(lates, late[i].derivative);
        slopes[i] = (nh_slope){late[i].at, entry.value, entry.coefficient};
    }
    nh_expr value = nh_expr_chain_rule(lates->pool, e, count, slopes);
    nh_arena_release(scratch, mark);
    return value;
}

static nh_late_entry open_entry(nh_expr factor, uint32_t at, nh_late rest) {
    return (nh_late_entry){.value = NH_LATE_OPEN, .factor = factor, .at = at, .rest = rest};
}

nh_late nh_late_derive(nh_lates *lates, nh_expr e, uint32_t count, const nh_late_slope *slopes) {
    nh_expr factor;
    if (count == 0) return 0;
    if (count == 1 && nh_node_of(lates->pool, e)->kind == NH_EXPR_PRODUCT)
        return add_late(lates, open_entry(e, slopes[0].at, slopes[0].derivative));
    if (count > 1 || !nh_expr_chain_factor(lates->pool, e, slopes[0].at, &factor))
        return nh_late_of(lates, derive_now(lates, e, count, slopes));
    NH_ASSERT(slopes[0].derivative != 0);
    if (factor == NH_EXPR_ZERO || factor == NH_EXPR_ONE) return factor == NH_EXPR_ZERO ? 0 : slopes[0].derivative;
    return add_late(lates, open_entry(factor, NH_LATE_FACTOR, slopes[0].derivative));
}
