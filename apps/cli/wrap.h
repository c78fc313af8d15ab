/* Long lines are broken where an expression or a list can be. */
#ifndef NONHOLO_CLI_WRAP_H
#define NONHOLO_CLI_WRAP_H

#include "sink.h"

/* Adds the text to the line that was begun. Where the line would pass 110 columns it goes on in the next one, indented by so many blanks: before a sign + or -, before "and", behind a
 * comma. */
void add_wrapped(sink *out, int indent, const char *text);

#endif
