/* The differential forms that the reduced equations come from, [Examples] sections 2 and 4, by their coefficients.
 *
 * With the contact forms omega^i = dq_i - q_i' dt, the Lagrangian system is
 *
 *     alpha = sum_i A_i omega^i ^ dt + sum_ij B_ij omega^i ^ dq_j' + F
 *     A_i = dL/dq_i - d^2 L/dt dq_i' - sum_j d^2 L/dq_j dq_i' q_j',     B_ij = -d^2 L/dq_i' dq_j'     (3)
 *
 * so that the Euler-Lagrange expressions are E_i(L) = A_i + sum_j B_ij q_j'', (2). F and what else is a product of two
 * contact forms does not matter for motions. The constraints have the forms
 *
 *     phi^d = omega^d - sum_l dg_d/dq_l' omega^l,     l independent, d dependent     (10)
 *
 * and omega^l, phi^d, dt, dq_l' are a basis on the submanifold Q. There omega^d = phi^d + sum_l dg_d/dq_l' omega^l and
 * dq_d' = rest_d dt + sum_s dg_d/dq_s' dq_s' + ..., so that alpha becomes, up to products of two contact forms,
 * alpha_Q = sum_i a_i e^i ^ dt + sum_is a_is e^i ^ dq_s' with e^i = omega^i or phi^i and
 *
 *     c_i = A_i + sum_d B_id rest_d,     c_is = sum_j B_ij dq_j'/dq_s'
 *     a_d = c_d,  a_ds = c_ds;     a_l = sum_i dq_i'/dq_l' c_i,  a_ls = sum_i dq_i'/dq_l' c_is.
 *
 * a_l and a_ls are A' and B' of (12) and (13), found without the restricted Lagrangian. */
#ifndef NH_FORM_FORMULATION_REDUCED_FORMS_PRIVATE_H
#define NH_FORM_FORMULATION_REDUCED_FORMS_PRIVATE_H

#include "form/restricted.h"

/* Names EL_A[x], EL_B[x,y] for (3), by all coordinates; form[row,x] for (10), the coefficient of omega^x in phi of the
 * row; alphaQ[x], alphaQ[x,y] for a_x and a_xy, where y is independent, and x that of omega^x or of phi. */
void nh_reduced_name_forms(const nh_restricted *r, nh_equations *e);

#endif
