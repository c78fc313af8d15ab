/* What the files of the formulation `hamel` have in common: the quantities of [Rheonomous] (14)-(17). */
#ifndef NH_FORM_FORMULATION_HAMEL_H
#define NH_FORM_FORMULATION_HAMEL_H

#include "form/balance.h"
#include "form/quasi_private.h"

typedef struct nh_hamel {
    const nh_quasi_frame *f;
    nh_expr L;       /* L~(t, q, y), (14) */
    nh_grid p;       /* n: dL~/dy, and below it pi = Theta^T dL/dq', both in t, q, y */
    nh_grid turning; /* n x n: (Z over alpha)' - J_q(Z q' + psi over alpha q' + beta), in t, q, y */
} nh_hamel;

nh_hamel nh_hamel_prepare(const nh_quasi_frame *f);
/* Gamma^T turning^T p, the part `first`, `count` of its sum over rows of (Z over alpha). With 0, m: the last term of
 * (17); with m, k: the term that the print lacks. */
nh_grid nh_hamel_turn(const nh_hamel *h, uint32_t first, uint32_t count);

/* (20), sorted by powers of y: A_Gamma y' + Q + Lambda + N + tail + missing = Gamma^T (forces without
 * potential). In t, q, y. */
typedef struct nh_hamel_sorted {
    nh_grid A_Gamma, A_GammaTheta, A_Theta; /* m x m, m x k, k x k: (15) */
    nh_grid Q, Lambda, N;                   /* m */
    nh_grid tail;                           /* m: what (20) has after N */
    nh_grid missing;                        /* m: the term with pi that the print lacks */
    nh_grid *D;                             /* n: D_k(A_Gamma), m x m each, (21) */
} nh_hamel_sorted;

/* NULL when L is not seen to be a polynomial of degree 2 in the velocities. */
nh_hamel_sorted *nh_hamel_sort(const nh_hamel *h);

/* The balance of y . dL~/dy - L~, (18) corrected. NULL, and *why, where hamel does not apply. */
nh_balance *nh_hamel_balance(const nh_model *model, nh_arena *arena, const nh_explicit *choice, const char **why);

#endif
