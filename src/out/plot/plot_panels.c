/* Which curves are shown, and which of them share an axis.
 *
 * Coordinates come apart into angles and others, because their units differ, and each of these into small and large
 * motions where one would hide the other. Where there are many, families have panels of their own, and of a large
 * family some members are shown; the legend says so. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "out/plot/plot_private.h"

enum {
    COORDINATE_PANELS = 4,
    WATCH_PANELS = 2,
    FORCE_PANELS = 8,
    OWN_PANEL = 3 /* members of a family that has a panel of its own */
};
/* A curve that is shorter than this part of the longest ends early, and is marked there. */
#define BEFORE_END 0.95
#define HIDES 8.0 /* a motion this many times as large hides another one */

typedef nh_plot_curves curves;

/* ---- values ---- */

const double *nh_plot_column(const nh_plot *p, size_t number) {
    NH_ASSERT(number < p->drawn->columns);
    double *values = NH_NEW_ARRAY(p->arena, double, p->points);
    for (size_t i = 0; i < p->points; i++) values[i] = p->drawn->values.items[i * p->drawn->columns + number];
    return values;
}

static nh_plot_curve column_curve(const nh_plot *p, size_t number) {
    return (nh_plot_curve){.name = p->drawn->column[number].name,
                           .column = &p->drawn->column[number],
                           .values = nh_plot_column(p, number)};
}

/* How many points of a curve count for the range of its panel. A motion that ends badly may grow without bound there:
 * next to others, which continue, it is cut. */
static size_t count_of_range(const nh_plot *p, const nh_plot_curve *curve) {
    size_t count = nh_plot_points(p, curve), few = 0;
    if (curve->look == NULL || !curve->look->ends_badly || count == 0) return count;
    double first = curve->times[0], reach = BEFORE_END * fabs(curve->times[count - 1] - first);
    while (few < count && fabs(curve->times[few] - first) <= reach) few++;
    return few;
}

/* The bounds of what can be drawn of a curve; false when there is nothing. */
static bool find_bounds(const nh_plot *p, const nh_plot_curve *curve, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (size_t i = 0; i < count_of_range(p, curve); i++) {
        if (!nh_plot_is_drawable(curve->values[i])) continue;
        *low = fmin(*low, curve->values[i]);
        *high = fmax(*high, curve->values[i]);
    }
    return *low <= *high;
}

/* How far it moves; 0 when that is less than the part `least` of its size. */
static double motion_of(const nh_plot *p, const nh_plot_curve *curve, double least) {
    double low, high;
    if (!find_bounds(p, curve, &low, &high)) return 0;
    return high - low > least * fmax(fabs(low), fabs(high)) ? high - low : 0;
}

static bool are_equal(size_t rows, const double *a, const double *b) {
    for (size_t i = 0; i < rows; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-12 * fmax(1, fabs(b[i])))) return false;
    return true;
}

/* ---- panels ---- */

static const char *count_text(const nh_plot *p, size_t shown, size_t all) {
    nh_text text = nh_text_begin(p->arena);
    nh_text_format(&text, "%zu of %zu shown", shown, all);
    return nh_text_string(&text);
}

void nh_plot_add_panel(nh_plot *p, const char *label, nh_plot_scale scale, const nh_plot_curves *list) {
    if (list->count == 0) return;
    nh_plot_panel panel = {.label = label, .group = p->group, .scale = scale, .all = list->count};
    panel.count = list->count < NH_PLOT_CURVES ? list->count : NH_PLOT_CURVES;
    NH_ASSERT(panel.count <= NH_PLOT_CURVES);
    for (size_t i = 0; i < panel.count; i++)
        panel.curves[i] = list->items[panel.count > 1 ? i * (list->count - 1) / (panel.count - 1) : 0];
    if (panel.count < list->count) panel.note = count_text(p, panel.count, list->count);
    nh_array_push(&p->panels, panel);
}

/* Two panels when some of the curves move so much more that the others would look constant. The bound goes where
 * neighbours in the order of motion differ most. */
static void add_split(nh_plot *p, const char *label, nh_plot_scale scale, const curves *list) {
    double motions[NH_PLOT_CURVES], best = HIDES, bound = 0;
    if (list->count > NH_PLOT_CURVES) {
        nh_plot_add_panel(p, label, scale, list);
        return;
    }
    for (size_t i = 0; i < list->count; i++) motions[i] = motion_of(p, &list->items[i], 1e-7);
    for (size_t i = 0; i < list->count; i++) {
        double below = 0;
        for (size_t k = 0; k < list->count; k++)
            if (motions[k] < motions[i]) below = fmax(below, motions[k]);
        if (below > 0 && motions[i] / below >= best) best = motions[i] / below, bound = motions[i];
    }
    curves large = {.arena = p->arena}, small = {.arena = p->arena};
    for (size_t i = 0; i < list->count; i++) {
        if (motions[i] >= bound) nh_array_push(&large, list->items[i]);
        else nh_array_push(&small, list->items[i]);
    }
    nh_plot_add_panel(p, label, scale, &large);
    nh_plot_add_panel(p, label, scale, &small);
}

/* ---- coordinates ---- */

static size_t family_length(const char *name) {
    return strcspn(name, "[");
}

static bool are_family(const char *a, const char *b) {
    size_t length = family_length(a);
    return a[length] == '[' && family_length(b) == length && strncmp(a, b, length) == 0;
}

static curves members_of(const nh_plot *p, const curves *list, const char *name) {
    curves members = {.arena = p->arena};
    for (size_t i = 0; i < list->count; i++)
        if (are_family(name, list->items[i].name)) nh_array_push(&members, list->items[i]);
    return members;
}

/* Families in the order of their first members, then what is left. */
static void add_families(nh_plot *p, const char *label, nh_plot_scale scale, const curves *list) {
    curves rest = {.arena = p->arena};
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        curves members = members_of(p, list, name);
        if (members.count < OWN_PANEL) nh_array_push(&rest, list->items[i]);
        else if (members.items[0].name == name) {
            const char *own = nh_arena_text(p->arena, name, family_length(name));
            nh_plot_add_panel(p, own, scale, &members);
        }
    }
    nh_plot_add_panel(p, label, scale, &rest);
}

/* This many of the panels from `first` on stay; the note of the last one says how many curves went. */
static void limit_panels(nh_plot *p, size_t first, size_t most) {
    if (p->panels.count <= first + most) return;
    size_t gone = 0;
    for (size_t i = first + most; i < p->panels.count; i++) gone += p->panels.items[i].all;
    p->panels.count = first + most;
    nh_text text = nh_text_begin(p->arena);
    nh_plot_panel *last = &p->panels.items[first + most - 1];
    nh_text_format(&text, "%zu more not shown", gone + last->all - last->count);
    last->note = nh_text_string(&text);
}

/* Of the coordinates, or of their velocities. */
static void add_coordinates(nh_plot *p, nh_plot_group group) {
    static const char *const labels[2][2] = {{"coordinates", "angles, rad"}, {"velocities", "angular velocities"}};
    size_t first = p->panels.count, n = p->model->coordinates.count;
    bool is_rate = group == NH_PLOT_VELOCITIES;
    p->group = group;
    for (int angles = 0; angles < 2; angles++) {
        const char *label = labels[is_rate][angles];
        nh_plot_scale scale = angles && !is_rate ? NH_PLOT_ANGLES : NH_PLOT_LINEAR;
        curves list = {.arena = p->arena};
        for (size_t i = 0; i < n; i++)
            if (p->set->is_angle[i] == angles) nh_array_push(&list, column_curve(p, 1 + i + (is_rate ? n : 0)));
        if (list.count <= NH_PLOT_CURVES) add_split(p, label, scale, &list);
        else add_families(p, label, scale, &list);
    }
    limit_panels(p, first, COORDINATE_PANELS);
}

/* ---- the others ---- */

/* Columns are t, q, q', multipliers, E, watches, constraint forces. */
static size_t first_multiplier(const nh_plot *p) {
    return 1 + 2 * p->model->coordinates.count;
}

static size_t energy_column(const nh_plot *p) {
    size_t i = first_multiplier(p);
    while (i < p->drawn->columns && p->drawn->column[i].kind != NH_COLUMN_ENERGY) i++;
    return i;
}

static size_t count_watches(const nh_plot *p) {
    size_t count = 0;
    for (size_t i = 0; i < p->model->records.count; i++) count += p->model->records.items[i].kind == NH_RECORD_WATCH;
    return count;
}

/* A kinetic energy that is all of E has no curve of its own. */
static void add_energies(nh_plot *p) {
    curves list = {.arena = p->arena};
    p->group = NH_PLOT_ENERGIES;
    const double *E = p->set->E.values, *T = p->set->T.values, *V = p->set->V.values;
    bool is_all = T != NULL && V == NULL && are_equal(p->points, T, E);
    nh_array_push(&list, ((nh_plot_curve){.name = is_all ? "E = T" : "E", .values = E}));
    if (T != NULL && !is_all) nh_array_push(&list, ((nh_plot_curve){.name = "T", .values = T}));
    if (V != NULL) nh_array_push(&list, ((nh_plot_curve){.name = "V", .values = V}));
    nh_plot_add_panel(p, "energy", NH_PLOT_LINEAR, &list);
}

/* Whether the values of the column are those of a coordinate. */
static bool is_coordinate(const nh_plot *p, size_t number) {
    const nh_trajectory *t = p->drawn;
    for (size_t i = 1; i <= p->model->coordinates.count; i++) {
        size_t row = 0;
        while (row < p->points && t->values.items[row * t->columns + i] == t->values.items[row * t->columns + number])
            row++;
        if (row == p->points) return true;
    }
    return false;
}

/* Whether there is a number in the column: some watches are not computed. */
static bool has_values(const nh_plot *p, size_t number) {
    size_t row = 0;
    while (row < p->points && isnan(p->drawn->values.items[row * p->drawn->columns + number])) row++;
    return row < p->points;
}

static void add_watches(nh_plot *p) {
    size_t first = p->panels.count;
    curves list = {.arena = p->arena};
    size_t behind = energy_column(p) + 1, end = behind + count_watches(p);
    p->group = NH_PLOT_WATCHES;
    for (size_t i = behind; i < end && i < p->drawn->columns; i++)
        if (!is_coordinate(p, i) && has_values(p, i)) nh_array_push(&list, column_curve(p, i));
    add_split(p, "watched", NH_PLOT_LINEAR, &list);
    limit_panels(p, first, WATCH_PANELS);
}

static void add_multipliers(nh_plot *p) {
    size_t first = p->panels.count, end = energy_column(p);
    curves list = {.arena = p->arena};
    p->group = NH_PLOT_MULTIPLIERS;
    for (size_t i = first_multiplier(p); i < end; i++) nh_array_push(&list, column_curve(p, i));
    if (list.count <= NH_PLOT_CURVES) add_split(p, "multipliers", NH_PLOT_LINEAR, &list);
    else add_families(p, "multipliers", NH_PLOT_LINEAR, &list);
    limit_panels(p, first, COORDINATE_PANELS);
}

/* Whether there is a force at all: without constraints there is only rounding. */
static bool has_force(const nh_plot *p, size_t number) {
    double low, high;
    nh_plot_curve force = column_curve(p, number);
    return find_bounds(p, &force, &low, &high) && fmax(fabs(low), fabs(high)) > 1e-9;
}

/* Three components each. */
static void add_forces(nh_plot *p) {
    size_t first = p->panels.count;
    p->group = NH_PLOT_FORCES;
    for (size_t i = energy_column(p) + 1 + count_watches(p); i + 3 <= p->drawn->columns; i += 3) {
        curves list = {.arena = p->arena};
        for (size_t k = 0; k < 3; k++)
            if (has_values(p, i + k) && has_force(p, i + k)) nh_array_push(&list, column_curve(p, i + k));
        const char *name = p->drawn->column[i].name;
        nh_plot_add_panel(p, nh_arena_text(p->arena, name, strlen(name) - 2), NH_PLOT_LINEAR, &list); /* without .x */
    }
    limit_panels(p, first, FORCE_PANELS);
}

static void list_series(size_t count, const nh_series *series, curves *list) {
    for (size_t i = 0; i < count; i++)
        nh_array_push(list, ((nh_plot_curve){.name = series[i].name, .values = series[i].values}));
}

static void add_errors(nh_plot *p) {
    curves list = {.arena = p->arena};
    p->group = NH_PLOT_RESIDUALS;
    if (p->set->residual.values != NULL)
        nh_array_push(&list, ((nh_plot_curve){.name = "constraints", .values = p->set->residual.values}));
    list_series(p->set->invariant_count, p->set->invariants, &list);
    nh_plot_add_panel(p, "relative errors", NH_PLOT_LOGARITHMIC, &list);
}

static void add_integrals(nh_plot *p) {
    curves list = {.arena = p->arena};
    p->group = NH_PLOT_INTEGRALS;
    list_series(p->set->integral_count, p->set->integrals, &list);
    nh_plot_add_panel(p, "changes of integrals", NH_PLOT_LOGARITHMIC, &list);
}

/* ---- ranges ---- */

/* A little more than the curves take; a constant is in the middle. */
static void widen_panel(nh_plot_panel *panel, double low, double high) {
    double size = fmax(fabs(low), fabs(high)), margin = 0.06 * (high - low);
    if (!(high - low > 1e-7 * size)) margin = size > 0 ? 0.5 * size : 1;
    panel->low = low - margin;
    panel->high = high + margin;
}

static void set_range(const nh_plot *p, nh_plot_panel *panel) {
    double low = INFINITY, high = -INFINITY, least, largest;
    for (size_t i = 0; i < panel->count; i++) {
        if (!find_bounds(p, &panel->curves[i], &least, &largest)) continue;
        low = fmin(low, least);
        high = fmax(high, largest);
    }
    if (low > high) low = -1, high = 1;
    widen_panel(panel, low, high);
}

/* Whole decades. What is below the least one that is shown counts as 0, and is one decade under it. */
static void set_decades(const nh_plot *p, nh_plot_panel *panel) {
    double least = INFINITY, largest = 0;
    for (size_t i = 0; i < panel->count; i++)
        for (size_t row = 0; row < nh_plot_points(p, &panel->curves[i]); row++) {
            double value = panel->curves[i].values[row];
            if (!nh_plot_is_drawable(value)) continue;
            panel->has_floor = panel->has_floor || value < NH_PLOT_LEAST;
            if (value < NH_PLOT_LEAST) continue;
            least = fmin(least, value);
            largest = fmax(largest, value);
        }
    if (largest == 0) least = largest = 1e-16;
    panel->low = floor(log10(least)) - (panel->has_floor ? 1 : 0);
    panel->high = fmax(ceil(log10(largest)), panel->low + 2);
}

void nh_plot_set_ranges(nh_plot *p) {
    for (size_t i = 0; i < p->panels.count; i++) {
        nh_plot_panel *panel = &p->panels.items[i];
        if (panel->scale == NH_PLOT_LOGARITHMIC) set_decades(p, panel);
        else set_range(p, panel);
    }
}

void nh_plot_choose_panels(nh_plot *p) {
    if (p->points == 0) return;
    add_coordinates(p, NH_PLOT_COORDINATES);
    add_watches(p);
    add_energies(p);
    add_errors(p);
    add_integrals(p);
    nh_plot_set_ranges(p);
}

void nh_plot_choose_all_panels(nh_plot *p) {
    if (p->points == 0) return;
    add_coordinates(p, NH_PLOT_COORDINATES);
    add_watches(p);
    add_energies(p);
    add_multipliers(p);
    add_coordinates(p, NH_PLOT_VELOCITIES);
    add_forces(p);
    add_errors(p);
    add_integrals(p);
    nh_plot_set_ranges(p);
}
