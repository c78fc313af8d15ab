/* What is said of a model: counts, and facts that its form shows. */
#include <nonholo/model.h>

#include "api/border_private.h"
#include "api/describe_private.h"
#include "base/name.h"
#include "base/protect.h"
#include "model/model.h"
#include "state/explicit/kind.h"

/* ---- counts ---- */

static void count_parameters(const nh_model *model, nh_model_info *info) {
    info->parameters = model->parameters.count;
    for (size_t i = 0; i < model->parameters.count; i++)
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

typedef NH_ARRAY(nh_expr) expr_list;

/* All that evaluating the model takes: L, the generalised forces, the imposed rows. */
static expr_list list_equations(const nh_model *model, nh_arena *arena) {
    expr_list list = {.arena = arena};
    nh_array_push(&list, model->L);
    for (size_t i = 0; model->Q != NULL && i < model->coordinates.count; i++) nh_array_push(&list, model->Q[i]);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) nh_array_push(&list, model->rows.items[i].residual);
    return list;
}

/* Whether one of them depends on time. */
static nh_truth is_rheonomic(const expr_list *list, nh_pool *pool, nh_expr time) {
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
    expr_list list = list_equations(model, arena);
    info.rheonomic = is_rheonomic(&list, model->pool, model->time);
    info.quadratic = nh_kind_quadratic(model->pool, model->L);
    info.operations = nh_expr_operations(model->pool, list.count, list.items);
    nh_arena_destroy(arena);
    return info;
}

typedef struct asking {
    const nh_model *model;
    nh_model_info info;
} asking;

static void collect_info(void *argument) {
    asking *a = argument;
    a->info = nh_describe_model(a->model);
}

nh_status nh_model_get_info(const nh_model *model, nh_model_info *info) {
    if (model == NULL) return NH_E_USAGE;
    if (info == NULL) return nh_refuse(model->context, "nh_model_get_info: the place for the result is NULL");
    asking a = {.model = model};
    nh_status status = nh_protect(model->context, collect_info, &a);
    if (status == NH_OK) *info = a.info;
    return status;
}
