/* nonholo run: computes a motion, prints a summary, writes the motion as CSV and as pictures where that is requested. A
 * motion that cannot continue is written as far as it went. */
#include "commands/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/report.h"
#include "interrupt.h"
#include "options/names.h"
#include "session/output.h"

/* What is requested. */
typedef struct motion {
    nh_run_def def;
    const char *path;   /* of the CSV; NULL: none is requested */
    const char **names; /* of the columns to write; NULL: all */
    size_t column_count;
    const values *plots, *pictures; /* paths of those that are requested */
    const char *report;             /* the path of the page; NULL: none is requested */
    nh_run *run;
} motion;

/* ---- the command line ---- */

/* Reads a finite number of this many bytes. */
static bool read_number(const char *name, const char *text, size_t length, double *value) {
    char copy[64], *end = copy;
    if (length < sizeof copy) {
        snprintf(copy, sizeof copy, "%.*s", (int)length, text);
        *value = strtod(copy, &end);
    }
    if (length > 0 && length < sizeof copy && *end == '\0' && isfinite(*value)) return true;
    complain("%s needs a number, not '%.*s'", name, (int)length, text);
    return false;
}

/* Leaves *value when the option is not given. */
static bool read_value(const options *given, option which, const char *name, double *value) {
    const char *text = option_value(given, which);
    return text == NULL || read_number(name, text, strlen(text), value);
}

static bool read_tolerance(const options *given, option which, const char *name, double *value) {
    if (!read_value(given, which, name, value)) return false;
    if (*value >= 0) return true;
    complain("%s needs a number that is not negative, not '%s'", name, option_value(given, which));
    return false;
}

static bool read_times(const options *given, nh_run_def *def) {
    const values *list = &given->of[OPTION_AT];
    if (list->count == 0) return true;
    double *times = need(calloc(count_pieces(list), sizeof *times));
    def->at = times;
    for (size_t i = 0; i < list->count; i++)
        for (const char *at = list->items[i];; at++) {
            size_t length = strcspn(at, ",");
            if (!read_number("--at", at, length, &times[def->at_count++])) return false;
            at += length;
            if (*at == '\0') break;
        }
    return true;
}

static bool read_native(const options *given, nh_native_use *use) {
    static const char *const words[] = {
        [NH_NATIVE_AUTO] = "auto", [NH_NATIVE_ALWAYS] = "always", [NH_NATIVE_NEVER] = "never"};
    const char *word = option_value(given, OPTION_NATIVE);
    if (word == NULL) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            *use = (nh_native_use)i;
            return true;
        }
    complain("--native needs auto, always or never, not '%s'", word);
    return false;
}

/* --watch integrals, --keep integrals */
static bool read_integrals(const options *given, nh_run_integrals_use *use) {
    const char *watched = option_value(given, OPTION_WATCH), *kept = option_value(given, OPTION_KEEP);
    const char *wrong = watched != NULL && strcmp(watched, "integrals") != 0 ? "--watch"
                        : kept != NULL && strcmp(kept, "integrals") != 0     ? "--keep"
                                                                             : NULL;
    if (wrong != NULL) {
        complain("%s needs the word integrals, not '%s'", wrong, wrong[2] == 'w' ? watched : kept);
        return false;
    }
    *use = kept != NULL ? NH_RUN_INTEGRALS_KEPT : watched != NULL ? NH_RUN_INTEGRALS_WATCHED : NH_RUN_INTEGRALS_NONE;
    return true;
}

bool has_reactions(const char *form) {
    nh_formulation found;
    return form == NULL || nh_formulation_find(form, &found) != NH_OK || !found.is_apart;
}

bool read_run_def(const options *given, nh_run_def *def) {
    *def = nh_default_run();
    if (!read_native(given, &def->native) || !read_integrals(given, &def->integrals)) return false;
    def->form = option_value(given, OPTION_FORM);
    def->reactions = has_option(given, OPTION_REACTIONS);
    def->sketch = has_option(given, OPTION_PLOT) || has_option(given, OPTION_PICTURE);
    /* a report shows forces; where they are not requested, they are not in the CSV */
    if (has_option(given, OPTION_REPORT)) def->sketch = true;
    if (has_option(given, OPTION_REPORT) && has_reactions(def->form)) def->reactions = true;
    if (!read_value(given, OPTION_FROM, "--from", &def->from) || !read_value(given, OPTION_TO, "--to", &def->to) ||
        !read_value(given, OPTION_STEP, "--step", &def->step) || !read_times(given, def))
        return false;
    if (!read_tolerance(given, OPTION_RTOL, "--rtol", &def->rtol) ||
        !read_tolerance(given, OPTION_ATOL, "--atol", &def->atol))
        return false;
    if (has_option(given, OPTION_STEP) && def->step <= 0) {
        complain("--step needs a number above 0, not '%s'", option_value(given, OPTION_STEP));
        return false;
    }
    bool has_both = def->at != NULL && has_option(given, OPTION_STEP);
    if (has_both) complain("--step and --at exclude each other: give one of them");
    bool has_neither = def->rtol == 0 && def->atol == 0;
    if (has_neither) complain("--rtol and --atol are both 0: no step could be small enough");
    return !has_both && !has_neither;
}

/* Where the CSV goes: --csv and -o are the same. */
bool read_motion_path(const options *given, const char **path) {
    const char *csv = option_value(given, OPTION_CSV), *output = option_value(given, OPTION_OUTPUT);
    *path = csv != NULL ? csv : output;
    if (csv != NULL && output != NULL && strcmp(csv, output) != 0) {
        complain("--csv and -o are the same: give one of them");
        return false;
    }
    if (*path != NULL && (*path)[0] == '\0') {
        complain("%s needs the name of a file, not ''", csv != NULL ? "--csv" : "-o");
        return false;
    }
    if (*path != NULL || !has_option(given, OPTION_COLUMNS)) return true;
    complain("--columns needs an output file: add -o FILE");
    return false;
}

/* Standard output takes one result. */
static bool check_report(const options *given, const motion *m) {
    if (m->report == NULL) return true;
    bool is_empty = *m->report == '\0', is_shown = is_output(m->report), has_motion = is_output(m->path);
    if (is_empty) complain("--report needs the name of a file, not ''");
    if (is_shown && has_motion) complain("the motion and the report cannot both go to standard output");
    if (is_shown && has_option(given, OPTION_JSON)) complain("--json and --report - cannot both go to standard output");
    return !is_empty && !(is_shown && (has_motion || has_option(given, OPTION_JSON)));
}

/* The names of --columns, for the run to check before it computes. */
static void read_columns(const options *given, motion *m) {
    const values *list = &given->of[OPTION_COLUMNS];
    if (list->count == 0) return;
    m->names = split_names(list, &m->column_count);
    m->def.columns = m->names;
    m->def.column_count = m->column_count;
}

/* ---- results ---- */

/* The pictures first: they need no other program, which may fail. */
static exit_status draw_motion(session *s, motion *m) {
    nh_status status = NH_OK;
    nh_context_clear_interrupt(s->context);
    for (size_t i = 0; status == NH_OK && i < m->pictures->count; i++)
        status = nh_run_write_picture(m->run, m->pictures->items[i]);
    for (size_t i = 0; status == NH_OK && i < m->plots->count; i++)
        status = nh_run_write_plot(m->run, m->plots->items[i]);
    if (status == NH_OK && m->report != NULL) status = write_report(s, &m->run, 1, m->report);
    if (status != NH_OK) return session_failed(s, status);
    session_warn(s);
    return EXIT_DONE;
}

/* Not to standard output when the motion or the page is there; then not at all with --quiet, except for a bad end. */
static nh_status print_summary(const session *s, const motion *m) {
    bool is_taken = is_output(m->path) || is_output(m->report);
    nh_run_info info = nh_run_get_info(m->run);
    if (is_taken && has_option(s->given, OPTION_QUIET)) {
        if (info.outcome != NH_OUTCOME_FINISHED && info.outcome != NH_OUTCOME_STOPPED)
            tell("%s at t = %.10g: %s", nh_outcome_name(info.outcome), info.end, info.message);
        return NH_OK;
    }
    const char *text = NULL;
    nh_status status = nh_run_print(m->run, print_as(s->given), &text);
    if (status == NH_OK) print_text(text, is_taken ? stderr : stdout);
    return status;
}

exit_status motion_status(const nh_run_info *info) {
    bool is_good = info->outcome == NH_OUTCOME_FINISHED || info->outcome == NH_OUTCOME_STOPPED;
    if (is_good) return EXIT_DONE;
    return info->outcome == NH_OUTCOME_FAILED && was_interrupted() ? interrupt_status() : EXIT_NUMERIC;
}

/* Whether all that is to be written can be, before it is computed. */
static nh_status check_results(session *s, const motion *m) {
    nh_status got = m->path != NULL ? nh_run_check_path(s->context, m->path) : NH_OK;
    if (got == NH_OK && m->report != NULL) got = nh_run_check_path(s->context, m->report);
    for (size_t i = 0; got == NH_OK && i < m->pictures->count; i++)
        got = nh_run_check_picture(s->context, m->pictures->items[i]);
    for (size_t i = 0; got == NH_OK && i < m->plots->count; i++)
        got = nh_run_check_plot(s->context, m->plots->items[i]);
    return got;
}

static exit_status move_model(session *s, motion *m) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = check_results(s, m);
    if (got == NH_OK) got = nh_run_make(s->model, &m->def, &m->run);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    status = draw_motion(s, m);
    bool says_errors = status != EXIT_DONE && has_option(s->given, OPTION_JSON); /* in place of the summary */
    if (!says_errors) got = print_summary(s, m);
    if (got != NH_OK) return session_failed(s, got);
    nh_run_info info = nh_run_get_info(m->run);
    return status != EXIT_DONE ? status : motion_status(&info);
}

/* ---- Lyapunov exponents ---- */

/* What needs the motion itself. */
static bool is_alone(const options *given) {
    static const option others[] = {OPTION_FORM,    OPTION_VARIANT, OPTION_OMEGA,    OPTION_STEP,
                                    OPTION_AT,      OPTION_SECTION, OPTION_COLUMNS,  OPTION_PLOT,
                                    OPTION_PICTURE, OPTION_REPORT,  OPTION_REACTIONS};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_option(given, others[i])) {
            complain("%s cannot be combined with --lyapunov", option_at(others[i])->word);
            return false;
        }
    return true;
}

static exit_status show_lyapunov(session *s, const nh_lyapunov_def *def, const char *path, nh_lyapunov **lyapunov) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = path != NULL ? nh_run_check_path(s->context, path) : NH_OK;
    if (got == NH_OK) got = nh_lyapunov_make(s->model, def, lyapunov);
    if (got == NH_OK && path != NULL) got = nh_lyapunov_write_csv(*lyapunov, path);
    if (got == NH_OK) got = nh_lyapunov_print(*lyapunov, print_as(s->given), &text);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    if (!is_output(path) || !has_option(s->given, OPTION_QUIET)) print_text(text, is_output(path) ? stderr : stdout);
    return nh_lyapunov_get(*lyapunov)->message == NULL ? EXIT_DONE : EXIT_NUMERIC;
}

static exit_status run_lyapunov(const options *given) {
    session s = {0};
    nh_lyapunov_def def = nh_default_lyapunov();
    nh_run_def run;
    nh_lyapunov *lyapunov = NULL;
    const char *path;
    if (!is_alone(given) || !read_motion_path(given, &path) || !read_run_def(given, &run)) return EXIT_USAGE;
    def.from = run.from;
    def.to = run.to;
    def.rtol = run.rtol;
    def.atol = run.atol;
    exit_status status = session_open(&s, given);
    s.has_data = true;
    if (status == EXIT_DONE) status = show_lyapunov(&s, &def, path, &lyapunov);
    nh_lyapunov_destroy(lyapunov);
    if (s.context != NULL) session_close(&s);
    return status;
}

exit_status run_run(const options *given) {
    if (has_option(given, OPTION_LYAPUNOV)) return run_lyapunov(given);
    session s = {0};
    motion m = {0};
    m.plots = &given->of[OPTION_PLOT];
    m.pictures = &given->of[OPTION_PICTURE];
    m.report = option_value(given, OPTION_REPORT);
    exit_status status = read_motion_path(given, &m.path) && check_report(given, &m) && read_run_def(given, &m.def)
                             ? EXIT_DONE
                             : EXIT_USAGE;
    if (status == EXIT_DONE) {
        read_columns(given, &m);
        m.def.csv = m.path;
        m.def.csv_without_reactions = !has_option(given, OPTION_REACTIONS);
        m.def.forget_rows = true;
        status = session_open(&s, given);
        s.has_data = true;
        if (status == EXIT_DONE) status = move_model(&s, &m);
    }
    nh_run_destroy(m.run);
    free((double *)m.def.at);
    free_names(m.names, m.column_count);
    if (s.context != NULL) session_close(&s);
    return status;
}
