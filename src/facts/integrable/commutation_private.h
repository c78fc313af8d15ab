/* The coefficients of the commutation condition, [Algebraic] (53), where it holds:
 *
 *     D_v = sum over s of rho_vs A_s,     A_s = d rate_s / dq',     D_v = d/dt A_v - d rate_v / dq
 *
 * at all states that satisfy the rows, for all q'' that satisfy their derivatives (model/variation.h). The paper leaves
 * out that the coefficients depend on the row v. They are functions of t, q, q' and, of rows that are not linear in the
 * velocities, q''. Geometric rows have D = 0. */
#ifndef NH_FACTS_INTEGRABLE_COMMUTATION_PRIVATE_H
#define NH_FACTS_INTEGRABLE_COMMUTATION_PRIVATE_H

#include "facts/admissible.h"

typedef struct nh_commutation {
    nh_evidence by;         /* that they are right, at admissible states; NONE: not found */
    uint32_t rows, by_rows; /* how many */
    const uint32_t *row;    /* rows: the imposed kinematic ones, in model->rows */
    const uint32_t *by_row; /* by_rows: independent ones of all imposed rows, in model->rows, rising */
    const nh_expr *rho;     /* rows x by_rows; 0 also for what vanishes where the rows hold */
} nh_commutation;

/* Where the condition is proved to hold (nh_integrability.is_integrable); not for large systems, nor where it takes
 * too long. In a->arena. */
nh_commutation nh_commutation_find(nh_admissible *a, nh_fact holds);

#endif
