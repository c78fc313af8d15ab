/* The scene along the motion, as numbers: trails in all rows, figures at some of them. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "out/picture/picture_private.h"

enum {
    CANDIDATES = 240,     /* moments to choose from */
    ALL_FIGURES = 120000, /* at all of them together; fewer moments where the system is large */
    FEW_CANDIDATES = 24,
    FEW_OF_PATH = 9000, /* of more rows neighbours may be so far apart that a line would leave the path */
};
#define ARROW_PART 0.16 /* of the size: the longest arrow, where it would be more than ARROW_MOST */
#define ARROW_MOST 0.25
#define FRAME_PART 0.06 /* of the size: the axes of a body without a shape */

/* ---- trails ---- */

static const double *row_of(const nh_picture *p, size_t row) {
    return p->drawn->values.items + row * p->drawn->columns;
}

static void look_at_trails(nh_picture *p) {
    size_t all = nh_scene_trails(p->scene), count = all < NH_PICTURE_TRAILS ? all : NH_PICTURE_TRAILS;
    double *x = NH_NEW_ARRAY(p->arena, double, 3 * all);
    p->trail_count = count;
    double *trails = NH_NEW_ARRAY(p->arena, double, 3 * count * p->rows);
    for (size_t row = 0; row < p->rows && all > 0; row++) {
        nh_scene_look_trails(p->scene, row_of(p, row), x);
        for (size_t i = 0; i < count; i++)
            memcpy(trails + 3 * (row * count + i), x + 3 * nh_picture_trail(p, i), 3 * sizeof *x);
    }
    p->trails = trails;
}

size_t nh_picture_trail(const nh_picture *p, size_t i) {
    NH_ASSERT(i < p->trail_count);
    return p->trail_count > 1 ? i * (nh_scene_trails(p->scene) - 1) / (p->trail_count - 1) : 0;
}

/* ---- figures ---- */

static void scale_vague(const nh_picture *p, nh_figure *f) {
    for (int k = 0; k < 3 && f->kind == NH_FIGURE_ARROW; k++) f->to[k] = f->at[k] + p->arrow * (f->to[k] - f->at[k]);
    for (int k = 0; k < 9 && f->kind == NH_FIGURE_FRAME; k++) f->axes[k / 3][k % 3] *= p->frame;
}

/* Of more figures than are shown, evenly chosen ones. */
nh_figure *nh_picture_look_at(const nh_picture *p, nh_arena *arena, size_t row) {
    NH_ASSERT(row < p->rows);
    size_t all = nh_scene_figures(p->scene);
    nh_figure *figures = nh_scene_look(p->scene, arena, row_of(p, row));
    for (size_t i = 0; i < p->figure_count; i++) {
        if (all > p->figure_count) figures[i] = figures[i * (all - 1) / (p->figure_count - 1)];
        scale_vague(p, &figures[i]);
    }
    return figures;
}

static void look_at_candidates(nh_picture *p) {
    size_t all = nh_scene_figures(p->scene), count = all > 0 ? ALL_FIGURES / all : CANDIDATES;
    p->figure_count = all < NH_PICTURE_FIGURES ? all : NH_PICTURE_FIGURES;
    if (count < FEW_CANDIDATES) count = FEW_CANDIDATES;
    if (count > CANDIDATES) count = CANDIDATES;
    if (count > p->rows) count = p->rows;
    for (size_t i = 0; i < count; i++) {
        size_t row = count > 1 ? i * (p->rows - 1) / (count - 1) : 0;
        nh_picture_moment moment = {.t = row_of(p, row)[0],
                                    .figures = nh_picture_look_at(p, p->arena, row),
                                    .trails = p->trails + 3 * row * p->trail_count};
        nh_array_push(&p->candidates, moment);
    }
}

/* ---- spans ---- */

size_t nh_picture_keys(const nh_figure *f, double keys[NH_PICTURE_KEYS][3]) {
    size_t count = 0, axes = f->kind == NH_FIGURE_DISC ? 2 : 3;
    if (!f->is_good || f->kind == NH_FIGURE_PLANE) return 0;
    if (f->kind == NH_FIGURE_CURVE) {
        for (; count < NH_PICTURE_KEYS; count++)
            memcpy(keys[count], f->points[count * (f->point_count - 1) / (NH_PICTURE_KEYS - 1)], sizeof *keys);
        NH_ASSERT(count <= NH_PICTURE_KEYS);
        return count;
    }
    memcpy(keys[count++], f->at, sizeof *keys);
    if (f->kind == NH_FIGURE_POINT) return count;
    if (f->kind == NH_FIGURE_SEGMENT || f->kind == NH_FIGURE_SPRING || f->kind == NH_FIGURE_ARROW) {
        memcpy(keys[count++], f->to, sizeof *keys);
        return count;
    }
    for (size_t i = 0; i < axes; i++, count++)
        for (int k = 0; k < 3; k++) keys[count][k] = f->at[k] + f->axes[i][k];
    return count;
}

static void widen_span(double span[2], double value) {
    if (!(fabs(value) < 1e100)) return;
    span[0] = fmin(span[0], value);
    span[1] = fmax(span[1], value);
}

/* How far a solid reaches from its centre: the half axes of a box add up, those of an ellipsoid by squares. */
static double reach_of(const nh_figure *f, const double direction[3]) {
    double sum = 0;
    int axes = f->kind == NH_FIGURE_POINT ? 0 : f->kind == NH_FIGURE_DISC ? 2 : 3;
    for (int i = 0; i < axes; i++) {
        double part = nh_picture_dot(f->axes[i], direction);
        sum = f->kind == NH_FIGURE_BOX ? sum + fabs(part) : hypot(sum, part);
    }
    return sum;
}

void nh_picture_figure_span(const nh_figure *f, const double direction[3], double span[2]) {
    span[0] = INFINITY;
    span[1] = -INFINITY;
    if (!f->is_good || f->kind == NH_FIGURE_PLANE) return;
    for (size_t i = 0; i < f->point_count; i++) widen_span(span, nh_picture_dot(f->points[i], direction));
    if (f->kind == NH_FIGURE_CURVE) return;
    bool has_end = f->kind == NH_FIGURE_SEGMENT || f->kind == NH_FIGURE_SPRING || f->kind == NH_FIGURE_ARROW;
    double at = nh_picture_dot(f->at, direction), reach = has_end ? 0 : reach_of(f, direction);
    widen_span(span, at - reach);
    widen_span(span, at + reach);
    if (has_end) widen_span(span, nh_picture_dot(f->to, direction));
}

static void widen_by_trails(const nh_picture *p, const double direction[3], double span[2]) {
    for (size_t i = 0; i < p->rows * p->trail_count; i++)
        widen_span(span, nh_picture_dot(p->trails + 3 * i, direction));
    nh_tick(p->model->context, p->rows * p->trail_count);
}

static void widen_by_moment(const nh_picture *p, const nh_picture_moment *moment, const double direction[3],
                            double span[2]) {
    for (size_t i = 0; i < p->figure_count; i++) {
        double of[2];
        nh_picture_figure_span(&moment->figures[i], direction, of);
        widen_span(span, of[0]);
        widen_span(span, of[1]);
    }
    nh_tick(p->model->context, p->figure_count);
}

void nh_picture_span(const nh_picture *p, const double direction[3], double span[2]) {
    span[0] = INFINITY;
    span[1] = -INFINITY;
    widen_by_trails(p, direction, span);
    for (size_t i = 0; i < p->moments.count; i++)
        widen_by_moment(p, &p->candidates.items[p->moments.items[i]], direction, span);
    if (span[0] > span[1]) span[0] = span[1] = 0;
}

/* ---- what has no size of its own ---- */

static bool is_vague(const nh_figure *f) {
    return f->kind == NH_FIGURE_ARROW || f->kind == NH_FIGURE_FRAME;
}

/* Of everything; of arrows and frames only where they begin. */
static double measure_bare(const nh_picture *p) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double direction[3] = {k == 0, k == 1, k == 2}, span[2] = {INFINITY, -INFINITY}, of[2];
        widen_by_trails(p, direction, span);
        for (size_t i = 0; i < p->candidates.count * p->figure_count; i++) {
            nh_figure f = p->candidates.items[i / p->figure_count].figures[i % p->figure_count];
            if (is_vague(&f)) f.kind = NH_FIGURE_POINT;
            nh_picture_figure_span(&f, direction, of);
            widen_span(span, of[0]);
            widen_span(span, of[1]);
        }
        nh_tick(p->model->context, p->candidates.count * p->figure_count);
        if (span[1] > span[0]) sum = hypot(sum, span[1] - span[0]);
    }
    return sum > 0 ? sum : 1;
}

static double arrow_length(const nh_figure *f) {
    if (!f->is_good || f->kind != NH_FIGURE_ARROW) return 0;
    return hypot(hypot(f->to[0] - f->at[0], f->to[1] - f->at[1]), f->to[2] - f->at[2]);
}

/* An arrow may be a velocity, whose length has nothing to do with lengths in space: when the longest of them would
 * cover the rest, all are shortened alike. */
static void set_sizes(nh_picture *p) {
    double longest = 0;
    size_t all = p->candidates.count * p->figure_count;
    p->size = measure_bare(p);
    for (size_t i = 0; i < all; i++)
        longest = fmax(longest, arrow_length(&p->candidates.items[i / p->figure_count].figures[i % p->figure_count]));
    p->arrow = longest > ARROW_MOST * p->size ? ARROW_PART * p->size / longest : 1;
    p->frame = FRAME_PART * p->size;
    for (size_t i = 0; i < all; i++)
        scale_vague(p, &p->candidates.items[i / p->figure_count].figures[i % p->figure_count]);
}

/* ---- the whole ---- */

/* The sketch, or the rows when they are steps and more than it has points. Other rows may be far
 * apart: no line joins them. */
static void choose_rows(nh_picture *p) {
    const nh_trajectory *rows = p->trajectory, *sketch = rows->sketch;
    size_t count = rows->values.count / rows->columns;
    bool has_more = sketch == NULL || (rows->has_steps && count > sketch->values.count / sketch->columns);
    p->drawn = has_more ? rows : sketch;
    p->rows = p->drawn->values.count / p->drawn->columns;
    p->is_joined = p->rows > 1 && p->drawn->has_steps && p->rows <= FEW_OF_PATH;
}

void nh_picture_look(nh_picture *p) {
    choose_rows(p);
    p->arrow = p->frame = 1; /* until sizes are known */
    p->scene = nh_scene_make(p->arena, p->model);
    look_at_trails(p);
    look_at_candidates(p);
    set_sizes(p);
}
