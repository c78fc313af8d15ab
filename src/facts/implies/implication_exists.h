/* Whether there are admissible states at which something more is so. */
#ifndef NH_FACTS_IMPLIES_IMPLICATION_EXISTS_H
#define NH_FACTS_IMPLIES_IMPLICATION_EXISTS_H

#include "model/model.h"

typedef struct nh_states_wanted {
    uint64_t seed;
    bool is_generic; /* of all values of the parameters: proofs only, the answer is not NH_YES */
    uint32_t zero_count, positive_count, nonnegative_count, nonzero_count;
    const nh_expr *zero;        /* equations */
    const nh_expr *positive;    /* > 0 */
    const nh_expr *nonnegative; /* >= 0 */
    const nh_expr *nonzero;     /* not 0 */
} nh_states_wanted;

/* Real states at which all imposed rows hold, geometric ones with their rates, the assumptions of the model, and
 * what is wanted, with the values that the parameters have, or with any. NH_YES: one of them is exact, or certified
 * in balls; NH_NO: it is proved that there is none; NH_UNKNOWN: neither, within so much work. Parameters without a
 * value have some at states. */
nh_truth nh_states_exist(const nh_model *model, const nh_states_wanted *wanted, uint64_t work);

#endif
