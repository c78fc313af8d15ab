/* A motion of the rolling disc far more exact than those that are compared: in long double, by extrapolation of the
 * modified midpoint rule (Gragg, Bulirsch, Stoer) with 2, 4, ..., 16 substeps: order 16. Written apart from
 * everything that is measured. */
#include <math.h>
#include <string.h>

#include "disc.h"

enum { COLUMNS = 8 };
#define TOLERANCE 1e-17L

typedef long double real;

/* The equations of disc_hand.c. */
static void rates(const real *p, const real *y, real *f) {
    real m = p[0], R = p[1], I1 = p[2], I2 = p[3], g = p[4], psi = y[5], phi = y[6], theta = y[7];
    real s = sinl(y[4]), c = cosl(y[4]), J = m * R * R + I2;
    real first = (2 * m * R * R + I2) * c * phi * theta;
    real second = I2 * c * psi * theta - 2 * (J - I1) * s * c * phi * theta;
    real third = -J * c * psi * phi + (J - I1) * s * c * phi * phi + m * g * R * s;
    f[0] = R * cosl(y[3]) * psi;
    f[1] = R * sinl(y[3]) * psi;
    memcpy(f + 2, y + 5, 3 * sizeof *f);
    f[6] = (second + s * first) / (I1 * c * c);
    f[5] = first / J + s * f[6];
    f[7] = third / (m * R * R + I1);
}

static void midpoint(const real *p, const real *y, real h, int count, real *end) {
    real before[DISC_STATES], now[DISC_STATES], f[DISC_STATES];
    memcpy(before, y, sizeof before);
    rates(p, y, f);
    for (int k = 0; k < DISC_STATES; k++) now[k] = y[k] + h / count * f[k];
    for (int i = 1; i <= count; i++) {
        rates(p, now, f);
        for (int k = 0; k < DISC_STATES; k++) {
            real next = before[k] + 2 * h / count * f[k];
            end[k] = (before[k] + 2 * now[k] + next) / 4;
            before[k] = now[k];
            now[k] = next;
        }
    }
}

/* One step to `end`; returns the difference of the last two columns, relative. */
static real step(const real *p, const real *y, real h, real *end) {
    real table[COLUMNS][DISC_STATES], error = 0;
    for (int i = 0; i < COLUMNS; i++) {
        midpoint(p, y, h, 2 * (i + 1), table[i]);
        for (int j = i - 1; j >= 0; j--) {
            real ratio = (real)(i + 1) / (real)(j + 1);
            for (int k = 0; k < DISC_STATES; k++)
                table[j][k] = table[j + 1][k] + (table[j + 1][k] - table[j][k]) / (ratio * ratio - 1);
        }
    }
    for (int k = 0; k < DISC_STATES; k++) {
        error = fmaxl(error, fabsl(table[0][k] - table[1][k]) / (1 + fabsl(table[0][k])));
        end[k] = table[0][k];
    }
    return error;
}

void disc_reference(const double *parameters, double end, double *state) {
    real p[DISC_PARAMETERS], y[DISC_STATES], next[DISC_STATES], t = 0, h = 0.01L;
    for (int i = 0; i < DISC_PARAMETERS; i++) p[i] = parameters[i];
    for (int i = 0; i < DISC_STATES; i++) y[i] = state[i];
    while (t < end) {
        if (t + h > end) h = end - t;
        real error = step(p, y, h, next);
        if (error > TOLERANCE && h > 1e-6L) {
            h /= 2;
            continue;
        }
        t += h;
        memcpy(y, next, sizeof y);
        if (error < TOLERANCE / 100) h *= 1.2L;
    }
    for (int i = 0; i < DISC_STATES; i++) state[i] = (double)y[i];
}
