/* From where a system is seen. In its plane when all of it is parallel to a coordinate plane; else by parallel light, z
 * up, from that of some directions in which the points of the motion cover most of the page. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/limits.h"
#include "expr/inspect.h"
#include "model/values.h"
#include "out/picture/picture_private.h"

#define SAME 1e-6       /* of the size: what counts as no motion out of the plane */
#define THICK 0.12      /* of the size: what is thicker out of the plane is worth to be seen in space */
#define AZIMUTH (-60.0) /* the usual view, in degrees */
#define ELEVATION 26.0
#define TALL 1.6 /* height to width: a page that is turned */
enum { CLOUD = 1500 };

/* Points of the motion, three numbers each. */
typedef struct cloud {
    NH_ARRAY(double) items;
    size_t moving; /* this many numbers, the first ones, are of points that move */
} cloud;

static void add_point(cloud *c, const double x[3]) {
    if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100)) return;
    nh_array_append(&c->items, 3, x);
}

static void add_figures(const nh_picture *p, cloud *c, bool fixed) {
    size_t figures = p->candidates.count * p->figure_count, step = figures / CLOUD + 1;
    for (size_t i = 0; i < figures; i += step) {
        double keys[NH_PICTURE_KEYS][3];
        const nh_figure *f = &p->candidates.items[i / p->figure_count].figures[i % p->figure_count];
        size_t count = f->is_fixed == fixed ? nh_picture_keys(f, keys) : 0;
        for (size_t k = 0; k < count; k++) add_point(c, keys[k]);
    }
    nh_tick(p->model->context, figures);
}

/* The corners of the ground, which takes room on the page as well: under all points, on the first plane that
 * is drawn if it is level. */
static void add_ground(const nh_picture *p, cloud *c) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < c->items.count; i++) {
        low[i % 3] = fmin(low[i % 3], c->items.items[i]);
        high[i % 3] = fmax(high[i % 3], c->items.items[i]);
    }
    for (size_t i = p->figure_count; i > 0; i--) {
        const nh_figure *f = &p->candidates.items[0].figures[i - 1];
        if (f->kind == NH_FIGURE_PLANE && f->is_good && fabs(f->axes[2][2]) > 0.9) low[2] = f->at[2];
    }
    for (int i = 0; i < 4 && c->items.count > 0; i++)
        add_point(c, (double[3]){i & 1 ? low[0] : high[0], i & 2 ? low[1] : high[1], low[2]});
}

static cloud make_cloud(const nh_picture *p) {
    cloud c = {.items.arena = p->arena};
    size_t points = p->rows * p->trail_count, step = points / CLOUD + 1;
    for (size_t i = 0; i < points; i += step) add_point(&c, p->trails + 3 * i);
    nh_tick(p->model->context, points);
    add_figures(p, &c, false);
    c.moving = c.items.count;
    add_figures(p, &c, true);
    return c;
}

/* ---- planes ---- */

static bool is_close(const nh_picture *p, double a, double *b) {
    if (isnan(*b)) *b = a;
    return fabs(a - *b) <= SAME * p->size;
}

/* A turned ball, or one that is there to be moved on, is seen in space; one that marks a point is not. */
static bool has_depth(const nh_figure *f) {
    return f->kind == NH_FIGURE_BOX || f->kind == NH_FIGURE_ELLIPSOID ||
           (f->kind == NH_FIGURE_SPHERE && (f->turns || f->is_fixed));
}

static bool is_figure_flat(const nh_picture *p, const nh_figure *f, int axis, double *level) {
    double direction[3] = {axis == 0, axis == 1, axis == 2}, span[2], keys[NH_PICTURE_KEYS][3];
    if (!f->is_good || f->kind == NH_FIGURE_PLANE) return true;
    if (f->kind == NH_FIGURE_DISC) return is_close(p, f->at[axis], level) && fabs(f->axes[2][axis]) > 1 - SAME;
    nh_picture_figure_span(f, direction, span);
    if (has_depth(f)) return is_close(p, f->at[axis], level) && span[1] - span[0] <= THICK * p->size;
    if (f->kind == NH_FIGURE_SPHERE || f->kind == NH_FIGURE_FRAME) return is_close(p, f->at[axis], level);
    size_t count = nh_picture_keys(f, keys);
    for (size_t i = 0; i < count; i++)
        if (!is_close(p, keys[i][axis], level)) return false;
    return true;
}

static bool is_flat(const nh_picture *p, int axis) {
    NH_ASSERT(axis >= 0 && axis < 3);
    double level = NAN;
    for (size_t i = 0; i < p->rows * p->trail_count; i++) {
        double x = p->trails[3 * i + (size_t)axis];
        if (isfinite(x) && !is_close(p, x, &level)) return false;
    }
    for (size_t i = 0; i < p->candidates.count * p->figure_count; i++) {
        const nh_figure *f = &p->candidates.items[i / p->figure_count].figures[i % p->figure_count];
        if (!is_figure_flat(p, f, axis, &level)) return false;
    }
    nh_tick(p->model->context, p->rows * p->trail_count + p->candidates.count * p->figure_count);
    return true;
}

/* x and y; x and z; y and z: right, up, and what is in front. */
static void look_along(nh_picture *p, int axis) {
    NH_ASSERT(axis >= 0 && axis < 3);
    p->is_flat = true;
    p->right[axis == 0 ? 1 : 0] = 1;
    p->up[axis == 2 ? 1 : 2] = 1;
    p->front[axis] = axis == 1 ? -1 : 1;
}

/* The weight along x and y of the x-y plane, for those that have a value; false when there is none. */
static bool find_weight_in_plane(const nh_picture *p, double weight[2]) {
    bool is_found = false;
    weight[0] = weight[1] = 0;
    for (size_t i = 0; i < p->model->terms.count; i++) {
        const nh_term *term = &p->model->terms.items[i];
        for (int k = 0; k < 2 && term->kind == NH_TERM_GRAVITY; k++) {
            if (term->field.x[k] == NH_EXPR_ZERO) continue;
            is_found = true;
            if (!nh_expr_has(p->model->pool, term->field.x[k], NH_HAS_ANYTHING))
                weight[k] += nh_model_constant(p->model, p->arena, term->field.x[k]);
        }
    }
    return is_found;
}

static void set_page(nh_picture *p, double right_x, double right_y) {
    const double right[3] = {right_x, right_y, 0}, up[3] = {-right_y, right_x, 0};
    memcpy(p->right, right, sizeof right);
    memcpy(p->up, up, sizeof up);
}

/* Weight goes down the page. Without it: a page is wide, so a long way along y goes to the right. */
static void turn_page(nh_picture *p, const cloud *c) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < c->items.count; i++) {
        if (i % 3 == 2) continue;
        low[i % 3] = fmin(low[i % 3], c->items.items[i]);
        high[i % 3] = fmax(high[i % 3], c->items.items[i]);
    }
    double weight[2];
    bool has_weight = find_weight_in_plane(p, weight);
    if (has_weight && fabs(weight[0]) > fabs(weight[1])) set_page(p, 0, weight[0] > 0 ? 1 : -1);
    else if (has_weight && weight[1] > 0) set_page(p, -1, 0);
    else if (!has_weight && high[1] - low[1] > TALL * (high[0] - low[0])) set_page(p, 0, 1);
}

/* ---- space ---- */

/* Both in degrees. */
static void look_from(nh_picture *p, double azimuth, double elevation) {
    double a = azimuth * acos(-1) / 180, e = elevation * acos(-1) / 180;
    const double right[3] = {-sin(a), cos(a), 0}, up[3] = {-sin(e) * cos(a), -sin(e) * sin(a), cos(e)};
    const double front[3] = {cos(e) * cos(a), cos(e) * sin(a), sin(e)};
    memcpy(p->right, right, sizeof right);
    memcpy(p->up, up, sizeof up);
    memcpy(p->front, front, sizeof front);
}

/* How much of the page the points that move cover: the area of their ellipse of inertia, after all were made to fit. */
static double covered_part(const nh_picture *p, const cloud *c) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, sum[2] = {0}, square[3] = {0};
    size_t moving = c->moving / 3;
    double count = (double)moving;
    for (size_t i = 0; i < c->items.count; i += 3) {
        double x[2] = {nh_picture_dot(c->items.items + i, p->right), nh_picture_dot(c->items.items + i, p->up)};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], x[k]);
            high[k] = fmax(high[k], x[k]);
        }
        if (i >= c->moving) continue;
        for (int k = 0; k < 2; k++) sum[k] += x[k] / count;
        square[0] += x[0] * x[0] / count;
        square[1] += x[0] * x[1] / count;
        square[2] += x[1] * x[1] / count;
    }
    nh_tick(p->model->context, c->items.count / 3);
    double wide = square[0] - sum[0] * sum[0], mixed = square[1] - sum[0] * sum[1], tall = square[2] - sum[1] * sum[1];
    double scale = fmin(1.6 / fmax(high[0] - low[0], 1e-9 * p->size), 1 / fmax(high[1] - low[1], 1e-9 * p->size));
    return scale * scale * sqrt(fmax(wide * tall - mixed * mixed, 0));
}

/* Which part of the points that move is not behind something. */
static double visible_part(const nh_picture *p, const cloud *c) {
    size_t seen = 0, all = c->moving / 3;
    for (size_t i = 0; i < all; i++) seen += !nh_picture_is_hidden(p, c->items.items + 3 * i);
    nh_tick(p->model->context, all + all * p->figure_count / 8);
    return all > 0 ? (double)seen / (double)all : 1;
}

/* From the front, x to the right, where that is nearly as good. */
static double rate_view(const nh_picture *p, const cloud *c, double azimuth, double elevation) {
    double first = azimuth == AZIMUTH ? 1.1 : azimuth < 0 ? 1 : 0.85, second = elevation == ELEVATION ? 1.05 : 1;
    double seen = visible_part(p, c);
    return covered_part(p, c) * first * second * seen * seen;
}

void nh_picture_choose_view(nh_picture *p) {
    static const double azimuths[] = {AZIMUTH, -50, -40, -30, -70, -110, -120, -130, -140, -150, 30, 60, 120, 150};
    static const double elevations[] = {ELEVATION, 20, 34, 14};
    cloud c = make_cloud(p);
    for (int axis = 2; axis >= 0; axis--)
        if (is_flat(p, axis)) {
            look_along(p, axis);
            if (axis == 2) turn_page(p, &c);
            return;
        }
    add_ground(p, &c);
    double best = -1, found[2] = {azimuths[0], elevations[0]};
    for (size_t i = 0; i < sizeof azimuths / sizeof *azimuths; i++)
        for (size_t j = 0; j < sizeof elevations / sizeof *elevations; j++) {
            look_from(p, azimuths[i], elevations[j]);
            double rating = rate_view(p, &c, azimuths[i], elevations[j]);
            if (!(rating > best * (1 + 1e-9))) continue;
            best = rating;
            found[0] = azimuths[i];
            found[1] = elevations[j];
        }
    look_from(p, found[0], found[1]);
}
