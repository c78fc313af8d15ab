/* A result while it is made: a text in memory that is written as a whole, to standard output or to a file. */
#ifndef NONHOLO_CLI_SINK_H
#define NONHOLO_CLI_SINK_H

#include <stddef.h>
#include <stdio.h>

#include "command.h"

typedef struct sink {
    char *bytes;
    size_t length, capacity;
} sink;

void sink_add(sink *s, const char *bytes, size_t length);
void sink_text(sink *s, const char *text);
void sink_format(sink *s, const char *format, ...) NH_PRINTF(2, 3);
void sink_free(sink *s);

/* Writes the text to where -o says, standard output when it says nothing or "-", and frees it. A file is replaced
 * whole or not at all: the text goes to a temporary neighbour that then takes its place. */
exit_status sink_write(sink *s, const options *given);
/* Prints the text and frees it. */
void sink_print(sink *s, FILE *to);

#endif
