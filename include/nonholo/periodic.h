/* Periodic motions: found by Newton's method, and continued in a parameter.
 *
 *     nh_periodic_def def = nh_default_periodic();
 *     def.period = "6.2";
 *     nh_periodic *periodic;
 *     if (nh_periodic_make(model, &def, &periodic) != NH_OK) ...
 *     const nh_periodic_info *info = nh_periodic_get(periodic);
 *     ... info->items[0].floquet->period, info->items[0].floquet->multiplier[0].re ...
 *     nh_periodic_destroy(periodic);
 *
 * The search begins at the initial state of the model and at the period that is given. Where the equations do not
 * contain the time, the period is found as well, and the state is searched for in the plane at right angles to the
 * motion at the initial state, a Poincare section. The numbers are computed in doubles and are not proved.
 * docs/nonlinear.md has the theory. */
#ifndef NONHOLO_PERIODIC_H
#define NONHOLO_PERIODIC_H

#include <nonholo/floquet.h>

NH_BEGIN

typedef struct nh_periodic nh_periodic;

/* Options. Always start from nh_default_periodic(). */
typedef struct nh_periodic_def {
    const char *period; /* about: a number, or an expression in parameters: "2*pi/w"; not 0 */
    const char *vary;   /* "NAME=A:B" or "NAME=A:B:N", a parameter: the motion is followed over N values (default 11);
                           NULL: it is not */
    double rtol, atol;  /* tolerance per step of the integration; 1e-12 */
    uint32_t magic;     /* set by nh_default_periodic; a def without it is rejected */
} nh_periodic_def;

NH_API nh_periodic_def nh_default_periodic(void);

/* Returns NH_E_HYPOTHESIS, with a diagnostic, when no periodic motion is found ("no-periodic"); else what
 * nh_floquet_make does, and NH_E_USAGE for a range that cannot be read. *periodic is then NULL. The model must outlive
 * the result. */
NH_API nh_status nh_periodic_make(const nh_model *model, const nh_periodic_def *def, nh_periodic **periodic);
NH_API void nh_periodic_destroy(nh_periodic *periodic); /* accepts NULL */

/* One periodic motion. */
typedef struct nh_periodic_item {
    double value;                   /* of the parameter that is varied */
    const nh_floquet_info *floquet; /* state, period, closure, multipliers, verdict; NULL: none is found */
    const char *why;                /* then, in words */
    size_t steps;                   /* of Newton's method */
    double last_step;               /* the largest change in the last one, relative to 1 + the size */
    double moved;                   /* the same of all steps together, from where the search began */
} nh_periodic_item;

typedef struct nh_periodic_info {
    const char *name; /* of the parameter that is varied; NULL: none */
    size_t count;     /* without a parameter 1 */
    const nh_periodic_item *items;
} nh_periodic_info;

NH_API const nh_periodic_info *nh_periodic_get(const nh_periodic *periodic);
NH_API nh_status nh_periodic_print(nh_periodic *periodic, nh_print_as as, const char **text);

NH_END

#endif
