/* Substitution: symbols by expressions, abbreviations by what they stand for, functions by their bodies.
 *
 * One pass, arguments first: what an expression becomes is made from what its arguments become; where none of them
 * changes it stays itself. What is put in is not looked into again. */
#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/calculus.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

typedef struct substitution {
    nh_pool *pool;
    nh_walk *walk;
    nh_expr *result; /* by place in the walk */
    /* what a leaf becomes; an abbreviation whose definition became another comes here too */
    nh_expr (*leaf)(const struct substitution *s, nh_expr symbol);
    /* what a call with new arguments becomes; NULL: the call of the new function */
    nh_expr (*call)(const struct substitution *s, nh_expr function, uint32_t count, const nh_expr *args);
    const void *user;
} substitution;

/* What the definition of an abbreviation became, in a walk that looks into it. */
static nh_expr new_definition(const substitution *s, nh_expr symbol) {
    return s->result[nh_walk_place(s->walk, nh_expr_symbol_of(s->pool, symbol)->definition)];
}

/* An abbreviation by its new definition, if that is another. */
static nh_expr looked_through(const substitution *s, nh_expr symbol) {
    nh_expr definition = new_definition(s, symbol);
    return definition != nh_expr_symbol_of(s->pool, symbol)->definition ? definition : symbol;
}

static nh_expr composed_node(const substitution *s, nh_expr e) {
    nh_arena *scratch = nh_scratch(s->pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t arity = nh_expr_arity(s->pool, e);
    const nh_expr *old = nh_expr_args(s->pool, e);
    nh_expr *args = NH_NEW_ARRAY(scratch, nh_expr, arity);
    bool changed = false;
    for (uint32_t i = 0; i < arity; i++) {
        args[i] = s->result[nh_walk_place(s->walk, old[i])];
        changed |= args[i] != old[i];
    }
    nh_tick(s->pool->context, arity);
    nh_expr result = e;
    if (s->call != NULL && nh_expr_kind_of(s->pool, e) == NH_EXPR_CALL)
        result = s->call(s, args[0], arity - 1, args + 1);
    else if (changed) result = nh_expr_rebuild(s->pool, e, args);
    nh_arena_release(scratch, mark);
    return result;
}

/* Replaces each of the expressions. */
static void run_substitution(substitution *s, size_t size, nh_expr *e, nh_walk_mode mode) {
    s->walk = nh_walk_begin(s->pool, size, e, mode);
    s->result = NH_NEW_ARRAY(nh_scratch(s->pool->context), nh_expr, s->walk->count);
    for (uint32_t i = 0; i < s->walk->count; i++) {
        nh_expr at = s->walk->order[i];
        if (nh_expr_kind_of(s->pool, at) == NH_EXPR_SYMBOL) s->result[i] = s->leaf(s, at);
        else s->result[i] = nh_expr_arity(s->pool, at) == 0 ? at : composed_node(s, at);
    }
    for (size_t i = 0; i < size; i++) e[i] = s->result[nh_walk_place(s->walk, e[i])];
    nh_walk_end(s->walk);
}

/* ---- symbols ---- */

typedef struct replacement {
    const nh_map *map;
    bool into_definitions;
} replacement;

/* The function that `symbol` is a partial derivative of, by all its arguments together some times. */
static nh_expr function_before(nh_pool *pool, nh_expr symbol) {
    const nh_symbol *f = nh_expr_symbol_of(pool, symbol);
    return nh_expr_function(pool, f->name, f->by_count);
}

/* The function differentiated as often by each argument as `like` is. */
static nh_expr derivative_like(nh_pool *pool, nh_expr function, nh_expr like) {
    uint32_t arity = nh_expr_symbol_of(pool, like)->by_count;
    for (uint32_t i = 0; i < arity; i++) {
        uint32_t times = nh_expr_symbol_of(pool, like)->by[i];
        for (uint32_t k = 0; k < times; k++) function = nh_expr_function_derivative(pool, function, i);
    }
    return function;
}

static nh_expr replaced_symbol(const substitution *s, nh_expr symbol) {
    const replacement *r = s->user;
    const uint64_t *to = nh_map_get(r->map, symbol);
    if (to != NULL) return (nh_expr)*to;
    nh_role role = nh_expr_symbol_of(s->pool, symbol)->role;
    if (role == NH_ROLE_ABBREVIATION && r->into_definitions) return looked_through(s, symbol);
    if (role != NH_ROLE_FUNCTION) return symbol;
    to = nh_map_get(r->map, function_before(s->pool, symbol));
    return to != NULL ? derivative_like(s->pool, (nh_expr)*to, symbol) : symbol;
}

static bool is_like(const nh_pool *pool, nh_expr from, nh_expr to) {
    const nh_symbol *symbol = nh_expr_symbol_of(pool, from);
    if (symbol->role != NH_ROLE_FUNCTION) return true;
    return nh_expr_kind_of(pool, to) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, to)->role == NH_ROLE_FUNCTION &&
           nh_expr_symbol_of(pool, to)->by_count == symbol->by_count;
}

static void replace_all(nh_pool *pool, size_t size, nh_expr *e, const nh_map *map, bool into_definitions) {
    replacement r = {map, into_definitions};
    substitution s = {.pool = pool, .leaf = replaced_symbol, .user = &r};
    run_substitution(&s, size, e, into_definitions ? NH_WALK_DEFINITIONS : NH_WALK_PLAIN);
}

void nh_expr_substitute_all(nh_pool *pool, size_t size, nh_expr *e, uint32_t count, const nh_expr *from,
                            const nh_expr *to, bool into_definitions) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_map map = nh_map_make(scratch);
    for (uint32_t i = 0; i < count; i++) {
        NH_ASSERT(is_like(pool, from[i], to[i]) && nh_map_get(&map, from[i]) == NULL);
        nh_map_put(&map, from[i], to[i]);
    }
    replace_all(pool, size, e, &map, into_definitions);
    nh_arena_release(scratch, mark);
}

nh_expr nh_expr_substitute_map(nh_pool *pool, nh_expr e, const nh_map *map, bool into_definitions) {
    nh_arena *scratch = nh_scratch(pool->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    replace_all(pool, 1, &e, map, into_definitions);
    nh_arena_release(scratch, mark);
    return e;
}

nh_expr nh_expr_substitute(nh_pool *pool, nh_expr e, uint32_t count, const nh_expr *from, const nh_expr *to,
                           bool into_definitions) {
    nh_expr_substitute_all(pool, 1, &e, count, from, to, into_definitions);
    return e;
}

/* ---- abbreviations ---- */

static nh_expr expanded_symbol(const substitution *s, nh_expr symbol) {
    return nh_expr_symbol_of(s->pool, symbol)->role == NH_ROLE_ABBREVIATION ? new_definition(s, symbol) : symbol;
}

nh_expr nh_expr_expand_names(nh_pool *pool, nh_expr e) {
    substitution s = {.pool = pool, .leaf = expanded_symbol};
    run_substitution(&s, 1, &e, NH_WALK_DEFINITIONS);
    return e;
}

/* ---- functions ---- */

typedef struct function_body {
    nh_expr function;
    const nh_expr *args; /* the symbols that stand for its arguments in the body */
    nh_expr body;
} function_body;

static nh_expr symbol_in_definition(const substitution *s, nh_expr symbol) {
    return nh_expr_symbol_of(s->pool, symbol)->role == NH_ROLE_ABBREVIATION ? looked_through(s, symbol) : symbol;
}

/* The body differentiated as the function is, with the arguments put in. */
static nh_expr body_of_call(const substitution *s, nh_expr function, uint32_t count, const nh_expr *args) {
    const function_body *f = s->user;
    if (function_before(s->pool, function) != f->function) return nh_expr_call(s->pool, function, count, args);
    nh_expr body = f->body;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t times = nh_expr_symbol_of(s->pool, function)->by[i];
        for (uint32_t k = 0; k < times; k++) body = nh_expr_diff(s->pool, body, f->args[i]);
    }
    return nh_expr_substitute(s->pool, body, count, f->args, args, true);
}

nh_expr nh_expr_define_function(nh_pool *pool, nh_expr e, nh_expr function, const nh_expr *args, nh_expr body) {
    NH_ASSERT(function_before(pool, function) == function);
    function_body f = {function, args, body};
    substitution s = {.pool = pool, .leaf = symbol_in_definition, .call = body_of_call, .user = &f};
    run_substitution(&s, 1, &e, NH_WALK_DEFINITIONS);
    return e;
}
