/* The splitter goes over the bytes once. A field that needs no change stays where it is in the text; one with doubled
 * quotes is copied. Columns are counted only when a diagnostic asks for one. */
#include "base/io/csv.h"

#include <string.h>

#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

enum { SHOWN_MAX = 40 };

nh_csv nh_csv_begin(nh_arena *arena, const char *name, const char *text, size_t length) {
    nh_csv csv = {.arena = arena, .name = name, .text = text, .length = length, .line = 1, .fields = {.arena = arena}};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) csv.at = 3;
    return csv;
}

/* ---- messages ---- */

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static uint32_t column_of(const nh_csv *csv, size_t at) {
    size_t start = at;
    while (start > 0 && !is_line_end(csv->text[start - 1])) start--;
    if (start == 0 && at >= 3 && memcmp(csv->text, "\xEF\xBB\xBF", 3) == 0) start = 3;
    return (uint32_t)nh_utf8_count(csv->text + start, at - start) + 1;
}

void nh_csv_refuse(const nh_csv *csv, const nh_csv_field *field, const char *hint, const char *format, ...) {
    nh_context *context = nh_arena_context(csv->arena);
    size_t length = field->length > 0 ? nh_utf8_count(field->text, field->length) : 1;
    nh_place place = {csv->name, field->line, column_of(csv, field->at), (uint32_t)length};
    nh_remark remark = {"states", NH_SEVERITY_ERROR, NH_E_IO, &place, hint};
    nh_text sentence = nh_text_begin(csv->arena);
    va_list list;
    va_start(list, format);
    nh_text_format_list(&sentence, format, list);
    va_end(list);
    nh_diag_add(context, &remark, "%s", nh_text_string(&sentence));
    nh_raise(context, NH_E_IO);
}

const char *nh_csv_shown(nh_arena *arena, const nh_csv_field *field) {
    nh_text text = nh_text_begin(arena);
    size_t at = 0;
    for (int count = 0; at < field->length && count < SHOWN_MAX; count++) {
        uint32_t code;
        size_t size = nh_utf8_decode(field->text + at, field->length - at, &code);
        if (size > 0 && !nh_utf8_is_control(code)) nh_text_add_bytes(&text, field->text + at, size);
        else nh_text_add_char(&text, '?');
        at += size > 0 ? size : 1;
    }
    if (at < field->length) nh_text_add(&text, "...");
    return nh_text_string(&text);
}

/* ---- fields ---- */

/* Goes over the end of a line, which is at csv->at. */
static void end_line(nh_csv *csv) {
    bool is_pair = csv->text[csv->at] == '\r' && csv->at + 1 < csv->length && csv->text[csv->at + 1] == '\n';
    csv->at += is_pair ? 2 : 1;
    csv->line++;
}

/* The bytes with every pair of quotes as one. */
static const char *halve_quotes(nh_csv *csv, const char *from, size_t length, size_t *result) {
    char *copy = nh_arena_text(csv->arena, from, length);
    *result = 0;
    for (size_t i = 0; i < length; i++) {
        copy[(*result)++] = from[i];
        if (from[i] == '"') i++;
    }
    return copy;
}

/* A field in quotes, the first of which is at csv->at; goes after the last. */
static nh_csv_field read_quoted(nh_csv *csv) {
    nh_csv_field field = {.at = csv->at, .line = csv->line};
    size_t first = ++csv->at;
    bool has_quotes = false;
    for (; csv->at < csv->length; nh_tick(nh_arena_context(csv->arena), 1)) {
        char c = csv->text[csv->at];
        bool is_pair = c == '"' && csv->at + 1 < csv->length && csv->text[csv->at + 1] == '"';
        has_quotes |= is_pair;
        if (is_pair) csv->at += 2;
        else if (c == '"') break;
        else if (is_line_end(c)) end_line(csv);
        else csv->at++;
    }
    if (csv->at == csv->length) nh_csv_refuse(csv, &field, NULL, "missing closing quote");
    field.text = csv->text + first;
    field.length = csv->at++ - first;
    if (has_quotes) field.text = halve_quotes(csv, field.text, field.length, &field.length);
    return field;
}

static nh_csv_field read_plain(nh_csv *csv) {
    nh_csv_field field = {.text = csv->text + csv->at, .at = csv->at, .line = csv->line};
    while (csv->at < csv->length && csv->text[csv->at] != ',' && !is_line_end(csv->text[csv->at])) {
        if (csv->text[csv->at] == '"') {
            nh_csv_field quote = {.at = csv->at, .line = csv->line};
            nh_csv_refuse(csv, &quote, "put the whole field in quotes and double the quotes inside it",
                          "unexpected quote inside a field");
        }
        csv->at++;
    }
    field.length = csv->at - field.at;
    nh_tick(nh_arena_context(csv->arena), 1 + field.length / 16);
    return field;
}

bool nh_csv_next(nh_csv *csv) {
    csv->fields.count = 0;
    while (csv->at < csv->length && is_line_end(csv->text[csv->at])) end_line(csv);
    if (csv->at == csv->length) return false;
    for (;; csv->at++) { /* over a comma */
        bool is_quoted = csv->at < csv->length && csv->text[csv->at] == '"';
        nh_array_push(&csv->fields, is_quoted ? read_quoted(csv) : read_plain(csv));
        if (csv->at == csv->length) return true;
        if (csv->text[csv->at] == ',') continue;
        if (is_line_end(csv->text[csv->at])) break;
        nh_csv_field behind = {.at = csv->at, .line = csv->line};
        nh_csv_refuse(csv, &behind, NULL, "expected a comma after the closing quote of a field");
    }
    end_line(csv);
    return true;
}
