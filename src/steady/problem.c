/* The equations of steady motions, and which coordinates are ignorable. */
#include "steady/problem_private.h"

#include <math.h>

#include "base/assert.h"
#include "base/context.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "facts/analysis.h"
#include "facts/rank.h"
#include "model/inputs.h"
#include "model/values.h"
#include "num/guard.h"
#include "state/samples.h"
#include "steady/limits_private.h"
#include "tape/ball_run.h"
#include "truth/eval/evaluate.h"

enum { SAMPLES = 5, SAMPLE_TRIES = 4, SAMPLE_DIGITS = 30, SAMPLE_BITS = 192 };

#define ROUNDING 1e-14

/* ---- hypotheses ---- */

static void require_autonomous(const nh_model *model) {
    bool has_time = nh_expr_has(model->pool, model->L, NH_HAS_TIME);
    for (size_t i = 0; i < model->coordinates.count; i++)
        has_time |= nh_expr_has(model->pool, model->Q[i], NH_HAS_TIME);
    for (size_t i = 0; i < model->rows.count; i++)
        has_time |=
            model->rows.items[i].is_imposed && nh_expr_has(model->pool, model->rows.items[i].residual, NH_HAS_TIME);
    if (has_time)
        nh_fail(model->context, NH_E_HYPOTHESIS, "rheonomic",
                "the Lagrangian, a force or a constraint contains the time: steady motions need systems that do not "
                "depend on it");
    if (model->coordinates.count == 0)
        nh_fail(model->context, NH_E_HYPOTHESIS, "no-coordinates", "the model has no coordinates");
}

/* That there are accelerations, and derivatives, at the start. */
static void require_regular(nh_steady_problem *p) {
    size_t n = p->model->coordinates.count;
    nh_evaluator *e = nh_evaluator_make(p->arena, p->model, &(nh_eval_def){.form = "chetaev"});
    double *state = NH_NEW_ARRAY(p->arena, double, 1 + 2 * n);
    state[0] = p->start.t;
    for (size_t i = 0; i < n; i++) {
        state[1 + i] = p->start.q[i];
        state[1 + n + i] = p->start.v[i];
    }
    nh_evaluation found = nh_evaluator_at(e, p->arena, &(nh_given_state){.values = state});
    if (found.why != NULL)
        nh_fail(p->model->context, NH_E_HYPOTHESIS, "singular",
                "the accelerations at the initial state are not determined: %s", found.why);
}

/* Whether the rows which are left out are known to restrict nothing around the state; *name: one that may. */
static bool is_rest_redundant(const nh_steady_problem *p, const char **name) {
    const nh_equations *e = p->l->equations;
    *name = "";
    if (p->l->rank == e->rows) return true;
    nh_admissible *a = nh_admissible_make(p->arena, p->model, nh_context_seed(p->model->context));
    nh_rank rank = nh_rank_find(a);
    uint32_t left_out = 0;
    for (uint32_t r = 0; r < e->rows; r++) {
        if (rank.redundant[e->row[r]].truth == NH_YES) left_out++;
        else if (!nh_is_among(r, p->l->rank, p->l->used))
            *name = nh_name_text(p->model->context, p->model->rows.items[e->row[r]].name);
    }
    return left_out == e->rows - p->l->rank && !a->rank_drops;
}

static void require_redundant(const nh_steady_problem *p) {
    const char *name = NULL;
    if (is_rest_redundant(p, &name)) return;
    nh_fail(p->model->context, NH_E_HYPOTHESIS, "singular",
            "singular configuration: at the initial state the constraint '%s' depends on the others, and it could not "
            "be shown that it also does at nearby states",
            name);
}

/* ---- ignorable coordinates ---- */

/* Adds to what depends on what (depends[k + i * states]: equation k on z_i) what a state shows. */
static bool look_at(nh_steady_problem *p, const nh_certified *at, bool *depends) {
    const nh_linearizer *l = p->l;
    size_t n = l->n, parameters = p->model->parameters.count;
    nh_linear_point point = nh_linear_point_new(l);
    nh_ball *values = nh_balls_new(parameters + 1);
    nh_ball_load(&point.inputs[0], at->t);
    for (size_t i = 0; i < n; i++) {
        nh_ball_load(&point.inputs[1 + i], at->q[i]);
        nh_ball_load(&point.inputs[1 + n + i], at->v[i]);
    }
    nh_steady_parameters(p, values, SAMPLE_BITS);
    bool is_seen = nh_linear_at(l, values, &point, SAMPLE_BITS);
    for (size_t i = 0; i < (size_t)l->states * l->states && is_seen; i++)
        depends[i] |= nh_ball_is_zero(&point.A[i]) == NH_NO;
    nh_balls_free(values, parameters + 1);
    nh_linear_point_free(l, &point);
    return is_seen;
}

/* Leaves out one coordinate after the other. */
static void leave_out(nh_steady_problem *p, const bool *depends) {
    const nh_linearizer *l = p->l;
    for (uint32_t i = 0; i < l->places; i++) {
        bool stands = p->is_ignorable[i];
        for (uint32_t k = 0; k < l->states && !stands; k++)
            stands = (k >= l->places || !p->is_ignorable[k]) && depends[k + (size_t)i * l->states];
        if (stands) continue;
        p->is_ignorable[i] = true;
        p->ignorables++;
        i = UINT32_MAX; /* once more from the first one */
    }
}

static void find_ignorable(nh_steady_problem *p) {
    static const double sizes[] = {0.3, 0.1, 0.7, 0.03};
    const nh_linearizer *l = p->l;
    size_t n = l->n;
    bool *depends = NH_NEW_ARRAY(p->arena, bool, (size_t)l->states * l->states + 1);
    nh_random random = nh_random_make(nh_context_seed(p->model->context), NH_STREAM_STEADY_SAMPLES);
    nh_state near = {.q = NH_NEW_ARRAY(p->arena, double, n), .v = NH_NEW_ARRAY(p->arena, double, n)};
    for (int i = 0; i < SAMPLES * SAMPLE_TRIES && p->samples < SAMPLES; i++) {
        nh_certified at;
        bool is_found = nh_samples_draw(p->states, &random, &p->start, sizes[i % SAMPLE_TRIES], &near) &&
                        nh_states_certify(p->states, &near, SAMPLE_DIGITS, p->arena, &at);
        if (is_found && look_at(p, &at, depends)) p->samples++;
    }
    p->is_ignorable = NH_NEW_ARRAY(p->arena, bool, l->places + 1);
    if (p->samples == SAMPLES) leave_out(p, depends);
    p->kept = NH_NEW_ARRAY(p->arena, uint32_t, l->states + 1);
    for (uint32_t i = 0; i < l->states; i++)
        if (i >= l->places || !p->is_ignorable[i]) p->kept[p->size++] = i;
}

/* ---- unknowns ---- */

static void list_unknowns(nh_steady_problem *p) {
    const nh_linearizer *l = p->l;
    uint32_t n = l->n;
    bool *is_known = NH_NEW_ARRAY(p->arena, bool, 3 * (size_t)n + 1);
    for (uint32_t i = 0; i < l->places; i++) is_known[p->is_ignorable[i] ? l->x[i] : n + l->x[i]] = true;
    for (uint32_t k = 0; k < l->m; k++) is_known[2 * n + l->independent[k]] = true;
    p->unknown = NH_NEW_ARRAY(p->arena, uint32_t, 3 * (size_t)n + l->rank + 1);
    for (uint32_t i = 0; i < 3 * n + l->rank; i++)
        if (i >= 3 * n || !is_known[i]) p->unknown[p->unknowns++] = i;
    NH_ASSERT(p->unknowns == l->values);
}

/* The output of the tape that is the slope of a row by the column, counted from 1; 0: there is none. */
static int64_t slope_output(const nh_linearizer *l, size_t row, size_t column) {
    for (uint32_t k = l->slopes.start[row]; k < l->slopes.start[row + 1]; k++)
        if (l->slopes.column[k] == column) return (int64_t)l->values + k + 1;
    return 0;
}

/* A geometric row by q is its rate by q', and what is with lambda is J. */
static void list_slopes(nh_steady_problem *p) {
    const nh_linearizer *l = p->l;
    size_t n = l->n, rows = nh_linear_rows(l), rates = n + l->rank;
    p->slopes = NH_NEW_ARRAY(p->arena, int64_t, (size_t)p->unknowns * p->unknowns + 1);
    for (size_t j = 0; j < p->unknowns; j++) {
        size_t at = p->unknown[j];
        for (size_t i = 0; i < p->unknowns; i++) {
            int64_t *to = &p->slopes[i + j * p->unknowns];
            if (at < 3 * n && i < rows) *to = slope_output(l, i, at);
            else if (at < n) *to = slope_output(l, rates + (i - rows), n + at);
            else if (at >= 3 * n && i < n) *to = -slope_output(l, rates + (at - 3 * n), n + i);
        }
    }
}

/* ---- parameters and initial values ---- */

/* The values of the parameters, with the symbol of one of them left in (NH_MODEL_NONE: none). */
static nh_expr *parameter_values(const nh_steady_problem *p, uint32_t left) {
    const nh_model *model = p->model;
    size_t count = model->parameters.count;
    nh_expr *values = nh_model_closed_values(model, p->arena), *symbols = nh_model_parameter_symbols(model, p->arena);
    if (left == NH_MODEL_NONE) return values;
    values[left] = symbols[left];
    for (size_t i = left + 1; i < count; i++)
        if (model->parameters.items[i].value != NH_EXPR_UNDEFINED)
            values[i] =
                nh_expr_substitute(model->pool, model->parameters.items[i].value, (uint32_t)i, symbols, values, true);
    return values;
}

static void find_initials(nh_steady_problem *p, const nh_expr *values, nh_expr *outputs) {
    const nh_model *model = p->model;
    size_t n = model->coordinates.count, parameters = model->parameters.count;
    nh_expr *symbols = nh_model_parameter_symbols(model, p->arena);
    for (size_t i = 0; i < 2 * n; i++) outputs[i] = NH_EXPR_ZERO;
    for (size_t i = 0; i < 2 * n; i++) p->is_given[i] = false;
    for (size_t k = 0; k < model->initials.count; k++) {
        const nh_initial *given = &model->initials.items[k];
        for (size_t i = 0; i < 2 * n; i++) {
            const nh_coordinate *c = &model->coordinates.items[i % n];
            if (given->quantity != (i < n ? c->q : c->v) || !given->is_held) continue;
            nh_expr value = nh_expr_substitute(model->pool, given->value, (uint32_t)parameters, symbols, values, true);
            p->is_given[i] = !nh_expr_has(model->pool, value, NH_HAS_ANYTHING);
            if (p->is_given[i]) outputs[i] = value;
        }
    }
}

/* A value that the start does not have, since a constraint moved it, is none. */
static void check_initials(nh_steady_problem *p) {
    size_t n = p->model->coordinates.count;
    nh_ball *values = nh_balls_new(2 * n + 1);
    nh_tape_run_balls(p->initials, NULL, p->value, values, 64);
    for (size_t i = 0; i < 2 * n; i++) {
        double value = nh_ball_double(&values[i]), start = i < n ? p->start.q[i] : p->start.v[i - n];
        if (!(fabs(value - start) <= 1e-12 * fmax(1, fabs(start)))) p->is_given[i] = false;
    }
    nh_balls_free(values, 2 * n + 1);
}

static void make_values(nh_steady_problem *p) {
    const nh_model *model = p->model;
    bool is_parameter = p->varied == NH_VARIED_PARAMETER;
    size_t n = model->coordinates.count;
    nh_expr *values = parameter_values(p, is_parameter ? p->which : NH_MODEL_NONE);
    nh_expr *initials = NH_NEW_ARRAY(p->arena, nh_expr, 2 * n + 1);
    nh_expr input = is_parameter ? model->parameters.items[p->which].symbol : NH_EXPR_ZERO;
    find_initials(p, values, initials);
    nh_tape_def def = {.input_count = is_parameter, .inputs = &input};
    def.output_count = (uint32_t)model->parameters.count;
    def.outputs = values;
    p->constants = nh_tape_make(p->arena, model->pool, &def);
    def.output_count = (uint32_t)(2 * n);
    def.outputs = initials;
    p->initials = nh_tape_make(p->arena, model->pool, &def);
}

void nh_steady_parameters(const nh_steady_problem *p, nh_ball *parameters, int prec) {
    nh_tape_run_balls(p->constants, NULL, p->value, parameters, prec);
}

/* What was not given, and is 0 except for the rounding of other numbers, is 0. */
static double start_value(const nh_steady_problem *p, size_t i) {
    size_t n = p->l->n;
    const double *all = i < n ? p->start.q : p->start.v;
    double largest = 0;
    for (size_t k = 0; k < n; k++) largest = fmax(largest, fabs(all[k]));
    return fabs(all[i % n]) > ROUNDING * largest ? all[i % n] : 0;
}

void nh_steady_initial(const nh_steady_problem *p, nh_ball *inputs, int prec) {
    size_t n = p->l->n;
    nh_tape_run_balls(p->initials, NULL, p->value, inputs + 1, prec);
    nh_ball_set_double(&inputs[0], p->start.t);
    for (size_t i = 0; i < 2 * n; i++)
        if (p->varied == NH_VARIED_STATE && i == p->which) nh_ball_set(&inputs[1 + i], p->value);
        else if (!p->is_given[i]) nh_ball_set_double(&inputs[1 + i], start_value(p, i));
}

void nh_steady_problem_vary(nh_steady_problem *p, nh_varied varied, uint32_t which) {
    p->varied = varied;
    p->which = which;
    bool *were = p->is_given;
    p->is_given = NH_NEW_ARRAY(p->arena, bool, 2 * p->model->coordinates.count + 1);
    make_values(p);
    for (size_t i = 0; i < 2 * p->model->coordinates.count; i++) p->is_given[i] &= were[i];
}

/* ---- energy ---- */

typedef struct conservation {
    nh_arena *arena;
    const nh_model *model;
    bool is_conserved;
} conservation;

static void look_at_conservation(void *argument) {
    conservation *c = argument;
    nh_analysis *a = nh_analysis_make(c->arena, c->model, nh_context_seed(c->model->context));
    c->is_conserved = a->energy_conserved.truth == NH_YES;
}

static void find_conservation(nh_steady_problem *p) {
    conservation c = {nh_arena_create(p->model->context), p->model, false};
    nh_budget budget = {.work = NH_WORK_CONSERVED};
    (void)nh_attempt(p->model->context, &budget, look_at_conservation, &c);
    nh_arena_destroy(c.arena);
    *p->conserved = c.is_conserved ? NH_YES : NH_UNKNOWN;
}

/* ---- making ---- */

/* Their linearised rows would be equations for the variations of accelerations. */
static void refuse_accelerations(const nh_model *model) {
    const nh_row *row = nh_equations_accelerated(model);
    if (row == NULL) return;
    nh_fail(model->context, NH_E_UNSUPPORTED, "acceleration",
            "the constraint '%s' contains accelerations: such systems cannot be linearised",
            nh_name_text(model->context, row->name));
}

static void look_at_values(void *argument) {
    nh_steady_problem *p = argument;
    check_initials(p);
    find_ignorable(p);
}

nh_steady_problem *nh_steady_problem_make(nh_arena *arena, const nh_model *model, size_t named, const uint32_t *names,
                                          const nh_state *at) {
    size_t n = model->coordinates.count;
    require_autonomous(model);
    refuse_accelerations(model);
    nh_steady_problem *p = NH_NEW(arena, nh_steady_problem);
    *p = (nh_steady_problem){.model = model, .arena = arena, .conserved = NH_NEW(arena, nh_truth)};
    *p->conserved = NH_UNKNOWN;
    const double *parameters = nh_model_parameter_values(model, arena);
    p->states = nh_states_make(arena, model, parameters);
    p->start = (nh_state){.q = NH_NEW_ARRAY(arena, double, n + 1), .v = NH_NEW_ARRAY(arena, double, n + 1)};
    double t = nh_model_start_time(model, arena, parameters);
    nh_states_require_any(p->states, t, &p->start);
    require_regular(p);
    const char *why = NULL;
    p->l = nh_linearizer_make(arena, p->states, at != NULL ? at : &p->start, named, names, &why);
    if (p->l == NULL) nh_fail(model->context, NH_E_USAGE, "independent", "%s", why);
    const char *name = NULL;
    if (at == NULL) require_redundant(p);
    else if (!is_rest_redundant(p, &name)) return NULL;
    p->is_given = NH_NEW_ARRAY(arena, bool, 2 * n + 1);
    make_values(p);
    nh_guard_call(model->context, look_at_values, p);
    list_unknowns(p);
    list_slopes(p);
    p->program = nh_program_begun(arena, p->l->tape, parameters);
    if (p->ignorables == 0 && at == NULL) find_conservation(p);
    return p;
}
