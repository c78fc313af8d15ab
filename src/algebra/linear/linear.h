/* Exact linear algebra over expressions.
 *
 * Matrices are arrays of expressions, row by row. All entries of a call are elements of one field (normal.h says about
 * which expressions), so that what is zero by sin^2 + cos^2 = 1 and the like is seen. Elimination is free of fractions
 * (Bareiss), with the shortest pivots; small square parts are expanded where that is shorter; parts of a matrix that
 * have nothing to do with each other are treated apart.
 *
 * Answers hold for almost all values of the symbols: everywhere but where one of the assumptions fails.
 * Nothing is guessed: what is taken for zero has the normal form 0; what is divided by was found not to be
 * zero, by a ball, at some point.
 *
 * |u|, sign u, min and max are different functions in different regions: with them among the entries, a rank and a null
 * space hold in one region at least, where the minor that was found is not zero.
 *
 * A result is there to be used after DONE only. An arena that is passed here is not the scratch arena. */
#ifndef NH_ALGEBRA_LINEAR_LINEAR_H
#define NH_ALGEBRA_LINEAR_LINEAR_H

#include "expr/expr.h"

typedef enum nh_linear_answer {
    NH_LINEAR_DONE,
    NH_LINEAR_SINGULAR, /* proved: there is no such result, or not only one */
    NH_LINEAR_UNKNOWN,  /* not decided: an entry without a value, a pivot that may or may not be zero, or too long */
} nh_linear_answer;

/* What must not be zero where a result is used, each once, irreducible where that was found. What is certainly never
 * zero, such as a number or 1 + x^2, is not listed. Where none of them is zero, and all entries have values, the result
 * has a value and is right. */
typedef struct nh_linear_assumptions {
    size_t count;
    const nh_expr *nonzero; /* in the arena */
} nh_linear_assumptions;

/* The rank that a, rows x columns, has almost everywhere; it is nowhere larger. DONE or UNKNOWN. */
typedef struct nh_linear_minor {
    uint32_t rank;
    const uint32_t *rows, *columns; /* of a minor of that order that is not zero, in the arena */
} nh_linear_minor;
nh_linear_answer nh_linear_rank(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                nh_linear_minor *result);

/* x with a x = b: a is n x n, b is n x sides. */
typedef struct nh_linear_solution {
    const nh_expr *x; /* n x sides, in the arena */
    nh_linear_assumptions assumptions;
} nh_linear_solution;
nh_linear_answer nh_linear_solve(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, uint32_t sides,
                                 const nh_expr *b, nh_linear_solution *result);

/* The values of `count` unknowns, symbols, for which as many expressions that are linear in them are zero. UNKNOWN also
 * when one is not linear. */
nh_linear_answer nh_linear_solve_for(nh_pool *pool, nh_arena *arena, uint32_t count, const nh_expr *equations,
                                     const nh_expr *unknowns, nh_linear_solution *result);

/* DONE or UNKNOWN; 0 is a determinant. */
nh_linear_answer nh_linear_determinant(nh_pool *pool, uint32_t n, const nh_expr *a, nh_expr *determinant);

/* All v with a v = 0. The basis has `count` vectors of `columns` entries, in the arena, one after the other, without
 * denominators or common factors: they have values wherever the functions in them do. They span the null space where no
 * assumption fails. DONE or UNKNOWN. */
typedef struct nh_null_space {
    uint32_t count;
    const nh_expr *basis;
    nh_linear_assumptions assumptions;
} nh_null_space;
nh_linear_answer nh_linear_null_space(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns, const nh_expr *a,
                                      nh_null_space *result);

/* P a P^T = L D L^T of a symmetric n x n matrix. Row i of P a P^T is row order[i] of a. The blocks of a, which have
 * only zeros next to them, are one after the other: block k has the places start[k] .. start[k+1]-1. L is unit lower
 * triangular, D may end with zeros in each block: their number is what the rank is short of. SINGULAR: in a block a
 * diagonal of zeros is left next to other entries; then the matrix is indefinite. */
typedef struct nh_ldl_factors {
    uint32_t blocks;
    const uint32_t *start; /* blocks + 1 */
    const uint32_t *order; /* n */
    const nh_expr *L;      /* n x n, row by row */
    const nh_expr *D;      /* n */
    nh_linear_assumptions assumptions;
} nh_ldl_factors;
nh_linear_answer nh_linear_ldl(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, nh_ldl_factors *result);

#endif
