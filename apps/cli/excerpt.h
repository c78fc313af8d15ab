/* A line of a text with a mark under a piece of it. */
#ifndef NONHOLO_CLI_EXCERPT_H
#define NONHOLO_CLI_EXCERPT_H

#include <stddef.h>
#include <stdint.h>

#include "sink.h"

/* Which piece: line and column from 1, in characters. */
typedef struct piece {
    uint32_t line, column, length;
} piece;

/* Two lines, indented: the line (cut around the mark when it is long) and the mark, ^ and ~, between the texts `on`
 * and `off`. Nothing when the text has no such line. */
void add_excerpt(sink *out, const char *text, size_t length, piece marked, const char *on, const char *off);

#endif
