/* Diagnostics: `file:line:column: error: sentence`, the line with a mark, the hint. */
#include "remarks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "excerpt.h"
#include "progress.h"

/* What switches colours on and off; empty texts without colours. */
typedef struct colours {
    const char *bold, *severity[3], *off;
} colours;

static colours choose_colours(void) {
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool is_wanted = (none == NULL || none[0] == '\0') && isatty(STDERR_FILENO);
    if (!is_wanted || (terminal != NULL && strcmp(terminal, "dumb") == 0)) return (colours){"", {"", "", ""}, ""};
    return (colours){"\x1b[1m", {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m"}, "\x1b[0m"};
}

static const char *const severities[3] = {"error", "warning", "note"};

/* Options whose values are texts of the language. */
static const struct {
    const char *word;
    option which;
} text_options[] = {{"--set", OPTION_SET},         {"--init", OPTION_INIT},         {"--with", OPTION_WITH},
                    {"--without", OPTION_WITHOUT}, {"--assume", OPTION_ASSUME},     {"--motion", OPTION_MOTION},
                    {"--field", OPTION_FIELD},     {"--equation", OPTION_EQUATION}, {"condition", OPTION_GIVEN},
                    {"condition", OPTION_THEN}};

enum { TEXT_OPTIONS = sizeof text_options / sizeof *text_options };

/* Whether a diagnostic is about an option: its file is then "--set m=2", cut when it is long. */
static bool is_about_option(const nh_diag *diag) {
    for (int i = 0; diag->file != NULL && i < TEXT_OPTIONS; i++) {
        size_t length = strlen(text_options[i].word);
        if (strncmp(diag->file, text_options[i].word, length) == 0 && diag->file[length] == ' ') return true;
    }
    return false;
}

static bool is_about(const nh_diag *diag, const char *word, const char *value) {
    size_t length = strlen(word), rest = strlen(diag->file);
    if (rest <= length || strncmp(diag->file, word, length) != 0 || diag->file[length] != ' ') return false;
    rest -= length + 1;
    bool is_cut = rest > 3 && strlen(value) > rest - 3 && strcmp(diag->file + length + 1 + rest - 3, "...") == 0;
    return is_cut ? strncmp(diag->file + length + 1, value, rest - 3) == 0
                  : strcmp(diag->file + length + 1, value) == 0;
}

static const char *text_of_file(const char *name, const source *text, size_t *length) {
    for (; text != NULL; text = text->added) {
        *length = text->length;
        if (text->name != NULL && strcmp(name, text->name) == 0) return text->text;
    }
    return NULL;
}

/* The text that a diagnostic speaks of: the model, what was added to it, or the value of an option. */
static const char *text_of(const nh_diag *diag, const source *text, const options *given, size_t *length) {
    if (diag->file == NULL) return NULL;
    if (!is_about_option(diag)) return text_of_file(diag->file, text, length);
    for (int i = 0; i < TEXT_OPTIONS; i++) {
        const values *list = &given->of[text_options[i].which];
        for (size_t k = 0; k < list->count; k++)
            if (is_about(diag, text_options[i].word, list->items[k])) {
                *length = strlen(list->items[k]);
                return list->items[k];
            }
    }
    return NULL;
}

static void add_place(sink *out, const nh_diag *diag) {
    if (diag->line == 0) sink_text(out, "nonholo: ");
    else if (is_about_option(diag)) sink_format(out, "%s: ", diag->file);
    else if (diag->file == NULL) sink_format(out, "%u:%u: ", diag->line, diag->column);
    else sink_format(out, "%s:%u:%u: ", diag->file, diag->line, diag->column);
}

static void add_diag(sink *out, const nh_diag *diag, const source *text, const options *given, const colours *c) {
    size_t length;
    sink_text(out, c->bold);
    add_place(out, diag);
    sink_format(out, "%s%s%s:%s %s\n", c->off, c->severity[diag->severity], severities[diag->severity], c->off,
                diag->sentence);
    const char *about = text_of(diag, text, given, &length);
    piece marked = {diag->line, diag->column, diag->length};
    if (about != NULL) add_excerpt(out, about, length, marked, c->severity[diag->severity], c->off);
    bool is_said = diag->hint != NULL && strstr(diag->sentence, diag->hint) != NULL;
    if (diag->hint != NULL && !is_said) sink_format(out, "  hint: %s\n", diag->hint);
}

void report_diags(const nh_context *context, size_t from, const source *text, const options *given) {
    colours c = choose_colours();
    sink out = {0};
    clear_progress();
    for (size_t i = from; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity != NH_SEVERITY_ERROR && has_option(given, OPTION_QUIET)) continue;
        add_diag(&out, diag, text, given, &c);
    }
    if (out.length > 0) fwrite(out.bytes, 1, out.length, stderr);
    sink_free(&out);
}

void json_diags(json *j, const char *key, const nh_context *context, nh_severity severity) {
    json_open(j, key, '[');
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity != severity) continue;
        json_open(j, NULL, '{');
        json_string(j, "code", diag->code);
        json_string(j, "file", diag->file);
        json_integer(j, "line", diag->line);
        json_integer(j, "column", diag->column);
        json_integer(j, "length", diag->length);
        json_string(j, "message", diag->sentence);
        json_string(j, "hint", diag->hint);
        json_close(j);
    }
    json_close(j);
}
