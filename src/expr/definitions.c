/* Which abbreviations expressions use, and their definitions as text.
 *
 * A depth-first walk of its own: what a partial derivative diff(F1, theta) uses is F1, not the
 * expression that it stands for. */
#include "base/assert.h"
#include "base/limits.h"
#include "expr/pool_private.h"
#include "expr/print/print.h"

typedef struct step {
    nh_expr e;
    uint32_t next; /* argument to examine */
} step;

typedef NH_ARRAY(step) steps;

/* The i-th thing that e uses; false after the last one. */
static bool child_of(const nh_pool *pool, nh_expr e, uint32_t i, nh_expr *found) {
    if (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL) {
        const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
        *found = symbol->by_count > 0 ? symbol->of : symbol->definition;
        return i == 0 && symbol->role == NH_ROLE_ABBREVIATION;
    }
    if (i >= nh_expr_arity(pool, e)) return false;
    *found = nh_expr_args(pool, e)[i];
    return true;
}

static bool is_abbreviation(const nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SYMBOL) return false;
    const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
    return symbol->role == NH_ROLE_ABBREVIATION && symbol->by_count == 0;
}

/* Puts e on the stack unless it was there before. */
static void reach_expr(nh_map *seen, steps *stack, nh_expr e) {
    bool is_new;
    nh_map_slot(seen, e, &is_new);
    if (is_new) nh_array_push(stack, ((step){e, 0}));
}

nh_expr *nh_expr_definitions(nh_pool *pool, nh_arena *arena, size_t size, const nh_expr *e, uint32_t *count) {
    nh_arena *own = nh_arena_create(pool->context);
    nh_exprs found = {.arena = own};
    nh_map seen = nh_map_make(own);
    steps stack = {.arena = own};
    for (size_t i = 0; i < size; i++) {
        reach_expr(&seen, &stack, e[i]);
        while (stack.count > 0) {
            step *top = &stack.items[stack.count - 1];
            nh_expr next;
            nh_tick(pool->context, 1);
            if (child_of(pool, top->e, top->next++, &next)) {
                reach_expr(&seen, &stack, next);
            } else {
                if (is_abbreviation(pool, top->e)) nh_array_push(&found, top->e);
                stack.count--;
            }
        }
    }
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, found.count);
    for (size_t i = 0; i < found.count; i++) result[i] = found.items[i];
    *count = (uint32_t)found.count;
    nh_arena_destroy(own);
    return result;
}

typedef void (*printer)(nh_pool *pool, nh_text *text, nh_expr e);

/* One line for each definition: begin, name, between, what it stands for, end; separator in between. */
typedef struct layout {
    printer name, value;
    const char *begin, *between, *end, *separator;
} layout;

static void print_lines(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e, const layout *form) {
    nh_arena *own = nh_arena_create(pool->context);
    uint32_t count;
    const nh_expr *names = nh_expr_definitions(pool, own, size, e, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) nh_text_add(text, form->separator);
        nh_text_add(text, form->begin);
        form->name(pool, text, names[i]);
        nh_text_add(text, form->between);
        form->value(pool, text, nh_expr_symbol_of(pool, names[i])->definition);
        nh_text_add(text, form->end);
    }
    nh_arena_destroy(own);
}

void nh_expr_print_definitions(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e) {
    static const layout form = {nh_expr_print, nh_expr_print, "", " = ", "\n", ""};
    print_lines(pool, text, size, e, &form);
}

void nh_expr_print_definitions_latex(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e) {
    static const layout form = {nh_expr_print_latex, nh_expr_print_latex, "", " &= ", "", " \\\\\n"};
    print_lines(pool, text, size, e, &form);
}

void nh_expr_print_definitions_json(nh_pool *pool, nh_text *text, size_t size, const nh_expr *e) {
    static const layout form = {nh_expr_print_json, nh_expr_print_json, "{\"name\": ", ", \"value\": ", "}", ", "};
    nh_text_add_char(text, '[');
    print_lines(pool, text, size, e, &form);
    nh_text_add_char(text, ']');
}
