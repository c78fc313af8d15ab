/* Steady motions at values of what is varied, and the functions that tell where their eigenvalues change. */
#include "steady/branch/branch_private.h"

#include <math.h>

#include "base/context.h"
#include "base/diag.h"
#include "base/protect.h"
#include "base/text/text.h"
#include "model/values.h"
#include "steady/linearize.h"

enum { STARTS = 20, TRIES = 20 };
enum { PAIRS = 1, REVERSIBLE = 1 }; /* the numbers of the second function, and version */

/* ---- the motion ---- */

nh_steady_motion nh_branch_find(const nh_steady_branch *b, nh_arena *arena, const nh_ball *value) {
    nh_steady_problem *p = b->p;
    nh_ball_set(p->value, value);
    nh_steady_search search = {.holds_initial = true, .digits = nh_steady_digits(b->digits)};
    search.guess = b->last != NULL ? b->last->values : nh_steady_guess(arena, p);
    search.is_random = b->last != NULL;
    search.like = b->like;
    search.with_family = b->like == NULL;
    return nh_steady_find(p, arena, &search);
}

/* ---- its beginning ---- */

/* t, q, q' of the initial state of a model. */
static double *initial_of(nh_arena *arena, const nh_model *model) {
    size_t n = model->coordinates.count;
    const double *parameters = nh_model_parameter_values(model, arena);
    double *values = NH_NEW_ARRAY(arena, double, 1 + 2 * n);
    nh_state state = {.q = values + 1, .v = values + 1 + n};
    values[0] = nh_model_start_time(model, arena, parameters);
    nh_states_require_any(nh_states_make(arena, model, parameters), values[0], &state);
    return values;
}

/* That the family has members that differ by what is varied. */
static void require_family(const nh_steady_branch *b, nh_arena *arena, const nh_range *r,
                           const nh_steady_motion *motion) {
    const nh_model *model = b->p->model;
    size_t n = model->coordinates.count;
    if (r->varied != NH_VARIED_STATE) return;
    for (uint32_t k = 0; k < motion->held; k++)
        if (motion->held_at[k] == r->which && motion->is_family[k]) return;
    nh_text text = nh_text_begin(arena);
    for (uint32_t k = 0; k < motion->held; k++)
        if (motion->is_family[k])
            nh_text_format(&text, "%s%s%s", text.length > 0 ? ", " : "",
                           nh_name_text(model->context, model->coordinates.items[motion->held_at[k] % n].name),
                           motion->held_at[k] < n ? "" : "'");
    nh_fail(model->context, NH_E_HYPOTHESIS, "no-family", "the steady motions do not differ by %s: they %s%s", r->name,
            text.length > 0 ? "differ by " : "are isolated", nh_text_string(&text));
}

/* From the initial state, then from random ones. */
nh_steady_motion nh_branch_begin(nh_steady_branch *b, nh_arena *arena, const nh_range *r, const nh_model *begins,
                                 size_t *first) {
    nh_steady_problem *p = b->p;
    size_t n = p->l->n;
    double *guess = initial_of(arena, begins);
    nh_state state = {.q = guess + 1, .v = guess + 1 + n};
    nh_random random = nh_random_make(nh_context_seed(p->model->context), NH_STREAM_STABILITY_STARTS);
    nh_steady_motion from = {.values = guess};
    nh_ball *value = nh_balls_new(1);
    *first = nh_range_nearest(r, r->varied == NH_VARIED_PARAMETER ? nh_model_parameter_values(begins, arena)[r->which]
                                                                  : guess[1 + r->which]);
    nh_steady_problem_vary(p, r->varied, r->which);
    nh_ball_set_rational(value, nh_range_value(r, *first), nh_steady_bits(b->digits));
    b->last = &from;
    nh_steady_motion motion = nh_branch_find(b, arena, value);
    const char *why = motion.why; /* as from the state that the user gave */
    for (int i = 0; i < STARTS && !motion.is_found; i++)
        if (nh_states_random(p->states, &random, guess[0], TRIES, &state)) motion = nh_branch_find(b, arena, value);
    nh_balls_free(value, 1);
    b->last = NULL;
    if (!motion.is_found)
        nh_fail(p->model->context, NH_E_HYPOTHESIS, "not-steady", "no steady motion is found at %s = %g: %s", r->name,
                nh_range_double(r, *first), why);
    require_family(b, arena, r, &motion);
    return motion;
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

nh_indicators nh_branch_look(const nh_steady_branch *b, nh_arena *arena, const nh_ball *value, bool with_info) {
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
    if (with_info) r.info = nh_linearized_at(arena, &r.motion, b->digits, false, &r.why);
    return r;
}
