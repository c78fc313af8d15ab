/* Special values of the parameters: those with which an answer of `check` differs from the general one.
 *
 * Candidates come from algebra. An answer rests on whether some expressions vanish at all states: A q' for alpha-bar =
 * alpha, dE/dt, the coefficients of Frobenius' condition, minors, determinants. Such an expression is a polynomial in
 * functions of t, q, q', whose coefficients are polynomials in the parameters; it vanishes where all of these do. What
 * they have in common falls apart into sets, "a = 1", "m = M and g = 0".
 *
 * Each candidate is tried: the model is read again with numbers on that set, the other parameters drawn, and everything
 * is asked once more. An answer that then differs from that with numbers in general is listed, after a second set of
 * numbers has shown the same. So what is listed is certified; there may be special values that are not found. */
#ifndef NH_TRUTH_SPECIAL_SPECIAL_H
#define NH_TRUTH_SPECIAL_SPECIAL_H

#include <nonholo/check.h>

#include "model/model.h"

typedef struct nh_special {
    bool is_known; /* false: no numbers were found with which the model has states */
    size_t count;
    const nh_check_special *items; /* those of one set are together */
} nh_special;

/* In the arena, which is not the scratch arena. */
nh_special nh_special_find(nh_arena *arena, const nh_model *model, uint64_t seed);

#endif
