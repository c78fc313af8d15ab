/* The writer of JSON. Indented down to objects within lists, which stand on one line each. */
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

json json_begin(sink *out) {
    return (json){.out = out, .flat_from = JSON_DEPTH_MAX};
}

static void add_escaped(sink *out, uint32_t code, const char *bytes, size_t length) {
    if (code == '"' || code == '\\') sink_format(out, "\\%c", (int)code);
    else if (code == '\n') sink_text(out, "\\n");
    else if (code == '\t') sink_text(out, "\\t");
    else if (code < 0x20 || code == 0x7F) sink_format(out, "\\u%04x", (unsigned)code);
    else sink_add(out, bytes, length);
}

static void add_string(sink *out, const char *text) {
    size_t length = strlen(text);
    sink_text(out, "\"");
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t used = utf8_decode(text + at, length - at, &code);
        if (used == 0) sink_text(out, "\xEF\xBF\xBD");
        else add_escaped(out, code, text + at, used);
        at += used > 0 ? used : 1;
    }
    sink_text(out, "\"");
}

static void new_line(json *j) {
    if (j->depth >= j->flat_from) return;
    sink_text(j->out, "\n");
    for (int i = 0; i < j->depth; i++) sink_text(j->out, "  ");
}

/* What stands before a value: the comma, the line, the key. */
static void begin_value(json *j, const char *key) {
    if (j->depth > 0) {
        bool is_first = !j->is_begun[j->depth - 1];
        j->is_begun[j->depth - 1] = true;
        if (!is_first) sink_text(j->out, j->depth >= j->flat_from ? ", " : ",");
        new_line(j);
    }
    if (key == NULL) return;
    add_string(j->out, key);
    sink_text(j->out, ": ");
}

void json_open(json *j, const char *key, char bracket) {
    begin_value(j, key);
    if (j->depth == JSON_DEPTH_MAX) return; /* no result is that deep */
    bool is_in_list = j->depth > 0 && j->closing[j->depth - 1] == ']';
    j->closing[j->depth] = bracket == '{' ? '}' : ']';
    j->is_begun[j->depth] = false;
    j->depth++;
    if (is_in_list && j->flat_from == JSON_DEPTH_MAX) j->flat_from = j->depth;
    sink_add(j->out, &bracket, 1);
}

void json_open_line(json *j, const char *key, char bracket) {
    json_open(j, key, bracket);
    if (j->flat_from == JSON_DEPTH_MAX) j->flat_from = j->depth;
}

void json_close(json *j) {
    bool is_empty = !j->is_begun[j->depth - 1];
    bool is_flat = j->depth >= j->flat_from;
    j->depth--;
    if (!is_flat && !is_empty) new_line(j);
    if (j->depth < j->flat_from) j->flat_from = JSON_DEPTH_MAX;
    sink_add(j->out, &j->closing[j->depth], 1);
    if (j->depth == 0) sink_text(j->out, "\n");
}

void json_string(json *j, const char *key, const char *text) {
    begin_value(j, key);
    if (text == NULL) sink_text(j->out, "null");
    else add_string(j->out, text);
}

void json_integer(json *j, const char *key, uint64_t value) {
    begin_value(j, key);
    sink_format(j->out, "%llu", (unsigned long long)value);
}

/* The program never leaves the C locale: the decimal mark is a point. */
void json_number(json *j, const char *key, double value) {
    begin_value(j, key);
    if (!isfinite(value)) sink_text(j->out, "null");
    else sink_format(j->out, "%.17g", value);
}

void json_velocity(json *j, const char *coordinate, double value) {
    size_t length = strlen(coordinate);
    char *key = need(malloc(length + 2));
    memcpy(key, coordinate, length);
    memcpy(key + length, "'", 2);
    json_number(j, key, value);
    free(key);
}

/* Whether JSON writes numbers so: -12.5e+3. */
static bool is_json_number(const char *text) {
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

void json_digits(json *j, const char *key, const char *text) {
    if (*text == '\0') json_null(j, key);
    else if (!is_json_number(text)) json_string(j, key, text);
    else {
        begin_value(j, key);
        sink_text(j->out, text);
    }
}

void json_null(json *j, const char *key) {
    begin_value(j, key);
    sink_text(j->out, "null");
}

void json_truth(json *j, const char *key, bool value) {
    begin_value(j, key);
    sink_text(j->out, value ? "true" : "false");
}

void json_fact(json *j, const char *key, nh_truth value, const char *by) {
    char beside[64];
    begin_value(j, key);
    sink_text(j->out, value == NH_UNKNOWN ? "null" : value == NH_YES ? "true" : "false");
    snprintf(beside, sizeof beside, "%s_by", key);
    json_string(j, beside, value == NH_UNKNOWN ? "unknown" : by);
}
