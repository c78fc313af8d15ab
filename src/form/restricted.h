/* What the formulations in independent velocities share: functions on the constraints and their derivatives.
 *
 * A function e(t, q, q') has the restriction e*(t, q, q_i'), with alpha in place of the dependent velocities ([Simple]
 * (48)). By the chain rule, [Simple] (52),
 *
 *     d(e*)/dw = de/dw + sum_d dalpha_d/dw de/dq_d',     w = t, q_j, q_i'
 *
 * which holds for implicit alpha too, since its derivatives are known (state/explicit/explicit.h). So nothing need be
 * put in before it is differentiated. Accelerations follow from those of the independent velocities:
 *
 *     q'' = N x + rest,     N_ir = dq_i'/dq_r',     rest_d = sum_j dalpha_d/dq_j q_j' + dalpha_d/dt.
 *
 * Matrices contain no zeros (form/sums.h). Where each row of the constraints has few velocities, and each
 * dependent velocity comes from few rows, all this is linear in the size of the system. */
#ifndef NH_FORM_RESTRICTED_H
#define NH_FORM_RESTRICTED_H

#include "form/equations.h"
#include "form/sums.h"
#include "state/explicit/explicit.h"

typedef struct nh_restricted {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    const nh_explicit *choice;
    uint32_t n, m, k;
    nh_expr *q, *v;        /* n */
    uint32_t *dependent;   /* n: the number among the dependent velocities; NH_MODEL_NONE: it is independent */
    uint32_t *independent; /* n: the number among the independent velocities; NH_MODEL_NONE: it is dependent */
    nh_expr *u, *x;        /* m: independent velocities and their accelerations */
    nh_expr *place;        /* 1 + n: t, q */
    nh_expr *pace;         /* 1 + n: 1, q': their rates */
    nh_expr T, V; /* as the model has them; T is L, and V is 0, where L was given directly or V contains velocities */
    nh_expr *F;   /* n: generalised forces, those of V too: [Simple] (56) */
    nh_expr_matrix by_place; /* n x (1 + n): dq_i'/dt, dq_i'/dq_j; rows of independent velocities are 0 */
    nh_expr_matrix N;        /* n x m: dq_i'/dq_r'; 1 at its place for an independent one */
    nh_expr_matrix along;    /* m x n: N by columns, the displacements */
    nh_expr *rest;           /* n */
} nh_restricted;

/* NULL, and *why, when a derivative of alpha is too long to be found. */
const nh_restricted *nh_restricted_make(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                        const char **why);

/* Whether T is that of points only, sum m/2 |P'|^2, with places P(t, q): then the papers' vectors X, which list
 * the places, are known. */
bool nh_restricted_is_of_points(const nh_restricted *r);
/* X: the components of all points that have a mass, three for each, and that mass next to each. */
typedef struct nh_mass_list {
    uint32_t count;
    nh_expr *X, *mass;
} nh_mass_list;

nh_mass_list nh_restricted_masses(const nh_restricted *r);

/* Derivatives of functions on the constraints. */
typedef struct nh_slopes {
    nh_expr_matrix by_place;    /* count x (1 + n): d(e*)/dt, d(e*)/dq_j */
    nh_expr_matrix by_velocity; /* count x m: d(e*)/dq_r' */
} nh_slopes;

nh_slopes nh_restricted_slopes(const nh_restricted *r, uint32_t count, const nh_expr *e);
/* d(e*)/dt along motions, without its part with accelerations: the sum of d(e*)/dq_j q_j', and d(e*)/dt.
 * One for each of the rows. */
nh_expr *nh_restricted_slow_rates(const nh_restricted *r, const nh_slopes *slopes);
/* sum_i N_ir e_i: what acts on all coordinates as it acts along the r-th independent velocity. */
nh_expr nh_restricted_project(const nh_restricted *r, const nh_expr *e, uint32_t i);

/* Equations matrix x = force for the m accelerations; with N and rest, and the choice. */
nh_equations *nh_restricted_equations(const nh_restricted *r, const char *form, const nh_expr_matrix *matrix,
                                      nh_expr *force, bool is_symmetric);

/* ---- names ---- */

/* Whether coefficients get names: those with two indices are named, zeros too, in systems of up to 100 coordinates. */
bool nh_restricted_has_names(const nh_restricted *r);
/* "x", "perp[2]": names of coordinates, of the r-th independent one, and of the row that gives a dependent velocity. */
const char *nh_restricted_coordinate(const nh_restricted *r, uint32_t coordinate);
const char *nh_restricted_independent(const nh_restricted *r, uint32_t i);
const char *nh_restricted_row(const nh_restricted *r, uint32_t dependent);

#endif
