/* nonholo report: one page about a model, its equations and its motion, or those of several formulations. */
#include "commands/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/run.h"
#include "options/names.h"
#include "session/files.h"
#include "session/output.h"

/* Of one formulation; some tenths of a second. What takes more is left to `derive`. */
static const uint64_t most_work = UINT64_C(24000000);

/* ---- how to make it again ---- */

/* As a shell reads it. */
static void add_quoted(FILE *to, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word != '\0'; word++) fprintf(to, *word == '\'' ? "'\\''" : "%c", *word);
    fputc('\'', to);
}

/* The caller frees it. */
static char *command_line(const options *given) {
    char *line = NULL;
    size_t length = 0;
    FILE *to = need(open_memstream(&line, &length));
    fprintf(to, "nonholo %s", given->command_name);
    for (int i = 0; i < given->all_count; i++) {
        fputc(' ', to);
        add_quoted(to, given->all[i]);
    }
    if (fclose(to) != 0) (void)need(NULL);
    return line;
}

/* Today, or the day that SOURCE_DATE_EPOCH names, for builds that can be repeated. */
static const char *find_date(char date[16]) {
    const char *given = getenv("SOURCE_DATE_EPOCH");
    time_t now = given != NULL && *given != '\0' ? (time_t)strtoll(given, NULL, 10) : time(NULL);
    struct tm day;
    return gmtime_r(&now, &day) != NULL && strftime(date, 16, "%Y-%m-%d", &day) > 0 ? date : NULL;
}

/* ---- the page ---- */

nh_status write_report(session *s, nh_run *const *runs, size_t count, const char *path) {
    char date[16];
    char *line = command_line(s->given);
    nh_report_def def = nh_default_report();
    nh_check_def check = nh_default_check();
    nh_derive_def derive = nh_default_derive();
    def.seed = check.seed = derive.seed = s->given->seed;
    derive.form = "all";
    derive.work = most_work;
    def.run = count > 0 ? runs[0] : NULL;
    def.others = count > 1 ? runs + 1 : NULL;
    def.other_count = count > 1 ? count - 1 : 0;
    def.file = s->text.name;
    def.command = line;
    def.date = find_date(date);
    nh_status status = NH_OK;
    bool has_integrals = has_option(s->given, OPTION_WATCH) || has_option(s->given, OPTION_KEEP);
    if (has_integrals && count == 0) { /* else they are those of the run */
        nh_integrals_def asked = nh_default_integrals();
        asked.seed = s->given->seed;
        status = nh_integrals_make(s->model, &asked, &def.integrals);
    }
    if (status == NH_OK && has_option(s->given, OPTION_VARY)) {
        nh_stability_def study = nh_default_stability();
        study.vary = (nh_strings){s->given->of[OPTION_VARY].items, s->given->of[OPTION_VARY].count};
        status = nh_stability_make(s->model, &study, &def.study);
    }
    if (status == NH_OK) status = nh_check_make(s->model, &check, &def.check);
    if (status == NH_OK) status = nh_derive_make(s->model, &derive, &def.derivation);
    if (status == NH_OK) status = nh_report_write(s->model, &def, path);
    nh_derive_destroy(def.derivation);
    nh_check_destroy(def.check);
    nh_stability_destroy(def.study);
    nh_integrals_destroy(def.integrals);
    free(line);
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

/* The formulations that are requested, and the available motions. */
typedef struct motions {
    nh_run_def def;
    const char **forms;
    size_t form_count; /* 0: --forms is not given */
    nh_run **runs;
    const char **names; /* of their formulations; NULL: the usual one */
    size_t count;
} motions;

static void keep_motion(motions *m, nh_run *run, const char *name) {
    m->names[m->count] = name;
    m->runs[m->count++] = run;
}

static const nh_diag *last_diag(const session *s) {
    size_t count = nh_context_diag_count(s->context);
    return count > 0 ? nh_context_diag(s->context, count - 1) : NULL;
}

/* form: of which motion; NULL: of any. */
static void tell_without(session *s, const char *form, const nh_diag *why) {
    bool is_any = form == NULL;
    if (!has_option(s->given, OPTION_QUIET))
        tell("the report does not contain %s%s%s: %s", is_any ? "a motion" : "the motion of '", is_any ? "" : form,
             is_any ? "" : "'", why->sentence);
    s->told = nh_context_diag_count(s->context);
}

/* The first motion, where the model has one; a model without a start, or with open parameters, is a page without it. */
static nh_status find_first(session *s, motions *m) {
    nh_run *run;
    if (m->form_count > 0) m->def.form = m->forms[0];
    m->def.reactions = has_reactions(m->def.form);
    nh_status status = nh_run_make(s->model, &m->def, &run);
    if (status == NH_OK) keep_motion(m, run, m->def.form);
    const nh_diag *last = last_diag(s);
    bool is_open = last != NULL && (strcmp(last->code, "no-value") == 0 || strcmp(last->code, "no-start") == 0);
    if (status != NH_E_MODEL || !is_open) return status;
    tell_without(s, NULL, last);
    return NH_OK;
}

/* One more, at the times of the first; a formulation that does not apply is left out. */
static nh_status find_other(session *s, motions *m, const char *name) {
    nh_run *run;
    nh_run_def def = m->def;
    def.form = name;
    def.reactions = has_reactions(name);
    def.integrals = NH_RUN_INTEGRALS_NONE; /* those of the first are shown */
    def.sketch_at = nh_run_get_sketch_times(m->runs[0], &def.sketch_count);
    nh_status status = nh_run_make(s->model, &def, &run);
    if (status == NH_OK) keep_motion(m, run, name);
    const nh_diag *last = last_diag(s);
    bool is_left_out = (status == NH_E_HYPOTHESIS || status == NH_E_UNSUPPORTED) && last != NULL;
    if (!is_left_out) return status;
    tell_without(s, name, last);
    return NH_OK;
}

static nh_status find_motions(session *s, motions *m) {
    m->runs = need(calloc(m->form_count + 1, sizeof *m->runs)); /* NOLINT(bugprone-sizeof-expression) */
    m->names = need(calloc(m->form_count + 1, sizeof *m->names));
    nh_status status = find_first(s, m);
    for (size_t i = 1; status == NH_OK && m->count > 0 && i < m->form_count; i++)
        status = find_other(s, m, m->forms[i]);
    return status;
}

static void free_motions(motions *m) {
    for (size_t i = 0; i < m->count; i++) nh_run_destroy(m->runs[i]);
    free(m->runs);
    free(m->names);
    free_names(m->forms, m->form_count);
    free((double *)m->def.at);
}

/* A motion that could not continue is shown as far as it went, and reported. */
static exit_status tell_end(const session *s, const motions *m, size_t number) {
    nh_run_info info = nh_run_get_info(m->runs[number]);
    bool is_good = motion_status(&info) == EXIT_DONE, has_name = m->form_count > 0;
    if (!is_good && !has_option(s->given, OPTION_QUIET))
        tell("the motion%s%s%s is %s at t = %.10g: %s", has_name ? " of '" : "", has_name ? m->names[number] : "",
             has_name ? "'" : "", nh_outcome_name(info.outcome), info.end, info.message);
    return motion_status(&info);
}

/* The status of the first that ended badly. */
static exit_status tell_ends(const session *s, const motions *m) {
    exit_status all = EXIT_DONE;
    for (size_t i = 0; i < m->count; i++) {
        exit_status status = tell_end(s, m, i);
        if (all == EXIT_DONE) all = status;
    }
    return all;
}

static exit_status write_motions(session *s, motions *m, const char *path) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = nh_run_check_path(s->context, path);
    if (got == NH_OK) got = find_motions(s, m);
    if (got == NH_OK) got = write_report(s, m->runs, m->count, path);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    if (!is_output(path) && !has_option(s->given, OPTION_QUIET)) tell("written: %s", path);
    return tell_ends(s, m);
}

static bool read_forms(const options *given, motions *m) {
    if (!has_option(given, OPTION_FORMS)) return true;
    m->forms = split_names(&given->of[OPTION_FORMS], &m->form_count);
    bool is_alone = !has_option(given, OPTION_FORM);
    if (!is_alone) complain("--form and --forms exclude each other: give one of them");
    return is_alone && check_names("--forms", m->form_count, m->forms);
}

static bool read_motions(const options *given, motions *m) {
    if (!read_run_def(given, &m->def) || !read_forms(given, m)) return false;
    m->def.sketch = true;
    const char *output = option_value(given, OPTION_OUTPUT);
    bool is_empty = output != NULL && *output == '\0', is_map = given->of[OPTION_VARY].count > 1;
    if (is_empty) complain("-o needs the name of a file, not ''");
    if (is_map) complain("report shows the eigenvalues over one quantity: give --vary once");
    return !is_empty && !is_map;
}

exit_status run_report(const options *given) {
    const char *output = option_value(given, OPTION_OUTPUT);
    session s = {0};
    motions m = {0};
    char *path = output != NULL ? need(strdup(output)) : default_path(given->words[0]);
    bool is_wrong = takes_what_is_read(given, "the page", path) || !read_motions(given, &m);
    exit_status status = is_wrong ? EXIT_USAGE : session_open(&s, given);
    s.has_data = true;
    if (status == EXIT_DONE) status = write_motions(&s, &m, path);
    free_motions(&m);
    free(path);
    if (s.context != NULL) session_close(&s);
    return status;
}
