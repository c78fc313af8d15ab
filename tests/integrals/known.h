/* Models by name, and expressions that are added to them as watches. */
#ifndef NH_TESTS_INTEGRALS_KNOWN_H
#define NH_TESTS_INTEGRALS_KNOWN_H

#include "support.h"

#include <string.h>

#include "base/io/file.h"
#include "base/text/text.h"
#include "integrals/integrals.h"
#include "integrals/integrals_private.h"

/* ---- reading ---- */

static inline const char *known_text(nh_arena *arena, const char *name) {
    const nh_builtin *builtin = nh_builtin_find(name);
    if (builtin != NULL) return builtin->text;
    if (strchr(name, '\n') != NULL) return name;
    nh_text path = nh_text_begin(arena);
    size_t length;
    nh_text_format(&path, "%s/models/%s.nh", NH_TEST_SOURCE, name);
    const char *text = nh_file_read(arena, nh_text_string(&path), &length);
    if (text == NULL) fail_msg("no model %s", name);
    return text;
}

static inline const char *text_with(nh_arena *arena, const char *text, const char *prefix, size_t count,
                                    const char *const *e) {
    nh_text result = nh_text_begin(arena);
    nh_text_add(&result, text);
    for (size_t i = 0; i < count; i++) nh_text_format(&result, "\nwatch %s%zu = %s", prefix, i, e[i]);
    nh_text_add(&result, "\n");
    return nh_text_string(&result);
}

static inline nh_expr watch_of(const nh_model *model, const char *prefix, size_t number) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_text name = nh_text_begin(arena);
    nh_text_format(&name, "%s%zu", prefix, number);
    nh_expr value = NH_EXPR_UNDEFINED;
    for (size_t i = 0; i < model->records.count; i++)
        if (strcmp(nh_name_text(model->context, model->records.items[i].name), nh_text_string(&name)) == 0)
            value = model->records.items[i].value;
    nh_arena_destroy(arena);
    assert_int_not_equal(value, NH_EXPR_UNDEFINED);
    return value;
}

#endif
