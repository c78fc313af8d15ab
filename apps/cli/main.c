/* The program `nonholo`: finds the command and runs it. It uses the public headers of the library only. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "session/output.h"

/* The common spellings of the two commands that need no model. */
static const char *command_name(const char *word) {
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return "version";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
    return word;
}

static exit_status dispatch_command(int count, char **words) {
    if (count == 0) return run_command(find_command("help"), 0, words);
    if (strcmp(words[0], "--complete") == 0) return complete_words(count - 1, words + 1);
    const command *found = find_command(command_name(words[0]));
    if (found == NULL && words[0][0] == '-') {
        complain("unknown option '%s'; see 'nonholo help'", words[0]);
        return EXIT_USAGE;
    }
    if (found == NULL) return unknown_command(words[0]);
    return run_command(found, count - 1, words + 1);
}

/* Output that did not arrive (a full disk) is an error like any other. A reader that has seen
 * enough, `| head`, is none. */
static exit_status flush_output(exit_status status) {
    if ((fflush(stdout) == 0 && !ferror(stdout)) || has_closed_output()) return status;
    if (status != EXIT_FILE) complain("cannot write the output: %s", strerror(errno));
    return EXIT_FILE;
}

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    nh_install_hooks();
    return (int)flush_output(dispatch_command(count - 1, words + 1));
}
