/* Polynomial ideals: what follows from equations, and into what their solutions fall apart.
 *
 * Equations e = 0 are polynomials in some symbols, the variables, and in sines, cosines, roots and exponentials of
 * these, which enter with their relations (field_private.h). All other symbols, parameters, are generic: the
 * coefficients are rational functions of them, and a factor without variables counts as a number that is not zero,
 * where balls distinguish it from zero at some values. Where they do not, as for log 4 - 2 log 2, these functions are
 * variables of their own, too.
 *
 * A Groebner basis decides whether a polynomial is a combination of the equations. Its elements, taken apart into
 * factors, split the solutions into components; over the reals a sum of squares splits too, since all of its terms
 * vanish with it. Everything is bounded by work: "too long" is an answer. */
#ifndef NH_ALGEBRA_IDEAL_IDEAL_H
#define NH_ALGEBRA_IDEAL_IDEAL_H

#include <nonholo/fact.h>

#include "expr/expr.h"

typedef struct nh_ideal nh_ideal;

/* The ideal of the equations, in the arena, which is not the scratch arena. NULL when an equation has no value, or when
 * it takes too long. Denominators of equations are cleared: their zeros may become solutions. Roots and absolute values
 * count with either sign, and functions without a relation to the variables, log q or sin q next to q, as variables of
 * their own: so solutions may be more, never fewer. */
nh_ideal *nh_ideal_make(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *equations,
                        uint32_t variable_count, const nh_expr *variables);
/* The reduced basis as expressions, factored, without what holds anyway, such as s^2 + c^2 - 1. {1} when there is no
 * solution at all, not even a complex one. */
uint32_t nh_ideal_basis(const nh_ideal *ideal, const nh_expr **basis);
/* The dimension of its complex solutions; -1 when there are none. Variables that occur nowhere count, and so do
 * functions that are variables of their own. */
int nh_ideal_dimension(const nh_ideal *ideal);

/* Whether e, or its numerator, is a combination of the equations: then it vanishes at every solution where its
 * denominator does not. NH_NO: it is none; it may vanish at all solutions nevertheless. Where functions are variables
 * of their own the answer is never NH_NO, here and below. */
nh_truth nh_ideal_contains(const nh_ideal *ideal, nh_expr e);
/* Whether e vanishes at all solutions, complex ones too: NH_YES proved; NH_NO proved, but perhaps at all real ones. */
nh_truth nh_ideal_vanishes(const nh_ideal *ideal, nh_expr e);

/* 1 where e is found not to be negative at any real solution, -1 where it is found not to be positive, 0 otherwise. */
int nh_ideal_sign(const nh_ideal *ideal, nh_expr e);

/* The components of the solutions, each the solutions of an ideal whose basis no factor and no sum of squares splits
 * any further; together they have all real solutions of the ideal. None lies within another one, as far as that was
 * found. They need not be irreducible, and need not have real solutions. */
typedef struct nh_components {
    uint32_t count;                   /* 0: there is no real solution */
    const nh_ideal *const *component; /* by falling dimension */
    bool is_complete;                 /* false: the work was ended; the list then says nothing */
} nh_components;
nh_components nh_ideal_components(nh_arena *arena, const nh_ideal *ideal);
/* The ideal of all p for which some p e^k is in the ideal: its solutions are those of the ideal at which e, or its
 * numerator, does not vanish, with their closure. In the arena; NULL when it takes too long. */
nh_ideal *nh_ideal_saturate(nh_arena *arena, const nh_ideal *ideal, nh_expr e);

#endif
