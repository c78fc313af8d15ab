/* The verdict of an implication, from its sets.
 *
 * What is excepted need not be known to fail: the conclusions hold outside of all sets that are listed, whatever they do on these. So a set that stays open is an exception, "perhaps", provided that something is left: a
 * certified state of a set on which they hold, outside of the others. Without one it is undecided. "No" needs a state of every set. */
#include "analysis/implication.h"

#include <string.h>

#include "analysis/admissible.h"
#include "analysis/implication_private.h"
#include "expr/inspect.h"
#include "expr/print.h"

typedef struct summary {
    nh_arena *arena;
    const nh_question *q;
    nh_sets sets;
    size_t holds, fails, open; /* sets */
    nh_evidence by;            /* of those that hold */
    nh_implication *result;
} summary;

static void count_sets(summary *s) {
    s->by = NH_EVIDENCE_PROVED;
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        if (set->kind == NH_SET_HOLDS) s->holds++;
        else if (set->kind == NH_SET_FAILS) s->fails++;
        else s->open++;
        if (set->kind == NH_SET_HOLDS && set->by == NH_EVIDENCE_CERTIFIED) s->by = NH_EVIDENCE_CERTIFIED;
    }
}

/* ---- whether anything is left outside of the exceptions ---- */

static const nh_ideal *const *list_exceptions(const summary *s, uint32_t *count) {
    const nh_ideal **list = NH_NEW_ARRAY(s->arena, const nh_ideal *, s->sets.list.count + 1);
    *count = 0;
    for (size_t i = 0; i < s->sets.list.count; i++)
        if (s->sets.list.items[i].kind != NH_SET_HOLDS) list[(*count)++] = s->sets.list.items[i].ideal;
    return list;
}

static int largest(const summary *s, nh_set_kind kind) {
    int most = -1;
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        int own = nh_ideal_dimension(set->ideal);
        if (set->kind == kind && own > most) most = own;
    }
    return most;
}

/* A certified state at which the conclusions hold, outside of all exceptions; not of a set that is smaller than one that is open, since then the larger part would not be decided. */
static bool is_something_left(const summary *s) {
    nh_wanted_state wanted = {0};
    nh_found_state found = {0};
    wanted.avoid = list_exceptions(s, &wanted.avoid_count);
    int least = largest(s, NH_SET_OPEN);
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        if (set->kind != NH_SET_HOLDS || nh_ideal_dimension(set->ideal) < least) continue;
        wanted.on = set->ideal;
        if (nh_question_find(s->q, &wanted, &found)) return true;
    }
    return false;
}

/* ---- what is told ---- */

static void tell_witness(summary *s) {
    nh_implies_info *info = &s->result->info;
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_found_state *at = &s->sets.list.items[i].at;
        if (at->state == NULL) continue;
        info->witness = at->state;
        info->fails = s->q->then.items[at->row].name;
        info->residual = at->residual;
        return;
    }
}

/* Exceptions with their words. */
typedef struct described {
    NH_ARRAY(nh_implies_exception) list;
    NH_ARRAY(nh_set_words) words;
} described;

/* A set of which the words of a larger one are true goes with that. */
static bool is_described(const described *d, const nh_set *set) {
    for (size_t i = 0; i < d->words.count; i++) {
        bool is_certain = d->list.items[i].witness != NULL;
        if (is_certain == (set->at.state != NULL) && nh_question_words_fit(&d->words.items[i], set)) return true;
    }
    return false;
}

static void describe(const summary *s, described *d, const nh_set *set) {
    if (is_described(d, set)) return;
    nh_set_words words = nh_question_words(s->q, &s->sets, set);
    nh_implies_exception item = {.text = words.text, .equations = words.equations};
    item.fails = set->at.state != NULL ? nh_fact_yes(NH_EVIDENCE_CERTIFIED) : nh_fact_unknown();
    item.witness = set->at.state;
    item.residual = set->at.residual;
    nh_array_push(&d->list, item);
    nh_array_push(&d->words, words);
}

static const char *why_perhaps(const summary *s) {
    for (size_t i = 0; i < s->sets.list.count; i++)
        if (s->sets.list.items[i].kind == NH_SET_VALUELESS) return "on an exceptional set the conclusion has no value";
    return s->open > 0 ? "on an exceptional set no state was found at which it certainly fails" : NULL;
}

/* Large ones first. */
static void tell_exceptions(summary *s) {
    nh_implies_info *info = &s->result->info;
    described d = {.list = {.arena = s->arena}, .words = {.arena = s->arena}};
    int most = -1; /* may be larger than the number of variables: sin q and exp q count beside q */
    for (size_t i = 0; i < s->sets.list.count; i++) {
        int own = nh_ideal_dimension(s->sets.list.items[i].ideal);
        if (own > most) most = own;
    }
    for (int dimension = most; dimension >= 0; dimension--)
        for (size_t i = 0; i < s->sets.list.count; i++) {
            const nh_set *set = &s->sets.list.items[i];
            if (set->kind != NH_SET_HOLDS && nh_ideal_dimension(set->ideal) == dimension) describe(s, &d, set);
        }
    info->exceptions = d.list.count;
    s->result->exceptions = d.list.items;
    info->why = why_perhaps(s);
}

static const char *why_undecided(const summary *s) {
    if (s->sets.all == NULL) return "the given rows are too long for algebra";
    if (!s->sets.is_complete) return "the states at which the given rows hold are too many sets to take apart";
    if (s->result->info.witness != NULL && s->fails == 0) return "it fails at a state, but may hold on some set";
    if (s->fails > 0 && s->open == 0) return "it fails at a state, and no state was found at which it holds";
    if (s->fails > 0)
        return "it fails on one set, and on another neither a proof nor a state that refutes it was found";
    return "neither a proof nor a state that refutes it was found";
}

/* A state at which it fails is told even where it is not known whether it holds anywhere. */
static void look_everywhere(summary *s) {
    nh_found_state found = {0};
    nh_implies_info *info = &s->result->info;
    const nh_wanted_state wanted = {.is_failing = true};
    if (info->witness != NULL || !nh_question_find(s->q, &wanted, &found)) return;
    info->witness = found.state;
    info->fails = s->q->then.items[found.row].name;
    info->residual = found.residual;
}

/* The values that parameters without one have at the states; NULL: there are no such in the rows. */
static const char *tell_numbers(const summary *s) {
    const nh_question *q = s->q;
    nh_text text = nh_text_begin(s->arena);
    bool has_some = false;
    for (size_t i = 0; i < q->open.count; i++) {
        bool is_used = false;
        for (size_t k = 0; k < q->given.count; k++)
            is_used = is_used || nh_expr_depends_on(q->pool, q->given.items[k], 1, &q->open.items[i]);
        for (size_t k = 0; k < q->then.count; k++)
            is_used = is_used || nh_expr_depends_on(q->pool, q->then.items[k].residual, 1, &q->open.items[i]);
        if (!is_used) continue;
        nh_text_add(&text, has_some ? ", " : "the states are those for ");
        nh_expr_print(q->pool, &text, q->open.items[i]);
        nh_text_add(&text, " = ");
        nh_expr_print(q->pool, &text, q->numbers.items[i]);
        has_some = true;
    }
    return has_some ? nh_text_string(&text) : NULL;
}

/* ---- the verdict ---- */

static void decide(summary *s) {
    nh_implies_info *info = &s->result->info;
    const nh_sets *sets = &s->sets;
    tell_witness(s);
    info->implied = nh_fact_unknown();
    if (sets->is_implied || (sets->is_complete && s->fails + s->open == 0)) {
        info->implied = nh_fact_yes(sets->is_implied ? NH_EVIDENCE_PROVED : s->by);
        info->is_complete = info->implied.by == NH_EVIDENCE_PROVED;
        info->is_empty = sets->is_complete && sets->list.count == 0;
    } else if (sets->is_complete && s->holds > 0 && is_something_left(s)) {
        info->implied = nh_fact_yes(s->by);
        info->is_complete = s->by == NH_EVIDENCE_PROVED;
        tell_exceptions(s);
    } else if (sets->is_complete && s->holds == 0 && s->open == 0) {
        info->implied = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    } else {
        look_everywhere(s);
        info->why = why_undecided(s);
    }
    if (info->implied.truth == NH_YES && info->implied.by == NH_EVIDENCE_CERTIFIED && info->why == NULL)
        info->why = "seen at random states, to many digits, and not proved";
    if (info->witness != NULL && info->why == NULL) info->why = tell_numbers(s);
}

/* A proof for the values of the model is one for all values where the sets are as many without these. */
static void compare_generic(summary *s, const nh_implies_def *def) {
    nh_implies_info *info = &s->result->info;
    if (!s->q->has_values || info->implied.truth != NH_YES || info->implied.by != NH_EVIDENCE_PROVED) return;
    summary other = {.arena = s->arena, .q = nh_question_make(s->arena, s->q->model, def, true)};
    other.sets = nh_question_sets(other.q, false);
    count_sets(&other);
    bool is_same = other.sets.is_implied && s->fails + s->open == 0;
    is_same = is_same ||
              (other.sets.is_complete && other.holds == s->holds && other.fails + other.open == s->fails + s->open);
    if (is_same) return;
    info->implied.by = NH_EVIDENCE_CERTIFIED;
    if (info->why == NULL) info->why = "with the values that the parameters have, not for all values";
}

/* ---- out of the arena of the work ---- */

static const char *copy_text(nh_arena *arena, const char *text) {
    return text != NULL ? nh_arena_text(arena, text, strlen(text)) : NULL;
}

static const double *copy_state(nh_arena *arena, const nh_question *q, const double *state) {
    double *copy = NH_NEW_ARRAY(arena, double, q->variables.count);
    if (state != NULL) memcpy(copy, state, q->variables.count * sizeof *copy);
    return state != NULL ? copy : NULL;
}

static nh_implication *copy_result(nh_arena *arena, const summary *s) {
    nh_implication *result = NH_NEW(arena, nh_implication);
    nh_implies_exception *list = NH_NEW_ARRAY(arena, nh_implies_exception, s->result->info.exceptions + 1);
    result->info = s->result->info;
    result->info.witness = copy_state(arena, s->q, result->info.witness);
    result->info.fails = copy_text(arena, result->info.fails);
    result->info.why = copy_text(arena, result->info.why);
    for (size_t i = 0; i < result->info.exceptions; i++) {
        list[i] = s->result->exceptions[i];
        list[i].text = copy_text(arena, list[i].text);
        list[i].equations = copy_text(arena, list[i].equations);
        list[i].witness = copy_state(arena, s->q, list[i].witness);
    }
    result->exceptions = list;
    return result;
}

nh_implication *nh_implication_make(nh_arena *arena, nh_model *model, const nh_implies_def *def) {
    nh_arena *own = nh_arena_create(model->context);
    summary s = {.arena = own, .result = NH_NEW(own, nh_implication)};
    s.q = nh_question_make(own, model, def, false);
    s.sets = nh_question_sets(s.q, true);
    count_sets(&s);
    decide(&s);
    compare_generic(&s, def);
    nh_implication *result = copy_result(arena, &s);
    nh_arena_destroy(own);
    return result;
}
