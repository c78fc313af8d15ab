/* The shortest multipliers. Where rows of the constraints depend on each other many lambda have the same forces A^T
 * lambda, and the one of least length is taken: it does not depend on which rows carry the equations, and it changes
 * continuously along a motion.
 *
 * The length is that of the multipliers as they are, by row as it is written.
 *
 *     nh_shortest *shortest = nh_shortest_make(arena, &equations->jacobian);
 *     nh_shortest_find(shortest, slopes, is_left_out, lambda); */
#ifndef NH_MOTION_FORCES_SHORTEST_PRIVATE_H
#define NH_MOTION_FORCES_SHORTEST_PRIVATE_H

#include "expr/calculus/calculus.h"
#include "num/ball/ball.h"

typedef struct nh_shortest nh_shortest;

nh_shortest *nh_shortest_make(nh_arena *arena, const nh_expr_matrix *jacobian);
/* slopes: the entries of the jacobian. The rows that are not left out are independent, and the others depend on them.
 * lambda: one for each row, 0 where rows are left out; the shortest takes its place. */
void nh_shortest_find(nh_shortest *shortest, const double *slopes, const bool *is_left_out, double *lambda);

/* ---- in balls, inside the guard ---- */

/* With A1 the `rank` rows that are used, all rows are A = C A1, C^T = (A1 A1^T)^-1 A1 A^T. The shortest lambda with A^T
 * lambda = A1^T mu is C (C^T C)^-1 mu. */
typedef struct nh_shortest_factors {
    size_t rank, rows;
    nh_ball *c;      /* rows x rank */
    nh_ball *square; /* rank x rank: C^T C */
} nh_shortest_factors;

/* False when it is not proved that the rows are independent; nh_shortest_factors_free in any case. */
bool nh_shortest_factors_find(nh_shortest_factors *factors, const nh_expr_matrix *jacobian, const nh_ball *slopes,
                              uint32_t rank, const uint32_t *used, int prec);
void nh_shortest_factors_free(nh_shortest_factors *factors);
/* lambda := C (C^T C)^-1 mu */
bool nh_shortest_spread(const nh_shortest_factors *factors, const nh_ball *mu, nh_ball *lambda, int prec);
/* Both: mu of the rows that are used to lambda of all rows. */
bool nh_shortest_balls(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t rank, const uint32_t *used,
                       const nh_ball *mu, nh_ball *lambda, int prec);

/* c := a^T b, for a of size x p and b of size x q. */
void nh_balls_multiply_transposed(nh_ball *c, const nh_ball *a, size_t p, const nh_ball *b, size_t q, size_t size,
                                  int prec);
/* The rows `which` (NULL: all) of a sparse jacobian, dense: row k of the list is the column k of the n x count result,
 * which begins with zeros. */
void nh_balls_spread_rows(const nh_expr_matrix *jacobian, const nh_ball *slopes, uint32_t count, const uint32_t *which,
                          nh_ball *dense);

#endif
