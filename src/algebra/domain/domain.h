/* Where expressions have values: on what equalities between expressions and their other forms rest. */
#ifndef NH_ALGEBRA_DOMAIN_DOMAIN_H
#define NH_ALGEBRA_DOMAIN_DOMAIN_H

#include "expr/expr.h"

/* Conditions on the symbols, each once, in the arena.
 *
 * Where all of them hold, expressions without `if` have values. Of an `if` there is only what its condition needs, and
 * what both of its branches need. The converse holds except for two kinds of places: where a square that was taken out
 * is zero, sqrt(x^2 y) has a value for negative y too; and where the exponent of a power is a whole number by chance,
 * its base is still listed as positive. */
typedef struct nh_domain {
    size_t nonzero_count, nonnegative_count, positive_count;
    const nh_expr *nonzero;     /* not 0: denominators, cos u for tan u; irreducible where that was found */
    const nh_expr *nonnegative; /* >= 0: under even roots; 1 - u^2 for asin u and acos u */
    const nh_expr *positive;    /* > 0: in logarithms, under even roots in denominators */
} nh_domain;

/* What is known of symbols and expressions, and need not be listed; also what follows: with m > 0 and M > 0, m + M
 * sin(x)^2 is not listed. */
typedef struct nh_domain_known {
    size_t nonzero_count, positive_count;
    const nh_expr *nonzero, *positive;
} nh_domain_known;

/* What all of these need. known may be NULL. What certainly holds is not listed: 1 + x^2, squares, sums of squares, 2 +
 * cos x. A condition that never holds is listed as one on the number 0, or as the whole. Abbreviations are looked
 * through. Where taking apart would take too long, the whole is listed. The arena is not the scratch arena. */
nh_domain nh_expr_domain(nh_pool *pool, nh_arena *arena, size_t count, const nh_expr *e, const nh_domain_known *known);

#endif
