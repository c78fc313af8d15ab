/* The admissible states with the values of the model in the place of its parameters. A search that takes parameters for
 * generic divides by what is 0 with the values, and misses factors that appear with them: x' y' = a loses rank where x'
 * = y' = 0 if a is 0. What is said about the values is searched for with these. */
#ifndef NH_FACTS_PLACES_VALUED_PRIVATE_H
#define NH_FACTS_PLACES_VALUED_PRIVATE_H

#include "facts/admissible.h"

/* The same states, of a model whose L, forces and rows have no parameters; made once. NULL: the rows and the inertia
 * have none as it is, or one of them has no value. */
nh_admissible *nh_admissible_valued(nh_admissible *a);
/* e with what was put in there; e itself of other states. */
nh_expr nh_valued_put(const nh_admissible *a, nh_expr e);
/* Whether the rows are others with these values; of those states. */
bool nh_valued_is_in_rows(const nh_admissible *a);
/* Whether the rows are of other kinds with these values, or a term in them vanishes: what is said about them for
 * generic parameters may then be wrong. Of those states. */
bool nh_valued_is_special(const nh_admissible *a);
/* Whether two lists of expressions are the same except for their order, and for factors that are
 * numbers; of those states. */
bool nh_valued_are_same(const nh_admissible *a, uint32_t count, const nh_expr *e, uint32_t other_count,
                        const nh_expr *other);

#endif
