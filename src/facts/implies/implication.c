/* The verdict of an implication, from its sets.
 *
 * What is excepted need not be known to fail: the conclusions hold outside of all sets that are listed, whatever they
 * do on these. So a set that stays open is an exception, "perhaps". But exceptions are smaller than what they are
 * exceptions of: there must be a certified state around which the states are a manifold, on all of which the
 * conclusions hold, of a higher dimension than any set on which they fail or may fail, or with positions (t, q) of a
 * higher dimension. Then there are no exceptions at most positions, which is what `holds` says, too: x y' = 0 makes y'
 * = 0 where x is not 0. A set on which they fail that is as large as all others makes the answer "no". A set on which a
 * conclusion has no value is neither. */
#include "facts/implies/implication.h"

#include <string.h>

#include "algebra/domain/identity.h"
#include "base/assert.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "facts/admissible.h"
#include "facts/implies/implication_private.h"

typedef struct summary {
    nh_arena *arena;
    const nh_question *q;
    nh_sets sets;
    size_t holds, fails, open, valueless; /* sets */
    nh_evidence by;                       /* of those that hold */
    nh_implication *result;
} summary;

static void count_sets(summary *s) {
    s->by = NH_EVIDENCE_PROVED;
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        if (set->kind == NH_SET_HOLDS) s->holds++;
        else if (set->kind == NH_SET_FAILS) s->fails++;
        else if (set->kind == NH_SET_VALUELESS) s->valueless++;
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

static bool is_partial(const nh_question *q) {
    for (size_t i = 0; i < q->then.count; i++)
        if (q->then.items[i].is_partial) return true;
    return false;
}

static nh_extent larger_of(nh_extent a, nh_extent b) {
    return (nh_extent){a.states > b.states ? a.states : b.states,
                       a.positions > b.positions ? a.positions : b.positions};
}

/* How large what is outside of all exceptions is, where the conclusions hold and have values, as far as certified
 * states show; -1: there is a state; -2: none was found. */
static nh_extent extent_of_rest(const summary *s) {
    nh_extent most = {-2, -2};
    nh_wanted_state wanted = {.has_values = is_partial(s->q)};
    wanted.avoid = list_exceptions(s, &wanted.avoid_count);
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        nh_found_state found = {0};
        wanted.on = set->ideal;
        if (set->kind == NH_SET_HOLDS && nh_question_find(s->q, &wanted, &found)) most = larger_of(most, found.extent);
    }
    return most;
}

/* Whether the sets on which it fails or may fail are smaller than this: by their dimension, or by that of their
 * positions, so that at most positions there are none of these states. */
static bool are_exceptions_smaller(const summary *s, nh_extent rest) {
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        if (set->kind != NH_SET_FAILS && set->kind != NH_SET_OPEN) continue;
        nh_extent own = nh_question_bound(s->q, set->ideal);
        if (own.states >= rest.states && own.positions >= rest.positions) return false;
    }
    return true;
}

/* How large a set is, or what is given where there is none. Where the ideal does not know all relations the dimension
 * of its solutions is too high: there a state shows it, as far as one is found. */
static nh_extent extent_of(const summary *s, const nh_ideal *set) {
    const nh_wanted_state wanted = {.on = set};
    nh_found_state found = {0};
    if (set != NULL && nh_question_knows_all(set)) return nh_question_bound(s->q, set);
    return nh_question_find_certified(s->q, &wanted, &found) ? found.extent : (nh_extent){-1, -1};
}

/* Of the states at which it may hold. */
static nh_extent extent_where_it_may_hold(const summary *s) {
    nh_extent most = {-1, -1};
    if (!s->sets.is_complete) return extent_of(s, s->sets.all);
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        if (set->kind == NH_SET_HOLDS || set->kind == NH_SET_OPEN) most = larger_of(most, extent_of(s, set->ideal));
    }
    return most;
}

static bool is_as_large(nh_extent a, nh_extent b) {
    return a.states >= b.states && a.positions >= b.positions;
}

/* Whether it fails on a set that is as large as any on which it may hold, or on all sets. */
static bool fails_on_largest(const summary *s) {
    nh_extent most = extent_where_it_may_hold(s);
    for (size_t i = 0; i < s->sets.list.count; i++) {
        const nh_set *set = &s->sets.list.items[i];
        bool is_known = set->at.extent.states >= 0 || s->sets.is_complete;
        if (set->kind == NH_SET_FAILS && is_known && is_as_large(set->at.extent, most)) return true;
    }
    return false;
}

/* ---- what is reported ---- */

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
typedef struct described_exceptions {
    NH_ARRAY(nh_implies_exception) list;
    NH_ARRAY(nh_set_words) words;
} described_exceptions;

/* A set of which the words of a larger one are true goes with that. */
static bool is_described(const described_exceptions *d, const nh_set *set) {
    for (size_t i = 0; i < d->words.count; i++) {
        bool is_certain = d->list.items[i].witness != NULL;
        if (is_certain == (set->at.state != NULL) && nh_question_words_fit(&d->words.items[i], set)) return true;
    }
    return false;
}

static void describe_set(const summary *s, described_exceptions *d, const nh_set *set) {
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
    if (s->valueless > 0) return "on an exceptional set the conclusion has no value";
    return s->open > 0 ? "no state was found on an exceptional set at which it certainly fails" : NULL;
}

/* Large ones first. */
static void tell_exceptions(summary *s) {
    nh_implies_info *info = &s->result->info;
    described_exceptions d = {.list = {.arena = s->arena}, .words = {.arena = s->arena}};
    int most = -1; /* may be larger than the number of variables: sin q and exp q count besides q */
    for (size_t i = 0; i < s->sets.list.count; i++) {
        int own = nh_ideal_dimension(s->sets.list.items[i].ideal);
        if (own > most) most = own;
    }
    for (int dimension = most; dimension >= 0; dimension--)
        for (size_t i = 0; i < s->sets.list.count; i++) {
            const nh_set *set = &s->sets.list.items[i];
            if (set->kind != NH_SET_HOLDS && nh_ideal_dimension(set->ideal) == dimension) describe_set(s, &d, set);
        }
    info->exceptions = d.list.count;
    s->result->exceptions = d.list.items;
    info->why = why_perhaps(s);
}

static const char *why_undecided(const summary *s) {
    if (s->result->info.witness != NULL) return "it fails at a state, but may hold at most others";
    if (s->sets.all == NULL) return "the premises are too long for algebra";
    if (!s->sets.is_complete) return "the states at which the premises hold split into too many sets";
    if (s->fails + s->open == 0) return "no state was found at which the conclusion has a value";
    return "neither a proof nor a state that refutes it was found";
}

/* A state at which it fails is told even where it is not known whether it holds anywhere. True: around it are as many
 * such states as can be. */
static bool look_everywhere(summary *s) {
    nh_found_state found = {0};
    nh_implies_info *info = &s->result->info;
    const nh_wanted_state wanted = {.is_failing = true};
    if (!nh_question_find(s->q, &wanted, &found)) return false;
    if (info->witness == NULL) {
        info->witness = found.state;
        info->fails = s->q->then.items[found.row].name;
        info->residual = found.residual;
    }
    return found.extent.states >= 0 && is_as_large(found.extent, extent_where_it_may_hold(s));
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

static const char *why_certified(const summary *s) {
    static const char seen[] = "observed at random states to many digits, not proved";
    const char *numbers = tell_numbers(s);
    nh_text text = nh_text_begin(s->arena);
    nh_text_format(&text, "%s; %s", seen, numbers != NULL ? numbers : "");
    return numbers != NULL ? nh_text_string(&text) : seen;
}

/* ---- the verdict ---- */

/* Every set is known, and the conclusions hold on one of them, at least. */
static void decide_with_holding(summary *s) {
    nh_implies_info *info = &s->result->info;
    nh_extent rest = extent_of_rest(s);
    bool is_found = rest.states > -2, is_everywhere = s->fails + s->open + s->valueless == 0 && !is_partial(s->q);
    if (is_everywhere || (is_found && are_exceptions_smaller(s, rest))) {
        info->implied = nh_fact_yes(s->by);
        info->is_complete = s->by == NH_EVIDENCE_PROVED;
        tell_exceptions(s);
    } else if (fails_on_largest(s)) {
        info->implied = nh_fact_no(NH_EVIDENCE_CERTIFIED);
        if (!is_found) return;
        info->elsewhere = nh_fact_yes(s->by);
        info->is_complete = s->by == NH_EVIDENCE_PROVED;
        tell_exceptions(s);
    }
}

static void decide_implication(summary *s) {
    nh_implies_info *info = &s->result->info;
    const nh_sets *sets = &s->sets;
    tell_witness(s);
    info->implied = info->elsewhere = nh_fact_unknown();
    if (sets->is_implied || (sets->is_complete && sets->list.count == 0)) {
        info->implied = nh_fact_yes(NH_EVIDENCE_PROVED);
        info->is_complete = true;
        info->is_empty = sets->is_complete && sets->list.count == 0;
    } else if (sets->is_complete && s->holds > 0) {
        decide_with_holding(s);
    } else if (sets->is_complete && s->fails + s->open == 0) {
        info->is_valueless = true;
        info->why = "the conclusion has no value at any state at which the premises hold";
    }
    bool is_open = info->implied.truth == NH_UNKNOWN && !info->is_valueless;
    if (is_open && (fails_on_largest(s) || look_everywhere(s))) info->implied = nh_fact_no(NH_EVIDENCE_CERTIFIED);
    else if (is_open) info->why = why_undecided(s);
    if (info->implied.truth == NH_YES && info->implied.by == NH_EVIDENCE_CERTIFIED && info->why == NULL)
        info->why = why_certified(s);
    if (info->witness != NULL && info->why == NULL) info->why = tell_numbers(s);
}

/* ---- all values of the parameters ---- */

/* The equations of the set in parameters only, in words; NULL: there are none. */
static const char *values_of(const summary *generic, const nh_set *set) {
    const nh_question *q = generic->q;
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set->ideal, &basis), others = (uint32_t)(q->variables.count - q->open.count);
    nh_text text = nh_text_begin(generic->arena);
    bool has_some = false;
    for (uint32_t i = 0; i < count; i++) {
        if (nh_expr_depends_on(q->pool, basis[i], others, q->variables.items)) continue;
        nh_text_add(&text, has_some ? " and " : "");
        nh_expr_print(q->pool, &text, basis[i]);
        nh_text_add(&text, " = 0");
        has_some = true;
    }
    return has_some ? nh_text_string(&text) : NULL;
}

/* Whether the values that the parameters have are certainly none of those: an equation of the set in
 * parameters only fails. */
static bool has_other_values(const summary *s, const summary *generic, const nh_set *set) {
    const nh_question *q = generic->q;
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(set->ideal, &basis), others = (uint32_t)(q->variables.count - q->open.count);
    for (uint32_t i = 0; i < count; i++)
        if (!nh_expr_depends_on(q->pool, basis[i], others, q->variables.items) &&
            nh_expr_is_zero(q->pool, nh_question_number(s->q, basis[i])) == NH_NO)
            return true;
    return false;
}

/* What is left of the sets for most values of the parameters; values for which there are others, on which it is not
 * proved, go into the text. False: the parameters may have such values. */
static bool count_for_most_values(const summary *s, summary *generic, nh_text *values) {
    size_t named = 0;
    bool are_others = true;
    generic->holds = generic->open = 0;
    for (size_t i = 0; i < generic->sets.list.count; i++) {
        const nh_set *set = &generic->sets.list.items[i];
        const char *text = values_of(generic, set);
        if (set->kind == NH_SET_VALUELESS) continue;
        if (text == NULL) generic->holds += set->kind == NH_SET_HOLDS, generic->open += set->kind != NH_SET_HOLDS;
        if (text == NULL || set->kind == NH_SET_HOLDS) continue;
        nh_text_format(values, "%s%s", named++ > 0 ? " or " : "", text);
        are_others = are_others && has_other_values(s, generic, set);
    }
    return are_others;
}

/* A proof for the values of the model is one for all values where, with parameters as variables, the sets are as many;
 * except for values that make sets of their own. */
static void compare_generic(summary *s, const nh_implies_def *def) {
    nh_implies_info *info = &s->result->info;
    nh_fact *fact = info->implied.truth == NH_NO ? &info->elsewhere : &info->implied;
    if (!s->q->has_parameters || fact->truth != NH_YES || fact->by != NH_EVIDENCE_PROVED) return;
    summary other = {.arena = s->arena, .q = nh_question_make(s->arena, s->q->model, def, true)};
    other.sets = nh_question_sets(other.q, false);
    nh_text values = nh_text_begin(s->arena);
    bool are_others = count_for_most_values(s, &other, &values);
    bool is_same = other.sets.is_implied;
    if (s->fails + s->open == 0) is_same = is_same || (other.sets.is_complete && other.open == 0);
    else is_same = other.sets.is_complete && other.holds == s->holds && other.open == s->fails + s->open;
    is_same = is_same && (other.sets.is_implied || are_others);
    if (is_same && !other.sets.is_implied && nh_text_string(&values)[0] != '\0')
        info->but_for = nh_text_string(&values);
    if (is_same) return;
    if (!are_others && tell_numbers(s) != NULL) { /* what was divided by may be 0 for the numbers of open parameters */
        *fact = nh_fact_unknown();
        info->is_complete = info->is_empty = false;
        info->exceptions = 0;
        info->why = "it is proved except for special values of the parameters, which may be those at the states";
        return;
    }
    fact->by = NH_EVIDENCE_CERTIFIED;
    if (info->why == NULL) info->why = "with the values that the parameters have, not for all values";
}

/* ---- out of the arena of the work ---- */

static const char *copy_text(nh_arena *arena, const char *text) {
    return text != NULL ? nh_arena_string(arena, text) : NULL;
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
    result->info.but_for = copy_text(arena, result->info.but_for);
    for (size_t i = 0; i < result->info.exceptions; i++) {
        list[i] = s->result->exceptions[i];
        list[i].text = copy_text(arena, list[i].text);
        list[i].equations = copy_text(arena, list[i].equations);
        list[i].witness = copy_state(arena, s->q, list[i].witness);
    }
    result->exceptions = list;
    return result;
}

nh_implication *nh_implication_make(nh_arena *arena, const nh_model *model, const nh_implies_def *def) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_arena *own = nh_arena_create(model->context);
    summary s = {.arena = own, .result = NH_NEW(own, nh_implication)};
    s.q = nh_question_make(own, model, def, false);
    s.sets = nh_question_sets(s.q, true);
    count_sets(&s);
    decide_implication(&s);
    compare_generic(&s, def);
    nh_implication *result = copy_result(arena, &s);
    nh_arena_destroy(own);
    return result;
}
