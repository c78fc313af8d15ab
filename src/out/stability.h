/* Stability over values, as CSV and as a picture. */
#ifndef NH_OUT_STABILITY_H
#define NH_OUT_STABILITY_H

#include <nonholo/stability.h>
#include <nonholo/steady.h>

#include "base/io/file.h"
#include "out/plot/plot.h"

/* The values, the verdict, then re[1], im[1], ... of as many eigenvalues as a row has at most. The writer is not
 * committed. */
void nh_stability_csv(nh_arena *arena, nh_writer *writer, const nh_stability_info *info);
/* The value along the branch, coordinates, velocities, then the same. */
void nh_steady_csv(nh_arena *arena, nh_writer *writer, const nh_model *model, const nh_steady_info *info);

/* The eigenvalues but the explained zeros, of values of one quantity: track k goes on with the nearest one from row to
 * row; [row * count + track], not a number where there is none. In the arena. */
typedef struct nh_stability_tracks {
    size_t count;
    double *re, *im;
} nh_stability_tracks;
nh_stability_tracks nh_stability_join(nh_arena *arena, const nh_stability_info *info);

/* As nh_plot_write. */
void nh_stability_plot(const nh_model *model, const nh_stability_info *info, const char *path);

#endif
