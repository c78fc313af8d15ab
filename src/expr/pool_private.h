/* The inside of a pool; only src/expr sees it. */
#ifndef NH_EXPR_POOL_PRIVATE_H
#define NH_EXPR_POOL_PRIVATE_H

#include "base/array.h"
#include "base/map.h"
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
} nh_node;

typedef NH_ARRAY(nh_node) nh_nodes;
typedef NH_ARRAY(nh_expr) nh_exprs;
typedef NH_ARRAY(nh_rat) nh_rats;
typedef NH_ARRAY(nh_symbol) nh_symbols;

struct nh_pool {
    nh_context *context;
    nh_arena *arena;
    nh_nodes nodes;
    nh_exprs args;
    nh_rats rationals;
    nh_symbols symbols;
    nh_index index;                    /* of all nodes, by hash */
    struct nh_walk_table *walk_tables; /* those not in use */
    nh_map derivatives;                /* (expression, symbol) to derivative */
};

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

/* Parts in the canonical order, those with equal t merged by adding their c, zeros dropped. */
void nh_parts_push(nh_pool *pool, nh_parts *parts, nh_expr t, nh_rat c);
void nh_parts_merge(nh_pool *pool, nh_parts *parts);
/* The same for factors: exponents beyond a machine word are refused. */
void nh_parts_merge_factors(nh_pool *pool, nh_parts *parts);
/* Brings merged factors that depend on each other, such as x, |x| and (-x)^(1/2), into one form; merged again. */
void nh_parts_combine(nh_pool *pool, nh_parts *parts, nh_rat *coefficient);
/* The arguments t, c, t, c, ... of the parts, behind `room` places that the caller fills; in the scratch arena. */
nh_expr *nh_parts_args(nh_pool *pool, const nh_parts *parts, uint32_t room);

/* The sum of factors[i] * terms[i]; all factors 1 when factors is NULL. */
nh_expr nh_expr_linear(nh_pool *pool, size_t count, const nh_rat *factors, const nh_expr *terms);
/* nh_rat_mul and nh_rat_add where most factors are 1 and most terms 0: the result may share its digits with an argument. */
static inline nh_rat nh_times(nh_arena *arena, nh_rat a, nh_rat b) {
    return nh_rat_is_one(a) ? b : nh_rat_is_one(b) ? a : nh_rat_mul(arena, a, b);
}
static inline nh_rat nh_plus(nh_arena *arena, nh_rat a, nh_rat b) {
    return nh_rat_is_zero(a) ? b : nh_rat_is_zero(b) ? a : nh_rat_add(arena, a, b);
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
/* Enters e as factors, and what it has for a coefficient; false when it has no value. */
bool nh_parts_enter_factor(nh_pool *pool, nh_parts *parts, nh_rat *coefficient, nh_expr e);
/* coefficient times the product of the parts (each t to the power c, in any order, with repetitions). */
nh_expr nh_expr_product_of(nh_pool *pool, nh_rat coefficient, nh_parts *parts);

#endif
