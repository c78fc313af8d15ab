/* What is said about a model: counts, facts that its form shows, and what it is made of, one by one. */
#include <nonholo/model.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "base/assert.h"
#include "base/protect.h"
#include "base/text/name.h"
#include "expr/print/print.h"
#include "model/model.h"
#include "state/explicit/kind.h"

/* ---- counts ---- */

static void count_parameters(const nh_model *model, nh_model_info *info) {
    info->parameters = model->parameters.count - model->curved_symbols.count; /* the last ones are in no text */
    for (size_t i = 0; i < info->parameters; i++)
        info->parameters_open += model->parameters.items[i].value == NH_EXPR_UNDEFINED;
}

static void count_functions(const nh_model *model, nh_model_info *info) {
    info->functions = model->functions.count;
    for (size_t i = 0; i < model->functions.count; i++)
        info->functions_open += model->functions.items[i].symbol != NH_EXPR_UNDEFINED;
}

static void count_rows(const nh_model *model, nh_model_info *info) {
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_imposed) info->conditions++;
        else if (row->has_accelerations) info->accelerated++;
        else if (row->is_geometric) info->geometric++;
        else info->kinematic++;
    }
}

static void count_records(const nh_model *model, nh_model_info *info) {
    for (size_t i = 0; i < model->records.count; i++) {
        switch (model->records.items[i].kind) {
            case NH_RECORD_WATCH: info->watches++; break;
            case NH_RECORD_INVARIANT: info->invariants++; break;
            case NH_RECORD_CLAIM: info->claims++; break;
        }
    }
}

nh_model_info nh_count_model(const nh_model *model) {
    nh_model_info info = {
        .title = nh_name_text(model->context, model->title),
        .consts = model->consts.count,
        .coordinates = model->coordinates.count,
        .abbreviations = model->lets.count,
        .points = model->points.count,
        .bodies = model->bodies.count,
        .links = model->links.count,
        .forces = model->forces.count,
        .assumptions = model->assumptions.count,
        .independents = model->independents.count,
        .quasi_velocities = model->quasis.count,
        .transpositions = model->transpositions.count,
        .initial_values = model->initials.count,
        .events = model->events.count,
        .drawings = model->drawings.count,
        .has_span = model->spans.count > 0,
        .random_start = model->random_start,
    };
    count_parameters(model, &info);
    count_functions(model, &info);
    count_rows(model, &info);
    count_records(model, &info);
    return info;
}

/* ---- facts ---- */

/* All that evaluating the model takes: L, the generalised forces, the imposed rows. */
static nh_exprs list_equations(const nh_model *model, nh_arena *arena) {
    nh_exprs list = {.arena = arena};
    nh_array_push(&list, model->L);
    for (size_t i = 0; model->Q != NULL && i < model->coordinates.count; i++) nh_array_push(&list, model->Q[i]);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) nh_array_push(&list, model->rows.items[i].residual);
    return list;
}

/* Whether one of them depends on time. */
static nh_truth is_rheonomic(const nh_exprs *list, nh_pool *pool, nh_expr time) {
    nh_truth answer = NH_NO;
    for (size_t i = 0; i < list->count && answer != NH_YES; i++) {
        nh_truth now = nh_kind_rheonomic(pool, list->items[i], time);
        if (now != NH_NO) answer = now;
    }
    return answer;
}

nh_model_info nh_describe_model(const nh_model *model) {
    nh_model_info info = nh_count_model(model);
    nh_arena *arena = nh_arena_create(model->context);
    nh_exprs list = list_equations(model, arena);
    info.rheonomic = is_rheonomic(&list, model->pool, model->time);
    info.quadratic = nh_kind_quadratic(model->pool, model->L);
    info.operations = nh_expr_operations(model->pool, list.count, list.items);
    nh_arena_destroy(arena);
    return info;
}

/* ---- rows ---- */

/* Interned: asking again takes no more memory. */
static const char *text_of(const nh_model *model, nh_expr e) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_text text = nh_text_begin(arena);
    nh_expr_print(model->pool, &text, e);
    nh_name name = nh_name_of_text(model->context, nh_text_string(&text));
    nh_arena_destroy(arena);
    return nh_name_text(model->context, name);
}

nh_row_info nh_describe_row(const nh_model *model, size_t i) {
    NH_ASSERT(i < model->rows.count);
    const nh_row *row = &model->rows.items[i];
    nh_expr written = row->is_curved ? row->curved : row->residual;
    nh_kind kind = nh_kind_of(model->pool, row->residual);
    return (nh_row_info){
        .name = nh_name_text(model->context, row->name),
        .text = text_of(model, written),
        .imposed = row->is_imposed,
        .unit = row->is_unit,
        .kind = kind.kind,
        .curved = row->is_curved,
        .degree = kind.degree,
        .homogeneous = kind.homogeneous,
        .rheonomic = nh_kind_rheonomic(model->pool, row->residual, model->time),
        .file = row->place.file,
        .line = row->place.line,
    };
}

/* ---- asking ---- */

typedef struct question {
    const nh_model *model;
    size_t number;
    void *info; /* written to when all is known */
} question;

static void describe_model(void *argument) {
    const question *q = argument;
    nh_model_info info = nh_describe_model(q->model);
    *(nh_model_info *)q->info = info;
}

nh_status nh_model_get_info(const nh_model *model, nh_model_info *info) {
    if (model == NULL || info == NULL) return NH_REFUSE(model, "the pointer for the result is NULL");
    return nh_protect(model->context, describe_model, &(question){model, 0, info});
}

size_t nh_model_row_count(const nh_model *model) {
    return model != NULL ? model->rows.count : 0;
}

static void describe_row(void *argument) {
    const question *q = argument;
    nh_row_info info = nh_describe_row(q->model, q->number);
    *(nh_row_info *)q->info = info;
}

nh_status nh_model_row(const nh_model *model, size_t i, nh_row_info *info) {
    nh_status status = NH_ASK(model, info, i, model->rows.count, "row");
    return status == NH_OK ? nh_protect(model->context, describe_row, &(question){model, i, info}) : status;
}

const char *nh_model_coordinate(const nh_model *model, size_t i) {
    if (model == NULL || i >= model->coordinates.count) return NULL;
    return nh_name_text(model->context, model->coordinates.items[i].name);
}

static void describe_parameter(void *argument) {
    const question *q = argument;
    const nh_parameter *parameter = &q->model->parameters.items[q->number];
    nh_context *context = q->model->context;
    nh_parameter_info info = {.name = nh_name_text(context, parameter->name)};
    if (parameter->words != 0) info.words = nh_name_text(context, parameter->words);
    if (parameter->value != NH_EXPR_UNDEFINED) info.value = text_of(q->model, parameter->value);
    *(nh_parameter_info *)q->info = info;
}

nh_status nh_model_parameter(const nh_model *model, size_t i, nh_parameter_info *info) {
    size_t count = model == NULL ? 0 : model->parameters.count - model->curved_symbols.count;
    nh_status status = NH_ASK(model, info, i, count, "parameter");
    return status == NH_OK ? nh_protect(model->context, describe_parameter, &(question){model, i, info}) : status;
}

nh_status nh_model_function(const nh_model *model, size_t i, nh_function_info *info) {
    nh_status status = NH_ASK(model, info, i, model->functions.count, "function");
    if (status != NH_OK) return status;
    const nh_function *function = &model->functions.items[i];
    *info = (nh_function_info){.name = nh_name_text(model->context, function->name),
                               .arguments = function->arity,
                               .open = function->symbol != NH_EXPR_UNDEFINED};
    return NH_OK;
}
