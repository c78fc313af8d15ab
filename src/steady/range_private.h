/* "NAME=A:B:N": a parameter, coordinate or velocity, and values of it. Files: range.c. */
#ifndef NH_STEADY_RANGE_PRIVATE_H
#define NH_STEADY_RANGE_PRIVATE_H

#include "model/model.h"
#include "num/rational.h"
#include "steady/problem_private.h"

typedef struct nh_range {
    nh_arena *arena;
    nh_context *context;
    const char *name;
    nh_rat from, to;
    size_t count; /* of values, at least 2 */
    nh_varied varied;
    uint32_t which; /* the parameter, or the place in (q, q') */
} nh_range;

/* count: of values where the text does not tell. Leaves with NH_E_USAGE where it is no range, or names nothing of the
 * model. */
nh_range nh_range_read(nh_arena *arena, const nh_model *model, const char *text, size_t count);
nh_rat nh_range_value(const nh_range *range, size_t i);
double nh_range_double(const nh_range *range, size_t i);
/* The number of the value that is nearest to this one. */
size_t nh_range_nearest(const nh_range *range, double value);

/* The model with the quantity at this value; NULL: there is none. To be destroyed. */
nh_model *nh_range_model(const nh_range *range, const nh_model *model, double value);
/* Likewise at a value between both ends at which nothing is special: there is decided what depends on what. Of a
 * parameter only, else NULL. */
nh_model *nh_range_generic(const nh_range *range, const nh_model *model);

#endif
