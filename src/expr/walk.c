/* Walks with an explicit stack. Which expressions were reached, and where they are, is kept in tables with a stamp
 * for each walk, so that a new walk does not have to clear them; the pool keeps tables that are not in use. A table
 * goes back when the scratch memory of its walk does: also when the walk is left by a jump. */
#include "expr/walk.h"

#include "base/assert.h"
#include "base/limits.h"
#include "expr/pool_private.h"

struct nh_walk_table {
    struct nh_walk_table *next;
    uint32_t *stamp; /* by expression: the walk that reached it last */
    uint32_t *place; /* by expression: where it occurs in that walk */
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

/* Makes room for all expressions that exist now, and a new stamp. */
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
    uint32_t next; /* argument to examine */
} step;

typedef NH_ARRAY(step) steps;

typedef struct visit {
    nh_pool *pool;
    struct nh_walk_table *table;
    nh_walk_mode mode;
    const nh_kinds *kinds; /* NULL: all */
    steps stack;
    nh_exprs order;
} visit;

static bool is_leaf(const visit *v, nh_expr e) {
    const nh_node *node = nh_node_of(v->pool, e);
    if (node->kind != NH_EXPR_SYMBOL) return node->arity == 0;
    return v->mode == NH_WALK_PLAIN || v->pool->symbols.items[node->first].role != NH_ROLE_ABBREVIATION;
}

static void leave_expr(visit *v, nh_expr e) {
    v->table->place[e] = (uint32_t)v->order.count;
    nh_array_push(&v->order, e);
    nh_tick(v->pool->context, 1);
}

/* Unless e was reached before, or is left out: puts it into the order, or on the stack if others come
 * first. Whether on the stack. */
static bool reach_expr(visit *v, nh_expr e) {
    if (v->table->stamp[e] == v->table->current) return false;
    if (v->kinds != NULL && !nh_may_have_any(nh_node_of(v->pool, e)->flags, v->kinds) && e != NH_EXPR_UNDEFINED)
        return false;
    v->table->stamp[e] = v->table->current;
    bool waits = !is_leaf(v, e);
    if (waits) nh_array_push(&v->stack, ((step){e, 0}));
    else leave_expr(v, e);
    return waits;
}

/* Reaches what the expression on the stack is made of, up to the first that waits there too; false when none does. */
static bool go_down(visit *v) {
    step *top = &v->stack.items[v->stack.count - 1];
    const nh_node *node = nh_node_of(v->pool, top->e);
    if (node->kind == NH_EXPR_SYMBOL)
        return top->next++ == 0 && reach_expr(v, v->pool->symbols.items[node->first].definition);
    const nh_expr *args = nh_args_of(v->pool, node);
    for (uint32_t i = top->next; i < node->arity; i++) {
        top->next = i + 1; /* before the stack may move */
        if (reach_expr(v, args[i])) return true;
    }
    return false;
}

static void run_walk(visit *v, nh_expr root) {
    reach_expr(v, root);
    while (v->stack.count > 0)
        if (!go_down(v)) leave_expr(v, v->stack.items[--v->stack.count].e);
}

nh_walk *nh_walk_begin(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode) {
    return nh_walk_begin_with(pool, count, roots, mode, NULL);
}

nh_walk *nh_walk_begin_with(nh_pool *pool, size_t count, const nh_expr *roots, nh_walk_mode mode,
                            const nh_kinds *kinds) {
    nh_arena *scratch = pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_walk *walk = NH_NEW(scratch, nh_walk);
    walk->pool = pool;
    walk->mark = mark;
    nh_arena_on_release(scratch, give_table_back, walk);
    walk->table = take_table(pool);
    prepare_table(pool, walk->table);
    visit v = {pool, walk->table, mode, kinds, {.arena = scratch}, {.arena = scratch}};
    for (size_t i = 0; i < count; i++) run_walk(&v, roots[i]);
    walk->order = v.order.items;
    walk->count = (uint32_t)v.order.count;
    walk->place = walk->table->place;
    return walk;
}

void nh_walk_end(nh_walk *walk) {
    nh_arena_release(walk->pool->scratch, walk->mark);
}

bool nh_walk_has(const nh_walk *walk, nh_expr e) {
    return e < walk->table->capacity && walk->table->stamp[e] == walk->table->current;
}

uint32_t nh_walk_place(const nh_walk *walk, nh_expr e) {
    NH_ASSERT(nh_walk_has(walk, e));
    return walk->table->place[e];
}
