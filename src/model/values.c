/* Values of parameters: each is closed by putting in those of the earlier parameters that it is made from, then all
 * are computed by one tape. */
#include "model/values.h"

#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/random.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "tape/program.h"

enum { NAMES_SHOWN = 5 };

/* ---- what is used ---- */

static void list_used(nh_exprs *list, size_t count, const nh_expr *e) {
    for (size_t i = 0; i < count; i++)
        if (e[i] != NH_EXPR_UNDEFINED) nh_array_push(list, e[i]);
}

static void use_vector(nh_exprs *list, const nh_vector *v) {
    list_used(list, 3, v->x);
}

/* Forces that do no work are in no equation, but in the reactions. */
static void use_forces(const nh_model *model, nh_exprs *list) {
    for (size_t i = 0; i < model->terms.count; i++)
        if (model->terms.items[i].kind == NH_TERM_GRAVITY) use_vector(list, &model->terms.items[i].field);
    for (size_t i = 0; i < model->links.count; i++) {
        use_vector(list, &model->links.items[i].from);
        use_vector(list, &model->links.items[i].to);
        list_used(list, 1, &model->links.items[i].coefficient);
        list_used(list, 1, &model->links.items[i].length);
    }
    for (size_t i = 0; i < model->forces.count; i++) {
        const nh_force *force = &model->forces.items[i];
        if (force->kind == NH_FORCE_COORDINATE) continue;
        use_vector(list, &force->vector);
        if (force->kind != NH_FORCE_TORQUE) use_vector(list, &force->position);
    }
}

static void use_places(const nh_model *model, nh_exprs *list) {
    for (size_t i = 0; i < model->points.count; i++) {
        use_vector(list, &model->points.items[i].position);
        list_used(list, 1, &model->points.items[i].mass);
    }
    for (size_t i = 0; i < model->bodies.count; i++) {
        use_vector(list, &model->bodies.items[i].center);
        list_used(list, 1, &model->bodies.items[i].mass);
        list_used(list, 9, &model->bodies.items[i].rotation.matrix.r[0][0]);
        list_used(list, 9, &model->bodies.items[i].inertia.r[0][0]);
    }
}

static void use_equations(const nh_model *model, nh_exprs *list) {
    list_used(list, 1, &model->L);
    list_used(list, model->coordinates.count, model->Q);
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) list_used(list, 1, &model->rows.items[i].residual);
    for (size_t i = 0; i < model->assumptions.count; i++) {
        list_used(list, 1, &model->assumptions.items[i].left);
        list_used(list, 1, &model->assumptions.items[i].right);
    }
    list_used(list, model->equalities.count, model->equalities.items);
}

static void use_motion(const nh_model *model, nh_exprs *list) {
    for (size_t i = 0; i < model->initials.count; i++) {
        list_used(list, 1, &model->initials.items[i].quantity);
        list_used(list, 1, &model->initials.items[i].value);
    }
    for (size_t i = 0; i < model->spans.count; i++) {
        list_used(list, 1, &model->spans.items[i].from);
        list_used(list, 1, &model->spans.items[i].to);
        list_used(list, 1, &model->spans.items[i].step);
    }
    for (size_t i = 0; i < model->events.count; i++) list_used(list, 1, &model->events.items[i].value);
    if (model->motion != NULL) list_used(list, model->coordinates.count, model->motion);
    list_used(list, model->motion_mu.count, model->motion_mu.items);
    if (model->field != NULL) list_used(list, model->coordinates.count, model->field);
    if (model->field != NULL) list_used(list, model->coordinates.count, model->field_rate);
    for (size_t i = 0; i < model->transpositions.count; i++) list_used(list, 1, &model->transpositions.items[i].value);
    for (size_t i = 0; i < model->records.count; i++) list_used(list, 1, &model->records.items[i].value);
}

static void note_symbols(const nh_model *model, nh_arena *arena, size_t size, const nh_expr *e, nh_map *used) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, size, e, &count);
    for (uint32_t i = 0; i < count; i++) {
        nh_symbol symbol = *nh_expr_symbol_of(model->pool, symbols[i]);
        nh_map_put(used, symbols[i], 1);
        if (symbol.role == NH_ROLE_FUNCTION) /* a derivative uses the function */
            nh_map_put(used, nh_expr_function(model->pool, symbol.name, symbol.by_count), 1);
    }
}

/* The symbols that the numbers of a motion depend on, through the values of parameters too. Pictures and conditions
 * that are not imposed do not count. */
static nh_map find_used(const nh_model *model, nh_arena *arena) {
    nh_exprs list = {.arena = arena};
    nh_map used = nh_map_make(arena);
    use_equations(model, &list);
    use_forces(model, &list);
    use_places(model, &list);
    use_motion(model, &list);
    note_symbols(model, arena, list.count, list.items, &used);
    for (size_t i = model->parameters.count; i-- > 0;) { /* made from earlier ones */
        const nh_parameter *parameter = &model->parameters.items[i];
        if (parameter->value != NH_EXPR_UNDEFINED && nh_map_get(&used, parameter->symbol) != NULL)
            note_symbols(model, arena, 1, &parameter->value, &used);
    }
    return used;
}

/* ---- what is open ---- */

static bool is_open_parameter(const nh_parameter *parameter) {
    return parameter->value == NH_EXPR_UNDEFINED;
}

static bool is_open_function(const nh_function *function) {
    return function->symbol != NH_EXPR_UNDEFINED;
}

static bool has_anything_open(const nh_model *model) {
    for (size_t i = 0; i < model->parameters.count; i++)
        if (is_open_parameter(&model->parameters.items[i])) return true;
    for (size_t i = 0; i < model->functions.count; i++)
        if (is_open_function(&model->functions.items[i])) return true;
    return false;
}

/* Names that lack something, the first with its place. */
typedef struct missing_values {
    nh_text names, hint;
    size_t count;
    const nh_place *place;
} missing_values;

static missing_values begin_missing(nh_arena *arena) {
    return (missing_values){.names = nh_text_begin(arena), .hint = nh_text_begin(arena)};
}

/* ", k" for the next name; no more than a few. setting: what precedes = in --set. */
static void add_missing(const nh_model *model, missing_values *list, nh_name name, const char *setting,
                        const nh_place *place) {
    if (list->count < NAMES_SHOWN)
        nh_text_format(&list->names, "%s%s", list->count > 0 ? ", " : "", nh_name_text(model->context, name));
    if (list->count == NAMES_SHOWN) nh_text_add(&list->names, ", ...");
    bool needs_quotes = strpbrk(setting, "()[] ") != NULL;
    const char *quote = needs_quotes ? "\"" : "";
    if (list->count == 0) nh_text_format(&list->hint, "--set %s%s=...%s", quote, setting, quote);
    if (list->count++ == 0) list->place = place;
}

static void refuse_missing(const nh_model *model, missing_values *list, const char *what) {
    if (list->count == 0) return;
    nh_remark remark = {"no-value", NH_SEVERITY_ERROR, NH_E_MODEL, list->place, nh_text_string(&list->hint)};
    nh_diag_add(model->context, &remark, "%s: %s", what, nh_text_string(&list->names));
    nh_raise(model->context, NH_E_MODEL);
}

/* What is used, but has no value or no body. */
typedef struct open_name_list {
    missing_values values, bodies;
} open_name_list;

static open_name_list find_open(const nh_model *model, nh_arena *arena) {
    open_name_list open = {begin_missing(arena), begin_missing(arena)};
    if (!has_anything_open(model)) return open;
    nh_map used = find_used(model, arena);
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        if (is_open_parameter(parameter) && nh_map_get(&used, parameter->symbol) != NULL)
            add_missing(model, &open.values, parameter->name, nh_name_text(model->context, parameter->name),
                        &parameter->place);
    }
    for (size_t i = 0; i < model->functions.count; i++) {
        const nh_function *function = &model->functions.items[i];
        if (is_open_function(function) && nh_map_get(&used, function->symbol) != NULL)
            add_missing(model, &open.bodies, function->name, function->text, &function->place);
    }
    return open;
}

static void refuse_open(const nh_model *model, nh_arena *arena) {
    open_name_list open = find_open(model, arena);
    refuse_missing(model, &open.values, "parameters without a value");
    refuse_missing(model, &open.bodies, "functions without a body");
}

bool nh_model_has_bodies(const nh_model *model, nh_arena *arena) {
    return find_open(model, arena).bodies.count == 0;
}

/* ---- values ---- */

nh_expr *nh_model_parameter_symbols(const nh_model *model, nh_arena *arena) {
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) symbols[i] = model->parameters.items[i].symbol;
    return symbols;
}

static _Noreturn void refuse_value(const nh_model *model, const nh_parameter *parameter, const char *why) {
    nh_remark remark = {"no-value", NH_SEVERITY_ERROR, NH_E_MODEL, &parameter->place, NULL};
    nh_diag_add(model->context, &remark, "the parameter '%s' %s", nh_name_text(model->context, parameter->name), why);
    nh_raise(model->context, NH_E_MODEL);
}

/* The closed value; 0 for a parameter that has none, or is made from such a one, and is not used. */
static nh_expr value_of(const nh_model *model, nh_arena *arena, const nh_parameter *parameter, nh_map *closed) {
    if (is_open_parameter(parameter)) return NH_EXPR_ZERO;
    nh_expr value = nh_expr_substitute_map(model->pool, parameter->value, closed, true);
    if (value == NH_EXPR_UNDEFINED)
        refuse_value(model, parameter, "has no value: a division by 0, or a root or logarithm of a negative number");
    uint32_t open;
    (void)nh_expr_symbols(model->pool, arena, 1, &value, &open);
    if (open > 0) return NH_EXPR_ZERO;
    nh_map_put(closed, parameter->symbol, value);
    return value;
}

typedef struct nh_known_values {
    size_t count; /* of parameters, when these were put together */
    bool is_closed;
    nh_expr *values; /* NULL before they are requested */
    nh_map closed;   /* symbol to value, of those that have one */
} nh_known_values;

/* Put together once: every expression of a large model asks for a few of them. */
static nh_known_values *know_values(const nh_model *model) {
    nh_known_values *kept = model->memo->values;
    if (kept != NULL && kept->count == model->parameters.count) return kept;
    nh_known_values *known = NH_NEW(model->arena, nh_known_values);
    open_name_list open = find_open(model, model->arena);
    *known = (nh_known_values){.count = model->parameters.count, .closed = nh_map_make(model->arena)};
    known->is_closed = open.values.count == 0 && open.bodies.count == 0;
    return model->memo->values = known;
}

/* The same with the values. */
static const nh_known_values *close_values(const nh_model *model) {
    nh_known_values *known = know_values(model);
    if (!known->is_closed) refuse_open(model, model->arena);
    if (known->values != NULL) return known;
    nh_map closed = nh_map_make(model->arena);
    nh_expr *values = NH_NEW_ARRAY(model->arena, nh_expr, known->count + 1);
    for (size_t i = 0; i < known->count; i++)
        values[i] = value_of(model, model->arena, &model->parameters.items[i], &closed);
    known->closed = closed;
    known->values = values;
    return known;
}

bool nh_model_is_closed(const nh_model *model) {
    return know_values(model)->is_closed;
}

nh_expr *nh_model_closed_values(const nh_model *model, nh_arena *arena) {
    const nh_known_values *known = close_values(model);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, known->count);
    if (known->count > 0) memcpy(values, known->values, known->count * sizeof *values);
    return values;
}

/* Constants without symbols as doubles. */
static double *evaluate_closed(const nh_model *model, nh_arena *arena, uint32_t count, const nh_expr *e) {
    nh_tape_def def = {.output_count = count, .outputs = e};
    return nh_program_at(nh_program_of(arena, model->pool, &def, NULL), NULL);
}

double *nh_model_parameter_values(const nh_model *model, nh_arena *arena) {
    const nh_expr *closed = nh_model_closed_values(model, arena);
    double *values = evaluate_closed(model, arena, (uint32_t)model->parameters.count, closed);
    for (size_t i = 0; i < model->parameters.count; i++)
        if (!isfinite(values[i])) refuse_value(model, &model->parameters.items[i], "is too large for double precision");
    return values;
}

double nh_closed_constant(const nh_model *model, nh_arena *arena, nh_expr e) {
    return *evaluate_closed(model, arena, 1, &e);
}

double nh_model_constant(const nh_model *model, nh_arena *arena, nh_expr e) {
    const nh_expr *values = nh_model_closed_values(model, arena);
    const nh_expr *symbols = nh_model_parameter_symbols(model, arena);
    nh_expr closed = nh_expr_substitute(model->pool, e, (uint32_t)model->parameters.count, symbols, values, true);
    return nh_closed_constant(model, arena, closed);
}

nh_expr nh_model_with_values(const nh_model *model, nh_expr e) {
    return nh_model_is_closed(model) ? nh_expr_substitute_map(model->pool, e, &close_values(model)->closed, true) : e;
}

/* ---- values for what has none ---- */

enum { SIXTEENTHS = 16 };

double *nh_model_drawn_values(const nh_model *model, nh_arena *arena, uint64_t seed) {
    if (find_open(model, arena).bodies.count > 0) return NULL;
    if (nh_model_is_closed(model)) return nh_model_parameter_values(model, arena);
    nh_random random = nh_random_make(seed, NH_STREAM_VALUES);
    nh_map closed = nh_map_make(arena);
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *parameter = &model->parameters.items[i];
        int64_t drawn = nh_random_between(&random, SIXTEENTHS, 3 * SIXTEENTHS);
        values[i] = is_open_parameter(parameter) ? nh_expr_fraction(model->pool, drawn, SIXTEENTHS)
                                                 : nh_expr_substitute_map(model->pool, parameter->value, &closed, true);
        if (values[i] == NH_EXPR_UNDEFINED) return NULL;
        nh_map_put(&closed, parameter->symbol, values[i]);
    }
    double *found = evaluate_closed(model, arena, (uint32_t)model->parameters.count, values);
    for (size_t i = 0; i < model->parameters.count; i++)
        if (!isfinite(found[i])) return NULL;
    return found;
}

double nh_model_start_time(const nh_model *model, nh_arena *arena, const double *values) {
    if (model->spans.count == 0 || model->spans.items[0].from == NH_EXPR_UNDEFINED) return 0;
    nh_tape_def def = {.input_count = (uint32_t)model->parameters.count,
                       .inputs = nh_model_parameter_symbols(model, arena),
                       .output_count = 1,
                       .outputs = &model->spans.items[0].from};
    return *nh_program_at(nh_program_of(arena, model->pool, &def, NULL), values);
}
