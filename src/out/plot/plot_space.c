/* Paths in space: seen from far away, from the side of large x and small y and from above, with a floor and two walls
 * behind them. Every path has a shadow on the floor, which tells where it is. Scales are equal unless the motion is
 * long and thin: then the long axis is shortened, and its name says how much. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/number.h"
#include "out/plot/plot_private.h"

/* Where one looks from: 60 degrees to the right of the x axis, 24 above the floor. */
#define COS_TURN 0.5
#define SIN_TURN 0.8660254037844386
#define COS_RISE 0.9135454576426009
#define SIN_RISE 0.4067366430758002

#define THIN 0.2  /* the second length, relative to the first, where the first one is shortened */
#define SLIM 0.45 /* to this relation */
#define FLAT 0.1  /* the box has at least so much of its length in each direction */

static double length_of(const nh_plot *p, int k) {
    return p->high[k] - p->low[k];
}

/* The numbers of the axes by falling length. */
static void order_axes(const nh_plot *p, int order[3]) {
    for (int k = 0; k < 3; k++) order[k] = k;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (length_of(p, order[k]) < length_of(p, order[k + 1])) {
                int other = order[k];
                order[k] = order[k + 1];
                order[k + 1] = other;
            }
}

void nh_plot_set_up_space(nh_plot *p) {
    int order[3];
    order_axes(p, order);
    for (int k = 0; k < 3; k++) p->stretch[k] = 1;
    double first = length_of(p, order[0]), second = length_of(p, order[1]);
    if (second < THIN * first) p->stretch[order[0]] = second / (SLIM * first);
    double longest = 0;
    for (int k = 0; k < 3; k++) longest = fmax(longest, p->stretch[k] * length_of(p, k));
    for (int k = 0; k < 3; k++) {
        double margin = fmax(0.03 * length_of(p, k), (FLAT * longest / p->stretch[k] - length_of(p, k)) / 2);
        p->low[k] -= margin;
        p->high[k] += margin;
    }
}

void nh_plot_project(const nh_plot *p, const double x[3], double page[2]) {
    double s[3];
    for (int k = 0; k < 3; k++) s[k] = p->stretch[k] * (x[k] - p->low[k]);
    page[0] = SIN_TURN * s[0] + COS_TURN * s[1];
    page[1] = SIN_RISE * (-COS_TURN * s[0] + SIN_TURN * s[1]) + COS_RISE * s[2];
}

/* ---- lines ---- */

/* A place of the box: in each direction from 0, the low end, to 1, the high one. */
static void project_part(const nh_plot *p, const double part[3], double page[2]) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = p->low[k] + part[k] * length_of(p, k);
    nh_plot_project(p, x, page);
}

static void add_line(const nh_plot *p, nh_text *out, const double from[3], const double to[3], const char *look) {
    double a[2], b[2];
    project_part(p, from, a);
    project_part(p, to, b);
    nh_text_add(out, "set arrow from ");
    nh_plot_add_number(out, a[0]);
    nh_text_add_char(out, ',');
    nh_plot_add_number(out, a[1]);
    nh_text_add(out, " to ");
    nh_plot_add_number(out, b[0]);
    nh_text_add_char(out, ',');
    nh_plot_add_number(out, b[1]);
    nh_text_format(out, " nohead back %s\n", look);
}

/* Over floor and walls: where axis k has the part s. The walls are at low x and at high y. */
static void add_mesh(const nh_plot *p, nh_text *out, int k, double s, const char *look) {
    NH_ASSERT(k >= 0 && k < 3);
    static const double wall[3] = {0, 1, 0}; /* where the other surfaces meet each axis */
    for (int other = 0; other < 3; other++) {
        if (other == k) continue;
        double from[3] = {wall[0], wall[1], wall[2]}, to[3] = {wall[0], wall[1], wall[2]};
        from[k] = to[k] = s;
        from[other] = 0;
        to[other] = 1;
        add_line(p, out, from, to, look);
    }
}

/* ---- tics ---- */

/* How a text is next to a place: pixels to the right, pixels down, and its look. */
typedef struct text_offset {
    double right, down;
    const char *look;
} text_offset;

/* The edge of the box that carries an axis; how its numbers and its name are next to it. */
static const struct {
    double at[3];
    text_offset number, name;
} edges[3] = {
    {{0, 0, 0}, {-3, 11, "right tc '#303030'"}, {-16, 32, "center"}},
    {{1, 0, 0}, {5, 10, "left tc '#303030'"}, {34, 22, "center"}},
    {{0, 0, 0}, {-7, 0, "right tc '#303030'"}, {-48, 0, "center"}},
};
/* A long name is on top of the vertical axis. */
static const text_offset on_top = {0, -14, "right"};

/* A text next to the part s of the edge of axis k. */
static void add_label(const nh_plot *p, nh_text *out, int k, double s, const char *text, const text_offset *how) {
    double part[3] = {edges[k].at[0], edges[k].at[1], edges[k].at[2]}, page[2];
    part[k] = s;
    project_part(p, part, page);
    nh_text_add(out, "set label ");
    nh_plot_add_quoted(out, text);
    nh_text_add(out, " at ");
    nh_plot_add_number(out, page[0] + p->unit * how->right);
    nh_text_add_char(out, ',');
    nh_plot_add_number(out, page[1] - p->unit * how->down);
    nh_text_format(out, " %s\n", how->look);
}

static void add_axis_name(const nh_plot *p, nh_text *out, int k) {
    NH_ASSERT(k >= 0 && k < 3);
    nh_text name = nh_text_begin(p->arena);
    bool is_on_top = k == 2 && p->stretch[k] < 1;
    nh_text_add_char(&name, "xyz"[k]);
    if (p->stretch[k] < 1) {
        char digits[NH_NUMBER_SIZE];
        nh_number_digits(digits, 1 / p->stretch[k], 2);
        nh_text_format(&name, ", shortened %s times", digits);
    }
    add_label(p, out, k, is_on_top ? 1 : 0.5, nh_text_string(&name), is_on_top ? &on_top : &edges[k].name);
}

static double pixels_of(const nh_plot *p, int k) {
    NH_ASSERT(k >= 0 && k < 3 && p->unit > 0);
    double part[3] = {0, 0, 0}, a[2], b[2];
    project_part(p, part, a);
    part[k] = 1;
    project_part(p, part, b);
    return hypot(b[0] - a[0], b[1] - a[1]) / p->unit;
}

static void add_axis(const nh_plot *p, nh_text *out, int k) {
    NH_ASSERT(k >= 0 && k < 3);
    double step = nh_plot_step(length_of(p, k), fmax(pixels_of(p, k) / (k == 2 ? 34 : 46), 2));
    double first = ceil(p->low[k] / step), last = floor(p->high[k] / step);
    for (int i = 0; i <= last - first; i++) {
        char digits[NH_NUMBER_SIZE];
        double value = (first + i) * step, s = (value - p->low[k]) / length_of(p, k);
        nh_number_digits(digits, value == 0 ? 0 : value, 6); /* no -0 */
        add_mesh(p, out, k, s, "lw 0.5 lc '#e0e0e0'");
        add_label(p, out, k, s, digits, &edges[k].number);
    }
    add_axis_name(p, out, k);
}

static void add_box(const nh_plot *p, nh_text *out) {
    const char *look = "lw 1 lc '#a0a0a0'";
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 2; s++) add_mesh(p, out, k, s, look);
}

/* ---- the panel ---- */

/* Widens bounds on the page by the corners of the box. */
static void find_page(const nh_plot *p, double low[2], double high[2]) {
    for (int i = 0; i < 2; i++) low[i] = INFINITY, high[i] = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double part[3] = {corner & 1, (corner >> 1) & 1, (corner >> 2) & 1}, page[2];
        project_part(p, part, page);
        for (int i = 0; i < 2; i++) low[i] = fmin(low[i], page[i]), high[i] = fmax(high[i], page[i]);
    }
}

void nh_plot_add_space(nh_plot *p, nh_text *out) {
    NH_ASSERT(p->view == NH_PLOT_SPACE);
    nh_plot_area inner = {p->paths.left + 12, p->paths.top + 8, p->paths.width - 24,
                          p->paths.height - 8 - 10 - nh_plot_key_height(p)};
    double low[2], high[2];
    find_page(p, low, high);
    /* room for the numbers around the box, in pixels */
    double unit = fmax((high[0] - low[0]) / (inner.width - 120), (high[1] - low[1]) / (inner.height - 70));
    p->unit = unit;
    double across = (low[0] + high[0]) / 2, up = (low[1] + high[1]) / 2 - 14 * unit;
    nh_plot_add_margins(p, out, inner);
    nh_plot_add_range(out, 'x', across - unit * inner.width / 2, across + unit * inner.width / 2);
    nh_plot_add_range(out, 'y', up - unit * inner.height / 2, up + unit * inner.height / 2);
    nh_text_add(out, "unset border\nunset tics\nunset grid\n");
    for (int k = 0; k < 3; k++) add_axis(p, out, k);
    add_box(p, out);
}
