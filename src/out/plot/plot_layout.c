/* Where the panels are. Paths have the left half, or the whole width when they are much wider than high; panels over
 * time are in columns, under a common time axis. */
#include <math.h>
#include <string.h>

#include "out/plot/plot_private.h"

enum {
    COLUMN = 620,  /* width of a column */
    UNIT = 168,    /* height of a panel over time */
    AXIS = 40,     /* what the time axis takes under the last one of a column */
    TITLE = 46,    /* height of the title */
    SUBTITLE = 20, /* and of the line under it */
    EDGE = 12,     /* under everything */
    PATHS = 3,     /* the height of the paths, in units, is at least so much */
};
#define WIDE 1.9 /* paths this many times as wide as high go over both columns */

static double top_of(const nh_plot *p) {
    return TITLE + (p->subtitle != NULL ? SUBTITLE : 0);
}

/* A legend: a sample of the line, then the longest name. */
static double legend_width(const nh_plot *p, const nh_plot_panel *panel) {
    size_t longest = panel->note != NULL ? nh_plot_length(panel->note, SIZE_MAX) : 0;
    for (size_t i = 0; i < panel->count; i++) {
        size_t length = nh_plot_length(panel->curves[i].name, NH_PLOT_NAME_LENGTH);
        if (length > longest) longest = length;
    }
    if (panel->is_first) {
        size_t length = nh_plot_length(p->events, NH_PLOT_NAME_LENGTH);
        if (length > longest) longest = length;
    }
    return 50 + 7.3 * (double)longest;
}

/* Panels first .. first+count-1 one under the other, from top to bottom. */
static void stack_panels(nh_plot *p, size_t first, size_t count, nh_plot_area area) {
    double width = 0, height = count > 0 ? (area.height - AXIS) / (double)count : 0;
    for (size_t i = 0; i < count; i++) width = fmax(width, legend_width(p, &p->panels.items[first + i]));
    for (size_t i = 0; i < count; i++) {
        nh_plot_panel *panel = &p->panels.items[first + i];
        panel->area = (nh_plot_area){area.left, area.top + height * (double)i, area.width, height};
        panel->is_last = i + 1 == count;
        if (panel->is_last) panel->area.height += AXIS;
        panel->label_width = width;
    }
}

/* Both columns under the given top; the left one has the rest when the number is odd. */
static void stack_columns(nh_plot *p, double top) {
    size_t count = p->panels.count, left = (count + 1) / 2;
    double height = (double)left * UNIT + AXIS;
    stack_panels(p, 0, left, (nh_plot_area){0, top, COLUMN, height});
    stack_panels(p, left, count - left, (nh_plot_area){COLUMN, top, COLUMN, height});
    p->height = top + height;
}

/* Paths on the left, panels on the right; those that find no place there are under the paths. */
static void lay_out_beside(nh_plot *p) {
    size_t count = p->panels.count, units = count < PATHS ? PATHS : (count + PATHS + 1) / 2;
    size_t right = count < units ? count : units, left = count - right;
    double top = top_of(p), height = (double)units * UNIT + AXIS, of_paths = (double)(units - left) * UNIT;
    if (left == 0) of_paths += AXIS;
    p->paths = (nh_plot_area){0, top, COLUMN, of_paths};
    stack_panels(p, 0, right, (nh_plot_area){COLUMN, top, COLUMN, height});
    stack_panels(p, right, left, (nh_plot_area){0, top + of_paths, COLUMN, height - of_paths});
    p->width = 2 * COLUMN;
    p->height = top + height;
}

/* The height follows from the shape of the paths, so that little is left empty. */
static void lay_out_below(nh_plot *p, double aspect) {
    p->paths = (nh_plot_area){0, top_of(p), 2 * COLUMN, 0};
    double around = 8 + 54 + nh_plot_key_height(p);
    double height = fmin(fmax((2 * COLUMN - 150) / aspect, 130), 420) + around;
    p->paths.height = height;
    p->width = 2 * COLUMN;
    stack_columns(p, p->paths.top + height);
}

static void lay_out_alone(nh_plot *p) {
    size_t count = p->panels.count;
    p->width = count > PATHS ? 2 * COLUMN : 1.35 * COLUMN;
    if (count > PATHS) {
        stack_columns(p, top_of(p));
        return;
    }
    double height = (double)(count > 0 ? count : 1) * 1.2 * UNIT + AXIS;
    stack_panels(p, 0, count, (nh_plot_area){0, top_of(p), p->width, height});
    p->height = top_of(p) + height;
}

void nh_plot_lay_out(nh_plot *p) {
    double width = p->high[p->axis[0]] - p->low[p->axis[0]], height = p->high[p->axis[1]] - p->low[p->axis[1]];
    for (size_t i = 0; i < p->panels.count; i++) p->panels.items[i].is_first = i == 0;
    if (p->view == NH_PLOT_NO_PATHS) lay_out_alone(p);
    else if (p->view == NH_PLOT_PLANE && width > WIDE * height) lay_out_below(p, width / height);
    else lay_out_beside(p);
    p->height = ceil(p->height + EDGE);
}
