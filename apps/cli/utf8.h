/* Characters of a UTF-8 text, as far as the program prints them. */
#ifndef NONHOLO_CLI_UTF8_H
#define NONHOLO_CLI_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The character that the bytes begin with and how many bytes it has; 0 when there is none. */
size_t utf8_decode(const char *bytes, size_t length, uint32_t *code);
/* The columns that it takes on a terminal: 0, 1 or 2. */
int utf8_width(uint32_t code);

#endif
