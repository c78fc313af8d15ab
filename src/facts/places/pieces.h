/* The pieces of an equation that is made of them: for |x| = max(x, y) those on which x and x - y have one sign each.
 *
 *     nh_pieces pieces = nh_pieces_find(arena, pool, nh_expr_sub(pool, left, right), needs);
 *
 * Pieces on which the equation is proved, and such that are empty by the form of their conditions, are left out: what
 * is seen on one piece says nothing of the others, so on each that is listed a state must be seen. */
#ifndef NH_FACTS_PLACES_PIECES_H
#define NH_FACTS_PLACES_PIECES_H

#include "base/array.h"
#include "model/model.h"

typedef struct nh_piece_sign {
    uint32_t condition; /* which of all */
    int sign;           /* 1, -1 */
} nh_piece_sign;

typedef NH_ARRAY(nh_piece_sign) nh_piece;

typedef struct nh_pieces {
    nh_exprs conditions; /* expressions whose signs decide on pieces, each once */
    NH_ARRAY(nh_piece) items;
    bool is_cut; /* there are too many to list: some are missing */
} nh_pieces;

/* Of an expression that is 0 where the equation holds, and what its sides need. Conditions that depend on parameters
 * alone do not make pieces. In the arena, which is not the scratch arena. */
nh_pieces nh_pieces_find(nh_arena *arena, nh_pool *pool, nh_expr e, nh_needs needs);
/* Whether it is shown that these, greater than 0 and at least 0, have no common solution: as linear inequalities in the
 * terms that they are made of, by elimination (Fourier and Motzkin), with what is known of the signs of terms. */
bool nh_pieces_exclude(nh_arena *arena, nh_pool *pool, const nh_exprs *positive, const nh_exprs *nonnegative);

#endif
