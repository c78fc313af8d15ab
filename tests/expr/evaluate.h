/* The value of an expression in long double, with a bound on its error: an evaluator that shares only nh_walk with the
 * library.
 *
 *     point at = {.seed = 7};                     // every symbol has a value between -2 and 2 made from seed and name
 *     evaluated v = evaluate(pool, e, &at);
 *     if (is_known(v)) ... v.value, v.error
 *
 * A value is one of three: known (finite, the true value is within `error`, to first order in the rounding errors);
 * absent (NaN with error 0: outside the domain for certain); unknown (error infinite: overflow, or so near to a jump, a
 * pole or the edge of a domain that rounding decides). Functions without a definition are f(x1, ..., xn) =
 * sin(c + a1 x1 + ... + an xn) with constants from the name; their derivatives are the derivatives of that. */
#ifndef NH_TESTS_EVALUATE_H
#define NH_TESTS_EVALUATE_H

#include <float.h>
#include <math.h>

#include "base/hash.h"
#include "base/random.h"
#include "expr/walk.h"

/* A test of something that rounds to fewer bits, or has a smaller range, says so before it includes this file. */
#ifndef EVALUATE_ROUNDING
#define EVALUATE_ROUNDING LDBL_EPSILON
#define EVALUATE_MIN LDBL_MIN
#define EVALUATE_MAX LDBL_MAX
#endif

typedef struct evaluated {
    long double value, error;
} evaluated;

typedef struct point {
    uint64_t seed;          /* of the values of the symbols that are not listed */
    uint32_t count;         /* of the listed ones */
    const nh_expr *symbols; /* may be NULL when count is 0 */
    const long double *values;
} point;

static inline bool is_known(evaluated a) {
    return isfinite(a.error) && isfinite(a.value);
}

static inline bool is_absent(evaluated a) {
    return isnan(a.value) && a.error == 0;
}

static inline evaluated make_unknown(void) {
    return (evaluated){NAN, INFINITY};
}

static inline evaluated make_absent(void) {
    return (evaluated){NAN, 0};
}

/* A value that was computed with a bound on what its arguments' errors do to it; roundings: in
 * units of the last place. */
static inline evaluated make_known(long double value, long double error, long double roundings) {
    evaluated v = {value, error + roundings * EVALUATE_ROUNDING * fabsl(value)};
    return is_known(v) && fabsl(value) <= EVALUATE_MAX ? v : make_unknown();
}

/* Whether a result of arguments other than 0 is too small to be told from 0. */
static inline bool is_underflow(long double value) {
    return fabsl(value) < EVALUATE_MIN;
}

/* Whether two known values may be the same number. */
static inline bool is_near(evaluated a, evaluated b) {
    return fabsl(a.value - b.value) <= 4 * (a.error + b.error) + EVALUATE_MIN;
}

/* What an operation gives when one of its arguments is not a number: absent before unknown. False when all are
 * numbers. */
static inline bool is_settled(uint32_t count, const evaluated *a, evaluated *result) {
    bool unknown = false;
    *result = make_absent();
    for (uint32_t i = 0; i < count; i++) {
        if (is_absent(a[i])) return true;
        unknown |= !is_known(a[i]);
    }
    if (unknown) *result = make_unknown();
    return unknown;
}

static inline evaluated value_of_rational(nh_context *context, nh_rat a) {
    if (!nh_rat_is_small(a)) {
        double value = nh_rat_double(context, a);
        return make_known(value, fabsl((long double)value) * DBL_EPSILON + DBL_TRUE_MIN, 0);
    }
    bool exact = (a.den & (a.den - 1)) == 0 && a.num < INT64_C(1) << 53 && a.num > -(INT64_C(1) << 53);
    return make_known((long double)a.num / (long double)a.den, 0, exact ? 0 : 1);
}

/* a^r as expr.h says: the num-th power of the real den-th root. */
static inline long double root_power(long double a, nh_rat r) {
    if (r.den == 1 && (r.num == 1 || r.num == -1)) return r.num > 0 ? a : 1 / a;
    if (r.den == 2 && (r.num == 1 || r.num == -1)) return r.num > 0 ? sqrtl(a) : 1 / sqrtl(a);
    long double size = powl(fabsl(a), (long double)r.num / (long double)r.den);
    return a < 0 && r.num % 2 != 0 ? -size : size;
}

/* How far a result may be off whose relative error is `part` to first order; infinite when that is no small number. */
static inline long double error_of_part(long double value, long double part) {
    return part < 0.1L ? 2 * part * fabsl(value) : INFINITY;
}

static inline evaluated value_of_power(evaluated a, nh_rat r) {
    evaluated result;
    if (is_settled(1, &a, &result)) return result;
    if (a.value == 0 && a.error == 0) return r.num > 0 ? make_known(0, 0, 0) : make_absent();
    if (fabsl(a.value) <= a.error) {
        if (r.num < 0 || r.den % 2 == 0) return make_unknown();
        return make_known(root_power(a.value, r), 2 * root_power(fabsl(a.value) + a.error, r), 4);
    }
    if (r.den % 2 == 0 && a.value < 0) return make_absent();
    long double value = root_power(a.value, r), exponent = fabsl((long double)r.num / (long double)r.den);
    bool is_simple = r.den <= 2 && (r.num == 1 || r.num == -1); /* no rounded exponent */
    long double steep = is_simple ? 0 : exponent * fabsl(logl(fabsl(a.value)));
    if (is_underflow(value)) return make_unknown();
    return make_known(value, error_of_part(value, exponent * a.error / fabsl(a.value)), 4 + 2 * steep);
}

/* A power whose exponent is an expression: pow of the C library, which has a value for a
 * negative base and an integer. */
static inline evaluated value_of_general_power(evaluated a, evaluated b) {
    if (a.value == 0 && a.error == 0 && fabsl(b.value) > b.error)
        return b.value > 0 ? make_known(0, 0, 0) : make_absent();
    if (fabsl(a.value) <= a.error) return make_unknown();
    bool is_integer = b.value == rintl(b.value);
    if (a.value < 0 && b.error > 0) return fabsl(b.value - rintl(b.value)) > b.error ? make_absent() : make_unknown();
    if (a.value < 0 && !is_integer) return make_absent();
    long double value = powl(a.value, b.value), steep = fabsl(logl(fabsl(a.value)));
    long double part = fabsl(b.value) * a.error / fabsl(a.value) + steep * b.error;
    if (is_underflow(value)) return make_unknown();
    return make_known(value, error_of_part(value, part), 4 + 2 * steep * fabsl(b.value));
}

/* f(a) for a function that is monotone, or even and convex, between a - error and a + error. */
static inline evaluated value_of_monotone(long double (*f)(long double), evaluated a) {
    long double value = f(a.value), above = f(a.value + a.error), below = f(a.value - a.error);
    if (isnan(above) || isnan(below) || (is_underflow(value) && value != a.value)) return make_unknown();
    return make_known(value, fmaxl(fabsl(above - value), fabsl(below - value)), 4);
}

static inline evaluated value_of_arc(long double (*f)(long double), evaluated a) {
    if (fabsl(a.value) - a.error > 1) return make_absent();
    return value_of_monotone(f, a); /* unknown across the edge: f is NaN there */
}

static inline evaluated value_of_unary(nh_expr_kind kind, evaluated a) {
    bool is_near_zero = fabsl(a.value) <= a.error;
    switch (kind) {
        case NH_EXPR_SIN: return make_known(sinl(a.value), fminl(a.error, 2) + EVALUATE_ROUNDING * fabsl(a.value), 4);
        case NH_EXPR_COS: return make_known(cosl(a.value), fminl(a.error, 2) + EVALUATE_ROUNDING * fabsl(a.value), 4);
        case NH_EXPR_TAN:
            if (fabsl(cosl(a.value)) <= 2 * a.error) return make_unknown();
            return value_of_monotone(tanl, a);
        case NH_EXPR_ASIN: return value_of_arc(asinl, a);
        case NH_EXPR_ACOS: return value_of_arc(acosl, a);
        case NH_EXPR_ATAN: return value_of_monotone(atanl, a);
        case NH_EXPR_SINH: return value_of_monotone(sinhl, a);
        case NH_EXPR_COSH: return value_of_monotone(coshl, a);
        case NH_EXPR_TANH: return value_of_monotone(tanhl, a);
        case NH_EXPR_EXP: return value_of_monotone(expl, a);
        case NH_EXPR_LOG:
            if (a.value + a.error < 0 || (a.value == 0 && a.error == 0)) return make_absent();
            return is_near_zero ? make_unknown() : value_of_monotone(logl, a);
        case NH_EXPR_ABS: return make_known(fabsl(a.value), a.error, 0);
        case NH_EXPR_SIGN:
            if (is_near_zero) return a.error == 0 ? make_known(0, 0, 0) : make_unknown();
            return make_known(a.value < 0 ? -1 : 1, 0, 0);
        default: return make_unknown();
    }
}

static inline evaluated value_of_atan2(evaluated y, evaluated x) {
    long double away = hypotl(x.value, y.value) - x.error - y.error;
    if (away <= 0) return make_unknown();
    if (x.value < 0 && fabsl(y.value) <= y.error && y.error > 0) return make_unknown(); /* the jump from pi to -pi */
    if (y.value == 0) y.value = 0;                                                      /* there is no -0 */
    return make_known(atan2l(y.value, x.value), (x.error + y.error) / away, 4);
}

/* a - b floor(a/b) */
static inline evaluated value_of_mod(evaluated a, evaluated b) {
    if (b.value == 0 && b.error == 0) return make_absent();
    if (fabsl(b.value) <= b.error) return make_unknown();
    long double q = a.value / b.value, whole = floorl(q);
    long double doubt = (a.error + fabsl(q) * b.error) / (fabsl(b.value) - b.error) + 4 * EVALUATE_ROUNDING * fabsl(q);
    if (a.error + b.error > 0 && (q - whole <= doubt || whole + 1 - q <= doubt)) return make_unknown();
    long double error =
        a.error + fabsl(whole) * b.error + 2 * EVALUATE_ROUNDING * (fabsl(a.value) + fabsl(whole * b.value));
    return make_known(a.value - b.value * whole, error, 1);
}

static inline evaluated value_of_extreme(nh_expr_kind kind, uint32_t count, const evaluated *a) {
    evaluated best = a[0];
    for (uint32_t i = 1; i < count; i++) {
        best.value = kind == NH_EXPR_MIN ? fminl(best.value, a[i].value) : fmaxl(best.value, a[i].value);
        best.error = fmaxl(best.error, a[i].error);
    }
    return best;
}

/* A function of functions.def at the values of its arguments. */
static inline evaluated value_of_function(nh_expr_kind kind, uint32_t count, const evaluated *a) {
    evaluated result;
    if (is_settled(count, a, &result)) return result;
    switch (kind) {
        case NH_EXPR_ATAN2: return value_of_atan2(a[0], a[1]);
        case NH_EXPR_MOD: return value_of_mod(a[0], a[1]);
        case NH_EXPR_MIN:
        case NH_EXPR_MAX: return value_of_extreme(kind, count, a);
        default: return value_of_unary(kind, a[0]);
    }
}

/* constant + a1 c1 + a2 c2 + ... */
static inline evaluated value_of_sum(uint32_t count, const evaluated *a) {
    evaluated result;
    if (is_settled(count, a, &result)) return result;
    long double value = a[0].value, error = a[0].error, size = fabsl(a[0].value);
    for (uint32_t i = 1; i + 1 < count; i += 2) {
        long double x = a[i].value, y = a[i + 1].value;
        value += x * y;
        size += fabsl(x * y);
        error += fabsl(x) * a[i + 1].error + fabsl(y) * a[i].error + a[i].error * a[i + 1].error;
    }
    return make_known(value, count == 1 ? error : error + count * EVALUATE_ROUNDING * size, 1);
}

static inline evaluated value_of_product(uint32_t count, const evaluated *a) {
    evaluated result;
    if (is_settled(count, a, &result)) return result;
    long double value = 1, largest = 1;
    bool is_zero = false;
    for (uint32_t i = 0; i < count; i++) {
        value *= a[i].value;
        largest *= fabsl(a[i].value) + a[i].error;
        is_zero |= a[i].value == 0;
    }
    if (!is_zero && is_underflow(value)) return make_unknown();
    return make_known(value, (largest - fabsl(value)) + count * EVALUATE_ROUNDING * largest, 1);
}

static inline evaluated value_of_if(const evaluated *a) {
    evaluated result;
    if (is_settled(1, a, &result)) return result;
    if (fabsl(a[0].value) <= a[0].error && a[0].error > 0) return make_unknown();
    return a[0].value < 0 ? a[1] : a[2];
}

/* Between -2 and 2, from a seed. */
static inline long double value_from(uint64_t seed, uint64_t stream) {
    nh_random random = nh_random_make(seed, stream);
    return nh_random_uniform(&random, -2, 2);
}

/* sin(c + a1 x1 + ...), differentiated k times in all: times the a's, a quarter turn further each time. */
static inline evaluated value_of_call(nh_context *context, const nh_symbol *f, const evaluated *x) {
    evaluated result;
    if (is_settled(f->by_count, x, &result)) return result;
    uint64_t seed = nh_hash_bytes(nh_name_text(context, f->name), nh_name_length(context, f->name));
    long double angle = value_from(seed, 0), factor = 1, error = 0, size = fabsl(angle);
    uint32_t turns = 0;
    for (uint32_t i = 0; i < f->by_count; i++) {
        long double a = value_from(seed, 1 + i);
        angle += a * x[i].value;
        size += fabsl(a * x[i].value);
        error += fabsl(a) * x[i].error;
        for (uint32_t k = 0; k < f->by[i]; k++, turns++) factor *= a;
    }
    long double s = sinl(angle), c = cosl(angle);
    const long double quarter[] = {s, c, -s, -c};
    error = fminl(error, 2) + 8 * EVALUATE_ROUNDING * (1 + size);
    return make_known(factor * quarter[turns % 4], fabsl(factor) * error, 4 + turns);
}

static inline evaluated value_of_symbol(nh_pool *pool, nh_expr e, const point *at) {
    for (uint32_t i = 0; i < at->count; i++)
        if (at->symbols[i] == e) return make_known(at->values[i], 0, 0);
    return make_known(value_from(at->seed, nh_expr_hash(pool, e)), 0, 0);
}

/* An expression from the values of its arguments, in the order of nh_expr_args. */
static inline evaluated value_of_node(nh_pool *pool, nh_expr e, evaluated *a, const point *at) {
    uint32_t arity = nh_expr_arity(pool, e);
    evaluated result;
    switch (nh_expr_kind_of(pool, e)) {
        case NH_EXPR_NUMBER: return value_of_rational(nh_pool_context(pool), nh_expr_rational(pool, e));
        case NH_EXPR_NO_VALUE: return make_absent();
        case NH_EXPR_CONSTANT_PI: return make_known(acosl(-1), 0, 1);
        case NH_EXPR_SYMBOL: return value_of_symbol(pool, e, at);
        case NH_EXPR_SUM: return value_of_sum(arity, a);
        case NH_EXPR_PRODUCT:
            for (uint32_t i = 0; i < arity; i += 2)
                a[i / 2] = value_of_power(a[i], nh_expr_rational(pool, nh_expr_args(pool, e)[i + 1]));
            return value_of_product(arity / 2, a);
        case NH_EXPR_POWER: return is_settled(2, a, &result) ? result : value_of_general_power(a[0], a[1]);
        case NH_EXPR_IF: return value_of_if(a);
        case NH_EXPR_CALL:
            return value_of_call(nh_pool_context(pool), nh_expr_symbol_of(pool, nh_expr_args(pool, e)[0]), a + 1);
        default: return value_of_function(nh_expr_kind_of(pool, e), arity, a);
    }
}

/* The values of many expressions at one point; shared parts are evaluated once. */
static inline void evaluate_all(nh_pool *pool, size_t count, const nh_expr *e, const point *at, evaluated *result) {
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_walk *walk = nh_walk_begin(pool, count, e, NH_WALK_DEFINITIONS);
    evaluated *values = NH_NEW_ARRAY(scratch, evaluated, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr node = walk->order[i];
        nh_arena_mark mark = nh_arena_mark_here(scratch);
        uint32_t arity = nh_expr_arity(pool, node);
        evaluated *a = NH_NEW_ARRAY(scratch, evaluated, arity);
        for (uint32_t j = 0; j < arity; j++) a[j] = values[nh_walk_place(walk, nh_expr_args(pool, node)[j])];
        bool is_name = nh_expr_kind_of(pool, node) == NH_EXPR_SYMBOL &&
                       nh_expr_symbol_of(pool, node)->role == NH_ROLE_ABBREVIATION;
        values[i] = is_name ? values[nh_walk_place(walk, nh_expr_symbol_of(pool, node)->definition)]
                            : value_of_node(pool, node, a, at);
        nh_arena_release(scratch, mark);
    }
    for (size_t i = 0; i < count; i++) result[i] = values[nh_walk_place(walk, e[i])];
    nh_walk_end(walk);
}

static inline evaluated evaluate(nh_pool *pool, nh_expr e, const point *at) {
    evaluated result;
    evaluate_all(pool, 1, &e, at, &result);
    return result;
}

#endif
