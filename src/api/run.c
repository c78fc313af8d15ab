/* Motions at the border. */
#include <nonholo/run.h>

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "api/parts_private.h"
#include "api/print_private.h"
#include "base/context.h"
#include "base/name.h"
#include "base/protect.h"
#include "motion/run/run.h"
#include "out/csv.h"
#include "out/picture/picture.h"
#include "out/plot/plot.h"
#include "out/print/print.h"

enum { RUN_MAGIC = 0x6e687232 };
/* Of the largest terms of claims: terms that are smaller may be rounding. */
#define SMALL_CLAIM 1e-6
/* Errors of the integration: so many times those of a step, or this where the tolerances are very small. */
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
    size_t rows;
    const uint32_t *invariants, *claims; /* their numbers in model->records */
    size_t invariant_count, claim_count;
    double rtol, atol;
    const char *name; /* of the formulation, as it was given */
    const double *sketch_times;
    size_t sketch_count;
    run_files *files;
};

nh_run_def nh_default_run(void) {
    return (nh_run_def){.from = NAN, .to = NAN, .rtol = 1e-10, .atol = 1e-10, .magic = RUN_MAGIC};
}

/* ---- making ---- */

typedef struct making {
    const nh_model *model;
    const nh_run_def *def;
    nh_run *run;
} making;

static const uint32_t *find_records(nh_run *run, nh_record_kind kind, size_t *found) {
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

static void make_run(void *argument) {
    making *m = argument;
    nh_context *context = m->model->context;
    nh_arena *arena = nh_arena_create(context);
    nh_run *run = NH_NEW(arena, nh_run);
    *run = (nh_run){.model = m->model, .context = context, .arena = arena, .rtol = m->def->rtol, .atol = m->def->atol};
    const char *name = m->def->form != NULL ? m->def->form : "chetaev";
    run->name = nh_arena_text(arena, name, strlen(name));
    run->invariants = find_records(run, NH_RECORD_INVARIANT, &run->invariant_count);
    run->claims = find_records(run, NH_RECORD_CLAIM, &run->claim_count);
    row_file file = {.arena = arena, .def = m->def};
    nh_row_sink sink = {.user = &file, .begin = begin_file, .row = add_to_file};
    run->trajectory = nh_simulate_into(arena, m->model, m->def, m->def->csv != NULL ? &sink : NULL);
    run->rows = run->trajectory->rows;
    if (m->def->csv != NULL) end_file(context, &file);
    run->files = NH_NEW(arena, run_files);
    run->files->columns = choose_columns(arena, m->def, run->trajectory);
    run->files->plots.arena = run->files->pictures.arena = arena;
    if (m->def->csv != NULL) run->files->csv = nh_arena_text(arena, m->def->csv, strlen(m->def->csv));
    list_sketch_times(run);
    m->run = run;
}

static bool is_tolerance(double value) {
    return isfinite(value) && value >= 0;
}

/* What is wrong with def, or NULL. Whether the times are within the span is seen when that is known. */
static const char *complaint(const nh_run_def *def) {
    if (def == NULL || def->magic != RUN_MAGIC) return "nh_run_make: def was not made by nh_default_run";
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
    if (run != NULL) *run = NULL;
    if (model == NULL) return NH_E_USAGE;
    const char *wrong = run == NULL ? "nh_run_make: the place for the run is NULL" : complaint(def);
    if (wrong != NULL) return nh_refuse(model->context, wrong);
    making m = {.model = model, .def = def};
    nh_status status = nh_protect(model->context, make_run, &m);
    *run = status == NH_OK ? m.run : NULL;
    return status;
}

void nh_run_destroy(nh_run *run) {
    if (run != NULL) nh_arena_destroy(run->arena); /* the run itself is in it */
}

/* ---- what can be said of it ---- */

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
        .outcome = t->outcome,
        .message = t->message,
        .from = t->from,
        .to = t->to,
        .end = t->t_end,
        .freedoms = t->freedoms,
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
    if (run == NULL) return NH_E_USAGE;
    if (result == NULL) return nh_refuse(run->context, "nh_run_get_column: the place for the result is NULL");
    if (column >= run->trajectory->columns)
        return nh_refuse(run->context, "nh_run_get_column: there is no column of this number");
    *result = run->trajectory->column[column];
    return NH_OK;
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
    if (run == NULL) return NH_E_USAGE;
    if (invariant == NULL) return nh_refuse(run->context, "nh_run_get_invariant: the place for the result is NULL");
    const nh_trajectory *t = run->trajectory;
    if (i >= run->invariant_count + t->kept)
        return nh_refuse(run->context, "nh_run_get_invariant: there is no invariant of this number");
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

/* The largest terms of all claims, and what is as large at the start. */
static double largest_claim(const nh_run *run) {
    double most = run->trajectory->start_size;
    for (size_t i = 0; i < run->claim_count; i++) most = fmax(most, run->trajectory->sizes[run->claims[i]]);
    return most;
}

nh_status nh_run_get_claim(const nh_run *run, size_t i, nh_run_claim *claim) {
    if (run == NULL) return NH_E_USAGE;
    if (claim == NULL) return nh_refuse(run->context, "nh_run_get_claim: the place for the result is NULL");
    if (i >= run->claim_count) return nh_refuse(run->context, "nh_run_get_claim: there is no claim of this number");
    const nh_trajectory *t = run->trajectory;
    uint32_t record = run->claims[i];
    double error =
        t->drifts[record] == 0 ? 0 : t->drifts[record] / fmax(t->sizes[record], SMALL_CLAIM * largest_claim(run));
    *claim = (nh_run_claim){
        .name = nh_name_text(run->context, run->model->records.items[record].name),
        .error = error,
        .holds = error <= fmax(LEAST_ERROR, MOST_GROWTH * fmax(run->rtol, run->atol)),
        .no_value_at = t->lacks[record],
    };
    return NH_OK;
}

nh_status nh_run_get_event(const nh_run *run, size_t i, nh_run_event *event) {
    if (run == NULL) return NH_E_USAGE;
    if (event == NULL) return nh_refuse(run->context, "nh_run_get_event: the place for the result is NULL");
    if (i >= run->trajectory->happenings.count)
        return nh_refuse(run->context, "nh_run_get_event: there is no event of this number");
    const nh_happening *now = &run->trajectory->happenings.items[i];
    const nh_event *of = &run->model->events.items[now->event];
    const char *name = of->is_stop ? "stop" : nh_name_text(run->context, of->name);
    *event = (nh_run_event){.name = name, .t = now->t, .rising = now->rising, .becomes_true = of->is_comparison};
    return NH_OK;
}

/* ---- for reports and comparisons ---- */

const nh_trajectory *nh_run_get_trajectory(const nh_run *run) {
    return run->trajectory;
}

bool nh_run_is_of(const nh_run *run, const nh_model *model) {
    return run->model == model;
}

const nh_report_motion *nh_run_get_motion(const nh_run *run, nh_arena *arena) {
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

typedef struct writing {
    const nh_run *run;
    const char *path;
    nh_csv_choice choice;
} writing;

static const char *path_of(const writing *w) {
    return nh_arena_text(w->run->arena, w->path, strlen(w->path));
}

static void note_csv(const writing *w) {
    bool is_all = w->choice.columns == NULL;
    size_t count = is_all ? w->run->trajectory->columns : w->choice.count;
    size_t *columns = NH_NEW_ARRAY(w->run->arena, size_t, count);
    for (size_t i = 0; i < count; i++) columns[i] = is_all ? i : w->choice.columns[i];
    w->run->files->csv = path_of(w);
    w->run->files->columns = (nh_csv_choice){columns, count};
}

static void write_csv(void *argument) {
    const writing *w = argument;
    nh_arena *arena = nh_arena_create(w->run->context);
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_csv_write(arena, writer, w->run->trajectory, w->choice);
    nh_writer_commit(writer);
    note_csv(w);
    nh_arena_destroy(arena);
}

void nh_run_note_report(const nh_run *run, const char *path) {
    run->files->report = nh_arena_text(run->arena, path, strlen(path));
}

/* What is wrong with writing all rows, or drawing them; NULL: nothing. */
static const char *rows_complaint(const nh_run *run, bool is_drawn) {
    bool has_sketch = is_drawn && run->trajectory->sketch != NULL;
    if (!run->trajectory->is_last_alone || run->rows <= 1 || has_sketch) return NULL;
    return "the rows of this run were not kept: it was made with forget_rows";
}

/* Of one kind of file: what is wrong with its path, by a failure. */
typedef void path_check(nh_context *context, const char *path);

typedef struct checking {
    nh_context *context;
    const char *path;
    path_check *check; /* of the kind; NULL: none */
} checking;

/* A writer that is not committed leaves everything as it was. */
static void check_path(void *argument) {
    const checking *c = argument;
    struct stat about;
    bool is_special = stat(c->path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    if (c->check != NULL) c->check(c->context, c->path);
    if (strcmp(c->path, "-") == 0 || is_special) return;
    nh_arena *arena = nh_arena_create(c->context);
    (void)nh_writer_open(arena, c->path);
    nh_arena_destroy(arena);
}

nh_status nh_run_check_path(nh_context *context, const char *path) {
    if (context == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(context, "nh_run_check_path: the path is NULL");
    return nh_protect(context, check_path, &(checking){context, path, NULL});
}

nh_status nh_run_write_columns(const nh_run *run, const char *path, size_t count, const size_t *columns) {
    if (run == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(run->context, "nh_run_write_columns: the path is NULL");
    if (columns == NULL || count == 0) return nh_refuse(run->context, "nh_run_write_columns: there are no columns");
    for (size_t i = 0; i < count; i++)
        if (columns[i] >= run->trajectory->columns)
            return nh_refuse(run->context, "nh_run_write_columns: there is no column of this number");
    if (rows_complaint(run, false) != NULL) return nh_refuse(run->context, rows_complaint(run, false));
    writing w = {run, path, {columns, count}};
    return nh_protect(run->context, write_csv, &w);
}

nh_status nh_run_write_csv(const nh_run *run, const char *path) {
    if (run == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(run->context, "nh_run_write_csv: the path is NULL");
    if (rows_complaint(run, false) != NULL) return nh_refuse(run->context, rows_complaint(run, false));
    writing w = {run, path, {NULL, 0}};
    return nh_protect(run->context, write_csv, &w);
}

static void write_plot(void *argument) {
    const writing *w = argument;
    nh_plot_write(w->run->model, w->run->trajectory, w->path);
    nh_array_push(&w->run->files->plots, path_of(w));
}

nh_status nh_run_write_plot(const nh_run *run, const char *path) {
    if (run == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(run->context, "nh_run_write_plot: the path is NULL");
    if (rows_complaint(run, true) != NULL) return nh_refuse(run->context, rows_complaint(run, true));
    writing w = {.run = run, .path = path};
    return nh_protect(run->context, write_plot, &w);
}

nh_status nh_run_check_plot(nh_context *context, const char *path) {
    if (context == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(context, "nh_run_check_plot: the path is NULL");
    return nh_protect(context, check_path, &(checking){context, path, nh_plot_check});
}

static void write_picture(void *argument) {
    const writing *w = argument;
    nh_picture_write(w->run->model, w->run->trajectory, w->path);
    nh_array_push(&w->run->files->pictures, path_of(w));
}

nh_status nh_run_write_picture(const nh_run *run, const char *path) {
    if (run == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(run->context, "nh_run_write_picture: the path is NULL");
    if (rows_complaint(run, true) != NULL) return nh_refuse(run->context, rows_complaint(run, true));
    writing w = {.run = run, .path = path};
    return nh_protect(run->context, write_picture, &w);
}

nh_status nh_run_check_picture(nh_context *context, const char *path) {
    if (context == NULL) return NH_E_USAGE;
    if (path == NULL) return nh_refuse(context, "nh_run_check_picture: the path is NULL");
    return nh_protect(context, check_path, &(checking){context, path, nh_picture_check});
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
    nh_printing p = {.name = "nh_run_print", .print = print_run, .object = run};
    if (run != NULL) p.context = run->context, p.arena = run->arena;
    return nh_print_object(&p, as, text);
}
