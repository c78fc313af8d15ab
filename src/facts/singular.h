/* Systems whose equations do not determine all accelerations: L is singular, and the rows do not mend it.
 *
 * Lagrange's equations and the rows are linear equations for accelerations and multipliers,
 *
 *     M q'' - A^T lambda = F,     A q'' = -c,
 *
 * and the rates of what they force, B q'' = -d, which exerts no force. Where a combination u of these equations has
 * the left side 0 its right side is 0 too: a constraint phi = u.h = 0 on positions and velocities. It joins, its rate
 * is one more equation, and so on, until no combination says anything new: the constraint algorithm of Dirac and
 * Bergmann, in the form of Gotay, Nester and Hinds for Lagrangians. All of this is algebra, over rational functions of
 * the state.
 *
 * phi joins as a hidden row like any other, with a multiplier. Motions have the multiplier 0: with it the equations
 * have a solution, since the algorithm has ended, and where they determine the accelerations there is one only.
 *
 * What is left undetermined then, accelerations along the w with M w = A^T mu, A w = 0, B w = 0, is a gauge: any
 * function of time can be put in. */
#ifndef NH_FACTS_SINGULAR_H
#define NH_FACTS_SINGULAR_H

#include "model/model.h"

/* Adds what Lagrange's equations force to the rows of the model, imposed, as hidden[k]; a note says so. Nothing where
 * the equations determine the accelerations, the algorithm does not end with proofs, or the system is large. Whether
 * rows were added. */
bool nh_singular_join(nh_model *model);

typedef struct nh_gauge {
    uint32_t count;
    const uint32_t *coordinate; /* count: their accelerations can be anything; with them all others are determined */
    const bool *is_free;        /* n: that acceleration is not determined; the others are */
    const bool *is_free_row;    /* by number in model->rows: nor is the multiplier of the row */
} nh_gauge;

/* In the arena, which is not the scratch arena. NULL: everything is determined at most states, or it is not known that
 * what is not is a gauge. */
const nh_gauge *nh_gauge_find(const nh_model *model, nh_arena *arena);
/* A copy in which rows fix it: q'' of its coordinates is 0; or, with a seed, a parameter gauge.x, whose value is drawn:
 * what holds for all values holds along every motion. */
nh_model *nh_gauge_fixed(const nh_model *model, nh_arena *arena, const nh_gauge *gauge, const uint64_t *seed);

/* "x'', y''": these accelerations. In the arena. */
const char *nh_gauge_words(const nh_model *model, nh_arena *arena, const nh_gauge *gauge);
/* A note that names these accelerations: "nothing determines y'': CONSEQUENCE". */
void nh_gauge_tell(const nh_model *model, const nh_gauge *gauge, const char *consequence);

#endif
