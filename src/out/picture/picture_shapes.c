/* One figure on the page: its outline under a linear map, with marks that tell how a body has turned. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"

#define SLATE "#3a4450"       /* lines of a mechanism */
#define SHADE "#e4e8ec"       /* shadows */
enum { ARC = 12, TEETH = 7 }; /* pieces of half an ellipse; of a spring */

static double length_on_page(const double from[2], const double to[2]) {
    return hypot(to[0] - from[0], to[1] - from[1]);
}

static void add_paint(nh_text *out, const nh_picture_style *style, double whiteness) {
    nh_text_add(out, " fill=\"");
    nh_svg_colour(out, style->colour, whiteness);
    nh_text_add(out, "\" fill-opacity=\".85\" stroke=\"");
    nh_svg_colour(out, style->colour, 0);
    nh_text_format(out, "\" stroke-width=\"%s\"/>\n", style->is_strong ? "1.5" : "1.1");
}

static void add_circle(nh_text *out, const double page[2], double radius) {
    nh_text_add(out, "<circle");
    nh_svg_attribute(out, "cx", page[0]);
    nh_svg_attribute(out, "cy", page[1]);
    nh_svg_attribute(out, "r", radius);
}

/* ---- lines ---- */

static void add_stroke(nh_text *out, const char *colour, const char *width) {
    nh_text_format(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", colour, width);
}

static void add_segment(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    double ends[2][2];
    nh_svg_pen pen = {.out = out};
    nh_picture_put(style->map, f->at, ends[0]);
    nh_picture_put(style->map, f->to, ends[1]);
    nh_text_add(out, "<path d=\"");
    nh_svg_line(&pen, ends[0]);
    nh_svg_line(&pen, ends[1]);
    nh_text_add(out, "\" fill=\"none\" stroke=\"");
    if (style->is_shadow) nh_text_add(out, SHADE);
    else if (style->colour == NH_PICTURE_SLATE) nh_text_add(out, SLATE);
    else nh_svg_colour(out, style->colour, 0);
    nh_text_format(out, "\" stroke-width=\"%s\"/>\n", style->is_strong ? "2.4" : "1.6");
    for (int i = 0; i < 2 && !style->is_shadow && !style->is_plain; i++) {
        add_circle(out, ends[i], style->is_strong ? 2.6 : 1.8);
        nh_text_add(out, " fill=\"" SLATE "\"/>\n");
    }
}

static void add_spring(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    double from[2], to[2];
    nh_svg_pen pen = {.out = out};
    nh_picture_put(style->map, f->at, from);
    nh_picture_put(style->map, f->to, to);
    double length = length_on_page(from, to), width = style->is_strong ? fmin(5, length / 6) : 0;
    if (length < 1) return;
    const double aside[2] = {-(to[1] - from[1]) / length, (to[0] - from[0]) / length};
    nh_text_add(out, "<path d=\"");
    nh_svg_line(&pen, from);
    for (int i = 0; i <= 2 * TEETH; i++) {
        double s = 0.15 + 0.7 * i / (2 * TEETH), w = i == 0 || i == 2 * TEETH ? 0 : i % 2 == 0 ? width : -width;
        nh_svg_line(&pen, (double[2]){from[0] + s * (to[0] - from[0]) + w * aside[0],
                                      from[1] + s * (to[1] - from[1]) + w * aside[1]});
    }
    nh_svg_line(&pen, to);
    add_stroke(out, style->is_shadow ? SHADE : "#8a94a0", style->is_strong ? "1.2" : ".8");
}

static void add_arrow(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    double from[2], to[2];
    nh_svg_pen pen = {.out = out};
    nh_picture_put(style->map, f->at, from);
    nh_picture_put(style->map, f->to, to);
    double length = length_on_page(from, to), head = fmin(8, 0.6 * length);
    if (length < 2 || style->is_shadow) return;
    const double along[2] = {(to[0] - from[0]) / length, (to[1] - from[1]) / length};
    const double back[2] = {to[0] - head * along[0], to[1] - head * along[1]};
    const double side[2] = {-0.38 * head * along[1], 0.38 * head * along[0]};
    nh_text_add(out, "<path d=\"");
    nh_svg_line(&pen, from);
    nh_svg_line(&pen, back);
    nh_text_add(out, "\" fill=\"none\" stroke-width=\"1.7\" stroke=\"");
    nh_svg_colour(out, style->colour, 0);
    nh_text_add(out, "\"/>\n<path d=\"");
    pen.is_down = false;
    nh_svg_line(&pen, to);
    nh_svg_line(&pen, (double[2]){back[0] + side[0], back[1] + side[1]});
    nh_svg_line(&pen, (double[2]){back[0] - side[0], back[1] - side[1]});
    nh_svg_close(&pen);
    nh_text_add(out, "\" fill=\"");
    nh_svg_colour(out, style->colour, 0);
    nh_text_add(out, "\"/>\n");
}

static void add_curve(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    for (size_t i = 0; i < f->point_count; i++) {
        double page[2];
        nh_picture_put(style->map, f->points[i], page);
        nh_svg_line(&pen, page);
    }
    add_stroke(out, style->is_shadow ? SHADE : "#8a94a0", "1.4");
}

/* ---- round bodies ---- */

typedef struct ellipse {
    double page[2], long_axis, short_axis, angle; /* the angle in degrees */
} ellipse;

/* The outline of an ellipsoid with the half axes a is the ellipse with the matrix sum (m a)(m a)^T. */
static ellipse outline_of(const nh_figure *f, const nh_picture_map *map) {
    ellipse e;
    double a = 0, b = 0, c = 0;
    int axes = f->kind == NH_FIGURE_DISC ? 2 : 3;
    nh_picture_put(map, f->at, e.page);
    for (int i = 0; i < axes; i++) {
        double x[2];
        nh_picture_turn(map, f->axes[i], x);
        a += x[0] * x[0];
        b += x[0] * x[1];
        c += x[1] * x[1];
    }
    double middle = (a + c) / 2, apart = hypot((a - c) / 2, b);
    e.long_axis = sqrt(middle + apart);
    e.short_axis = sqrt(fmax(middle - apart, 0));
    e.angle = atan2(2 * b, a - c) / 2 * 180 / acos(-1);
    return e;
}

static void add_ellipse(nh_text *out, ellipse e) {
    nh_text_add(out, "<ellipse");
    nh_svg_attribute(out, "cx", e.page[0]);
    nh_svg_attribute(out, "cy", e.page[1]);
    nh_svg_attribute(out, "rx", e.long_axis);
    nh_svg_attribute(out, "ry", fmax(e.short_axis, 0.5)); /* one of no width would not be seen */
    if (e.long_axis - e.short_axis < 0.05 || fabs(e.angle) < 0.05) return;
    nh_text_add(out, " transform=\"rotate(");
    for (int i = 0; i < 3; i++) {
        nh_svg_number(out, i == 0 ? e.angle : e.page[i - 1]);
        nh_text_add(out, i < 2 ? " " : ")\"");
    }
}

/* at + cos(angle) a + sin(angle) b */
static void put_on_ellipse(const nh_figure *f, const nh_picture_style *style, const int axes[2], double angle,
                           double page[2]) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = f->at[k] + cos(angle) * f->axes[axes[0]][k] + sin(angle) * f->axes[axes[1]][k];
    nh_picture_put(style->map, x, page);
}

/* The half of the section with a plane of two half axes that is on the side of the eye: the normal of the surface there
 * is cos(angle) a/|a|^2 + sin(angle) b/|b|^2. */
static bool is_plate(const nh_figure *f, int thin) {
    NH_ASSERT(thin >= 0 && thin < 3);
    double size[3];
    for (int i = 0; i < 3; i++) size[i] = nh_picture_dot(f->axes[i], f->axes[i]);
    return size[thin] <= 1e-6 * fmin(size[(thin + 1) % 3], size[(thin + 2) % 3]);
}

static void add_diameter(nh_svg_pen *pen, const nh_figure *f, const nh_picture_style *style, int axis) {
    NH_ASSERT(axis >= 0 && axis < 3);
    const int axes[2] = {axis, axis};
    double page[2];
    put_on_ellipse(f, style, axes, 0, page);
    nh_svg_move(pen, page);
    put_on_ellipse(f, style, axes, acos(-1), page);
    nh_svg_line(pen, page);
}

static void add_section(nh_svg_pen *pen, const nh_figure *f, const nh_picture_style *style, int first) {
    NH_ASSERT(first >= 0 && first < 3);
    const int axes[2] = {first, (first + 1) % 3};
    double facing[2];
    for (int i = 0; i < 2; i++) {
        double size = nh_picture_dot(f->axes[axes[i]], f->axes[axes[i]]);
        if (!(size > 0)) return;
        facing[i] = nh_picture_dot(f->axes[axes[i]], style->front) / sqrt(size);
    }
    if (hypot(facing[0], facing[1]) < 1e-3) return; /* it is the outline itself */
    double middle = atan2(facing[1], facing[0]), quarter = acos(-1) / 2;
    pen->is_down = false;
    for (int i = 0; i <= ARC; i++) {
        double page[2];
        put_on_ellipse(f, style, axes, middle + quarter * (2.0 * i / ARC - 1), page);
        nh_svg_line(pen, page);
    }
}

static void end_marks(nh_text *out, const nh_picture_style *style) {
    nh_text_add(out, "\" fill=\"none\" stroke-width=\".9\" stroke=\"");
    nh_svg_colour(out, style->colour, 0.3);
    nh_text_add(out, "\"/>\n");
}

static void add_ball(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    nh_svg_pen pen = {.out = out};
    add_ellipse(out, outline_of(f, style->map));
    if (style->is_shadow) {
        nh_text_add(out, " fill=\"" SHADE "\"/>\n");
        return;
    }
    nh_text_format(out, " fill=\"url(#b%zu)\"", style->colour);
    nh_text_format(out, "%s stroke=\"", f->is_fixed ? " fill-opacity=\".6\"" : "");
    nh_svg_colour(out, style->colour, f->is_fixed ? 0.4 : 0);
    nh_text_format(out, "\" stroke-width=\"%s\"/>\n", style->is_strong && !f->is_fixed ? "1.5" : "1.1");
    if (!f->turns && !f->is_fixed) return;
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 3; i++) add_section(&pen, f, style, i);
    for (int i = 0; i < 3; i++)
        if (is_plate(f, i)) add_diameter(&pen, f, style, (i + 1) % 3), add_diameter(&pen, f, style, (i + 2) % 3);
    end_marks(out, style);
}

/* Two diameters, and a dot on the rim. */
static void add_disc(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    static const int axes[2] = {0, 1};
    nh_svg_pen pen = {.out = out};
    double page[2];
    add_ellipse(out, outline_of(f, style->map));
    if (style->is_shadow) {
        nh_text_add(out, " fill=\"" SHADE "\"/>\n");
        return;
    }
    add_paint(out, style, 0.72);
    if (!f->turns) return;
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 4; i++) {
        int quarters = i % 2 * 2 + i / 2; /* 0, 2, 1, 3 */
        put_on_ellipse(f, style, axes, quarters * acos(-1) / 2, page);
        if (i % 2 == 0) nh_svg_move(&pen, page);
        else nh_svg_line(&pen, page);
    }
    end_marks(out, style);
    put_on_ellipse(f, style, axes, 0, page);
    add_circle(out, page, style->is_strong ? 2.6 : 2);
    nh_text_add(out, " fill=\"");
    nh_svg_colour(out, style->colour, 0);
    nh_text_add(out, "\"/>\n");
}

/* ---- boxes ---- */

static void add_face(nh_text *out, const nh_figure *f, const nh_picture_style *style, int axis, double side) {
    NH_ASSERT(axis >= 0 && axis < 3);
    static const int corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double *a = f->axes[(axis + 1) % 3], *b = f->axes[(axis + 2) % 3], *n = f->axes[axis];
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 4; i++) {
        double x[3], page[2];
        for (int k = 0; k < 3; k++) x[k] = f->at[k] + side * n[k] + corners[i][0] * a[k] + corners[i][1] * b[k];
        nh_picture_put(style->map, x, page);
        nh_svg_line(&pen, page);
    }
    nh_svg_close(&pen);
    nh_text_add_char(out, '"');
    if (style->is_shadow) {
        nh_text_add(out, " fill=\"" SHADE "\"/>\n");
        return;
    }
    /* light comes from above */
    double size = sqrt(nh_picture_dot(n, n)), light = size > 0 ? side * n[2] / size : 1;
    add_paint(out, style, 0.66 + 0.16 * light);
}

/* The faces that are turned to the eye; of a shadow all. */
static void add_box(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    for (int axis = 0; axis < 3; axis++) {
        double size = sqrt(nh_picture_dot(f->axes[axis], f->axes[axis]));
        double facing = nh_picture_dot(f->axes[axis], style->front);
        bool is_seen = fabs(facing) > 1e-3 * size || (style->is_shadow && size > 0);
        if (is_seen || size == 0) add_face(out, f, style, axis, facing >= 0 ? 1 : -1);
    }
}

/* ---- points and frames ---- */

static void add_point(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    double page[2];
    nh_picture_put(style->map, f->at, page);
    if (style->is_shadow) return;
    add_circle(out, page, style->is_plain ? 1.2 : f->is_fixed ? 3 : style->is_strong ? 4 : 2.8);
    nh_text_add(out, " fill=\"");
    if (f->is_fixed && !style->is_plain) nh_text_add(out, "#fff\" stroke=\"" SLATE "\" stroke-width=\"1.4");
    else if (style->colour == NH_PICTURE_SLATE) nh_text_add(out, SLATE);
    else nh_svg_colour(out, style->colour, 0);
    nh_text_add(out, "\"/>\n");
}

static void add_frame(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    nh_svg_pen pen = {.out = out};
    double at[2], page[2];
    if (style->is_shadow) return;
    nh_picture_put(style->map, f->at, at);
    nh_text_add(out, "<path d=\"");
    for (int i = 0; i < 3; i++) {
        const double x[3] = {f->at[0] + f->axes[i][0], f->at[1] + f->axes[i][1], f->at[2] + f->axes[i][2]};
        nh_picture_put(style->map, x, page);
        nh_svg_move(&pen, at);
        nh_svg_line(&pen, page);
    }
    nh_text_add(out, "\" fill=\"none\" stroke-width=\"1.6\" stroke=\"");
    nh_svg_colour(out, style->colour, 0);
    nh_text_add(out, "\"/>\n");
}

void nh_picture_add_shape(nh_text *out, const nh_figure *f, const nh_picture_style *style) {
    NH_ASSERT(style->colour < NH_PLOT_CURVES);
    if (!f->is_good) return;
    switch (f->kind) {
        case NH_FIGURE_POINT: add_point(out, f, style); break;
        case NH_FIGURE_SEGMENT: add_segment(out, f, style); break;
        case NH_FIGURE_SPRING: add_spring(out, f, style); break;
        case NH_FIGURE_ARROW: add_arrow(out, f, style); break;
        case NH_FIGURE_DISC: add_disc(out, f, style); break;
        case NH_FIGURE_SPHERE:
        case NH_FIGURE_ELLIPSOID: add_ball(out, f, style); break;
        case NH_FIGURE_BOX: add_box(out, f, style); break;
        case NH_FIGURE_FRAME: add_frame(out, f, style); break;
        case NH_FIGURE_CURVE: add_curve(out, f, style); break;
        case NH_FIGURE_PLANE:
        case NH_FIGURE_KINDS: break;
    }
}
