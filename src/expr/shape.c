/* The shape of an expression: what is left of it when the names of its symbols are forgotten.
 *
 * Names decide in which order the terms of a sum stand, and so which sign is pulled out of it: (x1 - x2)^2 and (x3 -
 * x2)^2 may be two members of one family. So the hash of a shape is a value: of the expression at a point that is made
 * from the ranks of the symbols, in the integers modulo a prime. Sums and products are such; a coefficient c is a
 * number h(|c|) with its sign, 1 is 1; functions and powers are arbitrary functions, odd or even where the
 * constructors rely on that. Then both members have the same value, and two shapes that are different have different
 * ones, except for accidents. */
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "expr/pool_private.h"
#include "expr/walk.h"

__extension__ typedef unsigned __int128 wide;

#define PRIME ((UINT64_C(1) << 61) - 1)

static uint64_t add_residues(uint64_t a, uint64_t b) {
    return (a + b) % PRIME;
}

static uint64_t multiply_residues(uint64_t a, uint64_t b) {
    return (uint64_t)((wide)a * b % PRIME);
}

static uint64_t negate_residue(uint64_t a) {
    return a == 0 ? 0 : PRIME - a;
}

/* ---- arbitrary functions ---- */

typedef enum parity {
    NEITHER,
    EVEN,
    ODD,
} parity;

static uint64_t arbitrary_residue(uint64_t which, uint64_t a) {
    return nh_hash_combine(which, a) % PRIME;
}

static uint64_t arbitrary_of(uint64_t which, parity p, uint64_t a) {
    if (p == NEITHER) return arbitrary_residue(which, a);
    bool flip = a > PRIME / 2;
    uint64_t value = arbitrary_residue(which, flip ? negate_residue(a) : a);
    return flip && p == ODD ? negate_residue(value) : value;
}

static uint64_t value_of_number(nh_pool *pool, nh_rat c) {
    nh_rat size = nh_rat_abs(nh_scratch(pool->context), c);
    uint64_t value = nh_rat_is_one(size) || nh_rat_is_zero(size) ? (uint64_t)size.num
                                                                 : arbitrary_residue(NH_EXPR_NUMBER, nh_rat_hash(size));
    return nh_rat_sign(c) < 0 ? negate_residue(value) : value;
}

/* As (-b)^r is b^r, -(b^r) or neither. */
static parity parity_of_power(nh_rat r) {
    if (!nh_rat_is_small(r) || r.den % 2 == 0) return NEITHER;
    return r.num % 2 == 0 ? EVEN : ODD;
}

static parity parity_of(nh_expr_kind kind) {
    switch (kind) {
        case NH_EXPR_COS:
        case NH_EXPR_COSH:
        case NH_EXPR_ABS: return EVEN;
        case NH_EXPR_SIN:
        case NH_EXPR_TAN:
        case NH_EXPR_ASIN:
        case NH_EXPR_ATAN:
        case NH_EXPR_SINH:
        case NH_EXPR_TANH:
        case NH_EXPR_SIGN: return ODD;
        default: return NEITHER;
    }
}

/* ---- the value of an expression ---- */

typedef struct shaper {
    nh_pool *pool;
    nh_walk *walk;
    uint64_t *value; /* by place in the walk */
} shaper;

static uint64_t value_of_arg(const shaper *s, nh_expr e, uint32_t i) {
    return s->value[nh_walk_place(s->walk, nh_expr_args(s->pool, e)[i])];
}

static nh_rat number_at(const shaper *s, nh_expr e, uint32_t i) {
    return nh_expr_rational(s->pool, nh_expr_args(s->pool, e)[i]);
}

static uint64_t value_of_sum(const shaper *s, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e);
    uint64_t sum = value_of_arg(s, e, 0);
    for (uint32_t i = 1; i < arity; i += 2)
        sum = add_residues(sum, multiply_residues(value_of_arg(s, e, i), value_of_arg(s, e, i + 1)));
    return sum;
}

static uint64_t value_of_product(const shaper *s, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e);
    uint64_t product = 1;
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_rat r = number_at(s, e, i + 1);
        uint64_t base = value_of_arg(s, e, i), which = nh_hash_combine(NH_EXPR_PRODUCT, nh_rat_hash(r));
        product = multiply_residues(product, nh_rat_is_one(r) ? base : arbitrary_of(which, parity_of_power(r), base));
    }
    return product;
}

/* The order of the arguments of min and max comes from names. */
static uint64_t value_of_extreme(const shaper *s, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < arity; i++) sum = add_residues(sum, arbitrary_residue(NH_EXPR_MIN, value_of_arg(s, e, i)));
    return arbitrary_residue(nh_expr_kind_of(s->pool, e), sum);
}

static uint64_t value_of_ordered(const shaper *s, nh_expr e) {
    uint32_t arity = nh_expr_arity(s->pool, e);
    nh_expr_kind kind = nh_expr_kind_of(s->pool, e);
    if (arity == 1) return arbitrary_of(kind, parity_of(kind), value_of_arg(s, e, 0));
    uint64_t hash = nh_hash_combine(kind, arity);
    for (uint32_t i = 0; i < arity; i++) hash = nh_hash_combine(hash, value_of_arg(s, e, i));
    return hash % PRIME;
}

static uint64_t value_of(const shaper *s, nh_expr e) {
    switch (nh_expr_kind_of(s->pool, e)) {
        case NH_EXPR_NUMBER: return value_of_number(s->pool, nh_expr_rational(s->pool, e));
        case NH_EXPR_SUM: return value_of_sum(s, e);
        case NH_EXPR_PRODUCT: return value_of_product(s, e);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return value_of_extreme(s, e);
        default: return value_of_ordered(s, e);
    }
}

/* What a symbol is except for its name: role, order, and for a function how it is differentiated. */
static uint64_t value_of_symbol(const nh_pool *pool, nh_expr e, uint32_t rank) {
    const nh_symbol *symbol = nh_expr_symbol_of(pool, e);
    uint64_t hash =
        nh_hash_combine(nh_hash_combine(nh_hash_combine(NH_EXPR_SYMBOL, symbol->role), symbol->order), rank);
    hash = nh_hash_combine(hash, symbol->by_count);
    bool is_function = symbol->role == NH_ROLE_FUNCTION;
    for (uint32_t i = 0; is_function && i < symbol->by_count; i++) hash = nh_hash_combine(hash, symbol->by[i]);
    return hash % PRIME;
}

uint64_t nh_expr_shape(nh_pool *pool, nh_arena *arena, nh_expr e, nh_expr **symbols, uint32_t *count) {
    nh_arena *own = symbols == NULL ? nh_arena_create(pool->context) : NULL;
    uint32_t size;
    nh_expr *list = nh_expr_names(pool, own != NULL ? own : arena, 1, &e, &size);
    nh_walk *walk = nh_walk_begin(pool, 1, &e, NH_WALK_PLAIN);
    shaper s = {pool, walk, NH_NEW_ARRAY(nh_scratch(pool->context), uint64_t, walk->count)};
    for (uint32_t i = 0; i < size; i++) s.value[nh_walk_place(walk, list[i])] = value_of_symbol(pool, list[i], i);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_tick(pool->context, nh_expr_arity(pool, walk->order[i]));
        if (nh_expr_kind_of(pool, walk->order[i]) != NH_EXPR_SYMBOL) s.value[i] = value_of(&s, walk->order[i]);
    }
    uint64_t hash = nh_hash_combine(size, s.value[nh_walk_place(walk, e)]);
    nh_walk_end(walk);
    if (symbols != NULL) *symbols = list;
    if (count != NULL) *count = size;
    nh_arena_destroy(own);
    return hash;
}

/* Whether a symbol may stand for another in a shape; ranks aside. */
static bool is_like(const nh_pool *pool, nh_expr a, nh_expr b) {
    const nh_symbol *x = nh_expr_symbol_of(pool, a), *y = nh_expr_symbol_of(pool, b);
    if (x->role != y->role || x->order != y->order || x->by_count != y->by_count) return false;
    return x->role != NH_ROLE_FUNCTION || x->by_count == 0 || memcmp(x->by, y->by, x->by_count * sizeof *x->by) == 0;
}

bool nh_expr_same_shape(nh_pool *pool, nh_expr a, nh_expr b) {
    nh_arena *own = nh_arena_create(pool->context);
    nh_expr *from, *to;
    uint32_t count, other;
    bool same =
        nh_expr_shape(pool, own, a, &from, &count) == nh_expr_shape(pool, own, b, &to, &other) && count == other;
    for (uint32_t i = 0; i < count && same; i++) same = is_like(pool, from[i], to[i]);
    same = same && nh_expr_substitute(pool, a, count, from, to, false) == b;
    nh_arena_destroy(own);
    return same;
}
