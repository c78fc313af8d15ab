/* What is made of pieces, and where one of them meets another: |x - 100| at x = 100.
 *
 *     nh_switches switches = nh_switches_find(arena, model); */
#ifndef NH_FACTS_PLACES_SWITCHES_H
#define NH_FACTS_PLACES_SWITCHES_H

#include "base/array.h"
#include "model/model.h"

typedef struct nh_switch_pair {
    nh_expr a, b;
} nh_switch_pair;

typedef struct nh_switches {
    nh_exprs items;                 /* they change their signs there */
    NH_ARRAY(nh_switch_pair) pairs; /* of one thing that is judged: min(x, y, 9) is 9 where both x > 9 and y > 9 */
    const bool *is_cut;             /* by record: what is judged has more of them; NULL where nothing is */
} nh_switches;

/* Whether asin, acos, atan or atan2 is in it. */
bool nh_switches_has_inverse(nh_pool *pool, nh_expr e);
/* Of e itself, without its arguments: abs(u) at u, min(u, v) at u - v. Of inverse functions also where these are
 * others: atan2(y, x) is atan(y/x) for x > 0 only, asin(sin(u)) is u for |u| < pi/2 only. Appended to the list. */
void nh_switches_of(nh_pool *pool, nh_expr e, bool has_inverse, nh_switches *list);
/* Of the equations of motion, the rows and what is judged; also where they have a value on one
 * side only. Of t, q and q'. */
nh_switches nh_switches_find(nh_arena *arena, const nh_model *model);
/* Of L and the rows by themselves: where one is 0 these have no derivative, and the motion has no accelerations that
 * the equations determine. */
nh_switches nh_kinks_find(nh_arena *arena, const nh_model *model);

#endif
