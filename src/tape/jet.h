/* A tape as Taylor series: from the coefficients of the inputs in time to those of the outputs.
 *
 * A series is its normalised coefficients x_k = x^(k)/k!, k = 0 .. order. The coefficient k of the outputs needs those
 * of the inputs up to k, so they can be computed one order after the other; that is how a differential equation x' =
 * f(x) gets its own series: f's coefficient k gives x's coefficient k + 1. Coefficient 0 has the bits of nh_tape_run.
 *
 *     nh_jet_begin(tape, order, parameters, work);
 *     for (uint32_t k = 0; k <= order; k++) nh_jet_order(tape, order, k, inputs, outputs, work);
 *
 * Where a function is not analytic: abs, min and max at a tie have the series of the branch for growing time; a select,
 * a sign, a mod keeps the branch of its value. The coefficients of a root are 0 while those below it are 0, and not
 * finite from where they begin, also for the root of t^2. */
#ifndef NH_TAPE_JET_H
#define NH_TAPE_JET_H

#include "tape/tape.h"

/* Doubles of working space. */
size_t nh_jet_work_size(const nh_tape *tape, uint32_t order);
/* Sets the parameters, which are constant in time. */
void nh_jet_begin(const nh_tape *tape, uint32_t order, const double *parameters, double *work);
/* Coefficient k, from series of inputs [i*(order+1) + k] to series of outputs, likewise; those below
 * k were computed before. */
void nh_jet_order(const nh_tape *tape, uint32_t order, uint32_t k, const double *inputs, double *outputs, double *work);

#endif
