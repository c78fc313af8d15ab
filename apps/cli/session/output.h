/* Where a result goes. */
#ifndef NONHOLO_CLI_OUTPUT_H
#define NONHOLO_CLI_OUTPUT_H

#include <stdio.h>

#include "command.h"

/* Writes the text to where -o says, standard output when it says nothing or "-". A file is
 * replaced whole or not at all. */
exit_status write_output(const options *given, const char *text, size_t length);
/* The same for a string. */
exit_status write_text(const options *given, const char *text);
/* Prints the text, whatever -o says. */
void print_text(const char *text, FILE *to);
/* Whether a path, which may be NULL, means standard output. */
bool is_output(const char *path);
/* Whether standard output is a pipe whose reader has gone, as that of `| head` does. That is not an error. */
bool has_closed_output(void);
/* How results are printed: --json. */
nh_print_as print_as(const options *given);

#endif
