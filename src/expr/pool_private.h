/* The inside of a pool; only src/expr sees it. */
#ifndef NH_EXPR_POOL_PRIVATE_H
#define NH_EXPR_POOL_PRIVATE_H

#include "base/array.h"
#include "base/assert.h"
#include "base/map.h"
#include "expr/answers.h"
#include "expr/expr.h"

/* What is known of an expression from its form. */
enum {
    NH_FLAG_NONNEGATIVE = 1, /* >= 0 wherever it has a value */
    NH_FLAG_PRIMITIVE = 2,   /* a sum with coprime integer coefficients, the first positive */
    NH_FLAG_MAY_VANISH = 4,  /* may be 0 on a whole region: contains if, abs, sign, mod, min, max or a name for 0 */
    /* The other bits are those of nh_contents. */
    NH_FLAGS_INHERITED = NH_FLAG_MAY_VANISH | NH_HAS_ANYTHING, /* what an expression has when an argument has it */
};

typedef struct nh_node {
    uint64_t hash;  /* structural */
    uint32_t first; /* of its arguments in args; a number: in rationals; a symbol: in symbols */
    uint32_t arity;
    uint8_t kind;
    uint8_t flags;
    nh_expr primitive; /* of a sum: its primitive part, once nh_expr_split has found it; else 0 */
} nh_node;

typedef NH_ARRAY(nh_node) nh_nodes;
typedef NH_ARRAY(nh_rat) nh_rats;
typedef NH_ARRAY(nh_symbol) nh_symbols;

/* Numbers that are found without a search: those with a denominator up to NH_FEW_DENOMINATORS and a numerator up to
 * NH_FEW_NUMERATORS in size. */
enum { NH_FEW_NUMERATORS = 16, NH_FEW_DENOMINATORS = 4 };

struct nh_pool {
    nh_context *context;
    nh_arena *arena;
    nh_arena *scratch; /* that of the context */
    nh_nodes nodes;
    nh_exprs args;
    nh_rats rationals;
    nh_symbols symbols;
    nh_index index;                    /* of all nodes, by hash */
    struct nh_walk_table *walk_tables; /* those not in use */
    nh_map derivatives;                /* (expression, symbol) to derivative */
    nh_map answer_place;               /* (question, expression) to a place in answers */
    NH_ARRAY(nh_answer) answers;
    nh_expr few[NH_FEW_DENOMINATORS][2 * NH_FEW_NUMERATORS + 1]; /* numbers that were made; else 0 */
};

/* ---- looking, without a call ---- */

static inline const nh_node *nh_node_of(const nh_pool *pool, nh_expr e) {
    NH_ASSERT(e < pool->nodes.count);
    return &pool->nodes.items[e];
}
static inline const nh_expr *nh_args_of(const nh_pool *pool, const nh_node *node) {
    return pool->args.items + node->first;
}
static inline nh_rat nh_number_of(const nh_pool *pool, nh_expr e) {
    NH_ASSERT(nh_node_of(pool, e)->kind == NH_EXPR_NUMBER);
    return pool->rationals.items[nh_node_of(pool, e)->first];
}

/* Whether the derivative of what has these flags may be other than 0 by a symbol of a kind: the flags of nh_contents
 * that the symbol itself has. Of choices, one branch may have no value, and then no derivative either. */
static inline bool nh_may_have(unsigned flags, unsigned kind) {
    return (flags & kind) == kind || (flags & NH_FLAG_MAY_VANISH) != 0;
}
static inline unsigned nh_kind_of_symbol(const nh_pool *pool, nh_expr symbol) {
    return nh_node_of(pool, symbol)->flags & NH_HAS_ANYTHING;
}

/* Kinds of several symbols; for parameters and quasi-velocities, 0 is among them. */
typedef struct nh_kinds {
    uint32_t count;
    uint8_t kind[32]; /* as many as the five flags can make */
} nh_kinds;

static inline bool nh_may_have_any(unsigned flags, const nh_kinds *kinds) {
    for (uint32_t i = 0; i < kinds->count; i++)
        if (nh_may_have(flags, kinds->kind[i])) return true;
    return false;
}

/* ---- making ---- */

/* A term of a sum or a factor of a product while it is made: t times c, or t to the power c. */
typedef struct nh_part {
    uint64_t hash; /* of t */
    nh_expr t;
    nh_rat c;
} nh_part;

typedef NH_ARRAY(nh_part) nh_parts;

/* The expression of this kind with these arguments, which must be canonical already. */
nh_expr nh_pool_cons(nh_pool *pool, nh_expr_kind kind, uint32_t arity, const nh_expr *args, uint8_t flags);
bool nh_expr_has_flag(const nh_pool *pool, nh_expr e, uint8_t flag);

static inline void nh_parts_push(nh_pool *pool, nh_parts *parts, nh_expr t, nh_rat c) {
    nh_part part = {nh_node_of(pool, t)->hash, t, c};
    nh_array_push(parts, part);
}
/* Parts in the canonical order, those with equal t merged by adding their c, zeros dropped. */
void nh_parts_merge(nh_pool *pool, nh_parts *parts);
/* The same for factors: exponents beyond a machine word are refused. */
void nh_parts_merge_factors(nh_pool *pool, nh_parts *parts);
/* Brings merged factors that depend on each other, such as x, |x| and (-x)^(1/2), into one form; merged again. */
void nh_parts_combine(nh_pool *pool, nh_parts *parts, nh_rat *coefficient);
/* The expression with the arguments t, c, t, c, ... of the parts, which must be canonical already, after a first
 * one unless that is NULL. */
nh_expr nh_parts_cons(nh_pool *pool, nh_expr_kind kind, const nh_expr *first, const nh_parts *parts, uint8_t flags);

/* The sum of factors[i] * terms[i]; all factors 1 when factors is NULL. */
nh_expr nh_expr_linear(nh_pool *pool, size_t count, const nh_rat *factors, const nh_expr *terms);
/* nh_rat_mul, nh_rat_add and nh_rat_gcd where most factors are 1 or -1, most terms 0, and nearly all numbers integers:
 * the result may share its digits with an argument. */
static inline nh_rat nh_times(nh_arena *arena, nh_rat a, nh_rat b) {
    int64_t product;
    if (nh_rat_is_one(a)) return b;
    if (nh_rat_is_one(b)) return a;
    if (a.den == 1 && b.den == 1 && !__builtin_mul_overflow(a.num, b.num, &product) && product != INT64_MIN)
        return (nh_rat){{.num = product}, .den = 1};
    if (a.den == 1 && a.num == -1 && b.den != 0) return (nh_rat){{.num = -b.num}, .den = b.den};
    return nh_rat_mul(arena, a, b);
}
static inline nh_rat nh_plus(nh_arena *arena, nh_rat a, nh_rat b) {
    int64_t sum;
    if (nh_rat_is_zero(a)) return b;
    if (nh_rat_is_zero(b)) return a;
    if (a.den == 1 && b.den == 1 && !__builtin_add_overflow(a.num, b.num, &sum) && sum != INT64_MIN)
        return (nh_rat){{.num = sum}, .den = 1};
    return nh_rat_add(arena, a, b);
}
static inline bool nh_is_unit(nh_rat a) {
    return a.den == 1 && (a.num == 1 || a.num == -1);
}
static inline nh_rat nh_gcd(nh_arena *arena, nh_rat a, nh_rat b) {
    if (a.den == 1 && b.den == 1 && (nh_is_unit(a) || nh_is_unit(b))) return (nh_rat){{.num = 1}, .den = 1};
    return nh_rat_gcd(arena, a, b);
}

/* An exponent p/q of a factor, in lowest terms: whether q is even, whether p is. */
static inline bool nh_has_even_root(nh_rat r) {
    return nh_rat_is_small(r) && r.den % 2 == 0;
}
static inline bool nh_has_even_numerator(nh_rat r) {
    return nh_rat_is_small(r) && r.num % 2 == 0;
}
/* Whether base^r is certainly >= 0 wherever it has a value. */
static inline bool nh_is_factor_nonnegative(const nh_pool *pool, nh_expr base, nh_rat r) {
    return nh_expr_is_nonnegative(pool, base) || nh_has_even_numerator(r) || nh_has_even_root(r);
}
/* Leaves because an exponent has too many digits. */
_Noreturn void nh_refuse_exponent(nh_pool *pool);

/* Whether the first coefficient of e is negative: the sign that odd and even functions pull out. */
bool nh_expr_is_signed(const nh_pool *pool, nh_expr e);
/* c ^ exponent for a rational c; exponent a fraction. */
nh_expr nh_expr_number_power(nh_pool *pool, nh_rat c, nh_rat r);
/* Enters factor * e as terms, and what it has for a constant; false when it has no value. */
bool nh_parts_enter_term(nh_pool *pool, nh_parts *parts, nh_rat *constant, nh_rat factor, nh_expr e);
/* constant plus the sum of the parts (each t times c, in any order, with repetitions). */
nh_expr nh_expr_sum_of(nh_pool *pool, nh_rat constant, nh_parts *parts);
/* Enters e as factors, and what it has for a coefficient; false when it has no value. */
bool nh_parts_enter_factor(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e);
/* coefficient times the product of the parts (each t to the power c, in any order, with repetitions). */
nh_expr nh_expr_product_of(nh_pool *pool, nh_rat coefficient, nh_parts *parts);
/* The same, with the coefficient left outside: *coefficient times what is returned. */
nh_expr nh_expr_product_beside(nh_pool *pool, nh_rat *coefficient, nh_parts *parts);

#endif
