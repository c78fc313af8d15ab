/* The facts about a model in one place: what `check` tells, except for singular configurations and components
 * (conditions.h, parts.h), which take longer. */
#ifndef NH_FACTS_ANALYSIS_H
#define NH_FACTS_ANALYSIS_H

#include "facts/admissible.h"
#include "facts/chaplygin.h"
#include "facts/integrable/commutation_private.h"
#include "facts/integrable/integrable.h"
#include "facts/rank.h"
#include "state/explicit/kind.h"

typedef struct nh_analysis {
    nh_admissible *admissible;
    /* The same with the values of the parameters, where the rows are of other kinds with these; else NULL. */
    nh_admissible *valued;
    nh_kind *kind;                   /* by number in model->rows */
    nh_fact *rheonomic;              /* likewise */
    nh_fact *is_homogeneous;         /* likewise: the row is homogeneous, as it is written, after clearing */
    nh_fact is_rheonomic;            /* L, a force or an imposed row depends on time */
    nh_kind together;                /* of all imposed rows */
    nh_fact together_is_homogeneous; /* all of them are homogeneous */
    nh_rank rank;
    nh_fact alpha_bar_equals_alpha, energy_conserved, regular, regular_free;
    uint32_t homogeneous_count;
    const nh_expr *homogeneous; /* rows in place of those that are not homogeneous, though (24) holds */
    nh_chaplygin chaplygin;
    nh_integrability integrability;
    nh_commutation commutation;
} nh_analysis;

/* In the arena, which is not the scratch arena. What is wrong with the start is said in warnings. */
nh_analysis *nh_analysis_make(nh_arena *arena, const nh_model *model, uint64_t seed);

#endif
