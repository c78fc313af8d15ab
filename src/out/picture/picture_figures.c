/* All figures: what stands still once, what moves at each of the moments, pale at first and strong at the end. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "out/picture/picture_private.h"
#include "out/plot/plot_private.h"

/* Figures: of more, joints are not drawn. */
enum { MANY = 40 };
enum { ARROWS = 1, GREY = 7, SOLIDS_MOST = 6 }; /* numbers of colours */
#define PALEST 0.26                             /* opacity of the first moment */
#define STRONG 0.62                             /* and of the last but one; that of the last one is 1 */

static const nh_picture_moment *moment_of(const nh_picture *p, size_t i) {
    return &p->candidates.items[p->moments.items[i]];
}

static bool is_solid(nh_figure_kind kind) {
    return kind == NH_FIGURE_DISC || kind == NH_FIGURE_SPHERE || kind == NH_FIGURE_ELLIPSOID || kind == NH_FIGURE_BOX ||
           kind == NH_FIGURE_FRAME;
}

/* ---- colours ---- */

static uint32_t line_of(const nh_picture *p, const nh_figure *f) {
    return f->drawing == NH_MODEL_NONE ? 0 : p->model->drawings.items[f->drawing].place.line;
}

static bool is_same_place(const nh_picture *p, const double a[3], const double b[3]) {
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]) <= 1e-9 * p->size;
}

/* The trail that is at this place now, or trail_count. */
static size_t find_trail(const nh_picture *p, const nh_picture_moment *moment, const double at[3]) {
    size_t i = 0;
    while (i < p->trail_count && !is_same_place(p, moment->trails + 3 * i, at)) i++;
    return i;
}

/* A ball that marks a point with a trail: it has the colour of the trail. */
static bool is_marker(const nh_picture *p, const nh_picture_moment *moment, const nh_figure *f) {
    bool can_be = f->kind == NH_FIGURE_POINT || (f->kind == NH_FIGURE_SPHERE && !f->turns);
    return can_be && !f->is_fixed && f->is_good && find_trail(p, moment, f->at) < p->trail_count;
}

/* What one statement draws has one colour. Returns how many colours are taken. */
static size_t colour_solids(const nh_picture *p, const nh_picture_moment *moment, uint8_t *colours) {
    size_t taken = 0;
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &moment->figures[i];
        if (!is_solid(f->kind) || is_marker(p, moment, f)) continue;
        colours[i] = GREY;
        if (f->is_fixed) continue;
        bool is_same = f->drawing != NH_MODEL_NONE && line_of(p, f) == before;
        if (!is_same) taken += taken == ARROWS ? 2 : 1;
        before = line_of(p, f);
        colours[i] = (uint8_t)((taken - 1) % SOLIDS_MOST);
    }
    return taken % SOLIDS_MOST;
}

/* Where there is nothing but lines, and few kinds of them, each kind has a colour. */
static size_t colour_segments(const nh_picture *p, const nh_figure *figures, uint8_t *colours) {
    size_t taken = 0;
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &figures[i];
        if (f->kind == NH_FIGURE_SPRING) continue;
        if (f->kind != NH_FIGURE_SEGMENT || f->drawing == NH_MODEL_NONE) return 0;
        taken += !f->is_fixed && line_of(p, f) != before;
        before = line_of(p, f);
    }
    if (taken < 2 || taken > SOLIDS_MOST || p->trail_count > 0) return 0;
    taken = 0;
    before = UINT32_MAX;
    for (size_t i = 0; i < p->figure_count; i++) {
        if (figures[i].kind != NH_FIGURE_SEGMENT || figures[i].is_fixed) continue;
        taken += line_of(p, &figures[i]) != before;
        before = line_of(p, &figures[i]);
        colours[i] = (uint8_t)(taken - 1);
    }
    return taken;
}

void nh_picture_choose_colours(nh_picture *p) {
    NH_ASSERT(p->moments.count > 0);
    uint8_t *figures = NH_NEW_ARRAY(p->arena, uint8_t, p->figure_count);
    uint8_t *trails = NH_NEW_ARRAY(p->arena, uint8_t, p->trail_count);
    const nh_picture_moment *last = moment_of(p, p->moments.count - 1);
    memset(figures, NH_PICTURE_SLATE, p->figure_count);
    size_t taken = colour_solids(p, last, figures);
    taken += colour_segments(p, last->figures, figures);
    bool has_arrows = false;
    for (size_t i = 0; i < p->figure_count; i++) has_arrows |= last->figures[i].kind == NH_FIGURE_ARROW;
    for (size_t i = 0; i < p->trail_count; i++, taken++) {
        if (taken % SOLIDS_MOST == ARROWS && has_arrows) taken++;
        trails[i] = (uint8_t)(taken % SOLIDS_MOST);
    }
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &last->figures[i];
        if (f->kind == NH_FIGURE_ARROW) figures[i] = ARROWS;
        if (is_marker(p, last, f)) figures[i] = trails[find_trail(p, last, f->at)];
    }
    p->figure_colours = figures;
    p->trail_colours = trails;
}

/* Of the balls: light from the upper left. */
void nh_picture_add_gradients(const nh_picture *p, nh_text *out) {
    const nh_figure *figures = moment_of(p, 0)->figures;
    bool is_used[NH_PLOT_CURVES] = {false};
    for (size_t i = 0; i < p->figure_count; i++)
        if (figures[i].kind == NH_FIGURE_SPHERE || figures[i].kind == NH_FIGURE_ELLIPSOID)
            is_used[p->figure_colours[i]] = true;
    for (size_t i = 0; i < NH_PLOT_CURVES; i++) {
        if (!is_used[i]) continue;
        nh_text_format(out,
                       "<radialGradient id=\"b%zu\" cx=\".38\" cy=\".32\" r=\".75\"><stop stop-color=\"#fff\"/>"
                       "<stop offset=\".55\" stop-color=\"",
                       i);
        nh_svg_colour(out, i, 0.78);
        nh_text_add(out, "\"/><stop offset=\"1\" stop-color=\"");
        nh_svg_colour(out, i, 0.5);
        nh_text_add(out, "\"/></radialGradient>\n");
    }
}

/* ---- what is drawn ---- */

/* A curve is behind everything, then what is farther from the eye before what is nearer. */
static double depth_of(const nh_picture *p, const nh_figure *f) {
    if (f->kind == NH_FIGURE_CURVE) return -INFINITY;
    double at = nh_picture_dot(f->at, p->front);
    bool has_end = f->kind == NH_FIGURE_SEGMENT || f->kind == NH_FIGURE_SPRING || f->kind == NH_FIGURE_ARROW;
    return has_end ? (at + nh_picture_dot(f->to, p->front)) / 2 : at;
}

/* In a plane bodies are under lines, and lines under points. */
static double rank_of(const nh_picture *p, const nh_figure *f) {
    if (!p->is_flat) return depth_of(p, f);
    return f->kind == NH_FIGURE_CURVE ? 0 : is_solid(f->kind) ? 1 : f->kind == NH_FIGURE_POINT ? 3 : 2;
}

static const size_t *sort_figures(const nh_picture *p, const nh_figure *figures) {
    size_t *order = NH_NEW_ARRAY(p->arena, size_t, p->figure_count);
    double *ranks = NH_NEW_ARRAY(p->arena, double, p->figure_count);
    for (size_t i = 0; i < p->figure_count; i++) {
        size_t k = i;
        ranks[i] = rank_of(p, &figures[i]);
        for (; k > 0 && ranks[order[k - 1]] > ranks[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    return order;
}

static void add_figures(const nh_picture *p, const nh_picture_moment *moment, nh_picture_style style, bool fixed,
                        nh_text *out) {
    const size_t *order = sort_figures(p, moment->figures);
    style.is_plain = p->figure_count > MANY;
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &moment->figures[order[i]];
        bool has_dot = f->kind == NH_FIGURE_POINT && find_trail(p, moment, f->at) < p->trail_count;
        if (f->is_fixed != fixed || has_dot) continue;
        style.colour = p->figure_colours[order[i]];
        nh_picture_add_shape(out, f, &style);
    }
}

static bool has_solids(const nh_picture *p) {
    const nh_picture_moment *first = &p->candidates.items[0];
    for (size_t i = 0; i < p->figure_count; i++)
        if (is_solid(first->figures[i].kind) && !is_marker(p, first, &first->figures[i])) return true;
    return false;
}

/* From where the trails are down to the ground: what tells how high a point is. */
static void add_plumb_lines(const nh_picture *p, nh_text *out) {
    nh_svg_pen pen = {.out = out};
    if (p->is_flat || p->trail_count > 3 || p->trail_count == 0 || has_solids(p)) return;
    nh_text_add(out, "<path fill=\"none\" stroke=\"#cfd6dd\" stroke-width=\".8\" d=\"");
    for (size_t i = 0; i < p->moments.count * p->trail_count; i++) {
        const double *x = moment_of(p, i / p->trail_count)->trails + 3 * (i % p->trail_count);
        double from[2], to[2];
        if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100)) continue;
        nh_picture_put(&p->map, x, from);
        nh_picture_put(&p->shadow, x, to);
        nh_svg_move(&pen, from);
        nh_svg_line(&pen, to);
    }
    nh_text_add(out, "\"/>\n");
}

void nh_picture_add_fixed(const nh_picture *p, nh_text *out) {
    nh_picture_style style = {.map = &p->shadow, .front = p->front, .is_shadow = true};
    const nh_picture_moment *last = moment_of(p, p->moments.count - 1);
    if (!p->is_flat) add_figures(p, last, style, true, out);
    if (!p->is_flat) add_figures(p, last, style, false, out);
    nh_picture_add_trail_shadows(p, out);
    add_plumb_lines(p, out);
    style = (nh_picture_style){.map = &p->map, .front = p->front, .is_strong = true};
    add_figures(p, last, style, true, out);
}

/* Whether a ball that is larger than a dot is there. */
static bool has_ball(const nh_picture *p, const nh_picture_moment *moment, const double at[3]) {
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &moment->figures[i];
        bool is_ball = f->kind == NH_FIGURE_SPHERE && is_marker(p, moment, f) && is_same_place(p, f->at, at);
        if (is_ball && p->scale * sqrt(nh_picture_dot(f->axes[0], f->axes[0])) > 4) return true;
    }
    return false;
}

/* Where the trails are. */
static void add_dots(const nh_picture *p, const nh_picture_moment *moment, bool is_last, nh_text *out) {
    for (size_t i = 0; i < p->trail_count; i++) {
        const double *x = moment->trails + 3 * i;
        double page[2];
        if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1e100) || has_ball(p, moment, x)) continue;
        nh_picture_put(&p->map, x, page);
        nh_text_add(out, "<circle");
        nh_svg_attribute(out, "cx", page[0]);
        nh_svg_attribute(out, "cy", page[1]);
        nh_svg_attribute(out, "r", is_last ? 4 : 2.6);
        nh_text_add(out, " fill=\"");
        nh_svg_colour(out, p->trail_colours[i], 0);
        nh_text_add(out, is_last ? "\" stroke=\"#fff\"/>\n" : "\"/>\n");
    }
}

/* In a plane in the order of time; in space what is farther from the eye before what is nearer. */
static void sort_moments(const nh_picture *p, size_t order[NH_PICTURE_MOMENTS]) {
    double depths[NH_PICTURE_MOMENTS] = {0};
    for (size_t i = 0; i < p->moments.count; i++) {
        const nh_picture_moment *moment = moment_of(p, i);
        size_t k = i;
        for (size_t f = 0; f < p->figure_count && !p->is_flat; f++)
            if (moment->figures[f].is_good && is_solid(moment->figures[f].kind))
                depths[i] += nh_picture_dot(moment->figures[f].at, p->front);
        for (; k > 0 && depths[order[k - 1]] > depths[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

static bool stands_still(const nh_picture *p, size_t figure, bool at_end) {
    NH_ASSERT(figure < p->figure_count);
    const nh_figure *first = &p->candidates.items[0].figures[figure];
    for (size_t i = 1; i < p->candidates.count; i++) {
        const nh_figure *f = &p->candidates.items[i].figures[figure];
        if (!is_same_place(p, at_end ? f->to : f->at, at_end ? first->to : first->at)) return false;
    }
    return true;
}

/* The ends of moving segments that stand still: rings. */
static void add_pivots(const nh_picture *p, nh_text *out) {
    for (size_t i = 0; i < 2 * p->figure_count && p->moments.count > 1; i++) {
        const nh_figure *f = &p->candidates.items[0].figures[i / 2];
        double page[2];
        if (f->kind != NH_FIGURE_SEGMENT || f->is_fixed || !f->is_good || !stands_still(p, i / 2, i % 2 == 1)) continue;
        nh_picture_put(&p->map, i % 2 == 1 ? f->to : f->at, page);
        nh_text_add(out, "<circle");
        nh_svg_attribute(out, "cx", page[0]);
        nh_svg_attribute(out, "cy", page[1]);
        nh_text_add(out, " r=\"4.5\" fill=\"#fff\" stroke=\"#3a4450\" stroke-width=\"1.8\"/>\n");
    }
}

void nh_picture_add_moments(const nh_picture *p, nh_text *out) {
    NH_ASSERT(p->moments.count <= NH_PICTURE_MOMENTS);
    size_t order[NH_PICTURE_MOMENTS] = {0};
    sort_moments(p, order);
    for (size_t n = 0; n < p->moments.count; n++) {
        size_t i = order[n];
        bool is_last = i + 1 == p->moments.count;
        double part = p->moments.count > 1 ? (double)i / (double)(p->moments.count - 1) : 1;
        long opacity = lround(100 * (PALEST + (STRONG - PALEST) * part));
        nh_picture_style style = {.map = &p->map, .front = p->front, .is_strong = is_last};
        nh_text_add(out, "<g class=\"moment\"");
        if (is_last) nh_text_add(out, ">\n");
        else nh_text_format(out, " opacity=\".%02ld\">\n", opacity);
        add_figures(p, moment_of(p, i), style, false, out);
        add_dots(p, moment_of(p, i), is_last, out);
        nh_text_add(out, "</g>\n");
    }
    add_pivots(p, out);
}
