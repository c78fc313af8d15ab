/* The check in print, at the border. */
#include "api/check_private.h"
#include "api/describe_private.h"
#include "api/print_private.h"
#include "base/assert.h"
#include "base/text/name.h"

/* ---- the facts ---- */

static const char *const *coordinate_names(const nh_check *c) {
    size_t count = c->model->coordinates.count;
    const char **names = NH_NEW_ARRAY(c->arena, const char *, count);
    for (size_t i = 0; i < count; i++) names[i] = nh_name_text(c->context, c->model->coordinates.items[i].name);
    return names;
}

static const char *const *open_parameters(const nh_check *c) {
    const nh_model *model = c->model;
    NH_ARRAY(const char *) names = {.arena = c->arena};
    for (size_t i = 0; i < model->parameters.count; i++)
        if (model->parameters.items[i].value == NH_EXPR_UNDEFINED)
            nh_array_push(&names, nh_name_text(c->context, model->parameters.items[i].name));
    return names.items;
}

static const char *const *open_functions(const nh_check *c) {
    const nh_model *model = c->model;
    NH_ARRAY(const char *) names = {.arena = c->arena};
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED)
            nh_array_push(&names, nh_name_text(c->context, model->functions.items[i].name));
    return names.items;
}

/* The rows as the model has them, and what is known about those that are imposed. */
static const nh_check_row_facts *list_rows(const nh_check *c) {
    size_t count = c->model->rows.count, imposed = 0;
    nh_check_row_facts *rows = NH_NEW_ARRAY(c->arena, nh_check_row_facts, count);
    for (size_t i = 0; i < count; i++) {
        rows[i] =
            (nh_check_row_facts){.info = nh_describe_row(c->model, i), .residual = c->model->rows.items[i].residual};
        rows[i].integrable = c->analysis->integrability.alone[i];
        rows[i].homogeneous = c->analysis->is_homogeneous[i];
        rows[i].rheonomic = c->analysis->rheonomic[i];
        rows[i].info.homogeneous = rows[i].homogeneous.truth; /* with the values of the model */
        rows[i].info.rheonomic = rows[i].rheonomic.truth;
        if (rows[i].info.imposed) rows[i].check = c->rows[imposed++];
    }
    return rows;
}

static const size_t *growth_of(const nh_check *c) {
    size_t *dimension = NH_NEW_ARRAY(c->arena, size_t, c->info.growth);
    for (size_t i = 0; i < c->info.growth; i++) dimension[i] = nh_check_growth(c, i);
    return dimension;
}

const nh_check_facts *nh_check_find_facts(nh_check *check) {
    NH_ASSERT(check->analysis != NULL);
    if (check->facts != NULL) return check->facts;
    nh_check_facts *facts = NH_NEW(check->arena, nh_check_facts);
    nh_model_info info = nh_describe_model(check->model);
    info.rheonomic = check->analysis->is_rheonomic.truth;
    *facts = (nh_check_facts){
        .model = check->model,
        .seed = check->seed,
        .info = info,
        .rheonomic = check->analysis->is_rheonomic,
        .about = check->info,
        .coordinates = coordinate_names(check),
        .parameters_open = open_parameters(check),
        .functions_open = open_functions(check),
        .rows = list_rows(check),
        .row_count = check->model->rows.count,
        .independent = check->independent,
        .chaplygin_independent = check->chaplygin,
        .homogeneous = check->homogeneous,
        .dependent = check->dependent,
        .conditions = check->conditions,
        .components = check->components,
        .integrals = check->integrals,
        .coefficients = check->coefficients,
        .hidden = check->hidden,
        .growth = growth_of(check),
        .energies = check->energies,
        .energy_count = check->energy_count,
        .special = check->special,
        .has_special = check->has_special,
        .formulations = check->formulations,
        .formulation_count = check->formulation_count,
    };
    check->facts = facts;
    return facts;
}

/* ---- printing ---- */

static void print_check(nh_text *text, nh_print_as as, void *object) {
    const nh_check_facts *facts = nh_check_find_facts(object);
    if (as == NH_PRINT_JSON) nh_check_print_json(text, facts);
    else nh_check_print_text(text, facts);
}

nh_status nh_check_print(nh_check *check, nh_print_as as, const char **text) {
    return NH_PRINT(check, print_check, as, text);
}
