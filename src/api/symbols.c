/* Coordinates, parameters and functions, one by one. */
#include <nonholo/model.h>

#include "api/border_private.h"
#include "base/name.h"
#include "base/protect.h"
#include "expr/print/print.h"
#include "model/model.h"

const char *nh_model_coordinate(const nh_model *model, size_t i) {
    if (model == NULL || i >= model->coordinates.count) return NULL;
    return nh_name_text(model->context, model->coordinates.items[i].name);
}

typedef struct asking {
    const nh_model *model;
    size_t number;
    nh_parameter_info info;
} asking;

/* The text of a value is interned: asking again takes no more memory. */
static void describe_parameter(void *argument) {
    asking *a = argument;
    nh_context *context = a->model->context;
    const nh_parameter *parameter = &a->model->parameters.items[a->number];
    a->info = (nh_parameter_info){.name = nh_name_text(context, parameter->name)};
    if (parameter->words != 0) a->info.words = nh_name_text(context, parameter->words);
    if (parameter->value == NH_EXPR_UNDEFINED) return;
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    nh_expr_print(a->model->pool, &text, parameter->value);
    a->info.value = nh_name_text(context, nh_name_of_text(context, nh_text_string(&text)));
    nh_arena_destroy(arena);
}

nh_status nh_model_parameter(const nh_model *model, size_t i, nh_parameter_info *info) {
    if (model == NULL) return NH_E_USAGE;
    if (info == NULL) return nh_refuse(model->context, "nh_model_parameter: the place for the result is NULL");
    if (i >= model->parameters.count)
        return nh_refuse(model->context, "nh_model_parameter: there is no parameter of this number");
    asking a = {.model = model, .number = i};
    nh_status status = nh_protect(model->context, describe_parameter, &a);
    if (status == NH_OK) *info = a.info;
    return status;
}

nh_status nh_model_function(const nh_model *model, size_t i, nh_function_info *info) {
    if (model == NULL) return NH_E_USAGE;
    if (info == NULL) return nh_refuse(model->context, "nh_model_function: the place for the result is NULL");
    if (i >= model->functions.count)
        return nh_refuse(model->context, "nh_model_function: there is no function of this number");
    const nh_function *function = &model->functions.items[i];
    *info = (nh_function_info){.name = nh_name_text(model->context, function->name),
                               .arguments = function->arity,
                               .open = function->symbol != NH_EXPR_UNDEFINED};
    return NH_OK;
}
