/* Dense matrices of expressions: entries that are 0 cost nothing but a look. */
#include "form/grid_private.h"

#include <string.h>

#include "base/assert.h"

nh_grid nh_grid_make(nh_pool *pool, nh_arena *arena, uint32_t rows, uint32_t columns) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    nh_grid a = {.pool = pool, .arena = arena, .rows = rows, .columns = columns};
    a.e = NH_NEW_ARRAY(arena, nh_expr, (size_t)rows * columns + 1);
    for (size_t i = 0; i < (size_t)rows * columns; i++) a.e[i] = NH_EXPR_ZERO;
    return a;
}

nh_grid nh_grid_vector(nh_pool *pool, nh_arena *arena, uint32_t rows, const nh_expr *e) {
    nh_grid a = nh_grid_make(pool, arena, rows, 1);
    if (rows > 0) memcpy(a.e, e, rows * sizeof *e);
    return a;
}

nh_expr *nh_grid_at(nh_grid a, uint32_t row, uint32_t column) {
    NH_ASSERT(row < a.rows && column < a.columns);
    return &a.e[(size_t)row * a.columns + column];
}

nh_grid nh_grid_part(nh_grid a, uint32_t row, uint32_t rows, uint32_t column, uint32_t columns) {
    NH_ASSERT(row + rows <= a.rows && column + columns <= a.columns);
    nh_grid part = nh_grid_make(a.pool, a.arena, rows, columns);
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) *nh_grid_at(part, i, j) = *nh_grid_at(a, row + i, column + j);
    return part;
}

nh_grid nh_grid_add(nh_grid a, nh_grid b) {
    NH_ASSERT(a.rows == b.rows && a.columns == b.columns);
    nh_grid sum = nh_grid_make(a.pool, a.arena, a.rows, a.columns);
    for (size_t i = 0; i < (size_t)a.rows * a.columns; i++) sum.e[i] = nh_expr_add(a.pool, a.e[i], b.e[i]);
    return sum;
}

nh_grid nh_grid_sub(nh_grid a, nh_grid b) {
    NH_ASSERT(a.rows == b.rows && a.columns == b.columns);
    nh_grid difference = nh_grid_make(a.pool, a.arena, a.rows, a.columns);
    for (size_t i = 0; i < (size_t)a.rows * a.columns; i++) difference.e[i] = nh_expr_sub(a.pool, a.e[i], b.e[i]);
    return difference;
}

nh_grid nh_grid_half(nh_grid a) {
    nh_grid half = nh_grid_make(a.pool, a.arena, a.rows, a.columns);
    nh_expr factor = nh_expr_fraction(a.pool, 1, 2);
    for (size_t i = 0; i < (size_t)a.rows * a.columns; i++) half.e[i] = nh_expr_mul(a.pool, factor, a.e[i]);
    return half;
}

/* Terms are gathered and summed at once. */
nh_grid nh_grid_mul(nh_grid a, nh_grid b) {
    NH_ASSERT(a.columns == b.rows);
    nh_grid product = nh_grid_make(a.pool, a.arena, a.rows, b.columns);
    nh_expr *terms = NH_NEW_ARRAY(a.arena, nh_expr, (size_t)a.columns + 1);
    for (uint32_t i = 0; i < a.rows; i++)
        for (uint32_t j = 0; j < b.columns; j++) {
            size_t count = 0;
            for (uint32_t k = 0; k < a.columns; k++) {
                nh_expr left = *nh_grid_at(a, i, k), right = *nh_grid_at(b, k, j);
                if (left == NH_EXPR_ZERO || right == NH_EXPR_ZERO) continue;
                terms[count++] = nh_expr_mul(a.pool, left, right);
            }
            *nh_grid_at(product, i, j) = nh_expr_sum(a.pool, count, terms);
        }
    return product;
}

nh_grid nh_grid_transpose(nh_grid a) {
    nh_grid t = nh_grid_make(a.pool, a.arena, a.columns, a.rows);
    for (uint32_t i = 0; i < a.rows; i++)
        for (uint32_t j = 0; j < a.columns; j++) *nh_grid_at(t, j, i) = *nh_grid_at(a, i, j);
    return t;
}

nh_grid nh_grid_diff(nh_grid a, nh_expr s) {
    NH_ASSERT(nh_expr_kind_of(a.pool, s) == NH_EXPR_SYMBOL);
    nh_grid slope = nh_grid_make(a.pool, a.arena, a.rows, a.columns);
    for (size_t i = 0; i < (size_t)a.rows * a.columns; i++) slope.e[i] = nh_expr_diff(a.pool, a.e[i], s);
    return slope;
}

nh_grid nh_grid_jacobian(nh_grid a, nh_grid x, uint32_t count, const nh_expr *symbols) {
    NH_ASSERT(a.columns == x.rows && x.columns == 1);
    nh_grid sum = nh_grid_make(a.pool, a.arena, a.rows, count);
    nh_expr_matrix slopes = nh_expr_jacobian(a.pool, a.arena, a.rows * a.columns, a.e, count, symbols);
    for (uint32_t i = 0; i < a.rows * a.columns; i++)
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++) {
            nh_expr *to = nh_grid_at(sum, i / a.columns, slopes.column[k]);
            *to = nh_expr_add(a.pool, *to, nh_expr_mul(a.pool, slopes.entry[k], x.e[i % a.columns]));
        }
    return sum;
}

nh_grid nh_grid_along(nh_grid a, uint32_t count, const nh_expr *symbols, nh_grid x) {
    NH_ASSERT(x.rows == count && x.columns == 1);
    nh_grid sum = nh_grid_make(a.pool, a.arena, a.rows, a.columns);
    nh_expr_matrix slopes = nh_expr_jacobian(a.pool, a.arena, a.rows * a.columns, a.e, count, symbols);
    nh_expr *terms = NH_NEW_ARRAY(a.arena, nh_expr, (size_t)count + 1);
    for (uint32_t i = 0; i < a.rows * a.columns; i++) {
        size_t size = 0;
        for (uint32_t k = slopes.start[i]; k < slopes.start[i + 1]; k++)
            terms[size++] = nh_expr_mul(a.pool, slopes.entry[k], x.e[slopes.column[k]]);
        sum.e[i] = nh_expr_sum(a.pool, size, terms);
    }
    return sum;
}

bool nh_grid_is_zero(nh_grid a) {
    for (size_t i = 0; i < (size_t)a.rows * a.columns; i++)
        if (a.e[i] != NH_EXPR_ZERO) return false;
    return true;
}
