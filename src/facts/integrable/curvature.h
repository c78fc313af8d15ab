/* How many functions of positions linear rows can keep constant at most, from numbers at one state: a quick look before
 * the algebra of integrable.h, and where that is too long.
 *
 * The forms theta_r of the rows (differentials.h) have the curvature dtheta_r(u, w) = sum over j, l of (dA_rj/dx_l -
 * dA_rl/dx_j) u_l w_j on the directions u, w along which all rows vanish. A combination of rows can be integrated only
 * where its curvature vanishes, so there are at most as many functions as rows less the rank of all curvatures. */
#ifndef NH_FACTS_INTEGRABLE_CURVATURE_H
#define NH_FACTS_INTEGRABLE_CURVATURE_H

#include "facts/admissible.h"

/* Of the imposed kinematic rows that are linear; 0 in systems of more than NH_CURVATURE_COORDINATES. */
enum { NH_CURVATURE_COORDINATES = 40 };
uint32_t nh_curvature_leaves(const nh_model *model, const double *parameters, const nh_state *state);

/* The curvatures of these kinematic rows in balls at certified admissible states. NONZERO: they are independent at one,
 * so that in addition to the geometric rows no function is kept constant. ZERO: all of them are 0 at all states, to
 * many digits: the rows are integrable together. NOTHING: neither, also where a row is not linear. `held` are further
 * kinematic rows, which are not examined, but hold too. */
nh_seen nh_curvature_look(nh_admissible *a, uint32_t count, const uint32_t *rows, uint32_t held_count,
                          const uint32_t *held);

#endif
