/* Evaluation in doubles, and what both ways share: names, the program for the energy.
 *
 * dE/dt is the total derivative of E = sum q' dL/dq' - L along the motion with the accelerations that were found; the
 * balance of energy says that it equals the power of what acts on the system. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "facts/admissible.h"
#include "form/choice.h"
#include "form/form.h"
#include "model/curved_rows.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "num/linear/doubles.h"
#include "tape/ball_run.h"
#include "truth/eval/evaluate_private.h"

/* Below, with what is asked by name. Leaves with NH_E_HYPOTHESIS when the formulation does not apply there. */
static nh_named *make_named(nh_evaluator *e, const nh_state *at);
/* inputs: t, q, q', q''. What has no value is not a number. */
static void evaluate_named(nh_evaluator *e, const nh_state *at, const double *inputs, double *values);

/* ---- making ---- */

static void make_energy(nh_evaluator *e, const double *parameters) {
    const nh_model *model = e->model;
    nh_expr *outputs = NH_NEW_ARRAY(e->arena, nh_expr, e->quasis + 2);
    for (size_t i = 0; i < e->quasis; i++)
        outputs[i] = nh_expr_total_derivative(model->pool, model->quasis.items[i].definition);
    outputs[e->quasis] = nh_model_energy(model);
    outputs[e->quasis + 1] = nh_expr_total_derivative(model->pool, outputs[e->quasis]);
    nh_tape_def def = nh_dynamics_tape_def(e->arena, e->equations, true, e->quasis + 2, outputs);
    e->energy = nh_program_of(e->arena, model->pool, &def, parameters);
    e->energy_inputs = NH_NEW_ARRAY(e->arena, double, (size_t)def.input_count + e->equations->omegas);
}

/* ---- names ---- */

typedef NH_ARRAY(const char *) names;

static void add_name(names *list, const char *head, const char *name, const char *tail) {
    nh_text text = nh_text_begin(list->arena);
    nh_text_format(&text, "%s%s%s", head, name, tail);
    nh_array_push(list, nh_text_string(&text));
}

static void add_coordinates(const nh_evaluator *e, names *list, const char *tail) {
    for (size_t i = 0; i < e->n; i++)
        add_name(list, "", nh_name_text(e->model->context, e->model->coordinates.items[i].name), tail);
}

static const char *row_name(const nh_evaluator *e, uint32_t row) {
    return nh_name_text(e->model->context, e->model->rows.items[e->equations->row[row]].name);
}

static void name_everything(nh_evaluator *e, const nh_named *named) {
    names inputs = {.arena = e->arena}, columns = {.arena = e->arena};
    const char *head = e->equations->extras > 0 ? "mu'." : "lambda.";
    nh_array_push(&inputs, "t");
    add_coordinates(e, &inputs, "");
    add_coordinates(e, &inputs, "'");
    for (uint32_t i = 0; i < e->equations->extras; i++) add_name(&inputs, "mu.", row_name(e, i), "");
    nh_array_push(&columns, "t");
    add_coordinates(e, &columns, "''");
    for (uint32_t i = 0; i < e->rows; i++) add_name(&columns, head, row_name(e, i), "");
    for (size_t i = 0; i < e->quasis; i++)
        add_name(&columns, "", nh_name_text(e->model->context, e->model->quasis.items[i].name), "'");
    nh_array_push(&columns, "E");
    nh_array_push(&columns, "dE/dt");
    nh_array_push(&columns, "residual");
    for (size_t i = 0; named != NULL && i < named->count; i++) add_name(&columns, e->form->name, ".", named->names[i]);
    e->inputs = (nh_names){inputs.count, inputs.items};
    e->columns = (nh_names){columns.count, columns.items};
}

/* ---- what is not determined ---- */

/* Whether the column is that of a row that fixes a gauge. */
static bool is_of_gauge(const nh_evaluator *e, size_t column) {
    if (column < nh_column_lambda(e) || column >= nh_column_quasi(e)) return false;
    return e->model->rows.items[e->equations->row[column - nh_column_lambda(e)]].is_gauge;
}

/* Accelerations along the gauge; multipliers that change with them, and then dE/dt, in which M q'' is A^T lambda. */
static bool is_open(const nh_evaluator *e, size_t column) {
    bool has_open_row = false;
    for (size_t i = 0; i < e->rows; i++) has_open_row |= e->gauge->is_free_row[e->equations->row[i]];
    if (column >= 1 && column <= e->n) return e->gauge->is_free[column - 1];
    if (column >= nh_column_lambda(e) && column < nh_column_quasi(e))
        return e->gauge->is_free_row[e->equations->row[column - nh_column_lambda(e)]];
    return has_open_row && column == nh_column_energy(e) + 1;
}

static void choose_shown(nh_evaluator *e) {
    names shown = {.arena = e->arena};
    e->shown_column = NH_NEW_ARRAY(e->arena, size_t, e->columns.count);
    e->shown_values = NH_NEW_ARRAY(e->arena, double, e->columns.count);
    e->shown_numbers = NH_NEW_ARRAY(e->arena, nh_certain, e->columns.count);
    for (size_t i = 0; i < e->columns.count; i++) {
        if (is_of_gauge(e, i)) continue;
        e->shown_column[shown.count] = i;
        nh_array_push(&shown, e->columns.items[i]);
    }
    e->shown = (nh_names){shown.count, shown.items};
}

static void show_determined(nh_evaluator *e, nh_evaluation *result) {
    for (size_t i = 0; i < e->shown.count; i++) {
        size_t column = e->shown_column[i];
        e->shown_values[i] = is_open(e, column) ? NAN : result->values[column];
        if (result->numbers == NULL) continue;
        e->shown_numbers[i] = is_open(e, column) ? (nh_certain){.text = NULL} : result->numbers[column];
    }
    result->values = e->shown_values;
    if (result->numbers != NULL) result->numbers = e->shown_numbers;
}

nh_dynamics *nh_evaluator_dynamics(const nh_evaluator *e, nh_equations *equations, const double *parameters) {
    nh_dynamics *dynamics = nh_dynamics_make(e->arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, parameters);
    return dynamics;
}

nh_evaluator *nh_evaluator_make(nh_arena *arena, const nh_model *model, const nh_eval_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_evaluator *e = NH_NEW(arena, nh_evaluator);
    *e = (nh_evaluator){.model = model, .arena = arena, .n = model->coordinates.count, .digits = def->digits};
    const nh_form *form = e->form = nh_form_require(model->context, def->form);
    e->quasis = form->has_quasis ? model->quasis.count : 0;
    const double *parameters = nh_model_parameter_values(model, arena);
    e->equations = nh_form_full_equations(form, model, arena);
    e->rows = e->equations->rows;
    e->dynamics = nh_evaluator_dynamics(e, e->equations, parameters);
    e->coefficients = nh_dynamics_tape(arena, e->equations);
    e->states = nh_states_make(arena, model, parameters);
    e->lost = NH_NEW_ARRAY(arena, bool, model->rows.count + 1);
    if (form->derive_with != NULL) e->formula = nh_formula_make(arena, model, form, e->states, NH_NATIVE_NEVER);
    make_energy(e, parameters);
    e->holes = nh_hole_watch_make(arena, model, parameters);
    name_everything(e, NULL);
    e->values = NH_NEW_ARRAY(arena, double, e->columns.count);
    if (e->digits > 0) e->exact = nh_exact_make(e);
    return e;
}

nh_evaluator *nh_evaluator_make_open(nh_arena *arena, const nh_model *model, const nh_eval_def *def) {
    const nh_gauge *gauge = nh_form_gauge(nh_form_require(model->context, def->form), model, arena);
    if (gauge == NULL) return nh_evaluator_make(arena, model, def);
    nh_evaluator *e = nh_evaluator_make(arena, nh_gauge_fixed(model, arena, gauge, NULL), def);
    e->gauge = gauge;
    choose_shown(e);
    nh_gauge_tell(model, gauge, "they have no value");
    return e;
}

void nh_evaluator_name(nh_evaluator *e, const double *state) {
    nh_state at = {.t = state[0], .q = (double *)state + 1, .v = (double *)state + 1 + e->n}; /* which is only read */
    NH_ASSERT(state != NULL);
    nh_named *named = make_named(e, &at);
    e->values = NH_NEW_ARRAY(e->arena, double, nh_column_named(e) + named->count);
    if (e->exact != NULL) nh_exact_resize(e, nh_column_named(e) + named->count);
    name_everything(e, named);
    if (e->gauge != NULL) choose_shown(e);
    e->named = named; /* from here on there is room for it */
}

nh_names nh_evaluator_inputs(const nh_evaluator *e) {
    return e->inputs;
}

nh_names nh_evaluator_columns(const nh_evaluator *e) {
    return e->gauge != NULL ? e->shown : e->columns;
}

size_t nh_evaluator_residual(const nh_evaluator *e) {
    size_t own = nh_column_energy(e) + 2, shown = 0;
    if (e->gauge == NULL) return own;
    while (e->shown_column[shown] != own) shown++;
    return shown;
}

bool nh_evaluator_needs_time(const nh_evaluator *e) {
    const nh_model *model = e->model;
    bool needs = nh_expr_has(model->pool, model->L, NH_HAS_TIME);
    for (size_t i = 0; i < e->n; i++) needs |= nh_expr_has(model->pool, model->Q[i], NH_HAS_TIME);
    for (size_t i = 0; i < model->rows.count; i++)
        needs |=
            model->rows.items[i].is_imposed && nh_expr_has(model->pool, model->rows.items[i].residual, NH_HAS_TIME);
    bool has_matrix = e->equations->omega != NULL && e->equations->setting.omega == NH_OMEGA_MODEL;
    for (size_t i = 0; has_matrix && i < model->transpositions.count; i++)
        needs |= nh_expr_has(model->pool, model->transpositions.items[i].value, NH_HAS_TIME);
    return needs;
}

/* ---- evaluating ---- */

const char *nh_evaluator_explain(const nh_evaluator *e, nh_arena *arena, const nh_solution *solution) {
    nh_text text = nh_text_begin(arena);
    switch (solution->status) {
        case NH_SOLVED: return "the numbers are too large for doubles";
        case NH_SOLUTION_NOT_FINITE: return "the equations have no value there";
        case NH_SOLUTION_SINGULAR:
            return e->equations->is_least     ? "the formulation 'udwadia' does not apply there: the matrix of the "
                                                "accelerations is not positive definite on the free directions"
                   : e->equations->extras > 0 ? "the equations do not determine the accelerations: their matrix, which "
                                                "contains these multipliers mu, is singular on the free directions"
                                              : "the equations do not determine the accelerations";
        case NH_SOLUTION_NO_OMEGA: return nh_transposer_problem(e->equations->setting.omega);
        case NH_SOLUTION_NO_TANGENT: return nh_curved_problem;
        case NH_SOLUTION_INCONSISTENT:
            nh_text_format(&text, "the constraint '%s' contradicts those before it", row_name(e, solution->worst_row));
            break;
    }
    return nh_text_string(&text);
}

const char *nh_evaluator_missing(const nh_evaluator *e, nh_arena *arena, size_t column) {
    NH_ASSERT(column < e->columns.count);
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "'%s' has no value there", e->columns.items[column]);
    return nh_text_string(&text);
}

const char *const nh_evaluator_without_energy =
    "the Lagrangian has no finite value there, or one that is too large for doubles";

const char *nh_evaluator_hole(nh_evaluator *e, nh_arena *arena, const nh_state *at) {
    const nh_hole *hole = nh_hole_at(e->holes, at->t, at->q, at->v);
    return hole != NULL ? nh_hole_words(e->model, arena, hole) : NULL;
}

const char *nh_evaluator_overflow(nh_evaluator *e, nh_arena *arena, const nh_state *at) {
    uint32_t row = 0;
    if (e->rows == 0 || !isnan(nh_states_residual(e->states, at, &row))) return NULL;
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "the constraint '%s' has no finite value there, or one that is too large for doubles",
                   nh_name_text(e->model->context, e->model->rows.items[row].name));
    return nh_text_string(&text);
}

const char *nh_evaluator_lost(nh_evaluator *e, nh_arena *arena, const nh_state *at, const nh_solution *solution) {
    NH_ASSERT(e->lost != NULL);
    e->lost_here = nh_states_find_lost(e->states, at, e->lost);
    if (!e->lost_here) return NULL;
    bool keeps = solution->status == NH_SOLVED && nh_states_motion_keeps(e->states, at, e->lost, solution->x);
    if (!e->is_lost_told) { /* once: how to write the row is the same at all states */
        nh_lost lost = nh_lost_find(e->arena, e->states, at, "there");
        nh_lost_remark(&lost, e->model, NH_SEVERITY_NOTE, NH_OK);
    }
    e->is_lost_told = true;
    if (keeps) e->lost_here = false;
    return keeps ? NULL : nh_states_lost_reason(e->states, at, e->lost, "there", arena);
}

nh_solution nh_evaluator_solve(nh_evaluator *e, nh_dynamics *dynamics, const double *state) {
    size_t extras = e->equations->extras;
    if (extras > 0) memcpy(nh_dynamics_extras(dynamics), state + 1 + 2 * e->n, extras * sizeof *state);
    return nh_dynamics_solve(dynamics, state[0], state + 1, state + 1 + e->n);
}

static void evaluate_energy(nh_evaluator *e, const double *state) {
    memcpy(e->energy_inputs, state, e->inputs.count * sizeof *state);
    memcpy(e->energy_inputs + e->inputs.count, e->values + 1, e->n * sizeof *state);
    size_t omegas = e->equations->omegas;
    if (omegas > 0) /* for named coefficients */
        memcpy(e->energy_inputs + e->inputs.count + e->n, nh_dynamics_omega(e->dynamics), omegas * sizeof *state);
    nh_program_run(e->energy, e->energy_inputs, e->values + nh_column_quasi(e));
    const nh_hole *hole = nh_hole_at(e->holes, state[0], state + 1, state + 1 + e->n);
    if (hole != NULL && nh_hole_is_of_energy(hole)) e->values[nh_column_energy(e)] = NAN;
}

static void note_redundant(const nh_evaluator *e, const nh_solution *solution, nh_evaluation *result) {
    for (uint32_t i = (uint32_t)e->rows; i-- > 0;)
        if (solution->is_redundant[i]) {
            result->left_out++;
            result->left_out_row = e->equations->row[i];
        }
}

/* The accelerations and multipliers of the formulation: those of the multiplier form, or by independent velocities. */
static bool solve_formula(nh_evaluator *e, const nh_state *at, const nh_solution *solution, nh_evaluation *result) {
    double *x = e->values + 1;
    if (e->formula == NULL) {
        memcpy(x, solution->x, e->n * sizeof *x);
        for (size_t i = 0; i < e->rows; i++) /* mu' = -lambda */
            x[e->n + i] = e->equations->extras > 0 ? 0 - solution->lambda[i] : solution->lambda[i];
        return true;
    }
    if (nh_formula_choose(e->formula, at) && nh_formula_solve(e->formula, at, NULL, x, x + e->n)) return true;
    const char *why = nh_formula_why(e->formula);
    result->is_applicable = why == NULL;
    result->why = why != NULL ? why : "the equations do not determine the accelerations";
    return false;
}

static void evaluate_doubles(nh_evaluator *e, nh_arena *arena, const double *state, nh_evaluation *result) {
    nh_state at = {.t = state[0], .q = (double *)state + 1, .v = (double *)state + 1 + e->n}; /* which is only read */
    nh_solution solution = nh_evaluator_solve(e, e->dynamics, state);
    double *x = e->values + 1, *rest = e->values + nh_column_energy(e);
    size_t unknowns = e->n + e->rows;
    result->why = nh_evaluator_lost(e, arena, &at, &solution);
    if (result->why == NULL && solution.status == NH_SOLVED) result->why = nh_evaluator_overflow(e, arena, &at);
    if (result->why == NULL) result->why = nh_evaluator_hole(e, arena, &at);
    bool is_found = result->why == NULL && solution.status == NH_SOLVED && solve_formula(e, &at, &solution, result);
    if (is_found) note_redundant(e, &solution, result);
    if (!is_found && result->why != NULL) {
        for (size_t i = 0; i < unknowns; i++) x[i] = NAN;
    } else if (solution.status != NH_SOLVED || !nh_doubles_are_finite(x, unknowns)) {
        result->why = nh_evaluator_explain(e, arena, &solution);
        result->is_applicable = !(e->equations->is_least && solution.status == NH_SOLUTION_SINGULAR) &&
                                solution.status != NH_SOLUTION_NO_OMEGA;
        for (size_t i = 0; i < unknowns; i++) x[i] = NAN;
    }
    evaluate_energy(e, state);
    if (result->why == NULL && !isfinite(rest[0])) { /* what is found from such numbers may be finite, and wrong */
        result->why = nh_evaluator_without_energy;
        for (size_t i = 0; i < unknowns; i++) x[i] = NAN;
        evaluate_energy(e, state);
    }
    rest[2] = nh_states_residual(e->states, &at, NULL);
    if (e->named != NULL) evaluate_named(e, &at, e->energy_inputs, e->values + nh_column_named(e));
    for (size_t i = nh_column_quasi(e); i < e->columns.count; i++) {
        if (isfinite(e->values[i])) continue;
        if (result->why == NULL) result->why = nh_evaluator_missing(e, arena, i);
        e->values[i] = NAN;
    }
}

nh_evaluation nh_evaluator_at(nh_evaluator *e, nh_arena *arena, const nh_given_state *state) {
    nh_evaluation result = {.is_applicable = true, .values = e->values};
    e->values[0] = state->values[0];
    if (e->exact != NULL) nh_exact_evaluate(e, arena, state, &result);
    else evaluate_doubles(e, arena, state->values, &result);
    if (e->gauge != NULL) show_determined(e, &result);
    return result;
}

/* ==== residual ==== */

/* The relative residual of the rows in balls: the same formula as in state/state_rows.c.
 *
 *     max over equations e of |e| / (size of the terms of e + sum_i |de/dz_i| (|z_i| + share * largest |z|))
 *
 * The double computation there cannot tell a residual from its own rounding; this one can. */

nh_residual nh_residual_make(nh_arena *arena, const nh_model *model) {
    size_t n = model->coordinates.count, most = 2 * model->rows.count;
    nh_expr *e = NH_NEW_ARRAY(arena, nh_expr, most), *z = NH_NEW_ARRAY(arena, nh_expr, 2 * n);
    nh_residual r = {.count = 0};
    for (int as_rates = 0; as_rates < 2; as_rates++)
        for (size_t i = 0; i < model->rows.count; i++) {
            const nh_row *row = &model->rows.items[i];
            if (nh_row_restricts(row) && (as_rates || row->is_geometric))
                e[r.count++] = as_rates ? nh_row_rate(model, row) : row->residual;
        }
    memcpy(z, nh_model_coordinates(model, arena), n * sizeof *z);
    memcpy(z + n, nh_model_velocities(model, arena), n * sizeof *z);
    r.slopes = nh_expr_jacobian(model->pool, arena, r.count, e, (uint32_t)(2 * n), z);
    uint32_t entries = r.slopes.start[r.count];
    r.outputs = 2 * r.count + entries;
    nh_expr *outputs = NH_NEW_ARRAY(arena, nh_expr, r.outputs);
    memcpy(outputs, e, r.count * sizeof *e);
    for (uint32_t i = 0; i < r.count; i++) outputs[r.count + i] = nh_expr_terms_size(model->pool, e[i]);
    memcpy(outputs + 2 * (size_t)r.count, r.slopes.entry, entries * sizeof *e);
    r.outputs_list = outputs;
    NH_ASSERT(r.count <= most);
    return r;
}

/* r := the largest |z_i|, at least 10^-6. */
static void largest_of(const nh_ball *z, uint32_t count, nh_ball *r, nh_ball *scratch, int prec) {
    NH_ASSERT(nh_guard_inside() && r != scratch);
    nh_ball_set_rational(r, nh_rat_make(1, 1000000), prec);
    for (uint32_t i = 0; i < count; i++) {
        nh_ball_abs(scratch, &z[i], prec);
        nh_ball_max(r, r, scratch, prec);
    }
}

void nh_residual_ball(const nh_residual *residual, const nh_ball *outputs, const nh_ball *z, nh_ball *r, int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0 && r != z);
    const nh_expr_matrix *slopes = &residual->slopes;
    const nh_ball *values = outputs, *terms = outputs + residual->count, *slope = terms + residual->count;
    nh_ball *work = nh_balls_new(4), *share = &work[0], *size = &work[1], *a = &work[2], *b = &work[3];
    largest_of(z, slopes->columns, share, a, prec);
    nh_ball_set_rational(a, nh_rat_make(1, 10000000000), prec);
    nh_ball_mul(share, share, a, prec);
    nh_ball_set_int(r, 0);
    for (uint32_t e = 0; e < residual->count; e++) {
        if (nh_ball_is_zero(&values[e]) == NH_YES) continue;
        nh_ball_set(size, &terms[e]);
        for (uint32_t k = slopes->start[e]; k < slopes->start[e + 1]; k++) {
            nh_ball_abs(a, &z[slopes->column[k]], prec);
            nh_ball_add(a, a, share, prec);
            nh_ball_abs(b, &slope[k], prec);
            nh_ball_fma(size, a, b, size, prec);
        }
        nh_ball_abs(a, &values[e], prec);
        nh_ball_div(a, a, size, prec);
        nh_ball_max(r, r, a, prec);
    }
    nh_balls_free(work, 4);
}

/* ==== named ==== */

/* The named coefficients of a formulation as columns: those of one choice of independent velocities, so that
 * every row has the same. */

/* Of the state at which velocities are chosen in a model that has no initial one: that of `check`
 * where no other is given. */
enum { USUAL_SEED = 1 };

/* With the independent velocities that `check` announces; NULL where the constraints cannot be solved so at the
 * state, or there are none. */
static nh_equations *derive_announced(nh_evaluator *e, const nh_state *at) {
    nh_context *context = e->model->context;
    const char *why;
    nh_arena *work = nh_arena_create(context);
    nh_equations *found = NULL;
    size_t before = nh_context_diag_count(context);
    const nh_admissible *a = nh_admissible_make(work, e->model, USUAL_SEED);
    nh_diag_forget(context, before); /* what is wrong with the start is not asked here */
    const nh_explicit *choice = nh_form_choice(work, a, e->form, &why);
    bool *redundant = NH_NEW_ARRAY(work, bool, e->model->rows.count + 1);
    if (choice != NULL && nh_states_rank(e->states, at, redundant) == choice->k) {
        uint32_t *rows = NH_NEW_ARRAY(e->arena, uint32_t, (size_t)choice->k + 1);
        uint32_t *dependent = NH_NEW_ARRAY(e->arena, uint32_t, (size_t)choice->k + 1);
        nh_explicit_parts_of(choice, rows, dependent);
        if (nh_explicit_serves(e->states, at, choice->k, rows, dependent))
            found = nh_form_equations(e->form, e->model, e->arena,
                                      nh_explicit_remembered(e->model, choice->k, rows, dependent), &why);
    }
    nh_arena_destroy(work);
    return found;
}

/* "the coefficients are those with independent x', y'" */
static void note_choice(const nh_evaluator *e, const nh_equations *equations) {
    const nh_explicit *choice = equations->choice;
    if (choice == NULL || choice->k == 0 || equations->count == e->n) return; /* they do not depend on it */
    nh_remark remark = {.code = "choice", .severity = NH_SEVERITY_NOTE};
    nh_diag_add(e->model->context, &remark, "the coefficients are those with independent %s",
                nh_explicit_words(choice, e->arena));
}

/* The equations whose coefficients are meant: with the choice for a state where the usual one fails there. */
static nh_equations *find_equations(nh_evaluator *e, const nh_state *at) {
    if (e->formula == NULL) {
        nh_equations *own = e->equations->written != NULL ? e->equations->written : e->equations;
        bool is_named = own->coefficients.count > 0;
        if (!is_named) nh_chetaev_name(own);
        if (!is_named && own->omega != NULL) nh_equations_name_omega(own, own->omega);
        return own;
    }
    nh_equations *announced = derive_announced(e, at);
    if (announced != NULL) return announced;
    if (!nh_formula_choose(e->formula, at))
        nh_fail(e->model->context, NH_E_HYPOTHESIS, "formulation", "the formulation '%s' does not apply: %s",
                e->form->name, nh_formula_why(e->formula));
    return (nh_equations *)nh_formula_equations(e->formula);
}

static nh_program *make_program(const nh_evaluator *e, const nh_equations *equations) {
    nh_tape_def def = nh_dynamics_tape_def(e->arena, equations, true, 0, NULL);
    nh_dynamics_add_omega(e->arena, equations, &def);
    nh_exprs outputs = {.arena = e->arena}, parameters = {.arena = e->arena};
    for (size_t i = 0; i < equations->coefficients.count; i++)
        nh_array_push(&outputs, equations->coefficients.items[i].value);
    nh_equations_in_velocities(equations, outputs.count, outputs.items);
    nh_curved_rows_open(e->model, e->arena, outputs.count, outputs.items);
    nh_array_append(&parameters, def.parameter_count, def.parameters);
    for (uint32_t i = 0; equations->choice != NULL && i < equations->choice->signs; i++)
        nh_array_push(&parameters, equations->choice->sign[i]);
    def.parameter_count = (uint32_t)parameters.count;
    def.parameters = parameters.items;
    def.output_count = (uint32_t)outputs.count;
    def.outputs = outputs.items;
    return nh_program_of(e->arena, e->model->pool, &def, NULL);
}

static nh_named *make_named(nh_evaluator *e, const nh_state *at) {
    nh_named *named = NH_NEW(e->arena, nh_named);
    const nh_equations *equations = find_equations(e, at);
    note_choice(e, equations);
    size_t own = e->model->parameters.count, signs = equations->choice != NULL ? equations->choice->signs : 0;
    *named = (nh_named){.choice = equations->choice, .count = equations->coefficients.count, .signs = signs};
    named->program = make_program(e, equations);
    named->parameters = NH_NEW_ARRAY(e->arena, double, own + signs + 1);
    if (own > 0) memcpy(named->parameters, nh_states_parameters(e->states), own * sizeof(double));
    named->names = NH_NEW_ARRAY(e->arena, const char *, named->count + 1);
    for (size_t i = 0; i < named->count; i++) named->names[i] = equations->coefficients.items[i].name;
    return named;
}

/* The signs at a state. */
static double *signs_at(const nh_evaluator *e, nh_named *named, const nh_state *at) {
    double *signs = named->parameters + e->model->parameters.count;
    if (named->choice != NULL) nh_explicit_signs(named->choice, nh_states_parameters(e->states), at, signs);
    return signs;
}

static void evaluate_named(nh_evaluator *e, const nh_state *at, const double *inputs, double *values) {
    NH_ASSERT(e->named != NULL && values != inputs);
    nh_named *named = e->named;
    (void)signs_at(e, named, at);
    nh_program_begin(named->program, named->parameters);
    nh_program_run(named->program, inputs, values);
    for (size_t i = 0; i < named->count; i++)
        if (!isfinite(values[i])) values[i] = NAN;
}

void nh_named_choose_signs(nh_evaluator *e, const nh_state *at) {
    NH_ASSERT(e->named != NULL);
    (void)signs_at(e, e->named, at);
}

void nh_named_balls(const nh_evaluator *e, const nh_ball *parameters, const nh_ball *inputs, nh_ball *values,
                    int prec) {
    NH_ASSERT(nh_guard_inside() && e->named != NULL && prec > 0);
    const nh_named *named = e->named;
    size_t own = e->model->parameters.count, count = own + named->signs;
    nh_ball *all = nh_balls_new(count + 1);
    for (size_t i = 0; i < count; i++)
        if (i < own) nh_ball_set(&all[i], &parameters[i]);
        else nh_ball_set_double(&all[i], named->parameters[i]);
    nh_tape_run_balls(nh_program_tape(named->program), all, inputs, values, prec);
    nh_balls_free(all, count + 1);
}
