/* What the formulations in momenta share: symbols p_x, the inverse of a block of the Hessian, rows, and accelerations
 * by the rates of the variables.
 *
 * The Hessian A of L by the velocities is usually a matrix of many small blocks: bodies that are coupled by constraints
 * alone. Each is inverted by itself, exactly (algebra/linear/linear.h). Where that would be too long to write down, as
 * for the angles of a chain of pendulums, the inverse is left as the steps of an elimination, A = L D L^T with each
 * entry made from earlier ones; its pivots are certified not to be zero. */
#ifndef NH_FORM_MOMENTA_H
#define NH_FORM_MOMENTA_H

#include "algebra/linear/linear.h"
#include "base/map.h"
#include "form/equations.h"
#include "form/sums.h"

/* The names that the model declares, as keys. */
nh_map nh_momenta_declared(const nh_model *model, nh_arena *arena);
/* p_x for each of these coordinates, symbols of role QUASI: another letter where the model declares
 * such a name. In the arena. */
nh_expr *nh_momenta_symbols(const nh_model *model, nh_arena *arena, uint32_t count, const uint32_t *coordinates);

/* A^-1 of a symmetric matrix. SINGULAR: proved, there is none; UNKNOWN: it is not known whether there is one, or it is
 * too long. The arena is not the scratch arena. */
nh_linear_answer nh_momenta_invert(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *A, nh_expr_matrix *inverse);
/* The largest set of rows, and of the same columns, for which a symmetric matrix is regular: kept[i] tells whether i
 * belongs to it. False: not known. */
bool nh_momenta_regular(nh_pool *pool, nh_arena *arena, const nh_expr_matrix *A, bool *kept);

/* sum_k de_i/dq_k q_k' + de_i/dt for expressions with this Jacobian by the coordinates: d e_i/dt
 * without accelerations. */
nh_expr *nh_momenta_slow_rates(const nh_model *model, nh_arena *arena, uint32_t count, const nh_expr *e,
                               const nh_expr_matrix *by_q);
/* lift and rest of the equations from velocities(t, q, y), which are all solved. */
void nh_momenta_lift(nh_equations *e, nh_arena *arena);
/* The rows of the choice, in the order of the text, with multipliers and rates; jacobian and drift
 * are for accelerations. */
void nh_momenta_rows(nh_equations *e, nh_arena *arena, const nh_lagrange *lagrange);

#endif
