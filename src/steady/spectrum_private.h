/* The spectrum of the linearised equations at a steady motion, and what it says about stability.
 *
 * The system w' = W(w) of problem_private.h has at the steady motion the matrix A of its states w. What is exactly
 * known of A, next to enclosures of its entries, decides what no enclosure can, whether a real part is 0:
 *
 * Family. Along a family of steady motions with f parameters A has f independent null vectors, so f of its rows are
 * combinations D = L I of the others, y = w_D - L w_I does not change, and the other eigenvalues are those of
 * A_II + A_ID L.
 *
 * Reversibility. Where signs s_i = 1, -1 of the states exist such that a_ij = 0 whenever s_i = s_j, that is, where the
 * graph of the entries is bipartite, S A S = -A: with an eigenvalue lambda there is -lambda. If an enclosure that holds
 * one eigenvalue is the only one that meets its mirror image in the imaginary axis, that eigenvalue lies on the axis.
 *
 * Symmetry. Where M and K are symmetric, M is positive definite and C = 0, all lambda^2 are real: an enclosure that
 * does not meet the real axis holds eigenvalues on the imaginary axis only, as many as there may be. */
#ifndef NH_STEADY_SPECTRUM_PRIVATE_H
#define NH_STEADY_SPECTRUM_PRIVATE_H

#include <nonholo/linearize.h>

#include "base/array.h"
#include "num/ball/ball_eigen.h"
#include "steady/find_private.h"
#include "steady/pivots_private.h"

/* Inside the guard. Entries that cannot be distinguished from 0 to as many digits as were computed are 0. */
typedef struct nh_spectral {
    nh_linear_point point;
    const char *why;      /* there are none, in words */
    uint32_t size;        /* of w */
    uint32_t coordinates; /* in w, the first ones */
    nh_ball *A;           /* size x size, column-major */
    uint32_t reduced;     /* without the null space of the family */
    nh_ball *R;           /* reduced x reduced: A_II + A_ID L */
    nh_pivots pivots;     /* rows and columns of A that are independent */
    uint32_t pairs;       /* of coordinates in w that form equations of second order of their own; 0: there are none */
    uint32_t *pair;       /* pairs: numbers among the independent velocities */
    uint32_t *pair_place; /* and among the places */
    bool is_reversible;   /* s_i as above */
    bool is_symmetric;    /* the pairs are all of w but velocities that change nothing in them */
} nh_spectral;

/* At a motion that was found. False, and why: the linearisation is not regular there. like: the pivots at a motion next
 * to it; NULL: they are searched for. */
bool nh_spectral_make(nh_spectral *s, const nh_steady_problem *p, nh_arena *arena, const nh_steady_motion *motion,
                      const nh_pivots *like, int prec);
void nh_spectral_free(nh_spectral *s, const nh_steady_problem *p);

/* The eigenvalues of R as they are, with real parts that are proved to be 0. False: none are found. */
bool nh_spectral_eigen(const nh_spectral *s, nh_ball_eigen *e, int prec);

/* How many states, the first ones, show what a mode is: the coordinates where these form equations of second order,
 * since their velocities are the eigenvalue times them; else all. */
static inline uint32_t nh_spectral_shape(const nh_spectral *s) {
    return s->pairs > 0 && s->pairs == s->coordinates ? s->coordinates : s->size;
}

/* Eigenvectors, in the arena, for simple eigenvalues of R, number `eigenvalue` of e, of conjugates for the upper one;
 * those that are not known are left out. */
typedef NH_ARRAY(nh_mode) nh_mode_list;
nh_mode_list nh_modes_find(const nh_spectral *s, nh_arena *arena, const nh_ball_eigen *e, int digits, int prec);

/* The eigenvalues of R, in the arena; real parts that are proved to be 0 are 0. */
typedef struct nh_spectrum {
    size_t count; /* of different ones */
    nh_eigenvalue *values;
    nh_stability stability; /* undecided, unstable, spectrally or asymptotically stable, by these only */
    size_t unexplained;     /* eigenvalues that may be 0 */
    nh_mode_list modes;     /* `eigenvalue` is the number in values; empty: not requested */
} nh_spectrum;
nh_spectrum nh_spectrum_find(const nh_spectral *s, nh_arena *arena, int digits, bool with_modes, int prec);

#endif
