/* The methods of integration by name: one line each in methods.def. */
#ifndef NH_ODE_METHOD_H
#define NH_ODE_METHOD_H

#include <nonholo/context.h>

typedef struct nh_method {
    const char *name;  /* "dop853" */
    const char *label; /* as people write it: "DOP853" */
    const char *title; /* what it is, for a sentence */
    const struct nh_stepper *stepper;
} nh_method;

/* All of them, in the order of methods.def; NULL after the last. */
const nh_method *nh_method_at(size_t i);
/* The one of that name, the first one for NULL. Leaves with NH_E_USAGE and a diagnostic that lists
 * them when there is none. */
const nh_method *nh_method_require(nh_context *context, const char *name);

#endif
