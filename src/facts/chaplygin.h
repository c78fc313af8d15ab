/* Chaplygin's systems, [Simple] (62)-(63): stationary constraints, linear in the velocities as they are written,
 *
 *     q_d' = sum_i alpha_di(q_i) q_i' + beta_d,
 *
 * whose coefficients, like T and the forces, are free of the dependent coordinates and of time; beta is constant. Then
 * the equations of the independent coordinates stand by themselves. It is a property of a choice of independent
 * velocities; the question is whether there is one. */
#ifndef NH_FACTS_CHAPLYGIN_H
#define NH_FACTS_CHAPLYGIN_H

#include "facts/admissible.h"

typedef struct nh_chaplygin {
    nh_fact fact;
    nh_fact at_hand; /* with a choice for which the rows can be solved at the reference state */
    uint32_t m;
    const uint32_t *independent; /* m coordinates, rising, of a choice that fulfils it; NULL when there is none */
} nh_chaplygin;

nh_chaplygin nh_chaplygin_find(nh_admissible *a);

/* The dependent velocities of such a choice for rows that are independent at a state, k each; of several that of
 * nh_explicit_choose, where it is one of them, else the best conditioned one there. False, and *why in words: which
 * hypothesis fails, or was not decided. In the arena, which is not the scratch arena. */
bool nh_chaplygin_choose(nh_arena *arena, nh_states *states, const nh_state *at, uint32_t k, const uint32_t *rows,
                         uint32_t *dependent, const char **why);
/* Whether this choice is such a one; *why when it is not seen to be. */
bool nh_chaplygin_fits(const nh_explicit *choice, nh_arena *arena, const char **why);

#endif
