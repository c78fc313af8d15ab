/* What the files of the program share: the table of commands and the exit status. */
#ifndef NONHOLO_CLI_COMMAND_H
#define NONHOLO_CLI_COMMAND_H

#include <stddef.h>

#include <nonholo/nonholo.h>

/* The exit status of the program, as the manual lists it. */
typedef enum exit_status {
    EXIT_DONE = 0,
    EXIT_MODEL = 1,       /* the model is wrong */
    EXIT_USAGE = 2,       /* the command line is wrong */
    EXIT_NUMERIC = 3,     /* the computation could not go on */
    EXIT_FILE = 4,        /* a file could not be read or written */
    EXIT_INTERRUPT = 130, /* interrupted */
} exit_status;

exit_status exit_status_of(nh_status status);

typedef struct command {
    const char *name, *arguments, *summary;
    exit_status (*run)(int count, char **words); /* words behind the name of the command */
} command;

const command *find_command(const char *name); /* NULL when there is none */
const command *command_at(size_t index);       /* NULL behind the last one */

/* Says on standard error that there is no such command, what was probably meant, and what there is. */
exit_status unknown_command(const char *name);
/* One line on standard error: "nonholo: ...". */
void complain(const char *format, ...) NH_PRINTF(1, 2);

#define COMMAND(name, arguments, summary) exit_status run_##name(int count, char **words);
#include "commands.def"
#undef COMMAND

#endif
