/* Branches of the admissible states, to draw states from each of them: the components of polynomial rows (parts.h); of
 * other rows their factors, since a product is 0 where one of them is. A random state is found by steps towards the
 * rows, and these lead to what is near: of x (x - 100) = 0 hardly ever to x = 100. The same with what is made of
 * pieces, if(x < 1000, 0, 1): both sides are branches, in rows, forces and what is judged.
 *
 *     nh_branch_set branches = nh_branches_find(arena, model);
 *     nh_branch_way *way = nh_branch_way_make(arena, states, &branches.items[0]);
 *     if (nh_branch_draw(way, &random, t, &state)) ... */
#ifndef NH_FACTS_PLACES_BRANCHES_H
#define NH_FACTS_PLACES_BRANCHES_H

#include "state/state.h"

typedef struct nh_branch {
    uint32_t count;
    const nh_expr *zero; /* count: its equations, in t, q, q' */
    bool has_time;       /* the time is moved, too */
    /* It is a component, or has states unless the factor is never 0; else it may be empty, or all of them. */
    bool is_proper;
    /* And no exception: of no lower dimension than others, as far as that is known, and at the same positions. */
    bool is_large;
} nh_branch;

typedef struct nh_branch_set {
    uint32_t count; /* components or factors, where there are several; all rows, as they are; sides of pieces */
    const nh_branch *items;
} nh_branch_set;

/* In the arena, which is not the scratch arena. */
nh_branch_set nh_branches_find(nh_arena *arena, const nh_model *model);
/* "x = 0 and y' - 1 = 0", the first few. */
const char *nh_branch_words(nh_arena *arena, const nh_model *model, const nh_branch *branch);

typedef struct nh_branch_way nh_branch_way;
nh_branch_way *nh_branch_way_make(nh_arena *arena, nh_states *states, const nh_branch *branch);
/* A random state at which its equations hold, to rounding, at the time t unless the branch moves it; false when none
 * was found at the first attempt. Assumptions are not examined. */
bool nh_branch_draw(nh_branch_way *way, nh_random *random, double t, nh_state *state);
/* Whether its equations hold at a state, as far as doubles show. */
bool nh_branch_has(nh_branch_way *way, const nh_state *state);

#endif
