/* What the ways of solving the equations share. */
#ifndef NH_SIM_DYNAMICS_PRIVATE_H
#define NH_SIM_DYNAMICS_PRIVATE_H

#include "num/dense.h"
#include "sim/dynamics.h"
#include "tape/tape.h"

/* A row is redundant when so little of it is left beside the earlier ones. */
#define DEPENDENT 1e-10
/* So far may the equation of a redundant row be from holding, relative to its terms. */
#define CONTRADICTS 1e-6

struct nh_dynamics {
    nh_equations *equations;
    nh_tape *tape;
    uint32_t n, rows;
    double *inputs;  /* t, q, v */
    double *outputs; /* entries of the matrix, force, entries of the jacobian, drift */
    double *work;
    double *mass;     /* n x n */
    double *jacobian; /* n x rows: the columns are the rows */
    double *factor;   /* n x n: the Cholesky factor of the mass matrix */
    double *basis;    /* n x rows: orthonormal columns, as many as there are independent rows */
    double *r;        /* rows x rows, upper triangle */
    double *x, *lambda, *y;
    uint32_t *used; /* rows: those that are independent, in order */
    bool *is_redundant;
    bool *is_left_out; /* by the choice of rows */
    bool has_choice;
    nh_ldl **whole;         /* by number of independent rows: factorisations of the whole system, made when needed */
    double *system, *side;  /* of the whole system */
    struct nh_least *least; /* what nh_dynamics_solve_least needs; made when first asked for */
    nh_arena *arena;
};

/* The coefficients at a state, as dense matrices; false when one is not finite. */
bool nh_dynamics_evaluate(nh_dynamics *d, double t, const double *q, const double *v);
const double *nh_dynamics_force(const nh_dynamics *d);
const double *nh_dynamics_drift(const nh_dynamics *d);
/* Chooses the independent rows, in order: their numbers in `used`, an orthonormal basis of what they span in `basis`, what they are in
 * it in the columns of `r`. In the metric of the inverse mass matrix when use_factor, else in the Euclidean one. Returns how many. */
uint32_t nh_dynamics_choose_rows(nh_dynamics *d, bool use_factor, nh_solution *solution);
/* least.c: with all rows, the shortest multipliers. */
nh_solution nh_dynamics_solve_least(nh_dynamics *d, double t, const double *q, const double *v);

#endif
