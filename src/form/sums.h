/* Matrices of sums, with what is zero left out: how the formulations keep to the cost of what is there.
 *
 *     nh_sums sums = nh_sums_begin(pool, arena);
 *     for (uint32_t row = 0; row < rows; row++)
 *         nh_sums_add(&sums, row, column, nh_expr_mul(pool, a, b));   // in any order; terms at one place are added
 *     nh_expr_matrix matrix = nh_sums_matrix(&sums, rows, columns);
 *
 * Terms may have a third index. In a system of many points each of which meets few others all this is
 * linear in their number. */
#ifndef NH_FORM_SUMS_H
#define NH_FORM_SUMS_H

#include "base/array.h"
#include "expr/calculus/calculus.h"

typedef struct nh_sum_term {
    uint32_t i, j, k; /* k is 0 in a matrix */
    nh_expr value;
} nh_sum_term;

typedef struct nh_sums {
    nh_pool *pool;
    nh_arena *arena;
    NH_ARRAY(nh_sum_term) terms;
} nh_sums;

/* The arena is not the scratch arena. */
nh_sums nh_sums_begin(nh_pool *pool, nh_arena *arena);
void nh_sums_add(nh_sums *sums, uint32_t i, uint32_t j, nh_expr value);
void nh_sums_add_threefold(nh_sums *sums, uint32_t i, uint32_t j, uint32_t k, nh_expr value);
/* Adds all that are at one place: what is left has each place once, by rising i, j, k, and no zeros. */
void nh_sums_finish(nh_sums *sums);
/* The same as a matrix; and as a list, by i, with zeros. */
nh_expr_matrix nh_sums_matrix(nh_sums *sums, uint32_t rows, uint32_t columns);
nh_expr *nh_sums_list(nh_sums *sums, uint32_t count);
/* What is at a place of sums that are finished. */
nh_expr nh_sums_at(const nh_sums *sums, uint32_t i, uint32_t j, uint32_t k);

/* ---- matrices that are there ---- */

nh_expr nh_matrix_at(const nh_expr_matrix *a, uint32_t i, uint32_t j);
nh_expr_matrix nh_matrix_product(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a, const nh_expr_matrix *b);
nh_expr_matrix nh_matrix_transpose(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a);
/* sum_j a_ij y_j, for one row and for all. */
nh_expr nh_matrix_row_times(nh_pool *pool, const nh_expr_matrix *a, uint32_t i, const nh_expr *y);
nh_expr *nh_matrix_times(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a, const nh_expr *y);

#endif
