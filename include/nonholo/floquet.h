/* Neighbours of a periodic motion: the monodromy matrix and Floquet multipliers.
 *
 *     nh_floquet_def def = nh_default_floquet();
 *     def.period = "2*pi/w";
 *     nh_floquet *floquet;
 *     if (nh_floquet_make(model, &def, &floquet) != NH_OK) ...
 *     const nh_floquet_info *info = nh_floquet_get(floquet);
 *     ... info->multiplier[i].re, info->multiplier[i].error, info->verdict ...
 *     nh_floquet_destroy(floquet);
 *
 * The motion begins at the initial state of the model. After the period it must return to that state, except for
 * coordinates on which nothing depends, and for whole turns. The numbers are computed in doubles and are not proved;
 * their errors are estimated from two integrations over different periods of the motion, with different tolerances.
 * docs/nonlinear.md has the theory. */
#ifndef NONHOLO_FLOQUET_H
#define NONHOLO_FLOQUET_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_floquet nh_floquet;

/* Options. Always start from nh_default_floquet(). */
typedef struct nh_floquet_def {
    const char *period; /* a number, or an expression in parameters: "2*pi/w"; not 0 */
    double rtol, atol;  /* tolerance per step of the finer integration; the other one has 100 times as much; 1e-12 */
    uint32_t magic;     /* set by nh_default_floquet; a def without it is rejected */
} nh_floquet_def;

NH_API nh_floquet_def nh_default_floquet(void);

/* Returns NH_E_HYPOTHESIS, with a diagnostic, when the motion is not periodic ("not-periodic": it says what differs
 * after the period), or ends earlier; NH_E_UNSUPPORTED when the equations have pieces, accelerations in constraints, or
 * more than 100 coordinates; NH_E_MODEL when there is no initial state or a parameter has no value; NH_E_USAGE when def
 * is wrong. *floquet is then NULL. The model must outlive the result. */
NH_API nh_status nh_floquet_make(const nh_model *model, const nh_floquet_def *def, nh_floquet **floquet);
NH_API void nh_floquet_destroy(nh_floquet *floquet); /* accepts NULL */

typedef struct nh_multiplier {
    double re, im;
    double error; /* an estimate of how far it may be off, in the plane */
} nh_multiplier;

typedef struct nh_floquet_info {
    double period;
    const double *state; /* t, coordinates, velocities at the beginning */
    double closure;      /* the largest difference after the period, relative to 1 + the size */
    /* "x by 1": coordinates that move on in a period by what the equations do not notice; NULL: none does */
    const char *advance;
    /* Displacements z of independent coordinates and velocities are `matrix` z after the period; row by row. */
    size_t states;
    const char *const *state_name;
    const double *matrix;
    double matrix_error;             /* of each entry, likewise an estimate */
    const nh_multiplier *multiplier; /* states; the largest first, of a pair that with im > 0 first */
    bool is_autonomous;              /* the equations do not contain the time: 1 is a multiplier */
    /* "unstable", "asymptotically stable" or "undecided"; orbital stability when the equations do not contain the
     * time */
    const char *verdict;
    const char *reason; /* a sentence */
} nh_floquet_info;

NH_API const nh_floquet_info *nh_floquet_get(const nh_floquet *floquet);
NH_API nh_status nh_floquet_print(nh_floquet *floquet, nh_print_as as, const char **text);

NH_END

#endif
