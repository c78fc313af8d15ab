/* What the terms of an ansatz are made of: the functions that stand in the coefficients, as in the method of Risch and Norman. */
#include "algebra/potential_private.h"
#include "expr/inspect.h"
#include "expr/walk.h"

enum { MOST_ATOMS = 40, MOST_BASES = 24 };

/* Whether the differentials of all variables in e stand in the forms: no others can be in a function that is found. And whether there are any. */
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
    for (size_t i = 0; i < a->bases.count; i++)
        if (a->bases.items[i] == base) return;
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
