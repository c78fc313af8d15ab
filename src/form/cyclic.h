/* Cyclic coordinates: those whose momenta are constant, and can take the place of their velocities.
 *
 * A coordinate x is cyclic when L does not depend on x, no force acts on it and no force depends on it, and no row has
 * x or x' in it. Then p = dL/dx' is constant. Of all of these a set is taken for which the momenta are affine in the
 * velocities, p = A x' + beta, and determine them: A is regular. Coordinates whose velocities occur in the derivatives
 * of each other's momenta are left out together. A may depend on the other velocities. */
#ifndef NH_FORM_CYCLIC_H
#define NH_FORM_CYCLIC_H

#include "expr/calculus/calculus.h"
#include "state/explicit/explicit.h"

typedef struct nh_cyclic {
    uint32_t count;       /* at least 1 */
    uint32_t *coordinate; /* count, rising */
    nh_expr *v;           /* count: their velocities */
    nh_expr *momenta;     /* count: dL/dx' */
    nh_expr_matrix A;     /* count x count: their derivatives by v, free of v, regular */
} nh_cyclic;

/* For the rows of the choice. No, or unknown, and *why, when no such coordinate is found: the hypothesis that fails, or
 * is not decided, for the one that comes nearest to being cyclic. */
nh_truth nh_cyclic_find(nh_arena *arena, const nh_explicit *choice, nh_cyclic *result, const char **why);

#endif
