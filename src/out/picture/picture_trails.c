/* Trails: lines with no more points than the eye sees, paler where they are early, thin where
 * something is in front of them. */
#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "out/picture/picture_private.h"

#define CLOSE 0.2 /* pixels: a point that is so close to the line between others is left out */
enum {
    PARTS = 5,         /* of a trail, with a paleness each */
    ALL_POINTS = 3600, /* of all trails together */
    LEAST_POINTS = 120,
    DOTS = 900, /* of a trail whose points no line joins */
};

typedef struct point {
    double page[2];
    size_t row;
    bool is_hidden; /* behind something that stands still */
    bool is_kept;
} point;

typedef NH_ARRAY(point) points;

/* ---- what is before a point ---- */

/* Whether the line from x to the eye meets a ball or an ellipsoid that stands still: in coordinates where that is the
 * unit ball. The half axes are at right angles. */
static bool is_behind(const nh_figure *f, const double front[3], const double x[3]) {
    double y[3], d[3], along = 0, square = 0, from = 0;
    for (int i = 0; i < 3; i++) {
        double size = nh_picture_dot(f->axes[i], f->axes[i]);
        const double away[3] = {x[0] - f->at[0], x[1] - f->at[1], x[2] - f->at[2]};
        if (!(size > 0)) return false;
        y[i] = nh_picture_dot(f->axes[i], away) / size;
        d[i] = nh_picture_dot(f->axes[i], front) / size;
        along += y[i] * d[i];
        square += d[i] * d[i];
        from += y[i] * y[i];
    }
    return along < -1e-9 * sqrt(square) && from > 1 - 1e-3 && from - along * along / square < 1 - 1e-6;
}

bool nh_picture_is_hidden(const nh_picture *p, const double x[3]) {
    NH_ASSERT(p->candidates.count > 0);
    const nh_figure *figures = p->candidates.items[0].figures;
    if (p->is_flat) return false;
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &figures[i];
        bool is_round = f->kind == NH_FIGURE_SPHERE || f->kind == NH_FIGURE_ELLIPSOID;
        if (is_round && f->is_fixed && f->is_good && is_behind(f, p->front, x)) return true;
    }
    return false;
}

/* ---- thinning ---- */

static double distance_from(const double a[2], const double b[2], const double x[2]) {
    double along[2] = {b[0] - a[0], b[1] - a[1]}, away[2] = {x[0] - a[0], x[1] - a[1]};
    double square = along[0] * along[0] + along[1] * along[1];
    double s = square > 0 ? fmin(fmax((along[0] * away[0] + along[1] * away[1]) / square, 0), 1) : 0;
    return hypot(away[0] - s * along[0], away[1] - s * along[1]);
}

/* Between two points that are kept: the one that is farthest from the line between them is kept too,
 * unless it is close; and so on in both parts (Ramer, 1972; Douglas and Peucker, 1973). The parts that are
 * still to do are on a stack. */
static size_t thin_points(const nh_picture *p, points *list, double close) {
    NH_ASSERT(list->count >= 2);
    NH_ARRAY(size_t) stack = {.arena = p->arena};
    size_t kept = 2, last = list->count - 1;
    for (size_t i = 0; i < list->count; i++) list->items[i].is_kept = i == 0 || i == last;
    nh_array_push(&stack, (size_t)0);
    nh_array_push(&stack, last);
    while (stack.count > 0) {
        size_t to = stack.items[stack.count - 1], from = stack.items[stack.count - 2], farthest = from;
        double far = close;
        stack.count -= 2;
        for (size_t i = from + 1; i < to; i++) {
            double away = distance_from(list->items[from].page, list->items[to].page, list->items[i].page);
            if (away > far) far = away, farthest = i;
        }
        nh_tick(p->model->context, 1 + (to - from) / 8);
        if (farthest == from) continue;
        list->items[farthest].is_kept = true;
        kept++;
        const size_t parts[4] = {from, farthest, farthest, to};
        nh_array_append(&stack, 4, parts);
    }
    return kept;
}

/* Points that stand still together are one; where a place is missing the line continues behind it. */
static points list_points(const nh_picture *p, size_t trail, const nh_picture_map *map) {
    NH_ASSERT(trail < p->trail_count);
    points list = {.arena = p->arena};
    for (size_t row = 0; row < p->rows; row++) {
        const double *x = p->trails + 3 * (row * p->trail_count + trail);
        point next = {.row = row, .is_kept = true};
        if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100)) continue;
        nh_picture_put(map, x, next.page);
        next.is_hidden = map == &p->map && nh_picture_is_hidden(p, x);
        nh_array_push(&list, next);
    }
    nh_tick(p->model->context, p->rows);
    return list;
}

static size_t most_points(const nh_picture *p) {
    size_t most = ALL_POINTS / (p->trail_count + 1);
    return most > LEAST_POINTS ? most : LEAST_POINTS;
}

static points find_points(const nh_picture *p, size_t trail, const nh_picture_map *map, double close) {
    points list = list_points(p, trail, map);
    if (list.count < 3 || !p->is_joined) return list;
    while (thin_points(p, &list, close) > most_points(p)) close *= 1.6;
    return list;
}

/* ---- drawing ---- */

static size_t part_of(const nh_picture *p, const point *x) {
    return p->rows > 1 ? x->row * PARTS / p->rows : 0;
}

static void begin_part(const nh_picture *p, size_t trail, const point *x, nh_text *out) {
    NH_ASSERT(trail < p->trail_count);
    double strength = p->is_joined ? 0.3 + 0.7 * (double)(part_of(p, x) + 1) / PARTS : 1;
    nh_text_add(out, "<path fill=\"none\" stroke=\"");
    nh_svg_colour(out, p->trail_colours[trail],
                  (x->is_hidden ? 0.5 : 0) + (1 - strength) * (x->is_hidden ? 0.4 : 0.75));
    nh_text_format(out, "\" stroke-width=\"%s\"%s d=\"",
                   x->is_hidden         ? "1"
                   : p->trail_count > 4 ? "1.2"
                                        : "1.7",
                   x->is_hidden ? " stroke-dasharray=\"1 3\"" : "");
}

static void add_line(const nh_picture *p, size_t trail, nh_text *out) {
    points list = find_points(p, trail, &p->map, CLOSE);
    const point *before = NULL;
    nh_svg_pen pen = {.out = out};
    for (size_t i = 0; i < list.count; i++) {
        const point *x = &list.items[i];
        bool is_other = before == NULL || before->is_hidden != x->is_hidden || part_of(p, before) != part_of(p, x);
        if (!x->is_kept && !is_other) continue;
        if (is_other && before != NULL) {
            nh_svg_line(&pen, x->page);
            nh_text_add(out, "\"/>\n");
        }
        if (is_other) begin_part(p, trail, x, out), pen.is_down = false;
        nh_svg_line(&pen, x->page);
        before = x;
    }
    if (before != NULL) nh_text_add(out, "\"/>\n");
}

/* A line of length 0 with round ends is a dot. */
static void add_dots(const nh_picture *p, size_t trail, nh_text *out) {
    points list = find_points(p, trail, &p->map, CLOSE);
    size_t step = list.count / DOTS + 1;
    nh_svg_pen pen = {.out = out};
    if (list.count == 0) return;
    begin_part(p, trail, &list.items[0], out);
    for (size_t i = 0; i < list.count; i += step) {
        nh_svg_move(&pen, list.items[i].page);
        nh_text_add(out, "h0");
    }
    nh_text_add(out, "\"/>\n");
}

static void add_start(const nh_picture *p, size_t trail, nh_text *out) {
    NH_ASSERT(trail < p->trail_count && p->candidates.count > 0);
    const double *x = p->candidates.items[0].trails + 3 * trail;
    double page[2];
    if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100)) return;
    nh_picture_put(&p->map, x, page);
    nh_text_add(out, "<circle");
    nh_svg_attribute(out, "cx", page[0]);
    nh_svg_attribute(out, "cy", page[1]);
    nh_text_add(out, " r=\"3\" fill=\"#fff\" stroke-width=\"1.2\" stroke=\"");
    nh_svg_colour(out, p->trail_colours[trail], 0.25);
    nh_text_add(out, "\"/>\n");
}

void nh_picture_add_trails(const nh_picture *p, nh_text *out) {
    for (size_t i = 0; i < p->trail_count; i++)
        if (p->is_joined) add_line(p, i, out);
        else add_dots(p, i, out);
    for (size_t i = 0; i < p->trail_count && p->candidates.count > 1; i++) add_start(p, i, out);
}

void nh_picture_add_trail_shadows(const nh_picture *p, nh_text *out) {
    if (p->is_flat || !p->is_joined || p->trail_count == 0) return;
    nh_svg_pen pen = {.out = out};
    nh_text_add(out, "<path fill=\"none\" stroke=\"#dfe3e8\" stroke-width=\"1.2\" d=\"");
    for (size_t i = 0; i < p->trail_count; i++) {
        points list = find_points(p, i, &p->shadow, 3 * CLOSE);
        pen.is_down = false;
        for (size_t k = 0; k < list.count; k++)
            if (list.items[k].is_kept) nh_svg_line(&pen, list.items[k].page);
    }
    nh_text_add(out, "\"/>\n");
}
