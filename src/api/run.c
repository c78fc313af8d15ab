/* Motions at the border. */
#include <nonholo/run.h>

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/name.h"
#include "form/form.h"
#include "integrals/integrals.h"
#include "motion/run/run.h"
#include "ode/method.h"
#include "out/csv.h"
#include "out/picture/picture.h"
#include "out/plot/plot.h"
#include "out/print/print.h"

/* Of the largest terms of claims: terms that are smaller may be rounding. */
#define SMALL_CLAIM 1e-6
/* Errors of the integration: this many times those of a step, or this where the tolerances are very small. */
#define MOST_GROWTH 1e4
#define LEAST_ERROR 1e-6

/* What was written of a run. */
typedef struct run_files {
    const char *csv, *report;               /* NULL: none */
    nh_csv_choice columns;                  /* of the CSV, or of the one that def describes */
    NH_ARRAY(const char *) plots, pictures; /* their paths */
} run_files;

struct nh_run {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the run and its trajectory */
    const nh_trajectory *trajectory;
    const nh_integrals_result *integrals; /* NULL: none were requested */
    size_t rows;
    const uint32_t *invariants, *claims; /* their numbers in model->records */
    size_t invariant_count, claim_count;
    double largest_claim; /* the largest terms of all claims, and what is as large at the start */
    double rtol, atol;
    const char *name; /* of the formulation, as it was given */
    const double *sketch_times;
    size_t sketch_count;
    run_files *files;
};

nh_run_def nh_default_run(void) {
    return (nh_run_def){.from = NAN, .to = NAN, .rtol = 1e-10, .atol = 1e-10, .magic = NH_MAGIC_RUN};
}

const char *nh_run_method(size_t i) {
    return nh_method_at(i) != NULL ? nh_method_at(i)->name : NULL;
}

/* ---- making ---- */

static const uint32_t *find_records(nh_run *run, nh_record_kind kind, size_t *found) {
    NH_ASSERT(*found == 0);
    size_t count = run->model->records.count;
    uint32_t *numbers = NH_NEW_ARRAY(run->arena, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        if (run->model->records.items[i].kind == kind) numbers[(*found)++] = (uint32_t)i;
    return numbers;
}

/* The first column of the sketch. */
static void list_sketch_times(nh_run *run) {
    const nh_trajectory *sketch = run->trajectory->sketch;
    if (sketch == NULL) return;
    NH_ASSERT(sketch->values.count % sketch->columns == 0);
    size_t count = sketch->values.count / sketch->columns;
    double *times = NH_NEW_ARRAY(run->arena, double, count + 1);
    for (size_t i = 0; i < count; i++) times[i] = sketch->values.items[i * sketch->columns];
    run->sketch_times = times;
    run->sketch_count = count;
}

/* The file that def names, while the rows come. */
typedef struct row_file {
    nh_arena *arena;
    const nh_run_def *def;
    nh_writer *writer;
    nh_csv_rows *rows;
} row_file;

/* The columns that are named, of which it is known that they are there, or all, or all but forces. */
static nh_csv_choice choose_columns(nh_arena *arena, const nh_run_def *def, const nh_trajectory *t) {
    size_t count = 0, *columns = NH_NEW_ARRAY(arena, size_t, t->columns + def->column_count);
    for (size_t i = 0; i < def->column_count; i++)
        while (strcmp(t->column[columns[i]].name, def->columns[i]) != 0) columns[i]++;
    if (def->column_count > 0) return (nh_csv_choice){columns, def->column_count};
    for (size_t i = 0; i < t->columns; i++)
        if (!def->csv_without_reactions || t->column[i].kind != NH_COLUMN_REACTION) columns[count++] = i;
    return (nh_csv_choice){columns, count};
}

static void begin_file(void *user, const nh_trajectory *trajectory) {
    row_file *file = user;
    file->writer = nh_writer_to(file->arena, file->def->csv);
    nh_csv_choice columns = choose_columns(file->arena, file->def, trajectory);
    file->rows = nh_csv_rows_begin(file->arena, file->writer, trajectory, columns);
}

static void add_to_file(void *user, const double *row) {
    row_file *file = user;
    nh_csv_rows_add(file->rows, row);
}

/* Without this the file stays as it was. */
static void end_file(nh_context *context, row_file *file) {
    if (!nh_csv_rows_end(file->rows)) nh_raise(context, NH_E_INTERRUPT);
    nh_writer_commit(file->writer);
}

/* NULL: none were requested. */
static const nh_integrals_result *find_integrals(nh_arena *arena, const nh_model *model, const nh_run_def *def) {
    if (def->integrals == NH_RUN_INTEGRALS_NONE) return NULL;
    const nh_form *form = def->form != NULL ? nh_form_require(model->context, def->form) : NULL;
    if (form != NULL && form->is_apart)
        nh_fail(model->context, NH_E_USAGE, "integrals",
                "first integrals are those of Chetaev's motion: the formulation '%s' has other motions", form->name);
    nh_integrals_def asked = nh_default_integrals();
    size_t before = nh_context_diag_count(model->context);
    const nh_integrals_result *found = nh_integrals_find(arena, model, &asked);
    nh_diag_forget(model->context, before);
    return found;
}

/* Those that are proved may be kept. */
static const nh_run_integrals *choose_integrals(nh_arena *arena, const nh_integrals_result *found, bool are_kept) {
    if (found == NULL) return NULL;
    const char **texts = NH_NEW_ARRAY(arena, const char *, found->items.count + 1);
    bool *kept = NH_NEW_ARRAY(arena, bool, found->items.count + 1);
    for (size_t i = 0; i < found->items.count; i++) {
        texts[i] = found->items.items[i].text;
        kept[i] = are_kept && found->items.items[i].by == NH_EVIDENCE_PROVED;
    }
    nh_run_integrals *integrals = NH_NEW(arena, nh_run_integrals);
    *integrals = (nh_run_integrals){&found->functions, texts, kept};
    return integrals;
}

static void *make_run(nh_arena *arena, const nh_model *model, const void *given) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_run_def *def = given;
    nh_run *run = NH_NEW(arena, nh_run);
    *run = (nh_run){.model = model, .context = model->context, .arena = arena, .rtol = def->rtol, .atol = def->atol};
    const char *name = def->form != NULL ? def->form : "chetaev";
    run->name = nh_arena_string(arena, name);
    run->invariants = find_records(run, NH_RECORD_INVARIANT, &run->invariant_count);
    run->claims = find_records(run, NH_RECORD_CLAIM, &run->claim_count);
    row_file file = {.arena = arena, .def = def};
    nh_row_sink sink = {.user = &file, .begin = begin_file, .row = add_to_file};
    run->integrals = find_integrals(arena, model, def);
    run->trajectory =
        nh_simulate_into(arena, model, def, def->csv != NULL ? &sink : NULL,
                         choose_integrals(arena, run->integrals, def->integrals == NH_RUN_INTEGRALS_KEPT));
    run->rows = run->trajectory->rows;
    run->largest_claim = run->trajectory->start_size;
    for (size_t i = 0; i < run->claim_count; i++)
        run->largest_claim = fmax(run->largest_claim, run->trajectory->sizes[run->claims[i]]);
    if (def->csv != NULL) end_file(model->context, &file);
    run->files = NH_NEW(arena, run_files);
    run->files->columns = choose_columns(arena, def, run->trajectory);
    run->files->plots.arena = run->files->pictures.arena = arena;
    if (def->csv != NULL) run->files->csv = nh_arena_string(arena, def->csv);
    list_sketch_times(run);
    return run;
}

static bool is_tolerance(double value) {
    return isfinite(value) && value >= 0;
}

/* What is wrong with def, or NULL. Whether the times are within the span is seen when that is known. */
static const char *find_complaint(const nh_run_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_RUN) return "nh_run_make: def was not made by nh_default_run";
    if (isinf(def->from) || isinf(def->to)) return "nh_run_make: the span of time is not finite";
    if (!is_tolerance(def->step)) return "nh_run_make: the step is negative or not finite";
    if (!is_tolerance(def->rtol) || !is_tolerance(def->atol))
        return "nh_run_make: a tolerance is negative or not finite";
    if (def->rtol == 0 && def->atol == 0) return "nh_run_make: both tolerances are 0";
    if (def->at == NULL && def->at_count > 0) return "nh_run_make: the list of times is NULL";
    if (def->sketch_at == NULL && def->sketch_count > 0) return "nh_run_make: the list of times for drawing is NULL";
    for (size_t i = 0; i < def->sketch_count; i++)
        if (!isfinite(def->sketch_at[i])) return "nh_run_make: a time for drawing is not finite";
    if (def->columns == NULL && def->column_count > 0) return "nh_run_make: the list of columns is NULL";
    for (size_t i = 0; i < def->column_count; i++)
        if (def->columns[i] == NULL) return "nh_run_make: the name of a column is NULL";
    if (def->at != NULL && def->step > 0) return "nh_run_make: both a step and times of the rows are given";
    return NULL;
}

nh_status nh_run_make(const nh_model *model, const nh_run_def *def, nh_run **run) {
    nh_make_request m = {__func__, model, def, find_complaint(def), run != NULL, make_run, NULL};
    nh_status status = nh_border_make(&m);
    if (run != NULL) *run = m.made;
    return status;
}

void nh_run_destroy(nh_run *run) {
    if (run != NULL) nh_arena_destroy(run->arena); /* the run itself is in it */
}

/* ---- what can be said about it ---- */

const char *nh_outcome_name(nh_outcome outcome) {
    switch (outcome) {
        case NH_OUTCOME_FINISHED: return "finished";
        case NH_OUTCOME_STOPPED: return "stopped";
        case NH_OUTCOME_SINGULAR: return "singular";
        case NH_OUTCOME_FAILED: return "failed";
    }
    return "unknown";
}

nh_run_info nh_run_get_info(const nh_run *run) {
    if (run == NULL) return (nh_run_info){.outcome = NH_OUTCOME_FAILED};
    const nh_trajectory *t = run->trajectory;
    return (nh_run_info){
        .form = t->form,
        .method = t->method,
        .outcome = t->outcome,
        .message = t->message,
        .from = t->from,
        .to = t->to,
        .end = t->t_end,
        .degrees_of_freedom = t->degrees_of_freedom,
        .rows = run->rows,
        .columns = t->columns,
        .steps = t->statistics.steps,
        .rejected = t->statistics.rejected,
        .evaluations = t->statistics.evaluations,
        .residual = t->residual,
        .energy_error = t->energy_error,
        .invariants = run->invariant_count + run->trajectory->kept,
        .claims = run->claim_count,
        .events = t->happenings.count,
    };
}

const char *nh_run_column(const nh_run *run, size_t column) {
    if (run == NULL || column >= run->trajectory->columns) return NULL;
    return run->trajectory->column[column].name;
}

nh_status nh_run_get_column(const nh_run *run, size_t column, nh_column *result) {
    nh_status status = NH_ASK(run, result, column, run->trajectory->columns, "column");
    if (status == NH_OK) *result = run->trajectory->column[column];
    return status;
}

const double *nh_run_get_sketch_times(const nh_run *run, size_t *count) {
    if (count != NULL) *count = run != NULL ? run->sketch_count : 0;
    return run != NULL ? run->sketch_times : NULL;
}

double nh_run_value(const nh_run *run, size_t row, size_t column) {
    if (run == NULL || row >= run->rows || column >= run->trajectory->columns) return NAN;
    const nh_trajectory *t = run->trajectory;
    if (!t->is_last_alone) return t->values.items[row * t->columns + column];
    return row + 1 == run->rows ? t->values.items[column] : NAN;
}

nh_status nh_run_get_invariant(const nh_run *run, size_t i, nh_run_invariant *invariant) {
    if (run == NULL || invariant == NULL) return NH_REFUSE(run, "the pointer for the result is NULL");
    const nh_trajectory *t = run->trajectory;
    if (i >= run->invariant_count + t->kept) return NH_REFUSE(run, "there is no invariant of this number");
    if (i >= run->invariant_count) {
        size_t k = i - run->invariant_count;
        *invariant = (nh_run_invariant){t->kept_names[k], t->kept_starts[k], t->kept_drifts[k]};
        return NH_OK;
    }
    uint32_t record = run->invariants[i];
    double start = run->trajectory->starts[record];
    *invariant = (nh_run_invariant){
        .name = nh_name_text(run->context, run->model->records.items[record].name),
        .start = start,
        .drift = isnan(start) ? NAN : run->trajectory->drifts[record],
    };
    return NH_OK;
}

nh_status nh_run_get_claim(const nh_run *run, size_t i, nh_run_claim *claim) {
    nh_status status = NH_ASK(run, claim, i, run->claim_count, "claim");
    if (status != NH_OK) return status;
    NH_ASSERT(run->claims[i] < run->model->records.count);
    const nh_trajectory *t = run->trajectory;
    uint32_t record = run->claims[i];
    double error =
        t->drifts[record] == 0 ? 0 : t->drifts[record] / fmax(t->sizes[record], SMALL_CLAIM * run->largest_claim);
    *claim = (nh_run_claim){
        .name = nh_name_text(run->context, run->model->records.items[record].name),
        .error = error,
        .holds = error <= fmax(LEAST_ERROR, MOST_GROWTH * fmax(run->rtol, run->atol)),
        .no_value_at = t->lacks[record],
    };
    return NH_OK;
}

nh_status nh_run_get_event(const nh_run *run, size_t i, nh_run_event *event) {
    nh_status status = NH_ASK(run, event, i, run->trajectory->happenings.count, "event");
    if (status != NH_OK) return status;
    const nh_run_occurrence *now = &run->trajectory->happenings.items[i];
    NH_ASSERT(now->event < run->model->events.count);
    const nh_event *of = &run->model->events.items[now->event];
    const char *name = of->is_stop ? "stop" : nh_name_text(run->context, of->name);
    *event = (nh_run_event){.name = name, .t = now->t, .rising = now->rising, .becomes_true = of->is_comparison};
    event->state = now->state;
    return NH_OK;
}

/* ---- for reports and comparisons ---- */

const nh_trajectory *nh_run_get_trajectory(const nh_run *run) {
    return run->trajectory;
}

bool nh_run_is_of(const nh_run *run, const nh_model *model) {
    return run->model == model;
}

const nh_integrals_result *nh_run_get_integrals(const nh_run *run) {
    return run->integrals;
}

const nh_report_motion *nh_run_get_motion(const nh_run *run, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_report_motion *motion = NH_NEW(arena, nh_report_motion);
    nh_run_info info = nh_run_get_info(run);
    nh_run_invariant *invariants = NH_NEW_ARRAY(arena, nh_run_invariant, info.invariants + 1);
    nh_run_claim *claims = NH_NEW_ARRAY(arena, nh_run_claim, info.claims + 1);
    nh_run_event *events = NH_NEW_ARRAY(arena, nh_run_event, info.events + 1);
    size_t constraints = 0;
    for (size_t i = 0; i < run->model->rows.count; i++) constraints += run->model->rows.items[i].is_imposed;
    for (size_t i = 0; i < info.invariants; i++) (void)nh_run_get_invariant(run, i, &invariants[i]);
    for (size_t i = 0; i < info.claims; i++) (void)nh_run_get_claim(run, i, &claims[i]);
    for (size_t i = 0; i < info.events; i++) (void)nh_run_get_event(run, i, &events[i]);
    *motion = (nh_report_motion){.trajectory = run->trajectory,
                                 .name = run->name,
                                 .info = info,
                                 .rtol = run->rtol,
                                 .atol = run->atol,
                                 .constraints = constraints,
                                 .invariants = invariants,
                                 .claims = claims,
                                 .events = events};
    return motion;
}

/* ---- files ---- */

typedef enum file_kind { FILE_CSV, FILE_PLOT, FILE_PICTURE } file_kind;

typedef struct write_request {
    const nh_run *run;
    const char *path;
    file_kind kind;
    nh_csv_choice choice; /* columns of the CSV */
} write_request;

static void write_csv(const write_request *w) {
    bool is_all = w->choice.columns == NULL;
    size_t count = is_all ? w->run->trajectory->columns : w->choice.count;
    size_t *columns = NH_NEW_ARRAY(w->run->arena, size_t, count);
    for (size_t i = 0; i < count; i++) columns[i] = is_all ? i : w->choice.columns[i];
    nh_arena *arena = nh_arena_create(w->run->context);
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_csv_write(arena, writer, w->run->trajectory, w->choice);
    nh_writer_commit(writer);
    w->run->files->columns = (nh_csv_choice){columns, count};
    nh_arena_destroy(arena);
}

static void write_file(void *argument) {
    const write_request *w = argument;
    const nh_run *run = w->run;
    run_files *files = run->files;
    const char *path = nh_arena_string(run->arena, w->path);
    switch (w->kind) {
        case FILE_CSV:
            write_csv(w);
            files->csv = path;
            break;
        case FILE_PLOT:
            nh_plot_write(run->model, run->trajectory, path);
            nh_array_push(&files->plots, path);
            break;
        case FILE_PICTURE:
            nh_picture_write(run->model, run->trajectory, path);
            nh_array_push(&files->pictures, path);
            break;
    }
}

/* What is wrong with writing all rows, or drawing them; NULL: nothing. */
static const char *rows_complaint(const nh_run *run, bool is_drawn) {
    bool has_sketch = is_drawn && run->trajectory->sketch != NULL;
    if (!run->trajectory->is_last_alone || run->rows <= 1 || has_sketch) return NULL;
    return "the rows of this run were not kept: forget_rows was set";
}

static nh_status write_run(const char *function, write_request w) {
    nh_context *context = NH_CONTEXT_OF(w.run);
    if (context == NULL || w.path == NULL) return nh_refuse(context, function, "the path is NULL");
    const char *wrong = rows_complaint(w.run, w.kind != FILE_CSV);
    return wrong != NULL ? nh_refuse(context, NULL, wrong) : nh_protect(context, write_file, &w);
}

nh_status nh_run_write_columns(const nh_run *run, const char *path, size_t count, const size_t *columns) {
    if (columns == NULL || count == 0) return NH_REFUSE(run, "there are no columns");
    for (size_t i = 0; i < count && run != NULL; i++)
        if (columns[i] >= run->trajectory->columns) return NH_REFUSE(run, "there is no column of this number");
    return write_run(__func__, (write_request){run, path, FILE_CSV, {columns, count}});
}

nh_status nh_run_write_csv(const nh_run *run, const char *path) {
    return write_run(__func__, (write_request){.run = run, .path = path, .kind = FILE_CSV});
}

nh_status nh_run_write_plot(const nh_run *run, const char *path) {
    return write_run(__func__, (write_request){.run = run, .path = path, .kind = FILE_PLOT});
}

nh_status nh_run_write_picture(const nh_run *run, const char *path) {
    return write_run(__func__, (write_request){.run = run, .path = path, .kind = FILE_PICTURE});
}

void nh_run_note_report(const nh_run *run, const char *path) {
    NH_ASSERT(path != NULL);
    run->files->report = nh_arena_string(run->arena, path);
}

typedef struct path_question {
    nh_context *context;
    const char *path;
    void (*look)(nh_context *context, const char *path); /* fails where the path is not one of its kind; NULL: any is */
} path_question;

/* A writer that is not committed leaves everything as it was. */
static void look_at_path(void *argument) {
    const path_question *q = argument;
    struct stat about;
    bool is_special = stat(q->path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    if (q->look != NULL) q->look(q->context, q->path);
    if (strcmp(q->path, "-") == 0 || is_special) return;
    nh_arena *arena = nh_arena_create(q->context);
    (void)nh_writer_open(arena, q->path);
    nh_arena_destroy(arena);
}

static nh_status check_path(const char *function, path_question q) {
    if (q.context == NULL || q.path == NULL) return nh_refuse(q.context, function, "the path is NULL");
    return nh_protect(q.context, look_at_path, &q);
}

nh_status nh_run_check_path(nh_context *context, const char *path) {
    return check_path(__func__, (path_question){context, path, NULL});
}

nh_status nh_run_check_plot(nh_context *context, const char *path) {
    return check_path(__func__, (path_question){context, path, nh_plot_check});
}

nh_status nh_run_check_picture(nh_context *context, const char *path) {
    return check_path(__func__, (path_question){context, path, nh_picture_check});
}

/* ---- printing ---- */

static void print_run(nh_text *text, nh_print_as as, void *object) {
    const nh_run *run = object;
    const run_files *files = run->files;
    nh_run_facts facts = {.model = run->model,
                          .about = nh_count_model(run->model),
                          .motion = nh_run_get_motion(run, text->arena),
                          .seed = nh_context_seed(run->context),
                          .columns = files->columns,
                          .csv = files->csv,
                          .report = files->report,
                          .plots = {files->plots.items, files->plots.count},
                          .pictures = {files->pictures.items, files->pictures.count}};
    nh_print_run(text, as, &facts);
}

nh_status nh_run_print(nh_run *run, nh_print_as as, const char **text) {
    return NH_PRINT(run, print_run, as, text);
}
