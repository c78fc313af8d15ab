/* nonholo compare: the same motion under several formulations, side by side. */
#include <stdlib.h>
#include <string.h>

#include "commands/run.h"
#include "interrupt.h"
#include "options/names.h"
#include "session/output.h"

/* What is requested. */
typedef struct comparison {
    nh_compare_def def;
    const char *path; /* of the CSV; NULL: none is requested */
    const char **forms, **methods;
    const char **names; /* of the columns to write; NULL: all */
    size_t column_count;
    const values *plots; /* paths of those that are requested */
    nh_compare *compare;
} comparison;

/* ---- the command line ---- */

/* Without --forms those of one motion and of the other are compared; several methods need only one formulation. */
static bool read_forms(const options *given, comparison *c) {
    static const char *const both[] = {"chetaev", "vakonomic"};
    c->methods = split_names(&given->of[OPTION_METHODS], &c->def.method_count);
    c->forms = split_names(&given->of[OPTION_FORMS], &c->def.form_count);
    c->def.methods = c->methods;
    c->def.forms = c->forms;
    if (!has_option(given, OPTION_FORMS)) {
        c->def.forms = both;
        c->def.form_count = c->def.method_count > 1 ? 1 : 2;
    }
    if (!check_names("--forms", has_option(given, OPTION_FORMS) ? c->def.form_count : 0, c->forms) ||
        !check_names("--methods", c->def.method_count, c->methods))
        return false;
    if (c->def.form_count > 1 || c->def.method_count > 1) return true;
    complain("a comparison needs at least two formulations or two methods, found only '%s'", c->def.forms[0]);
    suggest("for example --forms chetaev,%s", strcmp(c->def.forms[0], "chetaev") == 0 ? "vakonomic" : c->def.forms[0]);
    return false;
}

/* `form` is always the first column: where it is requested, it is there. */
static void read_columns(const options *given, comparison *c) {
    const values *list = &given->of[OPTION_COLUMNS];
    if (list->count == 0) return;
    size_t all, kept = 0;
    c->names = split_names(list, &all);
    for (size_t i = 0; i < all; i++) {
        if (strcmp(c->names[i], "form") == 0) free((char *)c->names[i]);
        else c->names[kept++] = c->names[i];
    }
    c->column_count = kept;
    c->def.run.columns = c->names;
    c->def.run.column_count = kept;
}

/* ---- results ---- */

static nh_status write_results(session *s, const comparison *c) {
    nh_status status = NH_OK;
    nh_context_clear_interrupt(s->context); /* what was computed is written */
    if (c->path != NULL) status = nh_compare_write_csv(c->compare, c->path);
    for (size_t i = 0; status == NH_OK && i < c->plots->count; i++)
        status = nh_compare_write_plot(c->compare, c->plots->items[i]);
    return status;
}

static void tell_bad_ends(const comparison *c) {
    for (size_t i = 0; i < nh_compare_get_info(c->compare).parts; i++) {
        nh_compare_part part;
        bool is_there = nh_compare_get(c->compare, i, &part) == NH_OK && part.status == NH_OK;
        if (is_there && (part.outcome == NH_OUTCOME_SINGULAR || part.outcome == NH_OUTCOME_FAILED))
            tell("%s is %s at t = %.10g: %s", part.name, nh_outcome_name(part.outcome), part.end, part.why);
    }
}

/* To standard error when the motions are on standard output; then not at all with --quiet, except for bad ends. */
static nh_status print_summary(const session *s, const comparison *c) {
    bool is_taken = is_output(c->path);
    const char *text = NULL;
    if (is_taken && has_option(s->given, OPTION_QUIET)) {
        tell_bad_ends(c);
        return NH_OK;
    }
    nh_status status = nh_compare_print(c->compare, print_as(s->given), &text);
    if (status == NH_OK) print_text(text, is_taken ? stderr : stdout);
    return status;
}

/* The worst end of a motion. */
static exit_status end_status(const comparison *c) {
    if (was_interrupted()) return interrupt_status();
    exit_status worst = EXIT_DONE;
    for (size_t i = 0; i < nh_compare_get_info(c->compare).parts; i++) {
        const nh_run *run = nh_compare_run(c->compare, i);
        nh_run_info info = nh_run_get_info(run);
        if (run != NULL && motion_status(&info) != EXIT_DONE) worst = motion_status(&info);
    }
    return worst;
}

/* Whether all that is to be written can be, before it is computed. */
static nh_status check_results(session *s, const comparison *c) {
    nh_status got = c->path != NULL ? nh_run_check_path(s->context, c->path) : NH_OK;
    for (size_t i = 0; got == NH_OK && i < c->plots->count; i++)
        got = nh_run_check_plot(s->context, c->plots->items[i]);
    return got;
}

static exit_status compare_motions(session *s, comparison *c) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = check_results(s, c);
    if (got == NH_OK) got = nh_compare_make(s->model, &c->def, &c->compare);
    if (got != NH_OK) return session_failed(s, got);
    session_warn(s);
    got = write_results(s, c);
    if (got != NH_OK) status = session_failed(s, got);
    bool says_errors = status != EXIT_DONE && has_option(s->given, OPTION_JSON); /* in place of the summary */
    got = says_errors ? NH_OK : print_summary(s, c);
    if (got != NH_OK) return session_failed(s, got);
    return status != EXIT_DONE ? status : end_status(c);
}

exit_status run_compare(const options *given) {
    session s = {0};
    comparison c = {.def = nh_default_compare(), .plots = &given->of[OPTION_PLOT]};
    bool is_right = read_forms(given, &c) && read_motion_path(given, &c.path) && read_run_def(given, &c.def.run);
    exit_status status = is_right ? EXIT_DONE : EXIT_USAGE;
    if (is_right) {
        read_columns(given, &c);
        status = session_open(&s, given);
        s.has_data = true;
        if (status == EXIT_DONE) status = compare_motions(&s, &c);
    }
    nh_compare_destroy(c.compare);
    free((double *)c.def.run.at);
    free_names(c.forms, has_option(given, OPTION_FORMS) ? c.def.form_count : 0);
    free_names(c.methods, c.def.method_count);
    free_names(c.names, c.column_count);
    if (s.context != NULL) session_close(&s);
    return status;
}
