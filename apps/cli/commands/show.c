/* nonholo show: the text of a model, as it stands, or as it is with the options applied. */
#include "session/output.h"
#include "session/session.h"

static bool is_changed(const options *given) {
    unsigned changing =
        OPTION_BIT(SET) | OPTION_BIT(INIT) | OPTION_BIT(WITH) | OPTION_BIT(WITHOUT) | OPTION_BIT(EXPANDED);
    return (given->given & changing) != 0;
}

static exit_status show_read(session *s) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = s->text.text;
    nh_status got = NH_OK;
    if (has_option(s->given, OPTION_JSON)) got = nh_model_show(s->model, s->text.name, is_changed(s->given), &text);
    else if (is_changed(s->given)) got = nh_model_text(s->model, &text);
    return got == NH_OK ? write_text(s->given, text) : session_failed(s, got);
}

/* A text that is to be shown as it stands need not even be right. */
static exit_status show_model(session *s) {
    bool is_read = is_changed(s->given) || has_option(s->given, OPTION_JSON);
    return is_read ? show_read(s) : write_output(s->given, s->text.text, s->text.length);
}

exit_status run_show(const options *given) {
    session s;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show_model(&s);
    session_close(&s);
    return status;
}
