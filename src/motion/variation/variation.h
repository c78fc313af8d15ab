/* A motion with its neighbours: the state, and displacements that are carried along by the variational equations
 * (tangent.h), integrated together under one error control. After each step the state is moved back to the constraints
 * and the displacements to where they admit them.
 *
 *     nh_variation_def def = {.rtol = 1e-12, .atol = 1e-12, .count = 1};
 *     nh_variation *variation = nh_variation_make(arena, model, &def);
 *     const double *start = nh_variation_start(variation, 0), *z = ...;
 *     const char *why = nh_variation_begin(variation, 0, start, z);
 *     if (why == NULL) why = nh_variation_go(variation, 10);
 *     const double *end = nh_variation_state(variation), *first = nh_variation_displacement(variation, 0);
 *
 * A displacement by a parameter begins with 0, or with how the initial state depends on it. Of vakonomic motions the
 * multipliers mu are part of the state, after q and q', and displacements have as many components. */
#ifndef NH_MOTION_VARIATION_VARIATION_H
#define NH_MOTION_VARIATION_VARIATION_H

#include "motion/variation/tangent.h"

typedef struct nh_variation_def {
    double rtol, atol;
    size_t count;            /* displacements, */
    const size_t *parameter; /* of each its number in `by`; SIZE_MAX: none; NULL: no displacement has one */
    size_t parameters;       /* derivatives by these, numbers in model->parameters */
    const uint32_t *by;
    bool is_vakonomic; /* [Algebraic] (54) in place of the Chetaev condition */
    /* After each step displacements are made orthonormal, those before leading; nh_variation_growth: what was taken. */
    bool is_normalised;
    uint64_t most_steps; /* of one continuation; 0: no limit */
    nh_native_use native;
} nh_variation_def;

typedef struct nh_variation nh_variation;

/* In the arena. Leaves with NH_E_UNSUPPORTED, and says why, where there are no variational equations. */
nh_variation *nh_variation_make(nh_arena *arena, const nh_model *model, const nh_variation_def *def);
/* The initial state of the model, 2n, in the arena. Leaves with NH_E_MODEL where there is none. */
double *nh_variation_start(nh_variation *variation, double t);
/* A state that satisfies the constraints, 2n and mu, and displacements, as long each, one after the other, which are
 * moved to where they admit them; NULL: 0. NULL, or why there are no equations at the state. */
const char *nh_variation_begin(nh_variation *variation, double t, const double *state, const double *displacements);
/* Continues to t1, in either direction. NULL, or why it could not. Leaves when it is interrupted. */
const char *nh_variation_go(nh_variation *variation, double t1);
double nh_variation_time(const nh_variation *variation);
const double *nh_variation_state(const nh_variation *variation);                  /* 2n, mu */
const double *nh_variation_displacement(const nh_variation *variation, size_t k); /* the same */
/* The logarithms of the lengths that were taken from each displacement, summed. */
const double *nh_variation_growth(const nh_variation *variation);
/* The variational equations at the state where the flow is. NULL: there are none there. */
nh_tangent *nh_variation_tangent(nh_variation *variation);

#endif
