/* Sums: a constant and terms with coefficients. */
#include "base/limits.h"
#include "expr/pool_private.h"

/* Numbers go into the constant, the terms of a sum one by one, everything else is a term. */
bool nh_parts_enter_term(nh_pool *pool, nh_parts *parts, nh_rat *constant, nh_rat factor, nh_expr e) {
    const nh_node *node = nh_node_of(pool, e);
    nh_arena *scratch = pool->scratch;
    switch (node->kind) {
        case NH_EXPR_NO_VALUE: return false;
        case NH_EXPR_NUMBER:
            *constant = nh_plus(scratch, *constant, nh_times(scratch, factor, nh_number_of(pool, e)));
            return true;
        case NH_EXPR_SUM: break;
        default: nh_parts_push(pool, parts, e, factor); return true;
    }
    const nh_expr *args = nh_args_of(pool, node);
    uint32_t arity = node->arity;
    nh_tick(pool->context, arity);
    if (args[0] != NH_EXPR_ZERO)
        *constant = nh_plus(scratch, *constant, nh_times(scratch, factor, nh_number_of(pool, args[0])));
    for (uint32_t i = 1; i < arity; i += 2)
        nh_parts_push(pool, parts, args[i], nh_times(scratch, factor, nh_number_of(pool, args[i + 1])));
    return true;
}

static uint8_t flags_of(nh_pool *pool, const nh_parts *parts, nh_rat constant) {
    bool nonnegative = nh_rat_sign(constant) >= 0, whole = nh_rat_is_int(constant);
    nh_rat content = constant;
    for (size_t i = 0; i < parts->count; i++) {
        const nh_part *part = &parts->items[i];
        nonnegative =
            nonnegative && (nh_node_of(pool, part->t)->flags & NH_FLAG_NONNEGATIVE) != 0 && nh_rat_sign(part->c) > 0;
        whole = whole && (part->c.den == 1 || nh_rat_is_int(part->c));
        if (whole && !nh_rat_is_one(content)) content = nh_gcd(pool->scratch, content, part->c);
    }
    bool primitive = whole && nh_rat_is_one(content) && nh_rat_sign(parts->items[0].c) > 0;
    return (uint8_t)((nonnegative ? NH_FLAG_NONNEGATIVE : 0) | (primitive ? NH_FLAG_PRIMITIVE : 0));
}

nh_expr nh_expr_sum_of(nh_pool *pool, nh_rat constant, nh_parts *parts) {
    nh_parts_merge(pool, parts);
    nh_expr first = nh_expr_number(pool, constant);
    if (parts->count == 0) return first;
    if (parts->count == 1 && first == NH_EXPR_ZERO && nh_rat_is_one(parts->items[0].c)) return parts->items[0].t;
    return nh_parts_cons(pool, NH_EXPR_SUM, &first, parts, flags_of(pool, parts, constant));
}

/* How many parts the terms have before they are merged. */
static size_t count_parts(const nh_pool *pool, size_t count, const nh_expr *terms) {
    size_t parts = 0;
    for (size_t i = 0; i < count; i++) parts += 1 + nh_node_of(pool, terms[i])->arity / 2;
    return parts;
}

nh_expr nh_expr_linear(nh_pool *pool, size_t count, const nh_rat *factors, const nh_expr *terms) {
    nh_arena *scratch = pool->scratch;
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    nh_parts parts = {.arena = scratch};
    nh_rat constant = nh_rat_int(0);
    nh_array_reserve(&parts, count_parts(pool, count, terms));
    bool defined = true;
    for (size_t i = 0; i < count && defined; i++)
        defined = nh_parts_enter_term(pool, &parts, &constant, factors != NULL ? factors[i] : nh_rat_int(1), terms[i]);
    nh_expr sum = defined ? nh_expr_sum_of(pool, constant, &parts) : NH_EXPR_UNDEFINED;
    nh_arena_release(scratch, mark);
    return sum;
}

/* One undefined term is enough, wherever it stands and whatever its factor. */
nh_expr nh_expr_sum(nh_pool *pool, size_t count, const nh_expr *terms) {
    return nh_expr_linear(pool, count, NULL, terms);
}

nh_expr nh_expr_add(nh_pool *pool, nh_expr a, nh_expr b) {
    if (a == NH_EXPR_ZERO) return b;
    if (b == NH_EXPR_ZERO) return a;
    return nh_expr_linear(pool, 2, NULL, (const nh_expr[]){a, b});
}

nh_expr nh_expr_sub(nh_pool *pool, nh_expr a, nh_expr b) {
    if (b == NH_EXPR_ZERO) return a;
    return nh_expr_linear(pool, 2, (const nh_rat[]){nh_rat_int(1), nh_rat_int(-1)}, (const nh_expr[]){a, b});
}

nh_expr nh_expr_neg(nh_pool *pool, nh_expr a) {
    return nh_expr_scale(pool, nh_rat_int(-1), a);
}

/* factor * a as a sum of one term, for an `a` that is neither a number nor a sum. */
static nh_expr single_term(nh_pool *pool, nh_rat factor, nh_expr a) {
    if (nh_rat_is_zero(factor)) return NH_EXPR_ZERO;
    uint8_t flags = nh_rat_sign(factor) > 0 ? nh_node_of(pool, a)->flags & NH_FLAG_NONNEGATIVE : 0;
    return nh_pool_cons(pool, NH_EXPR_SUM, 3, (const nh_expr[]){NH_EXPR_ZERO, a, nh_expr_number(pool, factor)}, flags);
}

nh_expr nh_expr_scale(nh_pool *pool, nh_rat factor, nh_expr a) {
    if (nh_rat_is_one(factor)) return a;
    nh_expr_kind kind = (nh_expr_kind)nh_node_of(pool, a)->kind;
    if (kind == NH_EXPR_SUM || kind == NH_EXPR_NUMBER || kind == NH_EXPR_NO_VALUE)
        return nh_expr_linear(pool, 1, &factor, &a);
    return single_term(pool, factor, a);
}

bool nh_expr_is_signed(const nh_pool *pool, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind == NH_EXPR_NUMBER) return nh_rat_sign(nh_expr_rational(pool, e)) < 0;
    return kind == NH_EXPR_SUM && nh_rat_sign(nh_expr_rational(pool, nh_expr_args(pool, e)[2])) < 0;
}

/* The greatest common divisor of all coefficients, with the sign of the first term's. */
static nh_rat content_of(nh_pool *pool, nh_expr sum) {
    const nh_node *node = nh_node_of(pool, sum);
    const nh_expr *args = nh_args_of(pool, node);
    nh_rat content = nh_gcd(pool->scratch, nh_number_of(pool, args[0]), nh_number_of(pool, args[2]));
    for (uint32_t i = 4; i < node->arity; i += 2) content = nh_gcd(pool->scratch, content, nh_number_of(pool, args[i]));
    return nh_expr_is_signed(pool, sum) ? nh_rat_neg(pool->scratch, content) : content;
}

/* The primitive part of a sum of several terms is remembered: factors of products are split off again and again. */
static nh_expr split_sum(nh_pool *pool, nh_expr e, nh_rat *coefficient) {
    nh_arena_mark mark = nh_arena_mark_here(pool->scratch);
    nh_rat content = content_of(pool, e);
    nh_expr rest = nh_node_of(pool, e)->primitive;
    if (rest == NH_EXPR_ZERO) {
        rest = nh_expr_scale(pool, nh_rat_inv(pool->scratch, content), e);
        pool->nodes.items[e].primitive = rest;
    }
    /* kept as a number of the pool, so that its digits outlive the scratch memory */
    *coefficient = content.den != 0 ? content : nh_number_of(pool, nh_expr_number(pool, content));
    nh_arena_release(pool->scratch, mark);
    return rest;
}

nh_expr nh_expr_split(nh_pool *pool, nh_expr e, nh_rat *coefficient) {
    const nh_node *node = nh_node_of(pool, e);
    *coefficient = nh_rat_int(1);
    if (node->kind == NH_EXPR_NUMBER) {
        *coefficient = nh_number_of(pool, e);
        return NH_EXPR_ONE;
    }
    if (node->kind != NH_EXPR_SUM || (node->flags & NH_FLAG_PRIMITIVE) != 0) return e;
    const nh_expr *args = nh_args_of(pool, node);
    if (node->arity > 3 || args[0] != NH_EXPR_ZERO) return split_sum(pool, e, coefficient);
    *coefficient = nh_number_of(pool, args[2]);
    return args[1];
}
