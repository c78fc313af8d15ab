/* Whether alpha-bar = alpha, [Homogeneous] (24), and homogeneous rows where those of the model are not. */
#ifndef NH_FACTS_HOMOGENEOUS_H
#define NH_FACTS_HOMOGENEOUS_H

#include "facts/admissible.h"

/* sum_j d rate/dq_j' q_j' of the i-th row of a->lagrange. */
nh_expr nh_homogeneous_defect(nh_admissible *a, uint32_t i);

/* Whether (24) holds at all admissible states. It is tested as A q' = 0, which shows that the choice of independent
 * velocities does not matter: with q' = (q_i', alpha),
 *
 *     A q' = A_d (alpha - alpha-bar),
 *
 * since A_i = -A_d dalpha/dq_i', and A_d is regular. Of a row that is homogeneous of degree s as it is written, A q' =
 * s phi = 0 by Euler's theorem. */
nh_fact nh_homogeneous_fact(nh_admissible *a);

/* Rows that say the same and are homogeneous, for those of the model that are not: the explicit form is homogeneous of
 * degree 1 where (24) holds ([Homogeneous] section 3 asks for them). In a->arena. */
const nh_expr *nh_homogeneous_rows(nh_admissible *a, uint32_t *count);

#endif
