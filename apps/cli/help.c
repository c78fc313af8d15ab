/* nonholo help: what there is. */
#include <stdio.h>
#include <string.h>

#include "command.h"

static exit_status print_overview(void) {
    puts("nonholo: mechanical systems with constraints on positions and velocities\n");
    puts("usage: nonholo COMMAND [ARGUMENTS]\n");
    for (size_t i = 0; command_at(i) != NULL; i++) printf("  %-10s %s\n", command_at(i)->name, command_at(i)->summary);
    puts("\n'nonholo help COMMAND' says more; 'nonholo --version' prints the version.");
    return EXIT_DONE;
}

/* One name a line, for scripts. */
static exit_status print_names(void) {
    for (size_t i = 0; command_at(i) != NULL; i++) puts(command_at(i)->name);
    return EXIT_DONE;
}

static exit_status print_command(const command *about) {
    const char *gap = about->arguments[0] != '\0' ? " " : "";
    printf("usage: nonholo %s%s%s\n\n%s: %s\n", about->name, gap, about->arguments, about->name, about->summary);
    return EXIT_DONE;
}

exit_status run_help(int count, char **words) {
    if (count == 0) return print_overview();
    if (count > 1) {
        complain("'help' takes one word, not %d", count);
        return EXIT_USAGE;
    }
    if (strcmp(words[0], "commands") == 0) return print_names();
    const command *about = find_command(words[0]);
    return about != NULL ? print_command(about) : unknown_command(words[0]);
}
