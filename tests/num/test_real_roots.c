/* Counts of real roots, against products of factors whose roots are known. */
#include "support.h"

#include "num/real_roots.h"

enum { MOST = 24 };

/* c := c * (a + b u + d u^2) */
static uint32_t times(nh_arena *arena, nh_rat *c, uint32_t degree, int64_t a, int64_t b, int64_t d) {
    nh_rat result[MOST + 3];
    const int64_t factor[] = {a, b, d};
    for (uint32_t i = 0; i <= degree + 2; i++) {
        result[i] = nh_rat_int(0);
        for (uint32_t k = 0; k < 3 && k <= i; k++)
            if (i - k <= degree)
                result[i] = nh_rat_add(arena, result[i], nh_rat_mul(arena, nh_rat_int(factor[k]), c[i - k]));
    }
    for (uint32_t i = 0; i <= degree + 2; i++) c[i] = result[i];
    return degree + (d != 0 ? 2 : 1);
}

/* Linear factors with different or repeated roots, and squares plus something positive, which have none. */
PROTECTED_TEST(test_products) {
    nh_random random = nh_random_make(test_seed(), 402);
    for (int round = 0; round < test_count(200); round++) {
        nh_arena *arena = nh_arena_create(context);
        nh_rat c[MOST + 3];
        uint32_t degree = 0, roots = 0;
        bool has[11] = {0};
        c[0] = nh_rat_int(round % 2 == 0 ? 3 : -7);
        for (int64_t i = nh_random_between(&random, 0, 5); i > 0; i--) {
            int64_t root = nh_random_between(&random, -5, 5);
            roots += !has[root + 5];
            has[root + 5] = true;
            degree = times(arena, c, degree, -root, 1, 0);
        }
        for (int64_t i = nh_random_between(&random, 0, 4); i > 0; i--) {
            int64_t b = nh_random_between(&random, -3, 3);
            degree = times(arena, c, degree, b * b + nh_random_between(&random, 1, 9), 2 * b, 1);
        }
        assert_int_equal(nh_real_roots(context, degree, c), roots);
        nh_arena_destroy(arena);
    }
}

/* (u^2 - 2)^2 (u - 1/3): coefficients that are no integers, and numbers of any length. */
PROTECTED_TEST(test_fractions) {
    nh_arena *arena = nh_arena_create(context);
    nh_rat c[MOST + 3] = {nh_rat_int(1)};
    uint32_t degree = times(arena, c, 0, -2, 0, 1);
    degree = times(arena, c, degree, -2, 0, 1);
    degree = times(arena, c, degree, -1, 3, 0);
    nh_rat scale = nh_rat_div(arena, nh_rat_int(1), nh_rat_pow(arena, nh_rat_int(7), 60));
    for (uint32_t i = 0; i <= degree; i++) c[i] = nh_rat_mul(arena, c[i], scale);
    assert_int_equal(nh_real_roots(context, degree, c), 3);
    assert_int_equal(nh_real_roots(context, 0, c), 0);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_products), cmocka_unit_test(test_fractions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
