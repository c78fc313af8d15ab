/* What may come next on a command line, for the shells: `nonholo --complete WORD...`, the last word being the one that
 * is being typed, perhaps empty. So completion/ has no lists of its own.
 *
 * One candidate per line, followed by a tab and its meaning if it has one. Lines that begin with a colon are for
 * the shell: at ":files" and ":models" it adds names of files (of all files, of models), at ":more" no blank
 * follows the candidate. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "help/topics.h"

/* The word that is being typed; of a list a,b the first `head` bytes stay. */
typedef struct place {
    const char *begun;
    size_t head;
} place;

static void offer_word(const place *at, const char *word, const char *meaning) {
    const char *begun = at->begun + at->head;
    if (strncmp(word, begun, strlen(begun)) == 0) printf("%.*s%s\t%s\n", (int)at->head, at->begun, word, meaning);
}

static void offer_commands(const place *at) {
    for (size_t i = 0; command_at(i) != NULL; i++) offer_word(at, command_at(i)->name, command_at(i)->summary);
}

static void offer_help(const place *at) {
    offer_commands(at);
    for (size_t i = 0; topic_at(i) != NULL; i++) offer_word(at, topic_at(i)->name, topic_at(i)->summary);
    offer_word(at, "commands", "names of the commands, for scripts");
    offer_word(at, "options", "names of the options, for scripts");
}

static void offer_models(const place *at) {
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) offer_word(at, nh_builtin_at(i)->name, nh_builtin_at(i)->title);
    puts(":models");
}

static void offer_formulations(const place *at) {
    nh_formulation formulation;
    for (size_t i = 0; nh_formulation_at(i, &formulation) == NH_OK; i++)
        offer_word(at, formulation.name, formulation.title);
}

/* ---- options ---- */

static bool takes_option(const command *chosen, int option_number) {
    return (chosen->options >> option_number & 1U) != 0;
}

static void offer_options(const place *at, const command *chosen) {
    for (int i = 0; i < OPTIONS; i++) {
        const option_row *row = option_at(i);
        if (!takes_option(chosen, i)) continue;
        offer_word(at, row->word, row->summary);
        if (row->short_word != NULL) offer_word(at, row->short_word, row->summary);
    }
}

/* The option of the command whose value comes after this word; NULL: a value comes after no such word. */
static const option_row *option_before(const command *chosen, const char *word) {
    for (int i = 0; i < OPTIONS; i++)
        if (takes_option(chosen, i) && option_at(i)->argument != NULL && strcmp(option_at(i)->word, word) == 0)
            return option_at(i);
    return NULL;
}

/* Each of the words, which are separated by blanks. */
static void offer_words(const place *at, const char *words) {
    char word[32];
    for (const char *from = words; *from != '\0'; from += strspn(from, " ")) {
        size_t length = strcspn(from, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, from);
        offer_word(at, word, "");
        from += length;
    }
}

static void offer_value(const char *begun, const command *chosen, const option_row *row) {
    const char *kind = row->values;
    place at = {begun, 0};
    bool is_list = strcmp(kind, "FORMULATIONS") == 0 || strcmp(kind, "METHODS") == 0;
    if (is_list) {
        const char *comma = strrchr(begun, ',');
        at.head = comma != NULL ? (size_t)(comma + 1 - begun) : 0;
        puts(":more");
    }
    if (strcmp(kind, "FILE") == 0) {
        puts(":files");
    } else if (strncmp(kind, "FORMULATION", strlen("FORMULATION")) == 0) {
        offer_formulations(&at);
        if (!is_list && strcmp(chosen->name, "derive") == 0) offer_word(&at, "all", "each of them");
    } else if (strcmp(kind, "METHODS") == 0) {
        for (size_t i = 0; nh_run_method(i) != NULL; i++) offer_word(&at, nh_run_method(i), "");
    } else {
        offer_words(&at, kind);
    }
}

/* ---- a command line ---- */

exit_status complete_words(int count, char **words) {
    place at = {count > 0 ? words[count - 1] : "", 0};
    const command *chosen = count > 1 ? find_command(words[0]) : NULL;
    const option_row *before = chosen != NULL ? option_before(chosen, words[count - 2]) : NULL;
    if (count <= 1) {
        offer_commands(&at);
        offer_word(&at, "--help", "");
        offer_word(&at, "--version", "");
    } else if (chosen == NULL) {
        return EXIT_DONE;
    } else if (before != NULL) {
        offer_value(at.begun, chosen, before);
    } else if (at.begun[0] == '-') {
        offer_options(&at, chosen);
    } else if (strcmp(chosen->name, "help") == 0) {
        offer_help(&at);
    } else if (strncmp(chosen->arguments, "MODEL", strlen("MODEL")) == 0) {
        offer_models(&at);
    }
    return EXIT_DONE;
}
