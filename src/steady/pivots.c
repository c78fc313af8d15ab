/* Elimination in doubles. A pivot is small compared with 1, the length of a row; a class of columns that could serve is
 * left only when its best pivot is below this part of the best of all, so that a preference costs no digits. */
#include "steady/pivots_private.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "num/linear/doubles.h"

#define SERVES 1e-4

nh_pivots nh_pivots_make(nh_arena *arena, uint32_t rows, uint32_t columns, const double *a) {
    uint32_t most = rows < columns ? rows : columns;
    nh_pivots p = {.rows = rows, .columns = columns, .a = NH_NEW_ARRAY(arena, double, (size_t)rows *columns + 1)};
    p.may_use = NH_NEW_ARRAY(arena, bool, rows + 1);
    p.row = NH_NEW_ARRAY(arena, uint32_t, most + 1);
    p.column = NH_NEW_ARRAY(arena, uint32_t, most + 1);
    double largest = 0;
    for (uint32_t i = 0; i < rows; i++) largest = fmax(largest, nh_doubles_length(a + (size_t)i * columns, columns));
    for (uint32_t i = 0; i < rows; i++) {
        const double *from = a + (size_t)i * columns;
        double length = nh_doubles_length(from, columns);
        if (!(length > NH_PIVOTS_ROUNDING * largest)) length = largest > 0 ? largest : 1;
        for (uint32_t j = 0; j < columns; j++) p.a[(size_t)i * columns + j] = from[j] / length;
        p.may_use[i] = true;
    }
    return p;
}

/* The largest entry that is left in columns of this class or a lower one. */
static double find_largest(const nh_pivots *p, const uint32_t *class, uint32_t most, uint32_t *row, uint32_t *column) {
    double largest = 0;
    for (uint32_t i = 0; i < p->rows; i++) {
        if (!p->may_use[i] || nh_is_among(i, p->rank, p->row)) continue;
        for (uint32_t j = 0; j < p->columns; j++) {
            double size = fabs(p->a[(size_t)i * p->columns + j]);
            if (class[j] > most || !(size > largest) || nh_is_among(j, p->rank, p->column)) continue;
            largest = size;
            *row = i;
            *column = j;
        }
    }
    return largest;
}

static void take_pivot(nh_pivots *p, uint32_t row, uint32_t column) {
    const double *from = p->a + (size_t)row * p->columns;
    p->row[p->rank] = row;
    p->column[p->rank++] = column;
    for (uint32_t i = 0; i < p->rows; i++) {
        double *to = p->a + (size_t)i * p->columns;
        if (nh_is_among(i, p->rank, p->row)) continue;
        double factor = to[column] / from[column];
        for (uint32_t j = 0; j < p->columns && factor != 0; j++) to[j] -= factor * from[j];
        to[column] = 0;
    }
}

void nh_pivots_eliminate(nh_pivots *p, uint32_t classes, const uint32_t *class, double tolerance) {
    for (;;) {
        uint32_t row = 0, column = 0;
        double best = find_largest(p, class, classes - 1, &row, &column);
        if (!(best > tolerance)) return;
        for (uint32_t c = 0; c + 1 < classes; c++)
            if (find_largest(p, class, c, &row, &column) > SERVES * best) break;
            else (void)find_largest(p, class, classes - 1, &row, &column);
        take_pivot(p, row, column);
    }
}
