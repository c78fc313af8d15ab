/* The question of `steady`: the steady motions that are found from the initial state and from random states. */
#ifndef NH_STEADY_STEADY_H
#define NH_STEADY_STEADY_H

#include <nonholo/steady.h>

#include "steady/find_private.h"
#include "steady/range_private.h"

/* In the arena, which is not the scratch arena. Leaves as nh_steady_make says. */
const nh_steady_info *nh_steady_answer(nh_arena *arena, const nh_model *model, const nh_steady_def *def);

/* ---- inside the guard ---- */

/* Where to search besides the initial state. */
typedef struct nh_steady_starts {
    size_t random;
    size_t ranges; /* of coordinates and velocities: all combinations */
    const nh_range *range;
} nh_steady_starts;

typedef struct nh_steady_list {
    size_t count;
    nh_steady_motion *items;
} nh_steady_list;
/* Each motion once, of each family one member, with what distinguishes the members as in the initial state, as far as
 * that is possible; of the first one also members at rest and with single velocities. The one nearest to the initial
 * state first; the others in the order in which they were found. */
nh_steady_list nh_steady_list_find(nh_arena *arena, nh_steady_problem *problem, const nh_steady_starts *starts,
                                   int digits);

#endif
