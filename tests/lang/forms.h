/* The form of a text written as s-expressions, so that tests can say what they expect: `-x^2` is (neg (^ x 2)), the
 * statement `param m[i=1..N] = 1, k` is (param {m [i 1 N] value:1} {k}), and a broken one begins with !. */
#ifndef NH_TESTS_LANG_FORMS_H
#define NH_TESTS_LANG_FORMS_H

#include <string.h>

#include "support.h"

#include "base/text/text.h"
#include "lang/parse/syntax.h"

static void form_token(nh_text *out, const nh_syntax *s, uint32_t token) {
    const nh_token *t = nh_syntax_token(s, token);
    nh_text_add_bytes(out, s->text + t->offset, t->bytes);
}

static const char *form_head(nh_node_kind kind) {
    static const char *const heads[] = {
        [NH_NODE_NONE] = "none",   [NH_NODE_SUM] = "+",        [NH_NODE_PRODUCT] = "*",  [NH_NODE_NEGATE] = "neg",
        [NH_NODE_INVERSE] = "inv", [NH_NODE_POWER] = "^",      [NH_NODE_PRIME] = "'",    [NH_NODE_INDEX] = "index",
        [NH_NODE_PART] = ".",      [NH_NODE_CALL] = "call",    [NH_NODE_VECTOR] = "vec", [NH_NODE_LIST] = "list",
        [NH_NODE_BARS] = "bars",   [NH_NODE_SUM_OVER] = "sum",
    };
    return heads[kind];
}

static void form_node(nh_text *out, const nh_syntax *s, nh_node node) {
    const nh_node_data *data = nh_syntax_node(s, node);
    if (data->kind == NH_NODE_NUMBER || data->kind == NH_NODE_NAME) {
        form_token(out, s, data->token);
        return;
    }
    nh_text_add(out, "(");
    if (data->kind == NH_NODE_COMPARE) form_token(out, s, data->token);
    else nh_text_add(out, form_head(data->kind));
    nh_text_add_repeated(out, '\'', data->kind == NH_NODE_PRIME ? data->count - 1 : data->count);
    if (data->kind == NH_NODE_PART || data->kind == NH_NODE_SUM_OVER) {
        nh_text_add(out, " ");
        form_token(out, s, data->token);
    }
    for (uint32_t i = 0; i < data->count_children; i++) {
        nh_text_add(out, " ");
        form_node(out, s, nh_syntax_child(s, node, i));
    }
    nh_text_add(out, ")");
}

static const char *form_part_name(nh_part_kind kind) {
    static const char *const names[] = {
        [NH_PART_VALUE] = "value",         [NH_PART_LEFT] = "left",
        [NH_PART_RIGHT] = "right",         [NH_PART_GUESS] = "guess",
        [NH_PART_WORDS] = "words",         [NH_PART_LOW] = "low",
        [NH_PART_HIGH] = "high",           [NH_PART_STEP] = "step",
        [NH_PART_ARGUMENT] = "argument",   [NH_PART_FIRST] = "first",
        [NH_PART_SECOND] = "second",       [NH_PART_AT] = "at",
        [NH_PART_ROTATION] = "rotation",   [NH_PART_MASS] = "mass",
        [NH_PART_INERTIA] = "inertia",     [NH_PART_COEFFICIENT] = "coefficient",
        [NH_PART_LENGTH] = "length",       [NH_PART_RADIUS] = "radius",
        [NH_PART_AXIS] = "axis",           [NH_PART_NORMAL] = "normal",
        [NH_PART_SHAPE] = "shape",         [NH_PART_VARIABLE] = "variable",
        [NH_PART_DIRECTION] = "direction", [NH_PART_TUBE] = "tube",
        [NH_PART_AXES] = "axes",           [NH_PART_ALONG] = "along",
        [NH_PART_SIDE] = "side",           [NH_PART_SURFACE] = "surface",
        [NH_PART_FUNCTION] = "function",   [NH_PART_SURFACE_AT] = "surface_at",
        [NH_PART_ANGLE] = "angle",         [NH_PART_SURFACE_AXIS] = "surface_axis",
        [NH_PART_MOTION] = "motion",       [NH_PART_SURFACE_RADIUS] = "surface_radius",
        [NH_PART_SPIN] = "spin",
    };
    return names[kind];
}

static void form_part(nh_text *out, const nh_syntax *s, const nh_part *part) {
    bool is_token = part->kind == NH_PART_WORDS || part->kind == NH_PART_ARGUMENT || part->kind == NH_PART_SHAPE ||
                    part->kind == NH_PART_VARIABLE || part->kind == NH_PART_DIRECTION || part->kind == NH_PART_SIDE ||
                    part->kind == NH_PART_SURFACE || part->kind == NH_PART_MOTION || part->kind == NH_PART_SPIN;
    nh_text_format(out, " %s:", form_part_name(part->kind));
    if (is_token) form_token(out, s, part->token);
    else form_node(out, s, part->node);
}

static void form_dimension(nh_text *out, const nh_syntax *s, const nh_dimension *dimension) {
    nh_text_add(out, " [");
    if (dimension->index != NH_SYNTAX_NONE) {
        form_token(out, s, (uint32_t)dimension->index);
        nh_text_add(out, " ");
    }
    form_node(out, s, dimension->low);
    if (dimension->high != 0) {
        nh_text_add(out, " ");
        form_node(out, s, dimension->high);
    }
    nh_text_add(out, "]");
}

static void form_clause(nh_text *out, const nh_syntax *s, const nh_clause *clause) {
    nh_text_add(out, " {");
    if (clause->name != NH_SYNTAX_NONE) form_token(out, s, (uint32_t)clause->name);
    for (uint32_t i = 0; i < clause->dimensions; i++)
        form_dimension(out, s, &s->dimensions.items[clause->first_dimension + i]);
    for (uint32_t i = 0; i < clause->parts; i++) form_part(out, s, &s->parts.items[clause->first_part + i]);
    nh_text_add(out, "}");
}

static void form_statement(nh_text *out, const nh_syntax *s, const nh_statement *statement) {
    nh_text_format(out, "%s(%s", statement->is_broken ? "!" : "", nh_statement_word(statement->kind));
    for (uint32_t i = 0; i < statement->clauses; i++)
        form_clause(out, s, &s->clauses.items[statement->first_clause + i]);
    for (uint32_t i = 0; i < statement->bindings; i++) {
        const nh_binding *binding = &s->bindings.items[statement->first_binding + i];
        nh_text_add(out, " for:");
        form_token(out, s, binding->index);
        nh_text_add(out, " ");
        form_node(out, s, binding->low);
        nh_text_add(out, " ");
        form_node(out, s, binding->high);
    }
    nh_text_add(out, ")");
}

/* All statements, one space between them; in the arena. */
static const char *form_of(nh_arena *arena, const nh_syntax *s) {
    nh_text out = nh_text_begin(arena);
    for (size_t i = 0; i < s->statements.count; i++) {
        if (i > 0) nh_text_add(&out, " ");
        form_statement(&out, s, &s->statements.items[i]);
    }
    return nh_text_string(&out);
}

/* The diagnostics that came since there were `before` of them: they cannot be cleared inside a protected call. */
static inline size_t diags_since(const nh_context *context, size_t before) {
    return nh_context_diag_count(context) - before;
}

/* Fails unless the text has this form and, if it is said to be good, no errors. */
static inline void form_check(nh_context *context, const char *text, const char *form) {
    nh_arena *arena = nh_arena_create(context);
    const nh_syntax *s = nh_syntax_read(arena, text, strlen(text), NULL);
    const char *found = form_of(arena, s);
    if (strcmp(found, form) != 0) print_error("'%s':\n  found    %s\n  expected %s\n", text, found, form);
    if (nh_context_diag_count(context) > 0) print_error("'%s': %s\n", text, nh_context_diag(context, 0)->sentence);
    assert_string_equal(found, form);
    assert_int_equal(nh_context_diag_count(context), 0);
    nh_arena_destroy(arena);
}

#endif
