/* Making a picture of the system: its shapes and trails are computed (motion/scene/scene.h), a view and some moments
 * are chosen, all is put on a page and written as SVG. */
#include "out/picture/picture.h"

#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/io/file.h"
#include "base/protect.h"
#include "base/text/name.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot.h"

/* A plane alone is nothing to look at. */
static bool has_something(const nh_picture *p) {
    if (p->candidates.count == 0) return false;
    for (size_t i = 0; i < p->figure_count; i++)
        if (p->candidates.items[0].figures[i].kind != NH_FIGURE_PLANE && p->candidates.items[0].figures[i].is_good)
            return true;
    return p->trail_count > 0;
}

void nh_picture_warn(const nh_picture *p) {
    size_t count = nh_scene_left_out(p->scene);
    nh_remark remark = {.code = "not-drawn", .severity = NH_SEVERITY_WARNING};
    if (count > 0)
        nh_diag_add(p->model->context, &remark,
                    "%zu drawing%s need%s something that a state does not determine, such as an acceleration or a "
                    "parameter without a value: left out of the picture",
                    count, count == 1 ? "" : "s", count == 1 ? "s" : "");
}

nh_picture *nh_picture_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && trajectory->columns > 2 * model->coordinates.count);
    nh_picture *p = NH_NEW(arena, nh_picture);
    *p = (nh_picture){.arena = arena, .model = model, .trajectory = trajectory};
    p->candidates.arena = p->moments.arena = arena;
    nh_picture_look(p);
    p->has_scene = has_something(p);
    if (!p->has_scene) return p;
    nh_picture_choose_view(p);
    nh_picture_choose_moments(p);
    nh_picture_lay_out(p);
    nh_picture_choose_colours(p);
    return p;
}

static void draw_scene(const nh_picture *p, nh_text *out) {
    nh_picture_add_gradients(p, out);
    nh_picture_add_ground(p, out);
    nh_picture_add_fixed(p, out);
    nh_picture_add_trails(p, out);
    nh_picture_add_moments(p, out);
}

const char *nh_picture_print(nh_picture *p) {
    nh_text drawing = nh_text_begin(p->arena), all = nh_text_begin(p->arena);
    if (p->has_scene) draw_scene(p, &drawing);
    else nh_picture_add_chart(p, &drawing);
    nh_svg_begin(&all, nh_name_text(p->model->context, p->model->title), p->height);
    nh_text_add(&all, nh_text_string(&drawing));
    nh_picture_add_legend(p, &all);
    nh_svg_end(&all);
    return nh_text_string(&all);
}

const char *nh_picture_svg(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory) {
    nh_picture *p = nh_picture_make(arena, model, trajectory);
    nh_picture_warn(p);
    return nh_picture_print(p);
}

void nh_picture_check(nh_context *context, const char *path) {
    if (nh_plot_format_of(path) != NH_PLOT_SVG)
        nh_fail(context, NH_E_USAGE, "picture-format",
                "a picture of the system must end with .svg, but the name is '%s'", path);
}

void nh_picture_write(const nh_model *model, const nh_trajectory *trajectory, const char *path) {
    nh_picture_check(model->context, path);
    nh_arena *arena = nh_arena_create(model->context);
    const char *text = nh_picture_svg(arena, model, trajectory);
    nh_file_write(model->context, path, text, strlen(text));
    nh_arena_destroy(arena);
}
