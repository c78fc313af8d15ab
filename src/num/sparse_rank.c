/* Which rows of a sparse matrix depend on those before them, by elimination.
 *
 * A row that is independent keeps what is left of it, divided by its largest entry, whose column is from then on its pivot. From a new row
 * the earlier ones are taken in the order in which they came: the entry at their pivot is all that is left to do. The cost is that of the
 * entries that this fills in: linear for rows that are local. */
#include <math.h>

#include "base/limits.h"
#include "num/sparse.h"

/* What is left of a row; no column: none has its pivot there. */
typedef struct reduced {
    int count;
    int *column;
    double *value;
} reduced;

typedef struct elimination {
    nh_context *context;
    nh_arena *arena;
    reduced *rows;   /* by pivot column */
    double *work;    /* by column: the row at hand */
    bool *is_in;     /* by column: it stands in the list */
    int *list;       /* the columns of the row at hand */
    int count;       /* of these */
    uint64_t *since; /* by column: when it became a pivot, from 1; 0: it is none */
    uint64_t pivots;
} elimination;

static void enter(elimination *el, int column, double value) {
    if (!el->is_in[column]) {
        el->is_in[column] = true;
        el->list[el->count++] = column;
        el->work[column] = 0;
    }
    el->work[column] += value;
}

/* The pivot column of the row at hand that is oldest and whose entry is not 0, or -1. */
static int oldest(const elimination *el) {
    int found = -1;
    for (int k = 0; k < el->count; k++) {
        int column = el->list[k];
        if (el->since[column] == 0 || el->work[column] == 0) continue;
        if (found < 0 || el->since[column] < el->since[found]) found = column;
    }
    return found;
}

static void keep(elimination *el, int pivot) {
    reduced *row = &el->rows[pivot];
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

/* Takes the earlier rows out of the row at hand; returns the largest size that anything had on the way. */
static double reduce(elimination *el, double size) {
    for (int pivot; (pivot = oldest(el)) >= 0;) {
        const reduced *row = &el->rows[pivot];
        double factor = el->work[pivot];
        nh_tick(el->context, 1 + (uint64_t)el->count / 16);
        for (int k = 0; k < row->count; k++) enter(el, row->column[k], -factor * row->value[k]);
        size = fmax(size, fabs(factor));
        el->work[pivot] = 0;
    }
    return size;
}

/* The column of the largest entry that is left, or -1; the list is given up. */
static int largest(elimination *el) {
    int best = -1;
    for (int k = 0; k < el->count; k++) {
        int column = el->list[k];
        el->is_in[column] = false;
        if (best < 0 || fabs(el->work[column]) > fabs(el->work[best])) best = column;
    }
    return best;
}

int nh_sparse_rank(nh_arena *arena, const nh_pattern *transposed, const double *values, double tolerance,
                   bool *is_dependent) {
    size_t columns = (size_t)transposed->rows;
    nh_context *context = nh_arena_context(arena);
    nh_arena *own = nh_arena_create(context);
    elimination el = {.context = context, .arena = own, .rows = NH_NEW_ARRAY(own, reduced, columns)};
    el.work = NH_NEW_ARRAY(own, double, columns);
    el.is_in = NH_NEW_ARRAY(own, bool, columns);
    el.list = NH_NEW_ARRAY(own, int, columns);
    el.since = NH_NEW_ARRAY(own, uint64_t, columns);
    int rank = 0;
    for (int i = 0; i < transposed->columns; i++) {
        double size = 0;
        el.count = 0;
        nh_tick(context, 1);
        for (int p = transposed->start[i]; p < transposed->start[i + 1]; p++) {
            enter(&el, transposed->row[p], values[p]);
            size = fmax(size, fabs(values[p]));
        }
        size = reduce(&el, size);
        int best = largest(&el);
        is_dependent[i] = best < 0 || !(fabs(el.work[best]) > tolerance * size);
        if (is_dependent[i]) continue;
        keep(&el, best);
        rank++;
    }
    nh_arena_destroy(own);
    return rank;
}
