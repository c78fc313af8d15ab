/* The linear system of the equations of motion in balls, inside the guard:
 *
 *     nh_exact_system system = nh_exact_system_of(equations, outputs, rank, used);
 *     if (nh_exact_system_solve(&system, x, lambda, prec)) ...
 *
 * Then it is proved that there is exactly one solution, and x encloses it. */
#ifndef NH_MOTION_AT_EXACT_SYSTEM_H
#define NH_MOTION_AT_EXACT_SYSTEM_H

#include "form/equations.h"
#include "num/ball/ball.h"

/* The coefficients at a state, and which rows are used. */
typedef struct nh_exact_system {
    const nh_equations *equations;
    const nh_ball *matrix, *force, *jacobian, *drift; /* entries as the equations list them */
    uint32_t rank;
    const uint32_t *used; /* rank rows */
    bool is_of_used;      /* multipliers of these only: 0 for the others, not the shortest */
} nh_exact_system;

/* That of the outputs of nh_dynamics_tape. */
nh_exact_system nh_exact_system_of(const nh_equations *equations, const nh_ball *outputs, uint32_t rank,
                                   const uint32_t *used);
/* The accelerations and the multipliers, of all that give the same forces the shortest. False when it is not proved
 * that there is one solution. */
bool nh_exact_system_solve(const nh_exact_system *system, nh_ball *x, nh_ball *lambda, int prec);

#endif
