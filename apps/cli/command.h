/* What the files of the program share: the table of commands, the exit status, messages. */
#ifndef NONHOLO_CLI_COMMAND_H
#define NONHOLO_CLI_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include <nonholo/nonholo.h>

#include "options/options.h"

/* The exit status of the program, as the manual lists it. */
typedef enum exit_status {
    EXIT_DONE = 0,
    EXIT_MODEL = 1,       /* the model is wrong */
    EXIT_USAGE = 2,       /* the command line is wrong */
    EXIT_NUMERIC = 3,     /* the computation could not continue */
    EXIT_FILE = 4,        /* a file could not be read or written */
    EXIT_NO = 5,          /* the answer is no */
    EXIT_UNDECIDED = 6,   /* there is none */
    EXIT_HYPOTHESIS = 7,  /* the formulation does not apply, or what is asked about has no value */
    EXIT_SIGNAL = 128,    /* and the number of the signal that ended it: */
    EXIT_HANGUP = 129,    /* the terminal was closed */
    EXIT_INTERRUPT = 130, /* interrupted */
    EXIT_TERMINATE = 143, /* asked to terminate */
} exit_status;

exit_status exit_status_of(nh_status status);

/* What commands are for, as `help` groups them. */
typedef enum command_group {
    GROUP_MODELS,
    GROUP_ANALYSIS,
    GROUP_EQUATIONS,
    GROUP_MOTION,
    GROUP_HELP,
    GROUPS
} command_group;

typedef struct command {
    const char *name;
    command_group group;
    const char *arguments;
    int fewest, most; /* words after the name, options not counted */
    uint64_t options; /* which it takes, as a set of OPTION_BIT */
    const char *summary, *example;
    exit_status (*run)(const options *given);
} command;

const command *find_command(const char *name); /* NULL when there is none */
const command *command_at(size_t index);       /* NULL after the last one */

/* Reads the options and words after the name of the command and runs it. */
exit_status run_command(const command *chosen, int count, char **words);
/* Says on standard error that there is no such command, what was probably meant, and what there is. */
exit_status unknown_command(const char *name);
/* The same for a word after `help`, which may also be a topic. */
exit_status unknown_topic(const char *name);
/* What the command does and which options it takes, on standard output. */
exit_status print_command_help(const command *about);
/* What may occur in place of the last word of a command line: complete.c. */
exit_status complete_words(int count, char **words);
/* Says that something is wrong: one line on standard error, "nonholo: ...", or with --json one of the errors. */
void complain(const char *format, ...) NH_PRINTF(1, 2);
/* A line about the last complaint: what to write instead. With --json its hint. */
void suggest(const char *format, ...) NH_PRINTF(1, 2);
/* One line on standard error, with --json too. */
void tell(const char *format, ...) NH_PRINTF(1, 2);
/* Ends the program when memory is out. */
void *need(void *memory);

#define COMMAND(name, group, arguments, fewest, most, taken, summary, example)                                         \
    exit_status run_##name(const options *given);
#include "commands.def"
#undef COMMAND

#endif
