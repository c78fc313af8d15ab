/* Observers: one tape over time, positions, velocities, accelerations and multipliers.
 *
 * The power is the right side of the balance of energy. With d/dt dL/dq' - dL/dq = Q + A^T lambda the energy E = q' dL/dq' - L
 * changes by dE/dt = Q q' + lambda A q' - dL/dt: the work of the forces, that of constraints which are not homogeneous in the velocities, and
 * what explicit time does. */
#include "sim/observe.h"

#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "model/values.h"
#include "tape/tape.h"

struct nh_observer {
    nh_tape *tape;
    size_t n, rows, records;
    double *inputs, *outputs, *work;
    bool *is_missing; /* by record: it is not computed */
};

static nh_expr power_of(nh_arena *arena, const nh_equations *e) {
    nh_model *model = e->model;
    nh_pool *pool = model->pool;
    const nh_expr *v = nh_model_velocities(model, arena);
    NH_ARRAY(nh_expr) terms = {.arena = arena};
    for (size_t i = 0; i < model->coordinates.count; i++) nh_array_push(&terms, nh_expr_mul(pool, model->Q[i], v[i]));
    for (uint32_t r = 0; r < e->rows; r++)
        for (uint32_t k = e->jacobian.start[r]; k < e->jacobian.start[r + 1]; k++) {
            nh_expr slope = nh_expr_mul(pool, e->jacobian.entry[k], v[e->jacobian.column[k]]);
            nh_array_push(&terms, nh_expr_mul(pool, e->multipliers[r], slope));
        }
    nh_array_push(&terms, nh_expr_neg(pool, nh_expr_diff(pool, model->L, model->time)));
    return nh_expr_sum(pool, terms.count, terms.items);
}

static const char *printed_name(const nh_model *model, nh_expr symbol) {
    return nh_name_text(model->context, nh_expr_symbol_of(model->pool, symbol)->name);
}

/* Whether everything in e is an input; a diagnostic says what is not. */
static bool is_computed(nh_model *model, nh_arena *arena, nh_expr e, const nh_map *known, const nh_remark *remark) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (nh_map_get(known, symbols[i]) != NULL) continue;
        nh_diag_add(model->context, remark, "'%s' is not computed along a motion by this version",
                    printed_name(model, symbols[i]));
        return false;
    }
    return true;
}

/* The values of records, 0 in place of those that are not computed. */
static void list_records(nh_observer *o, nh_model *model, nh_arena *arena, const nh_map *known, nh_expr *values) {
    o->is_missing = NH_NEW_ARRAY(arena, bool, model->records.count);
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        nh_remark remark = {.code = "not-computed", .severity = NH_SEVERITY_WARNING, .place = &record->place};
        o->is_missing[i] = !is_computed(model, arena, record->value, known, &remark);
        values[i] = o->is_missing[i] ? NH_EXPR_ZERO : record->value;
    }
}

static void list_events(nh_model *model, nh_arena *arena, const nh_map *known, nh_expr *values) {
    for (size_t i = 0; i < model->events.count; i++) {
        const nh_event *event = &model->events.items[i];
        nh_remark remark = {"not-computed", NH_SEVERITY_ERROR, NH_E_UNSUPPORTED, &event->place, NULL};
        if (!is_computed(model, arena, event->value, known, &remark)) nh_raise(model->context, NH_E_UNSUPPORTED);
        values[i] = event->value;
    }
}

static void add_symbols(nh_map *known, nh_expr **next, size_t count, const nh_expr *symbols) {
    for (size_t i = 0; i < count; i++) {
        nh_map_put(known, symbols[i], 1);
        *(*next)++ = symbols[i];
    }
}

nh_observer *nh_observer_make(nh_arena *arena, const nh_equations *equations) {
    const nh_equations *e = equations;
    nh_model *model = e->model;
    size_t n = model->coordinates.count, records = model->records.count, events = model->events.count;
    nh_observer *o = NH_NEW(arena, nh_observer);
    *o = (nh_observer){.n = n, .rows = e->rows, .records = records};
    size_t inputs = 1 + 3 * n + e->rows, outputs = 2 + records + events;
    nh_expr *symbols = NH_NEW_ARRAY(arena, nh_expr, inputs), *next = symbols;
    nh_expr *values = NH_NEW_ARRAY(arena, nh_expr, outputs);
    const nh_expr *parameters = nh_model_parameter_symbols(model, arena);
    nh_map known = nh_map_make(arena);
    for (size_t i = 0; i < model->parameters.count; i++) nh_map_put(&known, parameters[i], 1);
    add_symbols(&known, &next, 1, &model->time);
    add_symbols(&known, &next, n, nh_model_coordinates(model, arena));
    add_symbols(&known, &next, n, nh_model_velocities(model, arena));
    add_symbols(&known, &next, n, nh_model_accelerations(model, arena));
    add_symbols(&known, &next, e->rows, e->multipliers);
    values[0] = nh_model_energy(model);
    values[1] = power_of(arena, e);
    list_records(o, model, arena, &known, values + 2);
    list_events(model, arena, &known, values + 2 + records);
    nh_tape_def def = {.input_count = (uint32_t)inputs,
                       .inputs = symbols,
                       .parameter_count = (uint32_t)model->parameters.count,
                       .parameters = parameters,
                       .output_count = (uint32_t)outputs,
                       .outputs = values,
                       .loop_from = 16};
    o->tape = nh_tape_make(arena, model->pool, &def);
    o->inputs = NH_NEW_ARRAY(arena, double, inputs);
    o->outputs = NH_NEW_ARRAY(arena, double, outputs);
    o->work = nh_arena_alloc_aligned(arena, nh_tape_work_size(o->tape, 1) * sizeof(double), 64);
    return o;
}

void nh_observer_set(nh_observer *observer, const double *parameters) {
    nh_tape_begin(observer->tape, 1, parameters, observer->work);
}

nh_observation nh_observe(nh_observer *observer, double t, const double *q, const double *v, const double *a,
                          const double *lambda) {
    nh_observer *o = observer;
    o->inputs[0] = t;
    memcpy(o->inputs + 1, q, o->n * sizeof *q);
    memcpy(o->inputs + 1 + o->n, v, o->n * sizeof *v);
    memcpy(o->inputs + 1 + 2 * o->n, a, o->n * sizeof *a);
    memcpy(o->inputs + 1 + 3 * o->n, lambda, o->rows * sizeof *lambda);
    nh_tape_run(o->tape, 1, o->inputs, o->outputs, o->work);
    for (size_t i = 0; i < o->records; i++)
        if (o->is_missing[i]) o->outputs[2 + i] = NAN;
    return (nh_observation){.energy = o->outputs[0],
                            .power = o->outputs[1],
                            .records = o->outputs + 2,
                            .events = o->outputs + 2 + o->records};
}
