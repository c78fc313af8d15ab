/* The panel of the paths: in a coordinate plane when all motion is in it or parallel to it, with equal scales; else
 * in space (plot_space.c). */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "out/plot/plot_private.h"

/* ---- what is shown ---- */

static bool is_flat(double low, double high, double size) {
    return !(high - low > 1e-9 * size);
}

/* Widens the bounds by those of a path; own: how far it reaches in each direction. */
static void find_bounds(nh_plot *p, const nh_path *path, double own[3]) {
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < p->points; i++) {
            if (!nh_plot_is_drawable(path->x[k][i])) continue;
            low = fmin(low, path->x[k][i]);
            high = fmax(high, path->x[k][i]);
        }
        p->low[k] = fmin(p->low[k], low);
        p->high[k] = fmax(p->high[k], high);
        own[k] = low <= high ? high - low : 0;
    }
}

/* The directions in which no path moves, as bits; the bounds of them all. */
static unsigned find_still(nh_plot *p) {
    double moves[3] = {0}, own[3], size = 0;
    unsigned still = 0;
    for (int k = 0; k < 3; k++) p->low[k] = INFINITY, p->high[k] = -INFINITY;
    for (size_t i = 0; i < p->set->path_count; i++) {
        find_bounds(p, &p->set->paths[i], own);
        for (int k = 0; k < 3; k++) moves[k] = fmax(moves[k], own[k]);
    }
    for (int k = 0; k < 3; k++) size = fmax(size, fmax(fabs(p->low[k]), fabs(p->high[k])));
    for (int k = 0; k < 3; k++)
        if (is_flat(0, moves[k], size)) still |= 1u << k;
    return still;
}

/* The axes of the plane, to the right and up, when motion in one direction is none. */
static void choose_plane(nh_plot *p, int normal) {
    p->axis[0] = normal == 0 ? 1 : 0;
    p->axis[1] = normal == 2 ? 1 : 2;
}

static bool has_extent(const nh_plot *p, int k) {
    double size = fmax(fabs(p->low[k]), fabs(p->high[k]));
    return !is_flat(p->low[k], p->high[k], size);
}

/* Motion along one line says nothing that a curve over time does not say better, unless there are several lines. */
void nh_plot_choose_view(nh_plot *p) {
    p->view = NH_PLOT_NO_PATHS;
    p->axis[1] = 1;
    if (p->set->path_count == 0 || p->points < 2) return;
    unsigned still = find_still(p);
    if (still == 7) return;
    int extents = has_extent(p, 0) + has_extent(p, 1) + has_extent(p, 2);
    if (extents < 2) return;
    p->view = still == 0 ? NH_PLOT_SPACE : NH_PLOT_PLANE;
    if (still == 0) {
        nh_plot_set_up_space(p);
        return;
    }
    /* Of two still directions the one with less extent is left out, the last one when they are equal. */
    int normal = -1;
    for (int k = 2; k >= 0; k--) {
        bool less = normal >= 0 && p->high[k] - p->low[k] < p->high[normal] - p->low[normal];
        if ((still & (1u << k)) != 0 && (normal < 0 || less)) normal = k;
    }
    choose_plane(p, normal);
}

/* ---- data ---- */

/* A place on the page; false when there is none. */
static bool place_on_page(const nh_plot *p, const nh_path *path, size_t row, double page[2]) {
    double x[3];
    for (int k = 0; k < 3; k++)
        if (!nh_plot_is_drawable(x[k] = path->x[k][row])) return false;
    if (p->view == NH_PLOT_SPACE) nh_plot_project(p, x, page);
    else page[0] = x[p->axis[0]], page[1] = x[p->axis[1]];
    return true;
}

static void add_place(nh_text *out, const double page[2]) {
    nh_plot_add_number(out, page[0]);
    nh_text_add_char(out, ' ');
    nh_plot_add_number(out, page[1]);
}

static void add_row(const nh_plot *p, nh_text *out, const nh_path *path, size_t row) {
    double page[2];
    if (place_on_page(p, path, row, page)) add_place(out, page);
    nh_text_add_char(out, '\n'); /* an empty line is a gap */
}

static void add_shadow_row(const nh_plot *p, nh_text *out, const nh_path *path, size_t row) {
    double x[3] = {path->x[0][row], path->x[1][row], p->low[2]}, page[2];
    if (nh_plot_is_drawable(x[0]) && nh_plot_is_drawable(x[1])) {
        nh_plot_project(p, x, page);
        add_place(out, page);
    }
    nh_text_add_char(out, '\n');
}

/* Where the path ends: of motions that are compared some have fewer points, and no values after them. */
static size_t last_row(const nh_plot *p, const nh_path *path) {
    double page[2];
    size_t row = p->points - 1;
    while (row > 0 && !place_on_page(p, path, row, page)) row--;
    return row;
}

static void add_path_data(const nh_plot *p, nh_text *out, size_t i, const nh_plot_rows *chosen) {
    NH_ASSERT(i < p->set->path_count);
    const nh_path *path = &p->set->paths[i];
    nh_text_format(out, "$path%zu << EOD\n", i);
    for (size_t k = 0; k < chosen->count; k++) add_row(p, out, path, chosen->items[k]);
    nh_text_format(out, "EOD\n$start%zu << EOD\n", i);
    add_row(p, out, path, 0);
    nh_text_format(out, "EOD\n$end%zu << EOD\n", i);
    add_row(p, out, path, last_row(p, path));
    nh_text_add(out, "EOD\n");
    if (p->view != NH_PLOT_SPACE) return;
    nh_text_format(out, "$shadow%zu << EOD\n", i);
    for (size_t k = 0; k < chosen->count; k++) add_shadow_row(p, out, path, chosen->items[k]);
    nh_text_add(out, "EOD\n");
}

void nh_plot_add_paths_data(const nh_plot *p, nh_text *out) {
    nh_arena *scratch = nh_scratch(nh_arena_context(p->arena));
    for (size_t i = 0; i < p->set->path_count && p->view != NH_PLOT_NO_PATHS; i++) {
        nh_arena_mark mark = nh_arena_mark_here(scratch);
        size_t few = p->has_lines ? NH_PLOT_FEW_OF_PATH : NH_PLOT_FEW;
        nh_plot_rows chosen = nh_plot_thin(scratch, p->points, few, 1, p->set->paths[i].x);
        add_path_data(p, out, i, &chosen);
        nh_arena_release(scratch, mark);
    }
}

/* ---- axes ---- */

static void add_plane(const nh_plot *p, nh_text *out) {
    nh_plot_area inner = {p->paths.left + NH_PLOT_LEFT, p->paths.top + 8, p->paths.width - NH_PLOT_LEFT - 20,
                          p->paths.height - 8 - 54 - nh_plot_key_height(p)};
    const int *axis = p->axis;
    double middle[2], half[2], unit = 0;
    for (int i = 0; i < 2; i++) {
        half[i] = (p->high[axis[i]] - p->low[axis[i]]) / 2;
        middle[i] = p->low[axis[i]] + half[i];
        unit = fmax(unit, 2.2 * half[i] / (i == 0 ? inner.width : inner.height));
    }
    double step = nh_plot_step(unit * fmax(inner.width, inner.height), 9);
    nh_plot_add_margins(p, out, inner);
    for (int i = 0; i < 2; i++) {
        double reach = unit * (i == 0 ? inner.width : inner.height) / 2;
        nh_plot_add_range(out, "xy"[i], middle[i] - reach, middle[i] + reach);
        nh_text_format(out, "set %ctics nomirror ", "xy"[i]);
        nh_plot_add_number(out, i == 1 ? fmin(step, nh_plot_step(2 * reach, 4)) : step);
        nh_text_add_char(out, '\n');
    }
    nh_text_format(out, "set xlabel '%c' offset 0,0.4\nset ylabel '%c'\nset format '%%h'\n", "xyz"[axis[0]],
                   "xyz"[axis[1]]);
}

/* gnuplot puts the entries into columns as wide as the longest of them. */
double nh_plot_key_height(const nh_plot *p) {
    bool has_note = p->set->path_total > p->set->path_count;
    size_t longest = has_note ? 14 : 5, entries = 2 + has_note;
    for (size_t i = 0; i < p->set->path_count; i++) {
        if (p->set->paths[i].name == NULL) continue;
        entries++;
        size_t length = nh_plot_length(p->set->paths[i].name, NH_PLOT_NAME_LENGTH);
        if (length > longest) longest = length;
    }
    double columns = fmax(floor((p->paths.width - NH_PLOT_LEFT - 20) / (62 + 7.3 * (double)longest)), 1);
    return 18 * ceil((double)entries / columns) + 8;
}

/* Under the panel, in the middle. */
static void add_key(const nh_plot *p, nh_text *out) {
    nh_text_add(out, "set key at screen ");
    nh_plot_add_number(out, (p->paths.left + p->paths.width / 2 + 27) / p->width);
    nh_text_add(out, ", screen ");
    nh_plot_add_number(out, 1 - (p->paths.top + p->paths.height - 4) / p->height);
    nh_text_add(out, " center bottom horizontal Left reverse samplen 1.6 width 1\n");
}

/* ---- curves ---- */

static const char *colour_of(const nh_plot *p, size_t i) {
    return p->looks != NULL ? p->looks[i]->colour : nh_plot_colour(i);
}

static bool ends_badly(const nh_plot *p, size_t i) {
    return p->looks != NULL ? p->looks[i]->ends_badly : nh_plot_ended_badly(p);
}

static void add_mark(const nh_plot *p, nh_text *out, const char *block, size_t i, int type) {
    nh_text_format(out, ", \\\n  $%s%zu with points pt %d ps 0.8 lc '%s' lw 1.5 notitle", block, i, type,
                   colour_of(p, i));
}

/* Of a path without a name there is none: it belongs to one that has. */
static void add_title(nh_text *out, const nh_path *path) {
    nh_text_add(out, path->name != NULL ? " title " : " notitle");
    if (path->name != NULL) nh_plot_add_shortened(out, path->name, NH_PLOT_NAME_LENGTH);
}

/* Whether two paths look the same: in a plane one may be above the other. */
static bool are_alike(const nh_plot *p, const nh_path *a, const nh_path *b) {
    double size = 0;
    for (int k = 0; k < 3; k++) size = fmax(size, p->high[k] - p->low[k]);
    for (int k = 0; k < 3; k++) {
        if (p->view == NH_PLOT_PLANE && k != p->axis[0] && k != p->axis[1]) continue;
        for (size_t row = 0; row < p->points; row++)
            if (fabs(a->x[k][row] - b->x[k][row]) > 0.005 * size) return false;
    }
    return true;
}

static bool covers_another(const nh_plot *p, size_t i) {
    NH_ASSERT(i < p->set->path_count);
    for (size_t j = 0; j < i; j++)
        if (are_alike(p, &p->set->paths[i], &p->set->paths[j])) return true;
    return false;
}

static const char *path_marks(const nh_plot *p) {
    return p->points > 400 ? "with points pt 7 ps 0.15" : "with points pt 7 ps 0.4";
}

static void add_path(const nh_plot *p, nh_text *out, size_t i) {
    NH_ASSERT(i < p->set->path_count);
    const nh_path *path = &p->set->paths[i];
    if (path->is_fixed) {
        nh_text_format(out, "$start%zu with points pt 2 ps 0.9 lw 1.5 lc '%s'", i, colour_of(p, i));
        add_title(out, path);
        return;
    }
    nh_text_format(out, "$path%zu ", i);
    if (!p->has_lines) nh_text_add(out, path_marks(p));
    else if (p->looks != NULL) nh_plot_add_line(out, p->looks[i]);
    else nh_text_format(out, "with lines lw 1.6%s", covers_another(p, i) ? " dt (8,8)" : "");
    nh_text_format(out, " lc '%s'", colour_of(p, i));
    add_title(out, path);
    add_mark(p, out, "start", i, 6);
    add_mark(p, out, "end", i, ends_badly(p, i) ? 2 : 7);
}

/* Shadows first: they are behind everything. */
static void add_shadows(const nh_plot *p, nh_text *out) {
    for (size_t i = 0; i < p->set->path_count && p->view == NH_PLOT_SPACE; i++)
        if (!p->set->paths[i].is_fixed)
            nh_text_format(out, "$shadow%zu %s lc '#c8c8c8' notitle, \\\n  ", i,
                           p->has_lines ? "with lines lw 1" : path_marks(p));
}

static void add_legend(const nh_plot *p, nh_text *out) {
    nh_text_format(out,
                   ", \\\n  NaN with points pt 6 ps 0.8 lc '#606060' lw 1.5 title 'start'"
                   ", \\\n  NaN with points pt %d ps 0.8 lc '#606060' lw 1.5 title 'end'",
                   nh_plot_ended_badly(p) ? 2 : 7);
    if (p->set->path_total > p->set->path_count)
        nh_text_format(out, ", \\\n  NaN with lines lc '#ffffff' title '%zu of %zu shown'", p->set->path_count,
                       p->set->path_total);
    nh_text_add(out, "\n");
}

void nh_plot_add_paths(nh_plot *p, nh_text *out) {
    NH_ASSERT(p->view == NH_PLOT_NO_PATHS || p->set->path_count > 0);
    if (p->view == NH_PLOT_NO_PATHS) return;
    if (p->view == NH_PLOT_SPACE) nh_plot_add_space(p, out);
    else add_plane(p, out);
    add_key(p, out);
    nh_text_add(out, "plot ");
    add_shadows(p, out);
    for (size_t i = 0; i < p->set->path_count; i++) {
        if (i > 0) nh_text_add(out, ", \\\n  ");
        add_path(p, out, i);
    }
    add_legend(p, out);
    nh_text_add(out, "unset arrow\nunset label\nunset ylabel\n");
}
