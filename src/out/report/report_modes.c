/* The modes of a steady motion on the page: the parts of the eigenvectors, and films of them, with an amplitude that
 * stays, and with one that grows or decays as the eigenvalue says. */
#include "out/print/print_private.h"
#include "out/report/report_private.h"
#include "steady/animation.h"

/* Modes that are filmed; the others are numbers only. */
enum { FILMED_MOST = 8 };

/* What there is to see of it; null: nothing. */
static void add_film(nh_json *json, const char *key, nh_arena *arena, const nh_model *model,
                     const nh_trajectory *points) {
    nh_report_motion motion = {.trajectory = points};
    nh_report_film film = {.arena = arena, .motion = &motion};
    if (points != NULL) film.picture = nh_picture_make(arena, model, points);
    if (points == NULL || !film.picture->has_scene) {
        nh_json_null(json, key);
        return;
    }
    size_t *rows = NH_NEW_ARRAY(arena, size_t, points->rows + 1);
    for (size_t i = 0; i < points->rows; i++) rows[i] = i;
    film.plot = nh_plot_make(arena, model, points, 0);
    film.count = points->rows;
    film.rows = rows;
    nh_json_open(json, key, '{');
    nh_report_pack_times(json, &film);
    nh_report_write_scene(json, &film, false);
    nh_json_close(json);
}

static void add_mode(nh_json *json, nh_arena *arena, const nh_model *model, const nh_linearize_info *info, size_t k) {
    const nh_mode *mode = &info->mode[k];
    nh_text eigenvalue = nh_text_begin(arena);
    nh_print_eigenvalue(&eigenvalue, &info->eigenvalue[mode->eigenvalue], false);
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "eigenvalue", nh_text_string(&eigenvalue));
    nh_json_open(json, "parts", '[');
    for (size_t i = 0; i < info->shape; i++) {
        nh_text part = nh_text_begin(arena);
        nh_print_mode_part(&part, &mode->part[i]);
        nh_json_open(json, NULL, '[');
        nh_json_string(json, NULL, info->state_name[i]);
        nh_json_string(json, NULL, nh_text_string(&part));
        nh_json_close(json);
    }
    nh_json_close(json);
    bool is_filmed = k < FILMED_MOST;
    add_film(json, "steady", arena, model, is_filmed ? nh_mode_animate(arena, model, info, k, false) : NULL);
    add_film(json, "growing", arena, model, is_filmed ? nh_mode_animate(arena, model, info, k, true) : NULL);
    nh_json_close(json);
}

void nh_report_write_modes(nh_json *json, nh_arena *arena, const nh_model *model, const nh_linearize_info *info) {
    nh_json_open(json, "modes", '[');
    for (size_t k = 0; k < info->modes; k++) add_mode(json, arena, model, info, k);
    nh_json_close(json);
}
