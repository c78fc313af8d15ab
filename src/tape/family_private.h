/* Families: outputs of one shape, kept as loops. */
#ifndef NH_TAPE_FAMILY_PRIVATE_H
#define NH_TAPE_FAMILY_PRIVATE_H

#include "tape/tape_private.h"

/* Finds the loops among the outputs of the def; is_member[k] becomes true for every output that a loop computes. The
 * loops lie in the arena. */
nh_loop *nh_family_find(nh_arena *arena, nh_pool *pool, const nh_tape_def *def, bool *is_member, uint32_t *count);

#endif
