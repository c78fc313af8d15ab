/* Inside of differentials*.c. */
#ifndef NH_FACTS_INTEGRABLE_DIFFERENTIALS_PRIVATE_H
#define NH_FACTS_INTEGRABLE_DIFFERENTIALS_PRIVATE_H

#include "base/map.h"
#include "facts/integrable/differentials.h"

typedef struct nh_form_list {
    nh_admissible *a;
    const nh_chart *chart;
    uint32_t variables_count;
    const nh_expr *variables; /* time, and the coordinates that the rows have and the chart leaves */
    uint32_t count, known;    /* forms; the first are those of geometric rows */
    uint32_t others;          /* coordinates that the rows do not have */
    nh_expr *forms;           /* count x variables_count */
    uint32_t *source;         /* count */
} nh_form_list;

/* The form sum over j of coefficient_j dq_j + free dt, in all coordinates; source: the row that
 * it is, or NH_MODEL_NONE. */
void nh_form_list_add(nh_form_list *list, const nh_expr *coefficient, nh_expr free, uint32_t source);

/* What rows that are not all linear say: forms, and whether they are all that is said (is_linear, is_all). used:
 * the symbols of the rows. */
void nh_form_list_add_explicit(nh_form_list *list, uint32_t count, const uint32_t *rows, const nh_map *used,
                               nh_differentials *result);

#endif
