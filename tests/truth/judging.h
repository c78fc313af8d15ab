/* Judgements in tests, and what they say checked in doubles.
 *
 *     judgement j = judge_text(context, &(judge_def){.text = text, .equations = {"x'' = 0"}});
 *     check_item(&j, "equation", NH_JUDGED_PROVED);
 *
 * Everything lives as long as the context. */
#ifndef NH_TESTS_JUDGING_H
#define NH_TESTS_JUDGING_H

#include "../lang/files.h"

#include <ctype.h>
#include <math.h>

#include "model/values.h"
#include "motion/at/dynamics.h"
#include "motion/run/observe.h"
#include "state/state.h"
#include "system/read.h"
#include "truth/judge/judge.h"

enum { JUDGE_TEXTS = 12 };

typedef struct judge_def {
    const char *model; /* a built-in one; NULL: the text is the model */
    const char *text;
    const char *equations[JUDGE_TEXTS]; /* up to the first NULL, as all lists here */
    const char *set[JUDGE_TEXTS], *assume[JUDGE_TEXTS];
    const char *motion, *more; /* NULL: none */
    const char *form;          /* NULL: chetaev */
    size_t samples;            /* 0: 10 */
    int digits;                /* 0: 50 */
    bool has_repairs;
} judge_def;

typedef struct judgement {
    nh_model *model;
    const nh_judge_result *result;
} judgement;

/* ---- judging ---- */

static inline nh_strings judge_list(const char *const *texts) {
    size_t count = 0;
    while (count < JUDGE_TEXTS && texts[count] != NULL) count++;
    return (nh_strings){texts, count};
}

static inline const char *model_text(const char *name) {
    const nh_builtin *builtin = nh_builtin_find(name);
    if (builtin == NULL) fail_msg("there is no model '%s'", name);
    return builtin->text;
}

static inline nh_model *read_judged(nh_context *context, const judge_def *def) {
    nh_read_def read = nh_default_read();
    const char *text = def->model != NULL ? model_text(def->model) : def->text;
    read.name = def->model != NULL ? def->model : "text";
    read.equations = judge_list(def->equations);
    read.set = judge_list(def->set);
    read.assume = judge_list(def->assume);
    read.motion = def->motion;
    read.more = def->more;
    read.more_length = def->more != NULL ? strlen(def->more) : 0;
    nh_status status;
    nh_model *model = nh_read_model(context, &read, text, strlen(text), &status);
    for (size_t i = 0; model == NULL && i < nh_context_diag_count(context); i++)
        print_error("%s\n", nh_context_diag(context, i)->sentence);
    if (model == NULL) fail_msg("the model cannot be read");
    return model;
}

static inline judgement judge_text(nh_context *context, const judge_def *def) {
    judgement j = {.model = read_judged(context, def)};
    nh_judge_def how = {.samples = def->samples != 0 ? def->samples : 10,
                        .digits = def->digits != 0 ? def->digits : 50,
                        .seed = test_seed(),
                        .form = def->form,
                        .has_repairs = def->has_repairs};
    j.result = nh_judge_result_make(nh_arena_create(context), j.model, &how);
    return j;
}

static inline const nh_judge_item *item_of(const judgement *j, const char *name) {
    for (size_t i = 0; i < j->result->items.count; i++)
        if (strcmp(j->result->items.items[i].name, name) == 0) return &j->result->items.items[i];
    fail_msg("nothing was judged that is called '%s'", name);
    return NULL;
}

static inline const char *item_why(const nh_judge_item *item) {
    return item->why != NULL ? item->why : "-";
}

static inline const nh_judge_item *check_item(const judgement *j, const char *name, nh_judgement wanted) {
    const nh_judge_item *item = item_of(j, name);
    if (item->judgement != wanted)
        fail_msg("%s: %s (%s), not %s", item->text != NULL ? item->text : name, nh_judgement_name(item->judgement),
                 item_why(item), nh_judgement_name(wanted));
    return item;
}

static inline bool item_holds(const nh_judge_item *item) {
    return item->judgement == NH_JUDGED_PROVED || item->judgement == NH_JUDGED_CERTIFIED;
}

static inline const nh_judge_item *check_holds(const judgement *j, const char *name) {
    const nh_judge_item *item = item_of(j, name);
    if (!item_holds(item))
        fail_msg("%s: %s (%s)", item->text != NULL ? item->text : name, nh_judgement_name(item->judgement),
                 item_why(item));
    return item;
}

/* ---- in doubles: none of the code of the judge, nor of verification ---- */

/* A model with numbers, and what makes accelerations and the values of its records from them. */
typedef struct numbers {
    nh_model *model;
    nh_arena *arena;
    double *parameters;
    nh_states *states;
    nh_dynamics *dynamics;
    nh_observer *observer;
    double start;
} numbers;

static inline numbers numbers_of(nh_model *model) {
    numbers n = {.model = model, .arena = nh_arena_create(model->context)};
    n.parameters = nh_model_parameter_values(model, n.arena);
    n.start = nh_model_start_time(model, n.arena, n.parameters);
    n.states = nh_states_make(n.arena, model, n.parameters);
    nh_equations *equations = nh_chetaev_derive(model, n.arena);
    n.dynamics = nh_dynamics_make(n.arena, equations, NH_NATIVE_NEVER);
    nh_dynamics_set(n.dynamics, n.parameters);
    n.observer = nh_observer_make(n.arena, equations, false);
    nh_observer_set(n.observer, n.parameters);
    return n;
}

/* All records at a state; false when the accelerations are not determined there. */
static inline bool numbers_at(const numbers *n, const nh_state *state, nh_observation *found) {
    nh_solution solution = nh_dynamics_solve(n->dynamics, state->t, state->q, state->v);
    if (solution.status != NH_SOLVED || solution.least_pivot < 1e-3) return false;
    *found = nh_observe(n->observer, state->t, state->q, state->v, solution.x, solution.lambda);
    return true;
}

static inline nh_state numbers_state(const numbers *n) {
    size_t count = n->model->coordinates.count + 1;
    return (nh_state){.q = NH_NEW_ARRAY(n->arena, double, count), .v = NH_NEW_ARRAY(n->arena, double, count)};
}

/* The number of a judged record by its name. */
static inline size_t record_of(const nh_model *model, const char *name) {
    for (size_t i = 0; i < model->records.count; i++) {
        const nh_record *record = &model->records.items[i];
        if (record->is_judged && strcmp(nh_name_text(model->context, record->name), name) == 0) return i;
    }
    fail_msg("there is no judged record '%s'", name);
    return 0;
}

/* ---- witnesses ---- */

/* The next ", " outside of brackets, or NULL. */
static inline char *next_comma(char *text) {
    for (int level = 0; *text != '\0'; text++) {
        level += *text == '(' ? 1 : *text == ')' ? -1 : 0;
        if (level == 0 && strncmp(text, ", ", 2) == 0) return text;
    }
    return NULL;
}

/* "m = 1.25, f(a, b)=a*b" as "m = 1.25", "f(a, b)=a*b" after those that are set. */
static inline nh_strings set_of_words(nh_arena *arena, nh_strings given, const char *words) {
    enum { MOST = 100 };
    const char **set = NH_NEW_ARRAY(arena, const char *, MOST);
    size_t count = 0;
    for (; count < given.count; count++) set[count] = given.items[count];
    char *rest = words != NULL ? (char *)(uintptr_t)nh_arena_text(arena, words, strlen(words)) : NULL;
    for (; rest != NULL && *rest != '\0'; assert_true(count < MOST)) {
        char *end = next_comma(rest);
        if (end != NULL) *end = '\0';
        set[count++] = rest;
        rest = end != NULL ? end + 2 : NULL;
    }
    return (nh_strings){set, count};
}

/* Reads the model once more with the values of a witness. */
static inline nh_model *read_with_values(const nh_model *model, nh_arena *arena, const char *values) {
    nh_read_def def = model->source.def;
    def.set = set_of_words(arena, def.set, values);
    nh_model *again = nh_read_again(model, &def, model->source.is_trial);
    if (again == NULL) fail_msg("the model cannot be read with %s", values != NULL ? values : "its own values");
    return again;
}

/* The residual of a record at a state, with the accelerations there, and how far rounding may move it. */
typedef struct witness_value {
    double value, rounding;
    bool is_there; /* the accelerations are determined */
} witness_value;

static inline witness_value residual_at(const numbers *n, const nh_state *state, size_t record) {
    nh_solution solution = nh_dynamics_solve(n->dynamics, state->t, state->q, state->v);
    if (solution.status != NH_SOLVED) return (witness_value){0};
    nh_observation found = nh_observe(n->observer, state->t, state->q, state->v, solution.x, solution.lambda);
    double rounding = 1e-10 * (1 + found.sizes[record]) / fmin(1, solution.least_pivot);
    return (witness_value){found.records[record], rounding, true};
}

/* How much the residual changes when the state is moved by 1e-13: a quotient of small numbers is not known to doubles.
 * Besides the state redundant rows may contradict each other: that tells nothing. */
static inline double spread_at(const numbers *n, const nh_state *state, size_t record) {
    nh_state moved = numbers_state(n);
    double value = residual_at(n, state, record).value, spread = 0;
    for (size_t i = 0; i < 2 * n->model->coordinates.count; i++) {
        size_t count = n->model->coordinates.count;
        memcpy(moved.q, state->q, count * sizeof *moved.q);
        memcpy(moved.v, state->v, count * sizeof *moved.v);
        moved.t = state->t;
        *(i < count ? &moved.q[i] : &moved.v[i - count]) += 1e-13;
        witness_value w = residual_at(n, &moved, record);
        double change = fabs(w.value - value);
        if (w.is_there) spread = isfinite(change) ? fmax(spread, change) : INFINITY;
    }
    return spread;
}

/* That the equation is wrong at the state that was given, by as much as was said; false when doubles cannot tell. */
static inline bool check_witness(const nh_model *model, const nh_judge_item *item) {
    nh_arena *arena = nh_arena_create(model->context);
    nh_model *again = read_with_values(model, arena, item->values);
    numbers n = numbers_of(again);
    const char *text = item->text != NULL ? item->text : item->name;
    size_t count = model->coordinates.count, record = record_of(again, item->name);
    nh_state state = numbers_state(&n);
    state.t = item->state[0];
    memcpy(state.q, item->state + 1, count * sizeof *state.q);
    memcpy(state.v, item->state + 1 + count, count * sizeof *state.v);
    if (!(nh_states_residual(n.states, &state, NULL) < 1e-12))
        fail_msg("%s: the constraints do not hold at the state", text);
    witness_value w = residual_at(&n, &state, record);
    assert_true(w.is_there);
    double spread = spread_at(&n, &state, record), rounding = w.rounding + 100 * spread;
    if (!(fabs(w.value - item->residual) <= rounding + 1e-7 * fabs(w.value)) && spread < INFINITY)
        fail_msg("%s: the residual is %.12g, not %.12g", text, w.value, item->residual);
    nh_arena_destroy(n.arena);
    nh_model_destroy(again);
    nh_arena_destroy(arena);
    return fabs(w.value) > rounding;
}

static inline void must_witness(const nh_model *model, const nh_judge_item *item) {
    if (!check_witness(model, item))
        fail_msg("%s: the residual %g is not known to be wrong", item->text, item->residual);
}

#endif
