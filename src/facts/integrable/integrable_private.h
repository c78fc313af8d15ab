/* Inside of integrable*.c. */
#ifndef NH_FACTS_INTEGRABLE_INTEGRABLE_PRIVATE_H
#define NH_FACTS_INTEGRABLE_INTEGRABLE_PRIVATE_H

#include "base/map.h"
#include "base/protect.h"
#include "facts/integrable/differentials.h"
#include "facts/integrable/integrable.h"

typedef struct nh_inquiry {
    nh_admissible *a;
    nh_pool *pool;
    nh_chart chart;
    nh_map coordinates; /* symbols of coordinates and velocities to their numbers */
} nh_inquiry;

/* What is known of some rows. */
typedef struct nh_answer {
    nh_position_integrals integrals;
    nh_fact is_integrable;
    nh_differentials d;
} nh_answer;

/* ---- integrable.c ---- */

/* Of kinematic rows. Where geometric rows could not be solved, what is found holds for all their levels, and more
 * may hold on theirs only. */
nh_answer nh_inquiry_ask(const nh_inquiry *s, uint32_t count, const uint32_t *rows);
/* Whether the coefficients are not too long. */
bool nh_inquiry_is_small(const nh_inquiry *s, const nh_pfaffian *system);
/* With the values of the parameters; the same forms where there are none in it. */
nh_pfaffian nh_inquiry_valued(const nh_inquiry *s, const nh_pfaffian *given, bool *is_other);
/* Runs a body within bounds; false when it takes too long. */
bool nh_inquiry_attempt(const nh_inquiry *s, nh_body body, void *user);

/* ---- integrable.c ---- */

/* Of every row by itself; nothing of all together. */
nh_integrability nh_inquiry_alone(const nh_inquiry *s);

/* ---- integrable.c ---- */

/* By algebra, from the forms of all rows together. */
void nh_inquiry_growth(const nh_inquiry *s, const nh_answer *x, nh_integrability *result);

#endif
