/* Comparisons: motions side by side, as one CSV and as one picture. */
#ifndef NH_OUT_COMPARE_H
#define NH_OUT_COMPARE_H

#include "motion/run/compare.h"
#include "out/csv.h"
#include "out/plot/plot.h"

/* The name of the motion in the first column, `form`, then the chosen ones of the comparison; motion by motion. The
 * writer is not committed. */
void nh_compare_csv(nh_writer *writer, const nh_comparison *c, nh_csv_choice choice);

/* As nh_plot_write. */
void nh_compare_plot(const nh_comparison *c, const char *path);

#endif
