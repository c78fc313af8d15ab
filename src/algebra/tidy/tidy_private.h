/* What tidying one sum or product needs; only src/algebra sees it. */
#ifndef NH_ALGEBRA_TIDY_TIDY_PRIVATE_H
#define NH_ALGEBRA_TIDY_TIDY_PRIVATE_H

#include "algebra/field/atoms_private.h"

typedef struct nh_tidier {
    nh_pool *pool;
    nh_arena *arena;  /* as long as the tidier */
    nh_arena *inner;  /* for one sum or product; emptied after it */
    nh_map estimates; /* of expressions: see estimate.c */
    nh_map results;   /* of sums and products that were tidied */
    uint64_t left;    /* work that may still be done */
} nh_tidier;

/* Terms that multiplying out gives at most, before any cancel, and the work that it takes; both
 * stop at NH_ESTIMATE_MOST. */
enum { NH_ESTIMATE_MOST = 1000000 };
typedef struct nh_estimate {
    uint32_t terms, work;
} nh_estimate;
nh_estimate nh_tidy_estimate(nh_tidier *tidier, nh_expr e);

#endif
