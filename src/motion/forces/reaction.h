/* Constraint forces on points and bodies, [Simple] (1): m r'' = F + R.
 *
 *     reaction(P)         m a - F - m J u            a = r'', J = dr/dq
 *     reaction(B)         the same at the centre
 *     reactiontorque(B)   d/dt (I omega) - torque of F - I J u, about the centre, space frame; here J = domega/dq'
 *     reaction(P, name)   m J w
 *
 * F are the applied forces whose place is known (applied_private.h). The others have the generalised force Q and are
 * spread over the masses (share_private.h): u = M^-1 Q. With A, lambda of the constraint `name` w = M^-1 A^T lambda; in
 * Cartesian coordinates m J w is lambda d rate/dr'. So a reaction(P) contains all constraints, also those that the
 * choice of the coordinates fulfils, and is the sum of its named parts only where the coordinates are Cartesian.
 * Together the reactions do the virtual work of the multipliers: the sum of J^T R is A^T lambda, unless `kinetic` gives
 * some inertia to neither point nor body. */
#ifndef NH_MOTION_FORCES_REACTION_H
#define NH_MOTION_FORCES_REACTION_H

#include "form/equations.h"
#include "motion/forces/share_private.h"

typedef struct nh_reactions nh_reactions;

nh_reactions *nh_reactions_make(nh_arena *arena, const nh_equations *equations);
/* What the symbol, such as reaction(P).x, stands for: an expression in time, coordinates, their derivatives,
 * multipliers and the symbols of the shares. NH_EXPR_UNDEFINED when it is no constraint force (*why is NULL), or there
 * is none (*why says why). */
nh_expr nh_reactions_value(nh_reactions *reactions, nh_expr symbol, const char **why);
/* The symbols of all of them: reaction(P).x .y .z for points with mass, reaction(B), reactiontorque(B) for
 * bodies that are no frames. */
const nh_expr *nh_reactions_all(nh_reactions *reactions, size_t *count);
/* What the values so far need. NULL when they need none. */
nh_shares *nh_reactions_shares(nh_reactions *reactions);

#endif
