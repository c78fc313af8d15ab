/* Equations of motion as numbers: accelerations and multipliers at a state.
 *
 *     nh_dynamics *dynamics = nh_dynamics_make(arena, equations, NH_NATIVE_AUTO);
 *     nh_dynamics_set(dynamics, parameters);
 *     nh_solution solution = nh_dynamics_solve(dynamics, t, q, v);
 *
 * Where rows depend on each other at the state, as many as are independent carry the equations: the first ones in the
 * order of the text that are well conditioned there. The others are redundant: their equations are watched. The
 * multipliers do not depend on which they are: of all that give the same forces they are the shortest
 * (shortest_private.h). */
#ifndef NH_MOTION_AT_DYNAMICS_H
#define NH_MOTION_AT_DYNAMICS_H

#include <nonholo/run.h>

#include "form/equations.h"
#include "motion/at/curved.h"
#include "motion/forces/transposition.h"
#include "tape/tape.h"

typedef enum nh_solution_status {
    NH_SOLVED,
    /* a coefficient has no value at the state: a division by zero, a root of a negative number */
    NH_SOLUTION_NOT_FINITE,
    NH_SOLUTION_SINGULAR,     /* the equations do not determine the accelerations */
    NH_SOLUTION_NO_OMEGA,     /* the conditions on the transposition matrix contradict each other */
    NH_SOLUTION_INCONSISTENT, /* a redundant row contradicts those that it depends on */
    NH_SOLUTION_NO_TANGENT,   /* no accelerations are found that satisfy rows that are not linear in them */
} nh_solution_status;

/* The arrays belong to the dynamics and are overwritten by the next call. */
typedef struct nh_solution {
    nh_solution_status status;
    const double *x;          /* accelerations, count */
    const double *lambda;     /* rows: the shortest */
    const bool *is_redundant; /* rows */
    uint32_t rank;            /* of the rows */
    uint32_t worst_row;       /* INCONSISTENT: which; else the row with the smallest pivot */
    /* Of the rows that are used: how far the least independent one is from depending on those before it, 1: not at
     * all; 1 when there are none. */
    double least_pivot;
} nh_solution;

/* What programs over the states of equations begin with: as nh_model_tape_def, with the extras between q' and q''. */
nh_tape_def nh_dynamics_tape_def(nh_arena *arena, const nh_equations *equations, bool with_accelerations,
                                 size_t outputs, const nh_expr *output);
/* Adds the entries of Omega after the other inputs, where they are symbols. */
void nh_dynamics_add_omega(nh_arena *arena, const nh_equations *equations, nh_tape_def *def);
/* The coefficients, of t, q, q', the extras and, where they are symbols, the entries of Omega: entries of the matrix,
 * force, entries of the jacobian, drift. */
nh_tape *nh_dynamics_tape(nh_arena *arena, const nh_equations *equations);

typedef struct nh_dynamics nh_dynamics;

/* Leaves with NH_E_UNSUPPORTED when the system is too large for the minimum-norm form. */
nh_dynamics *nh_dynamics_make(nh_arena *arena, nh_equations *equations, nh_native_use native);
/* Values of all parameters of the model, in its order. */
void nh_dynamics_set(nh_dynamics *dynamics, const double *parameters);
/* The values of the extras of the equations, for the caller to fill before a state is solved; they stay until they are
 * changed. NULL: there are none. */
double *nh_dynamics_extras(nh_dynamics *dynamics);
/* Of equations whose rows are linearised (nh_curved_derive): the values of equations->computed, for the caller to fill
 * before a state is solved. */
double *nh_dynamics_point(nh_dynamics *dynamics);
/* The proof in balls for the same: nh_implicit_balls. */
bool nh_dynamics_point_balls(const nh_dynamics *dynamics, const nh_ball *parameters, const nh_ball *inputs,
                             uint32_t rank, const uint32_t *used, nh_ball *computed, int prec);
/* What finds the accelerations where rows are not linear in them; NULL: all are. */
nh_curved *nh_dynamics_curved(nh_dynamics *dynamics);
/* The transposition matrix at the state that was solved last, equations->omegas entries, not numbers where it is not
 * found; NULL: there is none to compute. */
const double *nh_dynamics_omega(const nh_dynamics *dynamics);
/* The same in balls, at the state that was solved last in doubles: values of equations->computed, by the rows that are
 * used; inside the guard. False: it is not proved that there are such. */
bool nh_dynamics_omega_balls(nh_dynamics *dynamics, const nh_ball *parameters, const nh_ball *inputs, uint32_t rank,
                             const uint32_t *used, nh_ball *computed, int prec);
/* Equations of least multipliers are solved with all rows at once. They ask less of the mass matrix: that it be
 * positive definite on the directions that the rows leave free; NH_SOLUTION_SINGULAR when it is not. */
nh_solution nh_dynamics_solve(nh_dynamics *dynamics, double t, const double *q, const double *v);
/* The same where multipliers are not requested: they are some that give the forces. */
nh_solution nh_dynamics_solve_motion(nh_dynamics *dynamics, double t, const double *q, const double *v);
/* The accelerations only, fast; NULL: not here, nh_dynamics_solve has to say. At least this many
 * rows carry the equations. */
const double *nh_dynamics_accelerate(nh_dynamics *dynamics, uint32_t least_rank, double t, const double *q,
                                     const double *v);
/* Chooses the rows that carry the equations at this state; those that were chosen before stay as long as they are well
 * conditioned. From then on as many rows carry them, the chosen ones wherever they serve: next to the constraints, in
 * the middle of a step, rows that depend on each other only where the constraints hold would seem independent. Without
 * a choice every state has its own. */
nh_solution nh_dynamics_choose(nh_dynamics *dynamics, double t, const double *q, const double *v);
/* Whether there is no need to choose anew: the rows as chosen carried the equations well at all states that were solved
 * since the last such question. */
bool nh_dynamics_is_settled(nh_dynamics *dynamics);
/* Whether the equations were far from singular at all states that were solved since the last such question: no pivot
 * was small against the largest that it has been. False where pivots are not known. */
bool nh_dynamics_stays_regular(nh_dynamics *dynamics);
/* Moves a state that is near to where the rows hold back to it, to rounding, by the least change in the
 * metric of the mass matrix. Only for rows that were chosen and are all independent; false: not done, and q
 * and v are as they were. */
bool nh_dynamics_project(nh_dynamics *dynamics, double t, double *q, double *v);

#endif
