/* What kinematic rows say about positions, once they are integrated.
 *
 * Rows may be holonomic in disguise: x x' + y y' = 0 says that x^2 + y^2 is constant. The constant comes from the
 * initial state; such rows are called semiholonomic, [Examples] section 3. Asked is of each row by itself, and of all
 * together, how many independent functions f(t, q) stay constant at all motions that the rows admit: as many as the
 * largest integrable part of their forms has (differentials.h, algebra/pfaff/pfaffian.h); and which functions these
 * are, where they can be written down.
 *
 * All rows together are integrable exactly where the commutation condition [Algebraic] (53) holds:
 * docs/analysis.md has the argument. */
#ifndef NH_FACTS_INTEGRABLE_INTEGRABLE_H
#define NH_FACTS_INTEGRABLE_INTEGRABLE_H

#include "algebra/pfaff/pfaffian.h"
#include "facts/admissible.h"

/* What stays constant where some rows hold. */
typedef struct nh_position_integrals {
    nh_count count;          /* independent functions, besides geometric rows */
    uint32_t found;          /* those that could be written down */
    const nh_expr *function; /* found: in t and q, proved to be constant */
    uint32_t rows;       /* independent ones of those that were requested; 0: they are not linear as they are written */
    const uint32_t *row; /* these: numbers in model->rows */
    /* Found x rows: the rate of a function is the sum of factor times row; undefined where not found. */
    const nh_expr *factor;
} nh_position_integrals;

typedef struct nh_integrability {
    /* By number in model->rows: whether the row by itself is integrable; geometric rows are, and one with accelerations
     * that is the derivative of one without (accelerated.h). Of imposed rows and conditions. */
    nh_fact *alone;
    nh_expr *of_row; /* likewise: what it says, a function that is constant; undefined: not found */
    nh_expr *factor; /* likewise: the row times this is the rate of that function; undefined: not found */
    nh_position_integrals together; /* of all imposed rows */
    nh_fact is_integrable;          /* all of them are, together; also when there are none */
    nh_growth growth;               /* of the velocities that linear rows admit; none: not linear, or unknown */
    bool growth_has_time;           /* time counts as a coordinate: rows are affine or depend on it */
    nh_evidence growth_by;          /* NONE: unknown */
} nh_integrability;

/* In a->arena. */
nh_integrability nh_integrability_find(nh_admissible *a);
/* The functions of all rows together only. */
nh_position_integrals nh_position_integrals_find(nh_admissible *a);
/* Whether a function is one wherever it has a value. A square root or an arc sine is that on one sheet: a motion may
 * pass to another one, on which something else is constant. */
bool nh_integral_is_of_one_sheet(nh_pool *pool, nh_expr function);

#endif
