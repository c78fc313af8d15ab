/* Pfaffian systems: linear equations between differentials, and which of them can be integrated.
 *
 *     theta_a = sum over j of c_aj(x) dx_j = 0,      a = 1 .. rank,  x_1 .. x_N variables
 *
 * What can be integrated is a function F whose differential is a combination of the theta_a: then F is constant
 * wherever they hold. There are rank of them, independent, exactly where the system satisfies the condition of
 * Frobenius, dtheta_a = 0 modulo the theta; in general there are as many as the largest part that satisfies it has
 * forms. That part is the last of the derived systems
 *
 *     I_0 = I,   I_(s+1) = all theta in I_s with dtheta = 0 modulo I_s
 *
 * The dual view is that of the distribution D of directions along which all theta vanish, of dimension N - rank,
 * and of the brackets of its fields: D_1 = D, D_(s+1) = D_s + [D, D_s]. It grows to N less the number of functions
 * that can be integrated.
 *
 * All symbols that are not variables are generic constants. Answers hold at almost all points; nothing is guessed:
 * "unknown" is an answer. */
#ifndef NH_ALGEBRA_PFAFF_PFAFFIAN_H
#define NH_ALGEBRA_PFAFF_PFAFFIAN_H

#include "algebra/linear/linear.h"

typedef struct nh_pfaffian {
    uint32_t count;           /* N */
    const nh_expr *variables; /* count: symbols */
    uint32_t rank;            /* forms; independent at almost all points */
    const nh_expr *forms;     /* rank x count, row by row */
} nh_pfaffian;

/* The largest integrable part. DONE: proved to be integrable, and proved that there is no larger one. The forms of the
 * part are in the arena, which is not the scratch arena. */
nh_linear_answer nh_pfaffian_integrable_part(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system,
                                             nh_pfaffian *part);

/* The growth of the distribution at almost all points: dimension[0] = N - rank, then by brackets of two fields, three,
 * ... until it no longer grows. DONE or UNKNOWN. */
typedef struct nh_growth {
    uint32_t count;            /* entries; at least 1 */
    const uint32_t *dimension; /* rising, in the arena */
} nh_growth;
nh_linear_answer nh_pfaffian_growth(nh_pool *pool, nh_arena *arena, const nh_pfaffian *system, nh_growth *growth);

#endif
