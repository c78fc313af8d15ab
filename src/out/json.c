/* The writer of JSON. Indented down to what occurs in lists, which is on one line each. */
#include "out/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/utf8.h"
#include "num/number.h"

nh_json nh_json_begin(nh_text *text) {
    NH_ASSERT(text != NULL);
    return (nh_json){.text = text, .flat_from = NH_JSON_DEPTH_MAX};
}

/* ---- strings ---- */

/* What could end a script element, begin a comment or an entity in a page, or end a line in old JavaScript. */
static bool is_special_in_html(uint32_t code) {
    return code == '<' || code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
}

static bool is_escaped(const nh_json *json, uint32_t code) {
    return code < 0x20 || code == 0x7F || (json->is_for_html && is_special_in_html(code));
}

static void add_character(nh_json *json, uint32_t code, const char *bytes, size_t length) {
    if (code == '"' || code == '\\') nh_text_format(json->text, "\\%c", (int)code);
    else if (code == '\n') nh_text_add(json->text, "\\n");
    else if (code == '\t') nh_text_add(json->text, "\\t");
    else if (is_escaped(json, code)) nh_text_format(json->text, "\\u%04x", (unsigned)code);
    else nh_text_add_bytes(json->text, bytes, length);
}

/* How many bytes from here on need no look: most of what is written. */
static size_t plain_length(const char *bytes, size_t length) {
    size_t count = 0;
    while (count < length && bytes[count] >= ' ' && bytes[count] < 0x7F && strchr("\"\\<>&", bytes[count]) == NULL)
        count++;
    return count;
}

static void add_string(nh_json *json, const char *bytes, size_t length) {
    NH_ASSERT(bytes != NULL || length == 0);
    nh_text_add_char(json->text, '"');
    for (size_t at = 0; at < length;) {
        size_t plain = plain_length(bytes + at, length - at);
        nh_text_add_bytes(json->text, bytes + at, plain);
        at += plain;
        if (at == length) break;
        uint32_t code;
        size_t used = nh_utf8_decode(bytes + at, length - at, &code);
        if (used == 0) nh_text_add(json->text, "\xEF\xBF\xBD");
        else add_character(json, code, bytes + at, used);
        at += used > 0 ? used : 1;
    }
    nh_text_add_char(json->text, '"');
}

/* ---- values ---- */

static void new_line(nh_json *json) {
    if (json->is_compact || json->depth >= json->flat_from) return;
    nh_text_add_char(json->text, '\n');
    nh_text_add_repeated(json->text, ' ', 2 * (size_t)json->depth);
}

/* What precedes a value: the comma, the line, the key. */
static void begin_value(nh_json *json, const char *key) {
    if (json->depth > 0) {
        bool *is_begun = &json->is_begun[json->depth - 1];
        bool is_flat = json->depth >= json->flat_from && !json->is_compact;
        NH_ASSERT((key != NULL) == (json->closing[json->depth - 1] == '}'));
        if (*is_begun) nh_text_add(json->text, is_flat ? ", " : ",");
        *is_begun = true;
        new_line(json);
    }
    if (key == NULL) return;
    add_string(json, key, strlen(key));
    nh_text_add(json->text, json->is_compact ? ":" : ": ");
}

void nh_json_open(nh_json *json, const char *key, char bracket) {
    NH_ASSERT(json->depth < NH_JSON_DEPTH_MAX && (bracket == '{' || bracket == '['));
    begin_value(json, key);
    bool is_in_list = json->depth > 0 && json->closing[json->depth - 1] == ']';
    json->closing[json->depth] = bracket == '{' ? '}' : ']';
    json->is_begun[json->depth] = false;
    json->depth++;
    if (is_in_list && json->flat_from == NH_JSON_DEPTH_MAX) json->flat_from = json->depth;
    nh_text_add_char(json->text, bracket);
}

void nh_json_open_line(nh_json *json, const char *key, char bracket) {
    nh_json_open(json, key, bracket);
    if (json->flat_from == NH_JSON_DEPTH_MAX) json->flat_from = json->depth;
}

void nh_json_close(nh_json *json) {
    NH_ASSERT(json->depth > 0);
    bool is_empty = !json->is_begun[json->depth - 1], is_flat = json->depth >= json->flat_from;
    json->depth--;
    if (!is_flat && !is_empty) new_line(json);
    if (json->depth < json->flat_from) json->flat_from = NH_JSON_DEPTH_MAX;
    nh_text_add_char(json->text, json->closing[json->depth]);
}

void nh_json_bytes(nh_json *json, const char *key, const char *bytes, size_t length) {
    NH_ASSERT(bytes != NULL || length == 0);
    begin_value(json, key);
    add_string(json, bytes, length);
}

void nh_json_string(nh_json *json, const char *key, const char *string) {
    if (string == NULL) nh_json_null(json, key);
    else nh_json_bytes(json, key, string, strlen(string));
}

void nh_json_integer(nh_json *json, const char *key, uint64_t value) {
    begin_value(json, key);
    nh_text_format(json->text, "%llu", (unsigned long long)value);
}

void nh_json_number(nh_json *json, const char *key, double value) {
    char digits[NH_NUMBER_SIZE];
    begin_value(json, key);
    if (isfinite(value)) nh_text_add_bytes(json->text, digits, nh_number_digits(digits, value, 17));
    else nh_text_add(json->text, "null");
}

void nh_json_truth(nh_json *json, const char *key, bool value) {
    begin_value(json, key);
    nh_text_add(json->text, value ? "true" : "false");
}

void nh_json_null(nh_json *json, const char *key) {
    begin_value(json, key);
    nh_text_add(json->text, "null");
}

/* ---- digits ---- */

/* Whether JSON writes numbers so: -12.5e+3. */
static bool is_number(const char *text) {
    static const char digits[] = "0123456789";
    const char *at = text + (*text == '-');
    size_t whole = strspn(at, digits);
    if (whole == 0 || (whole > 1 && *at == '0')) return false;
    at += whole;
    if (*at == '.') {
        size_t part = strspn(++at, digits);
        if (part == 0) return false;
        at += part;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        size_t power = strspn(at, digits);
        if (power == 0) return false;
        at += power;
    }
    return *at == '\0';
}

void nh_json_digits(nh_json *json, const char *key, const char *digits) {
    if (*digits == '\0') {
        nh_json_null(json, key);
    } else if (is_number(digits)) {
        begin_value(json, key);
        nh_text_add(json->text, digits);
    } else {
        nh_json_string(json, key, digits);
    }
}

/* ---- answers ---- */

void nh_json_evidence(nh_json *json, const char *key, nh_evidence by) {
    char beside[64];
    NH_ASSERT(strlen(key) + sizeof "_by" <= sizeof beside);
    snprintf(beside, sizeof beside, "%s_by", key);
    nh_json_string(json, beside, nh_evidence_name(by));
}

void nh_json_fact(nh_json *json, const char *key, nh_fact fact) {
    NH_ASSERT(key != NULL);
    if (fact.truth == NH_UNKNOWN) nh_json_null(json, key);
    else nh_json_truth(json, key, fact.truth == NH_YES);
    nh_json_evidence(json, key, fact.truth == NH_UNKNOWN ? NH_EVIDENCE_NONE : fact.by);
}

void nh_json_strings(nh_json *json, const char *key, size_t count, const char *const *items) {
    NH_ASSERT(items != NULL || count == 0);
    nh_json_open(json, key, '[');
    for (size_t i = 0; i < count; i++) nh_json_string(json, NULL, items[i]);
    nh_json_close(json);
}

/* ---- diagnostics ---- */

static void add_diag(nh_json *json, const nh_diag *diag) {
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "code", diag->code);
    nh_json_string(json, "file", diag->file);
    nh_json_integer(json, "line", diag->line);
    nh_json_integer(json, "column", diag->column);
    nh_json_integer(json, "length", diag->length);
    nh_json_string(json, "message", diag->sentence);
    nh_json_string(json, "hint", diag->hint);
    nh_json_close(json);
}

void nh_json_diags(nh_json *json, const char *key, const nh_context *context, nh_severity severity) {
    nh_json_open(json, key, '[');
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity == severity) add_diag(json, diag);
    }
    nh_json_close(json);
}
