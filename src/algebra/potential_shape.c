/* What a solution looks like: of all functions of it one that is short.
 *
 * log x + log y + 2 log z becomes x y z^2; a sum with other terms, log x - t, becomes x exp(-t) where that is shorter. A function of an integral is one too. */
#include "algebra/normal.h"
#include "algebra/potential_private.h"
#include "algebra/simplify.h"
#include "base/text.h"
#include "expr/calculus.h"
#include "expr/inspect.h"
#include "expr/print.h"

enum { ROUNDS = 4 };

/* How long a text is to read: names, numbers, signs, pairs of brackets. */
typedef struct measure {
    uint64_t words, minuses;
} measure;

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c < 0;
}

static measure measure_of(nh_pool *pool, nh_arena *arena, nh_expr e) {
    measure m = {0, 0};
    nh_text text = nh_text_begin(arena);
    nh_expr_print(pool, &text, e);
    bool was_word = false;
    for (const char *c = nh_text_string(&text); *c; c++) {
        bool is_counted = is_word(*c) ? !was_word : *c != ' ' && *c != ')';
        m.words += is_counted, m.minuses += *c == '-';
        was_word = is_word(*c);
    }
    return m;
}

static bool is_shorter(nh_pool *pool, nh_arena *arena, nh_expr a, nh_expr b) {
    return measure_of(pool, arena, a).words < measure_of(pool, arena, b).words;
}

static bool varies(const nh_solved *s, nh_expr e) {
    return nh_expr_depends_on(s->pool, e, s->system.count, s->system.variables);
}

/* ---- functions around all of it ---- */

/* Of a product: without factors that are constant, and as a power of something simpler that something. */
static nh_expr strip_product(const nh_solved *s, nh_arena *arena, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e), count = 0;
    nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, arity + 1), *kept = NH_NEW_ARRAY(arena, nh_expr, arity + 1);
    nh_rat common = nh_rat_int(0);
    for (uint32_t i = 0; i < arity; i++) args[i] = nh_expr_args(s->pool, e)[i];
    for (uint32_t i = 0; i + 1 < arity; i += 2)
        if (varies(s, args[i])) common = nh_rat_gcd(arena, common, nh_expr_rational(s->pool, args[i + 1]));
    for (uint32_t i = 0; i + 1 < arity; i += 2) {
        if (!varies(s, args[i])) continue;
        nh_rat exponent = nh_rat_div(arena, nh_expr_rational(s->pool, args[i + 1]), common);
        kept[count++] = nh_expr_pow_rational(s->pool, args[i], exponent);
    }
    nh_expr result = nh_expr_product(s->pool, count, kept), inverse = nh_expr_pow_int(s->pool, result, -1);
    return is_shorter(s->pool, arena, inverse, result) ? inverse : result;
}

/* Of a sum: without terms that are constant, with whole coefficients that have nothing in common. */
static nh_expr strip_sum(const nh_solved *s, nh_arena *arena, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e), count = 0;
    nh_expr *args = NH_NEW_ARRAY(arena, nh_expr, arity + 1), *kept = NH_NEW_ARRAY(arena, nh_expr, arity + 1);
    for (uint32_t i = 0; i < arity; i++) args[i] = nh_expr_args(s->pool, e)[i];
    for (uint32_t i = 1; i + 1 < arity; i += 2)
        if (varies(s, args[i])) kept[count++] = nh_expr_scale(s->pool, nh_expr_rational(s->pool, args[i + 1]), args[i]);
    nh_rat number;
    return nh_expr_split(s->pool, nh_expr_sum(s->pool, count, kept), &number);
}

static nh_expr strip(const nh_solved *s, nh_arena *arena, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    if (kind == NH_EXPR_SUM) return strip_sum(s, arena, e);
    if (kind == NH_EXPR_PRODUCT) return strip_product(s, arena, e);
    if (kind == NH_EXPR_EXP || kind == NH_EXPR_LOG || kind == NH_EXPR_ATAN || kind == NH_EXPR_ASIN)
        return nh_expr_args(s->pool, e)[0];
    return e;
}

static nh_expr strip_all(const nh_solved *s, nh_arena *arena, nh_expr e) {
    for (int i = 0; i < ROUNDS; i++) {
        nh_expr next = strip(s, arena, e);
        if (next == e) break;
        e = next;
    }
    return e;
}

/* exp(u)^2 exp(v) as exp(2 u + v) */
static nh_expr join_exponentials(void *user, nh_expr e, const nh_expr *args, __attribute__((unused)) bool changed) {
    nh_pool *pool = user;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_PRODUCT) return NH_EXPR_UNDEFINED;
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr rest = NH_EXPR_ONE, exponent = NH_EXPR_ZERO;
    for (uint32_t i = 0; i + 1 < arity; i += 2) {
        nh_rat power = nh_expr_rational(pool, args[i + 1]);
        if (nh_expr_kind_of(pool, args[i]) != NH_EXPR_EXP)
            rest = nh_expr_mul(pool, rest, nh_expr_pow_rational(pool, args[i], power));
        else exponent = nh_expr_add(pool, exponent, nh_expr_scale(pool, power, nh_expr_args(pool, args[i])[0]));
    }
    return nh_expr_mul(pool, rest, nh_expr_apply1(pool, NH_EXPR_EXP, exponent));
}

/* Of the two signs the one that is shorter, or has fewer minus signs, or gives the simplest term a plus. */
static nh_expr with_sign(nh_pool *pool, nh_arena *arena, nh_expr e) {
    nh_expr minus = nh_expr_neg(pool, e);
    measure a = measure_of(pool, arena, e), b = measure_of(pool, arena, minus);
    if (a.words != b.words) return a.words < b.words ? e : minus;
    if (a.minuses != b.minuses) return a.minuses < b.minuses ? e : minus;
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) return e;
    uint64_t least = UINT64_MAX;
    bool is_positive = true;
    for (uint32_t i = 1; i + 1 < nh_expr_arity(pool, e); i += 2) {
        nh_expr term = nh_expr_args(pool, e)[i], coefficient = nh_expr_args(pool, e)[i + 1];
        uint64_t length = nh_expr_length(pool, term);
        if (length < least) least = length, is_positive = nh_rat_sign(nh_expr_rational(pool, coefficient)) > 0;
    }
    return is_positive ? e : minus;
}

static void choose(nh_pool *pool, nh_arena *arena, nh_expr *best, nh_expr other) {
    if (other != NH_EXPR_UNDEFINED && is_shorter(pool, arena, other, *best)) *best = other;
}

/* Nested sums are short, but not what one wants to read; they must be much shorter. */
static void choose_nested(nh_pool *pool, nh_arena *arena, nh_expr *best, nh_expr other) {
    if (other == NH_EXPR_UNDEFINED) return;
    uint64_t now = measure_of(pool, arena, *best).words, then = measure_of(pool, arena, other).words;
    if (4 * then < 3 * now) *best = other;
}

nh_expr nh_potential_polish(const nh_solved *s, nh_arena *arena, nh_expr f) {
    nh_expr plain = strip_all(s, arena, f), best = plain;
    choose(s->pool, arena, &best, strip_all(s, arena, nh_expr_factored(s->pool, plain)));
    choose(s->pool, arena, &best, nh_potential_squares(s->pool, arena, best));
    choose_nested(s->pool, arena, &best, strip_all(s, arena, nh_expr_readable(s->pool, arena, plain)));
    nh_expr_rewrite(s->pool, 1, &best, join_exponentials, s->pool);
    best = with_sign(s->pool, arena, best);
    if (best == f || nh_solved_proves(s, best)) return best;
    return plain != best && nh_solved_proves(s, plain) ? plain : f;
}

/* ---- logarithms ---- */

typedef struct shape {
    const nh_ansatz *a;
    nh_expr_list arguments, coefficients; /* of the logarithms */
    nh_expr rest;
} shape;

static shape shape_of(const nh_ansatz *a, const nh_ansatz_solution *solution) {
    shape s = {.a = a, .arguments = {.arena = a->arena}, .coefficients = {.arena = a->arena}};
    nh_expr_list rest = {.arena = a->arena};
    for (uint32_t i = 0; i < solution->count; i++) {
        nh_ansatz_part part = solution->parts[i];
        if (part.term == UINT32_MAX) continue;
        nh_expr m = nh_ansatz_meaning(a, part.term);
        if (nh_expr_kind_of(a->pool, m) == NH_EXPR_LOG) {
            nh_array_push(&s.arguments, nh_expr_args(a->pool, m)[0]);
            nh_array_push(&s.coefficients, part.coefficient);
        } else nh_array_push(&rest, nh_expr_mul(a->pool, part.coefficient, m));
    }
    s.rest = nh_expr_sum(a->pool, rest.count, rest.items);
    return s;
}

/* log |p| has the same derivatives, and a value on both sides of p = 0. */
static nh_expr sum_of(const shape *s) {
    nh_expr sum = s->rest;
    for (size_t i = 0; i < s->arguments.count; i++) {
        nh_expr size = nh_expr_apply1(s->a->pool, NH_EXPR_ABS, s->arguments.items[i]);
        nh_expr log = nh_expr_apply1(s->a->pool, NH_EXPR_LOG, size);
        sum = nh_expr_add(s->a->pool, sum, nh_expr_mul(s->a->pool, s->coefficients.items[i], log));
    }
    return sum;
}

/* exp((rest + sum of c log p) / scale) */
static nh_expr exponential_of(const shape *s, nh_expr scale) {
    nh_pool *pool = s->a->pool;
    nh_expr exponent = nh_expr_factored(pool, nh_expr_div(pool, s->rest, scale));
    nh_expr result = nh_expr_apply1(pool, NH_EXPR_EXP, nh_expr_readable(pool, s->a->arena, exponent));
    for (size_t i = 0; i < s->arguments.count; i++) {
        nh_expr power = nh_expr_factored(pool, nh_expr_div(pool, s->coefficients.items[i], scale));
        result = nh_expr_mul(pool, result, nh_expr_pow(pool, s->arguments.items[i], power));
    }
    return result;
}

/* What makes the coefficients of the logarithms whole numbers without a common factor, if that is possible: the first one over what it becomes. */
static nh_expr scale_of(const shape *s) {
    nh_pool *pool = s->a->pool;
    nh_expr first = s->coefficients.items[0];
    nh_rat common = nh_rat_int(1);
    for (size_t i = 1; i < s->coefficients.count; i++) {
        nh_expr ratio = nh_expr_factored(pool, nh_expr_div(pool, s->coefficients.items[i], first));
        if (!nh_expr_is_number(pool, ratio)) return first;
        common = nh_rat_gcd(s->a->arena, common, nh_expr_rational(pool, ratio));
    }
    return nh_expr_scale(pool, common, first);
}

nh_expr nh_potential_exponential(const nh_ansatz *a, const nh_ansatz_solution *solution) {
    shape s = shape_of(a, solution);
    nh_expr scale = NH_EXPR_ONE;
    for (uint32_t i = 0; i < solution->count; i++)
        if (solution->parts[i].term == UINT32_MAX) scale = solution->parts[i].coefficient;
    return exponential_of(&s, scale);
}

nh_expr nh_potential_shape(const nh_ansatz *a, const nh_ansatz_solution *solution) {
    shape s = shape_of(a, solution);
    nh_expr sum = nh_potential_polish(a->system, a->arena, sum_of(&s));
    if (s.arguments.count == 0) return varies(a->system, sum) ? sum : NH_EXPR_UNDEFINED;
    nh_expr raised = exponential_of(&s, scale_of(&s)), other = exponential_of(&s, NH_EXPR_ONE);
    choose(a->pool, a->arena, &raised, other);
    if (raised == NH_EXPR_UNDEFINED || !nh_solved_proves(a->system, raised)) return sum;
    raised = nh_potential_polish(a->system, a->arena, raised);
    return s.rest == NH_EXPR_ZERO || !is_shorter(a->pool, a->arena, sum, raised) ? raised : sum;
}
