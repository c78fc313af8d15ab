/* The transposition matrix Omega of the modified vakonomic equations at a state, from the
 * conditions that are asked of it.
 *
 * Its n x n entries are not determined by the papers; with A = d rate/dq', D the Lagrangian derivatives of the rows and
 * p = dL/dq' (model/variation.h) the conditions are
 *
 *     least       A Omega = D                             D1 g = 0 for each coordinate
 *     least60     A Omega = D,      p Omega = 0           with [Algebraic] (60)
 *     kernel      A Omega Z = D Z                         [Algebraic] (61); Z projects on the displacements A dq = 0
 *     kernel60    A Omega Z = D Z,  p Omega Z = 0
 *
 * and of all matrices that satisfy them the one whose squares have the least sum is taken, S^T (S S^T)^-1 R, where S
 * Omega = R are the conditions; with R Z for R on the kernel. `mass` has the least one with A Omega = D in the
 * metric of the mass matrix.
 *
 * D contains the accelerations where rows are not linear in the velocities: those of Chetaev's motion at the state are
 * taken. Rows that are redundant at the state are left out. The conditions contradict each other where p is a
 * combination of the rows of A and D1 g = 0 says that p Omega is not 0, as for |v| = c. */
#ifndef NH_MOTION_FORCES_TRANSPOSITION_H
#define NH_MOTION_FORCES_TRANSPOSITION_H

#include "form/equations.h"
#include "num/ball/ball.h"

typedef struct nh_transposer nh_transposer;

typedef enum nh_transposer_status {
    NH_TRANSPOSER_FOUND,
    NH_TRANSPOSER_NO_MOTION,    /* Chetaev's accelerations, or the coefficients of the conditions, have no value */
    NH_TRANSPOSER_INCOMPATIBLE, /* there is no such matrix: the conditions contradict each other */
} nh_transposer_status;

/* Of a matrix that is computed: not `model`, which is in the equations themselves, nor `zero`. */
nh_transposer *nh_transposer_make(nh_arena *arena, const nh_model *model, nh_omega omega);
/* Values of all parameters of the model, in its order. */
void nh_transposer_set(nh_transposer *x, const double *parameters);
/* Keeps to the rows that are independent at this state. */
void nh_transposer_choose(nh_transposer *x, double t, const double *q, const double *v);
/* omega: n x n, row by row. */
nh_transposer_status nh_transposer_at(nh_transposer *x, double t, const double *q, const double *v, double *omega);
/* The same in balls, at the state of the last call in doubles, with the rows that were used there; inside the guard.
 * inputs: t, q, q'. False: it is not proved that there is one. */
bool nh_transposer_balls(nh_transposer *x, const nh_ball *parameters, const nh_ball *inputs, nh_ball *omega, int prec);

/* Why there is none, in words, where the conditions contradict each other. */
const char *nh_transposer_problem(nh_omega omega);
#endif
