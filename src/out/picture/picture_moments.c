/* When a system is seen: the start, the end and moments between, so that the figures do not pile up.
 *
 * The place of the system on the page is a list of points, the keys of its figures; how far two moments are apart is
 * the root of the mean square distance of these. Where the system travels, the moments are evenly spaced along its
 * way, as many as keep apart. Where it comes back to where it was, they are picked one by one, each as far as
 * possible from those before. */
#include <math.h>

#include "base/assert.h"
#include "base/limits.h"
#include "out/picture/picture_private.h"

/* Numbers that tell a moment from another; moments at equal distances; fewer than this many look like rest; figures at
 * all moments together, and moments of a crowd. */
enum { MOST_KEYS = 96, LEAST_EVEN = 5, FEW = 3, ALL_FIGURES = 500, CROWD_MOMENTS = 6 };
#define APART 0.045 /* of the size: the least distance of two moments */
#define CROWD 0.1   /* the same where many lines would lie on each other */
#define CLOSER 0.2  /* where that leaves fewer than FEW */
#define BODIES 0.95 /* the same in radii of the largest body that moves */

typedef struct places {
    const nh_picture *p;
    size_t keys;   /* numbers of a moment: two for each point */
    double *items; /* by candidate */
    double *ways;  /* by candidate: how far the system has come */
    double apart;
} places;

static void add_key(places *l, double *row, size_t *count, const double x[3]) {
    if (*count + 2 > l->keys) return;
    double a = nh_picture_dot(x, l->p->right), b = nh_picture_dot(x, l->p->up);
    row[(*count)++] = isfinite(a) && fabs(a) < 1e100 ? a : 0;
    row[(*count)++] = isfinite(b) && fabs(b) < 1e100 ? b : 0;
}

static void find_keys(places *l, size_t candidate) {
    NH_ASSERT(candidate < l->p->candidates.count);
    const nh_picture *p = l->p;
    const nh_picture_moment *moment = &p->candidates.items[candidate];
    double *row = l->items + candidate * l->keys;
    size_t count = 0, step = p->figure_count * NH_PICTURE_KEYS / MOST_KEYS + 1;
    for (size_t i = 0; i < p->trail_count; i++) add_key(l, row, &count, moment->trails + 3 * i);
    for (size_t i = 0; i < p->figure_count; i += step) {
        double keys[NH_PICTURE_KEYS][3];
        const nh_figure *f = &moment->figures[i];
        size_t found = f->is_fixed || f->kind == NH_FIGURE_CURVE ? 0 : nh_picture_keys(f, keys);
        if (f->kind == NH_FIGURE_ARROW && found > 1) found = 1; /* only where it begins */
        for (size_t k = 0; k < found; k++) add_key(l, row, &count, keys[k]);
    }
}

static double distance_of(const places *l, size_t a, size_t b) {
    NH_ASSERT(a < l->p->candidates.count && b < l->p->candidates.count);
    double sum = 0;
    const double *x = l->items + a * l->keys, *y = l->items + b * l->keys;
    for (size_t i = 0; i < l->keys; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
    nh_tick(l->p->model->context, l->keys);
    return sqrt(2 * sum / (double)l->keys);
}

static double radius_of(const nh_figure *f) {
    bool is_solid = f->kind == NH_FIGURE_DISC || f->kind == NH_FIGURE_SPHERE || f->kind == NH_FIGURE_ELLIPSOID ||
                    f->kind == NH_FIGURE_BOX;
    if (!f->is_good || f->is_fixed || !is_solid) return 0;
    double sum = 0, axes = f->kind == NH_FIGURE_DISC ? 2 : 3;
    for (int i = 0; i < (int)axes; i++) sum += sqrt(nh_picture_dot(f->axes[i], f->axes[i]));
    return sum / axes;
}

static bool is_crowded(const nh_picture *p) {
    size_t lines = 0;
    for (size_t i = 0; i < p->figure_count; i++) {
        const nh_figure *f = &p->candidates.items[0].figures[i];
        lines += !f->is_fixed && (f->kind == NH_FIGURE_SEGMENT || f->kind == NH_FIGURE_SPRING);
    }
    return lines >= 5;
}

static places find_places(const nh_picture *p) {
    places l = {.p = p};
    size_t count = p->candidates.count;
    double largest = 0;
    l.keys = 2 * (p->trail_count + p->figure_count * NH_PICTURE_KEYS);
    if (l.keys > 2 * (size_t)MOST_KEYS) l.keys = 2 * (size_t)MOST_KEYS;
    l.items = NH_NEW_ARRAY(p->arena, double, l.keys *count);
    l.ways = NH_NEW_ARRAY(p->arena, double, count);
    size_t used = 0;
    for (size_t c = 0; c < count; c++) find_keys(&l, c);
    for (size_t i = 0; i < l.keys * count; i++)
        if (l.items[i] != 0 && i % l.keys + 1 > used) used = i % l.keys + 1;
    for (size_t c = 1; c < count; c++) l.ways[c] = l.ways[c - 1] + distance_of(&l, c - 1, c);
    for (size_t i = 0; i < p->figure_count; i++) largest = fmax(largest, radius_of(&p->candidates.items[0].figures[i]));
    /* keys that are not there count as points that stand still: the distances are that much less */
    double share = l.keys > 0 ? sqrt((double)used / (double)l.keys) : 1;
    l.apart = share * fmax((is_crowded(p) ? CROWD : APART) * p->size, BODIES * largest);
    return l;
}

/* ---- along the way ---- */

static void choose_even(const places *l, size_t count, size_t *chosen) {
    NH_ASSERT(count > 1);
    size_t last = l->p->candidates.count - 1, c = 0;
    for (size_t i = 0; i < count; i++) {
        double way = l->ways[last] * (double)i / (double)(count - 1);
        while (c < last && l->ways[c] < way) c++;
        chosen[i] = i + 1 == count ? last : c;
    }
}

static bool keep_apart(const places *l, size_t count, const size_t *chosen) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (distance_of(l, chosen[i], chosen[k]) < l->apart) return false;
    return true;
}

/* ---- one by one ---- */

/* The candidate that is farthest from those chosen; how far is set. */
static size_t find_farthest(const places *l, size_t count, const size_t *chosen, double *how_far) {
    size_t best = 0;
    *how_far = -1;
    for (size_t c = 0; c < l->p->candidates.count; c++) {
        double least = INFINITY;
        for (size_t i = 0; i < count; i++) least = fmin(least, distance_of(l, c, chosen[i]));
        if (!(least > *how_far)) continue;
        *how_far = least;
        best = c;
    }
    return best;
}

static size_t choose_far(const places *l, size_t most, size_t *chosen) {
    NH_ASSERT(most > 0);
    size_t count = 0;
    chosen[count++] = l->p->candidates.count - 1;
    double way = distance_of(l, 0, chosen[0]);
    if (way >= l->apart && way > 0) chosen[count++] = 0;
    while (count < most) {
        double how_far;
        size_t next = find_farthest(l, count, chosen, &how_far);
        if (how_far < l->apart || how_far == 0) break; /* nothing that is drawn moves */
        chosen[count++] = next;
    }
    return count;
}

/* ---- both ---- */

static void sort_numbers(size_t count, size_t *items) {
    for (size_t i = 1; i < count; i++) {
        size_t item = items[i], k = i;
        for (; k > 0 && items[k - 1] > item; k--) items[k] = items[k - 1];
        items[k] = item;
    }
}

/* A large system is shown less often, or the picture would be black. */
static size_t most_moments(const nh_picture *p) {
    size_t most = p->figure_count > 0 ? ALL_FIGURES / p->figure_count : NH_PICTURE_MOMENTS;
    size_t least = 2, largest = is_crowded(p) ? CROWD_MOMENTS : NH_PICTURE_MOMENTS;
    return most < least ? least : most < largest ? most : largest;
}

void nh_picture_choose_moments(nh_picture *p) {
    NH_ASSERT(p->moments.count == 0);
    if (p->candidates.count == 0) return;
    size_t most = most_moments(p);
    places l = find_places(p);
    size_t chosen[NH_PICTURE_MOMENTS], count = 0;
    for (size_t n = most; n >= LEAST_EVEN && count == 0 && l.ways[p->candidates.count - 1] > 0; n--) {
        choose_even(&l, n, chosen);
        if (keep_apart(&l, n, chosen)) count = n;
    }
    if (count == 0) count = choose_far(&l, most, chosen);
    if (count < FEW) { /* it hardly moves: that is to be seen */
        l.apart *= CLOSER;
        count = choose_far(&l, most, chosen);
        if (count > FEW) count = FEW;
    }
    sort_numbers(count, chosen);
    nh_array_append(&p->moments, count, chosen);
}
