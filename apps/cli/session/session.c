/* Opening a session: the same steps for every command with a MODEL. */
#include "session/session.h"

#include <stdlib.h>

#include "interrupt.h"
#include "session/output.h"
#include "session/progress.h"
#include "session/remarks.h"

exit_status session_open(session *s, const options *given) {
    *s = (session){.given = given};
    nh_context_def def = nh_default_context();
    def.seed = given->seed;
    if (shows_progress()) def.progress = show_progress;
    nh_status status = nh_context_create(&def, &s->context);
    if (status != NH_OK) {
        complain("%s", nh_status_text(status));
        return exit_status_of(status);
    }
    watch_interrupts(s->context);
    exit_status opened = open_source(&s->text, given->words[0]);
    const char *file = option_value(given, OPTION_FILE);
    if (opened != EXIT_DONE || file == NULL) return opened;
    s->text.added = &s->added;
    return open_text(&s->added, file);
}

/* The diagnostics in place of a result. */
static exit_status write_errors(const session *s, nh_status status) {
    const char *text = NULL;
    if (nh_context_print(s->context, NH_PRINT_JSON, NULL, &text) != NH_OK) complain("%s", nh_status_text(status));
    else if (!s->has_data) return write_text(s->given, text);
    else print_text(text, stdout);
    return EXIT_DONE;
}

exit_status session_failed(session *s, nh_status status) {
    exit_status written = EXIT_DONE;
    if (status == NH_E_IO && has_closed_output()) return EXIT_DONE;
    if (has_option(s->given, OPTION_JSON)) written = write_errors(s, status);
    else report_diags(s->context, s->told, &s->text, s->given);
    return written == EXIT_DONE ? exit_status_of(status) : written;
}

static nh_strings strings_of(const options *given, option which) {
    return (nh_strings){given->of[which].items, given->of[which].count};
}

exit_status session_read(session *s) {
    nh_read_def def = nh_default_read();
    def.name = s->text.name;
    def.set = strings_of(s->given, OPTION_SET);
    nh_strings init = def.init = strings_of(s->given, OPTION_INIT);
    const char **all = NULL;
    if (s->state.count > 0) {
        all = need(calloc(init.count + s->state.count, sizeof *all));
        for (size_t i = 0; i < init.count; i++) all[i] = init.items[i];
        for (size_t i = 0; i < s->state.count; i++) all[init.count + i] = s->state.items[i];
        def.init = (nh_strings){all, init.count + s->state.count};
    }
    def.with = strings_of(s->given, OPTION_WITH);
    def.without = strings_of(s->given, OPTION_WITHOUT);
    def.equations = strings_of(s->given, OPTION_EQUATION);
    def.assume = strings_of(s->given, OPTION_ASSUME);
    def.conditions = s->conditions;
    def.motion = option_value(s->given, OPTION_MOTION);
    def.transposition = has_option(s->given, OPTION_TRANSPOSITION);
    def.field = option_value(s->given, OPTION_FIELD);
    def.factors = strings_of(s->given, OPTION_IN);
    def.section = option_value(s->given, OPTION_SECTION);
    def.end = strings_of(s->given, OPTION_END);
    def.more = s->added.text;
    def.more_length = s->added.length;
    def.more_name = s->added.name;
    nh_status status = nh_model_read(s->context, &def, s->text.text, s->text.length, &s->model);
    free(all);
    if (status != NH_OK) return session_failed(s, status);
    session_warn(s);
    return EXIT_DONE;
}

void session_warn(session *s) {
    if (has_option(s->given, OPTION_JSON)) return;
    report_diags(s->context, s->told, &s->text, s->given);
    s->told = nh_context_diag_count(s->context);
}

exit_status session_show(session *s, nh_status got, const char *text) {
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    return write_text(s->given, text);
}

void session_close(session *s) {
    clear_progress();
    watch_interrupts(NULL);
    nh_model_destroy(s->model);
    close_source(&s->text);
    close_source(&s->added);
    nh_context_destroy(s->context);
}
