/* Lagrange's equations and the rows as linear equations for the accelerations.
 *
 *     d/dt dL/dq_i' - dL/dq_i - Q_i = sum_k matrix_ik q_k'' - force_i
 *     d rate_j / dt                 = sum_k jacobian_jk q_k'' + drift_j
 *
 * where rate_j = 0 is row j as an equation for the velocities: itself when velocities occur in it, else its derivative
 * by time, for which d rate/dq' = df/dq. A row with accelerations, g(t, q, q', q'') = 0, is such an equation as it is:
 * its jacobian is dg/dq'', by which it acts (the condition of Chetaev for accelerations), its drift g at q'' = 0. With
 * p_i = dL/dq_i',
 *
 *     matrix = d p / d q',     force_i = Q_i + dL/dq_i - sum_k dp_i/dq_k q_k' - dp_i/dt. */
#ifndef NH_MODEL_LAGRANGE_H
#define NH_MODEL_LAGRANGE_H

#include "model/model.h"

typedef struct nh_lagrange {
    uint32_t n;
    nh_expr_matrix matrix;   /* n x n: the Hessian of L, symmetric to the letter */
    nh_expr *force;          /* n */
    uint32_t rows;           /* imposed ones that restrict the states, in the order of the text */
    uint32_t acting;         /* of these and, after them, those with accelerations */
    uint32_t *row;           /* acting: their numbers in model->rows */
    nh_expr *rates;          /* acting */
    nh_expr_matrix jacobian; /* acting x n */
    nh_expr *drift;          /* acting */
} nh_lagrange;

/* In the arena, which is not the scratch arena. Tidied (algebra/tidy/tidy.h) on the way, or as the derivatives come:
 * that takes a tenth of the time, and gives longer expressions. What is tidied is remembered by the model. */
nh_lagrange nh_lagrange_derive(const nh_model *model, nh_arena *arena, bool is_tidied);
/* The same with all coefficients tidied together: what they have in common is computed once, and counts once. The
 * abbreviations of the model stay: they say in which order its author divides and cancels, and opened quotients can
 * lose digits where a denominator is small. */
nh_lagrange nh_lagrange_derive_tidiest(const nh_model *model, nh_arena *arena);
/* The same with another Lagrangian in place of the model's. Symbols in it next to those of the model are constants.
 * Nothing is remembered. */
nh_lagrange nh_lagrange_derive_with(const nh_model *model, nh_arena *arena, nh_expr L);

#endif
