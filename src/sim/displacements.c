/* Displacements: what is made once, and the order of what is found at a state. */
#include "sim/displacements.h"

#include <math.h>
#include <string.h>

#include "analysis/kind.h"
#include "base/protect.h"
#include "model/values.h"
#include "sim/displacements_private.h"

/* ---- making ---- */

static void make_rows(nh_displacer *d) {
    d->row = NH_NEW_ARRAY(d->arena, nh_displacements_row, (size_t)d->rows + 1);
    for (uint32_t r = 0; r < d->rows; r++) {
        const nh_row *row = &d->model->rows.items[d->variation.row[r]];
        d->row[r].name = nh_name_text(d->model->context, row->name);
        d->row[r].homogeneous = nh_kind_of(d->model->pool, nh_row_rate(d->model, row)).homogeneous;
    }
}

static void make_arrays(nh_displacer *d) {
    size_t n = (size_t)d->n + 1, rows = (size_t)d->rows + 1;
    d->redundant = NH_NEW_ARRAY(d->arena, bool, d->model->rows.count + 1);
    d->used = NH_NEW_ARRAY(d->arena, uint32_t, rows);
    d->independent = NH_NEW_ARRAY(d->arena, size_t, n);
    d->kernel = NH_NEW_ARRAY(d->arena, double, n *n);
    d->basis = NH_NEW_ARRAY(d->arena, double, n *n);
    d->works = NH_NEW_ARRAY(d->arena, double, n);
    d->works_of_motion = NH_NEW_ARRAY(d->arena, double, n);
    d->work_sizes = NH_NEW_ARRAY(d->arena, double, n);
    d->rho = NH_NEW_ARRAY(d->arena, double, rows *rows);
    d->field_rate = NH_NEW_ARRAY(d->arena, double, n);
    d->state = (nh_state){.q = d->inputs + 1, .v = d->inputs + 1 + d->n};
}

/* The arrays that the result shows at every state. */
static void show(nh_displacer *d) {
    nh_displacements_info *info = &d->info;
    info->row = d->row;
    info->independent = d->independent;
    info->basis = d->basis;
    info->work = d->works;
    info->work_of_motion = d->works_of_motion;
    info->work_size = d->work_sizes;
    info->rho = d->rho;
    info->omega = d->at.omega;
    info->field = d->at.dq;
    info->field_rate = info->has_field ? d->field_rate : NULL;
    info->field_derivative = d->at.dq_dot;
}

/* Which transposition matrix there is, if any. */
static void choose_omega(nh_displacer *d, const char *word) {
    nh_context *context = d->model->context;
    nh_setting setting = {NH_VARIANT_ALGEBRAIC, NH_OMEGA_MODEL};
    bool has_own = d->model->transpositions.count > 0;
    if (word != NULL && nh_setting_read(&setting, word, strlen(word)) != NH_SETTING_OMEGA)
        nh_fail(
            context, NH_E_USAGE, "transposition",
            "there is no transposition matrix '%s'; there are model, zero, least, least60, kernel, kernel60 and mass",
            word);
    if (word != NULL && setting.omega == NH_OMEGA_MODEL && !has_own)
        nh_fail(context, NH_E_HYPOTHESIS, "transposition",
                "the model gives no transposition matrix; write transposition omega[x,y] = e in it, or choose another "
                "matrix");
    d->info.has_transposition = word != NULL || has_own;
    d->omega = setting.omega;
    if (setting.omega == NH_OMEGA_ZERO || setting.omega == NH_OMEGA_MODEL) return;
    d->transposer = nh_transposer_make(d->arena, d->model, setting.omega);
    nh_transposer_set(d->transposer, nh_states_parameters(d->evaluator->states));
}

nh_expr *nh_displacer_omega(const nh_displacer *d) {
    nh_expr *omega = nh_omega_of_model(d->model, d->arena);
    for (size_t i = 0; d->omega != NH_OMEGA_MODEL && i < (size_t)d->n * d->n; i++) omega[i] = NH_EXPR_ZERO;
    return omega;
}

nh_displacer *nh_displacer_make(nh_arena *arena, nh_model *model, const nh_displacements_def *def) {
    nh_displacer *d = NH_NEW(arena, nh_displacer);
    *d = (nh_displacer){.model = model, .arena = arena, .tolerance = def->tolerance};
    d->n = (uint32_t)model->coordinates.count;
    if (d->n > NH_DISPLACEMENTS_COORDINATES_MAX)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "the system has %u coordinates; displacements are written down for %d at most", d->n,
                NH_DISPLACEMENTS_COORDINATES_MAX);
    d->evaluator = nh_evaluator_make(arena, model, &(nh_evaluator_def){.form = NULL});
    d->variation = nh_variation_derive(model, arena);
    d->rows = d->variation.rows;
    d->info = (nh_displacements_info){.coordinates = d->n, .rows = d->rows};
    choose_omega(d, def->omega);
    d->info.has_field = model->field != NULL;
    nh_displacer_list(d);
    make_rows(d);
    make_arrays(d);
    show(d);
    return d;
}

const nh_displacements_info *nh_displacer_shape(const nh_displacer *d) {
    return &d->info;
}

nh_names nh_displacer_inputs(const nh_displacer *d) {
    return nh_evaluator_inputs(d->evaluator);
}

bool nh_displacer_needs_time(const nh_displacer *d) {
    const nh_model *model = d->model;
    bool needs = nh_evaluator_needs_time(d->evaluator);
    for (uint32_t i = 0; d->info.has_field && i < d->n; i++) {
        needs |= nh_expr_has(model->pool, model->field[i], NH_HAS_TIME);
        if (model->field_rate[i] != NH_EXPR_UNDEFINED)
            needs |= nh_expr_has(model->pool, model->field_rate[i], NH_HAS_TIME);
    }
    for (size_t i = 0; d->omega == NH_OMEGA_MODEL && i < model->transpositions.count; i++)
        needs |= nh_expr_has(model->pool, model->transpositions.items[i].value, NH_HAS_TIME);
    return needs;
}

void nh_displacer_start(nh_displacer *d, double *state) {
    nh_context *context = d->model->context;
    nh_state start = {.q = state + 1, .v = state + 1 + d->n};
    state[0] = nh_model_start_time(d->model, d->arena, nh_states_parameters(d->evaluator->states));
    nh_start_status status = nh_states_start(d->evaluator->states, state[0], &start);
    if (status == NH_START_NONE)
        nh_fail(context, NH_E_MODEL, "no-start", "the model has no initial values: give states, or a random start");
    if (status == NH_START_NOT_FOUND) nh_raise(context, NH_E_MODEL);
}

/* ---- a state ---- */

static bool are_finite(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Whether ranks can be found: squares of larger entries are no numbers of the machine, and such rows would seem to depend on others. */
static bool are_moderate(const double *x, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * x[i];
    return isfinite(sum);
}

static void forget(nh_displacer *d) {
    nh_displacements_info *info = &d->info;
    info->why = NULL;
    info->has_basis = info->has_motion = info->refused = info->commutes = info->transposes = false;
    info->field_is_chetaev = info->field_is_vakonomic = false;
    info->rank = info->dimension = info->commuting = info->transposing = 0;
    info->power = info->power_of_motion = info->power_size = NAN;
    for (uint32_t r = 0; r < d->rows; r++) {
        nh_displacements_row *row = &d->row[r];
        nh_displacements_row empty = {.name = row->name, .homogeneous = row->homogeneous, .lambda = NAN, .power = NAN};
        empty.power_size = empty.A = empty.D = empty.D_size = empty.residual = NAN;
        empty.D1 = empty.D1_residual = empty.D1_size = empty.chetaev = empty.chetaev_size = NAN;
        empty.vakonomic = empty.vakonomic_size = empty.left = empty.right = empty.size = NAN;
        *row = empty;
    }
}

/* Accelerations and multipliers; false, and why, when they are not determined. */
static bool solve(nh_displacer *d, const double *state) {
    nh_solution solution = nh_evaluator_solve(d->evaluator, d->evaluator->dynamics, state);
    const char *lost = nh_evaluator_lost(d->evaluator, d->arena, &d->state, &solution);
    if (lost == NULL && solution.status == NH_SOLVED)
        lost = nh_evaluator_overflow(d->evaluator, d->arena, &d->state);
    double *x = d->inputs + 1 + 2 * (size_t)d->n;
    bool is_solved =
        lost == NULL && solution.status == NH_SOLVED && are_finite(solution.x, d->n) && are_finite(solution.lambda, d->rows);
    if (lost != NULL) d->info.why = lost;
    else if (!is_solved) d->info.why = nh_evaluator_explain(d->evaluator, d->arena, &solution);
    d->lambda = solution.lambda;
    for (uint32_t i = 0; i < d->n; i++) x[i] = is_solved ? solution.x[i] : NAN;
    return is_solved;
}

/* The transposition matrix, where it is computed; false, and why, when there is none. */
static bool transpose(nh_displacer *d) {
    if (d->transposer == NULL) return true;
    nh_transposer_status status = nh_transposer_at(d->transposer, d->state.t, d->state.q, d->state.v, d->at.omega);
    if (status == NH_TRANSPOSER_FOUND) return true;
    d->info.why = status == NH_TRANSPOSER_INCOMPATIBLE ? nh_transposer_problem(d->omega)
                                                       : "the transposition matrix has no value there";
    return false;
}

/* What has no value although the accelerations are known; NULL: nothing. */
static const char *missing(const nh_displacer *d) {
    size_t entries = (size_t)d->rows * d->n;
    if (!are_finite(d->at.D, entries) || !are_finite(d->at.G, entries))
        return "a derivative of a constraint has no value there";
    if (!are_finite(d->at.reaction, d->n)) return "the equations have no value there";
    if (d->at.omega != NULL && !are_finite(d->at.omega, (size_t)d->n * d->n))
        return "the transposition matrix has no value there";
    if (d->at.dq == NULL) return NULL;
    bool has_value = are_finite(d->at.dq, d->n) && are_finite(d->at.dq_dot, d->n) && are_finite(d->at.rate, d->n) &&
                     are_finite(d->at.total, d->rows);
    return has_value ? NULL : "the field of displacements has no value there";
}

const nh_displacements_info *nh_displacer_at(nh_displacer *d, const double *state) {
    nh_displacements_info *info = &d->info;
    forget(d);
    info->state = state;
    memcpy(d->inputs, state, (1 + 2 * (size_t)d->n) * sizeof *state);
    d->state.t = state[0];
    info->has_motion = solve(d, state);
    nh_tape_run(d->tape, 1, d->inputs, d->outputs, d->work);
    info->residual = nh_states_residual(d->evaluator->states, &d->state, NULL);
    bool is_lost = !info->has_motion && d->evaluator->lost_here;
    if (!is_lost && are_moderate(d->at.A, (size_t)d->rows * d->n)) nh_displacer_span(d);
    if (!is_lost && !info->has_basis) info->why = "a constraint has no value there, or no derivative, or one too large for doubles";
    if (info->has_motion && info->has_basis && transpose(d)) info->why = missing(d);
    info->has_motion = info->why == NULL;
    if (!info->has_motion) return info;
    nh_displacer_work(d);
    nh_displacer_commute(d);
    if (info->has_field) nh_displacer_relate(d);
    return info;
}
