/* Which rows and columns of a matrix in doubles are independent: Gaussian elimination with complete pivoting, in rounds
 * that say which rows may be used, by classes of columns of which the lower ones go first. */
#ifndef NH_STEADY_PIVOTS_PRIVATE_H
#define NH_STEADY_PIVOTS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define NH_PIVOTS_TOLERANCE 1e-9
/* A row that is shorter than this relative to the longest one is made of roundings. */
#define NH_PIVOTS_ROUNDING 1e-13

typedef struct nh_pivots {
    uint32_t rows, columns;
    double *a;     /* row by row, eliminated so far */
    bool *may_use; /* rows: in the next round */
    uint32_t rank;
    uint32_t *row, *column; /* rank, in the order of elimination */
} nh_pivots;

/* The entries are copied; every row is scaled to the length 1, one of zeros or roundings excepted. */
nh_pivots nh_pivots_make(nh_arena *arena, uint32_t rows, uint32_t columns, const double *a);
/* Continues with the rows that may be used, until nothing above the tolerance is left in any class. */
void nh_pivots_eliminate(nh_pivots *p, uint32_t classes, const uint32_t *class, double tolerance);

#endif
