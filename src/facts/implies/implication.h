/* What follows from what: whether some rows imply others at all real states, and if not everywhere, where not.
 *
 * The states at which the given rows hold are taken apart into components (algebra/ideal/ideal.h). On a component the
 * others hold, which is proved by the ideal, or fail, which a state shows at which all given rows hold exactly: one of
 * rational numbers, or one that Newton's method encloses in balls. See docs/analysis.md. */
#ifndef NH_FACTS_IMPLIES_IMPLICATION_H
#define NH_FACTS_IMPLIES_IMPLICATION_H

#include <nonholo/implies.h>

#include "model/model.h"

typedef struct nh_implication {
    nh_implies_info info;
    const nh_implies_exception *exceptions; /* info.exceptions */
} nh_implication;

/* In the arena, which is not the scratch arena. Leaves with NH_E_USAGE, and a diagnostic, when a name is not known. */
nh_implication *nh_implication_make(nh_arena *arena, const nh_model *model, const nh_implies_def *def);

#endif
