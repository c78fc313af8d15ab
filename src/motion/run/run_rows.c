/* Columns and rows of a motion. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/closest.h"
#include "model/inputs.h"
#include "model/values.h"
#include "motion/run/run_private.h"

/* ---- names of the columns ---- */

static const char *join_names(nh_sim *r, const char *head, const char *name, const char *tail) {
    nh_text text = nh_text_begin(r->arena);
    nh_text_format(&text, "%s%s%s", head, name, tail);
    return nh_text_string(&text);
}

typedef NH_ARRAY(nh_column) column_list;

static void add_column(column_list *list, const char *name, nh_column_kind kind, size_t number) {
    nh_array_push(list, ((nh_column){name, kind, number}));
}

static void add_state(nh_sim *r, column_list *list, const char *tail, nh_column_kind kind) {
    const nh_model *model = r->model;
    for (size_t i = 0; i < r->n; i++)
        add_column(list, join_names(r, "", nh_name_text(model->context, model->coordinates.items[i].name), tail), kind,
                   i);
}

static void add_multipliers(nh_sim *r, column_list *list, const char *head, nh_column_kind kind, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        add_column(list, join_names(r, head, nh_sim_row_name(r, i), ""), kind, r->equations->row[i]);
}

/* Rows with a column: those that fix a gauge have none, and are the last ones. */
static uint32_t shown_rows(const nh_sim *r) {
    uint32_t rows = r->equations->rows;
    while (rows > 0 && r->model->rows.items[r->equations->row[rows - 1]].is_gauge) rows--;
    return rows;
}

void nh_sim_name_columns(nh_sim *r) {
    const nh_model *model = r->model;
    column_list list = {.arena = r->arena};
    bool has_extras = r->equations->extras > 0;
    add_column(&list, "t", NH_COLUMN_TIME, 0);
    add_state(r, &list, "", NH_COLUMN_COORDINATE);
    add_state(r, &list, "'", NH_COLUMN_VELOCITY);
    add_multipliers(r, &list, "mu.", NH_COLUMN_MULTIPLIER_STATE, r->equations->extras);
    add_multipliers(r, &list, has_extras ? "mu'." : "lambda.",
                    has_extras ? NH_COLUMN_MULTIPLIER_RATE : NH_COLUMN_MULTIPLIER, shown_rows(r));
    add_column(&list, "E", NH_COLUMN_ENERGY, 0);
    for (size_t i = 0; i < model->records.count; i++)
        if (model->records.items[i].kind == NH_RECORD_WATCH)
            add_column(&list, nh_name_text(model->context, model->records.items[i].name), NH_COLUMN_WATCH, 0);
    size_t count;
    const nh_expr *reactions = nh_observer_reactions(r->observer, &count);
    for (size_t i = 0; i < count; i++)
        add_column(&list, nh_name_text(model->context, nh_expr_symbol_of(model->pool, reactions[i])->name),
                   NH_COLUMN_REACTION, 0);
    r->result->column = list.items;
    r->result->columns = list.count;
}

static bool has_column(const nh_sim *r, const char *name) {
    for (size_t i = 0; i < r->result->columns; i++)
        if (strcmp(r->result->column[i].name, name) == 0) return true;
    return false;
}

static _Noreturn void refuse_reaction(const nh_sim *r, const char *name) {
    nh_remark remark = {"column", NH_SEVERITY_ERROR, NH_E_USAGE, NULL, "add --reactions"};
    nh_diag_add(r->model->context, &remark,
                "there is no column '%s': constraint forces on points and bodies have columns only with --reactions",
                name);
    nh_raise(r->model->context, NH_E_USAGE);
}

void nh_sim_check_columns(const nh_sim *r) {
    for (size_t i = 0; i < r->def->column_count; i++) {
        const char *name = r->def->columns[i];
        if (has_column(r, name)) continue;
        bool is_reaction = strncmp(name, "reaction(", 9) == 0 || strncmp(name, "reactiontorque(", 15) == 0;
        if (is_reaction && !r->def->reactions) refuse_reaction(r, name);
        nh_closest search = nh_closest_begin(name);
        for (size_t k = 0; k < r->result->columns; k++) nh_closest_offer(&search, r->result->column[k].name);
        const char *nearest = nh_closest_found(&search);
        if (nearest != NULL)
            nh_fail(r->model->context, NH_E_USAGE, "column", "there is no column '%s', did you mean '%s'?", name,
                    nearest);
        nh_fail(r->model->context, NH_E_USAGE, "column",
                "there is no column '%s'; there are t, coordinates, velocities as x', %s, E, watches, "
                "constraint forces",
                name, r->equations->extras > 0 ? "mu.NAME, mu'.NAME" : "lambda.NAME");
    }
}

/* ---- rows ---- */

/* The larger one; not a number once one of them is not. */
static double worse_of(double a, double b) {
    return isnan(b) || b > a ? b : a;
}

/* The difference of the sides of a claim, relative to the largest terms that they had. Where one has no value it is
 * neither true nor false. */
static void note_claim(nh_sim *r, size_t i, double t, const nh_observation *seen) {
    NH_ASSERT(i < r->model->records.count);
    if (isnan(seen->records[i])) {
        if (isnan(r->lacks[i])) r->lacks[i] = t;
        return;
    }
    r->drifts[i] = fmax(r->drifts[i], fabs(seen->records[i])); /* not a number before the first */
    r->sizes[i] = fmax(r->sizes[i], seen->sizes[i]);
}

static void note_drifts(nh_sim *r, double t, const nh_observation *seen) {
    for (size_t i = 0; i < r->model->records.count; i++) {
        nh_record_kind kind = r->model->records.items[i].kind;
        if (kind == NH_RECORD_CLAIM) note_claim(r, i, t, seen);
        if (kind == NH_RECORD_INVARIANT) r->drifts[i] = worse_of(r->drifts[i], fabs(seen->records[i] - r->first[i]));
    }
}

/* The energy of the extended Lagrangian is the last of what is kept, where it is. */
static void note_kept(nh_sim *r, double t, const double *y, const nh_observation *seen) {
    nh_trajectory *result = r->result;
    uint32_t own = r->kept != NULL ? nh_kept_count(r->kept) : 0;
    const double *drifts = own > 0 ? nh_kept_drifts(r->kept, t, y, y + r->n) : NULL;
    for (size_t i = 0; i < result->kept; i++) {
        double drift = i < own ? drifts[i] : fabs(seen->extended - result->kept_starts[i]);
        result->kept_drifts[i] = worse_of(result->kept_drifts[i], drift);
    }
}

/* The balance is judged relative to its largest terms so far, whatever their unit: E may be the small
 * difference of large ones. */
static void note_energy(nh_sim *r, const nh_observation *seen, double work) {
    double potential = seen->energy - seen->kinetic, size = r->energy_size;
    size = fmax(size, fmax(fabs(seen->energy), fabs(seen->kinetic)));
    r->energy_size = size = fmax(size, fmax(fabs(potential), fabs(work)));
    r->energy_off = worse_of(r->energy_off, fabs(seen->energy - r->energy - work));
    r->result->energy_error = size > 0 ? r->energy_off / size : r->energy_off;
}

static void note_speed(nh_sim *r, const double *v) {
    for (size_t i = 0; i < r->n; i++) r->speed = fmax(r->speed, fabs(v[i]));
}

void nh_sim_note_start(nh_sim *r, const nh_observation *seen) {
    NH_ASSERT(r->result->kept > 0 || !nh_observer_has_extended(r->observer));
    r->energy = seen->energy;
    if (nh_observer_has_extended(r->observer)) r->result->kept_starts[r->result->kept - 1] = seen->extended;
    for (size_t i = 0; i < r->model->records.count; i++)
        if (r->model->records.items[i].kind != NH_RECORD_WATCH) r->first[i] = seen->records[i];
}

static void note_row(nh_sim *r, double t, const double *y, const nh_observation *seen) {
    nh_state state = {.t = t, .q = (double *)y, .v = (double *)y + r->n}; /* which is only read */
    r->result->residual = worse_of(r->result->residual, nh_states_residual(r->states, &state, NULL));
    note_drifts(r, t, seen);
    note_kept(r, t, y, seen);
    note_speed(r, y + r->n);
    note_energy(r, seen, nh_sim_has_work(r) ? y[nh_sim_work_at(r)] * r->work_unit : 0);
}

void nh_sim_note_state(nh_sim *r, double t, const double *y) {
    nh_solution solution;
    if (!nh_sim_solve(r, t, y, &solution)) return;
    nh_observation seen = nh_observe(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    note_row(r, t, y, &seen);
}

bool nh_sim_fill_row(nh_sim *r, double t, const double *y, double *row, nh_observation *seen) {
    NH_ASSERT(row != y);
    nh_solution solution;
    size_t rows = shown_rows(r), state = nh_sim_work_at(r), reactions;
    if (!nh_sim_solve(r, t, y, &solution)) return false;
    *seen = nh_observe(r->observer, t, y, y + r->n, solution.x, solution.lambda);
    *row++ = t;
    memcpy(row, y, state * sizeof *y);
    row += state;
    memcpy(row, solution.lambda, rows * sizeof *row);
    nh_sim_extra_rates(r, solution.lambda, row);
    row += rows;
    *row++ = seen->energy;
    for (size_t i = 0; i < r->model->records.count; i++)
        if (r->model->records.items[i].kind == NH_RECORD_WATCH) *row++ = seen->records[i];
    (void)nh_observer_reactions(r->observer, &reactions);
    if (reactions > 0) memcpy(row, seen->reactions, reactions * sizeof *row);
    return true;
}

/* Hands the row on, and keeps it in the place of the one before where they are not all kept. */
static void put_row(nh_sim *r) {
    nh_trajectory *result = r->result;
    if (result->is_last_alone) result->values.count = 0;
    nh_array_append(&result->values, result->columns, r->row);
    if (r->sink != NULL) r->sink->row(r->sink->user, r->row);
    result->rows++;
}

bool nh_sim_write_row(nh_sim *r, double t, const double *y) {
    NH_ASSERT(r->row != NULL);
    nh_observation seen;
    if (!nh_sim_fill_row(r, t, y, r->row, &seen)) return false;
    bool is_due = r->result->section == NULL || r->is_crossing;
    if (is_due) put_row(r);
    note_row(r, t, y, &seen);
    r->has_rows = r->has_rows || is_due;
    r->result->t_end = t;
    return true;
}

bool nh_sim_write_within(nh_sim *r, double t) {
    nh_ode_dense(r->ode, t, r->y);
    return nh_sim_project(r, t, r->y) == 0 && nh_sim_write_row(r, t, r->y);
}

static bool write_crossings(nh_sim *r, double limit, bool backwards) {
    bool good = true;
    r->is_crossing = true;
    for (size_t i = 0; good && i < r->crossings.count; i++)
        if (nh_sim_is_reached(r->crossings.items[i], limit, backwards))
            good = nh_sim_write_within(r, r->crossings.items[i]);
    r->is_crossing = false;
    r->crossings.count = 0;
    return good;
}

bool nh_sim_write_due(nh_sim *r, nh_outputs *o, double limit) {
    bool backwards = o->to < o->from;
    if (o->is_section) return write_crossings(r, limit, backwards);
    if (o->at == NULL && o->step == 0) {
        if (limit != nh_ode_time(r->ode)) return true; /* a row at the place where it ended follows */
        return nh_sim_write_row(r, nh_ode_time(r->ode), nh_ode_state(r->ode));
    }
    while (!isnan(nh_sim_next_time(o)) && nh_sim_is_reached(nh_sim_next_time(o), limit, backwards)) {
        if (!nh_sim_write_within(r, nh_sim_next_time(o))) return false;
        o->next++;
    }
    return true;
}

/* ==== times ==== */

/* At which times rows are written. */

/* How many steps the end lies after row k of a spacing; 0 when it is there, to rounding. */
static double steps_left(const nh_outputs *o, size_t k) {
    double left = fabs(o->to - o->from) / o->step - (double)k;
    return fabs(left) <= 1e-9 ? 0 : left;
}

double nh_sim_next_time(const nh_outputs *o) {
    if (o->at != NULL) return o->next < o->at_count ? o->at[o->next] : NAN;
    double left = steps_left(o, o->next);
    if (left > 0) return o->from + (o->to < o->from ? -1 : 1) * o->step * (double)o->next;
    bool is_behind = left < 0 && !(o->next > 0 && steps_left(o, o->next - 1) > 0); /* a last row at the end */
    return is_behind ? NAN : o->to;
    NH_ASSERT(o->at != NULL || o->step >= 0);
}

bool nh_sim_is_reached(double t, double now, bool backwards) {
    return backwards ? t >= now : t <= now;
}

/* The times of a list go the way of the run, and are within its span. */
static void check_times(const nh_sim *r, const nh_outputs *o) {
    bool backwards = o->to < o->from;
    double last = o->from;
    for (size_t i = 0; o->at != NULL && i < o->at_count; i++) {
        double t = o->at[i];
        if (isnan(t) || !nh_sim_is_reached(t, o->to, backwards) ||
            (i == 0 && !nh_sim_is_reached(o->from, t, backwards)))
            nh_fail(r->model->context, NH_E_USAGE, "times", "the time %g of a row is not between %g and %g", t, o->from,
                    o->to);
        if (!nh_sim_is_reached(last, t, backwards))
            nh_fail(r->model->context, NH_E_USAGE, "times",
                    "the times of the rows must be in the order of the motion, but %g is given after %g", t, last);
        last = t;
    }
}

/* A step that is much too small would fill the memory, or never get on. */
static void check_step(const nh_sim *r, const nh_outputs *o) {
    if (o->step > 0 && fabs(o->to - o->from) / o->step > 1e9)
        nh_fail(r->model->context, NH_E_USAGE, "times", "a row every %g from %g to %g gives more than 10^9 rows",
                o->step, o->from, o->to);
}

/* The model may make a span from parameters. */
static void check_span(const nh_sim *r, const nh_outputs *o) {
    if (!isfinite(o->from) || !isfinite(o->to) || !isfinite(o->step))
        nh_fail(r->model->context, NH_E_MODEL, "times", "the span of time, from %g to %g, is not finite", o->from,
                o->to);
}

/* What def says; where it says nothing, what the model says. */
static nh_outputs find_outputs(nh_arena *arena, const nh_model *model, const nh_run_def *def) {
    nh_outputs o = {.from = 0, .to = 10, .step = def->step, .at = def->at, .at_count = def->at_count};
    if (model->spans.count > 0) {
        const nh_span *span = &model->spans.items[0];
        o.from = nh_model_constant(model, arena, span->from);
        o.to = nh_model_constant(model, arena, span->to);
        if (o.step == 0 && o.at == NULL && span->step != NH_EXPR_UNDEFINED)
            o.step = fabs(nh_model_constant(model, arena, span->step));
    }
    if (!isnan(def->from)) o.from = def->from;
    if (!isnan(def->to)) o.to = def->to;
    return o;
}

double nh_simulate_step(nh_arena *arena, const nh_model *model, const nh_run_def *def, double intervals) {
    NH_ASSERT(intervals > 0);
    nh_outputs o = find_outputs(arena, model, def);
    return o.step > 0 || o.at != NULL ? o.step : fabs(o.to - o.from) / intervals;
}

static const nh_event *find_section(const nh_model *model) {
    for (size_t i = 0; i < model->events.count; i++)
        if (model->events.items[i].is_section) return &model->events.items[i];
    return NULL;
}

/* A section has its own times. */
static void take_section(nh_sim *r, nh_outputs *o) {
    r->result->section = find_section(r->model);
    r->crossings.arena = r->arena;
    o->is_section = r->result->section != NULL;
    if (!o->is_section) return;
    if (r->def->step > 0 || r->def->at != NULL)
        nh_fail(r->model->context, NH_E_USAGE, "times",
                "with a section the rows are its crossings: they cannot have a step or a list of times as well");
    o->step = 0;
    o->at = NULL;
}

nh_outputs nh_sim_choose_outputs(nh_sim *r) {
    nh_outputs o = find_outputs(r->arena, r->model, r->def);
    take_section(r, &o);
    check_span(r, &o);
    check_times(r, &o);
    check_step(r, &o);
    return o;
}

/* ==== extras ==== */

/* Multipliers mu that are integrated with the motion, as the vakonomic equations have them: mu' = -lambda.
 *
 * They follow q and q' in the state. No constraint speaks about them: projections leave them as they are. */

/* ---- the start ---- */

/* The initial values of the extras, 0 where the model has none. They depend on time and parameters only. */
static nh_expr *initial_values(const nh_sim *r) {
    const nh_equations *e = r->equations;
    nh_expr *values = NH_NEW_ARRAY(r->arena, nh_expr, e->extras);
    nh_map number = nh_map_make(r->arena);
    for (uint32_t i = 0; i < e->extras; i++) {
        values[i] = NH_EXPR_ZERO;
        nh_map_put(&number, e->extra[i], i);
    }
    for (size_t i = 0; i < r->model->initials.count; i++) {
        const uint64_t *extra = nh_map_get(&number, r->model->initials.items[i].quantity);
        if (extra != NULL) values[*extra] = r->model->initials.items[i].value;
    }
    return values;
}

void nh_sim_start_extras(nh_sim *r, double t) {
    const nh_equations *e = r->equations;
    if (e->extras == 0) return;
    nh_tape_def def = nh_model_tape_def(r->model, r->arena, false, e->extras, initial_values(r));
    double *inputs = NH_NEW_ARRAY(r->arena, double, def.input_count);
    inputs[0] = t;
    nh_program_run(nh_program_of(r->arena, r->model->pool, &def, r->parameters), inputs, r->y + 2 * r->n);
    for (uint32_t i = 0; i < e->extras; i++)
        if (!isfinite(r->y[2 * r->n + i]))
            nh_fail(r->model->context, NH_E_MODEL, "no-start", "the initial value of 'mu.%s' is not finite",
                    nh_sim_row_name(r, i));
}

/* ---- along the motion ---- */

/* Hands the extras of y to all that computes with them. */
static void load_extras(nh_sim *r, const double *y) {
    size_t extras = r->equations->extras;
    if (extras == 0) return;
    memcpy(nh_dynamics_extras(r->dynamics), y + 2 * r->n, extras * sizeof *y);
    memcpy(nh_observer_extras(r->observer), y + 2 * r->n, extras * sizeof *y);
}

/* What is observed at a state has the transposition matrix of its solution. */
static void hand_over(nh_sim *r) {
    size_t omegas = r->equations->omegas;
    if (omegas > 0) memcpy(nh_observer_omega(r->observer), nh_dynamics_omega(r->dynamics), omegas * sizeof(double));
}

nh_solution nh_sim_solve_at(nh_sim *r, double t, const double *y) {
    load_extras(r, y);
    nh_solution solution = nh_dynamics_solve(r->dynamics, t, y, y + r->n);
    hand_over(r);
    return solution;
}

nh_solution nh_sim_choose_at(nh_sim *r, double t, const double *y) {
    load_extras(r, y);
    nh_solution solution = nh_dynamics_choose(r->dynamics, t, y, y + r->n);
    hand_over(r);
    return solution;
}

void nh_sim_extra_rates(const nh_sim *r, const double *lambda, double *rates) {
    NH_ASSERT(r->equations->extras == 0 || lambda != NULL);
    for (uint32_t i = 0; i < r->equations->extras; i++) rates[i] = 0 - lambda[i]; /* not -0 for a redundant row */
}
