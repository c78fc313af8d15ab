/* Linearised equations at the border: at steady motions, along periodic ones, and along any for a long time. */
#include <math.h>
#include <nonholo/floquet.h>
#include <nonholo/linearize.h>
#include <nonholo/lyapunov.h>
#include <nonholo/steady.h>

#include "api/border_private.h"
#include "api/print_private.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/model.h"
#include "motion/variation/lyapunov.h"
#include "out/csv.h"
#include "out/print/print.h"
#include "steady/linearize.h"
#include "steady/periodic/floquet.h"

struct nh_linearize {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_linearize_info *info;
};

nh_linearize_def nh_default_linearize(void) {
    return (nh_linearize_def){.starts = 40, .digits = 15, .magic = NH_MAGIC_LINEARIZE};
}

static const char *find_complaint(const nh_linearize_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_LINEARIZE)
        return "nh_linearize_make: def was not made by nh_default_linearize";
    if (def->digits < 1 || def->digits > NH_LINEARIZE_DIGITS_MAX)
        return "nh_linearize_make: the number of digits is not between 1 and 100";
    if (def->starts > NH_STEADY_STARTS_MAX) return "nh_linearize_make: more than 100000 starts";
    return nh_are_strings(def->independent) ? NULL : "nh_linearize_make: a name in 'independent' is NULL";
}

static void *make_linearize(nh_arena *arena, const nh_model *model, const void *given) {
    nh_linearize *linear = NH_NEW(arena, nh_linearize);
    *linear = (nh_linearize){.model = model, .context = model->context, .arena = arena};
    linear->info = nh_linearized(arena, model, given);
    return linear;
}

nh_status nh_linearize_make(const nh_model *model, const nh_linearize_def *def, nh_linearize **linear) {
    nh_make_request m = {__func__, model, def, find_complaint(def), linear != NULL, make_linearize, NULL};
    nh_status status = nh_border_make(&m);
    if (linear != NULL) *linear = m.made;
    return status;
}

void nh_linearize_destroy(nh_linearize *linear) {
    if (linear != NULL) nh_arena_destroy(linear->arena); /* it itself is in it */
}

const nh_linearize_info *nh_linearize_get(const nh_linearize *linear) {
    return linear != NULL ? linear->info : NULL;
}

static void print_linearize(nh_text *text, nh_print_as as, void *object) {
    const nh_linearize *linear = object;
    nh_print_linearize(text, as, linear->model, linear->info);
}

nh_status nh_linearize_print(nh_linearize *linear, nh_print_as as, const char **text) {
    return NH_PRINT(linear, print_linearize, as, text);
}

static const nh_linear_formulas *require_formulas(const nh_linearize *linear) {
    const nh_linear_formulas *formulas = linear->info->formulas;
    if (formulas == NULL || formulas->why != NULL)
        nh_fail(linear->context, NH_E_HYPOTHESIS, "no-formulas", "%s",
                formulas != NULL ? formulas->why : "the matrices were not asked for as formulas");
    return formulas;
}

static void print_latex(nh_text *text, nh_print_as as, void *object) {
    (void)as;
    const nh_linearize *linear = object;
    (void)require_formulas(linear);
    nh_print_linearize_latex(text, linear->info);
}

nh_status nh_linearize_print_latex(nh_linearize *linear, const char **text) {
    return NH_PRINT(linear, print_latex, NH_PRINT_TEXT, text);
}

static void print_code(nh_text *text, nh_print_as as, void *object) {
    (void)as;
    nh_text_add(text, require_formulas(object)->code);
}

nh_status nh_linearize_print_code(nh_linearize *linear, const char **text) {
    return NH_PRINT(linear, print_code, NH_PRINT_TEXT, text);
}

/* ---- along periodic motions ---- */

struct nh_floquet {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_floquet_info *info;
};

nh_floquet_def nh_default_floquet(void) {
    return (nh_floquet_def){.rtol = 1e-12, .atol = 1e-12, .magic = NH_MAGIC_FLOQUET};
}

static const char *find_period_complaint(const nh_floquet_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_FLOQUET) return "nh_floquet_make: def was not made by nh_default_floquet";
    if (def->period == NULL) return "nh_floquet_make: the period is NULL";
    bool has_tolerances = isfinite(def->rtol) && isfinite(def->atol) && def->rtol >= 0 && def->atol >= 0;
    return has_tolerances && def->rtol + def->atol > 0
               ? NULL
               : "nh_floquet_make: a tolerance is negative or not finite, or both are 0";
}

static void *make_floquet(nh_arena *arena, const nh_model *model, const void *given) {
    nh_floquet *floquet = NH_NEW(arena, nh_floquet);
    *floquet = (nh_floquet){.model = model, .context = model->context, .arena = arena};
    floquet->info = nh_floquet_of(arena, model, given);
    return floquet;
}

nh_status nh_floquet_make(const nh_model *model, const nh_floquet_def *def, nh_floquet **floquet) {
    nh_make_request m = {__func__, model, def, find_period_complaint(def), floquet != NULL, make_floquet, NULL};
    nh_status status = nh_border_make(&m);
    if (floquet != NULL) *floquet = m.made;
    return status;
}

void nh_floquet_destroy(nh_floquet *floquet) {
    if (floquet != NULL) nh_arena_destroy(floquet->arena); /* it itself is in it */
}

const nh_floquet_info *nh_floquet_get(const nh_floquet *floquet) {
    return floquet != NULL ? floquet->info : NULL;
}

static void print_floquet(nh_text *text, nh_print_as as, void *object) {
    const nh_floquet *floquet = object;
    nh_print_floquet(text, as, floquet->model, floquet->info);
}

nh_status nh_floquet_print(nh_floquet *floquet, nh_print_as as, const char **text) {
    return NH_PRINT(floquet, print_floquet, as, text);
}

/* ---- Lyapunov exponents ---- */

struct nh_lyapunov {
    const nh_model *model;
    nh_context *context;
    nh_arena *arena; /* owns the result */
    const nh_lyapunov_info *info;
    const char *csv; /* the file that was written last; NULL: none */
};

nh_lyapunov_def nh_default_lyapunov(void) {
    return (nh_lyapunov_def){
        .from = NAN, .to = NAN, .rows = 200, .rtol = 1e-10, .atol = 1e-10, .magic = NH_MAGIC_LYAPUNOV};
}

static const char *find_span_complaint(const nh_lyapunov_def *def) {
    if (def == NULL || def->magic != NH_MAGIC_LYAPUNOV)
        return "nh_lyapunov_make: def was not made by nh_default_lyapunov";
    if (def->rows == 0 || def->rows > NH_LYAPUNOV_ROWS_MAX)
        return "nh_lyapunov_make: the number of rows is not between 1 and 1000000";
    bool has_tolerances = isfinite(def->rtol) && isfinite(def->atol) && def->rtol >= 0 && def->atol >= 0;
    return has_tolerances && def->rtol + def->atol > 0
               ? NULL
               : "nh_lyapunov_make: a tolerance is negative or not finite, or both are 0";
}

static void *make_lyapunov(nh_arena *arena, const nh_model *model, const void *given) {
    nh_lyapunov *lyapunov = NH_NEW(arena, nh_lyapunov);
    *lyapunov = (nh_lyapunov){.model = model, .context = model->context, .arena = arena};
    lyapunov->info = nh_lyapunov_of(arena, model, given);
    return lyapunov;
}

nh_status nh_lyapunov_make(const nh_model *model, const nh_lyapunov_def *def, nh_lyapunov **lyapunov) {
    nh_make_request m = {__func__, model, def, find_span_complaint(def), lyapunov != NULL, make_lyapunov, NULL};
    nh_status status = nh_border_make(&m);
    if (lyapunov != NULL) *lyapunov = m.made;
    return status;
}

void nh_lyapunov_destroy(nh_lyapunov *lyapunov) {
    if (lyapunov != NULL) nh_arena_destroy(lyapunov->arena); /* it itself is in it */
}

const nh_lyapunov_info *nh_lyapunov_get(const nh_lyapunov *lyapunov) {
    return lyapunov != NULL ? lyapunov->info : NULL;
}

typedef struct csv_request {
    nh_lyapunov *lyapunov;
    const char *path;
} csv_request;

/* As the rows of a motion are written. */
static void write_exponents(void *argument) {
    const csv_request *w = argument;
    const nh_lyapunov_info *info = w->lyapunov->info;
    nh_arena *arena = nh_arena_create(w->lyapunov->context);
    nh_column *column = NH_NEW_ARRAY(arena, nh_column, info->count + 1);
    nh_trajectory rows = {.columns = info->count + 1, .rows = info->rows, .column = column, .values.arena = arena};
    column[0] = (nh_column){.name = "t", .kind = NH_COLUMN_TIME};
    for (size_t k = 1; k <= info->count; k++) {
        nh_text name = nh_text_begin(arena);
        nh_text_format(&name, "L%zu", k);
        column[k] = (nh_column){.name = nh_text_string(&name), .kind = NH_COLUMN_WATCH};
    }
    for (size_t row = 0; row < info->rows; row++) {
        nh_array_push(&rows.values, info->time[row]);
        nh_array_append(&rows.values, info->count, info->value + row * info->count);
    }
    nh_writer *writer = nh_writer_to(arena, w->path);
    nh_csv_write(arena, writer, &rows, (nh_csv_choice){NULL, 0});
    nh_writer_commit(writer);
    w->lyapunov->csv = nh_arena_string(w->lyapunov->arena, w->path);
    nh_arena_destroy(arena);
}

nh_status nh_lyapunov_write_csv(nh_lyapunov *lyapunov, const char *path) {
    if (lyapunov == NULL || path == NULL) return NH_REFUSE(lyapunov, "the path is NULL");
    csv_request w = {lyapunov, path};
    return nh_protect(lyapunov->context, write_exponents, &w);
}

static void print_lyapunov(nh_text *text, nh_print_as as, void *object) {
    const nh_lyapunov *lyapunov = object;
    nh_print_lyapunov(text, as, lyapunov->model, lyapunov->info, lyapunov->csv);
}

nh_status nh_lyapunov_print(nh_lyapunov *lyapunov, nh_print_as as, const char **text) {
    return NH_PRINT(lyapunov, print_lyapunov, as, text);
}
