/* Balls: memory, setting, arithmetic and questions, against exact rational arithmetic at random
 * points of the arguments. */
#include "num/ball/ball.h"

#include "balls.h"

#include <limits.h>
#include <math.h>

#include "num/rational_private.h"

static void layout_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int i = 0; i < 3; i++) CHECK(t, arb_is_zero(nh_arb(&x[i])));
    arb_set_si(nh_arb(&x[0]), 7);
    nh_ball_set_int(&x[1], 7);
    CHECK(t, nh_ball_contains(&x[0], &x[1]) && nh_ball_contains(&x[1], &x[0]));
    /* Arb's fields lie in the words in this order: exponent, size, two words of mantissa, exponent and
     * mantissa of the radius */
    arb_struct *y = nh_arb(&x[2]);
    arb_set_d(y, 0.75);
    mag_set_ui_2exp_si(arb_radref(y), 1, -3);
    CHECK(t, x[2].words[0] == (uint64_t)*ARF_EXPREF(arb_midref(y)) && x[2].words[1] == ARF_MAKE_XSIZE(1, 0));
    CHECK(t, x[2].words[2] == UINT64_C(0xc000000000000000));
    CHECK(t, (int64_t)x[2].words[4] == MAG_EXP(arb_radref(y)) && x[2].words[5] == MAG_MAN(arb_radref(y)));
    nh_balls_free(x, 3);
    nh_balls_free(nh_balls_new(0), 0);
}

static void test_layout(void **state) {
    (void)state;
    run_trial(1, layout_body);
}

static void setting_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    nh_ball_set_int(&x[0], INT64_MIN);
    CHECK(t, nh_ball_double(&x[0]) == -0x1p63 && nh_ball_radius(&x[0]) == 0);
    nh_ball_set_double(&x[0], 0.1);
    CHECK(t, nh_ball_double(&x[0]) == 0.1 && nh_ball_radius(&x[0]) == 0);
    nh_ball_set(&x[1], &x[0]);
    CHECK(t, same_ball(&x[0], &x[1]));
    nh_ball_set_double(&x[0], (double)INFINITY);
    CHECK(t, is_undefined(&x[0]));
    nh_ball_inv(&x[0], &x[0], 53);
    CHECK(t, is_undefined(&x[0]));
    nh_ball_pi(&x[0], 200);
    CHECK(t, fabs(nh_ball_double(&x[0]) - 3.14159265358979323846) < 1e-15 && nh_ball_accuracy_bits(&x[0]) > 190);
    nh_balls_free(x, 2);
}

static void test_setting(void **state) {
    (void)state;
    run_trial(2, setting_body);
}

static nh_rat random_rational(trial *t) {
    nh_rat a = nh_rat_make(nh_random_between(&t->random, -50, 50), nh_random_between(&t->random, 1, 9));
    if (chance(t, 3))
        a = nh_rat_make((int64_t)nh_random_u64(&t->random) / 2, nh_random_between(&t->random, 1, INT64_MAX));
    if (chance(t, 4)) a = nh_rat_pow(t->arena, a, nh_random_between(&t->random, 1, 12));
    return a;
}

static void rational_body(trial *t) {
    nh_ball *x = nh_balls_new(1);
    for (int k = test_count(500); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        nh_rat a = random_rational(t);
        int prec = random_prec(t);
        nh_ball_set_rational(x, a, prec);
        CHECK(t, nh_ball_contains_rational(x, a));
        CHECK(t, nh_ball_accuracy_bits(x) >= prec - 2);
        nh_rat tiny = nh_rat_pow(t->arena, nh_rat_int(2), -1000);
        CHECK(t, arb_is_exact(nh_arb(x)) == !nh_ball_contains_rational(x, nh_rat_add(t->arena, a, tiny)));
        nh_arena_release(t->arena, mark);
    }
    nh_balls_free(x, 1);
}

static void test_rationals(void **state) {
    (void)state;
    run_trial(3, rational_body);
}

typedef void (*binary)(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec);

/* a*b + c with c one more ball, to fit the shape of the others. */
static nh_ball *addend;
static void fma_addend(nh_ball *r, const nh_ball *a, const nh_ball *b, int prec) {
    nh_ball_fma(r, a, b, addend, prec);
}

static void exact(fmpq_t r, int operation, const fmpq_t a, const fmpq_t b, const fmpq_t c) {
    switch (operation) {
        case 0: fmpq_add(r, a, b); break;
        case 1: fmpq_sub(r, a, b); break;
        case 2: fmpq_mul(r, a, b); break;
        case 3: fmpq_div(r, a, b); break;
        default: fmpq_mul(r, a, b); fmpq_add(r, r, c);
    }
}

static const binary operations[] = {nh_ball_add, nh_ball_sub, nh_ball_mul, nh_ball_div, fma_addend};

/* The exact result at random points of the arguments must be in the ball. */
static void check_points(trial *t, int operation, const nh_ball *x, const nh_ball *result) {
    fmpq_t q[4];
    arf_t point;
    arf_init(point);
    for (int i = 0; i < 4; i++) fmpq_init(q[i]);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 3; i++) {
            random_point_of(t, point, &x[i]);
            arf_get_fmpq(q[i], point);
        }
        if (operation == 3 && fmpq_is_zero(q[1])) {
            CHECK(t, is_undefined(result));
        } else {
            exact(q[3], operation, q[0], q[1], q[2]);
            CHECK(t, arb_contains_fmpq(nh_arb_const(result), q[3]));
        }
    }
    for (int i = 0; i < 4; i++) fmpq_clear(q[i]);
    arf_clear(point);
}

static void check_aliases(trial *t, binary f, const nh_ball *x, const nh_ball *result, nh_ball *work, int prec) {
    for (int i = 0; i < 2; i++) {
        nh_ball_set(work, &x[i]);
        f(work, i == 0 ? work : &x[0], i == 1 ? work : &x[1], prec);
        CHECK(t, same_ball(work, result));
    }
}

static void arithmetic_body(trial *t) {
    nh_ball *x = nh_balls_new(5); /* arguments, result, work */
    addend = &x[2];
    for (int k = test_count(4000); k > 0; k--) {
        int prec = random_prec(t), operation = k % 5;
        for (int i = 0; i < 3; i++) random_ball(t, &x[i], 100);
        operations[operation](&x[3], &x[0], &x[1], prec);
        check_points(t, operation, x, &x[3]);
        check_aliases(t, operations[operation], x, &x[3], &x[4], prec);
    }
    nh_balls_free(x, 5);
}

static void test_arithmetic(void **state) {
    (void)state;
    run_trial(4, arithmetic_body);
}

static void fma_alias_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    for (int k = test_count(500); k > 0; k--) {
        int prec = random_prec(t);
        for (int i = 0; i < 3; i++) random_ball(t, &x[i], 100);
        nh_ball_fma(&x[3], &x[0], &x[1], &x[2], prec);
        nh_ball_fma(&x[2], &x[0], &x[1], &x[2], prec);
        CHECK(t, same_ball(&x[2], &x[3]));
        nh_ball_neg(&x[3], &x[0]);
        nh_ball_add(&x[3], &x[3], &x[0], prec);
        CHECK(t, arb_contains_zero(nh_arb(&x[3])));
        nh_ball_inv(&x[3], &x[0], prec);
        nh_ball_set_int(&x[1], 1);
        nh_ball_div(&x[2], &x[1], &x[0], prec);
        CHECK(t, nh_ball_is_finite(&x[2]) ? nh_ball_overlaps(&x[2], &x[3]) : is_undefined(&x[3]));
    }
    nh_balls_free(x, 4);
}

static void test_fma_and_inverse(void **state) {
    (void)state;
    run_trial(5, fma_alias_body);
}

/* An exact argument gives a result good to the precision, which improves with it. */
static void precision_body(trial *t) {
    nh_ball *x = nh_balls_new(5);
    addend = &x[2];
    for (int k = test_count(500); k > 0; k--) {
        int operation = k % 4, prec = (int)nh_random_between(&t->random, 10, 200);
        for (int i = 0; i < 2; i++) {
            do random_point(t, arb_midref(nh_arb(&x[i])), 100);
            while (arf_is_zero(arb_midref(nh_arb(&x[i]))));
        }
        operations[operation](&x[3], &x[0], &x[1], prec);
        operations[operation](&x[4], &x[0], &x[1], 2 * prec);
        CHECK(t, nh_ball_accuracy_bits(&x[3]) >= prec - 2 && nh_ball_accuracy_bits(&x[4]) >= 2 * prec - 2);
        CHECK(t, nh_ball_overlaps(&x[3], &x[4]));
    }
    nh_balls_free(x, 5);
}

static void test_precision(void **state) {
    (void)state;
    run_trial(6, precision_body);
}

/* The hull contains both balls, and keeps short ends: what touches the edge of a domain must not cross it. */
static void interval_body(trial *t) {
    static const double ends[][2] = {{0, 2}, {0, 0.1},  {-0.7, 0},    {-1, 0.3},          {0.1, 1},
                                     {1, 1}, {-0.3, 3}, {0x1p-80, 1}, {0x1.99999ap-43, 1}};
    nh_ball *x = nh_balls_new(4);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        double low, high;
        nh_ball_set_double(&x[0], ends[k][0]);
        nh_ball_set_double(&x[1], ends[k][1]);
        nh_ball_set_interval(&x[2], &x[0], &x[1], 200);
        nh_ball_bounds(&x[2], &low, &high);
        CHECK(t, low <= ends[k][0] && high >= ends[k][1]);
        CHECK(t, low == ends[k][0] || high == ends[k][1]);
        CHECK(t, high - low <= (ends[k][1] - ends[k][0]) * (1 + 0x1p-28));
        if (ends[k][0] >= 0) CHECK(t, arb_is_nonnegative(nh_arb(&x[2])));
        if (ends[k][0] > 0) CHECK(t, arb_is_positive(nh_arb(&x[2])));
        if (ends[k][0] == 0.1) CHECK(t, high == 1);
    }
    for (int k = test_count(1000); k > 0; k--) {
        int prec = random_prec(t);
        random_ball(t, &x[0], 100);
        random_ball(t, &x[1], 100);
        nh_ball_set_interval(&x[2], &x[0], &x[1], prec);
        nh_ball_set_interval(&x[3], &x[1], &x[0], prec);
        CHECK(t, nh_ball_contains(&x[2], &x[0]) && nh_ball_contains(&x[2], &x[1]));
        CHECK(t, nh_ball_contains(&x[3], &x[0]) && nh_ball_contains(&x[3], &x[1]));
        if (arb_is_nonnegative(nh_arb(&x[0])) && arb_is_nonnegative(nh_arb(&x[1])))
            CHECK(t, arb_is_nonnegative(nh_arb(&x[2])));
    }
    nh_balls_free(x, 4);
}

static void test_intervals(void **state) {
    (void)state;
    run_trial(7, interval_body);
}

/* Answers are compared with those of the exact ends. */
static void check_questions(trial *t, const nh_ball *x) {
    arf_t end[4]; /* low and high of both */
    bool certain;
    for (int i = 0; i < 4; i++) arf_init(end[i]);
    for (int i = 0; i < 2; i++) {
        arb_get_lbound_arf(end[2 * i], nh_arb_const(&x[i]), ARF_PREC_EXACT);
        arb_get_ubound_arf(end[2 * i + 1], nh_arb_const(&x[i]), ARF_PREC_EXACT);
    }
    nh_truth less = arf_cmp(end[1], end[2]) < 0 ? NH_YES : arf_cmp(end[0], end[3]) >= 0 ? NH_NO : NH_UNKNOWN;
    CHECK(t, nh_ball_less(&x[0], &x[1]) == less);
    CHECK(t, nh_ball_overlaps(&x[0], &x[1]) == (arf_cmp(end[0], end[3]) <= 0 && arf_cmp(end[1], end[2]) >= 0));
    CHECK(t, nh_ball_contains(&x[0], &x[1]) == (arf_cmp(end[0], end[2]) <= 0 && arf_cmp(end[1], end[3]) >= 0));
    int low = arf_sgn(end[0]), high = arf_sgn(end[1]), sign = nh_ball_sign_of(&x[0], &certain);
    CHECK(t, certain == (low == high && (low != 0 || arf_equal(end[0], end[1]))));
    CHECK(t, !certain || sign == low);
    nh_truth zero = low * high > 0 ? NH_NO : low == 0 && high == 0 ? NH_YES : NH_UNKNOWN;
    CHECK(t, nh_ball_is_zero(&x[0]) == zero);
    for (int i = 0; i < 4; i++) arf_clear(end[i]);
}

static void question_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    for (int k = test_count(3000); k > 0; k--) {
        random_ball(t, &x[0], 50);
        random_ball(t, &x[1], 50);
        check_questions(t, x);
    }
    arb_indeterminate(nh_arb(&x[0]));
    bool certain;
    nh_ball_sign_of(&x[0], &certain);
    CHECK(t, !certain && nh_ball_is_zero(&x[0]) == NH_UNKNOWN && !nh_ball_is_finite(&x[0]));
    CHECK(t, nh_ball_less(&x[0], &x[1]) == NH_UNKNOWN && nh_ball_less(&x[1], &x[0]) == NH_UNKNOWN);
    CHECK(t, nh_ball_contains(&x[0], &x[1]) && !nh_ball_contains(&x[1], &x[0]) && nh_ball_overlaps(&x[0], &x[1]));
    CHECK(t, nh_ball_accuracy_bits(&x[0]) <= 0);
    arb_pos_inf(nh_arb(&x[0]));
    CHECK(t, nh_ball_accuracy_bits(&x[0]) <= 0 && !nh_ball_is_finite(&x[0]));
    nh_ball_set_int(&x[0], 3);
    CHECK(t, nh_ball_accuracy_bits(&x[0]) == INT_MAX);
    set_ends(&x[0], -1, 1);
    CHECK(t, nh_ball_accuracy_bits(&x[0]) <= 0);
    nh_balls_free(x, 2);
}

static void test_questions(void **state) {
    (void)state;
    run_trial(8, question_body);
}

/* Numbers whose exact sums would fill all memory are compared and added all the same. */
static void huge_body(trial *t) {
    nh_ball *x = nh_balls_new(4);
    set_huge(&x[0], 1, 40);
    set_huge(&x[1], -1, 40);
    nh_ball_add(&x[2], &x[0], &x[1], 64);
    CHECK(t, nh_ball_contains(&x[2], &x[0]) && nh_ball_accuracy_bits(&x[2]) >= 60);
    CHECK(t, nh_ball_less(&x[1], &x[0]) == NH_YES && nh_ball_is_zero(&x[1]) == NH_NO);
    nh_ball_mul(&x[2], &x[0], &x[1], 64);
    CHECK(t, arb_is_one(nh_arb(&x[2])));
    nh_ball_set_int(&x[3], 1);
    arb_add_error(nh_arb(&x[3]), nh_arb(&x[1])); /* 1 +- 2^-2^40 */
    CHECK(t, nh_ball_contains(&x[3], &x[2]) && !nh_ball_contains(&x[2], &x[3]) && nh_ball_overlaps(&x[3], &x[2]));
    CHECK(t, nh_ball_contains_rational(&x[3], nh_rat_int(1)) && !nh_ball_contains_rational(&x[3], nh_rat_make(1, 3)));
    nh_ball_set_interval(&x[2], &x[1], &x[0], 64);
    CHECK(t, nh_ball_contains(&x[2], &x[3]));
    nh_balls_free(x, 4);
}

static void test_huge_exponents(void **state) {
    (void)state;
    run_trial(9, huge_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),          cmocka_unit_test(test_setting),
        cmocka_unit_test(test_rationals),       cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_fma_and_inverse), cmocka_unit_test(test_precision),
        cmocka_unit_test(test_intervals),       cmocka_unit_test(test_questions),
        cmocka_unit_test(test_huge_exponents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
