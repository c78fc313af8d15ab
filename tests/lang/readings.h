/* Models read from texts in a test, with options; and what is to be said about them.
 *
 *     reading r = read_with(context, "coord x\nkinetic x'^2", (options){.set = "m=2"});
 *     r.model, r.status, r.first: the number of its first diagnostic
 *     forget(&r); */
#ifndef NH_TESTS_READINGS_H
#define NH_TESTS_READINGS_H

#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "base/text/text.h"
#include "lang/lang.h"
#include "model/print.h"

/* One of each; NULL: none. */
typedef struct options {
    const char *set, *init, *with, *without, *assume, *equation, *motion, *field, *section, *end, *in;
} options;

typedef struct reading {
    nh_context *context;
    nh_model *model;
    nh_status status;
    size_t first;
} reading;

static inline nh_strings list_of(const char *const *item) {
    return (nh_strings){item, *item != NULL};
}

static inline reading read_with(nh_context *context, const char *text, options o) {
    reading r = {.context = context, .first = nh_context_diag_count(context)};
    nh_read_def def = nh_default_read();
    def.name = "test.nh";
    def.set = list_of(&o.set);
    def.init = list_of(&o.init);
    def.with = list_of(&o.with);
    def.without = list_of(&o.without);
    def.assume = list_of(&o.assume);
    def.equations = list_of(&o.equation);
    def.motion = o.motion;
    def.field = o.field;
    def.section = o.section;
    def.end = list_of(&o.end);
    if (o.in != NULL) def.factors = (nh_strings){&o.in, 1};
    r.model = nh_lang_read(context, &def, text, strlen(text), &r.status);
    return r;
}

static inline void forget(reading *r) {
    nh_model_destroy(r->model);
}

/* The diagnostics of a reading that are errors, or not; the number of them and the first. */
static inline size_t remarks_of(const reading *r, bool errors, const nh_diag **first) {
    size_t count = 0;
    for (size_t i = r->first; i < nh_context_diag_count(r->context); i++) {
        const nh_diag *diag = nh_context_diag(r->context, i);
        if ((diag->severity == NH_SEVERITY_ERROR) != errors) continue;
        if (count++ == 0) *first = diag;
    }
    return count;
}

/* Reads what must be right. */
static inline reading read_good(nh_context *context, const char *text, options o) {
    reading r = read_with(context, text, o);
    const nh_diag *error = NULL;
    if (remarks_of(&r, true, &error) > 0)
        fail_msg("%s\nline %u, column %u: %s", text, error->line, error->column, error->sentence);
    assert_int_equal(r.status, NH_OK);
    return r;
}

static inline const char *joined(nh_arena *arena, const char *a, const char *b) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, a);
    nh_text_add(&text, b);
    return nh_text_string(&text);
}

/* ---- by value ---- */

/* Whether an expression is 0 at random values of all its symbols; those with a value have that. */
static inline bool is_zero(const nh_model *model, nh_expr e) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        point at = {.seed = seed};
        evaluated v = evaluate(model->pool, e, &at);
        if (!is_known(v) || fabsl(v.value) > 1e-12L + 4 * v.error) return false;
    }
    return true;
}

/* The claim `left = right` after the declarations: whether it holds for all values of the symbols. */
static inline bool holds(nh_context *context, const char *declarations, const char *left, const char *right) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s\nclaim the_claim: %s = %s\n", declarations, left, right);
    reading r = read_good(context, nh_text_string(&text), (options){.set = NULL});
    bool good = r.model->records.count > 0;
    for (size_t i = 0; i < r.model->records.count; i++)
        if (r.model->records.items[i].kind == NH_RECORD_CLAIM)
            good &= is_zero(r.model, r.model->records.items[i].value);
    forget(&r);
    nh_arena_destroy(arena);
    return good;
}

/* ---- by text ---- */

static inline const char *print_of(const reading *r) {
    nh_text text = nh_text_begin(r->model->arena);
    nh_model_print(r->model, &text);
    const char *line = strchr(nh_text_string(&text), '\n'); /* after the title */
    return line != NULL ? line + 1 : "";
}

/* Read, the text is printed as `expected`, after the title; and that, read again, is printed in the same way. */
static inline void check_print(nh_context *context, const char *text, options o, const char *expected) {
    reading r = read_good(context, text, o);
    const char *first = print_of(&r);
    if (strcmp(first, expected) != 0) fail_msg("%s\nis printed as\n%s\nnot as\n%s", text, first, expected);
    reading again = read_good(context, first, (options){.set = NULL});
    assert_string_equal(print_of(&again), first);
    forget(&again);
    forget(&r);
}

typedef struct printed {
    const char *text;
    options o;
    const char *lines; /* as it is printed */
} printed;

/* A test that reads the rows one by one. */
static inline void check_table(nh_context *context, size_t count, const printed *rows) {
    for (size_t i = 0; i < count; i++) check_print(context, rows[i].text, rows[i].o, rows[i].lines);
}

#endif
