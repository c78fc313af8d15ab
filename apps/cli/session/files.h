/* The files that a command line names. */
#ifndef NONHOLO_CLI_FILES_H
#define NONHOLO_CLI_FILES_H

#include "command.h"

/* Before anything is computed: no result takes the place of what is read, or of another result, and no option with one
 * file names two. EXIT_DONE, or EXIT_USAGE after a message. */
exit_status check_files(const options *given);
/* Whether a result of this path would take the place of a file that is read, standard input included: then
 * true, after a message. */
bool takes_what_is_read(const options *given, const char *word, const char *path);
/* Whether MODEL is a file: there is a / or .nh in it. */
bool is_file_name(const char *word);

#endif
