/* The rows of constraints and conditions, one by one. */
#include <nonholo/model.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "base/name.h"
#include "base/protect.h"
#include "expr/print/print.h"
#include "model/model.h"
#include "state/explicit/kind.h"

size_t nh_model_row_count(const nh_model *model) {
    return model != NULL ? model->rows.count : 0;
}

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
    const nh_row *row = &model->rows.items[i];
    nh_kind kind = nh_kind_of(model->pool, row->residual);
    return (nh_row_info){
        .name = nh_name_text(model->context, row->name),
        .text = text_of(model, row->residual),
        .imposed = row->is_imposed,
        .kind = kind.kind,
        .degree = kind.degree,
        .homogeneous = kind.homogeneous,
        .rheonomic = nh_kind_rheonomic(model->pool, row->residual, model->time),
        .file = row->place.file,
        .line = row->place.line,
    };
}

typedef struct asking {
    const nh_model *model;
    size_t number;
    nh_row_info info;
} asking;

static void describe_row(void *argument) {
    asking *a = argument;
    a->info = nh_describe_row(a->model, a->number);
}

nh_status nh_model_row(const nh_model *model, size_t i, nh_row_info *info) {
    if (model == NULL) return NH_E_USAGE;
    if (info == NULL) return nh_refuse(model->context, "nh_model_row: the place for the result is NULL");
    if (i >= model->rows.count) return nh_refuse(model->context, "nh_model_row: there is no row of this number");
    asking a = {.model = model, .number = i};
    nh_status status = nh_protect(model->context, describe_row, &a);
    if (status == NH_OK) *info = a.info;
    return status;
}
