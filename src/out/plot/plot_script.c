/* The program for gnuplot: terminal, data, title, then the panels one by one within a multiplot. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "num/number.h"
#include "out/plot/plot_private.h"

/* Events with a line; tics of an axis; characters of the titles. */
enum { MOST_EVENTS = 60, MOST_TICS = 6, MOST_TITLE = 90, MOST_SUBTITLE = 150 };

/* ---- data of the curves ---- */

/* A value to a small part of a pixel. gnuplot rounds to pixels: what is constant except for its last digits would
 * jump between two of them. */
static double settle_value(const nh_plot_panel *panel, double value) {
    double unit = (panel->high - panel->low) * 0x1p-14;
    double settled = unit * round(value / unit);
    return isfinite(settled) ? settled : value;
}

/* Zeros on a logarithmic scale are on its floor. */
static double height_of(const nh_plot_panel *panel, double value) {
    if (!nh_plot_is_drawable(value)) return value;
    if (panel->scale != NH_PLOT_LOGARITHMIC) return settle_value(panel, value);
    return value < NH_PLOT_LEAST ? panel->low : log10(value);
}

static void add_curve_data(const nh_plot *p, nh_text *out, const nh_plot_panel *panel, const nh_plot_curve *curve) {
    const double *values = curve->values, *times = curve->times != NULL ? curve->times : p->times;
    nh_arena *scratch = nh_scratch(nh_arena_context(p->arena));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    size_t few = panel->scale == NH_PLOT_LOGARITHMIC ? NH_PLOT_FEW_MARKS : NH_PLOT_FEW;
    nh_plot_rows chosen = nh_plot_thin(scratch, nh_plot_points(p, curve), few, 1, &values);
    for (size_t i = 0; i < chosen.count; i++) {
        double value = height_of(panel, values[chosen.items[i]]);
        if (nh_plot_is_drawable(value)) {
            nh_plot_add_number(out, times[chosen.items[i]]);
            nh_text_add_char(out, ' ');
            nh_plot_add_number(out, value);
        }
        nh_text_add_char(out, '\n'); /* an empty line is a gap */
    }
    nh_arena_release(scratch, mark);
}

static void add_data(const nh_plot *p, nh_text *out) {
    for (size_t i = 0; i < p->panels.count; i++)
        for (size_t k = 0; k < p->panels.items[i].count; k++) {
            nh_text_format(out, "$curve%zu_%zu << EOD\n", i, k);
            add_curve_data(p, out, &p->panels.items[i], &p->panels.items[i].curves[k]);
            nh_text_add(out, "EOD\n");
        }
}

/* ---- tics ---- */

static void add_tic(nh_text *out, bool *is_next, const char *text, double place) {
    if (*is_next) nh_text_add(out, ", ");
    *is_next = true;
    nh_plot_add_quoted(out, text);
    nh_text_add_char(out, ' ');
    nh_plot_add_number(out, place);
}

/* "10⁻¹⁴" */
static const char *decade_text(nh_arena *arena, int decade) {
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    nh_text text = nh_text_begin(arena);
    char plain[16];
    nh_text_add(&text, decade < 0 ? "10⁻" : "10");
    size_t length = nh_number_digits(plain, fabs((double)decade), 5);
    for (size_t i = 0; i < length; i++) nh_text_add(&text, digits[plain[i] - '0']);
    return nh_text_string(&text);
}

static void add_decade_tics(const nh_plot *p, nh_text *out, const nh_plot_panel *panel) {
    int low = (int)panel->low + (panel->has_floor ? 1 : 0), high = (int)panel->high;
    int step = 1 + (high - low) / MOST_TICS;
    bool is_next = false;
    nh_text_add(out, "set ytics nomirror (");
    if (panel->has_floor) add_tic(out, &is_next, "0", panel->low);
    for (int decade = high; decade >= low; decade -= step)
        add_tic(out, &is_next, decade_text(p->arena, decade), decade);
    nh_text_add(out, ")\n");
}

/* The name of k pi / parts: "-π/2", "0", "3π". */
static const char *angle_text(nh_arena *arena, int64_t k, int64_t parts) {
    nh_text text = nh_text_begin(arena);
    while (parts > 1 && k % 2 == 0) k /= 2, parts /= 2;
    int64_t size = k < 0 ? -k : k;
    if (k < 0) nh_text_add(&text, "−");
    if (size != 1 || k == 0) nh_text_format(&text, "%lld", (long long)size);
    if (k != 0) nh_text_add(&text, "π");
    if (k != 0 && parts > 1) nh_text_format(&text, "/%lld", (long long)parts);
    return nh_text_string(&text);
}

/* Multiples of pi/4, pi/2, pi, 2 pi, 5 pi, 10 pi, ...; false when the range is too small for
 * that, or beyond counting. */
static bool add_angle_tics(const nh_plot *p, nh_text *out, const nh_plot_panel *panel) {
    static const struct {
        int64_t times, parts;
    } steps[] = {{1, 4},  {1, 2},  {1, 1},   {2, 1},   {5, 1},   {10, 1},
                 {20, 1}, {50, 1}, {100, 1}, {200, 1}, {500, 1}, {1000, 1}};
    double range = panel->high - panel->low;
    size_t i = 0, count = sizeof steps / sizeof *steps;
    if (range < 1.2) return false;
    while (i < count && range / (M_PI * (double)steps[i].times / (double)steps[i].parts) > MOST_TICS - 1) i++;
    if (i == count || fabs(panel->low) > 1e9 || fabs(panel->high) > 1e9) return false;
    double step = M_PI * (double)steps[i].times / (double)steps[i].parts;
    bool is_next = false;
    nh_text_add(out, "set ytics nomirror (");
    for (int64_t k = (int64_t)ceil(panel->low / step); (double)k * step <= panel->high; k++)
        add_tic(out, &is_next, angle_text(p->arena, k * steps[i].times, steps[i].parts), (double)k * step);
    nh_text_add(out, ")\n");
    return true;
}

static void add_tics(const nh_plot *p, nh_text *out, const nh_plot_panel *panel) {
    nh_text_add(out, "set format y '%h'\n");
    if (panel->scale == NH_PLOT_LOGARITHMIC) add_decade_tics(p, out, panel);
    else if (panel->scale != NH_PLOT_ANGLES || !add_angle_tics(p, out, panel)) {
        nh_text_add(out, "set ytics nomirror ");
        nh_plot_add_number(out, nh_plot_step(panel->high - panel->low, MOST_TICS));
        nh_text_add(out, "\n");
    }
}

/* ---- panels over time ---- */

/* More than its panel is high, in letters of ordinary size. */
static bool has_long_legend(const nh_plot *p, const nh_plot_panel *panel) {
    bool has_events = panel->is_first && *p->events != '\0';
    return panel->count + (panel->note != NULL) + has_events > 7;
}

static void add_axes(const nh_plot *p, nh_text *out, const nh_plot_panel *panel) {
    nh_plot_area inner = panel->area;
    inner.left += NH_PLOT_LEFT;
    inner.top += 8;
    inner.width -= NH_PLOT_LEFT + panel->label_width;
    inner.height -= 8 + (panel->is_last ? 40 : 8);
    nh_plot_add_margins(p, out, inner);
    nh_plot_add_range(out, 'x', p->t_low, p->t_high);
    double margin = panel->scale == NH_PLOT_LOGARITHMIC ? 0.05 * (panel->high - panel->low) : 0;
    nh_plot_add_range(out, 'y', panel->low - margin, panel->high + margin);
    nh_text_format(out, "set xtics nomirror autofreq\nset format x '%s'\n", panel->is_last ? "%h" : "");
    nh_text_add(out, panel->is_last ? "set xlabel 't' offset 0,0.4\n" : "unset xlabel\n");
    nh_text_add(out, "set label 1 ");
    nh_plot_add_shortened(out, panel->label, NH_PLOT_NAME_LENGTH);
    nh_text_add(out, " at screen ");
    nh_plot_add_number(out, (panel->area.left + 15) / p->width);
    nh_text_add(out, ", graph 0.5 center rotate\nset key at graph 1.015, graph 1.02 left top vertical Left reverse "
                     "samplen 1.4 width 0 maxrows 20 ");
    nh_text_add(out, has_long_legend(p, panel) ? "font ',10'\n" : "font ',12'\n");
    add_tics(p, out, panel);
}

/* An event is a dashed line, the place where a motion could not go on a red one. */
static void add_lines(const nh_plot *p, nh_text *out) {
    const nh_trajectory *t = p->trajectory;
    size_t count = t->happenings.count < MOST_EVENTS ? t->happenings.count : MOST_EVENTS;
    for (size_t i = 0; i <= count; i++) {
        if (i == count && !nh_plot_ended_badly(p)) break;
        double place = i < count ? t->happenings.items[i].t : t->t_end;
        if (!(place >= p->t_low && place <= p->t_high)) continue; /* arrows are not clipped by the axes */
        nh_text_format(out, "set arrow from ");
        nh_plot_add_number(out, place);
        nh_text_add(out, ", graph 0 to ");
        nh_plot_add_number(out, place);
        nh_text_format(out, ", graph 1 nohead back lw 1 %s\n", i < count ? "dt 3 lc '#909090'" : "lc '#d00000'");
    }
}

/* Whether it would cover an earlier one. */
static bool covers_another(const nh_plot *p, const nh_plot_panel *panel, size_t k) {
    NH_ASSERT(k < panel->count);
    const nh_plot_curve *curve = &panel->curves[k];
    for (size_t j = 0; j < k; j++) {
        const nh_plot_curve *other = &panel->curves[j];
        size_t row = 0;
        while (row < p->points && !(fabs(curve->values[row] - other->values[row]) > 0.012 * (panel->high - panel->low)))
            row++;
        if (row == p->points) return true;
    }
    return false;
}

void nh_plot_add_line(nh_text *out, const nh_plot_look *look) {
    nh_text_add(out, "with lines lw ");
    nh_plot_add_number(out, look->width);
    if (look->dash != NULL) nh_text_format(out, " dt %s", look->dash);
}

static void add_curve(const nh_plot *p, nh_text *out, size_t panel, size_t k) {
    NH_ASSERT(panel < p->panels.count && k < p->panels.items[panel].count);
    const nh_plot_panel *of = &p->panels.items[panel];
    const nh_plot_look *look = of->curves[k].look;
    nh_text_format(out, "$curve%zu_%zu ", panel, k);
    if (of->scale == NH_PLOT_LOGARITHMIC && look != NULL) {
        nh_text_add(out, "with points pt 7 ps ");
        nh_plot_add_number(out, look->mark);
    } else if (of->scale == NH_PLOT_LOGARITHMIC)
        nh_text_add(out, p->points > 400 ? "with points pt 7 ps 0.22" : "with points pt 7 ps 0.32");
    else if (!p->is_joined) nh_text_add(out, "with points pt 7 ps 0.6");
    else if (look != NULL) nh_plot_add_line(out, look);
    else nh_text_format(out, "with lines lw 1.5%s", covers_another(p, of, k) ? " dt (8,8)" : "");
    nh_text_format(out, " lc '%s' title ", look != NULL ? look->colour : nh_plot_colour(k));
    nh_plot_add_shortened(out, of->curves[k].name, NH_PLOT_NAME_LENGTH);
}

static void add_panel(const nh_plot *p, nh_text *out, size_t number) {
    NH_ASSERT(number < p->panels.count);
    const nh_plot_panel *panel = &p->panels.items[number];
    add_axes(p, out, panel);
    if (number == 0) add_lines(p, out);
    nh_text_add(out, "plot ");
    for (size_t k = 0; k < panel->count; k++) {
        if (k > 0) nh_text_add(out, ", \\\n  ");
        add_curve(p, out, number, k);
    }
    if (panel->note != NULL) {
        nh_text_add(out, ", \\\n  NaN with lines lc '#ffffff' title ");
        nh_plot_add_quoted(out, panel->note);
    }
    if (panel->is_first && *p->events != '\0') {
        nh_text_add(out, ", \\\n  NaN with lines dt 3 lc '#909090' lw 1 title ");
        nh_plot_add_shortened(out, p->events, NH_PLOT_NAME_LENGTH);
    }
    nh_text_add(out, "\n");
}

/* ---- the picture ---- */

static void add_size(nh_text *out, double width, double height, const char *unit) {
    nh_text_add(out, "size ");
    nh_plot_add_number(out, width);
    nh_text_add(out, unit);
    nh_text_add(out, ",");
    nh_plot_add_number(out, height);
    nh_text_add(out, unit);
}

/* The fonts are those that a machine has; a size of 12 is for reading on paper or a screen. */
void nh_plot_add_terminal(nh_text *out, double width, double height, nh_plot_format format) {
    switch (format) {
        case NH_PLOT_PNG: /* twice as many pixels, for screens that have them */
            nh_text_add(
                out,
                "set terminal pngcairo noenhanced rounded font 'Sans,12' fontscale 1.42 linewidth 2 pointscale 2 ");
            add_size(out, 2 * width, 2 * height, "");
            break;
        case NH_PLOT_PDF:
            nh_text_add(out, "set terminal pdfcairo noenhanced rounded font 'Sans,12' fontscale 0.6 linewidth 1 ");
            add_size(out, width / 96, height / 96, "in");
            break;
        default:
            nh_text_add(out, "set terminal svg noenhanced rounded font 'Helvetica,Arial,sans-serif,12' ");
            add_size(out, width, height, "");
    }
    nh_text_add(out, " background '#ffffff'\n");
    if (format != NH_PLOT_SVG) nh_text_add(out, "set key spacing 1.2\n"); /* where lines are as high as letters */
}

static void add_label(const nh_plot *p, nh_text *out, int number, const char *text, size_t most, double top,
                      const char *look) {
    nh_text_format(out, "set label %d ", number);
    nh_plot_add_shortened(out, text, most);
    nh_text_add(out, " at screen 0.5, screen ");
    nh_plot_add_number(out, 1 - top / p->height);
    nh_text_format(out, " center %s\n", look);
}

/* The title belongs to the first panel that is drawn, and is unset after it. */
static void add_titles(const nh_plot *p, nh_text *out) {
    add_label(p, out, 2, p->title, MOST_TITLE, 24, "font ',17'");
    if (p->subtitle != NULL)
        add_label(p, out, 3, p->subtitle, MOST_SUBTITLE, 46, p->has_warning ? "tc '#b00000'" : "tc '#505050'");
}

static void add_empty(const nh_plot *p, nh_text *out) {
    nh_plot_area inner = {0, p->height / 3, p->width, p->height / 2};
    nh_plot_add_margins(p, out, inner);
    nh_text_add(out, "unset border\nunset grid\nunset tics\nset label 'There is nothing to draw: the motion has no "
                     "rows.' at graph 0.5, graph 0.5 "
                     "center\nset xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n");
}

static const char frame[] = "set border 3 lc '#808080'\nset tics nomirror out scale 0.5 textcolor '#303030'\n"
                            "set grid xtics ytics lt 1 lc '#e4e4e4' lw 0.5\n";

void nh_plot_begin_script(const nh_plot *p, nh_text *out, nh_plot_format format) {
    NH_ASSERT(format < NH_PLOT_FORMATS);
    nh_text_add(out, "set encoding utf8\n");
    nh_plot_add_terminal(out, p->width, p->height, format);
}

void nh_plot_begin_panels(const nh_plot *p, nh_text *out) {
    nh_text_add(out, frame);
    nh_text_add(out, "set multiplot\n");
    add_titles(p, out);
}

const char *nh_plot_make_script(nh_plot *p, nh_plot_format format) {
    NH_ASSERT(format < NH_PLOT_FORMATS);
    nh_text text = nh_text_begin(p->arena), *out = &text;
    nh_plot_begin_script(p, out, format);
    add_data(p, out);
    nh_plot_add_paths_data(p, out);
    nh_plot_begin_panels(p, out);
    nh_plot_add_paths(p, out);
    nh_text_add(out, frame); /* which paths in space have taken away */
    for (size_t i = 0; i < p->panels.count; i++) {
        add_panel(p, out, i);
        if (i == 0) nh_text_add(out, "unset label 2\nunset label 3\n");
    }
    if (p->panels.count == 0 && p->view == NH_PLOT_NO_PATHS) add_empty(p, out);
    nh_text_add(out, "unset multiplot\nunset output\n");
    return nh_text_string(out);
}
