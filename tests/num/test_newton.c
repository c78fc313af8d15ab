/* Interval Newton: roots that are known, boxes without a root, roots that cannot be proved; and on random systems whose
 * roots are all known, that no answer is ever wrong. */
#include "num/newton.h"

#include "balls.h"

#include <math.h>
#include <string.h>

/* 200 digits, from tables. */
static const char sqrt_digits[] =
    "1.4142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276415727"
    "350138462309122970249248360558507372126441214970999358314132226659275055927557999505011527820605714";

/* r := a^2, which is not negative however wide a is. */
static void square(nh_ball *r, const nh_ball *a, int prec) {
    nh_ball_pow_rational(r, a, nh_rat_int(2), prec);
}

/* x^2 - *user */
static bool square_minus(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    nh_ball *c = nh_balls_new(1);
    nh_ball_set_int(c, *(const int64_t *)user);
    square(f, x, prec);
    nh_ball_sub(f, f, c, prec);
    if (jacobian != NULL) nh_ball_add(jacobian, x, x, prec);
    nh_balls_free(c, 1);
    return true;
}

/* x^2 + y^2 + z^2 - 1, 2 x^2 + y^2 - 4 z, 3 x^2 - 4 y + z^2 */
static bool three(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    static const int squares[3][3] = {{1, 1, 1}, {2, 1, 0}, {3, 0, 1}};
    static const int linear[3][3] = {{0, 0, 0}, {0, 0, -4}, {0, -4, 0}};
    (void)user;
    nh_ball *t = nh_balls_new(3); /* square, coefficient, work */
    for (int i = 0; i < 3; i++) {
        nh_ball_set_int(&f[i], i == 0 ? -1 : 0);
        for (int j = 0; j < 3; j++) {
            nh_ball_set_int(&t[1], squares[i][j]);
            square(&t[0], &x[j], prec);
            nh_ball_fma(&f[i], &t[0], &t[1], &f[i], prec);
            nh_ball_set_int(&t[0], linear[i][j]);
            nh_ball_fma(&f[i], &t[0], &x[j], &f[i], prec);
            if (jacobian == NULL) continue;
            nh_ball_add(&t[2], &x[j], &x[j], prec);
            nh_ball_fma(&jacobian[i + 3 * j], &t[1], &t[2], &t[0], prec);
        }
    }
    nh_balls_free(t, 3);
    return true;
}

/* x^2 + y^2 - 1, y - x: the circle and the line. */
static bool circle(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user;
    nh_ball *t = nh_balls_new(1);
    square(&f[0], &x[0], prec);
    square(t, &x[1], prec);
    nh_ball_add(&f[0], &f[0], t, prec);
    nh_ball_set_int(t, 1);
    nh_ball_sub(&f[0], &f[0], t, prec);
    nh_ball_sub(&f[1], &x[1], &x[0], prec);
    if (jacobian != NULL) {
        nh_ball_add(&jacobian[0], &x[0], &x[0], prec);
        nh_ball_add(&jacobian[2], &x[1], &x[1], prec);
        nh_ball_set_int(&jacobian[1], -1);
        nh_ball_set_int(&jacobian[3], 1);
    }
    nh_balls_free(t, 1);
    return true;
}

static bool nowhere(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user, (void)f, (void)jacobian, (void)x, (void)prec;
    return false;
}

/* exp x - 1: from a large x, Newton's method takes steps of 1. */
static bool exponential(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user;
    nh_ball *one = nh_balls_new(1);
    nh_ball_set_int(one, 1);
    nh_ball_exp(f, x, prec);
    if (jacobian != NULL) nh_ball_set(jacobian, f);
    nh_ball_sub(f, f, one, prec);
    nh_balls_free(one, 1);
    return true;
}

/* log x - 1, undefined from 0 down. */
static bool logarithm(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user;
    nh_ball *one = nh_balls_new(1);
    nh_ball_set_int(one, 1);
    nh_ball_log(f, x, prec);
    nh_ball_sub(f, f, one, prec);
    if (jacobian != NULL) nh_ball_inv(jacobian, x, prec);
    nh_balls_free(one, 1);
    return true;
}

static bool is_known_to(const nh_ball *x, int digits) {
    return nh_ball_radius(x) <= pow(10, -digits) * fmax(1, fabs(nh_ball_double(x)));
}

/* Whether x is known to this many digits, and contains the number of the table with its unknown rest. */
static bool is_sqrt_two(trial *t, const nh_ball *x, int digits) {
    nh_rat value;
    nh_ball *table = nh_balls_new(1);
    CHECK(t, nh_rat_read(t->arena, sqrt_digits, strlen(sqrt_digits), &value) == strlen(sqrt_digits));
    nh_ball_set_rational(table, value, 900);
    arb_add_error_2exp_si(nh_arb(table), -657); /* 10^-198 */
    bool is = nh_ball_contains(x, table) && is_known_to(x, digits);
    nh_balls_free(table, 1);
    return is;
}

static void root_body(trial *t) {
    int64_t two = 2;
    nh_ball *x = nh_balls_new(1);
    for (int digits = 1; digits <= 190; digits += 1 + digits / 3) {
        nh_ball_set_double(x, 1.4);
        CHECK(t, nh_newton_certify(x, 1, square_minus, &two, digits) == NH_NEWTON_PROVED);
        CHECK(t, is_sqrt_two(t, x, digits));
    }
    /* from far away, from the root itself as a double, and from an interval of which only the middle counts */
    static const double starts[] = {1, 10, 1.4142135623730951, -1};
    for (int i = 0; i < 4; i++) {
        nh_ball_set_double(x, starts[i]);
        CHECK(t, nh_newton_certify(x, 1, square_minus, &two, 50) == NH_NEWTON_PROVED);
        if (starts[i] < 0) nh_ball_neg(x, x);
        CHECK(t, is_sqrt_two(t, x, 50));
    }
    set_ends(x, -1, 4);
    CHECK(t, nh_newton_certify(x, 1, square_minus, &two, 100) == NH_NEWTON_PROVED);
    CHECK(t, is_sqrt_two(t, x, 100));
    nh_balls_free(x, 1);
}

static void test_square_root(void **state) {
    (void)state;
    run_trial(1, root_body);
}

/* Large and small roots: relative above 1, absolute below. */
static void scale_body(trial *t) {
    int64_t value = INT64_C(1000000000000000000);
    nh_ball *x = nh_balls_new(2);
    nh_ball_set_double(x, 1.1e9);
    CHECK(t, nh_newton_certify(x, 1, square_minus, &value, 30) == NH_NEWTON_PROVED);
    CHECK(t, nh_ball_contains_rational(x, nh_rat_int(1000000000)) && is_known_to(x, 30) && nh_ball_radius(x) < 1e-20);
    nh_ball_set_double(x, 2.5);
    CHECK(t, nh_newton_certify(x, 1, logarithm, NULL, 2000) == NH_NEWTON_PROVED);
    nh_ball_set_int(&x[1], 1);
    nh_ball_exp(&x[1], &x[1], 7000);
    CHECK(t, nh_ball_contains(x, &x[1]) && nh_ball_accuracy_bits(x) > 6640);
    nh_balls_free(x, 2);
}

static void test_scales(void **state) {
    (void)state;
    run_trial(2, scale_body);
}

static void system_body(trial *t) {
    nh_ball *x = nh_balls_new(3), *f = nh_balls_new(3);
    for (int i = 0; i < 3; i++) nh_ball_set_double(&x[i], 0.5);
    CHECK(t, nh_newton_certify(x, 3, three, NULL, 100) == NH_NEWTON_PROVED);
    for (int i = 0; i < 3; i++) CHECK(t, is_known_to(&x[i], 100));
    /* known to five digits: 0.78520, 0.49661, 0.36992 */
    CHECK(t, fabs(nh_ball_double(&x[0]) - 0.78520) < 1e-5 && fabs(nh_ball_double(&x[1]) - 0.49661) < 1e-5);
    CHECK(t, fabs(nh_ball_double(&x[2]) - 0.36992) < 1e-5);
    /* the residual at double the precision, at the middle and over the box */
    three(NULL, f, NULL, x, 700);
    for (int i = 0; i < 3; i++) {
        CHECK(t, nh_ball_contains_rational(&f[i], nh_rat_int(0)) && nh_ball_radius(&f[i]) < 1e-98);
        mag_zero(arb_radref(nh_arb(&x[i])));
    }
    three(NULL, f, NULL, x, 700);
    for (int i = 0; i < 3; i++) CHECK(t, fabs(nh_ball_double(&f[i])) < 1e-98 && nh_ball_radius(&f[i]) < 1e-198);
    nh_balls_free(x, 3);
    nh_balls_free(f, 3);
}

static void test_system(void **state) {
    (void)state;
    run_trial(3, system_body);
}

static void circle_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    for (int side = -1; side <= 1; side += 2) {
        nh_ball_set_double(&x[0], side * 0.6);
        nh_ball_set_double(&x[1], side * 0.8);
        CHECK(t, nh_newton_certify(x, 2, circle, NULL, 100) == NH_NEWTON_PROVED);
        for (int i = 0; i < 2; i++) {
            arb_mul_si(nh_arb(&x[i]), nh_arb(&x[i]), 2 * side, 1000);
            CHECK(t, is_sqrt_two(t, &x[i], 99));
        }
    }
    /* a box around the root, one next to it, and one with both */
    for (int i = 0; i < 2; i++) set_ends(&x[i], 0.5, 0.875);
    CHECK(t, nh_newton_step(x, 2, circle, NULL, 100) == NH_NEWTON_PROVED && nh_ball_radius(&x[0]) < 0.1);
    for (int i = 0; i < 2; i++) set_ends(&x[i], 0.75, 0.875);
    CHECK(t, nh_newton_step(x, 2, circle, NULL, 100) == NH_NEWTON_NONE);
    for (int i = 0; i < 2; i++) set_ends(&x[i], -1, 1.25);
    CHECK(t, nh_newton_step(x, 2, circle, NULL, 100) == NH_NEWTON_OPEN);
    nh_balls_free(x, 2);
}

static void test_circle(void **state) {
    (void)state;
    run_trial(4, circle_body);
}

/* x + y - 1 and x + 1.1 y - 1: the root (1, 0) is outside a box over which both functions have zeros. */
static bool slanted(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    (void)user;
    nh_ball *c = nh_balls_new(2);
    nh_ball_set_int(&c[0], 1);
    nh_ball_set_rational(&c[1], nh_rat_make(11, 10), prec);
    for (int i = 0; i < 2; i++) {
        nh_ball_sub(&f[i], &x[0], &c[0], prec);
        nh_ball_fma(&f[i], &x[1], &c[i], &f[i], prec);
        if (jacobian == NULL) continue;
        nh_ball_set_int(&jacobian[i], 1);
        nh_ball_set(&jacobian[i + 2], &c[i]);
    }
    nh_balls_free(c, 2);
    return true;
}

static void none_body(trial *t) {
    int64_t two = 2, minus_one = -1;
    nh_ball *x = nh_balls_new(2);
    set_ends(&x[0], 2, 3);
    CHECK(t, nh_newton_step(x, 1, square_minus, &two, 64) == NH_NEWTON_NONE);
    set_ends(&x[0], -1, 1);
    CHECK(t, nh_newton_step(x, 1, square_minus, &minus_one, 64) == NH_NEWTON_NONE);
    for (int i = 0; i < 2; i++) set_ends(&x[i], 0.375, 0.625);
    CHECK(t, nh_newton_step(x, 2, slanted, NULL, 64) == NH_NEWTON_NONE);
    nh_ball_set_int(&x[0], 3); /* a point */
    CHECK(t, nh_newton_step(x, 1, square_minus, &two, 64) == NH_NEWTON_NONE);
    nh_balls_free(x, 2);
}

static void test_none(void **state) {
    (void)state;
    run_trial(5, none_body);
}

/* No proof, no claim: a double root, two roots, a point, functions that are not defined. */
static void open_body(trial *t) {
    int64_t zero = 0, two = 2, four = 4;
    nh_ball *x = nh_balls_new(2), *before = nh_balls_new(1);
    set_ends(&x[0], -1, 1);
    CHECK(t, nh_newton_step(x, 1, square_minus, &zero, 64) == NH_NEWTON_OPEN);
    CHECK(t, nh_ball_contains_rational(x, nh_rat_int(0)));
    set_ends(&x[0], -0.5, 1);
    CHECK(t, nh_newton_step(x, 1, square_minus, &zero, 64) == NH_NEWTON_OPEN);
    CHECK(t, nh_ball_contains_rational(x, nh_rat_int(0)));
    nh_ball_set_double(&x[0], 0.1);
    nh_ball_set(before, &x[0]);
    CHECK(t, nh_newton_certify(x, 1, square_minus, &zero, 20) == NH_NEWTON_OPEN && same_ball(before, x));
    set_ends(&x[0], -3, 2);
    CHECK(t, nh_newton_step(x, 1, square_minus, &two, 64) == NH_NEWTON_OPEN);
    nh_ball_set_int(&x[0], 2);
    CHECK(t, nh_newton_step(x, 1, square_minus, &four, 64) == NH_NEWTON_OPEN);
    CHECK(t, nh_newton_certify(x, 1, square_minus, &four, 20) == NH_NEWTON_PROVED);
    CHECK(t, nh_newton_certify(x, 1, nowhere, NULL, 20) == NH_NEWTON_OPEN);
    CHECK(t, nh_newton_step(x, 1, nowhere, NULL, 64) == NH_NEWTON_OPEN);
    set_ends(&x[0], -1, 4);
    CHECK(t, nh_newton_step(x, 1, logarithm, NULL, 64) == NH_NEWTON_OPEN);
    nh_ball_set_int(&x[0], -1);
    CHECK(t, nh_newton_certify(x, 1, logarithm, NULL, 20) == NH_NEWTON_OPEN);
    nh_ball_set_int(&x[0], 20); /* too far away */
    CHECK(t, nh_newton_certify(x, 1, exponential, NULL, 20) == NH_NEWTON_OPEN);
    nh_ball_set_double(&x[0], 0.5);
    CHECK(t, nh_newton_certify(x, 1, exponential, NULL, 20) == NH_NEWTON_PROVED);
    CHECK(t, nh_ball_contains_rational(x, nh_rat_int(0)) && nh_ball_radius(x) < 1e-20);
    nh_ball_set_int(&x[0], 0); /* the derivative vanishes at the start */
    CHECK(t, nh_newton_certify(x, 1, square_minus, &two, 20) == NH_NEWTON_OPEN);
    arb_indeterminate(nh_arb(x));
    CHECK(t, nh_newton_step(x, 1, square_minus, &two, 64) == NH_NEWTON_OPEN);
    CHECK(t, nh_newton_certify(x, 1, square_minus, &two, 20) == NH_NEWTON_OPEN);
    CHECK(t, nh_newton_step(x, 0, nowhere, NULL, 64) == NH_NEWTON_PROVED);
    CHECK(t, nh_newton_certify(NULL, 0, nowhere, NULL, 20) == NH_NEWTON_PROVED);
    nh_balls_free(x, 2);
    nh_balls_free(before, 1);
}

static void test_open(void **state) {
    (void)state;
    run_trial(6, open_body);
}

/* f_i = sum over j of mix[i][j] p_j(x_j), p_j = (x_j - r_j1)(x_j - r_j2)(x_j - r_j3). The mix is regular, so the roots
 * are all combinations of the known ones. */
enum { UNKNOWNS = 2, FACTORS = 3 };
typedef struct product {
    int64_t mix[UNKNOWNS][UNKNOWNS];
    int64_t roots[UNKNOWNS][FACTORS]; /* in eighths */
    int n;
} product;

/* *value := p_j(x), *slope := p_j'(x) */
static void one_product(const int64_t *roots, nh_ball *value, nh_ball *slope, const nh_ball *x, int prec) {
    nh_ball *factor = nh_balls_new(1);
    nh_ball_set_int(value, 1);
    nh_ball_set_int(slope, 0);
    for (int k = 0; k < FACTORS; k++) {
        nh_ball_set_rational(factor, nh_rat_make(-roots[k], 8), prec);
        nh_ball_add(factor, factor, x, prec);
        nh_ball_fma(slope, slope, factor, value, prec);
        nh_ball_mul(value, value, factor, prec);
    }
    nh_balls_free(factor, 1);
}

static bool products(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    const product *p = user;
    nh_ball *t = nh_balls_new(3); /* value, slope, coefficient */
    for (int i = 0; i < p->n; i++) nh_ball_set_int(&f[i], 0);
    for (int j = 0; j < p->n; j++) {
        one_product(p->roots[j], &t[0], &t[1], &x[j], prec);
        for (int i = 0; i < p->n; i++) {
            nh_ball_set_int(&t[2], p->mix[i][j]);
            nh_ball_fma(&f[i], &t[2], &t[0], &f[i], prec);
            if (jacobian != NULL) nh_ball_mul(&jacobian[i + j * p->n], &t[2], &t[1], prec);
        }
    }
    nh_balls_free(t, 3);
    return true;
}

static product random_product(trial *t) {
    product p = {.n = (int)nh_random_between(&t->random, 1, UNKNOWNS)};
    for (int i = 0; i < UNKNOWNS; i++)
        for (int k = 0; k < FACTORS; k++) p.roots[i][k] = nh_random_between(&t->random, -20, 20);
    do
        for (int i = 0; i < UNKNOWNS * UNKNOWNS; i++)
            p.mix[i / UNKNOWNS][i % UNKNOWNS] = nh_random_between(&t->random, -3, 3);
    while (p.mix[0][0] == 0 || p.mix[0][0] * p.mix[1][1] == p.mix[0][1] * p.mix[1][0]);
    return p;
}

/* How many roots, with their multiplicity, lie in the box. */
static int roots_within(const product *p, const nh_ball *x) {
    int count = 1;
    for (int j = 0; j < p->n; j++) {
        int here = 0;
        for (int k = 0; k < FACTORS; k++) here += nh_ball_contains_rational(&x[j], nh_rat_make(p->roots[j][k], 8));
        count *= here;
    }
    return count;
}

static void truth_body(trial *t) {
    int proved = 0, none = 0, open = 0;
    nh_ball *x = nh_balls_new(2 * UNKNOWNS), *old = x + UNKNOWNS;
    for (int k = test_count(3000); k > 0; k--) {
        product p = random_product(t);
        double width = ldexp(1, (int)nh_random_between(&t->random, -6, 1));
        for (int j = 0; j < p.n; j++) {
            /* often around a root, where it is hard */
            double middle =
                (double)p.roots[j][0] / 8 + (chance(t, 4) ? 4 : width) * nh_random_uniform(&t->random, -1, 1);
            set_ends(&x[j], middle - width, middle + width * nh_random_unit(&t->random));
            nh_ball_set(&old[j], &x[j]);
        }
        int before = roots_within(&p, x);
        nh_newton_result result = nh_newton_step(x, p.n, products, &p, random_prec(t));
        int after = roots_within(&p, x);
        if (result == NH_NEWTON_PROVED) CHECK(t, before == 1 && after == 1);
        else CHECK(t, result == NH_NEWTON_NONE ? before == 0 : before == after);
        for (int j = 0; j < p.n; j++) CHECK(t, nh_ball_contains(&old[j], &x[j]));
        proved += result == NH_NEWTON_PROVED, none += result == NH_NEWTON_NONE, open += result == NH_NEWTON_OPEN;
    }
    /* all three come often, or the test says nothing */
    CHECK(t, proved >= 100 && none >= 100 && open >= 100);
    nh_balls_free(x, 2 * UNKNOWNS);
}

static void test_truth(void **state) {
    (void)state;
    run_trial(7, truth_body);
}

/* The nearest root from a start near it, whatever the others do. */
static void certify_body(trial *t) {
    int proved = 0;
    nh_ball *x = nh_balls_new(UNKNOWNS);
    for (int k = test_count(100); k > 0; k--) {
        product p = random_product(t);
        for (int j = 0; j < p.n; j++)
            nh_ball_set_double(&x[j], (double)p.roots[j][0] / 8 + nh_random_uniform(&t->random, -1, 1) / 256);
        if (nh_newton_certify(x, p.n, products, &p, 60) == NH_NEWTON_OPEN) continue;
        proved++;
        CHECK(t, roots_within(&p, x) == 1);
        for (int j = 0; j < p.n; j++)
            CHECK(t, nh_ball_contains_rational(&x[j], nh_rat_make(p.roots[j][0], 8)) && is_known_to(&x[j], 60));
    }
    CHECK(t, proved >= 50);
    nh_balls_free(x, UNKNOWNS);
}

static void test_certify(void **state) {
    (void)state;
    run_trial(8, certify_body);
}

/* A user who interrupts gets out between two steps. */
static bool interrupting(void *user, nh_ball *f, nh_ball *jacobian, const nh_ball *x, int prec) {
    int64_t two = 2;
    nh_context_interrupt(user);
    return square_minus(&two, f, jacobian, x, prec);
}

static void interrupted_inside(nh_context *context, void *argument) {
    (void)argument;
    nh_ball *x = nh_balls_new(1);
    nh_ball_set_int(x, 1);
    nh_newton_certify(x, 1, interrupting, context, 100);
}

static void interrupted_body(nh_context *context, void *argument) {
    test_guard_call(context, interrupted_inside, argument);
}

static void test_interrupt(void **state) {
    (void)state;
    nh_context *context = test_context();
    assert_int_equal(test_protect(context, interrupted_body, NULL), NH_E_INTERRUPT);
    nh_context_destroy(context);
}

static void memory_inside(nh_context *context, void *argument) {
    (void)context, (void)argument;
    nh_ball *x = nh_balls_new(3);
    for (int i = 0; i < 3; i++) nh_ball_set_double(&x[i], 0.5);
    nh_newton_certify(x, 3, three, NULL, 100);
}

static void memory_body(nh_context *context, void *argument) {
    test_guard_call(context, memory_inside, argument);
}

/* Out of memory at any place is a status, and leaks nothing. */
static void test_memory_failures(void **state) {
    (void)state;
    assert_true(test_every_failure(memory_body, NULL, (uint64_t)test_count(40)) >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_square_root),     cmocka_unit_test(test_scales),  cmocka_unit_test(test_system),
        cmocka_unit_test(test_circle),          cmocka_unit_test(test_none),    cmocka_unit_test(test_open),
        cmocka_unit_test(test_truth),           cmocka_unit_test(test_certify), cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_memory_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
