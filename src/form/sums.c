/* Terms are gathered with their places, sorted, and added place by place in one go: adding one after the other to a sum
 * of N terms would take N^2. */
#include "form/sums.h"

#include <stdlib.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/protect.h"

/* ---- sums ---- */

nh_sums nh_sums_begin(nh_pool *pool, nh_arena *arena) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    return (nh_sums){.pool = pool, .arena = arena, .terms.arena = arena};
}

void nh_sums_add_threefold(nh_sums *sums, uint32_t i, uint32_t j, uint32_t k, nh_expr value) {
    if (value != NH_EXPR_ZERO) nh_array_push(&sums->terms, ((nh_sum_term){i, j, k, value}));
}

void nh_sums_add(nh_sums *sums, uint32_t i, uint32_t j, nh_expr value) {
    nh_sums_add_threefold(sums, i, j, 0, value);
}

static int compare_places(const nh_sum_term *a, const nh_sum_term *b) {
    if (a->i != b->i) return a->i < b->i ? -1 : 1;
    if (a->j != b->j) return a->j < b->j ? -1 : 1;
    return (a->k > b->k) - (a->k < b->k);
}

/* Terms at one place by their numbers, so that the order does not depend on how the library sorts. */
static int compare_terms(const void *left, const void *right) {
    const nh_sum_term *a = left, *b = right;
    int places = compare_places(a, b);
    return places != 0 ? places : (a->value > b->value) - (a->value < b->value);
}

/* The sum of the terms from `first` on that are at its place; *end is the first at another. */
static nh_expr sum_place(const nh_sums *sums, nh_expr *work, size_t first, size_t *end) {
    const nh_sum_term *terms = sums->terms.items;
    size_t count = 0;
    for (*end = first; *end < sums->terms.count && compare_places(&terms[first], &terms[*end]) == 0; ++*end)
        work[count++] = terms[*end].value;
    return count == 1 ? work[0] : nh_expr_sum(sums->pool, count, work);
}

void nh_sums_finish(nh_sums *sums) {
    if (sums->terms.count == 0) return;
    nh_arena *work = nh_arena_create(nh_pool_context(sums->pool));
    nh_expr *values = NH_NEW_ARRAY(work, nh_expr, sums->terms.count);
    nh_sum_term *terms = sums->terms.items;
    size_t kept = 0;
    qsort(terms, sums->terms.count, sizeof *terms, compare_terms);
    nh_tick(nh_pool_context(sums->pool), sums->terms.count);
    for (size_t first = 0, end; first < sums->terms.count; first = end) {
        nh_sum_term at = terms[first];
        at.value = sum_place(sums, values, first, &end);
        if (at.value != NH_EXPR_ZERO) terms[kept++] = at;
    }
    sums->terms.count = kept;
    nh_arena_destroy(work);
}

nh_expr_matrix nh_sums_matrix(nh_sums *sums, uint32_t rows, uint32_t columns) {
    nh_sums_finish(sums);
    size_t count = sums->terms.count;
    nh_expr_matrix a = {.rows = rows, .columns = columns, .start = NH_NEW_ARRAY(sums->arena, uint32_t, rows + 1)};
    a.column = NH_NEW_ARRAY(sums->arena, uint32_t, count + 1);
    a.entry = NH_NEW_ARRAY(sums->arena, nh_expr, count + 1);
    NH_ASSERT(sums->terms.count == 0 || sums->terms.items[sums->terms.count - 1].i < rows);
    for (size_t e = 0; e < count; e++) {
        a.start[sums->terms.items[e].i + 1]++;
        a.column[e] = sums->terms.items[e].j;
        a.entry[e] = sums->terms.items[e].value;
    }
    for (uint32_t i = 0; i < rows; i++) a.start[i + 1] += a.start[i];
    return a;
}

nh_expr *nh_sums_list(nh_sums *sums, uint32_t count) {
    nh_expr *list = NH_NEW_ARRAY(sums->arena, nh_expr, (size_t)count + 1);
    nh_sums_finish(sums);
    NH_ASSERT(sums->terms.count == 0 || sums->terms.items[sums->terms.count - 1].i < count);
    for (uint32_t i = 0; i < count; i++) list[i] = NH_EXPR_ZERO;
    for (size_t e = 0; e < sums->terms.count; e++) list[sums->terms.items[e].i] = sums->terms.items[e].value;
    return list;
}

nh_expr nh_sums_at(const nh_sums *sums, uint32_t i, uint32_t j, uint32_t k) {
    nh_sum_term wanted = {i, j, k, NH_EXPR_ZERO};
    size_t low = 0, high = sums->terms.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_places(&sums->terms.items[middle], &wanted);
        if (order == 0) return sums->terms.items[middle].value;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return NH_EXPR_ZERO;
}

/* ---- matrices ---- */

nh_expr nh_matrix_at(const nh_expr_matrix *a, uint32_t i, uint32_t j) {
    NH_ASSERT(i < a->rows && j < a->columns);
    uint32_t low = a->start[i], high = a->start[i + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (a->column[middle] == j) return a->entry[middle];
        if (a->column[middle] < j) low = middle + 1;
        else high = middle;
    }
    return NH_EXPR_ZERO;
}

nh_expr_matrix nh_matrix_product(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a, const nh_expr_matrix *b) {
    NH_ASSERT(a->columns == b->rows);
    nh_sums sums = nh_sums_begin(pool, arena);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t e = a->start[i]; e < a->start[i + 1]; e++)
            for (uint32_t f = b->start[a->column[e]]; f < b->start[a->column[e] + 1]; f++)
                nh_sums_add(&sums, i, b->column[f], nh_expr_mul(pool, a->entry[e], b->entry[f]));
    return nh_sums_matrix(&sums, a->rows, b->columns);
}

nh_expr_matrix nh_matrix_transpose(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a) {
    nh_sums sums = nh_sums_begin(pool, arena);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t e = a->start[i]; e < a->start[i + 1]; e++) nh_sums_add(&sums, a->column[e], i, a->entry[e]);
    return nh_sums_matrix(&sums, a->columns, a->rows);
}

nh_expr nh_matrix_row_times(nh_pool *pool, const nh_expr_matrix *a, uint32_t i, const nh_expr *y) {
    NH_ASSERT(i < a->rows);
    nh_arena *scratch = nh_scratch(nh_pool_context(pool));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    uint32_t count = a->start[i + 1] - a->start[i];
    nh_expr *terms = NH_NEW_ARRAY(scratch, nh_expr, (size_t)count + 1);
    for (uint32_t e = 0; e < count; e++)
        terms[e] = nh_expr_mul(pool, a->entry[a->start[i] + e], y[a->column[a->start[i] + e]]);
    nh_expr sum = nh_expr_sum(pool, count, terms);
    nh_arena_release(scratch, mark);
    return sum;
}

nh_expr *nh_matrix_times(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *a, const nh_expr *y) {
    nh_expr *result = NH_NEW_ARRAY(arena, nh_expr, (size_t)a->rows + 1);
    for (uint32_t i = 0; i < a->rows; i++) result[i] = nh_matrix_row_times(pool, a, i, y);
    return result;
}
