/* Building a text. Invariant: length < capacity and bytes[length] is NUL, once there are bytes. */
#include "base/text/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/protect.h"

nh_text nh_text_begin(nh_arena *arena) {
    return (nh_text){.arena = arena};
}

/* Room for extra bytes and the NUL. */
static void reserve_bytes(nh_text *text, size_t extra) {
    if (text->capacity - text->length > extra) return;
    if (extra == SIZE_MAX) nh_raise(nh_arena_context(text->arena), NH_E_LIMIT);
    text->bytes = nh_array_grow(text->arena, text->bytes, 1, text->length, extra + 1, &text->capacity);
}

void nh_text_add_bytes(nh_text *text, const char *bytes, size_t length) {
    reserve_bytes(text, length);
    if (length > 0) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void nh_text_add(nh_text *text, const char *string) {
    nh_text_add_bytes(text, string, strlen(string));
}

void nh_text_add_char(nh_text *text, char c) {
    nh_text_add_bytes(text, &c, 1);
}

void nh_text_add_repeated(nh_text *text, char c, size_t times) {
    reserve_bytes(text, times);
    memset(text->bytes + text->length, c, times);
    text->length += times;
    text->bytes[text->length] = '\0';
}

void nh_text_format_list(nh_text *text, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) nh_raise(nh_arena_context(text->arena), NH_E_LIMIT); /* more than INT_MAX bytes */
    reserve_bytes(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, list);
    text->length += (size_t)length;
}

void nh_text_format(nh_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    nh_text_format_list(text, format, list);
    va_end(list);
}

const char *nh_text_string(nh_text *text) {
    return text->bytes != NULL ? text->bytes : "";
}
