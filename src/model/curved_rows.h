/* Rows that are not linear in the accelerations, g(t, q, q', q'') = 0, are replaced by their tangents,
 *
 *     g(w) + sum dg/dq_i''(w) (q_i'' - w_i) = 0
 *
 * which are rows as all others. w are the accelerations of the motion: numbers that motion/at/curved.h computes at each
 * state. There the tangent holds where the row holds, and acts as the row does by the condition of Chetaev for
 * accelerations, lambda dg/dq''. What is proved of the tangents for all w is true of the rows.
 *
 * The symbols w are parameters of the model, the last ones, which no text names. */
#ifndef NH_MODEL_CURVED_ROWS_H
#define NH_MODEL_CURVED_ROWS_H

#include "model/model.h"

/* The tangent of g, with symbols that are made where they are new; undefined when g has no derivative. */
nh_expr nh_curved_rows_tangent(nh_model *model, nh_arena *arena, nh_expr g);
/* At the end of reading: makes the symbols parameters. Their values until others are known are no accelerations of
 * anything. */
void nh_curved_rows_declare(nh_model *model);
/* Whether a row that acts is replaced by its tangent. */
bool nh_curved_rows_act(const nh_model *model);
/* Puts accelerations in place of the symbols: what is said along a motion. */
void nh_curved_rows_open(const nh_model *model, nh_arena *arena, size_t count, nh_expr *e);

#endif
