/* Integration of Pfaffian systems: functions that are constant where all forms vanish.
 *
 * Found are functions of the rational-trigonometric class and their near relatives: polynomials and fractions in the
 * variables, sines, cosines, roots, exponentials that occur in the forms, logarithms of their factors; by an
 * integrating factor where a form by itself has one that can be integrated itself. Nothing is believed: of each
 * function it is proved that its differential is a combination of the forms. */
#ifndef NH_ALGEBRA_PFAFF_POTENTIAL_H
#define NH_ALGEBRA_PFAFF_POTENTIAL_H

#include "algebra/pfaff/pfaffian.h"

typedef struct nh_potentials {
    uint32_t count;       /* at most the rank of the system; fewer where more were not found */
    const nh_expr *items; /* independent at almost all points, simple ones first, in the arena */
} nh_potentials;

/* Of an integrable system (pfaffian.h). In the arena, which is not the scratch arena. */
nh_potentials nh_pfaffian_integrate(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system);

#endif
