/* Displacements at the border. */
#include <nonholo/displacements.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "api/border_private.h"
#include "base/assert.h"
#include "base/context.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "num/linear/doubles.h"
#include "out/fields.h"
#include "out/print/print.h"
#include "truth/displacements/displacements.h"
#include "truth/eval/state_table.h"

struct nh_displacements {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the displacements */
    nh_displacer *displacer;
    nh_names inputs;
    double tolerance;
    const nh_state_table *read; /* the states that were read; NULL: none were */
    const char *table;          /* the file that was written; NULL: none was */
    size_t count, failed;       /* the states of the last table or text; those at which something has no value */
};

nh_displacements_def nh_default_displacements(void) {
    return (nh_displacements_def){.tolerance = 1e-9, .magic = NH_MAGIC_DISPLACEMENTS};
}

/* ---- making ---- */

static void *make_displacements(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_displacements_def *def = given;
    nh_displacements *d = NH_NEW(arena, nh_displacements);
    *d = (nh_displacements){.model = model, .context = model->context, .arena = arena, .tolerance = def->tolerance};
    d->displacer = nh_displacer_make(arena, model, def);
    d->inputs = nh_displacer_inputs(d->displacer);
    return d;
}

static const char *find_complaint(const nh_displacements_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_DISPLACEMENTS)
        return "nh_displacements_make: def was not made by nh_default_displacements";
    return def->tolerance > 0 && def->tolerance < 1 ? NULL
                                                    : "nh_displacements_make: the tolerance is not between 0 and 1";
}

nh_status nh_displacements_make(const nh_model *model, const nh_displacements_def *def,
                                nh_displacements **displacements) {
    nh_make_request m = {__func__, model, def, find_complaint(def), displacements != NULL, make_displacements, NULL};
    nh_status status = nh_border_make(&m);
    if (displacements != NULL) *displacements = m.made;
    return status;
}

void nh_displacements_destroy(nh_displacements *displacements) {
    if (displacements != NULL) nh_arena_destroy(displacements->arena); /* they themselves are in it */
}

size_t nh_displacements_inputs(const nh_displacements *displacements) {
    return displacements != NULL ? displacements->inputs.count : 0;
}

const char *nh_displacements_input(const nh_displacements *displacements, size_t i) {
    return i < nh_displacements_inputs(displacements) ? displacements->inputs.items[i] : NULL;
}

/* ---- states ---- */

typedef struct ask_request {
    nh_displacements *d;
    const char *path;
    double *start;
    const double *state;
    nh_displacements_info *info;
    const nh_state_table *table;
} ask_request;

static void find_start(void *argument) {
    ask_request *a = argument;
    nh_displacer_start(a->d->displacer, a->start);
}

nh_status nh_displacements_start(nh_displacements *displacements, double *state) {
    if (displacements == NULL || state == NULL) return NH_REFUSE(displacements, "the state is NULL");
    for (size_t i = 0; i < displacements->inputs.count; i++) state[i] = NAN;
    ask_request a = {.d = displacements, .start = state};
    return nh_protect(displacements->context, find_start, &a);
}

static void read_states(void *argument) {
    ask_request *a = argument;
    bool is_input = strcmp(a->path, "-") == 0;
    size_t length;
    const char *text = is_input ? nh_file_read_open(a->d->arena, STDIN_FILENO, "standard input", &length)
                                : nh_file_read(a->d->arena, a->path, &length);
    nh_state_table_def def = {.count = a->d->inputs.count,
                              .names = a->d->inputs.items,
                              .needs_time = nh_displacer_needs_time(a->d->displacer)};
    a->table = a->d->read = nh_state_table_read(a->d->arena, is_input ? "stdin" : a->path, text, length, &def);
}

nh_status nh_displacements_read(nh_displacements *displacements, const char *path, size_t *count,
                                const double **states) {
    if (displacements == NULL || path == NULL || count == NULL || states == NULL)
        return NH_REFUSE(displacements, "an argument is NULL");
    ask_request a = {.d = displacements, .path = path};
    nh_status status = nh_protect(displacements->context, read_states, &a);
    *count = status == NH_OK ? a.table->states : 0;
    *states = status == NH_OK ? a.table->values : NULL;
    return status;
}

/* ---- one state ---- */

static void find_at(void *argument) {
    ask_request *a = argument;
    nh_context *context = a->d->context;
    nh_tick(context, 10);
    nh_tick_check(context); /* between states an interrupt costs nothing that was computed */
    *a->info = *nh_displacer_at(a->d->displacer, a->state);
}

nh_status nh_displacements_at(nh_displacements *displacements, const double *state, nh_displacements_info *info) {
    if (displacements == NULL || state == NULL || info == NULL)
        return NH_REFUSE(displacements, "the state or the pointer for the result is NULL");
    *info = (nh_displacements_info){.state = NULL};
    if (!nh_doubles_are_finite(state, displacements->inputs.count))
        return NH_REFUSE(displacements, "a number in the state is not finite");
    ask_request a = {.d = displacements, .state = state, .info = info};
    return nh_protect(displacements->context, find_at, &a);
}

/* ---- a table ---- */

typedef struct write_request {
    nh_displacements *d;
    size_t count;
    const double *states;
    const char *path;
    nh_fields fields;
} write_request;

/* The numbers of a row that are written, by the heads of their columns. */
enum { ROW_COLUMNS_MAX = 10 };
typedef struct row_columns {
    size_t count;
    const char *head[ROW_COLUMNS_MAX];
    double value[ROW_COLUMNS_MAX];
} row_columns;

static void put_column(row_columns *columns, const char *head, double value) {
    columns->head[columns->count] = head;
    columns->value[columns->count++] = value;
}

static row_columns columns_of(const nh_displacements_info *info, size_t r) {
    NH_ASSERT(r < info->rows);
    const nh_displacements_row *row = &info->row[r];
    row_columns columns = {0};
    put_column(&columns, "lambda", row->lambda);
    put_column(&columns, "power", row->power);
    put_column(&columns, "D", row->D);
    put_column(&columns, "residual", row->residual);
    if (info->has_transposition) put_column(&columns, "D1", row->D1);
    if (info->has_transposition) put_column(&columns, "D1_residual", row->D1_residual);
    if (!info->has_field) return columns;
    put_column(&columns, "chetaev", row->chetaev);
    put_column(&columns, "vakonomic", row->vakonomic);
    put_column(&columns, "left", row->left);
    put_column(&columns, "right", row->right);
    return columns;
}

static void add_name(write_request *w, nh_arena *arena, const char *head, const char *name) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s.%s", head, name);
    nh_fields_text(&w->fields, nh_text_string(&text));
}

static void add_pair(write_request *w, nh_arena *arena, const char *row, const char *by) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "rho[%s,%s]", row, by);
    nh_fields_text(&w->fields, nh_text_string(&text));
}

static void write_names(write_request *w, nh_arena *arena, const nh_displacements_info *info) {
    static const char *const heads[] = {"t", "rank", "dimension", "commuting", "work", "power"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) nh_fields_text(&w->fields, heads[i]);
    for (size_t r = 0; r < info->rows; r++) {
        row_columns columns = columns_of(info, r);
        for (size_t i = 0; i < columns.count; i++) add_name(w, arena, columns.head[i], info->row[r].name);
    }
    for (size_t r = 0; r < info->rows; r++)
        for (size_t s = 0; s < info->rows; s++) add_pair(w, arena, info->row[r].name, info->row[s].name);
    if (info->has_transposition) nh_fields_text(&w->fields, "transposing");
    nh_fields_end_line(&w->fields);
}

static double largest_work(const nh_displacements_info *info) {
    double most = 0;
    for (size_t k = 0; k < info->dimension; k++)
        if (fabs(info->work[k]) > fabs(most)) most = info->work[k];
    return most;
}

/* Nothing for what is not known. */
static void write_number(write_request *w, bool is_known, double value) {
    nh_fields_number(&w->fields, is_known ? value + 0.0 : NAN);
}

static void write_state(write_request *w, const nh_displacements_info *info) {
    nh_fields_number(&w->fields, info->state[0] + 0.0);
    write_number(w, info->has_basis, (double)info->rank);
    write_number(w, info->has_basis, (double)info->dimension);
    write_number(w, info->has_motion, (double)info->commuting);
    write_number(w, info->has_motion, info->has_motion ? largest_work(info) : 0);
    write_number(w, info->has_motion, info->power);
    for (size_t r = 0; r < info->rows; r++) {
        row_columns columns = columns_of(info, r);
        for (size_t i = 0; i < columns.count; i++) write_number(w, info->has_motion, columns.value[i]);
    }
    for (size_t i = 0; i < info->rows * info->rows; i++) write_number(w, info->has_motion, info->rho[i]);
    if (info->has_transposition) write_number(w, info->has_motion, (double)info->transposing);
    nh_fields_end_line(&w->fields);
}

static void write_states(void *argument) {
    write_request *w = argument;
    nh_context *context = w->d->context;
    for (size_t i = 0; i < w->count; i++) {
        nh_tick(context, 10);
        nh_tick_check(context);
        const nh_displacements_info *found = nh_displacer_at(w->d->displacer, w->states + i * w->d->inputs.count);
        w->d->count++;
        w->d->failed += found->why != NULL;
        write_state(w, found);
        nh_progress_tell(context, "displacements", (double)(i + 1) / (double)w->count);
    }
}

/* Rows that were computed before an interrupt or a limit are written. */
static void write_table(void *argument) {
    write_request *w = argument;
    nh_context *context = w->d->context;
    nh_arena *arena = nh_arena_create(context);
    nh_writer *writer = nh_writer_to(arena, w->path);
    w->d->count = w->d->failed = 0;
    w->fields = (nh_fields){.writer = writer};
    write_names(w, arena, nh_displacer_shape(w->d->displacer));
    nh_status status = nh_protect(context, write_states, w);
    if (status != NH_OK && status != NH_E_INTERRUPT && status != NH_E_LIMIT) nh_raise(context, status);
    nh_fields_flush(&w->fields);
    nh_writer_commit(writer);
    w->d->table = nh_arena_string(w->d->arena, w->path);
    if (status != NH_OK) nh_raise(context, status);
    nh_arena_destroy(arena);
}

nh_status nh_displacements_write(nh_displacements *displacements, size_t count, const double *states,
                                 const char *path) {
    if (displacements == NULL || path == NULL || (states == NULL && count > 0))
        return NH_REFUSE(displacements, "the states or the path are NULL");
    if (!nh_doubles_are_finite(states, count * displacements->inputs.count))
        return NH_REFUSE(displacements, "a number of a state is not finite");
    write_request w = {.d = displacements, .count = count, .states = states, .path = path};
    return nh_protect(displacements->context, write_table, &w);
}

/* ---- printing ---- */

typedef struct print_request {
    nh_displacements *d;
    nh_text text;
    nh_print_as as;
} print_request;

static void print_states(print_request *p, size_t count, const double *states) {
    nh_displacements *d = p->d;
    nh_context *context = d->context;
    nh_displacements_page page = {
        .text = &p->text, .as = p->as, .model = d->model, .tolerance = d->tolerance, .is_start = d->read == NULL};
    d->count = d->failed = 0;
    nh_print_displacements_open(&page);
    for (size_t i = 0; i < count; i++) {
        nh_tick(context, 10);
        nh_tick_check(context);
        nh_print_displacements_at(&page, nh_displacer_at(d->displacer, states + i * d->inputs.count));
        d->count = page.count;
        d->failed = page.failed;
    }
    nh_print_displacements_close(&page, nh_context_seed(context));
}

static void print_displacements(void *argument) {
    print_request *p = argument;
    nh_displacements *d = p->d;
    p->text = nh_text_begin(d->arena);
    if (p->as == NH_PRINT_TEXT && d->table != NULL) {
        nh_print_displacements_summary(&p->text, d->model, d->count, d->failed, d->table);
    } else if (d->read != NULL) {
        print_states(p, d->read->states, d->read->values);
    } else {
        double *start = NH_NEW_ARRAY(d->arena, double, d->inputs.count);
        nh_displacer_start(d->displacer, start);
        print_states(p, 1, start);
    }
}

nh_status nh_displacements_print(nh_displacements *displacements, nh_print_as as, const char **text) {
    if (text != NULL) *text = NULL;
    if (displacements == NULL || text == NULL || (unsigned)as > NH_PRINT_JSON)
        return NH_REFUSE(displacements, "the pointer for the text is NULL, or there is no such format");
    print_request p = {.d = displacements, .as = as};
    nh_status status = nh_protect(displacements->context, print_displacements, &p);
    bool is_cut = (status == NH_E_INTERRUPT || status == NH_E_LIMIT) && as == NH_PRINT_TEXT;
    if (status == NH_OK || is_cut) *text = p.text.bytes;
    return status;
}

size_t nh_displacements_failed(const nh_displacements *displacements) {
    return displacements != NULL ? displacements->failed : 0;
}
