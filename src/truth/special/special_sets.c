/* From expressions that should vanish for all t, q, q' to sets of parameters. */
#include "truth/special/special_private.h"

#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/ideal/ideal.h"
#include "base/assert.h"
#include "base/map.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "truth/limits_private.h"

/* Longer expressions are not examined; coefficients of one; equations of one set. */
enum { MOST_OPERATIONS = 4000, MOST_COEFFICIENTS = 200, MOST_EQUATIONS = 3 };

static bool is_free(const nh_special_freedom *freedom, nh_expr symbol) {
    return nh_is_among(symbol, freedom->count, freedom->symbols);
}

nh_expr nh_special_close(const nh_model *model, const nh_special_freedom *freedom, nh_expr e) {
    e = nh_expr_expand_names(model->pool, e);
    for (size_t i = model->parameters.count; i-- > 0 && e != NH_EXPR_UNDEFINED;) {
        const nh_parameter *p = &model->parameters.items[i];
        if (is_free(freedom, p->symbol) || p->value == NH_EXPR_UNDEFINED) continue;
        e = nh_expr_substitute(model->pool, e, 1, &p->symbol, &p->value, true);
    }
    return e;
}

/* ---- coefficients ---- */

typedef struct term_split {
    nh_pool *pool;
    nh_arena *arena;
    const nh_special_freedom *freedom;
    bool *is_exact;
    bool *has_sine_power, *has_cosine_power; /* one that is not the first */
} term_split;

/* Whether it has no symbols but free parameters. */
static bool is_coefficient(const term_split *s, nh_expr e) {
    uint32_t count;
    if (nh_expr_has(s->pool, e, NH_HAS_ANYTHING)) return false;
    const nh_expr *symbols = nh_expr_symbols(s->pool, s->arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_free(s->freedom, symbols[i])) return false;
    return true;
}

/* The arguments of e, which live as long as the arena. */
static const nh_expr *keep_args(const term_split *s, nh_expr e, uint32_t *count) {
    *count = nh_expr_arity(s->pool, e);
    nh_expr *args = NH_NEW_ARRAY(s->arena, nh_expr, *count + 1);
    for (uint32_t i = 0; i < *count; i++) args[i] = nh_expr_args(s->pool, e)[i];
    return args;
}

/* Whether powers of it are independent of those of other such factors, whatever the parameters are. */
static void look_at_factor(const term_split *s, nh_expr base, nh_rat power) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, base);
    bool is_sine = kind == NH_EXPR_SIN, is_cosine = kind == NH_EXPR_COS, is_first = nh_rat_is_one(power);
    nh_expr of = is_sine || is_cosine ? nh_expr_args(s->pool, base)[0] : base;
    bool is_good = nh_expr_kind_of(s->pool, of) == NH_EXPR_SYMBOL && nh_rat_is_int(power) && nh_rat_sign(power) > 0;
    *s->has_sine_power = *s->has_sine_power || (is_sine && !is_first);
    *s->has_cosine_power = *s->has_cosine_power || (is_cosine && !is_first);
    *s->is_exact = *s->is_exact && is_good && !(*s->has_sine_power && *s->has_cosine_power);
}

/* Enters coefficient * term into a table by what is no coefficient. */
static void enter_term(const term_split *s, nh_map *places, nh_exprs *found, nh_expr coefficient, nh_expr term) {
    nh_pool *pool = s->pool;
    nh_expr rest = NH_EXPR_ONE;
    if (is_coefficient(s, term)) coefficient = nh_expr_mul(pool, coefficient, term);
    else if (nh_expr_kind_of(pool, term) != NH_EXPR_PRODUCT) {
        rest = term;
        look_at_factor(s, term, nh_rat_int(1));
    } else {
        uint32_t count;
        const nh_expr *args = keep_args(s, term, &count);
        for (uint32_t i = 0; i < count; i += 2) {
            bool is_ours = is_coefficient(s, args[i]);
            nh_expr *to = is_ours ? &coefficient : &rest;
            nh_rat power = nh_expr_rational(pool, args[i + 1]);
            if (!is_ours) look_at_factor(s, args[i], power);
            else if (nh_rat_sign(power) < 0) *s->is_exact = false;
            *to = nh_expr_mul(pool, *to, nh_expr_pow(pool, args[i], args[i + 1]));
        }
    }
    const uint64_t *place = nh_map_get(places, rest);
    if (place == NULL) nh_map_put(places, rest, found->count);
    if (place == NULL) nh_array_push(found, coefficient);
    else found->items[*place] = nh_expr_add(pool, found->items[*place], coefficient);
}

/* The coefficients of a sum, or of a single term. */
static bool split_sum(const term_split *s, nh_expr e, nh_exprs *found) {
    nh_map places = nh_map_make(s->arena);
    uint32_t count;
    if (nh_expr_kind_of(s->pool, e) != NH_EXPR_SUM) {
        enter_term(s, &places, found, NH_EXPR_ONE, e);
        return true;
    }
    const nh_expr *args = keep_args(s, e, &count);
    if (count > 2 * MOST_COEFFICIENTS) return false;
    if (args[0] != NH_EXPR_ZERO) enter_term(s, &places, found, args[0], NH_EXPR_ONE);
    for (uint32_t i = 1; i < count; i += 2) enter_term(s, &places, found, args[i + 1], args[i]);
    return true;
}

/* Whether what is divided by is free of parameters. */
static bool is_free_of_parameters(const term_split *s, nh_expr e) {
    return !nh_expr_depends_on(s->pool, e, s->freedom->count, s->freedom->symbols);
}

/* Those of a product of sums: all products of one coefficient of each. What is below the fraction line is left out. */
static bool split_product(const term_split *s, nh_expr e, nh_exprs *found) {
    uint32_t count;
    const nh_expr *args = keep_args(s, e, &count);
    nh_array_push(found, NH_EXPR_ONE);
    for (uint32_t i = 0; i < count; i += 2) {
        nh_exprs one = {.arena = s->arena}, all = {.arena = s->arena};
        nh_rat power = nh_expr_rational(s->pool, args[i + 1]);
        if (nh_rat_sign(power) < 0) *s->is_exact = *s->is_exact && is_free_of_parameters(s, args[i]);
        if (nh_rat_sign(power) < 0) continue;
        if (!split_sum(s, args[i], &one) || one.count * found->count > MOST_COEFFICIENTS) return false;
        for (size_t k = 0; k < one.count * found->count; k++)
            nh_array_push(&all, nh_expr_mul(s->pool, one.items[k % one.count], found->items[k / one.count]));
        *found = all;
    }
    return true;
}

bool nh_special_coefficients(const nh_model *model, const nh_special_freedom *freedom, nh_expr e,
                             nh_special_zero *zero) {
    bool has_sine_power = false, has_cosine_power = false;
    const term_split s = {model->pool, zero->list.arena, freedom, &zero->is_exact, &has_sine_power, &has_cosine_power};
    nh_exprs found = {.arena = zero->list.arena};
    nh_rat ignored;
    e = e != NH_EXPR_UNDEFINED ? nh_special_close(model, freedom, e) : e;
    if (e == NH_EXPR_UNDEFINED || nh_expr_operations(s.pool, 1, &e) > MOST_OPERATIONS) return false;
    e = nh_expr_normal(s.pool, e);
    if (e == NH_EXPR_UNDEFINED) return false;
    if (e == NH_EXPR_ZERO) return true;
    e = nh_expr_split(s.pool, e, &ignored);
    bool is_product = nh_expr_kind_of(s.pool, e) == NH_EXPR_PRODUCT;
    if (!(is_product ? split_product(&s, e, &found) : split_sum(&s, e, &found))) return false;
    for (size_t i = 0; i < found.count; i++)
        if (found.items[i] != NH_EXPR_ZERO && !nh_exprs_has(&zero->list, found.items[i]))
            nh_array_push(&zero->list, found.items[i]);
    return true;
}

/* ---- sets ---- */

typedef struct set_search {
    nh_arena *arena;
    const nh_model *model;
    const nh_special_freedom *freedom;
    const nh_special_zero *zero;
    nh_special_sets *sets;
    NH_ARRAY(const char *) words; /* of those that were found */
    bool is_exact;                /* they are all */
} set_search;

/* A set while it is solved: every value in parameters that are not solved for. */
typedef struct solution {
    nh_pool *pool;
    nh_exprs symbols, values;
    bool is_exact; /* nothing was divided by but numbers, and no root has two signs */
} solution;

static nh_expr put_solved(const solution *s, nh_expr e) {
    e = nh_expr_substitute(s->pool, e, (uint32_t)s->symbols.count, s->symbols.items, s->values.items, true);
    return e != NH_EXPR_UNDEFINED ? nh_expr_normal(s->pool, e) : e;
}

/* p of e = slope p + rest, or of e = slope p^2 + rest; undefined otherwise. */
static nh_expr solve_for(nh_pool *pool, nh_expr e, nh_expr p) {
    nh_expr zero = NH_EXPR_ZERO, slope = nh_expr_diff(pool, e, p);
    if (slope == NH_EXPR_ZERO) return NH_EXPR_UNDEFINED;
    nh_expr rest = nh_expr_substitute(pool, e, 1, &p, &zero, true);
    if (rest == NH_EXPR_UNDEFINED) return rest;
    if (!nh_expr_depends_on(pool, slope, 1, &p)) return nh_expr_neg(pool, nh_expr_div(pool, rest, slope));
    nh_expr half = nh_expr_normal(pool, nh_expr_div(pool, slope, p));
    if (half == NH_EXPR_UNDEFINED || nh_expr_depends_on(pool, half, 1, &p)) return NH_EXPR_UNDEFINED;
    return nh_expr_sqrt(pool, nh_expr_scale(pool, nh_rat_int(-2), nh_expr_div(pool, rest, half)));
}

/* Solves e = 0 for one parameter, one that is a number if there is one; true where it holds already. */
static bool solve_equation(solution *s, const nh_special_freedom *freedom, nh_expr e) {
    nh_expr best = NH_EXPR_UNDEFINED, symbol = NH_EXPR_UNDEFINED;
    e = put_solved(s, e);
    if (e == NH_EXPR_ZERO || e == NH_EXPR_UNDEFINED) return e == NH_EXPR_ZERO;
    for (uint32_t i = freedom->count; i-- > 0;) {
        nh_expr value = solve_for(s->pool, e, freedom->symbols[i]);
        if (value != NH_EXPR_UNDEFINED) value = nh_expr_normal(s->pool, value);
        bool is_better = best == NH_EXPR_UNDEFINED || nh_expr_length(s->pool, value) < nh_expr_length(s->pool, best);
        if (value == NH_EXPR_UNDEFINED || !is_better) continue;
        best = value;
        symbol = freedom->symbols[i];
    }
    if (best == NH_EXPR_UNDEFINED) return false;
    s->is_exact = s->is_exact && nh_expr_is_number(s->pool, nh_expr_diff(s->pool, e, symbol));
    for (size_t i = 0; i < s->values.count; i++)
        s->values.items[i] = nh_expr_substitute(s->pool, s->values.items[i], 1, &symbol, &best, true);
    nh_array_push(&s->symbols, symbol);
    nh_array_push(&s->values, best);
    return true;
}

/* In the order of the parameters. */
static void sort_solved(solution *s, const nh_special_freedom *freedom) {
    nh_exprs symbols = {.arena = s->symbols.arena}, values = {.arena = s->symbols.arena};
    for (uint32_t i = 0; i < freedom->count; i++)
        for (size_t k = 0; k < s->symbols.count; k++) {
            if (s->symbols.items[k] != freedom->symbols[i]) continue;
            nh_array_push(&symbols, s->symbols.items[k]);
            nh_array_push(&values, s->values.items[k]);
        }
    NH_ASSERT(symbols.count == s->symbols.count);
    s->symbols = symbols;
    s->values = values;
}

static const char *words_of(nh_arena *arena, const solution *s) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < s->symbols.count; i++) {
        nh_text_add(&text, i > 0 ? " and " : "");
        nh_expr_print(s->pool, &text, s->symbols.items[i]);
        nh_text_add(&text, " = ");
        nh_expr_print(s->pool, &text, s->values.items[i]);
    }
    return nh_text_string(&text);
}

/* The words that the set is known by. */
static const char *join_sets(nh_special_sets *sets, nh_special_set set) {
    for (size_t i = 0; i < sets->count; i++)
        if (strcmp(sets->items[i].words, set.words) == 0) return sets->items[i].words;
    nh_array_push(sets, set);
    return set.words;
}

/* False: it was not solved, or not all of it. */
static bool keep_set(set_search *f, const nh_ideal *component) {
    const nh_expr *basis;
    uint32_t count = nh_ideal_basis(component, &basis);
    solution s = {.pool = f->model->pool, .symbols = {.arena = f->arena}, .values = {.arena = f->arena}};
    s.is_exact = true;
    for (uint32_t i = 0; i < count; i++)
        if (!solve_equation(&s, f->freedom, basis[i])) return false;
    for (size_t i = 0; i < s.values.count; i++)
        if (s.values.items[i] == NH_EXPR_UNDEFINED) return false;
    if (s.symbols.count == 0 || s.symbols.count > MOST_EQUATIONS) return false;
    sort_solved(&s, f->freedom);
    nh_special_set set = {(uint32_t)s.symbols.count, s.symbols.items, s.values.items, words_of(f->arena, &s), false};
    nh_array_push(&f->words, join_sets(f->sets, set));
    return s.is_exact;
}

static void split_zero(void *argument) {
    set_search *f = argument;
    const nh_exprs *zero = &f->zero->list;
    const nh_ideal *ideal = nh_ideal_make(f->model->pool, f->arena, (uint32_t)zero->count, zero->items,
                                          f->freedom->count, f->freedom->symbols);
    if (ideal == NULL) return;
    bool is_exact = true, has_solutions = nh_ideal_dimension(ideal) >= 0;
    const nh_components parts = has_solutions ? nh_ideal_components(f->arena, ideal) : (nh_components){0};
    if (has_solutions && !parts.is_complete) return;
    for (uint32_t i = 0; i < parts.count; i++) is_exact = keep_set(f, parts.component[i]) && is_exact;
    f->is_exact = is_exact;
}

/* Whether there is a number among them: it is not 0, and they vanish nowhere. */
static bool has_number(const nh_pool *pool, const nh_exprs *zero) {
    for (size_t i = 0; i < zero->count; i++)
        if (nh_expr_is_number(pool, zero->items[i])) return true;
    return false;
}

void nh_special_split(nh_arena *arena, const nh_model *model, const nh_special_freedom *freedom,
                      const nh_special_zero *zero, nh_special_sets *sets, nh_special_wish *wish) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    set_search f = {.arena = arena, .model = model, .freedom = freedom, .zero = zero, .sets = sets};
    f.words.arena = arena;
    nh_budget budget = {.work = NH_WORK_SPECIAL_SETS};
    wish->is_identity = zero->list.count == 0;
    f.is_exact = wish->is_identity || has_number(model->pool, &zero->list);
    if (!f.is_exact && nh_attempt(model->context, &budget, split_zero, &f) != NH_OK) f.is_exact = false;
    wish->is_exact = wish->is_exact && zero->is_exact && f.is_exact;
    wish->words = f.words.items;
    wish->count = (uint32_t)f.words.count;
}
