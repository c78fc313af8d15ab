/* Dense or sparse LU behind one interface. */
#include "motion/at/square_private.h"

#include <string.h>

#include "base/assert.h"
#include "num/linear/dense.h"

/* Rows of a matrix that is factored as a dense one. */
enum { MOST_DENSE = 120 };

struct nh_square {
    uint32_t size, count;
    int *place; /* by entry: where its value belongs */
    size_t values_size;
    double *values;
    nh_lu *dense;
    nh_pattern pattern;
    nh_sparse_lu *sparse;
};

nh_square *nh_square_make(nh_arena *arena, uint32_t size, const nh_entries *entries) {
    NH_ASSERT(entries->count >= 0);
    nh_square *s = NH_NEW(arena, nh_square);
    *s = (nh_square){.size = size, .count = (uint32_t)entries->count, .values_size = (size_t)size * size};
    s->place = NH_NEW_ARRAY(arena, int, s->count);
    if (size <= MOST_DENSE) {
        for (uint32_t e = 0; e < s->count; e++) s->place[e] = entries->i[e] + entries->j[e] * (int)size;
        s->dense = nh_lu_make(arena, (int)size);
    } else {
        s->pattern = nh_pattern_make(arena, (int)size, (int)size, entries->count, entries->i, entries->j, s->place);
        NH_ASSERT(s->pattern.start != NULL);
        s->values_size = (size_t)s->pattern.start[size];
        s->sparse = nh_sparse_lu_make(arena, &s->pattern);
    }
    s->values = NH_NEW_ARRAY(arena, double, s->values_size);
    return s;
}

bool nh_square_factor(nh_square *square, const double *values) {
    nh_square *s = square;
    if (s->size == 0) return true;
    memset(s->values, 0, s->values_size * sizeof *s->values);
    for (uint32_t e = 0; e < s->count; e++) s->values[s->place[e]] += values[e];
    return s->dense != NULL ? nh_lu_factor(s->dense, s->values) : nh_sparse_lu_factor(s->sparse, s->values);
}

void nh_square_solve(nh_square *square, double *b) {
    if (square->size == 0) return;
    if (square->dense != NULL) nh_lu_solve(square->dense, b, 1);
    else nh_sparse_lu_solve(square->sparse, b);
}
