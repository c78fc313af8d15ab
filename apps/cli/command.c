/* The table of commands, and what is said of words that are not in it. */
#include "command.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const command commands[] = {
#define COMMAND(name, arguments, summary) {#name, arguments, summary, run_##name},
#include "commands.def"
#undef COMMAND
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const command *command_at(size_t index) {
    return index < COMMAND_COUNT ? &commands[index] : NULL;
}

const command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

void complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("nonholo: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

enum { LONGEST_WORD = 32 };

/* How many letters must be changed, added or left out to get from a to b (Levenshtein). */
static size_t distance(const char *a, const char *b) {
    size_t row[LONGEST_WORD + 1], rows = strlen(a), columns = strlen(b);
    if (rows > LONGEST_WORD || columns > LONGEST_WORD) return LONGEST_WORD;
    for (size_t j = 0; j <= columns; j++) row[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t changed = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[columns];
}

exit_status unknown_command(const char *name) {
    const command *nearest = &commands[0];
    for (size_t i = 1; i < COMMAND_COUNT; i++)
        if (distance(name, commands[i].name) < distance(name, nearest->name)) nearest = &commands[i];
    bool close = distance(name, nearest->name) <= 2;
    if (close) complain("unknown command '%s', did you mean '%s'?", name, nearest->name);
    else complain("unknown command '%s'", name);
    fputs("commands:", stderr);
    for (size_t i = 0; i < COMMAND_COUNT; i++) fprintf(stderr, " %s", commands[i].name);
    fputs("\n", stderr);
    return EXIT_USAGE;
}

exit_status exit_status_of(nh_status status) {
    switch (status) {
        case NH_OK: return EXIT_DONE;
        case NH_E_MODEL: return EXIT_MODEL;
        case NH_E_USAGE: return EXIT_USAGE;
        case NH_E_IO: return EXIT_FILE;
        case NH_E_INTERRUPT: return EXIT_INTERRUPT;
        case NH_E_NUMERIC:
        case NH_E_MEMORY:
        case NH_E_LIMIT:
        case NH_E_UNSUPPORTED:
        case NH_E_INTERNAL: return EXIT_NUMERIC;
    }
    return EXIT_NUMERIC;
}
