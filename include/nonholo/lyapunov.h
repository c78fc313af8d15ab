/* How fast neighbouring motions diverge: the Lyapunov exponents of a motion.
 *
 *     nh_lyapunov_def def = nh_default_lyapunov();
 *     def.to = 1000;
 *     nh_lyapunov *lyapunov;
 *     if (nh_lyapunov_make(model, &def, &lyapunov) != NH_OK) ...
 *     const nh_lyapunov_info *info = nh_lyapunov_get(lyapunov);
 *     ... info->exponent[i], info->change[i] ...
 *     nh_lyapunov_destroy(lyapunov);
 *
 * They are means over a finite time, computed numerically from the variational equations; their change over the second
 * half of that time shows how well they have converged. docs/nonlinear.md has the theory. */
#ifndef NONHOLO_LYAPUNOV_H
#define NONHOLO_LYAPUNOV_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_lyapunov nh_lyapunov;

#define NH_LYAPUNOV_ROWS_MAX 1000000

/* Options. Always start from nh_default_lyapunov(). */
typedef struct nh_lyapunov_def {
    double from, to;   /* time span; default (not a number): the model's, or 0 and 10 */
    size_t rows;       /* equal parts of the span after each of which the exponents are kept; default 200 */
    double rtol, atol; /* tolerance per step and component, of displacements too; default 1e-10 */
    uint32_t magic;    /* set by nh_default_lyapunov; a def without it is rejected */
} nh_lyapunov_def;

NH_API nh_lyapunov_def nh_default_lyapunov(void);

/* Returns NH_E_MODEL when there is no initial state or a parameter has no value; NH_E_HYPOTHESIS when the initial state
 * is singular; NH_E_UNSUPPORTED when the equations have pieces or accelerations in constraints; NH_E_USAGE when def is
 * wrong. *lyapunov is then NULL. A motion that ends early is not an error. The model must outlive the result. */
NH_API nh_status nh_lyapunov_make(const nh_model *model, const nh_lyapunov_def *def, nh_lyapunov **lyapunov);
NH_API void nh_lyapunov_destroy(nh_lyapunov *lyapunov); /* accepts NULL */

typedef struct nh_lyapunov_info {
    double from, to, end;   /* the requested span, and the time reached in whole parts of it */
    const char *message;    /* why it ended early; NULL: it did not */
    size_t count;           /* of exponents: displacements that the constraints admit, coordinates and velocities */
    const double *exponent; /* the largest first, except those that have not converged */
    const double *change;   /* the largest change over the second half of the time reached */
    size_t rows;            /* parts that were completed */
    const double *time;     /* rows */
    const double *value;    /* rows times count: the exponents up to these times */
} nh_lyapunov_info;

NH_API const nh_lyapunov_info *nh_lyapunov_get(const nh_lyapunov *lyapunov);
/* Writes the rows as CSV, columns t, L1, L2, ..., as nh_run_write_csv does. */
NH_API nh_status nh_lyapunov_write_csv(nh_lyapunov *lyapunov, const char *path);
NH_API nh_status nh_lyapunov_print(nh_lyapunov *lyapunov, nh_print_as as, const char **text);

NH_END

#endif
