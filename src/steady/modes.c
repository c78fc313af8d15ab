/* Modes: eigenvectors of the matrix A of spectrum_private.h, in balls.
 *
 * Eigenvalues are told from the reduced matrix R, eigenvectors from A, whose eigenvalues are those of R and 0 for each
 * parameter of the family. Where the enclosure of a simple eigenvalue of R meets exactly one enclosure of A, and that
 * one is simple too, both hold the same eigenvalue, and the column of that one is its eigenvector. */
#include <math.h>

#include "steady/spectrum_private.h"

typedef struct mode_search {
    const nh_spectral *s;
    nh_arena *arena;
    nh_ball_eigen of; /* of A, with vectors */
    size_t shape;
    int digits, prec;
} mode_search;

static bool overlaps_with(const nh_ball_eigen *a, int i, const nh_ball_eigen *b, int k) {
    return nh_ball_overlaps(&a->re[i], &b->re[k]) && nh_ball_overlaps(&a->im[i], &b->im[k]);
}

/* The column of A that belongs to eigenvalue k of R; -1: it is not known. */
static int column_of(const mode_search *w, const nh_ball_eigen *e, int k) {
    int found = -1, count = 0;
    for (int i = 0; i < w->of.n; i++)
        if (overlaps_with(&w->of, i, e, k)) found = i, count++;
    if (count != 1 || w->of.multiplicity[found] != 1) return -1;
    for (uint32_t i = 0; i < w->s->size; i++) {
        size_t at = i + (size_t)found * w->s->size;
        if (!nh_ball_is_finite(&w->of.vector_re[at]) || !nh_ball_is_finite(&w->of.vector_im[at])) return -1;
    }
    return found;
}

static double distance_of(const nh_ball *a, double middle) {
    double low, high;
    nh_ball_bounds(a, &low, &high);
    return nextafter(fmax(fabs(high - middle), fabs(middle - low)), INFINITY);
}

static nh_mode_part part_of(const mode_search *w, const nh_ball *re, const nh_ball *im) {
    bool is_exact = nh_ball_radius(re) == 0 && nh_ball_radius(im) == 0;
    nh_mode_part part = {.re = nh_ball_double(re), .im = nh_ball_double(im)};
    part.radius = is_exact ? 0 : hypot(distance_of(re, part.re), distance_of(im, part.im));
    part.re_text = nh_ball_digits(w->arena, re, w->digits);
    part.im_text = nh_ball_digits(w->arena, im, w->digits);
    part.is_real = nh_ball_is_zero(im) == NH_YES;
    return part;
}

/* Column `at` over its largest part among those of the shape; false: that one may be 0. */
static bool scale_column(const mode_search *w, int at, size_t *largest) {
    uint32_t size = w->s->size;
    nh_ball *re = w->of.vector_re + (size_t)at * size, *im = w->of.vector_im + (size_t)at * size;
    double most = -1;
    for (size_t i = 0; i < w->shape; i++) {
        double length = hypot(nh_ball_double(&re[i]), nh_ball_double(&im[i]));
        if (length > most) most = length, *largest = i;
    }
    nh_ball *t = nh_balls_new(6), *a = t + 4, *b = t + 5; /* 1/v = (a - b i) with v = re + im i there */
    nh_ball_mul(&t[0], &re[*largest], &re[*largest], w->prec);
    nh_ball_fma(&t[0], &im[*largest], &im[*largest], &t[0], w->prec);
    bool is_regular = nh_ball_is_zero(&t[0]) == NH_NO;
    nh_ball_div(a, &re[*largest], &t[0], w->prec);
    nh_ball_div(b, &im[*largest], &t[0], w->prec);
    for (uint32_t i = 0; i < size && is_regular; i++) {
        nh_ball_mul(&t[0], &re[i], a, w->prec);
        nh_ball_fma(&t[0], &im[i], b, &t[0], w->prec);
        nh_ball_mul(&t[1], &re[i], b, w->prec);
        nh_ball_mul(&t[2], &im[i], a, w->prec);
        nh_ball_sub(&im[i], &t[2], &t[1], w->prec);
        nh_ball_set(&re[i], &t[0]);
        is_regular = nh_ball_is_finite(&re[i]) && nh_ball_is_finite(&im[i]);
    }
    nh_ball_set_int(&re[*largest], 1);
    nh_ball_set_int(&im[*largest], 0);
    nh_balls_free(t, 6);
    return is_regular;
}

static nh_mode mode_at(const mode_search *w, int at, size_t largest) {
    uint32_t size = w->s->size;
    nh_mode_part *parts = NH_NEW_ARRAY(w->arena, nh_mode_part, size + 1);
    for (uint32_t i = 0; i < size; i++) {
        size_t entry = i + (size_t)at * size;
        parts[i] = part_of(w, &w->of.vector_re[entry], &w->of.vector_im[entry]);
    }
    return (nh_mode){.part = parts, .largest = largest};
}

nh_mode_list nh_modes_find(const nh_spectral *s, nh_arena *arena, const nh_ball_eigen *e, int digits, int prec) {
    mode_search w = {.s = s, .arena = arena, .shape = nh_spectral_shape(s), .digits = digits, .prec = prec};
    nh_mode_list modes = {.arena = arena};
    if (!nh_ball_eigen_find(&w.of, s->A, (int)s->size, true, prec)) return modes;
    for (int k = 0; k < e->n; k++) {
        bool is_lower = nh_ball_is_zero(&e->im[k]) == NH_NO && nh_ball_double(&e->im[k]) < 0;
        int at = e->multiplicity[k] == 1 && !is_lower ? column_of(&w, e, k) : -1;
        size_t largest = 0;
        if (at < 0 || !scale_column(&w, at, &largest)) continue;
        nh_mode mode = mode_at(&w, at, largest);
        mode.eigenvalue = (size_t)k;
        nh_array_push(&modes, mode);
    }
    nh_ball_eigen_free(&w.of);
    return modes;
}
