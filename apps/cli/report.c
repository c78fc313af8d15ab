/* nonholo report: one page about a model, its equations and its motion. */
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "progress.h"
#include "run.h"

/* Of one formulation; a second or two. What takes more is left to `derive`. */
static const uint64_t most_work = UINT64_C(30000000);

/* ---- how to make it again ---- */

/* As a shell reads it. */
static void add_quoted(sink *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        sink_text(out, word);
        return;
    }
    sink_text(out, "'");
    for (; *word != '\0'; word++) sink_format(out, *word == '\'' ? "'\\''" : "%c", *word);
    sink_text(out, "'");
}

static const char *command_line(sink *out, const options *given) {
    sink_format(out, "nonholo %s", given->command_name);
    for (int i = 0; i < given->all_count; i++) {
        sink_text(out, " ");
        add_quoted(out, given->all[i]);
    }
    sink_add(out, "", 1); /* the end of the string */
    return out->bytes;
}

/* Today, or the day that SOURCE_DATE_EPOCH names, for builds that can be repeated. */
static const char *find_date(char date[16]) {
    const char *given = getenv("SOURCE_DATE_EPOCH");
    time_t now = given != NULL && *given != '\0' ? (time_t)strtoll(given, NULL, 10) : time(NULL);
    struct tm day;
    return gmtime_r(&now, &day) != NULL && strftime(date, 16, "%Y-%m-%d", &day) > 0 ? date : NULL;
}

/* ---- the page ---- */

nh_status write_report(session *s, nh_run *run, const char *path) {
    char date[16];
    sink line = {0};
    nh_report_def def = nh_default_report();
    nh_check_def check = nh_default_check();
    nh_derive_def derive = nh_default_derive();
    def.seed = check.seed = derive.seed = s->given->seed;
    derive.form = "all";
    derive.work = most_work;
    def.run = run;
    def.file = s->text.name;
    def.command = command_line(&line, s->given);
    def.date = find_date(date);
    nh_status status = nh_check_make(s->model, &check, &def.check);
    if (status == NH_OK) status = nh_derive_make(s->model, &derive, &def.derivation);
    if (status == NH_OK) status = nh_report_write(s->model, &def, path);
    clear_progress();
    nh_derive_destroy(def.derivation);
    nh_check_destroy(def.check);
    sink_free(&line);
    return status;
}

/* ---- the command ---- */

/* leibniz.html of leibniz and of folder/leibniz.nh; the caller frees it. */
static char *default_path(const char *model) {
    const char *slash = strrchr(model, '/'), *base = slash != NULL ? slash + 1 : model;
    size_t length = strlen(base);
    if (strcmp(base, "-") == 0) base = "report", length = 6;
    if (length > 3 && strcmp(base + length - 3, ".nh") == 0) length -= 3;
    char *path = need(calloc(length + 6, 1));
    snprintf(path, length + 6, "%.*s.html", (int)length, base);
    return path;
}

/* The motion, where the model has one; a model without a start, or with open parameters, is a page without it. */
static nh_status find_motion(session *s, const nh_run_def *def, nh_run **run) {
    nh_status status = nh_run_make(s->model, def, run);
    clear_progress();
    size_t count = nh_context_diag_count(s->context);
    const nh_diag *last = count > 0 ? nh_context_diag(s->context, count - 1) : NULL;
    bool is_open = last != NULL && (strcmp(last->code, "no-value") == 0 || strcmp(last->code, "no-start") == 0);
    if (status != NH_E_MODEL || !is_open) return status;
    if (!has_option(s->given, OPTION_QUIET)) tell("the report is without a motion: %s", last->sentence);
    s->told = count;
    return NH_OK;
}

/* A motion that could not go on is shown as far as it went, and told. */
static exit_status tell_end(const session *s, nh_run *run) {
    if (run == NULL) return EXIT_DONE;
    nh_run_info info = nh_run_get_info(run);
    bool is_good = motion_status(&info) == EXIT_DONE;
    if (!is_good && !has_option(s->given, OPTION_QUIET))
        tell("the motion is %s at t = %.10g: %s", nh_outcome_name(info.outcome), info.end, info.message);
    return motion_status(&info);
}

static exit_status report(session *s, const nh_run_def *def, nh_run **run, const char *path) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = nh_run_check_path(s->context, path);
    if (got == NH_OK) got = find_motion(s, def, run);
    if (got == NH_OK) got = write_report(s, *run, path);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    if (strcmp(path, "-") != 0 && !has_option(s->given, OPTION_QUIET)) tell("written: %s", path);
    return tell_end(s, *run);
}

exit_status run_report(const options *given) {
    const char *output = option_value(given, OPTION_OUTPUT);
    options other = *given; /* -o names the page: errors do not go there */
    other.of[OPTION_OUTPUT].count = 0;
    nh_run_def def;
    if (!read_run_def(given, &def)) return EXIT_USAGE;
    if (output != NULL && *output == '\0') {
        complain("-o needs the name of a file, not ''");
        return EXIT_USAGE;
    }
    def.sketch = def.reactions = true;
    session s = {0};
    nh_run *run = NULL;
    char *path = output != NULL ? need(strdup(output)) : default_path(given->words[0]);
    exit_status status = session_open(&s, &other);
    if (status == EXIT_DONE) status = report(&s, &def, &run, path);
    nh_run_destroy(run);
    free(path);
    free((double *)def.at);
    session_close(&s);
    return status;
}
