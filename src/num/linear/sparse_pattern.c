/* Patterns of sparse matrices in compressed columns, and products with vectors. */
#include "num/linear/sparse.h"

#include "base/assert.h"
#include "base/limits.h"

/* Turns counts[0 .. n-1] into the place where each class begins; counts[n] becomes their sum. */
static void begins_from_counts(int n, int *counts) {
    int sum = 0;
    for (int k = 0; k <= n; k++) {
        int count = counts[k];
        counts[k] = sum;
        sum += count;
    }
}

/* Sorts the numbers of the entries by key (below classes), keeping the order of equals; `in` NULL stands for 0, 1, 2,
 * ... begins has classes + 1 places, all zero; it ends as the ends of the classes. */
static void counting_sort(int count, const int *in, const int *key, int classes, int *begins, int *out) {
    for (int e = 0; e < count; e++) begins[key[e]]++;
    begins_from_counts(classes, begins);
    for (int k = 0; k < count; k++) {
        int e = in == NULL ? k : in[k];
        out[begins[key[e]]++] = e;
    }
}

/* Sorted first by row, then by column without disturbing rows, entries of one place are side by side. */
static int *sorted_entries(nh_arena *scratch, const nh_pattern *pattern, int count, const int *i, const int *j) {
    int *by_row = NH_NEW_ARRAY(scratch, int, (size_t)count);
    int *sorted = NH_NEW_ARRAY(scratch, int, (size_t)count);
    int *row_begins = NH_NEW_ARRAY(scratch, int, (size_t)pattern->rows + 1);
    int *column_begins = NH_NEW_ARRAY(scratch, int, (size_t)pattern->columns + 1);
    counting_sort(count, NULL, i, pattern->rows, row_begins, by_row);
    counting_sort(count, by_row, j, pattern->columns, column_begins, sorted);
    return sorted;
}

nh_pattern nh_pattern_make(nh_arena *arena, int rows, int columns, int count, const int *i, const int *j, int *place) {
    NH_ASSERT(rows >= 0 && columns >= 0 && count >= 0);
    nh_context *context = nh_arena_context(arena);
    nh_tick(context, (uint64_t)count);
    nh_pattern pattern = {.rows = rows, .columns = columns};
    int *start = NH_NEW_ARRAY(arena, int, (size_t)columns + 1);
    int *row = NH_NEW_ARRAY(arena, int, (size_t)count);
    /* Marked after the results, for the arena may be the scratch arena itself. */
    nh_arena *scratch = nh_scratch(context);
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    int *sorted = sorted_entries(scratch, &pattern, count, i, j);
    int distinct = 0;
    for (int k = 0; k < count; k++) {
        int e = sorted[k];
        NH_ASSERT(i[e] >= 0 && i[e] < rows && j[e] >= 0 && j[e] < columns);
        bool repeated = k > 0 && i[e] == i[sorted[k - 1]] && j[e] == j[sorted[k - 1]];
        if (!repeated) {
            row[distinct++] = i[e];
            start[j[e]]++;
        }
        if (place != NULL) place[e] = distinct - 1;
    }
    begins_from_counts(columns, start);
    nh_arena_release(scratch, mark);
    pattern.start = start;
    pattern.row = nh_arena_resize(arena, row, (size_t)count * sizeof(int), (size_t)distinct * sizeof(int));
    return pattern;
}

void nh_sparse_multiply(const nh_pattern *pattern, const double *values, double factor, const double *x, double *y) {
    for (int j = 0; j < pattern->columns; j++) {
        double scaled = factor * x[j];
        for (int p = pattern->start[j]; p < pattern->start[j + 1]; p++) y[pattern->row[p]] += values[p] * scaled;
    }
}

void nh_sparse_multiply_transposed(const nh_pattern *pattern, const double *values, double factor, const double *x,
                                   double *y) {
    for (int j = 0; j < pattern->columns; j++) {
        double sum = 0;
        for (int p = pattern->start[j]; p < pattern->start[j + 1]; p++) sum += values[p] * x[pattern->row[p]];
        y[j] += factor * sum;
    }
}

nh_pattern nh_pattern_of_rows(nh_arena *arena, uint32_t rows, uint32_t columns, const uint32_t *start,
                              const uint32_t *column) {
    int *begin = NH_NEW_ARRAY(arena, int, (size_t)rows + 1), *row = NH_NEW_ARRAY(arena, int, start[rows]);
    for (uint32_t i = 0; i <= rows; i++) begin[i] = (int)start[i];
    for (uint32_t k = 0; k < start[rows]; k++) row[k] = (int)column[k];
    return (nh_pattern){.rows = (int)columns, .columns = (int)rows, .start = begin, .row = row};
}

nh_entries nh_entries_make(nh_arena *arena, size_t most) {
    return (nh_entries){.i = NH_NEW_ARRAY(arena, int, most), .j = NH_NEW_ARRAY(arena, int, most)};
}

void nh_entries_add(nh_entries *entries, uint32_t i, uint32_t j) {
    entries->i[entries->count] = (int)i;
    entries->j[entries->count++] = (int)j;
}
