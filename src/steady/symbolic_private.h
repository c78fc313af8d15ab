/* The linearised equations at a steady motion as formulas in the parameters of the model.
 *
 * What is known of the motion as a formula takes the place of the symbols: what is 0; what the initial state of the
 * model says in parameters, where it is the motion's; dependent velocities, accelerations and multipliers, which solve
 * equations that are linear in them. Ignorable coordinates, on which nothing depends, have any value. What is left
 * stays a symbol: the lean theta of a disc that turns, or the velocity psi' by which the members of a family differ.
 * The matrices then follow as in linear.h. They are compared with the certified ones, in balls, before they are told.
 */
#ifndef NH_STEADY_SYMBOLIC_PRIVATE_H
#define NH_STEADY_SYMBOLIC_PRIVATE_H

#include <nonholo/linearize.h>

#include "steady/spectrum_private.h"

/* Outside the guard; in the arena, which is not the scratch arena. pairs: of the spectrum of the motion, numbers among
 * the independent velocities and among the places; 0: there is no form of second order. */
typedef struct nh_symbolic_request {
    const nh_steady_problem *p;
    const nh_steady_motion *motion;
    uint32_t pairs;
    const uint32_t *pair, *pair_place;
    nh_expr open; /* a coordinate or velocity that stays a symbol whatever is known of it; undefined: none */
} nh_symbolic_request;

const nh_linear_formulas *nh_symbolic_matrices(nh_arena *arena, const nh_symbolic_request *request);
/* A of the states w, p->size x p->size, row by row, as expressions; pairs is 0. It leaves where the work of the caller
 * is used up. NULL: none are found that agree with the certified numbers. */
const nh_expr *nh_symbolic_system(nh_arena *arena, const nh_symbolic_request *request);

#endif
