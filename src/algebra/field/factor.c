/* Taking out common factors, greedily.
 *
 * First the terms that differ in parameters only are collected: their coefficient is one expression of the parameters,
 * computed once. Then, in a sum, the factor is searched for that saves most: for a thing x the terms in which it occurs
 * have a greatest common monomial g, and writing them as g (...) saves a multiplication for each factor of g and each
 * term but one. What is in the brackets is a sum of its own, which is treated in the same way later, and a thing that
 * can be a common factor again: x (a + b) + y (a + b) is (x + y) (a + b). */
#include "algebra/field/factor_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"

typedef struct quantity {
    nh_expr meaning; /* when it is known */
    bool is_fixed;   /* it depends on parameters only */
} quantity;

/* A sum in brackets; its thing has the number first_sum + its place. */
typedef NH_ARRAY(nh_term) summands;

typedef NH_ARRAY(uint32_t) numbers;

typedef struct factorization {
    nh_pool *pool;
    nh_arena *arena;
    NH_ARRAY(quantity) things; /* atoms, collected parameters; sums in brackets are numbered after all of them */
    uint32_t first_sum;
    NH_ARRAY(summands) sums;      /* as they are now */
    NH_ARRAY(summands) originals; /* as they were when they were made: sorted, for the search for equal ones */
} factorization;

/* ---- collecting by parameters ---- */

static nh_expr monomial_of(factorization *f, uint32_t count, const nh_power *powers) {
    nh_expr *factors = NH_NEW_ARRAY(f->arena, nh_expr, count);
    NH_ASSERT(count == 0 || f->things.items != NULL);
    for (uint32_t i = 0; i < count; i++)
        factors[i] = nh_expr_pow_int(f->pool, f->things.items[powers[i].of].meaning, powers[i].power);
    return nh_expr_product(f->pool, count, factors);
}

/* The fixed powers of a term, or the others. */
static uint32_t pick_powers(const factorization *f, const nh_term *term, bool fixed, nh_power *result) {
    uint32_t count = 0;
    NH_ASSERT(term->count == 0 || f->things.items != NULL);
    for (uint32_t i = 0; i < term->count; i++)
        if (f->things.items[term->powers[i].of].is_fixed == fixed) result[count++] = term->powers[i];
    return count;
}

/* The sum of the parameters next to each product of other things, which are the terms of `outer`. */
static nh_exprs *collect_fixed(factorization *f, const nh_terms *terms, nh_terms *outer) {
    nh_exprs *fixed = NH_NEW_ARRAY(f->arena, nh_exprs, terms->list.count);
    for (size_t i = 0; i < terms->list.count; i++) {
        const nh_term *term = &terms->list.items[i];
        if (nh_rat_is_zero(term->coefficient)) continue;
        nh_power *powers = NH_NEW_ARRAY(f->arena, nh_power, term->count);
        uint32_t count = pick_powers(f, term, false, powers);
        nh_terms_add(outer, nh_rat_int(1), count, powers);
        uint32_t place = nh_terms_find(outer, count, powers);
        count = pick_powers(f, term, true, powers);
        fixed[place].arena = f->arena;
        nh_expr part = nh_expr_scale(f->pool, term->coefficient, monomial_of(f, count, powers));
        nh_array_push(&fixed[place], part);
    }
    return fixed;
}

/* The number of the thing that means e, which is fixed. */
static uint32_t fixed_thing(factorization *f, nh_map *known, nh_expr e) {
    bool is_new;
    uint64_t *number = nh_map_slot(known, e, &is_new);
    if (!is_new) return (uint32_t)*number;
    *number = f->things.count;
    nh_array_push(&f->things, ((quantity){.meaning = e, .is_fixed = true}));
    return (uint32_t)f->things.count - 1;
}

/* The whole sum, with one thing for all the parameters of a term. */
static summands collected_sum(factorization *f, const nh_terms *terms) {
    nh_terms outer = nh_terms_make(f->arena);
    nh_exprs *fixed = collect_fixed(f, terms, &outer);
    nh_map known = nh_map_make(f->arena);
    summands result = {.arena = f->arena};
    for (uint32_t i = 0; i < outer.list.count; i++) {
        nh_term term = outer.list.items[i];
        nh_rat coefficient;
        nh_expr rest = nh_expr_split(f->pool, nh_expr_sum(f->pool, fixed[i].count, fixed[i].items), &coefficient);
        if (nh_rat_is_zero(coefficient)) continue;
        term.coefficient = nh_rat_copy(f->arena, coefficient);
        if (rest != NH_EXPR_ONE) {
            nh_power *powers = NH_NEW_ARRAY(f->arena, nh_power, (size_t)term.count + 1);
            term.count = nh_powers_shift(&term, UINT32_MAX, 0, fixed_thing(f, &known, rest), 1, powers);
            term.powers = powers;
        }
        nh_array_push(&result, term);
    }
    return result;
}

/* ---- the best common factor ---- */

static bool is_fixed(const factorization *f, uint32_t number) {
    return number < f->first_sum && f->things.items[number].is_fixed;
}

/* common := greatest common divisor of it and the term; returns the new count. */
static uint32_t divide_common(nh_power *common, uint32_t count, const nh_term *term) {
    uint32_t kept = 0;
    for (uint32_t i = 0, k = 0; i < count; i++) {
        while (k < term->count && term->powers[k].of < common[i].of) k++;
        if (k == term->count || term->powers[k].of != common[i].of) continue;
        uint32_t power = common[i].power < term->powers[k].power ? common[i].power : term->powers[k].power;
        common[kept++] = (nh_power){common[i].of, power};
    }
    return kept;
}

typedef struct choice {
    uint32_t number, terms, count; /* of a thing; terms: how many have it; count: of powers in the common monomial */
    nh_power *common;
    uint64_t saves;
} choice;

/* What taking out the thing would save; `common` has room for the longest term. */
static choice examine_choice(const factorization *f, const summands *sum, uint32_t number, nh_power *common) {
    choice c = {.number = number, .common = common};
    for (size_t i = 0; i < sum->count; i++) {
        const nh_term *term = &sum->items[i];
        if (nh_power_in(term, number) == 0) continue;
        if (c.terms++ > 0) c.count = divide_common(common, c.count, term);
        else memcpy(common, term->powers, (c.count = term->count) * sizeof *common);
    }
    uint64_t weight = 0;
    for (uint32_t i = 0; i < c.count; i++) weight += is_fixed(f, common[i].of) ? 1 : common[i].power;
    c.saves = c.terms > 1 ? weight * (c.terms - 1) : 0;
    return c;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The numbers of the things in the sum, rising, those in one term only left out. */
static uint32_t list_things(const factorization *f, const summands *sum, uint32_t **result) {
    size_t all = 0, count = 0;
    for (size_t i = 0; i < sum->count; i++) all += sum->items[i].count;
    uint32_t *list = *result = NH_NEW_ARRAY(f->arena, uint32_t, all), kept = 0;
    for (size_t i = 0; i < sum->count; i++)
        for (uint32_t k = 0; k < sum->items[i].count; k++) list[count++] = sum->items[i].powers[k].of;
    if (count > 0) qsort(list, count, sizeof *list, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        bool is_repeated = i + 1 < count && list[i + 1] == list[i];
        if (is_repeated && (kept == 0 || list[kept - 1] != list[i])) list[kept++] = list[i];
    }
    return kept;
}

static choice best_choice(const factorization *f, const summands *sum) {
    uint32_t *list, count = list_things(f, sum, &list), longest = 0;
    for (size_t i = 0; i < sum->count; i++)
        if (sum->items[i].count > longest) longest = sum->items[i].count;
    nh_power *now = NH_NEW_ARRAY(f->arena, nh_power, longest), *kept = NH_NEW_ARRAY(f->arena, nh_power, longest);
    choice best = {.saves = 0};
    for (uint32_t i = 0; i < count; i++) {
        nh_tick(nh_pool_context(f->pool), sum->count);
        choice c = examine_choice(f, sum, list[i], now);
        if (c.saves < best.saves || (c.saves == best.saves && c.terms <= best.terms)) continue;
        best = c;
        now = kept;
        kept = best.common;
    }
    return best;
}

/* ---- taking it out ---- */

static int compare_terms(const void *left, const void *right) {
    const nh_term *a = left, *b = right;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (a->powers[i].of != b->powers[i].of) return a->powers[i].of < b->powers[i].of ? -1 : 1;
        if (a->powers[i].power != b->powers[i].power) return a->powers[i].power > b->powers[i].power ? -1 : 1;
    }
    return (a->count < b->count) - (a->count > b->count);
}

static nh_term divided_term(const factorization *f, const nh_term *term, const choice *c) {
    nh_term result = {.coefficient = term->coefficient};
    nh_power *powers = NH_NEW_ARRAY(f->arena, nh_power, term->count);
    for (uint32_t i = 0, k = 0; i < term->count; i++) {
        nh_power now = term->powers[i];
        if (k < c->count && c->common[k].of == now.of) now.power -= c->common[k++].power;
        if (now.power > 0) powers[result.count++] = now;
    }
    result.powers = powers;
    return result;
}

static bool has_long_number(const summands *sum) {
    for (size_t i = 0; i < sum->count; i++)
        if (!nh_rat_is_small(sum->items[i].coefficient)) return true;
    return false;
}

/* Divides by the rational that leaves integers without common factor, the first one positive; returns it. Long numbers,
 * which take long, keep their common factor. */
static nh_rat divide_content(factorization *f, summands *sum) {
    bool is_long = has_long_number(sum);
    nh_rat content = nh_rat_int(is_long ? 1 : 0);
    for (size_t i = 0; i < sum->count && !is_long; i++)
        content = nh_rat_gcd(f->arena, content, sum->items[i].coefficient);
    if (nh_rat_sign(sum->items[0].coefficient) < 0) content = nh_rat_neg(f->arena, content);
    for (size_t i = 0; i < sum->count; i++)
        sum->items[i].coefficient = nh_rat_div(f->arena, sum->items[i].coefficient, content);
    return content;
}

static bool are_equal(const summands *a, const summands *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!nh_rat_eq(a->items[i].coefficient, b->items[i].coefficient) ||
            compare_terms(&a->items[i], &b->items[i]) != 0)
            return false;
    return true;
}

/* The number of a sum in brackets. */
static uint32_t sum_thing(factorization *f, summands sum) {
    for (size_t i = 1; i < f->sums.count; i++)
        if (are_equal(&sum, &f->originals.items[i])) return f->first_sum + (uint32_t)i;
    summands copy = {.arena = f->arena};
    nh_array_append(&copy, sum.count, sum.items);
    nh_array_push(&f->originals, sum);
    nh_array_push(&f->sums, copy);
    return f->first_sum + (uint32_t)f->sums.count - 1;
}

/* Replaces the terms that have the thing of the choice by one. */
static void take_out(factorization *f, size_t place, const choice *c) {
    summands *sum = &f->sums.items[place], inside = {.arena = f->arena};
    size_t kept = 0;
    for (size_t i = 0; i < sum->count; i++) {
        nh_term term = sum->items[i];
        if (nh_power_in(&term, c->number) == 0) sum->items[kept++] = term;
        else nh_array_push(&inside, divided_term(f, &term, c));
    }
    sum->count = kept;
    NH_ASSERT(inside.count > 1 && inside.items != NULL);
    qsort(inside.items, inside.count, sizeof *inside.items, compare_terms);
    nh_term common = {.count = c->count, .powers = c->common}, product = {.coefficient = divide_content(f, &inside)};
    nh_power *powers = NH_NEW_ARRAY(f->arena, nh_power, (size_t)c->count + 1);
    product.count = nh_powers_shift(&common, UINT32_MAX, 0, sum_thing(f, inside), 1, powers);
    product.powers = powers;
    nh_array_push(&f->sums.items[place], product);
}

/* ---- building ---- */

static nh_expr meaning_of(const factorization *f, const nh_expr *sums, uint32_t number) {
    return number < f->first_sum ? f->things.items[number].meaning : sums[number - f->first_sum];
}

static nh_expr build_sum(factorization *f, const nh_expr *sums, const summands *sum) {
    nh_expr *terms = NH_NEW_ARRAY(f->arena, nh_expr, sum->count);
    for (size_t i = 0; i < sum->count; i++) {
        const nh_term *term = &sum->items[i];
        nh_expr *factors = NH_NEW_ARRAY(f->arena, nh_expr, (size_t)term->count + 1);
        for (uint32_t k = 0; k < term->count; k++)
            factors[k] = nh_expr_pow_int(f->pool, meaning_of(f, sums, term->powers[k].of), term->powers[k].power);
        factors[term->count] = nh_expr_number(f->pool, term->coefficient);
        terms[i] = nh_expr_product(f->pool, (size_t)term->count + 1, factors);
    }
    return nh_expr_sum(f->pool, sum->count, terms);
}

/* Puts the sums that occur in a sum and are not built on the stack; whether there are any. */
static bool push_unbuilt(const factorization *f, const bool *is_built, uint32_t place, numbers *stack) {
    const summands *sum = &f->sums.items[place];
    size_t before = stack->count;
    for (size_t i = 0; i < sum->count; i++) {
        for (uint32_t k = 0; k < sum->items[i].count; k++) {
            uint32_t number = sum->items[i].powers[k].of;
            if (number >= f->first_sum && !is_built[number - f->first_sum]) nh_array_push(stack, number - f->first_sum);
        }
    }
    return stack->count > before;
}

/* A sum stands only in sums of a higher degree, or of the same with more in it: so there is no circle. */
static nh_expr build_sums(factorization *f) {
    nh_expr *sums = NH_NEW_ARRAY(f->arena, nh_expr, f->sums.count);
    bool *is_built = NH_NEW_ARRAY(f->arena, bool, f->sums.count);
    numbers stack = {.arena = f->arena};
    nh_array_push(&stack, 0);
    while (stack.count > 0) {
        uint32_t place = stack.items[stack.count - 1];
        if (push_unbuilt(f, is_built, place, &stack)) continue;
        stack.count--;
        sums[place] = build_sum(f, sums, &f->sums.items[place]);
        is_built[place] = true;
    }
    return sums[0];
}

nh_expr nh_terms_factor(nh_pool *pool, const nh_terms *terms, uint32_t count, const nh_expr *meaning) {
    nh_arena *arena = terms->arena;
    factorization f = {.pool = pool, .arena = arena, .things = {.arena = arena}};
    f.sums.arena = f.originals.arena = arena;
    bool any_varies = false;
    for (uint32_t i = 0; i < count; i++) any_varies |= nh_expr_has(pool, meaning[i], NH_HAS_ANYTHING);
    for (uint32_t i = 0; i < count; i++) {
        bool fixed = any_varies && !nh_expr_has(pool, meaning[i], NH_HAS_ANYTHING);
        nh_array_push(&f.things, ((quantity){.meaning = meaning[i], .is_fixed = fixed}));
    }
    summands whole = collected_sum(&f, terms);
    f.first_sum = (uint32_t)f.things.count;
    nh_array_push(&f.originals, whole);
    nh_array_push(&f.sums, whole);
    for (size_t i = 0; i < f.sums.count; i++)
        for (choice c; (c = best_choice(&f, &f.sums.items[i])).saves > 0;) take_out(&f, i, &c);
    return build_sums(&f);
}
