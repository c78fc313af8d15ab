/* The options of the command line, read by one table (options.def). */
#ifndef NONHOLO_CLI_OPTIONS_H
#define NONHOLO_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum option {
#define OPTION(NAME, ...) OPTION_##NAME,
#include "options/options.def"
#undef OPTION
    OPTIONS
} option;

#define OPTION_BIT(NAME) (UINT64_C(1) << OPTION_##NAME)
/* Of every command with a result, and of every command with a MODEL. */
#define OUTPUT_OPTIONS (OPTION_BIT(JSON) | OPTION_BIT(OUTPUT) | OPTION_BIT(QUIET))
#define MODEL_OPTIONS                                                                                                  \
    (OPTION_BIT(SET) | OPTION_BIT(INIT) | OPTION_BIT(WITH) | OPTION_BIT(WITHOUT) | OPTION_BIT(SEED) | OUTPUT_OPTIONS)
#define FORM_OPTIONS (OPTION_BIT(FORM) | OPTION_BIT(VARIANT) | OPTION_BIT(OMEGA))
#define MOTION_OPTIONS                                                                                                 \
    (OPTION_BIT(FROM) | OPTION_BIT(TO) | OPTION_BIT(STEP) | OPTION_BIT(AT) | OPTION_BIT(RTOL) | OPTION_BIT(ATOL) |     \
     OPTION_BIT(REACTIONS) | OPTION_BIT(CSV) | OPTION_BIT(COLUMNS) | FORM_OPTIONS | OPTION_BIT(PLOT) |                 \
     OPTION_BIT(PICTURE) | OPTION_BIT(REPORT) | OPTION_BIT(NATIVE))

/* A line of options.def. */
typedef struct option_row {
    const char *word, *short_word, *argument, *values, *summary;
} option_row;

const option_row *option_at(int option_number); /* < OPTIONS */

/* What follows one option, in the order of the command line. */
typedef struct values {
    const char **items;
    size_t count;
} values;

typedef struct options {
    values of[OPTIONS]; /* of an option without argument: empty */
    uint64_t given;     /* a set of OPTION_BIT */
    uint64_t seed;
    const char **words; /* what is not an option */
    int word_count;
    const char *command_name; /* and all that follows it, as it was given */
    char **all;
    int all_count;
    const char **memory; /* owns all lists */
    char *joined;        /* owns a name with its settings (settings.h); NULL: there is none */
} options;

/* Reads what follows the name of a command. False, after a message, when something is wrong. */
bool read_options(options *result, const char *command_name, uint64_t allowed, int count, char **words);
void free_options(options *given);

bool has_option(const options *given, option which);
/* The last value given for the option, or NULL. */
const char *option_value(const options *given, option which);
/* The whole number that was given for the option; *value stays as it is when there is none. False, after a message,
 * when it is not a number from low to high. */
bool option_whole(const options *given, option which, long low, long high, long *value);

/* Prints one line for each option in the set, as it applies to this command, on standard output. */
void print_options(const char *command_name, uint64_t set);
/* Every option, one a line, for scripts. */
void print_option_words(void);

#endif
