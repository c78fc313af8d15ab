/* Files are the same when they are one on the disk (device and number), under whatever names and links; two that do not
 * exist yet, when they have one name in one folder. What is no regular file, such as /dev/null or a
 * pipe, may be anywhere. */
#include "session/files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct named_file {
    const char *word; /* "-o", "MODEL" */
    const char *path;
} named_file;

bool is_file_name(const char *word) {
    return strchr(word, '/') != NULL || strstr(word, ".nh") != NULL;
}

/* The part of a path after the last slash. */
static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool have_same_folder(const char *a, const char *b) {
    size_t lengths[2] = {(size_t)(base_of(a) - a), (size_t)(base_of(b) - b)};
    struct stat found[2];
    for (int i = 0; i < 2; i++) {
        char *folder = lengths[i] > 0 ? strndup(i == 0 ? a : b, lengths[i]) : strdup(".");
        int status = stat(need(folder), &found[i]);
        free(folder);
        if (status != 0) return false;
    }
    return found[0].st_dev == found[1].st_dev && found[0].st_ino == found[1].st_ino;
}

static bool are_same(const char *a, const char *b) {
    struct stat one, other;
    bool has_one = stat(a, &one) == 0, has_other = stat(b, &other) == 0;
    if ((has_one && !S_ISREG(one.st_mode)) || (has_other && !S_ISREG(other.st_mode))) return false;
    if (has_one && has_other) return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    return has_one == has_other && strcmp(base_of(a), base_of(b)) == 0 && have_same_folder(a, b);
}

static bool is_named(const char *path) {
    return path != NULL && path[0] != '\0' && strcmp(path, "-") != 0;
}

/* Whether a result would take the place of this input, which may be standard input that comes from a file. */
static bool is_input(const char *input, const char *result) {
    struct stat read, written;
    if (input == NULL || !is_named(result)) return false;
    if (strcmp(input, "-") != 0) return is_named(input) && are_same(input, result);
    return fstat(STDIN_FILENO, &read) == 0 && S_ISREG(read.st_mode) && stat(result, &written) == 0 &&
           read.st_dev == written.st_dev && read.st_ino == written.st_ino;
}

/* The option is given twice, with different values. */
static bool has_two(const options *given, const char *word, option which) {
    const values *list = &given->of[which];
    for (size_t i = 1; i < list->count; i++) {
        if (strcmp(list->items[0], list->items[i]) == 0) continue;
        complain("%s is given twice, as '%s' and as '%s': give it only once", word, list->items[0], list->items[i]);
        return true;
    }
    return false;
}

static bool takes_input(const options *given, named_file result) {
    named_file inputs[3] = {{"MODEL", NULL},
                            {"--states", option_value(given, OPTION_STATES)},
                            {"--file", option_value(given, OPTION_FILE)}};
    bool is_read = given->word_count > 0 && (is_file_name(given->words[0]) || strcmp(given->words[0], "-") == 0);
    if (is_read) inputs[0].path = given->words[0];
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (!is_input(inputs[i].path, result.path)) continue;
        complain("%s '%s' would overwrite the file that %s reads: choose another file", result.word, result.path,
                 inputs[i].word);
        return true;
    }
    return false;
}

/* Whether the result would take the place of what the option, which may be repeated, writes. */
static bool takes_drawn(named_file result, const char *word, const values *list) {
    for (size_t i = 0; i < list->count && is_named(result.path); i++) {
        if (!is_named(list->items[i]) || !are_same(list->items[i], result.path)) continue;
        complain("%s '%s' and %s '%s' name the same file: choose another one", result.word, result.path, word,
                 list->items[i]);
        return true;
    }
    return false;
}

/* Whether the page would take the place of the motion. */
static bool takes_motion(named_file page, named_file motion) {
    if (!is_named(page.path) || !is_named(motion.path) || !are_same(page.path, motion.path)) return false;
    complain("%s '%s' and %s '%s' name the same file: choose another one", page.word, page.path, motion.word,
             motion.path);
    return true;
}

/* Standard input gives one text. */
static bool reads_twice(const options *given) {
    const named_file inputs[] = {{"MODEL", given->word_count > 0 ? given->words[0] : NULL},
                                 {"--states", option_value(given, OPTION_STATES)},
                                 {"--file", option_value(given, OPTION_FILE)}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (inputs[i].path == NULL || strcmp(inputs[i].path, "-") != 0) continue;
        if (first != NULL) complain("%s and %s cannot both be standard input", first, inputs[i].word);
        if (first != NULL) return true;
        first = inputs[i].word;
    }
    return false;
}

bool takes_what_is_read(const options *given, const char *word, const char *path) {
    return takes_input(given, (named_file){word, path});
}

exit_status check_files(const options *given) {
    named_file results[] = {{"-o", option_value(given, OPTION_OUTPUT)},
                            {"--csv", option_value(given, OPTION_CSV)},
                            {"--report", option_value(given, OPTION_REPORT)}};
    const values *plots = &given->of[OPTION_PLOT], *pictures = &given->of[OPTION_PICTURE];
    bool is_wrong = has_two(given, "-o", OPTION_OUTPUT) || has_two(given, "--csv", OPTION_CSV) ||
                    has_two(given, "--report", OPTION_REPORT) || has_two(given, "--states", OPTION_STATES) ||
                    has_two(given, "--file", OPTION_FILE) || reads_twice(given);
    for (size_t i = 0; i < sizeof results / sizeof *results && !is_wrong; i++)
        is_wrong = takes_input(given, results[i]) || takes_drawn(results[i], "--plot", plots) ||
                   takes_drawn(results[i], "--picture", pictures);
    is_wrong = is_wrong || takes_motion(results[2], results[0]) || takes_motion(results[2], results[1]);
    for (size_t i = 0; i < plots->count && !is_wrong; i++)
        is_wrong = takes_input(given, (named_file){"--plot", plots->items[i]});
    for (size_t i = 0; i < pictures->count && !is_wrong; i++) {
        named_file picture = {"--picture", pictures->items[i]};
        is_wrong = takes_input(given, picture) || takes_drawn(picture, "--plot", plots);
    }
    return is_wrong ? EXIT_USAGE : EXIT_DONE;
}
