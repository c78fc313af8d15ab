/* Comparisons at the border: one run after the other, then what they have in common. */
#include <nonholo/compare.h>

#include <math.h>
#include <string.h>

#include "api/border_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "form/form.h"
#include "ode/method.h"
#include "out/compare.h"
#include "out/print/print.h"

/* Of rows, where neither the caller nor the model says how many. */
#define INTERVALS 200

/* What was written of a comparison. */
typedef struct compare_files {
    const char *csv;              /* NULL: none */
    nh_csv_choice columns;        /* of the CSV, or of the one that def describes */
    NH_ARRAY(const char *) plots; /* their paths */
} compare_files;

struct nh_compare {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the comparison, but not the runs */
    nh_run **runs;   /* of each part; NULL: it has none */
    nh_comparison comparison;
    size_t motions;
    double rtol, atol;
    double step;           /* all rows are at the same times */
    nh_csv_choice columns; /* those that def names, else all */
    compare_files *files;
};

nh_compare_def nh_default_compare(void) {
    return (nh_compare_def){.run = nh_default_run(), .visible = 1e-6, .magic = NH_MAGIC_COMPARE};
}

/* ---- what is to be compared ---- */

static const char *form_of(const nh_compare_def *def, size_t part) {
    return def->forms[part / (def->method_count > 0 ? def->method_count : 1)];
}

static const char *method_of(const nh_compare_def *def, size_t part) {
    return def->method_count > 0 ? def->methods[part % def->method_count] : NULL;
}

static const char *name_part(nh_arena *arena, const nh_compare_def *def, size_t part) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, form_of(def, part));
    if (def->method_count > 1) nh_text_format(&text, "/%s", method_of(def, part));
    return nh_text_string(&text);
}

/* Before anything is computed. */
static void check_names(nh_context *context, const nh_compare_def *def) {
    for (size_t i = 0; i < def->form_count; i++) (void)nh_form_require(context, def->forms[i]);
    for (size_t i = 0; i < def->method_count; i++) (void)nh_method_require(context, def->methods[i]);
}

static void *make_compare(nh_arena *arena, const nh_model *model, const void *given) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_compare_def *def = given;
    check_names(model->context, def);
    nh_comparison_check_columns(model, &def->run);
    nh_compare *compare = NH_NEW(arena, nh_compare);
    *compare = (nh_compare){.model = model, .context = model->context, .arena = arena};
    compare->rtol = def->run.rtol;
    compare->atol = def->run.atol;
    compare->files = NH_NEW(arena, compare_files);
    compare->files->plots.arena = arena;
    nh_comparison *c = &compare->comparison;
    c->model = model;
    c->visible = def->visible;
    c->count = def->form_count * (def->method_count > 0 ? def->method_count : 1);
    c->items = NH_NEW_ARRAY(arena, nh_compared, c->count);
    compare->runs = NH_NEW_ARRAY(arena, nh_run *, c->count);
    for (size_t i = 0; i < c->count; i++) {
        c->items[i].part.name = name_part(arena, def, i);
        c->items[i].part.status = NH_E_INTERRUPT;
        c->items[i].part.why = "the comparison was interrupted before it began";
    }
    compare->step = nh_simulate_step(arena, model, &def->run, INTERVALS);
    return compare;
}

/* ---- the motions ---- */

typedef struct part_run {
    const nh_compare_def *def;
    nh_compare *compare;
    nh_run_def run; /* of the part that is next */
    size_t part;
    size_t first_diag; /* of its run */
    nh_status status;  /* of its run */
    double seconds;
} part_run;

static void note_motion(nh_compare *compare, size_t part, double seconds) {
    NH_ASSERT(part < compare->comparison.count && compare->runs[part] != NULL);
    nh_compared *item = &compare->comparison.items[part];
    nh_run_info info = nh_run_get_info(compare->runs[part]);
    item->trajectory = nh_run_get_trajectory(compare->runs[part]);
    item->part = (nh_compare_part){.name = item->part.name,
                                   .why = info.message,
                                   .outcome = info.outcome,
                                   .end = info.end,
                                   .steps = info.steps,
                                   .evaluations = info.evaluations,
                                   .seconds = seconds};
    if (compare->motions++ == 0) compare->comparison.first = part;
}

/* Why a formulation does not apply becomes a warning: the others continue. */
static void note_hypothesis(part_run *p) {
    NH_ASSERT(nh_context_diag_count(p->compare->context) > p->first_diag);
    nh_compare_part *part = &p->compare->comparison.items[p->part].part;
    nh_context *context = p->compare->context;
    const char *why = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    nh_diag_soften(context, p->first_diag);
    part->status = NH_E_HYPOTHESIS;
    part->why = nh_arena_string(p->compare->arena, why);
    part->end = part->seconds = NAN;
}

static void note_end(void *argument) {
    part_run *p = argument;
    if (p->status == NH_OK) note_motion(p->compare, p->part, p->seconds);
    if (p->status == NH_E_HYPOTHESIS) note_hypothesis(p);
    nh_diag_forget_repeated(p->compare->context, p->first_diag);
}

static nh_status run_part(part_run *p) {
    nh_context *context = p->compare->context;
    p->run.form = form_of(p->def, p->part);
    p->run.method = method_of(p->def, p->part);
    p->first_diag = nh_context_diag_count(context);
    double begun = nh_work_clock();
    p->status = nh_run_make(p->compare->model, &p->run, &p->compare->runs[p->part]);
    p->seconds = nh_work_clock() - begun;
    if (p->status != NH_OK && p->status != NH_E_HYPOTHESIS) return p->status;
    return nh_protect(context, note_end, p);
}

/* An interrupt ends it with what there is. */
static nh_status run_all(part_run *p) {
    nh_status status = NH_OK;
    nh_compare *compare = p->compare;
    for (p->part = 0; p->part < compare->comparison.count && status == NH_OK; p->part++) {
        status = run_part(p);
        if (status == NH_OK && nh_should_stop(compare->context) == NH_E_INTERRUPT) break;
    }
    return status == NH_E_INTERRUPT && compare->motions > 0 ? NH_OK : status;
}

/* Those that def names and that are there, in its order; an interrupt may leave some out, which is reported. */
static nh_csv_choice choose_columns(nh_compare *compare, const nh_run_def *def) {
    const nh_comparison *c = &compare->comparison;
    size_t count = 0, *columns = NH_NEW_ARRAY(compare->arena, size_t, c->columns + def->column_count);
    for (size_t i = 0; i < def->column_count; i++) {
        size_t column = 0;
        while (column < c->columns && strcmp(c->column[column].name, def->columns[i]) != 0) column++;
        nh_remark remark = {.code = "columns", .severity = NH_SEVERITY_WARNING};
        if (column < c->columns) columns[count++] = column;
        else nh_diag_add(compare->context, &remark, "none of the computed motions has a column '%s'", def->columns[i]);
    }
    if (def->columns == NULL)
        for (; count < c->columns; count++) columns[count] = count;
    return (nh_csv_choice){columns, count};
}

static void finish_comparison(void *argument) {
    part_run *p = argument;
    nh_compare *compare = p->compare;
    nh_context *context = compare->context;
    nh_comparison *c = &compare->comparison;
    bool is_interrupted = c->items[c->count - 1].part.status == NH_E_INTERRUPT;
    if (compare->motions == 0 && is_interrupted) nh_raise(context, NH_E_INTERRUPT);
    if (compare->motions == 0) nh_fail(context, NH_E_HYPOTHESIS, "formulation", "none of these formulations applies");
    if (compare->motions == 1 && !is_interrupted)
        nh_fail(context, NH_E_HYPOTHESIS, "formulation",
                "only '%s' applies: a comparison needs two formulations that apply", c->items[c->first].part.name);
    nh_comparison_measure(compare->arena, c);
    if (!is_interrupted) nh_comparison_find_columns(compare->arena, c, &p->def->run);
    compare->files->columns = compare->columns = choose_columns(compare, &p->def->run);
}

/* ---- making ---- */

/* Whether all names are there, and each once. */
static bool are_names(size_t count, const char *const *names) {
    for (size_t i = 0; i < count; i++) {
        if (names == NULL || names[i] == NULL) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0) return false;
    }
    return true;
}

/* What is wrong with def, or NULL; what is wrong with its run is seen by the first one. */
static const char *find_complaint(const nh_compare_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_COMPARE) return "nh_compare_make: def was not made by nh_default_compare";
    if (!are_names(def->form_count, def->forms)) return "a formulation is named twice, or is NULL: name each once";
    if (!are_names(def->method_count, def->methods)) return "a method is named twice, or is NULL: name each once";
    if (def->form_count == 0 || def->form_count * (def->method_count > 0 ? def->method_count : 1) < 2)
        return "a comparison needs two formulations, or two methods, at least";
    if (!(def->visible > 0)) return "nh_compare_make: the threshold for visible differences is not above 0";
    for (size_t i = 0; i < def->run.column_count; i++)
        if (def->run.columns == NULL || def->run.columns[i] == NULL)
            return "nh_compare_make: the name of a column is NULL";
    return NULL;
}

nh_status nh_compare_make(const nh_model *model, const nh_compare_def *def, nh_compare **compare) {
    nh_make_request m = {__func__, model, def, find_complaint(def), compare != NULL, make_compare, NULL};
    nh_status status = nh_border_make(&m);
    if (compare != NULL) *compare = m.made;
    if (status != NH_OK) return status;
    part_run p = {.def = def, .compare = m.made, .run = def->run};
    p.run.columns = NULL;
    p.run.column_count = 0;
    if (isfinite(p.compare->step)) p.run.step = p.compare->step; /* else the run says what is wrong with the span */
    status = run_all(&p);
    if (status == NH_OK) status = nh_protect(model->context, finish_comparison, &p);
    if (status == NH_OK) return NH_OK;
    nh_compare_destroy(*compare);
    *compare = NULL;
    return status;
}

void nh_compare_destroy(nh_compare *compare) {
    if (compare == NULL) return;
    for (size_t i = 0; i < compare->comparison.count; i++) nh_run_destroy(compare->runs[i]);
    nh_arena_destroy(compare->arena); /* the comparison itself is in it */
}

/* ---- what can be said about it ---- */

nh_compare_info nh_compare_get_info(const nh_compare *compare) {
    if (compare == NULL) return (nh_compare_info){0};
    const nh_comparison *c = &compare->comparison;
    const nh_trajectory *first = c->items[c->first].trajectory;
    return (nh_compare_info){.parts = c->count,
                             .first = c->first,
                             .motions = compare->motions,
                             .columns = c->columns,
                             .from = first->from,
                             .to = first->to,
                             .visible = c->visible};
}

nh_status nh_compare_get(const nh_compare *compare, size_t i, nh_compare_part *part) {
    nh_status status = NH_ASK(compare, part, i, compare->comparison.count, "part");
    if (status == NH_OK) *part = compare->comparison.items[i].part;
    return status;
}

const nh_run *nh_compare_run(const nh_compare *compare, size_t i) {
    return compare == NULL || i >= compare->comparison.count ? NULL : compare->runs[i];
}

const char *nh_compare_column(const nh_compare *compare, size_t column) {
    if (compare == NULL || column >= compare->comparison.columns) return NULL;
    return compare->comparison.column[column].name;
}

/* ---- files ---- */

typedef struct write_request {
    const nh_compare *compare;
    const char *path;
    nh_csv_choice choice;
} write_request;

static const char *path_of(const write_request *w) {
    return nh_arena_string(w->compare->arena, w->path);
}

static void write_csv(void *argument) {
    const write_request *w = argument;
    nh_arena *arena = nh_arena_create(w->compare->context);
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_compare_csv(writer, &w->compare->comparison, w->choice);
    nh_writer_commit(writer);
    nh_arena_destroy(arena);
    size_t *columns = NH_NEW_ARRAY(w->compare->arena, size_t, w->choice.count + 1);
    if (w->choice.count > 0) memcpy(columns, w->choice.columns, w->choice.count * sizeof *columns);
    w->compare->files->csv = path_of(w);
    w->compare->files->columns = (nh_csv_choice){columns, w->choice.count};
}

nh_status nh_compare_write_csv(const nh_compare *compare, const char *path) {
    if (compare == NULL || path == NULL) return NH_REFUSE(compare, "the path is NULL");
    write_request w = {compare, path, compare->columns};
    return nh_protect(compare->context, write_csv, &w);
}

nh_status nh_compare_write_columns(const nh_compare *compare, const char *path, size_t count, const size_t *columns) {
    if (compare == NULL || path == NULL) return NH_REFUSE(compare, "the path is NULL");
    if (columns == NULL) return NH_REFUSE(compare, "the list of columns is NULL");
    for (size_t i = 0; i < count; i++)
        if (columns[i] >= compare->comparison.columns) return NH_REFUSE(compare, "there is no column of this number");
    write_request w = {compare, path, {columns, count}};
    return nh_protect(compare->context, write_csv, &w);
}

static void write_plot(void *argument) {
    const write_request *w = argument;
    nh_compare_plot(&w->compare->comparison, w->path);
    nh_array_push(&w->compare->files->plots, path_of(w));
}

nh_status nh_compare_write_plot(const nh_compare *compare, const char *path) {
    if (compare == NULL || path == NULL) return NH_REFUSE(compare, "the path is NULL");
    write_request w = {.compare = compare, .path = path};
    return nh_protect(compare->context, write_plot, &w);
}

/* ---- printing ---- */

static void print_compare(nh_text *text, nh_print_as as, void *object) {
    const nh_compare *compare = object;
    const compare_files *files = compare->files;
    nh_compare_facts facts = {.comparison = &compare->comparison,
                              .info = nh_compare_get_info(compare),
                              .rtol = compare->rtol,
                              .atol = compare->atol,
                              .seed = nh_context_seed(compare->context),
                              .columns = files->columns,
                              .csv = files->csv,
                              .plots = {files->plots.items, files->plots.count}};
    nh_print_compare(text, as, &facts);
}

nh_status nh_compare_print(nh_compare *compare, nh_print_as as, const char **text) {
    return NH_PRINT(compare, print_compare, as, text);
}
