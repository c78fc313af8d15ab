/* One polynomial equation in one unknown. */
#ifndef NH_ALGEBRA_LINEAR_SOLVE_H
#define NH_ALGEBRA_LINEAR_SOLVE_H

#include "algebra/linear/linear.h"

/* A solution, and what must not be negative so that it exists; NH_EXPR_ONE when it always does. */
typedef struct nh_branch {
    nh_expr value;
    nh_expr nonnegative;
} nh_branch;

/* Where no assumption fails, the values of the unknown that make the equation zero are those of the branches that exist
 * there. Two branches may have one value at some places. */
typedef struct nh_branches {
    size_t count;
    const nh_branch *branches; /* in the arena */
    nh_linear_assumptions assumptions;
} nh_branches;

/* Solves equation = 0 for a symbol: a polynomial in it after its denominator is cleared, whose factors are of degree 1
 * or 2, or c u^n = d. SINGULAR: every value is a solution. UNKNOWN: it is of another kind, or it could not be decided
 * whether a leading coefficient is zero. */
nh_linear_answer nh_solve_polynomial(nh_pool *pool, nh_arena *arena, nh_expr equation, nh_expr unknown,
                                     nh_branches *result);

#endif
