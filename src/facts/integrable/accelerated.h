/* Rows with accelerations that are derivatives of rows without.
 *
 * g(t, q, q', q'') = G q'' + h = 0 is the derivative of f(t, q, q') = C, up to a factor, where f is constant along all
 * motions that g admits: where df is a combination of the forms
 *
 *     dq_i - q_i' dt,     sum_i G_i dq_i' + h dt
 *
 * in the variables t, q, q'. There are as many independent f as the largest integrable part of this Pfaffian system has
 * forms (algebra/pfaff/pfaffian.h); of these, such as x' and x - t x' for x'' = 0, those are meant that are independent
 * as functions of q'. The constant comes from the initial state, and by the condition of Chetaev the row
 * acts as the constraint f = C would: df/dq' is G, up to the factor. */
#ifndef NH_FACTS_INTEGRABLE_ACCELERATED_H
#define NH_FACTS_INTEGRABLE_ACCELERATED_H

#include "facts/admissible.h"

typedef struct nh_lowered {
    nh_fact is_derivative;
    /* functions that were found, one for each row at most: proved to be constant, independent as functions of q' */
    uint32_t count;
    const nh_expr *function; /* of t, q, q' */
    nh_expr factor;          /* of one row: times this it is the derivative of the first; undefined: not found */
} nh_lowered;

/* Of these rows of the model together, by themselves, whatever the others are. In the arena, which is not the scratch
 * arena. */
nh_lowered nh_lowered_find(nh_arena *arena, const nh_model *model, uint32_t count, const uint32_t *rows);
/* Of all imposed rows with accelerations together, but those that fix a gauge: a choice is no property of motions. */
nh_lowered nh_lowered_find_all(nh_arena *arena, const nh_model *model);

#endif
