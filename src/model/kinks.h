/* States in doubles that lie in a kink of L or of a row (model/holes.h), up to rounding.
 *
 *     nh_kinks *kinks = nh_kinks_make(arena, model, parameters);
 *     const nh_hole *kink = nh_kinks_at(kinks, t, q, v);   // NULL: the state is in none
 *
 * A state of a search is next to an exact one: at x = y + 1e-16 the exact one may be in the kink of |x - y|. */
#ifndef NH_MODEL_KINKS_H
#define NH_MODEL_KINKS_H

#include "model/holes.h"

typedef struct nh_kinks nh_kinks;

/* NULL: there are none anywhere. */
nh_kinks *nh_kinks_make(nh_arena *arena, const nh_model *model, const double *parameters);
/* The first one that the state is in; NULL: it is in none, or there are none. */
const nh_hole *nh_kinks_at(const nh_kinks *kinks, double t, const double *q, const double *v);

#endif
