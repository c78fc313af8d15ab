/* Powers and roots of balls, against exact rationals and MPFR at random points, and case by case. */
#include "num/ball/ball.h"

#include "balls.h"

#include <math.h>

#include "num/rational_private.h"

#define REFERENCE_BITS 500

/* x^e at random points of the ball, exactly, for small integers e. */
static void check_integer_power(trial *t, const nh_ball *x, int64_t e, const nh_ball *result) {
    arf_t point;
    fmpq_t q;
    arf_init(point);
    fmpq_init(q);
    for (int i = 0; i < 3; i++) {
        random_point_of(t, point, x);
        arf_get_fmpq(q, point);
        if (fmpq_is_zero(q) && e < 0) {
            CHECK(t, is_undefined(result));
        } else {
            fmpq_pow_si(q, q, e);
            CHECK(t, arb_contains_fmpq(nh_arb_const(result), q));
        }
    }
    arf_clear(point);
    fmpq_clear(q);
}

static void integer_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    for (int k = test_count(3000); k > 0; k--) {
        int prec = random_prec(t);
        int64_t e = nh_random_between(&t->random, -9, 9);
        random_ball(t, &x[0], 20);
        nh_ball_set_int(&x[1], e);
        nh_ball_pow(&x[2], &x[0], &x[1], prec);
        check_integer_power(t, &x[0], e, &x[2]);
        if (e % 2 == 0 && nh_ball_is_finite(&x[2])) CHECK(t, arb_is_nonnegative(nh_arb(&x[2])));
        nh_ball_pow_rational(&x[3], &x[0], nh_rat_int(e), prec);
        CHECK(t, same_ball(&x[3], &x[2]));
        nh_ball_set(&x[3], &x[0]);
        nh_ball_pow(&x[3], &x[3], &x[1], prec);
        CHECK(t, same_ball(&x[3], &x[2]));
        nh_ball_pow(&x[1], &x[0], &x[1], prec);
        CHECK(t, same_ball(&x[1], &x[2]));
        nh_ball_pow_rational(&x[0], &x[0], nh_rat_int(e), prec);
        CHECK(t, same_ball(&x[0], &x[2]));
    }
    nh_balls_free(x, 4);
}

static void test_integers(void **state) {
    (void)state;
    run_trial(1, integer_body);
}

/* x^(p/q) as exp(p/q log |x|), with the sign that an odd q allows. */
static void refer_rational(nh_ball *r, const arf_t point, int64_t p, int64_t q) {
    mpfr_t y;
    int sign = arf_sgn(point);
    mpfr_init2(y, REFERENCE_BITS);
    arf_get_mpfr(y, point, MPFR_RNDN);
    mpfr_abs(y, y, MPFR_RNDN);
    mpfr_log(y, y, MPFR_RNDN);
    mpfr_mul_si(y, y, p, MPFR_RNDN);
    mpfr_div_si(y, y, q, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    if (sign < 0 && p % 2 != 0) mpfr_neg(y, y, MPFR_RNDN);
    set_reference(r, y, REFERENCE_BITS - 40);
    if (sign < 0 && q % 2 == 0) arb_indeterminate(nh_arb(r));
    mpfr_clear(y);
}

static void rational_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    arf_t point;
    arf_init(point);
    for (int k = test_count(3000); k > 0; k--) {
        int64_t most = chance(t, 10) ? INT64_C(1000000000000) : 9;
        nh_rat exponent = nh_rat_make(nh_random_between(&t->random, -7, 7), nh_random_between(&t->random, 1, most));
        random_ball(t, &x[0], 12);
        nh_ball_pow_rational(&x[1], &x[0], exponent, random_prec(t));
        for (int i = 0; i < 3; i++) {
            random_point_of(t, point, &x[0]);
            refer_rational(&x[2], point, exponent.num, exponent.den);
            if (exponent.num == 0) nh_ball_set_int(&x[2], 1);
            CHECK(t, nh_ball_is_finite(&x[2]) ? nh_ball_overlaps(&x[1], &x[2]) : is_undefined(&x[1]));
        }
    }
    arf_clear(point);
    nh_balls_free(x, 3);
}

static void test_rationals(void **state) {
    (void)state;
    run_trial(2, rational_body);
}

/* root^n contains x; odd roots are odd; an exact argument gives all bits. */
static void root_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    for (int k = test_count(2000); k > 0; k--) {
        int prec = random_prec(t), order = (int)(chance(t, 8) ? nh_random_between(&t->random, 1, 1000) : k % 7 + 1);
        random_ball(t, &x[0], 12);
        nh_ball_root(&x[1], &x[0], order, prec);
        CHECK(t, order % 2 == 1 || nh_ball_is_finite(&x[1]) == arb_is_nonnegative(nh_arb(&x[0])));
        nh_ball_pow_rational(&x[2], &x[1], nh_rat_int(order), prec);
        CHECK(t, nh_ball_contains(&x[2], &x[0]));
        if (order % 2 == 1) {
            nh_ball_neg(&x[2], &x[0]);
            nh_ball_root(&x[2], &x[2], order, prec);
            nh_ball_neg(&x[2], &x[2]);
            CHECK(t, nh_ball_is_finite(&x[1]) && nh_ball_overlaps(&x[1], &x[2]));
        }
        if (nh_ball_is_finite(&x[1]) && arb_is_exact(nh_arb(&x[0]))) CHECK(t, nh_ball_accuracy_bits(&x[1]) >= prec - 6);
    }
    nh_balls_free(x, 4);
}

static void test_roots(void **state) {
    (void)state;
    run_trial(3, root_body);
}

/* Real exponents at random points, where the base is not negative. */
static void real_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    arf_t point;
    mpfr_t m[3];
    arf_init(point);
    for (int i = 0; i < 3; i++) mpfr_init2(m[i], i < 2 ? 3000 : REFERENCE_BITS);
    for (int k = test_count(3000); k > 0; k--) {
        int prec = random_prec(t);
        random_ball(t, &x[0], 12);
        random_ball(t, &x[1], 6);
        nh_ball_pow(&x[2], &x[0], &x[1], prec);
        if (!arb_is_exact(nh_arb(&x[1]))) CHECK(t, !nh_ball_is_finite(&x[2]) || arb_is_nonnegative(nh_arb(&x[0])));
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                random_point_of(t, point, &x[j]);
                arf_get_mpfr(m[j], point, MPFR_RNDN);
            }
            mpfr_pow(m[2], m[0], m[1], MPFR_RNDN);
            set_reference(&x[3], m[2], REFERENCE_BITS - 40);
            CHECK(t, nh_ball_is_finite(&x[3]) ? nh_ball_overlaps(&x[2], &x[3]) : is_undefined(&x[2]));
        }
    }
    for (int i = 0; i < 3; i++) mpfr_clear(m[i]);
    arf_clear(point);
    nh_balls_free(x, 4);
}

static void test_reals(void **state) {
    (void)state;
    run_trial(4, real_body);
}

/* Exact arguments give all bits but a few, also where the exponent is large; and what is exact stays so. */
static void precision_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int k = test_count(300); k > 0; k--) {
        int prec = (int)nh_random_between(&t->random, 30, 300);
        nh_ball_set_double(&x[0], nh_random_uniform(&t->random, 0.01, 100));
        nh_ball_set_double(&x[1],
                           ldexp(nh_random_uniform(&t->random, -1, 1), (int)nh_random_between(&t->random, -20, 25)));
        nh_ball_pow(&x[2], &x[0], &x[1], prec);
        CHECK(t, nh_ball_accuracy_bits(&x[2]) >= prec - 4);
        int64_t p = nh_random_between(&t->random, -(INT64_C(1) << 40), INT64_C(1) << 40);
        nh_ball_pow_rational(&x[2], &x[0], nh_rat_make(p, nh_random_between(&t->random, 1, 30)), prec);
        CHECK(t, nh_ball_accuracy_bits(&x[2]) >= prec - 4);
    }
    nh_ball_set_int(&x[0], 9);
    nh_ball_set_double(&x[1], 1.5);
    nh_ball_pow(&x[2], &x[0], &x[1], 53);
    CHECK(t, arb_equal_si(nh_arb(&x[2]), 27));
    nh_balls_free(x, 3);
}

static void test_precision(void **state) {
    (void)state;
    run_trial(7, precision_body);
}

/* base from, to; exponent from, to; power from, to (NAN: not finite). */
#define NONE (double)NAN
static const double edges[][6] = {
    {0, 0, 0, 0, 1, 1},
    {0, 0, 3, 3, 0, 0},
    {0, 0, -1, -1, NONE, NONE},
    {0, 0, 0.5, 0.5, 0, 0},
    {0, 0, 0.3, 0.4, 0, 0},
    {0, 0, -0.3, 0.4, NONE, NONE},
    {-2, 3, 0, 0, 1, 1},
    {-2, 3, 2, 2, 0, 9},
    {-3, 2, 2, 2, 0, 9},
    {-2, 3, 3, 3, -8, 27},
    {-2, 3, -2, -2, NONE, NONE},
    {-3, -2, 2, 2, 4, 9},
    {-3, -2, 3, 3, -27, -8},
    {-3, -2, -1, -1, -0.5, -0.3333333333333333},
    {1, 3, 10, 10, 1, 59049},
    {1, 3, -2, -2, 0.1111111111111111, 1},
    {0, 4, 0.5, 0.5, 0, 2},
    {0, 4, 1.5, 1.5, 0, 8},
    {0, 4, 0.5, 1.5, 0, 8},
    {0, 0.25, 0.5, 1.5, 0, 0.5},
    {0, 4, -0.5, -0.5, NONE, NONE},
    {0, 4, -0.5, 0.5, NONE, NONE},
    {-1, 4, 0.5, 0.5, NONE, NONE},
    {-1, 4, 2, 2.5, NONE, NONE},
    {-4, -4, 0.5, 0.5, NONE, NONE},
    {0.5, 2, -1, 1, 0.5, 2},
    {0.5, 4, -1, 2, 0.25, 16},
};

static void edge_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    char what[32];
    t->what = what;
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
        const double *e = edges[k];
        double low, high;
        snprintf(what, sizeof what, "edge %zu", k);
        set_ends(&x[0], e[0], e[1]);
        set_ends(&x[1], e[2], e[3]);
        nh_ball_pow(&x[2], &x[0], &x[1], 64);
        nh_ball_bounds(&x[2], &low, &high);
        double slack = 1e-6 * fmax(1, fabs(e[5]));
        if (isnan(e[4])) CHECK(t, is_undefined(&x[2]));
        else CHECK(t, low <= e[4] && low >= e[4] - slack && high >= e[5] && high <= e[5] + slack);
    }
    t->what = NULL;
    nh_balls_free(x, 3);
}

static void test_edges(void **state) {
    (void)state;
    run_trial(5, edge_body);
}

/* base^(10^30 + extra), an integer far beyond a machine word. */
static void power_of_huge(trial *t, nh_ball *r, const nh_ball *base, int64_t extra, int prec) {
    nh_rat exponent = nh_rat_add(t->arena, nh_rat_pow(t->arena, nh_rat_int(10), 30), nh_rat_int(extra));
    nh_ball_pow_rational(r, base, exponent, prec);
}

static void huge_exponent_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    nh_ball_set_int(&x[0], -1);
    power_of_huge(t, &x[1], &x[0], 0, 64);
    CHECK(t, nh_ball_contains_rational(&x[1], nh_rat_int(1)) && nh_ball_accuracy_bits(&x[1]) > 50);
    power_of_huge(t, &x[1], &x[0], 1, 64);
    CHECK(t, nh_ball_contains_rational(&x[1], nh_rat_int(-1)) && nh_ball_accuracy_bits(&x[1]) > 50);
    set_ends(&x[0], -0.5, 1);
    power_of_huge(t, &x[1], &x[0], 0, 64);
    CHECK(t, nh_ball_contains_rational(&x[1], nh_rat_int(0)) && nh_ball_contains_rational(&x[1], nh_rat_int(1)));
    CHECK(t, arb_is_nonnegative(nh_arb(&x[1])) && nh_ball_radius(&x[1]) < 0.5001);
    /* (1 + 10^-30)^(10^30) = e (1 - 10^-30/2 + ...) */
    nh_rat tiny = nh_rat_pow(t->arena, nh_rat_int(10), -30);
    nh_ball_set_rational(&x[0], nh_rat_add(t->arena, tiny, nh_rat_int(1)), 400);
    power_of_huge(t, &x[1], &x[0], 0, 200);
    CHECK(t, fabs(nh_ball_double(&x[1]) - 2.718281828459045) < 1e-15 && nh_ball_accuracy_bits(&x[1]) > 190);
    /* a third of a million bits of exponent */
    nh_ball_set_rational(&x[0], nh_rat_make(1, 3), 64);
    nh_ball_pow_rational(&x[1], &x[0], nh_rat_pow(t->arena, nh_rat_int(10), 100000), 64);
    CHECK(t, nh_ball_double(&x[1]) == 0 && arb_is_nonnegative(nh_arb(&x[1])));
    /* exponents that no integer type holds, as balls and as rationals */
    set_huge(&x[1], 1, 40);
    nh_ball_set_int(&x[0], 3);
    nh_ball_pow(&x[2], &x[0], &x[1], 64);
    nh_ball_set_rational(&x[0], nh_rat_make(1, 3), 64);
    nh_ball_pow(&x[2], &x[0], &x[1], 64);
    CHECK(t, nh_ball_double(&x[2]) == 0);
    nh_ball_set_int(&x[0], 2);
    nh_ball_pow_rational(&x[2], &x[0], nh_rat_div(t->arena, nh_rat_add(t->arena, tiny, nh_rat_int(1)), nh_rat_int(2)),
                         64);
    CHECK(t, fabs(nh_ball_double(&x[2]) - 1.4142135623730951) < 1e-15 && nh_ball_accuracy_bits(&x[2]) > 55);
    nh_balls_free(x, 3);
}

static void test_huge_exponents(void **state) {
    (void)state;
    run_trial(6, huge_exponent_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),  cmocka_unit_test(test_rationals), cmocka_unit_test(test_roots),
        cmocka_unit_test(test_reals),     cmocka_unit_test(test_edges),     cmocka_unit_test(test_huge_exponents),
        cmocka_unit_test(test_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
