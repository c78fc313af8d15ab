/* What there is to see, as data of a page: figures, trails and arrows over the frames, and from where they are seen. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/name.h"
#include "out/report/report_private.h"

/* Of a solid: its place, and three axes. */
enum { SOLID_NUMBERS = 12 };
#define THIN 0.04 /* of the largest half axis */

static void add_vector(nh_json *json, const char *key, const double v[3]) {
    nh_json_open(json, key, '[');
    for (int k = 0; k < 3; k++) nh_json_number(json, NULL, v[k]);
    nh_json_close(json);
}

static void add_pair(nh_json *json, const char *key, const double v[2]) {
    nh_json_open(json, key, '[');
    nh_json_number(json, NULL, v[0]);
    nh_json_number(json, NULL, v[1]);
    nh_json_close(json);
}

/* ---- from where ---- */

static void add_view(nh_json *json, const nh_picture *p) {
    nh_json_open(json, "view", '{');
    add_vector(json, "right", p->right);
    add_vector(json, "up", p->up);
    add_vector(json, "front", p->front);
    nh_json_truth(json, "flat", p->is_flat);
    nh_json_close(json);
}

static void add_ground(nh_json *json, const nh_picture *p) {
    const nh_picture_ground *g = &p->ground;
    if (!g->is_there) {
        nh_json_null(json, "ground");
        return;
    }
    nh_json_open(json, "ground", '{');
    add_vector(json, "at", g->at);
    add_vector(json, "e1", g->e[0]);
    add_vector(json, "e2", g->e[1]);
    add_pair(json, "low", g->low);
    add_pair(json, "high", g->high);
    nh_json_number(json, "step", p->step);
    nh_json_close(json);
}

/* ---- figures ---- */

/* Numbers of figures over the frames. */
typedef struct reel {
    size_t size;   /* of a frame */
    size_t frames; /* 1 when it is fixed */
    float *values;
} reel;

size_t nh_report_figure_size(const nh_figure *f) {
    NH_ASSERT(f->kind < NH_FIGURE_KINDS);
    switch (f->kind) {
        case NH_FIGURE_POINT: return 3;
        case NH_FIGURE_SEGMENT:
        case NH_FIGURE_SPRING:
        case NH_FIGURE_ARROW: return 6;
        case NH_FIGURE_CURVE: return 3 * NH_SCENE_SAMPLES;
        default: return SOLID_NUMBERS;
    }
}

static void put_floats(float *to, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (float)from[i];
}

/* Where a curve has fewer points the last one is repeated: every frame has as many. */
static void put_curve(float *to, const nh_figure *f) {
    for (size_t i = 0; i < NH_SCENE_SAMPLES; i++)
        put_floats(to + 3 * i, f->points[i < f->point_count ? i : f->point_count - 1], 3);
}

/* An axis of no length, as of a flat body, gets a little: across the two others. */
static void thicken_axes(double axes[3][3]) {
    double size[3], largest = 0;
    for (int i = 0; i < 3; i++) {
        size[i] = sqrt(nh_picture_dot(axes[i], axes[i]));
        largest = fmax(largest, size[i]);
    }
    for (int i = 0; i < 3; i++) {
        const double *a = axes[(i + 1) % 3], *b = axes[(i + 2) % 3];
        double area = size[(i + 1) % 3] * size[(i + 2) % 3];
        if (size[i] > THIN * largest || area == 0) continue;
        for (int k = 0; k < 3; k++)
            axes[i][k] = THIN * largest * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]) / area;
    }
}

static void put_figure(const reel *r, size_t frame, const nh_figure *f) {
    if (frame >= r->frames) return;
    float *to = r->values + frame * r->size;
    if (!f->is_good) {
        for (size_t i = 0; i < r->size; i++) to[i] = NAN;
        return;
    }
    if (f->kind == NH_FIGURE_CURVE) {
        put_curve(to, f);
        return;
    }
    put_floats(to, f->at, 3);
    if (r->size == 6) put_floats(to + 3, f->to, 3);
    if (r->size != SOLID_NUMBERS) return;
    double axes[3][3];
    memcpy(axes, f->axes, sizeof axes);
    if (f->kind == NH_FIGURE_ELLIPSOID || f->kind == NH_FIGURE_BOX) thicken_axes(axes);
    put_floats(to + 3, axes[0], 9);
}

static reel *begin_reels(const nh_report_film *film) {
    const nh_picture *p = film->picture;
    reel *reels = NH_NEW_ARRAY(film->arena, reel, p->figure_count + 1);
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &p->candidates.items[0].figures[i];
        reels[i] = (reel){.size = nh_report_figure_size(f), .frames = f->is_fixed ? 1 : film->count};
        reels[i].values = NH_NEW_ARRAY(film->arena, float, reels[i].size *reels[i].frames);
    }
    return reels;
}

/* Everything that is seen at any time. */
typedef struct box {
    double low[3], high[3];
} box;

static box begin_box(const nh_picture *p) {
    box b;
    for (int k = 0; k < 3; k++) {
        double direction[3] = {k == 0, k == 1, k == 2}, span[2];
        nh_picture_span(p, direction, span);
        b.low[k] = span[0];
        b.high[k] = span[1];
    }
    return b;
}

static void widen_box(box *b, const nh_figure *f) {
    for (int k = 0; k < 3; k++) {
        double direction[3] = {k == 0, k == 1, k == 2}, span[2];
        nh_picture_figure_span(f, direction, span);
        b->low[k] = fmin(b->low[k], span[0]);
        b->high[k] = fmax(b->high[k], span[1]);
    }
}

static const reel *film_figures(const nh_report_film *film, box *all) {
    const nh_picture *p = film->picture;
    reel *reels = begin_reels(film);
    for (size_t frame = 0; frame < film->count; frame++) {
        nh_arena *scratch = nh_arena_create(p->model->context);
        const nh_figure *figures = nh_picture_look_at(p, scratch, film->rows[frame]);
        for (size_t i = 0; i < p->figure_count; i++) {
            put_figure(&reels[i], frame, &figures[i]);
            widen_box(all, &figures[i]);
        }
        nh_tick(p->model->context, p->figure_count);
        nh_arena_destroy(scratch);
    }
    return reels;
}

static void add_figure(nh_json *json, const nh_report_film *film, size_t number, const reel *r) {
    NH_ASSERT(number < film->picture->figure_count);
    static const char *const kinds[NH_FIGURE_KINDS] = {"point",     "segment", "spring", "arrow", "disc", "sphere",
                                                       "ellipsoid", "box",     "frame",  "curve", "plane"};
    const nh_figure *f = &film->picture->candidates.items[0].figures[number];
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "kind", kinds[f->kind]);
    nh_json_integer(json, "colour", film->picture->figure_colours[number]);
    nh_json_truth(json, "fixed", f->is_fixed);
    nh_json_truth(json, "turns", f->turns);
    nh_json_integer(json, "count", f->kind == NH_FIGURE_CURVE ? NH_SCENE_SAMPLES : 0);
    nh_report_pack_floats(json, "data", film->arena, r->size * r->frames, r->values);
    nh_json_close(json);
}

/* The plane that the ground is in is not drawn twice. */
static bool is_ground(const nh_picture *p, const nh_figure *f) {
    const nh_picture_ground *g = &p->ground;
    bool is_same = g->is_there && f->kind == NH_FIGURE_PLANE && f->is_fixed;
    for (int k = 0; k < 3 && is_same; k++) is_same = f->at[k] == g->at[k] && f->axes[2][k] == g->normal[k];
    return is_same;
}

static void add_figures(nh_json *json, const nh_report_film *film) {
    box all = begin_box(film->picture);
    const reel *reels = film_figures(film, &all);
    add_vector(json, "low", all.low);
    add_vector(json, "high", all.high);
    nh_json_open(json, "figures", '[');
    for (size_t i = 0; i < film->picture->figure_count; i++)
        if (!is_ground(film->picture, &film->picture->candidates.items[0].figures[i]))
            add_figure(json, film, i, &reels[i]);
    nh_json_close(json);
}

/* ---- trails ---- */

static void add_trails(nh_json *json, const nh_report_film *film) {
    const nh_picture *p = film->picture;
    float *points = NH_NEW_ARRAY(film->arena, float, 3 * film->count + 1);
    nh_json_open(json, "trails", '[');
    for (size_t i = 0; i < p->trail_count; i++) {
        for (size_t frame = 0; frame < film->count; frame++)
            put_floats(points + 3 * frame, p->trails + 3 * (film->rows[frame] * p->trail_count + i), 3);
        const char *name = nh_scene_trail(p->scene, nh_picture_trail(p, i))->name;
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "name", name != NULL ? name : "");
        nh_json_integer(json, "colour", p->trail_colours[i]);
        nh_report_pack_floats(json, "points", film->arena, 3 * film->count, points);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* ---- arrows ---- */

/* Whether there is a constraint force that can be seen. */
static bool has_forces(const nh_report_film *film) {
    for (size_t i = 0; i < film->plot->panels.count; i++)
        if (film->plot->panels.items[i].group == NH_PLOT_FORCES) return true;
    return false;
}

/* The first of the three columns of the constraint force on a point or body; 0 when there are none. */
static size_t force_column(const nh_report_film *film, const char *name) {
    if (!has_forces(film)) return 0;
    const nh_trajectory *drawn = film->plot->drawn;
    nh_text column = nh_text_begin(film->arena);
    nh_text_format(&column, "reaction(%s).x", name);
    for (size_t i = 1; i + 2 < drawn->columns; i++)
        if (strcmp(drawn->column[i].name, nh_text_string(&column)) == 0) return i;
    return 0;
}

static void add_series(nh_json *json, const char *key, const nh_report_film *film, const double *const x[3]) {
    float *values = NH_NEW_ARRAY(film->arena, float, 3 * film->count + 1);
    for (size_t i = 0; i < 3 * film->count; i++) values[i] = (float)x[i % 3][film->rows[i / 3]];
    nh_report_pack_floats(json, key, film->arena, 3 * film->count, values);
}

static void add_arrow(nh_json *json, const nh_report_film *film, const nh_path *path) {
    size_t column = force_column(film, path->name);
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", path->name);
    add_series(json, "at", film, path->x);
    add_series(json, "velocity", film, path->v);
    if (column > 0) {
        const double *const force[3] = {nh_plot_column(film->plot, column), nh_plot_column(film->plot, column + 1),
                                        nh_plot_column(film->plot, column + 2)};
        add_series(json, "force", film, force);
    } else {
        nh_json_null(json, "force");
    }
    nh_json_close(json);
}

/* What stands still has no velocity; a force may act on it all the same. */
static void add_arrows(nh_json *json, const nh_report_film *film, bool is_wanted) {
    const nh_series_set *set = film->plot->set;
    nh_json_open(json, "arrows", '[');
    for (size_t i = 0; is_wanted && i < set->path_count; i++) {
        const nh_path *path = &set->paths[i];
        if (path->v[0] == NULL || (path->is_fixed && force_column(film, path->name) == 0)) continue;
        add_arrow(json, film, path);
    }
    nh_json_close(json);
}

void nh_report_write_scene(nh_json *json, const nh_report_film *film, bool has_arrows) {
    nh_json_open(json, "scene", '{');
    add_view(json, film->picture);
    add_ground(json, film->picture);
    add_figures(json, film);
    add_trails(json, film);
    add_arrows(json, film, has_arrows);
    nh_json_close(json);
}
