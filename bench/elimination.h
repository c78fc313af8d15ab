/* Linear equations over expressions, solved as they stand: plain LU, nothing expanded, nothing
 * simplified. For benchmarks against others that do the same; the library's own solver
 * (algebra/linear/linear.h) works in normal forms. */
#ifndef NH_BENCH_ELIMINATION_H
#define NH_BENCH_ELIMINATION_H

#include "expr/expr.h"

/* x with a x = b, for a matrix a of n rows, row by row. What is not the expression 0 is taken to be other than 0:
 * whether the pivots were, values tell. False when no pivot is left. The arena is not the scratch arena. */
bool elimination_solve(nh_pool *pool, nh_arena *arena, uint32_t n, const nh_expr *a, const nh_expr *b, nh_expr *x);

#endif
