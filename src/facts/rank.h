/* How many rows are independent at admissible states, and which are redundant: [Simple] (3), (9);
 * [Homogeneous] (3); [Examples] (8). */
#ifndef NH_FACTS_RANK_H
#define NH_FACTS_RANK_H

#include "facts/admissible.h"

typedef struct nh_rank {
    nh_count geometric, k, m; /* independent geometric rows, kinematic rows, velocities */
    nh_count bound;           /* independent rows with accelerations, next to these */
    nh_fact *redundant;       /* by number in model->rows */
    const char **combination; /* likewise: the gradient of a redundant row by those of others; NULL where not found */
} nh_rank;

/* Of two rows one of which can be left out: the weaker one is, where one is a multiple of the other. Before the
 * explicit form is made. */
void nh_rank_prefer(nh_admissible *a);
nh_rank nh_rank_find(nh_admissible *a);

#endif
