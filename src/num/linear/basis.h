/* Independent vectors: which of many are, taken in order, and an orthonormal basis of what they span.
 *
 *     nh_basis *basis = nh_basis_make(arena, size, most);
 *     nh_basis_begin(basis, tolerance);
 *     nh_basis_take(basis, 1, (uint32_t[]){0}, load, user);         // vector 0
 *     nh_basis_take(basis, 3, (uint32_t[]){1, 2, 3}, load, user);   // a group
 *
 * A vector is independent when more than the tolerance is left of it besides those before it, relative to its length.
 * Of a group, which is the components of one thing, as many are taken as are independent, by the largest vector of the
 * group: first the first whose rest is not small compared with the largest rest. So a component that happens to be
 * nearly 0 does not go before those that are not. Nothing is allocated after it is made. */
#ifndef NH_NUM_LINEAR_BASIS_H
#define NH_NUM_LINEAR_BASIS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Puts the vector of this number into the column. */
typedef void (*nh_basis_load)(void *user, uint32_t vector, double *column);

typedef struct nh_basis {
    size_t size;   /* of a vector */
    uint32_t most; /* vectors */
    double tolerance;
    uint32_t rank;
    uint32_t *used; /* rank: the vectors that were taken, in order */
    double *z;      /* size x rank: orthonormal columns */
    double *r;      /* most x rank, upper triangle: vector used[k] is the sum of r[i + k * most] z_i, i <= k */
    double least; /* of the vectors that were taken, the smallest rest, relative to the length; 1 when there are none */
    uint32_t worst; /* whose it is */
    double *rests;  /* most: of a group */
} nh_basis;

nh_basis *nh_basis_make(nh_arena *arena, size_t size, uint32_t most);
void nh_basis_begin(nh_basis *basis, double tolerance);
void nh_basis_take(nh_basis *basis, uint32_t count, const uint32_t *vectors, nh_basis_load load, void *user);

/* Which of `count` vectors, columns of a size x count matrix that is lost, carry what all of them span: their numbers
 * in `order`, at most `most`; returns how many. Each next one is the first, those that are preferred before the others,
 * whose rest is not small compared with the largest rest. So no vector that is left out is much more than a sum of
 * those that are taken. A rest that is not above least[j] is none. is_preferred may be NULL. */
uint32_t nh_basis_pivots(size_t size, uint32_t count, double *columns, const double *least, uint32_t most,
                         const bool *is_preferred, uint32_t *order);

#endif
