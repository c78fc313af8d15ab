/* nonholo show: the text of a model, as it stands, or as it is with the options applied. */
#include <string.h>

#include "json.h"
#include "remarks.h"
#include "session.h"
#include "sink.h"

static bool is_changed(const options *given) {
    unsigned changing =
        OPTION_BIT(SET) | OPTION_BIT(INIT) | OPTION_BIT(WITH) | OPTION_BIT(WITHOUT) | OPTION_BIT(EXPANDED);
    return (given->given & changing) != 0;
}

static exit_status write_text(const session *s, const char *text, size_t length) {
    sink out = {0};
    sink_add(&out, text, length);
    return sink_write(&out, s->given);
}

static exit_status write_json(const session *s, const char *title, const char *text) {
    sink out = {0};
    json j = json_begin(&out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "name", s->text.name);
    json_string(&j, "title", title);
    json_string(&j, "source", s->text.builtin != NULL ? s->text.builtin->source : NULL);
    json_string(&j, "text", text);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
    return sink_write(&out, s->given);
}

static exit_status show_read(session *s) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_model_info info;
    const char *text = s->text.text;
    nh_status got = nh_model_get_info(s->model, &info);
    if (got == NH_OK && is_changed(s->given)) got = nh_model_text(s->model, &text);
    if (got != NH_OK) return session_failed(s, got);
    if (has_option(s->given, OPTION_JSON)) return write_json(s, info.title, text);
    return write_text(s, text, strlen(text));
}

/* A text that is to be shown as it stands need not even be right. */
static exit_status show(session *s) {
    bool is_read = is_changed(s->given) || has_option(s->given, OPTION_JSON);
    return is_read ? show_read(s) : write_text(s, s->text.text, s->text.length);
}

exit_status run_show(const options *given) {
    session s;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show(&s);
    session_close(&s);
    return status;
}
