/* A text that is built piece by piece in an arena.
 *
 *     nh_text text = nh_text_begin(arena);
 *     nh_text_add(&text, "x = ");
 *     nh_text_format(&text, "%d", 7);
 *     return nh_text_string(&text);
 */
#ifndef NH_BASE_TEXT_TEXT_H
#define NH_BASE_TEXT_TEXT_H

#include <stdarg.h>

#include "base/arena.h"

typedef struct nh_text {
    nh_arena *arena;
    char *bytes;   /* always NUL-terminated once something was added */
    size_t length; /* without the NUL */
    size_t capacity;
} nh_text;

nh_text nh_text_begin(nh_arena *arena);
void nh_text_add(nh_text *text, const char *string);
void nh_text_add_bytes(nh_text *text, const char *bytes, size_t length);
void nh_text_add_char(nh_text *text, char c);
void nh_text_add_repeated(nh_text *text, char c, size_t times);
/* printf's formats. Not for floating point, which depends on the locale: see num/number.h. */
void nh_text_format(nh_text *text, const char *format, ...) NH_PRINTF(2, 3);
void nh_text_format_list(nh_text *text, const char *format, va_list list);
/* The text so far, as a string; never NULL. It lives in the arena and may move when more is added. */
const char *nh_text_string(nh_text *text);

#endif
