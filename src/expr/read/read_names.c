/* What names stand for while an expression is read, and what was meant by those that stand for nothing. */
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/closest.h"
#include "base/text/text.h"
#include "expr/read/read_private.h"

enum { MOST_BYTES = 4000 }; /* of a name with all its indices */

nh_name nh_reader_join(nh_reader *r, nh_name name, const char *before, const char *text, const char *after) {
    if (name == 0 || nh_name_length(r->context, name) + strlen(text) > MOST_BYTES) return 0;
    nh_arena *scratch = nh_scratch(r->context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_text joined = nh_text_begin(scratch);
    nh_text_format(&joined, "%s%s%s%s", nh_name_text(r->context, name), before, text, after);
    nh_name result = nh_name_of(r->context, joined.bytes, joined.length);
    nh_arena_release(scratch, mark);
    return result;
}

/* ---- finding ---- */

enum { NOT_KNOWN = NH_EXPR_UNDEFINED };

bool nh_reader_find(nh_reader *r, nh_name name, bool is_function, nh_expr *found) {
    bool is_new;
    uint64_t *slot = nh_map_slot(&r->known[is_function], name, &is_new);
    if (is_new) {
        nh_expr e = NOT_KNOWN;
        bool good = r->names->find(r->names->user, r->pool, name, is_function, &e);
        if (!good && !is_function && strcmp(nh_name_text(r->context, name), "pi") == 0) {
            good = true;
            e = NH_EXPR_PI;
        }
        *slot = good ? e : NOT_KNOWN;
    }
    *found = (nh_expr)*slot;
    return *found != NOT_KNOWN;
}

/* ---- "did you mean" ---- */

/* The caller's names that are functions, or that are not. */
static void offer_listed(nh_reader *r, nh_closest *search, bool is_function) {
    if (r->names->listed == NULL) return;
    nh_name name;
    nh_expr unused;
    for (uint32_t i = 0; (name = r->names->listed(r->names->user, i)) != 0; i++) {
        nh_tick(r->context, 4);
        if (nh_reader_find(r, name, is_function, &unused)) nh_closest_offer(search, nh_name_text(r->context, name));
    }
}

static void offer_functions(nh_closest *search) {
    static const char *const others[] = {"sqrt", "cbrt", "root", "if", "diff"};
    for (nh_expr_kind kind = NH_EXPR_SIN; kind < NH_EXPR_KINDS; kind++)
        nh_closest_offer(search, nh_expr_function_name(kind));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) nh_closest_offer(search, others[i]);
}

/* "did you mean 'theta'?", or NULL; in the reader's arena. */
static const char *hint_for(nh_reader *r, nh_name name, bool is_function) {
    const char *text = nh_name_text(r->context, name);
    if (nh_token_errors_are_full(r->context, &r->tokens)) return NULL; /* nobody would see it */
    if (strcmp(text, "\xCF\x80") == 0) return "write pi";
    if (strcmp(text, "ln") == 0 && is_function) return "the natural logarithm is log(x)";
    nh_closest search = nh_closest_begin(text);
    offer_listed(r, &search, is_function);
    if (is_function) offer_functions(&search);
    const char *meant = nh_closest_found(&search);
    if (meant == NULL) return NULL;
    nh_text hint = nh_text_begin(r->arena);
    nh_text_format(&hint, "did you mean '%s'?", meant);
    return nh_text_string(&hint);
}

static void say_unknown(nh_reader *r, nh_name name, const nh_token *token, bool is_function) {
    if (name == 0) nh_reader_error(r, token, "name-length", NULL, "this name with its indices is too long");
    else
        nh_reader_error(r, token, is_function ? "unknown-function" : "unknown-name", hint_for(r, name, is_function),
                        "unknown %s '%s'", is_function ? "function" : "name", nh_name_text(r->context, name));
}

/* Whether an unknown name comes for the first time; further ones get no error. */
static bool is_first(nh_reader *r, nh_name name, bool is_function) {
    bool is_new;
    nh_map_slot(&r->reported, (uint64_t)name << 1 | is_function, &is_new);
    return is_new;
}

nh_expr nh_reader_symbol(nh_reader *r, nh_name name, const nh_token *token) {
    nh_expr found = NOT_KNOWN;
    if (name != 0 && nh_reader_find(r, name, false, &found)) return found;
    if (is_first(r, name, false)) say_unknown(r, name, token, false);
    return NH_EXPR_UNDEFINED;
}

void nh_reader_unknown_function(nh_reader *r, nh_name name, const nh_token *token) {
    if (is_first(r, name, true)) say_unknown(r, name, token, true);
}

/* ---- the names of a list ---- */

typedef struct name_list {
    nh_map known[2]; /* name to expression: symbols, functions */
    NH_ARRAY(nh_name) names;
} name_list;

static bool find_listed(void *user, nh_pool *pool, nh_name name, bool is_function, nh_expr *result) {
    const name_list *list = user;
    (void)pool;
    const uint64_t *found = nh_map_get(&list->known[is_function], name);
    if (found != NULL) *result = (nh_expr)*found;
    return found != NULL;
}

static nh_name name_listed(void *user, uint32_t i) {
    const name_list *list = user;
    return i < list->names.count ? list->names.items[i] : 0;
}

static void enter_symbol(nh_pool *pool, name_list *list, nh_expr e) {
    nh_symbol symbol = *nh_expr_symbol_of(pool, e);
    bool is_function = symbol.role == NH_ROLE_FUNCTION, is_new;
    uint64_t *slot = nh_map_slot(&list->known[is_function], symbol.name, &is_new);
    if (is_new) {
        if (is_function) e = nh_expr_function(pool, symbol.name, symbol.by_count);
        else if (symbol.role != NH_ROLE_ABBREVIATION) e = nh_expr_symbol(pool, symbol.role, symbol.name, 0);
        else if (symbol.by_count > 0) e = symbol.of;
        *slot = e;
        nh_array_push(&list->names, symbol.name);
    }
}

nh_read_names nh_read_names_of(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *symbols) {
    name_list *list = NH_NEW(arena, name_list);
    list->known[0] = list->known[1] = nh_map_make(arena);
    list->names.arena = arena;
    for (uint32_t i = 0; i < count; i++) enter_symbol(pool, list, symbols[i]);
    for (uint32_t i = 0; i < count; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(pool, symbols[i]);
        uint32_t by_count = symbol.role == NH_ROLE_ABBREVIATION ? symbol.by_count : 0;
        for (uint32_t k = 0; k < by_count; k++) enter_symbol(pool, list, symbol.by[k]);
    }
    return (nh_read_names){list, find_listed, name_listed};
}
