/* What the files behind out/report.h share. */
#ifndef NH_OUT_REPORT_PRIVATE_H
#define NH_OUT_REPORT_PRIVATE_H

#include "out/json.h"
#include "out/picture_private.h"
#include "out/plot_private.h"
#include "out/report.h"

/* A motion on its way into the page. */
typedef struct nh_report_film {
    nh_arena *arena;
    const nh_report_motion *motion;
    nh_picture *picture;
    nh_plot *plot;
    size_t count;       /* of frames */
    const size_t *rows; /* of what is drawn: those that are frames, rising */
} nh_report_film;

/* ---- report_frames.c: which points of a motion travel ---- */
void nh_report_choose_frames(nh_report_film *film);

/* ---- report_pack.c: numbers as base64 ---- */

/* "f32:..." */
void nh_report_pack_floats(nh_json *json, const char *key, nh_arena *arena, size_t count, const float *values);
/* "f64:..." */
void nh_report_pack_doubles(nh_json *json, const char *key, nh_arena *arena, size_t count, const double *values);
/* A curve over the frames; as floats where they show it as well. */
void nh_report_pack_curve(nh_json *json, const char *key, const nh_report_film *film, const double *values);

/* ---- report_motion.c: numbers and curves ---- */
void nh_report_write_motion(nh_json *json, const nh_report_film *film);

/* ---- report_scene.c: what there is to see ---- */
size_t nh_report_figure_size(const nh_figure *f); /* the numbers of a figure in one frame */
void nh_report_write_scene(nh_json *json, const nh_report_film *film);

/* ---- report_page.c: the page around the data ---- */
const char *nh_report_page(nh_arena *arena, const char *title, const char *data, size_t *length);

#endif
