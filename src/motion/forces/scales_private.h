/* How large accelerations and multipliers are relative to which a claim is to be judged.
 *
 * phi'' = 0 holds to rounding, but its own terms are 0 except for rounding too. What rounding is comes from the other
 * accelerations, which the same equations give. In the metric of the mass matrix they are comparable whatever their
 * units: with |x|^2 = x^T M x the acceleration of coordinate i is of the size |x| / sqrt(M_ii). Multipliers are
 * measured by the largest of them.
 *
 *     nh_scales *scales = nh_scales_make(arena, equations, count, values, input_count, symbols);
 *     nh_scales_set(scales, parameters);
 *     nh_scales_add(scales, inputs, sizes);   // sizes[i] grows by a part of what value i is made of */
#ifndef NH_MOTION_FORCES_SCALES_PRIVATE_H
#define NH_MOTION_FORCES_SCALES_PRIVATE_H

#include "form/equations.h"

typedef struct nh_scales nh_scales;

/* NULL: no value contains accelerations or multipliers. inputs: symbols, with the accelerations and
 * multipliers among them. */
nh_scales *nh_scales_make(nh_arena *arena, const nh_equations *equations, size_t count, const nh_expr *values,
                          size_t input_count, const nh_expr *inputs);
void nh_scales_set(nh_scales *scales, const double *parameters);
void nh_scales_add(nh_scales *scales, const double *inputs, double *sizes);

#endif
