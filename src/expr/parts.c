/* Terms and factors on their way into the canonical order. */
#include <stdlib.h>

#include "base/assert.h"
#include "expr/pool_private.h"

void nh_parts_push(nh_pool *pool, nh_parts *parts, nh_expr t, nh_rat c) {
    nh_part part = {nh_expr_hash(pool, t), t, c};
    nh_array_push(parts, part);
}

/* The canonical order: by structural hash; two different expressions of one hash by their numbers. */
static int compare(const void *left, const void *right) {
    const nh_part *a = left, *b = right;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->t > b->t) - (a->t < b->t);
}

enum { FEW = 12 };

static void sort_few(nh_part *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        nh_part part = items[i];
        size_t at = i;
        for (; at > 0 && compare(&items[at - 1], &part) > 0; at--) items[at] = items[at - 1];
        items[at] = part;
    }
}

static bool is_sorted(const nh_parts *parts) {
    for (size_t i = 1; i < parts->count; i++)
        if (compare(&parts->items[i - 1], &parts->items[i]) > 0) return false;
    return true;
}

void nh_parts_merge(nh_pool *pool, nh_parts *parts) {
    if (parts->count <= FEW) sort_few(parts->items, parts->count);
    else if (!is_sorted(parts)) qsort(parts->items, parts->count, sizeof *parts->items, compare);
    nh_arena *scratch = nh_scratch(pool->context);
    size_t kept = 0;
    for (size_t i = 0; i < parts->count;) {
        nh_part merged = parts->items[i++];
        for (; i < parts->count && parts->items[i].t == merged.t; i++)
            merged.c = nh_rat_add(scratch, merged.c, parts->items[i].c);
        if (!nh_rat_is_zero(merged.c)) parts->items[kept++] = merged;
    }
    parts->count = kept;
}

void nh_parts_merge_factors(nh_pool *pool, nh_parts *parts) {
    nh_parts_merge(pool, parts);
    for (size_t i = 0; i < parts->count; i++)
        if (!nh_rat_is_small(parts->items[i].c)) nh_refuse_exponent(pool);
}

nh_expr *nh_parts_args(nh_pool *pool, const nh_parts *parts, uint32_t room) {
    nh_expr *args = NH_NEW_ARRAY(nh_scratch(pool->context), nh_expr, room + 2 * parts->count);
    for (size_t i = 0; i < parts->count; i++) {
        args[room + 2 * i] = parts->items[i].t;
        args[room + 2 * i + 1] = nh_expr_number(pool, parts->items[i].c);
    }
    return args;
}
