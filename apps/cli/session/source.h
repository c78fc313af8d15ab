/* Finding MODEL: a file, standard input, or a built-in model. */
#ifndef NONHOLO_CLI_SOURCE_H
#define NONHOLO_CLI_SOURCE_H

#include <nonholo/model.h>

#include "command.h"

typedef struct source {
    const char *name; /* for messages and diagnostics: the path, "stdin", "leibniz" */
    const char *text;
    size_t length;
    const nh_builtin *builtin;  /* NULL when it is none */
    char *memory;               /* what must be freed; NULL for a built-in */
    const struct source *added; /* what is read after it; NULL: nothing */
} source;

/* EXIT_DONE, or another status after a message. */
exit_status open_source(source *result, const char *word);
/* The text of a file, or of standard input for -. */
exit_status open_text(source *result, const char *path);
void close_source(source *opened);

#endif
