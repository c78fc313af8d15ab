/* nonholo displacements: the displacements that the Chetaev condition admits at given states, what the reactions do on
 * them, and the transpositional relation. */
#include <stdlib.h>
#include <string.h>

#include "session/output.h"
#include "session/session.h"

/* What is requested. */
typedef struct displacement_request {
    nh_displacements_def def;
    const char *path, *csv; /* of the states and of the table; NULL: the initial state of the model, no table */
    nh_displacements *displacements;
} displacement_request;

/* ---- the command line ---- */

static bool check_paths(const options *given, const displacement_request *d) {
    const char *output = option_value(given, OPTION_OUTPUT);
    bool is_empty = (d->path != NULL && d->path[0] == '\0') || (d->csv != NULL && d->csv[0] == '\0');
    if (is_empty) complain("%s needs the name of a file, not ''", d->csv != NULL && !*d->csv ? "--csv" : "--states");
    bool is_json = has_option(given, OPTION_JSON) && (output == NULL || is_output(output));
    bool is_taken = is_output(d->csv) && (is_json || is_output(output));
    if (is_taken) complain("the table and the result cannot both go to standard output: give -o FILE or --csv FILE");
    bool is_same = d->csv != NULL && output != NULL && !is_output(output) && strcmp(d->csv, output) == 0;
    if (is_same) complain("--csv and -o name the same file: choose another one");
    bool has_fields = given->of[OPTION_FIELD].count > 1;
    if (has_fields) complain("one --field at a time");
    return !is_empty && !is_taken && !is_same && !has_fields;
}

/* ---- results ---- */

/* The start of the model, where there are no states. */
static nh_status write_table(const displacement_request *d, size_t count, const double *states) {
    if (d->path != NULL) return nh_displacements_write(d->displacements, count, states, d->csv);
    double *start = need(calloc(nh_displacements_inputs(d->displacements), sizeof *start));
    nh_status got = nh_displacements_start(d->displacements, start);
    if (got == NH_OK) got = nh_displacements_write(d->displacements, 1, start, d->csv);
    free(start);
    return got;
}

/* A call that failed; after an interrupt or at a limit the blocks that were computed are written. */
static exit_status report_stop(session *s, const char *text, nh_status why) {
    if (text != NULL) (void)write_text(s->given, text);
    return session_failed(s, why);
}

static exit_status show_displacements(session *s, displacement_request *d) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    size_t count = 0;
    const double *states = NULL;
    const char *text = NULL;
    nh_status got = nh_displacements_make(s->model, &d->def, &d->displacements);
    if (got == NH_OK && d->path != NULL) got = nh_displacements_read(d->displacements, d->path, &count, &states);
    if (got == NH_OK && d->csv != NULL) got = write_table(d, count, states);
    if (got == NH_OK) got = nh_displacements_print(d->displacements, print_as(s->given), &text);
    if (got != NH_OK) return report_stop(s, text, got);
    session_warn(s);
    bool is_taken = is_output(d->csv) && !has_option(s->given, OPTION_OUTPUT);
    status = is_taken ? EXIT_DONE : write_text(s->given, text);
    return status == EXIT_DONE && nh_displacements_failed(d->displacements) > 0 ? EXIT_NUMERIC : status;
}

exit_status run_displacements(const options *given) {
    session s = {0};
    displacement_request d = {.def = nh_default_displacements()};
    d.path = option_value(given, OPTION_STATES);
    d.csv = option_value(given, OPTION_CSV);
    d.def.omega = option_value(given, OPTION_OMEGA);
    if (!check_paths(given, &d)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = show_displacements(&s, &d);
    nh_displacements_destroy(d.displacements);
    session_close(&s);
    return status;
}
