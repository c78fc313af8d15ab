/* The analysis at the border: everything as text, made once. */
#include <nonholo/check.h>

#include <math.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "api/border_private.h"
#include "api/check_private.h"
#include "base/assert.h"
#include "base/text/name.h"
#include "base/text/text.h"
#include "expr/print/print.h"
#include "facts/singular.h"
#include "facts/sizes.h"
#include "model/curved_rows.h"
#include "model/values.h"
#include "motion/at/curved.h"
#include "truth/special/special.h"

/* Longer expressions are not printed: nobody would read them. */
enum { MOST_SYMBOLS = 600 };

nh_check_def nh_default_check(void) {
    return (nh_check_def){.seed = 1, .magic = NH_MAGIC_CHECK};
}

static nh_check_form form_of(nh_explicit_kind kind) {
    switch (kind) {
        case NH_EXPLICIT_LINEAR: return NH_FORM_LINEAR;
        case NH_EXPLICIT_RATIONAL: return NH_FORM_RATIONAL;
        case NH_EXPLICIT_RADICAL: return NH_FORM_RADICAL;
        case NH_EXPLICIT_PIECEWISE: return NH_FORM_PIECEWISE;
        case NH_EXPLICIT_TRANSCENDENTAL: return NH_FORM_TRANSCENDENTAL;
        case NH_EXPLICIT_IMPLICIT: break;
    }
    return NH_FORM_IMPLICIT;
}

/* ---- texts ---- */

/* Whether the text of e has few symbols, numbers and signs: what is shared is written wherever it stands. */
static bool is_short(nh_pool *pool, nh_expr e) {
    nh_expr left[2 * MOST_SYMBOLS];
    uint32_t count = 1;
    left[0] = e;
    for (uint32_t seen = 0; count > 0; seen++) {
        nh_expr now = left[--count];
        uint32_t arity = nh_expr_arity(pool, now);
        if (seen + count + arity > MOST_SYMBOLS) return false;
        for (uint32_t k = 0; k < arity; k++) left[count++] = nh_expr_args(pool, now)[k];
    }
    return true;
}

static const char *text_of(const nh_check *c, nh_expr e) {
    nh_pool *pool = c->model->pool;
    if (e == NH_EXPR_UNDEFINED || !is_short(pool, e)) return NULL;
    nh_text text = nh_text_begin(c->arena);
    nh_expr_print(pool, &text, e);
    return nh_text_string(&text);
}

/* "x' = 0 and y' = 0" */
static const char *conditions_text(const nh_check *c, uint32_t count, const nh_expr *zero) {
    nh_text text = nh_text_begin(c->arena);
    for (uint32_t i = 0; i < count; i++) {
        NH_ASSERT(count == 0 || zero != NULL);
        const char *one = text_of(c, zero[i]);
        nh_text_format(&text, "%s%s = 0", i > 0 ? " and " : "", one != NULL ? one : "...");
    }
    return nh_text_string(&text);
}

static const char *velocity_text(const nh_check *c, uint32_t coordinate) {
    return text_of(c, c->model->coordinates.items[coordinate].v);
}

static const char **list_velocities(const nh_check *c, uint32_t count, const uint32_t *coordinates) {
    NH_ASSERT(nh_are_below(count, coordinates, c->model->coordinates.count));
    const char **names = NH_NEW_ARRAY(c->arena, const char *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) names[i] = velocity_text(c, coordinates[i]);
    return names;
}

/* ---- making ---- */

static void describe_rows(nh_check *c) {
    const nh_analysis *x = c->analysis;
    c->rows = NH_NEW_ARRAY(c->arena, nh_check_row, c->model->rows.count);
    for (uint32_t i = 0; i < c->model->rows.count; i++) {
        const nh_row *row = &c->model->rows.items[i];
        const nh_kind *kind = &x->kind[i];
        if (!row->is_imposed) continue;
        c->rows[c->row_count++] = (nh_check_row){.name = nh_name_text(c->context, row->name),
                                                 .kind = kind->kind,
                                                 .degree = kind->degree,
                                                 .homogeneous = x->is_homogeneous[i],
                                                 .rheonomic = x->rheonomic[i],
                                                 .redundant = x->rank.redundant[i],
                                                 .combination = x->rank.combination[i],
                                                 .integrable = x->integrability.alone[i],
                                                 .integral = text_of(c, x->integrability.of_row[i]),
                                                 .factor = text_of(c, x->integrability.factor[i])};
    }
}

static void describe_form(nh_check *c) {
    const nh_admissible *a = c->analysis->admissible;
    const nh_explicit *form = a->form;
    bool is_known = form != NULL && a->open == NULL;
    c->info.form = is_known ? form_of(form->kind) : NH_FORM_UNKNOWN;
    if (!is_known) return;
    c->info.independent = form->m;
    c->info.dependent = form->k;
    c->independent = list_velocities(c, form->m, form->independent);
    c->dependent = NH_NEW_ARRAY(c->arena, nh_check_dependent, form->k);
    uint32_t next = 0; /* of the signs, which come in the order of the velocities */
    for (uint32_t d = 0; d < form->k; d++) {
        const nh_dependent *given = &form->dependent[d];
        c->dependent[d] = (nh_check_dependent){
            .name = velocity_text(c, given->coordinate),
            .row = nh_name_text(c->context, c->model->rows.items[given->row].name),
            .form = form_of(given->kind),
            .alpha = given->kind == NH_EXPLICIT_IMPLICIT ? NULL : text_of(c, given->alpha),
            .sign = given->sign == NH_EXPR_UNDEFINED ? 0
                    : a->signs[next++] < 0           ? -1
                                                     : 1,
        };
    }
}

static void describe_places(nh_check *c) {
    c->conditions = NH_NEW_ARRAY(c->arena, nh_check_condition, c->places.count);
    for (uint32_t i = 0; i < c->places.count; i++) {
        const nh_condition *given = &c->places.items[i];
        c->conditions[i] = (nh_check_condition){.kind = given->kind,
                                                .text = conditions_text(c, given->count, given->zero),
                                                .by = given->by,
                                                .is_near = given->is_near,
                                                .other_values = given->is_elsewhere};
    }
    c->components = NH_NEW_ARRAY(c->arena, nh_check_component, c->parts.count);
    for (uint32_t i = 0; i < c->parts.count; i++) {
        const nh_part *part = &c->parts.items[i];
        c->components[i] = (nh_check_component){conditions_text(c, part->count, part->zero), part->dimension,
                                                part->real, part->rank, part->is_at_hand};
    }
}

/* "2*x*a - b": the rate of an integral by the rows. */
static const char *rate_text(const nh_check *c, const nh_position_integrals *x, uint32_t i) {
    NH_ASSERT(i < x->found && (x->rows == 0 || x->factor != NULL));
    nh_pool *pool = c->model->pool;
    nh_expr sum = NH_EXPR_ZERO;
    if (x->rows == 0) return NULL;
    for (uint32_t k = 0; k < x->rows; k++) {
        nh_name name = c->model->rows.items[x->row[k]].name;
        nh_expr row = nh_expr_symbol(pool, NH_ROLE_PARAMETER, name, 0), factor = x->factor[(size_t)i * x->rows + k];
        sum = nh_expr_add(pool, sum, nh_expr_mul(pool, factor, row));
    }
    return text_of(c, sum);
}

static void describe_integrals(nh_check *c) {
    const nh_admissible *a = c->analysis->admissible;
    const nh_position_integrals *x = &c->analysis->integrability.together;
    NH_ASSERT(x->found == 0 || x->function != NULL);
    double *constant = NH_NEW_ARRAY(c->arena, double, (size_t)x->found + 1);
    for (uint32_t i = 0; i < x->found; i++) constant[i] = NAN;
    if (a->at != NH_CHECK_NONE && x->found > 0) nh_sizes_values(a, x->found, x->function, constant);
    for (uint32_t i = 0; i < x->found; i++)
        if (!isfinite(constant[i])) constant[i] = NAN;
    c->integrals = NH_NEW_ARRAY(c->arena, nh_check_integral, x->found);
    for (uint32_t i = 0; i < x->found; i++) {
        const char *text = text_of(c, x->function[i]);
        if (text != NULL)
            c->integrals[c->info.integrals_found++] =
                (nh_check_integral){.function = text,
                                    .constant = constant[i],
                                    .combination = rate_text(c, x, i),
                                    .is_local = !nh_integral_is_of_one_sheet(a->model->pool, x->function[i])};
    }
}

/* Those of the commutation condition that are not 0. */
static void describe_commutation(nh_check *c) {
    const nh_commutation *x = &c->analysis->commutation;
    size_t count = (size_t)x->rows * x->by_rows;
    NH_ASSERT(count == 0 || (x->rho != NULL && x->by != NH_EVIDENCE_NONE));
    c->info.commutation_coefficients_by = x->by;
    c->coefficients = NH_NEW_ARRAY(c->arena, nh_check_coefficient, count + 1);
    for (size_t i = 0; i < count; i++) {
        if (x->rho[i] == NH_EXPR_ZERO) continue;
        nh_name row = c->model->rows.items[x->row[i / x->by_rows]].name;
        nh_name by = c->model->rows.items[x->by_row[i % x->by_rows]].name;
        c->coefficients[c->info.commutation_coefficients++] =
            (nh_check_coefficient){nh_name_text(c->context, row), nh_name_text(c->context, by), text_of(c, x->rho[i])};
    }
}

/* Whether it is said by a geometric row by itself: what components have in common with the rows is not hidden. */
static bool is_geometric_row(const nh_check *c, nh_expr e) {
    nh_pool *pool = c->model->pool;
    nh_rat factor;
    nh_expr plain = nh_expr_split(pool, nh_expr_normal(pool, e), &factor);
    for (size_t i = 0; i < c->model->rows.count; i++) {
        const nh_row *row = &c->model->rows.items[i];
        if (!row->is_imposed || !row->is_geometric) continue;
        nh_expr other = nh_expr_split(pool, nh_expr_normal(pool, row->residual), &factor);
        if (other == plain) return true;
    }
    return false;
}

/* The conditions on positions among the equations of a component. */
static uint32_t hidden_of_part(const nh_check *c, const nh_part *part, nh_expr *zero) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < part->count; k++)
        if (!nh_expr_has(c->model->pool, part->zero[k], NH_HAS_VELOCITY) && !is_geometric_row(c, part->zero[k]))
            zero[count++] = part->zero[k];
    return count;
    NH_ASSERT(count <= part->count);
}

/* What has joined the rows, and what other components force. */
static void describe_hidden(nh_check *c) {
    const nh_model *model = c->model;
    c->hidden = NH_NEW_ARRAY(c->arena, nh_check_hidden, model->rows.count + c->parts.count);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (!row->is_hidden) continue;
        nh_expr zero = nh_expr_readable(model->pool, c->arena, row->residual);
        c->hidden[c->info.hidden++] =
            (nh_check_hidden){.text = conditions_text(c, 1, &zero), .row = nh_name_text(c->context, row->name)};
    }
    for (uint32_t i = 0; i < c->parts.count; i++) {
        const nh_part *part = &c->parts.items[i];
        nh_expr *zero = NH_NEW_ARRAY(c->arena, nh_expr, part->count);
        uint32_t count = part->is_at_hand ? 0 : hidden_of_part(c, part, zero);
        if (count > 0)
            c->hidden[c->info.hidden++] = (nh_check_hidden){.text = conditions_text(c, count, zero), .component = i};
    }
    NH_ASSERT(c->info.hidden <= model->rows.count + c->parts.count);
}

static void describe_homogeneous(nh_check *c) {
    const nh_analysis *x = c->analysis;
    c->homogeneous = NH_NEW_ARRAY(c->arena, const char *, (size_t)x->homogeneous_count + 1);
    for (uint32_t i = 0; i < x->homogeneous_count; i++) {
        const char *text = text_of(c, x->homogeneous[i]);
        if (text != NULL) c->homogeneous[c->info.homogeneous_rows++] = text;
    }
}

/* What holds almost everywhere, and has no places where it fails. What is proved everywhere is proved. */
static nh_fact fact_everywhere(nh_fact *almost, nh_fact has_no) {
    NH_ASSERT(almost->truth == NH_UNKNOWN || almost->by != NH_EVIDENCE_NONE);
    if (almost->truth != NH_YES) return *almost;
    if (has_no.truth == NH_YES && has_no.by == NH_EVIDENCE_PROVED) almost->by = NH_EVIDENCE_PROVED;
    return has_no;
}

static void describe_gauge(nh_check *c) {
    const nh_gauge *gauge = c->info.regular.truth == NH_NO ? nh_gauge_find(c->model, c->arena) : NULL;
    if (gauge != NULL) c->info.gauge = nh_gauge_words(c->model, c->arena, gauge);
}

static void describe_regularity(nh_check *c) {
    bool has_rows = c->analysis->admissible->lagrange.rows > 0;
    nh_fact of_rows =
        has_rows ? nh_conditions_have_none(&c->places, NH_CONDITION_RANK) : nh_fact_yes(NH_EVIDENCE_PROVED);
    nh_fact of_mass = nh_conditions_have_none(&c->places, NH_CONDITION_MASS);
    nh_fact of_hessian = nh_conditions_have_none(&c->places, NH_CONDITION_HESSIAN);
    c->info.regular_everywhere = fact_everywhere(&c->info.regular, nh_fact_and(of_rows, of_mass));
    c->info.regular_free_everywhere = fact_everywhere(&c->info.regular_free, of_hessian);
}

static void describe_facts(nh_check *c) {
    const nh_analysis *x = c->analysis;
    c->info = (nh_check_info){
        .n = c->model->coordinates.count,
        .m = x->rank.m,
        .bound = x->rank.bound,
        .k = x->rank.k,
        .geometric = x->rank.geometric,
        .kind = x->together.kind,
        .degree = x->together.degree,
        .homogeneous = x->together_is_homogeneous,
        .state = x->admissible->at,
        .has_no_states = x->admissible->is_empty,
        .open = x->admissible->open,
        .rank_drops_at_start = x->admissible->rank_drops,
        .alpha_bar_equals_alpha = x->alpha_bar_equals_alpha,
        .energy_conserved = x->energy_conserved,
        .chaplygin = x->chaplygin.fact,
        .regular = x->regular,
        .regular_free = x->regular_free,
        .independent_refused = x->admissible->is_refused,
        .chaplygin_independent = x->chaplygin.m,
        .conditions = c->places.count,
        .components = c->parts.count,
        .integrals = x->integrability.together.count,
        .commutation = x->integrability.is_integrable,
        .growth = x->integrability.growth_by == NH_EVIDENCE_NONE ? 0 : x->integrability.growth.count,
        .growth_by = x->integrability.growth_by,
        .growth_has_time = x->integrability.growth_has_time,
    };
    memcpy(c->info.conditions_complete, c->places.complete, sizeof c->info.conditions_complete);
    c->chaplygin = list_velocities(c, x->chaplygin.m, x->chaplygin.independent);
    describe_regularity(c);
    describe_gauge(c);
}

/* Components are those of the states, whatever their gradients are; singular configurations are distinguished by
 * these. */
static void find_places(nh_check *c) {
    nh_admissible *a = c->analysis->admissible;
    if (a->open == NULL) c->places = nh_conditions_find(a);
    if (nh_curved_rows_act(c->model)) /* where their accelerations meet others is not examined */
        for (int i = 0; i < NH_CONDITION_KINDS; i++) c->places.complete[i] = NH_EVIDENCE_NONE;
    if (a->at != NH_CHECK_NONE || a->states == NULL) c->parts = nh_parts_find(a);
}

static void find_special(nh_check *c) {
    nh_special special = nh_special_find(c->arena, c->model, c->seed);
    c->special = special.items;
    c->has_special = true;
    c->info.special = special.count;
    c->info.is_special_known = special.is_known;
}

/* A copy in which rows that are not linear in the accelerations are tangents at those of the initial state. The model
 * itself where there is no such state. */
static const nh_model *at_start(const nh_model *model, nh_arena *arena) {
    if (!nh_curved_rows_act(model) || !nh_model_is_closed(model)) return model;
    const double *known = nh_model_parameter_values(model, arena);
    size_t n = model->coordinates.count;
    double *parameters = NH_NEW_ARRAY(arena, double, model->parameters.count);
    memcpy(parameters, known, model->parameters.count * sizeof *known);
    nh_states *states = nh_states_make(arena, model, parameters);
    nh_state at = {.q = NH_NEW_ARRAY(arena, double, n + 1), .v = NH_NEW_ARRAY(arena, double, n + 1)};
    nh_curved *curved = nh_curved_make(arena, model);
    double t = nh_model_start_time(model, arena, known);
    nh_curved_set(curved, known);
    if (!nh_states_given(states, t, &at) || nh_curved_at(curved, t, at.q, at.v) != NH_CURVED_FOUND) return model;
    nh_curved_fill(curved, parameters);
    nh_model *copy = nh_model_copy(model, arena);
    copy->curved_is_set = true;
    copy->parameters.items = NH_NEW_ARRAY(arena, nh_parameter, model->parameters.count);
    for (size_t i = 0; i < model->parameters.count; i++) {
        nh_parameter *item = &copy->parameters.items[i];
        *item = model->parameters.items[i];
        if (item->is_tangent) item->value = nh_expr_number(model->pool, nh_rat_from_double(arena, parameters[i]));
    }
    return copy;
}

static void *make_check(nh_arena *arena, const nh_model *model, const void *given) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_check_def *def = given;
    model = at_start(model, arena);
    nh_check *c = NH_NEW(arena, nh_check);
    *c = (nh_check){.model = model, .context = model->context, .arena = arena, .seed = def->seed};
    c->analysis = nh_analysis_make(arena, model, def->seed);
    if (!def->without_places) find_places(c);
    describe_facts(c);
    describe_rows(c);
    describe_form(c);
    describe_places(c);
    describe_homogeneous(c);
    describe_integrals(c);
    describe_commutation(c);
    describe_hidden(c);
    if (def->with_special) find_special(c);
    c->energies = nh_check_find_energies(arena, c->analysis, &c->energy_count);
    c->formulations = nh_check_find_formulations(arena, c->analysis, &c->formulation_count);
    return c;
}

nh_status nh_check_make(const nh_model *model, const nh_check_def *def, nh_check **check) {
    bool is_made = def != NULL && def->magic == NH_MAGIC_CHECK;
    const char *wrong = is_made ? NULL : "nh_check_make: def was not made by nh_default_check";
    nh_make_request m = {__func__, model, def, wrong, check != NULL, make_check, NULL};
    nh_status status = nh_border_make(&m);
    if (check != NULL) *check = m.made;
    return status;
}

void nh_check_destroy(nh_check *check) {
    if (check != NULL) nh_arena_destroy(check->arena); /* the check itself is in it */
}

/* ---- asking ---- */

nh_check_info nh_check_get_info(const nh_check *check) {
    return check != NULL ? check->info : (nh_check_info){.state = NH_CHECK_NONE, .form = NH_FORM_UNKNOWN};
}

size_t nh_check_row_count(const nh_check *check) {
    return check != NULL ? check->row_count : 0;
}

const char *nh_check_independent(const nh_check *check, size_t i) {
    return check != NULL && i < check->info.independent ? check->independent[i] : NULL;
}

const char *nh_check_chaplygin_independent(const nh_check *check, size_t i) {
    return check != NULL && i < check->info.chaplygin_independent ? check->chaplygin[i] : NULL;
}

const char *nh_check_homogeneous(const nh_check *check, size_t i) {
    return check != NULL && i < check->info.homogeneous_rows ? check->homogeneous[i] : NULL;
}

/* Each gives item number i. */
#define GETTER(function, item_type, items, count, what)                                                                \
    nh_status function(const nh_check *check, size_t i, item_type *item) {                                             \
        nh_status status = NH_ASK(check, item, i, count, what);                                                        \
        if (status == NH_OK) *item = check->items[i];                                                                  \
        return status;                                                                                                 \
    }

GETTER(nh_check_get_row, nh_check_row, rows, check->row_count, "row")
GETTER(nh_check_get_dependent, nh_check_dependent, dependent, check->info.dependent, "dependent velocity")
GETTER(nh_check_get_coefficient, nh_check_coefficient, coefficients, check->info.commutation_coefficients,
       "coefficient")
GETTER(nh_check_get_condition, nh_check_condition, conditions, check->info.conditions, "condition")
GETTER(nh_check_get_component, nh_check_component, components, check->info.components, "component")
GETTER(nh_check_get_energy, nh_check_energy, energies, check->energy_count, "energy")
GETTER(nh_check_get_integral, nh_check_integral, integrals, check->info.integrals_found, "integral")
GETTER(nh_check_get_hidden, nh_check_hidden, hidden, check->info.hidden, "hidden condition")
GETTER(nh_check_get_special, nh_check_special, special, check->info.special, "special value")
GETTER(nh_check_get_formulation, nh_check_formulation, formulations, check->formulation_count, "formulation")

size_t nh_check_growth(const nh_check *check, size_t i) {
    return check != NULL && i < check->info.growth ? check->analysis->integrability.growth.dimension[i] : 0;
}

size_t nh_check_energy_count(const nh_check *check) {
    return check != NULL ? check->energy_count : 0;
}

size_t nh_check_formulation_count(const nh_check *check) {
    return check != NULL ? check->formulation_count : 0;
}
