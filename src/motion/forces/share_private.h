/* What generalised forces give to the masses: u = M^-1 Q as numbers, with M = d^2 T / dq' dq'.
 *
 * Where it is not known what a generalised force Q acts on, it is spread over the masses as they would take it up if
 * they were free: a point with mass m and J = dr/dq gets the force m J u. Their virtual work is that of Q, since M is
 * the sum of m J^T J; in Cartesian coordinates of the point it is Q itself.
 *
 *     nh_shares *shares = nh_shares_make(arena, model);
 *     const nh_expr *u = nh_shares_add(shares, Q);         // symbols, to be used in expressions
 *     nh_shares_begin(shares, count, symbols);             // symbols that Q is made from
 *     nh_shares_set(shares, parameters);
 *     nh_shares_solve(shares, inputs, numbers);            // of nh_shares_symbols(shares), in order */
#ifndef NH_MOTION_FORCES_SHARE_PRIVATE_H
#define NH_MOTION_FORCES_SHARE_PRIVATE_H

#include "model/model.h"
#include "num/ball/ball.h"

typedef struct nh_shares nh_shares;

nh_shares *nh_shares_make(nh_arena *arena, const nh_model *model);
/* Q: one for each coordinate. The symbols of u, one for each coordinate; 0 where Q moves nothing. At coordinates that
 * move no mass Q is not examined. They live as long as the shares. Not after nh_shares_begin. */
const nh_expr *nh_shares_add(nh_shares *shares, const nh_expr *Q);
size_t nh_shares_count(const nh_shares *shares); /* of the symbols of all of them */
const nh_expr *nh_shares_symbols(const nh_shares *shares);

void nh_shares_begin(nh_shares *shares, size_t count, const nh_expr *inputs);
void nh_shares_set(nh_shares *shares, const double *parameters);
/* False when M is singular there, or not finite: the numbers are then not numbers. */
bool nh_shares_solve(nh_shares *shares, const double *inputs, double *numbers);
/* The same in balls, inside the guard. False when it is not proved that M is regular. */
bool nh_shares_solve_balls(const nh_shares *shares, const nh_ball *parameters, const nh_ball *inputs, nh_ball *numbers,
                           int prec);

#endif
