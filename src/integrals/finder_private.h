/* The search for first integrals as its parts see it: integrals.c, search.c, special.c, verdicts.c. */
#ifndef NH_INTEGRALS_FINDER_PRIVATE_H
#define NH_INTEGRALS_FINDER_PRIVATE_H

#include "integrals/integrals_private.h"

typedef struct nh_integral_candidate {
    nh_expr e;
    const char *text;
    const char *from;
    const char *when;             /* parameters for which it is one; NULL: all */
    const nh_flow_values *values; /* the same, where the model does not define them so; NULL */
} nh_integral_candidate;

typedef struct nh_finder {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_integrals_def *def;
    nh_integrals_result *result;
    nh_flow *flow;
    nh_integral_search *search;
    const nh_ansatz_space *space;
    uint32_t velocities, factors; /* of the current ansatz */
    bool is_searched;             /* it was gone through */
    const char *when;             /* of what is found now */
    const nh_flow_values *values;
    bool has_same;                    /* what was searched when these have values was searched before without */
    struct nh_symmetries *symmetries; /* NULL: there is no flow */
    NH_ARRAY(nh_integral_candidate) candidates;
    NH_ARRAY(const char *) searched;
} nh_finder;

/* ---- integrals.c ---- */

/* Whether there can be no other one, or there are enough. */
bool nh_finder_is_complete(const nh_finder *f);
/* A candidate that is not wanted is left out: false. The text is its own unless it is NULL. */
bool nh_finder_offer(nh_finder *f, nh_expr e, const char *text, const char *from);

/* ---- search.c ---- */

/* All spaces of terms, for the current flow. */
void nh_finder_search_spaces(nh_finder *f);
/* Simple terms: for a flow that is one of many. */
void nh_finder_search_quickly(nh_finder *f);

/* ---- special.c ---- */

/* Two parameters that are equal, or one that is 0: with which values there are more. */
void nh_finder_search_special(nh_finder *f, nh_admissible *a);

/* ---- verdicts.c ---- */

/* Candidates become items of the result when their rates are proved or certified to be 0. */
void nh_finder_judge(nh_finder *f);

#endif
