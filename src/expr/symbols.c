/* Which symbols expressions contain. */
#include <stdlib.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

static int compare_symbols(const void *left, const void *right) {
    nh_expr a = *(const nh_expr *)left, b = *(const nh_expr *)right;
    return (a > b) - (a < b);
}

/* The symbols that the walk reaches, rising. In one that looks into abbreviations these are not listed themselves. */
static nh_expr *list_symbols(nh_arena *arena, const nh_walk *walk, nh_walk_mode mode, uint32_t *count) {
    nh_pool *pool = walk->pool;
    nh_exprs symbols = {.arena = arena};
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr e = walk->order[i];
        if (nh_expr_kind_of(pool, e) != NH_EXPR_SYMBOL) continue;
        if (mode == NH_WALK_PLAIN || nh_expr_symbol_of(pool, e)->role != NH_ROLE_ABBREVIATION)
            nh_array_push(&symbols, e);
    }
    if (symbols.count > 0) qsort(symbols.items, symbols.count, sizeof *symbols.items, compare_symbols);
    *count = (uint32_t)symbols.count;
    return symbols.items;
}

static nh_expr *symbols_by(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, nh_walk_mode mode,
                           uint32_t *count) {
    NH_ASSERT(arena != nh_scratch(pool->context)); /* the walk ends with it */
    nh_walk *walk = nh_walk_begin(pool, size, e, mode);
    nh_expr *symbols = list_symbols(arena, walk, mode, count);
    nh_walk_end(walk);
    return symbols;
}

nh_expr *nh_expr_symbols(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count) {
    return symbols_by(pool, arena, size, e, NH_WALK_DEFINITIONS, count);
}

nh_expr *nh_expr_names(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count) {
    return symbols_by(pool, arena, size, e, NH_WALK_PLAIN, count);
}

bool nh_expr_depends_on(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols) {
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_DEFINITIONS);
    bool depends = false;
    for (uint32_t i = 0; i < count && !depends; i++) depends = nh_walk_has(walk, symbols[i]);
    nh_walk_end(walk);
    return depends;
}

bool nh_expr_has_only(nh_pool *pool, nh_arena *arena, const nh_map *known, size_t size, const nh_expr *e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(pool, arena, size, e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (nh_map_get(known, symbols[i]) == NULL) return false;
    for (size_t i = 0; i < size; i++)
        if (e[i] == NH_EXPR_UNDEFINED) return false;
    return true;
}
