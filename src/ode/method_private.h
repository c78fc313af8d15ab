/* What a method of integration provides: how it makes a step, estimates its error and interpolates within it. What
 * becomes of a step, and which size is tried, is decided in ode.c.
 *
 *     method.c    the table of methods, and vectors
 *     dop853.c    DOP853; dop853_sums_base.c and dop853_sums_avx2.c: its sums
 *     ode.c       the run of an integration */
#ifndef NH_ODE_METHOD_PRIVATE_H
#define NH_ODE_METHOD_PRIVATE_H

#include "ode/method.h"
#include "ode/ode.h"

/* Vectors have room for a multiple of this many components, with zeros after their end. */
enum { NH_STEP_LANES = 4 };

/* A step, as ode.c sees it. A method begins its own struct with this one. */
typedef struct nh_step {
    size_t size;               /* of y */
    double t, t_end;           /* h = t_end - t */
    double *y, *y_end;         /* vectors with room */
    double *slope, *slope_end; /* f at (t, y), and at the end of the step, where it may have been projected */
    bool has_dense, is_cubic;  /* the interpolant is there; it is the cubic with the values and slopes at both ends */
} nh_step;

/* f says by its value whether the step can continue (nh_ode_function); anything but 0 is returned as it is. Nothing is
 * allocated after `make`. */
typedef struct nh_stepper {
    uint32_t evaluations; /* of f in one step, for limits that count work */
    /* x^(1/q), where the error of a step of size h behaves like h^q; the same bits on every machine. */
    double (*root)(double x);
    nh_step *(*make)(nh_arena *arena, size_t size);
    /* From t, t_end, y and slope to y_end. Values that are not finite are a refusal, 1. */
    int (*run)(nh_step *step, nh_ode_function f, void *user);
    /* The error of the step in units of the tolerance, atol + rtol max(|y|, |y_end|): accepted below 1. May be
     * infinite. slope_end is not known yet: f is evaluated there after y_end was projected. */
    double (*error)(const nh_step *step, double rtol, double atol);
    /* Makes the interpolant, when slope_end is known; it may evaluate f. If f refuses it is the cubic. */
    int (*make_dense)(nh_step *step, nh_ode_function f, void *user);
    /* The interpolant at a time within the step; at t_end it is y_end, bit for bit. */
    void (*dense)(const nh_step *step, double t, double *y);
} nh_stepper;

#define METHOD(name, label, title) extern const nh_stepper nh_##name##_stepper;
#include "ode/methods.def"
#undef METHOD

/* A vector of zeros with room after it. */
double *nh_step_vector(nh_arena *arena, size_t size);
/* Whether all values of such a vector are finite. */
bool nh_step_finite(size_t size, const double *x);

#endif
