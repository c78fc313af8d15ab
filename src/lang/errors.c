/* Diagnostics of a reading: at a node of the syntax, or at any place. */
#include <stdarg.h>
#include <string.h>

#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/print/print.h"
#include "expr/walk.h"
#include "lang/reading_private.h"

nh_place nh_reading_place(const nh_reading *r, nh_node node) {
    const nh_node_data *data = nh_syntax_node(r->syntax, node);
    return nh_syntax_place(r->syntax, data->from, data->behind);
}

nh_place nh_reading_token_place(const nh_reading *r, uint32_t token) {
    return nh_syntax_place(r->syntax, token, token + 1);
}

static const char *format_text(nh_reading *r, const char *format, va_list list) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_format_list(&text, format, list);
    return nh_text_string(&text);
}

static void too_long(nh_reading *r) {
    nh_fail(r->context, NH_E_LIMIT, "text-limit", "a rotation is too long to write out; name parts of it with let");
}

const char *nh_reading_text(nh_reading *r, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = format_text(r, format, list);
    va_end(list);
    if (strlen(text) > NH_READING_TEXT_MAX) too_long(r);
    return text;
}

/* How many parts an expression has, those that are shared counted each time; at most NH_READING_TEXT_MAX + 1. */
static uint64_t parts_of(nh_reading *r, nh_expr e) {
    nh_walk *walk = nh_walk_begin(r->pool, 1, &e, NH_WALK_PLAIN);
    uint64_t *parts = NH_NEW_ARRAY(r->arena, uint64_t, walk->count), total;
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        parts[i] = 1;
        for (uint32_t k = 0; k < nh_expr_arity(r->pool, now) && parts[i] <= NH_READING_TEXT_MAX; k++)
            parts[i] += parts[nh_walk_place(walk, nh_expr_args(r->pool, now)[k])];
        if (parts[i] > NH_READING_TEXT_MAX) parts[i] = NH_READING_TEXT_MAX + 1;
    }
    total = parts[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return total;
}

const char *nh_reading_print(nh_reading *r, nh_expr e) {
    if (parts_of(r, e) > NH_READING_TEXT_MAX) too_long(r);
    nh_text text = nh_text_begin(r->arena);
    nh_expr_print(r->pool, &text, e);
    return nh_text_string(&text);
}

bool nh_place_is_option(nh_place place) {
    static const char *const options[] = {"--set ",    "--init ",    "--with ",     "--without ",
                                          "--assume ", "--motion ",  "--equation ", "condition ",
                                          "--field ",  "--section ", "--end ",      "--in "};
    for (size_t i = 0; place.file != NULL && i < sizeof options / sizeof *options; i++)
        if (strncmp(place.file, options[i], strlen(options[i])) == 0) return true;
    return false;
}

/* The body of a function is evaluated for every call, and is wrong each time. */
static bool is_repeated(nh_reading *r, const nh_place *place) {
    bool is_new = true;
    if (r->syntax == r->file && !nh_place_is_option(*place))
        nh_map_slot(&r->errors_at, (uint64_t)place->line << 32 | place->column, &is_new);
    return !is_new;
}

uint64_t nh_reading_errors(const nh_reading *r) {
    return nh_diag_errors(r->context) + r->silenced;
}

bool nh_reading_is_silent(const nh_reading *r) {
    return nh_token_errors_are_full(r->context, &r->file->tokens);
}

static void add_error(nh_reading *r, nh_place place, nh_words words, const char *format, va_list list) {
    if (nh_place_is_option(place)) r->option_errors = true;
    if (nh_reading_is_silent(r) || is_repeated(r, &place)) {
        r->silenced++;
        return;
    }
    nh_remark remark = {.code = words.code,
                        .severity = NH_SEVERITY_ERROR,
                        .status = nh_place_is_option(place) ? NH_E_USAGE : NH_E_MODEL,
                        .place = &place,
                        .hint = words.hint};
    nh_diag_add(r->context, &remark, "%s", format_text(r, format, list));
}

void nh_reading_error(nh_reading *r, nh_node node, nh_words words, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_error(r, nh_reading_place(r, node), words, format, list);
    va_end(list);
}

void nh_reading_error_at(nh_reading *r, nh_place place, nh_words words, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_error(r, place, words, format, list);
    va_end(list);
}

void nh_reading_warn(nh_reading *r, nh_place place, nh_severity severity, nh_words words, const char *format, ...) {
    enum { MOST_WARNINGS = 50 };
    if (++r->warnings > MOST_WARNINGS + 1) return;
    if (r->warnings == MOST_WARNINGS + 1) {
        nh_remark last = {.code = "more-warnings", .severity = NH_SEVERITY_NOTE, .status = NH_OK};
        nh_diag_add(r->context, &last, "further warnings are not shown");
        return;
    }
    va_list list;
    va_start(list, format);
    nh_remark remark = {.code = words.code, .severity = severity, .status = NH_OK, .place = &place, .hint = words.hint};
    nh_diag_add(r->context, &remark, "%s", format_text(r, format, list));
    va_end(list);
}
