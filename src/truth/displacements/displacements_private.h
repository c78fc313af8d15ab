/* What the files of displacements share. */
#ifndef NH_TRUTH_DISPLACEMENTS_DISPLACEMENTS_PRIVATE_H
#define NH_TRUTH_DISPLACEMENTS_DISPLACEMENTS_PRIVATE_H

#include "model/variation.h"
#include "truth/displacements/displacements.h"
#include "truth/eval/evaluate_private.h"

/* The values of the expressions at a state; matrices row by row. */
typedef struct nh_displaced_values {
    double *A, *G, *D, *D_size;       /* rows x n */
    double *reaction, *reaction_size; /* n: d/dt dL/dq' - dL/dq - Q */
    double *omega;                    /* n x n; NULL: there is none */
    double *dq, *dq_dot, *rate; /* n: the field, its derivative by time, dq' where it is given; NULL: there is none */
    double *total, *total_size; /* rows: d/dt (A dq), differentiated as a whole */
    double *J;                  /* components x n: of the positions of points, by the coordinates */
} nh_displaced_values;

struct nh_displacer {
    const nh_model *model;
    nh_arena *arena;
    double tolerance;
    uint32_t n, rows;
    nh_variation variation;
    nh_evaluator *evaluator;
    nh_omega omega;            /* which transposition matrix, where there is one */
    nh_transposer *transposer; /* of a transposition matrix that is computed; else NULL */
    nh_program *program;       /* of t, q, q', q'' */
    double *inputs;
    nh_displaced_values at; /* within the outputs */
    nh_state state;         /* within the inputs */
    bool *redundant;        /* by number in model->rows */
    uint32_t *used;         /* rank: rows that are independent */
    const double *lambda;   /* rows; of the solution at the state */
    double *kernel;         /* n x dimension, by columns: orthonormal */
    /* what the result shows */
    nh_displacements_row *row;
    size_t *independent;
    double *basis, *works, *works_of_motion, *work_sizes, *rho, *field_rate, *agreeing;
    double *moves, *field_moves, *W;
    nh_displacements_info info;
};

/* The root of the sum of squares, also of very small and very large numbers. */
double nh_displacer_length(const double *x, size_t count);

/* ---- displacements.c ---- */

/* ---- displacements.c ---- */

/* ---- displacements_relation.c ---- */

/* The work of the reactions, on the basis and on q'. */
void nh_displacer_work(nh_displacer *d);
/* rho, the residuals of [Algebraic] (53) and (61), and the dimensions that both conditions leave. */
void nh_displacer_commute(nh_displacer *d);
/* The conditions on the field, and both sides of the transpositional relation. */
void nh_displacer_relate(nh_displacer *d);

/* ---- displacements_points.c ---- */

/* Adds the derivatives of the positions of points by the coordinates; *first: where they begin. */
void nh_displacer_list_points(nh_displacer *d, nh_exprs *outputs, size_t *first);
/* How the basis, and the field, move the points; the transposition matrix of the points. */
void nh_displacer_move_points(nh_displacer *d);

#endif
