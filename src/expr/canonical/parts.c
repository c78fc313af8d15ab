/* Terms and factors on their way into the canonical order. */
#include <stdlib.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/pool_private.h"

/* The canonical order: by structural hash; two different expressions of one hash by their numbers. */
static int compare_parts(const void *left, const void *right) {
    const nh_part *a = left, *b = right;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->t > b->t) - (a->t < b->t);
}

enum { FEW = 12, FEW_ARGS = 40 };

static void sort_few(nh_part *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        nh_part part = items[i];
        size_t at = i;
        for (; at > 0 && compare_parts(&items[at - 1], &part) > 0; at--) items[at] = items[at - 1];
        items[at] = part;
    }
}

static bool is_sorted(const nh_parts *parts) {
    for (size_t i = 1; i < parts->count; i++)
        if (compare_parts(&parts->items[i - 1], &parts->items[i]) > 0) return false;
    return true;
}

/* Whether there is nothing to do, as where the parts are those of one expression. */
static bool is_merged(const nh_parts *parts) {
    for (size_t i = 0; i < parts->count; i++) {
        const nh_part *part = &parts->items[i];
        if (nh_rat_is_zero(part->c) || (i > 0 && compare_parts(part - 1, part) >= 0)) return false;
    }
    return true;
}

void nh_parts_merge(nh_pool *pool, nh_parts *parts) {
    if (is_merged(parts)) return;
    if (parts->count <= FEW) sort_few(parts->items, parts->count);
    else if (!is_sorted(parts)) qsort(parts->items, parts->count, sizeof *parts->items, compare_parts);
    size_t kept = 0;
    for (size_t i = 0; i < parts->count;) {
        nh_part merged = parts->items[i++];
        for (; i < parts->count && parts->items[i].t == merged.t; i++)
            merged.c = nh_plus(pool->scratch, merged.c, parts->items[i].c);
        if (!nh_rat_is_zero(merged.c)) parts->items[kept++] = merged;
    }
    parts->count = kept;
}

void nh_parts_merge_factors(nh_pool *pool, nh_parts *parts) {
    nh_parts_merge(pool, parts);
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].c.den == 0) nh_refuse_exponent(pool);
}

static nh_expr cons_parts(nh_pool *pool, nh_expr_kind kind, const nh_expr *first, const nh_parts *parts, uint8_t flags,
                          nh_expr *args) {
    uint32_t count = 0;
    if (first != NULL) args[count++] = *first;
    for (size_t i = 0; i < parts->count; i++) {
        args[count++] = parts->items[i].t;
        args[count++] = nh_expr_number(pool, parts->items[i].c);
    }
    return nh_pool_cons(pool, kind, count, args, flags);
}

nh_expr nh_parts_cons(nh_pool *pool, nh_expr_kind kind, const nh_expr *first, const nh_parts *parts, uint8_t flags) {
    nh_expr few[FEW_ARGS];
    if (parts->count > UINT32_MAX / 4) nh_raise(pool->context, NH_E_LIMIT);
    size_t count = 1 + 2 * parts->count;
    if (count <= FEW_ARGS) return cons_parts(pool, kind, first, parts, flags, few);
    nh_arena_mark mark = nh_arena_mark_here(pool->scratch);
    nh_expr *many = NH_NEW_ARRAY(pool->scratch, nh_expr, count);
    nh_expr e = cons_parts(pool, kind, first, parts, flags, many);
    nh_arena_release(pool->scratch, mark);
    return e;
}
