/* Any bytes as the text of a model: reading ends with a model, which is printed and read back as the same text, or with
 * 1 to 20 errors at places within the text. After a line %% stand options, one a line: "set m = 2", "init x' = 1",
 * "with a", "without b". */
#include "fuzz.h"

#include <string.h>

#include "base/arena.h"
#include "base/text/text.h"
#include "lang/lang.h"
#include "model/print.h"

enum { MOST_ERRORS = 20, MOST_OPTIONS = 8 };

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    nh_install_hooks();
    return 0;
}

/* ---- the input ---- */

typedef struct options {
    const char *set[MOST_OPTIONS], *init[MOST_OPTIONS], *with[MOST_OPTIONS], *without[MOST_OPTIONS];
    nh_read_def def;
} options;

static void add_option(nh_strings *list, const char **items, const char *text) {
    items[list->count++] = text;
    list->items = items;
}

static void read_option(options *o, const char *line) {
    nh_read_def *def = &o->def;
    if (strncmp(line, "set ", 4) == 0) add_option(&def->set, o->set, line + 4);
    else if (strncmp(line, "init ", 5) == 0) add_option(&def->init, o->init, line + 5);
    else if (strncmp(line, "with ", 5) == 0) add_option(&def->with, o->with, line + 5);
    else if (strncmp(line, "without ", 8) == 0) add_option(&def->without, o->without, line + 8);
}

/* Takes the options off the end of the input; returns how long the text before them is. */
static size_t take_options(nh_arena *arena, const fuzz_input *input, options *o) {
    static const char separator[] = "\n%%\n";
    const char *text = (const char *)input->data;
    o->def = nh_default_read();
    for (size_t at = 0; at + 4 <= input->size; at++) {
        if (memcmp(text + at, separator, 4) != 0) continue;
        char *line = nh_arena_text(arena, text + at + 4, input->size - at - 4);
        for (int i = 0; i < MOST_OPTIONS && line != NULL; i++) {
            char *end = strchr(line, '\n');
            if (end != NULL) *end++ = '\0';
            read_option(o, line);
            line = end;
        }
        return at;
    }
    return input->size;
}

/* ---- errors ---- */

static size_t line_count(const char *text, size_t length) {
    size_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 >= length || text[i + 1] != '\n'));
    return lines;
}

static size_t check_diags(const nh_context *context, const char *text, size_t length) {
    size_t errors = 0, lines = line_count(text, length);
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *d = nh_context_diag(context, i);
        bool in_text = d->file == NULL;
        FUZZ_CHECK(strlen(d->sentence) > 0, "%s", d->code);
        FUZZ_CHECK(!in_text || d->line <= lines, "%s: line %u", d->sentence, (unsigned)d->line);
        FUZZ_CHECK(!in_text || d->column <= length + 1, "%s: column %u", d->sentence, (unsigned)d->column);
        if (d->severity != NH_SEVERITY_ERROR) continue;
        errors++;
        FUZZ_CHECK(d->line >= 1 && d->column >= 1, "%s has no place", d->sentence);
    }
    return errors;
}

static const char *last_sentence(const nh_context *context) {
    size_t count = nh_context_diag_count(context);
    return count > 0 ? nh_context_diag(context, count - 1)->sentence : "";
}

/* ---- there and back ---- */

static const char *print(nh_arena *arena, nh_model *model) {
    nh_text text = nh_text_begin(arena);
    nh_model_print(model, &text);
    return nh_text_string(&text);
}

/* What is nested as deeply as a text may be can be nested more deeply when it is printed, with
 * brackets that were not needed. */
static bool is_too_deep(const nh_context *context) {
    size_t count = nh_context_diag_count(context);
    return count > 0 && strcmp(nh_context_diag(context, count - 1)->code, "nesting") == 0;
}

static void check_reading_back(nh_context *context, nh_arena *arena, const char *printed) {
    nh_read_def def = nh_default_read();
    nh_status status;
    nh_model *model = nh_lang_read(context, &def, printed, strlen(printed), &status);
    if (model == NULL && is_too_deep(context)) return;
    FUZZ_CHECK(model != NULL, "%s\n%s", printed, last_sentence(context));
    const char *again = print(arena, model);
    FUZZ_CHECK(strcmp(printed, again) == 0, "%s\n----\n%s", printed, again);
    nh_model_destroy(model);
}

static void body(nh_context *context, void *argument) {
    const fuzz_input *input = argument;
    nh_arena *arena = nh_arena_create(context);
    options o = {0};
    size_t length = take_options(arena, input, &o);
    nh_status status;
    nh_model *model = nh_lang_read(context, &o.def, (const char *)input->data, length, &status);
    size_t errors = check_diags(context, (const char *)input->data, length);
    if (model != NULL) {
        FUZZ_CHECK(errors == 0 && status == NH_OK, "%zu errors and a model", errors);
        check_reading_back(context, arena, print(arena, model));
        nh_model_destroy(model);
    } else {
        FUZZ_CHECK(errors >= 1 && errors <= MOST_ERRORS, "%zu errors", errors);
        FUZZ_CHECK(status == NH_E_MODEL || status == NH_E_USAGE, "%s", nh_status_name(status));
    }
    nh_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_run(body, data, size);
    return 0;
}
