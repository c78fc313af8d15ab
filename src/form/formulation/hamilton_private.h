/* The terms of [Rheonomous] (23), for the coefficients that hamilton.c names. */
#ifndef NH_FORM_FORMULATION_HAMILTON_PRIVATE_H
#define NH_FORM_FORMULATION_HAMILTON_PRIVATE_H

#include "form/equations.h"

/* L = q'.A q'/2 + b.q' + free, with Gamma = A^-1 and symbols p of the momenta. */
typedef struct nh_hamilton {
    const nh_model *model;
    nh_pool *pool;
    nh_arena *arena;
    uint32_t n;
    nh_expr *q, *v, *p; /* n */
    nh_expr *momenta;   /* n: dL/dq' */
    nh_expr_matrix A;   /* the Hessian of L */
    nh_expr_matrix Gamma;
    bool is_quadratic; /* L is a polynomial of degree 2 in the velocities; only then: */
    nh_expr *b;        /* n */
    nh_expr free;      /* c + U */
    nh_expr H;
    nh_expr *pull; /* n: -dH/dq */
} nh_hamilton;

/* Names Q[x], Lambda[x], N[x] of a quadratic L. */
void nh_hamilton_name_terms(const nh_hamilton *h, nh_equations *e);

#endif
