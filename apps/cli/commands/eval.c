/* nonholo eval: accelerations, multipliers and energies at given states, as CSV. States at which something has no value
 * get empty fields and a warning. */
#include <string.h>

#include "session/output.h"
#include "session/session.h"

/* What is requested, and what was found. */
typedef struct evaluation {
    nh_eval_def def;
    const char *states; /* the CSV of the states; - is standard input */
    const char *path;   /* that of the numbers; - is standard output, NULL: they are part of the summary */
    nh_eval *eval;
    nh_eval_info info;
} evaluation;

/* ---- the command line ---- */

static bool read_digits(const options *given, int *digits) {
    long value = *digits;
    bool is_read = option_whole(given, OPTION_DIGITS, 1, NH_EVAL_DIGITS_MAX, &value);
    *digits = (int)value;
    return is_read;
}

static bool read_paths(const options *given, evaluation *e) {
    e->states = option_value(given, OPTION_STATES);
    e->path = option_value(given, OPTION_OUTPUT);
    if (e->path == NULL) e->path = "-";
    if (is_output(e->path) && has_option(given, OPTION_JSON)) e->path = NULL;
    if (e->states == NULL) {
        complain("'eval' needs states: --states FILE, a CSV with the columns t, coordinates, velocities as x'; - is "
                 "standard input");
        return false;
    }
    bool has_no_path = e->path != NULL && e->path[0] == '\0';
    if (e->states[0] == '\0' || has_no_path) {
        complain("%s needs the name of a file, not ''", has_no_path ? "-o" : "--states");
        return false;
    }
    return true;
}

/* ---- results ---- */

/* Standard output has one thing: the numbers, or the summary. */
static nh_status print_summary(const session *s, const evaluation *e) {
    const char *text = NULL;
    nh_status status = is_output(e->path) ? NH_OK : nh_eval_print(e->eval, print_as(s->given), &text);
    if (text != NULL) print_text(text, stdout);
    return status;
}

static exit_status status_of(const nh_eval_info *info) {
    if (info->failed == 0) return EXIT_DONE;
    return info->inapplicable == info->states ? EXIT_HYPOTHESIS : EXIT_NUMERIC;
}

/* A call that failed; after an interrupt or at a limit the rows that were computed are in the
 * file, and that is said. */
static exit_status report_stop(session *s, const evaluation *e, nh_status why) {
    exit_status status = session_failed(s, why);
    if (e->info.is_written && !has_option(s->given, OPTION_JSON)) (void)print_summary(s, e);
    return status;
}

static exit_status evaluate_states(session *s, evaluation *e) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = nh_eval_make(s->model, &e->def, &e->eval);
    if (got == NH_OK) got = nh_eval_file(e->eval, e->states, e->path, &e->info);
    if (got != NH_OK) return report_stop(s, e, got);
    session_warn(s);
    got = print_summary(s, e);
    return got == NH_OK ? status_of(&e->info) : session_failed(s, got);
}

exit_status run_eval(const options *given) {
    session s = {0};
    evaluation e = {.def = nh_default_eval()};
    exit_status status = EXIT_USAGE;
    e.def.form = option_value(given, OPTION_FORM);
    e.def.coefficients = has_option(given, OPTION_COEFFICIENTS);
    if (read_paths(given, &e) && read_digits(given, &e.def.digits)) {
        status = session_open(&s, given);
        s.has_data = true;
        if (status == EXIT_DONE) status = evaluate_states(&s, &e);
    }
    nh_eval_destroy(e.eval);
    if (s.context != NULL) session_close(&s);
    return status;
}
