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
    nh_expr open;    /* a coordinate or velocity that stays a symbol whatever is known of it; undefined: none */
    bool keeps_free; /* ignorable coordinates, and what the members of the family differ by, stay symbols as well */
    bool sets_zeros; /* of the latter, not what is 0 */
} nh_symbolic_request;

/* Inputs of the linearizer as formulas, and what is made of them. */
typedef struct nh_formulas {
    nh_arena *arena;
    nh_pool *pool;
    const nh_symbolic_request *r;
    const nh_linearizer *l;
    size_t n, all;
    nh_expr *value; /* all: what takes the place of an input; its symbol where nothing does */
    nh_expr *slope; /* of symbolic.c: rows x 3n, row by row, with the values */
    nh_expr *P, *Q; /* n x places */
    nh_expr *N;     /* n x m */
    const char *why;
    nh_linear_formulas *answer;
} nh_formulas;

/* ---- symbolic_values.c ---- */

/* Outside the guard, as the others; in the arena, which is not the scratch arena. */
nh_formulas nh_formulas_make(nh_arena *arena, const nh_symbolic_request *request);
/* Whether the request keeps an input as a symbol. */
bool nh_formulas_keep(const nh_formulas *w, size_t at);
/* e with the values. */
nh_expr nh_formulas_put(const nh_formulas *w, nh_expr e);
/* Which expressions, in inputs and parameters, have these values at the motion, to 20 digits relative to 1 + their
 * size. */
void nh_formulas_compare(const nh_formulas *w, size_t count, const nh_expr *e, const nh_ball_data *const *expected,
                         bool *is_same);

/* ---- symbolic.c ---- */

const nh_linear_formulas *nh_symbolic_matrices(nh_arena *arena, const nh_symbolic_request *request);
/* A of the states w, p->size x p->size, row by row, as expressions; pairs is 0. It leaves where the work of the caller
 * is used up. NULL: none are found that agree with the certified numbers. */
const nh_expr *nh_symbolic_system(nh_arena *arena, const nh_symbolic_request *request);

#endif
