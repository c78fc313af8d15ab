/* Real states of a component; only src/facts/places/parts*.c see it. See parts.h. */
#ifndef NH_FACTS_PLACES_PARTS_PRIVATE_H
#define NH_FACTS_PLACES_PARTS_PRIVATE_H

#include "base/random.h"
#include "facts/places/parts.h"

/* A basis of the equations of a component, in symbols of coordinates and velocities. */
typedef struct nh_part_equations {
    uint32_t count, variable_count;
    const nh_expr *basis;
    const nh_expr *variables;
} nh_part_equations;

/* Searches for a state at which all elements of the basis are exactly zero, with rational numbers for the variables
 * (for an angle: for its sine and cosine) and the values of the model for parameters. True: there is one; *rank then is
 * that of the rows there, or NH_INDEX_NONE where it was not found. In the arena, which is not the scratch arena. */
bool nh_part_find_exact(nh_admissible *a, nh_arena *arena, const nh_part_equations *of, nh_random *random,
                        uint32_t *rank);

#endif
