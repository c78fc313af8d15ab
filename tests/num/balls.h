/* What the tests of balls share: bodies that run inside the guard, and random balls that are often corner cases.
 *
 * cmocka leaves a failed test by a jump in the thread of the test, and a body runs in the worker. So a body says CHECK,
 * which counts, and the test fails when the worker has come back. */
#ifndef NH_TESTS_BALLS_H
#define NH_TESTS_BALLS_H

#include "support.h"

/* Before FLINT, which only then declares its conversions to and from MPFR. */
#include <mpfr.h>

#include "num/ball/ball_private.h"

typedef struct trial {
    nh_random random;
    nh_context *context;
    nh_arena *arena;
    void (*body)(struct trial *t);
    int failures;
    const char *what; /* the current case, for the message */
} trial;

#define CHECK(t, condition) ((condition) ? (void)0 : trial_failed((t), #condition, __FILE__, __LINE__))

static inline void trial_failed(trial *t, const char *condition, const char *file, int line) {
    if (t->failures++ < 10)
        print_error("%s:%d: not true: %s (%s)\n", file, line, condition, t->what != NULL ? t->what : "");
}

static inline void trial_inside(nh_context *context, void *argument) {
    trial *t = argument;
    t->arena = nh_arena_create(context);
    t->body(t);
    nh_arena_destroy(t->arena);
}

static inline void trial_protected(nh_context *context, void *argument) {
    test_guard_call(context, trial_inside, argument);
}

/* Runs the body in the guard of a new context. */
static inline void run_trial(uint64_t stream, void (*body)(trial *t)) {
    trial t = {.random = nh_random_make(test_seed(), stream), .context = test_context(), .body = body};
    test_run(t.context, trial_protected, &t);
    nh_context_destroy(t.context);
    assert_int_equal(t.failures, 0);
}

static inline bool chance(trial *t, unsigned one_in) {
    return nh_random_below(&t->random, one_in) == 0;
}

/* A dyadic number: zero, small integers and halves, doubles, long mantissas; |exponent| up to `reach`. */
static inline void random_point(trial *t, arf_t x, int reach) {
    nh_random *random = &t->random;
    int64_t exponent = chance(t, 4) ? nh_random_between(random, -reach, reach) : nh_random_between(random, -3, 4);
    switch (nh_random_below(random, 6)) {
        case 0: arf_zero(x); break;
        case 1: arf_set_si(x, nh_random_between(random, -3, 3)); break;
        case 2:
            arf_set_si(x, nh_random_between(random, -40, 40));
            arf_mul_2exp_si(x, x, -nh_random_between(random, 0, 5));
            break;
        case 3:
            arf_set_d(x, nh_random_uniform(random, -1, 1));
            arf_mul_2exp_si(x, x, exponent);
            break;
        case 4:
            arf_set_si(x, chance(t, 2) ? 1 : -1);
            arf_mul_2exp_si(x, x, exponent);
            break;
        default:
            arf_zero(x);
            for (int limb = (int)nh_random_between(random, 1, 5); limb > 0; limb--) {
                arf_mul_2exp_si(x, x, 64);
                arf_add_ui(x, x, nh_random_u64(random), ARF_PREC_EXACT, ARF_RND_DOWN);
            }
            arf_mul_2exp_si(x, x, -arf_abs_bound_lt_2exp_si(x) + exponent);
            if (chance(t, 2)) arf_neg(x, x);
    }
}

/* r := |x| as a radius, as nearly as a radius can be; exactly when x is short. */
static inline void set_radius(mag_t r, const arf_t x) {
    arb_t ball;
    arf_t zero, twice;
    arb_init(ball);
    arf_init(zero);
    arf_init(twice);
    arf_abs(twice, x);
    arf_mul_2exp_si(twice, twice, 1);
    nh_arb_hull(ball, zero, twice, 64);
    mag_set(r, arb_radref(ball));
    arb_clear(ball);
    arf_clear(zero);
    arf_clear(twice);
}

/* A finite ball: exact, narrow, wide, around zero, or with an end at 0 or at +-1. */
static inline void random_ball(trial *t, nh_ball *a, int reach) {
    nh_random *random = &t->random;
    arb_struct *x = nh_arb(a);
    arf_t size;
    arf_init(size);
    mag_zero(arb_radref(x));
    random_point(t, arb_midref(x), reach);
    switch (nh_random_below(random, 6)) {
        case 0:
        case 1: break;
        case 2: /* narrow */ arf_mul_2exp_si(size, arb_midref(x), -nh_random_between(random, 2, 250)); break;
        case 3: /* as wide as anything */ random_point(t, size, reach); break;
        case 4: /* touches 0, when the middle is short */ arf_set(size, arb_midref(x)); break;
        default: /* touches 1 or -1, when the middle is short */
            arf_abs(size, arb_midref(x));
            arf_sub_ui(size, size, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    set_radius(arb_radref(x), size);
    arf_clear(size);
}

/* A point of the ball, exactly: an end, the middle, or between; the middle when it would take too many bits. */
static inline void random_point_of(trial *t, arf_t point, const nh_ball *a) {
    const arb_struct *x = nh_arb_const(a);
    arf_t step;
    arf_init(step);
    arf_set_mag(step, arb_radref(x));
    int64_t part =
        chance(t, 2) ? nh_random_between(&t->random, -1, 1) * 1024 : nh_random_between(&t->random, -1024, 1024);
    arf_mul_si(step, step, part, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(step, step, -10);
    if (arf_abs_bound_lt_2exp_si(step) < -1000) arf_zero(step);
    arf_add(point, arb_midref(x), step, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(step);
}

static inline int random_prec(trial *t) {
    return (int)(chance(t, 4) ? nh_random_between(&t->random, 2, 10) : nh_random_between(&t->random, 20, 300));
}

static inline void set_ends(nh_ball *r, double low, double high) {
    arf_t a, b;
    arf_init(a);
    arf_init(b);
    arf_set_d(a, low);
    arf_set_d(b, high);
    nh_arb_hull(nh_arb(r), a, b, 200);
    arf_clear(a);
    arf_clear(b);
}

/* Not only unbounded: an operation on what is unbounded can be finite, one on what is undefined cannot. */
static inline bool is_undefined(const nh_ball *a) {
    return nh_arb_is_nan(nh_arb_const(a)) && !nh_ball_is_finite(a);
}

static inline bool same_ball(const nh_ball *a, const nh_ball *b) {
    return arb_equal(nh_arb_const(a), nh_arb_const(b)) != 0;
}

/* r := a value of MPFR that is good to this many bits; undefined where there is none. */
static inline void set_reference(nh_ball *r, const mpfr_t value, int bits) {
    arf_set_mpfr(arb_midref(nh_arb(r)), value);
    mag_zero(arb_radref(nh_arb(r)));
    if (!mpfr_number_p(value)) arb_indeterminate(nh_arb(r));
    else if (!mpfr_zero_p(value)) arf_mag_set_ulp(arb_radref(nh_arb(r)), arb_midref(nh_arb(r)), bits);
}

/* 2^(sign 2^bits). */
static inline void set_huge(nh_ball *r, int sign, int bits) {
    fmpz_t exponent;
    fmpz_init(exponent);
    fmpz_set_si(exponent, sign);
    fmpz_mul_2exp(exponent, exponent, (ulong)bits);
    arb_one(nh_arb(r));
    arf_mul_2exp_fmpz(arb_midref(nh_arb(r)), arb_midref(nh_arb(r)), exponent);
    fmpz_clear(exponent);
}

#endif
