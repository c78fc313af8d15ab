/* Functions of balls, against MPFR (an implementation of its own) at random points of the arguments, against the C
 * library, by identities, and case by case where a ball meets the edge of a domain, a jump or a branch. */
#include "num/ball/ball.h"

#include "balls.h"

#include <float.h>
#include <math.h>

#define REFERENCE_BITS 500

typedef void (*unary)(nh_ball *r, const nh_ball *a, int prec);
typedef int (*reference)(mpfr_t r, const mpfr_t a, mpfr_rnd_t rounding);

static int reference_abs(mpfr_t r, const mpfr_t a, mpfr_rnd_t rounding) {
    return mpfr_abs(r, a, rounding);
}

static int reference_sign(mpfr_t r, const mpfr_t a, mpfr_rnd_t rounding) {
    return mpfr_set_si(r, mpfr_sgn(a), rounding);
}

static int reference_floor(mpfr_t r, const mpfr_t a, mpfr_rnd_t rounding) {
    return mpfr_rint_floor(r, a, rounding);
}

typedef struct function {
    const char *name;
    unary ball;
    reference reference;
    double (*c)(double);
    bool is_monotone; /* over its whole domain, and continuous */
    bool is_nonnegative;
} function;

static double sign(double x) {
    return (x > 0) - (x < 0);
}

static const function functions[] = {
    {"sin", nh_ball_sin, mpfr_sin, sin, false, false},
    {"cos", nh_ball_cos, mpfr_cos, cos, false, false},
    {"tan", nh_ball_tan, mpfr_tan, tan, false, false},
    {"asin", nh_ball_asin, mpfr_asin, asin, true, false},
    {"acos", nh_ball_acos, mpfr_acos, acos, true, false},
    {"atan", nh_ball_atan, mpfr_atan, atan, true, false},
    {"sinh", nh_ball_sinh, mpfr_sinh, sinh, true, false},
    {"cosh", nh_ball_cosh, mpfr_cosh, cosh, false, true},
    {"tanh", nh_ball_tanh, mpfr_tanh, tanh, true, false},
    {"exp", nh_ball_exp, mpfr_exp, exp, true, true},
    {"log", nh_ball_log, mpfr_log, log, true, false},
    {"sqrt", nh_ball_sqrt, mpfr_sqrt, sqrt, true, true},
    {"cbrt", nh_ball_cbrt, mpfr_cbrt, cbrt, true, false},
    {"abs", nh_ball_abs, reference_abs, fabs, false, true},
    {"sign", nh_ball_sign, reference_sign, sign, false, false},
    {"floor", nh_ball_floor, reference_floor, floor, false, false},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void refer(nh_ball *r, reference f, const arf_t point) {
    mpfr_t x, y;
    mpfr_init2(x, 3000); /* holds a random point exactly */
    mpfr_init2(y, REFERENCE_BITS);
    arf_get_mpfr(x, point, MPFR_RNDN);
    if (mpfr_zero_p(x)) mpfr_set_zero(x, 1);
    f(y, x, MPFR_RNDN);
    set_reference(r, y, REFERENCE_BITS);
    mpfr_clear(x);
    mpfr_clear(y);
}

/* The result over a ball contains the value at its points, and is not finite when one of them has none. */
static void containment_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    arf_t point;
    arf_init(point);
    for (int k = test_count(8000); k > 0; k--) {
        const function *f = &functions[k % FUNCTIONS];
        t->what = f->name;
        random_ball(t, &x[0], 12);
        f->ball(&x[1], &x[0], random_prec(t));
        if (f->is_nonnegative && nh_ball_is_finite(&x[1])) CHECK(t, arb_is_nonnegative(nh_arb(&x[1])));
        for (int i = 0; i < 3; i++) {
            random_point_of(t, point, &x[0]);
            refer(&x[2], f->reference, point);
            CHECK(t, nh_ball_is_finite(&x[2]) ? nh_ball_overlaps(&x[1], &x[2]) : is_undefined(&x[1]));
        }
    }
    arf_clear(point);
    nh_balls_free(x, 3);
}

static void test_containment(void **state) {
    (void)state;
    run_trial(1, containment_body);
}

/* At doubles: as the C library has it, within its error of a few units and the radius. */
static void libm_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    for (int k = test_count(4000); k > 0; k--) {
        const function *f = &functions[k % FUNCTIONS];
        t->what = f->name;
        double value = nh_random_uniform(&t->random, -1, 1) * ldexp(1, (int)nh_random_between(&t->random, -8, 8));
        nh_ball_set_double(&x[0], value);
        f->ball(&x[1], &x[0], 80);
        double expected = f->c(value), found = nh_ball_double(&x[1]);
        if (isnan(expected)) CHECK(t, isnan(found));
        else CHECK(t, fabs(found - expected) <= 8 * DBL_EPSILON * fabs(expected) + nh_ball_radius(&x[1]));
    }
    nh_balls_free(x, 2);
}

static void test_libm(void **state) {
    (void)state;
    run_trial(2, libm_body);
}

/* A result in place of the argument is the same. */
static void alias_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int k = test_count(3000); k > 0; k--) {
        const function *f = &functions[k % FUNCTIONS];
        int prec = random_prec(t);
        t->what = f->name;
        random_ball(t, &x[0], 12);
        f->ball(&x[1], &x[0], prec);
        nh_ball_set(&x[2], &x[0]);
        f->ball(&x[2], &x[2], prec);
        CHECK(t, same_ball(&x[1], &x[2]));
        nh_ball_sin_cos(&x[1], &x[2], &x[0], prec);
        nh_ball_sin_cos(&x[0], &x[2], &x[0], prec);
        CHECK(t, same_ball(&x[0], &x[1]));
    }
    nh_balls_free(x, 3);
}

static void test_aliases(void **state) {
    (void)state;
    run_trial(3, alias_body);
}

/* For exact arguments the error is that of the rounding: it falls with the precision, bit by bit. */
static void shrinkage_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int k = test_count(1500); k > 0; k--) {
        const function *f = &functions[k % FUNCTIONS];
        int prec = (int)nh_random_between(&t->random, 30, 300);
        t->what = f->name;
        nh_ball_set_double(&x[0], nh_random_uniform(&t->random, -4, 4));
        f->ball(&x[1], &x[0], prec);
        f->ball(&x[2], &x[0], prec + 60);
        CHECK(t, nh_ball_overlaps(&x[1], &x[2]));
        if (!nh_ball_is_finite(&x[1])) continue;
        CHECK(t, nh_ball_radius(&x[1]) <= ldexp(fmax(1, fabs(nh_ball_double(&x[1]))), 20 - prec));
        CHECK(t, nh_ball_radius(&x[2]) <= nh_ball_radius(&x[1]));
    }
    nh_balls_free(x, 3);
}

static void test_shrinkage(void **state) {
    (void)state;
    run_trial(4, shrinkage_body);
}

/* Over a wide ball a monotone function gives what its ends give, and little more. */
static void wide_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    for (int k = test_count(2000); k > 0; k--) {
        const function *f = &functions[k % FUNCTIONS];
        double low = nh_random_uniform(&t->random, -1, 1), high = nh_random_uniform(&t->random, low, 1);
        if (!f->is_monotone) continue;
        t->what = f->name;
        if (f->ball == nh_ball_log || f->ball == nh_ball_sqrt) low += 1.125, high += 1.125;
        set_ends(&x[0], low, high);
        f->ball(&x[1], &x[0], 100);
        nh_ball_set_double(&x[2], low);
        nh_ball_set_double(&x[3], high);
        f->ball(&x[2], &x[2], 100);
        f->ball(&x[3], &x[3], 100);
        nh_ball_sub(&x[2], &x[3], &x[2], 100);
        double needed = fabs(nh_ball_double(&x[2])) / 2;
        CHECK(t, nh_ball_radius(&x[1]) <= needed * (1 + 0x1p-18) + 0x1p-25);
    }
    nh_balls_free(x, 4);
}

static void test_wide(void **state) {
    (void)state;
    run_trial(5, wide_body);
}

static bool contains_int(const nh_ball *a, int64_t value) {
    return nh_ball_contains_rational(a, nh_rat_int(value));
}

static void identity_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    for (int k = test_count(2000); k > 0; k--) {
        int prec = random_prec(t);
        random_ball(t, &x[0], 12);
        /* sin^2 + cos^2 = 1 = cosh^2 - sinh^2 */
        nh_ball_sin_cos(&x[1], &x[2], &x[0], prec);
        nh_ball_mul(&x[1], &x[1], &x[1], prec);
        nh_ball_fma(&x[1], &x[2], &x[2], &x[1], prec);
        CHECK(t, contains_int(&x[1], 1));
        nh_ball_sinh(&x[1], &x[0], prec);
        nh_ball_cosh(&x[2], &x[0], prec);
        nh_ball_tanh(&x[3], &x[0], prec);
        nh_ball_mul(&x[3], &x[3], &x[2], prec);
        CHECK(t, !nh_ball_is_finite(&x[3]) || nh_ball_overlaps(&x[3], &x[1]));
        nh_ball_mul(&x[1], &x[1], &x[1], prec);
        nh_ball_mul(&x[2], &x[2], &x[2], prec);
        nh_ball_sub(&x[1], &x[2], &x[1], prec);
        CHECK(t, contains_int(&x[1], 1));
        /* exp(log x) = x, sqrt(x)^2 = x, tan(atan x) = x, sin(asin x) = x */
        static const unary there[] = {nh_ball_log, nh_ball_atan, nh_ball_asin, nh_ball_acos};
        static const unary back[] = {nh_ball_exp, nh_ball_tan, nh_ball_sin, nh_ball_cos};
        for (int i = 0; i < 4; i++) {
            there[i](&x[1], &x[0], prec);
            back[i](&x[2], &x[1], prec);
            CHECK(t, nh_ball_contains(&x[2], &x[0]));
        }
        nh_ball_sqrt(&x[1], &x[0], prec);
        nh_ball_mul(&x[1], &x[1], &x[1], prec);
        CHECK(t, nh_ball_contains(&x[1], &x[0]));
    }
    nh_balls_free(x, 4);
}

static void test_identities(void **state) {
    (void)state;
    run_trial(6, identity_body);
}

typedef void (*binary)(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);

/* a - b floor(a/b) in exact rationals. */
static bool exact_mod(fmpq_t r, const fmpq_t a, const fmpq_t b) {
    fmpz_t whole;
    if (fmpq_is_zero(b)) return false;
    fmpz_init(whole);
    fmpq_div(r, a, b);
    fmpz_fdiv_q(whole, fmpq_numref(r), fmpq_denref(r));
    fmpq_mul_fmpz(r, b, whole);
    fmpq_sub(r, a, r);
    fmpz_clear(whole);
    return true;
}

static bool exact_binary(fmpq_t r, int which, const fmpq_t a, const fmpq_t b) {
    if (which == 0) return exact_mod(r, a, b);
    fmpq_set(r, (fmpq_cmp(a, b) < 0) == (which == 1) ? a : b);
    return true;
}

static void binary_body(trial *t) {
    static const binary tested[] = {nh_ball_mod, nh_ball_min, nh_ball_max};
    static const char *const names[] = {"mod", "min", "max"};
    nh_ball *x = nh_balls_new(4);
    arf_t point;
    fmpq_t q[3];
    arf_init(point);
    for (int i = 0; i < 3; i++) fmpq_init(q[i]);
    for (int k = test_count(6000); k > 0; k--) {
        int prec = random_prec(t), which = k % 3;
        t->what = names[which];
        random_ball(t, &x[0], 60);
        random_ball(t, &x[1], 60);
        tested[which](&x[2], &x[0], &x[1], prec);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                random_point_of(t, point, &x[j]);
                arf_get_fmpq(q[j], point);
            }
            bool is_defined = exact_binary(q[2], which, q[0], q[1]);
            CHECK(t, is_defined ? arb_contains_fmpq(nh_arb(&x[2]), q[2]) : is_undefined(&x[2]));
        }
        for (int i = 0; i < 2; i++) {
            nh_ball_set(&x[3], &x[i]);
            tested[which](&x[3], i == 0 ? &x[3] : &x[0], i == 1 ? &x[3] : &x[1], prec);
            CHECK(t, same_ball(&x[3], &x[2]));
        }
    }
    for (int i = 0; i < 3; i++) fmpq_clear(q[i]);
    arf_clear(point);
    nh_balls_free(x, 4);
}

static void test_mod_min_max(void **state) {
    (void)state;
    run_trial(7, binary_body);
}

/* mod of narrow balls is narrow, and never leaves [0, b]. */
static void mod_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int k = test_count(1000); k > 0; k--) {
        double a = ldexp(nh_random_uniform(&t->random, -1, 1), (int)nh_random_between(&t->random, 0, 200));
        double b = nh_random_uniform(&t->random, -7, 7);
        nh_ball_set_double(&x[0], a);
        nh_ball_set_double(&x[1], b);
        nh_ball_mod(&x[2], &x[0], &x[1], 60);
        double expected = fmod(a, b); /* exact */
        if (expected != 0 && (expected < 0) != (b < 0)) expected += b;
        CHECK(t, fabs(nh_ball_double(&x[2]) - expected) <= 1e-14 && nh_ball_radius(&x[2]) <= 1e-15);
        random_ball(t, &x[0], 60);
        nh_ball_mod(&x[2], &x[0], &x[1], 60);
        double low, high;
        nh_ball_bounds(&x[2], &low, &high);
        CHECK(t, low >= fmin(0, b * (1 + 1e-8)) && high <= fmax(0, b * (1 + 1e-8)));
    }
    nh_ball_set_int(&x[0], 6);
    nh_ball_set_int(&x[1], 3);
    nh_ball_mod(&x[2], &x[0], &x[1], 53);
    CHECK(t, nh_ball_is_zero(&x[2]) == NH_YES);
    nh_balls_free(x, 3);
}

static void test_mod_range(void **state) {
    (void)state;
    run_trial(8, mod_body);
}

static void angle_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    arf_t point;
    mpfr_t m[3];
    arf_init(point);
    for (int i = 0; i < 3; i++) mpfr_init2(m[i], i < 2 ? 3000 : REFERENCE_BITS);
    for (int k = test_count(3000); k > 0; k--) {
        int prec = random_prec(t);
        random_ball(t, &x[0], 12);
        random_ball(t, &x[1], 12);
        nh_ball_atan2(&x[2], &x[0], &x[1], prec);
        CHECK(t, nh_ball_is_finite(&x[2]));
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                random_point_of(t, point, &x[j]);
                arf_get_mpfr(m[j], point, MPFR_RNDN);
                if (mpfr_zero_p(m[j])) mpfr_set_zero(m[j], 1);
            }
            mpfr_atan2(m[2], m[0], m[1], MPFR_RNDN);
            set_reference(&x[3], m[2], REFERENCE_BITS);
            CHECK(t, nh_ball_overlaps(&x[2], &x[3]));
        }
        for (int i = 0; i < 2; i++) {
            nh_ball_set(&x[3], &x[i]);
            nh_ball_atan2(&x[3], i == 0 ? &x[3] : &x[0], i == 1 ? &x[3] : &x[1], prec);
            CHECK(t, same_ball(&x[3], &x[2]));
        }
    }
    for (int i = 0; i < 3; i++) mpfr_clear(m[i]);
    arf_clear(point);
    nh_balls_free(x, 4);
}

static void test_atan2(void **state) {
    (void)state;
    run_trial(9, angle_body);
}

/* Edges: an interval, and what the result must be, to 1e-6; NAN: not finite. */
typedef struct edge {
    unary f;
    double from, to, low, high;
} edge;

#define NONE (double)NAN
#define PI 3.14159265358979323846

static const edge edges[] = {
    {nh_ball_asin, 1, 1, 1.5707963267948966, 1.5707963267948966},
    {nh_ball_asin, 0.5, 1, 0.5235987755982989, 1.5707963267948966},
    {nh_ball_asin, -1, 1, -1.5707963267948966, 1.5707963267948966},
    {nh_ball_asin, 0.5, 1 + 0x1p-40, NONE, NONE},
    {nh_ball_asin, 1 + 0x1p-52, 1 + 0x1p-52, NONE, NONE},
    {nh_ball_acos, -1, 1, 0, 3.141592653589793},
    {nh_ball_acos, 1, 1, 0, 0},
    {nh_ball_acos, -1, 0, 1.5707963267948966, 3.141592653589793},
    {nh_ball_acos, -1.25, 0, NONE, NONE},
    {nh_ball_sqrt, 0, 0, 0, 0},
    {nh_ball_sqrt, 0, 4, 0, 2},
    {nh_ball_sqrt, -0x1p-60, 1, NONE, NONE},
    {nh_ball_log, 0, 0, NONE, NONE},
    {nh_ball_log, 0, 1, NONE, NONE},
    {nh_ball_log, -1, -0.5, NONE, NONE},
    {nh_ball_cbrt, -8, 27, -2, 3},
    {nh_ball_cbrt, -8, -8, -2, -2},
    {nh_ball_cbrt, 0, 8, 0, 2},
    {nh_ball_abs, -1, 3, 0, 3},
    {nh_ball_abs, -3, 0, 0, 3},
    {nh_ball_abs, -3, -1, 1, 3},
    {nh_ball_sign, -1, 3, -1, 1},
    {nh_ball_sign, 0, 3, 0, 1},
    {nh_ball_sign, -2, 0, -1, 0},
    {nh_ball_sign, 0, 0, 0, 0},
    {nh_ball_sign, 0x1p-100, 1, 1, 1},
    {nh_ball_floor, 1, 1.5, 1, 1},
    {nh_ball_floor, 0.5, 1, 0, 1},
    {nh_ball_floor, -0.5, 0.5, -1, 0},
    {nh_ball_floor, -0x1p-30, -0x1p-30, -1, -1},
    {nh_ball_floor, 2, 3, 2, 3},
    {nh_ball_tan, 1, 2, NONE, NONE},
    {nh_ball_cosh, -1, 1, 1, 1.5430806348152437},
    {nh_ball_tanh, -1, 3, -0.7615941559557649, 0.9950547536867305},
};

static void edge_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    char what[32];
    t->what = what;
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
        const edge *e = &edges[k];
        double low, high;
        snprintf(what, sizeof what, "edge %zu", k);
        set_ends(&x[0], e->from, e->to);
        e->f(&x[1], &x[0], 64);
        nh_ball_bounds(&x[1], &low, &high);
        if (isnan(e->low)) CHECK(t, is_undefined(&x[1]));
        else CHECK(t, low <= e->low && low >= e->low - 1e-6 && high >= e->high && high <= e->high + 1e-6);
    }
    t->what = NULL;
    /* just below an integer, with a radius that does not reach it: at a precision that cannot hold the argument */
    nh_ball_set_int(&x[0], 3);
    nh_ball_set_double(&x[1], 0x1p-60);
    nh_ball_sub(&x[0], &x[0], &x[1], 100);
    arb_add_error_2exp_si(nh_arb(&x[0]), -70);
    nh_ball_floor(&x[1], &x[0], 20);
    CHECK(t, arb_equal_si(nh_arb(&x[1]), 2));
    nh_balls_free(x, 2);
}

static void test_edges(void **state) {
    (void)state;
    run_trial(10, edge_body);
}

/* y from, to; x from, to; angle from, to. */
static const double angles[][6] = {
    {0, 0, 0, 0, 0, 0},
    {0, 0, 1, 1, 0, 0},
    {0, 0, -1, -1, PI, PI},
    {0, 0, -1, 1, 0, PI},
    {0, 0, 0, 2, 0, 0},
    {1, 1, 0, 0, PI / 2, PI / 2},
    {-1, -1, 0, 0, -PI / 2, -PI / 2},
    {-1, 1, -1, 1, -PI, PI},
    {-1, 1, 0, 0, -PI / 2, PI / 2},
    {-1, 1, 0, 1, -PI / 2, PI / 2},
    {0, 1, -1, 1, 0, PI},
    {0, 1, -2, -1, PI * 3 / 4, PI},
    {-1, 0, -2, -1, -PI, PI},
    {-1, 1, -2, -1, -PI, PI},
    {0, 1, 0, 1, 0, PI / 2},
    {-1, 0, 0, 1, -PI / 2, 0},
    {1, 3, 1, 3, 0.321750554396642, 1.249045772398254},
    {1, 2, -1, 1, PI / 4, PI * 3 / 4},
};

static void angle_edge_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    char what[32];
    t->what = what;
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        const double *a = angles[k];
        double low, high;
        snprintf(what, sizeof what, "angle %zu", k);
        set_ends(&x[0], a[0], a[1]);
        set_ends(&x[1], a[2], a[3]);
        nh_ball_atan2(&x[2], &x[0], &x[1], 64);
        nh_ball_bounds(&x[2], &low, &high);
        CHECK(t, low <= a[4] + 1e-15 && low >= a[4] - 1e-6 && high >= a[5] - 1e-15 && high <= a[5] + 1e-6);
    }
    t->what = NULL;
    nh_balls_free(x, 3);
}

static void test_atan2_edges(void **state) {
    (void)state;
    run_trial(11, angle_edge_body);
}

/* What is undefined stays so through every function. */
static void undefined_body(trial *t) {
    static const binary two[] = {nh_ball_add, nh_ball_sub, nh_ball_mul, nh_ball_div,   nh_ball_pow,
                                 nh_ball_min, nh_ball_max, nh_ball_mod, nh_ball_atan2, nh_ball_set_interval};
    nh_ball *x = nh_balls_new(3);
    for (int value = -2; value <= 2; value++) {
        for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
            arb_indeterminate(nh_arb(&x[0]));
            nh_ball_set_int(&x[1], value);
            two[i](&x[2], &x[0], &x[1], 64);
            CHECK(t, is_undefined(&x[2]));
            two[i](&x[2], &x[1], &x[0], 64);
            CHECK(t, is_undefined(&x[2]));
        }
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        t->what = functions[i].name;
        functions[i].ball(&x[2], &x[0], 64);
        CHECK(t, is_undefined(&x[2]));
    }
    nh_ball_pow_rational(&x[2], &x[0], nh_rat_int(0), 64);
    CHECK(t, is_undefined(&x[2]));
    nh_balls_free(x, 3);
}

static void test_undefined(void **state) {
    (void)state;
    run_trial(12, undefined_body);
}

/* Huge, tiny and unbounded arguments come back in no time, with something that contains the value. */
static void extreme_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int i = 0; i < FUNCTIONS; i++) {
        t->what = functions[i].name;
        for (int k = 0; k < 6; k++) {
            set_huge(&x[0], k < 3 ? 1 : -1, k % 3 == 0 ? 20 : k % 3 == 1 ? 40 : 90);
            functions[i].ball(&x[1], &x[0], 64);
            functions[i].ball(&x[2], &x[0], 300);
            CHECK(t, nh_ball_overlaps(&x[1], &x[2]));
            nh_ball_neg(&x[0], &x[0]);
            functions[i].ball(&x[1], &x[0], 64);
            functions[i].ball(&x[2], &x[0], 300);
            CHECK(t, nh_ball_overlaps(&x[1], &x[2]));
        }
        arb_zero_pm_inf(nh_arb(&x[0]));
        functions[i].ball(&x[1], &x[0], 64);
        nh_ball_set_int(&x[2], 1);
        functions[i].ball(&x[2], &x[2], 64);
        CHECK(t, nh_ball_contains(&x[1], &x[2]));
    }
    /* tiny ones are known well: sin x is x, cos x is 1, floor -x is -1 */
    set_huge(&x[0], -1, 40);
    nh_ball_sin(&x[1], &x[0], 64);
    CHECK(t, nh_ball_overlaps(&x[1], &x[0]) && nh_ball_accuracy_bits(&x[1]) > 60);
    nh_ball_neg(&x[0], &x[0]);
    nh_ball_floor(&x[1], &x[0], 64);
    CHECK(t, arb_equal_si(nh_arb(&x[1]), -1));
    nh_balls_free(x, 3);
}

static void test_extremes(void **state) {
    (void)state;
    run_trial(13, extreme_body);
}

/* The same for two arguments. */
static void extreme_pair_body(trial *t) {
    static const binary two[] = {nh_ball_mod,   nh_ball_min, nh_ball_max,
                                 nh_ball_atan2, nh_ball_pow, nh_ball_set_interval};
    nh_ball *x = nh_balls_new(4);
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        for (int k = 0; k < 64; k++) {
            for (int j = 0; j < 2; j++) {
                int kind = j == 0 ? k % 8 : k / 8;
                set_huge(&x[j], kind & 1 ? 1 : -1, kind & 2 ? 40 : 5);
                if (kind & 4) nh_ball_neg(&x[j], &x[j]);
                arb_mul_si(nh_arb(&x[j]), nh_arb(&x[j]), 2 * j + 1, 64);
            }
            two[i](&x[2], &x[0], &x[1], 64);
            two[i](&x[3], &x[0], &x[1], 300);
            CHECK(t, nh_ball_overlaps(&x[2], &x[3]));
        }
    }
    nh_balls_free(x, 4);
}

static void test_extreme_pairs(void **state) {
    (void)state;
    run_trial(14, extreme_pair_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_containment), cmocka_unit_test(test_libm),          cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_shrinkage),   cmocka_unit_test(test_wide),          cmocka_unit_test(test_identities),
        cmocka_unit_test(test_mod_min_max), cmocka_unit_test(test_mod_range),     cmocka_unit_test(test_atan2),
        cmocka_unit_test(test_edges),       cmocka_unit_test(test_atan2_edges),   cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_extremes),    cmocka_unit_test(test_extreme_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
