/* What a solution looks like: of all functions of it one that is short.
 *
 * log x + log y + 2 log z becomes x y z^2; a sum with other terms, log x - t, becomes x exp(-t) where that is shorter.
 * A function of an integral is one too. */
#include "algebra/field/normal.h"
#include "algebra/pfaff/potential_private.h"
#include "algebra/tidy/simplify.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/walk.h"

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

static bool is_varying(const nh_solved *s, nh_expr e) {
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
        if (is_varying(s, args[i])) common = nh_rat_gcd(arena, common, nh_expr_rational(s->pool, args[i + 1]));
    for (uint32_t i = 0; i + 1 < arity; i += 2) {
        if (!is_varying(s, args[i])) continue;
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
        if (is_varying(s, args[i]))
            kept[count++] = nh_expr_scale(s->pool, nh_expr_rational(s->pool, args[i + 1]), args[i]);
    nh_rat number;
    return nh_expr_split(s->pool, nh_expr_sum(s->pool, count, kept), &number);
}

static nh_expr strip_node(const nh_solved *s, nh_arena *arena, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    if (kind == NH_EXPR_SUM) return strip_sum(s, arena, e);
    if (kind == NH_EXPR_PRODUCT) return strip_product(s, arena, e);
    if (kind == NH_EXPR_EXP || kind == NH_EXPR_LOG || kind == NH_EXPR_ATAN || kind == NH_EXPR_ASIN)
        return nh_expr_args(s->pool, e)[0];
    return e;
}

static nh_expr strip_all(const nh_solved *s, nh_arena *arena, nh_expr e) {
    for (int i = 0; i < ROUNDS; i++) {
        nh_expr next = strip_node(s, arena, e);
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

static void choose_shorter(nh_pool *pool, nh_arena *arena, nh_expr *best, nh_expr other) {
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
    choose_shorter(s->pool, arena, &best, strip_all(s, arena, nh_expr_factored(s->pool, plain)));
    choose_shorter(s->pool, arena, &best, nh_potential_squares(s->pool, arena, best));
    choose_nested(s->pool, arena, &best, strip_all(s, arena, nh_expr_readable(s->pool, arena, plain)));
    nh_expr_rewrite(s->pool, 1, &best, join_exponentials, s->pool);
    best = with_sign(s->pool, arena, best);
    if (best == f || nh_solved_proves(s, best)) return best;
    return plain != best && nh_solved_proves(s, plain) ? plain : f;
}

/* ---- logarithms ---- */

typedef struct shape {
    const nh_ansatz *a;
    nh_exprs arguments, coefficients; /* of the logarithms */
    nh_expr rest;
} shape;

static shape shape_of(const nh_ansatz *a, const nh_ansatz_solution *solution) {
    shape s = {.a = a, .arguments = {.arena = a->arena}, .coefficients = {.arena = a->arena}};
    nh_exprs rest = {.arena = a->arena};
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

/* What makes the coefficients of the logarithms whole numbers without a common factor, if that is possible: the first
 * one over what it becomes. */
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
    if (s.arguments.count == 0) return is_varying(a->system, sum) ? sum : NH_EXPR_UNDEFINED;
    nh_expr raised = exponential_of(&s, scale_of(&s)), other = exponential_of(&s, NH_EXPR_ONE);
    choose_shorter(a->pool, a->arena, &raised, other);
    if (raised == NH_EXPR_UNDEFINED || !nh_solved_proves(a->system, raised)) return sum;
    raised = nh_potential_polish(a->system, a->arena, raised);
    return s.rest == NH_EXPR_ZERO || !is_shorter(a->pool, a->arena, sum, raised) ? raised : sum;
}

/* ==== atoms ==== */

/* What the terms of an ansatz are made of: the functions that occur in the coefficients, as in the
 * method of Risch and Norman. */

enum { MOST_ATOMS = 40, MOST_BASES = 24 };

/* Whether the differentials of all variables in e occur in the forms: no others can be in a function that is found. And
 * whether there are any. */
static bool may_stand(const nh_ansatz *a, nh_expr e) {
    const nh_pfaffian *s = &a->system->system;
    bool varies = false;
    for (uint32_t i = 0; i < s->count; i++) {
        bool has = nh_expr_depends_on(a->pool, e, 1, &s->variables[i]), is_used = false;
        for (uint32_t k = 0; k < s->rank && has; k++) is_used |= s->forms[k * s->count + i] != NH_EXPR_ZERO;
        if (has && !is_used) return false;
        varies |= has;
    }
    return varies;
}

static void add_atom(nh_ansatz *a, nh_expr e) {
    if (a->atoms.count < MOST_ATOMS && may_stand(a, e)) nh_ansatz_atom_number(a, e, false);
}

void nh_ansatz_learn_base(nh_ansatz *a, nh_expr base) {
    if (nh_exprs_has(&a->bases, base)) return;
    if (a->bases.count < MOST_BASES && may_stand(a, base)) nh_array_push(&a->bases, base);
}

/* base^(p/q): the root, the inverse, and the base itself as something that has a logarithm */
static void learn_power(nh_ansatz *a, nh_expr base, nh_rat exponent) {
    nh_ansatz_learn_base(a, base);
    if (nh_rat_is_small(exponent) && exponent.den > 1)
        add_atom(a, nh_expr_pow_rational(a->pool, base, nh_rat_make(1, exponent.den)));
    else if (nh_rat_sign(exponent) < 0) add_atom(a, nh_expr_pow_int(a->pool, base, -1));
}

static void learn_product(nh_ansatz *a, nh_expr e) {
    for (uint32_t i = 0; i + 1 < nh_expr_arity(a->pool, e); i += 2) {
        const nh_expr *args = nh_expr_args(a->pool, e);
        learn_power(a, args[i], nh_expr_rational(a->pool, args[i + 1]));
    }
}

static void learn_angle(nh_ansatz *a, nh_expr angle) {
    add_atom(a, nh_expr_apply1(a->pool, NH_EXPR_SIN, angle));
    add_atom(a, nh_expr_apply1(a->pool, NH_EXPR_COS, angle));
}

static void learn_exponential(nh_ansatz *a, nh_expr exponent) {
    add_atom(a, nh_expr_apply1(a->pool, NH_EXPR_EXP, exponent));
    add_atom(a, nh_expr_apply1(a->pool, NH_EXPR_EXP, nh_expr_neg(a->pool, exponent)));
}

static void learn_node(nh_ansatz *a, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(a->pool, e);
    nh_expr first = nh_expr_arity(a->pool, e) > 0 ? nh_expr_args(a->pool, e)[0] : NH_EXPR_ZERO;
    switch (kind) {
        case NH_EXPR_NUMBER:
        case NH_EXPR_NO_VALUE:
        case NH_EXPR_CONSTANT_PI:
        case NH_EXPR_SYMBOL:
        case NH_EXPR_SUM: return;
        case NH_EXPR_PRODUCT: learn_product(a, e); return;
        case NH_EXPR_TAN: nh_ansatz_learn_base(a, nh_expr_apply1(a->pool, NH_EXPR_COS, first)); /* fallthrough */
        case NH_EXPR_SIN:
        case NH_EXPR_COS: learn_angle(a, first); return;
        case NH_EXPR_SINH:
        case NH_EXPR_COSH:
        case NH_EXPR_TANH:
        case NH_EXPR_EXP: learn_exponential(a, first); return;
        default: add_atom(a, e);
    }
}

/* The factors of a sum that is one; a rational multiple is a sum of one term. */
static void learn_factors(nh_ansatz *a, nh_expr e) {
    nh_rat number;
    nh_expr rest = nh_expr_split(a->pool, e, &number);
    if (nh_expr_kind_of(a->pool, rest) == NH_EXPR_PRODUCT) learn_product(a, rest);
    else nh_ansatz_learn_base(a, rest);
}

void nh_ansatz_learn(nh_ansatz *a, size_t count, const nh_expr *e) {
    const nh_pfaffian *s = &a->system->system;
    for (uint32_t i = 0; i < s->count; i++) add_atom(a, s->variables[i]);
    for (size_t i = 0; i < count; i++) learn_factors(a, e[i]);
    nh_walk *walk = nh_walk_begin(a->pool, count, e, NH_WALK_PLAIN);
    for (uint32_t i = 0; i < walk->count; i++) learn_node(a, walk->order[i]);
    nh_walk_end(walk);
}

/* ==== primitives ==== */

/* Functions that integration brings in, each with a constant factor in an ansatz:
 *
 *     log p                                                 p a factor of a coefficient, or a variable
 *     atan((2 a v + b) / sqrt(4 a c - b^2))                 of a v^2 + b v + c; for u^2 + v^2: atan(u/v)
 *     log((2 a v + b - s) / (2 a v + b + s)), s^2 = b^2 - 4 a c
 *     log(2 a v + b + 2 sqrt(a) r), asin(-(2 a v + b) / s)  of r = sqrt(a v^2 + b v + c) for a > 0 and a < 0
 *     log(tan(u/2)), log((1 + sin u)/cos u)                 of 1/sin u, 1/cos u */

static void add_alone(nh_ansatz *a, nh_expr e) {
    if (e == NH_EXPR_UNDEFINED || nh_expr_is_number(a->pool, e)) return;
    nh_ansatz_factor factor = {nh_ansatz_atom_number(a, e, true), 1};
    nh_ansatz_add(a, 1, &factor);
}

static void add_log(nh_ansatz *a, nh_expr e) {
    add_alone(a, nh_expr_apply1(a->pool, NH_EXPR_LOG, e));
}

/* ---- squares ---- */

static nh_expr without_bars(void *user, nh_expr e, const nh_expr *args, __attribute__((unused)) bool changed) {
    nh_pool *pool = user;
    return nh_expr_kind_of(pool, e) == NH_EXPR_ABS ? args[0] : NH_EXPR_UNDEFINED;
}

/* A root of e, of either sign, that contains no roots of what varies. */
static bool plain_root(const nh_ansatz *a, nh_expr e, nh_expr *root) {
    const nh_pfaffian *s = &a->system->system;
    *root = nh_expr_sqrt(a->pool, nh_expr_factored(a->pool, e));
    if (*root == NH_EXPR_UNDEFINED || *root == NH_EXPR_ZERO) return false;
    nh_expr_rewrite(a->pool, 1, root, without_bars, a->pool);
    nh_degree degree = nh_expr_degree(a->pool, *root, s->count, s->variables);
    return degree.polynomial || !nh_expr_depends_on(a->pool, *root, s->count, s->variables);
}

/* a v^2 + b v + c */
typedef struct quadratic {
    nh_expr a, b, c;
    nh_expr slope; /* 2 a v + b */
    nh_expr gap;   /* 4 a c - b^2 */
} quadratic;

static bool find_quadratic(const nh_ansatz *a, nh_expr e, nh_expr v, quadratic *q) {
    nh_pool *pool = a->pool;
    nh_collected c;
    if (!nh_expr_depends_on(pool, e, 1, &v) || !nh_expr_collect(pool, a->arena, e, 1, &v, 8, &c)) return false;
    *q = (quadratic){NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO};
    for (uint32_t i = 0; i < c.count; i++) {
        uint32_t power = c.start[i + 1] > c.start[i] ? c.power[c.start[i]] : 0;
        if (power > 2) return false;
        *(power == 0 ? &q->c : power == 1 ? &q->b : &q->a) = c.coefficient[i];
    }
    q->slope = nh_expr_diff(pool, e, v);
    nh_expr four = nh_expr_scale(pool, nh_rat_int(4), nh_expr_mul(pool, q->a, q->c));
    q->gap = nh_expr_sub(pool, four, nh_expr_mul(pool, q->b, q->b));
    return q->a != NH_EXPR_ZERO;
}

static bool is_negative(const nh_ansatz *a, nh_expr e) {
    return nh_expr_is_nonnegative(a->pool, nh_expr_neg(a->pool, e));
}

/* Of 1 / (a v^2 + b v + c). */
static void add_arc(nh_ansatz *a, const quadratic *q) {
    nh_pool *pool = a->pool;
    nh_expr root, gap = nh_expr_factored(pool, q->gap);
    if (!is_negative(a, gap)) {
        if (!plain_root(a, gap, &root)) return;
        nh_expr argument = nh_expr_normal(pool, nh_expr_div(pool, q->slope, root));
        add_alone(a, nh_expr_apply1(pool, NH_EXPR_ATAN, argument));
    } else if (plain_root(a, nh_expr_neg(pool, gap), &root)) {
        nh_expr below = nh_expr_add(pool, q->slope, root), above = nh_expr_sub(pool, q->slope, root);
        add_log(a, nh_expr_div(pool, above, below));
    }
}

static void add_arcs(nh_ansatz *a, nh_expr base) {
    const nh_pfaffian *s = &a->system->system;
    quadratic q;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!find_quadratic(a, base, s->variables[i], &q)) continue;
        add_arc(a, &q);
        return;
    }
}

/* Of 1 / sqrt(a v^2 + b v + c). */
static void add_area(nh_ansatz *a, nh_expr base, const quadratic *q) {
    nh_pool *pool = a->pool;
    nh_expr root;
    if (is_negative(a, q->a)) {
        if (!plain_root(a, nh_expr_neg(pool, q->gap), &root)) return;
        add_alone(a, nh_expr_apply1(pool, NH_EXPR_ASIN, nh_expr_neg(pool, nh_expr_div(pool, q->slope, root))));
    } else if (plain_root(a, q->a, &root)) {
        nh_expr twice = nh_expr_scale(pool, nh_rat_int(2), nh_expr_mul(pool, root, nh_expr_sqrt(pool, base)));
        add_log(a, nh_expr_add(pool, q->slope, twice));
    }
}

static void add_areas(nh_ansatz *a, nh_expr base) {
    const nh_pfaffian *s = &a->system->system;
    quadratic q;
    if (!nh_map_get(&a->atom_of, nh_expr_sqrt(a->pool, base))) return;
    for (uint32_t i = 0; i < s->count; i++)
        if (find_quadratic(a, base, s->variables[i], &q)) add_area(a, base, &q);
}

/* ---- angles ---- */

static void add_half_angle(nh_ansatz *a, nh_expr base) {
    nh_pool *pool = a->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, base);
    if (kind != NH_EXPR_SIN && kind != NH_EXPR_COS) return;
    nh_expr angle = nh_expr_args(pool, base)[0];
    if (kind == NH_EXPR_SIN) {
        nh_expr half = nh_expr_scale(pool, nh_rat_make(1, 2), angle);
        add_log(a, nh_expr_apply1(pool, NH_EXPR_TAN, half));
    } else {
        nh_expr above = nh_expr_add(pool, NH_EXPR_ONE, nh_expr_apply1(pool, NH_EXPR_SIN, angle));
        add_log(a, nh_expr_div(pool, above, base));
    }
}

void nh_ansatz_add_primitives(nh_ansatz *a) {
    size_t atoms = a->atoms.count;
    for (size_t i = 0; i < atoms; i++)
        if (nh_expr_kind_of(a->pool, a->atoms.items[i].meaning) == NH_EXPR_SYMBOL)
            add_log(a, a->atoms.items[i].meaning);
    for (size_t i = 0; i < a->bases.count; i++) {
        nh_expr base = a->bases.items[i];
        if (nh_expr_kind_of(a->pool, base) != NH_EXPR_SYMBOL) add_log(a, base);
        add_arcs(a, base);
        add_areas(a, base);
        add_half_angle(a, base);
    }
}
