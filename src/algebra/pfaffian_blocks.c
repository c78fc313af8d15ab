/* Pfaffian systems that fall into independent ones: variables are joined by the forms in which they stand, as differentials or in coefficients. */
#include "algebra/pfaffian_private.h"
#include "base/limits.h"
#include "expr/inspect.h"

typedef struct splitting {
    nh_pool *pool;
    nh_arena *arena;
    const nh_pfaffian *system;
    nh_map number;    /* of a variable, by its symbol */
    uint32_t *parent; /* by variable: a tree for each block */
    uint32_t *first;  /* by form: a variable in it */
} splitting;

static uint32_t root_of(const splitting *s, uint32_t v) {
    while (s->parent[v] != v) v = s->parent[v] = s->parent[s->parent[v]];
    return v;
}

static void join(splitting *s, uint32_t a, uint32_t b) {
    uint32_t low = root_of(s, a), high = root_of(s, b);
    if (low > high) s->parent[low] = high;
    else s->parent[high] = low;
}

/* False when the form is 0. */
static bool join_form(splitting *s, uint32_t form, const nh_expr *row) {
    uint32_t n = s->system->count, symbols, first = n;
    for (uint32_t j = 0; j < n; j++) {
        if (row[j] == NH_EXPR_ZERO) continue;
        if (first == n) first = j;
        join(s, first, j);
    }
    if (first == n) return false;
    s->first[form] = first;
    const nh_expr *symbol = nh_expr_symbols(s->pool, s->arena, n, row, &symbols);
    for (uint32_t i = 0; i < symbols; i++) {
        const uint64_t *v = nh_map_get(&s->number, symbol[i]);
        if (v != NULL) join(s, first, (uint32_t)*v);
    }
    return true;
}

static uint32_t *members(const splitting *s, uint32_t root, uint32_t *count) {
    uint32_t *list = NH_NEW_ARRAY(s->arena, uint32_t, (size_t)s->system->count + 1);
    *count = 0;
    for (uint32_t v = 0; v < s->system->count; v++)
        if (root_of(s, v) == root) list[(*count)++] = v;
    return list;
}

static nh_pfaffian_block block_of(const splitting *s, uint32_t root, const nh_expr *forms) {
    uint32_t n = s->system->count, count, rank = 0;
    uint32_t *list = members(s, root, &count);
    nh_expr *variables = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)count + 1);
    nh_expr *rows = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->system->rank * count + 1);
    for (uint32_t i = 0; i < count; i++) variables[i] = s->system->variables[list[i]];
    for (uint32_t a = 0; a < s->system->rank; a++) {
        if (root_of(s, s->first[a]) != root) continue;
        for (uint32_t i = 0; i < count; i++) rows[(size_t)rank * count + i] = forms[(size_t)a * n + list[i]];
        rank++;
    }
    return (nh_pfaffian_block){{count, variables, rank, rows}, list};
}

static nh_pfaffian_blocks blocks_of(const splitting *s, const nh_expr *forms) {
    uint32_t n = s->system->count;
    nh_pfaffian_block *items = NH_NEW_ARRAY(s->arena, nh_pfaffian_block, (size_t)n + 1);
    bool *has_form = NH_NEW_ARRAY(s->arena, bool, (size_t)n + 1);
    nh_pfaffian_blocks blocks = {.items = items};
    for (uint32_t a = 0; a < s->system->rank; a++) has_form[root_of(s, s->first[a])] = true;
    for (uint32_t v = 0; v < n; v++) {
        nh_tick(nh_pool_context(s->pool), n);
        if (has_form[v]) items[blocks.count++] = block_of(s, v, forms);
        blocks.idle += !has_form[root_of(s, v)];
    }
    return blocks;
}

bool nh_pfaffian_split(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_pfaffian_blocks *blocks) {
    uint32_t n = system->count;
    size_t size = (size_t)system->rank * n;
    splitting s = {pool, arena, system, nh_map_make(arena), NULL, NULL};
    s.parent = NH_NEW_ARRAY(arena, uint32_t, (size_t)n + 1);
    s.first = NH_NEW_ARRAY(arena, uint32_t, (size_t)system->rank + 1);
    nh_expr *forms = NH_NEW_ARRAY(arena, nh_expr, size + 1);
    for (uint32_t v = 0; v < n; v++) {
        s.parent[v] = v;
        nh_map_put(&s.number, system->variables[v], v);
    }
    for (size_t i = 0; i < size; i++) forms[i] = nh_expr_expand_names(pool, system->forms[i]);
    for (uint32_t a = 0; a < system->rank; a++)
        if (!join_form(&s, a, &forms[(size_t)a * n])) return false;
    *blocks = blocks_of(&s, forms);
    return true;
}
