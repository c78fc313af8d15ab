/* The parts, or components, into which the admissible states fall apart where the rows are polynomial and small: a
 * closed chain of four, [Simple] Remark 7, the branches that Examples 6 to 8 exclude. */
#ifndef NH_FACTS_PLACES_PARTS_H
#define NH_FACTS_PLACES_PARTS_H

#include "facts/admissible.h"

typedef struct nh_part {
    uint32_t count;
    const nh_expr *zero; /* count: a basis of its equations in q, q'; short ones first */
    int dimension;       /* of (q, q') at fixed time; -1: not known, its equations are made of pieces */
    nh_fact real;        /* "yes": a real state of it was found, exact or in balls; "no": it was shown to have none */
    nh_count rank;       /* of the rows at its states */
    bool is_at_hand;     /* the reference state is in it */
} nh_part;

typedef struct nh_parts {
    uint32_t count;       /* 0: not determined */
    const nh_part *items; /* in a->arena; by falling dimension */
} nh_parts;

/* Parts without real states are left out where that was shown. Their equations contain parameters, unless with the
 * values of the model there are other parts (valued_private.h): then these. */
nh_parts nh_parts_find(nh_admissible *a);
/* The one with the reference state, with the parameters or values of these states; NULL: there is one only, or more
 * of them have the state, or they were not determined. */
const nh_part *nh_parts_at_hand(nh_admissible *a);
/* Their equations only, all of a basis, with the values of the model for its parameters where these are rational. In
 * the arena, which is not the scratch arena. */
nh_parts nh_parts_split(nh_arena *arena, const nh_model *model);

#endif
