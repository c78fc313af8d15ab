/* Programs for the equations of admissible states, their derivatives, the mass matrix and the initial values.
 *
 * The residual of an equation is judged relative to the size of its terms: the sum of their absolute values as the
 * residual is written, in products too, and of |de/dz_i z_i| for those that are hidden under functions. So that an
 * equation whose unknowns happen to be 0 has a size too, the largest of all unknowns counts very little for each of
 * them. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/map.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "num/linear/doubles.h"
#include "state/state_private.h"

/* The share of the largest unknown in the size of all of them, and a floor for that. */
#define SHARE_OF_ALL 1e-10
#define SMALLEST_UNKNOWN 1e-6
/* Differences that further equations make 0, in doubles. */
#define NEAR_ZERO 1e-12

/* ---- making ---- */

static nh_program *make_program(nh_states *s, size_t count, const nh_expr *outputs, const double *parameters) {
    const nh_model *model = s->model;
    nh_tape_def def = nh_model_tape_def(model, s->arena, false, count, outputs);
    return nh_program_of(s->arena, model->pool, &def, parameters);
}

typedef struct equation_list {
    nh_expr *e;
    nh_expr *values; /* of unknowns given directly */
    nh_map unknowns; /* symbol to number */
} equation_list;

static nh_map number_unknowns(const nh_states *s) {
    nh_map map = nh_map_make(s->arena);
    for (uint32_t i = 0; i < s->n; i++) {
        nh_map_put(&map, s->model->coordinates.items[i].q, i);
        nh_map_put(&map, s->model->coordinates.items[i].v, s->n + i);
    }
    return map;
}

static void add_equation(nh_states *s, equation_list *list, nh_equation equation, nh_expr e) {
    s->equations[s->count] = equation;
    list->e[s->count++] = e;
}

static void add_rates(nh_states *s, equation_list *list, bool of_geometric) {
    const nh_model *model = s->model;
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (nh_row_restricts(row) && row->is_geometric == of_geometric)
            add_equation(s, list, (nh_equation){NH_EQUATION_RATE, i, true, true}, nh_row_rate(s->model, row));
    }
}

/* Rates of geometric rows come before kinematic rows: of two that depend on each other the first one is taken, and x' =
 * 0 does not stand for x = 1. */
static void list_rows(nh_states *s, equation_list *list) {
    const nh_model *model = s->model;
    for (uint32_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        if (row->is_imposed && row->is_geometric)
            add_equation(s, list, (nh_equation){NH_EQUATION_GEOMETRIC, i, false, true}, row->residual);
    }
    s->geometric = s->count;
    add_rates(s, list, true);
    add_rates(s, list, false);
    s->rates = s->count;
    for (uint32_t i = 0; i < s->further; i++)
        add_equation(s, list, (nh_equation){NH_EQUATION_FURTHER, i, true, true}, s->zero[i]);
    s->rows = s->count;
}

static void list_initial(nh_states *s, equation_list *list, uint32_t number) {
    const nh_initial *item = &s->model->initials.items[number];
    nh_pool *pool = s->model->pool;
    const uint64_t *known = nh_map_get(&list->unknowns, item->quantity);
    if (known != NULL) {
        uint32_t unknown = (uint32_t)*known;
        s->given[unknown] = item->is_held ? NH_GIVEN_HELD : NH_GIVEN_GUESSED;
        s->given_by[unknown] = number;
        s->value_unknown[s->value_count] = unknown;
        list->values[s->value_count++] = item->value;
        return;
    }
    bool is_multiplier = nh_expr_kind_of(pool, item->quantity) == NH_EXPR_SYMBOL &&
                         nh_expr_symbol_of(pool, item->quantity)->role == NH_ROLE_MULTIPLIER;
    if (is_multiplier) return;
    add_equation(s, list, (nh_equation){NH_EQUATION_RELATION, number, false, item->is_held},
                 nh_expr_sub(pool, item->quantity, item->value));
}

/* The residuals from equation `first` on, the sizes of their terms, then their derivatives. */
static nh_program *make_equation_program(nh_states *s, const equation_list *list, uint32_t first, uint32_t end,
                                         const double *parameters) {
    uint32_t entries = s->J.start[end] - s->J.start[first];
    size_t part = end - first, count = 2 * part + entries;
    nh_expr *outputs = NH_NEW_ARRAY(s->arena, nh_expr, count + 1);
    memcpy(outputs, list->e + first, part * sizeof *outputs);
    for (size_t i = 0; i < part; i++) outputs[part + i] = nh_expr_terms_size(s->model->pool, list->e[first + i]);
    memcpy(outputs + 2 * part, s->J.entry + s->J.start[first], entries * sizeof *outputs);
    return make_program(s, count, outputs, parameters);
}

static nh_program *make_assumption_program(nh_states *s, const double *parameters) {
    const nh_model *model = s->model;
    nh_expr *outputs = NH_NEW_ARRAY(s->arena, nh_expr, model->assumptions.count + 1);
    for (size_t i = 0; i < model->assumptions.count; i++) {
        const nh_assumption *item = &model->assumptions.items[i];
        outputs[i] = nh_expr_sub(model->pool, item->left, item->right);
    }
    return make_program(s, model->assumptions.count, outputs, parameters);
}

static void make_derivatives(nh_states *s, const nh_expr *e) {
    const nh_model *model = s->model;
    nh_expr *unknowns = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->size + 1);
    memcpy(unknowns, nh_model_coordinates(model, s->arena), s->n * sizeof *unknowns);
    memcpy(unknowns + s->n, nh_model_velocities(model, s->arena), s->n * sizeof *unknowns);
    s->J = nh_expr_jacobian(model->pool, s->arena, s->count, e, s->size, unknowns);
    nh_expr *p = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)s->n + 1);
    nh_expr_gradient(model->pool, model->L, s->n, unknowns + s->n, p);
    s->M = nh_expr_jacobian(model->pool, s->arena, s->n, p, s->n, unknowns + s->n);
    for (uint32_t i = s->rows; i < s->count; i++)
        for (uint32_t k = s->J.start[i]; k < s->J.start[i + 1]; k++)
            if (s->J.column[k] >= s->n) s->equations[i].is_velocity = true;
    s->is_affine = NH_NEW_ARRAY(s->arena, bool, (size_t)s->count + 1);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t has = s->equations[i].kind == NH_EQUATION_GEOMETRIC ? NH_HAS_COORDINATE : NH_HAS_VELOCITY;
        s->is_affine[i] = true;
        for (uint32_t k = s->J.start[i]; k < s->J.start[i + 1]; k++)
            s->is_affine[i] = s->is_affine[i] && !nh_expr_has(model->pool, s->J.entry[k], has);
    }
    s->value = NH_NEW_ARRAY(s->arena, double, (size_t)s->count + 1);
    s->terms = NH_NEW_ARRAY(s->arena, double, (size_t)s->count + 1);
    s->slope = NH_NEW_ARRAY(s->arena, double, (size_t)s->J.start[s->count] + 1);
    s->mass = NH_NEW_ARRAY(s->arena, double, (size_t)s->M.start[s->n] + 1);
}

void nh_state_make_rows(nh_states *s, const double *parameters) {
    NH_ASSERT(s->size == 2 * s->n);
    const nh_model *model = s->model;
    size_t most = 2 * model->rows.count + s->further + model->initials.count + 1;
    equation_list list = {.e = NH_NEW_ARRAY(s->arena, nh_expr, most), .unknowns = number_unknowns(s)};
    list.values = NH_NEW_ARRAY(s->arena, nh_expr, most);
    s->equations = NH_NEW_ARRAY(s->arena, nh_equation, most);
    s->given = NH_NEW_ARRAY(s->arena, nh_given, (size_t)s->size + 1);
    s->given_by = NH_NEW_ARRAY(s->arena, uint32_t, (size_t)s->size + 1);
    s->value_unknown = NH_NEW_ARRAY(s->arena, uint32_t, most);
    s->inputs = NH_NEW_ARRAY(s->arena, double, (size_t)s->size + 1);
    list_rows(s, &list);
    for (uint32_t i = 0; i < model->initials.count; i++) list_initial(s, &list, i);
    make_derivatives(s, list.e);
    s->row_program = make_equation_program(s, &list, 0, s->rows, parameters);
    s->relation_program = make_equation_program(s, &list, s->rows, s->count, parameters);
    s->mass_program = make_program(s, s->M.start[s->n], s->M.entry, parameters);
    s->value_program = make_program(s, s->value_count, list.values, parameters);
    s->assumption_program = make_assumption_program(s, parameters);
}

/* ---- evaluating ---- */

static const double *run_state_tape(nh_states *s, nh_program *program, double t, const double *z) {
    s->inputs[0] = t;
    memcpy(s->inputs + 1, z, s->size * sizeof *z);
    return nh_program_at(program, s->inputs);
}

static void run_equations(nh_states *s, nh_program *program, uint32_t first, uint32_t end, const double *z) {
    const double *outputs = run_state_tape(s, program, s->inputs[0], z);
    size_t part = end - first;
    memcpy(s->value + first, outputs, part * sizeof *s->value);
    memcpy(s->terms + first, outputs + part, part * sizeof *s->terms);
    memcpy(s->slope + s->J.start[first], outputs + 2 * part, (s->J.start[end] - s->J.start[first]) * sizeof *s->slope);
}

static bool is_finite(const nh_states *s, uint32_t e) {
    if (!isfinite(s->value[e])) return false;
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
        if (!isfinite(s->slope[k])) return false;
    return true;
}

bool nh_state_evaluate(nh_states *s, double t, const double *z) {
    NH_ASSERT(z != s->value);
    s->inputs[0] = t;
    s->evaluations++;
    run_equations(s, s->row_program, 0, s->rows, z);
    bool with_relations = false;
    for (uint32_t e = s->rows; e < s->count; e++) with_relations |= s->is_active[e];
    if (with_relations) run_equations(s, s->relation_program, s->rows, s->count, z);
    for (uint32_t e = 0; e < s->count; e++)
        if (s->is_active[e] && !is_finite(s, e)) return false;
    return true;
}

bool nh_state_evaluate_held(nh_states *s, double t, const double *z) {
    if (nh_state_evaluate(s, t, z)) return true;
    for (uint32_t e = 0; e < s->count; e++) {
        if (!s->is_active[e] || is_finite(s, e)) continue;
        if (s->value[e] != 0) return false;
        for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++) s->slope[k] = 0;
    }
    return true;
}

bool nh_state_evaluate_mass(nh_states *s, double t, const double *z) {
    const double *outputs = run_state_tape(s, s->mass_program, t, z);
    bool good = true;
    for (uint32_t k = 0; k < s->M.start[s->n]; k++) {
        s->mass[k] = outputs[k];
        good &= isfinite(s->mass[k]) != 0;
    }
    return good;
}

const double *nh_state_evaluate_values(nh_states *s, double t) {
    memset(s->inputs, 0, ((size_t)s->size + 1) * sizeof *s->inputs);
    s->inputs[0] = t;
    return nh_program_at(s->value_program, s->inputs);
}

bool nh_state_assumptions_hold(nh_states *s, double t, const double *z) {
    double rounding = s->further > 0 ? NEAR_ZERO : 0; /* where x = y holds to rounding, x >= y may */
    const double *differences = run_state_tape(s, s->assumption_program, t, z);
    for (size_t i = 0; i < s->model->assumptions.count; i++) {
        double d = differences[i];
        switch (s->model->assumptions.items[i].relation) {
            case NH_LESS:
                if (!(d < 0)) return false;
                break;
            case NH_GREATER:
                if (!(d > 0)) return false;
                break;
            case NH_LESS_EQUAL:
                if (!(d <= rounding)) return false;
                break;
            case NH_GREATER_EQUAL:
                if (!(d >= -rounding)) return false;
                break;
            case NH_NOT_EQUAL:
                if (!(d != 0)) return false;
                break;
        }
    }
    return true;
}

/* ---- sizes ---- */

double nh_state_largest(const nh_states *s, const double *z) {
    return fmax(SMALLEST_UNKNOWN, nh_doubles_largest(z, s->size));
}

static double size_of(const nh_states *s, uint32_t e, const double *z, double most) {
    double size = isfinite(s->terms[e]) ? s->terms[e] : 0;
    for (uint32_t k = s->J.start[e]; k < s->J.start[e + 1]; k++)
        size += fabs(s->slope[k]) * (fabs(z[s->J.column[k]]) + SHARE_OF_ALL * most);
    return size;
}

double nh_state_relative(const nh_states *s, uint32_t e, const double *z, double largest) {
    if (s->value[e] == 0) return 0;
    NH_ASSERT(e < s->count);
    double size = size_of(s, e, z, largest);
    return size > 0 ? fabs(s->value[e]) / size : INFINITY;
}

double nh_state_worst(const nh_states *s, const double *z, uint32_t *which) {
    double worst = 0, largest = nh_state_largest(s, z);
    if (which) *which = 0;
    for (uint32_t e = 0; e < s->count; e++) {
        if (!s->is_active[e]) continue;
        double r = nh_state_relative(s, e, z, largest);
        if (r <= worst) continue;
        if (which) *which = e;
        worst = r;
    }
    return worst;
}

const double *nh_state_evaluate_slopes(nh_states *s, double t, const double *z) {
    NH_ASSERT(s->rows <= s->count && s->J.columns == s->size);
    uint32_t entries = s->J.start[s->rows];
    if (s->slope_program == NULL) {
        nh_expr *sizes = NH_NEW_ARRAY(s->arena, nh_expr, (size_t)entries + 1);
        for (uint32_t k = 0; k < entries; k++) sizes[k] = nh_expr_terms_size(s->model->pool, s->J.entry[k]);
        s->slope_program = make_program(s, entries, sizes, s->parameters);
    }
    return run_state_tape(s, s->slope_program, t, z);
}
