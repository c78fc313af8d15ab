/* Dense matrices of expressions, for formulas that are written with matrices.
 *
 *     nh_grid A_Gamma = nh_grid_mul(nh_grid_transpose(Gamma), nh_grid_mul(A, Gamma));
 *
 * A vector is a matrix of one column. A matrix knows its pool and its arena, and results live where the first operand
 * does. Sizes must fit. Derivatives are by symbols, entry by entry. */
#ifndef NH_FORM_GRID_PRIVATE_H
#define NH_FORM_GRID_PRIVATE_H

#include "expr/calculus/calculus.h"
#include "expr/expr.h"

typedef struct nh_grid {
    nh_pool *pool;
    nh_arena *arena;
    uint32_t rows, columns;
    nh_expr *e; /* row by row */
} nh_grid;

/* Zeros. */
nh_grid nh_grid_make(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns);
/* One column, copied. */
nh_grid nh_grid_vector(nh_pool *pool, nh_arena *arena, uint32_t rows, const nh_expr *e);
/* The rows and columns from..from+count-1 of a matrix. */
nh_grid nh_grid_part(nh_grid a, uint32_t row, uint32_t rows, uint32_t column, uint32_t columns);
nh_expr *nh_grid_at(nh_grid a, uint32_t row, uint32_t column);

nh_grid nh_grid_add(nh_grid a, nh_grid b);
nh_grid nh_grid_sub(nh_grid a, nh_grid b);
nh_grid nh_grid_half(nh_grid a);
nh_grid nh_grid_mul(nh_grid a, nh_grid b);
nh_grid nh_grid_transpose(nh_grid a);
/* d a/ds. */
nh_grid nh_grid_diff(nh_grid a, nh_expr s);
/* d(a x)_i/ds_j with the vector x held: sum_r x_r J a^(r), with the columns a^(r) of a. */
nh_grid nh_grid_jacobian(nh_grid a, nh_grid x, uint32_t count, const nh_expr *symbols);
/* sum_k x_k d a/ds_k: the derivative along the vector x. */
nh_grid nh_grid_along(nh_grid a, uint32_t count, const nh_expr *symbols, nh_grid x);
bool nh_grid_is_zero(nh_grid a); /* to the letter */

#endif
