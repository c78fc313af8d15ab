/* nonholo list: the built-in models. */
#include <string.h>

#include <nonholo/model.h>

#include "command.h"
#include "json.h"
#include "list_run.h"
#include "sink.h"

static void list_names(sink *out) {
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) sink_format(out, "%s\n", nh_builtin_at(i)->name);
}

/* Columns for names and for titles, as wide as the longest. */
typedef struct widths {
    int name, title;
} widths;

static int larger(int width, const char *text) {
    size_t length = strlen(text);
    return length > (size_t)width ? (int)length : width;
}

static widths find_widths(void) {
    widths w = {0, 0};
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) {
        w.name = larger(w.name, nh_builtin_at(i)->name);
        w.title = larger(w.title, nh_builtin_at(i)->title);
    }
    return w;
}

/* One heading a source, one line a model. */
static void list_text(sink *out) {
    const char *source = "";
    widths w = find_widths();
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) {
        const nh_builtin *model = nh_builtin_at(i);
        if (strcmp(source, model->source) != 0) sink_format(out, "%s%s\n", i > 0 ? "\n" : "", model->source);
        source = model->source;
        sink_format(out, "  %-*s  %-*s  %s\n", w.name, model->name, w.title, model->title, model->reference);
    }
    if (nh_builtin_count() == 0) sink_text(out, "there are no built-in models in this build\n");
}

static void list_json(sink *out) {
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_open(&j, "models", '[');
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) {
        const nh_builtin *model = nh_builtin_at(i);
        json_open(&j, NULL, '{');
        json_string(&j, "name", model->name);
        json_string(&j, "title", model->title);
        json_string(&j, "source", model->source);
        json_string(&j, "reference", model->reference);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

exit_status run_list(const options *given) {
    if (has_option(given, OPTION_NAMES) && (has_option(given, OPTION_RUN) || has_option(given, OPTION_JSON))) {
        complain("--names gives the names alone: not with --run or --json");
        return EXIT_USAGE;
    }
    if (has_option(given, OPTION_RUN)) return list_runs(given);
    sink out = {0};
    if (has_option(given, OPTION_JSON)) list_json(&out);
    else if (has_option(given, OPTION_NAMES)) list_names(&out);
    else list_text(&out);
    return sink_write(&out, given);
}
