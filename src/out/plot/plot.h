/* A motion as one picture, drawn by gnuplot: paths of the points and bodies, coordinates, watches, energies over time,
 * and how well the constraints and invariants are kept. What is shown depends on what the system has. */
#ifndef NH_OUT_PLOT_PLOT_H
#define NH_OUT_PLOT_PLOT_H

#include "motion/run/run.h"

typedef enum nh_plot_format { NH_PLOT_SVG, NH_PLOT_PNG, NH_PLOT_PDF, NH_PLOT_FORMATS } nh_plot_format;

/* By the ending of the path, in small or capital letters; NH_PLOT_FORMATS when it is none of .svg, .png, .pdf. */
nh_plot_format nh_plot_format_of(const char *path);

/* Replaces the file whole or not at all. Leaves with NH_E_USAGE when the ending is none of the three, NH_E_UNSUPPORTED
 * when there is no gnuplot, NH_E_IO when it fails or the file cannot be written. */
void nh_plot_write(const nh_model *model, const nh_trajectory *trajectory, const char *path);

/* What nh_plot_write would find before it draws: NH_E_USAGE for the ending, NH_E_UNSUPPORTED for gnuplot. */
void nh_plot_check(nh_context *context, const char *path);

/* The program for gnuplot, with its data, that draws the picture to standard output; in the arena. */
const char *nh_plot_script(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                           nh_plot_format format);

#endif
