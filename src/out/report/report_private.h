/* What the files that implement out/report/report.h share. */
#ifndef NH_OUT_REPORT_REPORT_PRIVATE_H
#define NH_OUT_REPORT_REPORT_PRIVATE_H

#include "out/json.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"
#include "out/report/report.h"

/* A motion on its way into the page. */
typedef struct nh_report_film {
    nh_arena *arena;
    const nh_report_motion *motion;
    nh_picture *picture;
    nh_plot *plot;
    size_t count;       /* of frames */
    const size_t *rows; /* of what is drawn: those that are frames, rising */
    bool is_in_step;    /* its frames are at the times of those of the first motion */
} nh_report_film;

/* ---- report_frames.c: which points of a motion travel ---- */
void nh_report_choose_frames(nh_report_film *film);
/* Of a motion that is shown with the first: at its times where there are points at them. */
void nh_report_match_frames(nh_report_film *film, const nh_report_film *first);

/* ---- report_pack.c: numbers as base64 ---- */

/* "f32:..." */
void nh_report_pack_floats(nh_json *json, const char *key, nh_arena *arena, size_t count, const float *values);
/* The times of the frames. */
void nh_report_pack_times(nh_json *json, const nh_report_film *film);
/* A curve over the frames; as floats where they show it as well. */
void nh_report_pack_curve(nh_json *json, const char *key, const nh_report_film *film, const double *values);

/* ---- report_motion.c: numbers and curves ---- */

/* Lists, which the JSON of `run` has, too. */
void nh_report_write_invariants(nh_json *json, const nh_report_motion *motion);
void nh_report_write_events(nh_json *json, const nh_report_motion *motion);
/* Of a motion that is shown with the first, also how far it is from that; NULL: this is the first. */
void nh_report_write_motion(nh_json *json, const char *key, const nh_report_film *film, const nh_report_film *first);
/* The name of a coordinate, or of its velocity (order 1), as LaTeX; in the arena of the film. */
const char *nh_report_coordinate_latex(const nh_report_film *film, size_t number, uint32_t order);

/* ---- report_difference.c: how far a motion is from the first one ---- */
void nh_report_write_difference(nh_json *json, const nh_report_film *film, const nh_report_film *first);

/* ---- report_scene.c: what there is to see ---- */
size_t nh_report_figure_size(const nh_figure *f); /* the numbers of a figure in one frame */
void nh_report_write_scene(nh_json *json, const nh_report_film *film, bool has_arrows);

/* ---- report_stability.c: eigenvalues over a value ---- */
void nh_report_write_stability(nh_json *json, nh_arena *arena, const nh_model *model,
                               const nh_stability_info *info); /* NULL: null */

/* ---- report_modes.c: the modes of a steady motion, with what there is to see of them ---- */
void nh_report_write_modes(nh_json *json, nh_arena *arena, const nh_model *model, const nh_linearize_info *info);

/* ---- report_integrals.c: first integrals, their values along the motion ---- */
void nh_report_write_integrals(nh_json *json, const nh_report *report); /* without them: null */

/* ---- report_page.c: the page around the data ---- */
const char *nh_report_page(nh_arena *arena, const char *title, const char *data, size_t *length);

#endif
