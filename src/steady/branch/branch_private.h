/* A branch of steady motions over the values of what is varied. */
#ifndef NH_STEADY_BRANCH_PRIVATE_H
#define NH_STEADY_BRANCH_PRIVATE_H

#include "steady/range_private.h"
#include "steady/spectrum_private.h"

/* Inside the guard. */
typedef struct nh_steady_branch {
    nh_steady_problem *p;
    int digits;                   /* of eigenvalues */
    const nh_steady_motion *last; /* from which the next search begins; NULL: from the initial state */
    const nh_steady_motion *like; /* its unknowns that are held, and equations that are not used; NULL: chosen */
    const nh_pivots *pivots;      /* likewise of the null space */
} nh_steady_branch;

/* The steady motion at the value, which *p->value takes. */
nh_steady_motion nh_branch_find(const nh_steady_branch *branch, nh_arena *arena, const nh_ball *value);

/* The steady motion with which a branch begins: nearest to the initial state of a model, which may be the one of the
 * branch with another value of the parameter, at the value of the range, number *first, that is nearest to the model's
 * own. From here on the quantity of the range is varied. Leaves with NH_E_HYPOTHESIS where none is found, or where the
 * steady motions do not differ by what is varied. */
nh_steady_motion nh_branch_begin(nh_steady_branch *branch, nh_arena *arena, const nh_range *range,
                                 const nh_model *begins, size_t *first);

/* Functions of the value whose zeros are the changes, in two versions. With the eigenvalues l_i of R, as in
 * spectrum_private.h:
 *
 *     prod l_i,     prod_{i<j} (l_i + l_j),     prod_{i<j} (l_i - l_j)^2.
 *
 * They are polynomials in the entries of R: up to signs the determinant, the last but one Hurwitz determinant
 * (Orlando), the discriminant. In a reversible system, whose eigenvalues are +- sqrt(m_k), the second one is 0
 * everywhere, and the others are formed of the m_k: the second version. */
enum { NH_CHANGES = 3, NH_CHANGES_VERSIONS = 2 };
typedef struct nh_indicators {
    bool is_known; /* else all signs are 0, and there are no values */
    bool is_reversible;
    uint32_t reduced;                          /* the size of R */
    int sign[NH_CHANGES_VERSIONS][NH_CHANGES]; /* 0: not certain */
    const nh_ball_data *value[NH_CHANGES_VERSIONS][NH_CHANGES];
    int positive; /* eigenvalues with certainly positive real parts, when all signs of them are known; else -1 */
    double re[NH_CHANGES], omega[NH_CHANGES]; /* the eigenvalue that is next to a change */
    nh_pivots pivots;
    nh_steady_motion motion;
    const nh_linearize_info *info; /* NULL: not requested */
    const char *why;               /* not known, in words */
} nh_indicators;

/* with_info: what `linearize` tells, too. */
nh_indicators nh_branch_look(const nh_steady_branch *branch, nh_arena *arena, const nh_ball *value, bool with_info);

#endif
