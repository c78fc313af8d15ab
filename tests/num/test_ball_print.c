/* What leaves the guard: doubles, bounds, certified digits, saved balls. */
#include "num/ball/ball.h"

#include "balls.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bounds and radius are on the right side, and the next double inwards is not. */
static void check_doubles(trial *t, const nh_ball *x) {
    arf_t low, high, radius;
    arf_init(low);
    arf_init(high);
    arf_init(radius);
    arb_get_lbound_arf(low, nh_arb_const(x), ARF_PREC_EXACT);
    arb_get_ubound_arf(high, nh_arb_const(x), ARF_PREC_EXACT);
    arf_set_mag(radius, arb_radref(nh_arb_const(x)));
    double from, to, r = nh_ball_radius(x);
    nh_ball_bounds(x, &from, &to);
    /* bounds are rounded twice, first to a few bits more than a double has */
    CHECK(t, arf_cmp_d(low, from) >= 0 && arf_cmp_d(low, nextafter(nextafter(from, INFINITY), INFINITY)) < 0);
    CHECK(t, arf_cmp_d(high, to) <= 0 && arf_cmp_d(high, nextafter(nextafter(to, -INFINITY), -INFINITY)) > 0);
    CHECK(t, arf_cmp_d(radius, r) <= 0 && (r == 0 || arf_cmp_d(radius, nextafter(r, 0)) > 0));
    arf_clear(low);
    arf_clear(high);
    arf_clear(radius);
}

/* The midpoint is no nearer to either neighbour of its double. */
static void check_nearest(trial *t, const nh_ball *x) {
    double value = nh_ball_double(x);
    arf_t here, there;
    arf_init(here);
    arf_init(there);
    arf_set_d(here, value);
    arf_sub(here, here, arb_midref(nh_arb_const(x)), ARF_PREC_EXACT, ARF_RND_DOWN);
    for (int side = -1; side <= 1; side += 2) {
        arf_set_d(there, nextafter(value, side * (double)INFINITY));
        arf_sub(there, there, arb_midref(nh_arb_const(x)), ARF_PREC_EXACT, ARF_RND_DOWN);
        CHECK(t, arf_cmpabs(here, there) <= 0);
    }
    arf_clear(here);
    arf_clear(there);
}

static void double_body(trial *t) {
    nh_ball *x = nh_balls_new(1);
    for (int k = test_count(3000); k > 0; k--) {
        random_ball(t, x, 1080);
        check_doubles(t, x);
        if (isfinite(nh_ball_double(x))) check_nearest(t, x);
    }
    double low, high;
    set_huge(x, 1, 40);
    nh_ball_bounds(x, &low, &high);
    CHECK(t, low == DBL_MAX && high == (double)INFINITY && nh_ball_double(x) == (double)INFINITY);
    set_huge(x, -1, 40);
    nh_ball_bounds(x, &low, &high);
    CHECK(t, low == 0 && high == 0x1p-1074 && nh_ball_double(x) == 0);
    arb_indeterminate(nh_arb(x));
    nh_ball_bounds(x, &low, &high);
    CHECK(t, low == -(double)INFINITY && high == (double)INFINITY);
    CHECK(t, isnan(nh_ball_double(x)) && nh_ball_radius(x) == (double)INFINITY);
    nh_balls_free(x, 1);
}

static void test_doubles(void **state) {
    (void)state;
    run_trial(1, double_body);
}

/* 200 digits of pi, e and sqrt(2), from tables. */
static const char pi_digits[] =
    "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679"
    "821480865132823066470938446095505822317253594081284811174502841027019385211055596446229489549303819";
static const char e_digits[] =
    "2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664274"
    "274663919320030599218174135966290435729003342952605956307381323286279434907632338298807531952510190";
static const char sqrt_digits[] =
    "1.4142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276415727"
    "350138462309122970249248360558507372126441214970999358314132226659275055927557999505011527820605714";

/* Reads "-12.5e-30" into value and the unit of its last digit; false when it is something else. */
static bool read_decimal(fmpq_t value, fmpq_t unit, const char *text, int *digits) {
    char plain[400], *end = plain;
    long behind = 0, exponent = 0;
    bool seen_point = false;
    const char *c = text + (*text == '-');
    *digits = 0;
    for (; isdigit((unsigned char)*c) || *c == '.'; c++) {
        if (*c == '.') {
            seen_point = true;
            continue;
        }
        *end++ = *c;
        if (*digits > 0 || *c != '0') ++*digits;
        behind += seen_point;
    }
    *end = '\0';
    if (*c == 'e') exponent = strtol(c + 1, &end, 10), c = end;
    if (*c != '\0' || plain[0] == '\0') return false;
    fmpq_set_si(unit, 10, 1);
    fmpq_pow_si(unit, unit, exponent - behind);
    fmpz_one(fmpq_denref(value));
    fmpz_set_str(fmpq_numref(value), plain, 10);
    fmpq_mul(value, value, unit);
    if (*text == '-') fmpq_neg(value, value);
    return true;
}

/* Whether the text is off by less than one unit of its last digit from the table, which continues after it. */
static bool agrees(const char *text, const char *table) {
    fmpq_t value, unit, right, table_unit;
    int digits;
    fmpq_init(value);
    fmpq_init(unit);
    fmpq_init(right);
    fmpq_init(table_unit);
    bool is_number = read_decimal(value, unit, text, &digits) && read_decimal(right, table_unit, table, &digits);
    fmpq_sub(value, value, right);
    fmpq_abs(value, value);
    fmpq_add(value, value, table_unit); /* what the table leaves out */
    bool is_near = is_number && strlen(text) < strlen(table) && fmpq_cmp(value, unit) < 0;
    fmpq_clear(value);
    fmpq_clear(unit);
    fmpq_clear(right);
    fmpq_clear(table_unit);
    return is_near;
}

static void constant_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    for (int digits = 2; digits <= 195; digits += 7) {
        for (int prec = 20; prec <= 700; prec += 85) {
            nh_ball_pi(&x[0], prec);
            nh_ball_set_int(&x[1], 1);
            nh_ball_exp(&x[1], &x[1], prec);
            nh_ball_set_int(&x[2], 2);
            nh_ball_sqrt(&x[2], &x[2], prec);
            static const char *const tables[] = {pi_digits, e_digits, sqrt_digits};
            for (int i = 0; i < 3; i++) {
                const char *text = nh_ball_digits(t->arena, &x[i], digits);
                t->what = text;
                CHECK(t, agrees(text, tables[i]));
                /* and as many as there are: all that were requested, or all but two of those that the precision has */
                int count = (int)strlen(text) - 1, most = (int)(prec * 0.30103);
                CHECK(t, count <= digits && count >= (digits < most - 2 ? digits : most - 2));
            }
        }
    }
    nh_balls_free(x, 3);
}

static void test_constants(void **state) {
    (void)state;
    run_trial(2, constant_body);
}

/* |printed - end| < unit, exactly, for both ends of the ball; for a short exact ball the digits may end there. */
static void check_digits(trial *t, const nh_ball *x, int most) {
    fmpq_t value, unit, end;
    arf_t bound;
    int digits;
    fmpq_init(value);
    fmpq_init(unit);
    fmpq_init(end);
    arf_init(bound);
    const char *text = nh_ball_digits(t->arena, x, most);
    t->what = text;
    if (text[0] == '[') {
        CHECK(t, nh_ball_accuracy_bits(x) < 6);
    } else if (strcmp(text, "0") == 0) {
        CHECK(t, nh_ball_is_zero(x) == NH_YES);
    } else {
        CHECK(t, read_decimal(value, unit, text, &digits) && digits >= 1 && digits <= most);
        for (int i = 0; i < 2; i++) {
            if (i == 0) arb_get_lbound_arf(bound, nh_arb_const(x), ARF_PREC_EXACT);
            else arb_get_ubound_arf(bound, nh_arb_const(x), ARF_PREC_EXACT);
            arf_get_fmpq(end, bound);
            fmpq_sub(end, end, value);
            fmpq_abs(end, end);
            CHECK(t, fmpq_cmp(end, unit) < 0);
        }
    }
    t->what = NULL;
    fmpq_clear(value);
    fmpq_clear(unit);
    fmpq_clear(end);
    arf_clear(bound);
}

static void digit_body(trial *t) {
    nh_ball *x = nh_balls_new(1);
    for (int k = test_count(4000); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        random_ball(t, x, 150);
        if (chance(t, 2)) arb_add_error_2exp_si(nh_arb(x), nh_random_between(&t->random, -200, 3));
        check_digits(t, x, (int)nh_random_between(&t->random, 1, 100));
        nh_arena_release(t->arena, mark);
    }
    nh_balls_free(x, 1);
}

static void test_digits(void **state) {
    (void)state;
    run_trial(3, digit_body);
}

static void format_body(trial *t) {
    static const struct {
        double value, radius;
        int digits;
        const char *text;
    } cases[] = {
        {0, 0, 5, "0"},
        {1, 0, 1, "1"},
        {-2.5, 0, 3, "-2.50"},
        {12345, 0, 5, "12345"},
        {12345, 0, 3, "1.23e+4"},
        {1e6, 0, 7, "1000000"},
        {0.001953125, 0, 7, "0.001953125"},
        {0.25, 0.01, 10, "0.3"},
        {0.25, 0.6, 10, "[+/- 0.851]"},
        {0, 3.0517578125e-05, 10, "[+/- 3.06e-5]"},
        {9.9999, 0.001, 10, "10.0"},
        {0x1p-120, 0, 4, "7.523e-37"},
        {(double)INFINITY, 0, 4, "nan"},
    };
    nh_ball *x = nh_balls_new(1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        nh_ball_set_double(x, cases[k].value);
        arf_t radius;
        arf_init(radius);
        arf_set_d(radius, cases[k].radius);
        if (nh_ball_is_finite(x)) arb_add_error_arf(nh_arb(x), radius);
        arf_clear(radius);
        t->what = nh_ball_digits(t->arena, x, cases[k].digits);
        CHECK(t, strcmp(t->what, cases[k].text) == 0);
    }
    set_huge(x, 1, 90);
    CHECK(t, strlen(nh_ball_digits(t->arena, x, 20)) < 60);
    set_huge(x, -1, 90);
    CHECK(t, strlen(nh_ball_digits(t->arena, x, 20)) < 60);
    nh_balls_free(x, 1);
}

static void test_formats(void **state) {
    (void)state;
    run_trial(4, format_body);
}

/* A ball that another worker loads is the same: nothing in the data belongs to the first one. */
static void save_body(trial *t) {
    nh_ball *x = nh_balls_new(2);
    for (int k = test_count(3000); k > 0; k--) {
        nh_arena_mark mark = nh_arena_mark_here(t->arena);
        random_ball(t, &x[0], 2000);
        random_ball(t, &x[1], 20);
        if (chance(t, 20)) arb_indeterminate(nh_arb(&x[0]));
        if (chance(t, 20)) set_huge(&x[0], chance(t, 2) ? 1 : -1, 70);
        if (chance(t, 20)) mag_inf(arb_radref(nh_arb(&x[0])));
        const nh_ball_data *data = nh_ball_save(t->arena, &x[0]);
        nh_ball_load(&x[1], data);
        CHECK(t, same_ball(&x[0], &x[1]));
        nh_arena_release(t->arena, mark);
    }
    nh_balls_free(x, 2);
}

static void test_saving(void **state) {
    (void)state;
    run_trial(5, save_body);
}

typedef struct parcel {
    nh_arena *arena;
    const nh_ball_data *data;
    const char *digits;
} parcel;

static void send(nh_context *context, void *argument) {
    (void)context;
    parcel *p = argument;
    nh_ball *x = nh_balls_new(1);
    nh_ball_pi(x, 5000);
    p->data = nh_ball_save(p->arena, x);
    nh_balls_free(x, 1);
}

static void receive(nh_context *context, void *argument) {
    (void)context;
    parcel *p = argument;
    nh_ball *x = nh_balls_new(1);
    nh_ball_load(x, p->data);
    p->digits = nh_ball_digits(p->arena, x, 100);
    nh_balls_free(x, 1);
}

static void fail_inside(nh_context *context, void *argument) {
    (void)argument;
    nh_raise(context, NH_E_LIMIT);
}

static void send_and_fail(nh_context *context, void *argument) {
    test_guard_call(context, send, argument);
    test_guard_call(context, fail_inside, argument);
}

static void receive_later(nh_context *context, void *argument) {
    test_guard_call(context, receive, argument);
}

static void test_parcel(void **state) {
    (void)state;
    nh_context *context = test_context();
    parcel p = {.arena = nh_arena_create(context)};
    assert_int_equal(test_protect(context, send_and_fail, &p), NH_E_LIMIT);
    test_run(context, receive_later, &p);
    assert_int_equal(strlen(p.digits), 101);
    assert_int_equal(strncmp(p.digits, pi_digits, 99), 0);
    nh_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles), cmocka_unit_test(test_constants), cmocka_unit_test(test_digits),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_saving),    cmocka_unit_test(test_parcel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
