/* The motion as a vector field on the admissible states.
 *
 * Geometric constraints are solved for coordinates (facts/integrable/chart.h), velocities come from the explicit form
 * (state/explicit/explicit.h). Accelerations are
 * found point by point, from Lagrange's equations with multipliers, by elimination modulo p: their formulas, which may
 * be long, are not needed. */
#include <string.h>

#include "algebra/field/normal.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "integrals/integrals_private.h"
#include "model/inputs.h"
#include "tape/program.h"

/* ---- what takes the place of what ---- */

typedef struct replacement {
    nh_pool *pool;
    nh_exprs from, to;
} replacement;

static nh_expr replace_in(const replacement *r, nh_expr e) {
    return nh_expr_substitute(r->pool, nh_expr_expand_names(r->pool, e), (uint32_t)r->from.count, r->from.items,
                              r->to.items, true);
}

static void add_replacement(replacement *r, nh_expr from, nh_expr to) {
    nh_array_push(&r->from, from);
    nh_array_push(&r->to, to);
}

/* Parameters that the model defines by others, which precede them. */
static void replace_parameters(replacement *r, const nh_model *model) {
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        uint32_t symbols = 0;
        if (p->value == NH_EXPR_UNDEFINED) continue;
        (void)nh_expr_symbols(r->pool, r->from.arena, 1, &p->value, &symbols);
        if (symbols > 0) add_replacement(r, p->symbol, replace_in(r, p->value));
    }
}

static bool is_replaced(const replacement *r, nh_expr symbol) {
    return nh_exprs_has(&r->from, symbol);
}

/* ---- making ---- */

nh_expr nh_flow_restrict(const nh_flow *flow, nh_expr e) {
    e = nh_explicit_restrict(flow->form, nh_expr_expand_names(flow->pool, e), flow->signs);
    return nh_expr_substitute(flow->pool, e, flow->replaced, flow->from, flow->to, true);
}

static void restrict_all(const nh_flow *flow, size_t count, nh_expr *e) {
    for (size_t i = 0; i < count; i++) e[i] = nh_flow_restrict(flow, e[i]);
}

/* The rows of a matrix that are in the list, which is rising like those of the matrix. */
static nh_expr_matrix pick_rows(nh_arena *arena, const nh_expr_matrix *matrix, uint32_t count, const uint32_t *chosen) {
    nh_expr_matrix m = {.rows = count, .columns = matrix->columns};
    uint32_t size = matrix->start[matrix->rows], at = 0;
    NH_ASSERT(count <= matrix->rows && nh_are_below(count, chosen, matrix->rows));
    m.start = NH_NEW_ARRAY(arena, uint32_t, count + 1);
    m.column = NH_NEW_ARRAY(arena, uint32_t, size + 1);
    m.entry = NH_NEW_ARRAY(arena, nh_expr, size + 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t e = matrix->start[chosen[i]]; e < matrix->start[chosen[i] + 1]; e++, at++)
            m.column[at] = matrix->column[e], m.entry[at] = matrix->entry[e];
        m.start[i + 1] = at;
    }
    return m;
}

/* Lagrange's equations with the rows of the explicit form, and those with accelerations. */
static void make_equations(nh_flow *flow, uint32_t k, const uint32_t *rows) {
    nh_lagrange x = nh_lagrange_derive(flow->model, flow->arena, false);
    uint32_t *chosen = NH_NEW_ARRAY(flow->arena, uint32_t, x.acting + 1), count = 0;
    for (uint32_t j = 0; j < x.acting; j++)
        if (j >= x.rows || nh_is_among(x.row[j], k, rows)) chosen[count++] = j;
    NH_ASSERT(count == k + x.acting - x.rows);
    k = count;
    nh_expr *drift = NH_NEW_ARRAY(flow->arena, nh_expr, k + 1), *force = NH_NEW_ARRAY(flow->arena, nh_expr, x.n + 1);
    for (uint32_t j = 0; j < k; j++) drift[j] = x.drift[chosen[j]];
    for (uint32_t i = 0; i < x.n; i++) force[i] = x.force[i];
    flow->n = x.n, flow->rows = k;
    uint32_t *all = NH_NEW_ARRAY(flow->arena, uint32_t, x.n + 1);
    for (uint32_t i = 0; i < x.n; i++) all[i] = i;
    flow->matrix = pick_rows(flow->arena, &x.matrix, x.n, all);
    flow->jacobian = pick_rows(flow->arena, &x.jacobian, k, chosen);
    restrict_all(flow, flow->matrix.start[x.n], flow->matrix.entry);
    restrict_all(flow, flow->jacobian.start[k], flow->jacobian.entry);
    restrict_all(flow, k, drift);
    restrict_all(flow, x.n, force);
    flow->drift = drift, flow->force = force;
}

static bool has_time(const nh_flow *flow) {
    nh_exprs list = {.arena = flow->arena};
    nh_flow_list(flow, &list);
    for (size_t i = 0; i < list.count; i++)
        if (nh_expr_depends_on(flow->pool, list.items[i], 1, &flow->model->time)) return true;
    return false;
}

static void make_variables(nh_flow *flow, const replacement *r) {
    const nh_model *model = flow->model;
    uint32_t n = flow->n, count = 0;
    nh_expr *variables = NH_NEW_ARRAY(flow->arena, nh_expr, 2 * (size_t)n + 1);
    nh_expr *rates = NH_NEW_ARRAY(flow->arena, nh_expr, (size_t)n + 1);
    uint32_t *coordinate = NH_NEW_ARRAY(flow->arena, uint32_t, 2 * (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (is_replaced(r, model->coordinates.items[i].q)) continue;
        rates[count] = nh_flow_restrict(flow, model->coordinates.items[i].v);
        coordinate[count] = i;
        variables[count++] = model->coordinates.items[i].q;
    }
    flow->positions = count;
    flow->variables = variables, flow->rates = rates, flow->coordinate = coordinate;
    flow->times = has_time(flow);
    if (flow->times) {
        for (uint32_t i = count; i > 0; i--)
            variables[i] = variables[i - 1], rates[i] = rates[i - 1], coordinate[i] = coordinate[i - 1];
        variables[0] = model->time, rates[0] = NH_EXPR_ONE, coordinate[0] = NH_MODEL_NONE;
        count++;
    }
    for (uint32_t i = 0; i < flow->form->m; i++) {
        coordinate[count] = flow->form->independent[i];
        variables[count++] = model->coordinates.items[flow->form->independent[i]].v;
    }
    flow->count = count;
}

nh_flow *nh_flow_make(nh_arena *arena, nh_admissible *a, nh_flow_def def, const char **why) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_pool *pool = a->model->pool;
    *why = a->open;
    if (a->form == NULL || a->open != NULL) {
        if (*why == NULL) *why = "no admissible state was found";
        return NULL;
    }
    if (a->form->kind == NH_EXPLICIT_IMPLICIT) {
        *why = "the constraints have no explicit form";
        return NULL;
    }
    nh_flow *flow = NH_NEW(arena, nh_flow);
    *flow = (nh_flow){.model = a->model, .pool = pool, .arena = arena, .form = a->form, .signs = a->signs};
    flow->state = &a->state, flow->parameters = nh_states_parameters(a->states);
    replacement r = {.pool = pool, .from = {.arena = arena}, .to = {.arena = arena}};
    uint32_t k = a->form->k;
    uint32_t *rows = NH_NEW_ARRAY(arena, uint32_t, k + 1), *dependent = NH_NEW_ARRAY(arena, uint32_t, k + 1);
    nh_explicit_parts_of(a->form, rows, dependent);
    nh_chart chart = nh_chart_find(a);
    if (!chart.is_complete) {
        *why = "the geometric constraints could not be solved for coordinates";
        return NULL;
    }
    for (size_t i = 0; def.values != NULL && i < def.values->symbol.count; i++)
        add_replacement(&r, def.values->symbol.items[i], def.values->value.items[i]);
    if (def.has_definitions) replace_parameters(&r, a->model);
    flow->definitions = (uint32_t)r.from.count;
    for (uint32_t i = 0; i < chart.count; i++) {
        nh_expr value = replace_in(&r, chart.value[i]);
        add_replacement(&r, chart.symbol[i], value);
    }
    flow->chart = chart;
    flow->replaced = (uint32_t)r.from.count, flow->from = r.from.items, flow->to = r.to.items;
    make_equations(flow, k, rows);
    make_variables(flow, &r);
    return flow;
}

double nh_flow_value(const nh_flow *flow, nh_expr e) {
    size_t n = flow->model->coordinates.count;
    nh_arena *arena = nh_arena_create(flow->model->context);
    double *inputs = NH_NEW_ARRAY(arena, double, 2 * n + 1);
    inputs[0] = flow->state->t;
    memcpy(inputs + 1, flow->state->q, n * sizeof *inputs);
    memcpy(inputs + 1 + n, flow->state->v, n * sizeof *inputs);
    nh_tape_def def = nh_model_tape_def(flow->model, arena, false, 1, &e);
    double value;
    nh_program_run(nh_program_of(arena, flow->pool, &def, flow->parameters), inputs, &value);
    nh_arena_destroy(arena);
    return value;
}

const char *nh_flow_definitions(const nh_flow *flow) {
    nh_text text = nh_text_begin(flow->arena);
    for (uint32_t i = 0; i < flow->definitions; i++) {
        nh_text_add(&text, i > 0 ? ", " : "");
        nh_expr_print(flow->pool, &text, flow->from[i]);
        nh_text_add(&text, " = ");
        nh_expr_print(flow->pool, &text, flow->to[i]);
    }
    return nh_text_string(&text);
}

/* The factors of a product that are constant, or those that are not. */
static nh_expr choose_factors(const nh_flow *flow, nh_expr product, bool are_constant) {
    nh_pool *pool = flow->pool;
    nh_expr chosen = NH_EXPR_ONE;
    if (nh_expr_kind_of(pool, product) != NH_EXPR_PRODUCT) {
        bool is_constant = !nh_expr_depends_on(pool, nh_flow_restrict(flow, product), flow->count, flow->variables);
        return is_constant == are_constant ? product : chosen;
    }
    for (uint32_t i = 0; i + 1 < nh_expr_arity(pool, product); i += 2) {
        nh_expr base = nh_expr_args(pool, product)[i], exponent = nh_expr_args(pool, product)[i + 1];
        bool is_constant = !nh_expr_depends_on(pool, nh_flow_restrict(flow, base), flow->count, flow->variables);
        if (is_constant == are_constant) chosen = nh_expr_mul(pool, chosen, nh_expr_pow(pool, base, exponent));
    }
    return chosen;
}

/* Of a sum the factors of its first term are tried. */
nh_expr nh_flow_without_constants(const nh_flow *flow, nh_expr e) {
    if (nh_expr_kind_of(flow->pool, e) != NH_EXPR_SUM) return choose_factors(flow, e, false);
    nh_expr common = choose_factors(flow, nh_expr_args(flow->pool, e)[1], true);
    nh_expr quotient = nh_expr_normal(flow->pool, nh_expr_div(flow->pool, e, common));
    bool is_shorter =
        quotient != NH_EXPR_UNDEFINED && nh_expr_length(flow->pool, quotient) < nh_expr_length(flow->pool, e);
    return is_shorter ? quotient : e;
}

/* ---- values ---- */

void nh_flow_list(const nh_flow *flow, nh_exprs *list) {
    size_t before = list->count;
    nh_array_append(list, flow->matrix.start[flow->n], flow->matrix.entry);
    nh_array_append(list, flow->jacobian.start[flow->rows], flow->jacobian.entry);
    nh_array_append(list, flow->n, flow->force);
    nh_array_append(list, flow->rows, flow->drift);
    nh_array_append(list, flow->positions + flow->times, flow->rates);
    NH_ASSERT(list->count - before == nh_flow_size(flow));
}

size_t nh_flow_size(const nh_flow *flow) {
    return (size_t)flow->matrix.start[flow->n] + flow->jacobian.start[flow->rows] + flow->n + flow->rows +
           flow->positions + flow->times;
}

/* [matrix, -jacobian^T, force; jacobian, 0, -drift], row by row. */
static uint64_t *fill_system(const nh_flow *flow, nh_arena *arena, const uint64_t *values) {
    uint32_t n = flow->n, size = n + flow->rows, width = size + 1;
    uint64_t *a = NH_NEW_ARRAY(arena, uint64_t, (size_t)size * width + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t e = flow->matrix.start[i]; e < flow->matrix.start[i + 1]; e++)
            a[(size_t)i * width + flow->matrix.column[e]] = *values++;
    for (uint32_t j = 0; j < flow->rows; j++)
        for (uint32_t e = flow->jacobian.start[j]; e < flow->jacobian.start[j + 1]; e++, values++) {
            uint32_t column = flow->jacobian.column[e];
            a[(size_t)(n + j) * width + column] = *values;
            a[(size_t)column * width + n + j] = nh_modular_sub(0, *values);
        }
    for (uint32_t i = 0; i < n; i++) a[(size_t)i * width + size] = *values++;
    for (uint32_t j = 0; j < flow->rows; j++) a[(size_t)(n + j) * width + size] = nh_modular_sub(0, *values++);
    return a;
}

bool nh_flow_solve(const nh_flow *flow, const uint64_t *values, uint64_t *rates) {
    uint32_t size = flow->n + flow->rows, known = flow->times + flow->positions;
    NH_ASSERT(flow->count >= known && values != rates);
    nh_arena *scratch = nh_scratch(nh_pool_context(flow->pool));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint64_t *a = fill_system(flow, scratch, values);
    nh_echelon echelon = nh_echelon_make(scratch, size + 1);
    for (uint32_t i = 0; i < size; i++) nh_echelon_add(&echelon, a + (size_t)i * (size + 1));
    bool is_regular = echelon.rank == size && echelon.row_of[size] == NULL;
    if (is_regular) nh_echelon_reduce(&echelon);
    for (uint32_t i = 0; i < known; i++) rates[i] = values[nh_flow_size(flow) - known + i];
    for (uint32_t i = known; is_regular && i < flow->count; i++) rates[i] = echelon.row_of[flow->coordinate[i]][size];
    nh_arena_release(scratch, mark);
    return is_regular;
}
