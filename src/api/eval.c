/* Evaluation at the border. */
#include <nonholo/eval.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "num/linear/doubles.h"
#include "num/number.h"
#include "out/fields.h"
#include "out/print/print.h"
#include "truth/eval/evaluate.h"
#include "truth/eval/state_table.h"

/* Warnings of single states; the others are counted. */
enum { WARNINGS_MAX = 10 };

struct nh_eval {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the evaluation */
    nh_evaluator *evaluator;
    nh_names inputs, columns;
    int digits;
    bool has_coefficients;                                            /* they are wanted */
    bool is_chosen;                                                   /* they have columns */
    void (*row)(void *user, size_t count, const char *const *fields); /* of the def */
    void *row_user;
    const char *form; /* its name */
    /* Of the last file of states: what is said about it, and where its rows are. */
    nh_eval_info info;
    const char *path; /* NULL: in no file */
    bool has_rows;    /* nobody else has them: */
    nh_text rows;     /* the fields, each with a NUL after it */
};

nh_eval_def nh_default_eval(void) {
    return (nh_eval_def){.magic = NH_MAGIC_EVAL};
}

/* ---- making ---- */

static void *make_eval(nh_arena *arena, const nh_model *model, const void *given) {
    const nh_eval_def *def = given;
    nh_eval *eval = NH_NEW(arena, nh_eval);
    *eval = (nh_eval){.model = model, .context = model->context, .arena = arena, .digits = def->digits};
    eval->has_coefficients = def->coefficients;
    eval->row = def->row;
    eval->row_user = def->row_user;
    eval->form = def->form != NULL ? nh_arena_string(arena, def->form) : "chetaev";
    eval->evaluator = nh_evaluator_make_open(arena, model, def);
    eval->inputs = nh_evaluator_inputs(eval->evaluator);
    eval->columns = nh_evaluator_columns(eval->evaluator);
    return eval;
}

static const char *find_complaint(const nh_eval_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_EVAL) return "nh_eval_make: def was not made by nh_default_eval";
    if (def->digits < 0 || def->digits > NH_EVAL_DIGITS_MAX)
        return "nh_eval_make: the number of digits is not between 0 and 1000";
    return NULL;
}

nh_status nh_eval_make(const nh_model *model, const nh_eval_def *def, nh_eval **eval) {
    nh_make_request m = {__func__, model, def, find_complaint(def), eval != NULL, make_eval, NULL};
    nh_status status = nh_border_make(&m);
    if (eval != NULL) *eval = m.made;
    return status;
}

void nh_eval_destroy(nh_eval *eval) {
    if (eval != NULL) nh_arena_destroy(eval->arena); /* the evaluation itself is in it */
}

/* ---- names ---- */

size_t nh_eval_inputs(const nh_eval *eval) {
    return eval != NULL ? eval->inputs.count : 0;
}

const char *nh_eval_input(const nh_eval *eval, size_t i) {
    return i < nh_eval_inputs(eval) ? eval->inputs.items[i] : NULL;
}

size_t nh_eval_columns(const nh_eval *eval) {
    return eval != NULL ? eval->columns.count : 0;
}

const char *nh_eval_column(const nh_eval *eval, size_t i) {
    return i < nh_eval_columns(eval) ? eval->columns.items[i] : NULL;
}

/* ---- coefficients ---- */

typedef struct name_request {
    nh_eval *eval;
    const double *state;
} name_request;

static void choose_columns(void *argument) {
    name_request *c = argument;
    nh_evaluator_name(c->eval->evaluator, c->state);
    c->eval->columns = nh_evaluator_columns(c->eval->evaluator);
    c->eval->is_chosen = true;
}

nh_status nh_eval_choose(nh_eval *eval, const double *state) {
    if (eval == NULL || state == NULL) return NH_REFUSE(eval, "the state is NULL");
    if (!nh_doubles_are_finite(state, eval->inputs.count))
        return NH_REFUSE(eval, "a number in the state is not finite");
    name_request c = {eval, state};
    return nh_protect(eval->context, choose_columns, &c);
}

/* ---- one state ---- */

typedef struct ask_request {
    nh_eval *eval;
    const double *state;
    double *values;
} ask_request;

static void evaluate_one(void *argument) {
    ask_request *a = argument;
    NH_ASSERT(a->values != a->state);
    nh_context *context = a->eval->context;
    nh_arena *arena = nh_arena_create(context);
    nh_evaluation found = nh_evaluator_at(a->eval->evaluator, arena, &(nh_given_state){.values = a->state});
    memcpy(a->values, found.values, a->eval->columns.count * sizeof *a->values);
    if (found.why != NULL)
        nh_fail(context, found.is_applicable ? NH_E_NUMERIC : NH_E_HYPOTHESIS, "not-determined", "%s", found.why);
    nh_arena_destroy(arena);
}

nh_status nh_eval_at(nh_eval *eval, const double *state, double *values) {
    if (eval == NULL || state == NULL || values == NULL) return NH_REFUSE(eval, "the state or the values are NULL");
    if (!nh_doubles_are_finite(state, eval->inputs.count))
        return NH_REFUSE(eval, "a number in the state is not finite");
    for (size_t i = 0; i < eval->columns.count; i++) values[i] = NAN;
    ask_request a = {eval, state, values};
    return nh_protect(eval->context, evaluate_one, &a);
}

/* ---- files ---- */

/* What is remembered of one column, for a note. */
typedef struct memory {
    size_t zeros, short_ones;
    double bound; /* the largest of the zeros */
    int digits;   /* the fewest of the short ones */
} memory;

typedef struct file_request {
    nh_eval *eval;
    const char *states_path, *result_path;
    nh_eval_info info;
    nh_arena *arena;
    const char *name; /* of the states, for messages */
    const nh_state_table *table;
    nh_fields *fields;  /* NULL: nothing is written */
    memory *memories;   /* by column */
    size_t redundant;   /* states with rows that were left out */
    const char *one_of; /* these */
} file_request;

static void read_states(file_request *f) {
    bool is_input = strcmp(f->states_path, "-") == 0;
    size_t length;
    f->name = is_input ? "stdin" : f->states_path;
    const char *text = is_input ? nh_file_read_open(f->arena, STDIN_FILENO, "standard input", &length)
                                : nh_file_read(f->arena, f->states_path, &length);
    nh_state_table_def def = {.count = f->eval->inputs.count,
                              .names = f->eval->inputs.items,
                              .needs_time = nh_evaluator_needs_time(f->eval->evaluator),
                              .is_exact = f->eval->digits > 0};
    f->table = nh_state_table_read(f->arena, f->name, text, length, &def);
}

static void note_failure(file_request *f, size_t state, const nh_evaluation *found) {
    NH_ASSERT(state < f->table->states && found->why != NULL);
    nh_place place = {f->name, f->table->lines[state], 1, 1};
    nh_remark remark = {.code = "not-determined", .severity = NH_SEVERITY_WARNING, .place = &place};
    if (f->info.failed++ == 0) f->info.message = nh_arena_string(f->eval->arena, found->why);
    f->info.inapplicable += !found->is_applicable;
    if (f->info.failed <= WARNINGS_MAX) nh_diag_add(f->eval->context, &remark, "state %zu: %s", state + 1, found->why);
}

static void remember_digits(file_request *f, const nh_evaluation *found) {
    NH_ASSERT(found->numbers != NULL && f->memories != NULL);
    if (found->left_out > 0 && f->redundant++ == 0)
        f->one_of = nh_name_text(f->eval->context, f->eval->model->rows.items[found->left_out_row].name);
    for (size_t i = 1; i < f->eval->columns.count; i++) {
        const nh_certain *number = &found->numbers[i];
        memory *m = &f->memories[i];
        if (number->is_small) {
            m->zeros++;
            f->info.zeros++;
            m->bound = fmax(m->bound, number->bound);
        }
        if (number->digits == 0) continue;
        if (number->digits < f->eval->digits && (m->short_ones++ == 0 || number->digits < m->digits))
            m->digits = number->digits;
        if (f->info.digits_least == 0 || number->digits < f->info.digits_least) f->info.digits_least = number->digits;
    }
}

/* A number of a row as text, empty where there is none. */
static const char *field_text(const file_request *f, nh_arena *arena, size_t state, const nh_evaluation *found,
                              size_t i) {
    NH_ASSERT(i < f->eval->columns.count);
    char digits[NH_NUMBER_SIZE];
    if (found->numbers == NULL) {
        double value = found->values[i] + 0.0; /* not -0 */
        return isnan(value) ? "" : nh_arena_text(arena, digits, nh_number_shortest(digits, value));
    }
    const char *text = i == 0 ? f->table->times[state] : found->numbers[i].text;
    return text != NULL ? text : "";
}

static void keep_row(nh_eval *eval, size_t count, const char *const *fields) {
    for (size_t i = 0; i < count; i++) nh_text_add_bytes(&eval->rows, fields[i], strlen(fields[i]) + 1);
}

static void write_row(const file_request *f, nh_arena *arena, size_t state, const nh_evaluation *found) {
    NH_ASSERT(state < f->table->states);
    size_t count = f->eval->columns.count;
    const char **fields = NH_NEW_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) fields[i] = field_text(f, arena, state, found, i);
    if (f->eval->row != NULL) f->eval->row(f->eval->row_user, count, fields);
    else if (f->fields == NULL) keep_row(f->eval, count, fields);
    if (f->fields == NULL) return;
    for (size_t i = 0; i < count; i++) nh_fields_text(f->fields, fields[i]);
    nh_fields_end_line(f->fields);
}

static void evaluate_state(file_request *f, size_t state) {
    nh_arena *own = nh_arena_create(f->eval->context);
    size_t inputs = f->eval->inputs.count;
    nh_given_state given = {.values = f->table->values + state * inputs};
    given.exact = nh_state_table_exact(f->table, own, state);
    nh_evaluation found = nh_evaluator_at(f->eval->evaluator, own, &given);
    write_row(f, own, state, &found);
    if (found.why != NULL) note_failure(f, state, &found);
    if (found.numbers != NULL) remember_digits(f, &found);
    double residual = found.values[nh_evaluator_residual(f->eval->evaluator)];
    if (!isnan(residual)) f->info.residual = fmax(f->info.residual, residual);
    f->info.states++;
    nh_arena_destroy(own);
}

static void evaluate_states(void *argument) {
    file_request *f = argument;
    nh_context *context = f->eval->context;
    for (size_t i = 0; i < f->table->states; i++) {
        evaluate_state(f, i);
        nh_progress_tell(context, "evaluating", (double)(i + 1) / (double)f->table->states);
        nh_tick(context, 10);
        nh_tick_check(context); /* between states an interrupt costs nothing that was computed */
    }
}

/* ---- notes about a file ---- */

static void note_column(file_request *f, size_t column) {
    NH_ASSERT(column < f->eval->columns.count);
    const memory *m = &f->memories[column];
    const char *name = f->eval->columns.items[column];
    nh_remark remark = {.code = "digits", .severity = NH_SEVERITY_NOTE};
    char bound[NH_NUMBER_SIZE];
    nh_number_digits(bound, m->bound * 1.01, 2);
    if (m->zeros > 0)
        nh_diag_add(f->eval->context, &remark,
                    "'%s': %zu number%s could not be distinguished from 0 and %s written as 0; the size is proved to "
                    "be below %s",
                    name, m->zeros, m->zeros == 1 ? "" : "s", m->zeros == 1 ? "is" : "are", bound);
    if (m->short_ones > 0)
        nh_diag_add(f->eval->context, &remark, "'%s': %zu number%s fewer certain digits than %d, %d at least", name,
                    m->short_ones, m->short_ones == 1 ? " has" : "s have", f->eval->digits, m->digits);
}

static void add_notes(file_request *f) {
    nh_remark warning = {.code = "not-determined", .severity = NH_SEVERITY_WARNING};
    nh_remark note = {.code = "redundant", .severity = NH_SEVERITY_NOTE};
    if (f->info.failed > WARNINGS_MAX)
        nh_diag_add(f->eval->context, &warning, "at %zu more states something has no value",
                    f->info.failed - WARNINGS_MAX);
    for (size_t i = 1; i < f->eval->columns.count; i++) note_column(f, i);
    if (f->redundant > 0)
        nh_diag_add(f->eval->context, &note,
                    "at %zu state%s a constraint depends on others ('%s' at the first): this was decided in doubles, "
                    "not certified",
                    f->redundant, f->redundant == 1 ? "" : "s", f->one_of);
}

/* Rows that were computed before an interrupt or a limit are written. */
static void evaluate_file(void *argument) {
    file_request *f = argument;
    nh_context *context = f->eval->context;
    f->arena = nh_arena_create(context);
    read_states(f);
    f->info.given = f->table->states;
    f->eval->rows = nh_text_begin(f->eval->arena);
    f->eval->path = f->result_path != NULL ? nh_arena_string(f->eval->arena, f->result_path) : NULL;
    f->eval->has_rows = f->result_path == NULL && f->eval->row == NULL;
    if (f->eval->has_coefficients && !f->eval->is_chosen && f->table->states > 0)
        choose_columns(&(name_request){f->eval, f->table->values});
    f->memories = NH_NEW_ARRAY(f->arena, memory, f->eval->columns.count);
    nh_writer *writer = f->result_path != NULL ? nh_writer_to(f->arena, f->result_path) : NULL;
    nh_fields fields = {.writer = writer};
    if (writer != NULL) {
        f->fields = &fields;
        for (size_t i = 0; i < f->eval->columns.count; i++) nh_fields_text(&fields, f->eval->columns.items[i]);
        nh_fields_end_line(&fields);
    }
    nh_status status = nh_protect(context, evaluate_states, f);
    if (status != NH_OK && status != NH_E_INTERRUPT && status != NH_E_LIMIT) nh_raise(context, status);
    if (writer != NULL) {
        nh_fields_flush(&fields);
        nh_writer_commit(writer);
        f->info.is_written = true;
    }
    add_notes(f);
    if (status != NH_OK) nh_raise(context, status);
    nh_arena_destroy(f->arena);
}

nh_status nh_eval_file(nh_eval *eval, const char *states, const char *result, nh_eval_info *info) {
    if (info != NULL) *info = (nh_eval_info){.states = 0};
    if (eval == NULL || states == NULL) return NH_REFUSE(eval, "the path of the states is NULL");
    file_request f = {.eval = eval, .states_path = states, .result_path = result};
    nh_status status = nh_protect(eval->context, evaluate_file, &f);
    eval->info = f.info;
    if (info != NULL) *info = f.info;
    return status;
}

/* ---- printing ---- */

static void print_eval(nh_text *text, nh_print_as as, void *object) {
    nh_eval *eval = object;
    nh_model_info about = nh_count_model(eval->model);
    nh_eval_facts facts = {.model = eval->model,
                           .form = eval->form,
                           .digits = eval->digits,
                           .constraints = about.geometric + about.kinematic,
                           .info = eval->info,
                           .columns = eval->columns,
                           .path = eval->path,
                           .rows = eval->has_rows ? nh_text_string(&eval->rows) : NULL};
    nh_print_eval(text, as, &facts);
}

nh_status nh_eval_print(nh_eval *eval, nh_print_as as, const char **text) {
    return NH_PRINT(eval, print_eval, as, text);
}
