/* Steady motions at values of what is varied, and the functions that tell where their eigenvalues change. */
#include "steady/branch_private.h"

#include <math.h>

#include "steady/linearize.h"

enum { PAIRS = 1, REVERSIBLE = 1 }; /* the numbers of the second function, and version */

/* ---- the motion ---- */

nh_steady_motion nh_branch_find(const nh_branch *b, nh_arena *arena, const nh_ball *value) {
    nh_steady_problem *p = b->p;
    nh_ball_set(p->value, value);
    nh_steady_search search = {.holds_initial = true, .digits = nh_steady_digits(b->digits)};
    search.guess = b->last != NULL ? b->last->values : nh_steady_guess(arena, p);
    search.is_random = b->last != NULL;
    search.like = b->like;
    search.with_family = b->like == NULL;
    return nh_steady_find(p, arena, &search);
}

/* ---- products of eigenvalues ---- */

typedef struct complex_ball {
    nh_ball *re, *im; /* one each */
} complex_ball;

/* product *= (re, im) */
static void multiply_by(complex_ball product, const nh_ball *re, const nh_ball *im, int prec) {
    nh_ball *t = nh_balls_new(4);
    nh_ball_mul(&t[0], product.re, re, prec);
    nh_ball_mul(&t[1], product.im, im, prec);
    nh_ball_mul(&t[2], product.re, im, prec);
    nh_ball_mul(&t[3], product.im, re, prec);
    nh_ball_sub(product.re, &t[0], &t[1], prec);
    nh_ball_add(product.im, &t[2], &t[3], prec);
    nh_balls_free(t, 4);
}

/* Numbers of the plane of which products are formed. */
typedef struct numbers {
    int count;
    nh_ball *re, *im;
} numbers;

static void multiply_pairs(const numbers *z, int sign, int power, complex_ball product, int prec) {
    nh_ball *re = nh_balls_new(1), *im = nh_balls_new(1);
    for (int i = 0; i < z->count; i++)
        for (int j = i + 1; j < z->count; j++) {
            (sign > 0 ? nh_ball_add : nh_ball_sub)(re, &z->re[i], &z->re[j], prec);
            (sign > 0 ? nh_ball_add : nh_ball_sub)(im, &z->im[i], &z->im[j], prec);
            for (int k = 0; k < power; k++) multiply_by(product, re, im, prec);
        }
    nh_balls_free(im, 1);
    nh_balls_free(re, 1);
}

static void set_product(const numbers *z, int which, nh_ball *to, int prec) {
    nh_ball *im = nh_balls_new(1);
    complex_ball product = {to, im};
    nh_ball_set_int(to, 1);
    if (which == 0)
        for (int i = 0; i < z->count; i++) multiply_by(product, &z->re[i], &z->im[i], prec);
    else multiply_pairs(z, which == 1 ? 1 : -1, which == 1 ? 1 : 2, product, prec);
    nh_balls_free(im, 1);
}

/* The squares of one of each pair l, -l; false where it is not certain which these are. */
static bool take_squares(const nh_ball_eigen *e, numbers *z, int prec) {
    nh_ball *zero = nh_balls_new(1);
    z->count = 0;
    for (int k = 0; k < e->n; k++) {
        bool is_right = nh_ball_less(zero, &e->re[k]) == NH_YES;
        bool is_up = nh_ball_is_zero(&e->re[k]) == NH_YES && nh_ball_less(zero, &e->im[k]) == NH_YES;
        if (!is_right && !is_up) continue;
        complex_ball square = {&z->re[z->count], &z->im[z->count]};
        nh_ball_set(square.re, &e->re[k]);
        nh_ball_set(square.im, &e->im[k]);
        multiply_by(square, &e->re[k], &e->im[k], prec);
        if (is_up || nh_ball_is_zero(&e->im[k]) == NH_YES) nh_ball_set_int(square.im, 0);
        z->count++;
    }
    nh_balls_free(zero, 1);
    return 2 * z->count == e->n;
}

/* ---- which eigenvalue is next to a change ---- */

static void keep_nearest(nh_indicators *r, const nh_ball_eigen *e) {
    double best[NH_CHANGES] = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < e->n; i++) {
        double re = nh_ball_double(&e->re[i]), im = nh_ball_double(&e->im[i]);
        if (hypot(re, im) < best[0]) best[0] = hypot(re, im), r->re[0] = 0, r->omega[0] = 0;
        if (fabs(re) < best[1] && im > 0) best[1] = fabs(re), r->re[1] = 0, r->omega[1] = im;
        for (int j = i + 1; j < e->n; j++) {
            double other_re = nh_ball_double(&e->re[j]), other_im = nh_ball_double(&e->im[j]);
            double distance = hypot(re - other_re, im - other_im);
            if (!(distance < best[2])) continue;
            best[2] = distance;
            r->re[2] = (re + other_re) / 2;
            r->omega[2] = fabs(im + other_im) / 2;
        }
    }
}

static void keep_version(nh_indicators *r, int version, const numbers *z, nh_arena *arena, int prec) {
    nh_ball *value = nh_balls_new(1);
    for (int k = 0; k < NH_CHANGES; k++) {
        bool is_certain;
        if (version == REVERSIBLE && k == PAIRS) continue;
        set_product(z, k, value, prec);
        r->sign[version][k] = nh_ball_sign_of(value, &is_certain);
        if (!is_certain) r->sign[version][k] = 0;
        r->value[version][k] = nh_ball_save(arena, value);
    }
    nh_balls_free(value, 1);
}

static void keep_signs(nh_indicators *r, const nh_spectral *s, const nh_ball_eigen *e, nh_arena *arena, int prec) {
    numbers squares = {0, nh_balls_new((size_t)e->n + 1), nh_balls_new((size_t)e->n + 1)};
    numbers all = {e->n, e->re, e->im};
    nh_ball_eigen_signs signs = nh_ball_eigen_count(e);
    r->is_known = true;
    r->positive = signs.unknown == 0 ? signs.positive : -1;
    keep_version(r, 0, &all, arena, prec);
    r->is_reversible = s->is_reversible && take_squares(e, &squares, prec);
    if (r->is_reversible) keep_version(r, REVERSIBLE, &squares, arena, prec);
    nh_balls_free(squares.im, (size_t)e->n + 1);
    nh_balls_free(squares.re, (size_t)e->n + 1);
    keep_nearest(r, e);
}

nh_indicators nh_branch_look(const nh_branch *b, nh_arena *arena, const nh_ball *value, bool with_info) {
    nh_indicators r = {.positive = -1, .motion = nh_branch_find(b, arena, value)};
    r.why = r.motion.why;
    if (!r.motion.is_found) return r;
    int prec = nh_steady_bits(b->digits);
    nh_spectral s;
    nh_ball_eigen e;
    if (!nh_spectral_make(&s, b->p, arena, &r.motion, b->pivots, prec)) {
        r.why = s.why;
        return r;
    }
    r.pivots = s.pivots;
    r.reduced = s.reduced;
    if (nh_spectral_eigen(&s, &e, prec)) {
        keep_signs(&r, &s, &e, arena, prec);
        nh_ball_eigen_free(&e);
    }
    nh_spectral_free(&s, b->p);
    if (with_info) r.info = nh_linearized_at(arena, &r.motion, b->digits, &r.why);
    return r;
}
