/* A strict reader of JSON for tests (RFC 8259): a tree of values, or NULL when the text is anything else. */
#ifndef NH_TESTS_JSON_READER_H
#define NH_TESTS_JSON_READER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

typedef struct json_value {
    char kind;         /* { [ " 0 t f n */
    const char *key;   /* in an object */
    const char *bytes; /* of a string, decoded; of a number, as written */
    size_t length;
    struct json_value *first, *last, *next; /* of what is in it; its neighbour */
    size_t count;
} json_value;

enum { JSON_READER_DEPTH = 64 };

typedef struct json_reader {
    nh_arena *arena;
    const char *at, *end;
    bool is_wrong;
} json_reader;

static inline void json_skip(json_reader *r) {
    while (r->at < r->end && strchr(" \n\t\r", *r->at) != NULL && *r->at != '\0') r->at++;
}

static inline bool json_take(json_reader *r, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

static inline uint32_t json_hex(json_reader *r) {
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdefABCDEF", *found = NULL;
        if (r->at < r->end && *r->at != '\0') found = strchr(digits, *r->at++);
        if (found == NULL) r->is_wrong = true;
        else code = code * 16 + (uint32_t)(found - digits < 16 ? found - digits : found - digits - 6);
    }
    return code;
}

/* After a backslash. The writer has no need of surrogates: they are wrong. */
static inline void json_escape(json_reader *r, nh_text *text) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *found = r->at < r->end && *r->at != '\0' ? strchr(letters, *r->at) : NULL;
    if (found != NULL) {
        nh_text_add_char(text, meanings[found - letters]);
        r->at++;
        return;
    }
    char bytes[NH_UTF8_MAX];
    if (!json_take(r, "u")) r->is_wrong = true;
    uint32_t code = r->is_wrong ? 0 : json_hex(r);
    if (code >= 0xD800 && code < 0xE000) r->is_wrong = true;
    else nh_text_add_bytes(text, bytes, nh_utf8_encode(code, bytes));
}

static inline const char *json_string(json_reader *r, size_t *length) {
    nh_text text = nh_text_begin(r->arena);
    if (!json_take(r, "\"")) r->is_wrong = true;
    while (!r->is_wrong && !json_take(r, "\"")) {
        uint32_t code;
        size_t used = nh_utf8_decode(r->at, (size_t)(r->end - r->at), &code);
        if (used == 0 || code < 0x20) {
            r->is_wrong = true;
        } else if (code == '\\') {
            r->at++;
            json_escape(r, &text);
        } else {
            nh_text_add_bytes(&text, r->at, used);
            r->at += used;
        }
    }
    const char *string = nh_text_string(&text);
    *length = text.length;
    return string;
}

static inline size_t json_digits(json_reader *r) {
    const char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
    return (size_t)(r->at - from);
}

static inline void json_number(json_reader *r, json_value *value) {
    const char *from = r->at;
    json_take(r, "-");
    bool has_zero = json_take(r, "0");
    if (!has_zero && json_digits(r) == 0) r->is_wrong = true;
    if (json_take(r, ".") && json_digits(r) == 0) r->is_wrong = true;
    if (json_take(r, "e") || json_take(r, "E")) {
        if (!json_take(r, "+")) json_take(r, "-");
        if (json_digits(r) == 0) r->is_wrong = true;
    }
    nh_text text = nh_text_begin(r->arena);
    nh_text_add_bytes(&text, from, (size_t)(r->at - from));
    *value = (json_value){.kind = '0', .key = value->key, .bytes = nh_text_string(&text), .length = text.length};
}

/* One value, of an object or a list its bracket only. */
static inline json_value *json_begin_value(json_reader *r, bool has_key) {
    json_value *value = NH_NEW(r->arena, json_value);
    size_t length;
    *value = (json_value){0};
    json_skip(r);
    if (has_key) {
        value->key = json_string(r, &length);
        json_skip(r);
        if (!json_take(r, ":")) r->is_wrong = true;
        json_skip(r);
    }
    if (r->at == r->end) r->is_wrong = true;
    else if (*r->at == '{' || *r->at == '[') value->kind = *r->at++;
    else if (*r->at == '"') {
        value->kind = '"';
        value->bytes = json_string(r, &value->length);
    } else if (json_take(r, "true")) value->kind = 't';
    else if (json_take(r, "false")) value->kind = 'f';
    else if (json_take(r, "null")) value->kind = 'n';
    else json_number(r, value);
    return value;
}

static inline void json_append(json_value *to, json_value *value) {
    for (const json_value *v = to->first; to->kind == '{' && v != NULL; v = v->next)
        if (strcmp(v->key, value->key) == 0) fail_msg("the key %s is there twice", v->key);
    if (to->first == NULL) to->first = value;
    else to->last->next = value;
    to->last = value;
    to->count++;
}

static inline const json_value *json_read(nh_arena *arena, const char *text, size_t length) {
    json_reader r = {.arena = arena, .at = text, .end = text + length};
    json_value *open[JSON_READER_DEPTH], *root = json_begin_value(&r, false);
    int depth = 0;
    if (root->kind == '{' || root->kind == '[') open[depth++] = root;
    while (depth > 0 && !r.is_wrong) {
        json_value *parent = open[depth - 1];
        json_skip(&r);
        if (json_take(&r, parent->kind == '{' ? "}" : "]")) {
            depth--;
            continue;
        }
        if (parent->count > 0 && !json_take(&r, ",")) break;
        json_value *value = json_begin_value(&r, parent->kind == '{');
        if (r.is_wrong || depth == JSON_READER_DEPTH) break;
        json_append(parent, value);
        if (value->kind == '{' || value->kind == '[') open[depth++] = value;
    }
    json_skip(&r);
    return depth == 0 && !r.is_wrong && r.at == r.end ? root : NULL;
}

static inline const json_value *json_find(const json_value *of, const char *key) {
    assert_int_equal(of->kind, '{');
    for (const json_value *v = of->first; v != NULL; v = v->next)
        if (strcmp(v->key, key) == 0) return v;
    return NULL;
}

/* What must be there. */
static inline const json_value *json_at(const json_value *of, const char *key) {
    const json_value *found = json_find(of, key);
    if (found == NULL) fail_msg("there is no key %s", key);
    return found;
}

static inline const json_value *json_item(const json_value *of, size_t i) {
    const json_value *v = of->first;
    assert_int_equal(of->kind, '[');
    assert_true(i < of->count);
    while (i-- > 0) v = v->next;
    return v;
}

static inline const char *json_text(const json_value *of, const char *key) {
    const json_value *v = json_at(of, key);
    assert_int_equal(v->kind, '"');
    return v->bytes;
}

#endif
