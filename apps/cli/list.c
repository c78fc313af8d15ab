/* nonholo list: the built-in models. */
#include <string.h>

#include <nonholo/model.h>

#include "command.h"
#include "json.h"
#include "sink.h"

static void list_names(sink *out) {
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) sink_format(out, "%s\n", nh_builtin_at(i)->name);
}

static int longest_name(void) {
    size_t longest = 0;
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) {
        size_t length = strlen(nh_builtin_at(i)->name);
        if (length > longest) longest = length;
    }
    return (int)longest;
}

/* One heading a source, one line a model. */
static void list_text(sink *out) {
    const char *source = "";
    int width = longest_name();
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) {
        const nh_builtin *model = nh_builtin_at(i);
        if (strcmp(source, model->source) != 0) sink_format(out, "%s%s\n", i > 0 ? "\n" : "", model->source);
        source = model->source;
        sink_format(out, "  %-*s  %s\n", width, model->name, model->title);
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
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

exit_status run_list(const options *given) {
    sink out = {0};
    if (has_option(given, OPTION_JSON)) list_json(&out);
    else if (has_option(given, OPTION_NAMES)) list_names(&out);
    else list_text(&out);
    return sink_write(&out, given);
}
