/* Random expressions of a given size, from a seed.
 *
 *     random_exprs g = random_exprs_begin(pool, 3);       // stream 3 of the test's seed
 *     nh_expr e = random_expr(&g, 20);                    // about 20 operations and leaves, never NH_EXPR_UNDEFINED
 *
 * Every kind of expression comes: numbers up to some hundred bits, symbols of all roles, abbreviations and a
 * derivative of one, calls of functions and of their derivatives, sums, products, rational powers with even and odd
 * roots, powers with an expression as exponent, if, and all of functions.def. The caller may set `symbols` and
 * `kinds` anew to have fewer. */
#ifndef NH_TESTS_RANDOM_EXPR_H
#define NH_TESTS_RANDOM_EXPR_H

#include "base/random.h"
#include "expr/expr.h"
#include "support.h"

enum { RANDOM_SYMBOLS_MAX = 16, RANDOM_FUNCTIONS_MAX = 4 };

#define RANDOM_KIND(kind) (UINT64_C(1) << (kind))
#define RANDOM_ALL (~UINT64_C(0))
#define RANDOM_POLYNOMIAL (RANDOM_KIND(NH_EXPR_NUMBER) | RANDOM_KIND(NH_EXPR_SYMBOL) | RANDOM_KIND(NH_EXPR_SUM))

typedef struct random_exprs {
    nh_pool *pool;
    nh_random random;
    nh_expr symbols[RANDOM_SYMBOLS_MAX]; /* leaves; abbreviations may be among them */
    uint32_t symbol_count;               /* at least 1 */
    nh_expr functions[RANDOM_FUNCTIONS_MAX];
    uint32_t function_count; /* none: no calls */
    uint64_t kinds; /* a set of RANDOM_KIND(k). Sums and differences come always; products with NH_EXPR_PRODUCT or
                                NH_EXPR_SUM, quotients and roots with NH_EXPR_PRODUCT only */
} random_exprs;

static inline uint32_t random_below(random_exprs *g, uint32_t bound) {
    return (uint32_t)nh_random_below(&g->random, bound);
}

static inline bool random_has(const random_exprs *g, nh_expr_kind kind) {
    return (g->kinds & RANDOM_KIND(kind)) != 0;
}

static inline nh_rat random_big(random_exprs *g) {
    nh_arena *arena = nh_pool_arena(g->pool);
    nh_rat num =
        nh_rat_pow(arena, nh_rat_int(nh_random_between(&g->random, 2, 50)), nh_random_between(&g->random, 15, 40));
    nh_rat den =
        nh_rat_pow(arena, nh_rat_int(nh_random_between(&g->random, 1, 50)), nh_random_between(&g->random, 15, 40));
    nh_rat value = nh_rat_div(arena, num, den);
    return random_below(g, 2) == 0 ? value : nh_rat_neg(arena, value);
}

/* Mostly small integers and fractions; now and then one of many digits. */
static inline nh_rat random_rational(random_exprs *g) {
    uint32_t choice = random_below(g, 40);
    if (choice == 0) return random_big(g);
    if (choice <= 2)
        return nh_rat_make(nh_random_between(&g->random, -10000000, 10000000), nh_random_between(&g->random, 1, 5000));
    int64_t den = choice < 30 ? 1 : nh_random_between(&g->random, 1, 12);
    return nh_rat_make(nh_random_between(&g->random, -12, 12), den);
}

/* An exponent with a small root, the even ones as often as the odd ones; never 0. */
static inline nh_rat random_exponent(random_exprs *g) {
    int64_t num = nh_random_between(&g->random, 1, random_below(g, 8) == 0 ? 12 : 4);
    static const int64_t roots[] = {1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 9};
    int64_t den = random_has(g, NH_EXPR_PRODUCT) ? roots[random_below(g, sizeof roots / sizeof *roots)] : 1;
    bool negative = random_has(g, NH_EXPR_PRODUCT) && random_below(g, 3) == 0;
    return nh_rat_make(negative ? -num : num, den);
}

/* Whether the powers of e stay within what numbers and exponents may have: powers of powers grow fast. */
static inline bool random_can_grow(random_exprs *g, nh_expr e) {
    nh_rat coefficient;
    nh_expr rest = nh_expr_split(g->pool, e, &coefficient);
    if (nh_rat_bits(coefficient) > 300) return false;
    uint32_t arity = nh_expr_kind_of(g->pool, rest) == NH_EXPR_PRODUCT ? nh_expr_arity(g->pool, rest) : 0;
    for (uint32_t i = 1; i < arity; i += 2)
        if (nh_rat_bits(nh_expr_rational(g->pool, nh_expr_args(g->pool, rest)[i])) > 40) return false;
    return true;
}

static inline nh_expr random_power(random_exprs *g, nh_expr base) {
    return random_can_grow(g, base) ? nh_expr_pow_rational(g->pool, base, random_exponent(g)) : base;
}

static inline nh_expr random_leaf(random_exprs *g) {
    uint32_t choice = random_below(g, 12);
    if (choice == 0 && random_has(g, NH_EXPR_CONSTANT_PI)) return NH_EXPR_PI;
    if (choice <= 3 && random_has(g, NH_EXPR_NUMBER)) return nh_expr_number(g->pool, random_rational(g));
    return g->symbols[random_below(g, g->symbol_count)];
}

static inline nh_expr random_expr(random_exprs *g, uint32_t size);

/* This many arguments of about `size` together; one of them is now and then the same as another. */
static inline void random_arguments(random_exprs *g, uint32_t size, uint32_t count, nh_expr *args) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = i + 1 < count ? random_below(g, size + 1) : size;
        args[i] = i > 0 && random_below(g, 6) == 0 ? args[i - 1] : random_expr(g, part);
        size -= part;
    }
}

static inline nh_expr random_function(random_exprs *g, uint32_t size) {
    nh_expr_kind kind = (nh_expr_kind)(NH_EXPR_SIN + random_below(g, NH_EXPR_KINDS - NH_EXPR_SIN));
    if (!random_has(g, kind)) return random_expr(g, size);
    nh_expr args[4];
    uint32_t count = 1;
    if (kind == NH_EXPR_ATAN2 || kind == NH_EXPR_MOD) count = 2;
    if (kind == NH_EXPR_MIN || kind == NH_EXPR_MAX) count = 2 + random_below(g, 3);
    random_arguments(g, size, count, args);
    return nh_expr_apply(g->pool, kind, count, args);
}

static inline nh_expr random_call(random_exprs *g, uint32_t size) {
    nh_expr args[4];
    nh_expr function = g->functions[random_below(g, g->function_count)];
    uint32_t count = nh_expr_symbol_of(g->pool, function)->by_count;
    random_arguments(g, size, count, args);
    return nh_expr_call(g->pool, function, count, args);
}

static inline nh_expr random_arithmetic(random_exprs *g, uint32_t size, uint32_t choice) {
    nh_expr args[4];
    bool roots = random_has(g, NH_EXPR_PRODUCT), products = roots || random_has(g, NH_EXPR_SUM);
    uint32_t count = 2 + random_below(g, 3);
    random_arguments(g, size, choice <= 2 || choice == 4 ? count : 2, args);
    if (choice >= 4 && products) {
        if (choice == 4) return nh_expr_product(g->pool, count, args);
        if (choice == 5) return nh_expr_mul(g->pool, args[0], args[1]);
        if (choice == 6 && roots) return nh_expr_div(g->pool, args[0], args[1]);
        return random_power(g, args[1]);
    }
    if (choice == 3) return nh_expr_sub(g->pool, args[0], args[1]);
    if (choice <= 2) return nh_expr_sum(g->pool, count, args);
    return nh_expr_add(g->pool, args[0], args[1]);
}

static inline nh_expr random_node(random_exprs *g, uint32_t size) {
    uint32_t choice = random_below(g, 16);
    nh_expr args[3];
    if (choice < 10) return random_arithmetic(g, size, choice);
    if (choice == 10 && random_has(g, NH_EXPR_POWER)) {
        random_arguments(g, size, 2, args);
        return nh_expr_is_number(g->pool, args[1]) ? random_power(g, args[0]) : nh_expr_pow(g->pool, args[0], args[1]);
    }
    if (choice == 11 && random_has(g, NH_EXPR_IF)) {
        random_arguments(g, size, 3, args);
        return nh_expr_if(g->pool, args[0], args[1], args[2]);
    }
    if (choice == 12 && random_has(g, NH_EXPR_CALL) && g->function_count > 0) return random_call(g, size);
    return random_function(g, size);
}

static inline nh_expr random_expr(random_exprs *g, uint32_t size) {
    nh_expr e = size <= 1 ? random_leaf(g) : random_node(g, size - 1);
    return e == NH_EXPR_UNDEFINED ? random_leaf(g) : e;
}

static inline nh_expr random_abbreviation(random_exprs *g, const char *name, uint32_t size) {
    return nh_expr_abbreviation(g->pool, nh_name_of_text(nh_pool_context(g->pool), name), random_expr(g, size));
}

/* A generator with symbols of all roles; streams of one seed are independent of each other. */
static inline random_exprs random_exprs_begin(nh_pool *pool, uint64_t stream) {
    static const nh_role roles[] = {NH_ROLE_COORDINATE, NH_ROLE_COORDINATE, NH_ROLE_PARAMETER, NH_ROLE_PARAMETER,
                                    NH_ROLE_TIME,       NH_ROLE_MULTIPLIER, NH_ROLE_QUASI};
    static const char *const names[] = {"x", "theta", "m", "x", "t", "lambda", "omega"};
    random_exprs g = {.pool = pool, .random = nh_random_make(test_seed(), stream), .kinds = RANDOM_ALL};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        g.symbols[g.symbol_count++] = nh_expr_symbol_text(pool, roles[i], names[i]);
    g.symbols[g.symbol_count++] = nh_expr_dot(pool, g.symbols[0]);
    nh_context *context = nh_pool_context(pool);
    g.functions[g.function_count++] = nh_expr_function(pool, nh_name_of_text(context, "f"), 1);
    g.functions[g.function_count++] = nh_expr_function(pool, nh_name_of_text(context, "g"), 2);
    g.functions[g.function_count] = nh_expr_function_derivative(pool, g.functions[1], 1);
    g.function_count++;
    nh_expr first = random_abbreviation(&g, "F1", 6);
    g.symbols[g.symbol_count++] = first;
    g.symbols[g.symbol_count++] = random_abbreviation(&g, "F2", 10);
    g.symbols[g.symbol_count++] = nh_expr_abbreviation_derivative(pool, first, g.symbols[0], random_expr(&g, 5));
    return g;
}

#endif
