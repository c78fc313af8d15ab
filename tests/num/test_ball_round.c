/* Decimals that are correctly rounded: examples, and random balls against exact rationals. */
#include "num/ball/ball.h"

#include "balls.h"

#include <ctype.h>
#include <string.h>

#include "num/rational.h"

typedef struct example {
    int64_t num, den;
    int digits;
    const char *wanted;
} example;

static const example examples[] = {
    {0, 1, 3, "0"},
    {1, 2, 1, "0.5"},
    {1, 2, 5, "0.50000"},
    {1, 8, 2, "0.13"},
    {12499999, 100000000, 2, "0.12"},
    {-12500001, 100000000, 2, "-0.13"},
    {-5, 2, 1, "-3"},
    {5, 2, 2, "2.5"},
    {9984, 10000, 3, "0.998"},
    {9996, 1, 3, "1.00e+04"},
    {9996, 1, 4, "9996"},
    {9996, 1, 6, "9996.00"},
    {99, 1, 1, "1e+02"},
    {99, 1, 2, "99"},
    {1, 3, 20, "0.33333333333333333333"},
    {-2, 3, 10, "-0.6666666667"},
    {1, 10000, 3, "0.000100"},
    {1, 100000, 3, "1.00e-05"},
    {123456, 1, 3, "1.23e+05"},
    {1000, 1, 4, "1000"},
    {1000, 1, 3, "1.00e+03"},
};

static void example_body(trial *t) {
    nh_ball *x = nh_balls_new(1);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        t->what = e->wanted;
        nh_ball_set_rational(x, nh_rat_make(e->num, e->den), 200);
        const char *found = nh_ball_rounded(t->arena, x, e->digits);
        CHECK(t, found != NULL && strcmp(found, e->wanted) == 0);
    }
    t->what = NULL;
    nh_ball_set_double(x, (double)NAN);
    CHECK(t, nh_ball_rounded(t->arena, x, 3) == NULL);
    set_huge(x, 1, 40); /* 2^(2^40) */
    CHECK(t, nh_ball_rounded(t->arena, x, 3) == NULL);
    nh_balls_free(x, 1);
}

static nh_rat read_number(trial *t, const char *text) {
    nh_rat value = nh_rat_int(0);
    size_t sign = text[0] == '-' ? 1 : 0, length = strlen(text);
    CHECK(t, nh_rat_read(t->arena, text + sign, length - sign, &value) == length - sign);
    return sign ? nh_rat_neg(t->arena, value) : value;
}

/* One unit of the last digit. */
static nh_rat unit_of(trial *t, const char *text) {
    char *copy = nh_arena_text(t->arena, text + (text[0] == '-'), strlen(text) - (text[0] == '-')), *last = NULL;
    for (char *c = copy; *c != '\0' && *c != 'e'; c++)
        if (isdigit((unsigned char)*c)) {
            *c = '0';
            last = c;
        }
    *last = '1';
    return read_number(t, copy);
}

static int digits_in(const char *text) {
    int count = 0;
    for (const char *c = text; *c != '\0' && *c != 'e'; c++)
        if (isdigit((unsigned char)*c) && (count > 0 || *c != '0')) count++;
    return count;
}

/* No point of the ball is further from the decimal than half a unit. */
static void check_within(trial *t, const nh_ball *x, const char *text, int digits) {
    CHECK(t, digits_in(text) == digits);
    nh_ball *edge = nh_balls_new(3);
    nh_rat value = read_number(t, text), unit = unit_of(t, text);
    nh_ball_set_rational(&edge[0], value, 2000);
    nh_ball_sub(&edge[0], x, &edge[0], 2000);
    nh_ball_abs(&edge[0], &edge[0], 2000);
    nh_ball_set_rational(&edge[1], nh_rat_mul(t->arena, unit, nh_rat_make(1, 2)), 2000);
    nh_ball_set_rational(&edge[2], nh_rat_mul(t->arena, unit, nh_rat_make(500001, 1000000)), 2000);
    CHECK(t, nh_ball_less(&edge[2], &edge[0]) != NH_YES); /* of any point */
    CHECK(t,
          nh_ball_less(&edge[0], &edge[2]) == NH_YES); /* of every point, ties and the radius of the test allowed for */
    nh_balls_free(edge, 3);
}

static void random_body(trial *t) {
    nh_ball *x = nh_balls_new(3);
    int decided = 0, open = 0;
    for (int k = test_count(3000); k > 0; k--) {
        random_ball(t, x, 300);
        if (chance(t, 2)) nh_ball_middle(x, x);
        int digits = (int)nh_random_between(&t->random, 1, 40);
        const char *text = nh_ball_rounded(t->arena, x, digits);
        bool is_exact = nh_ball_radius(x) == 0;
        CHECK(t, !is_exact || text != NULL || !nh_ball_is_finite(x));
        if (text == NULL || nh_ball_is_zero(x) == NH_YES) {
            open += text == NULL;
            continue;
        }
        decided++;
        check_within(t, x, text, digits);
        nh_ball_middle(&x[1], x);
        const char *middle = nh_ball_rounded(t->arena, &x[1], digits);
        CHECK(t, middle != NULL && strcmp(middle, text) == 0);
    }
    CHECK(t, decided > 100 && open > 100);
    nh_balls_free(x, 3);
}

static void rounds_examples(void **state) {
    (void)state;
    run_trial(1, example_body);
}

static void rounds_random(void **state) {
    (void)state;
    run_trial(2, random_body);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_examples), cmocka_unit_test(rounds_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
