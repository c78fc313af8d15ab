/* nonholo help: lists commands and topics, or explains one. */
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "command.h"
#include "help/topics.h"

/* As wide as the longest name of a command. */
enum { NAME_WIDTH = 13 };

static void print_group(int group) {
    static const char *const headings[GROUPS] = {[GROUP_MODELS] = "models",
                                                 [GROUP_ANALYSIS] = "analysis",
                                                 [GROUP_EQUATIONS] = "equations of motion",
                                                 [GROUP_MOTION] = "motions",
                                                 [GROUP_HELP] = "help"};
    puts(headings[group]);
    for (size_t i = 0; command_at(i) != NULL; i++)
        if ((int)command_at(i)->group == group) print_entry(NAME_WIDTH, command_at(i)->name, command_at(i)->summary);
    puts("");
}

static exit_status print_overview(void) {
    puts("nonholo: mechanical systems with constraints on positions and velocities\n");
    puts("usage: nonholo COMMAND [ARGUMENTS]\n");
    for (int group = 0; group < GROUPS; group++) print_group(group);
    puts("topics");
    for (size_t i = 0; topic_at(i) != NULL; i++) print_entry(NAME_WIDTH, topic_at(i)->name, topic_at(i)->summary);
    puts("\n'nonholo help COMMAND' or 'nonholo help TOPIC' explains one of them.");
    return EXIT_DONE;
}

/* One name a line, for scripts. */
static exit_status print_names(void) {
    for (size_t i = 0; command_at(i) != NULL; i++) puts(command_at(i)->name);
    return EXIT_DONE;
}

static exit_status print_topic(const topic *about) {
    for (size_t i = 0; about->lines[i] != NULL; i++) fputs(about->lines[i], stdout);
    return EXIT_DONE;
}

exit_status run_help(const options *given) {
    if (given->word_count == 0) return print_overview();
    const char *word = given->words[0];
    if (strcmp(word, "commands") == 0) return print_names();
    if (strcmp(word, "options") == 0) {
        print_option_words();
        return EXIT_DONE;
    }
    const command *about = find_command(word);
    if (about != NULL) return print_command_help(about);
    const topic *page = find_topic(word);
    return page != NULL ? print_topic(page) : unknown_topic(word);
}
