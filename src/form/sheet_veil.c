/* Sums that stand for one thing, kept together.
 *
 * (q1 - q2)^2 + (q3 - q4)^2 is how a person writes a squared distance; its normal form has six terms and no factors. So while an expression is worked on, short sums that are factors in it get a symbol each, and
 * come back at the end. What is lost is cancellation between different sums: the result is one of several forms, and the shortest is taken. */
#include "expr/calculus.h"
#include "expr/inspect.h"
#include "expr/walk.h"
#include "form/sheet_private.h"

enum { MOST_TERMS = 4, MOST_LENGTH = 24 };

static bool is_short_sum(nh_pool *pool, nh_expr e) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_arity(pool, e) > 1 + 2 * MOST_TERMS) return false;
    uint32_t parts = nh_expr_arity(pool, e) / 2 + (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO);
    return parts > 1 && nh_expr_length(pool, e) <= MOST_LENGTH;
}

nh_expr nh_sheet_symbol_for(nh_sheet_job *job, nh_sheet_exprs *things, nh_sheet_exprs *symbols, const char *word,
                            nh_expr thing) {
    for (size_t i = 0; i < things->count; i++)
        if (things->items[i] == thing) return symbols->items[i];
    nh_text name = nh_text_begin(job->arena);
    nh_text_format(&name, "%s %zu", word, things->count);
    nh_expr symbol = nh_expr_symbol_text(job->pool, NH_ROLE_PARAMETER, nh_text_string(&name));
    nh_array_reserve(things, 1); /* both or none: the work may be cut off in between */
    nh_array_reserve(symbols, 1);
    nh_array_push(things, thing);
    nh_array_push(symbols, symbol);
    return symbol;
}

typedef struct veiling {
    nh_sheet_job *job;
    nh_map factors; /* short sums that are factors */
} veiling;

static nh_map find_factors(const nh_sheet_job *job, nh_expr e) {
    nh_map factors = nh_map_make(job->arena);
    nh_walk *walk = nh_walk_begin(job->pool, 1, &e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) {
        if (nh_expr_kind_of(job->pool, walk->order[i]) != NH_EXPR_PRODUCT) continue;
        for (uint32_t k = 0; k < nh_expr_arity(job->pool, walk->order[i]); k += 2) {
            nh_expr base = nh_expr_args(job->pool, walk->order[i])[k];
            if (is_short_sum(job->pool, base)) nh_map_put(&factors, base, 1);
        }
    }
    nh_walk_end(walk);
    return factors;
}

/* The innermost ones: what has a veil in it stays. */
static nh_expr veil_node(void *user, nh_expr e, const nh_expr *args, bool changed) {
    (void)args;
    const veiling *v = user;
    if (changed || nh_map_get(&v->factors, e) == NULL) return NH_EXPR_UNDEFINED;
    return nh_sheet_symbol_for(v->job, &v->job->veiled, &v->job->veils, "veil", e);
}

nh_expr nh_sheet_veil(nh_sheet_job *job, nh_expr e) {
    veiling v = {job, find_factors(job, e)};
    nh_expr_rewrite(job->pool, 1, &e, veil_node, &v);
    return e;
}

nh_expr nh_sheet_unveil(const nh_sheet_job *job, nh_expr e) {
    return nh_expr_substitute(job->pool, e, (uint32_t)job->veils.count, job->veils.items, job->veiled.items, false);
}

/* ---- common factors ---- */

/* The exponent of the base in a term; 0 when it is not there. */
static nh_rat exponent_in(const nh_pool *pool, nh_expr term, nh_expr base) {
    if (term == base) return nh_rat_int(1);
    if (nh_expr_kind_of(pool, term) != NH_EXPR_PRODUCT) return nh_rat_int(0);
    const nh_expr *args = nh_expr_args(pool, term);
    for (uint32_t i = 0; i < nh_expr_arity(pool, term); i += 2)
        if (args[i] == base) return nh_expr_rational(pool, args[i + 1]);
    return nh_rat_int(0);
}

/* base^exponent as far as all terms of the sum have it, both with the same sign. */
static nh_expr common_power(const nh_sheet_job *job, nh_expr sum, nh_expr base, nh_rat exponent) {
    nh_pool *pool = job->pool;
    for (uint32_t i = 1; i < nh_expr_arity(pool, sum); i += 2) {
        nh_rat other = exponent_in(pool, nh_expr_args(pool, sum)[i], base);
        if (nh_rat_sign(other) != nh_rat_sign(exponent)) return NH_EXPR_ONE;
        bool is_nearer = nh_rat_cmp(job->context, other, exponent) == -nh_rat_sign(exponent);
        if (is_nearer) exponent = other;
    }
    return nh_expr_pow_rational(pool, base, exponent);
}

nh_expr nh_sheet_pull(nh_sheet_job *job, nh_expr e) {
    nh_pool *pool = job->pool;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM || nh_expr_arity(pool, e) < 5) return e;
    if (nh_expr_args(pool, e)[0] != NH_EXPR_ZERO) return e;
    nh_expr first = nh_expr_args(pool, e)[1], factor = NH_EXPR_ONE;
    bool is_product = nh_expr_kind_of(pool, first) == NH_EXPR_PRODUCT;
    for (uint32_t i = 0; i < (is_product ? nh_expr_arity(pool, first) : 2); i += 2) {
        nh_expr base = is_product ? nh_expr_args(pool, first)[i] : first;
        nh_rat exponent = is_product ? nh_expr_rational(pool, nh_expr_args(pool, first)[i + 1]) : nh_rat_int(1);
        factor = nh_expr_mul(pool, factor, common_power(job, e, base, exponent));
    }
    if (factor == NH_EXPR_ONE) return e;
    nh_sheet_exprs terms = {.arena = job->arena};
    for (uint32_t i = 1; i < nh_expr_arity(pool, e); i += 2) {
        nh_rat scale = nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]);
        nh_expr rest = nh_expr_div(pool, nh_expr_args(pool, e)[i], factor);
        nh_array_push(&terms, nh_expr_scale(pool, scale, rest));
    }
    return nh_expr_mul(pool, factor, nh_expr_sum(pool, terms.count, terms.items));
}
