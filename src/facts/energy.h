/* Whether the energy E = sum q' dL/dq' - L, [Homogeneous] (16), is constant along every motion, and whether
 * motions are determined. */
#ifndef NH_FACTS_ENERGY_H
#define NH_FACTS_ENERGY_H

#include "facts/admissible.h"

/* dE/dt = -dL/dt + Q.q' + lambda.A q' along the motions, [Homogeneous] (20): three reasons for a change. The last one
 * vanishes where alpha-bar = alpha, which is given; it may vanish without that, as in motion at constant speed without
 * a force, where lambda is 0. */
nh_fact nh_energy_is_conserved(nh_admissible *a, nh_fact alpha_bar);
/* dE/dt in t, q, q', where the rows hold; undefined: too long. */
nh_expr nh_energy_rate(nh_admissible *a, nh_fact alpha_bar);
/* Whether an energy may jump: then its rate between the jumps does not say that it is constant. */
bool nh_energy_may_jump(const nh_admissible *a);

#endif
