/* The linear system that gives accelerations and multipliers, of independent rows:
 *
 *     [ M  -A^T ] [ q''    ]   [ f  ]
 *     [ A   0   ] [ lambda ] = [ -c ]
 *
 * M, f, A, c as in model/lagrange.h. With independent rows it is regular exactly where the reduced mass matrix,
 * [Examples] (14), is: N^T M N, the columns of N spanning the kernel of A. */
#ifndef NH_FACTS_MOTION_H
#define NH_FACTS_MOTION_H

#include "facts/admissible.h"

typedef struct nh_motion {
    uint32_t n, k;
    uint32_t *row;    /* k: places in a->lagrange */
    nh_expr *outputs; /* M, f, A, c row by row, dense: n n + n + k n + k; for programs */
    uint32_t count;   /* of outputs */
} nh_motion;

/* In a->arena. NULL when it is large. Without a state all imposed rows count as independent. */
const nh_motion *nh_motion_make(nh_admissible *a);

/* From balls for the outputs: the matrix and the right side, column-major, (n + k) x (n + k) and (n
 * + k). Inside the guard. */
void nh_motion_fill(const nh_motion *motion, const nh_ball *outputs, nh_ball *matrix, nh_ball *side);
/* The same as expressions, row by row. */
void nh_motion_expressions(const nh_motion *motion, nh_pool *pool, nh_expr *matrix, nh_expr *side);

/* Something that changes along motions: sum over the n accelerations and the k multipliers of their factors, and the
 * rest; in t, q, q'. */
typedef struct nh_motion_sum {
    const nh_expr *factor; /* n + k */
    nh_expr rest;
} nh_motion_sum;

/* It with the accelerations and multipliers put in, in t, q, q', where the rows hold; undefined: too long. */
nh_expr nh_motion_value(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum);
/* Whether it is 0 along every motion, where the accelerations are determined. */
nh_fact nh_motion_is_zero(nh_admissible *a, const nh_motion *motion, const nh_motion_sum *sum);
/* The same of an expression in accelerations and multipliers, lambda: those of the rows of the motion (k). Unknown
 * where it is not linear in them. */
nh_fact nh_motion_expression_is_zero(nh_admissible *a, const nh_motion *motion, const nh_expr *lambda, nh_expr e);

#endif
