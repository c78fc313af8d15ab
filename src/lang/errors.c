/* Diagnostics of a reading: at a node of the syntax, or at any place. */
#include <stdarg.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"
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

const char *nh_reading_text(nh_reading *r, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = format_text(r, format, list);
    va_end(list);
    return text;
}

bool nh_place_is_option(nh_place place) {
    return place.file != NULL && strncmp(place.file, "--", 2) == 0;
}

static void add_error(nh_reading *r, nh_place place, nh_words words, const char *sentence) {
    if (nh_place_is_option(place)) r->option_errors = true;
    if (nh_token_errors_are_full(r->context, &r->syntax->tokens)) return;
    nh_remark remark = {.code = words.code,
                        .severity = NH_SEVERITY_ERROR,
                        .status = nh_place_is_option(place) ? NH_E_USAGE : NH_E_MODEL,
                        .place = &place,
                        .hint = words.hint};
    nh_diag_add(r->context, &remark, "%s", sentence);
}

void nh_reading_error(nh_reading *r, nh_node node, nh_words words, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_error(r, nh_reading_place(r, node), words, format_text(r, format, list));
    va_end(list);
}

void nh_reading_error_at(nh_reading *r, nh_place place, nh_words words, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_error(r, place, words, format_text(r, format, list));
    va_end(list);
}

void nh_reading_warn(nh_reading *r, nh_place place, nh_severity severity, nh_words words, const char *format, ...) {
    enum { MOST_WARNINGS = 50 };
    if (++r->warnings > MOST_WARNINGS + 1) return;
    if (r->warnings == MOST_WARNINGS + 1) {
        nh_remark last = {.code = "more-warnings", .severity = NH_SEVERITY_NOTE, .status = NH_OK};
        nh_diag_add(r->context, &last, "there are more warnings, which are not shown");
        return;
    }
    va_list list;
    va_start(list, format);
    nh_remark remark = {.code = words.code, .severity = severity, .status = NH_OK, .place = &place, .hint = words.hint};
    nh_diag_add(r->context, &remark, "%s", format_text(r, format, list));
    va_end(list);
}
