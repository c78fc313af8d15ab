/* The table of commands, and what is said about words that are not in it. */
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nonholo/model.h>

#include "columns.h"
#include "help/topics.h"
#include "interrupt.h"
#include "options/complaint.h"
#include "options/settings.h"
#include "session/files.h"

static const command commands[] = {
#define COMMAND(name, group, arguments, fewest, most, taken, summary, example)                                         \
    {#name, GROUP_##group, arguments, fewest, most, (taken) | OPTION_BIT(HELP), summary, example, run_##name},
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

void *need(void *memory) {
    if (memory != NULL) return memory;
    tell("out of memory");
    exit(EXIT_NUMERIC);
}

/* "unknown WHAT 'NAME'", and the nearest of the words, if one is near. */
static void say_unknown(const char *what, const char *name, size_t count, const char *const *words) {
    const char *nearest = nh_nearest(name, count, words);
    if (nearest != NULL) complain("unknown %s '%s', did you mean '%s'?", what, name, nearest);
    else complain("unknown %s '%s'", what, name);
}

static void say_list(const char *heading, size_t count, const char *const *words) {
    fprintf(stderr, "%s:", heading);
    for (size_t i = 0; i < count; i++) fprintf(stderr, " %s", words[i]);
    fputc('\n', stderr);
}

/* The names of commands, then of topics; both lists are short. */
enum { WORDS_MAX = 64 };

static size_t list_commands(const char *words[WORDS_MAX]) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) words[i] = commands[i].name;
    return COMMAND_COUNT;
}

exit_status unknown_command(const char *name) {
    const char *words[WORDS_MAX];
    size_t count = list_commands(words);
    say_unknown("command", name, count, words);
    say_list("commands", count, words);
    return EXIT_USAGE;
}

exit_status unknown_topic(const char *name) {
    const char *words[WORDS_MAX];
    size_t count = list_commands(words), first = count;
    for (size_t i = 0; topic_at(i) != NULL && count < WORDS_MAX - 2; i++) words[count++] = topic_at(i)->name;
    words[count++] = "commands";
    words[count++] = "options";
    say_unknown("command or topic", name, count, words);
    say_list("commands", first, words);
    say_list("topics", count - first, words + first);
    return EXIT_USAGE;
}

exit_status print_command_help(const command *about) {
    const char *gap = about->arguments[0] != '\0' ? " " : "";
    printf("usage: nonholo %s%s%s\n\n", about->name, gap, about->arguments);
    print_wrapped(about->summary);
    puts("\noptions:");
    print_options(about->name, about->options);
    printf("\nexample: %s\n", about->example);
    if (about->options & OPTION_BIT(SET)) {
        puts("");
        print_wrapped(
            "MODEL is a file if it contains / or .nh, standard input if it is -, or else the name of a built-in "
            "model (see 'nonholo list').");
    }
    return EXIT_DONE;
}

/* Whether there are as many words as the command wants. */
static exit_status count_words(const command *chosen, const options *given) {
    if (given->word_count < chosen->fewest) {
        complain("'%s' needs %s: a file (with / or .nh in its name), - for standard input, or the name of a built-in "
                 "model (see 'nonholo list')",
                 chosen->name, chosen->arguments);
        return EXIT_USAGE;
    }
    if (given->word_count <= chosen->most) return EXIT_DONE;
    if (chosen->most == 0) complain("'%s' takes no arguments, but there is '%s'", chosen->name, given->words[0]);
    else complain("'%s' takes one word, not %d: '%s'", chosen->name, given->word_count, given->words[chosen->most]);
    return EXIT_USAGE;
}

exit_status run_command(const command *chosen, int count, char **words) {
    options given;
    if (!read_options(&given, chosen->name, chosen->options, count, words)) return EXIT_USAGE;
    exit_status status = EXIT_DONE;
    if (has_option(&given, OPTION_HELP)) {
        status = print_command_help(chosen);
    } else {
        collect_complaints(has_option(&given, OPTION_JSON));
        status = join_settings(&given) ? count_words(chosen, &given) : EXIT_USAGE;
        if (status == EXIT_DONE) status = check_files(&given);
        if (status == EXIT_DONE) status = chosen->run(&given);
        print_complaints(status);
    }
    free_options(&given);
    return status;
}

exit_status exit_status_of(nh_status status) {
    switch (status) {
        case NH_OK: return EXIT_DONE;
        case NH_E_MODEL: return EXIT_MODEL;
        case NH_E_USAGE: return EXIT_USAGE;
        case NH_E_IO: return EXIT_FILE;
        case NH_E_INTERRUPT: return interrupt_status();
        case NH_E_HYPOTHESIS: return EXIT_HYPOTHESIS;
        case NH_E_NUMERIC:
        case NH_E_MEMORY:
        case NH_E_LIMIT:
        case NH_E_UNSUPPORTED:
        case NH_E_INTERNAL: return EXIT_NUMERIC;
    }
    return EXIT_NUMERIC;
}
