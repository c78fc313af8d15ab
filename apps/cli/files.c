/* Files are the same when they are one on the disk (device and number), under whatever names and links; two that do not
 * exist yet, when they have one name in one folder. What is no regular file, such as /dev/null or a pipe, may stand anywhere. */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct named {
    const char *word; /* "-o", "MODEL" */
    const char *path;
} named;

bool is_file_name(const char *word) {
    return strchr(word, '/') != NULL || strstr(word, ".nh") != NULL;
}

/* The part of a path behind the last slash. */
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

/* The option is given twice, with different values. */
static bool has_two(const options *given, const char *word, option which) {
    const values *list = &given->of[which];
    for (size_t i = 1; i < list->count; i++) {
        if (strcmp(list->items[0], list->items[i]) == 0) continue;
        complain("%s is given twice, as '%s' and as '%s': give it once", word, list->items[0], list->items[i]);
        return true;
    }
    return false;
}

/* Whether the result would take the place of what is read. */
static bool takes_input(const options *given, named result) {
    named inputs[3] = {{"MODEL", NULL},
                       {"--states", option_value(given, OPTION_STATES)},
                       {"--file", option_value(given, OPTION_FILE)}};
    if (given->word_count > 0 && is_file_name(given->words[0])) inputs[0].path = given->words[0];
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (!is_named(inputs[i].path) || !is_named(result.path) || !are_same(inputs[i].path, result.path)) continue;
        complain("%s '%s' would be written over the file that %s reads: name another file", result.word, result.path,
                 inputs[i].word);
        return true;
    }
    return false;
}

/* Whether the result would take the place of what the option, which may be repeated, writes. */
static bool takes_drawn(named result, const char *word, const values *list) {
    for (size_t i = 0; i < list->count && is_named(result.path); i++) {
        if (!is_named(list->items[i]) || !are_same(list->items[i], result.path)) continue;
        complain("%s '%s' and %s '%s' name the same file: name another one", result.word, result.path, word,
                 list->items[i]);
        return true;
    }
    return false;
}

/* Whether the page would take the place of the motion. */
static bool takes_motion(named page, named motion) {
    if (!is_named(page.path) || !is_named(motion.path) || !are_same(page.path, motion.path)) return false;
    complain("%s '%s' and %s '%s' name the same file: name another one", page.word, page.path, motion.word,
             motion.path);
    return true;
}

exit_status check_files(const options *given) {
    named results[] = {{"-o", option_value(given, OPTION_OUTPUT)},
                       {"--csv", option_value(given, OPTION_CSV)},
                       {"--report", option_value(given, OPTION_REPORT)}};
    const values *plots = &given->of[OPTION_PLOT], *pictures = &given->of[OPTION_PICTURE];
    bool is_wrong = has_two(given, "-o", OPTION_OUTPUT) || has_two(given, "--csv", OPTION_CSV) ||
                    has_two(given, "--report", OPTION_REPORT) || has_two(given, "--states", OPTION_STATES) ||
                    has_two(given, "--file", OPTION_FILE);
    for (size_t i = 0; i < sizeof results / sizeof *results && !is_wrong; i++)
        is_wrong = takes_input(given, results[i]) || takes_drawn(results[i], "--plot", plots) ||
                   takes_drawn(results[i], "--picture", pictures);
    is_wrong = is_wrong || takes_motion(results[2], results[0]) || takes_motion(results[2], results[1]);
    for (size_t i = 0; i < plots->count && !is_wrong; i++)
        is_wrong = takes_input(given, (named){"--plot", plots->items[i]});
    for (size_t i = 0; i < pictures->count && !is_wrong; i++) {
        named picture = {"--picture", pictures->items[i]};
        is_wrong = takes_input(given, picture) || takes_drawn(picture, "--plot", plots);
    }
    return is_wrong ? EXIT_USAGE : EXIT_DONE;
}
