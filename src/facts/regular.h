/* Regularity: whether accelerations follow from the state, free (the Hessian of L) and on the
 * constraints ([Examples] (14)). */
#ifndef NH_FACTS_REGULAR_H
#define NH_FACTS_REGULAR_H

#include "facts/admissible.h"

/* At almost all states. "Yes" is certified at one of them, "no" proved. */
nh_fact nh_regular_free(nh_admissible *a);
nh_fact nh_regular_reduced(nh_admissible *a);

#endif
