/* A motion as one picture of the system itself, in SVG: what the model draws, at some moments between the start and the
 * end, over the trails of the whole motion. A planar system is drawn in its plane, a spatial one seen from a side where
 * it is seen best. A system that has nothing to draw gets its coordinates over time. No other program is needed. */
#ifndef NH_OUT_PICTURE_PICTURE_H
#define NH_OUT_PICTURE_PICTURE_H

#include "motion/run/run.h"

/* Replaces the file whole or not at all. Leaves with NH_E_USAGE when the path does not end with .svg, NH_E_IO when the
 * file cannot be written. */
void nh_picture_write(const nh_model *model, const nh_trajectory *trajectory, const char *path);
/* What nh_picture_write would find before it draws: NH_E_USAGE for the ending. */
void nh_picture_check(nh_context *context, const char *path);
/* The picture as text; in the arena. */
const char *nh_picture_svg(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory);

#endif
