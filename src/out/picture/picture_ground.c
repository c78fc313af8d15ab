/* What is behind the system: a light grid, planes that the model draws, and what is next to it:
 * title, times, scale, axes. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "num/number.h"
#include "out/picture/picture_private.h"

#define MARGIN 0.05 /* of the size: how far the ground reaches beyond what is on it */
#define LEAST 0.3   /* of the size: its least width */
enum { INSET = 14, TITLE = 90, HATCH = 11, AXIS = 24, BEHIND = 8 };

/* ---- where it is ---- */

static nh_picture_ground make_ground(const nh_picture *p, const double at[3], const double axes[3][3]) {
    nh_picture_ground g = {.is_there = true};
    memcpy(g.at, at, sizeof g.at);
    memcpy(g.normal, axes[2], sizeof g.normal);
    for (int i = 0; i < 2; i++) {
        double span[2], origin = nh_picture_dot(at, axes[i]);
        memcpy(g.e[i], axes[i], sizeof g.e[i]);
        nh_picture_span(p, axes[i], span);
        double margin = fmax(MARGIN * p->size, (LEAST * p->size - (span[1] - span[0])) / 2);
        g.low[i] = span[0] - origin - margin;
        g.high[i] = span[1] - origin + margin;
    }
    return g;
}

static const nh_figure *next_plane(const nh_picture *p, size_t *i) {
    if (p->moments.count == 0) return NULL;
    const nh_figure *figures = p->candidates.items[p->moments.items[p->moments.count - 1]].figures;
    while (*i < p->figure_count && (figures[*i].kind != NH_FIGURE_PLANE || !figures[*i].is_good)) ++*i;
    return *i < p->figure_count ? &figures[(*i)++] : NULL;
}

/* The first plane that is drawn; else the lowest height. */
void nh_picture_set_ground(nh_picture *p) {
    size_t i = 0;
    const nh_figure *plane = next_plane(p, &i);
    double lowest[2];
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->is_flat) return;
    if (plane != NULL) {
        p->ground = make_ground(p, plane->at, plane->axes);
        return;
    }
    nh_picture_span(p, axes[2], lowest);
    p->ground = make_ground(p, (double[3]){0, 0, lowest[0]}, axes);
}

/* ---- planes in space ---- */

static void put_on(const nh_picture *p, const nh_picture_ground *g, double a, double b, double page[2]) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = g->at[k] + a * g->e[0][k] + b * g->e[1][k];
    nh_picture_put(&p->map, x, page);
}

static void add_corners(const nh_picture *p, const nh_picture_ground *g, nh_text *out) {
    const double corners[4][2] = {
        {g->low[0], g->low[1]}, {g->high[0], g->low[1]}, {g->high[0], g->high[1]}, {g->low[0], g->high[1]}};
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 4; i++) {
        double page[2];
        put_on(p, g, corners[i][0], corners[i][1], page);
        nh_svg_line(&pen, page);
    }
    nh_svg_close(&pen);
    nh_text_add(out, "\" fill=\"#f7f8fa\" stroke=\"#d5dbe1\"/>\n");
}

/* Lines at multiples of the step along one of the two directions. */
static void add_lines(const nh_picture *p, const nh_picture_ground *g, int along, nh_svg_pen *pen) {
    NH_ASSERT(along == 0 || along == 1);
    double origin = nh_picture_dot(g->at, g->e[along]), other_low = g->low[1 - along], other_high = g->high[1 - along];
    double first;
    int count = nh_picture_ticks(g->low[along] + origin, g->high[along] + origin, p->step, &first);
    for (int i = 0; i < count; i++) {
        double a = (first + i) * p->step - origin, ends[2][2];
        put_on(p, g, along == 0 ? a : other_low, along == 0 ? other_low : a, ends[0]);
        put_on(p, g, along == 0 ? a : other_high, along == 0 ? other_high : a, ends[1]);
        nh_svg_move(pen, ends[0]);
        nh_svg_line(pen, ends[1]);
    }
}

static void add_plane(const nh_picture *p, const nh_picture_ground *g, nh_text *out) {
    nh_svg_pen pen = {.out = out};
    add_corners(p, g, out);
    nh_text_add(out, "<path d=\"");
    add_lines(p, g, 0, &pen);
    add_lines(p, g, 1, &pen);
    nh_text_add(out, "\" fill=\"none\" stroke=\"#e6eaee\" stroke-width=\".8\"/>\n");
}

static void add_planes(const nh_picture *p, nh_text *out) {
    size_t i = 0;
    add_plane(p, &p->ground, out);
    (void)next_plane(p, &i);
    for (const nh_figure *plane; (plane = next_plane(p, &i)) != NULL;) {
        nh_picture_ground g = make_ground(p, plane->at, plane->axes);
        add_plane(p, &g, out);
    }
}

/* ---- planes in a plane: lines ---- */

/* The frame in which grid and lines are. */
static void frame_of(const nh_picture *p, double low[2], double high[2]) {
    low[0] = INSET;
    low[1] = NH_PICTURE_TOP - INSET;
    high[0] = p->width - INSET;
    high[1] = p->height - NH_PICTURE_BOTTOM + INSET;
}

/* The part of the line at + s * direction that is within the frame; false: none. */
static bool clip_line(const nh_picture *p, const double at[2], const double direction[2], double s[2]) {
    double low[2], high[2];
    frame_of(p, low, high);
    s[0] = -INFINITY;
    s[1] = INFINITY;
    for (int k = 0; k < 2; k++) {
        if (fabs(direction[k]) < 1e-12) {
            if (at[k] < low[k] || at[k] > high[k]) return false;
            continue;
        }
        double a = (low[k] - at[k]) / direction[k], b = (high[k] - at[k]) / direction[k];
        s[0] = fmax(s[0], fmin(a, b));
        s[1] = fmin(s[1], fmax(a, b));
    }
    return s[0] < s[1];
}

/* A line with short strokes on the side that is behind the plane. */
static void add_hatched(const nh_picture *p, const nh_figure *plane, nh_text *out) {
    double at[2], normal[2], s[2];
    nh_picture_put(&p->map, plane->at, at);
    nh_picture_turn(&p->map, plane->axes[2], normal);
    double size = hypot(normal[0], normal[1]);
    if (size < 0.9 * p->scale) return; /* it is seen from above: it is the page */
    const double along[2] = {-normal[1] / size, normal[0] / size}, into[2] = {-normal[0] / size, -normal[1] / size};
    if (!clip_line(p, at, along, s)) return;
    const double ends[2][2] = {{at[0] + s[0] * along[0], at[1] + s[0] * along[1]},
                               {at[0] + s[1] * along[0], at[1] + s[1] * along[1]}};
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    nh_svg_move(&pen, ends[0]);
    nh_svg_line(&pen, ends[1]);
    nh_text_add(out, "\" fill=\"none\" stroke=\"#8a94a0\" stroke-width=\"1.4\"/>\n<path d=\"");
    int count = (int)((s[1] - s[0]) / HATCH);
    for (int i = 1; i < count; i++) {
        double u = s[0] + i * HATCH;
        const double from[2] = {at[0] + u * along[0], at[1] + u * along[1]};
        const double to[2] = {from[0] + 6 * into[0] - 6 * along[0], from[1] + 6 * into[1] - 6 * along[1]};
        nh_svg_move(&pen, from);
        nh_svg_line(&pen, to);
    }
    nh_text_add(out, "\" fill=\"none\" stroke=\"#b8c0c9\" stroke-width=\".8\"/>\n");
}

static void add_grid(const nh_picture *p, nh_text *out) {
    double low[2], high[2];
    frame_of(p, low, high);
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    for (int k = 0; k < 2; k++) {
        double pixels = p->step * p->scale, first;
        int count = nh_picture_ticks(low[k] - p->map.c[k], high[k] - p->map.c[k], pixels, &first);
        for (int i = 0; i < count; i++) {
            double x = (first + i) * pixels + p->map.c[k];
            const double from[2] = {k == 0 ? x : low[0], k == 0 ? low[1] : x};
            const double to[2] = {k == 0 ? x : high[0], k == 0 ? high[1] : x};
            nh_svg_move(&pen, from);
            nh_svg_line(&pen, to);
        }
    }
    nh_text_add(out, "\" fill=\"none\" stroke=\"#eef1f4\"/>\n");
}

void nh_picture_add_ground(const nh_picture *p, nh_text *out) {
    size_t i = 0;
    if (!p->is_flat) {
        add_planes(p, out);
        return;
    }
    add_grid(p, out);
    for (const nh_figure *plane; (plane = next_plane(p, &i)) != NULL;) add_hatched(p, plane, out);
}

/* ---- legend ---- */

static void add_times(const nh_picture *p, nh_text *out) {
    char digits[NH_NUMBER_SIZE];
    const nh_trajectory *t = p->trajectory;
    double first = p->rows > 0 ? p->drawn->values.items[0] : t->from;
    nh_text_add(out, "<text");
    nh_svg_attribute(out, "x", p->width - 24);
    nh_text_add(out, " y=\"30\" text-anchor=\"end\" fill=\"#8a94a0\">");
    nh_number_digits(digits, first, 4);
    nh_text_format(out, "t = %s … ", digits);
    nh_number_digits(digits, t->t_end, 4);
    nh_text_add(out, digits);
    if (t->outcome == NH_OUTCOME_SINGULAR) nh_text_add(out, ", not determined beyond");
    if (t->outcome == NH_OUTCOME_FAILED) nh_text_add(out, ", not computed beyond");
    nh_text_add(out, "</text>\n");
}

static void add_scale(const nh_picture *p, nh_text *out) {
    char digits[NH_NUMBER_SIZE];
    const double at[2] = {24, p->height - 22}, length = p->step * p->scale;
    const double points[4][2] = {
        {at[0], at[1] - 4}, {at[0], at[1]}, {at[0] + length, at[1]}, {at[0] + length, at[1] - 4}};
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 4; i++) nh_svg_line(&pen, points[i]);
    nh_text_add(out, "\" fill=\"none\" stroke=\"#8a94a0\"/>\n<text");
    nh_svg_attribute(out, "x", at[0] + length + 7);
    nh_svg_attribute(out, "y", at[1] + 1);
    nh_number_digits(digits, p->step, 3);
    nh_text_format(out, " fill=\"#8a94a0\">%s</text>\n", digits);
}

/* How the axis goes on the page, for a length of 1. */
static void axis_on_page(const nh_picture *p, int axis, double way[2]) {
    NH_ASSERT(axis >= 0 && axis < 3 && p->scale > 0);
    const double x[3] = {axis == 0, axis == 1, axis == 2};
    nh_picture_turn(&p->map, x, way);
    for (int k = 0; k < 2; k++) way[k] /= p->scale;
}

/* An arrow for each axis that is not seen from its end. */
static void add_axis(const nh_picture *p, int axis, const double from[2], nh_text *out) {
    double way[2];
    axis_on_page(p, axis, way);
    double length = hypot(way[0], way[1]), name = AXIS + (length > 0 ? BEHIND / length : 0);
    if (length < 0.05) return;
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    nh_svg_move(&pen, from);
    nh_svg_line(&pen, (double[2]){from[0] + AXIS * way[0], from[1] + AXIS * way[1]});
    nh_text_add(out, "\" fill=\"none\" stroke=\"#a9b2bc\"/>\n<text");
    nh_svg_attribute(out, "x", from[0] + name * way[0]);
    nh_svg_attribute(out, "y", from[1] + name * way[1] + 3);
    nh_text_format(out, " text-anchor=\"middle\" fill=\"#8a94a0\">%c</text>\n", "xyz"[axis]);
}

/* In the lower right corner, so that none leaves the page. */
static void add_axes(const nh_picture *p, nh_text *out) {
    double from[2] = {p->width - 24 - BEHIND, p->height - 24}, most[2] = {0, 0};
    for (int axis = 0; axis < 3; axis++) {
        double way[2];
        axis_on_page(p, axis, way);
        for (int k = 0; k < 2; k++) most[k] = fmax(most[k], AXIS * way[k]);
    }
    for (int k = 0; k < 2; k++) from[k] -= most[k];
    for (int axis = 0; axis < 3; axis++) add_axis(p, axis, from, out);
}

void nh_picture_add_legend(const nh_picture *p, nh_text *out) {
    nh_text_add(out, "<text x=\"24\" y=\"30\" font-size=\"13\" fill=\"#3a4450\">");
    nh_svg_text(out, nh_name_text(p->model->context, p->model->title), TITLE);
    nh_text_add(out, "</text>\n");
    add_times(p, out);
    if (p->scene == NULL || p->moments.count == 0) return;
    add_scale(p, out);
    add_axes(p, out);
}
