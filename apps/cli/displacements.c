/* nonholo displacements: the displacements that the Chetaev condition admits at given states, what the reactions do on them, and the transpositional relation. */
#include "displacements.h"

#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "remarks.h"

/* ---- the command line ---- */

static bool is_output(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static bool check_paths(const options *given, const displaced *d) {
    const char *output = option_value(given, OPTION_OUTPUT);
    bool is_empty = (d->path != NULL && d->path[0] == '\0') || (d->csv != NULL && d->csv[0] == '\0');
    if (is_empty) complain("%s needs the name of a file, not ''", d->csv != NULL && !*d->csv ? "--csv" : "--states");
    bool is_json = has_option(given, OPTION_JSON) && (output == NULL || is_output(output));
    bool is_taken = is_output(d->csv) && (is_json || is_output(output));
    if (is_taken) complain("the table and the result cannot both go to standard output: give -o FILE or --csv FILE");
    bool is_same = d->csv != NULL && output != NULL && !is_output(output) && strcmp(d->csv, output) == 0;
    if (is_same) complain("--csv and -o name the same file: name another one");
    bool has_fields = given->of[OPTION_FIELD].count > 1;
    if (has_fields) complain("one --field at a time");
    return !is_empty && !is_taken && !is_same && !has_fields;
}

/* ---- the states ---- */

static nh_status find_states(displaced *d) {
    if (d->path != NULL) return nh_displacements_read(d->displacements, d->path, &d->count, &d->states);
    d->start = need(calloc(nh_displacements_inputs(d->displacements), sizeof *d->start));
    d->states = d->start;
    d->count = 1;
    return nh_displacements_start(d->displacements, d->start);
}

/* ---- results ---- */

static nh_status look_at(const displaced *d, size_t i, nh_displacements_info *info) {
    return nh_displacements_at(d->displacements, d->states + i * nh_displacements_inputs(d->displacements), info);
}

static nh_status add_blocks(sink *out, const session *s, displaced *d) {
    nh_displacements_info info;
    nh_status got = NH_OK;
    sink_format(out, "%s\n", d->model.title);
    for (size_t i = 0; i < d->count && got == NH_OK; i++) {
        got = look_at(d, i, &info);
        if (got != NH_OK) break;
        d->failed += info.why != NULL;
        displacements_text(out, s, d, i + 1, &info);
    }
    return got;
}

static nh_status add_objects(sink *out, const session *s, displaced *d) {
    nh_displacements_info info;
    nh_status got = NH_OK;
    json j = json_begin(out);
    json_open(&j, NULL, '{');
    json_integer(&j, "format", 1);
    json_string(&j, "system", d->model.title);
    json_open(&j, "states", '[');
    for (size_t i = 0; i < d->count && got == NH_OK; i++) {
        got = look_at(d, i, &info);
        if (got != NH_OK) break;
        d->failed += info.why != NULL;
        displacements_json(&j, s, &info);
    }
    json_close(&j);
    json_number(&j, "tolerance", d->def.tolerance);
    json_integer(&j, "failed", d->failed);
    json_integer(&j, "seed", s->given->seed);
    json_diags(&j, "warnings", s->context, NH_SEVERITY_WARNING);
    json_diags(&j, "notes", s->context, NH_SEVERITY_NOTE);
    json_close(&j);
    return got;
}

/* In place of the blocks, where a table was written. */
static nh_status add_summary(sink *out, displaced *d) {
    nh_displacements_info info;
    nh_status got = NH_OK;
    for (size_t i = 0; i < d->count && got == NH_OK; i++) {
        got = look_at(d, i, &info);
        d->failed += got == NH_OK && info.why != NULL;
    }
    sink_format(out, "system: %s\nstates: %zu\n", d->model.title, d->count);
    if (d->failed > 0) sink_format(out, "without a value: %zu\n", d->failed);
    sink_format(out, "written: %s\n", d->csv);
    return got;
}

/* A call that failed; after an interrupt or at a limit the blocks that were computed are written. */
static exit_status stopped(session *s, sink *out, nh_status why) {
    bool is_cut = (why == NH_E_INTERRUPT || why == NH_E_LIMIT) && !has_option(s->given, OPTION_JSON);
    if (is_cut) (void)sink_write(out, s->given);
    else sink_free(out);
    return session_failed(s, why);
}

static exit_status show(session *s, displaced *d) {
    sink out = {0};
    bool is_json = has_option(s->given, OPTION_JSON);
    nh_status got = d->csv != NULL ? nh_displacements_write(d->displacements, d->count, d->states, d->csv) : NH_OK;
    if (got == NH_OK)
        got = is_json ? add_objects(&out, s, d) : d->csv != NULL ? add_summary(&out, d) : add_blocks(&out, s, d);
    clear_progress();
    if (got != NH_OK) return stopped(s, &out, got);
    session_warn(s);
    bool is_taken = is_output(d->csv) && !has_option(s->given, OPTION_OUTPUT);
    if (is_taken) sink_free(&out);
    exit_status status = is_taken ? EXIT_DONE : sink_write(&out, s->given);
    return status == EXIT_DONE && d->failed > 0 ? EXIT_NUMERIC : status;
}

static exit_status displace(session *s, displaced *d) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    nh_status got = nh_model_get_info(s->model, &d->model);
    if (got == NH_OK) got = nh_displacements_make(s->model, &d->def, &d->displacements);
    if (got == NH_OK) got = find_states(d);
    return got == NH_OK ? show(s, d) : session_failed(s, got);
}

exit_status run_displacements(const options *given) {
    session s = {0};
    displaced d = {.def = nh_default_displacements()};
    d.path = option_value(given, OPTION_STATES);
    d.csv = option_value(given, OPTION_CSV);
    d.def.omega = option_value(given, OPTION_OMEGA);
    if (!check_paths(given, &d)) return EXIT_USAGE;
    exit_status status = session_open(&s, given);
    if (status == EXIT_DONE) status = displace(&s, &d);
    nh_displacements_destroy(d.displacements);
    free(d.start);
    session_close(&s);
    return status;
}
