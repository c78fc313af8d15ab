/* Displacements: what is made once, and the order of what is found at a state. */
#include "truth/displacements/displacements.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "expr/inspect.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/linear/dense.h"
#include "num/linear/doubles.h"
#include "state/explicit/explicit.h"
#include "state/explicit/kind.h"
#include "truth/displacements/displacements_private.h"

/* ---- terms ---- */

/* The expressions behind displacements, as one program of t, q, q', q''. */

/* The transposition matrix as expressions; 0 where it is computed otherwise. */
static nh_expr *omega_of(const nh_displacer *d) {
    NH_ASSERT(d->omega < NH_OMEGAS);
    nh_expr *omega = nh_omega_of_model(d->model, d->arena);
    for (size_t i = 0; d->omega != NH_OMEGA_MODEL && i < (size_t)d->n * d->n; i++) omega[i] = NH_EXPR_ZERO;
    return omega;
}

typedef struct output_list {
    nh_displacer *d;
    nh_pool *pool;
    nh_exprs outputs;
} output_list;

static size_t add_outputs(output_list *l, size_t count, const nh_expr *e) {
    size_t first = l->outputs.count;
    nh_array_append(&l->outputs, count, e);
    return first;
}

static size_t add_sizes(output_list *l, size_t count, const nh_expr *e) {
    size_t first = l->outputs.count;
    for (size_t i = 0; i < count; i++) nh_array_push(&l->outputs, nh_expr_terms_size(l->pool, e[i]));
    return first;
}

/* Where the values are among the outputs. */
typedef struct places {
    size_t A, G, D, D_size, reaction, reaction_size, omega, dq, dq_dot, rate, total, total_size, J;
} places;

/* What Lagrange's equations leave for the reactions, straight from L. */
static nh_expr *list_reactions(const nh_displacer *d) {
    const nh_model *model = d->model;
    nh_expr *left = NH_NEW_ARRAY(d->arena, nh_expr, (size_t)d->n + 1);
    for (uint32_t i = 0; i < d->n; i++) {
        left[i] = nh_expr_total_derivative(model->pool, d->variation.p[i]);
        left[i] = nh_expr_sub(model->pool, left[i], nh_expr_diff(model->pool, model->L, model->coordinates.items[i].q));
        left[i] = nh_expr_sub(model->pool, left[i], model->Q[i]);
    }
    return left;
}

static void add_rows(output_list *l, places *at) {
    const nh_variation *x = &l->d->variation;
    size_t entries = (size_t)x->rows * x->n;
    const nh_expr *reaction = list_reactions(l->d);
    at->A = add_outputs(l, entries, x->A);
    at->G = add_outputs(l, entries, x->G);
    at->D = add_outputs(l, entries, x->D);
    at->D_size = add_sizes(l, entries, x->D);
    at->reaction = add_outputs(l, x->n, reaction);
    at->reaction_size = add_sizes(l, x->n, reaction);
    if (l->d->info.has_transposition) at->omega = add_outputs(l, (size_t)x->n * x->n, omega_of(l->d));
}

static nh_expr *total_derivatives(const output_list *l, size_t count, const nh_expr *e) {
    nh_expr *dot = NH_NEW_ARRAY(l->d->arena, nh_expr, count + 1);
    for (size_t i = 0; i < count; i++) dot[i] = nh_expr_total_derivative(l->pool, e[i]);
    return dot;
}

/* A dq of all rows. */
static nh_expr *chetaev_sums(const output_list *l, const nh_expr *dq) {
    const nh_variation *x = &l->d->variation;
    nh_expr *sums = NH_NEW_ARRAY(l->d->arena, nh_expr, (size_t)x->rows + 1);
    for (uint32_t r = 0; r < x->rows; r++) {
        sums[r] = NH_EXPR_ZERO;
        for (uint32_t i = 0; i < x->n; i++)
            sums[r] = nh_expr_add(l->pool, sums[r], nh_expr_mul(l->pool, x->A[(size_t)r * x->n + i], dq[i]));
    }
    return sums;
}

static void add_field(output_list *l, places *at) {
    const nh_model *model = l->d->model;
    uint32_t n = l->d->n, rows = l->d->rows;
    nh_expr *rate = NH_NEW_ARRAY(l->d->arena, nh_expr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        rate[i] = model->field_rate[i] != NH_EXPR_UNDEFINED ? model->field_rate[i] : NH_EXPR_ZERO;
    const nh_expr *total = total_derivatives(l, rows, chetaev_sums(l, model->field));
    at->dq = add_outputs(l, n, model->field);
    at->dq_dot = add_outputs(l, n, total_derivatives(l, n, model->field));
    at->rate = add_outputs(l, n, rate);
    at->total = add_outputs(l, rows, total);
    at->total_size = add_sizes(l, rows, total);
}

static void make_program(nh_displacer *d, const output_list *l) {
    nh_tape_def def = nh_model_tape_def(d->model, d->arena, true, l->outputs.count, l->outputs.items);
    d->program = nh_program_of(d->arena, l->pool, &def, nh_model_parameter_values(d->model, d->arena));
    d->inputs = NH_NEW_ARRAY(d->arena, double, def.input_count);
}

/* Makes the program for all values. */
static void list_outputs(nh_displacer *d) {
    NH_ASSERT(d->program == NULL);
    output_list l = {.d = d, .pool = d->model->pool, .outputs = {.arena = d->arena}};
    places at = {0};
    add_rows(&l, &at);
    if (d->info.has_field) add_field(&l, &at);
    nh_displacer_list_points(d, &l.outputs, &at.J);
    make_program(d, &l);
    double *out = nh_program_outputs(d->program);
    d->at = (nh_displaced_values){.A = out + at.A, .G = out + at.G, .D = out + at.D, .D_size = out + at.D_size};
    d->at.J = out + at.J;
    d->at.reaction = out + at.reaction;
    d->at.reaction_size = out + at.reaction_size;
    if (d->info.has_transposition) d->at.omega = out + at.omega;
    if (!d->info.has_field) return;
    d->at.dq = out + at.dq;
    d->at.dq_dot = out + at.dq_dot;
    d->at.rate = out + at.rate;
    d->at.total = out + at.total;
    d->at.total_size = out + at.total_size;
}

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
    d->agreeing = NH_NEW_ARRAY(d->arena, double, rows *rows);
    d->field_rate = NH_NEW_ARRAY(d->arena, double, n);
    d->state = (nh_state){.q = d->inputs + 1, .v = d->inputs + 1 + d->n};
}

/* The arrays that the result shows at every state. */
static void show_arrays(nh_displacer *d) {
    nh_displacements_info *info = &d->info;
    info->row = d->row;
    info->independent = d->independent;
    info->basis = d->basis;
    info->work = d->works;
    info->work_of_motion = d->works_of_motion;
    info->work_size = d->work_sizes;
    info->rho = d->rho;
    info->agreeing_mu = d->agreeing;
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
        nh_fail(context, NH_E_USAGE, "transposition",
                "there is no transposition matrix '%s'; available: model, zero, least, least60, kernel, kernel60, mass",
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

nh_displacer *nh_displacer_make(nh_arena *arena, const nh_model *model, const nh_displacements_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_displacer *d = NH_NEW(arena, nh_displacer);
    *d = (nh_displacer){.model = model, .arena = arena, .tolerance = def->tolerance};
    d->n = (uint32_t)model->coordinates.count;
    if (d->n > NH_DISPLACEMENTS_COORDINATES_MAX)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "the system has %u coordinates; displacements are available for at most %d", d->n,
                NH_DISPLACEMENTS_COORDINATES_MAX);
    d->evaluator = nh_evaluator_make(arena, model, &(nh_eval_def){.form = NULL});
    d->variation = nh_variation_derive(model, arena);
    d->rows = d->variation.rows;
    d->info = (nh_displacements_info){.coordinates = d->n, .rows = d->rows};
    choose_omega(d, def->omega);
    d->info.has_field = model->field != NULL;
    list_outputs(d);
    make_rows(d);
    make_arrays(d);
    show_arrays(d);
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
    NH_ASSERT(state != NULL);
    nh_start_status status = nh_states_start(d->evaluator->states, state[0], &start);
    if (status == NH_START_NONE)
        nh_fail(context, NH_E_MODEL, "no-start", "the model has no initial values: give states, or use --init random");
    if (status == NH_START_NOT_FOUND) nh_raise(context, NH_E_MODEL);
}

/* ---- basis ---- */

/* The displacements that A admits: [Simple] (43), [Rheonomous] (9), [Algebraic] (47), first.
 *
 * With the columns of A apart into those of dependent and of independent coordinates, A_d dq_d + A_i dq_i = 0: a vector
 * of the basis for each independent one. An orthonormal basis of the same space serves where lengths are compared. */

static uint32_t find_rows(nh_displacer *d) {
    uint32_t rank = 0;
    (void)nh_states_rank_in_order(d->evaluator->states, &d->state, d->redundant);
    for (uint32_t r = 0; r < d->rows; r++) {
        d->row[r].redundant = d->redundant[d->variation.row[r]];
        if (!d->row[r].redundant) d->used[rank++] = r;
    }
    return rank;
}

/* The coordinates that are not dependent. */
static void list_independent(nh_displacer *d, uint32_t rank, const uint32_t *dependent) {
    NH_ASSERT(rank <= d->rows && nh_is_rising(rank, dependent, d->n));
    uint32_t next = 0, count = 0;
    for (uint32_t i = 0; i < d->n; i++)
        if (next < rank && dependent[next] == i) next++;
        else d->independent[count++] = i;
}

/* dq_d = -A_d^-1 A_i, for all independent coordinates at once. */
static void solve_basis(nh_displacer *d, nh_arena *arena, uint32_t rank, const uint32_t *dependent) {
    NH_ASSERT(rank <= d->n && nh_is_rising(rank, dependent, d->n));
    uint32_t n = d->n, m = n - rank;
    const size_t *independent = d->independent;
    double *basis = d->basis;
    double *square = NH_NEW_ARRAY(arena, double, (size_t)rank *rank + 1);
    double *side = NH_NEW_ARRAY(arena, double, (size_t)rank *m + 1);
    for (uint32_t r = 0; r < rank; r++) {
        const double *a = d->at.A + (size_t)d->used[r] * n;
        for (uint32_t k = 0; k < rank; k++) square[r + (size_t)k * rank] = a[dependent[k]];
        for (uint32_t k = 0; k < m; k++) side[r + (size_t)k * rank] = 0 - a[independent[k]];
    }
    nh_lu *lu = nh_lu_make(arena, (int)rank);
    d->info.has_basis = nh_lu_factor(lu, square);
    if (!d->info.has_basis) return;
    nh_lu_solve(lu, side, (int)m);
    memset(basis, 0, (size_t)m * n * sizeof *basis);
    for (uint32_t k = 0; k < m; k++) {
        basis[(size_t)k * n + independent[k]] = 1;
        for (uint32_t r = 0; r < rank; r++) basis[(size_t)k * n + dependent[r]] = side[r + (size_t)k * rank] + 0.0;
    }
}

/* Rows count by their directions: each is brought to length 1. */
static void find_kernel(nh_displacer *d, nh_arena *arena, uint32_t rank) {
    NH_ASSERT(rank <= d->rows && rank <= d->n);
    double *a = NH_NEW_ARRAY(arena, double, (size_t)rank * d->n + 1);
    for (uint32_t r = 0; r < rank; r++) {
        const double *row = d->at.A + (size_t)d->used[r] * d->n;
        double length = nh_displacer_length(row, d->n);
        for (uint32_t i = 0; i < d->n; i++) a[r + (size_t)i * rank] = row[i] / length;
    }
    nh_qr *qr = nh_qr_make(arena, (int)rank, (int)d->n);
    d->info.has_basis = nh_qr_factor(qr, a) && nh_qr_rank(qr, 0) == (int)rank;
    if (d->info.has_basis) nh_qr_kernel(qr, (int)rank, d->kernel);
}

/* Rank, independent coordinates, basis and kernel of A. */
static void span_of(nh_displacer *d) {
    nh_arena *arena = nh_arena_create(d->model->context);
    uint32_t rank = find_rows(d), *rows = NH_NEW_ARRAY(arena, uint32_t, (size_t)rank + 1);
    uint32_t *dependent = NH_NEW_ARRAY(arena, uint32_t, (size_t)rank + 1);
    for (uint32_t r = 0; r < rank; r++) rows[r] = d->variation.row[d->used[r]];
    nh_explicit_choose(arena, d->evaluator->states, &d->state, rank, rows, dependent, &d->info.refused);
    d->info.rank = rank;
    d->info.dimension = d->n - rank;
    list_independent(d, rank, dependent);
    solve_basis(d, arena, rank, dependent);
    if (d->info.has_basis) find_kernel(d, arena, rank);
    nh_arena_destroy(arena);
}

/* ---- a state ---- */

/* Whether ranks can be found: squares of larger entries are no numbers of the machine, and such rows would
 * seem to depend on others. */
static bool are_moderate(const double *x, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * x[i];
    return isfinite(sum);
}

static void forget_state(nh_displacer *d) {
    nh_displacements_info *info = &d->info;
    info->why = NULL;
    info->has_basis = info->has_motion = info->refused = info->commutes = info->transposes = false;
    info->field_is_chetaev = info->field_is_vakonomic = info->has_points = false;
    info->W = NULL;
    info->rank = info->dimension = info->commuting = info->transposing = info->agreeing = 0;
    info->power = info->power_of_motion = info->power_size = NAN;
    for (uint32_t r = 0; r < d->rows; r++) {
        nh_displacements_row *row = &d->row[r];
        nh_displacements_row empty = {.name = row->name, .homogeneous = row->homogeneous, .lambda = NAN, .power = NAN};
        empty.power_size = empty.A = empty.D = empty.D_size = empty.residual = NAN;
        empty.D1 = empty.D1_residual = empty.D1_size = empty.chetaev = empty.chetaev_size = NAN;
        empty.vakonomic = empty.vakonomic_size = empty.left = empty.right = empty.size = empty.chetaev_rate = NAN;
        *row = empty;
    }
}

/* Accelerations and multipliers; false, and why, when they are not determined. */
static bool solve_state(nh_displacer *d, const double *state) {
    nh_solution solution = nh_evaluator_solve(d->evaluator, d->evaluator->dynamics, state);
    const char *lost = nh_evaluator_lost(d->evaluator, d->arena, &d->state, &solution);
    if (lost == NULL && solution.status == NH_SOLVED) lost = nh_evaluator_overflow(d->evaluator, d->arena, &d->state);
    if (lost == NULL) lost = nh_evaluator_hole(d->evaluator, d->arena, &d->state);
    double *x = d->inputs + 1 + 2 * (size_t)d->n;
    bool is_solved = lost == NULL && solution.status == NH_SOLVED && nh_doubles_are_finite(solution.x, d->n) &&
                     nh_doubles_are_finite(solution.lambda, d->rows);
    if (lost != NULL) d->info.why = lost;
    else if (!is_solved) d->info.why = nh_evaluator_explain(d->evaluator, d->arena, &solution);
    d->lambda = solution.lambda;
    for (uint32_t i = 0; i < d->n; i++) x[i] = is_solved ? solution.x[i] : NAN;
    return is_solved;
}

/* The transposition matrix, where it is computed; false, and why, when there is none. */
static bool find_transposition(nh_displacer *d) {
    if (d->transposer == NULL) return true;
    nh_transposer_status status = nh_transposer_at(d->transposer, d->state.t, d->state.q, d->state.v, d->at.omega);
    if (status == NH_TRANSPOSER_FOUND) return true;
    d->info.why = status == NH_TRANSPOSER_INCOMPATIBLE ? nh_transposer_problem(d->omega)
                                                       : "the transposition matrix has no value there";
    return false;
}

/* What has no value although the accelerations are known; NULL: nothing. */
static const char *missing_value(const nh_displacer *d) {
    size_t entries = (size_t)d->rows * d->n;
    if (!nh_doubles_are_finite(d->at.D, entries) || !nh_doubles_are_finite(d->at.G, entries))
        return "a derivative of a constraint has no value there";
    if (!nh_doubles_are_finite(d->at.reaction, d->n)) return "the equations have no value there";
    if (d->at.omega != NULL && !nh_doubles_are_finite(d->at.omega, (size_t)d->n * d->n))
        return "the transposition matrix has no value there";
    if (d->at.dq == NULL) return NULL;
    bool has_value = nh_doubles_are_finite(d->at.dq, d->n) && nh_doubles_are_finite(d->at.dq_dot, d->n) &&
                     nh_doubles_are_finite(d->at.rate, d->n) && nh_doubles_are_finite(d->at.total, d->rows);
    return has_value ? NULL : "the field of displacements has no value there";
}

const nh_displacements_info *nh_displacer_at(nh_displacer *d, const double *state) {
    NH_ASSERT(state != d->inputs);
    nh_displacements_info *info = &d->info;
    forget_state(d);
    info->state = state;
    memcpy(d->inputs, state, (1 + 2 * (size_t)d->n) * sizeof *state);
    d->state.t = state[0];
    info->has_motion = solve_state(d, state);
    (void)nh_program_at(d->program, d->inputs);
    info->residual = nh_states_residual(d->evaluator->states, &d->state, NULL);
    bool is_lost = !info->has_motion && d->evaluator->lost_here;
    if (!is_lost && are_moderate(d->at.A, (size_t)d->rows * d->n)) span_of(d);
    if (!is_lost && !info->has_basis)
        info->why = "a constraint has no value there, or no derivative, or one too large for doubles";
    if (info->has_motion && info->has_basis && find_transposition(d)) info->why = missing_value(d);
    info->has_motion = info->why == NULL;
    if (!info->has_motion) return info;
    nh_displacer_work(d);
    nh_displacer_commute(d);
    nh_displacer_move_points(d);
    if (info->has_field) nh_displacer_relate(d);
    return info;
}
