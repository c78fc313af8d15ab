/* Whether an expression is zero whatever its symbols are.
 *
 * What is proved equal is equal where nh_expr_domain (algebra/domain/domain.h) of all that was given holds. */
#ifndef NH_ALGEBRA_DOMAIN_IDENTITY_H
#define NH_ALGEBRA_DOMAIN_IDENTITY_H

#include <nonholo/fact.h>

#include "expr/expr.h"

/* NH_YES: proved, by its normal form (algebra/field/normal.h), wherever it has a value. NH_NO: certified, at a point
 * where a ball around its value excludes zero (a function without a body may have any value there). NH_UNKNOWN:
 * neither, also when the normal form would be long. */
nh_truth nh_expr_is_zero(nh_pool *pool, nh_expr e);
/* Whether two are equal wherever both have a value: the same of their difference. */
nh_truth nh_expr_are_equal(nh_pool *pool, nh_expr a, nh_expr b);

/* What is seen at some dozens of points, in balls. */
typedef struct nh_points {
    bool is_nonzero; /* at one of them it is certainly not zero */
    /* else: at this many it has a value that cannot be distinguished from zero, to 25 digits. Many of them make zero
     * probable, and prove nothing */
    uint32_t zeros;
} nh_points;
nh_points nh_expr_look_at_points(nh_pool *pool, nh_expr e);
/* Whether a point was found at which e is certainly not zero. */
bool nh_expr_is_nonzero_somewhere(nh_pool *pool, nh_expr e);

/* Whether e, without symbols and without functions without a body, is certainly not zero: log 4 - log 2. */
bool nh_expr_is_nonzero_number(nh_pool *pool, nh_expr e);

/* A box: symbols and their bounds. */
typedef struct nh_box {
    uint32_t count;
    const nh_expr *symbols; /* all that the expression has */
    const nh_rat *low, *high;
} nh_box;

/* Whether e > 0 on the whole box: NH_YES proved in balls, on parts of the box; NH_NO certified at a point; NH_UNKNOWN:
 * neither with a bounded number of parts, also when e has no value somewhere. */
nh_truth nh_expr_is_positive_on(nh_pool *pool, nh_expr e, const nh_box *box);
/* Whether e > 0 whatever its symbols are, where these occur in sines and cosines only: proved in balls over one turn of
 * each angle. False: that was not found. */
bool nh_expr_is_positive_in_turns(nh_pool *pool, nh_expr e);

#endif
