/* The special forms of Voronec's equations, [Simple] (58)-(59), (64)-(65), (67)-(69), each with the question whether
 * its hypothesis holds. They are the general equations (54) where it does.
 *
 * A hypothesis is seen by the form of the expressions: what cancels only after simplification is not seen, and the
 * general equations remain. Equations are given as what must be 0, one for each independent coordinate, with
 * accelerations of the independent velocities in them. */
#ifndef NH_FORM_FORMULATION_VORONEC_SPECIAL_H
#define NH_FORM_FORMULATION_VORONEC_SPECIAL_H

#include "form/restricted.h"

/* ---- linear and affine constraints ---- */

/* q_d' = sum_j alpha_dj q_j' + beta_d with alpha, beta of t and q. Then, (58) with what the print
 * lacks when beta is not 0,
 *
 *     B_r^d = sum_j b_drj q_j' + dalpha_dr/dt + beta_dr
 *     b_drj  = D_j alpha_dr - D_r alpha_dj,     D_j = d/dq_j + sum_e alpha_ej d/dq_e
 *     beta_dr = sum_e beta_e dalpha_dr/dq_e - D_r beta_d */
typedef struct nh_voronec_linear {
    nh_expr *beta;          /* k: beta_d */
    nh_sums b;              /* at (d, r, j) */
    nh_expr_matrix by_time; /* k x m: dalpha_dr/dt */
    nh_expr_matrix by_beta; /* k x m: beta_dr */
} nh_voronec_linear;

bool nh_voronec_is_linear(const nh_restricted *r);
nh_voronec_linear nh_voronec_linear_make(const nh_restricted *r);
/* (59), with dT/dq_d' in its last sum and the terms of time and of beta:
 *
 *     d/dt d(T*)/dq_r' - d(T*)/dq_r - sum_d alpha_dr d(T*)/dq_d - sum_d B_r^d dT/dq_d' - F_r - sum_d alpha_dr F_d */
nh_expr *nh_voronec_linear_equations(const nh_restricted *r, const nh_voronec_linear *linear);

/* ---- constraints without coordinates, T of velocities only ---- */

/* (64): alpha = alpha(q', t). Then B_r^d = d/dt (dalpha_d/dq_r'); n x m, by the coordinate of
 * the dependent velocity. */
bool nh_voronec_is_of_velocities(const nh_restricted *r);
nh_expr_matrix nh_voronec_velocities_B(const nh_restricted *r);
/* (65), where T = T(q') as well: d/dt d(T*)/dq_r' - sum_d d/dt (dalpha_d/dq_r') dT/dq_d' - F_r -
 * sum_d dalpha_d/dq_r' F_d */
bool nh_voronec_is_T_of_velocities(const nh_restricted *r);
nh_expr *nh_voronec_velocities_equations(const nh_restricted *r);

/* ---- T a sum of squares ---- */

/* (67): T = sum_i M_i q_i'^2/2 with constant M, whatever alpha is. NULL when it is not so, else M, by coordinate. */
nh_expr *nh_voronec_masses(const nh_restricted *r);
/* (69): M_r q_r'' + sum_d M_d dalpha_d/dq_r' dalpha_d/dt - F_r - sum_d dalpha_d/dq_r' F_d */
nh_expr *nh_voronec_squares_equations(const nh_restricted *r, const nh_expr *masses);

/* ---- names ---- */

/* The coefficients and equations of the forms that apply: see voronec.c. */
void nh_voronec_name_special(const nh_restricted *r, nh_equations *e);

#endif
