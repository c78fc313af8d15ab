/* Square systems of one shape, solved again and again: with dense matrices when they are small, else with sparse ones.
 *
 *     nh_square *square = nh_square_make(arena, size, &entries);   // repetitions add
 *     if (nh_square_factor(square, values)) nh_square_solve(square, b);
 */
#ifndef NH_MOTION_AT_SQUARE_PRIVATE_H
#define NH_MOTION_AT_SQUARE_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "num/linear/sparse.h"

typedef struct nh_square nh_square;

nh_square *nh_square_make(nh_arena *arena, uint32_t size, const nh_entries *entries);
/* values: one for each entry. False when it is singular or not finite. */
bool nh_square_factor(nh_square *square, const double *values);
void nh_square_solve(nh_square *square, double *b); /* in place */

#endif
