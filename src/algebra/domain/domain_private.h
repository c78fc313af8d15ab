/* Conditions for values: found in expressions (domain.c), taken apart in a field (domain.c);
 * only src/algebra sees it. */
#ifndef NH_ALGEBRA_DOMAIN_DOMAIN_PRIVATE_H
#define NH_ALGEBRA_DOMAIN_DOMAIN_PRIVATE_H

#include "algebra/domain/domain.h"
#include "base/array.h"

typedef enum nh_condition_kind {
    NH_CONDITION_NONZERO,
    NH_CONDITION_NONNEGATIVE,
    NH_CONDITION_POSITIVE
} nh_condition_kind;

typedef struct nh_condition {
    nh_condition_kind kind;
    nh_expr e;
} nh_condition;

typedef NH_ARRAY(nh_condition) nh_conditions;

/* Adds one unless it, or a stronger one, is there. */
void nh_conditions_add(nh_conditions *list, nh_condition condition);
/* What follows from `list`: x > 0 contains x >= 0 and x != 0. */
bool nh_conditions_imply(const nh_conditions *list, nh_condition condition);

/* Each condition taken apart into conditions on shorter expressions, without those that certainly hold:
 * parts[i] for given[i]. */
void nh_conditions_reduce(nh_pool *pool, nh_arena *arena, const nh_conditions *given, const nh_domain_known *known,
                          nh_conditions *parts);

#endif
