/* A Poincare section: each velocity over its coordinate, one mark a crossing. A panel for each coordinate that is not
 * the same at all crossings, side by side; angles are shown from -pi to pi. Of very many crossings those stay that do
 * not cover each other. */
#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "base/text/name.h"
#include "num/linear/doubles.h"
#include "out/plot/plot_private.h"

/* Panels, and how many are side by side; their size; what labels take around them; marks that a panel has room for in
 * each direction; what differs by so little, relatively, is the same. */
enum { PANELS = 6, ACROSS = 3, SIDE = 420, ALONE = 620, LABELS = 58, TITLE = 46, SUBTITLE = 20, CELLS = 700 };
#define SAME 1e-9

typedef struct section_panel {
    const nh_column *coordinate, *velocity;
    double *x, *y;
    double low[2], high[2];
} section_panel;

typedef struct section_picture {
    nh_plot *p;
    size_t count, all; /* panels that are shown; that there would be */
    section_panel panels[PANELS];
} section_picture;

/* ---- panels ---- */

static void set_range(const double *values, size_t count, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
    bool is_same = !(*high - *low > SAME * fmax(fabs(*low), fabs(*high)));
    double margin = is_same ? 0.5 * fmax(fabs(*low), 1e-3) : 0.04 * (*high - *low);
    *low -= margin;
    *high += margin;
}

/* Relative to such a size. */
static bool is_constant(const double *values, size_t count, double size) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    return !(high - low > SAME * size);
}

/* Turns are left out where there are any. */
static void wrap_angles(double *values, size_t count) {
    double most = nh_doubles_largest(values, count);
    for (size_t i = 0; most > M_PI && i < count; i++) values[i] = remainder(values[i], 2 * M_PI);
}

/* A copy of a column. */
static double *column_of(const nh_plot *p, size_t number) {
    double *values = NH_NEW_ARRAY(p->arena, double, p->points);
    for (size_t i = 0; i < p->points; i++) values[i] = p->drawn->values.items[i * p->drawn->columns + number];
    return values;
}

/* With `is_curve` a coordinate of which one side is the same at all crossings, too: its marks are on a line. */
static void add_panel(section_picture *s, size_t i, size_t n, bool is_curve) {
    const nh_plot *p = s->p;
    double *x = column_of(p, 1 + i), *y = column_of(p, 1 + n + i);
    double size = fmax(nh_doubles_largest(x, p->points), nh_doubles_largest(y, p->points));
    bool is_still = is_constant(x, p->points, size), is_steady = is_constant(y, p->points, size);
    if (is_curve ? is_still && is_steady : is_still || is_steady) return;
    if (s->all++ >= PANELS) return;
    section_panel *panel = &s->panels[s->count++];
    *panel = (section_panel){&p->trajectory->column[1 + i], &p->trajectory->column[1 + n + i], x, y, {0}, {0}};
    if (p->set->is_angle[i]) wrap_angles(x, p->points);
    set_range(x, p->points, &panel->low[0], &panel->high[0]);
    set_range(y, p->points, &panel->low[1], &panel->high[1]);
}

/* ---- the program ---- */

static size_t cell_of(const section_panel *panel, int k, double value) {
    double place = (value - panel->low[k]) / (panel->high[k] - panel->low[k]) * CELLS;
    return place > 0 ? place < CELLS ? (size_t)place : CELLS - 1 : 0;
}

/* The first mark in each cell. */
static void add_marks(const nh_plot *p, nh_text *out, const section_panel *panel) {
    nh_arena *scratch = nh_scratch(nh_arena_context(p->arena));
    nh_arena_mark mark = nh_arena_mark_here(scratch);
    bool *is_taken = NH_NEW_ARRAY(scratch, bool, (size_t)CELLS *CELLS);
    for (size_t i = 0; i < p->points; i++) {
        nh_tick(nh_arena_context(p->arena), 1);
        if (!nh_plot_is_drawable(panel->x[i]) || !nh_plot_is_drawable(panel->y[i])) continue;
        size_t cell = cell_of(panel, 0, panel->x[i]) * CELLS + cell_of(panel, 1, panel->y[i]);
        if (is_taken[cell]) continue;
        is_taken[cell] = true;
        nh_plot_add_number(out, panel->x[i]);
        nh_text_add_char(out, ' ');
        nh_plot_add_number(out, panel->y[i]);
        nh_text_add_char(out, '\n');
    }
    nh_arena_release(scratch, mark);
}

static void add_axes(const section_picture *s, nh_text *out, size_t i) {
    const section_panel *panel = &s->panels[i];
    double side = s->count == 1 ? ALONE : SIDE;
    nh_plot_area inner = {LABELS + 14 + (double)(i % ACROSS) * (side + LABELS),
                          TITLE + SUBTITLE + (double)(i / ACROSS) * (side + LABELS), side - 30, side - 14};
    nh_plot_add_margins(s->p, out, inner);
    nh_plot_add_range(out, 'x', panel->low[0], panel->high[0]);
    nh_plot_add_range(out, 'y', panel->low[1], panel->high[1]);
    nh_text_add(out, "set xlabel ");
    nh_plot_add_shortened(out, panel->coordinate->name, NH_PLOT_NAME_LENGTH);
    nh_text_add(out, " offset 0,0.4\nset ylabel ");
    nh_plot_add_shortened(out, panel->velocity->name, NH_PLOT_NAME_LENGTH);
    nh_text_add(out, " offset 1,0\nset xtics nomirror ");
    nh_plot_add_number(out, nh_plot_step(panel->high[0] - panel->low[0], 6));
    nh_text_add(out, "\nset ytics nomirror ");
    nh_plot_add_number(out, nh_plot_step(panel->high[1] - panel->low[1], 6));
    nh_text_add(out, "\n");
}

static void set_subtitle(section_picture *s) {
    nh_text text = nh_text_begin(s->p->arena);
    nh_plot *p = s->p;
    nh_text_format(&text, "section %s: %zu crossings", p->model->source.def.section, p->points);
    if (s->all > s->count) nh_text_format(&text, "; %zu more coordinates are not shown", s->all - s->count);
    p->has_warning = nh_plot_ended_badly(p);
    if (p->has_warning) nh_text_format(&text, "; the motion ends early: %s", p->trajectory->message);
    p->subtitle = nh_text_string(&text);
}

static void set_size(section_picture *s) {
    size_t columns = s->count < ACROSS ? s->count : ACROSS, rows = (s->count + ACROSS - 1) / ACROSS;
    double side = s->count == 1 ? ALONE : SIDE;
    s->p->width = (double)columns * (side + LABELS) + 14;
    s->p->height = TITLE + SUBTITLE + (double)rows * (side + LABELS);
}

const char *nh_section_script(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                              nh_plot_format format) {
    NH_ASSERT(format < NH_PLOT_FORMATS && trajectory->section != NULL);
    nh_trajectory rows = *trajectory;
    rows.sketch = NULL;
    nh_plot *p = nh_plot_make(arena, model, &rows, 1);
    nh_text text = nh_text_begin(arena), *out = &text;
    section_picture s = {.p = p};
    size_t n = model->coordinates.count;
    for (int is_curve = 0; is_curve < 2 && s.count == 0; is_curve++)
        for (size_t i = 0; i < n && p->points > 1; i++) add_panel(&s, i, n, is_curve != 0);
    if (s.count == 0) return NULL;
    p->title = nh_name_text(p->model->context, p->model->title);
    set_subtitle(&s);
    set_size(&s);
    nh_plot_begin_script(p, out, format);
    for (size_t i = 0; i < s.count; i++) {
        nh_text_format(out, "$marks%zu << EOD\n", i);
        add_marks(p, out, &s.panels[i]);
        nh_text_add(out, "EOD\n");
    }
    nh_plot_begin_panels(p, out);
    for (size_t i = 0; i < s.count; i++) {
        add_axes(&s, out, i);
        nh_text_format(out, "plot $marks%zu with points pt 7 ps %s lc '%s' notitle\n", i,
                       p->points > 3000  ? "0.12"
                       : p->points > 300 ? "0.2"
                                         : "0.4",
                       nh_plot_colour(0));
        if (i == 0) nh_text_add(out, "unset label 2\nunset label 3\n");
    }
    nh_text_add(out, "unset multiplot\nunset output\n");
    return nh_text_string(out);
}
