/* The rules of differentiation, one for each kind of expression.
 *
 * Most are a sum of products: the derivative by each argument, here called its factor, times the derivative of the
 * argument, here called its slope. Nothing here knows where the slopes come from: partial and total derivatives, by one
 * symbol or many, all go through here. */
#include <stdlib.h>

#include "base/assert.h"
#include "base/limits.h"
#include "expr/calculus/diff_private.h"

/* Arguments are looked up anew each time: making an expression may move them. */
static nh_expr arg_of(const nh_pool *pool, nh_expr e, uint32_t i) {
    return nh_expr_args(pool, e)[i];
}

static nh_expr derivative_of(nh_pool *pool, const nh_slope *slope) {
    return nh_expr_scale(pool, slope->coefficient, slope->rest);
}

/* The derivative of the i-th argument. */
static nh_expr slope_at(nh_pool *pool, uint32_t count, const nh_slope *slopes, uint32_t i) {
    for (uint32_t k = 0; k < count && slopes[k].at <= i; k++)
        if (slopes[k].at == i) return derivative_of(pool, &slopes[k]);
    return NH_EXPR_ZERO;
}

/* ---- arithmetic ---- */

/* (c1 t1 + c2 t2 + ...)' = c1 t1' + c2 t2' + ... */
static nh_expr of_sum(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    nh_parts parts = {.arena = pool->scratch};
    nh_rat constant = nh_rat_int(0);
    nh_array_reserve(&parts, 2 * (size_t)count);
    for (uint32_t k = 0; k < count; k++) {
        nh_rat c = nh_number_of(pool, arg_of(pool, e, slopes[k].at + 1));
        nh_rat factor = nh_times(pool->scratch, c, slopes[k].coefficient);
        if (!nh_parts_enter_term(pool, &parts, &constant, factor, slopes[k].rest)) return NH_EXPR_UNDEFINED;
    }
    return nh_expr_sum_of(pool, constant, &parts);
}

void nh_parts_enter_lowered(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e, uint32_t at) {
    const nh_node *node = nh_node_of(pool, e);
    const nh_expr *args = nh_args_of(pool, node);
    nh_tick(pool->context, 2 * (uint64_t)node->arity); /* here, and in the product that is made from them */
    for (uint32_t k = 0; k < node->arity; k += 2) {
        nh_rat exponent = nh_number_of(pool, args[k + 1]);
        if (k == at) {
            *coefficient = nh_times(pool->scratch, *coefficient, exponent);
            exponent = nh_plus(pool->scratch, exponent, nh_rat_int(-1));
        }
        if (!nh_rat_is_zero(exponent)) nh_parts_push(pool, parts, args[k], exponent);
    }
}

static nh_expr lowered_product(nh_pool *pool, nh_expr e, uint32_t at) {
    nh_parts parts = {.arena = pool->scratch};
    nh_rat coefficient = nh_rat_int(1);
    nh_array_reserve(&parts, nh_expr_arity(pool, e) / 2);
    nh_parts_enter_lowered(pool, &parts, &coefficient, e, at);
    return nh_expr_product_of(pool, coefficient, &parts);
}

/* (b1^r1 b2^r2 ...)' = r1 b1^(r1-1) b1' b2^r2 ... + ... */
static nh_expr of_product(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    nh_parts sum = {.arena = pool->scratch}, parts = {.arena = pool->scratch};
    nh_rat constant = nh_rat_int(0);
    nh_array_reserve(&sum, 2 * (size_t)count);
    nh_array_reserve(&parts, nh_expr_arity(pool, e));
    for (uint32_t k = 0; k < count; k++) {
        nh_rat coefficient = slopes[k].coefficient;
        parts.count = 0;
        nh_parts_enter_lowered(pool, &parts, &coefficient, e, slopes[k].at);
        if (!nh_parts_enter_factor(pool, &parts, &coefficient, slopes[k].rest)) return NH_EXPR_UNDEFINED;
        nh_expr term = nh_expr_product_beside(pool, &coefficient, &parts);
        nh_parts_enter_term(pool, &sum, &constant, coefficient, term);
    }
    return nh_expr_sum_of(pool, constant, &sum);
}

/* (u^v)' = v u^(v-1) u' + u^v log(u) v' */
static nh_expr power_factor(nh_pool *pool, nh_expr e, uint32_t at) {
    nh_expr u = arg_of(pool, e, 0), v = arg_of(pool, e, 1);
    if (at == 1) return nh_expr_mul(pool, e, nh_expr_apply1(pool, NH_EXPR_LOG, u));
    return nh_expr_mul(pool, v, nh_expr_pow(pool, u, nh_expr_sub(pool, v, NH_EXPR_ONE)));
}

/* ---- choices ---- */

/* Where d < 0 the derivative of one, elsewhere that of the other. */
static nh_expr of_if(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    nh_expr then = slope_at(pool, count, slopes, 1), otherwise = slope_at(pool, count, slopes, 2);
    return nh_expr_if(pool, arg_of(pool, e, 0), then, otherwise);
}

/* A player of the tournament below: the extreme of some arguments, and its derivative. */
typedef struct player {
    nh_expr value, derivative;
} player;

static player better_player(nh_pool *pool, nh_expr_kind kind, player a, player b) {
    bool is_min = kind == NH_EXPR_MIN;
    nh_expr difference = nh_expr_sub(pool, is_min ? a.value : b.value, is_min ? b.value : a.value);
    return (player){nh_expr_apply(pool, kind, 2, (const nh_expr[]){a.value, b.value}),
                    nh_expr_if(pool, difference, a.derivative, b.derivative)};
}

static int compare_players(const void *left, const void *right) {
    const player *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

/* min(a, b)' = if(a - b < 0, a', b'); of many: neighbours first, then the winners, and so on. A comparison of each with
 * the extreme of all would be shorter, and undecidable in ball arithmetic. The players line up as they were made, not
 * by their hashes: so members of a family get derivatives of one shape. */
static nh_expr of_extreme(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    uint32_t left = nh_expr_arity(pool, e);
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    player *players = NH_NEW_ARRAY(pool->scratch, player, left);
    for (uint32_t i = 0; i < left; i++) players[i] = (player){arg_of(pool, e, i), NH_EXPR_ZERO};
    for (uint32_t k = 0; k < count; k++) players[slopes[k].at].derivative = derivative_of(pool, &slopes[k]);
    qsort(players, left, sizeof *players, compare_players);
    while (left > 1) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i + 1 < left; i += 2)
            players[kept++] = better_player(pool, kind, players[i], players[i + 1]);
        if (left % 2 == 1) players[kept++] = players[left - 1];
        left = kept;
    }
    return players[0].derivative;
}

/* ---- functions ---- */

static nh_expr square_of(nh_pool *pool, nh_expr a) {
    return nh_expr_pow_int(pool, a, 2);
}

/* (1 - u^2)^(-1/2) */
static nh_expr arc_factor(nh_pool *pool, nh_expr u) {
    return nh_expr_pow_rational(pool, nh_expr_sub(pool, NH_EXPR_ONE, square_of(pool, u)), nh_rat_make(-1, 2));
}

/* The derivative of a function of one argument by that argument, e = f(u). */
static nh_expr unary_factor(nh_pool *pool, nh_expr e, nh_expr u) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SIN: return nh_expr_apply1(pool, NH_EXPR_COS, u);
        case NH_EXPR_COS: return nh_expr_neg(pool, nh_expr_apply1(pool, NH_EXPR_SIN, u));
        case NH_EXPR_TAN: return nh_expr_add(pool, NH_EXPR_ONE, square_of(pool, e));
        case NH_EXPR_ASIN: return arc_factor(pool, u);
        case NH_EXPR_ACOS: return nh_expr_neg(pool, arc_factor(pool, u));
        case NH_EXPR_ATAN: return nh_expr_pow_int(pool, nh_expr_add(pool, NH_EXPR_ONE, square_of(pool, u)), -1);
        case NH_EXPR_SINH: return nh_expr_apply1(pool, NH_EXPR_COSH, u);
        case NH_EXPR_COSH: return nh_expr_apply1(pool, NH_EXPR_SINH, u);
        case NH_EXPR_TANH: return nh_expr_sub(pool, NH_EXPR_ONE, square_of(pool, e));
        case NH_EXPR_EXP: return e;
        case NH_EXPR_LOG: return nh_expr_pow_int(pool, u, -1);
        case NH_EXPR_ABS: return nh_expr_apply1(pool, NH_EXPR_SIGN, u);
        case NH_EXPR_SIGN: return NH_EXPR_ZERO;
        default: NH_ASSERT(false); return NH_EXPR_UNDEFINED; /* a function that was forgotten here */
    }
}

/* x^2 + y^2 */
static nh_expr angle_denominator(nh_pool *pool, nh_expr e) {
    return nh_expr_add(pool, square_of(pool, arg_of(pool, e, 0)), square_of(pool, arg_of(pool, e, 1)));
}

/* atan2(y, x)' = (x y' - y x') / (x^2 + y^2) */
static nh_expr angle_factor(nh_pool *pool, nh_expr e, uint32_t at) {
    nh_expr numerator = at == 0 ? arg_of(pool, e, 1) : nh_expr_neg(pool, arg_of(pool, e, 0));
    return nh_expr_div(pool, numerator, angle_denominator(pool, e));
}

static nh_expr of_angle(nh_pool *pool, nh_expr e, const nh_slope *slopes) {
    nh_expr forth = nh_expr_mul(pool, arg_of(pool, e, 1), derivative_of(pool, &slopes[0]));
    nh_expr back = nh_expr_mul(pool, arg_of(pool, e, 0), derivative_of(pool, &slopes[1]));
    return nh_expr_div(pool, nh_expr_sub(pool, forth, back), angle_denominator(pool, e));
}

/* mod(a, b) = a - b floor(a/b), and the floor is constant relative to its jumps: a' + b' (mod(a, b) - a)/b */
static nh_expr modulo_factor(nh_pool *pool, nh_expr e, uint32_t at) {
    nh_expr a = arg_of(pool, e, 0), b = arg_of(pool, e, 1);
    return at == 0 ? NH_EXPR_ONE : nh_expr_div(pool, nh_expr_sub(pool, e, a), b);
}

/* f(u1, u2, ...)' = f_1(u1, u2, ...) u1' + ...; the function itself is argument 0. */
static nh_expr call_factor(nh_pool *pool, nh_expr e, uint32_t at) {
    uint32_t arity = nh_expr_arity(pool, e);
    nh_expr *args = NH_NEW_ARRAY(pool->scratch, nh_expr, arity);
    for (uint32_t i = 0; i < arity; i++) args[i] = arg_of(pool, e, i);
    nh_expr partial = nh_expr_function_derivative(pool, args[0], at - 1);
    return nh_expr_call(pool, partial, arity - 1, args + 1);
}

/* ---- all together ---- */

static nh_expr factor_of(nh_pool *pool, nh_expr e, uint32_t at) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SUM: return arg_of(pool, e, at + 1);
        case NH_EXPR_PRODUCT: return lowered_product(pool, e, at);
        case NH_EXPR_POWER: return power_factor(pool, e, at);
        case NH_EXPR_CALL: return call_factor(pool, e, at);
        case NH_EXPR_ATAN2: return angle_factor(pool, e, at);
        case NH_EXPR_MOD: return modulo_factor(pool, e, at);
        default: return unary_factor(pool, e, arg_of(pool, e, 0));
    }
}

bool nh_expr_chain_factor(nh_pool *pool, nh_expr e, uint32_t at, nh_expr *factor) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_IF || kind == NH_EXPR_MIN || kind == NH_EXPR_MAX) return false;
    nh_arena *scratch = pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    *factor = factor_of(pool, e, at);
    nh_arena_release(scratch, mark);
    return true;
}

/* The sum of factor times slope. */
static nh_expr of_all(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    nh_arena *scratch = pool->scratch;
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, count);
    for (uint32_t k = 0; k < count; k++) {
        nh_arena_mark mark = nh_arena_mark_here(scratch);
        terms[k] = nh_expr_mul(pool, factor_of(pool, e, slopes[k].at), derivative_of(pool, &slopes[k]));
        nh_arena_release(scratch, mark);
    }
    return nh_expr_sum(pool, count, terms);
}

static nh_expr apply_rule(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_SUM: return of_sum(pool, e, count, slopes);
        case NH_EXPR_PRODUCT: return of_product(pool, e, count, slopes);
        case NH_EXPR_IF: return of_if(pool, e, count, slopes);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return of_extreme(pool, e, count, slopes);
        case NH_EXPR_ATAN2: return count == 2 ? of_angle(pool, e, slopes) : of_all(pool, e, count, slopes);
        default: return of_all(pool, e, count, slopes);
    }
}

nh_expr nh_expr_chain_rule(nh_pool *pool, nh_expr e, uint32_t count, const nh_slope *slopes) {
    NH_ASSERT(count > 0 && nh_expr_arity(pool, e) > 0);
    nh_arena *scratch = pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_expr result = apply_rule(pool, e, count, slopes);
    nh_arena_release(scratch, mark);
    return result;
}
