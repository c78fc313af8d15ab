/* Where everything is on the page: equal scales, as large as the page allows; the height follows from the motion. */
#include <math.h>

#include "base/assert.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"

/* Lines of a grid: more would be a grey area. */
enum { MOST_TICKS = 120 };
#define BAR 64 /* pixels: the scale bar is at least as long, and less than 2.5 times that */

void nh_picture_turn(const nh_picture_map *map, const double x[3], double page[2]) {
    for (int i = 0; i < 2; i++) page[i] = nh_picture_dot(map->m[i], x);
}

void nh_picture_put(const nh_picture_map *map, const double x[3], double page[2]) {
    nh_picture_turn(map, x, page);
    for (int i = 0; i < 2; i++) page[i] += map->c[i];
}

int nh_picture_ticks(double low, double high, double step, double *first) {
    NH_ASSERT(step > 0 || isnan(step));
    *first = ceil(low / step);
    double count = floor(high / step) - *first + 1;
    return count >= 1 ? (int)fmin(count, MOST_TICKS) : 0; /* none as well when it is not a number */
}

/* The corners of the ground. */
static void widen_by_ground(const nh_picture *p, const double direction[3], double span[2]) {
    const nh_picture_ground *g = &p->ground;
    for (int corner = 0; corner < 4 && g->is_there; corner++) {
        double a = corner & 1 ? g->high[0] : g->low[0], b = corner & 2 ? g->high[1] : g->low[1];
        double value = nh_picture_dot(g->at, direction) + a * nh_picture_dot(g->e[0], direction) +
                       b * nh_picture_dot(g->e[1], direction);
        span[0] = fmin(span[0], value);
        span[1] = fmax(span[1], value);
    }
}

/* What has no extent at all is in the middle of a page that is as large as it is. */
static void choose_scale(nh_picture *p, const double across[2], const double upwards[2]) {
    double width = across[1] - across[0], height = upwards[1] - upwards[0];
    double free_width = NH_PICTURE_WIDTH - 2 * NH_PICTURE_SIDE,
           free_height = NH_PICTURE_MOST - NH_PICTURE_TOP - NH_PICTURE_BOTTOM;
    p->scale = fmin(width > 0 ? free_width / width : INFINITY, height > 0 ? free_height / height : INFINITY);
    if (!isfinite(p->scale)) p->scale = 100;
    p->height =
        fmin(fmax(ceil(height * p->scale + NH_PICTURE_TOP + NH_PICTURE_BOTTOM), NH_PICTURE_LEAST), NH_PICTURE_MOST);
    p->width = NH_PICTURE_WIDTH;
    p->step = nh_plot_step(BAR / p->scale, 1);
    NH_ASSERT(p->scale > 0 && p->step > 0);
}

static void set_map(nh_picture *p, const double across[2], const double upwards[2]) {
    double middle = (p->height + NH_PICTURE_TOP - NH_PICTURE_BOTTOM) / 2;
    for (int k = 0; k < 3; k++) {
        p->map.m[0][k] = p->scale * p->right[k];
        p->map.m[1][k] = -p->scale * p->up[k];
    }
    p->map.c[0] = p->width / 2 - p->scale * (across[0] + across[1]) / 2;
    p->map.c[1] = middle + p->scale * (upwards[0] + upwards[1]) / 2;
}

/* A shadow: x goes to x - n (n . (x - at)) on the ground, and from there to the page. */
static void set_shadow(nh_picture *p) {
    const nh_picture_ground *g = &p->ground;
    double level = nh_picture_dot(g->normal, g->at);
    for (int i = 0; i < 2; i++) {
        double along = nh_picture_dot(p->map.m[i], g->normal);
        for (int k = 0; k < 3; k++) p->shadow.m[i][k] = p->map.m[i][k] - along * g->normal[k];
        p->shadow.c[i] = p->map.c[i] + along * level;
    }
}

void nh_picture_lay_out(nh_picture *p) {
    double across[2], upwards[2];
    nh_picture_set_ground(p);
    nh_picture_span(p, p->right, across);
    nh_picture_span(p, p->up, upwards);
    NH_ASSERT(p->moments.count <= NH_PICTURE_MOMENTS);
    widen_by_ground(p, p->right, across);
    widen_by_ground(p, p->up, upwards);
    choose_scale(p, across, upwards);
    set_map(p, across, upwards);
    set_shadow(p);
}
