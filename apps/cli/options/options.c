/* Reading options: --name value, --name=value, -o value, -ovalue; `--` ends them. */
#include "options/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nonholo/model.h>

#include "columns.h"
#include "command.h"

static const option_row table[OPTIONS] = {
#define OPTION(NAME, ...) {__VA_ARGS__},
#include "options/options.def"
#undef OPTION
};

const option_row *option_at(int option_number) {
    return &table[option_number];
}

bool has_option(const options *given, option which) {
    return (given->given >> which & 1U) != 0;
}

const char *option_value(const options *given, option which) {
    const values *list = &given->of[which];
    return list->count > 0 ? list->items[list->count - 1] : NULL;
}

/* The widest option with its argument, of most commands. */
enum { OPTION_WIDTH = 22 };

/* What an option means to one command: its line in meanings.def, else in options.def. */
static option_row option_of(const char *command_name, int option_number) {
    static const struct {
        const char *command_name;
        option number;
        const char *argument, *summary;
    } meanings[] = {
#define MEANING(command, NAME, argument, summary) {#command, OPTION_##NAME, argument, summary},
#include "options/meanings.def"
#undef MEANING
    };
    option_row row = table[option_number];
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if ((int)meanings[i].number == option_number && strcmp(meanings[i].command_name, command_name) == 0) {
            row.argument = meanings[i].argument;
            row.summary = meanings[i].summary;
        }
    return row;
}

void print_options(const char *command_name, uint64_t set) {
    for (int i = 0; i < OPTIONS; i++) {
        if ((set >> i & 1U) == 0) continue;
        option_row row = option_of(command_name, i);
        char left[48];
        bool is_long = row.short_word != NULL;
        snprintf(left, sizeof left, "%s%s%s%s%s", is_long ? row.short_word : "", is_long ? ", " : "", row.word,
                 row.argument != NULL ? " " : "", row.argument != NULL ? row.argument : "");
        print_entry(OPTION_WIDTH, left, row.summary);
    }
}

void print_option_words(void) {
    for (int i = 0; i < OPTIONS; i++) {
        puts(table[i].word);
        if (table[i].short_word != NULL) puts(table[i].short_word);
    }
}

/* ---- reading ---- */

/* Which option a word is; *value is then what is attached to it by `=` (or directly, for -o), or NULL. */
static int find_option(const char *word, const char **value) {
    size_t length = strcspn(word, "=");
    *value = word[length] == '=' ? word + length + 1 : NULL;
    for (int i = 0; i < OPTIONS; i++) {
        const char *names[2] = {table[i].word, table[i].short_word};
        for (int k = 0; k < 2; k++)
            if (names[k] != NULL && strlen(names[k]) == length && strncmp(names[k], word, length) == 0) return i;
    }
    bool is_attached = word[0] == '-' && word[1] == 'o' && word[2] != '\0';
    if (is_attached) *value = word + 2;
    return is_attached ? (int)OPTION_OUTPUT : (int)OPTIONS;
}

/* The message for a word that no option of this command is. */
static void refuse_option(const char *command_name, uint64_t allowed, const char *word) {
    const char *known[2 * OPTIONS];
    size_t count = 0;
    for (int i = 0; i < OPTIONS; i++)
        if (allowed >> i & 1U) known[count++] = table[i].word;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *nearest = nh_nearest(name, count, known);
    if (nearest != NULL) complain("unknown option '%s', did you mean '%s'?", name, nearest);
    else complain("unknown option '%s'; 'nonholo help %s' lists those of '%s'", name, command_name, command_name);
}

static bool read_seed(options *result, const char *text) {
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0) {
        complain("--seed needs a whole number from 0 to 2^64 - 1, not '%s'", text);
        return false;
    }
    result->seed = seed;
    return true;
}

bool option_whole(const options *given, option which, long low, long high, long *value) {
    const char *text = option_value(given, which);
    if (text == NULL) return true;
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    bool is_whole = text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    if (is_whole && number >= low && number <= high) {
        *value = number;
        return true;
    }
    complain("%s needs a whole number from %ld to %ld, not '%s'", table[which].word, low, high, text);
    return false;
}

/* What the reading of one command line knows. */
typedef struct option_reader {
    options *result;
    const char *command_name;
    uint64_t allowed;
    int count, at;
    char **words;
} option_reader;

/* The word at r->at is an option: reads it and its value. */
static bool read_option(option_reader *r) {
    const char *word = r->words[r->at], *value;
    int which = find_option(word, &value);
    if (which == OPTIONS || (r->allowed >> which & 1U) == 0) {
        refuse_option(r->command_name, r->allowed, word);
        return false;
    }
    r->result->given |= UINT64_C(1) << which;
    if (table[which].argument == NULL) {
        if (value == NULL) return true;
        complain("%s takes no value, but there is '%s'", table[which].word, value);
        return false;
    }
    if (value == NULL && r->at + 1 < r->count) value = r->words[++r->at];
    if (value == NULL) {
        complain("%s needs a value: %s %s", table[which].word, table[which].word, table[which].argument);
        return false;
    }
    values *list = &r->result->of[which];
    list->items[list->count++] = value;
    return which != OPTION_SEED || read_seed(r->result, value);
}

/* One list for each option and one for the words, each with room for all. */
static void make_lists(options *result, size_t count) {
    size_t room = count + 1;
    *result = (options){.seed = 1, .memory = need(calloc(room * (OPTIONS + 1), sizeof *result->memory))};
    for (int i = 0; i < OPTIONS; i++) result->of[i].items = result->memory + room * (size_t)i;
    result->words = result->memory + room * OPTIONS;
}

bool read_options(options *result, const char *command_name, uint64_t allowed, int count, char **words) {
    make_lists(result, (size_t)count);
    result->command_name = command_name;
    result->all = words;
    result->all_count = count;
    option_reader r = {result, command_name, allowed, count, 0, words};
    bool is_ended = false;
    for (; r.at < count; r.at++) {
        const char *word = words[r.at];
        if (!is_ended && strcmp(word, "--") == 0) {
            is_ended = true;
        } else if (is_ended || word[0] != '-' || word[1] == '\0') {
            result->words[result->word_count++] = word;
        } else if (!read_option(&r)) {
            free_options(result);
            return false;
        }
    }
    return true;
}

void free_options(options *given) {
    free(given->memory);
    free(given->joined);
    *given = (options){.seed = 1};
}
