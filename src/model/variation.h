/* How the rows and the Lagrangian change under variations of the motion, [Algebraic] (43)-(49).
 *
 *     A_ri = d rate_r / dq_i'            the Chetaev condition on displacements dq is A dq = 0, [Algebraic] (47), first
 *     G_ri = d rate_r / dq_i             the vakonomic one is G dq + A dq' = 0, [Algebraic] (47), second
 *     D_ri = d/dt A_ri - G_ri            the Lagrangian derivative of the row, [Algebraic] (49)
 *     p_i  = dL/dq_i'
 *
 * where rate_r = 0 is row r as an equation for the velocities. For arbitrary dq and dq' they are joined by the
 * transpositional relation, [Algebraic] (50):
 *
 *     (G dq + A dq') - d/dt (A dq) = A (dq' - d/dt dq) - D dq. */
#ifndef NH_MODEL_VARIATION_H
#define NH_MODEL_VARIATION_H

#include "model/model.h"

typedef struct nh_variation {
    uint32_t n, rows;
    /* rows: the imposed ones, their numbers in model->rows, in the order of the text; not those that only motions
     * satisfy (facts/singular.h), which come last */
    uint32_t *row;
    nh_expr *A; /* rows x n, row by row; likewise G and D */
    nh_expr *G;
    nh_expr *D;      /* with accelerations, where a row is not linear in the velocities; 0 for geometric rows */
    nh_expr *p;      /* n */
    bool is_twisted; /* D contains accelerations */
} nh_variation;

/* In the arena, which is not the scratch arena. */
nh_variation nh_variation_derive(const nh_model *model, nh_arena *arena);

#endif
