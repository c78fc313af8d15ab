/* Which rows of a sparse matrix depend on those before them, by elimination.
 *
 * A row that is independent keeps what is left of it, divided by one of its entries, whose column is from then on its
 * pivot. From a new row the earlier ones are taken in the order in which they came: the entry at their pivot is all
 * that is left to do. The cost is that of the entries that this fills in. Of the entries that are not small the pivot
 * is the one whose column is soonest of no use to later rows: for a chain of rows nothing fills in. Small means small
 * next to other entries of its own column: where all rows share some columns, as parallel velocities share those of the
 * first point, the entries there may all be larger than the others, and pivots among them would fill in everything. */
#include <math.h>

#include "base/limits.h"
#include "num/linear/sparse.h"

/* A pivot may be smaller than the largest entry of its row by the first of these, and by the second when both are
 * measured by the largest of their columns. */
#define LEAST 1e-7
#define THRESHOLD 0.05

/* What is left of a row; no column: none has its pivot there. */
typedef struct reduced_row {
    int count;
    int *column;
    double *value;
} reduced_row;

typedef struct elimination {
    nh_context *context;
    nh_arena *arena;
    reduced_row *rows; /* by pivot column */
    double *work;      /* by column: the current row */
    bool *is_in;       /* by column: it occurs in the list */
    int *list;         /* the columns of the current row */
    int count;         /* of these */
    int *last;         /* by column: when the last row comes that has it */
    double *scale;     /* by column: its largest entry; 1 where there is none */
    uint64_t *since;   /* by column: when it became a pivot, from 1; 0: it is none */
    uint64_t pivots;
} elimination;

static void enter_value(elimination *el, int column, double value) {
    if (!el->is_in[column]) {
        el->is_in[column] = true;
        el->list[el->count++] = column;
        el->work[column] = 0;
    }
    el->work[column] += value;
}

/* The pivot column of the current row that is oldest and whose entry is not 0, or -1. */
static int oldest_pivot(const elimination *el) {
    int found = -1;
    for (int k = 0; k < el->count; k++) {
        int column = el->list[k];
        if (el->since[column] == 0 || el->work[column] == 0) continue;
        if (found < 0 || el->since[column] < el->since[found]) found = column;
    }
    return found;
}

static void keep_row(elimination *el, int pivot) {
    reduced_row *row = &el->rows[pivot];
    row->column = NH_NEW_ARRAY(el->arena, int, (size_t)el->count);
    row->value = NH_NEW_ARRAY(el->arena, double, (size_t)el->count);
    for (int k = 0; k < el->count; k++) {
        int column = el->list[k];
        if (el->work[column] == 0 && column != pivot) continue;
        row->column[row->count] = column;
        row->value[row->count++] = el->work[column] / el->work[pivot];
    }
    el->since[pivot] = ++el->pivots;
}

/* Takes the earlier rows out of the current row; returns the largest size that anything had on the way. */
static double reduce_row(elimination *el, double size) {
    for (int pivot; (pivot = oldest_pivot(el)) >= 0;) {
        const reduced_row *row = &el->rows[pivot];
        double factor = el->work[pivot];
        nh_tick(el->context, 1 + (uint64_t)el->count / 16);
        for (int k = 0; k < row->count; k++) enter_value(el, row->column[k], -factor * row->value[k]);
        size = fmax(size, fabs(factor));
        el->work[pivot] = 0;
    }
    return size;
}

/* The largest entry of the current row; measured by their columns those that are not below `least`. */
static double largest_entry(const elimination *el, bool is_scaled, double least) {
    double most = 0;
    for (int k = 0; k < el->count; k++) {
        int column = el->list[k];
        double size = fabs(el->work[column]);
        if (size >= least) most = fmax(most, is_scaled ? size / el->scale[column] : size);
    }
    return most;
}

/* The column that becomes the pivot of the current row, or -1 when nothing is left of it. */
static int choose_pivot(const elimination *el, double tolerance) {
    double most = largest_entry(el, false, 0), most_scaled = largest_entry(el, true, LEAST * most);
    int best = -1;
    for (int k = 0; k < el->count && most > tolerance; k++) {
        int column = el->list[k];
        double size = fabs(el->work[column]), scaled = size / el->scale[column];
        if (size < LEAST * most || scaled < THRESHOLD * most_scaled) continue;
        bool is_better = best < 0 || el->last[column] < el->last[best] ||
                         (el->last[column] == el->last[best] && scaled > fabs(el->work[best]) / el->scale[best]);
        if (is_better) best = column;
    }
    return best;
}

/* The next row begins with an empty list. */
static void give_up_list(elimination *el) {
    for (int k = 0; k < el->count; k++) el->is_in[el->list[k]] = false;
    el->count = 0;
}

static double *column_sizes(nh_arena *arena, const nh_pattern *transposed, const double *values) {
    double *size = NH_NEW_ARRAY(arena, double, (size_t)transposed->rows);
    for (int p = 0; p < transposed->start[transposed->columns]; p++)
        size[transposed->row[p]] = fmax(size[transposed->row[p]], fabs(values[p]));
    for (int j = 0; j < transposed->rows; j++)
        if (!(size[j] > 0 && isfinite(size[j]))) size[j] = 1;
    return size;
}

static int row_at(const uint32_t *order, int k) {
    return order != NULL ? (int)order[k] : k;
}

static int *last_rows(nh_arena *arena, const nh_pattern *transposed, const uint32_t *order) {
    int *last = NH_NEW_ARRAY(arena, int, (size_t)transposed->rows);
    for (int k = 0; k < transposed->columns; k++) {
        int i = row_at(order, k);
        for (int p = transposed->start[i]; p < transposed->start[i + 1]; p++) last[transposed->row[p]] = k;
    }
    return last;
}

int nh_sparse_rank(nh_arena *arena, const nh_pattern *transposed, const double *values, double tolerance,
                   const uint32_t *order, bool *is_dependent) {
    size_t columns = (size_t)transposed->rows;
    nh_context *context = nh_arena_context(arena);
    nh_arena *own = nh_arena_create(context);
    elimination el = {.context = context, .arena = own, .rows = NH_NEW_ARRAY(own, reduced_row, columns)};
    el.work = NH_NEW_ARRAY(own, double, columns);
    el.is_in = NH_NEW_ARRAY(own, bool, columns);
    el.list = NH_NEW_ARRAY(own, int, columns);
    el.since = NH_NEW_ARRAY(own, uint64_t, columns);
    el.last = last_rows(own, transposed, order);
    el.scale = column_sizes(own, transposed, values);
    int rank = 0;
    for (int k = 0; k < transposed->columns; k++) {
        int i = row_at(order, k);
        double size = 0;
        nh_tick(context, 1);
        for (int p = transposed->start[i]; p < transposed->start[i + 1]; p++) {
            enter_value(&el, transposed->row[p], values[p]);
            size = fmax(size, fabs(values[p]));
        }
        int pivot = choose_pivot(&el, tolerance * reduce_row(&el, size));
        is_dependent[i] = pivot < 0;
        if (pivot >= 0) keep_row(&el, pivot);
        rank += pivot >= 0;
        give_up_list(&el);
    }
    nh_arena_destroy(own);
    return rank;
}
