/* Values of parameters: each is closed by putting in those of the earlier parameters that it is made from, then all are computed
 * by one tape. */
#include "model/values.h"

#include <math.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text.h"
#include "expr/inspect.h"
#include "tape/tape.h"

enum { NAMES_SHOWN = 5 };

/* ", k" for the next name that lacks something; no more than a few. */
static void list_name(nh_model *model, nh_text *text, nh_name name, size_t *count) {
    if (*count < NAMES_SHOWN) nh_text_format(text, "%s%s", *count > 0 ? ", " : "", nh_name_text(model->context, name));
    if (*count == NAMES_SHOWN) nh_text_add(text, ", ...");
    ++*count;
}

static void refuse_open(nh_model *model, nh_arena *arena) {
    nh_text parameters = nh_text_begin(arena), functions = nh_text_begin(arena);
    size_t count = 0, bodies = 0;
    for (size_t i = 0; i < model->parameters.count; i++)
        if (model->parameters.items[i].value == NH_EXPR_UNDEFINED)
            list_name(model, &parameters, model->parameters.items[i].name, &count);
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED)
            list_name(model, &functions, model->functions.items[i].name, &bodies);
    if (count > 0)
        nh_fail(model->context, NH_E_MODEL, "no-value", "parameters without a value: %s", nh_text_string(&parameters));
    if (bodies > 0)
        nh_fail(model->context, NH_E_MODEL, "no-value", "functions without a body: %s", nh_text_string(&functions));
}

/* Puts in the closed values of the parameters that stand in e. */
static nh_expr close_value(nh_model *model, nh_arena *arena, nh_expr e, const nh_map *closed) {
    uint32_t count;
    nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &e, &count);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *value = nh_map_get(closed, symbols[i]);
        values[i] = value != NULL ? (nh_expr)*value : symbols[i];
    }
    return count == 0 ? e : nh_expr_substitute(model->pool, e, count, symbols, values, true);
}

nh_expr *nh_model_parameter_symbols(const nh_model *model, nh_arena *arena) {
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) symbols[i] = model->parameters.items[i].symbol;
    return symbols;
}

static _Noreturn void refuse_value(nh_model *model, const nh_parameter *parameter, const char *why) {
    nh_remark remark = {"no-value", NH_SEVERITY_ERROR, NH_E_MODEL, &parameter->place, NULL};
    nh_diag_add(model->context, &remark, "the parameter '%s' %s", nh_name_text(model->context, parameter->name), why);
    nh_raise(model->context, NH_E_MODEL);
}

nh_expr *nh_model_closed_values(nh_model *model, nh_arena *arena) {
    refuse_open(model, arena);
    nh_map closed = nh_map_make(arena);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) {
        values[i] = close_value(model, arena, model->parameters.items[i].value, &closed);
        if (values[i] == NH_EXPR_UNDEFINED)
            refuse_value(model, &model->parameters.items[i],
                         "has no value: a division by 0, or a root or logarithm of a negative number");
        nh_map_put(&closed, model->parameters.items[i].symbol, values[i]);
    }
    return values;
}

/* Constants without symbols as doubles. */
static double *evaluate_closed(nh_model *model, nh_arena *arena, uint32_t count, const nh_expr *e) {
    nh_tape_def def = {.output_count = count, .outputs = e};
    nh_tape *tape = nh_tape_make(arena, model->pool, &def);
    double *values = NH_NEW_ARRAY(arena, double, (size_t)count + 1);
    double *work = nh_arena_alloc_aligned(arena, nh_tape_work_size(tape, 1) * sizeof(double), 64);
    nh_tape_begin(tape, 1, values, work);
    nh_tape_run(tape, 1, values, values, work);
    return values;
}

double *nh_model_parameter_values(nh_model *model, nh_arena *arena) {
    const nh_expr *closed = nh_model_closed_values(model, arena);
    double *values = evaluate_closed(model, arena, (uint32_t)model->parameters.count, closed);
    for (size_t i = 0; i < model->parameters.count; i++)
        if (!isfinite(values[i]))
            refuse_value(model, &model->parameters.items[i], "is too large for a number of the machine");
    return values;
}

double nh_model_constant(nh_model *model, nh_arena *arena, nh_expr e) {
    const nh_expr *values = nh_model_closed_values(model, arena);
    const nh_expr *symbols = nh_model_parameter_symbols(model, arena);
    nh_expr closed = nh_expr_substitute(model->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
    return *evaluate_closed(model, arena, 1, &closed);
}
