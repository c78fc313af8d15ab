/* Candidates are tried with numbers. */
#include "truth/special/special.h"

#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "model/values.h"
#include "system/read.h"
#include "truth/judge/draw.h"
#include "truth/limits_private.h"
#include "truth/special/special_private.h"

/* Sets of values that are drawn until one has states; candidates that are tried; trials of one candidate. */
enum { MOST_DRAWS = 4, MOST_CANDIDATES = 24, TRIALS = 2 };

/* One answer that may change. */
typedef struct special_answer {
    const char *key, *row;
    nh_fact fact;
    nh_count count;
} special_answer;

typedef NH_ARRAY(special_answer) special_answers;
typedef NH_ARRAY(nh_check_special) special_list;

/* A model with numbers, and what was answered of it. */
typedef struct numbers {
    nh_strings set;
    nh_model *model;
    const nh_analysis *x; /* NULL: it has no states, or it took too long */
    special_answers answers;
} numbers;

typedef struct special_search {
    const nh_model *model;
    nh_arena *arena;
    uint64_t seed;
    numbers base, other; /* two sets of numbers; of the other one nothing is asked */
    nh_special_freedom freedom;
    bool is_all_free;         /* no parameter has a number that is kept, but by an option: none occurs in an exponent */
    special_list found, none; /* none: answers that no values change */
} special_search;

/* ---- answers ---- */

static void add_fact(special_answers *list, const char *key, const char *row, nh_fact fact) {
    nh_array_push(list, ((special_answer){.key = key, .row = row, .fact = fact}));
}

static void add_count(special_answers *list, const char *key, nh_count count) {
    nh_array_push(list, ((special_answer){.key = key, .fact = nh_fact_unknown(), .count = count}));
}

/* The same ones in the same order for every reading of a model. */
static void list_answers(special_answers *list, const nh_model *model, const nh_analysis *x) {
    add_count(list, "m", x->rank.m);
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        const char *name = nh_name_text(model->context, row->name);
        if (!row->is_imposed || row->is_hidden) continue;
        add_fact(list, "homogeneous", name, x->is_homogeneous[i]);
        add_fact(list, "rheonomic", name, x->rheonomic[i]);
        add_fact(list, "integrable", name, x->integrability.alone[i]);
    }
    add_fact(list, "integrable_together", NULL, x->integrability.is_integrable);
    add_count(list, "integrals", x->integrability.together.count);
    add_fact(list, "energy_conserved", NULL, x->energy_conserved);
    add_fact(list, "alpha_bar_equals_alpha", NULL, x->alpha_bar_equals_alpha);
    add_fact(list, "chaplygin", NULL, x->chaplygin.fact);
    add_fact(list, "regular", NULL, x->regular);
    add_fact(list, "regular_free", NULL, x->regular_free);
}

typedef struct request {
    special_search *s;
    numbers *of;
} request;

static void ask_all(void *argument) {
    const request *q = argument;
    const nh_analysis *x = nh_analysis_make(q->s->arena, q->of->model, q->s->seed);
    if (x->admissible->at == NH_CHECK_NONE || x->admissible->open != NULL) return;
    list_answers(&q->of->answers, q->of->model, x);
    q->of->x = x;
}

static bool is_against(nh_relation relation, double difference) {
    return !(relation == NH_LESS            ? difference < 0
             : relation == NH_GREATER       ? difference > 0
             : relation == NH_LESS_EQUAL    ? difference <= 0
             : relation == NH_GREATER_EQUAL ? difference >= 0
                                            : difference != 0);
}

static bool has_only(const special_search *s, const nh_model *model, nh_expr e, const nh_map *settled) {
    if (e == NH_EXPR_UNDEFINED || nh_expr_has(model->pool, e, NH_HAS_ANYTHING)) return false;
    return settled == NULL || nh_expr_has_only(model->pool, s->arena, settled, 1, &e);
}

/* Whether an assumption about parameters, or a range of one, does not hold with the numbers. settled: only where these
 * only parameters decide; NULL: all. */
static bool is_excluded(const special_search *s, const nh_model *model, const nh_map *settled) {
    for (size_t i = 0; i < model->assumptions.count; i++) {
        const nh_assumption *given = &model->assumptions.items[i];
        nh_expr e = nh_expr_expand_names(model->pool, nh_expr_sub(model->pool, given->left, given->right));
        if (!has_only(s, model, e, settled)) continue;
        if (is_against(given->relation, nh_model_constant(model, s->arena, e))) return true;
    }
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &model->parameters.items[i];
        bool is_low = has_only(s, model, p->symbol, settled) && has_only(s, model, p->low, settled);
        bool is_high = has_only(s, model, p->symbol, settled) && has_only(s, model, p->high, settled);
        double value = nh_model_constant(model, s->arena, p->symbol);
        if (is_low && !(value >= nh_model_constant(model, s->arena, p->low))) return true;
        if (is_high && !(value <= nh_model_constant(model, s->arena, p->high))) return true;
    }
    return false;
}

/* Reads the model with the numbers; false when that is not possible, or not allowed. */
static bool read_numbers(special_search *s, numbers *of) {
    nh_read_def def = s->model->source.def;
    def.set = of->set;
    of->model = nh_read_again(s->model, &def, s->model->source.is_trial);
    return of->model != NULL && !is_excluded(s, of->model, NULL);
}

static void ask_numbers(special_search *s, numbers *of) {
    size_t diags = nh_context_diag_count(s->model->context);
    request q = {s, of};
    nh_budget budget = {.work = NH_WORK_SPECIAL_TRY};
    of->answers = (special_answers){.arena = s->arena};
    if (nh_attempt(s->model->context, &budget, ask_all, &q) != NH_OK) of->x = NULL;
    nh_diag_forget(s->model->context, diags);
}

static void forget_numbers(numbers *of) {
    nh_model_destroy(of->model);
    of->model = NULL;
}

/* ---- numbers in general ---- */

static bool draw_numbers(special_search *s, nh_random *random, size_t number, numbers *of) {
    of->set = nh_draw_values(s->model, s->arena, random, number).set;
    return read_numbers(s, of);
}

/* Those that were drawn: after the values of options, one "name=value" each. */
static bool is_drawn(const special_search *s, const char *name) {
    size_t length = strlen(name);
    for (size_t i = s->model->source.def.set.count; i < s->base.set.count; i++)
        if (strncmp(s->base.set.items[i], name, length) == 0 && s->base.set.items[i][length] == '=') return true;
    return false;
}

static void find_freedom(special_search *s) {
    const nh_model *model = s->base.model;
    nh_expr *symbols = NH_NEW_ARRAY(s->arena, nh_expr, model->parameters.count + 1);
    s->freedom = (nh_special_freedom){.symbols = symbols};
    s->is_all_free = true;
    for (size_t i = 0; i < model->parameters.count; i++) {
        const nh_parameter *p = &s->model->parameters.items[i];
        bool is_free = is_drawn(s, nh_name_text(model->context, p->name));
        uint32_t others = 0;
        if (p->value != NH_EXPR_UNDEFINED) (void)nh_expr_symbols(s->model->pool, s->arena, 1, &p->value, &others);
        if (p->is_tangent) continue;
        if (is_free) symbols[s->freedom.count++] = model->parameters.items[i].symbol;
        s->is_all_free = s->is_all_free && (is_free || others > 0 || p->is_set);
    }
}

/* Short numbers: every second set. */
static bool find_base(special_search *s) {
    nh_random random = nh_random_make(s->seed, NH_STREAM_SPECIAL);
    for (size_t number = 0; number < MOST_DRAWS; number++) {
        if (draw_numbers(s, &random, 2 * number, &s->base)) ask_numbers(s, &s->base);
        if (s->base.x != NULL) break;
        forget_numbers(&s->base);
    }
    if (s->base.x == NULL) return false;
    find_freedom(s);
    for (size_t number = MOST_DRAWS; number < 2 * MOST_DRAWS; number++) {
        if (draw_numbers(s, &random, 2 * number, &s->other)) return true;
        forget_numbers(&s->other);
    }
    return false;
}

/* ---- numbers on a set ---- */

/* Numbers of a reading, in the pool of the first one. */
static nh_expr number_of(const special_search *s, const numbers *of, nh_expr symbol) {
    NH_ASSERT(of->model->parameters.count == s->base.model->parameters.count);
    for (size_t i = 0; i < of->model->parameters.count; i++) {
        const nh_parameter *p = &of->model->parameters.items[i];
        if (s->base.model->parameters.items[i].symbol != symbol || p->value == NH_EXPR_UNDEFINED) continue;
        if (nh_expr_is_number(of->model->pool, p->value))
            return nh_expr_number(s->base.model->pool, nh_expr_rational(of->model->pool, p->value));
    }
    return NH_EXPR_UNDEFINED;
}

/* e in parameters as a text with the numbers put in. */
static const char *closed_text(const special_search *s, const numbers *of, nh_expr e) {
    nh_pool *pool = s->base.model->pool;
    nh_text text = nh_text_begin(s->arena);
    for (uint32_t i = 0; i < s->freedom.count && e != NH_EXPR_UNDEFINED; i++) {
        nh_expr number = number_of(s, of, s->freedom.symbols[i]);
        if (number != NH_EXPR_UNDEFINED) e = nh_expr_substitute(pool, e, 1, &s->freedom.symbols[i], &number, true);
    }
    if (e == NH_EXPR_UNDEFINED) return NULL;
    nh_expr_print(pool, &text, e);
    return nh_text_string(&text);
}

/* The set of values with those of the candidate in place of what was drawn; false: one has no value. */
static bool set_candidate(const special_search *s, const numbers *of, const nh_special_set *candidate,
                          nh_strings *result) {
    const char **set = NH_NEW_ARRAY(s->arena, const char *, of->set.count + candidate->count);
    size_t given = s->model->source.def.set.count, count = 0;
    NH_ASSERT(candidate->count > 0 && given <= of->set.count);
    for (size_t i = 0; i < of->set.count; i++) {
        bool is_replaced = false;
        for (uint32_t k = 0; k < candidate->count && i >= given; k++) {
            const char *name =
                nh_name_text(s->model->context, nh_expr_symbol_of(s->base.model->pool, candidate->symbol[k])->name);
            size_t length = strlen(name);
            is_replaced |= strncmp(of->set.items[i], name, length) == 0 && of->set.items[i][length] == '=';
        }
        if (!is_replaced) set[count++] = of->set.items[i];
    }
    for (uint32_t k = 0; k < candidate->count; k++) {
        nh_text one = nh_text_begin(s->arena);
        const char *value = closed_text(s, of, candidate->value[k]);
        if (value == NULL) return false;
        const nh_symbol *symbol = nh_expr_symbol_of(s->base.model->pool, candidate->symbol[k]);
        nh_text_format(&one, "%s=%s", nh_name_text(s->model->context, symbol->name), value);
        set[count++] = nh_text_string(&one);
    }
    *result = (nh_strings){set, count};
    return true;
}

/* ---- what is another ---- */

static bool is_fact_changed(nh_fact a, nh_fact b) {
    return a.truth != NH_UNKNOWN && b.truth != NH_UNKNOWN && a.truth != b.truth;
}

static bool is_count_changed(nh_count a, nh_count b) {
    return a.by != NH_EVIDENCE_NONE && b.by != NH_EVIDENCE_NONE && a.value != b.value;
}

/* Whether the answer differs from the general one, and is the same in both trials; a trial that was not made says
 * nothing. */
static bool is_changed(const special_answer *generic, const special_answer *here, const special_answer *again) {
    if (strcmp(generic->key, here->key) != 0) return false;
    bool is_first = is_fact_changed(generic->fact, here->fact) || is_count_changed(generic->count, here->count);
    bool is_second = again == NULL || is_fact_changed(generic->fact, again->fact) ||
                     (is_count_changed(generic->count, again->count) && again->count.value == here->count.value);
    return is_first && is_second;
}

/* Whether every equation of the larger set holds on the smaller one. */
static bool is_within(const special_search *s, const nh_special_set *small, const nh_special_set *large) {
    nh_pool *pool = s->base.model->pool;
    for (uint32_t i = 0; i < large->count; i++) {
        nh_expr e = nh_expr_sub(pool, large->symbol[i], large->value[i]);
        e = nh_expr_substitute(pool, e, small->count, small->symbol, small->value, true);
        if (e != NH_EXPR_ZERO) return false;
    }
    return true;
}

/* Whether a larger set has the same answer. */
static bool is_known(const special_search *s, const nh_special_sets *sets, size_t at, const special_answer *here) {
    for (size_t i = 0; i < s->found.count; i++) {
        const nh_check_special *known = &s->found.items[i];
        bool is_same = strcmp(known->answer, here->key) == 0 &&
                       (known->row == here->row || (known->row && here->row && strcmp(known->row, here->row) == 0)) &&
                       known->here.truth == here->fact.truth && known->count_here.value == here->count.value;
        for (size_t k = 0; k < at && is_same; k++)
            if (known->where == sets->items[k].words && is_within(s, &sets->items[at], &sets->items[k])) return true;
    }
    return false;
}

static nh_fact certified_fact(nh_fact fact) {
    return fact.truth == NH_UNKNOWN ? fact : (nh_fact){fact.truth, NH_EVIDENCE_CERTIFIED};
}

static nh_count certified_count(nh_count count) {
    if (count.by != NH_EVIDENCE_NONE) count.by = NH_EVIDENCE_CERTIFIED;
    return count;
}

static void keep_changes(special_search *s, const nh_special_sets *sets, size_t at, const numbers trial[TRIALS]) {
    NH_ASSERT(at < sets->count);
    const special_answers *generic = &s->base.answers, *here = &trial[0].answers, *again = &trial[1].answers;
    for (size_t i = 0; i < generic->count && i < here->count; i++) {
        const special_answer *second = trial[1].x == NULL ? NULL : &again->items[i];
        if (!is_changed(&generic->items[i], &here->items[i], second) || is_known(s, sets, at, &here->items[i]))
            continue;
        const char *row = generic->items[i].row;
        nh_check_special found = {.where = sets->items[at].words,
                                  .answer = generic->items[i].key,
                                  .row = row != NULL ? nh_arena_string(s->arena, row) : NULL,
                                  .here = certified_fact(here->items[i].fact),
                                  .generic = certified_fact(generic->items[i].fact),
                                  .count_here = certified_count(here->items[i].count),
                                  .count_generic = certified_count(generic->items[i].count)};
        nh_array_push(&s->found, found);
    }
}

static bool is_any_changed(const special_search *s, const numbers *trial) {
    for (size_t i = 0; i < s->base.answers.count && i < trial->answers.count; i++)
        if (is_changed(&s->base.answers.items[i], &trial->answers.items[i], NULL)) return true;
    return false;
}

/* Whether no values of the other parameters are allowed on the set. */
static bool is_forbidden(const special_search *s, const nh_special_set *set, const nh_model *model) {
    nh_map settled = nh_map_make(s->arena);
    if (model == NULL) return false;
    for (uint32_t i = 0; i < set->count; i++) {
        nh_name name = nh_expr_symbol_of(s->base.model->pool, set->symbol[i])->name;
        if (nh_expr_is_number(s->base.model->pool, set->value[i]))
            nh_map_put(&settled, nh_expr_symbol(model->pool, NH_ROLE_PARAMETER, name, 0), 1);
    }
    return is_excluded(s, model, &settled);
}

static void try_candidate(special_search *s, nh_special_sets *sets, size_t at) {
    const numbers *from[TRIALS] = {&s->base, &s->other};
    numbers trial[TRIALS] = {0};
    for (int i = 0; i < TRIALS; i++) {
        bool is_read = set_candidate(s, from[i], &sets->items[at], &trial[i].set) && read_numbers(s, &trial[i]);
        if (is_read) ask_numbers(s, &trial[i]);
        else if (i == 0) sets->items[at].is_excluded = is_forbidden(s, &sets->items[at], trial[i].model);
        if (trial[i].x == NULL || !is_any_changed(s, &trial[i])) break;
    }
    if (trial[0].x != NULL && trial[1].x != NULL) keep_changes(s, sets, at, trial);
    for (int i = 0; i < TRIALS; i++) forget_numbers(&trial[i]);
}

/* ---- which sets are all ---- */

static bool is_same_answer(const nh_check_special *found, const char *key, const char *row) {
    bool is_same_row = (found->row == NULL) == (row == NULL) && (row == NULL || strcmp(found->row, row) == 0);
    return is_same_row && strcmp(found->answer, key) == 0;
}

static const nh_special_set *set_of(const nh_special_sets *sets, const char *words) {
    for (size_t i = 0; i < sets->count; i++)
        if (sets->items[i].words == words) return &sets->items[i];
    return NULL;
}

/* Whether the set is excluded, or the answer was found to be different on it or on a larger set. */
static bool is_accounted(const special_search *s, const nh_special_sets *sets, const nh_special_wish *wish,
                         const char *row, const char *words) {
    const nh_special_set *set = set_of(sets, words);
    NH_ASSERT(set != NULL);
    if (set->is_excluded) return true;
    for (size_t i = 0; i < s->found.count; i++)
        if (is_same_answer(&s->found.items[i], wish->key, row) &&
            is_within(s, set, set_of(sets, s->found.items[i].where)))
            return true;
    return false;
}

/* Whether an answer was found to be different where algebra says that it is not: neither is to be trusted. */
static bool is_contradicted(const special_search *s, const nh_special_sets *sets, const nh_special_wish *wish,
                            const char *row) {
    for (size_t i = 0; i < s->found.count; i++) {
        bool is_inside = wish->is_identity || !is_same_answer(&s->found.items[i], wish->key, row);
        for (uint32_t k = 0; k < wish->count && !is_inside; k++)
            is_inside = is_within(s, set_of(sets, s->found.items[i].where), set_of(sets, wish->words[k]));
        if (!is_inside) return true;
    }
    return false;
}

static const special_answer *find_generic(const special_search *s, const char *key, const char *row) {
    for (size_t i = 0; i < s->base.answers.count; i++) {
        const special_answer *answer = &s->base.answers.items[i];
        bool is_same_row = (answer->row == NULL) == (row == NULL) && (row == NULL || strcmp(answer->row, row) == 0);
        if (is_same_row && strcmp(answer->key, key) == 0) return answer;
    }
    return NULL;
}

/* Marks what was found for an answer of which the algebra says where it is yes, if all of that was found. */
static void look_at_wish(special_search *s, const nh_special_sets *sets, const nh_special_wish *wish) {
    if (wish->key == NULL || !wish->is_exact || !s->is_all_free) return;
    const char *row =
        wish->row == NH_MODEL_NONE ? NULL : nh_name_text(s->model->context, s->base.model->rows.items[wish->row].name);
    const special_answer *generic = find_generic(s, wish->key, row);
    size_t known = s->found.count;
    if (generic == NULL || generic->fact.truth != (wish->is_identity ? NH_YES : NH_NO)) return;
    if (is_contradicted(s, sets, wish, row)) return;
    for (uint32_t i = 0; i < wish->count; i++)
        if (!is_accounted(s, sets, wish, row, wish->words[i])) return;
    bool is_any = false;
    for (size_t i = 0; i < known; i++) {
        if (!is_same_answer(&s->found.items[i], wish->key, row)) continue;
        s->found.items[i].only = NH_EVIDENCE_PROVED;
        is_any = true;
    }
    if (is_any) return;
    nh_check_special none = {.answer = wish->key,
                             .row = row != NULL ? nh_arena_string(s->arena, row) : NULL,
                             .here = nh_fact_unknown(),
                             .generic = {generic->fact.truth, NH_EVIDENCE_PROVED},
                             .only = NH_EVIDENCE_PROVED};
    nh_array_push(&s->none, none);
}

/* ---- all of it ---- */

/* Those with few equations first. */
static void sort_sets(nh_special_sets *sets) {
    for (size_t i = 1; i < sets->count; i++)
        for (size_t k = i; k > 0 && sets->items[k - 1].count > sets->items[k].count; k--) {
            nh_special_set other = sets->items[k];
            sets->items[k] = sets->items[k - 1];
            sets->items[k - 1] = other;
        }
}

static void look_at_candidates(special_search *s) {
    nh_special_candidates c = nh_special_ask(s->arena, s->base.x, &s->freedom);
    sort_sets(&c.sets);
    for (size_t i = 0; i < c.sets.count && i < MOST_CANDIDATES; i++) try_candidate(s, &c.sets, i);
    for (size_t i = 0; i < c.wishes.count; i++) look_at_wish(s, &c.sets, &c.wishes.items[i]);
    nh_array_append(&s->found, s->none.count, s->none.items);
}

nh_special nh_special_find(nh_arena *arena, const nh_model *model, uint64_t seed) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    special_search s = {.model = model, .arena = arena, .seed = seed, .found = {.arena = arena}};
    s.none.arena = arena;
    bool is_based = find_base(&s);
    if (is_based) look_at_candidates(&s);
    forget_numbers(&s.base);
    forget_numbers(&s.other);
    return (nh_special){is_based, s.found.count, s.found.items};
}
