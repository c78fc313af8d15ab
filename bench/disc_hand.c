/* The rolling disc as a careful person would write it: with the reduced coefficients
 *
 *   B'11 = m R^2 + I2,  B'12 = -(m R^2 + I2) sin th,  B'22 = (m R^2 + I2) sin^2 th + I1 cos^2 th,  B'33 = m R^2 + I1
 *   right sides: A'1 = (2 m R^2 + I2) cos th ph' th',
 *                A'2 = I2 cos th ps' th' - 2 (m R^2 - I1 + I2) sin th cos th ph' th',
 *                A'3 = -(m R^2 + I2) cos th ps' ph' + (m R^2 - I1 + I2) sin th cos th ph'^2 + m g R sin th,
 *
 * solved by elimination; same sine and cosine as the library's.
 *
 * Operations at every evaluation, without signs and without what only parameters determine: 3 in r1, 8 in r2, 10 in
 * r3, 5 in b, then 3 and 1; that makes 30. Sine and cosine do not count. Parameters by themselves take 10 more. */
#include <stddef.h>

#define NH_LANES 1
#include "tape/kernels.h"

void disc_by_hand(const double *parameters, const double *inputs, double *outputs);
void disc_rates(const double *parameters, const double *state, double *rates);
void disc_accelerations(const double *parameters, const double *state, double *accelerations);

void disc_by_hand(const double *parameters, const double *inputs, double *outputs) {
    double m = parameters[0], R = parameters[1], I1 = parameters[2], I2 = parameters[3], g = parameters[4];
    double psi = inputs[2], phi = inputs[3], theta = inputs[4], s, c;
    NH_K(sincos)(inputs[1], &s, &c);
    double mR2 = m * R * R, J = mR2 + I2;
    double r1 = (2 * mR2 + I2) * c * phi * theta;
    double r2 = I2 * c * psi * theta - 2 * (J - I1) * s * c * phi * theta;
    double r3 = -J * c * psi * phi + (J - I1) * s * c * phi * phi + m * g * R * s;
    /* [J, -J s; -J s, J s^2 + I1 c^2]: adding s times the first row to the second leaves I1 c^2 */
    double b = (r2 + s * r1) / (I1 * c * c);
    outputs[1] = b;
    outputs[0] = r1 / J + s * b;
    outputs[2] = r3 / (mR2 + I1);
}

/* With the constraints x' = R cos(phi) psi', y' = R sin(phi) psi'. */
void disc_rates(const double *parameters, const double *state, double *rates) {
    double s, c;
    NH_K(sincos)(state[3], &s, &c);
    rates[0] = parameters[1] * c * state[5];
    rates[1] = parameters[1] * s * state[5];
    for (int i = 2; i < 5; i++) rates[i] = state[i + 3];
    disc_by_hand(parameters, state + 3, rates + 5);
}

/* The constraints once more, derived by time. */
void disc_accelerations(const double *parameters, const double *state, double *accelerations) {
    double *a = accelerations, s, c, spin = parameters[1] * state[5], turn = state[6];
    disc_by_hand(parameters, state + 3, a + 2);
    NH_K(sincos)(state[3], &s, &c);
    a[0] = parameters[1] * c * a[2] - spin * turn * s;
    a[1] = parameters[1] * s * a[2] + spin * turn * c;
}
