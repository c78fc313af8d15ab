/* Members of a family are solved once: what differs from an earlier one in its symbols only has the same solution with these symbols. So systems of
 * many equal parts cost one solution and as many substitutions. */
#include <string.h>

#include "analysis/explicit_private.h"
#include "expr/inspect.h"

/* Something that was solved. */
typedef struct shape {
    nh_expr key;
    uint32_t count; /* symbols, rising */
    nh_expr *symbols;
    uint32_t marked;
    uint32_t *mark; /* marked: which of the symbols */
    nh_solved solved;
    struct shape *next;
} shape;

nh_shapes nh_shapes_make(nh_pool *pool, nh_arena *arena, nh_arena *work) {
    return (nh_shapes){pool, arena, work, nh_map_make(arena)};
}

nh_expr nh_shapes_key(nh_pool *pool, uint32_t count, const nh_expr *e) {
    nh_name name = nh_name_of_text(nh_pool_context(pool), "#block");
    return count == 1 ? e[0] : nh_expr_call(pool, nh_expr_function(pool, name, count), count, e);
}

/* Which of the symbols it is; their number when it is none of them. */
static uint32_t rank_of(uint32_t count, const nh_expr *symbols, nh_expr symbol) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (symbols[middle] < symbol) low = middle + 1;
        else high = middle;
    }
    return low < count && symbols[low] == symbol ? low : count;
}

static bool has_marks(const shape *s, uint32_t symbol_count, const nh_expr *symbols, uint32_t count,
                      const nh_expr *marked) {
    if (s->count != symbol_count || s->marked != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (rank_of(symbol_count, symbols, marked[i]) != s->mark[i]) return false;
    return true;
}

static shape *first_of(const nh_shapes *shapes, uint64_t hash) {
    const uint64_t *place = nh_map_get(&shapes->chains, hash);
    return place != NULL ? (shape *)(uintptr_t)*place : NULL;
}

static void rename_all(nh_shapes *shapes, const shape *s, const nh_expr *symbols, nh_solved *found) {
    *found = s->solved;
    found->e = NH_NEW_ARRAY(shapes->arena, nh_expr, (size_t)found->count + 1);
    if (found->count == 0) return;
    memcpy(found->e, s->solved.e, found->count * sizeof *found->e);
    nh_expr_substitute_all(shapes->pool, found->count, found->e, s->count, s->symbols, symbols, false);
}

bool nh_shapes_find(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, nh_solved *found) {
    nh_arena_mark here = nh_arena_mark_here(shapes->work);
    nh_expr *symbols;
    uint32_t symbol_count;
    uint64_t hash = nh_expr_shape(shapes->pool, shapes->work, key, &symbols, &symbol_count);
    const shape *s = first_of(shapes, hash);
    while (s != NULL && !(has_marks(s, symbol_count, symbols, count, marked) &&
                          (s->key == key || nh_expr_same_shape(shapes->pool, s->key, key))))
        s = s->next;
    if (s != NULL) rename_all(shapes, s, symbols, found);
    nh_arena_release(shapes->work, here);
    return s != NULL;
}

void nh_shapes_keep(nh_shapes *shapes, nh_expr key, uint32_t count, const nh_expr *marked, const nh_solved *solved) {
    shape *s = NH_NEW(shapes->arena, shape);
    *s = (shape){.key = key, .marked = count, .solved = *solved};
    uint64_t hash = nh_expr_shape(shapes->pool, shapes->arena, key, &s->symbols, &s->count);
    s->mark = NH_NEW_ARRAY(shapes->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) s->mark[i] = rank_of(s->count, s->symbols, marked[i]);
    s->next = first_of(shapes, hash);
    nh_map_put(&shapes->chains, hash, (uintptr_t)s);
}
