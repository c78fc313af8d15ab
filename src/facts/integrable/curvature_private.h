/* Inside of curvature*.c and brackets.c. */
#ifndef NH_FACTS_INTEGRABLE_CURVATURE_PRIVATE_H
#define NH_FACTS_INTEGRABLE_CURVATURE_PRIVATE_H

#include "facts/integrable/curvature.h"

/* Forms in time and coordinates, x_0 = t, and the derivatives of their coefficients. */
typedef struct nh_curvature {
    const nh_model *model;
    nh_arena *arena;
    uint32_t n1;               /* time and coordinates */
    uint32_t count, kinematic; /* forms; the first are those of kinematic rows */
    nh_expr *entry;            /* count x n1: A_rj */
    nh_expr *slope;            /* kinematic x n1 x n1: dA_rj/dx_l */
    bool is_linear;            /* false: rows that are not linear by their shape were left out */
} nh_curvature;

/* The forms by themselves, without their derivatives. */
nh_curvature nh_curvature_forms(nh_arena *arena, const nh_model *model, uint32_t kinematic, const uint32_t *rows,
                                uint32_t geometric, const uint32_t *geometric_rows);
/* The imposed rows of one kind: numbers in model->rows. */
uint32_t *nh_curvature_rows(nh_arena *arena, const nh_model *model, bool is_geometric, uint32_t *count);

#endif
