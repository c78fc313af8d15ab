/* Where something is singular: the rows lose rank, or only the choice of independent velocities fails, or a
 * mass matrix is singular. */
#ifndef NH_FACTS_PLACES_CONDITIONS_H
#define NH_FACTS_PLACES_CONDITIONS_H

#include "facts/admissible.h"

/* A place, or several: where all of the expressions vanish. */
typedef struct nh_condition {
    nh_condition_kind kind;
    uint32_t count;
    const nh_expr *zero; /* count; in t, q, q', each irreducible where that was found */
    nh_evidence by;      /* PROVED: it is singular there, and there is such a state; NONE: perhaps */
    bool is_elsewhere;   /* with the values of the parameters no admissible state is there; with others perhaps */
    bool is_near;        /* at the reference state each is below 1e-3 of the size of its terms */
} nh_condition;

typedef struct nh_conditions {
    uint32_t count;
    const nh_condition *items; /* in a->arena; by kind */
    /* PROVED: there are no other places of that kind on the current component; NONE: there may be. */
    nh_evidence complete[NH_CONDITION_KINDS];
} nh_conditions;

/* Of the current component (parts.h). Places are named with parameters, which are generic, and positive where their
 * value in the model is: so m + M sin(x)^2 never vanishes. They are searched for with the values of the model, too
 * (valued_private.h), and where these give other places, those count. CERTIFIED in `complete`: with the values of the
 * model. A place at which L or a force has no value, or which an assumption excludes, is none. */
nh_conditions nh_conditions_find(nh_admissible *a);

/* Whether there is no place of the kind: "no" by one that is certain. */
nh_fact nh_conditions_have_none(const nh_conditions *places, nh_condition_kind kind);

/* Whether the Hessian of L is positive definite at all states, `with_rows` on the velocities that the rows admit: by
 * algebra only, where T is a sum of squares. */
nh_fact nh_conditions_is_definite(nh_admissible *a, bool with_rows);

#endif
