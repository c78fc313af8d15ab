/* Derivatives that are written out late; see diff_private.h. */
#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/diff_private.h"
#include "expr/pool_private.h"

static nh_late add(nh_lates *lates, nh_late_entry entry) {
    if (lates->entries.count >= UINT32_MAX) nh_raise(lates->pool->context, NH_E_LIMIT);
    nh_array_push(&lates->entries, entry);
    return (nh_late)(lates->entries.count - 1);
}

nh_lates nh_lates_make(nh_pool *pool, nh_arena *arena) {
    nh_lates lates = {.pool = pool, .entries.arena = arena};
    add(&lates, (nh_late_entry){.value = NH_EXPR_ZERO});
    return lates;
}

nh_late nh_late_of(nh_lates *lates, nh_expr value) {
    return value == NH_EXPR_ZERO ? 0 : add(lates, (nh_late_entry){.value = value});
}

bool nh_late_has_value(const nh_lates *lates, nh_late late) {
    return lates->entries.items[late].value != NH_LATE_OPEN;
}

nh_expr nh_late_value(nh_lates *lates, nh_late late) {
    if (nh_late_has_value(lates, late)) return lates->entries.items[late].value;
    nh_arena *scratch = nh_scratch(lates->pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_exprs factors = {.arena = scratch};
    nh_late at = late;
    for (; !nh_late_has_value(lates, at); at = lates->entries.items[at].rest)
        nh_array_push(&factors, lates->entries.items[at].factor);
    nh_array_push(&factors, lates->entries.items[at].value);
    nh_tick(lates->pool->context, factors.count);
    nh_expr value = nh_expr_product(lates->pool, factors.count, factors.items);
    lates->entries.items[late].value = value;
    nh_arena_release(scratch, mark);
    return value;
}

static nh_expr derive_now(nh_lates *lates, nh_expr e, uint32_t count, const nh_late_slope *late) {
    nh_arena *scratch = nh_scratch(lates->pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_slope *slopes = NH_NEW_ARRAY(scratch, nh_slope, count);
    for (uint32_t i = 0; i < count; i++) slopes[i] = (nh_slope){late[i].at, nh_late_value(lates, late[i].derivative)};
    nh_expr value = nh_expr_chain_rule(lates->pool, e, count, slopes);
    nh_arena_release(scratch, mark);
    return value;
}

nh_late nh_late_derive(nh_lates *lates, nh_expr e, uint32_t count, const nh_late_slope *slopes) {
    nh_expr factor;
    if (count == 0) return 0;
    if (count > 1 || !nh_expr_chain_factor(lates->pool, e, slopes[0].at, &factor))
        return nh_late_of(lates, derive_now(lates, e, count, slopes));
    NH_ASSERT(slopes[0].derivative != 0);
    if (factor == NH_EXPR_ZERO || factor == NH_EXPR_ONE) return factor == NH_EXPR_ZERO ? 0 : slopes[0].derivative;
    return add(lates, (nh_late_entry){NH_LATE_OPEN, factor, slopes[0].derivative});
}
