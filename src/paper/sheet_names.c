/* Abbreviations of the model found in expressions.
 *
 * An author who writes `let F1 = v1*sin(theta) + mD*kappa*sin(theta1)` below his system wants to see F1 in its
 * equations, though they were derived from bodies and points. With everything multiplied out, F1 is a sum of terms
 * S, and it is found in a sum E wherever all terms of k S occur in E, for some product k: then k F1 takes their
 * place. Larger ones are searched for first. Partial derivatives of such sums are found in the same way and are
 * written diff(F1, theta).
 *
 * While an expression is worked on a plain symbol stands for each name, since simplification may look
 * through abbreviations. */
#include <stdlib.h>
#include <string.h>

#include "algebra/field/normal.h"
#include "algebra/tidy/simplify.h"
#include "base/assert.h"
#include "base/text/text.h"
#include "expr/inspect.h"
#include "paper/sheet_private.h"

/* Longer definitions are not searched for; nor is anything searched for in sums with more terms. */
enum { MOST_NAMES = 200, MOST_TERMS = 60, MOST_SUM = 400, SHORT = 8, MANY = 4 };

/* ---- terms ---- */

/* A sum as a map from products to rational coefficients, held as numbers of the pool. */
typedef struct term_map {
    nh_map coefficient; /* product to number; NH_EXPR_ZERO: taken out */
    nh_exprs products;
} term_map;

static void list_terms(const nh_sheet_job *job, nh_expr e, nh_exprs *terms) {
    nh_pool *pool = job->pool;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) {
        nh_array_push(terms, e);
        return;
    }
    if (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) nh_array_push(terms, nh_expr_args(pool, e)[0]);
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        nh_rat scale = nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]);
        nh_array_push(terms, nh_expr_scale(pool, scale, nh_expr_args(pool, e)[i]));
    }
}

static void put_term(const nh_sheet_job *job, term_map *map, nh_expr term) {
    nh_rat scale;
    bool is_new;
    nh_expr product = nh_expr_split(job->pool, term, &scale), number = nh_expr_number(job->pool, scale);
    uint64_t *slot = nh_map_slot(&map->coefficient, product, &is_new);
    if (is_new) nh_array_push(&map->products, product);
    *slot = is_new ? number : nh_expr_add(job->pool, (nh_expr)*slot, number);
}

static bool has_term(const nh_sheet_job *job, const term_map *map, nh_expr term) {
    nh_rat scale;
    nh_expr product = nh_expr_split(job->pool, term, &scale);
    const uint64_t *slot = nh_map_get(&map->coefficient, product);
    return slot != NULL && (nh_expr)*slot == nh_expr_number(job->pool, scale);
}

static bool has_denominator(const nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) return false;
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2)
        if (nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[i])) < 0) return true;
    return false;
}

/* ---- the names of the model ---- */

typedef struct normal_request {
    nh_pool *pool;
    nh_expr e;
} normal_request;

static void normalize_here(void *argument) {
    normal_request *n = argument;
    n->e = nh_expr_normal(n->pool, nh_expr_expand_names(n->pool, n->e));
}

static nh_expr normal_of(nh_sheet_job *job, nh_expr e) {
    normal_request n = {job->pool, e};
    return nh_sheet_attempt(job, normalize_here, &n) ? n.e : NH_EXPR_UNDEFINED;
}

/* Whether a sum is worth a name: not a symbol, a number or one function. */
static bool is_worth(const nh_sheet_job *job, const nh_exprs *terms) {
    if (terms->count == 0 || terms->count > MOST_TERMS) return false;
    for (size_t i = 0; i < terms->count; i++) {
        nh_rat scale;
        if (has_denominator(job->pool, nh_expr_split(job->pool, terms->items[i], &scale))) return false;
    }
    return terms->count > 1 || nh_expr_kind_of(job->pool, terms->items[0]) == NH_EXPR_PRODUCT;
}

static bool add_name(nh_sheet_job *job, nh_expr symbol) {
    nh_expr definition = nh_expr_symbol_of(job->pool, symbol)->definition;
    if (nh_expr_has(job->pool, definition, NH_HAS_VELOCITY | NH_HAS_MULTIPLIER)) return false;
    nh_expr normal = normal_of(job, definition);
    nh_sheet_name name = {.symbol = symbol};
    name.terms.arena = job->arena;
    if (normal == NH_EXPR_UNDEFINED || nh_expr_length(job->pool, normal) > 4000) return false;
    list_terms(job, normal, &name.terms);
    if (!is_worth(job, &name.terms)) return false;
    nh_text text = nh_text_begin(job->arena);
    nh_text_format(&text, "name %zu", job->names.count);
    name.stand_in = nh_expr_symbol_text(job->pool, NH_ROLE_PARAMETER, nh_text_string(&text));
    name.length = nh_expr_length(job->pool, normal);
    nh_array_push(&job->names, name);
    return true;
}

static int by_size(const void *a, const void *b) {
    const nh_sheet_name *x = a, *y = b;
    if (x->terms.count != y->terms.count) return x->terms.count > y->terms.count ? -1 : 1;
    if (x->length != y->length) return x->length > y->length ? -1 : 1;
    return x->stand_in < y->stand_in ? -1 : x->stand_in > y->stand_in; /* in the order of the text */
}

/* Whether other names make it so short that it needs none of its own: v1*cos(theta). */
static bool is_short_already(nh_sheet_job *job, nh_expr e) {
    nh_arena *arena = nh_arena_create(job->context);
    nh_expr folded = nh_expr_readable(job->pool, arena, nh_sheet_fold(job, e));
    nh_arena_destroy(arena);
    return nh_expr_length(job->pool, folded) <= SHORT;
}

static void add_derivatives(nh_sheet_job *job, nh_expr symbol) {
    if (nh_expr_symbol_of(job->pool, symbol)->by_count > 0) return;
    for (uint32_t i = 0; i < job->n && job->names.count < MOST_NAMES; i++) {
        nh_expr slope = nh_expr_diff(job->pool, symbol, job->q[i]);
        if (nh_expr_kind_of(job->pool, slope) != NH_EXPR_SYMBOL) continue;
        const nh_symbol *s = nh_expr_symbol_of(job->pool, slope);
        if (s->role != NH_ROLE_ABBREVIATION || s->by_count == 0) continue;
        if (!is_short_already(job, s->definition)) add_name(job, slope);
    }
}

void nh_sheet_find_names(nh_sheet_job *job) {
    size_t own = job->model->lets.count;
    if (job->is_large) return;
    for (size_t i = 0; i < own && job->names.count < MOST_NAMES; i++) {
        const nh_quantity *value = &job->model->lets.items[i].value;
        if (value->kind != NH_QUANTITY_SCALAR || nh_expr_kind_of(job->pool, value->scalar) != NH_EXPR_SYMBOL) continue;
        if (nh_expr_symbol_of(job->pool, value->scalar)->role != NH_ROLE_ABBREVIATION) continue;
        add_name(job, value->scalar);
    }
    for (size_t i = 0, count = job->names.count; i < count; i++)
        if (job->names.items[i].terms.count > 1) add_derivatives(job, job->names.items[i].symbol);
    if (job->names.count > 1) qsort(job->names.items, job->names.count, sizeof *job->names.items, by_size);
}

/* ---- finding them ---- */

/* Whether k can be a factor: below a fraction line it has parameters at most, and those only
 * where a long sum is found. */
static bool is_good_factor(const nh_sheet_job *job, const nh_sheet_name *name, nh_expr k) {
    nh_rat scale;
    nh_expr product = nh_expr_split(job->pool, k, &scale);
    if (!has_denominator(job->pool, product)) return true;
    return name->terms.count >= MANY && !nh_expr_has(job->pool, product, NH_HAS_ANYTHING);
}

/* Takes k S out of the sum and puts k F in, where k is the anchor by a term of S. */
static bool take_multiple(const nh_sheet_job *job, term_map *map, const nh_sheet_name *name, nh_expr anchor) {
    nh_pool *pool = job->pool;
    nh_expr k = nh_expr_div(pool, anchor, name->terms.items[0]);
    nh_rat scale;
    if (!is_good_factor(job, name, k)) return false;
    for (size_t i = 0; i < name->terms.count; i++)
        if (!has_term(job, map, nh_expr_mul(pool, k, name->terms.items[i]))) return false;
    for (size_t i = 0; i < name->terms.count; i++) {
        nh_expr product = nh_expr_split(pool, nh_expr_mul(pool, k, name->terms.items[i]), &scale);
        nh_map_put(&map->coefficient, product, NH_EXPR_ZERO);
    }
    put_term(job, map, nh_expr_mul(pool, k, name->stand_in));
    return true;
}

static void look_for(const nh_sheet_job *job, term_map *map, const nh_sheet_name *name) {
    for (size_t i = 0; i < map->products.count; i++) {
        nh_expr product = map->products.items[i], number = (nh_expr)*nh_map_get(&map->coefficient, product);
        if (number != NH_EXPR_ZERO) take_multiple(job, map, name, nh_expr_mul(job->pool, number, product));
    }
}

static nh_expr fold_sum(const nh_sheet_job *job, nh_expr sum) {
    nh_exprs terms = {.arena = job->arena};
    term_map map = {.coefficient = nh_map_make(job->arena)};
    map.products.arena = job->arena;
    list_terms(job, sum, &terms);
    if (terms.count > MOST_SUM) return sum;
    for (size_t i = 0; i < terms.count; i++) put_term(job, &map, terms.items[i]);
    for (size_t i = 0; i < job->names.count; i++) look_for(job, &map, &job->names.items[i]);
    terms.count = 0;
    for (size_t i = 0; i < map.products.count; i++) {
        nh_expr product = map.products.items[i], number = (nh_expr)*nh_map_get(&map.coefficient, product);
        nh_array_push(&terms, nh_expr_mul(job->pool, number, product));
    }
    return nh_expr_sum(job->pool, terms.count, terms.items);
}

/* Above and below the fraction line, factor by factor. */
static nh_expr fold_product(const nh_sheet_job *job, nh_expr e) {
    nh_pool *pool = job->pool;
    nh_rat scale;
    nh_expr product = nh_expr_split(pool, e, &scale);
    if (nh_expr_kind_of(pool, product) != NH_EXPR_PRODUCT) return fold_sum(job, e);
    nh_exprs factors = {.arena = job->arena};
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        nh_expr base = nh_expr_args(pool, product)[i];
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, product)[i + 1]);
        if (nh_expr_kind_of(pool, base) == NH_EXPR_SUM) base = fold_sum(job, base);
        nh_array_push(&factors, nh_expr_pow_rational(pool, base, exponent));
    }
    nh_expr folded = nh_expr_scale(pool, scale, nh_expr_product(pool, factors.count, factors.items));
    return has_denominator(pool, product) ? folded : fold_sum(job, folded);
}

/* A fraction, each factor below its line by itself: the normal form of the whole would have no sines there. */
static nh_expr fold_fraction(nh_sheet_job *job, nh_expr product) {
    nh_pool *pool = job->pool;
    nh_exprs up = {.arena = job->arena}, all = {.arena = job->arena};
    for (uint32_t i = 0; i < nh_expr_arity(pool, product); i += 2) {
        nh_expr base = nh_expr_args(pool, product)[i];
        nh_rat exponent = nh_expr_rational(pool, nh_expr_args(pool, product)[i + 1]);
        bool is_sum = nh_expr_kind_of(pool, base) == NH_EXPR_SUM;
        nh_expr normal = nh_rat_sign(exponent) < 0 && is_sum ? normal_of(job, base) : NH_EXPR_UNDEFINED;
        nh_expr power = nh_expr_pow_rational(pool, base, exponent);
        if (nh_rat_sign(exponent) > 0) nh_array_push(&up, power);
        else if (normal != NH_EXPR_UNDEFINED)
            nh_array_push(&all, nh_expr_pow_rational(pool, fold_product(job, normal), exponent));
        else nh_array_push(&all, power);
    }
    nh_expr above = nh_expr_product(pool, up.count, up.items), normal = normal_of(job, above);
    nh_array_push(&all, normal != NH_EXPR_UNDEFINED ? fold_product(job, normal) : above);
    return nh_expr_product(pool, all.count, all.items);
}

nh_expr nh_sheet_fold(nh_sheet_job *job, nh_expr e) {
    nh_rat scale;
    nh_expr product = nh_expr_split(job->pool, e, &scale);
    if (has_denominator(job->pool, product)) return nh_expr_scale(job->pool, scale, fold_fraction(job, product));
    nh_expr normal = normal_of(job, e);
    return normal == NH_EXPR_UNDEFINED ? e : fold_product(job, normal);
}

nh_expr nh_sheet_named(const nh_sheet_job *job, nh_expr e) {
    nh_exprs from = {.arena = job->arena}, to = {.arena = job->arena};
    for (size_t i = 0; i < job->names.count; i++) {
        nh_array_push(&from, job->names.items[i].stand_in);
        nh_array_push(&to, job->names.items[i].symbol);
    }
    NH_ASSERT(from.count == to.count);
    return nh_expr_substitute(job->pool, e, (uint32_t)from.count, from.items, to.items, false);
}
