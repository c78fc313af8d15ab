/* Reports at the border. */
#include <nonholo/report.h>
#include <nonholo/version.h>

#include <string.h>

#include "api/border_private.h"
#include "api/check_private.h"
#include "api/parts_private.h"
#include "base/assert.h"
#include "base/io/file.h"
#include "base/protect.h"
#include "lang/highlight.h"

nh_report_def nh_default_report(void) {
    return (nh_report_def){.seed = 1, .magic = NH_MAGIC_REPORT};
}

static void set_pieces(nh_report *report, nh_arena *arena) {
    const nh_source *source = &report->model->source;
    NH_ASSERT(source->text != NULL || source->length == 0);
    nh_pieces pieces = nh_highlight(arena, source->text, source->length);
    nh_report_piece *copies = NH_NEW_ARRAY(arena, nh_report_piece, pieces.count + 1);
    for (size_t i = 0; i < pieces.count; i++)
        copies[i] = (nh_report_piece){pieces.items[i].kind, pieces.items[i].text, pieces.items[i].length};
    report->pieces = copies;
    report->piece_count = pieces.count;
}

/* The sources of the built-in models: the papers are among them. */
static void set_papers(nh_report *report, nh_arena *arena) {
    NH_ARRAY(const char *) papers = {.arena = arena};
    const nh_builtin *builtin;
    for (size_t i = 0; (builtin = nh_builtin_at(i)) != NULL; i++) {
        bool is_new = papers.count == 0 || strcmp(papers.items[papers.count - 1], builtin->source) != 0;
        if (is_new) nh_array_push(&papers, builtin->source);
    }
    report->papers = papers.items;
    report->paper_count = papers.count;
}

static void set_others(nh_report *report, nh_arena *arena, const nh_report_def *def) {
    const nh_report_motion **others = NH_NEW_ARRAY(arena, const nh_report_motion *, def->other_count + 1);
    for (size_t i = 0; i < def->other_count; i++) others[i] = nh_run_get_motion(def->others[i], arena);
    report->others = others;
    report->other_count = def->other_count;
}

typedef struct write_request {
    const nh_model *model;
    const nh_report_def *def;
    const char *path;
} write_request;

static void write_report(void *argument) {
    const write_request *w = argument;
    const nh_report_def *def = w->def;
    nh_arena *arena = nh_arena_create(w->model->context);
    nh_report report = {.model = w->model,
                        .file = def->file,
                        .command = def->command,
                        .date = def->date,
                        .version = nh_version(),
                        .seed = def->seed};
    set_pieces(&report, arena);
    set_papers(&report, arena);
    if (def->check != NULL) report.check = nh_check_find_facts(def->check);
    if (def->derivation != NULL) report.forms = nh_derive_get_forms(def->derivation, &report.form_count);
    if (def->run != NULL) report.motion = nh_run_get_motion(def->run, arena);
    if (def->integrals != NULL) report.integrals = nh_integrals_get(def->integrals);
    else if (def->run != NULL) report.integrals = nh_run_get_integrals(def->run);
    if (def->study != NULL) report.stability = nh_stability_get(def->study);
    set_others(&report, arena, def);
    size_t length;
    const char *page = nh_report_print(arena, &report, &length);
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_writer_write(writer, page, length);
    nh_writer_commit(writer);
    if (def->run != NULL) nh_run_note_report(def->run, w->path);
    nh_arena_destroy(arena);
}

/* They are measured by the first run. */
static const char *find_fault_of_others(const nh_model *model, const nh_report_def *def) {
    if (def->other_count == 0) return NULL;
    if (def->others == NULL) return "nh_report_write: the list of other runs is NULL";
    if (def->run == NULL) return "nh_report_write: there are other runs, but no first one";
    for (size_t i = 0; i < def->other_count; i++) {
        if (def->others[i] == NULL) return "nh_report_write: one of the other runs is NULL";
        if (!nh_run_is_of(def->others[i], model)) return "nh_report_write: one of the other runs is of another model";
    }
    return NULL;
}

/* What is wrong with def; NULL: nothing. */
static const char *find_fault(const nh_model *model, const nh_report_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_REPORT) return "nh_report_write: def was not made by nh_default_report";
    if (def->check != NULL && def->check->model != model) return "nh_report_write: the check is of another model";
    if (def->derivation != NULL && !nh_derive_is_of(def->derivation, model))
        return "nh_report_write: the derivation is of another model, or only for C";
    if (def->run != NULL && !nh_run_is_of(def->run, model)) return "nh_report_write: the run is of another model";
    if (def->integrals != NULL && !nh_integrals_is_of(def->integrals, model))
        return "nh_report_write: the first integrals are of another model";
    if (def->study != NULL && !nh_stability_is_of(def->study, model))
        return "nh_report_write: the study of stability is of another model";
    if (def->study != NULL && nh_stability_get(def->study)->varied != 1)
        return "nh_report_write: a report shows the stability over one quantity, not two";
    return find_fault_of_others(model, def);
}

nh_status nh_report_write(const nh_model *model, const nh_report_def *def, const char *path) {
    if (model == NULL || path == NULL) return NH_REFUSE(model, "the path is NULL");
    const char *fault = find_fault(model, def);
    if (fault != NULL) return nh_refuse(model->context, NULL, fault);
    write_request w = {model, def, path};
    return nh_protect(model->context, write_report, &w);
}
