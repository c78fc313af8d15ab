/* Expressions: exact, immutable, shared, canonical.
 *
 * An expression is a number into a pool, 32 bits. Equal expressions have equal numbers, so equality is ==. The
 * arguments of an expression have lower numbers than itself. Nothing here recurses: depth is limited by memory only.
 *
 * Canonical form, kept by the constructors:
 *   - a sum is a rational constant plus terms with nonzero rational coefficients; no term is a number or a sum. A
 *     rational multiple such as 2 x y is a sum of one term; so products carry no coefficient;
 *   - a product has at least one factor, each a base with a nonzero rational exponent; bases are distinct; a single
 *     factor has an exponent other than 1. A base that is a sum has integer coefficients without a common factor, and
 *     the first term positive unless the exponent has an even denominator. A base that is a product has an exponent
 *     with an even denominator;
 *   - a number as a base is a positive integer, a prime or without small factors, with an exponent between 0 and 1;
 *   - factors that depend on each other, such as x, |x| and (x y)^(1/2), are in one form: so products and integer
 *     powers of equal things are equal expressions, with the exception of odd roots that combine.c names;
 *   - terms and factors are in the order of their structural hash, which depends on names and shape only: the same
 *     expression has the same order in every pool and in every run.
 *
 * Meaning. All is real. A power with exponent p/q in lowest terms is the p-th power of the real q-th root: for odd q it
 * exists for negative bases too, for even q it needs a base that is not negative. So sqrt(x^2) is abs(x), cbrt(x^3) is
 * x. What has no value whatever the symbols are, such as 1/0 or log(0), is the expression NH_EXPR_UNDEFINED, and
 * everything made from it is, except for `if`, of which a branch may have no value. A constructor never changes a value
 * that there is; it may give one where there was none (x/x is 1), and leave none where a factor is 0 whose root was
 * split off: sqrt(x^2 y) = |x| sqrt(y) for x = 0, y < 0. */
#ifndef NH_EXPR_EXPR_H
#define NH_EXPR_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/text/name.h"
#include "num/rational.h"

typedef struct nh_pool nh_pool;
typedef uint32_t nh_expr;
typedef NH_ARRAY(nh_expr) nh_exprs;

static inline bool nh_exprs_has(const nh_exprs *list, nh_expr e) {
    return nh_is_among(e, list->count, list->items);
}

/* Expressions that every pool has. ORDER CONSTANTS in pool.c. */
enum {
    NH_EXPR_ZERO = 0,
    NH_EXPR_ONE = 1,
    NH_EXPR_MINUS_ONE = 2,
    NH_EXPR_UNDEFINED = 3,
    NH_EXPR_PI = 4,
};

typedef enum nh_expr_kind {
    NH_EXPR_NUMBER,      /* a rational; no arguments */
    NH_EXPR_NO_VALUE,    /* NH_EXPR_UNDEFINED; no arguments */
    NH_EXPR_CONSTANT_PI, /* NH_EXPR_PI; no arguments */
    NH_EXPR_SYMBOL,      /* see nh_symbol; no arguments */
    NH_EXPR_SUM,         /* the constant (a number), then term, coefficient, term, coefficient, ... */
    NH_EXPR_PRODUCT,     /* base, exponent, base, exponent, ...; exponents are numbers */
    NH_EXPR_POWER,       /* base, exponent; the exponent is not a number */
    NH_EXPR_IF,          /* d, then, else: `then` where d < 0 */
    NH_EXPR_CALL,        /* the function (a symbol), its arguments */
#define FUNCTION(NAME, name, count, latex) NH_EXPR_##NAME, /* min and max: two or more; the others as the table says */
#include "expr/functions.def"
#undef FUNCTION
    NH_EXPR_KINDS
} nh_expr_kind;

/* A pool is an arena of its own in the context; it counts against the limit on nodes. */
nh_pool *nh_pool_create(nh_context *context);
void nh_pool_destroy(nh_pool *pool); /* accepts NULL */
nh_context *nh_pool_context(const nh_pool *pool);
nh_arena *nh_pool_arena(nh_pool *pool);      /* lives as long as the pool */
uint32_t nh_pool_count(const nh_pool *pool); /* expressions so far; all numbers are below */
size_t nh_pool_bytes(const nh_pool *pool);   /* that they take, about */

/* Examining an expression. Arguments live until the next expression is made: copy what is needed. */
nh_expr_kind nh_expr_kind_of(const nh_pool *pool, nh_expr e);
uint32_t nh_expr_arity(const nh_pool *pool, nh_expr e);
const nh_expr *nh_expr_args(const nh_pool *pool, nh_expr e);
nh_rat nh_expr_rational(const nh_pool *pool, nh_expr e); /* of a number */
bool nh_expr_is_number(const nh_pool *pool, nh_expr e);
bool nh_expr_get_int(const nh_pool *pool, nh_expr e, int64_t *value); /* whether it is an integer of one word */
uint64_t nh_expr_hash(const nh_pool *pool, nh_expr e);                /* structural: the same in every pool */
/* e as coefficient * rest, where rest is not a rational multiple of anything shorter: -2 x y gives -2 and x y, a number
 * n gives n and 1. A sum gives its content and its primitive part. */
nh_expr nh_expr_split(nh_pool *pool, nh_expr e, nh_rat *coefficient);
/* What kinds of symbols occur in an expression, or in the definitions of its abbreviations. Known
 * at once, without a walk. */
typedef enum nh_contents {
    NH_HAS_COORDINATE = 8,    /* or a derivative of one */
    NH_HAS_VELOCITY = 16,     /* or a higher derivative */
    NH_HAS_ACCELERATION = 32, /* or a higher derivative */
    NH_HAS_TIME = 64,         /* t itself */
    NH_HAS_MULTIPLIER = 128,
    NH_HAS_ANYTHING = 8 + 16 + 32 + 64 + 128,
} nh_contents;
bool nh_expr_has(const nh_pool *pool, nh_expr e, nh_contents what); /* any of these */
/* Whether e is certainly >= 0 wherever it has a value: an even power, an absolute value, an
 * exponential, sums of such, ... */
bool nh_expr_is_nonnegative(const nh_pool *pool, nh_expr e);

/* ---- symbols ---- */

typedef enum nh_role {
    NH_ROLE_COORDINATE, /* q and its time derivatives: order 0 coordinate, 1 velocity, 2 acceleration, ... */
    NH_ROLE_PARAMETER,  /* constant in time */
    NH_ROLE_TIME,       /* t */
    NH_ROLE_FUNCTION,   /* a function that occurs in calls, with its orders of partial derivative */
    /* a multiplier, or another quantity that the equations determine, such as a reaction; order as above */
    NH_ROLE_MULTIPLIER,
    NH_ROLE_QUASI,        /* a quasi-velocity; order 0, or 1 for its time derivative, ... */
    NH_ROLE_ABBREVIATION, /* a name for another expression, or a partial derivative of such */
} nh_role;

typedef struct nh_symbol {
    nh_role role;
    nh_name name;
    uint32_t order;     /* time derivatives, where the role has them */
    nh_expr definition; /* of an abbreviation: what it stands for; else NH_EXPR_ZERO */
    nh_expr of;         /* of a partial derivative of an abbreviation: that abbreviation; else NH_EXPR_ZERO */
    const uint32_t *by; /* partial derivatives. Of a function: how often by each argument (arity of them).
                              Of an abbreviation: the symbols by which it is differentiated, in rising order */
    uint32_t by_count;  /* how many entries `by` has: for a function its number of arguments */
} nh_symbol;

/* The symbol of that role, order and name; the same name in two roles makes two symbols. Not for
 * functions, abbreviations. */
nh_expr nh_expr_symbol(nh_pool *pool, nh_role role, nh_name name, uint32_t order);
nh_expr nh_expr_symbol_text(nh_pool *pool, nh_role role, const char *name);
/* A named abbreviation: printed by its name; derivatives, values and dependence look through it. The same name with the
 * same definition is the same abbreviation. */
nh_expr nh_expr_abbreviation(nh_pool *pool, nh_name name, nh_expr definition);
/* A function of this many arguments without a definition; calls of it are made by nh_expr_call. */
nh_expr nh_expr_function(nh_pool *pool, nh_name name, uint32_t arity);
/* The function differentiated once more by its i-th argument, from 0. */
nh_expr nh_expr_function_derivative(nh_pool *pool, nh_expr function, uint32_t i);
/* The abbreviation (or derivative of one) differentiated once more by a symbol; definition is that derivative of what
 * it stands for. A definition that is a number or a symbol is returned instead of a new symbol. */
nh_expr nh_expr_abbreviation_derivative(nh_pool *pool, nh_expr abbreviation, nh_expr by, nh_expr definition);
const nh_symbol *nh_expr_symbol_of(const nh_pool *pool, nh_expr symbol);
/* The symbol with one more time derivative: x to x', x' to x''. For coordinates, multipliers, quasi-velocities. */
nh_expr nh_expr_dot(nh_pool *pool, nh_expr symbol);

/* ---- constructors ---- */

nh_expr nh_expr_number(nh_pool *pool, nh_rat value);
nh_expr nh_expr_int(nh_pool *pool, int64_t value);
nh_expr nh_expr_fraction(nh_pool *pool, int64_t num, int64_t den);

/* Sums of many terms cost n log n at once; adding them one by one costs n^2. */
nh_expr nh_expr_sum(nh_pool *pool, size_t count, const nh_expr *terms);
nh_expr nh_expr_add(nh_pool *pool, nh_expr a, nh_expr b);
nh_expr nh_expr_sub(nh_pool *pool, nh_expr a, nh_expr b);
nh_expr nh_expr_neg(nh_pool *pool, nh_expr a);
nh_expr nh_expr_scale(nh_pool *pool, nh_rat factor, nh_expr a);

nh_expr nh_expr_product(nh_pool *pool, size_t count, const nh_expr *factors);
nh_expr nh_expr_mul(nh_pool *pool, nh_expr a, nh_expr b);
nh_expr nh_expr_div(nh_pool *pool, nh_expr a, nh_expr b);

nh_expr nh_expr_pow(nh_pool *pool, nh_expr base, nh_expr exponent);
nh_expr nh_expr_pow_rational(nh_pool *pool, nh_expr base, nh_rat exponent);
nh_expr nh_expr_pow_int(nh_pool *pool, nh_expr base, int64_t exponent);
nh_expr nh_expr_sqrt(nh_pool *pool, nh_expr a);
nh_expr nh_expr_root(nh_pool *pool, nh_expr a, int64_t order); /* order >= 1 */

/* A function of functions.def, by its kind; min and max take two or more arguments. */
nh_expr nh_expr_apply(nh_pool *pool, nh_expr_kind kind, uint32_t count, const nh_expr *args);
nh_expr nh_expr_apply1(nh_pool *pool, nh_expr_kind kind, nh_expr a);
nh_expr nh_expr_call(nh_pool *pool, nh_expr function, uint32_t count, const nh_expr *args);
/* `then` where condition < 0, else `otherwise`. */
nh_expr nh_expr_if(nh_pool *pool, nh_expr condition, nh_expr then, nh_expr otherwise);

/* Makes the expression of the same kind as e with other arguments (as many as e has), canonical again. */
nh_expr nh_expr_rebuild(nh_pool *pool, nh_expr e, const nh_expr *args);

/* The name of a function's kind in text, such as "sin"; NULL for other kinds. */
const char *nh_expr_function_name(nh_expr_kind kind);
/* The kind of the function with this name; NH_EXPR_KINDS when there is none. */
nh_expr_kind nh_expr_function_kind(const char *name, size_t length);

#endif
