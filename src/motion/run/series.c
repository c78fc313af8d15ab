/* One tape over time, positions and velocities gives everything but the residual, row by row. */
#include "motion/run/series.h"

#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/doubles.h"
#include "state/state.h"
#include "tape/program.h"

typedef struct place {
    nh_name name;
    nh_vector position;
} place;

typedef NH_ARRAY(place) places;

typedef struct series_maker {
    nh_arena *arena;
    const nh_model *model;
    const nh_trajectory *trajectory;
    nh_series_set *set;
    const double *parameters;
    nh_map known; /* symbols that a state gives */
    places places;
    nh_exprs inputs;  /* t, q, q' */
    nh_exprs outputs; /* values[i] are those of output i */
    NH_ARRAY(double *) values;
} series_maker;

/* ---- what is computed ---- */

static void know_symbols(series_maker *m, size_t count, const nh_expr *symbols, nh_exprs *list) {
    for (size_t i = 0; i < count; i++) {
        nh_map_put(&m->known, symbols[i], 1);
        if (list != NULL) nh_array_push(list, symbols[i]);
    }
}

/* Where the values of e will be. */
static double *ask_values(series_maker *m, nh_expr e) {
    double *values = NH_NEW_ARRAY(m->arena, double, m->set->rows);
    nh_array_push(&m->outputs, e);
    nh_array_push(&m->values, values);
    return values;
}

static const char *text_of(const series_maker *m, nh_name name) {
    return nh_name_text(m->model->context, name);
}

/* ---- places ---- */

static uint64_t key_of(nh_vector position) {
    uint64_t key = 0;
    for (int k = 0; k < 3; k++) key = key * 0x9e3779b97f4a7c15u + position.x[k] + 1;
    return key;
}

/* Keys may be equal by chance, so the places are compared too. */
static void add_place(series_maker *m, nh_map *seen, place p) {
    if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, 3, p.position.x)) return;
    bool is_new;
    uint64_t *first = nh_map_slot(seen, key_of(p.position), &is_new);
    if (!is_new && nh_vector_equal(m->places.items[*first].position, p.position)) return;
    *first = m->places.count;
    nh_array_push(&m->places, p);
}

static void list_places(series_maker *m) {
    const nh_model *model = m->model;
    nh_map seen = nh_map_make(m->arena);
    for (size_t i = 0; i < model->points.count; i++)
        add_place(m, &seen, (place){model->points.items[i].name, model->points.items[i].position});
    for (size_t i = 0; i < model->bodies.count; i++)
        add_place(m, &seen, (place){model->bodies.items[i].name, model->bodies.items[i].center});
}

static bool is_fixed(const series_maker *m, nh_vector position) {
    for (int k = 0; k < 3; k++)
        if (nh_expr_has(m->model->pool, position.x[k], NH_HAS_ANYTHING)) return false;
    return true;
}

static void ask_paths(series_maker *m, size_t most) {
    size_t total = m->places.count, count = total < most ? total : most;
    nh_path *paths = NH_NEW_ARRAY(m->arena, nh_path, count);
    for (size_t i = 0; i < count; i++) {
        const place *p = &m->places.items[count > 1 ? i * (total - 1) / (count - 1) : 0];
        paths[i] = (nh_path){.name = text_of(m, p->name), .is_fixed = is_fixed(m, p->position)};
        nh_vector velocity = nh_vector_rate(m->model->pool, p->position);
        for (int k = 0; k < 3; k++) paths[i].x[k] = ask_values(m, p->position.x[k]);
        if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, 3, velocity.x)) continue;
        for (int k = 0; k < 3; k++) paths[i].v[k] = ask_values(m, velocity.x[k]);
    }
    m->set->paths = paths;
    m->set->path_count = count;
    m->set->path_total = total;
}

/* ---- energies, invariants ---- */

static void ask_energies(series_maker *m) {
    nh_expr T = m->model->T, V = m->model->V;
    m->set->E = (nh_series){"E", ask_values(m, nh_model_energy(m->model))};
    m->set->T.name = "T";
    m->set->V.name = "V";
    if (T == NH_EXPR_UNDEFINED || V == NH_EXPR_UNDEFINED) return;
    m->set->T.values = ask_values(m, T);
    if (V != NH_EXPR_ZERO) m->set->V.values = ask_values(m, V);
}

static void ask_invariants(series_maker *m) {
    NH_ARRAY(nh_series) list = {.arena = m->arena};
    for (size_t i = 0; i < m->model->records.count; i++) {
        const nh_record *record = &m->model->records.items[i];
        if (record->kind != NH_RECORD_INVARIANT ||
            !nh_expr_has_only(m->model->pool, m->arena, &m->known, 1, &record->value))
            continue;
        nh_series series = {text_of(m, record->name), ask_values(m, record->value)};
        nh_array_push(&list, series);
    }
    m->set->invariants = list.items;
    m->set->invariant_count = list.count;
}

/* The functions of a run that looked for them are numbered as they were given. */
static void ask_integrals(series_maker *m) {
    const nh_run_integrals *given = m->trajectory->integrals;
    if (given == NULL) return;
    NH_ARRAY(nh_series) list = {.arena = m->arena};
    for (size_t i = 0; i < given->functions->count; i++) {
        nh_expr e = nh_expr_expand_names(m->model->pool, given->functions->items[i]);
        if (!nh_expr_has_only(m->model->pool, m->arena, &m->known, 1, &e)) continue;
        nh_text name = nh_text_begin(m->arena);
        nh_text_format(&name, "%zu: %s", i + 1, given->texts[i]);
        nh_series series = {nh_text_string(&name), ask_values(m, e)};
        nh_array_push(&list, series);
    }
    m->set->integrals = list.items;
    m->set->integral_count = list.count;
}

/* The values of an invariant become its changes, relative to the largest of them or to 1 when that is less. */
static void make_changes(double *values, size_t rows) {
    double size = fmax(1, nh_doubles_largest(values, rows)), start = rows > 0 ? values[0] : 0;
    for (size_t row = 0; row < rows; row++) values[row] = fabs(values[row] - start) / size;
}

/* ---- numbers ---- */

static const double *row_of(const series_maker *m, size_t row) {
    return m->trajectory->values.items + row * m->trajectory->columns;
}

static void compute_values(series_maker *m) {
    if (m->outputs.count == 0) return;
    const size_t count = m->outputs.count;
    nh_tape_def def = nh_model_tape_over(m->model, m->arena, m->inputs.count, m->inputs.items, count, m->outputs.items);
    nh_program *program = nh_program_of(m->arena, m->model->pool, &def, m->parameters);
    uint64_t operations = nh_tape_operations_run(nh_program_tape(program));
    for (size_t row = 0; row < m->set->rows; row++) {
        const double *outputs = nh_program_at(program, row_of(m, row)); /* a row begins with t, q, q' */
        for (size_t i = 0; i < count; i++) m->values.items[i][row] = outputs[i];
        nh_tick(m->model->context, operations + count);
    }
}

static bool has_imposed_rows(const nh_model *model) {
    for (size_t i = 0; i < model->rows.count; i++)
        if (model->rows.items[i].is_imposed) return true;
    return false;
}

static void compute_residual(series_maker *m) {
    m->set->residual.name = "residual";
    if (!has_imposed_rows(m->model)) return;
    size_t n = m->model->coordinates.count;
    nh_states *states = nh_states_make(m->arena, m->model, m->parameters);
    double *values = NH_NEW_ARRAY(m->arena, double, m->set->rows);
    for (size_t row = 0; row < m->set->rows; row++) {
        double *values_of_row = (double *)row_of(m, row);
        nh_state state = {values_of_row[0], values_of_row + 1, values_of_row + 1 + n};
        values[row] = nh_states_residual(states, &state, NULL);
        nh_tick(m->model->context, 1 + m->model->rows.count);
    }
    m->set->residual.values = values;
}

/* ---- angles ---- */

static bool is_circular(nh_expr_kind kind) {
    return kind == NH_EXPR_SIN || kind == NH_EXPR_COS || kind == NH_EXPR_TAN;
}

static nh_expr look_through(const nh_pool *pool, nh_expr e) {
    while (nh_expr_kind_of(pool, e) == NH_EXPR_SYMBOL && nh_expr_symbol_of(pool, e)->role == NH_ROLE_ABBREVIATION)
        e = nh_expr_symbol_of(pool, e)->definition;
    return e;
}

/* Marks the coordinates that the argument has as terms with a rational factor. */
static void mark_terms(const series_maker *m, nh_expr argument, const nh_map *number_of, bool *is_angle) {
    const nh_pool *pool = m->model->pool;
    argument = look_through(pool, argument);
    const uint64_t *number = nh_map_get(number_of, argument);
    if (number != NULL) is_angle[*number] = true;
    if (nh_expr_kind_of(pool, argument) != NH_EXPR_SUM) return;
    const nh_expr *args = nh_expr_args(pool, argument);
    for (uint32_t i = 1; i < nh_expr_arity(pool, argument); i += 2)
        if ((number = nh_map_get(number_of, look_through(pool, args[i]))) != NULL) is_angle[*number] = true;
}

static nh_exprs list_mechanics(const series_maker *m) {
    const nh_model *model = m->model;
    nh_exprs all = {.arena = m->arena};
    nh_array_push(&all, model->L);
    for (size_t i = 0; i < model->rows.count; i++) nh_array_push(&all, model->rows.items[i].residual);
    for (size_t i = 0; i < m->places.count; i++)
        for (int k = 0; k < 3; k++) nh_array_push(&all, m->places.items[i].position.x[k]);
    for (size_t i = 0; i < model->bodies.count; i++)
        for (int k = 0; k < 9; k++) nh_array_push(&all, model->bodies.items[i].rotation.matrix.r[k / 3][k % 3]);
    return all;
}

static void find_angles(series_maker *m) {
    nh_pool *pool = m->model->pool;
    bool *is_angle = NH_NEW_ARRAY(m->arena, bool, m->model->coordinates.count);
    nh_map number_of = nh_map_make(m->arena);
    for (size_t i = 0; i < m->model->coordinates.count; i++)
        nh_map_put(&number_of, m->model->coordinates.items[i].q, i);
    nh_exprs all = list_mechanics(m);
    nh_walk *walk = nh_walk_begin(pool, all.count, all.items, NH_WALK_DEFINITIONS);
    for (uint32_t i = 0; i < walk->count; i++)
        if (is_circular(nh_expr_kind_of(pool, walk->order[i])))
            mark_terms(m, nh_expr_args(pool, walk->order[i])[0], &number_of, is_angle);
    nh_walk_end(walk);
    m->set->is_angle = is_angle;
}

/* ---- the whole ---- */

static void list_inputs(series_maker *m) {
    size_t n = m->model->coordinates.count;
    know_symbols(m, 1, &m->model->time, &m->inputs);
    know_symbols(m, n, nh_model_coordinates(m->model, m->arena), &m->inputs);
    know_symbols(m, n, nh_model_velocities(m->model, m->arena), &m->inputs);
    know_symbols(m, m->model->parameters.count, nh_model_parameter_symbols(m->model, m->arena), NULL);
}

nh_series_set *nh_series_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                              size_t most_paths) {
    NH_ASSERT(trajectory->columns > 2 * model->coordinates.count && most_paths > 0);
    series_maker m = {.arena = arena, .model = model, .trajectory = trajectory, .known = nh_map_make(arena)};
    m.places.arena = m.inputs.arena = m.outputs.arena = m.values.arena = arena;
    m.set = NH_NEW(arena, nh_series_set);
    m.set->rows = trajectory->values.count / trajectory->columns;
    m.parameters = nh_model_parameter_values(model, arena);
    list_inputs(&m);
    list_places(&m);
    ask_paths(&m, most_paths);
    ask_energies(&m);
    ask_invariants(&m);
    ask_integrals(&m);
    compute_values(&m);
    for (size_t i = 0; i < m.set->invariant_count; i++)
        make_changes((double *)m.set->invariants[i].values, m.set->rows);
    for (size_t i = 0; i < m.set->integral_count; i++) make_changes((double *)m.set->integrals[i].values, m.set->rows);
    compute_residual(&m);
    find_angles(&m);
    return m.set;
}
