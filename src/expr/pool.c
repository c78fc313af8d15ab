/* The pool: all expressions, each once.
 *
 * Nodes, arguments, rationals and symbols lie in four growing arrays; an index over the structural hash
 * finds a node that is there already. The hash of an expression is made from the hashes of its arguments,
 * names and numbers only. */
#include <string.h>

#include "base/assert.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/protect.h"
#include "expr/canonical/canonical.h"
#include "expr/pool_private.h"

enum { MOST_NODES = 0x7fffffff };

typedef struct wanted_node {
    const nh_pool *pool;
    uint64_t hash;
    nh_expr_kind kind;
    uint32_t arity;
    const nh_expr *args;
} wanted_node;

static bool is_same(const void *user, uint32_t number) {
    const wanted_node *w = user;
    const nh_node *node = &w->pool->nodes.items[number];
    return node->hash == w->hash && node->kind == w->kind && node->arity == w->arity &&
           memcmp(w->pool->args.items + node->first, w->args, w->arity * sizeof *w->args) == 0;
}

static nh_expr add_node(nh_pool *pool, nh_node node) {
    if (pool->nodes.count >= MOST_NODES) nh_raise(pool->context, NH_E_LIMIT);
    nh_limit_nodes(pool->context, pool->nodes.count + 1);
    nh_tick(pool->context, 1);
    nh_array_reserve(&pool->nodes, 1); /* before the index knows the node: either step may be the last */
    nh_expr e = (nh_expr)pool->nodes.count;
    nh_index_add(&pool->index, node.hash, e);
    nh_array_push(&pool->nodes, node);
    return e;
}

static bool may_vanish(nh_expr_kind kind) {
    return kind == NH_EXPR_IF || kind == NH_EXPR_ABS || kind == NH_EXPR_SIGN || kind == NH_EXPR_MOD ||
           kind == NH_EXPR_MIN || kind == NH_EXPR_MAX;
}

nh_expr nh_pool_cons(nh_pool *pool, nh_expr_kind kind, uint32_t arity, const nh_expr *args, uint8_t flags) {
    uint64_t hash = nh_hash_combine(kind, arity);
    if (may_vanish(kind)) flags |= NH_FLAG_MAY_VANISH;
    for (uint32_t i = 0; i < arity; i++) {
        hash = nh_hash_combine(hash, pool->nodes.items[args[i]].hash);
        flags |= pool->nodes.items[args[i]].flags & NH_FLAGS_INHERITED;
    }
    wanted_node w = {pool, hash, kind, arity, args};
    uint32_t found = nh_index_find(&pool->index, hash, is_same, &w);
    if (found != NH_INDEX_NONE) return found;
    if (pool->args.count + arity > UINT32_MAX) nh_raise(pool->context, NH_E_LIMIT);
    nh_array_reserve(&pool->args, arity);
    if (arity > 0) memcpy(pool->args.items + pool->args.count, args, arity * sizeof *args);
    nh_node node = {hash, (uint32_t)pool->args.count, arity, (uint8_t)kind, flags, 0};
    pool->args.count += arity;
    nh_expr e = add_node(pool, node);
    NH_ASSERT(nh_expr_is_canonical(pool, e));
    return e;
}

/* ---- numbers ---- */

typedef struct wanted_number {
    const nh_pool *pool;
    nh_rat value;
} wanted_number;

static bool is_same_number(const void *user, uint32_t number) {
    const wanted_number *w = user;
    const nh_node *node = &w->pool->nodes.items[number];
    return node->kind == NH_EXPR_NUMBER && nh_rat_eq(w->pool->rationals.items[node->first], w->value);
}

static nh_expr find_number(nh_pool *pool, nh_rat value) {
    uint64_t hash = nh_hash_combine(NH_EXPR_NUMBER, nh_rat_hash(value));
    uint32_t found = nh_index_find(&pool->index, hash, is_same_number, &(wanted_number){pool, value});
    if (found != NH_INDEX_NONE) return found;
    nh_rat kept = nh_rat_copy(pool->arena, value);
    nh_node node = {
        hash, (uint32_t)pool->rationals.count, 0, NH_EXPR_NUMBER, nh_rat_sign(value) >= 0 ? NH_FLAG_NONNEGATIVE : 0, 0};
    nh_array_push(&pool->rationals, kept);
    return add_node(pool, node);
}

nh_expr nh_expr_number(nh_pool *pool, nh_rat value) {
    if (value.den == 1 && value.num >= -1 && value.num <= 1)
        return value.num == 0 ? NH_EXPR_ZERO : value.num == 1 ? NH_EXPR_ONE : NH_EXPR_MINUS_ONE;
    bool is_one_of_few = value.den >= 1 && value.den <= NH_FEW_DENOMINATORS && value.num >= -NH_FEW_NUMERATORS &&
                         value.num <= NH_FEW_NUMERATORS;
    if (!is_one_of_few) return find_number(pool, value);
    nh_expr *number = &pool->few[value.den - 1][value.num + NH_FEW_NUMERATORS];
    if (*number == NH_EXPR_ZERO) *number = find_number(pool, value);
    return *number;
}

nh_expr nh_expr_int(nh_pool *pool, int64_t value) {
    return nh_expr_number(pool, nh_rat_int(value));
}

nh_expr nh_expr_fraction(nh_pool *pool, int64_t num, int64_t den) {
    return nh_expr_number(pool, nh_rat_make(num, den));
}

/* ORDER CONSTANTS: the numbers in expr.h. nh_expr_number relies on the first three. */
static void add_constants(nh_pool *pool) {
    for (int64_t value = 0; value <= 2; value++) {
        nh_rat number = nh_rat_int(value == 2 ? -1 : value);
        nh_array_push(&pool->rationals, number);
        uint64_t hash = nh_hash_combine(NH_EXPR_NUMBER, nh_rat_hash(number));
        add_node(pool, (nh_node){hash, (uint32_t)value, 0, NH_EXPR_NUMBER, value < 2 ? NH_FLAG_NONNEGATIVE : 0, 0});
    }
    nh_expr undefined = nh_pool_cons(pool, NH_EXPR_NO_VALUE, 0, NULL, 0);
    nh_expr pi = nh_pool_cons(pool, NH_EXPR_CONSTANT_PI, 0, NULL, NH_FLAG_NONNEGATIVE);
    NH_ASSERT(undefined == NH_EXPR_UNDEFINED && pi == NH_EXPR_PI);
    (void)undefined, (void)pi;
}

nh_pool *nh_pool_create(nh_context *context) {
    nh_arena *arena = nh_arena_create(context);
    nh_pool *pool = NH_NEW(arena, nh_pool);
    pool->context = context;
    pool->arena = arena;
    pool->scratch = nh_scratch(context);
    pool->nodes.arena = pool->args.arena = pool->rationals.arena = pool->symbols.arena = arena;
    pool->answers.arena = arena;
    nh_array_reserve(&pool->args, 1); /* so that arguments have an address, even where there are none */
    pool->index = nh_index_make(arena);
    pool->derivatives = nh_map_make(arena);
    pool->answer_place = nh_map_make(arena);
    add_constants(pool);
    return pool;
}

void nh_pool_destroy(nh_pool *pool) {
    if (pool != NULL) nh_arena_destroy(pool->arena);
}

nh_context *nh_pool_context(const nh_pool *pool) {
    return pool->context;
}

nh_arena *nh_pool_arena(nh_pool *pool) {
    return pool->arena;
}

size_t nh_pool_bytes(const nh_pool *pool) {
    return pool->nodes.count * sizeof *pool->nodes.items + pool->args.count * sizeof *pool->args.items;
}

uint32_t nh_pool_count(const nh_pool *pool) {
    return (uint32_t)pool->nodes.count;
}

/* ---- looking ---- */

nh_expr_kind nh_expr_kind_of(const nh_pool *pool, nh_expr e) {
    return (nh_expr_kind)nh_node_of(pool, e)->kind;
}

uint32_t nh_expr_arity(const nh_pool *pool, nh_expr e) {
    return nh_node_of(pool, e)->arity;
}

const nh_expr *nh_expr_args(const nh_pool *pool, nh_expr e) {
    return pool->args.items + nh_node_of(pool, e)->first;
}

bool nh_expr_is_number(const nh_pool *pool, nh_expr e) {
    return nh_node_of(pool, e)->kind == NH_EXPR_NUMBER;
}

nh_rat nh_expr_rational(const nh_pool *pool, nh_expr e) {
    NH_ASSERT(nh_expr_is_number(pool, e));
    return pool->rationals.items[nh_node_of(pool, e)->first];
}

bool nh_expr_get_int(const nh_pool *pool, nh_expr e, int64_t *value) {
    return nh_expr_is_number(pool, e) && nh_rat_get_int(nh_expr_rational(pool, e), value);
}

uint64_t nh_expr_hash(const nh_pool *pool, nh_expr e) {
    return nh_node_of(pool, e)->hash;
}

bool nh_expr_has_flag(const nh_pool *pool, nh_expr e, uint8_t flag) {
    return (nh_node_of(pool, e)->flags & flag) != 0;
}

bool nh_expr_is_nonnegative(const nh_pool *pool, nh_expr e) {
    return nh_expr_has_flag(pool, e, NH_FLAG_NONNEGATIVE);
}

/* ---- symbols ---- */

/* Orders of a function's arguments count in their order; the symbols of an abbreviation's derivatives, whose order is
 * that in which a pool made them, as a set. */
static uint64_t by_hash(const nh_pool *pool, const nh_symbol *symbol) {
    bool is_function = symbol->role == NH_ROLE_FUNCTION;
    uint64_t hash = symbol->by_count;
    for (uint32_t i = 0; i < symbol->by_count; i++)
        hash = is_function ? nh_hash_combine(hash, symbol->by[i])
                           : hash + nh_hash_u64(nh_node_of(pool, symbol->by[i])->hash);
    return hash;
}

static uint64_t symbol_hash(const nh_pool *pool, const nh_symbol *symbol) {
    const char *text = nh_name_text(pool->context, symbol->name);
    uint64_t hash = nh_hash_bytes(text, nh_name_length(pool->context, symbol->name));
    hash = nh_hash_combine(nh_hash_combine(hash, symbol->role), symbol->order);
    hash = nh_hash_combine(hash, nh_node_of(pool, symbol->definition)->hash);
    hash = nh_hash_combine(hash, nh_node_of(pool, symbol->of)->hash);
    hash = nh_hash_combine(hash, by_hash(pool, symbol));
    return nh_hash_combine(NH_EXPR_SYMBOL, hash);
}

typedef struct wanted_symbol {
    const nh_pool *pool;
    const nh_symbol *symbol;
} wanted_symbol;

static bool is_same_symbol(const void *user, uint32_t number) {
    const wanted_symbol *w = user;
    const nh_node *node = &w->pool->nodes.items[number];
    if (node->kind != NH_EXPR_SYMBOL) return false;
    const nh_symbol *a = &w->pool->symbols.items[node->first], *b = w->symbol;
    return a->role == b->role && a->name == b->name && a->order == b->order && a->definition == b->definition &&
           a->of == b->of && a->by_count == b->by_count &&
           (a->by_count == 0 || memcmp(a->by, b->by, a->by_count * sizeof *a->by) == 0);
}

/* What a symbol that is no abbreviation contains: itself. */
static uint8_t contents_of(const nh_symbol *symbol) {
    if (symbol->role == NH_ROLE_TIME) return NH_HAS_TIME;
    if (symbol->role == NH_ROLE_MULTIPLIER) return NH_HAS_MULTIPLIER;
    if (symbol->role != NH_ROLE_COORDINATE) return 0;
    unsigned contents = NH_HAS_COORDINATE;
    if (symbol->order >= 1) contents |= NH_HAS_VELOCITY;
    if (symbol->order >= 2) contents |= NH_HAS_ACCELERATION;
    return (uint8_t)contents;
}

bool nh_expr_has(const nh_pool *pool, nh_expr e, nh_contents what) {
    return (nh_node_of(pool, e)->flags & what) != 0;
}

static nh_expr make_symbol(nh_pool *pool, nh_symbol symbol) {
    uint64_t hash = symbol_hash(pool, &symbol);
    uint32_t found = nh_index_find(&pool->index, hash, is_same_symbol, &(wanted_symbol){pool, &symbol});
    if (found != NH_INDEX_NONE) return found;
    uint32_t *by = nh_arena_alloc(pool->arena, symbol.by_count * sizeof *by);
    if (symbol.by_count > 0) memcpy(by, symbol.by, symbol.by_count * sizeof *by);
    symbol.by = by;
    nh_node node = {hash, (uint32_t)pool->symbols.count, 0, NH_EXPR_SYMBOL, contents_of(&symbol), 0};
    if (symbol.role == NH_ROLE_ABBREVIATION)
        node.flags = nh_node_of(pool, symbol.definition)->flags & (NH_FLAG_NONNEGATIVE | NH_FLAGS_INHERITED);
    if (symbol.role == NH_ROLE_ABBREVIATION && symbol.definition == NH_EXPR_ZERO) node.flags |= NH_FLAG_MAY_VANISH;
    nh_array_push(&pool->symbols, symbol);
    return add_node(pool, node);
}

nh_expr nh_expr_symbol(nh_pool *pool, nh_role role, nh_name name, uint32_t order) {
    NH_ASSERT(role != NH_ROLE_FUNCTION && role != NH_ROLE_ABBREVIATION);
    return make_symbol(pool, (nh_symbol){.role = role, .name = name, .order = order});
}

nh_expr nh_expr_symbol_text(nh_pool *pool, nh_role role, const char *name) {
    return nh_expr_symbol(pool, role, nh_name_of_text(pool->context, name), 0);
}

nh_expr nh_expr_abbreviation(nh_pool *pool, nh_name name, nh_expr definition) {
    if (definition == NH_EXPR_UNDEFINED) return NH_EXPR_UNDEFINED;
    return make_symbol(pool, (nh_symbol){.role = NH_ROLE_ABBREVIATION, .name = name, .definition = definition});
}

nh_expr nh_expr_function(nh_pool *pool, nh_name name, uint32_t arity) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    const uint32_t *none = NH_NEW_ARRAY(scratch, uint32_t, arity);
    nh_expr e = make_symbol(pool, (nh_symbol){.role = NH_ROLE_FUNCTION, .name = name, .by = none, .by_count = arity});
    nh_arena_release(scratch, mark);
    return e;
}

const nh_symbol *nh_expr_symbol_of(const nh_pool *pool, nh_expr symbol) {
    NH_ASSERT(nh_expr_kind_of(pool, symbol) == NH_EXPR_SYMBOL);
    return &pool->symbols.items[nh_node_of(pool, symbol)->first];
}

nh_expr nh_expr_function_derivative(nh_pool *pool, nh_expr function, uint32_t i) {
    nh_symbol symbol = *nh_expr_symbol_of(pool, function);
    NH_ASSERT(symbol.role == NH_ROLE_FUNCTION && i < symbol.by_count);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t *by = NH_NEW_ARRAY(scratch, uint32_t, symbol.by_count);
    memcpy(by, symbol.by, symbol.by_count * sizeof *by);
    by[i]++;
    symbol.by = by;
    nh_expr e = make_symbol(pool, symbol);
    nh_arena_release(scratch, mark);
    return e;
}

nh_expr nh_expr_abbreviation_derivative(nh_pool *pool, nh_expr abbreviation, nh_expr by, nh_expr definition) {
    nh_expr_kind kind = nh_expr_kind_of(pool, definition);
    if (kind == NH_EXPR_NUMBER || kind == NH_EXPR_SYMBOL || kind == NH_EXPR_NO_VALUE) return definition;
    nh_symbol symbol = *nh_expr_symbol_of(pool, abbreviation);
    NH_ASSERT(symbol.role == NH_ROLE_ABBREVIATION);
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t *list = NH_NEW_ARRAY(scratch, uint32_t, symbol.by_count + 1);
    uint32_t at = symbol.by_count;
    for (; at > 0 && symbol.by[at - 1] > by; at--) list[at] = symbol.by[at - 1];
    list[at] = by;
    if (at > 0) memcpy(list, symbol.by, at * sizeof *list);
    if (symbol.of == NH_EXPR_ZERO) symbol.of = abbreviation;
    symbol.by = list;
    symbol.by_count++;
    symbol.definition = definition;
    nh_expr e = make_symbol(pool, symbol);
    nh_arena_release(scratch, mark);
    return e;
}

nh_expr nh_expr_dot(nh_pool *pool, nh_expr symbol) {
    nh_symbol dotted = *nh_expr_symbol_of(pool, symbol);
    NH_ASSERT(dotted.role == NH_ROLE_COORDINATE || dotted.role == NH_ROLE_MULTIPLIER || dotted.role == NH_ROLE_QUASI);
    dotted.order++;
    nh_expr next = symbol + 1; /* those of a coordinate are made one after the other: look there first */
    if (next < pool->nodes.count && is_same_symbol(&(wanted_symbol){pool, &dotted}, next)) return next;
    return make_symbol(pool, dotted);
}
