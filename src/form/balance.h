/* Balances of energy: how an energy changes along the motion, and by what.
 *
 *     d(energy)/dt = sum of the parts
 *
 * at states on the constraints, with the accelerations and multipliers of the motion. Each part is named by its cause:
 *
 *     forces        the power of the forces that have no potential
 *     geometry      explicit time in the kinetic energy, on the constraints
 *     potential     explicit time in the potential
 *     constraints   what constraints do that are not homogeneous in the velocities: 0 where [Homogeneous] (24) holds
 *                   and they are free of time
 *
 * Where the potential contains velocities, or L is given directly, L stands for the kinetic energy and
 * there is no potential. */
#ifndef NH_FORM_BALANCE_H
#define NH_FORM_BALANCE_H

#include "form/equations.h"

typedef struct nh_balance {
    const char *name;               /* "E" */
    nh_expr energy;                 /* in time, coordinates, velocities, signs of a choice */
    NH_ARRAY(nh_coefficient) parts; /* with accelerations and multipliers lambda.NAME in them too */
} nh_balance;

/* E = sum_i q_i' dL/dq_i' - L, [Homogeneous] (16), with the balance (20) and the power of forces next to it. In the
 * arena, which is not the scratch arena. */
nh_balance *nh_balance_of_energy(const nh_model *model, nh_arena *arena);
/* E* = sum_r q_r' d(L*)/dq_r' - L*, [Homogeneous] (17), which depends on the choice, with the balance (21)-(22). NULL,
 * and *why in words, when a derivative of the dependent velocities is too long to be found. */
nh_balance *nh_balance_of_restricted(const nh_model *model, nh_arena *arena, const nh_explicit *choice,
                                     const char **why);

/* Of vakonomic equations: E_ext = E + sum mu_r (d rate_r/dq' q' - rate_r) over the rows that are not geometric, the
 * energy of the extended Lagrangian, along their motions. Its parts and its rate have mu_r' = -lambda_r; geometric rows
 * act through that only. */
nh_balance *nh_balance_of_extended(const nh_equations *equations, nh_arena *arena);

/* The part of this name; 0 when there is none. */
nh_expr nh_balance_part(const nh_balance *balance, const char *name);
/* d(energy)/dt - sum of the parts: 0 along every motion. In accelerations and multipliers too. */
nh_expr nh_balance_residual(const nh_model *model, const nh_balance *balance);

#endif
