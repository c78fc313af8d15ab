/* Rows that restrict the states but have lost their gradient, in words: which, and how to write them instead. */
#ifndef NH_FACTS_LOST_H
#define NH_FACTS_LOST_H

#include "state/state.h"

typedef struct nh_lost {
    bool *rows;         /* by number in model->rows; NULL: none */
    uint32_t row;       /* the first of them */
    const char *reason; /* "the rank condition fails there: ..."; NULL: none */
    const char *hint;   /* how to write the row instead; NULL: there is no other way */
} nh_lost;

/* As nh_states_find_lost; everything in the arena, which is not the scratch arena. place: "there", "where it holds". */
nh_lost nh_lost_find(nh_arena *arena, nh_states *states, const nh_state *at, const char *place);
/* Adds it as a remark at the place of the row. */
void nh_lost_remark(const nh_lost *lost, const nh_model *model, nh_severity severity, nh_status status);

#endif
