/* How far a motion is from the first one, at the times that both have: of each coordinate the absolute difference,
 * relative to the largest that the coordinates of its sort (angles, others) are in both motions. A coordinate that
 * should stay 0 is then not all difference, and a part of 10^-6, VISIBLE, is less than can be seen; the errors of the
 * integration are far below it. */
#include <math.h>
#include <stdint.h>

#include "base/limits.h"
#include "out/report/report_private.h"

/* Of the size of the motion: less cannot be seen. */
#define VISIBLE 1e-6

typedef struct comparison {
    nh_report_film film; /* the motion, its frames those at which the first one has a point */
    const nh_report_film *first;
    size_t coordinates;
    size_t *rows;    /* of the first motion, for each of these frames */
    double sizes[2]; /* of the angles [1], of the other coordinates [0] */
    double *largest; /* difference of each coordinate */
} comparison;

/* ---- measuring ---- */

static double value_at(const nh_report_film *film, size_t row, size_t coordinate) {
    return film->plot->drawn->values.items[row * film->plot->drawn->columns + 1 + coordinate];
}

/* The frames at which the first motion has a point. */
static comparison begin_difference(const nh_report_film *film, const nh_report_film *first) {
    comparison c = {.film = *film, .first = first, .coordinates = film->plot->model->coordinates.count};
    size_t *frames = NH_NEW_ARRAY(film->arena, size_t, film->count + 1), row = 0, points = first->plot->points;
    const double *times = first->plot->times;
    double way = points > 0 && times[points - 1] < times[0] ? -1 : 1;
    c.largest = NH_NEW_ARRAY(film->arena, double, c.coordinates + 1);
    c.rows = NH_NEW_ARRAY(film->arena, size_t, film->count + 1);
    c.film.rows = frames;
    c.film.count = 0;
    for (size_t i = 0; i < film->count; i++) {
        double t = film->plot->times[film->rows[i]];
        while (row < points && way * times[row] < way * t) row++;
        if (row == points || times[row] != t) continue;
        c.rows[c.film.count] = row;
        frames[c.film.count++] = film->rows[i];
    }
    return c;
}

/* The sizes of the coordinates grow to those in the frames of this motion. */
static void add_sizes(comparison *c, const nh_report_film *film) {
    for (size_t i = 0; i < film->count; i++)
        for (size_t k = 0; k < c->coordinates; k++) {
            double *size = &c->sizes[film->plot->set->is_angle[k]], x = fabs(value_at(film, film->rows[i], k));
            if (isfinite(x)) *size = fmax(*size, x);
        }
    nh_tick(film->plot->model->context, film->count * c->coordinates);
}

static double difference_at(const comparison *c, size_t frame, size_t k) {
    double apart = fabs(value_at(&c->film, c->film.rows[frame], k) - value_at(c->first, c->rows[frame], k));
    return apart == 0 ? 0 : apart / c->sizes[c->film.plot->set->is_angle[k]];
}

/* The largest differences; from when on there is one that can be seen, not a number: never. */
static double measure_motions(const comparison *c) {
    double visible = NAN;
    for (size_t i = 0; i < c->film.count; i++)
        for (size_t k = 0; k < c->coordinates; k++) {
            double apart = difference_at(c, i, k);
            if (apart > c->largest[k]) c->largest[k] = apart;
            if (apart > VISIBLE && isnan(visible)) visible = c->film.plot->times[c->film.rows[i]];
        }
    nh_tick(c->film.plot->model->context, c->film.count * c->coordinates);
    return visible;
}

/* ---- showing ---- */

/* The coordinate with the largest difference of those that are not taken; SIZE_MAX: all are. */
static size_t find_largest(const comparison *c, const bool *is_taken) {
    size_t most = SIZE_MAX;
    for (size_t k = 0; k < c->coordinates; k++)
        if (!is_taken[k] && (most == SIZE_MAX || c->largest[k] > c->largest[most])) most = k;
    return most;
}

/* The coordinates with the largest differences, in their order; how many. */
static size_t choose_coordinates(const comparison *c, size_t chosen[NH_PLOT_CURVES]) {
    size_t count = 0;
    bool *is_taken = NH_NEW_ARRAY(c->film.arena, bool, c->coordinates);
    for (size_t i = 0; i < NH_PLOT_CURVES && i < c->coordinates; i++) is_taken[find_largest(c, is_taken)] = true;
    for (size_t k = 0; k < c->coordinates; k++)
        if (is_taken[k]) chosen[count++] = k;
    return count;
}

static void add_curve(nh_json *json, const comparison *c, size_t k) {
    const nh_report_film *film = &c->film;
    double *values = NH_NEW_ARRAY(film->arena, double, film->plot->points + 1);
    for (size_t i = 0; i < film->count; i++) values[film->rows[i]] = difference_at(c, i, k);
    nh_json_open(json, NULL, '{');
    nh_json_string(json, "name", film->plot->drawn->column[1 + k].name);
    nh_json_string(json, "latex", nh_report_coordinate_latex(film, k, 0));
    nh_report_pack_curve(json, "values", film, values);
    nh_json_close(json);
}

static void add_panel(nh_json *json, const comparison *c, size_t count, const size_t *chosen) {
    nh_text note = nh_text_begin(c->film.arena);
    nh_text_format(&note, "%zu of %zu shown", count, c->coordinates);
    nh_json_open(json, "panel", '{');
    nh_json_string(json, "group", "differences");
    nh_json_string(json, "label", "relative difference");
    nh_json_string(json, "scale", "log");
    nh_json_string(json, "note", count < c->coordinates ? nh_text_string(&note) : NULL);
    nh_json_open(json, "curves", '[');
    for (size_t i = 0; i < count; i++) add_curve(json, c, chosen[i]);
    nh_json_close(json);
    nh_json_close(json);
}

void nh_report_write_difference(nh_json *json, const nh_report_film *film, const nh_report_film *first) {
    comparison c = begin_difference(film, first);
    size_t chosen[NH_PLOT_CURVES];
    if (!film->is_in_step || c.coordinates == 0 || c.film.count < 2) { /* the start by itself says nothing */
        nh_json_null(json, "difference");
        return;
    }
    add_sizes(&c, film);
    add_sizes(&c, first);
    nh_json_open(json, "difference", '{');
    nh_json_number(json, "threshold", VISIBLE);
    nh_json_number(json, "visible", measure_motions(&c));
    size_t most = find_largest(&c, NH_NEW_ARRAY(film->arena, bool, c.coordinates));
    nh_json_number(json, "largest", c.largest[most]);
    nh_json_string(json, "coordinate", film->plot->drawn->column[1 + most].name);
    nh_report_pack_times(json, &c.film);
    add_panel(json, &c, choose_coordinates(&c, chosen), chosen);
    nh_json_close(json);
}
