/* Problems whose solutions are known, for the tests of the integrator. */
#ifndef NH_TESTS_ODE_PROBLEMS_H
#define NH_TESTS_ODE_PROBLEMS_H

#include "ode/ode.h"

#include "support.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* y' = -y */
static inline int decay(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = -y[0];
    return 0;
}

/* x'' = -x */
static inline int oscillator(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0];
    return 0;
}

/* y' = y cos t: y = exp(sin t) */
static inline int swinging(void *user, double t, const double *y, double *f) {
    (void)user;
    f[0] = y[0] * cos(t);
    return 0;
}

/* y_0' = -1000 (y_0 - cos t), y_1' = -y_1 */
static inline int stiffish(void *user, double t, const double *y, double *f) {
    (void)user;
    f[0] = -1000 * (y[0] - cos(t));
    f[1] = -y[1];
    return 0;
}

/* x'' = -x / |x|^3 in the plane: x, y, x', y'. */
static inline int kepler(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -y[0] / r3;
    f[3] = -y[1] / r3;
    return 0;
}

/* At the pericentre, for semi-axis 1 and so the period 2 pi. */
static inline void kepler_start(double e, double *y) {
    y[0] = 1 - e;
    y[1] = 0;
    y[2] = 0;
    y[3] = sqrt((1 + e) / (1 - e));
}

/* Euler's equations of a free body; y_0^2 + 1.6 y_1^2 and 0.4 y_1^2 + y_2^2 are constant. */
static inline int rigid(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = -2.0 * y[1] * y[2];
    f[1] = 1.25 * y[2] * y[0];
    f[2] = -0.5 * y[0] * y[1];
    return 0;
}

static inline int van_der_pol(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = 5 * (1 - y[0] * y[0]) * y[1] - y[0];
    return 0;
}

static inline int lorenz(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = 10 * (y[1] - y[0]);
    f[1] = y[0] * (28 - y[2]) - y[1];
    f[2] = y[0] * y[1] - 8.0 / 3 * y[2];
    return 0;
}

/* The restricted problem of three bodies: earth and moon. */
static inline int arenstorf(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    const double mu = 0.012277471, nu = 1 - mu;
    double a = y[0] + mu, b = y[0] - nu, d1 = pow(a * a + y[1] * y[1], 1.5), d2 = pow(b * b + y[1] * y[1], 1.5);
    f[0] = y[2];
    f[1] = y[3];
    f[2] = y[0] + 2 * y[3] - nu * a / d1 - mu * b / d2;
    f[3] = y[1] - 2 * y[2] - nu * y[1] / d1 - mu * y[1] / d2;
    return 0;
}

static const double arenstorf_start[4] = {0.994, 0, 0, -2.00158510637908252240537862224};
#define ARENSTORF_PERIOD 17.0652165601579625588917206249

/* y' = y^2: a pole at t = 1 / y(0). */
static inline int pole(void *user, double t, const double *y, double *f) {
    (void)user, (void)t;
    f[0] = y[0] * y[0];
    return 0;
}

/* A run to its end; the state at the end stays in y. */
static inline nh_ode_status run_ode(nh_arena *arena, nh_ode_problem problem, nh_ode_def def, double t0, double *y,
                                    double t1, nh_ode_statistics *statistics) {
    nh_ode *ode = nh_ode_begin(arena, &problem, &def, t0, y, t1);
    while (nh_ode_step(ode) == NH_ODE_GOING) {}
    memcpy(y, nh_ode_state(ode), problem.size * sizeof *y);
    if (statistics != NULL) *statistics = nh_ode_get_statistics(ode);
    if (nh_ode_end(ode) == NH_ODE_FINISHED) assert_true(nh_ode_time(ode) == t1);
    return nh_ode_end(ode);
}

static inline nh_ode_def tolerances(double rtol, double atol) {
    nh_ode_def def = nh_default_ode();
    def.rtol = rtol;
    def.atol = atol;
    return def;
}

static inline double distance(size_t size, const double *a, const double *b) {
    double largest = 0;
    for (size_t i = 0; i < size; i++) largest = fmax(largest, fabs(a[i] - b[i]));
    return largest;
}

#endif
