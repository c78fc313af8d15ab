/* The progress line of long work, on standard error, where that is a terminal. */
#ifndef NONHOLO_CLI_PROGRESS_H
#define NONHOLO_CLI_PROGRESS_H

#include <stdbool.h>

#include <nonholo/context.h>

/* Whether a line would be seen. */
bool shows_progress(void);
/* For nh_context_def; user is NULL. */
void show_progress(void *user, const nh_progress *progress);
/* Removes the line, if there is one: everything that prints begins with it. */
void clear_progress(void);

#endif
