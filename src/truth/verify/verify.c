/* Verification: states, precision, verdicts.
 *
 * At each state three precisions are tried: that of the digits and a little more, twice and four times that, with the
 * state certified as precisely. A question is decided at the first one at which all of its values are below the
 * tolerance, or one of them is certainly not 0.
 *
 * What is below the tolerance need not be 0: tanh(200 + x^2) - 1 is below 10^-170. So what is judged is examined once
 * more at two states, to many digits. */
#include "truth/verify/verify.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"
#include "facts/singular.h"
#include "model/curved_rows.h"
#include "model/values.h"
#include "num/guard.h"
#include "tape/ball_run.h"
#include "truth/verify/verify_private.h"

enum {
    PRECISIONS = 3,
    EXTRA_DIGITS = 20,
    EXTRA_BITS = 64,
    DEEP_DIGITS = 1000, /* at DEEP_STATES states, */
    DEEP_STATES = 2,
    MOST_DEEP = 12,      /* in systems of this many coordinates */
    MOST_UNKNOWNS = 600, /* the matrices are dense: beyond this one state takes minutes */
};

size_t nh_verifier_ask(nh_verifier *v, nh_verify_kind kind, const char *name) {
    nh_array_push(&v->questions, ((nh_verify_question){.item = {.kind = kind, .name = name}}));
    return v->questions.count - 1;
}

/* ---- values, inside the guard ---- */

void nh_verify_look(const nh_verifier *v, nh_verify_question *question, const nh_ball *value, const nh_ball *size,
                    int prec) {
    NH_ASSERT(nh_guard_inside() && prec > 0);
    double low, high;
    if (question->seen == NH_VERIFY_NONZERO) return;
    nh_ball *r = nh_balls_new(2), *one = &r[1];
    nh_ball_set_int(one, 1);
    nh_ball_add(r, size, one, prec);
    nh_ball_div(r, value, r, prec);
    if (nh_ball_is_finite(r)) {
        nh_ball_bounds(r, &low, &high);
        question->bound = fmax(question->bound, fmax(fabs(low), fabs(high)));
        if (nh_ball_is_zero(r) == NH_NO) {
            question->seen = NH_VERIFY_NONZERO;
            question->residual = nh_ball_double(value);
        } else if (question->bound > v->tolerance) question->seen = NH_VERIFY_NOTHING;
    } else {
        question->bound = INFINITY;
        question->seen = NH_VERIFY_NOTHING;
    }
    nh_balls_free(r, 2);
}

/* One state at one precision. */
typedef struct state_check {
    nh_verifier *v;
    const nh_certified *at;
    int prec;
} state_check;

void nh_verify_load(const nh_verifier *v, const nh_certified *at, nh_ball *parameters, nh_ball *inputs, int prec) {
    NH_ASSERT(nh_guard_inside() && (v->motion != NULL || at->is_certified));
    if (v->constants != NULL) nh_tape_run_balls(v->constants, NULL, NULL, parameters, prec);
    for (size_t i = 0; v->constants == NULL && i < v->model->parameters.count; i++)
        nh_ball_set_double(&parameters[i], v->parameters[i]);
    if (v->motion != NULL) {
        nh_verify_motion_load(v, parameters, inputs, prec);
        return;
    }
    for (uint32_t i = 0; i < v->law->extras; i++) nh_ball_set_double(&inputs[nh_verify_law_first(v) + i], v->mu[i]);
    nh_ball_load(&inputs[0], at->t);
    for (uint32_t i = 0; i < v->n; i++) {
        nh_ball_load(&inputs[1 + i], at->q[i]);
        nh_ball_load(&inputs[1 + v->n + i], at->v[i]);
    }
    const nh_verify_section *section = v->section;
    if (section->values == NULL) return;
    nh_ball *exact = nh_balls_new(section->solved);
    nh_tape_run_balls(section->values, parameters, inputs, exact, prec);
    for (uint32_t i = 0; i < section->solved; i++) nh_ball_set(&inputs[section->input[i]], &exact[i]);
    nh_balls_free(exact, section->solved);
}

void nh_verify_shares_solve(const nh_verifier *v, const nh_ball *parameters, nh_ball *inputs, int prec) {
    NH_ASSERT(nh_guard_inside() && v->solved <= v->input_count);
    const nh_shares *shares = nh_reactions_shares(v->forces);
    if (shares == NULL || nh_shares_solve_balls(shares, parameters, inputs, inputs + v->solved, prec)) return;
    for (uint32_t i = v->solved; i < v->input_count; i++) nh_ball_set_double(&inputs[i], NAN);
}

/* Of what is not decided yet nothing is said before it is examined. */
static void begin_look(nh_verifier *v, const char *problem) {
    for (size_t i = 0; i < v->questions.count; i++) {
        nh_verify_question *question = &v->questions.items[i];
        if (question->seen != NH_VERIFY_NOTHING) continue;
        question->problem = problem;
    }
}

static void look_inside(void *argument) {
    const state_check *l = argument;
    nh_verifier *v = l->v;
    size_t own = v->model->parameters.count + 1, count = (size_t)v->input_count + 1;
    nh_ball *parameters = nh_balls_new(own), *inputs = nh_balls_new(count);
    nh_ball *x = inputs + 1 + 2 * (size_t)v->n, *lambda = x + v->n;
    nh_verify_load(v, l->at, parameters, inputs, l->prec);
    if (v->curved != NULL) (void)nh_curved_balls(v->curved, parameters, inputs, v->rank, v->used, l->prec);
    nh_verify_input in = {.parameters = parameters, .inputs = inputs, .prec = l->prec};
    bool is_solved = nh_verify_law_solve(v, &in, x, lambda);
    uint32_t row = is_solved ? nh_verify_contradiction(v, &in, x) : NH_MODEL_NONE;
    if (row != NH_MODEL_NONE) v->result->hidden = row; /* what is judged is then open to doubt */
    bool is_contradictory = row != NH_MODEL_NONE && !v->def.is_judging;
    begin_look(v, !is_solved ? "it cannot be proved that the equations determine the accelerations"
                  : is_contradictory
                      ? "the constraints contradict each other when they are differentiated: there are no accelerations"
                      : NULL);
    if (is_solved && !is_contradictory) {
        nh_verify_shares_solve(v, parameters, inputs, l->prec);
        nh_verify_forms_compare(v, &in, x);
        nh_verify_extended_compare(v, &in);
        nh_verify_terms_compare(v, &in);
        if (v->def.is_judging) nh_verify_multipliers_compare(v, &in);
    } else if (v->def.is_judging && !is_solved) { /* what does not speak about the motion has its value all the same */
        for (size_t i = 1 + 2 * (size_t)v->n; i < v->input_count; i++) nh_ball_set_double(&inputs[i], NAN);
        nh_verify_terms_compare(v, &in);
    }
    nh_balls_free(inputs, count);
    nh_balls_free(parameters, own);
}

/* ---- one state ---- */

static void choose_rows(nh_verifier *v, const nh_state *at) {
    v->restricting = nh_states_best_rows(v->states, at, v->redundant);
    (void)nh_states_accelerated(v->states, at, v->redundant);
    v->rank = 0;
    for (uint32_t i = 0; i < v->rows; i++)
        if (!v->redundant[v->chetaev->row[i]]) v->used[v->rank++] = i;
}

static bool is_decided(const nh_verifier *v) {
    for (size_t i = 0; i < v->questions.count; i++)
        if (v->questions.items[i].seen == NH_VERIFY_NOTHING) return false;
    return true;
}

static void tally_state(nh_verify_question *question, size_t state, bool is_special) {
    nh_verify_item *item = &question->item;
    if (is_special && (question->seen == NH_VERIFY_NOTHING || question->seen == NH_VERIFY_OUTSIDE)) return;
    if (question->seen == NH_VERIFY_NOTHING && question->is_unsure) { /* nor is it known that it should hold there */
        question->domain.unsure++;
        return;
    }
    bool is_open = question->seen == NH_VERIFY_NOTHING || question->seen == NH_VERIFY_OUTSIDE;
    if (is_open && item->why == NULL) item->why = question->problem;
    switch (question->seen) {
        case NH_VERIFY_SMALL: item->states++; break;
        case NH_VERIFY_NOTHING: question->undecided++; break;
        case NH_VERIFY_OUTSIDE: question->outside++; return;
        case NH_VERIFY_VALUELESS: question->domain.outside++; return;
        case NH_VERIFY_NONZERO:
            if (item->verdict == NH_VERDICT_FAILS && question->bound <= item->bound) break;
            item->state = state;
            item->why = question->problem;
            item->residual = question->residual;
            item->verdict = NH_VERDICT_FAILS;
            break;
    }
    item->bound = fmax(item->bound, question->bound);
}

static void keep_state(nh_verifier *v, const nh_state *at) {
    double *state = NH_NEW_ARRAY(v->arena, double, 2 * (size_t)v->n + 1);
    state[0] = at->t;
    for (uint32_t i = 0; i < v->n; i++) {
        state[1 + i] = at->q[i];
        state[1 + v->n + i] = at->v[i];
    }
    nh_array_push(&v->result->states, state);
    nh_array_push(&v->result->multipliers, nh_verify_law_words(v));
}

/* The certified state, which is what is shown. */
static void keep_middle(const nh_verifier *v, const nh_certified *found, nh_state *middle) {
    *middle = (nh_state){.t = found->middle.t,
                         .q = NH_NEW_ARRAY(v->arena, double, v->n + 1),
                         .v = NH_NEW_ARRAY(v->arena, double, v->n + 1)};
    if (v->n == 0) return;
    memcpy(middle->q, found->middle.q, v->n * sizeof *middle->q);
    memcpy(middle->v, found->middle.v, v->n * sizeof *middle->v);
}

static void look_to_digits(nh_verifier *v, const nh_state *at, int digits, nh_state *middle) {
    nh_context *context = v->model->context;
    nh_arena *scratch = nh_arena_create(context);
    nh_certified found;
    state_check l = {.v = v, .at = &found, .prec = (int)(digits * 3.33) + EXTRA_BITS};
    bool is_certain = v->motion != NULL || nh_states_certify(v->section->states, at, digits, scratch, &found);
    if (is_certain) nh_guard_call(context, look_inside, &l);
    if (is_certain && v->motion == NULL) keep_middle(v, &found, middle);
    nh_arena_destroy(scratch);
}

/* Once more, for claims whose sides are close to each other and not the same number: only a difference that is
 * certainly not 0 counts. */
static void look_deeper(nh_verifier *v, const nh_state *at, nh_state *middle) {
    double *bound = NH_NEW_ARRAY(v->arena, double, v->questions.count + 1);
    bool is_asked = false;
    for (size_t i = 0; i < v->questions.count; i++) {
        nh_verify_question *question = &v->questions.items[i];
        bool is_close = question->item.kind == NH_VERIFY_CLAIM && question->seen == NH_VERIFY_SMALL;
        bound[i] = is_close && question->bound > 0 ? question->bound : NAN;
        if (isnan(bound[i])) continue;
        question->seen = NH_VERIFY_NOTHING;
        is_asked = true;
    }
    if (!is_asked) return;
    look_to_digits(v, at, DEEP_DIGITS, middle);
    for (size_t i = 0; i < v->questions.count; i++) {
        nh_verify_question *question = &v->questions.items[i];
        if (isnan(bound[i]) || question->seen == NH_VERIFY_NONZERO) continue;
        question->seen = NH_VERIFY_SMALL;
        question->bound = bound[i];
    }
}

/* Claims are examined where is_claimed. */
static void look_at(nh_verifier *v, const nh_state *at, bool is_claimed) {
    for (size_t i = 0; i < v->questions.count; i++) {
        nh_verify_question *question = &v->questions.items[i];
        bool is_left_out = question->item.kind == NH_VERIFY_CLAIM && !is_claimed;
        question->seen = is_left_out ? NH_VERIFY_OUTSIDE : NH_VERIFY_NOTHING;
        question->bound = INFINITY;
        question->problem = NULL;
        question->is_unsure = false;
    }
    v->time = at->t;
    choose_rows(v, at);
    if (v->curved != NULL) (void)nh_curved_at(v->curved, at->t, at->q, at->v); /* the proof says whether it is one */
    nh_verify_law_draw(v);
    nh_verify_extended_draw(v);
    nh_verify_forms_choose(v, at);
    nh_verify_terms_choose(v, at);
    int digits = v->def.digits + EXTRA_DIGITS;
    nh_state middle = *at;
    for (int i = 0; i < PRECISIONS && !is_decided(v); i++, digits *= 2) look_to_digits(v, at, digits, &middle);
    bool is_early = v->result->states.count < DEEP_STATES && v->n <= MOST_DEEP;
    if (is_early && v->def.has_branches && v->motion == NULL) look_deeper(v, at, &middle);
    for (size_t i = 0; i < v->questions.count; i++)
        tally_state(&v->questions.items[i], v->result->states.count, v->section->is_special);
    keep_state(v, &middle);
}

/* ---- verdicts ---- */

/* The parts of a balance that are not 0. */
static void conclude_parts(nh_verify_question *question) {
    size_t kept = 0;
    for (size_t i = 0; i < question->part_count; i++)
        if (question->parts[i].largest > 0) question->parts[kept++] = question->parts[i];
    question->item.parts = kept;
    question->item.part = question->parts;
}

static void conclude_question(nh_verify_question *question) {
    nh_verify_item *item = &question->item;
    conclude_parts(question);
    if (item->verdict == NH_VERDICT_FAILS) return;
    bool is_outside = question->undecided == 0 && question->outside > 0 && item->states == 0;
    if (is_outside && item->kind != NH_VERIFY_CLAIM) item->verdict = NH_VERDICT_INAPPLICABLE;
    else if (question->undecided > 0 || item->states == 0) item->verdict = NH_VERDICT_UNDECIDED;
    else item->verdict = NH_VERDICT_HOLDS;
    if (item->states == 0) item->bound = INFINITY;
    question->domain.is_all = item->states == 0 && question->undecided == 0 && question->outside == 0 &&
                              question->domain.unsure + question->domain.outside > 0;
    if (item->states == 0 && item->why == NULL && question->domain.unsure > 0)
        item->why = "could not decide whether both sides have a value at the states that were tried";
    else if (item->states == 0 && item->why == NULL && question->domain.outside > 0)
        item->why = "both sides have a value at none of the states that were tried";
    if (question->undecided > 0 && item->why == NULL)
        item->why = isfinite(item->bound) ? "the bound is not below the tolerance at the highest precision"
                                          : "it has no value, or one that cannot be bounded";
}

static nh_verdict conclude_all(nh_verifier *v) {
    bool is_undecided = v->result->states.count == 0, fails = false;
    for (size_t i = 0; i < v->questions.count; i++) {
        conclude_question(&v->questions.items[i]);
        fails |= v->questions.items[i].item.verdict == NH_VERDICT_FAILS;
        is_undecided |= v->questions.items[i].item.verdict == NH_VERDICT_UNDECIDED;
    }
    return fails ? NH_VERDICT_FAILS : is_undecided ? NH_VERDICT_UNDECIDED : NH_VERDICT_HOLDS;
}

/* ---- all of it ---- */

/* Numbers for all parameters: exact where the model has them, else doubles that are drawn. */
static void find_parameters(nh_verifier *v) {
    const nh_model *model = v->model;
    v->parameters = nh_model_drawn_values(model, v->arena, v->def.seed);
    if (v->parameters == NULL)
        v->parameters = nh_model_parameter_values(model, v->arena); /* which says what is missing */
    nh_verify_info *info = &v->result->info;
    if (nh_model_is_closed(model)) {
        nh_tape_def def = {.output_count = (uint32_t)model->parameters.count,
                           .outputs = nh_model_closed_values(model, v->arena)};
        v->constants = nh_tape_make(v->arena, model->pool, &def);
        return;
    }
    for (size_t i = 0; i < model->parameters.count; i++)
        info->drawn += model->parameters.items[i].value == NH_EXPR_UNDEFINED;
}

static void make_verifier(nh_verifier *v) {
    const nh_model *model = v->model;
    if (v->n + model->rows.count > MOST_UNKNOWNS)
        nh_fail(model->context, NH_E_UNSUPPORTED, "too-large",
                "verify is available only for systems with at most %d coordinates and constraints", (int)MOST_UNKNOWNS);
    find_parameters(v);
    v->states = nh_states_make(v->arena, model, v->parameters);
    if (v->def.is_judging) nh_states_skew(v->states);
    v->chetaev = nh_chetaev_derive(model, v->arena);
    v->rows = v->chetaev->rows;
    if (nh_curved_rows_act(model)) v->curved = nh_curved_make(v->arena, model);
    if (v->curved != NULL) nh_curved_set(v->curved, v->parameters);
    nh_verify_law_make(v);
    v->redundant = NH_NEW_ARRAY(v->arena, bool, model->rows.count + 1);
    v->used = NH_NEW_ARRAY(v->arena, uint32_t, v->rows + 1);
    v->forms.arena = v->questions.arena = v->terms.arena = v->arena;
    nh_verify_forms_make(v);
    nh_verify_terms_prepare(v);
    nh_verify_motion_make(v);
    nh_verify_base_make(v);
}

static void look_everywhere(nh_verifier *v) {
    nh_verify_points points = v->motion != NULL ? nh_verify_motion_points(v) : nh_verify_points_draw(v);
    bool had_start = points.has_start;
    nh_verify_kinks_leave(v, &points);
    for (size_t i = 0; i < points.list.count; i++) {
        nh_progress_tell(v->model->context, "states", (double)i / (double)points.list.count);
        const nh_verify_point *point = &points.list.items[i];
        v->result->info.near += point->is_near;
        v->section = point->section;
        look_at(v, &point->state, point->is_near || !had_start || v->def.is_judging);
    }
    v->section = v->base;
    v->result->info.states = points.list.count;
    v->result->info.has_start = points.has_start;
    v->result->info.message = points.reason;
}

static void find_pivots(nh_verifier *v) {
    v->result->pivots.arena = v->arena;
    for (size_t i = 0; i < v->terms.count; i++)
        if (!v->terms.items[i]->section->is_special)
            nh_array_push(&v->result->pivots, v->terms.items[i]->choice->pivots);
}

/* Of every question, with which choices its names are meant. */
static void find_meaning(nh_verifier *v) {
    uint32_t *meant = NH_NEW_ARRAY(v->arena, uint32_t, v->questions.count + 1);
    nh_meaning_choices *choices = NH_NEW(v->arena, nh_meaning_choices);
    for (size_t i = 0; i < v->model->records.count; i++)
        if (v->claim_question[i] != NH_VERIFY_NONE) meant[v->claim_question[i]] = v->claim_choices[i];
    *choices = v->choices;
    v->result->choices = choices;
    v->result->meant = meant;
}

const nh_verification *nh_verification_make(nh_arena *arena, const nh_model *model, const nh_verification_def *def) {
    nh_verification *result = NH_NEW(arena, nh_verification);
    *result = (nh_verification){.info = {.digits = def->digits},
                                .items = {.arena = arena},
                                .domains = {.arena = arena},
                                .features = {.arena = arena},
                                .states = {.arena = arena},
                                .multipliers = {.arena = arena},
                                .hidden = NH_MODEL_NONE};
    NH_ASSERT(!nh_arena_is_scratch(arena) && def->digits > 0);
    bool is_apart = def->form != NULL && def->form->is_apart;
    const nh_gauge *gauge = def->is_judging && !is_apart ? nh_gauge_find(model, arena) : NULL;
    if (gauge != NULL) model = nh_gauge_fixed(model, arena, gauge, &def->seed);
    nh_verifier v = {.model = model, .arena = arena, .def = *def, .result = result};
    v.tolerance = pow(10, -def->digits);
    v.n = (uint32_t)model->coordinates.count;
    make_verifier(&v);
    look_everywhere(&v);
    result->info.verdict = conclude_all(&v);
    nh_verify_pieces_conclude(&v);
    if (!def->is_judging && !def->is_numeric) nh_verify_forms_prove(&v);
    if (!def->is_numeric) nh_verify_claims_prove(&v);
    result->has_redundant = !def->is_numeric && !nh_verify_rows_follow(&v);
    find_pivots(&v);
    find_meaning(&v);
    if (def->is_judging && !def->is_numeric) nh_verify_features_find(&v);
    for (size_t i = 0; i < v.questions.count; i++) {
        nh_array_push(&result->items, v.questions.items[i].item);
        nh_array_push(&result->domains, v.questions.items[i].domain);
    }
    result->info.items = result->items.count;
    return result;
}
