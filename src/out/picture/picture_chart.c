/* Coordinates over time, one below the other: the picture of a system that draws nothing. */
#include <math.h>

#include "base/assert.h"
#include "num/number.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"

/* Panels, and in pixels their height, the gap between them, what numbers take at the left and names at the right;
 * characters of a name; points of a line; tics. */
enum { PANELS = 5, PANEL = 84, GAP = 14, LEFT = 86, RIGHT = 24, NAME = 10, POINTS = 700, TICKS = 6 };

typedef struct panel {
    size_t column; /* of what is drawn */
    size_t colour;
    double top, height, low, high;
} panel;

static double value_of(const nh_picture *p, size_t row, size_t column) {
    return p->drawn->values.items[row * p->drawn->columns + column];
}

/* A range of the values in which they do not touch the edge; what does not change is in the middle. */
static void set_range(const nh_picture *p, panel *of) {
    of->low = INFINITY;
    of->high = -INFINITY;
    for (size_t row = 0; row < p->rows; row++) {
        double value = value_of(p, row, of->column);
        if (!nh_plot_is_drawable(value)) continue;
        of->low = fmin(of->low, value);
        of->high = fmax(of->high, value);
    }
    if (of->low > of->high) of->low = of->high = 0;
    double least = 1e-9 * fmax(1, fmax(fabs(of->low), fabs(of->high))), room = 0.06 * (of->high - of->low);
    if (!(of->high - of->low > least)) room = of->low == 0 ? 1 : 0.5 * fabs(of->low);
    of->low -= room;
    of->high += room;
}

static double time_to_page(const nh_picture *p, double t) {
    double first = p->rows > 0 ? value_of(p, 0, 0) : 0, last = p->rows > 0 ? value_of(p, p->rows - 1, 0) : 1;
    double part = last != first ? (t - first) / (last - first) : 0.5;
    return LEFT + part * (NH_PICTURE_WIDTH - LEFT - RIGHT);
}

static void add_label(nh_text *out, double x, double y, const char *anchor) {
    nh_text_add(out, "<text");
    nh_svg_attribute(out, "x", x);
    nh_svg_attribute(out, "y", y);
    nh_text_format(out, " text-anchor=\"%s\" fill=\"#8a94a0\">", anchor);
}

static void add_number(nh_text *out, double value) {
    char digits[NH_NUMBER_SIZE];
    nh_number_digits(digits, value, 3);
    nh_text_add(out, digits);
    nh_text_add(out, "</text>\n");
}

static void add_panel(const nh_picture *p, const panel *of, nh_text *out) {
    nh_text_add(out, "<rect");
    nh_svg_attribute(out, "x", LEFT);
    nh_svg_attribute(out, "y", of->top);
    nh_svg_attribute(out, "width", NH_PICTURE_WIDTH - LEFT - RIGHT);
    nh_svg_attribute(out, "height", of->height);
    nh_text_add(out, " fill=\"#f7f8fa\"/>\n");
    double step = nh_plot_step(of->high - of->low, 4), first;
    int count = nh_picture_ticks(of->low, of->high, step, &first);
    for (int i = 0; i < count; i++) {
        double n = first + i;
        double y = of->top + of->height * (of->high - n * step) / (of->high - of->low);
        nh_svg_pen pen = {.out = out};
        nh_text_add(out, "<path d=\"");
        nh_svg_line(&pen, (double[2]){LEFT, y});
        nh_svg_line(&pen, (double[2]){NH_PICTURE_WIDTH - RIGHT, y});
        nh_text_add(out, "\" stroke=\"#e6eaee\"/>\n");
        add_label(out, LEFT - 6, y + 3.5, "end");
        add_number(out, n == 0 ? 0 : n * step);
    }
    nh_text_add(out, "<text x=\"24\"");
    nh_svg_attribute(out, "y", of->top + of->height / 2 + 4);
    nh_text_add(out, " font-size=\"13\" fill=\"");
    nh_svg_colour(out, of->colour, 0);
    nh_text_add(out, "\">");
    nh_svg_text(out, p->drawn->column[of->column].name, NAME);
    nh_text_add(out, "</text>\n");
}

/* Of many rows those where the values are extreme (plot_thin.c). */
static void add_line(const nh_picture *p, const panel *of, nh_text *out) {
    double *values = NH_NEW_ARRAY(p->arena, double, p->rows);
    for (size_t row = 0; row < p->rows; row++) values[row] = value_of(p, row, of->column);
    const double *const series[1] = {values};
    nh_plot_rows rows = nh_plot_thin(p->arena, p->rows, POINTS, 1, series);
    nh_svg_pen pen = {.out = out};
    bool is_joined = p->rows > 1 && (p->drawn->has_steps || p->drawn != p->trajectory);
    nh_text_add(out, "<path fill=\"none\" stroke-width=\"1.6\" stroke=\"");
    nh_svg_colour(out, of->colour, 0);
    nh_text_add(out, "\" d=\"");
    for (size_t i = 0; i < rows.count; i++) {
        double value = values[rows.items[i]];
        const double at[2] = {time_to_page(p, value_of(p, rows.items[i], 0)),
                              of->top + of->height * (of->high - value) / (of->high - of->low)};
        if (!nh_plot_is_drawable(value)) {
            pen.is_down = false;
            continue;
        }
        if (is_joined) nh_svg_line(&pen, at);
        else nh_svg_move(&pen, at), nh_text_add(out, "h0");
    }
    nh_text_add(out, "\"/>\n");
}

static void add_times(const nh_picture *p, double y, nh_text *out) {
    if (p->rows < 2) return;
    double first = value_of(p, 0, 0), last = value_of(p, p->rows - 1, 0);
    double low = fmin(first, last), high = fmax(first, last), step = nh_plot_step(high - low, TICKS), tick;
    int count = nh_picture_ticks(low, high, step, &tick);
    for (int i = 0; i < count; i++) {
        double n = tick + i;
        add_label(out, time_to_page(p, n * step), y, "middle");
        add_number(out, n == 0 ? 0 : n * step);
    }
}

void nh_picture_add_chart(nh_picture *p, nh_text *out) {
    NH_ASSERT(!p->has_scene);
    size_t all = p->model->coordinates.count, count = all < PANELS ? all : PANELS;
    double free_height = NH_PICTURE_LEAST - NH_PICTURE_TOP - 40, height = free_height;
    if (count > 1) height = fmax(PANEL, (free_height - GAP * (double)(count - 1)) / (double)count);
    double bottom = NH_PICTURE_TOP + height * (double)count + GAP * (double)(count > 0 ? count - 1 : 0);
    p->width = NH_PICTURE_WIDTH;
    p->height = fmin(fmax(bottom + 40, NH_PICTURE_LEAST), NH_PICTURE_MOST);
    for (size_t i = 0; i < count; i++) {
        size_t coordinate = count > 1 ? i * (all - 1) / (count - 1) : 0;
        panel of = {.column = 1 + coordinate, .colour = i, .top = NH_PICTURE_TOP + (double)i * (height + GAP)};
        of.height = height;
        set_range(p, &of);
        add_panel(p, &of, out);
        add_line(p, &of, out);
    }
    add_times(p, bottom + 18, out);
}
