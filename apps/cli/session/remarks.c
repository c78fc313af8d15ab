/* Diagnostics, with the texts that they may speak about: the model, what was added to it, values of options. */
#include "session/remarks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/output.h"

static bool wants_colours(void) {
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool is_wanted = (none == NULL || none[0] == '\0') && isatty(STDERR_FILENO);
    return is_wanted && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Options whose values are texts of the language, and what the library calls them. */
static const struct {
    const char *word;
    option which;
} text_options[] = {{"--set", OPTION_SET},         {"--init", OPTION_INIT},         {"--with", OPTION_WITH},
                    {"--without", OPTION_WITHOUT}, {"--assume", OPTION_ASSUME},     {"--motion", OPTION_MOTION},
                    {"--field", OPTION_FIELD},     {"--equation", OPTION_EQUATION}, {"condition", OPTION_GIVEN},
                    {"condition", OPTION_THEN}};

enum { TEXT_OPTIONS = sizeof text_options / sizeof *text_options };

typedef struct texts {
    nh_diag_text *items;
    size_t count;
} texts;

static void add_text(texts *list, const char *option_word, const char *name, const char *text, size_t length) {
    size_t size = strlen(option_word) + strlen(name) + 2;
    char *whole = need(malloc(size));
    snprintf(whole, size, "%s%s%s", option_word, *option_word != '\0' ? " " : "", name);
    list->items = need(realloc(list->items, (list->count + 1) * sizeof *list->items));
    list->items[list->count++] = (nh_diag_text){whole, text, length};
}

static texts list_texts(const source *text, const options *given) {
    texts list = {0};
    for (; text != NULL; text = text->added)
        if (text->name != NULL) add_text(&list, "", text->name, text->text, text->length);
    for (int i = 0; i < TEXT_OPTIONS; i++) {
        const values *of = &given->of[text_options[i].which];
        for (size_t k = 0; k < of->count; k++)
            add_text(&list, text_options[i].word, of->items[k], of->items[k], strlen(of->items[k]));
    }
    return list;
}

static void free_texts(texts *list) {
    for (size_t i = 0; i < list->count; i++) free((char *)list->items[i].name);
    free(list->items);
}

/* What `check` says about the constraints, other commands do not repeat. */
static const char *const facts_of_check[] = {"identity", "norm", "redundant"};

void report_diags(nh_context *context, size_t from, const source *text, const options *given) {
    texts list = list_texts(text, given);
    nh_diags_def def = {.first = from,
                        .errors_alone = has_option(given, OPTION_QUIET),
                        .has_colours = wants_colours(),
                        .texts = list.items,
                        .text_count = list.count,
                        .left_out = facts_of_check};
    bool is_check = strcmp(given->command_name, "check") == 0, is_eval = strcmp(given->command_name, "eval") == 0;
    if (!is_check) def.left_out_count = is_eval ? 2 : 3; /* eval: at how many states nothing is certified */
    const char *lines;
    nh_status status = nh_context_print(context, NH_PRINT_TEXT, &def, &lines);
    if (status == NH_OK) print_text(lines, stderr);
    else tell("%s", nh_status_text(status));
    free_texts(&list);
}
