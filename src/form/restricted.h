/* What the formulations in independent velocities share: functions on the constraints and their derivatives.
 *
 * A function e(t, q, q') has the restriction e*(t, q, q_i'), with alpha in place of the dependent velocities ([Simple] (48)). By the chain rule, [Simple] (52),
 *
 *     d(e*)/dw = de/dw + sum_d dalpha_d/dw de/dq_d',     w = t, q_j, q_i'
 *
 * which holds for implicit alpha too, since its derivatives are known (analysis/explicit.h). So nothing need be put in before it is differentiated. Accelerations follow from those of the independent velocities:
 *
 *     q'' = N x + rest,     N_ir = dq_i'/dq_r',     rest_d = sum_j dalpha_d/dq_j q_j' + dalpha_d/dt. */
#ifndef NH_FORM_RESTRICTED_H
#define NH_FORM_RESTRICTED_H

#include "analysis/explicit.h"
#include "form/equations.h"

typedef struct nh_restricted {
    nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_explicit *choice;
    uint32_t n, m, k;
    nh_expr *q, *v;      /* n */
    uint32_t *dependent; /* n: the number among the dependent velocities; NH_MODEL_NONE: it is independent */
    nh_expr *u, *x;      /* m: independent velocities and their accelerations */
    nh_expr T, V;  /* as the model has them; T is L, and V is 0, where L was given directly or V has velocities in it */
    nh_expr *F;    /* n: generalised forces, those of V too: [Simple] (56) */
    nh_expr *N;    /* n x m, row by row: dq_i'/dq_r' */
    nh_expr *rest; /* n */
} nh_restricted;

/* NULL, and *why, when a derivative of alpha is too long to be found. */
const nh_restricted *nh_restricted_make(nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

/* Whether T is that of points alone, sum m/2 |P'|^2, with places P(t, q): then the papers' vectors X, which list the places, are known. */
bool nh_restricted_is_of_points(const nh_restricted *r);

/* d(e*)/dw: w is time, a coordinate or an independent velocity. */
nh_expr nh_restricted_diff(const nh_restricted *r, nh_expr e, nh_expr w);
/* d(e*)/dt along motions, without its part with accelerations: the sum of d(e*)/dq_j q_j', and d(e*)/dt. */
nh_expr nh_restricted_slow_rate(const nh_restricted *r, nh_expr e);
/* sum_i N_ir e_i: what acts on all coordinates as it acts along the r-th independent velocity. */
nh_expr nh_restricted_project(const nh_restricted *r, const nh_expr *e, uint32_t i);

/* Equations matrix x = force for the m accelerations, both row by row, which are taken over; with N and rest, and the choice. */
nh_equations *nh_restricted_equations(const nh_restricted *r, const char *form, const nh_expr *matrix, nh_expr *force,
                                      bool is_symmetric);
/* "x", "perp[2]": names of coordinates and rows, for these. */
const char *nh_restricted_coordinate(const nh_restricted *r, uint32_t coordinate);

#endif
