/* Characters of a UTF-8 text: decoding with validation, what kind of character it is, and the normal form NFC in which
 * names are compared. The tables are those of utf8proc, which only this module sees. */
#ifndef NH_BASE_TEXT_UTF8_H
#define NH_BASE_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { NH_UTF8_MAX = 4 }; /* bytes of one character */

/* The character that the bytes begin with: returns how many bytes it has and sets *code. Returns 0 when there is none:
 * no bytes, a cut or overlong sequence, a surrogate, a value beyond U+10FFFF. */
size_t nh_utf8_decode(const char *bytes, size_t length, uint32_t *code);
/* Writes a character (a valid code) and returns how many bytes it has. */
size_t nh_utf8_encode(uint32_t code, char bytes[NH_UTF8_MAX]);
/* How many characters there are; a byte that belongs to none counts as one. */
size_t nh_utf8_count(const char *bytes, size_t length);

/* The columns that a character takes on a terminal, 0, 1 or 2; those of a string. */
int nh_utf8_width(uint32_t code);
int nh_utf8_columns(const char *string);

bool nh_utf8_is_letter(uint32_t code);  /* of any alphabet */
bool nh_utf8_is_digit(uint32_t code);   /* of any script */
bool nh_utf8_is_mark(uint32_t code);    /* an accent, a dot, a vowel sign: what is over, under or after a letter */
bool nh_utf8_is_space(uint32_t code);   /* a blank of any width, a tab; no line ends */
bool nh_utf8_is_control(uint32_t code); /* what has no picture: controls, separators, marks of direction */

/* The letter under the last mark of a character that has one (x for U+1E8B) and that mark; false when it has none. */
bool nh_utf8_take_mark(uint32_t code, uint32_t *letter, uint32_t *mark);

/* The text in NFC, in the arena, with a NUL after it; the text must be valid UTF-8. The cost may grow with the square
 * of the length when there are many marks in a row: callers limit it. */
const char *nh_utf8_nfc(nh_arena *arena, const char *bytes, size_t length, size_t *result_length);

#endif
