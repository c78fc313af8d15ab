/* Hidden identities: known ones, with random operands put into them, one inside the other, multiplied out in part. And
 * false ones: the same with one coefficient, sign or angle changed.
 *
 * A rule is a pair of texts that are equal wherever both have values. Letters stand for operands:
 *
 *     u v w   angles     a b c   anything     r s   arguments of roots     n m   numbers, different and not 0
 *
 * An operand is itself a pair: what was made by other rules, its left side on the left and its
 * right side on the right. */
#ifndef NH_TESTS_HIDDEN_H
#define NH_TESTS_HIDDEN_H

#include <stdio.h>
#include <string.h>

#include "../expr/evaluate.h"
#include "support.h"

#include "algebra/domain/identity.h"
#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "expr/inspect.h"
#include "expr/print/print.h"
#include "expr/read/read.h"

typedef enum hidden_class {
    HIDDEN_ANGLE_SUM,
    HIDDEN_MULTIPLE_ANGLE,
    HIDDEN_HALF_ANGLE,
    HIDDEN_SEVERAL_ANGLES,
    HIDDEN_RATIONAL_MULTIPLE,
    HIDDEN_PRODUCT_TO_SUM,
    HIDDEN_PYTHAGORAS,
    HIDDEN_TANGENT,
    HIDDEN_EXPONENTIAL,
    HIDDEN_HYPERBOLIC,
    HIDDEN_ROOT,
    HIDDEN_CONJUGATE,
    HIDDEN_SEVERAL_ROOTS,
    HIDDEN_NESTED_ROOTS,
    HIDDEN_ROOT_OF_PRODUCT,
    HIDDEN_ROOT_OF_SQUARE,
    HIDDEN_DENESTED,
    HIDDEN_PARTIAL_FRACTIONS,
    HIDDEN_COMMON_DENOMINATOR,
    HIDDEN_CANCELLED,
    HIDDEN_POLYNOMIAL,
    HIDDEN_TIME,
    HIDDEN_DERIVATIVE,
    HIDDEN_MIXED, /* rules of any class, one after the other */
    HIDDEN_CLASSES
} hidden_class;

static const char *const hidden_names[HIDDEN_CLASSES] = {
    "angle sums",
    "multiple angles",
    "half angles",
    "several angles",
    "rational multiples",
    "products, sums",
    "sin^2 + cos^2",
    "tangents",
    "exponentials",
    "hyperbolic",
    "roots",
    "conjugates",
    "several roots",
    "nested roots",
    "roots of products",
    "roots of squares",
    "roots denested",
    "partial fractions",
    "common denominator",
    "cancelled factors",
    "polynomials",
    "functions of time",
    "derivatives",
    "mixed",
};

typedef struct hidden_rule {
    hidden_class class;
    const char *left, *right;
} hidden_rule;

/* clang-format off */
static const hidden_rule hidden_rules[] = {
    {HIDDEN_ANGLE_SUM, "sin(u + v)", "sin(u)*cos(v) + cos(u)*sin(v)"},
    {HIDDEN_ANGLE_SUM, "cos(u - v)", "cos(u)*cos(v) + sin(u)*sin(v)"},
    {HIDDEN_ANGLE_SUM, "a*sin(u - v) + b*cos(u + v)", "(a*sin(u) + b*cos(u))*cos(v) - (a*cos(u) + b*sin(u))*sin(v)"},
    {HIDDEN_ANGLE_SUM, "sin(u + v)*sin(u - v)", "sin(u)^2 - sin(v)^2"},
    {HIDDEN_ANGLE_SUM, "cos(u + v)*cos(u - v)", "cos(u)^2 - sin(v)^2"},
    {HIDDEN_ANGLE_SUM, "sin(u + pi/3)", "sin(u)/2 + sqrt(3)*cos(u)/2"},
    {HIDDEN_ANGLE_SUM, "a*cos(u + pi/2)", "-a*sin(u)"},
    {HIDDEN_ANGLE_SUM, "sin(u + pi/4)^2", "(sin(u) + cos(u))^2/2"},
    {HIDDEN_MULTIPLE_ANGLE, "sin(2*u)", "2*sin(u)*cos(u)"},
    {HIDDEN_MULTIPLE_ANGLE, "a*cos(2*u)", "a - 2*a*sin(u)^2"},
    {HIDDEN_MULTIPLE_ANGLE, "cos(2*u)", "cos(u)^4 - sin(u)^4"},
    {HIDDEN_MULTIPLE_ANGLE, "sin(3*u)", "3*sin(u) - 4*sin(u)^3"},
    {HIDDEN_MULTIPLE_ANGLE, "cos(3*u)", "4*cos(u)^3 - 3*cos(u)"},
    {HIDDEN_MULTIPLE_ANGLE, "sin(3*u)*cos(2*u)", "sin(u)*(4*cos(u)^2 - 1)*(2*cos(u)^2 - 1)"},
    {HIDDEN_MULTIPLE_ANGLE, "cos(4*u)", "8*cos(u)^4 - 8*cos(u)^2 + 1"},
    {HIDDEN_MULTIPLE_ANGLE, "(a*cos(2*u) + b*sin(2*u))^2 + (a*sin(2*u) - b*cos(2*u))^2", "a^2 + b^2"},
    {HIDDEN_HALF_ANGLE, "a*sin(u)", "2*a*sin(u/2)*cos(u/2)"},
    {HIDDEN_HALF_ANGLE, "1 - cos(u)", "2*sin(u/2)^2"},
    {HIDDEN_HALF_ANGLE, "a*(1 + cos(u))", "2*a*cos(u/2)^2"},
    {HIDDEN_HALF_ANGLE, "tan(u/2)", "sin(u)/(1 + cos(u))"},
    {HIDDEN_HALF_ANGLE, "sin(u)", "2*tan(u/2)/(1 + tan(u/2)^2)"},
    {HIDDEN_HALF_ANGLE, "cos(u)", "(1 - tan(u/2)^2)/(1 + tan(u/2)^2)"},
    {HIDDEN_SEVERAL_ANGLES, "cos(u + v - w)",
     "cos(u)*cos(v)*cos(w) - sin(u)*sin(v)*cos(w) + sin(u)*cos(v)*sin(w) + cos(u)*sin(v)*sin(w)"},
    {HIDDEN_SEVERAL_ANGLES, "sin(u + v + w)",
     "sin(u)*cos(v)*cos(w) + cos(u)*sin(v)*cos(w) + cos(u)*cos(v)*sin(w) - sin(u)*sin(v)*sin(w)"},
    {HIDDEN_SEVERAL_ANGLES, "(a*cos(u) + b*cos(u + v))^2 + (a*sin(u) + b*sin(u + v))^2", "a^2 + b^2 + 2*a*b*cos(v)"},
    {HIDDEN_SEVERAL_ANGLES,
     "(cos(u)*cos(v) - sin(u)*cos(w)*sin(v))^2 + (cos(u)*sin(v) + sin(u)*cos(w)*cos(v))^2"
     " + sin(u)^2*sin(w)^2", "1"},
    {HIDDEN_SEVERAL_ANGLES, "sin(u - v) + sin(v - w) + sin(w - u)", "-4*sin((u - v)/2)*sin((v - w)/2)*sin((w - u)/2)"},
    {HIDDEN_SEVERAL_ANGLES, "cos(u + v)*sin(u + w) - sin(u + v)*cos(u + w)", "sin(w - v)"},
    {HIDDEN_RATIONAL_MULTIPLE, "sin(3*u/2)", "sin(u)*cos(u/2) + cos(u)*sin(u/2)"},
    {HIDDEN_RATIONAL_MULTIPLE, "cos(u)", "4*cos(u/3)^3 - 3*cos(u/3)"},
    {HIDDEN_RATIONAL_MULTIPLE, "sin(5*u/6)", "sin(u/2)*cos(u/3) + cos(u/2)*sin(u/3)"},
    {HIDDEN_RATIONAL_MULTIPLE, "a*sin(2*u/3)", "2*a*sin(u/3)*cos(u/3)"},
    {HIDDEN_RATIONAL_MULTIPLE, "cos(u/2)*cos(u/4)", "(cos(3*u/4) + cos(u/4))/2"},
    {HIDDEN_PRODUCT_TO_SUM, "sin(u)*cos(v)", "(sin(u + v) + sin(u - v))/2"},
    {HIDDEN_PRODUCT_TO_SUM, "2*a*sin(u)*sin(v)", "a*cos(u - v) - a*cos(u + v)"},
    {HIDDEN_PRODUCT_TO_SUM, "cos(u) + cos(v)", "2*cos((u + v)/2)*cos((u - v)/2)"},
    {HIDDEN_PRODUCT_TO_SUM, "sin(u) - sin(v)", "2*cos((u + v)/2)*sin((u - v)/2)"},
    {HIDDEN_PRODUCT_TO_SUM, "cos(u)^3", "(3*cos(u) + cos(3*u))/4"},
    {HIDDEN_PRODUCT_TO_SUM, "cos(u)^4", "(3 + 4*cos(2*u) + cos(4*u))/8"},
    {HIDDEN_PRODUCT_TO_SUM, "sin(u)^2*cos(u)^2", "(1 - cos(4*u))/8"},
    {HIDDEN_PYTHAGORAS, "a*sin(u)^2 + a*cos(u)^2", "a"},
    {HIDDEN_PYTHAGORAS, "(a*cos(u) + b*sin(u))^2 + (a*sin(u) - b*cos(u))^2", "a^2 + b^2"},
    {HIDDEN_PYTHAGORAS, "(a + b*sin(u))*(a - b*sin(u))", "a^2 - b^2 + b^2*cos(u)^2"},
    {HIDDEN_PYTHAGORAS, "(a*cos(u)*cos(v) - b*sin(u))^2 + (a*sin(u)*cos(v) + b*cos(u))^2 + a^2*sin(v)^2", "a^2 + b^2"},
    {HIDDEN_PYTHAGORAS, "sin(u)^4 - cos(u)^4", "2*sin(u)^2 - 1"},
    {HIDDEN_PYTHAGORAS, "sin(u)^6 + cos(u)^6", "1 - 3*sin(u)^2*cos(u)^2"},
    {HIDDEN_PYTHAGORAS, "cos(u)/(1 - sin(u))", "(1 + sin(u))/cos(u)"},
    {HIDDEN_TANGENT, "a*tan(u)", "a*sin(u)/cos(u)"},
    {HIDDEN_TANGENT, "1 + tan(u)^2", "1/cos(u)^2"},
    {HIDDEN_TANGENT, "tan(u + v)", "(tan(u) + tan(v))/(1 - tan(u)*tan(v))"},
    {HIDDEN_TANGENT, "tan(2*u)", "2*tan(u)/(1 - tan(u)^2)"},
    {HIDDEN_TANGENT, "tan(u) + 1/tan(u)", "2/sin(2*u)"},
    {HIDDEN_TANGENT, "tan(u) - tan(v)", "sin(u - v)/(cos(u)*cos(v))"},
    {HIDDEN_EXPONENTIAL, "exp(u)*exp(v)", "exp(u + v)"},
    {HIDDEN_EXPONENTIAL, "a*exp(2*u)", "a*exp(u)^2"},
    {HIDDEN_EXPONENTIAL, "exp(u - v)", "exp(u)/exp(v)"},
    {HIDDEN_EXPONENTIAL, "(exp(u) + a)*(exp(u) - a)", "exp(2*u) - a^2"},
    {HIDDEN_EXPONENTIAL, "1/(1 + exp(u))", "exp(-u)/(1 + exp(-u))"},
    {HIDDEN_EXPONENTIAL, "exp(u/2)*exp(u/3)", "exp(5*u/6)"},
    {HIDDEN_HYPERBOLIC, "a*cosh(u)^2 - a*sinh(u)^2", "a"},
    {HIDDEN_HYPERBOLIC, "cosh(u + v)", "cosh(u)*cosh(v) + sinh(u)*sinh(v)"},
    {HIDDEN_HYPERBOLIC, "sinh(2*u)", "2*sinh(u)*cosh(u)"},
    {HIDDEN_HYPERBOLIC, "2*cosh(u)", "exp(u) + exp(-u)"},
    {HIDDEN_HYPERBOLIC, "tanh(u)", "1 - 2/(exp(2*u) + 1)"},
    {HIDDEN_HYPERBOLIC, "a*tanh(u)*cosh(u)", "a*sinh(u)"},
    {HIDDEN_ROOT, "(a + sqrt(r))^2", "a^2 + 2*a*sqrt(r) + r"},
    {HIDDEN_ROOT, "(a + b*sqrt(r))*(a - b*sqrt(r))", "a^2 - b^2*r"},
    {HIDDEN_ROOT, "r/sqrt(r)", "sqrt(r)"},
    {HIDDEN_ROOT, "(1 + sqrt(r))^3", "1 + 3*r + (3 + r)*sqrt(r)"},
    {HIDDEN_ROOT, "a*sqrt(r)^3 + b*sqrt(r)", "(a*r + b)*sqrt(r)"},
    {HIDDEN_ROOT, "(a + cbrt(r))*(a^2 - a*cbrt(r) + cbrt(r)^2)", "a^3 + r"},
    {HIDDEN_ROOT, "a/sqrt(r) + sqrt(r)/a", "(a^2 + r)/(a*sqrt(r))"},
    {HIDDEN_CONJUGATE, "1/(a + sqrt(r))", "(a - sqrt(r))/(a^2 - r)"},
    {HIDDEN_CONJUGATE, "b/(n + sqrt(r))", "b*(n - sqrt(r))/(n^2 - r)"},
    {HIDDEN_CONJUGATE, "(n - sqrt(r))/(n + sqrt(r))", "(n^2 - 2*n*sqrt(r) + r)/(n^2 - r)"},
    {HIDDEN_CONJUGATE, "1/(sqrt(r + a^2) + a)", "(sqrt(r + a^2) - a)/r"},
    {HIDDEN_SEVERAL_ROOTS, "(sqrt(r) + sqrt(s))*(sqrt(r) - sqrt(s))", "r - s"},
    {HIDDEN_SEVERAL_ROOTS, "(a*sqrt(r) + b*sqrt(s))^2", "a^2*r + b^2*s + 2*a*b*sqrt(r)*sqrt(s)"},
    {HIDDEN_SEVERAL_ROOTS, "1/(sqrt(r) + sqrt(s))", "(sqrt(r) - sqrt(s))/(r - s)"},
    {HIDDEN_SEVERAL_ROOTS, "sqrt(r)/sqrt(s)", "sqrt(r)*sqrt(s)/s"},
    {HIDDEN_SEVERAL_ROOTS, "(1 + sqrt(2)*a)*(1 - sqrt(2)*a)*(1 + sqrt(3)*a)", "(1 - 2*a^2)*(1 + sqrt(3)*a)"},
    {HIDDEN_SEVERAL_ROOTS, "1/(1 + sqrt(2) + sqrt(3))", "(2 + sqrt(2) - sqrt(6))/4"},
    {HIDDEN_NESTED_ROOTS, "(sqrt(n^2 + sqrt(r)) + a)*(sqrt(n^2 + sqrt(r)) - a)", "n^2 + sqrt(r) - a^2"},
    {HIDDEN_NESTED_ROOTS, "sqrt(1 + sqrt(r))^4", "1 + 2*sqrt(r) + r"},
    {HIDDEN_NESTED_ROOTS, "1/sqrt(1 + sqrt(r))", "sqrt(1 + sqrt(r))*(1 - sqrt(r))/(1 - r)"},
    {HIDDEN_NESTED_ROOTS, "(sqrt(s + sqrt(r))^2 - s)^2", "r"},
    {HIDDEN_ROOT_OF_PRODUCT, "a*sqrt(r)*sqrt(s)", "a*sqrt(r*s)"},
    {HIDDEN_ROOT_OF_PRODUCT, "sqrt(r*s)/sqrt(s)", "sqrt(r)"},
    {HIDDEN_ROOT_OF_PRODUCT, "sqrt(r^2 - s^2)", "sqrt(r + s)*sqrt(r - s)"},
    {HIDDEN_ROOT_OF_PRODUCT, "sqrt(4*r + 4*a^2)", "2*sqrt(r + a^2)"},
    {HIDDEN_ROOT_OF_SQUARE, "sqrt(a^2 + 2*a*b + b^2)", "abs(a + b)"},
    {HIDDEN_ROOT_OF_SQUARE, "sqrt(a^2 - 2*n*a + n^2)", "abs(a - n)"},
    {HIDDEN_ROOT_OF_SQUARE, "sqrt(1 - cos(u)^2)", "abs(sin(u))"},
    {HIDDEN_ROOT_OF_SQUARE, "abs(a)*abs(b)", "abs(a*b)"},
    {HIDDEN_ROOT_OF_SQUARE, "(abs(a) + b)^2", "a^2 + 2*b*abs(a) + b^2"},
    {HIDDEN_ROOT_OF_SQUARE, "sqrt(r^2 + 2*r + 1)", "abs(r + 1)"},
    {HIDDEN_DENESTED, "sqrt(r + s + 2*sqrt(r*s))", "sqrt(r) + sqrt(s)"},
    {HIDDEN_DENESTED, "sqrt(5 + 2*sqrt(6))", "sqrt(2) + sqrt(3)"},
    {HIDDEN_DENESTED, "sqrt(1 + r + 2*sqrt(r))", "1 + sqrt(r)"},
    {HIDDEN_PARTIAL_FRACTIONS, "1/((a - n)*(a - m))", "(1/(a - n) - 1/(a - m))/(n - m)"},
    {HIDDEN_PARTIAL_FRACTIONS, "a/(a^2 - n^2)", "1/(2*(a - n)) + 1/(2*(a + n))"},
    {HIDDEN_PARTIAL_FRACTIONS, "b/(a*(1 + a^2))", "b/a - a*b/(1 + a^2)"},
    {HIDDEN_PARTIAL_FRACTIONS, "(a^3 + n)/(a + m)", "a^2 - m*a + m^2 + (n - m^3)/(a + m)"},
    {HIDDEN_PARTIAL_FRACTIONS, "1/(a*(a + 1)*(a + 2))", "1/(2*a) - 1/(a + 1) + 1/(2*(a + 2))"},
    {HIDDEN_COMMON_DENOMINATOR, "a/b + b/c", "(a*c + b^2)/(b*c)"},
    {HIDDEN_COMMON_DENOMINATOR, "1/(a + n) + 1/(b + m)", "(a + b + n + m)/((a + n)*(b + m))"},
    {HIDDEN_COMMON_DENOMINATOR, "a/(1 + b/(1 + c))", "a*(1 + c)/(1 + b + c)"},
    {HIDDEN_COMMON_DENOMINATOR, "1/(1/a + 1/b)", "a*b/(a + b)"},
    {HIDDEN_CANCELLED, "(a^2 - b^2)/(a - b)", "a + b"},
    {HIDDEN_CANCELLED, "(a^3 + b^3)/(a + b)", "a^2 - a*b + b^2"},
    {HIDDEN_CANCELLED, "(a^2 + (n + m)*a + n*m)/(a + n)", "a + m"},
    {HIDDEN_CANCELLED, "(a*c + b*c)/(a^2 - b^2)", "c/(a - b)"},
    {HIDDEN_CANCELLED, "(a^4 - n^4)/(a^2 + n^2)", "(a - n)*(a + n)"},
    {HIDDEN_POLYNOMIAL, "(a + n*b)^3", "a^3 + 3*n*a^2*b + 3*n^2*a*b^2 + n^3*b^3"},
    {HIDDEN_POLYNOMIAL, "(a + b)*(b + c)*(c + a)", "(a + b + c)*(a*b + b*c + c*a) - a*b*c"},
    {HIDDEN_POLYNOMIAL, "(n*a - m*b)*(a + b/n)", "n*a^2 + a*b - m*a*b - m*b^2/n"},
    {HIDDEN_POLYNOMIAL, "(a^2 + b^2)*(c^2 + n^2)", "(a*c - n*b)^2 + (n*a + b*c)^2"},
    {HIDDEN_POLYNOMIAL, "a/3 + (b + c)^2/n", "(n*a + 3*b^2 + 6*b*c + 3*c^2)/(3*n)"},
};

/* What is made of identities: a, b are earlier ones. */
static const char *const hidden_frames[] = {
    "a + b", "a*b", "n*a - m*b", "a*(b + c)", "a/(1 + b^2)", "(a + n*b)^2", "c*a + b", "(a + c)*(b - c)",
    "a*sin(u) + b*cos(u)",
};
/* clang-format on */

enum {
    HIDDEN_RULES = sizeof hidden_rules / sizeof *hidden_rules,
    HIDDEN_FRAMES = sizeof hidden_frames / sizeof *hidden_frames,
    HIDDEN_LETTERS = 10,
    HIDDEN_COORDINATES = 6,
    HIDDEN_PARAMETERS = 4,
    HIDDEN_LONG = 150 /* operations: longer ones are not taken */
};

static const char hidden_letters[HIDDEN_LETTERS + 1] = "uvwabcrsnm";

typedef struct hidden {
    nh_pool *pool;
    nh_arena *arena;
    nh_random *random;
    nh_read_names names;
    nh_expr letters[HIDDEN_LETTERS];
    nh_expr x[HIDDEN_COORDINATES], p[HIDDEN_PARAMETERS], t, f, g; /* f and g: of t */
} hidden;

typedef struct hidden_sides {
    nh_expr l, r;
} hidden_sides;

/* ---- making them ---- */

static inline hidden hidden_begin(nh_context *context, nh_random *random) {
    static const char *const words[] = {"x", "y", "z", "phi", "psi", "theta"}, *const fixed[] = {"M", "J", "R", "k"};
    hidden h = {.pool = nh_pool_create(context), .arena = nh_arena_create(context), .random = random};
    for (int i = 0; i < HIDDEN_COORDINATES; i++) h.x[i] = nh_expr_symbol_text(h.pool, NH_ROLE_COORDINATE, words[i]);
    for (int i = 0; i < HIDDEN_PARAMETERS; i++) h.p[i] = nh_expr_symbol_text(h.pool, NH_ROLE_PARAMETER, fixed[i]);
    for (int i = 0; i < HIDDEN_LETTERS; i++)
        h.letters[i] = nh_expr_symbol_text(h.pool, NH_ROLE_MULTIPLIER, (char[]){hidden_letters[i], 0});
    h.t = nh_expr_symbol_text(h.pool, NH_ROLE_TIME, "t");
    h.f = nh_expr_call(h.pool, nh_expr_function(h.pool, nh_name_of_text(context, "f"), 1), 1, &h.t);
    h.g = nh_expr_call(h.pool, nh_expr_function(h.pool, nh_name_of_text(context, "g"), 1), 1, &h.t);
    h.names = nh_read_names_of(h.pool, h.arena, HIDDEN_LETTERS, h.letters);
    return h;
}

static inline void hidden_end(hidden *h) {
    nh_pool_destroy(h->pool);
    nh_arena_destroy(h->arena);
}

static inline uint64_t hidden_below(hidden *h, uint64_t bound) {
    return nh_random_below(h->random, bound);
}

static inline nh_expr hidden_symbol(hidden *h) {
    return hidden_below(h, 3) == 0 ? h->p[hidden_below(h, HIDDEN_PARAMETERS)]
                                   : h->x[hidden_below(h, HIDDEN_COORDINATES)];
}

static inline nh_expr hidden_number(hidden *h) {
    int64_t numerator = nh_random_between(h->random, 1, 5) * (hidden_below(h, 2) ? 1 : -1);
    return nh_expr_fraction(h->pool, numerator, hidden_below(h, 2) ? 1 : nh_random_between(h->random, 2, 4));
}

static inline nh_expr hidden_angle(hidden *h) {
    nh_expr x = h->x[hidden_below(h, HIDDEN_COORDINATES)];
    switch (hidden_below(h, 10)) {
        case 0: return nh_expr_mul(h->pool, x, hidden_symbol(h));
        case 1: return nh_expr_add(h->pool, x, hidden_symbol(h));
        case 2: return nh_expr_mul(h->pool, x, hidden_number(h));
        case 3: return nh_expr_mul(h->pool, h->p[hidden_below(h, HIDDEN_PARAMETERS)], h->t);
        case 4: return h->f;
        default: return x;
    }
}

static inline nh_expr hidden_operand(hidden *h) {
    nh_expr x = hidden_symbol(h);
    switch (hidden_below(h, 12)) {
        case 0: return nh_expr_mul(h->pool, x, hidden_symbol(h));
        case 1: return nh_expr_add(h->pool, x, hidden_number(h));
        case 2: return nh_expr_add(h->pool, x, hidden_symbol(h));
        case 3: return nh_expr_apply1(h->pool, NH_EXPR_SIN, hidden_angle(h));
        case 4: return nh_expr_apply1(h->pool, NH_EXPR_COS, hidden_angle(h));
        case 5: return h->g;
        case 6: return nh_expr_mul(h->pool, hidden_number(h), x);
        default: return x;
    }
}

/* Often positive. */
static inline nh_expr hidden_radicand(hidden *h) {
    nh_expr x = hidden_symbol(h), square = nh_expr_pow_int(h->pool, x, 2), k = h->p[hidden_below(h, HIDDEN_PARAMETERS)];
    switch (hidden_below(h, 6)) {
        case 0: return nh_expr_int(h->pool, nh_random_between(h->random, 2, 7));
        case 1: return nh_expr_add(h->pool, NH_EXPR_ONE, square);
        case 2: return nh_expr_add(h->pool, nh_expr_pow_int(h->pool, k, 2), square);
        case 3:
            return nh_expr_add(h->pool, nh_expr_int(h->pool, 2), nh_expr_apply1(h->pool, NH_EXPR_COS, hidden_angle(h)));
        default: return x;
    }
}

static inline nh_expr hidden_read(hidden *h, const char *text) {
    nh_expr e;
    if (!nh_expr_read(h->pool, text, strlen(text), NULL, &h->names, &e)) fail_msg("cannot read %s", text);
    return e;
}

/* The texts with operands for their letters; those at `given` for a and b, where there are some. */
static inline hidden_sides hidden_fill(hidden *h, const char *left, const char *right, int count,
                                       const hidden_sides *given) {
    nh_expr l[HIDDEN_LETTERS], r[HIDDEN_LETTERS];
    for (int i = 0; i < HIDDEN_LETTERS; i++) {
        l[i] = i < 3 ? hidden_angle(h) : i < 6 ? hidden_operand(h) : i < 8 ? hidden_radicand(h) : hidden_number(h);
        if (i == HIDDEN_LETTERS - 1)
            while (l[i] == l[i - 1]) l[i] = hidden_number(h);
        if (i == 7)
            while (l[i] == l[i - 1]) l[i] = hidden_radicand(h); /* r and s differ too */
        r[i] = l[i];
    }
    for (int i = 0; i < count; i++) {
        l[3 + i] = given[i].l;
        r[3 + i] = given[i].r;
    }
    return (hidden_sides){nh_expr_substitute(h->pool, hidden_read(h, left), HIDDEN_LETTERS, h->letters, l, false),
                          nh_expr_substitute(h->pool, hidden_read(h, right), HIDDEN_LETTERS, h->letters, r, false)};
}

static inline const hidden_rule *hidden_rule_of(hidden *h, hidden_class class) {
    const hidden_rule *rule;
    do rule = &hidden_rules[hidden_below(h, HIDDEN_RULES)];
    while (class < HIDDEN_TIME && rule->class != class);
    return rule;
}

/* An expression and its derivative by x[0], by the rules of school, the quotient rule among them. */
static inline hidden_sides hidden_differentiated(hidden *h, int depth) {
    nh_pool *pool = h->pool;
    if (depth == 0) {
        nh_expr e = hidden_below(h, 2) ? h->x[0] : hidden_operand(h);
        return (hidden_sides){e, nh_expr_diff(pool, e, h->x[0])};
    }
    hidden_sides a = hidden_differentiated(h, depth - 1), b = hidden_differentiated(h, depth - 1);
    nh_expr square = nh_expr_pow_int(pool, b.l, 2), s = nh_expr_apply1(pool, NH_EXPR_SIN, a.l);
    nh_expr c = nh_expr_apply1(pool, NH_EXPR_COS, a.l);
    switch (hidden_below(h, 6)) {
        case 0: return (hidden_sides){nh_expr_add(pool, a.l, b.l), nh_expr_add(pool, a.r, b.r)};
        case 1:
            return (hidden_sides){nh_expr_mul(pool, a.l, b.l),
                                  nh_expr_add(pool, nh_expr_mul(pool, a.r, b.l), nh_expr_mul(pool, a.l, b.r))};
        case 2: return (hidden_sides){s, nh_expr_mul(pool, c, a.r)};
        case 3: return (hidden_sides){c, nh_expr_neg(pool, nh_expr_mul(pool, s, a.r))};
        case 4: { /* sqrt(1 + b^2) */
            nh_expr root = nh_expr_sqrt(pool, nh_expr_add(pool, NH_EXPR_ONE, square));
            return (hidden_sides){root, nh_expr_div(pool, nh_expr_mul(pool, b.l, b.r), root)};
        }
        default: { /* a / (1 + b^2) */
            nh_expr low = nh_expr_add(pool, NH_EXPR_ONE, square), slope = nh_expr_mul(pool, b.l, b.r);
            slope = nh_expr_add(pool, slope, slope);
            nh_expr high = nh_expr_sub(pool, nh_expr_mul(pool, a.r, low), nh_expr_mul(pool, a.l, slope));
            return (hidden_sides){nh_expr_div(pool, a.l, low), nh_expr_div(pool, high, nh_expr_pow_int(pool, low, 2))};
        }
    }
}

/* The derivative of one side of an identity, and that of the other; or by the library, and by the rules of school. */
static inline hidden_sides hidden_derivative(hidden *h) {
    if (hidden_below(h, 2)) {
        hidden_sides e = hidden_differentiated(h, 1 + (int)hidden_below(h, 3));
        return (hidden_sides){nh_expr_diff(h->pool, e.l, h->x[0]), e.r};
    }
    const hidden_rule *rule;
    do rule = hidden_rule_of(h, HIDDEN_MIXED);
    while (rule->class >= HIDDEN_ROOT_OF_PRODUCT && rule->class <= HIDDEN_DENESTED);
    hidden_sides sides = hidden_fill(h, rule->left, rule->right, 0, NULL);
    nh_expr by = nh_expr_depends_on(h->pool, sides.l, 1, &h->x[0]) ? h->x[0] : hidden_symbol(h);
    return (hidden_sides){nh_expr_diff(h->pool, sides.l, by), nh_expr_diff(h->pool, sides.r, by)};
}

/* Of functions of time: a rule in which f, g and their derivatives stand. */
static inline hidden_sides hidden_of_time(hidden *h) {
    nh_expr slope = nh_expr_diff(h->pool, h->f, h->t), other = nh_expr_diff(h->pool, h->g, h->t);
    if (hidden_below(h, 3) == 0) { /* (f g)' by two rules */
        nh_expr both = nh_expr_mul(h->pool, h->f, nh_expr_pow_int(h->pool, h->g, 2));
        nh_expr sum = nh_expr_mul(h->pool, nh_expr_int(h->pool, 2), nh_expr_mul(h->pool, h->f, other));
        sum = nh_expr_add(h->pool, sum, nh_expr_mul(h->pool, slope, h->g));
        return (hidden_sides){nh_expr_diff(h->pool, both, h->t), nh_expr_mul(h->pool, h->g, sum)};
    }
    const nh_expr parts[] = {h->f, h->g, slope, other};
    nh_expr a = parts[hidden_below(h, 4)], b = parts[hidden_below(h, 4)];
    static const hidden_class classes[] = {HIDDEN_PYTHAGORAS, HIDDEN_CANCELLED, HIDDEN_POLYNOMIAL,
                                           HIDDEN_COMMON_DENOMINATOR};
    const hidden_rule *rule = hidden_rule_of(h, classes[hidden_below(h, 4)]);
    return hidden_fill(h, rule->left, rule->right, a == b ? 1 : 2, (hidden_sides[]){{a, a}, {b, b}});
}

/* One identity; where there is an earlier one, it is an operand of it or next to it. */
static inline hidden_sides hidden_step(hidden *h, hidden_class class, const hidden_sides *before) {
    hidden_sides next;
    if (class == HIDDEN_DERIVATIVE) next = hidden_derivative(h);
    else if (class == HIDDEN_TIME) next = hidden_of_time(h);
    else {
        const hidden_rule *rule = hidden_rule_of(h, class);
        bool inside = before != NULL && strchr(rule->left, 'a') != NULL && hidden_below(h, 2) == 0;
        next = hidden_fill(h, rule->left, rule->right, inside ? 1 : 0, before);
        if (inside) return next;
    }
    if (before == NULL) return next;
    const char *frame = hidden_frames[hidden_below(h, HIDDEN_FRAMES)];
    return hidden_fill(h, frame, frame, 2, (hidden_sides[]){*before, next});
}

/* ---- multiplying out ---- */

/* The terms of a sum, with their coefficients; e itself when it is none. At most `most`, else 0. */
static inline uint32_t hidden_terms(nh_pool *pool, nh_expr e, nh_expr *terms, uint32_t most) {
    if (nh_expr_kind_of(pool, e) != NH_EXPR_SUM) {
        terms[0] = e;
        return 1;
    }
    uint32_t arity = nh_expr_arity(pool, e), count = 0;
    if (arity / 2 + 1 > most) return 0;
    for (uint32_t i = 0; i < arity; i += i == 0 ? 1 : 2) {
        nh_expr term = nh_expr_args(pool, e)[i];
        terms[count++] = i == 0 ? term : nh_expr_mul(pool, term, nh_expr_args(pool, e)[i + 1]);
    }
    return count;
}

/* a b, multiplied out where that is short. */
static inline nh_expr hidden_multiplied(nh_pool *pool, nh_expr a, nh_expr b) {
    enum { MOST = 12 };
    nh_expr left[MOST], right[MOST], all[MOST * MOST];
    uint32_t m = hidden_terms(pool, a, left, MOST), n = hidden_terms(pool, b, right, MOST), count = 0;
    if (m == 0 || n == 0) return nh_expr_mul(pool, a, b);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = 0; k < n; k++) all[count++] = nh_expr_mul(pool, left[i], right[k]);
    return nh_expr_sum(pool, count, all);
}

/* A product with its sums multiplied out. */
static inline nh_expr hidden_expanded(nh_pool *pool, nh_expr e) {
    nh_expr result = NH_EXPR_ONE;
    uint32_t arity = nh_expr_arity(pool, e);
    for (uint32_t i = 0; i < arity; i += 2) {
        nh_expr base = nh_expr_args(pool, e)[i], exponent = nh_expr_args(pool, e)[i + 1];
        int64_t times;
        if (nh_expr_get_int(pool, exponent, &times) && times > 0 && times <= 4)
            for (; times > 0; times--) result = hidden_multiplied(pool, result, base);
        else result = hidden_multiplied(pool, result, nh_expr_pow(pool, base, exponent));
    }
    return result;
}

/* What change does at each node, with its arguments new already. */
typedef nh_expr (*hidden_change)(hidden *h, nh_expr e, void *argument);

static inline nh_expr hidden_changed(hidden *h, nh_expr e, hidden_change change, void *argument) {
    nh_walk *walk = nh_walk_begin(h->pool, 1, &e, NH_WALK_PLAIN);
    nh_expr *result = NH_NEW_ARRAY(h->arena, nh_expr, walk->count);
    for (uint32_t i = 0; i < walk->count; i++) {
        nh_expr now = walk->order[i];
        uint32_t arity = nh_expr_arity(h->pool, now);
        nh_expr *args = NH_NEW_ARRAY(h->arena, nh_expr, arity);
        bool same = true;
        for (uint32_t k = 0; k < arity; k++) {
            nh_expr before = nh_expr_args(h->pool, now)[k];
            args[k] = result[nh_walk_place(walk, before)];
            same = same && args[k] == before;
        }
        result[i] = change(h, same ? now : nh_expr_rebuild(h->pool, now, args), argument);
    }
    nh_expr root = result[nh_walk_place(walk, e)];
    nh_walk_end(walk);
    return root;
}

static inline nh_expr hidden_expand_some(hidden *h, nh_expr e, void *one_in) {
    bool is_product = nh_expr_kind_of(h->pool, e) == NH_EXPR_PRODUCT;
    return is_product && hidden_below(h, *(uint64_t *)one_in) == 0 ? hidden_expanded(h->pool, e) : e;
}

static inline nh_expr hidden_scrambled(hidden *h, nh_expr e, uint64_t one_in) {
    return hidden_changed(h, e, hidden_expand_some, &one_in);
}

/* ---- making one false ---- */

static inline bool hidden_can_break(hidden *h, nh_expr e) {
    nh_expr_kind kind = nh_expr_kind_of(h->pool, e);
    return kind == NH_EXPR_SUM || kind == NH_EXPR_SIN || kind == NH_EXPR_COS || kind == NH_EXPR_EXP;
}

static inline nh_expr hidden_count_places(hidden *h, nh_expr e, void *count) {
    *(uint64_t *)count += hidden_can_break(h, e);
    return e;
}

/* One coefficient, sign or angle of it is another. */
static inline nh_expr hidden_break(hidden *h, nh_expr e, void *left) {
    if (!hidden_can_break(h, e) || (*(uint64_t *)left)-- != 0) return e;
    nh_pool *pool = h->pool;
    nh_expr_kind kind = nh_expr_kind_of(pool, e);
    if (kind != NH_EXPR_SUM) {
        nh_expr angle = nh_expr_args(pool, e)[0];
        nh_expr other = hidden_below(h, 2) ? nh_expr_mul(pool, angle, nh_expr_int(pool, 2))
                                           : nh_expr_add(pool, angle, h->x[hidden_below(h, HIDDEN_COORDINATES)]);
        return nh_expr_apply1(pool, kind, other);
    }
    uint32_t arity = nh_expr_arity(pool, e), i = 1 + 2 * (uint32_t)hidden_below(h, arity / 2);
    nh_expr term = nh_expr_mul(pool, nh_expr_args(pool, e)[i], nh_expr_args(pool, e)[i + 1]);
    if (hidden_below(h, 2)) return nh_expr_sub(pool, e, nh_expr_add(pool, term, term)); /* the sign */
    return nh_expr_add(pool, e, nh_expr_mul(pool, term, nh_expr_fraction(pool, 1, nh_random_between(h->random, 1, 7))));
}

static inline nh_expr hidden_broken(hidden *h, nh_expr e) {
    uint64_t places = 0;
    (void)hidden_changed(h, e, hidden_count_places, &places);
    if (places == 0) return nh_expr_add(h->pool, e, hidden_number(h));
    uint64_t left = hidden_below(h, places);
    return hidden_changed(h, e, hidden_break, &left);
}

/* ---- values ---- */

typedef struct hidden_seen {
    int known, nonzero; /* at how many points it has a value; a value other than 0 */
} hidden_seen;

/* At random points, half of them with all symbols positive. */
static inline hidden_seen hidden_look(hidden *h, nh_expr e, int points) {
    enum { SYMBOLS = HIDDEN_COORDINATES + HIDDEN_PARAMETERS + 1 };
    hidden_seen seen = {0, 0};
    nh_expr symbols[SYMBOLS];
    long double values[SYMBOLS];
    memcpy(symbols, h->x, sizeof h->x);
    memcpy(symbols + HIDDEN_COORDINATES, h->p, sizeof h->p);
    symbols[SYMBOLS - 1] = h->t;
    for (int k = 0; k < points; k++) {
        for (int i = 0; i < SYMBOLS; i++) values[i] = nh_random_uniform(h->random, k % 2 ? -2 : 0.1, 2);
        evaluated v = evaluate(h->pool, e, &(point){.count = SYMBOLS, .symbols = symbols, .values = values});
        if (!is_known(v)) continue;
        seen.known++;
        seen.nonzero += fabsl(v.value) > 4 * v.error + 1e-30L && v.error < 1e-6L;
    }
    return seen;
}

/* ---- cases ---- */

typedef struct hidden_case {
    hidden_class class;
    bool is_true;
    nh_expr e;
} hidden_case;

/* The difference of the sides, or their quotient less 1. */
static inline nh_expr hidden_difference(hidden *h, hidden_sides sides) {
    if (hidden_below(h, 8) != 0 || sides.r == NH_EXPR_ZERO) return nh_expr_sub(h->pool, sides.l, sides.r);
    return nh_expr_sub(h->pool, nh_expr_div(h->pool, sides.l, sides.r), NH_EXPR_ONE);
}

/* A true identity and a false one of it, that do not fall together by themselves and have values. */
static inline void hidden_make(hidden *h, hidden_class class, nh_expr *is_zero, nh_expr *is_not) {
    for (int attempt = 0; attempt < 1000; attempt++) {
        hidden_sides sides = hidden_step(h, class, NULL), next;
        for (uint64_t more = hidden_below(h, 4); more > 0; more--) {
            next = hidden_step(h, class, &sides);
            if (nh_expr_operations(h->pool, 2, (nh_expr[]){next.l, next.r}) <= HIDDEN_LONG) sides = next;
        }
        if (hidden_below(h, 2)) sides.l = hidden_scrambled(h, sides.l, 3);
        sides.r = hidden_scrambled(h, sides.r, 2);
        if (hidden_below(h, 2)) sides = (hidden_sides){sides.r, sides.l};
        *is_zero = hidden_difference(h, sides);
        if (nh_expr_is_number(h->pool, *is_zero) || *is_zero == NH_EXPR_UNDEFINED) continue;
        if (nh_expr_operations(h->pool, 1, is_zero) > 3 * (uint64_t)HIDDEN_LONG) continue;
        sides.r = hidden_broken(h, sides.r);
        *is_not = hidden_difference(h, sides);
        if (*is_not == NH_EXPR_UNDEFINED || hidden_look(h, *is_not, 8).nonzero == 0) continue;
        if (hidden_look(h, *is_zero, 8).known > 0) return;
    }
    fail_msg("no identity of the class %s was found", hidden_names[class]);
}

static inline const char *hidden_text(hidden *h, nh_expr e) {
    nh_text text = nh_text_begin(h->arena);
    nh_expr_print(h->pool, &text, e);
    return nh_text_string(&text);
}

/* How many there were, and how many were not decided: true ones, false ones. */
typedef struct hidden_count {
    int cases[2], unknown[2], wrong;
} hidden_count;

/* The constructors may give a value where there was none, sqrt(x)*sqrt(x) = x: so an identity with roots may come to be
 * a false one, for negative x. Values tell. */
static inline void hidden_try(hidden *h, hidden_class class, bool is_true, nh_expr e, hidden_count *counts) {
    nh_truth answer = nh_expr_is_zero(h->pool, e);
    is_true = is_true && hidden_look(h, e, answer == NH_NO ? 200 : 16).nonzero == 0;
    counts[class].cases[is_true]++;
    counts[class].unknown[is_true] += answer == NH_UNKNOWN;
    if (answer != (is_true ? NH_NO : NH_YES)) return;
    counts[class].wrong++;
    /* not through cmocka, which cuts long lines */
    fprintf(stderr, "%s, %s: %s\n", is_true ? "true, but refuted" : "false, but proved", hidden_names[class],
            hidden_text(h, e));
}

/* Every rule by itself, with operands. */
static inline void hidden_plain(nh_context *context, nh_random *random, hidden_count *counts) {
    hidden h = hidden_begin(context, random);
    for (int i = 0; i < HIDDEN_RULES; i++) {
        const hidden_rule *rule = &hidden_rules[i];
        nh_expr e = NH_EXPR_ONE;
        hidden_seen seen = {0, 1};
        for (int attempt = 0; attempt < 20 && (seen.known == 0 || seen.nonzero > 0); attempt++) {
            hidden_sides sides = hidden_fill(&h, rule->left, rule->right, 0, NULL);
            e = nh_expr_sub(h.pool, sides.l, sides.r);
            seen = hidden_look(&h, e, 16);
        }
        if (seen.known == 0 || seen.nonzero > 0) fail_msg("this is no identity: %s = %s", rule->left, rule->right);
        hidden_try(&h, rule->class, true, e, counts);
    }
    hidden_end(&h);
}

static inline void hidden_random(nh_context *context, nh_random *random, int count, hidden_count *counts) {
    enum { IN_ONE_POOL = 30 };
    hidden h = hidden_begin(context, random);
    for (int i = 0; i < count; i++) {
        hidden_class class = (hidden_class)(i % (HIDDEN_CLASSES + 6));
        if (class > HIDDEN_MIXED) class = HIDDEN_MIXED;
        nh_expr is_zero = NH_EXPR_ZERO, is_not = NH_EXPR_ONE;
        hidden_make(&h, class, &is_zero, &is_not);
        hidden_try(&h, class, true, is_zero, counts);
        hidden_try(&h, class, false, is_not, counts);
        if (i % IN_ONE_POOL != IN_ONE_POOL - 1) continue;
        hidden_end(&h);
        h = hidden_begin(context, random);
    }
    hidden_end(&h);
}

/* The table by class; fails on a wrong verdict, and when too many are unknown, of the true
 * ones or of the false ones. */
static inline void hidden_report(const hidden_count *counts, double most_unknown) {
    int cases[2] = {0, 0}, unknown[2] = {0, 0}, wrong = 0;
    print_message("%-20s %6s %8s %6s %8s\n", "class", "true", "unknown", "false", "unknown");
    for (int i = 0; i < HIDDEN_CLASSES; i++) {
        const hidden_count *c = &counts[i];
        print_message("%-20s %6d %7.1f%% %6d %7.1f%%\n", hidden_names[i], c->cases[1],
                      100.0 * c->unknown[1] / fmax(c->cases[1], 1), c->cases[0],
                      100.0 * c->unknown[0] / fmax(c->cases[0], 1));
        wrong += c->wrong;
        for (int k = 0; k < 2; k++) {
            cases[k] += c->cases[k];
            unknown[k] += c->unknown[k];
        }
    }
    print_message("%-20s %6d %7.2f%% %6d %7.2f%%\n", "all", cases[1], 100.0 * unknown[1] / fmax(cases[1], 1), cases[0],
                  100.0 * unknown[0] / fmax(cases[0], 1));
    assert_int_equal(wrong, 0);
    for (int k = 0; k < 2; k++) assert_true(unknown[k] <= most_unknown * cases[k]);
}

#endif
