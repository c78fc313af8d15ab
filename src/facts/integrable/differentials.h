/* Rows as equations between differentials.
 *
 * A row that is linear in the velocities, sum over j of A_j q_j' + b = 0, is the form
 *
 *     theta = sum over j of A_j dq_j + b dt
 *
 * in time and coordinates (algebra/pfaff/pfaffian.h). A row that is not may still say something linear at the states at
 * hand, x'^2 = y'^2 that x' = y', or together with others: x'^2 + y' = 0 and x'^2 + z' = 0 that y' = z'. What is linear
 * in that sense are the forms that vanish at all velocities which the rows admit. With the dependent velocities q_d' =
 * alpha_d(t, q, q_i') they are the combinations sum over d of c_d (dq_d - alpha_d dt) for which sum over d of c_d d^2
 * alpha_d/dq_i'dq_j' = 0. Geometric rows are solved for coordinates (chart.h). */
#ifndef NH_FACTS_INTEGRABLE_DIFFERENTIALS_H
#define NH_FACTS_INTEGRABLE_DIFFERENTIALS_H

#include "algebra/pfaff/pfaffian.h"
#include "facts/integrable/chart.h"

/* Of more variables or rows nothing is known: is_linear and is_all are unknown then. */
enum { NH_DIFFERENTIALS_VARIABLES = 64, NH_DIFFERENTIALS_ROWS = 40 };

typedef struct nh_differentials {
    /* In time, where it matters, which is the first variable then, and the coordinates that the rows
     * have and the chart leaves. */
    nh_pfaffian system;
    bool has_time;          /* it matters: a row depends on it, or is affine */
    uint32_t others;        /* coordinates that are not among the variables, nor eliminated: along these all is free */
    const uint32_t *source; /* by form: the row that it is, a number in model->rows; NH_MODEL_NONE: of no single row */
    uint32_t known;         /* the first of the forms: those of geometric rows that the chart does not solve */
    nh_fact is_linear;      /* the rows say nothing else: there are as many forms as independent rows */
    nh_fact is_all;         /* every form that vanishes is a combination of these */
} nh_differentials;

/* Of kinematic rows (numbers in model->rows), next to the geometric ones. In a->arena. */
nh_differentials nh_differentials_of(nh_admissible *a, const nh_chart *chart, uint32_t count, const uint32_t *rows);

/* The forms of all imposed kinematic rows that are linear as they are written, one each, dependent or not, and of the
 * geometric rows that the chart does not solve. Time is the first variable. In a->arena. */
nh_pfaffian nh_differentials_linear(nh_admissible *a, const nh_chart *chart);

#endif
