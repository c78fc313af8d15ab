/* A comparison as one picture: the motions over each other, one look each, then how far they are from the first one,
 * energies, multipliers.
 *
 * Curves go through the points that each motion keeps for drawing, at its own times; differences are known where
 * the motions have rows at the same times. Paths have as many points as the longest one, without values after the
 * ends of the shorter ones. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "base/text/utf8.h"
#include "form/form.h"
#include "num/number.h"
#include "out/compare.h"
#include "out/plot/plot_private.h"

enum {
    COORDINATE_PANELS = 4,
    MULTIPLIER_PANELS = 2, /* and as many of multipliers that are integrated */
    PATHS = 8              /* of all motions together, but one each at least */
};

#define STEADY 1e-4 /* a part of the size of a curve in which changes are not drawn */

/* One of the motions. */
typedef struct motion {
    size_t item; /* its number in the comparison */
    const char *name;
    nh_plot *alone; /* its points, and what is computed at them */
    nh_plot_look look;
} motion;

typedef struct picture {
    nh_arena *arena;
    const nh_comparison *c;
    nh_plot *p;
    motion *motions; /* the first one is that by which the others are measured */
    size_t count;
    nh_plot_look still; /* of points that do not move */
} picture;

/* ---- the motions ---- */

/* The first one is broad, the others lie on it, each so that those under it are seen. */
static nh_plot_look look_of(size_t i, nh_outcome outcome) {
    static const char *const dashes[] = {NULL, "(12,12)", "(6,18)", "(3,21)"};
    static const double marks[] = {0.5, 0.34, 0.22, 0.14};
    bool ends_badly = outcome == NH_OUTCOME_SINGULAR || outcome == NH_OUTCOME_FAILED;
    nh_plot_look look = {.colour = nh_plot_colour(i), .width = i == 0 ? 3.6 : 1.5, .ends_badly = ends_badly};
    if (i == 0) return look;
    look.dash = dashes[(i - 1) % (sizeof dashes / sizeof *dashes)];
    look.mark = marks[(i - 1) % (sizeof marks / sizeof *marks)];
    return look;
}

/* The name of a part, with the short name of its formulation. */
static const char *short_name(nh_arena *arena, const char *name) {
    const nh_form *form = nh_form_of(name);
    if (form == NULL || form->short_name == NULL) return name;
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "%s%s", form->short_name, name + strlen(form->name));
    return nh_text_string(&text);
}

/* The end of a long name: names with settings differ there. */
static const char *shorten_name(nh_arena *arena, const char *part) {
    const char *name = short_name(arena, part);
    size_t length = strlen(name), count = nh_utf8_count(name, length), at = 0;
    if (count <= NH_PLOT_NAME_LENGTH) return name;
    for (; count >= NH_PLOT_NAME_LENGTH; count--) {
        uint32_t code;
        size_t size = nh_utf8_decode(name + at, length - at, &code);
        at += size > 0 ? size : 1;
    }
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "…%s", name + at);
    return nh_text_string(&text);
}

static void add_motion(picture *of, size_t item, size_t most_paths) {
    const nh_compared *now = &of->c->items[item];
    motion *m = &of->motions[of->count];
    *m = (motion){.item = item, .name = shorten_name(of->arena, now->part.name)};
    m->look = look_of(of->count++, now->part.outcome);
    m->alone = nh_plot_make(of->arena, of->c->model, now->trajectory, most_paths);
    if (m->alone->points > of->p->points) of->p->points = m->alone->points;
}

static void set_motions(picture *of) {
    const nh_comparison *c = of->c;
    size_t motions = 1; /* the first one is there */
    for (size_t i = 0; i < c->count; i++) motions += c->items[i].trajectory != NULL && i != c->first;
    size_t most_paths = motions < PATHS ? PATHS / motions : 1;
    of->motions = NH_NEW_ARRAY(of->arena, motion, motions);
    add_motion(of, c->first, most_paths);
    for (size_t i = 0; i < c->count; i++)
        if (c->items[i].trajectory != NULL && i != c->first) add_motion(of, i, most_paths);
}

/* ---- paths ---- */

static const double *padded_values(const picture *of, size_t count, const double *values) {
    double *all = NH_NEW_ARRAY(of->arena, double, of->p->points);
    for (size_t i = 0; i < of->p->points; i++) all[i] = i < count ? values[i] : NAN;
    return all;
}

static nh_path copy_path(const picture *of, const motion *m, const nh_path *path, bool is_named) {
    nh_path copy = *path;
    copy.name = is_named ? m->name : NULL;
    for (int k = 0; k < 3; k++) copy.x[k] = padded_values(of, m->alone->points, path->x[k]);
    return copy;
}

/* All paths of a motion look the same, and one of them names it. What does not move is there once. */
static void set_paths(picture *of, nh_series_set *set) {
    NH_ARRAY(nh_path) paths = {.arena = of->arena};
    NH_ARRAY(const nh_plot_look *) looks = {.arena = of->arena};
    for (size_t i = 0; i < of->count; i++) {
        const motion *m = &of->motions[i];
        bool is_named = false;
        for (size_t k = 0; k < m->alone->set->path_count; k++) {
            const nh_path *path = &m->alone->set->paths[k];
            if (path->is_fixed && i > 0) continue;
            nh_array_push(&paths, copy_path(of, m, path, !is_named && !path->is_fixed));
            nh_array_push(&looks, path->is_fixed ? &of->still : &m->look);
            is_named = is_named || !path->is_fixed;
        }
    }
    set->path_count = set->path_total = paths.count;
    set->paths = paths.items;
    of->p->looks = looks.items;
}

/* ---- curves ---- */

/* A column of a motion that has it. */
static nh_plot_curve curve_of(const picture *of, const motion *m, size_t column) {
    return (nh_plot_curve){.name = m->name,
                           .values = nh_plot_column(m->alone, of->c->items[m->item].own[column]),
                           .times = m->alone->times,
                           .count = m->alone->points,
                           .look = &m->look};
}

/* The motions that have the column. */
static nh_plot_curves curves_of(const picture *of, size_t column) {
    nh_plot_curves list = {.arena = of->arena};
    for (size_t i = 0; i < of->count; i++)
        if (of->c->items[of->motions[i].item].own[column] != SIZE_MAX)
            nh_array_push(&list, curve_of(of, &of->motions[i], column));
    return list;
}

/* ---- coordinates ---- */

/* How far a motion is apart in each coordinate, relative to its size; what is not seen is 0.
 * The largest so far stays. */
static void note_partings(const picture *of, const motion *m, size_t n, double *partings) {
    const nh_trajectory *one = of->c->items[of->c->first].trajectory, *other = of->c->items[m->item].trajectory;
    const double *sizes = nh_comparison_sizes(of->arena, of->c, m->item);
    size_t rows = nh_comparison_rows(of->c, m->item);
    for (size_t row = 0; row < rows; row++) {
        const double *a = one->values.items + row * one->columns + 1,
                     *b = other->values.items + row * other->columns + 1;
        for (size_t i = 0; i < n; i++)
            if (fabs(b[i] - a[i]) > of->c->visible * sizes[i])
                partings[i] = fmax(partings[i], fabs(b[i] - a[i]) / sizes[i]);
    }
}

/* Those in which the motions part most, where there are more than panels; the first ones where they do not part. */
static void choose_coordinates(const picture *of, size_t n, bool *is_chosen) {
    double *partings = NH_NEW_ARRAY(of->arena, double, n);
    for (size_t i = 1; i < of->count; i++) note_partings(of, &of->motions[i], n, partings);
    for (size_t k = 0; k < n && k < COORDINATE_PANELS; k++) {
        size_t best = n;
        for (size_t i = 0; i < n; i++)
            if (!is_chosen[i] && (best == n || partings[i] > partings[best])) best = i;
        is_chosen[best] = true;
    }
}

/* This many that are not shown: the last panel says so. */
static void note_rest(const picture *of, size_t first, size_t count) {
    if (count == 0 || of->p->panels.count == first) return;
    nh_text text = nh_text_begin(of->arena);
    nh_text_format(&text, "%zu more", count);
    of->p->panels.items[of->p->panels.count - 1].note = nh_text_string(&text);
}

static void add_coordinates(picture *of) {
    size_t n = of->c->model->coordinates.count, first = of->p->panels.count;
    bool *is_chosen = NH_NEW_ARRAY(of->arena, bool, n);
    const bool *is_angle = of->motions[0].alone->set->is_angle;
    choose_coordinates(of, n, is_chosen);
    of->p->group = NH_PLOT_COORDINATES;
    for (size_t i = 0; i < n; i++) {
        if (!is_chosen[i]) continue;
        nh_plot_curves list = curves_of(of, 1 + i);
        nh_plot_add_panel(of->p, of->c->column[1 + i].name, is_angle[i] ? NH_PLOT_ANGLES : NH_PLOT_LINEAR, &list);
    }
    note_rest(of, first, n - (of->p->panels.count - first));
}

/* ---- differences ---- */

/* Over the rows of a motion after the start, where there is no difference: 0 has no place on a logarithmic scale. */
static nh_plot_curve over_rows(const picture *of, size_t item, size_t rows, double **values) {
    const nh_trajectory *t = of->c->items[item].trajectory;
    size_t count = rows > 0 ? rows - 1 : 0;
    double *times = NH_NEW_ARRAY(of->arena, double, count);
    for (size_t i = 0; i < count; i++) times[i] = t->values.items[(i + 1) * t->columns];
    *values = NH_NEW_ARRAY(of->arena, double, count);
    return (nh_plot_curve){.values = *values, .times = times, .count = count};
}

static nh_plot_curve difference_of(const picture *of, const motion *m) {
    double *values;
    nh_plot_curve curve = over_rows(of, m->item, nh_comparison_rows(of->c, m->item), &values);
    const double *sizes = nh_comparison_sizes(of->arena, of->c, m->item);
    for (size_t i = 0; i < curve.count; i++) values[i] = nh_comparison_at(of->c, m->item, i + 1, sizes);
    curve.name = m->name;
    curve.look = &m->look;
    return curve;
}

/* What is above has parted. */
static nh_plot_curve visible_bound(const picture *of) {
    const nh_trajectory *first = of->c->items[of->c->first].trajectory;
    double *values;
    nh_plot_curve curve = over_rows(of, of->c->first, first->values.count / first->columns, &values);
    for (size_t i = 0; i < curve.count; i++) values[i] = of->c->visible;
    curve.name = "visible";
    curve.look = &of->still;
    return curve;
}

static void add_differences(picture *of) {
    nh_plot_curves list = {.arena = of->arena};
    of->p->group = NH_PLOT_RESIDUALS;
    for (size_t i = 1; i < of->count; i++) nh_array_push(&list, difference_of(of, &of->motions[i]));
    if (list.count > 0 && list.count < NH_PLOT_CURVES) nh_array_push(&list, visible_bound(of));
    nh_plot_add_panel(of->p, "difference", NH_PLOT_LOGARITHMIC, &list);
}

/* ---- energies and multipliers ---- */

static void add_energy(picture *of) {
    size_t column = 0;
    while (column < of->c->columns && of->c->column[column].kind != NH_COLUMN_ENERGY) column++;
    if (column == of->c->columns) return;
    nh_plot_curves list = curves_of(of, column);
    of->p->group = NH_PLOT_ENERGIES;
    nh_plot_add_panel(of->p, "energy E", NH_PLOT_LINEAR, &list);
}

/* In the vakonomic equations -mu' is where lambda occurs in the others. */
static nh_plot_curve opposite_curve(const picture *of, nh_plot_curve rate) {
    double *values = NH_NEW_ARRAY(of->arena, double, rate.count);
    for (size_t i = 0; i < rate.count; i++) values[i] = -rate.values[i];
    nh_text name = nh_text_begin(of->arena);
    nh_text_format(&name, "%s −mu'", rate.name);
    rate.values = values;
    rate.name = shorten_name(of->arena, nh_text_string(&name));
    return rate;
}

/* The multiplier of a row by all motions, lambda or -mu'. */
static nh_plot_curves multipliers_of(const picture *of, size_t row) {
    nh_plot_curves list = {.arena = of->arena};
    for (size_t k = 0; k < of->c->columns; k++) {
        const nh_column *column = &of->c->column[k];
        bool is_rate = column->kind == NH_COLUMN_MULTIPLIER_RATE;
        if ((!is_rate && column->kind != NH_COLUMN_MULTIPLIER) || column->number != row) continue;
        nh_plot_curves some = curves_of(of, k);
        for (size_t i = 0; i < some.count; i++)
            nh_array_push(&list, is_rate ? opposite_curve(of, some.items[i]) : some.items[i]);
    }
    return list;
}

static const char *label_of(const picture *of, size_t row) {
    const nh_model *model = of->c->model;
    nh_text text = nh_text_begin(of->arena);
    nh_text_format(&text, "lambda.%s", nh_name_text(model->context, model->rows.items[row].name));
    return nh_text_string(&text);
}

/* Panels for the columns of a kind. */
static void add_multipliers(picture *of, nh_column_kind kind, bool is_together) {
    size_t first = of->p->panels.count, all = 0;
    of->p->group = NH_PLOT_MULTIPLIERS;
    for (size_t k = 0; k < of->c->columns; k++) {
        const nh_column *column = &of->c->column[k];
        if (column->kind != kind || ++all > MULTIPLIER_PANELS) continue;
        nh_plot_curves list = is_together ? multipliers_of(of, column->number) : curves_of(of, k);
        nh_plot_add_panel(of->p, is_together ? label_of(of, column->number) : column->name, NH_PLOT_LINEAR, &list);
    }
    note_rest(of, first, all > MULTIPLIER_PANELS ? all - MULTIPLIER_PANELS : 0);
}

static bool has_column(const picture *of, nh_column_kind kind) {
    for (size_t k = 0; k < of->c->columns; k++)
        if (of->c->column[k].kind == kind) return true;
    return false;
}

/* ---- the picture ---- */

static void set_titles(picture *of, nh_trajectory *all) {
    nh_text ends = nh_text_begin(of->arena);
    nh_plot *p = of->p;
    p->title = nh_name_text(of->c->model->context, of->c->model->title);
    for (size_t i = 0; i < of->count; i++) {
        const nh_compare_part *part = &of->c->items[of->motions[i].item].part;
        if (part->has_parted) nh_array_push(&all->happenings, ((nh_run_occurrence){.t = part->parted}));
        if (!of->motions[i].look.ends_badly) continue;
        char digits[NH_NUMBER_SIZE];
        nh_number_digits(digits, part->end, 8);
        nh_text_format(&ends, "%s%s ends at t = %s: %s", ends.length > 0 ? "; " : "", part->name, digits, part->why);
    }
    p->events = all->happenings.count > 0 ? "parted" : "";
    p->has_warning = ends.length > 0;
    if (p->has_warning) p->subtitle = nh_text_string(&ends);
}

/* From the first time of all to the last one. */
static void set_times(picture *of) {
    double first = NAN, last = NAN;
    for (size_t i = 0; i < of->count; i++) {
        const nh_plot *alone = of->motions[i].alone;
        bool backwards = alone->trajectory->to < alone->trajectory->from;
        if (alone->points == 0) continue;
        first = alone->times[0];
        double end = alone->times[alone->points - 1];
        last = backwards ? fmin(last, end) : fmax(last, end);
    }
    if (isnan(first)) first = 0, last = 1;
    nh_plot_set_times(of->p, first, last);
}

static void set_lines(picture *of) {
    of->p->is_joined = of->p->has_lines = true;
    for (size_t i = 0; i < of->count; i++) {
        of->p->is_joined = of->p->is_joined && of->motions[i].alone->is_joined;
        of->p->has_lines = of->p->has_lines && of->motions[i].alone->has_lines;
    }
}

/* An energy that is conserved except for errors of the integration is a straight line: how far it is from
 * that is determined by numbers. */
static void widen_steady(nh_plot_panel *panel) {
    double size = fmax(fabs(panel->low), fabs(panel->high));
    if (panel->scale != NH_PLOT_LINEAR || panel->high - panel->low > STEADY * size) return;
    panel->low -= 0.5 * size;
    panel->high += 0.5 * size;
}

static void choose_panels(picture *of) {
    if (of->p->points == 0) return;
    add_coordinates(of);
    add_differences(of);
    add_energy(of);
    bool has_lambda = has_column(of, NH_COLUMN_MULTIPLIER);
    add_multipliers(of, has_lambda ? NH_COLUMN_MULTIPLIER : NH_COLUMN_MULTIPLIER_RATE, true);
    add_multipliers(of, NH_COLUMN_MULTIPLIER_STATE, false);
    nh_plot_set_ranges(of->p);
    for (size_t i = 0; i < of->p->panels.count; i++) widen_steady(&of->p->panels.items[i]);
}

/* The program for gnuplot, with its data, that draws the picture to standard output; in the arena. */
static const char *write_script(nh_arena *arena, const void *what, nh_plot_format format) {
    const nh_comparison *c = what;
    NH_ASSERT(format < NH_PLOT_FORMATS && c->first < c->count);
    nh_trajectory all = {.outcome = NH_OUTCOME_FINISHED, .happenings = {.arena = arena}};
    nh_plot plot = {.arena = arena, .model = c->model, .trajectory = &all, .panels = {.arena = arena}};
    nh_series_set set = {0};
    picture of = {.arena = arena, .c = c, .p = &plot, .still = {.colour = "#909090", .width = 1, .mark = 0.12}};
    set_motions(&of);
    set_paths(&of, &set);
    plot.set = &set;
    plot.times = of.motions[0].alone->times;
    set_lines(&of);
    set_times(&of);
    set_titles(&of, &all);
    choose_panels(&of);
    nh_plot_choose_view(&plot);
    nh_plot_lay_out(&plot);
    return nh_plot_make_script(&plot, format);
}

void nh_compare_plot(const nh_comparison *c, const char *path) {
    nh_plot_draw(c->model->context, write_script, c, path);
}
