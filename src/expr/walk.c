/* Walks with an explicit stack. Which expressions were reached, and where they stand, is kept in tables with a stamp for each
 * walk, so that a new walk does not have to clear them; the pool keeps tables that are not in use. A table goes back when the
 * scratch memory of its walk does: also when the walk is left by a jump. */
#include "expr/walk.h"

#include "base/assert.h"
#include "base/limits.h"
#include "expr/pool_private.h"

struct nh_walk_table {
    struct nh_walk_table *next;
    uint32_t *stamp; /* by expression: the walk that reached it last */
    uint32_t *place; /* by expression: where it stands in that walk */
    size_t capacity;
    uint32_t current; /* the stamp of the walk in progress */
};

static struct nh_walk_table *take_table(nh_pool *pool) {
    struct nh_walk_table *table = pool->walk_tables;
    if (table == NULL) return NH_NEW(pool->arena, struct nh_walk_table);
    pool->walk_tables = table->next;
    return table;
}

static void give_table_back(void *object) {
    nh_walk *walk = object;
    if (walk->table == NULL) return;
    walk->table->next = walk->pool->walk_tables;
    walk->pool->walk_tables = walk->table;
}

/* Makes room for all expressions that there are now, and a new stamp. */
static void prepare_table(nh_pool *pool, struct nh_walk_table *table) {
    if (table->capacity < pool->nodes.count || table->current == UINT32_MAX) {
        struct nh_walk_table old = *table;
        size_t capacity = pool->nodes.capacity;
        uint32_t *stamp = NH_NEW_ARRAY(pool->arena, uint32_t, capacity);
        *table = (struct nh_walk_table){
            .stamp = stamp, .place = NH_NEW_ARRAY(pool->arena, uint32_t, capacity), .capacity = capacity};
        nh_arena_give(pool->arena, old.stamp, old.capacity * sizeof *old.stamp);
        nh_arena_give(pool->arena, old.place, old.capacity * sizeof *old.place);
    }
    table->current++;
}

typedef struct step {
    nh_expr e;
    uint32_t next; /* argument to look at */
} step;

typedef NH_ARRAY(step) steps;

/* The i-th thing that e is made of; false behind the last one. */
static bool child(const nh_pool *pool, nh_expr e, uint32_t i, nh_walk_mode mode, nh_expr *found) {
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL) {
        const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
        *found = symbol->definition;
        return mode == NH_WALK_DEFINITIONS && i == 0 && symbol->role == NH_ROLE_ABBREVIATION;
    }
    if (i >= nh_expr_arity(pool, e)) return false;
    *found = nh_expr_args(pool, e)[i];
    return true;
}

static void visit(nh_walk *walk, steps *stack, nh_exprs *order, nh_expr root, nh_walk_mode mode) {
    struct nh_walk_table *table = walk->table;
    if (table->stamp[root] == table->current) return;
    table->stamp[root] = table->current;
    nh_array_push(stack, ((step){root, 0}));
    while (stack->count > 0) {
        step *top = &stack->items[stack->count - 1];
        nh_expr found;
        if (!child(walk->pool, top->e, top->next++, mode, &found)) {
            table->place[top->e] = (uint32_t)order->count;
            nh_array_push(order, top->e);
            stack->count--;
            nh_tick(walk->pool->context, 1);
        } else if (table->stamp[found] != table->current) {
            table->stamp[found] = table->current;
            nh_array_push(stack, ((step){found, 0}));
        }
    }
}

nh_walk *nh_walk_begin(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_walk *walk = NH_NEW(scratch, nh_walk);
    walk->pool = pool;
    walk->mark = mark;
    nh_arena_on_release(scratch, give_table_back, walk);
    walk->table = take_table(pool);
    prepare_table(pool, walk->table);
    nh_exprs order = {.arena = scratch};
    steps stack = {.arena = scratch};
    for (size_t i = 0; i < count; i++) visit(walk, &stack, &order, roots[i], mode);
    walk->order = order.items;
    walk->count = (uint32_t)order.count;
    walk->place = walk->table->place;
    return walk;
}

void nh_walk_end(nh_walk *walk) {
    nh_arena_release(nh_scratch(walk->pool->context), walk->mark);
}

bool nh_walk_has(const nh_walk *walk, nh_expr e) {
    return e < walk->table->capacity && walk->table->stamp[e] == walk->table->current;
}

uint32_t nh_walk_place(const nh_walk *walk, nh_expr e) {
    NH_ASSERT(nh_walk_has(walk, e));
    return walk->table->place[e];
}
