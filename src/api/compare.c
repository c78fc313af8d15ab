/* Comparisons at the border: one run after the other, then what they have in common. */
#include <nonholo/compare.h>

#include <math.h>
#include <string.h>

#include "api/border_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text.h"
#include "form/form.h"
#include "ode/method.h"
#include "out/compare.h"
#include "out/print/print.h"

enum { COMPARE_MAGIC = 0x6e687332 };
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
    nh_csv_choice columns; /* those that def names, else all */
    compare_files *files;
};

nh_compare_def nh_default_compare(void) {
    return (nh_compare_def){.run = nh_default_run(), .visible = 1e-6, .magic = COMPARE_MAGIC};
}

/* ---- what is to be compared ---- */

typedef struct making {
    const nh_model *model;
    const nh_compare_def *def;
    nh_run_def run; /* of the part that is next */
    nh_compare *compare;
    size_t part;
    size_t first_diag; /* of its run */
    nh_status status;  /* of its run */
    double seconds;
} making;

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

/* All rows stand at the same times. */
static void set_rows(nh_arena *arena, making *m) {
    double step = nh_simulate_step(arena, m->model, &m->def->run, INTERVALS);
    m->run = m->def->run;
    if (isfinite(step)) m->run.step = step; /* else the run says what is wrong with the span */
    m->run.columns = NULL;
    m->run.column_count = 0;
}

static void begin(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    const nh_compare_def *def = m->def;
    check_names(context, def);
    nh_comparison_check_columns(m->model, &def->run);
    nh_arena *arena = nh_arena_create(context);
    nh_compare *compare = NH_NEW(arena, nh_compare);
    *compare = (nh_compare){
        .model = m->model, .context = context, .arena = arena, .rtol = def->run.rtol, .atol = def->run.atol};
    compare->files = NH_NEW(arena, compare_files);
    compare->files->plots.arena = arena;
    nh_comparison *c = &compare->comparison;
    c->model = m->model;
    c->visible = def->visible;
    c->count = def->form_count * (def->method_count > 0 ? def->method_count : 1);
    c->items = NH_NEW_ARRAY(arena, nh_compared, c->count);
    compare->runs = NH_NEW_ARRAY(arena, nh_run *, c->count);
    for (size_t i = 0; i < c->count; i++) {
        c->items[i].part.name = name_part(arena, def, i);
        c->items[i].part.status = NH_E_INTERRUPT;
        c->items[i].part.why = "the comparison was interrupted before it began";
    }
    set_rows(arena, m);
    m->compare = compare;
}

/* ---- the motions ---- */

static void note_motion(nh_compare *compare, size_t part, double seconds) {
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

/* Why a formulation does not apply becomes a warning: the others go on. */
static void note_hypothesis(making *m) {
    nh_compare_part *part = &m->compare->comparison.items[m->part].part;
    nh_context *context = m->compare->context;
    const char *why = nh_context_diag(context, nh_context_diag_count(context) - 1)->sentence;
    nh_diag_soften(context, m->first_diag);
    part->status = NH_E_HYPOTHESIS;
    part->why = nh_arena_text(m->compare->arena, why, strlen(why));
    part->end = part->seconds = NAN;
}

static void note_end(void *argument) {
    making *m = argument;
    if (m->status == NH_OK) note_motion(m->compare, m->part, m->seconds);
    if (m->status == NH_E_HYPOTHESIS) note_hypothesis(m);
    nh_diag_forget_repeated(m->model->context, m->first_diag);
}

static nh_status run_part(making *m) {
    nh_context *context = m->compare->context;
    m->run.form = form_of(m->def, m->part);
    m->run.method = method_of(m->def, m->part);
    m->first_diag = nh_context_diag_count(context);
    double begun = nh_work_clock();
    m->status = nh_run_make(m->model, &m->run, &m->compare->runs[m->part]);
    m->seconds = nh_work_clock() - begun;
    if (m->status != NH_OK && m->status != NH_E_HYPOTHESIS) return m->status;
    return nh_protect(context, note_end, m);
}

/* An interrupt ends it with what there is. */
static nh_status run_all(making *m) {
    nh_status status = NH_OK;
    nh_compare *compare = m->compare;
    for (m->part = 0; m->part < compare->comparison.count && status == NH_OK; m->part++) {
        status = run_part(m);
        if (status == NH_OK && nh_should_stop(compare->context) == NH_E_INTERRUPT) break;
    }
    return status == NH_E_INTERRUPT && compare->motions > 0 ? NH_OK : status;
}

/* Those that def names and that are there, in its order; an interrupt may leave some out, of which it is told. */
static nh_csv_choice choose_columns(nh_compare *compare, const nh_run_def *def) {
    const nh_comparison *c = &compare->comparison;
    size_t count = 0, *columns = NH_NEW_ARRAY(compare->arena, size_t, c->columns + def->column_count);
    for (size_t i = 0; i < def->column_count; i++) {
        size_t column = 0;
        while (column < c->columns && strcmp(c->column[column].name, def->columns[i]) != 0) column++;
        nh_remark remark = {.code = "columns", .severity = NH_SEVERITY_WARNING};
        if (column < c->columns) columns[count++] = column;
        else nh_diag_add(compare->context, &remark, "there is no column '%s' in what was computed", def->columns[i]);
    }
    if (def->columns == NULL)
        for (; count < c->columns; count++) columns[count] = count;
    return (nh_csv_choice){columns, count};
}

static void finish(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    nh_compare *compare = m->compare;
    nh_comparison *c = &compare->comparison;
    bool is_interrupted = c->items[c->count - 1].part.status == NH_E_INTERRUPT;
    if (compare->motions == 0 && is_interrupted) nh_raise(context, NH_E_INTERRUPT);
    if (compare->motions == 0) nh_fail(context, NH_E_HYPOTHESIS, "formulation", "none of these formulations applies");
    if (compare->motions == 1 && !is_interrupted)
        nh_fail(context, NH_E_HYPOTHESIS, "formulation",
                "'%s' alone applies: a comparison needs two formulations that do", c->items[c->first].part.name);
    nh_comparison_measure(compare->arena, c);
    if (!is_interrupted) nh_comparison_find_columns(compare->arena, c, &m->def->run);
    compare->files->columns = compare->columns = choose_columns(compare, &m->def->run);
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
static const char *complaint(const nh_compare_def *def) {
    if (def == NULL || def->magic != COMPARE_MAGIC) return "nh_compare_make: def was not made by nh_default_compare";
    if (!are_names(def->form_count, def->forms)) return "a formulation is named twice, or is NULL: name each once";
    if (!are_names(def->method_count, def->methods)) return "a method is named twice, or is NULL: name each once";
    if (def->form_count == 0 || def->form_count * (def->method_count > 0 ? def->method_count : 1) < 2)
        return "a comparison needs two formulations, or two methods, at least";
    if (!(def->visible > 0)) return "nh_compare_make: what is visible is not above 0";
    for (size_t i = 0; i < def->run.column_count; i++)
        if (def->run.columns == NULL || def->run.columns[i] == NULL)
            return "nh_compare_make: the name of a column is NULL";
    return NULL;
}

nh_status nh_compare_make(const nh_model *model, const nh_compare_def *def, nh_compare **compare) {
    if (compare != NULL) *compare = NULL;
    if (model == NULL) return NH_E_USAGE;
    const char *wrong = compare == NULL ? "nh_compare_make: the place for the comparison is NULL" : complaint(def);
    if (wrong != NULL) return nh_refuse(model->context, wrong);
    making m = {.model = model, .def = def};
    nh_status status = nh_protect(model->context, begin, &m);
    if (status != NH_OK) return status; /* what was made is gone with it */
    status = run_all(&m);
    if (status == NH_OK) status = nh_protect(model->context, finish, &m);
    if (status != NH_OK) nh_compare_destroy(m.compare);
    else *compare = m.compare;
    return status;
}

void nh_compare_destroy(nh_compare *compare) {
    if (compare == NULL) return;
    for (size_t i = 0; i < compare->comparison.count; i++) nh_run_destroy(compare->runs[i]);
    nh_arena_destroy(compare->arena); /* the comparison itself is in it */
}

/* ---- what can be said of it ---- */

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
    if (compare == NULL) return NH_E_USAGE;
    if (part == NULL) return nh_refuse(compare->context, "nh_compare_get: the place for the result is NULL");
    if (i >= compare->comparison.count)
        return nh_refuse(compare->context, "nh_compare_get: there is no part of this number");
    *part = compare->comparison.items[i].part;
    return NH_OK;
}

const nh_run *nh_compare_run(const nh_compare *compare, size_t i) {
    return compare == NULL || i >= compare->comparison.count ? NULL : compare->runs[i];
}

const char *nh_compare_column(const nh_compare *compare, size_t column) {
    if (compare == NULL || column >= compare->comparison.columns) return NULL;
    return compare->comparison.column[column].name;
}

/* ---- files ---- */

typedef struct writing {
    const nh_compare *compare;
    const char *path;
    nh_csv_choice choice;
} writing;

static const char *path_of(const writing *w) {
    return nh_arena_text(w->compare->arena, w->path, strlen(w->path));
}

static void note_csv(const writing *w) {
    size_t *columns = NH_NEW_ARRAY(w->compare->arena, size_t, w->choice.count + 1);
    if (w->choice.count > 0) memcpy(columns, w->choice.columns, w->choice.count * sizeof *columns);
    w->compare->files->csv = path_of(w);
    w->compare->files->columns = (nh_csv_choice){columns, w->choice.count};
}

static void write_csv(void *argument) {
    const writing *w = argument;
    nh_arena *arena = nh_arena_create(w->compare->context);
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_compare_csv(writer, &w->compare->comparison, w->choice);
    nh_writer_commit(writer);
    note_csv(w);
    nh_arena_destroy(arena);
}

nh_status nh_compare_write_csv(const nh_compare *compare, const char *path) {
    if (compare == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(compare->context, "nh_compare_write_csv: the path is NULL");
    writing w = {compare, path, compare->columns};
    return nh_protect(compare->context, write_csv, &w);
}

nh_status nh_compare_write_columns(const nh_compare *compare, const char *path, size_t count, const size_t *columns) {
    if (compare == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(compare->context, "nh_compare_write_columns: the path is NULL");
    if (columns == NULL) return nh_refuse(compare->context, "nh_compare_write_columns: the list of columns is NULL");
    for (size_t i = 0; i < count; i++)
        if (columns[i] >= compare->comparison.columns)
            return nh_refuse(compare->context, "nh_compare_write_columns: there is no column of this number");
    writing w = {compare, path, {columns, count}};
    return nh_protect(compare->context, write_csv, &w);
}

static void write_plot(void *argument) {
    const writing *w = argument;
    nh_compare_plot(&w->compare->comparison, w->path);
    nh_array_push(&w->compare->files->plots, path_of(w));
}

nh_status nh_compare_write_plot(const nh_compare *compare, const char *path) {
    if (compare == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(compare->context, "nh_compare_write_plot: the path is NULL");
    writing w = {.compare = compare, .path = path};
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
    nh_printing p = {.name = "nh_compare_print", .print = print_compare, .object = compare};
    if (compare != NULL) p.context = compare->context, p.arena = compare->arena;
    return nh_print_object(&p, as, text);
}
