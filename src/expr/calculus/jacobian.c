/* Derivatives of many expressions by many symbols.
 *
 * One walk over all the expressions. Each subexpression gets the list of its derivatives that are not 0, by rising
 * column, from the lists of its arguments: so a sum of a hundred thousand terms, each in symbols of its own, costs as
 * much as its terms. What is found is what nh_expr_diff finds, and is remembered in the same place. */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/calculus/calculus.h"
#include "expr/calculus/diff_private.h"
#include "expr/walk.h"

/* A derivative of an argument, on its way into the list of what it is an argument of. */
typedef struct found_slope {
    uint32_t column;
    nh_late_slope slope;
} found_slope;

typedef struct entry {
    uint32_t column;
    nh_late derivative;
} entry;

typedef NH_ARRAY(found_slope) found_slopes;
typedef NH_ARRAY(entry) entries;

typedef struct table {
    nh_pool *pool;
    nh_walk *walk;
    const nh_expr *symbols;
    nh_map columns;        /* symbol to column */
    nh_kinds kinds;        /* of the symbols */
    entries all;           /* the lists, one after the other */
    size_t *start;         /* by place in the walk; its list ends where the next one starts */
    found_slopes gathered; /* of the current expression */
    found_slopes sorted;   /* room for sorting them */
    uint32_t *places;      /* columns: room for that too; 0 between two times */
    nh_late_slopes slopes; /* of the current expression and the column */
    nh_lates lates;
} table;

/* ---- what may depend on the symbols ---- */

/* Only what may have derivatives by symbols of these kinds is walked. */
static void find_kinds(table *t, uint32_t columns) {
    bool is_there[256] = {false};
    for (uint32_t i = 0; i < columns; i++) {
        unsigned kind = nh_kind_of_symbol(t->pool, t->symbols[i]);
        if (is_there[kind]) continue;
        is_there[kind] = true;
        NH_ASSERT(t->kinds.count < sizeof t->kinds.kind);
        t->kinds.kind[t->kinds.count++] = (uint8_t)kind;
    }
}

static bool is_walked(const table *t, nh_expr e) {
    return nh_may_have_any(nh_node_of(t->pool, e)->flags, &t->kinds) || e == NH_EXPR_UNDEFINED;
}

/* ---- one expression ---- */

static int compare_found(const void *left, const void *right) {
    const found_slope *a = left, *b = right;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return (a->slope.at > b->slope.at) - (a->slope.at < b->slope.at);
}

/* By counting how many there are in each column; those of one column are in order already. */
static void sort_by_counting(table *t) {
    size_t count = t->gathered.count;
    uint32_t sum = 0, columns = (uint32_t)t->columns.count;
    for (size_t i = 0; i < count; i++) t->places[t->gathered.items[i].column]++;
    for (uint32_t i = 0; i < columns; i++) {
        uint32_t here = t->places[i];
        t->places[i] = sum;
        sum += here;
    }
    t->sorted.count = 0;
    nh_array_reserve(&t->sorted, count);
    for (size_t i = 0; i < count; i++) t->sorted.items[t->places[t->gathered.items[i].column]++] = t->gathered.items[i];
    memset(t->places, 0, columns * sizeof *t->places);
    found_slopes swapped = t->gathered;
    t->gathered = t->sorted;
    t->gathered.count = count;
    t->sorted = swapped;
}

static void sort_gathered(table *t) {
    if (t->columns.count <= 4 * t->gathered.count && t->gathered.count < UINT32_MAX) sort_by_counting(t);
    else qsort(t->gathered.items, t->gathered.count, sizeof *t->gathered.items, compare_found);
}

/* All derivatives of the arguments, by column, then by place of the argument. */
static void gather_slopes(table *t, nh_expr e) {
    const nh_node *node = nh_node_of(t->pool, e);
    const nh_expr *args = nh_args_of(t->pool, node);
    t->gathered.count = 0;
    bool sorted = true;
    for (uint32_t i = 0; i < node->arity; i++) {
        if (!is_walked(t, args[i])) continue;
        uint32_t place = nh_walk_place(t->walk, args[i]);
        for (size_t k = t->start[place]; k < t->start[place + 1]; k++) {
            NH_ASSERT(t->all.items != NULL);
            found_slope next = {t->all.items[k].column, {i, t->all.items[k].derivative}};
            sorted =
                sorted && (t->gathered.count == 0 || t->gathered.items[t->gathered.count - 1].column <= next.column);
            nh_array_push(&t->gathered, next);
        }
    }
    nh_tick(t->pool->context, node->arity + t->gathered.count);
    if (!sorted) sort_gathered(t);
}

static void add_entry(table *t, uint32_t column, nh_late derivative) {
    if (derivative != 0) nh_array_push(&t->all, ((entry){column, derivative}));
}

/* Writes out the derivative of e in an entry. */
static nh_expr value_of(table *t, nh_expr e, entry of) {
    nh_expr value = nh_late_value(&t->lates, of.derivative);
    if (e != NH_EXPR_UNDEFINED && e != t->symbols[of.column])
        nh_expr_diff_remember(t->pool, e, t->symbols[of.column], value);
    return value;
}

static void enter_composed(table *t, nh_expr e) {
    gather_slopes(t, e);
    for (size_t k = 0; k < t->gathered.count;) {
        uint32_t column = t->gathered.items[k].column;
        t->slopes.count = 0;
        for (; k < t->gathered.count && t->gathered.items[k].column == column; k++)
            nh_array_push(&t->slopes, t->gathered.items[k].slope);
        add_entry(t, column, nh_late_derive(&t->lates, e, (uint32_t)t->slopes.count, t->slopes.items));
    }
}

/* A symbol that is a column; an abbreviation by the columns of its definition. */
static void enter_symbol(table *t, nh_expr e) {
    const uint64_t *column = nh_map_get(&t->columns, e);
    if (column != NULL) add_entry(t, (uint32_t)*column, nh_late_of(&t->lates, NH_EXPR_ONE));
    if (column != NULL || nh_expr_symbol_of(t->pool, e)->role != NH_ROLE_ABBREVIATION) return;
    nh_expr definition = nh_expr_symbol_of(t->pool, e)->definition;
    if (!is_walked(t, definition)) return;
    uint32_t place = nh_walk_place(t->walk, definition);
    for (size_t k = t->start[place]; k < t->start[place + 1]; k++) {
        NH_ASSERT(t->all.items != NULL);
        entry of = t->all.items[k];
        value_of(t, definition, of); /* so that the next line does not have to find it */
        add_entry(t, of.column, nh_late_of(&t->lates, nh_expr_diff(t->pool, e, t->symbols[of.column])));
    }
}

/* What has no value has no derivative, by whatever symbol. */
static void enter_undefined(table *t) {
    nh_late undefined = nh_late_of(&t->lates, NH_EXPR_UNDEFINED);
    for (uint32_t i = 0; i < t->columns.count; i++) add_entry(t, i, undefined);
}

/* ---- all of them ---- */

static void fill_table(table *t) {
    for (uint32_t i = 0; i < t->walk->count; i++) {
        nh_expr e = t->walk->order[i];
        t->start[i] = t->all.count;
        if (e == NH_EXPR_UNDEFINED) enter_undefined(t);
        else if (nh_expr_kind_of(t->pool, e) == NH_EXPR_SYMBOL) enter_symbol(t, e);
        else enter_composed(t, e);
        t->start[i + 1] = t->all.count;
    }
}

static void begin_table(table *t, uint32_t rows, const nh_expr *e, uint32_t columns) {
    find_kinds(t, columns);
    t->walk = nh_walk_begin_with(t->pool, rows, e, NH_WALK_DEFINITIONS, &t->kinds);
    nh_arena *scratch = t->pool->scratch;
    t->columns = nh_map_make(scratch);
    t->all.arena = t->gathered.arena = t->sorted.arena = t->slopes.arena = scratch;
    t->places = NH_NEW_ARRAY(scratch, uint32_t, columns);
    t->lates = nh_lates_make(t->pool, scratch);
    t->start = NH_NEW_ARRAY(scratch, size_t, (size_t)t->walk->count + 1);
    for (uint32_t i = 0; i < columns; i++) {
        NH_ASSERT(nh_map_get(&t->columns, t->symbols[i]) == NULL);
        nh_map_put(&t->columns, t->symbols[i], i);
    }
}

static size_t row_length(const table *t, nh_expr e) {
    if (!is_walked(t, e)) return 0;
    uint32_t place = nh_walk_place(t->walk, e);
    return t->start[place + 1] - t->start[place];
}

static void copy_row(table *t, nh_expr e, const nh_expr_matrix *m, uint32_t at, size_t length) {
    if (length == 0) return;
    size_t start = t->start[nh_walk_place(t->walk, e)];
    NH_ASSERT(t->all.items != NULL);
    for (uint32_t k = 0; k < length; k++) {
        m->column[at + k] = t->all.items[start + k].column;
        m->entry[at + k] = value_of(t, e, t->all.items[start + k]);
    }
}

static void allocate_matrix(nh_arena *arena, nh_expr_matrix *m, size_t size) {
    if (size > UINT32_MAX) nh_raise(nh_arena_context(arena), NH_E_LIMIT);
    m->column = NH_NEW_ARRAY(arena, uint32_t, size);
    m->entry = NH_NEW_ARRAY(arena, nh_expr, size);
}

nh_expr_matrix nh_expr_jacobian(nh_pool *pool, nh_arena *arena, uint32_t rows, const nh_expr *e, uint32_t columns,
                                const nh_expr *symbols) {
    NH_ASSERT(arena != pool->scratch); /* the walk ends with it */
    table t = {.pool = pool, .symbols = symbols};
    begin_table(&t, rows, e, columns);
    fill_table(&t);
    nh_expr_matrix m = {.rows = rows, .columns = columns, .start = NH_NEW_ARRAY(arena, uint32_t, (size_t)rows + 1)};
    size_t size = 0;
    for (uint32_t i = 0; i < rows; i++) size += row_length(&t, e[i]);
    allocate_matrix(arena, &m, size);
    for (uint32_t i = 0; i < rows; i++) {
        size_t length = row_length(&t, e[i]);
        m.start[i + 1] = m.start[i] + (uint32_t)length;
        copy_row(&t, e[i], &m, m.start[i], length);
    }
    nh_walk_end(t.walk);
    return m;
}

void nh_expr_gradient(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *symbols, nh_expr *result) {
    nh_arena *arena = nh_arena_create(pool->context);
    nh_expr_matrix m = nh_expr_jacobian(pool, arena, 1, &e, count, symbols);
    for (uint32_t i = 0; i < count; i++) result[i] = NH_EXPR_ZERO;
    for (uint32_t k = 0; k < m.start[1]; k++) result[m.column[k]] = m.entry[k];
    nh_arena_destroy(arena);
}
