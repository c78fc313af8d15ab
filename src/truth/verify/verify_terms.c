/* What is an expression in the state, its accelerations and multipliers: Lagrange's equations, balances of
 * energy, work of reactions, claims. One program for each choice of independent velocities, since energies and
 * claims may speak about these. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "expr/inspect.h"
#include "form/formulation/hamel.h"
#include "form/restricted.h"
#include "model/values.h"
#include "num/guard.h"
#include "state/explicit/kind.h"
#include "tape/ball_run.h"
#include "truth/verify/verify_private.h"

/* The balances that depend on the choice. */
static const struct {
    const char *name;
    nh_balance *(*make)(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);
} balances[] = {{"E_star", nh_balance_of_restricted}, {"E_quasi", nh_hamel_balance}};

enum { BALANCES = sizeof balances / sizeof *balances };

/* ---- questions and inputs ---- */

static void ask_questions(nh_verifier *v) {
    v->work = v->power = NH_VERIFY_NONE;
    if (v->def.is_judging) return;
    v->balances = nh_verifier_ask(v, NH_VERIFY_BALANCE, "E");
    for (size_t i = 0; i < BALANCES; i++) nh_verifier_ask(v, NH_VERIFY_BALANCE, balances[i].name);
    nh_verify_extended_prepare(v);
    if (v->rows > 0) v->work = nh_verifier_ask(v, NH_VERIFY_REACTIONS, "virtual work");
    for (uint32_t j = 0; j < v->rows && v->power == NH_VERIFY_NONE; j++)
        if (nh_equations_is_workless(v->chetaev, j)) v->power = nh_verifier_ask(v, NH_VERIFY_REACTIONS, "power");
}

static void list_inputs(nh_verifier *v) {
    nh_shares *shares = nh_reactions_shares(v->forces);
    size_t extra = shares != NULL ? nh_shares_count(shares) : 0;
    v->solved = nh_verify_law_first(v) + v->law->extras;
    v->input_count = v->solved + (uint32_t)extra;
    v->inputs = NH_NEW_ARRAY(v->arena, nh_expr, v->input_count);
    v->inputs[0] = v->model->time;
    memcpy(v->inputs + 1, nh_model_coordinates(v->model, v->arena), v->n * sizeof *v->inputs);
    memcpy(v->inputs + 1 + v->n, nh_model_velocities(v->model, v->arena), v->n * sizeof *v->inputs);
    memcpy(v->inputs + 1 + 2 * (size_t)v->n, nh_model_accelerations(v->model, v->arena), v->n * sizeof *v->inputs);
    for (uint32_t j = 0; j < v->rows; j++) v->inputs[1 + 3 * (size_t)v->n + j] = v->chetaev->multipliers[j];
    for (uint32_t j = 0; j < v->law->extras; j++) v->inputs[nh_verify_law_first(v) + j] = v->law->extra[j];
    if (shares != NULL) nh_shares_begin(shares, v->solved, v->inputs);
    for (size_t i = 0; i < extra; i++) v->inputs[v->solved + i] = nh_shares_symbols(shares)[i];
    v->known = nh_map_make(v->arena);
    for (uint32_t i = 0; i < v->input_count; i++) nh_map_put(&v->known, v->inputs[i], 1);
    const nh_expr *parameters = nh_model_parameter_symbols(v->model, v->arena);
    for (size_t i = 0; i < v->model->parameters.count; i++) nh_map_put(&v->known, parameters[i], 1);
}

void nh_verify_terms_prepare(nh_verifier *v) {
    ask_questions(v);
    nh_verify_claims_prepare(v);
    list_inputs(v);
}

/* ---- the values of one choice ---- */

typedef struct output_list {
    nh_verifier *v;
    nh_verify_terms *terms;
    nh_pool *pool;
    nh_exprs outputs;
} output_list;

/* Values that must be 0, and their sizes. */
static void add_values(output_list *l, size_t question, size_t count, const nh_expr *e) {
    NH_ASSERT(count == 0 || e != NULL);
    nh_verify_values values = {.question = question, .first = (uint32_t)l->outputs.count, .count = (uint32_t)count};
    nh_array_append(&l->outputs, count, e);
    for (size_t i = 0; i < count; i++) nh_array_push(&l->outputs, nh_expr_terms_size(l->pool, e[i]));
    nh_array_push(&l->terms->values, values);
}

/* What must hold for the values that were added last to be there. */
static void add_needs(output_list *l, nh_needs needs) {
    nh_verify_values *values = &l->terms->values.items[l->terms->values.count - 1];
    values->needs = needs.count;
    values->need = needs.items;
    for (size_t i = 0; i < needs.count; i++) nh_array_push(&l->outputs, needs.items[i].e);
}

static void add_missing(output_list *l, size_t question, const char *why) {
    nh_array_push(&l->terms->values, ((nh_verify_values){.question = question, .why = why}));
}

/* sum_i a_ji e_i of row j of the constraints. */
static nh_expr along_row(const output_list *l, uint32_t j, const nh_expr *e) {
    return nh_matrix_row_times(l->pool, &l->v->chetaev->jacobian, j, e);
}

/* What Lagrange's equations leave for the reactions, by the accelerations alone: d/dt dL/dq' - dL/dq - Q. */
static nh_expr *list_reactions(const output_list *l) {
    const nh_model *model = l->v->model;
    nh_expr *left = NH_NEW_ARRAY(l->v->arena, nh_expr, l->v->n);
    for (uint32_t i = 0; i < l->v->n; i++) {
        const nh_coordinate *c = &model->coordinates.items[i];
        left[i] = nh_expr_total_derivative(l->pool, nh_expr_diff(l->pool, model->L, c->v));
        left[i] = nh_expr_sub(l->pool, left[i], nh_expr_diff(l->pool, model->L, c->q));
        left[i] = nh_expr_sub(l->pool, left[i], model->Q[i]);
    }
    return left;
}

/* Lagrange's equations, [Homogeneous] (5), and the rows differentiated by time, straight from L and the rows: what the
 * equations `chetaev` are made from in a longer way. */
static void add_lagrange(output_list *l) {
    nh_verifier *v = l->v;
    const nh_model *model = v->model;
    nh_expr *left = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)v->n + v->rows), *reaction = list_reactions(l);
    for (uint32_t i = 0; i < v->n; i++) {
        const nh_coordinate *c = &model->coordinates.items[i];
        left[i] = reaction[i];
        for (uint32_t j = 0; j < v->rows; j++) {
            nh_expr slope = nh_row_slope(model, &model->rows.items[v->chetaev->row[j]], c->v);
            left[i] = nh_expr_sub(l->pool, left[i], nh_expr_mul(l->pool, v->chetaev->multipliers[j], slope));
        }
    }
    for (uint32_t j = 0; j < v->rows; j++) {
        bool is_rate = nh_row_restricts(&model->rows.items[v->chetaev->row[j]]);
        nh_expr rate = v->chetaev->rates[j];
        left[v->n + j] = is_rate ? nh_expr_total_derivative(l->pool, rate) : rate;
    }
    for (size_t i = 0; i < v->forms.count; i++)
        if (v->forms.items[i].equations == v->chetaev)
            add_values(l, v->forms.items[i].question, (size_t)v->n + v->rows, left);
}

/* The parts of a balance are the same ones for every choice. */
static void name_parts(output_list *l, nh_verify_question *question, const nh_balance *balance) {
    if (question->parts != NULL) return;
    question->part_count = balance->parts.count;
    question->parts = NH_NEW_ARRAY(l->v->arena, nh_verify_part, balance->parts.count + 1);
    for (size_t i = 0; i < balance->parts.count; i++) question->parts[i].name = balance->parts.items[i].name;
}

static void add_balance(output_list *l, size_t question, const nh_balance *balance) {
    nh_expr residual = nh_balance_residual(l->v->model, balance);
    name_parts(l, &l->v->questions.items[question], balance);
    add_values(l, question, 1, &residual);
    for (size_t i = 0; i < balance->parts.count; i++) {
        nh_verify_contribution c = {question, i, (uint32_t)l->outputs.count};
        nh_array_push(&l->outputs, balance->parts.items[i].value);
        nh_array_push(&l->terms->contributions, c);
    }
}

/* Kept for the claims that name E_star. */
static void add_balances(output_list *l, nh_claim_names *names) {
    nh_verifier *v = l->v;
    add_balance(l, v->balances, nh_balance_of_energy(v->model, v->arena));
    for (size_t i = 0; i < BALANCES; i++) {
        const char *why = NULL;
        const nh_balance *balance = balances[i].make(v->model, v->arena, l->terms->choice, &why);
        if (balance != NULL) add_balance(l, v->balances + 1 + i, balance);
        else add_missing(l, v->balances + 1 + i, why);
        if (i == 0) names->E_star = balance;
    }
}

/* lambda A q' of the rows that are homogeneous: [Homogeneous] Proposition 3. */
static void add_power(output_list *l) {
    nh_verifier *v = l->v;
    const nh_expr *velocities = nh_model_velocities(v->model, v->arena);
    nh_exprs list = {.arena = v->arena};
    for (uint32_t j = 0; j < v->rows; j++)
        if (nh_equations_is_workless(v->chetaev, j))
            nh_array_push(&list, nh_expr_mul(l->pool, v->chetaev->multipliers[j], along_row(l, j, velocities)));
    if (v->power != NH_VERIFY_NONE) add_values(l, v->power, list.count, list.items);
}

/* On displacements that the constraints allow reactions do no work: N^T times these; what rows with accelerations,
 * which restrict displacements further, do along N is taken off. */
static void add_work(output_list *l) {
    nh_verifier *v = l->v;
    const char *why = NULL;
    if (v->work == NH_VERIFY_NONE) return;
    const nh_restricted *r = nh_restricted_make(v->model, v->arena, l->terms->choice, &why);
    if (r == NULL) {
        add_missing(l, v->work, why);
        return;
    }
    nh_expr *work = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)r->m + 1), *reaction = list_reactions(l);
    nh_expr *along = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)v->n + 1);
    for (uint32_t i = 0; i < r->m; i++) {
        for (uint32_t k = 0; k < v->n; k++) along[k] = nh_matrix_at(&r->N, k, i);
        nh_expr of_accelerated = nh_equations_accelerated_work(v->model, v->arena, along);
        work[i] = nh_expr_sub(l->pool, nh_restricted_project(r, reaction, i), of_accelerated);
    }
    add_values(l, v->work, r->m, work);
}

/* What has no value there is left as it is: its needs say so. */
static nh_expr on_section(const nh_verifier *v, nh_expr e) {
    nh_expr there = nh_verify_on_section(v, v->section, e);
    return there != NH_EXPR_UNDEFINED ? there : e;
}

/* What must not be 0 and is 0 by a constraint keeps its words. */
static nh_expr need_on_section(const nh_verifier *v, const nh_need *need) {
    nh_expr there = on_section(v, need->e);
    bool is_broken = there == NH_EXPR_ZERO && (need->kind == NH_NEED_NONZERO || need->kind == NH_NEED_POSITIVE);
    return is_broken && v->section == v->base ? need->e : there;
}

static void add_claims(output_list *l, nh_claim_names *names) {
    nh_verifier *v = l->v;
    l->terms->claims = NH_NEW_ARRAY(v->arena, nh_expr, v->model->records.count + 1);
    l->terms->needs = NH_NEW_ARRAY(v->arena, nh_needs, v->model->records.count + 1);
    for (size_t i = 0; i < v->model->records.count; i++) {
        const char *why = NULL;
        l->terms->claims[i] = NH_EXPR_UNDEFINED;
        if (v->claim_question[i] == NH_VERIFY_NONE) continue;
        nh_expr claim = l->terms->claims[i] = on_section(v, nh_verify_claim(v, i, names, &why));
        bool has_size = claim != NH_EXPR_UNDEFINED && nh_expr_terms_size(l->pool, claim) != NH_EXPR_UNDEFINED &&
                        nh_verify_claim_needs(v, i, names, &l->terms->needs[i], &why);
        bool is_of_motion =
            claim != NH_EXPR_UNDEFINED && nh_expr_has(l->pool, nh_expr_expand_names(l->pool, claim),
                                                      (nh_contents)(NH_HAS_ACCELERATION | NH_HAS_MULTIPLIER));
        if ((v->section->is_kink || v->kink != NULL) && is_of_motion) {
            has_size = false;
            why = v->kink != NULL ? v->kink : "the accelerations have no value there";
        }
        if (!has_size) {
            l->terms->claims[i] = NH_EXPR_UNDEFINED;
            add_missing(l, v->claim_question[i], why != NULL ? why : "it has no value");
            continue;
        }
        add_values(l, v->claim_question[i], 1, &claim);
        nh_need *needs = (nh_need *)(uintptr_t)l->terms->needs[i].items;
        for (size_t k = 0; k < l->terms->needs[i].count; k++) needs[k].e = need_on_section(v, &needs[k]);
        add_needs(l, l->terms->needs[i]);
    }
}

static void add_conditions(output_list *l, nh_claim_names *names) {
    nh_verifier *v = l->v;
    l->terms->first_condition = (uint32_t)l->outputs.count;
    for (size_t k = 0; k < v->pieces.count; k++) {
        const nh_verify_pieces *own = &v->pieces.items[k];
        for (size_t i = 0; i < own->all.conditions.count; i++) {
            nh_expr e = nh_verify_claim_part(v, own->record, own->all.conditions.items[i], names);
            if (e != NH_EXPR_UNDEFINED) e = on_section(v, e);
            nh_array_push(&l->outputs, e != NH_EXPR_UNDEFINED ? e : NH_EXPR_ZERO);
        }
    }
}

/* ---- choosing ---- */

static nh_tape *make_tape(const output_list *l) {
    nh_verifier *v = l->v;
    const nh_explicit *choice = l->terms->choice;
    uint32_t own = (uint32_t)v->model->parameters.count;
    nh_expr *parameters = NH_NEW_ARRAY(v->arena, nh_expr, (size_t)own + choice->signs + 1);
    if (own > 0) memcpy(parameters, nh_model_parameter_symbols(v->model, v->arena), own * sizeof *parameters);
    for (uint32_t i = 0; i < choice->signs; i++) parameters[own + i] = choice->sign[i];
    nh_tape_def def = {.input_count = v->input_count,
                       .inputs = v->inputs,
                       .parameter_count = own + choice->signs,
                       .parameters = parameters,
                       .output_count = (uint32_t)l->outputs.count,
                       .outputs = l->outputs.items};
    return nh_tape_make(v->arena, l->pool, &def);
}

static nh_verify_terms *make_terms(nh_verifier *v, uint32_t serving, uint32_t *rows, uint32_t *dependent) {
    nh_verify_terms *terms = NH_NEW(v->arena, nh_verify_terms);
    uint32_t rank = v->restricting;
    *terms = (nh_verify_terms){
        .section = v->section, .rank = rank, .serving = serving, .rows = rows, .dependent = dependent};
    terms->values.arena = terms->contributions.arena = v->arena;
    terms->choice = nh_explicit_remembered(v->model, rank, rows, dependent);
    output_list l = {.v = v, .terms = terms, .pool = v->model->pool, .outputs = {.arena = v->arena}};
    nh_claim_names names = {.choice = terms->choice, .serving = serving};
    if (!v->def.is_judging) {
        add_lagrange(&l);
        add_balances(&l, &names);
        add_power(&l);
        add_work(&l);
    }
    add_claims(&l, &names);
    add_conditions(&l, &names);
    terms->tape = make_tape(&l);
    terms->measures = nh_explicit_measures(terms->choice, v->arena);
    return terms;
}

void nh_verify_terms_choose(nh_verifier *v, const nh_state *at) {
    NH_ASSERT(v->rank <= v->rows && v->restricting <= v->rank);
    uint32_t rank = v->restricting, *rows = NH_NEW_ARRAY(v->arena, uint32_t, rank + 1), count = 0;
    uint32_t *dependent = NH_NEW_ARRAY(v->arena, uint32_t, rank + 1);
    size_t size = rank * sizeof *rows;
    uint32_t serving = nh_verify_choices_serving(v, at);
    if ((serving & 1) != 0) { /* that with which names are meant */
        if (size > 0) memcpy(rows, v->choices.items[0].rows, size);
        if (size > 0) memcpy(dependent, v->choices.items[0].dependent, size);
    } else {
        for (uint32_t i = 0; i < v->model->rows.count; i++)
            if (!v->redundant[i] && nh_row_restricts(&v->model->rows.items[i])) rows[count++] = i;
        nh_explicit_choose(v->arena, v->states, at, rank, rows, dependent, NULL);
    }
    v->now = NULL;
    for (size_t i = 0; i < v->terms.count && v->now == NULL; i++) {
        nh_verify_terms *known = v->terms.items[i];
        bool is_same =
            known->section == v->section && known->rank == rank && known->serving == serving &&
            (size == 0 || (memcmp(known->rows, rows, size) == 0 && memcmp(known->dependent, dependent, size) == 0));
        if (is_same) v->now = known;
    }
    if (v->now == NULL) {
        v->now = make_terms(v, serving, rows, dependent);
        nh_array_push(&v->terms, v->now);
    }
    for (size_t i = 0; i < v->now->values.count; i++) {
        const nh_verify_values *values = &v->now->values.items[i];
        if (values->why == NULL) continue;
        v->questions.items[values->question].seen = NH_VERIFY_OUTSIDE;
        v->questions.items[values->question].problem = values->why;
    }
}

/* ---- comparing, inside the guard ---- */

static void note_parts(nh_verifier *v, const nh_ball *outputs) {
    for (size_t i = 0; i < v->now->contributions.count; i++) {
        const nh_verify_contribution *c = &v->now->contributions.items[i];
        if (nh_ball_is_zero(&outputs[c->output]) != NH_NO) continue;
        nh_verify_part *part = &v->questions.items[c->question].parts[c->part];
        part->largest = fmax(part->largest, fabs(nh_ball_double(&outputs[c->output])));
    }
}

nh_truth nh_verify_need_is_met(nh_need_kind kind, const nh_ball *e) {
    NH_ASSERT(nh_guard_inside());
    double low, high;
    if (!nh_ball_is_finite(e)) return NH_UNKNOWN;
    nh_ball_bounds(e, &low, &high);
    nh_truth is_zero = nh_ball_is_zero(e);
    switch (kind) {
        case NH_NEED_NONZERO: return is_zero == NH_NO ? NH_YES : is_zero == NH_YES ? NH_NO : NH_UNKNOWN;
        case NH_NEED_NONNEGATIVE: return low >= 0 ? NH_YES : high < 0 ? NH_NO : NH_UNKNOWN;
        case NH_NEED_POSITIVE: return low > 0 ? NH_YES : high < 0 || is_zero == NH_YES ? NH_NO : NH_UNKNOWN;
        case NH_NEED_VALUE: break;
    }
    return NH_YES;
}

static nh_truth have_value(const nh_verify_values *values, const nh_ball *outputs) {
    nh_truth all = NH_YES;
    for (size_t i = 0; i < values->needs; i++) {
        nh_truth one =
            nh_verify_need_is_met(values->need[i].kind, &outputs[values->first + 2 * (size_t)values->count + i]);
        if (one == NH_NO) return NH_NO;
        if (one == NH_UNKNOWN) all = NH_UNKNOWN;
    }
    return all;
}

static void look_at_values(nh_verifier *v, const nh_ball *outputs, int prec) {
    for (size_t i = 0; i < v->now->values.count; i++) {
        const nh_verify_values *values = &v->now->values.items[i];
        nh_verify_question *question = &v->questions.items[values->question];
        if (question->seen != NH_VERIFY_NOTHING || values->why != NULL) continue;
        nh_truth has_value = have_value(values, outputs);
        question->is_unsure = has_value == NH_UNKNOWN;
        if (has_value == NH_NO) question->seen = NH_VERIFY_VALUELESS;
        if (has_value != NH_YES) continue;
        question->seen = NH_VERIFY_SMALL;
        question->bound = 0;
        for (uint32_t k = values->first; k < values->first + values->count; k++)
            nh_verify_look(v, question, &outputs[k], &outputs[k + values->count], prec);
    }
}

void nh_verify_terms_run(const nh_verifier *v, const nh_verify_input *in, nh_ball *values) {
    NH_ASSERT(nh_guard_inside() && v->now != NULL);
    size_t own = v->model->parameters.count, all = own + v->now->choice->signs + 1;
    nh_ball *with_signs = nh_balls_new(all);
    for (size_t i = 0; i < own; i++) nh_ball_set(&with_signs[i], &in->parameters[i]);
    nh_explicit_sign_balls(v->now->measures, in->parameters, in->inputs, with_signs + own, in->prec);
    nh_tape_run_balls(v->now->tape, with_signs, in->inputs, values, in->prec);
    nh_balls_free(with_signs, all);
}

void nh_verify_terms_compare(nh_verifier *v, const nh_verify_input *in) {
    NH_ASSERT(nh_guard_inside() && v->now != NULL);
    size_t outputs = (size_t)nh_tape_outputs(v->now->tape) + 1;
    nh_ball *values = nh_balls_new(outputs);
    nh_verify_terms_run(v, in, values);
    look_at_values(v, values, in->prec);
    note_parts(v, values);
    nh_verify_pieces_note(v, values, in->prec);
    nh_balls_free(values, outputs);
}
